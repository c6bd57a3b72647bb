"""Players who do any legal thing: for examples, measurements and tests of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import TypeVar

from cribcalc.game.engine import Game
from cribcalc.game.moves import Discard, Move, PlayCard

_Choice = TypeVar("_Choice")


def random_move(game: Game, seat: int, stream: Random) -> Move:
    """Choose among the honest moves of a seat that the game waits for, all alike.

    The same as to choose from `Game.choices`, but only the move chosen is made.
    """
    if game.phase == "discard":
        hand = game.hands[seat]
        places = _any(_throws(len(hand), game.to_discard(seat)), stream)
        return Discard(seat, tuple([hand[place] for place in places]))
    if game.phase == "play" and game.play is not None and game.announcement is None:
        fitting = game.play.playable(seat)
        if fitting:
            return PlayCard(seat, _any(fitting, stream))
    return _any(game.choices(seat), stream)


def play_randomly(game: Game, stream: Random) -> Game:
    """Play a game to its end; chance is the game's own, `stream` chooses for all players."""
    while game.outcome is None:
        waiting = game.waiting()
        game.do(random_move(game, waiting[0], stream) if waiting else game.draw())
    return game


def _any(choices: Sequence[_Choice], stream: Random) -> _Choice:
    return choices[int(stream.random() * len(choices))]


@cache
def _throws(cards: int, number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(cards), number))
