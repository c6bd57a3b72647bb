"""Totals over every deal of six-rank multisets, each deal played at its best.

Method. All suit assignments of a multiset share its rank sums (`ranksums.rank_sums`); for each
deal only flush and nobs are added (`discard.toss_sums`). The points shown by the kept hand are
counted starter by starter only where it holds a jack or a flush; every other deal adds one
to its toss's tally, and the 13 starter ranks are counted once for each toss and multiset.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit
from cribcalc.kernels.discard import CRIB_CASES, HAND_UNIT, throw_key, toss_sums
from cribcalc.kernels.ranksums import KEEP_CARDS, TOSS_CARDS, multiset_number

LOWEST_VALUE = -32
"""The whole-point value counted in the first place of ``value_counts``."""

# The suits of one, two, three or four cards of a rank: [cards, choice, card], ascending.
_SUITS: NDArray[np.int64] = np.zeros((5, 6, 4), dtype=np.int64)
_CHOICES: NDArray[np.int64] = np.array([1, 4, 6, 4, 1], dtype=np.int64)
for _size in range(1, 5):
    for _choice, _suits in enumerate(combinations(range(4), _size)):
        _SUITS[_size, _choice, :_size] = _suits


@jit
def sweep_multisets(
    multisets: NDArray[np.int64],
    sign: np.int64,
    hand_ranks: NDArray[np.int32],
    crib_ranks: NDArray[np.int32],
    points: NDArray[np.uint8],
    pair_index: NDArray[np.int64],
    sums: NDArray[np.int64],
    show_counts: NDArray[np.int64],
    value_counts: NDArray[np.int64],
) -> None:
    """Add up the best throws of every deal of some multisets.

    Parameters
    ----------
    multisets : int64[m, 6]
        Ascending ranks.
    sign : int64
        1 for the dealer, -1 for the pone.
    hand_ranks, crib_ranks : int32[18564, 15]
        `ranksums.rank_sums`.
    points : uint8[91, 91, 13]
        Rank part by two pair numbers and a rank, points.
    pair_index : int64[13, 13]
    sums : int64[3]
        Added to: deals, points of the hand over 46 starters, of the crib over 45,540 cases.
    show_counts : int64[30]
        Added to: (deal, starter) choices by points of the hand kept.
    value_counts : int64[96]
        Added to: deals by value of the best throw, rounded down to whole points, the first
        place for `LOWEST_VALUE`.

    """
    deal, suit_left = np.empty(6, dtype=np.int64), np.empty(4, dtype=np.int64)
    nobs, plain = np.empty(6, dtype=np.int64), np.empty(15, dtype=np.int64)
    hand_row, crib_row = np.empty(15, dtype=np.int64), np.empty(15, dtype=np.int64)
    groups = np.empty((6, 3), dtype=np.int64)
    for i in range(multisets.shape[0]):
        ranks = multisets[i]
        number = multiset_number(ranks)
        group_count = _group(ranks, groups)
        plain[:] = 0
        more = True
        while more:
            _fill_deal(ranks, groups, group_count, deal)
            toss_sums(
                deal, hand_ranks[number], crib_ranks[number], suit_left, nobs, hand_row, crib_row
            )
            best, value = _best_toss(deal, hand_row, crib_row, sign)
            sums[0] += 1
            sums[1] += hand_row[best]
            sums[2] += crib_row[best]
            value_counts[value // CRIB_CASES - LOWEST_VALUE] += 1
            keep = KEEP_CARDS[best]
            if _is_plain(deal, keep):
                plain[best] += 1
            else:
                _count_suited(deal, keep, points, pair_index, show_counts)
            more = _next_deal(groups, group_count)
        _count_plain(ranks, plain, points, pair_index, show_counts)


@jit
def _group(ranks: NDArray[np.int64], groups: NDArray[np.int64]) -> int:
    """Split six ascending ranks into groups of equal ranks, each at its first choice of suits.

    Parameters
    ----------
    ranks : int64[6]
    groups : int64[6, 3]
        Filled: position of the first card, number of cards, choice of suits.

    Returns
    -------
    group_count : int
        Number of groups.

    """
    group_count = 0
    for k in range(6):
        if k > 0 and ranks[k] == ranks[k - 1]:
            groups[group_count - 1, 1] += 1
        else:
            groups[group_count, 0] = k
            groups[group_count, 1] = 1
            groups[group_count, 2] = 0
            group_count += 1
    return group_count


@jit
def _fill_deal(
    ranks: NDArray[np.int64],
    groups: NDArray[np.int64],
    group_count: int,
    deal: NDArray[np.int64],
) -> None:
    """Fill deal, int64[6] ascending card ids, from the choice of suits of each group."""
    for group in range(group_count):
        first, size, choice = groups[group, 0], groups[group, 1], groups[group, 2]
        for k in range(size):
            deal[first + k] = 4 * ranks[first + k] + _SUITS[size, choice, k]


@jit
def _next_deal(groups: NDArray[np.int64], group_count: int) -> bool:
    """Step to the next choice of suits, the last group fastest; False after the last one."""
    for back in range(group_count):
        group = group_count - 1 - back
        groups[group, 2] += 1
        if groups[group, 2] < _CHOICES[groups[group, 1]]:
            return True
        groups[group, 2] = 0
    return False


@jit
def _best_toss(
    deal: NDArray[np.int64],
    hand_row: NDArray[np.int64],
    crib_row: NDArray[np.int64],
    sign: np.int64,
) -> tuple[int, np.int64]:
    """Find the best toss of a deal, and its value in 45,540ths of a point.

    Of equal values the toss of the lowest cards counts, as everywhere. Only the split
    between hand and crib depends on this, in the fifth decimal; the sum does not.
    """
    best, best_key = 0, np.int64(-(1 << 62))
    for toss in range(15):
        value = HAND_UNIT * hand_row[toss] + sign * crib_row[toss]
        key = throw_key(value, deal[TOSS_CARDS[toss, 0]], deal[TOSS_CARDS[toss, 1]])
        if key > best_key:
            best, best_key = toss, key
    return best, best_key >> 12


@jit
def _is_plain(deal: NDArray[np.int64], keep: NDArray[np.int64]) -> bool:
    """Tell whether the four cards at these positions hold neither a jack nor a flush."""
    differ = np.int64(0)
    for k in range(4):
        if (deal[keep[k]] >> 2) == 10:
            return False
        differ |= deal[keep[k]] ^ deal[keep[0]]
    return bool((differ & 3) != 0)


@jit
def _count_suited(
    deal: NDArray[np.int64],
    keep: NDArray[np.int64],
    points: NDArray[np.uint8],
    pair_index: NDArray[np.int64],
    show_counts: NDArray[np.int64],
) -> None:
    """Count the points of a kept hand with a jack or a flush, starter by starter.

    Parameters
    ----------
    deal : int64[6]
        Card ids.
    keep : int64[4]
        Positions of the cards kept.
    points : uint8[91, 91, 13]
    pair_index : int64[13, 13]
    show_counts : int64[30]
        Added to: starters by points; 46 in all.

    """
    seen, jacks, differ = np.int64(0), np.int64(0), np.int64(0)
    for k in range(6):
        seen |= 1 << deal[k]
    for k in range(4):
        if (deal[keep[k]] >> 2) == 10:
            jacks |= 1 << (deal[keep[k]] & 3)
        differ |= deal[keep[k]] ^ deal[keep[0]]
    flush = np.int64(4 if (differ & 3) == 0 else 0)
    flush_suit = deal[keep[0]] & 3
    first = pair_index[deal[keep[0]] >> 2, deal[keep[1]] >> 2]
    second = pair_index[deal[keep[2]] >> 2, deal[keep[3]] >> 2]
    for rank in range(13):
        base = np.int64(points[first, second, rank]) + flush
        for suit in range(4):
            if not (seen >> (4 * rank + suit)) & 1:
                more = (jacks >> suit) & 1
                if flush > 0 and suit == flush_suit:
                    more += 1
                show_counts[base + more] += 1


@jit
def _count_plain(
    ranks: NDArray[np.int64],
    plain: NDArray[np.int64],
    points: NDArray[np.uint8],
    pair_index: NDArray[np.int64],
    show_counts: NDArray[np.int64],
) -> None:
    """Count the points of kept hands without jack or flush, by starter rank.

    Parameters
    ----------
    ranks : int64[6]
        The multiset.
    plain : int64[15]
        Deals of the multiset in which each toss was best and left such a hand.
    points : uint8[91, 91, 13]
    pair_index : int64[13, 13]
    show_counts : int64[30]
        Added to: (deal, starter) choices by points.

    """
    for toss in range(15):
        if plain[toss] == 0:
            continue
        keep = KEEP_CARDS[toss]
        first = pair_index[ranks[keep[0]], ranks[keep[1]]]
        second = pair_index[ranks[keep[2]], ranks[keep[3]]]
        for rank in range(13):
            unseen = np.int64(4)
            for k in range(6):
                unseen -= np.int64(ranks[k] == rank)
            if unseen > 0:  # the table goes on to five of a rank, where points have no place
                show_counts[np.int64(points[first, second, rank])] += plain[toss] * unseen
