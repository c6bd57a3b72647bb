"""How many of the opponent's hands avoid given ranks, weighted by what they throw.

Method. If some cards are known, by rank, the opponent's hands of a multiset of ranks can
be dealt from the rest in a product of binomials; that is the multiset's weight. The product is
split into low ranks (ace to six) and high ranks (seven to king), each looked up in a table
of all combinations, so that a weight costs one multiplication.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit


@jit
def add_avoiding(
    known_low: NDArray[np.int64],
    known_high: NDArray[np.int64],
    low_ways: NDArray[np.float64],
    high_ways: NDArray[np.float64],
    starts: NDArray[np.int64],
    high_of: NDArray[np.int64],
    entry_starts: NDArray[np.int64],
    entry_columns: NDArray[np.int64],
    entry_shares: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add up shares over all hands that avoid known cards.

    Parameters
    ----------
    known_low, known_high : int64[k]
        Rows of the low and the high part of each set of known cards.
    low_ways, high_ways : float64[_, _]
        Ways to deal a part of a hand (column) beside a part of known cards (row).
    starts : int64[l + 1]
        First multiset of each low part; multisets stand in order of their low parts.
    high_of : int64[m]
        Column of the high part of each multiset.
    entry_starts : int64[m + 1]
        First entry of each multiset.
    entry_columns : int64[e]
        Column of ``sums`` that an entry adds to.
    entry_shares : float64[e]
        Share of the multiset's hands that the entry stands for.
    sums : float64[k, c]
        Added to; hands.

    """
    for known in range(known_low.shape[0]):
        for low in range(starts.shape[0] - 1):
            low_way = low_ways[known_low[known], low]
            if low_way == 0.0:
                continue
            for m in range(starts[low], starts[low + 1]):
                ways = low_way * high_ways[known_high[known], high_of[m]]
                if ways == 0.0:
                    continue
                for entry in range(entry_starts[m], entry_starts[m + 1]):
                    sums[known, entry_columns[entry]] += ways * entry_shares[entry]
