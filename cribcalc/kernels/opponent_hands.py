"""Every hand an opponent with a policy can hold beside a deal, counted exactly.

Method. Each class of deals that differ only in the names of the suits (see
`cribcalc.kernels.suit_classes`) is taken in all 24 names; a hand that shares no card with the
seen ones is counted with the throws its policy makes. How often a pair of cards is thrown, and
how often with each other card kept, is all that is needed: the starter is any card that is
neither seen, thrown nor kept.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit
from cribcalc.kernels.ranksums import KEEP_CARDS, TOSS_CARDS
from cribcalc.kernels.suit_classes import RENAMINGS

SHARES = 360_360
"""Parts a hand is counted in: any number of equal throws, up to 15, gets whole ones."""


@jit
def count_throws(
    cards: NDArray[np.uint8],
    deals: NDArray[np.uint8],
    tosses: NDArray[np.uint16],
    seen: NDArray[np.bool_],
    pair_number: NDArray[np.int64],
    thrown: NDArray[np.int64],
    kept: NDArray[np.int64],
) -> None:
    """Count the throws of all hands without a seen card.

    Parameters
    ----------
    cards : uint8[n, 6]
        One deal of each class, ascending card ids.
    deals : uint8[n]
        Deals of each class; in 24 names each of them comes ``24 / deals`` times.
    tosses : uint16[n]
        A bit for each toss that the policy makes; several share the hand.
    seen : bool[52]
        Cards that the opponent cannot hold.
    pair_number : int64[52, 52]
        Number of each two cards, 0 to 1,325.
    thrown : int64[1326]
        Added to; hands that throw the two cards, in 24 x `SHARES` parts.
    kept : int64[1326, 52]
        Added to; those that keep a card meanwhile.

    """
    hand = np.empty(6, dtype=np.int64)
    for i in range(cards.shape[0]):
        equal = np.int64(0)
        for toss in range(15):
            equal += (np.int64(tosses[i]) >> toss) & 1
        parts = np.int64(deals[i]) * (SHARES // equal)
        for naming in range(24):
            is_free = True
            for k in range(6):
                card = np.int64(cards[i, k])
                card = (card & 60) | RENAMINGS[naming, card & 3]
                if seen[card]:
                    is_free = False
                    break
                hand[k] = card
            if not is_free:
                continue
            for toss in range(15):
                if (np.int64(tosses[i]) >> toss) & 1:
                    one, other = hand[TOSS_CARDS[toss, 0]], hand[TOSS_CARDS[toss, 1]]
                    pair = pair_number[one, other]
                    thrown[pair] += parts
                    for k in range(4):
                        kept[pair, hand[KEEP_CARDS[toss, k]]] += parts
