"""Players who do any legal thing: for examples, measurements and tests of the engine."""

from __future__ import annotations

from random import Random

from cribcalc.game.engine import Game
from cribcalc.game.moves import Discard, Move, PlayCard


def random_move(game: Game, seat: int, stream: Random) -> Move:
    """Choose among the honest moves of a seat that the game waits for, all alike."""
    if game.phase == "discard":  # drawn, for listing all throws takes longer than a whole play
        return Discard(seat, tuple(stream.sample(game.hands[seat], game.to_discard(seat))))
    if game.phase == "play" and game.play is not None and game.announcement is None:
        fitting = game.play.playable(seat)
        if fitting:
            return PlayCard(seat, stream.choice(fitting))
    return stream.choice(game.choices(seat))


def play_randomly(game: Game, stream: Random) -> Game:
    """Play a game to its end; chance is the game's own, `stream` chooses for all players."""
    while game.outcome is None:
        waiting = game.waiting()
        game.do(random_move(game, waiting[0], stream) if waiting else game.draw())
    return game
