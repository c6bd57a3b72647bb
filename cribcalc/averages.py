"""What is a thrown pair worth in the crib? Exact figures for all 169 kinds of pair.

A random opponent: his pair is any two of the other 50 cards and the starter any of the 48
then left, 58,800 outcomes. This is the static table of the books; a deal of six cards has
its own averages, since four more cards are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import JACK, RANKS
from cribcalc.lookup import PAIR_INDEX, rank_points

OUTCOMES = 58_800
"""Opponent's pairs times starters: C(50, 2) x 48."""

_HIGHEST = 29


@dataclass(frozen=True, slots=True)
class CribAverage:
    """Points of the crib over all outcomes for one kind of thrown pair.

    Attributes
    ----------
    low, high : int
        The ranks thrown, ace 0 to king 12, low first.
    suited : bool
        Whether both cards are of one suit.
    counts : tuple of int
        ``counts[p]``: outcomes that score p points, p from 0 to 29.

    """

    low: int
    high: int
    suited: bool
    counts: tuple[int, ...]

    @property
    def name(self) -> str:
        """The ranks, like ``5-J``."""
        return f"{RANKS[self.low]}-{RANKS[self.high]}"

    @property
    def points(self) -> int:
        """Sum of the points of all outcomes."""
        return sum(points * count for points, count in enumerate(self.counts))

    @property
    def mean(self) -> float:
        """Average crib, points."""
        return self.points / OUTCOMES


@cache
def crib_averages() -> tuple[CribAverage, ...]:
    """Get the 169 kinds of pair in order of low rank, high rank, unsuited before suited.

    >>> best = max(crib_averages(), key=lambda average: average.mean)
    >>> best.name, round(best.mean, 3)
    ('5-5', 8.993)
    """
    outcomes = _Outcomes.of_pack()
    return tuple(
        CribAverage(low, high, suited, outcomes.count(low, high, suited))
        for low in range(13)
        for high in range(low, 13)
        for suited in ((False, True) if low < high else (False,))
    )


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """Every opponent's pair and starter of a whole pack: m = 66,300.

    Attributes
    ----------
    cards : uint8[3, m]
        The opponent's two cards and the starter.
    ranks : int64[m]
        Place of the opponent's pair and the starter's rank in a row of `rank_points`.
    nobs : uint8[m]
        1 where one of the opponent's cards gives nobs.
    clubs : bool[m]
        Where all three cards are clubs.

    """

    cards: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    nobs: NDArray[np.uint8]
    clubs: NDArray[np.bool_]

    @classmethod
    def of_pack(cls) -> _Outcomes:
        """List the outcomes."""
        pairs = np.array(list(combinations(range(52), 2)), dtype=np.uint8)
        one, other = np.repeat(pairs, 52, axis=0).T
        starter = np.tile(np.arange(52, dtype=np.uint8), len(pairs))
        apart = (one != starter) & (other != starter)
        one, other, starter = one[apart], other[apart], starter[apart]
        jack = 4 * JACK + (starter & 3)
        return cls(
            cards=np.stack((one, other, starter)),
            ranks=PAIR_INDEX[one >> 2, other >> 2] * 13 + (starter >> 2),
            nobs=((one == jack) | (other == jack)).astype(np.uint8),
            clubs=((one | other | starter) & 3) == 0,
        )

    def count(self, low: int, high: int, suited: bool) -> tuple[int, ...]:
        """Count the outcomes by points when these ranks are thrown, the low one a club."""
        thrown = (4 * low, 4 * high + (0 if suited else 1))
        starter = self.cards[2]
        points = rank_points()[PAIR_INDEX[low, high]].ravel()[self.ranks] + self.nobs
        for card in thrown:
            if card >> 2 == JACK:
                points += (starter & 3) == (card & 3)
        if suited:
            points[self.clubs] += 5
        for card in thrown:  # outcomes that hold a thrown card are none
            points[(self.cards == card).any(axis=0)] = _HIGHEST + 1
        counted = np.bincount(points, minlength=_HIGHEST + 2)[: _HIGHEST + 1]
        return tuple(counted.tolist())
