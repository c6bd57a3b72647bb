"""What a player throws from each six cards, and what that makes his opponents meet.

A policy says for each class of deals that differ only in the names of the suits
(`cribcalc.kernels.suit_classes`) which tosses are best; several that are equally good share
the deal. Everything a crib needs of a policy is derived from that here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels.ranksums import TOSS_CARDS, six_rank_multisets
from cribcalc.kernels.suit_classes import suit_classes
from cribcalc.lookup import PAIR_INDEX, PAIRS
from cribcalc.roles import Role

EVERY_TOSS = (1 << 15) - 1
"""The bits of a policy that throws any two cards alike."""

JACK = 10
"""Here too, since all of `cribcalc.cards` would else be a source of the stored tables."""


@dataclass(frozen=True)
class Policy:
    """The tosses that a player makes as dealer or as pone.

    Attributes
    ----------
    role : {"dealer", "pone"}
        The role in which he throws so.
    tosses : uint16[962988]
        For each class of deals a bit for each toss (of the ascending cards) that he makes.

    """

    role: Role
    tosses: NDArray[np.uint16]

    @classmethod
    def random(cls, role: Role) -> Policy:
        """Get the policy of somebody who throws any two cards alike."""
        return cls(role, np.full(len(suit_classes()[0]), EVERY_TOSS, dtype=np.uint16))

    @cached_property
    def deals(self) -> NDArray[np.float64]:
        """Deals in which each toss is made: float64[962988, 15], equal tosses sharing."""
        return shared_deals(self.tosses, suit_classes()[1])

    def shares(self) -> NDArray[np.float64]:
        """Share of the deals of each multiset of ranks that throws each pair of ranks.

        Returns
        -------
        shares : float64[18395, 91]
            Each row adds up to 1.

        """
        multiset_of = suit_classes()[2]
        multisets = six_rank_multisets()
        pair_of = toss_pairs()[multiset_of]
        size = len(multisets) * PAIRS
        deals = sum(
            np.bincount(multiset_of * PAIRS + pair_of[:, toss], self.deals[:, toss], minlength=size)
            for toss in range(15)
        )
        table: NDArray[np.float64] = np.asarray(deals).reshape(-1, PAIRS)
        table /= table.sum(axis=1, keepdims=True)
        return table

    def starter_match(self) -> tuple[float, float]:
        """How much likelier than by chance the starter is of the suit of what he throws.

        Returns
        -------
        for_jack, for_suited : float
            The chance of a starter of a thrown jack's suit, over the 12 of 51 cards that are
            of it; the same for two thrown cards of one suit, over 11 of 50.

        """
        cards = suit_classes()[0]
        suits = cards & 3
        left = np.stack([13 - (suits == suit).sum(axis=1) for suit in range(4)], axis=1)
        own_suit_left = np.take_along_axis(left, suits.astype(np.int64), axis=1) / 46
        jack = own_match = suited = suited_match = 0.0
        for toss, (one, other) in enumerate(TOSS_CARDS):
            deals = self.deals[:, toss]
            for card in (one, other):
                of_jack = deals * (cards[:, card] >> 2 == JACK)
                jack += float(of_jack.sum())
                own_match += float((of_jack * own_suit_left[:, card]).sum())
            of_suited = deals * (suits[:, one] == suits[:, other])
            suited += float(of_suited.sum())
            suited_match += float((of_suited * own_suit_left[:, one]).sum())
        return own_match / jack / (12 / 51), suited_match / suited / (11 / 50)

    def suited_deals(self) -> NDArray[np.float64]:
        """Deals that throw two cards of one suit: float64[13, 13] by ascending ranks."""
        cards = suit_classes()[0]
        deals = np.zeros((13, 13), dtype=np.float64)
        for toss, (one, other) in enumerate(TOSS_CARDS):
            suited = (cards[:, one] & 3) == (cards[:, other] & 3)
            ranks = (cards[suited, one] >> 2, cards[suited, other] >> 2)
            np.add.at(deals, ranks, self.deals[suited, toss])
        return deals


def tosses_made(tosses: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Tell which tosses the bits of uint16[n] stand for: bool[n, 15]."""
    return ((tosses[:, None] >> np.arange(15, dtype=np.uint16)) & 1).astype(np.bool_)


def shared_deals(tosses: NDArray[np.uint16], deals: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Share deals, uint8[n], among the tosses made of them, uint16[n]: float64[n, 15]."""
    made = tosses_made(tosses)
    shared: NDArray[np.float64] = made * (deals / made.sum(axis=1))[:, None]
    return shared


def toss_pairs() -> NDArray[np.int64]:
    """Pair of ranks of each toss of each multiset: int64[18395, 15]."""
    multisets = six_rank_multisets()
    pairs: NDArray[np.int64] = PAIR_INDEX[
        multisets[:, TOSS_CARDS[:, 0]], multisets[:, TOSS_CARDS[:, 1]]
    ]
    return pairs
