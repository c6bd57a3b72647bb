"""How a game ends: who has won, and what the win is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cribcalc.rules import Rules

EARLY_WINNER = 61
EARLY_LOSER = 31
"""The early double skunk: a side has the one or more while an opponent has fewer than the
other (D5)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes
    ----------
    winners : tuple of int
        The sides that have won; more than one only in Reverse (D29).
    labels : tuple of str
        For each side: "win", "loss", "skunk", "double skunk" or "lurch".
    games : int
        How many games the win is worth (D32: the most that any loser gives).

    """

    winners: tuple[int, ...]
    labels: tuple[str, ...]
    games: int


def loss(rules: Rules, score: int) -> tuple[str, int]:
    """Label a lost game and say how many games it counts (part E, D4 to D6).

    >>> from cribcalc.rules import Rules
    >>> loss(Rules(), 90)
    ('skunk', 2)
    """
    if rules.skunk == "lurch" and score < (rules.target + 1) // 2:
        return "lurch", 2
    if rules.skunk == "standard":
        if rules.target > 90 and score < rules.target - 60:
            return "double skunk", rules.double_value
        if score < rules.target - 30:
            return "skunk", 2
    return "loss", 1


def find_outcome(rules: Rules, scores: Sequence[int]) -> Outcome | None:
    """Tell how a game with these scores, by side, has ended, or None if it goes on."""
    reached = [side for side, score in enumerate(scores) if score >= rules.target]
    if reached and rules.reverse:
        lowest = min(scores)
        winners = tuple(side for side, score in enumerate(scores) if score == lowest)
        labels = tuple("win" if side in winners else "loss" for side in range(len(scores)))
        return Outcome(winners, labels, 1)
    if reached:
        return _won(rules, scores, reached[0])
    if rules.early_double:
        best = max(range(len(scores)), key=lambda side: scores[side])
        if scores[best] >= EARLY_WINNER and min(scores) < EARLY_LOSER:
            early = ["double skunk" if score < EARLY_LOSER else "loss" for score in scores]
            early[best] = "win"
            return Outcome((best,), tuple(early), 2)
    return None


def _won(rules: Rules, scores: Sequence[int], winner: int) -> Outcome:
    losses = [loss(rules, score) for score in scores]
    labels = tuple("win" if side == winner else label for side, (label, _) in enumerate(losses))
    games = max(worth for side, (_, worth) in enumerate(losses) if side != winner)
    return Outcome((winner,), labels, games)
