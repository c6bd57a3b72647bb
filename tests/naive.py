"""Slow and obvious: the rules of show, discard and play, and of text, in plain Python.

What the fast code is checked against. Nothing here comes from cribcalc: cards are strings like
``"5H"`` or ``"TD"``, subsets come from itertools, means are fractions. The only concession to
time are memos: of what five ranks score without suits, and four suits without ranks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from operator import mul

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
CATEGORIES = ("fifteens", "pairs", "runs", "flush", "nobs")

Hand = Sequence[str]
Toss = tuple[str, str]


def place(card: str) -> int:
    """Place of a card in a sorted pack: by rank, then clubs, diamonds, hearts, spades."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


# The show ----------------------------------------------------------------------------------


def score_show(hand: Hand, starter: str, crib: bool = False) -> dict[str, int]:
    """Points of a hand or crib of any size with its starter, by category."""
    fifteens, pairs, runs = score_ranks(tuple(card[0] for card in [*hand, starter]))
    return {
        "fifteens": fifteens,
        "pairs": pairs,
        "runs": runs,
        "flush": score_flush(hand, starter, crib),
        "nobs": score_nobs(hand, starter),
    }


def score_ranks(ranks: tuple[str, ...]) -> tuple[int, int, int]:
    """Points for fifteens, pairs and runs of some ranks."""
    numbers = [RANKS.index(rank) for rank in ranks]
    fifteens = pairs = runs = 0
    for size in range(2, len(numbers) + 1):
        for cards in combinations(numbers, size):
            if sum(min(number + 1, 10) for number in cards) == 15:
                fifteens += 2
            if size == 2 and cards[0] == cards[1]:
                pairs += 2
            low, high = min(cards), max(cards)
            is_run = size >= 3 and sorted(cards) == list(range(low, high + 1))
            if is_run and low - 1 not in numbers and high + 1 not in numbers:
                runs += size
    return fifteens, pairs, runs


def score_flush(hand: Hand, starter: str, crib: bool) -> int:
    """Points for a flush."""
    if len({card[1] for card in hand}) > 1:
        return 0
    if starter[1] == hand[0][1]:
        return len(hand) + 1
    return 0 if crib else len(hand)


def score_nobs(hand: Hand, starter: str) -> int:
    """Point for the jack of the starter's suit."""
    return int("J" + starter[1] in hand)


@cache
def _sorted_rank_points(ranks: tuple[str, ...]) -> int:
    return sum(score_ranks(ranks))


def rank_points(ranks: Sequence[str]) -> int:
    """Points for fifteens, pairs and runs together."""
    return _sorted_rank_points(tuple(sorted(ranks)))


def show_total(hand: Hand, starter: str, crib: bool = False) -> int:
    """Points of a hand or crib with its starter."""
    ranks = [card[0] for card in hand] + [starter[0]]
    return rank_points(ranks) + score_flush(hand, starter, crib) + score_nobs(hand, starter)


# The discard -------------------------------------------------------------------------------


def unseen(cards: Hand) -> list[str]:
    """The rest of the pack."""
    return [card for card in PACK if card not in cards]


def keep_of(deal: Hand, toss: Toss) -> list[str]:
    """The four cards kept."""
    return [card for card in deal if card not in toss]


def joint_counts(deal: Hand, toss: Toss) -> Counter[tuple[int, int]]:
    """Number of cases by (hand, crib) points: 46 starters, 990 opponent's tosses each."""
    keep, rest = keep_of(deal, toss), unseen(deal)
    counts: Counter[tuple[int, int]] = Counter()
    for starter in rest:
        hand = show_total(keep, starter)
        for opponent in combinations([card for card in rest if card != starter], 2):
            counts[hand, show_total([*toss, *opponent], starter, crib=True)] += 1
    return counts


def hand_counts(deal: Hand, toss: Toss) -> Counter[int]:
    """Number of starters by points of the hand kept; 46 in all."""
    return Counter(show_total(keep_of(deal, toss), starter) for starter in unseen(deal))


def crib_counts(deal: Hand, toss: Toss) -> Counter[int]:
    """Number of cases by points of the crib; 45,540 in all."""
    counts: Counter[int] = Counter()
    for (_, crib), count in joint_counts(deal, toss).items():
        counts[crib] += count
    return counts


def sum_points(counts: Counter[int]) -> int:
    """Sum of all points counted."""
    return sum(points * count for points, count in counts.items())


def discard_sums(deal: Hand) -> tuple[list[int], list[int]]:
    """Hand sums over 46 starters and crib sums over 45,540 cases, by toss.

    Without listing the cases, so that many deals can be checked. Points of ranks do not
    depend on which of an opponent's two cards and the starter is which, so they are added over
    the 15,180 sets of three unseen cards, each of them three cases.
    """
    ranks = [card[0] for card in deal]
    left = {rank: 4 - ranks.count(rank) for rank in RANKS}
    suits = [card[1] for card in deal]
    suits_left = {suit: 13 - suits.count(suit) for suit in SUITS}
    choices = [left[a] * left[b] * left[c] for a, b, c in combinations(RANKS, 3)]
    choices += [comb(left[a], 2) * left[b] for a, b in permutations(RANKS, 2)]
    choices += [comb(left[a], 3) for a in RANKS]
    known: dict[tuple[str, str], int] = {}
    hands, cribs = [], []
    for toss in combinations(deal, 2):
        pair = (toss[0][0], toss[1][0])
        if pair not in known:
            known[pair] = 3 * sum(map(mul, choices, _trio_points(*pair)))
        keep = keep_of(deal, toss)
        kept = tuple(sorted(card[0] for card in keep))
        hand = sum(map(mul, left.values(), _starter_points(kept)))
        hands.append(hand + _suit_points_of_hand(suits_left, keep))
        cribs.append(known[pair] + _suit_points_of_crib(suits_left, deal, toss))
    return hands, cribs


@cache
def _starter_points(kept: tuple[str, ...]) -> list[int]:
    """Points of the ranks kept with each rank of starter."""
    return [rank_points([*kept, rank]) for rank in RANKS]


@cache
def _trio_points(one: str, other: str) -> list[int]:
    """Points of two ranks with all sets of three: different, two alike, three alike."""
    trios = [*combinations(RANKS, 3)]
    trios += [(a, a, b) for a, b in permutations(RANKS, 2)]
    trios += [(a, a, a) for a in RANKS]
    return [rank_points([one, other, *trio]) for trio in trios]


def _suit_points_of_hand(suits_left: dict[str, int], keep: Hand) -> int:
    """Flush and nobs of the hand kept over all starters."""
    flushes = _flush_by_starter("".join(card[1] for card in keep))
    points: int = sum(map(mul, suits_left.values(), flushes))
    for card in keep:
        if card[0] == "J":
            points += suits_left[card[1]]  # nobs with each of them as the starter
    return points


@cache
def _flush_by_starter(suits: str) -> list[int]:
    """Points of a hand of these suits with each suit of starter."""
    return [score_flush(["?" + suit for suit in suits], "?" + starter, False) for starter in SUITS]


def _suit_points_of_crib(suits_left: dict[str, int], deal: Hand, toss: Toss) -> int:
    """Flush and nobs of the crib over all starters and opponent's tosses."""
    points = 0
    for suit, left in suits_left.items():
        if "J" + suit in toss:
            points += left * comb(45, 2)
        elif "J" + suit not in deal:  # the opponent throws it, with any of 44 cards
            points += (left - 1) * 44
        if toss[0][1] == toss[1][1] == suit:
            points += 5 * left * comb(left - 1, 2)
    return points


def ranked_throws(deal: Hand, is_dealer: bool) -> list[tuple[Toss, Fraction]]:
    """All tosses with their expected average, best first.

    Equal averages: the toss whose cards come first in the pack goes first.
    """
    order = []
    for toss, hand, crib in zip(combinations(deal, 2), *discard_sums(deal), strict=True):
        mean_crib = Fraction(crib, 45_540)
        expected = Fraction(hand, 46) + (mean_crib if is_dealer else -mean_crib)
        order.append((-expected, sorted(map(place, toss)), toss))
    return [(toss, -worth) for worth, _, toss in sorted(order)]


# The discard in variants -------------------------------------------------------------------

Completion = tuple[tuple[str, ...], str, int]


def completions(deal: Hand, drawn: int, starter: str = "") -> list[Completion]:
    """All sets of unseen cards that fill a hand or crib, each with every starter.

    Those that no toss can tell apart are given once, as cards of one of them, the starter, and
    their number: they have the same ranks, starter, nobs, and suit if they are of one suit.
    """
    ways: Counter[tuple[object, ...]] = Counter()
    example: dict[tuple[object, ...], tuple[tuple[str, ...], str]] = {}
    rest = unseen(deal)
    for cards in combinations(rest, drawn):
        ranks = "".join(sorted(card[0] for card in cards))
        suits = {card[1] for card in cards}
        flush = suits.pop() if len(suits) == 1 else ""
        for cut in [starter] if starter else rest:
            if cut not in cards:
                key = (ranks, cut, flush, "J" + cut[1] in cards)
                ways[key] += 1
                example[key] = (cards, cut)
    return [(*example[key], number) for key, number in ways.items()]


def completed_counts(
    deal: Hand, toss: Hand, crib_completions: Sequence[Completion]
) -> Counter[tuple[int, int]]:
    """Number of cases by (hand, crib) points for a toss of any size."""
    keep = [card for card in deal if card not in toss]
    hands = {starter: show_total(keep, starter) for _, starter, _ in crib_completions}
    counts: Counter[tuple[int, int]] = Counter()
    for cards, starter, ways in crib_completions:
        counts[hands[starter], show_total([*toss, *cards], starter, crib=True)] += ways
    return counts


def moved(points: int, back: int, score: int | None) -> int:
    """Squares that a count moves its owner: back for nothing, never behind the start."""
    if points > 0:
        return points
    return -back if score is None else -min(back, score)


def gift_counts(deal: Hand, gift: Hand, starter: str, crib: bool) -> Counter[int]:
    """Number of cases by points of Speedo's dealer's hand or crib, with one starter.

    The dealer holds the gift and six unseen cards; four of the eight, whichever, are counted.
    """
    counts: Counter[int] = Counter()
    others = [card for card in unseen(deal) if card != starter]
    for four in combinations([*gift, *others], 4):
        own = sum(card not in gift for card in four)
        rest = comb(len(others) - own, 6 - own)  # his other cards
        counts[show_total(four, starter, crib)] += rest
    return counts


# Counting everything -----------------------------------------------------------------------


def census(hand_size: int) -> tuple[Counter[int], Counter[int]]:
    """Number of (hand, starter) choices by points, as hands and as cribs: one by one."""
    hands: Counter[int] = Counter()
    cribs: Counter[int] = Counter()
    for hand in combinations(PACK, hand_size):
        for starter in unseen(hand):
            points = rank_points([card[0] for card in [*hand, starter]])
            points += score_nobs(hand, starter)
            hands[points + score_flush(hand, starter, crib=False)] += 1
            cribs[points + score_flush(hand, starter, crib=True)] += 1
    return hands, cribs


def crib_average_counts(toss: Toss) -> Counter[int]:
    """Cribs by points: opponent's pair from the 50 other cards, starter from the 48 left."""
    counts: Counter[int] = Counter()
    rest = unseen(toss)
    for opponent in combinations(rest, 2):
        for starter in rest:
            if starter not in opponent:
                counts[show_total([*toss, *opponent], starter, crib=True)] += 1
    return counts


def rank_multisets(size: int) -> Iterator[tuple[str, ...]]:
    """All sets of ranks that a pack can deal, in order."""

    def extend(ranks: tuple[str, ...], start: int) -> Iterator[tuple[str, ...]]:
        if len(ranks) == size:
            yield ranks
            return
        for at in range(start, 13):
            if ranks.count(RANKS[at]) < 4:
                yield from extend((*ranks, RANKS[at]), at)

    return extend((), 0)


# Text --------------------------------------------------------------------------------------

SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
ONE_CARD = re.compile(r"(10|[A2-9TJQKatjqk])([CDHScdhs♣♧♦♢♥♡♠♤])")


def read_cards(text: str, size: int) -> list[str] | None:
    """Cards of a text in the usual notations; None if they are not so many different ones."""
    cards, at = [], 0
    while at < len(text):
        if text[at] in " ,-\t":
            at += 1
            continue
        match = ONE_CARD.match(text, at)
        if match is None:
            return None
        rank, suit = match[1].upper().replace("10", "T"), match[2].upper()
        cards.append(rank + SIGNS.get(suit, suit))
        at = match.end()
    return cards if len(cards) == size == len(set(cards)) else None


Row = tuple[int, list[str], int]


def split_table(text: str, delimiter: str, columns: int) -> list[Row]:
    """Rows of delimited text: number of the line, as many cells as columns, cells found.

    Blank lines are passed over, and so are comments: lines with ``#`` first, unless they have
    just as many cells as there are columns, more than one.
    """
    rows = []
    for number, line in enumerate(text.split("\n")):
        start = line.lstrip(" \t")
        cells = [cell.lstrip(" ") for cell in line.split(delimiter)]
        while len(cells) > columns and cells[-1] == "":
            cells.pop()
        found = len(cells)
        is_comment = start.startswith("#") and not found == columns > 1
        if start and not is_comment:
            cells += [""] * columns
            rows.append((number, cells[:columns], found))
    return rows


def write_row(lead: str, cells: Sequence[str], error: str, separator: str) -> str:
    """Line of a table: what leads it, some cells and the error."""
    return separator.join([lead, *cells, error]) + "\n"


def write_millionths(number: int) -> str:
    """Decimal number with six digits after the point."""
    return f"{Decimal(number).scaleb(-6):.6f}"


# The play ----------------------------------------------------------------------------------


def value_of(card: str) -> int:
    """What a card counts."""
    return min(RANKS.index(card[0]) + 1, 10)


def peg_points(series: Sequence[str]) -> int:
    """Points of the last card of a series, from the definitions, every length tried."""
    count = sum(map(value_of, series))
    points = 2 if count in (15, 31) else 0
    alike = runs = 0
    for length in range(2, len(series) + 1):
        numbers = sorted(RANKS.index(card[0]) for card in series[-length:])
        if len(set(numbers)) == 1:
            alike = length * (length - 1)  # two points for every pair among them
        if length > 2 and numbers == list(range(numbers[0], numbers[0] + length)):
            runs = length
    return points + alike + runs


def play_out(
    hands: Sequence[Hand], dealer: int, choices: Iterator[int], single_series: bool = False
) -> dict[str, list[list[int]] | list[int] | list[tuple[int, str]]]:
    """Play a deal by the turn algorithm of the rules; each choice picks among the cards that fit.

    Gives what was played (seat, card), the points of each card, those for go or last card
    apart, the totals by seat, who led each series, and the counts that ended them.
    """
    unplayed = [list(hand) for hand in hands]
    seats = len(hands)
    plays: list[tuple[int, str]] = []
    points: list[int] = []
    go_points: list[int] = []
    totals = [0] * seats
    leaders: list[int] = []
    ends: list[int] = []
    series: list[str] = []
    turn = (dealer + 1) % seats
    while any(unplayed):
        count = sum(map(value_of, series))
        order = [(turn + step) % seats for step in range(seats)]
        able = [p for p in order if any(count + value_of(c) <= 31 for c in unplayed[p])]
        if able:
            player = able[0]
            fitting = [card for card in unplayed[player] if count + value_of(card) <= 31]
            card = fitting[next(choices) % len(fitting)]
            unplayed[player].remove(card)
            if not series:
                leaders.append(player)
            series.append(card)
            plays.append((player, card))
            points.append(peg_points(series))
            go_points.append(0)
            totals[player] += points[-1]
            count += value_of(card)
        else:
            player = plays[-1][0]
            go_points[-1] = 1
            totals[player] += 1
        turn = (player + 1) % seats
        if not able or count == 31:
            ends.append(count)
            series = []
            if single_series:
                break
    if series:
        go_points[-1] = 1
        totals[plays[-1][0]] += 1
        ends.append(sum(map(value_of, series)))
    return {
        "plays": plays,
        "points": points,
        "go_points": go_points,
        "totals": totals,
        "leaders": leaders,
        "ends": ends,
    }
