"""The tosses of a deal as results: what each is worth, and which is best.

An analysis gives a `DealAnalysis`; nothing here knows how its numbers were found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from cribcalc.roles import CribSide, Method, Opponent, owns_crib
from cribcalc.situation import Situation
from cribcalc.spread import Spread

TOSSES: tuple[tuple[int, int], ...] = tuple(combinations(range(6), 2))
"""The 15 tosses as positions in the six cards, in a fixed order."""

KEEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(i for i in range(6) if i not in toss) for toss in TOSSES
)


HANDS = comb(46, 6)
"""Hands that an opponent can hold beside six cards: 9,366,819."""

HANDS_BESIDE_STARTER = comb(45, 6)
"""And beside six cards and a known starter: 8,145,060."""


@dataclass(frozen=True, slots=True)
class StarterOutcome:
    """What one starter rank gives a toss: points averaged over its unseen cards."""

    rank: int
    cards: int
    hand_mean: float
    crib_mean: float
    net_mean: float


@dataclass(frozen=True, slots=True)
class MeanBack:
    """Squares that a hand and a crib of no points go back, averaged over all outcomes."""

    hand: float
    crib: float


@dataclass(frozen=True, slots=True)
class ThrowOption:
    """One toss for one role, with the exact spread of hand, crib and net.

    ``net`` is hand plus crib for the dealer and his partner, hand minus crib for the pone, in
    points; where rules move a hand or crib of no points back, those squares are taken off in
    ``net`` (and averaged in ``back``), while ``hand`` and ``crib`` stay points.
    """

    toss: tuple[int, ...]
    keep: tuple[int, ...]
    role: CribSide
    hand: Spread
    crib: Spread
    net: Spread
    by_starter: tuple[StarterOutcome, ...]
    back: MeanBack | None = None

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
    """All tosses for one role, best expected average first.

    Of equal expected averages the toss of the lowest cards (rank, then clubs to spades) is
    first. In a game that the highest score loses the lowest average is best.
    """

    role: CribSide
    options: tuple[ThrowOption, ...]
    heels_mean: float  # points the dealer can expect from a jack as starter, whatever is thrown
    expected_throws: tuple[ExpectedThrow, ...]  # the opponent's, likeliest first
    lowest_first: bool = False


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """One deal analysed for one or more roles.

    ``situation`` is None for the base game of six cards, whatever the score.
    """

    cards: tuple[int, ...]
    starter: int | None
    opponent: Opponent
    method: Method
    analyses: tuple[RoleAnalysis, ...]
    situation: Situation | None = None


def best_first(option: ThrowOption) -> tuple[int, tuple[int, ...]]:
    """Sort key of the documented order: expected average, then the lowest tossed cards.

    The sums are exact integers over equally many ways, so equal values are really equal.
    """
    return (-option.net.points_sum, tuple(sorted(option.toss)))


def sort_options(
    options: Sequence[ThrowOption], by: str, lowest_first: bool = False
) -> tuple[ThrowOption, ...]:
    """Order tosses by one of `SORT_KEYS`, best for the role first.

    ``hand`` and ``crib`` are averages (the pone likes a poor crib best), ``floor`` and
    ``ceiling`` the least and the most net points that can come. Equal values keep the
    order of `best_first`. With ``lowest_first`` the worst is best, as in Reverse.
    """
    ordered = sorted(options, key=lambda option: sorted(option.toss))
    for each in ("expected", by):
        ordered.sort(key=sort_key(each, lowest_first))
    return tuple(ordered)


def sort_key(by: str, lowest_first: bool = False) -> Callable[[ThrowOption], int]:
    """Get the key of one of `SORT_KEYS`, turned round where the worst is best."""
    key = SORT_KEYS[by]
    return (lambda option: -key(option)) if lowest_first else key


def _crib_key(option: ThrowOption) -> int:
    return -option.crib.points_sum if owns_crib(option.role) else option.crib.points_sum


SORT_KEYS: dict[str, Callable[[ThrowOption], int]] = {
    "expected": lambda option: -option.net.points_sum,
    "hand": lambda option: -option.hand.points_sum,
    "crib": _crib_key,
    "floor": lambda option: -option.net.min,
    "ceiling": lambda option: -option.net.max,
}
"""What tosses can be sorted by; the lowest key comes first."""
