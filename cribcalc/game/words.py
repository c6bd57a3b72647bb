"""A game in words: its rules, its moves, what they brought, how it ended, what comes next.

Cards are written by a function that the caller gives, so that a terminal may show suit signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple, TypeAlias

from cribcalc.cards import card_names
from cribcalc.game.moves import (
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    Effect,
    Move,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
)
from cribcalc.game.outcome import Outcome
from cribcalc.game.state import GameState
from cribcalc.rules import Retreat, Rules
from cribcalc.scoring import Score
from cribcalc.variants import OVERLAYS, VARIANTS, make_rules
from cribcalc.words import number_word, plural

CardWriter: TypeAlias = Callable[[Iterable[int]], str]


class Deed(NamedTuple):
    """Who does what; `who` is empty where nobody in particular does it."""

    who: str
    what: str


# Moves -----------------------------------------------------------------------------------


def describe_move(
    move: Move,
    names: Sequence[str],
    cards: CardWriter = card_names,
    *,
    dealer: int | None = None,
    cutters: Sequence[int] = (),
    counted: Score | None = None,
) -> list[Deed]:
    """Say a move in words; a deal and a cut take a line for each seat.

    Parameters
    ----------
    move : Move
        What is done.
    names : sequence of str
        Names of the players, by seat.
    cards : callable
        Writes cards.
    dealer : int, optional
        Who deals, where it is known.
    cutters : sequence of int
        Who cuts for the deal; all if nobody is named.
    counted : Score, optional
        The hand or crib that is counted.

    >>> describe_move(PlayCard(1, 18), ["Ann", "Bob"])
    [Deed(who='Bob', what='plays 5H')]

    """
    if isinstance(move, CutForDeal):
        seats = cutters or range(len(names))
        return [
            Deed(_name(names, seat), f"cuts {cards((card,))}")
            for seat, card in zip(seats, move.cards, strict=False)
        ]
    if isinstance(move, DrawLot):
        return [Deed(_name(names, move.dealer), "is drawn to deal first")]
    if isinstance(move, Deal):
        got = [
            Deed(_name(names, seat), f"gets {cards(hand)}") for seat, hand in enumerate(move.hands)
        ]
        crib = [Deed("", f"{cards(move.crib)} to the crib")] if move.crib else []
        return [Deed(_name(names, dealer), "deals"), *got, *crib]
    if isinstance(move, Count):
        return [Deed(_name(names, move.seat), _count(move, cards, counted))]
    if isinstance(
        move,
        Discard | PlayCard | SayGo | TakeBackGo | Answer | ClaimRenege | ClaimPenalty | ReportError,
    ):
        return [Deed(_name(names, move.seat), _deed(move, names, cards))]
    return [Deed("", f"starter {cards((move.card,))}")]


def _name(names: Sequence[str], seat: int | None) -> str:
    """Name a seat; a wrong move may speak of one that nobody sits in."""
    if seat is None:
        return ""
    return names[seat] if 0 <= seat < len(names) else f"seat {seat}"


def _count(move: Count, cards: CardWriter, counted: Score | None) -> str:
    what = "counts"
    if counted is not None:
        what = f"counts {'the crib ' if counted.crib else ''}{cards(counted.hand)}"
    return what + _announced(move.announced)


def _announced(points: int | None) -> str:
    return "" if points is None else f", announcing {points}"


def _deed(
    move: Discard
    | PlayCard
    | SayGo
    | TakeBackGo
    | Answer
    | ClaimRenege
    | ClaimPenalty
    | ReportError,
    names: Sequence[str],
    cards: CardWriter,
) -> str:
    if isinstance(move, Discard):
        return f"throws {cards(move.cards)}"
    if isinstance(move, PlayCard):
        return f"plays {cards((move.card,))}{_announced(move.announced)}"
    if isinstance(move, SayGo):
        return "says go"
    if isinstance(move, TakeBackGo):
        return "takes the go back"
    if isinstance(move, Answer):
        return _ANSWERS[move.reply]
    if isinstance(move, ClaimRenege):
        return f"claims a renege of {_name(names, move.offender)}"
    if isinstance(move, ClaimPenalty):
        fault = f"{_name(names, move.offender)}: {_FAULTS[move.fault]}"
        return f"penalty, {fault}" if move.seat is None else f"claims a penalty, {fault}"
    return "has made an error in dealing"


_ANSWERS = {
    "accept": "accepts the count",
    "muggins": "says muggins",
    "overcount": "objects to an overcount",
}
_FAULTS = {
    "peek": "peeked",
    "move-peg": "moved an opponent's peg",
    "starter-misplaced": "misplaced the starter",
}


# What moves bring ------------------------------------------------------------------------


def describe_effects(
    effects: Iterable[Effect], names: Sequence[str], actor: int | None = None
) -> str:
    """Say what a move brought; whoever is not its actor is named.

    >>> describe_effects([Effect("score", 0, 2, "pair", 7)], ["Ann", "Bob"], actor=1)
    'Ann: pair 2'
    """
    said: list[str] = []
    before: int | None = actor
    for effect in effects:
        text = _effect(effect, names)
        if not text:
            continue
        if effect.seat != before and effect.kind not in ("back", "redeal"):
            text = f"{names[effect.seat]}: {text}"
            before = effect.seat
        said.append(text)
    return ", ".join(said)


def _effect(effect: Effect, names: Sequence[str]) -> str:
    kind, seat, points, reason, _ = effect
    if kind == "score":
        return f"{reason} {points}"
    if kind == "nothing":
        return f"nothing ({reason} {points} would pass the target)"
    if kind == "back":
        return f"{names[seat]}'s {reason} of nothing: {points} back"
    if kind == "cancel":
        return f"{points} cancelled ({reason})"
    if kind == "fine":
        return f"{points} back ({reason})"
    if kind == "redeal":
        return "the cards are dealt again"
    return "the game ends" if kind == "over" else ""


# Rules, outcome, what comes next ---------------------------------------------------------


def describe_rules(rules: Rules) -> list[str]:
    """Say the rules: the variant's title, then a sentence for each thing that differs."""
    usual = make_rules(rules.variant)
    different = {
        field.name: getattr(rules, field.name)
        for field in fields(Rules)
        if getattr(rules, field.name) != getattr(usual, field.name)
    }
    different.pop("target", None)
    sentences = [f"{VARIANTS[rules.variant].title}, to {rules.target}."]
    for overlay in OVERLAYS.values():
        if all(different.get(name) == value for name, value in overlay.changes.items()):
            sentences.append(overlay.about)
            for name in overlay.changes:
                del different[name]
    return sentences + [_setting(name, value) for name, value in different.items()]


def _setting(name: str, value: object) -> str:
    if isinstance(value, Retreat):
        return (
            f"A hand of no points moves its owner back {value.hand}, a crib of no points "
            f"{value.crib}, never behind the start."
        )
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return f"{name.replace('_', ' ').capitalize()}: {said}."


def side_names(rules: Rules, names: Sequence[str]) -> list[str]:
    """Name the sides by their players."""
    return [" and ".join(names[side :: rules.sides]) for side in range(rules.sides)]


def describe_score(scores: Iterable[int]) -> str:
    """Write the scores of all sides; below the start in brackets."""
    return "-".join(str(score) if score >= 0 else f"({score})" for score in scores)


def describe_outcome(
    outcome: Outcome, rules: Rules, names: Sequence[str], scores: Sequence[int]
) -> str:
    """Say who has won, how the others have lost and what it is worth."""
    sides = side_names(rules, names)
    winners = " and ".join(sides[side] for side in outcome.winners)
    is_one = len(outcome.winners) == 1 and rules.partners == 1
    losses = [
        f"{sides[side]}: {label}"
        for side, label in enumerate(outcome.labels)
        if side not in outcome.winners and label != "loss"
    ]
    worth = f"{number_word(outcome.games)} {plural('game', outcome.games)}"
    verb = "wins" if is_one else "win"
    return f"{'; '.join([f'{winners} {verb} {describe_score(scores)}', *losses, worth])}."


def describe_next(state: GameState, waiting: Sequence[int], names: Sequence[str]) -> str:
    """Say what a game that is not over waits for."""
    who = " and ".join(names[seat] for seat in waiting)
    if not waiting:
        return f"Next {_CHANCE[state.phase]}."
    if state.announcement is not None:
        return f"Next {who} to answer the count of {names[state.announcement.seat]}."
    if state.phase == "show":
        what = "the crib" if state.is_crib_next else "a hand"
        return f"Next {who} to count {what}."
    return f"Next {who} {'to throw' if state.phase == 'discard' else 'to play or to say go'}."


_CHANCE = {
    "first-dealer": "the first dealer is found",
    "deal": "the cards are dealt",
    "starter": "the starter is turned up",
}
