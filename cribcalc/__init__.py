"""Exact cribbage hand analysis, from the command line and as a library.

>>> from cribcalc import card_names, parse_cards, score_hand
>>> score_hand(parse_cards("5C 5D 5H JS"), starter=parse_cards("5S")[0]).total
29

The names below are imported when they are first used, so that ``import cribcalc`` costs
next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what typing says, without importing it: Ctrl-C is not heard yet

if TYPE_CHECKING:
    from typing import Any

    from cribcalc.averages import crib_averages
    from cribcalc.batch import run_batch
    from cribcalc.cards import card_name, card_names, parse_card, parse_cards
    from cribcalc.census import show_census
    from cribcalc.discard import analyze_deal
    from cribcalc.errors import CribcalcError
    from cribcalc.game import Game
    from cribcalc.outlook import starter_outlook
    from cribcalc.scoring import score_hand
    from cribcalc.situation import Situation
    from cribcalc.stats import deal_statistics
    from cribcalc.variant_discard import analyze_variant
    from cribcalc.variants import make_rules

__version__ = "0.1.0"

__all__ = [
    "CribcalcError",
    "Game",
    "Situation",
    "analyze_deal",
    "analyze_variant",
    "card_name",
    "card_names",
    "crib_averages",
    "deal_statistics",
    "make_rules",
    "parse_card",
    "parse_cards",
    "run_batch",
    "score_hand",
    "show_census",
    "starter_outlook",
]

_HOME = {
    "CribcalcError": "errors",
    "Game": "game",
    "Situation": "situation",
    "analyze_deal": "discard",
    "analyze_variant": "variant_discard",
    "card_name": "cards",
    "card_names": "cards",
    "crib_averages": "averages",
    "deal_statistics": "stats",
    "make_rules": "variants",
    "parse_card": "cards",
    "parse_cards": "cards",
    "run_batch": "batch",
    "score_hand": "scoring",
    "show_census": "census",
    "starter_outlook": "outlook",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported yet or not."""
    return ["__version__", *__all__]
