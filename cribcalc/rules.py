"""The rules of one game as data: what differs between one way to play and another.

A `Rules` says how a game is dealt, played, counted and ended; the engine, the analysis and
the texts all read it, and none of them knows a variant by name. `cribcalc.variants` builds
them. Numbers like D24 and part G name the decisions and parts of the rules document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cribcalc.cards import DECK
from cribcalc.errors import RulesError
from cribcalc.words import number_word

SkunkScheme = Literal["none", "standard", "lurch"]
SKUNK_SCHEMES: tuple[SkunkScheme, ...] = get_args(SkunkScheme)

RenegeRule = Literal["off", "standard", "club"]
RENEGE_RULES: tuple[RenegeRule, ...] = get_args(RenegeRule)

OvercountRule = Literal["correct", "penalty"]
OVERCOUNT_RULES: tuple[OvercountRule, ...] = get_args(OvercountRule)

FirstDealer = Literal["cut", "lot"]
FIRST_DEALERS: tuple[FirstDealer, ...] = get_args(FirstDealer)

TARGETS = (61, 121, 151, 181)
DOUBLE_VALUES = (2, 3, 4)

HEELS_POINTS = 2
"""What the dealer scores when the starter is a jack."""

COMPENSATION = 3
"""What the first pone starts with where the rules give him something (D9)."""

SPEEDO_LINE = 90
"""Speedo's dealer takes the pone's discards while his own score is not above this (D14)."""

RETREAT_VARIANTS = ("six-card", "three-player", "four-partners", "four-solo")
RETREAT_TARGETS = (61, 121)


@dataclass(frozen=True, slots=True)
class Retreat:
    """How many squares a hand or a crib of no points moves its owner back."""

    hand: int = 0
    crib: int = 0

    def __bool__(self) -> bool:
        """Tell whether anything moves back at all."""
        return bool(self.hand or self.crib)


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play cribbage.

    Attributes
    ----------
    variant : str
        Key of the deal in `cribcalc.variants.VARIANTS`.
    dealt, discards : tuple of int
        Cards dealt and thrown to the crib, from the dealer's left round to the dealer.
    crib_from_pack : int
        Cards that the crib gets from the pack.
    sides : int
        Scores kept; seats that are ``sides`` apart are partners.
    single_series : bool
        The play ends with its first series.
    speedo : bool
        The pone's discards go to the dealer, who puts four of his eight cards in the crib.
    target : int
        Points that end the game.
    retreat : Retreat
        Squares back for a hand or crib of no points.
    reverse : bool
        Who reaches the target loses.
    exact_out : bool
        The target must be hit exactly; a count that would pass it scores nothing.
    muggins : bool
        Players announce their own counts, and opponents answer.
    overcount : {"correct", "penalty"}
        Whether too high a count is only corrected, or its excess goes to the caller too.
    renege : {"off", "standard", "club"}
        What a go with a playable card costs once it is claimed.
    penalties : bool
        Two points for peeking, moving an opponent's peg and misplacing the starter.
    false_claim : bool
        A false claim of the game costs fifteen points and gives the excess away.
    dealing_errors : bool
        A deal with an error is dealt again; the dealer's own costs him his heels.
    compensation : int
        Points the first pone starts with.
    skunk : {"none", "standard", "lurch"}
        When a win counts for more than one game.
    double_value : int
        Games that a double skunk is worth.
    early_double : bool
        The game also ends, for two games, at 61 points against fewer than 31.
    first_dealer : {"cut", "lot"}
        Lowest cut deals first, or the first dealer is drawn.

    Raises
    ------
    RulesError
        If rules are combined that exclude each other; the sentence says why.

    """

    variant: str = "six-card"
    dealt: tuple[int, ...] = (6, 6)
    discards: tuple[int, ...] = (2, 2)
    crib_from_pack: int = 0
    sides: int = 2
    single_series: bool = False
    speedo: bool = False
    target: int = 121
    retreat: Retreat = Retreat()
    reverse: bool = False
    exact_out: bool = False
    muggins: bool = False
    overcount: OvercountRule = "correct"
    renege: RenegeRule = "off"
    penalties: bool = False
    false_claim: bool = False
    dealing_errors: bool = False
    compensation: int = 0
    skunk: SkunkScheme = "standard"
    double_value: int = 2
    early_double: bool = False
    first_dealer: FirstDealer = "cut"

    def __post_init__(self) -> None:
        """Refuse what cannot be played together."""
        _require_dealable(self)
        _require_known(self)
        _require_retreat_allowed(self)
        _require_reverse_allowed(self)
        _require_endings_allowed(self)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.dealt)

    @property
    def hand_size(self) -> int:
        """Cards of a hand in play and show."""
        return self.dealt[0] - self.discards[0]

    @property
    def crib_size(self) -> int:
        """Cards of the crib, without the starter."""
        return sum(self.discards) + self.crib_from_pack

    @property
    def partners(self) -> int:
        """Players who share each score."""
        return self.players // self.sides

    def side(self, seat: int) -> int:
        """Get the side whose score a seat counts for (D15: partners sit opposite)."""
        return seat % self.sides

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """List the seats that share a seat's score, without itself."""
        same = range(self.side(seat), self.players, self.sides)
        return tuple(each for each in same if each != seat)

    def left_of(self, seat: int) -> int:
        """Get the next seat clockwise."""
        return (seat + 1) % self.players

    def place(self, seat: int, dealer: int) -> int:
        """Get a seat's place in `dealt` and `discards`: 0 is the dealer's left."""
        return (seat - dealer - 1) % self.players

    def seat(self, place: int, dealer: int) -> int:
        """Get the seat at a place; the inverse of `place`."""
        return (dealer + 1 + place) % self.players

    def from_left(self, dealer: int) -> tuple[int, ...]:
        """List the seats from the dealer's left round to the dealer, as hands are counted."""
        return tuple(self.seat(place, dealer) for place in range(self.players))

    def speedo_applies(self, dealer_score: int) -> bool:
        """Tell whether the dealer takes the pone's discards in this deal (D14)."""
        return self.speedo and dealer_score <= SPEEDO_LINE


def squares_back(back: int, score: int) -> int:
    """Get how many squares a side really moves back: never behind the start (D24)."""
    return min(back, max(score, 0))


def _require_dealable(rules: Rules) -> None:
    """Refuse deals that make no game: they come from a program, for no variant has them."""
    sizes = {cards - thrown for cards, thrown in zip(rules.dealt, rules.discards, strict=False)}
    is_whole = len(rules.dealt) == len(rules.discards) > 1 and len(sizes) == 1
    if (
        not is_whole
        or min(*rules.dealt, *sizes) < 1
        or min(*rules.discards, rules.crib_from_pack) < 0
    ):
        raise RulesError(
            "A deal gives each of two or more players cards, of which the same number is kept."
        )
    if sum(rules.dealt) + rules.crib_from_pack >= len(DECK):
        raise RulesError("More cards are dealt than a pack has beside the starter.")
    if rules.sides < 2 or rules.players % rules.sides or (rules.speedo and rules.players != 2):
        raise RulesError(f"{rules.players} players do not make {rules.sides} sides in this game.")
    if not 0 <= rules.compensation < rules.target:
        raise RulesError("The first non-dealer starts with 0 points or more, below the target.")


def _require_known(rules: Rules) -> None:
    choices: tuple[tuple[str, object, tuple[object, ...]], ...] = (
        ("target", rules.target, TARGETS),
        ("overcount rule", rules.overcount, OVERCOUNT_RULES),
        ("renege rule", rules.renege, RENEGE_RULES),
        ("skunk scheme", rules.skunk, SKUNK_SCHEMES),
        ("value of a double skunk", rules.double_value, DOUBLE_VALUES),
        ("way to find the first dealer", rules.first_dealer, FIRST_DEALERS),
    )
    for thing, value, known in choices:
        if value not in known:
            raise RulesError(f"{value} is no {thing}: there are {', '.join(map(str, known))}.")
    if rules.compensation and rules.players != 2:
        raise RulesError(
            f"{rules.compensation} points for the first non-dealer are a rule for two players, "
            f"not for {number_word(rules.players)}."
        )
    if rules.overcount == "penalty" and not rules.muggins:
        raise RulesError("A penalty for overcounting needs muggins: else nobody counts himself.")


def _require_retreat_allowed(rules: Rules) -> None:
    """Refuse steps back where they have no place (D34)."""
    if rules.retreat.hand < 0 or rules.retreat.crib < 0:
        raise RulesError("A hand or crib of no points moves back by a number from 0 upward.")
    if not rules.retreat:
        return
    if rules.variant not in RETREAT_VARIANTS:
        raise RulesError(
            f"Hands of no points do not move back in {rules.variant}: that goes with "
            f"{', '.join(RETREAT_VARIANTS)}."
        )
    if rules.target not in RETREAT_TARGETS:
        raise RulesError(
            f"Hands of no points move back in games to 61 or 121, not to {rules.target}."
        )


def _require_reverse_allowed(rules: Rules) -> None:
    """Refuse what a game that is won by scoring little turns upside down."""
    if not rules.reverse:
        return
    if rules.skunk != "none" or rules.early_double:
        raise RulesError(
            "In Reverse the highest score loses, so that no loser stays behind a skunk line: "
            "every win is one game."
        )
    if rules.penalties or rules.renege != "off" or rules.false_claim:
        raise RulesError(
            "In Reverse points do harm, so that penalties which give points to the opponent or "
            "take them from the offender would reward the fault."
        )


def _require_endings_allowed(rules: Rules) -> None:
    if rules.early_double and rules.target <= 61:
        raise RulesError(
            "The early double skunk (61 against fewer than 31) needs a game to 121 or more."
        )
