"""Where a game stands, and the one way its scores change.

The modules beside this one decide what a move does; they change the state and score through
the methods here, so that exact-out, the floor at the start and the end of the game are the
same for every point, whatever it is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cribcalc.errors import IllegalMove
from cribcalc.game.moves import Effect, EffectKind, Entry
from cribcalc.game.outcome import Outcome, find_outcome
from cribcalc.play import Play
from cribcalc.rules import Rules, squares_back

Phase = Literal["first-dealer", "deal", "discard", "starter", "play", "show", "over"]
What = Literal["card", "hand", "crib"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """Points announced that opponents have still to answer (muggins).

    Attributes
    ----------
    seat : int
        Who announced them.
    what : {"card", "hand", "crib"}
        What was counted.
    announced, true : int
        Points said and points there are.
    reasons : tuple of (str, int)
        What the true points are for.
    waiting : frozenset of int
        The opponents who have not answered yet.

    """

    seat: int
    what: What
    announced: int
    true: int
    reasons: tuple[tuple[str, int], ...]
    waiting: frozenset[int]


@dataclass(frozen=True, slots=True)
class Renege:
    """A go said with cards that fitted.

    Attributes
    ----------
    seat : int
        Who said it.
    cards : tuple of int
        The cards that could singly have been played.
    at : int
        Number of the go in the log.

    """

    seat: int
    cards: tuple[int, ...]
    at: int


class GameState:
    """Everything there is to know about a game, hidden cards included.

    Attributes
    ----------
    rules : Rules
        How it is played.
    players : int
        Number of seats.
    phase : str
        What comes next.
    scores, back_pegs : list of int
        Points of each side now, and before its last change: the two pegs.
    dealer : int or None
        Seat of the dealer; None before the first deal.
    deals : int
        Deals made so far.
    deal_at : int
        Number of this deal in the log.
    dealt_by : int or None
        Who dealt the cards on the table; `dealer` is the next one once the crib is counted.
    cutters : tuple of int
        Seats that still cut for the deal.
    dealt : list of tuple of int
        The cards dealt to each seat in this deal.
    hands : list of tuple of int
        What each seat keeps; before its discard all it holds.
    thrown : list of tuple of int
        What each seat has thrown.
    crib : tuple of int
        The crib so far.
    starter : int or None
        The card turned up.
    play : Play or None
        The play of this deal.
    counted : int
        How many hands (then the crib) have been counted or laid open to be counted.
    announcement : Announcement or None
        Points that opponents have to answer.
    reneges : list of Renege
        Those of this deal that were not claimed.
    is_speedo : bool
        Whether the pone's discards go to the dealer in this deal.
    heels_lost : bool
        Whether the dealer's own error costs him his heels in this deal.
    outcome : Outcome or None
        How the game has ended.
    log : list of Entry
        All moves so far.

    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        self.phase: Phase = "first-dealer"
        self.scores = [0] * rules.sides
        self.back_pegs = [0] * rules.sides
        self.dealer: int | None = None
        self.deals = 0
        self.deal_at = 0
        self.dealt_by: int | None = None
        self.cutters: tuple[int, ...] = tuple(range(rules.players))
        self.log: list[Entry] = []
        self.outcome: Outcome | None = None
        self.heels_lost = False
        self.effects: list[Effect] = []
        self.clear_table()

    def clear_table(self) -> None:
        """Put all cards back into the pack."""
        nothing: tuple[int, ...] = ()
        self.dealt = [nothing] * self.players
        self.hands = [nothing] * self.players
        self.thrown = [nothing] * self.players
        self.crib = nothing
        self.starter: int | None = None
        self.play: Play | None = None
        self.counted = 0
        self.announcement: Announcement | None = None
        self.reneges: list[Renege] = []
        self.is_speedo = False

    @property
    def the_dealer(self) -> int:
        """Seat of the dealer.

        Raises
        ------
        IllegalMove
            If there is none yet.

        """
        if self.dealer is None:
            raise IllegalMove("There is no dealer yet: cut for the deal first.")
        return self.dealer

    @property
    def holes(self) -> tuple[int, ...]:
        """Where the front pegs stand: scores, but never past the last hole (D35)."""
        return tuple(min(score, self.rules.target) for score in self.scores)

    def score_of(self, seat: int) -> int:
        """Get the score of a seat's side."""
        return self.scores[seat % self.rules.sides]

    def to_discard(self, seat: int) -> int:
        """Get how many cards a seat has still to throw."""
        if self.phase != "discard" or self.thrown[seat]:
            return 0
        if self.is_speedo and seat == self.dealer:
            return self.rules.crib_size
        return self.rules.discards[self.rules.place(seat, self.the_dealer)]

    @property
    def is_crib_next(self) -> bool:
        """Tell whether all hands are counted, and the crib comes next."""
        return self.counted == self.players

    @property
    def counter(self) -> int:
        """Seat that counts next: hands from the dealer's left round, then the dealer's crib."""
        return (
            self.the_dealer if self.is_crib_next else self.rules.seat(self.counted, self.the_dealer)
        )

    def cards_to_count(self) -> tuple[int, ...]:
        """Get the hand, or the crib, that is counted next."""
        return self.crib if self.is_crib_next else self.hands[self.counter]

    def gifts(self) -> tuple[int, ...]:
        """Get the cards that Speedo's pone has given to the dealer."""
        if not self.is_speedo or self.dealt_by is None:
            return ()
        return self.thrown[self.rules.left_of(self.dealt_by)]

    def waits_for_gifts(self, seat: int) -> bool:
        """Tell whether a seat is Speedo's dealer, who has not been given the pone's cards yet."""
        return self.is_speedo and seat == self.dealer and not self.gifts()

    def is_shown(self, seat: int) -> bool:
        """Tell whether a seat's hand has been laid open."""
        return self.dealt_by is not None and self.rules.place(seat, self.dealt_by) < self.counted

    @property
    def is_crib_shown(self) -> bool:
        """Tell whether the crib has been laid open."""
        return self.counted > self.players

    def opponents(self, seat: int) -> Iterable[int]:
        """List the seats of other sides, clockwise from a seat."""
        rules = self.rules
        following = ((seat + step) % self.players for step in range(1, self.players))
        return (each for each in following if rules.side(each) != rules.side(seat))

    # Scores ------------------------------------------------------------------------------

    def note(self, kind: EffectKind, seat: int, points: int, reason: str) -> None:
        """Log an effect beside the move that is being made."""
        self.effects.append(Effect(kind, seat, points, reason, self.score_of(seat)))

    def score(self, seat: int, reasons: Sequence[tuple[str, int]]) -> None:
        """Peg points that one event brings, and end the game if they reach the target.

        With exact-out an event that would pass the target scores nothing at all (D25).
        """
        total = 0
        for _, points in reasons:
            total += points
        if not total or self.outcome is not None:
            return
        side = seat % self.rules.sides
        before = self.scores[side]
        if self.rules.exact_out and before + total > self.rules.target:
            self.note("nothing", seat, total, " and ".join(name for name, _ in reasons))
            return
        for name, points in reasons:
            self.scores[side] += points
            self.effects.append(Effect("score", seat, points, name, self.scores[side]))
        self.back_pegs[side] = before
        self._end_if_over(seat)

    def move_back(self, seat: int, squares: int, kind: EffectKind, reason: str) -> None:
        """Move a side back, never behind the start (D24); at or below it nobody moves."""
        moved = squares_back(squares, self.score_of(seat))
        if moved and self.outcome is None:
            self.take(seat, moved, kind, reason)

    def take(self, seat: int, points: int, kind: EffectKind, reason: str) -> None:
        """Take points from a side, below the start if need be (D18).

        A fine can bring an early double skunk about. Going back by a rule of the show never
        ends the game (part G), nor does one side's part of what a renege cancels.
        """
        side = seat % self.rules.sides
        self.back_pegs[side] = self.scores[side]
        self.scores[side] -= points
        self.note(kind, seat, points, reason)
        if kind == "fine":
            self._end_if_over(seat)

    def _end_if_over(self, seat: int) -> None:
        if max(self.scores) < self.rules.target and not self.rules.early_double:
            return
        self.outcome = find_outcome(self.rules, self.scores)
        if self.outcome is not None:
            self.phase = "over"
            self.announcement = None
            self.note("over", seat, 0, self.outcome.labels[seat % self.rules.sides])

    def snapshot(self) -> dict[str, Any]:
        """Copy the whole state as plain comparable data; no later move changes the copy."""
        values = dict(vars(self))
        if self.play is not None:
            values["play"] = {name: getattr(self.play, name) for name in Play.__slots__}
        return {name: _copied(value) for name, value in values.items()}


def _copied(value: Any) -> Any:
    """Copy what can change: the lists, sets and dictionaries, and those inside them."""
    if isinstance(value, list):
        return [_copied(each) for each in value]
    if isinstance(value, dict):
        return {name: _copied(each) for name, each in value.items()}
    return set(value) if isinstance(value, set) else value
