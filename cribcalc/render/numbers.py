"""Numbers for people: enough decimals to tell different values apart, and bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LEAST_DECIMALS = 2
MOST_DECIMALS = 6

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def decimals_to_tell_apart(values: Sequence[float], keys: Sequence[object]) -> int:
    """Choose how many decimals show different values differently.

    Two values are different if their keys are (exact integers behind the floats); equal
    ones need no more decimals. At least two, at most six.
    """
    distinct = dict(zip(keys, values, strict=True)).values()
    for decimals in range(LEAST_DECIMALS, MOST_DECIMALS):
        if len({f"{value:.{decimals}f}" for value in distinct}) == len(distinct):
            return decimals
    return MOST_DECIMALS


def behind(best: float, value: float, decimals: int) -> str:
    """Show how far a value is behind the best, as the difference of what is displayed."""
    difference = round(best, decimals) - round(value, decimals)
    return f"{abs(difference):.{decimals}f}"


def bar(share: float, width: int, unicode: bool) -> str:
    """Draw a bar for a share (0..1) of the longest one; anything above zero shows."""
    if not unicode:
        length = round(share * width)
        return "#" * (length or (1 if share > 0 else 0))
    eighths = round(share * width * 8)
    full, rest = divmod(eighths or (1 if share > 0 else 0), 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def shared_place(key: Any, ranking: Sequence[Any]) -> str:
    """Write the place of a key among sorted keys: ``3=`` where others share it."""
    return f"{ranking.index(key) + 1}{'=' if ranking.count(key) > 1 else ' '}"
