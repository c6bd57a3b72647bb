"""What a count moves a peg by, where a hand or crib of no points goes back."""

from __future__ import annotations

from dataclasses import dataclass

from cribcalc.roles import CribSide, owns_crib
from cribcalc.rules import Retreat, squares_back
from cribcalc.situation import Standing


@dataclass(frozen=True, slots=True)
class StepsBack:
    """How a hand and the crib after it move their owners.

    Nobody goes behind the start (D24): squares back are at most the owner's score when that
    hand or crib is counted. For one's own crib this is the score with one's own hand counted;
    for an opponent's crib it is his score before the show, since his hand is not known.

    Attributes
    ----------
    retreat : Retreat
        Squares back for no points.
    side : {"dealer", "pone", "partner"}
        Where the player stands to the crib.
    standing : Standing, optional
        The score before the show; without it all squares are gone back, as far from the start.

    """

    retreat: Retreat
    side: CribSide
    standing: Standing | None = None

    def hand_move(self, points: int) -> int:
        """Get what one's own hand moves: its points, or squares back as a negative number."""
        score = None if self.standing is None else self.standing.mine
        return points or -_squares(self.retreat.hand, score)

    def crib_move(self, points: int, hand_move: int) -> int:
        """Get what the crib moves its owner after one's own hand has moved."""
        if self.standing is None:
            score = None
        elif owns_crib(self.side):
            score = self.standing.mine + hand_move
        else:
            score = self.standing.theirs
        return points or -_squares(self.retreat.crib, score)


def _squares(back: int, score: int | None) -> int:
    return back if score is None else squares_back(back, score)
