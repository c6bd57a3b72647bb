"""What is a deal worth on average? Figures over all 20,358,520 six-card deals.

Every deal is thrown at its best for one role; nothing is sampled. Against a uniform opponent
(any two of the 46 unseen cards) every starter and crib is counted, so that figures are exact.
Against a strategic one hands are exact and cribs come from tables that are close. Of tosses
that are worth the same, the one of the lowest cards is thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribcalc import lookup
from cribcalc.kernels._jit import cache_is_cold
from cribcalc.kernels.discard import CRIB_CASES, HAND_UNIT, STARTERS, best_throws
from cribcalc.kernels.ranksums import KEEP_CARDS, rank_sums, six_rank_multisets
from cribcalc.kernels.show import score_hands
from cribcalc.kernels.suit_classes import suit_classes
from cribcalc.kernels.sweep import LOWEST_VALUE, sweep_multisets
from cribcalc.roles import (
    DEFAULT_OPPONENT,
    Method,
    Opponent,
    Role,
    require_opponent,
    require_role,
)
from cribcalc.strategic import other_role, stored_crib_table
from cribcalc.threads import processors

DEALS = 20_358_520
"""Number of six-card deals: C(52, 6)."""

_Tally = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class DealStatistics:
    """Totals over all six-card deals under best play for one role.

    Attributes
    ----------
    role : str
        ``"dealer"`` or ``"pone"``.
    deals : int
        Number of deals.
    hand_points : int
        Points of the kept hands over all deals and their 46 starters.
    crib_points : int
        Points of the cribs over all deals and their 45,540 cases; against a strategic
        opponent an average crib counts as 45,540 cases, rounded.
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
    opponent: Opponent

    @property
    def method(self) -> Method:
        """How cribs were found."""
        return "exact" if self.opponent == "uniform" else "table"

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
        return self.hand_points * HAND_UNIT + crib

    @property
    def expected_mean(self) -> float:
        """Expected average, points: hand plus (dealer) or minus (pone) crib."""
        return self.expected_points / (self.deals * CRIB_CASES)


def deal_statistics(
    role: Role,
    *,
    opponent: Opponent = DEFAULT_OPPONENT,
    progress: Callable[[int, int], None] | None = None,
    threads: int | None = None,
    on_compile: Callable[[], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> DealStatistics:
    """Sweep all six-card deals for one role.

    Parameters
    ----------
    role : {"dealer", "pone"}
        Whose throw it is.
    opponent : one of `OPPONENTS`
        How the other player throws.
    progress : callable, optional
        Called from the calling thread with the deals done so far and all deals.
    threads : int, optional
        Threads to use; as many as processors by default.
    on_compile : callable, optional
        Called before kernels are compiled, which takes some seconds.
    stopped : callable, optional
        Asked now and then whether to stop; for programs in which an interrupt may get lost.

    Raises
    ------
    KeyboardInterrupt
        If it is to stop.

    """
    require_role(role)
    require_opponent(opponent)
    kind: type[_UniformSweep | _StrategicSweep]
    kind = _UniformSweep if opponent == "uniform" else _StrategicSweep
    if on_compile is not None and cache_is_cold(*kind.kernels):
        on_compile()

    def check() -> None:
        if stopped is not None and stopped():
            raise KeyboardInterrupt

    check()
    sweep = kind(role)  # begins to compile
    sweep.run(slice(0, 1))  # compiles here, in the thread that hears Ctrl-C
    check()
    parts = [slice(at, at + sweep.step) for at in range(0, sweep.size, sweep.step)]
    sums, shows, values = _empty_tally()
    pool = ThreadPoolExecutor(threads or processors())
    try:
        for task in as_completed([pool.submit(sweep.run, part) for part in parts]):
            more_sums, more_shows, more_values = task.result()
            sums, shows, values = sums + more_sums, shows + more_shows, values + more_values
            check()
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
        opponent=opponent,
    )


def _empty_tally() -> _Tally:
    """Get zero sums int64[3], show counts int64[30], value counts int64[96]."""
    return np.zeros(3, np.int64), np.zeros(30, np.int64), np.zeros(96, np.int64)


# A sweep takes all deals in parts: ``size`` of something in all, ``step`` a part.


class _UniformSweep:
    """All deals of each multiset of ranks, every crib counted."""

    kernels: tuple[str, ...] = ("ranksums", "sweep")
    step = 256

    def __init__(self, role: Role):
        self.size = len(six_rank_multisets())
        self._sign = np.int64(1 if role == "dealer" else -1)
        rank_sums()  # once, before threads ask for it

    def run(self, part: slice) -> _Tally:
        """Add up some multisets."""
        tally = _empty_tally()
        sweep_multisets(
            six_rank_multisets()[part],
            self._sign,
            *rank_sums(),
            lookup.rank_points(),
            lookup.PAIR_INDEX,
            *tally,
        )
        return tally


class _StrategicSweep:
    """One deal of each class of like deals, cribs looked up in tables."""

    kernels: tuple[str, ...] = ("ranksums", "suit_classes", "table_cribs", "discard", "show")
    step = 1 << 13

    def __init__(self, role: Role):
        self.size = len(suit_classes()[0])
        self._role = role
        self._table = stored_crib_table(other_role(role))

    def run(self, part: slice) -> _Tally:
        """Add up some classes."""
        cards, deals = suit_classes()[0][part], suit_classes()[1][part].astype(np.int64)
        hand_sums, cribs = self._table.values(cards)
        crib_sums = np.rint(cribs * CRIB_CASES).astype(np.int64)
        is_dealer = np.full(len(cards), self._role == "dealer", dtype=np.uint8)
        best, _, _, expected = best_throws(hand_sums, crib_sums, cards, is_dealer)
        rows = np.arange(len(cards))
        sums, shows, values = _empty_tally()
        sums[:] = (
            deals.sum(),
            deals @ hand_sums[rows, best],
            deals @ crib_sums[rows, best],
        )
        np.add.at(values, expected // CRIB_CASES - LOWEST_VALUE, deals)
        shows += _show_counts(np.take_along_axis(cards, KEEP_CARDS[best], axis=1), cards, deals)
        return sums, shows, values


def _show_counts(
    keeps: NDArray[np.uint8], cards: NDArray[np.uint8], deals: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Count the points of kept hands, uint8[n, 4] of uint8[n, 6], over all starters: int64[30]."""
    starters = np.arange(52, dtype=np.uint8)
    hands = np.empty((len(keeps), 52, 5), dtype=np.uint8)
    hands[:, :, :4], hands[:, :, 4] = keeps[:, None], starters
    is_free = (cards[:, :, None] != starters).all(axis=1)
    points = score_hands(hands[is_free], np.zeros(int(is_free.sum()), dtype=np.uint8))
    weights = np.broadcast_to(deals[:, None], is_free.shape)[is_free]
    return np.bincount(points, weights, minlength=30).astype(np.int64)
