"""A game as JSON: the log that is at once a saved game and something to replay.

A record holds the rules, the names of the players and the moves in order. What each move
brought may stand beside it, in full (``effects``, as saved games have it) or in short
(``points``, as a person writes it down).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, get_args

from cribcalc.cards import card_name, parse_card, parse_cards
from cribcalc.errors import CribcalcError, RecordError, RulesError
from cribcalc.game.engine import Game
from cribcalc.game.moves import (
    FAULTS,
    REPLIES,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    Effect,
    EffectKind,
    Entry,
    Move,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.rules import Retreat, Rules
from cribcalc.variants import make_rules
from cribcalc.words import printable

FORMAT = "cribcalc game"
SCHEMA_VERSION = 1

MOVES: dict[str, type] = {
    "cut_for_deal": CutForDeal,
    "draw_lot": DrawLot,
    "deal": Deal,
    "discard": Discard,
    "dealing_error": ReportError,
    "starter": TurnStarter,
    "play": PlayCard,
    "go": SayGo,
    "take_back_go": TakeBackGo,
    "count": Count,
    "answer": Answer,
    "claim_renege": ClaimRenege,
    "penalty": ClaimPenalty,
}
"""The name of each move in a record."""

_NAMES = {kind: name for name, kind in MOVES.items()}
_SEATS = {"seat", "offender", "dealer"}
_OPTIONAL = {"announced", "crib"}
_ANNOTATIONS = {"move", "points", "scores", "effects", "note"}
_CHOICES: dict[str, tuple[str, ...]] = {"reply": REPLIES, "fault": FAULTS}
_OF_THE_VARIANT = ("dealt", "discards", "crib_from_pack", "sides", "speedo")
_MOST = 9999
"""Larger numbers are no points, scores or seats of any game."""


@dataclass(frozen=True, slots=True)
class Event:
    """A recorded move, and what the record says that it brought.

    Attributes
    ----------
    move : Move
        What was done.
    points : int or None
        Points that were pegged with it, by whomever.
    scores : tuple of int or None
        The scores of all sides after it.
    effects : tuple of Effect or None
        All that it brought.

    """

    move: Move
    points: int | None = None
    scores: tuple[int, ...] | None = None
    effects: tuple[Effect, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game."""

    rules: Rules
    players: tuple[str, ...]
    seed: str | None
    events: tuple[Event, ...]


# Writing -------------------------------------------------------------------------------------


def write_record(game: Game, players: Sequence[str] = ()) -> dict[str, Any]:
    """Write a game down with all that every move brought."""
    return {
        "format": FORMAT,
        "schema_version": SCHEMA_VERSION,
        "rules": write_rules(game.rules),
        "seed": game.seed,
        "players": list(players) or default_names(game.rules),
        "events": [write_entry(entry) for entry in game.log],
    }


def default_names(rules: Rules) -> list[str]:
    """Name the players by their seats."""
    return [f"seat {seat}" for seat in range(rules.players)]


def write_rules(rules: Rules) -> dict[str, Any]:
    """Write rules as the name of a variant and what differs from its usual rules."""
    usual = make_rules(rules.variant)
    document: dict[str, Any] = {"variant": rules.variant}
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if value != getattr(usual, field.name):
            document[field.name] = [value.hand, value.crib] if isinstance(value, Retreat) else value
    return document


def write_entry(entry: Entry) -> dict[str, Any]:
    """Write one move with its effects."""
    document = write_move(entry.move)
    if entry.effects:
        document["effects"] = [effect._asdict() for effect in entry.effects]
    return document


def write_move(move: Move) -> dict[str, Any]:
    """Write one move; what is not set is left out."""
    document: dict[str, Any] = {"move": _NAMES[type(move)]}
    for field in fields(move):
        value = getattr(move, field.name)
        if value is None or (field.name == "crib" and not value):
            continue
        document[field.name] = _write_value(field.name, value)
    return document


def _write_value(name: str, value: Any) -> Any:
    if name == "card":
        return card_name(value)
    if name in ("cards", "crib"):
        return [card_name(card) for card in value]
    if name == "hands":
        return [[card_name(card) for card in hand] for hand in value]
    return value


# Reading -------------------------------------------------------------------------------------


def read_record(document: Any) -> Record:
    """Read a record.

    Raises
    ------
    RecordError
        If something is not as it must be; the sentence says where.

    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError(
            f'This is no recorded game: it needs "format": "{FORMAT}" (see cribcalc replay '
            "--example)."
        )
    version = document.get("schema_version")
    if not _is_number(version) or version != SCHEMA_VERSION:
        known = f'only "schema_version": {SCHEMA_VERSION} can be read'
        raise RecordError(f"This game is recorded in another version of the format: {known}.")
    rules = read_rules(document.get("rules", {}))
    names = document.get("players", default_names(rules))
    if not _is_list_of(names, str) or len(names) != rules.players:
        raise RecordError(f'"players" must be the names of the {rules.players} players.')
    seed = document.get("seed")
    if not isinstance(seed, str | int | None) or isinstance(seed, bool) or not _is_text(str(seed)):
        raise RecordError('"seed" must be a text or a number.')
    events = document.get("events")
    if not isinstance(events, list):
        raise RecordError('"events" must be the list of the moves.')
    read = tuple(_read_event(number, each) for number, each in enumerate(events, start=1))
    return Record(rules, tuple(names), None if seed is None else str(seed), read)


def read_rules(document: Any) -> Rules:
    """Read rules: names of a variant, a preset and overlays, and single settings.

    Raises
    ------
    RecordError
        If a name or a setting is unknown, or rules exclude each other.

    """
    if not isinstance(document, dict):
        raise RecordError('"rules" must be an object, like {"variant": "six-card"}.')
    settings = dict(document)
    named = {key: settings.pop(key) for key in ("variant", "preset") if key in settings}
    overlays = settings.pop("rules", [])
    known = {field.name: field for field in fields(Rules)}
    if not _is_list_of(overlays, str) or not all(isinstance(name, str) for name in named.values()):
        raise RecordError('In "rules", variant and preset are names, and rules a list of names.')
    for name, value in settings.items():
        if name not in known:
            raise RecordError(f'"{printable(name)}" is no setting of the rules.')
        settings[name] = _read_setting(name, value)
    try:
        usual = make_rules(**named)
        for name in _OF_THE_VARIANT:
            if settings.get(name, getattr(usual, name)) != getattr(usual, name):
                raise RecordError(f'In "rules", the variant decides "{name}".')
        return make_rules(overlays=overlays, **named, **settings)
    except RulesError as error:
        raise RecordError(f'"rules": {error}') from error


def _read_setting(name: str, value: Any) -> Any:
    usual = getattr(Rules(), name)
    if isinstance(usual, Retreat):
        if not (_is_list_of(value, int) and len(value) == 2):
            raise RecordError('"retreat" must be two numbers, for a hand and for a crib.')
        return Retreat(*value)
    if isinstance(usual, tuple):
        if not _is_list_of(value, int):
            raise RecordError(f'"{name}" must be a list of numbers.')
        return tuple(value)
    if type(value) is not type(usual) or (type(value) is int and not _is_number(value)):
        kinds = {bool: "true or false", int: "a number", str: "a name"}
        raise RecordError(f'"{name}" must be {kinds[type(usual)]}.')
    return value


def _read_event(number: int, document: Any) -> Event:
    try:
        return _read_fields(document)
    except CribcalcError as error:
        raise RecordError(f"Event {number}: {error}") from error


def _read_fields(document: Any) -> Event:
    if not isinstance(document, dict) or not isinstance(document.get("move"), str):
        raise RecordError('it must be an object with the name of a "move".')
    move = document["move"]
    if move not in MOVES:
        raise RecordError(f'"{printable(move)}" is no move: there are {", ".join(MOVES)}.')
    kind = MOVES[move]
    names = [field.name for field in fields(kind)]
    unknown = set(document) - set(names) - _ANNOTATIONS
    if unknown:
        raise RecordError(f'the move {move} has no "{printable(min(unknown))}".')
    values = {}
    for name in names:
        if name in document:
            values[name] = _read_value(name, document[name])
        elif name not in _OPTIONAL and not (kind is ClaimPenalty and name == "seat"):
            raise RecordError(f'the move {move} needs "{name}".')
        elif kind is ClaimPenalty and name == "seat":
            values[name] = None
    return Event(kind(**values), **_read_claims(document))


def _read_value(name: str, value: Any) -> Any:
    if name in _SEATS or name == "announced":
        if not _is_number(value):
            raise RecordError(f'"{name}" must be a number.')
        return value
    if name == "hands":
        if not isinstance(value, list):
            raise RecordError('"hands" must be a list of hands.')
        return tuple(_read_cards(hand) for hand in value)
    if name in ("cards", "crib"):
        return _read_cards(value)
    if not isinstance(value, str):
        raise RecordError(f'"{name}" must be a text.')
    if name in _CHOICES and value not in _CHOICES[name]:
        raise RecordError(f'"{name}" must be one of {", ".join(_CHOICES[name])}.')
    return parse_card(value) if name == "card" else value


def _read_cards(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        return parse_cards(value)
    if not _is_list_of(value, str):
        raise RecordError('cards must be a list like ["5H", "TD"], or a text like "5H TD".')
    return parse_cards(*value)


def _read_claims(document: Mapping[str, Any]) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    if "points" in document:
        if not _is_number(document["points"]):
            raise RecordError('"points" must be a number.')
        claims["points"] = document["points"]
    if "scores" in document:
        if not _is_list_of(document["scores"], int) or not all(map(_is_number, document["scores"])):
            raise RecordError('"scores" must be a list of numbers.')
        claims["scores"] = tuple(document["scores"])
    if not isinstance(document.get("note", ""), str):
        raise RecordError('"note" must be a text.')
    if "effects" in document:
        claims["effects"] = _read_effects(document["effects"])
    return claims


def _read_effects(value: Any) -> tuple[Effect, ...]:
    kinds = {"kind": str, "seat": int, "points": int, "reason": str, "score": int}
    if not _is_list_of(value, dict):
        raise RecordError('"effects" must be a list of objects.')
    for effect in value:
        right = set(effect) == set(kinds) and all(
            type(effect[name]) is kind for name, kind in kinds.items()
        )
        if not right or effect["kind"] not in get_args(EffectKind):
            raise RecordError(f"an effect needs {', '.join(kinds)}, each of its kind.")
    return tuple(Effect(**effect) for effect in value)


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= _MOST


def _is_text(value: str) -> bool:
    """Tell whether a text can be written down: JSON may hold halves of characters."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(each) is kind for each in value)
