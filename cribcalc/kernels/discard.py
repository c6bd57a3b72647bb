"""Sums over everything unseen, for all 15 tosses of many deals, and which toss is best.

Method. What the ranks contribute (fifteens, pairs, runs) to the hand over all starters and
to the crib over all opponent's tosses and starters depends only on the six *ranks*: it is
computed once for each of the 18,395 six-rank multisets (`rank_sums`), as the product of
91 x 13 weights, the card choices for an opponent's pair of ranks and a starter's rank, with
one row of the table of rank points. What the suits contribute, flush and nobs, has a closed
form for each deal (`toss_sums`). The integers are those of counting every case.

Opponent: uniform, any two of the 46 unseen cards. Tosses are numbered 0 to 14 in the order of
``itertools.combinations(range(6), 2)``. Sums of hands are points over 46 starters, sums of
cribs points over 45,540 cases (1,035 opponent's tosses, 44 starters each); the value of a toss
is in 45,540ths of a point.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit
from cribcalc.kernels.ranksums import TOSS_CARDS, multiset_number, rank_sums

STARTERS = 46
CRIB_CASES = 45_540
HAND_UNIT = CRIB_CASES // STARTERS  # 990: brings a hand's sum to 45,540ths

TOSS_NUMBER: NDArray[np.int64] = np.zeros((6, 6), dtype=np.int64)
"""int64[6, 6]: number of the toss of the cards in two places."""

for _number, (_one, _other) in enumerate(combinations(range(6), 2)):
    TOSS_NUMBER[_one, _other] = TOSS_NUMBER[_other, _one] = _number


def discard_sums(cards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sum hand and crib points of all tosses of many deals.

    Parameters
    ----------
    cards : uint8[n, 6]
        Card ids, all different within a row, in any order.

    Returns
    -------
    hand_sums : int64[n, 15]
        Points of the four cards kept, over the 46 starters.
    crib_sums : int64[n, 15]
        Points of the crib, over its 45,540 cases.

    """
    cards = _checked(cards)
    hand_sums = np.empty((len(cards), 15), dtype=np.int64)
    crib_sums = np.empty((len(cards), 15), dtype=np.int64)
    hand_ranks, crib_ranks = rank_sums()
    _discard_sums(cards, hand_ranks, crib_ranks, hand_sums, crib_sums)
    return hand_sums, crib_sums


def best_throws(
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int64], NDArray[np.int64]]:
    """Find the best and the second best toss of many deals.

    Of equal values the toss whose cards, low card first, come first in order of card id is
    the better; so the order of the six cards does not matter.

    Parameters
    ----------
    hand_sums, crib_sums : int64[n, 15]
        From `discard_sums`.
    cards : uint8[n, 6]
        The same deals.
    is_dealer : uint8[n]
        1 where the crib is one's own, 0 where it is the opponent's.

    Returns
    -------
    best, second : int8[n]
        Toss numbers.
    margin : int64[n]
        Value of the best less value of the second, in 45,540ths of a point.
    expected : int64[n]
        Value of the best, in 45,540ths of a point.

    """
    cards, is_dealer = _checked(cards), np.ascontiguousarray(is_dealer, dtype=np.uint8)
    _check_sums(hand_sums, crib_sums, cards, is_dealer)
    best, second = np.empty(len(cards), dtype=np.int8), np.empty(len(cards), dtype=np.int8)
    margin, expected = np.empty(len(cards), dtype=np.int64), np.empty(len(cards), dtype=np.int64)
    _best_throws(hand_sums, crib_sums, cards, is_dealer, best, second, margin, expected)
    return best, second, margin, expected


def rank_throws(
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
) -> NDArray[np.int8]:
    """Put all tosses of many deals in order, best first.

    Parameters are those of `best_throws`, and equal values are ordered in the same way.

    Returns
    -------
    ranking : int8[n, 15]
        Toss numbers, best first.

    """
    cards, is_dealer = _checked(cards), np.ascontiguousarray(is_dealer, dtype=np.uint8)
    _check_sums(hand_sums, crib_sums, cards, is_dealer)
    ranking = np.empty((len(cards), 15), dtype=np.int8)
    _rank_throws(hand_sums, crib_sums, cards, is_dealer, ranking)
    return ranking


def _checked(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Refuse an array that a kernel would read out of bounds."""
    cards = np.ascontiguousarray(cards, dtype=np.uint8)
    if cards.ndim != 2 or cards.shape[1] != 6:
        raise ValueError(f"cards[n, 6] are wanted, not {cards.shape}")
    if cards.size and cards.max() > 51:
        raise ValueError("card ids are 0 to 51")
    return cards


def _check_sums(
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
) -> None:
    wanted = (len(cards), 15)
    if hand_sums.shape != wanted or crib_sums.shape != wanted or is_dealer.shape != wanted[:1]:
        raise ValueError("sums[n, 15] and is_dealer[n] must be as many as the deals")


@jit
def toss_sums(
    deal: NDArray[np.int64],
    hand_ranks: NDArray[np.int32],
    crib_ranks: NDArray[np.int32],
    suit_left: NDArray[np.int64],
    nobs: NDArray[np.int64],
    hand_row: NDArray[np.int64],
    crib_row: NDArray[np.int64],
) -> None:
    """Sum hand and crib points of the tosses of one deal of ascending cards.

    Parameters
    ----------
    deal : int64[6]
        Card ids, ascending.
    hand_ranks, crib_ranks : int32[15]
        The deal's rows of `rank_sums`, points.
    suit_left : int64[4]
        Filled; cards unseen of each suit.
    nobs : int64[6]
        Filled; for each card the starters that give it nobs (0 unless a jack).
    hand_row, crib_row : int64[15]
        Filled; points over 46 starters and over 45,540 cases.

    """
    suit_left[:] = 13
    for k in range(6):
        suit_left[deal[k] & 3] -= 1
    jacks_seen = np.int64(0)
    for k in range(6):
        is_jack = (deal[k] >> 2) == 10
        nobs[k] = suit_left[deal[k] & 3] if is_jack else 0
        if is_jack:
            jacks_seen |= 1 << (deal[k] & 3)
    all_nobs = nobs[0] + nobs[1] + nobs[2] + nobs[3] + nobs[4] + nobs[5]
    opponent_nobs = np.int64(0)  # his jack, a starter of its suit, any other card of his
    flush_suit, flush_spare = np.int64(-1), np.int64(0)
    for suit in range(4):
        if not (jacks_seen >> suit) & 1:
            opponent_nobs += 44 * (suit_left[suit] - 1)
        if suit_left[suit] <= 9:  # four or more in the deal
            flush_suit, flush_spare = np.int64(suit), 9 - suit_left[suit]
    for toss in range(15):
        one, other = TOSS_CARDS[toss, 0], TOSS_CARDS[toss, 1]
        hand = np.int64(hand_ranks[toss]) + all_nobs - nobs[one] - nobs[other]
        crib = np.int64(crib_ranks[toss]) + opponent_nobs + 990 * (nobs[one] + nobs[other])
        suit = deal[one] & 3
        if flush_suit >= 0:
            tossed = np.int64(suit == flush_suit) + np.int64((deal[other] & 3) == flush_suit)
            if tossed == flush_spare:
                hand += 4 * STARTERS + suit_left[flush_suit]
        if suit == (deal[other] & 3):
            left = suit_left[suit]
            crib += 5 * (left * (left - 1) // 2) * (left - 2)
        hand_row[toss] = hand
        crib_row[toss] = crib


@jit
def _discard_sums(
    cards: NDArray[np.uint8],
    hand_ranks: NDArray[np.int32],
    crib_ranks: NDArray[np.int32],
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
) -> None:
    """Fill the sums of many deals.

    Parameters
    ----------
    cards : uint8[n, 6]
    hand_ranks, crib_ranks : int32[18564, 15]
        `rank_sums`.
    hand_sums, crib_sums : int64[n, 15]
        Filled; points over 46 starters and over 45,540 cases, by toss of the cards as given.

    """
    deal, place = np.zeros(6, dtype=np.int64), np.empty(6, dtype=np.int64)
    ranks, suit_left = np.empty(6, dtype=np.int64), np.empty(4, dtype=np.int64)
    nobs = np.empty(6, dtype=np.int64)
    hand_row, crib_row = np.empty(15, dtype=np.int64), np.empty(15, dtype=np.int64)
    for i in range(cards.shape[0]):
        for k in range(6):
            card, below = np.int64(cards[i, k]), np.int64(0)
            for other in range(6):
                below += np.int64(np.int64(cards[i, other]) < card)
            place[k] = below
            deal[below] = card
        for k in range(6):
            ranks[k] = deal[k] >> 2
        number = multiset_number(ranks)
        toss_sums(deal, hand_ranks[number], crib_ranks[number], suit_left, nobs, hand_row, crib_row)
        for toss in range(15):
            sorted_toss = TOSS_NUMBER[place[TOSS_CARDS[toss, 0]], place[TOSS_CARDS[toss, 1]]]
            hand_sums[i, toss] = hand_row[sorted_toss]
            crib_sums[i, toss] = crib_row[sorted_toss]


@jit
def throw_key(value: np.int64, one: np.int64, other: np.int64) -> np.int64:
    """Pack a throw into one integer: the greater, the better.

    The value stands from bit 12 up (``key >> 12`` gets it back), below it the two cards, the
    lower first, reversed so that low cards win a tie.

    Parameters
    ----------
    value : int64
        45,540ths of a point.
    one, other : int64
        The ids of the cards thrown.

    """
    cards = (min(one, other) << 6) | max(one, other)
    return (value << 12) | (4095 - cards)


@jit
def _best_throws(
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    best: NDArray[np.int8],
    second: NDArray[np.int8],
    margin: NDArray[np.int64],
    expected: NDArray[np.int64],
) -> None:
    """Fill best, second, margin and expected; shapes and units as in `best_throws`."""
    for i in range(cards.shape[0]):
        sign = np.int64(1) if is_dealer[i] else np.int64(-1)
        first_key = second_key = np.int64(-(1 << 62))
        for toss in range(15):
            one = np.int64(cards[i, TOSS_CARDS[toss, 0]])
            other = np.int64(cards[i, TOSS_CARDS[toss, 1]])
            value = HAND_UNIT * hand_sums[i, toss] + sign * crib_sums[i, toss]
            key = throw_key(value, one, other)
            if key > first_key:
                second_key, second[i] = first_key, best[i]
                first_key, best[i] = key, toss
            elif key > second_key:
                second_key, second[i] = key, toss
        expected[i] = first_key >> 12
        margin[i] = (first_key >> 12) - (second_key >> 12)


@jit
def _rank_throws(
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    ranking: NDArray[np.int8],
) -> None:
    """Fill ranking by insertion; shapes and units as in `rank_throws`."""
    keys = np.empty(15, dtype=np.int64)
    for i in range(cards.shape[0]):
        sign = np.int64(1) if is_dealer[i] else np.int64(-1)
        for toss in range(15):
            one = np.int64(cards[i, TOSS_CARDS[toss, 0]])
            other = np.int64(cards[i, TOSS_CARDS[toss, 1]])
            value = HAND_UNIT * hand_sums[i, toss] + sign * crib_sums[i, toss]
            key = throw_key(value, one, other)
            at = toss
            while at > 0 and keys[at - 1] < key:
                keys[at] = keys[at - 1]
                ranking[i, at] = ranking[i, at - 1]
                at -= 1
            keys[at] = key
            ranking[i, at] = toss
