"""What a hand is worth before the starter is known."""

from __future__ import annotations

from collections.abc import Sequence

from cribcalc.cards import DECK
from cribcalc.scoring import score_hand
from cribcalc.spread import Spread


def starter_outlook(hand: Sequence[int], crib: bool = False) -> Spread:
    """Count a hand with every card of the pack that it does not hold as starter.

    Raises
    ------
    WrongCount, DuplicateCard
        As `cribcalc.scoring.score_hand`.

    """
    held = set(hand)
    return Spread.of([score_hand(hand, card, crib).total for card in DECK if card not in held])
