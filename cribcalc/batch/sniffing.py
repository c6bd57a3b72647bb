"""What is in an input that does not say so: its format, and the task it is meant for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cribcalc.batch.records import find_fields
from cribcalc.cards import parse_cards
from cribcalc.errors import CardError

_CARD = re.compile(r"(?:10|[A2-9TJQK])[CDHS♣♦♥♠♧♢♡♤]|[\U0001f0a0-\U0001f0df]", re.IGNORECASE)


def has_cards(text: str) -> bool:
    """Tell whether a line has something in it that looks like a card.

    >>> has_cards("5H 5X"), has_cards("name,age")
    (True, False)
    """
    return _CARD.search(text) is not None


def count_cards(text: str) -> int | None:
    """Count the cards of a text, or None if they cannot be read."""
    try:
        return len(parse_cards(text))
    except CardError:
        return None


def guess_task(columns: Sequence[str], hands: Iterable[str]) -> str:
    """Guess the task: a role is for a discard, a starter for a score, else six cards decide.

    >>> guess_task(["hand", "role"], []), guess_task(["hand"], ["5H 5D JS 4C"])
    ('discard', 'score')
    """
    fields = find_fields(columns)
    if ("role" in fields) != ("starter" in fields):
        return "discard" if "role" in fields else "score"
    return "discard" if has_six_cards(hands) else "score"


def has_six_cards(hands: Iterable[str]) -> bool:
    """Tell whether the first hand that can be read has six cards."""
    return next(filter(None, map(count_cards, hands)), 0) == 6
