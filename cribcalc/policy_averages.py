"""What each pair of ranks brings and how often it is thrown, among players who throw well.

Two readings of "the average crib of a pair". Static: over all deals that hold the pair, as if
the other four cards were any; this is what published tables give. Thrown: only over the deals
in which the pair is really thrown, by the stored policy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import cache_is_cold
from cribcalc.kernels.ranksums import TOSS_CARDS
from cribcalc.kernels.suit_classes import suit_classes
from cribcalc.lookup import PAIR_INDEX, PAIR_RANKS, PAIRS
from cribcalc.policy import Policy
from cribcalc.roles import Role
from cribcalc.strategic import other_role, stored_crib_table, stored_policy
from cribcalc.threads import in_threads


@dataclass(frozen=True, slots=True)
class PairAverage:
    """One kind of thrown pair in one role.

    Attributes
    ----------
    low, high : int
        The ranks, ace 0 to king 12, low first.
    suited : bool
        Whether both cards are of one suit.
    static_mean : float
        Average crib over all deals that hold such a pair, points.
    thrown_mean : float or None
        Average crib over the deals that throw it, points; None if none does.
    share : float
        Share of all deals that throw it.

    """

    low: int
    high: int
    suited: bool
    static_mean: float
    thrown_mean: float | None
    share: float


def pair_averages(
    role: Role, on_compile: Callable[[], None] | None = None
) -> tuple[PairAverage, ...]:
    """Average cribs and throws of a player who throws well, in one role.

    Parameters
    ----------
    role : {"dealer", "pone"}
        Who throws.
    on_compile : callable, optional
        Called before kernels are compiled, which takes some seconds.

    Returns
    -------
    averages : tuple of PairAverage
        The 169 kinds in order of low rank, high rank, unsuited before suited.

    Raises
    ------
    TableError
        If a table is missing or damaged.

    """
    if on_compile is not None and cache_is_cold("ranksums", "suit_classes", "table_cribs"):
        on_compile()
    sums = _sums(stored_policy(role))
    held, held_points, thrown, thrown_points = sums
    total = float(suit_classes()[1].sum(dtype=np.int64))
    averages = []
    for pair in range(PAIRS):
        low, high = PAIR_RANKS[pair].tolist()
        for suited in (False, True) if low < high else (False,):
            at = 2 * pair + suited
            made = float(thrown[at])
            averages.append(
                PairAverage(
                    low,
                    high,
                    suited,
                    float(held_points[at] / held[at]),
                    float(thrown_points[at]) / made if made else None,
                    made / total,
                )
            )
    return tuple(averages)


def _sums(policy: Policy) -> NDArray[np.float64]:
    """Deals that hold each kind of pair, and that throw it, with the points of their cribs.

    Returns
    -------
    sums : float64[4, 182]
        Deals holding it, their points, deals throwing it, their points; by twice the pair's
        number, plus 1 for one suit.

    """
    cards, deals, _ = suit_classes()
    held = deals.astype(np.float64)
    table = stored_crib_table(other_role(policy.role))

    def add(part: slice) -> NDArray[np.float64]:
        _, cribs = table.values(cards[part])
        sums = np.zeros((4, 2 * PAIRS), dtype=np.float64)
        for toss, (one, other) in enumerate(TOSS_CARDS):
            first, second = cards[part, one], cards[part, other]
            kind = 2 * PAIR_INDEX[first >> 2, second >> 2] + ((first & 3) == (second & 3))
            made, points = policy.deals[part, toss], cribs[:, toss]
            weights = np.stack([held[part], held[part] * points, made, made * points])
            for row in range(4):
                sums[row] += np.bincount(kind, weights[row], minlength=2 * PAIRS)
        return sums

    _ = policy.deals  # once, before threads ask for it
    sums: NDArray[np.float64] = np.sum(in_threads(add, len(cards)), axis=0)
    return sums
