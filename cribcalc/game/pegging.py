"""The play inside a game: cards, goes, and goes taken back."""

from __future__ import annotations

from copy import deepcopy

from cribcalc.errors import IllegalMove
from cribcalc.game.counting import settle_or_ask, verify_announced
from cribcalc.game.dealing import require_phase, require_seat
from cribcalc.game.moves import PlayCard, SayGo, TakeBackGo
from cribcalc.game.state import GameState, Renege
from cribcalc.play import Play, Turn


def the_play(state: GameState) -> Play:
    """Get the play that is going on.

    Raises
    ------
    IllegalMove
        If there is none.

    """
    require_phase(state, "play")
    assert state.play is not None
    return state.play


def verify_card(state: GameState, move: PlayCard) -> None:
    """Refuse a card out of turn, one not held, one past 31, or points nobody may announce."""
    require_seat(state, move.seat)
    play = the_play(state)
    play.verify_card(move.seat, move.card)
    if move.announced is not None:
        true = deepcopy(play).lay(move.seat, move.card).points
        verify_announced(state, move.seat, move.announced, true)


def lay_card(state: GameState, move: PlayCard) -> None:
    """Play a card and peg what it brings, a last card included."""
    assert state.play is not None
    turn = state.play.lay_verified(move.seat, move.card)
    settle_or_ask(state, move.seat, "card", move.announced, turn.pegs)
    _note_reset(state, turn)


def verify_go(state: GameState, move: SayGo) -> None:
    """Refuse a go out of turn, and one with a playable card unless reneges are claimed."""
    require_seat(state, move.seat)
    the_play(state).verify_go(move.seat, renege=state.rules.renege != "off")


def say_go(state: GameState, move: SayGo) -> None:
    """Pass; who laid the last card pegs one if nobody can go on.

    That one point is automatic, even with muggins.
    """
    play = the_play(state)
    fitting = tuple(play.playable(move.seat))
    turn = play.say_go(move.seat, renege=bool(fitting))
    if fitting:
        state.reneges.append(Renege(move.seat, fitting, len(state.log)))
    state.score(turn.scorer, turn.pegs)
    _note_reset(state, turn)
    if play.is_over and state.outcome is None:
        state.phase = "show"


def verify_take_back(state: GameState, move: TakeBackGo) -> None:
    """Refuse to take back a go that was right, or on which somebody has acted already."""
    require_seat(state, move.seat)
    the_play(state)
    last = state.log[-1] if state.log else None
    if last is None or last.move != SayGo(move.seat):
        raise IllegalMove("A go can be taken back only until somebody else plays or speaks.")
    if last.effects:
        raise IllegalMove("The go is pegged already and cannot be taken back.")
    if not state.reneges or state.reneges[-1].at != len(state.log) - 1:
        raise IllegalMove(f"Seat {move.seat} has no card that fits: the go was right.")


def take_back_go(state: GameState, move: TakeBackGo) -> None:
    """Let a seat play after all; nothing is punished."""
    state.reneges.pop()
    the_play(state).take_back_go(move.seat)


def _note_reset(state: GameState, turn: Turn) -> None:
    if turn.ends_series and state.outcome is None:
        state.note("reset", turn.seat, 0, f"count {turn.total}")
