"""The tosses of a deal as results: what each is worth, and which is best.

An analysis gives a `DealAnalysis`; nothing here knows how its numbers were found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from cribcalc.roles import Method, Opponent, Role
from cribcalc.spread import Spread

TOSSES: tuple[tuple[int, int], ...] = tuple(combinations(range(6), 2))
"""The 15 tosses as positions in the six cards, in a fixed order."""

KEEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(i for i in range(6) if i not in toss) for toss in TOSSES
)


HANDS = comb(46, 6)
"""Hands that an opponent can hold beside six cards: 9,366,819."""


@dataclass(frozen=True, slots=True)
class StarterOutcome:
    """What one starter rank gives a toss: points averaged over its unseen cards."""

    rank: int
    cards: int
    hand_mean: float
    crib_mean: float
    net_mean: float


@dataclass(frozen=True, slots=True)
class ThrowOption:
    """One toss for one role, with the exact spread of hand, crib and net.

    ``net`` is hand plus crib for the dealer, hand minus crib for the pone, in points.
    """

    toss: tuple[int, int]
    keep: tuple[int, ...]
    role: Role
    hand: Spread
    crib: Spread
    net: Spread
    by_starter: tuple[StarterOutcome, ...]

    @property
    def expected(self) -> float:
        """Expected average: mean of the net, in points."""
        return self.net.mean


@dataclass(frozen=True, slots=True)
class ExpectedThrow:
    """A pair of ranks that the opponent may throw.

    Attributes
    ----------
    ranks : (int, int)
        Ace 0 to king 12, the lower first.
    share : float
        How likely he throws it, as a probability.
    crib_mean : float
        Average crib then, points, beside the best toss.

    """

    ranks: tuple[int, int]
    share: float
    crib_mean: float


@dataclass(frozen=True, slots=True)
class RoleAnalysis:
    """All 15 tosses for one role, best expected average first.

    Of equal expected averages the toss of the lowest cards (rank, then clubs to spades) is
    first.
    """

    role: Role
    options: tuple[ThrowOption, ...]
    heels_mean: float  # points the dealer can expect from a jack as starter, whatever is thrown
    expected_throws: tuple[ExpectedThrow, ...]  # the opponent's, likeliest first


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """One deal of six cards analysed for one or both roles."""

    cards: tuple[int, ...]
    starter: int | None
    opponent: Opponent
    method: Method
    analyses: tuple[RoleAnalysis, ...]


def best_first(option: ThrowOption) -> tuple[int, tuple[int, ...]]:
    """Sort key of the documented order: expected average, then the lowest tossed cards.

    The sums are exact integers over equally many ways, so equal values are really equal.
    """
    return (-option.net.points_sum, tuple(sorted(option.toss)))


def sort_options(options: Sequence[ThrowOption], by: str) -> tuple[ThrowOption, ...]:
    """Order tosses by one of `SORT_KEYS`, best for the role first.

    ``hand`` and ``crib`` are averages (the pone likes a poor crib best), ``floor`` and
    ``ceiling`` the least and the most net points that can come. Equal values keep the
    order of `best_first`.
    """
    return tuple(sorted(sorted(options, key=best_first), key=SORT_KEYS[by]))


def _crib_key(option: ThrowOption) -> int:
    return option.crib.points_sum if option.role == "pone" else -option.crib.points_sum


SORT_KEYS: dict[str, Callable[[ThrowOption], int]] = {
    "expected": lambda option: -option.net.points_sum,
    "hand": lambda option: -option.hand.points_sum,
    "crib": _crib_key,
    "floor": lambda option: -option.net.min,
    "ceiling": lambda option: -option.net.max,
}
"""What tosses can be sorted by; the lowest key comes first."""
