"""Which throws are best in many deals, by a model of the opponent.

An analyser is any function with the shape of `Analyser`. Figures keep what they are made of,
so that delimited text gets correctly rounded millionths and JSON the nearest float.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels.discard import best_throws, discard_sums, rank_throws
from cribcalc.roles import Opponent

STARTERS = 46
CRIB_CASES = 45_540


class Figures(Protocol):
    """Some figures, in points."""

    def floats(self) -> NDArray[np.float64]:
        """Get the figures as floats: float64[...], points."""

    def millionths(self) -> NDArray[np.int64]:
        """Get the figures rounded to millionths of a point: int64[...]."""


@dataclass(frozen=True, slots=True)
class Fractions:
    """Exact figures: integers over one denominator.

    Attributes
    ----------
    numerators : int64[...]
        Below 2**42, so that millionths fit into 63 bits.
    denominator
        Greater than 0.

    """

    numerators: NDArray[np.int64]
    denominator: int

    def floats(self) -> NDArray[np.float64]:
        """Get the nearest floats: float64[...], points."""
        return self.numerators / self.denominator

    def millionths(self) -> NDArray[np.int64]:
        """Round to millionths, int64[...], by integer arithmetic, half up.

        A half does not come up with 46 or 45,540 as denominator: with the factors of two
        left in them no multiple of a million leaves half of the denominator over.
        """
        doubled = 2 * self.denominator
        return (self.numerators * 2_000_000 + self.denominator) // doubled


@dataclass(frozen=True, slots=True)
class Floats:
    """Figures known as floats only, float64[...], in points."""

    values: NDArray[np.float64]

    def floats(self) -> NDArray[np.float64]:
        """Get the figures: float64[...], points."""
        return self.values

    def millionths(self) -> NDArray[np.int64]:
        """Round to millionths: int64[...]."""
        return np.rint(self.values * 1e6).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of many deals that are wanted, best first.

    Attributes
    ----------
    picks : int64[n, t]
        Toss numbers in the order of ``itertools.combinations(range(6), 2)``; t is 1 or 15.
    hand, crib, expected : Figures[n, t]
        Mean of the hand, of the crib, and hand plus (dealer) or minus (pone) crib.
    margin : Figures[n, t]
        For the best alone: how far the second is behind it. For all throws: how far each
        is behind the best.

    """

    picks: NDArray[np.int64]
    hand: Figures
    crib: Figures
    expected: Figures
    margin: Figures


Analyser = Callable[[NDArray[np.uint8], NDArray[np.uint8], bool], Throws]
"""From cards uint8[n, 6], is_dealer uint8[n] and whether all throws are wanted, to throws."""


def uniform(cards: NDArray[np.uint8], is_dealer: NDArray[np.uint8], every: bool = False) -> Throws:
    """Analyse deals against an opponent who throws any two cards, exactly.

    Parameters
    ----------
    cards : uint8[n, 6]
        Card ids, all different within a row.
    is_dealer : uint8[n]
        1 where the crib is one's own.
    every
        Whether all fifteen throws are wanted, not only the best.

    """
    hand_sums, crib_sums = discard_sums(cards)
    if every:
        picks = rank_throws(hand_sums, crib_sums, cards, is_dealer).astype(np.int64)
    else:
        best, _, margins, _ = best_throws(hand_sums, crib_sums, cards, is_dealer)
        picks = best.astype(np.int64)[:, None]
    hands = np.take_along_axis(hand_sums, picks, axis=1)
    cribs = np.take_along_axis(crib_sums, picks, axis=1)
    signs = np.where(is_dealer, 1, -1).astype(np.int64)[:, None]
    values = (CRIB_CASES // STARTERS) * hands + signs * cribs
    margin = values[:, :1] - values if every else margins[:, None]
    return Throws(
        picks,
        Fractions(hands, STARTERS),
        Fractions(cribs, CRIB_CASES),
        Fractions(values, CRIB_CASES),
        Fractions(margin, CRIB_CASES),
    )


ANALYSERS: dict[Opponent, Analyser] = {"uniform": uniform}
"""The analyser of each model of the opponent."""
