"""Play a recorded game again: check every move and every claim, find the first fault."""

from __future__ import annotations

from dataclasses import dataclass

from cribcalc.cards import card_name
from cribcalc.errors import IllegalMove, RecordError
from cribcalc.game.engine import Game
from cribcalc.game.moves import (
    Count,
    CutForDeal,
    Deal,
    DrawLot,
    Entry,
    Move,
    PlayCard,
    SayGo,
    TurnStarter,
)
from cribcalc.game.record import Event, Record
from cribcalc.game.words import describe_score
from cribcalc.scoring import Score, score_hand
from cribcalc.words import plural

_CHANCE = (CutForDeal, DrawLot, Deal, TurnStarter)


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was checked.

    Attributes
    ----------
    event : int or None
        Number of the event in the record, from 1; None for a go that was left out there.
    deal : int
        Number of the deal, from 1; 0 before the first.
    dealer : int or None
        Whose deal it is.
    entry : Entry
        The move and what it brought.
    total : int or None
        The count after a card or a go.
    score : Score or None
        A hand or crib that was counted, combination by combination.
    scores : tuple of int
        The scores of all sides afterwards.
    cutters : tuple of int
        Who cut, where the move is a cut for the deal.

    """

    event: int | None
    deal: int
    dealer: int | None
    entry: Entry
    total: int | None
    score: Score | None
    scores: tuple[int, ...]
    cutters: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """Points pegged with this move, by whomever."""
        return sum(each.points for each in self.entry.effects if each.kind == "score")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a record that is wrong.

    Attributes
    ----------
    event : int
        Number of the event, from 1.
    sentence : str
        What is wrong with it.

    """

    event: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again, up to its end or its first fault."""

    record: Record
    steps: tuple[Step, ...]
    fault: Fault | None
    game: Game


def replay(record: Record) -> Replay:
    """Play a record again; goes that nobody could avoid may be missing in it."""
    game = Game(record.rules, record.seed)
    steps: list[Step] = []
    for number, event in enumerate(record.events, start=1):
        try:
            steps.extend(_missing_goes(game, event.move))
            _check_chance(game, record, event.move)
            step = _make(game, event.move, number)
        except IllegalMove as error:
            return Replay(record, tuple(steps), Fault(number, str(error)), game)
        steps.append(step)
        wrong = _wrong_claim(event, step)
        if wrong is not None:
            return Replay(record, tuple(steps), Fault(number, wrong), game)
    return Replay(record, tuple(steps), None, game)


def resume(record: Record) -> Game:
    """Play a record again to go on from where it ends.

    Raises
    ------
    RecordError
        If anything in it is wrong.

    """
    again = replay(record)
    if again.fault is not None:
        raise RecordError(f"Event {again.fault.event}: {again.fault.sentence}")
    return again.game


def _missing_goes(game: Game, move: Move) -> list[Step]:
    """Say the goes that must come before a move and that the record leaves out."""
    steps: list[Step] = []
    while game.phase == "play" and not game.can(move):
        waiting = game.waiting()
        if not waiting or game.choices(waiting[0]) != (SayGo(waiting[0]),):
            break
        steps.append(_make(game, SayGo(waiting[0]), None))
    return steps


def _check_chance(game: Game, record: Record, move: Move) -> None:
    """Refuse cards that do not come from the seed of the record."""
    if record.seed is None or not isinstance(move, _CHANCE):
        return
    game.verify(move)
    drawn = game.draw()
    if drawn != move:
        raise IllegalMove(
            f"These cards do not come from the seed {record.seed}: it gives {_shown(drawn)}."
        )


def _shown(move: Move) -> str:
    if isinstance(move, TurnStarter):
        return f"the starter {card_name(move.card)}"
    if isinstance(move, DrawLot):
        return f"the deal to seat {move.dealer}"
    return "other ones"


def _make(game: Game, move: Move, number: int | None) -> Step:
    """Make a move and note what cannot be seen afterwards: the count, and a hand's points."""
    game.verify(move)
    score = None
    if isinstance(move, Count):
        score = score_hand(game.cards_to_count(), game.starter, game.is_crib_next)
    total = None
    if isinstance(move, PlayCard | SayGo) and game.play is not None:
        total = game.play.count_with(move.card if isinstance(move, PlayCard) else None)
    dealer, cutters = game.dealer, game.cutters if isinstance(move, CutForDeal) else ()
    entry = game.do(move)
    return Step(number, game.deals, dealer, entry, total, score, tuple(game.scores), cutters)


def _wrong_claim(event: Event, step: Step) -> str | None:
    """Say what a record claims of a move that is not so."""
    if event.points is not None and event.points != step.points:
        are = "is" if step.points == 1 else "are"
        return f"The record gives {_points(event.points)}, but there {are} {step.points}."
    if event.scores is not None and event.scores != step.scores:
        claimed, right = map(describe_score, (event.scores, step.scores))
        return f"The record says the score is {claimed}, but it is {right}."
    if event.effects is not None and event.effects != step.entry.effects:
        for at, effect in enumerate(step.entry.effects):
            if at >= len(event.effects) or event.effects[at] != effect:
                return (
                    f"The record does not say {effect.kind} {effect.points} ({effect.reason}) for "
                    f"seat {effect.seat}, making {effect.score}."
                )
        return "The record claims more effects than this move has."
    return None


def _points(number: int) -> str:
    return f"{number} {plural('point', number)}"
