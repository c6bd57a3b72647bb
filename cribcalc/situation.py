"""Which cards a player chooses from, how many he throws, and whose crib it is.

The answers come from the rules of the game and, in Speedo, from the score at the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cribcalc.cards import require_count
from cribcalc.errors import UsageError
from cribcalc.roles import CRIB_SIDES, CribSide, owns_crib, require_side
from cribcalc.rules import Rules
from cribcalc.words import number_word

BASE_DEAL = (6, 6)


class Standing(NamedTuple):
    """The score before the show, in points: one's own, and the opponent's who has the crib."""

    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class DealShape:
    """What one player chooses from.

    Attributes
    ----------
    side : {"dealer", "pone", "partner"}
        Where he stands to the crib.
    cards : int
        Cards that he chooses from.
    tossed : int
        Cards that he throws.
    crib_size : int
        Cards of the crib, without the starter.
    is_gift : bool
        What he throws goes to the dealer, not to the crib.

    """

    side: CribSide
    cards: int
    tossed: int
    crib_size: int
    is_gift: bool = False

    @property
    def drawn(self) -> int:
        """Cards of the crib that he does not know."""
        return self.crib_size - (0 if self.is_gift else self.tossed)


@dataclass(frozen=True, slots=True)
class Situation:
    """The rules that a deal is played by, and the score before it, if it is known.

    Raises
    ------
    UsageError
        If there is no such score in a game that still goes on, or the score changes nothing.

    """

    rules: Rules
    standing: Standing | None = None

    def __post_init__(self) -> None:
        """Refuse a score that cannot be, or that nothing depends on."""
        if self.standing is None:
            return
        target = self.rules.target
        for points in self.standing:
            if not 0 <= points < target:
                raise UsageError(f"In a game to {target} nobody goes on with {points} points.")
        if not (self.rules.retreat or self.rules.speedo):
            raise UsageError(
                "A score changes nothing here: averages depend on it only in speedo, and where "
                "a hand or crib of no points moves back."
            )

    @property
    def is_base_game(self) -> bool:
        """Tell whether nothing differs from a six-card deal as far as discards go."""
        rules = self.rules
        return rules.dealt == BASE_DEAL and not (rules.speedo or rules.retreat or rules.reverse)

    def shape(self, side: CribSide) -> DealShape:
        """Get what a player chooses from.

        Raises
        ------
        UsageError
            If there is no such player, or he throws nothing.

        """
        require_side(side)
        rules = self.rules
        place = self._place(side)
        dealt, thrown = rules.dealt[place], rules.discards[place]
        if thrown == 0:
            who = "the dealer's partner" if side == "partner" else f"the {side}"
            raise UsageError(
                f"In {rules.variant} {who} is dealt {number_word(dealt)} cards and throws none: "
                "there is nothing to choose."
            )
        if not rules.speedo_applies(self._dealer_score(side)):
            return DealShape(side, dealt, thrown, rules.crib_size)
        if owns_crib(side):
            return DealShape(side, dealt + rules.discards[0], rules.crib_size, rules.crib_size)
        return DealShape(side, dealt, thrown, rules.crib_size, is_gift=True)

    def shapes_for(self, number: int, side: CribSide | None = None) -> tuple[DealShape, ...]:
        """Get what the players choose from who could hold so many cards, or the one asked for.

        A gift is analysed alone. If nobody holds so many, all who throw are given.

        Raises
        ------
        UsageError
            If the player asked for is none, or throws nothing.

        """
        if side is not None:
            return (self.shape(side),)
        shapes = self._all_shapes()
        fitting = tuple(shape for shape in shapes if shape.cards == number)
        gifts = tuple(shape for shape in fitting if shape.is_gift)
        return gifts or fitting or shapes

    def require_cards(self, cards: tuple[int, ...], shapes: tuple[DealShape, ...]) -> None:
        """Refuse a number of cards that is not among those chosen from.

        Raises
        ------
        WrongCount
            If the number is wrong; the message says what is missing or too many.

        """
        purpose = f"in {self.rules.variant} a discard is made from"
        if all(shape.tossed == shape.crib_size for shape in shapes):
            purpose = f"in {self.rules.variant} the dealer's cards with the two given to him are"
        require_count(cards, sorted({shape.cards for shape in shapes}), purpose)

    def _all_shapes(self) -> tuple[DealShape, ...]:
        """Get the shapes of all players who throw."""
        rules = self.rules
        sides = [side for side in CRIB_SIDES if side != "partner" or rules.partners > 1]
        throwing = [side for side in sides if rules.discards[self._place(side)]]
        return tuple(self.shape(side) for side in throwing)

    def _place(self, side: CribSide) -> int:
        """Get a player's place in ``dealt``: 0 is the dealer's left, the last is the dealer."""
        rules = self.rules
        if side == "partner" and rules.partners == 1:
            raise UsageError(
                f"In {rules.variant} everybody plays for himself: there is no partner."
            )
        dealer = rules.players - 1
        return {"dealer": dealer, "pone": 0, "partner": dealer - rules.sides}[side]

    def _dealer_score(self, side: CribSide) -> int:
        if self.standing is None:
            return 0
        return self.standing.mine if owns_crib(side) else self.standing.theirs
