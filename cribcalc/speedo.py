"""Which two cards to give the dealer in Speedo, who puts four of his eight in the crib.

To the pone the dealer's choice is unknown: any four of his eight cards may go into the crib,
the two given and six unseen ones. So his hand and his crib are each the given cards he happens
to use and random unseen ones. Both are counted exactly, each by itself; how they go together
with one's own hand is not counted (26 billion outcomes a gift), so that there is no spread of
the net, only its exact average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import DECK, JACK
from cribcalc.draws import BINS, Draws
from cribcalc.errors import UsageError
from cribcalc.rules import HEELS_POINTS
from cribcalc.situation import Situation
from cribcalc.spread import Spread

_GIVEN = 2
_HAND = 4
_OTHERS = 6
"""Cards given, of a hand or crib, and unseen ones that the dealer holds."""

_Ways = dict[tuple[int, ...], NDArray[np.int64]]
"""For each gift, by the places of its cards: int64[s, 47] ways of points for each starter."""


@dataclass(frozen=True, slots=True)
class GiftStarterOutcome:
    """What one starter rank gives a gift: points averaged over its unseen cards."""

    rank: int
    cards: int
    hand_mean: float
    dealer_hand_mean: float
    crib_mean: float
    net_mean: float


@dataclass(frozen=True, slots=True)
class GiftOption:
    """One gift: own hand, and the dealer's hand and crib that it may go into.

    The net is own hand minus both of the dealer's, in points.
    """

    toss: tuple[int, ...]
    keep: tuple[int, ...]
    hand: Spread
    dealer_hand: Spread
    crib: Spread
    by_starter: tuple[GiftStarterOutcome, ...]

    @property
    def net_sum(self) -> int:
        """Net points added over all ways of the dealer's cards."""
        shares = self.crib.ways // self.hand.ways
        return self.hand.points_sum * shares - self.dealer_hand.points_sum - self.crib.points_sum

    @property
    def expected(self) -> float:
        """Expected average: mean of the net, in points."""
        return self.net_sum / self.crib.ways


@dataclass(frozen=True, slots=True)
class GiftAnalysis:
    """All gifts of a deal, best expected average first; of equal ones that of the lowest cards."""

    cards: tuple[int, ...]
    starter: int | None
    situation: Situation
    options: tuple[GiftOption, ...]
    heels_mean: float

    def sort_key(self, option: GiftOption, by: str) -> int:
        """Get the key of what gifts are sorted by; the best for the pone has the lowest.

        Raises
        ------
        UsageError
            If it is about the spread of the net.

        """
        keys = {
            "expected": -option.net_sum,
            "hand": -option.hand.points_sum,
            "crib": option.crib.points_sum,
        }
        if by not in keys:
            raise UsageError(
                f"Gifts cannot be sorted by {by}: how the dealer's hand and crib go together is "
                f"not counted. There are {', '.join(keys)}."
            )
        return -keys[by] if self.situation.rules.reverse else keys[by]

    def sorted_by(self, by: str) -> tuple[GiftOption, ...]:
        """Order the gifts, best for the pone first; equal ones stay best expected first."""
        return tuple(sorted(self.options, key=lambda option: self.sort_key(option, by)))


def analyze_gift(
    cards: Sequence[int], situation: Situation, starter: int | None = None
) -> GiftAnalysis:
    """Analyse the gifts of the pone's six cards.

    Parameters
    ----------
    cards : six different card ids
        The pone's cards.
    situation : Situation
        The rules and the score, by which the dealer takes the gift.
    starter : card id, optional
        A cut already known: only its outcomes are counted.

    """
    unseen = np.array([card for card in DECK if card not in set(cards)], dtype=np.int64)
    starters = unseen if starter is None else np.array([starter], dtype=np.int64)
    alone = Draws(unseen, starters, 0)
    hands, cribs = _dealer_ways(cards, unseen, starters)
    options = []
    for at in sorted(hands, key=lambda at: sorted(cards[i] for i in at)):
        keep = tuple(card for i, card in enumerate(cards) if i not in at)
        points = alone.points(keep, crib=False)
        option = GiftOption(
            toss=tuple(cards[i] for i in at),
            keep=keep,
            hand=Spread(0, tuple(np.bincount(points, minlength=BINS).tolist())),
            dealer_hand=Spread(0, tuple(hands[at].sum(axis=0).tolist())),
            crib=Spread(0, tuple(cribs[at].sum(axis=0).tolist())),
            by_starter=_by_starter(starters, points, hands[at], cribs[at]),
        )
        options.append(option)
    heels = HEELS_POINTS * float(np.mean(starters >> 2 == JACK))
    unranked = GiftAnalysis(tuple(cards), starter, situation, tuple(options), heels)
    ranked = unranked.sorted_by("expected")
    return GiftAnalysis(tuple(cards), starter, situation, ranked, heels)


def _dealer_ways(
    cards: Sequence[int], unseen: NDArray[np.int64], starters: NDArray[np.int64]
) -> tuple[_Ways, _Ways]:
    """Count the points of the dealer's hand, and of his crib, for each gift.

    A way is a choice of his six other cards and of the four of his eight that are meant. It
    holds none, one or both of the cards given; the rest of the four are unseen, and what else
    he has can be chosen in `_rests` ways.
    """
    three, two = Draws(unseen, starters, _HAND - 1), Draws(unseen, starters, _HAND - 2)
    rests = [_rests(len(unseen), given) for given in range(_GIVEN + 1)]

    def count(none: NDArray[np.int64], crib: bool) -> _Ways:
        one = [three.ways((card,), crib=crib) for card in cards]
        return {
            (a, b): rests[0] * none
            + rests[1] * (one[a] + one[b])
            + rests[2] * two.ways((cards[a], cards[b]), crib=crib)
            for a, b in combinations(range(len(cards)), _GIVEN)
        }

    none = np.stack([_four_unseen(unseen, starter) for starter in starters[:, None]], axis=1)
    return count(none[0], crib=False), count(none[1], crib=True)


def _four_unseen(unseen: NDArray[np.int64], starter: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count four unseen cards as hand and as crib with one starter, int64[1]: int64[2, 47]."""
    four = Draws(unseen, starter, _HAND)
    return np.concatenate([four.ways((), crib=crib) for crib in (False, True)])


def _rests(unseen: int, given: int) -> int:
    """Count the dealer's other cards beside four with so many given ones, and the starter."""
    drawn = _HAND - given
    return comb(unseen - 1 - drawn, _OTHERS - drawn)


def _by_starter(
    starters: NDArray[np.int64],
    hand_points: NDArray[np.int64],
    dealer_ways: NDArray[np.int64],
    crib_ways: NDArray[np.int64],
) -> tuple[GiftStarterOutcome, ...]:
    """Average a gift over the starters of each rank: int64[s], int64[s, 47] twice."""
    ways = int(crib_ways[0].sum())
    sums = [each @ np.arange(BINS) for each in (dealer_ways, crib_ways)]
    outcomes = []
    for rank in np.unique(starters >> 2).tolist():
        alike = starters >> 2 == rank
        number = int(alike.sum())
        hand = int(hand_points[alike].sum()) / number
        dealer_hand, crib = (int(each[alike].sum()) / (number * ways) for each in sums)
        net = hand - dealer_hand - crib
        outcomes.append(GiftStarterOutcome(rank, number, hand, dealer_hand, crib, net))
    return tuple(outcomes)
