"""What the ranks alone contribute to hands and cribs, for all 18,395 six-rank multisets.

Method. For six ranks, each pair of ranks an opponent may throw and each starter's rank has
a number of card choices: 91 x 13 weights. The rank part (fifteens, pairs, runs) of a toss's
crib, over all cases, is the product of these weights with one row of the table of rank
points; that of a hand needs only the 13 starter ranks. Flush and nobs depend on suits and are
added for each deal in `cribcalc.kernels.discard`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribcalc import lookup
from cribcalc.kernels._jit import jit

TOSS_CARDS: NDArray[np.int64] = np.array(list(combinations(range(6), 2)), dtype=np.int64)
"""int64[15, 2]: the positions of the two cards of each toss."""

KEEP_CARDS: NDArray[np.int64] = np.array(
    [[i for i in range(6) if i not in toss] for toss in combinations(range(6), 2)], dtype=np.int64
)
"""int64[15, 4]: the positions of the four cards kept."""

# Ascending ranks r0 <= ... <= r5 are numbered by the sum of these: 0 to 18,563, of which the
# 169 numbers of five or six equal ranks stay empty.
_STEPS: NDArray[np.int64] = np.array(
    [[comb(rank + i, i + 1) for rank in range(13)] for i in range(6)], dtype=np.int64
)
_NUMBERS = comb(18, 6)


@cache
def six_rank_multisets() -> NDArray[np.int64]:
    """Get the 18,395 sets of six ranks that a pack can deal.

    Returns
    -------
    multisets : int64[18395, 6]
        Ascending ranks.

    """
    return rank_multisets(6)


def rank_multisets(size: int) -> NDArray[np.int64]:
    """List the sets of that many ranks that a pack can deal: int64[m, size], ascending."""
    every = np.array(list(combinations_with_replacement(range(13), size)), dtype=np.int64)
    possible: NDArray[np.int64] = every[(every[:, :-4] != every[:, 4:]).all(axis=1)]
    return possible


@cache
def rank_sums() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sum what the ranks contribute, for every toss of every six-rank multiset.

    Computed on first use, in about a twentieth of a second.

    Returns
    -------
    hand_ranks, crib_ranks : int32[18564, 15]
        Points over 46 starters and over 45,540 cases, by the multiset's number and the toss
        of the ascending ranks; read-only.

    """
    hand_ranks = np.zeros((_NUMBERS, 15), dtype=np.int32)
    crib_ranks = np.zeros((_NUMBERS, 15), dtype=np.int32)
    points = lookup.rank_points().astype(np.int32)
    _fill_rank_sums(
        six_rank_multisets(), points, lookup.PAIR_INDEX, lookup.PAIR_RANKS, hand_ranks, crib_ranks
    )
    hand_ranks.flags.writeable = crib_ranks.flags.writeable = False
    return hand_ranks, crib_ranks


@jit
def _fill_rank_sums(
    multisets: NDArray[np.int64],
    points: NDArray[np.int32],
    pair_index: NDArray[np.int64],
    pair_ranks: NDArray[np.int64],
    hand_ranks: NDArray[np.int32],
    crib_ranks: NDArray[np.int32],
) -> None:
    """Fill the sums of the rank part.

    Parameters
    ----------
    multisets : int64[m, 6]
        Ascending ranks.
    points : int32[91, 91, 13]
        Rank part by two pair numbers and a rank, points.
    pair_index : int64[13, 13]
    pair_ranks : int64[91, 2]
    hand_ranks, crib_ranks : int32[18564, 15]
        Filled where a multiset is numbered; points.

    """
    unseen = np.empty(13, dtype=np.int32)
    weights = np.empty((91, 13), dtype=np.int32)
    flat_weights, rows = weights.reshape(1183), points.reshape(91, 1183)
    known = np.empty(91, dtype=np.int32)
    for i in range(multisets.shape[0]):
        ranks = multisets[i]
        number = multiset_number(ranks)
        unseen[:] = 4
        for k in range(6):
            unseen[ranks[k]] -= 1
        _crib_weights(unseen, pair_ranks, weights)
        known[:] = -1
        for toss in range(15):
            pair = pair_index[ranks[TOSS_CARDS[toss, 0]], ranks[TOSS_CARDS[toss, 1]]]
            if known[pair] < 0:  # equal pairs of ranks have equal cribs
                known[pair] = _weighted(flat_weights, rows[pair])
            crib_ranks[number, toss] = known[pair]
            keep = KEEP_CARDS[toss]
            first = pair_index[ranks[keep[0]], ranks[keep[1]]]
            second = pair_index[ranks[keep[2]], ranks[keep[3]]]
            total = np.int64(0)
            for rank in range(13):
                total += unseen[rank] * points[first, second, rank]
            hand_ranks[number, toss] = total


@jit
def _crib_weights(
    unseen: NDArray[np.int32], pair_ranks: NDArray[np.int64], weights: NDArray[np.int32]
) -> None:
    """Count the card choices for each opponent's pair of ranks and starter's rank.

    Parameters
    ----------
    unseen : int32[13]
        Cards unseen of each rank; 46 in all.
    pair_ranks : int64[91, 2]
    weights : int32[91, 13]
        Filled; cases, 45,540 in all.

    """
    for pair in range(91):
        low, high = pair_ranks[pair, 0], pair_ranks[pair, 1]
        if low == high:
            choices = unseen[low] * (unseen[low] - 1) // 2
        else:
            choices = unseen[low] * unseen[high]
        for rank in range(13):
            weights[pair, rank] = choices * unseen[rank]
        weights[pair, low] -= choices
        weights[pair, high] -= choices


@jit
def _weighted(weights: NDArray[np.int32], row: NDArray[np.int32]) -> np.int32:
    """Sum int32[1183] weights (cases) times int32[1183] points."""
    total = np.int32(0)  # at most 45,540 x 29 points
    for at in range(1183):
        total = np.int32(total + np.int32(weights[at] * row[at]))  # 32 bits: twice the speed
    return total


@jit
def multiset_number(ranks: NDArray[np.int64]) -> np.int64:
    """Get the number, 0 to 18,563, of six ascending ranks: int64[6]."""
    number = np.int64(0)
    for i in range(6):
        number += _STEPS[i, ranks[i]]
    return number
