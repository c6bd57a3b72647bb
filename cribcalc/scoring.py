"""Count one hand and say which cards make each point: the explaining scorer.

The rules of the show, each in one function: fifteens, pairs, runs, flush, nobs. Hands of
any size are scored the same way; nothing here assumes four cards. The counters that do
millions (`cribcalc.lookup`, `cribcalc.kernels`) share no code with this module; tests
hold them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby
from math import comb, prod

from cribcalc.cards import (
    JACK,
    card_rank,
    card_suit,
    rank_value,
    require_apart,
    require_count,
    require_distinct,
)
from cribcalc.words import number_word

CATEGORIES = ("fifteens", "pairs", "runs", "flush", "nobs")
"""The order in which points are counted and reported; nobs last."""

HAND_SIZES = (3, 4, 5)
CRIB_SIZES = (4, 5)

MOST_POINTS = 29
"""The best hand or crib of four cards and a starter."""

_PAIR_NAMES = {2: "pair", 3: "pair royal", 4: "double pair royal"}
_RUN_NAMES = {
    (): "",
    (2,): "double ",
    (3,): "triple ",
    (4,): "quadruple ",
    (2, 2): "double double ",
}


@dataclass(frozen=True, slots=True)
class Combination:
    """One thing that scores: its category, its proper name, its cards and its points."""

    category: str
    name: str
    cards: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """The count of one hand or crib."""

    hand: tuple[int, ...]
    starter: int | None
    crib: bool
    combinations: tuple[Combination, ...]

    @property
    def total(self) -> int:
        """Points of the hand."""
        return sum(each.points for each in self.combinations)

    @property
    def categories(self) -> dict[str, int]:
        """Points by category, in the order of `CATEGORIES`."""
        points = dict.fromkeys(CATEGORIES, 0)
        for each in self.combinations:
            points[each.category] += each.points
        return points


def score_hand(hand: Sequence[int], starter: int | None = None, crib: bool = False) -> Score:
    """Count a hand or crib (rules part B), with or without a starter.

    Without a starter the cards are counted alone: a flush of the whole hand counts, in a
    crib it does not, and nobody has nobs.

    >>> score_hand([16, 17, 18, 43], starter=19).total  # 5C 5D 5H JS with 5S
    29

    Raises
    ------
    WrongCount
        If the hand has not three to five cards (a crib: four or five).
    BadCard, DuplicateCard
        If a number is no card, or a card comes twice, the starter included.

    """
    if crib:
        require_count(hand, CRIB_SIZES, "a crib has")
    else:
        require_count(hand, HAND_SIZES, "a hand has")
    require_distinct(hand)
    require_apart(starter, hand)
    cards = tuple(hand) if starter is None else (*hand, starter)
    found = (
        *_fifteens(cards),
        *_pairs(cards),
        *_runs(cards),
        *_flush(hand, starter, crib),
        *_nobs(hand, starter),
    )
    return Score(tuple(hand), starter, crib, found)


def show_points(hand: Sequence[int], starter: int, crib: bool = False) -> int:
    """Count a hand or crib with its starter at once: only the total of `score_hand`.

    For games, where the cards are known to be good. The parts without suits are remembered.

    >>> show_points([16, 17, 18, 43], starter=19)  # 5C 5D 5H JS with 5S
    29
    """
    points = _rank_total(tuple(sorted([card >> 2 for card in hand] + [starter >> 2])))
    for part in (*_flush(hand, starter, crib), *_nobs(hand, starter)):
        points += part.points
    return points


@cache
def _rank_total(ranks: tuple[int, ...]) -> int:
    return score_ranks(ranks)


def score_ranks(ranks: Sequence[int]) -> int:
    """Points for fifteens, pairs and runs of any number of ranks (0..12), suits unknown.

    >>> score_ranks([4, 4, 4, 4, 9])  # four fives and a ten
    28
    """
    # Suits play no part in these three categories, so any will do.
    cards = tuple(4 * rank for rank in ranks)
    return sum(each.points for part in (_fifteens, _pairs, _runs) for each in part(cards))


def points_with_pairs(score: Score, run: Combination) -> int:
    """Points of a run together with the pairs inside it: a double run of three is 8 so."""
    if run.category != "runs":
        return run.points
    members = set(run.cards)
    pairs = (each for each in score.combinations if each.category == "pairs")
    return run.points + sum(each.points for each in pairs if members.issuperset(each.cards))


def _fifteens(cards: Sequence[int]) -> Iterator[Combination]:
    """Two points for each subset of cards that adds up to fifteen."""
    for size in range(2, len(cards) + 1):
        for subset in combinations(cards, size):
            if sum(rank_value(card_rank(card)) for card in subset) == 15:
                yield Combination("fifteens", "fifteen", subset, 2)


def _by_rank(cards: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    ordered = sorted(cards)
    return [(rank, tuple(group)) for rank, group in groupby(ordered, key=card_rank)]


def _pairs(cards: Sequence[int]) -> Iterator[Combination]:
    """Two points for each two cards of one rank: 2, 6 or 12 for two, three or four."""
    for _, alike in _by_rank(cards):
        if len(alike) > 1:
            name = _PAIR_NAMES.get(len(alike), f"{len(alike)} of a kind")
            yield Combination("pairs", name, alike, 2 * comb(len(alike), 2))


def _runs(cards: Sequence[int]) -> Iterator[Combination]:
    """One point a card for each distinct run of a longest block of consecutive ranks."""
    groups = _by_rank(cards)
    # Consecutive ranks keep the same distance from their position in the list.
    numbered = enumerate(groups)
    for _, block in groupby(numbered, key=lambda item: item[1][0] - item[0]):
        alike = [group for _, (_, group) in block]
        length = len(alike)
        if length < 3:
            continue
        members = tuple(card for group in alike for card in group)
        multiples = tuple(sorted((len(group) for group in alike if len(group) > 1), reverse=True))
        ways = prod(multiples)
        prefix = _RUN_NAMES.get(multiples, f"{ways}-fold ")
        name = f"{prefix}run of {number_word(length)}"
        yield Combination("runs", name, members, length * ways)


def _flush(hand: Sequence[int], starter: int | None, crib: bool) -> Iterator[Combination]:
    """One point a card if the whole hand is of one suit; a crib needs the starter too."""
    suits = {card_suit(card) for card in hand}
    if len(suits) != 1:
        return
    if starter is not None and card_suit(starter) in suits:
        cards = (*hand, starter)
    elif not crib:
        cards = tuple(hand)
    else:
        return
    yield Combination("flush", f"{number_word(len(cards))}-card flush", cards, len(cards))


def _nobs(hand: Sequence[int], starter: int | None) -> Iterator[Combination]:
    """One point for the jack of the starter's suit in the hand."""
    if starter is None:
        return
    for card in hand:
        if card_rank(card) == JACK and card_suit(card) == card_suit(starter):
            yield Combination("nobs", "nobs", (card,), 1)
