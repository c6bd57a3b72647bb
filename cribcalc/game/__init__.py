"""The whole game: every move of every variant, checked, scored and logged.

>>> from cribcalc.game import Game
>>> from cribcalc.variants import make_rules
>>> game = Game(make_rules("six-card", preset="computer"), seed=7)
>>> entry = game.do(game.draw())  # the first dealer, by lot
>>> entry = game.do(game.draw())  # the deal
>>> game.waiting()
(0, 1)
"""

from __future__ import annotations

from cribcalc.game.engine import Game

__all__ = ["Game"]
