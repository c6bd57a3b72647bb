"""What is a deal worth on average? Exact figures over all 20,358,520 six-card deals.

Every deal is thrown at its best for one role against a uniform opponent (any two of the
46 unseen cards), and every starter and crib is counted: nothing is sampled. Of tosses that
are worth the same, the one of the lowest cards is thrown.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribcalc import lookup
from cribcalc.kernels.ranksums import rank_sums, six_rank_multisets
from cribcalc.kernels.sweep import LOWEST_VALUE, sweep_multisets
from cribcalc.roles import Role

DEALS = 20_358_520
"""Number of six-card deals: C(52, 6)."""

STARTERS = 46
CRIB_CASES = 45_540
"""Cribs of one toss: 1,035 opponent's tosses with 44 starters each."""

_CHUNK = 256  # multisets between two calls of the progress callback
_Tally = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """Exact totals over all six-card deals under best play for one role.

    Attributes
    ----------
    role : str
        ``"dealer"`` or ``"pone"``.
    deals : int
        Number of deals.
    hand_points : int
        Points of the kept hands over all deals and their 46 starters.
    crib_points : int
        Points of the cribs over all deals and their 45,540 cases.
    show_counts : tuple of int
        ``show_counts[p]``: (deal, starter) choices in which the kept hand shows p points.
    value_counts : dict of int to int
        Deals by the expected average of the best throw, rounded down to a whole point.

    """

    role: Role
    deals: int
    hand_points: int
    crib_points: int
    show_counts: tuple[int, ...]
    value_counts: dict[int, int]

    @property
    def hand_mean(self) -> float:
        """Average hand, points."""
        return self.hand_points / (self.deals * STARTERS)

    @property
    def crib_mean(self) -> float:
        """Average crib, points."""
        return self.crib_points / (self.deals * CRIB_CASES)

    @property
    def expected_points(self) -> int:
        """Hand plus (dealer) or minus (pone) crib, in 45,540ths of a point over all deals."""
        crib = self.crib_points if self.role == "dealer" else -self.crib_points
        return self.hand_points * (CRIB_CASES // STARTERS) + crib

    @property
    def expected_mean(self) -> float:
        """Expected average, points: hand plus (dealer) or minus (pone) crib."""
        return self.expected_points / (self.deals * CRIB_CASES)


def deal_statistics(
    role: Role,
    *,
    progress: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> DealStatistics:
    """Sweep all six-card deals for one role.

    Parameters
    ----------
    role : {"dealer", "pone"}
        Whose throw it is.
    progress : callable, optional
        Called from the calling thread with the deals done so far and all deals.
    threads : int, optional
        Threads to use; as many as processors by default.

    """
    if role not in ("dealer", "pone"):
        raise ValueError(f"role is dealer or pone, not {role!r}")
    multisets = six_rank_multisets()
    rank_sums()  # once, before threads ask for it
    chunks = [multisets[at : at + _CHUNK] for at in range(0, len(multisets), _CHUNK)]
    sums, shows, values = _empty_tally()
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        for task in as_completed([pool.submit(_sweep, chunk, role) for chunk in chunks]):
            more_sums, more_shows, more_values = task.result()
            sums, shows, values = sums + more_sums, shows + more_shows, values + more_values
            if progress is not None:
                progress(int(sums[0]), DEALS)
    finally:
        pool.shutdown(cancel_futures=True)
    counted = np.flatnonzero(values).tolist()
    return DealStatistics(
        role=role,
        deals=int(sums[0]),
        hand_points=int(sums[1]),
        crib_points=int(sums[2]),
        show_counts=tuple(shows.tolist()),
        value_counts={at + LOWEST_VALUE: int(values[at]) for at in counted},
    )


def _empty_tally() -> _Tally:
    """Get zero sums int64[3], show counts int64[30], value counts int64[96]."""
    return np.zeros(3, np.int64), np.zeros(30, np.int64), np.zeros(96, np.int64)


def _sweep(multisets: NDArray[np.int64], role: Role) -> _Tally:
    """Sweep one chunk of multisets."""
    tally = _empty_tally()
    sign = np.int64(1 if role == "dealer" else -1)
    sweep_multisets(multisets, sign, *rank_sums(), lookup.rank_points(), lookup.PAIR_INDEX, *tally)
    return tally
