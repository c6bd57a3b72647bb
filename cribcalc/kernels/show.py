"""Points of many hands, in total or by category.

Method: show points are *rank part + flush + nobs*; the rank part (fifteens, pairs, runs) is
read from a table, flush and nobs are a few comparisons. A card is ``4*rank + suit``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribcalc import lookup
from cribcalc.kernels._jit import jit


def score_hands(cards: NDArray[np.uint8], crib: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Score many hands.

    Parameters
    ----------
    cards : uint8[n, 5]
        Card ids, all different within a row: four hand cards, then the starter.
    crib : uint8[n]
        1 where the crib's flush rule holds (five cards or nothing), else 0.

    Returns
    -------
    totals : uint8[n]
        Points.

    """
    cards, crib = _checked(cards, crib)
    totals = np.empty(len(cards), dtype=np.uint8)
    _score_hands(cards, crib, dense_points(), totals)
    return totals


def score_categories(cards: NDArray[np.uint8], crib: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Score many hands by category.

    Parameters
    ----------
    cards : uint8[n, 5]
        Card ids, all different within a row: four hand cards, then the starter.
    crib : uint8[n]
        1 where the crib's flush rule holds (five cards or nothing), else 0.

    Returns
    -------
    points : uint8[n, 5]
        Points for fifteens, pairs, runs, flush and nobs, in this order.

    """
    cards, crib = _checked(cards, crib)
    points = np.empty((len(cards), 5), dtype=np.uint8)
    _score_categories(cards, crib, lookup.PAIR_INDEX, _category_table(), points)
    return points


@cache
def dense_points() -> NDArray[np.uint8]:
    """Points of the rank part, indexed by five ranks.

    Returns
    -------
    points : uint8[371293]
        Points at ``(((a*13 + b)*13 + c)*13 + d)*13 + e`` for ranks a to e; read-only.

    """
    pair = lookup.PAIR_INDEX.ravel()
    points = np.ascontiguousarray(lookup.rank_points()[pair[:, None], pair[None, :]].ravel())
    points.flags.writeable = False
    return points


@cache
def _category_table() -> NDArray[np.uint8]:
    """Fifteens, pairs and runs side by side: uint8[91, 91, 13, 3], points."""
    return np.ascontiguousarray(np.stack(lookup.category_points(), axis=-1))


def _checked(
    cards: NDArray[np.uint8], crib: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Refuse arrays that a kernel would read out of bounds."""
    cards = np.ascontiguousarray(cards, dtype=np.uint8)
    crib = np.ascontiguousarray(crib, dtype=np.uint8)
    if cards.ndim != 2 or cards.shape[1] != 5 or crib.shape != (len(cards),):
        raise ValueError(f"cards[n, 5] and crib[n] are wanted, not {cards.shape}, {crib.shape}")
    if cards.size and cards.max() > 51:
        raise ValueError("card ids are 0 to 51")
    return cards, crib


@jit
def _score_hands(
    cards: NDArray[np.uint8],
    crib: NDArray[np.uint8],
    dense: NDArray[np.uint8],
    totals: NDArray[np.uint8],
) -> None:
    """Fill totals.

    Parameters
    ----------
    cards : uint8[n, 5]
    crib : uint8[n]
    dense : uint8[371293]
        `dense_points`.
    totals : uint8[n]
        Filled; points.

    """
    for i in range(cards.shape[0]):
        a, b = np.int64(cards[i, 0]), np.int64(cards[i, 1])
        c, d = np.int64(cards[i, 2]), np.int64(cards[i, 3])
        starter = np.int64(cards[i, 4])
        at = (((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)) * 13 + (d >> 2)
        points = np.int64(dense[at * 13 + (starter >> 2)])
        jack = 40 + (starter & 3)  # a jack starter is none of the four cards
        points += np.int64((a == jack) | (b == jack) | (c == jack) | (d == jack))
        totals[i] = points + _flush(a, b, c, d, starter, np.int64(crib[i]))


@jit
def _score_categories(
    cards: NDArray[np.uint8],
    crib: NDArray[np.uint8],
    pair_index: NDArray[np.int64],
    table: NDArray[np.uint8],
    points: NDArray[np.uint8],
) -> None:
    """Fill points by category.

    Parameters
    ----------
    cards : uint8[n, 5]
    crib : uint8[n]
    pair_index : int64[13, 13]
        Number of a pair of ranks.
    table : uint8[91, 91, 13, 3]
        Fifteens, pairs and runs by two pair numbers and a rank, points.
    points : uint8[n, 5]
        Filled; points.

    """
    for i in range(cards.shape[0]):
        a, b = np.int64(cards[i, 0]), np.int64(cards[i, 1])
        c, d = np.int64(cards[i, 2]), np.int64(cards[i, 3])
        starter = np.int64(cards[i, 4])
        first, second = pair_index[a >> 2, b >> 2], pair_index[c >> 2, d >> 2]
        for category in range(3):
            points[i, category] = table[first, second, starter >> 2, category]
        jack = 40 + (starter & 3)
        points[i, 3] = _flush(a, b, c, d, starter, np.int64(crib[i]))
        points[i, 4] = np.int64((a == jack) | (b == jack) | (c == jack) | (d == jack))


@jit
def _flush(
    a: np.int64, b: np.int64, c: np.int64, d: np.int64, starter: np.int64, crib: np.int64
) -> int:
    """Points of the flush of four cards and a starter: 0, 4 or 5; in the crib 0 or 5."""
    if ((a ^ b) | (a ^ c) | (a ^ d)) & 3:
        return 0
    if ((a ^ starter) & 3) == 0:
        return 5
    return 0 if crib else 4
