"""The game that everybody plays through: check a move, ask about it, make it.

One table says which function checks and which makes each kind of move. A move that is
refused changes nothing; one that is made adds one entry to the log, from which the whole game
can be played again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import combinations
from typing import Any

from cribcalc.cards import DECK
from cribcalc.errors import IllegalMove
from cribcalc.game import counting, dealing, faults, pegging
from cribcalc.game.chance import draw_cards, draw_number
from cribcalc.game.moves import (
    REPLIES,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    Entry,
    Move,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.game.state import GameState
from cribcalc.rules import Rules

_Handler = Callable[[GameState, Any], None]

_HANDLERS: dict[type, tuple[_Handler, _Handler]] = {
    CutForDeal: (dealing.verify_cut, dealing.cut),
    DrawLot: (dealing.verify_lot, dealing.draw_lot),
    Deal: (dealing.verify_deal, dealing.deal),
    Discard: (dealing.verify_discard, dealing.discard),
    ReportError: (dealing.verify_error, dealing.redeal),
    TurnStarter: (dealing.verify_starter, dealing.turn_starter),
    PlayCard: (pegging.verify_card, pegging.lay_card),
    SayGo: (pegging.verify_go, pegging.say_go),
    TakeBackGo: (pegging.verify_take_back, pegging.take_back_go),
    Count: (counting.verify_count, counting.count),
    Answer: (counting.verify_answer, counting.answer),
    ClaimRenege: (faults.verify_renege, faults.claim_renege),
    ClaimPenalty: (faults.verify_penalty, faults.claim_penalty),
}


class Game(GameState):
    """A game in progress.

    Parameters
    ----------
    rules : Rules
        How it is played.
    seed : int or str, optional
        What the cuts, deals and starters come from. Each has a random stream of its own,
        which no decision of a player touches. Without a seed, one is drawn.

    Attributes
    ----------
    seed : str
        The seed, as text.

    """

    def __init__(self, rules: Rules, seed: int | str | None = None) -> None:
        super().__init__(rules)
        self.seed = str(secrets.randbits(64) if seed is None else seed)

    def verify(self, move: Move) -> None:
        """Refuse a move that may not be made now.

        Raises
        ------
        IllegalMove
            If the rules or the state of the game forbid it; the sentence says why.

        """
        self._verify_time(move)
        _HANDLERS[type(move)][0](self, move)

    def _verify_time(self, move: Move) -> None:
        """Refuse any move once the game is over, and others than answers while they are due."""
        if self.outcome is not None:
            raise IllegalMove("The game is over.")
        if self.announcement is not None and type(move) not in (Answer, ClaimPenalty):
            waiting = sorted(self.announcement.waiting)
            seats, have = ("seat", "has") if len(waiting) == 1 else ("seats", "have")
            raise IllegalMove(
                f"Seat {self.announcement.seat} has announced {self.announcement.announced}: "
                f"{seats} {', '.join(map(str, waiting))} {have} to answer first."
            )

    def can(self, move: Move) -> bool:
        """Tell whether a move may be made now."""
        try:
            self.verify(move)
        except IllegalMove:
            return False
        return True

    def do(self, move: Move) -> Entry:
        """Make a move and log it with all that it brings.

        Raises
        ------
        IllegalMove
            As `verify`; the game is as it was then.

        """
        verify, make = _HANDLERS[type(move)]
        if self.outcome is not None or self.announcement is not None:
            self._verify_time(move)
        verify(self, move)
        make(self, move)
        entry = Entry(move, tuple(self.effects))
        self.effects.clear()
        self.log.append(entry)
        return entry

    # What comes next -----------------------------------------------------------------------

    def waiting(self) -> tuple[int, ...]:
        """List the seats that have to act now; none if chance has, or the game is over."""
        if self.outcome is not None:
            return ()
        if self.announcement is not None:
            return tuple(sorted(self.announcement.waiting))
        if self.phase == "play" and self.play is not None and self.play.turn is not None:
            return (self.play.turn,)
        if self.phase == "show":
            return (self.counter,)
        if self.phase == "discard":
            return tuple(
                [
                    seat
                    for seat in range(self.players)
                    if self.to_discard(seat) > 0 and not self.waits_for_gifts(seat)
                ]
            )
        return ()

    def choices(self, seat: int) -> tuple[Move, ...]:
        """List what a seat may do when the game waits for it: honest moves, in a fixed order.

        Announced points other than the true ones, claims and wrong goes are not listed, though
        some rules allow them.
        """
        if seat not in self.waiting():
            return ()
        if self.announcement is not None:
            return tuple(Answer(seat, reply) for reply in REPLIES)
        if self.phase == "discard":
            number = self.to_discard(seat)
            return tuple(Discard(seat, cards) for cards in combinations(self.hands[seat], number))
        if self.phase == "show":
            return (Count(seat),)
        assert self.play is not None
        fitting = self.play.playable(seat)
        return tuple([PlayCard(seat, card) for card in fitting]) or (SayGo(seat),)

    def draw(self) -> Move:
        """Draw what chance has to do next: the first dealer, a deal or a starter.

        The seed, and how many cuts and deals there were, decide it: nothing else.

        Raises
        ------
        IllegalMove
            If a player has to act, or the game is over.

        """
        if self.phase == "first-dealer":
            cuts = sum(type(entry.move) is CutForDeal for entry in self.log)
            label = f"{self.seed} cut {cuts}"
            if self.rules.first_dealer == "lot":
                return DrawLot(draw_number(label, self.players))
            return CutForDeal(draw_cards(label, DECK, len(self.cutters)))
        if self.phase == "deal":
            return self._draw_deal(f"{self.seed} deal {self.deals}")
        if self.phase == "starter":
            label = f"{self.seed} starter {self.deals}"
            return TurnStarter(draw_cards(label, dealing.stub(self), 1)[0])
        raise IllegalMove("Nothing is left to chance now: a player has to act.")

    def _draw_deal(self, label: str) -> Deal:
        rules = self.rules
        drawn = draw_cards(label, DECK, sum(rules.dealt) + rules.crib_from_pack)
        hands: list[tuple[int, ...]] = [()] * self.players
        for place, number in enumerate(rules.dealt):
            hands[rules.seat(place, self.the_dealer)] = drawn[:number]
            drawn = drawn[number:]
        return Deal(tuple(hands), drawn)
