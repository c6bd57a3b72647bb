"""Points that depend on ranks alone, for every five ranks, as NumPy tables.

Show points are *rank part + flush + nobs* and the rank part (fifteens, pairs, runs)
depends only on five ranks: a pair of ranks, another pair of ranks and a single rank.
The tables are therefore indexed ``[pair, pair, rank]`` with the 91 unordered rank pairs
numbered by `PAIR_INDEX`: a crib is (toss, opponent's toss, starter), a hand is (two of the
keep, the other two, starter). They are computed on first use in a few milliseconds, by
counting subsets and ranks, independently of the explaining scorer in `cribcalc.scoring`;
tests tie the two together over all 6,175 rank multisets.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

PAIRS = 91
"""Number of unordered pairs of ranks, equal ranks included."""


def _pair_index() -> NDArray[np.int64]:
    index = np.zeros((13, 13), dtype=np.int64)
    low, high = np.triu_indices(13)
    index[low, high] = index[high, low] = np.arange(PAIRS)
    return index


PAIR_INDEX: NDArray[np.int64] = _pair_index()
"""int64[13, 13]: number 0..90 of an unordered pair of ranks (A,A is 0, K,K is 90)."""

PAIR_RANKS: NDArray[np.int64] = np.stack(np.triu_indices(13), axis=1).astype(np.int64)
"""int64[91, 2]: the two ranks, low first, of each pair number."""


@cache
def category_points() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Points for fifteens, pairs and runs of every five ranks.

    Returns
    -------
    fifteens, pairs, runs : uint8[91, 91, 13]
        Points (not counts), indexed by two pair numbers and one rank; read-only.

    """
    first = PAIR_RANKS[:, None, None, :]
    second = PAIR_RANKS[None, :, None, :]
    single = np.arange(13)[None, None, :, None]
    shape = (PAIRS, PAIRS, 13)
    ranks = [
        np.ascontiguousarray(np.broadcast_to(part, shape).astype(np.uint8))
        for part in (first[..., 0], first[..., 1], second[..., 0], second[..., 1], single[..., 0])
    ]
    fifteens, pairs, runs = _fifteens(ranks), _pairs(ranks), _runs(ranks)
    for table in (fifteens, pairs, runs):
        table.flags.writeable = False
    return fifteens, pairs, runs


@cache
def rank_points() -> NDArray[np.uint8]:
    """Points of the rank part (fifteens + pairs + runs) of every five ranks.

    Returns
    -------
    points : uint8[91, 91, 13]
        Points, indexed by two pair numbers and one rank; read-only.

    """
    fifteens, pairs, runs = category_points()
    points = fifteens + pairs + runs
    points.flags.writeable = False
    return points


def _fifteens(ranks: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Two points for every subset of the five cards whose values add to fifteen."""
    values = [np.minimum(rank + 1, 10).astype(np.uint8) for rank in ranks]
    points = np.zeros_like(values[0])
    for size in range(2, 6):
        for subset in combinations(values, size):
            total = subset[0] + subset[1]
            for value in subset[2:]:
                total += value
            points += (total == 15).view(np.uint8)
    return (2 * points).astype(np.uint8)


def _pairs(ranks: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Two points for every two cards of equal rank."""
    points = np.zeros_like(ranks[0])
    for one, other in combinations(ranks, 2):
        points += (one == other).view(np.uint8)
    return (2 * points).astype(np.uint8)


def _runs(ranks: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Length times multiplicity of each longest block of consecutive ranks."""
    nothing = np.zeros_like(ranks[0])
    cards_of: list[NDArray[np.uint8]] = [nothing]  # a border, so that blocks end at ace and king
    for rank in range(13):
        count = nothing.copy()
        for each in ranks:
            count += (each == rank).view(np.uint8)
        cards_of.append(count)
    cards_of.append(nothing)
    points = nothing.copy()
    for start in range(1, 12):
        begins = (cards_of[start - 1] == 0).view(np.uint8)
        ways = begins * cards_of[start] * cards_of[start + 1]
        for length in range(3, min(5, 14 - start) + 1):
            ways = ways * cards_of[start + length - 1]
            points += length * ways * (cards_of[start + length] == 0).view(np.uint8)
    return points
