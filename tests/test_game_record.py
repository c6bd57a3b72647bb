"""A recorded game: written, read and played again; and every kind of damage to it."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc.cards import card_name
from cribcalc.errors import RecordError
from cribcalc.game.engine import Game
from cribcalc.game.example import EXAMPLE
from cribcalc.game.random_play import play_randomly, random_move
from cribcalc.game.record import MOVES, read_record, write_record, write_rules
from cribcalc.game.recordfile import parse_record
from cribcalc.game.replay import Replay, replay, resume
from cribcalc.render.replay import ReplayView
from cribcalc.render.view import FORMATS, render
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS, make_rules

Document = dict[str, Any]


def again(document: Document) -> Replay:
    """Bring a document through JSON and play it again."""
    return replay(read_record(json.loads(json.dumps(document))))


def fault(document: Document) -> tuple[int, str]:
    """Give the event and the sentence of the fault that a document must have."""
    found = again(document).fault
    assert found is not None
    return found.event, found.sentence


def unreadable(document: object) -> str:
    """Give the sentence with which something is refused as a record."""
    with pytest.raises(RecordError) as caught:
        read_record(document)
    return str(caught.value)


@cache
def _game(variant: str, seed: int, overlays: tuple[str, ...] = ()) -> str:
    game = play_randomly(Game(make_rules(variant, overlays), seed), Random(seed))
    return json.dumps(write_record(game))


def game(variant: str = "six-card", seed: int = 1, overlays: tuple[str, ...] = ()) -> Document:
    """Record a game of players who do any legal thing."""
    document: Document = json.loads(_game(variant, seed, overlays))
    return document


def by_hand() -> Document:
    """Give the example: a deal that was written down without a seed."""
    document: Document = json.loads(EXAMPLE)
    return document


# Round trips -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_each_variant_is_played_again(variant: str, seed: int) -> None:
    played = play_randomly(Game(make_rules(variant), seed), Random(seed))
    result = again(write_record(played))
    assert result.fault is None
    assert result.game.snapshot() == played.snapshot()
    assert write_record(result.game) == write_record(played)
    assert [step.event for step in result.steps] == list(range(1, len(played.log) + 1))


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_game_with_each_rule_is_played_again(overlay: str) -> None:
    overlays = ["muggins", overlay] if overlay == "overcount-penalty" else [overlay]
    played = play_randomly(Game(make_rules(overlays=overlays), 3), Random(3))
    result = again(write_record(played, ["Ann", "Bob"]))
    assert result.fault is None
    assert result.game.snapshot() == played.snapshot()
    assert result.record.players == ("Ann", "Bob")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_survive_being_written(variant: str, preset: str) -> None:
    if preset == "backtrack" and variant not in ("six-card", "three-player"):
        return
    rules = make_rules(variant, preset=preset)
    document = {**by_hand(), "rules": write_rules(rules), "events": []}
    del document["players"]
    assert again(document).record.rules == rules


@settings(max_examples=25)
@given(st.sampled_from(list(VARIANTS)), st.integers(0, 10**6), st.integers(0, 120), st.randoms())
def test_a_game_that_was_broken_off_goes_on(
    variant: str, seed: int, moves: int, stream: Random
) -> None:
    played = Game(make_rules(variant), seed)
    for _ in range(moves):
        if played.outcome is None:
            waiting = played.waiting()
            played.do(random_move(played, waiting[0], stream) if waiting else played.draw())
    other = resume(read_record(json.loads(json.dumps(write_record(played)))))
    assert other.snapshot() == played.snapshot()
    play_randomly(played, Random(seed))
    play_randomly(other, Random(seed))
    assert other.snapshot() == played.snapshot()


def test_goes_may_be_left_out() -> None:
    document = game()
    goes = [each for each in document["events"] if each["move"] == "go"]
    assert goes
    document["events"] = [each for each in document["events"] if each["move"] != "go"]
    result = again(document)
    assert result.fault is None
    assert result.game.snapshot() == again(game()).game.snapshot()
    understood = [step for step in result.steps if step.event is None]
    assert len(understood) == len(goes)


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    with_mark = parse_record(b"\xef\xbb\xbf" + EXAMPLE.encode(), "x")
    assert with_mark == parse_record(EXAMPLE.encode(), "x") == read_record(by_hand())


# Moves and claims that are wrong -----------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "changes", "sentence"),
    [
        (2, {"hands": ["4C 5D 5H 6H JS", "7C"]}, "Seat 0 gets six cards, not five."),
        (
            2,
            {"hands": ["4C 5D 5H 6H JS QD", "4C 8D 8S 9C 2H KC"]},
            "4C is given twice; a pack has only one.",
        ),
        (3, {"cards": "3H KC"}, "3H is not among the cards of seat 1."),
        (3, {"cards": "KC"}, "Seat 1 throws two cards, not one."),
        (3, {"seat": 2}, "There is no seat 2: the seats are numbered from 0 to 1."),
        (5, {"card": "4C"}, "4C was dealt and cannot be the starter."),
        (5, {"points": 1}, "The record gives 1 point, but there are 2."),
        (7, {"seat": 1, "card": "8S"}, "It is the turn of seat 0, not of seat 1."),
        (7, {"card": "8S"}, "8S is not among the cards of seat 0."),
        (8, {"points": 2}, "The record gives 2 points, but there are 3."),
        (14, {"scores": [10, 5]}, "The record says the score is 10-5, but it is 10-4."),
        (14, {"scores": [10]}, "The record says the score is 10, but it is 10-4."),
        (14, {"points": 0}, "The record gives 0 points, but there is 1."),
        (15, {"seat": 0}, "Seat 1 counts a hand now, not seat 0."),
        (
            15,
            {"announced": 14},
            "14 points were announced, but there are 12: without muggins the count is automatic.",
        ),
    ],
)
def test_the_first_wrong_thing_is_named(event: int, changes: dict[str, Any], sentence: str) -> None:
    document = by_hand()
    document["events"][event - 1] |= changes
    assert fault(document) == (event, sentence)


def test_a_missing_event_is_found_where_the_next_does_not_follow() -> None:
    document = by_hand()
    del document["events"][3]
    assert fault(document) == (4, "Not now: cards have to be thrown to the crib.")


def test_a_go_that_could_be_avoided_may_not_be_left_out() -> None:
    document = by_hand()
    # Bob would have to play his nine, so Ann cannot play twice.
    document["events"][8:10] = []
    event, sentence = fault(document)
    assert (event, sentence) == (10, "It is the turn of seat 0, not of seat 1.")


def test_cards_must_come_from_the_seed() -> None:
    document = game()
    document["seed"] = "2"
    event, sentence = fault(document)
    assert event == 1
    assert sentence.startswith("These cards do not come from the seed 2: it gives ")
    document = game()
    (at, starter), *_ = [
        (at, each) for at, each in enumerate(document["events"]) if each["move"] == "starter"
    ]
    out = {card for hand in document["events"][1]["hands"] for card in hand}
    starter["card"] = next(
        name for name in map(card_name, range(52)) if name not in {*out, starter["card"]}
    )
    event, sentence = fault(document)
    assert event == at + 1
    assert "it gives the starter " in sentence


def test_effects_are_compared_one_by_one() -> None:
    document = game()
    at, event = next((at, e) for at, e in enumerate(document["events"]) if "effects" in e)
    right = dict(event["effects"][0])
    event["effects"][0]["points"] += 1
    assert fault(document) == (
        at + 1,
        (
            f"The record does not say {right['kind']} {right['points']} ({right['reason']}) for "
            f"seat {right['seat']}, making {right['score']}."
        ),
    )
    event["effects"][0] = right
    event["effects"].append(right)
    assert fault(document) == (at + 1, "The record claims more effects than this move has.")
    event["effects"] = []
    assert fault(document)[0] == at + 1


def test_nothing_follows_the_end() -> None:
    document = game()
    document["events"].append({"move": "go", "seat": 0})
    assert fault(document) == (len(document["events"]), "The game is over.")
    with pytest.raises(RecordError, match=r"^Event \d+: The game is over\.$"):
        resume(read_record(document))


# What is no record -------------------------------------------------------------------------

_NO_RECORD = (
    'This is no recorded game: it needs "format": "cribcalc game" (see cribcalc replay --example).'
)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "chess"}, _NO_RECORD),
        (
            {"schema_version": 2},
            'another version of the format: only "schema_version": 1 can be read.',
        ),
        ({"rules": []}, '"rules" must be an object, like {"variant": "six-card"}.'),
        ({"rules": {"colour": 1}}, '"colour" is no setting of the rules.'),
        ({"rules": {"variant": 3}}, "names"),
        ({"rules": {"variant": "nine-card"}}, "\"rules\": 'nine-card' is no variant"),
        ({"rules": {"preset": "pub"}}, "\"rules\": 'pub' is no preset"),
        ({"rules": {"rules": ["nonsense"]}}, "\"rules\": 'nonsense' is no rule"),
        ({"rules": {"rules": "muggins"}}, "a list of names"),
        ({"rules": {"target": "121"}}, '"target" must be a number.'),
        ({"rules": {"target": True}}, '"target" must be a number.'),
        ({"rules": {"target": 100}}, '"rules": 100 is no target'),
        ({"rules": {"muggins": 1}}, '"muggins" must be true or false.'),
        ({"rules": {"skunk": 1}}, '"skunk" must be a name.'),
        ({"rules": {"retreat": 10}}, '"retreat" must be two numbers, for a hand and for a crib.'),
        ({"rules": {"dealt": 6}}, '"dealt" must be a list of numbers.'),
        ({"rules": {"dealt": [0, 0]}}, 'In "rules", the variant decides "dealt".'),
        ({"rules": {"dealt": []}}, 'In "rules", the variant decides "dealt".'),
        ({"rules": {"sides": 0}}, 'In "rules", the variant decides "sides".'),
        (
            {"rules": {"compensation": -1}},
            "The first non-dealer starts with 0 points or more, below",
        ),
        (
            {"rules": {"compensation": 121}},
            "The first non-dealer starts with 0 points or more, below",
        ),
        ({"rules": {"crib_from_pack": 9}}, 'In "rules", the variant decides "crib_from_pack".'),
        ({"players": ["Ann"]}, '"players" must be the names of the 2 players.'),
        ({"players": "Ann"}, '"players" must be the names of the 2 players.'),
        ({"players": ["Ann", 3]}, '"players" must be the names of the 2 players.'),
        ({"seed": True}, '"seed" must be a text or a number.'),
        ({"seed": 1.5}, '"seed" must be a text or a number.'),
        ({"seed": "\ud800"}, '"seed" must be a text or a number.'),
        ({"events": {}}, '"events" must be the list of the moves.'),
        ({"events": None}, '"events" must be the list of the moves.'),
    ],
)
def test_a_document_that_is_no_record(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in unreadable(by_hand() | changes)


@pytest.mark.parametrize("document", [None, 3, "x", [], {}, [by_hand()]])
def test_something_else_is_no_record(document: object) -> None:
    assert unreadable(document) == _NO_RECORD


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (3, 'it must be an object with the name of a "move".'),
        ({}, 'it must be an object with the name of a "move".'),
        ({"move": []}, 'it must be an object with the name of a "move".'),
        ({"move": {}}, 'it must be an object with the name of a "move".'),
        ({"move": "fold"}, f'"fold" is no move: there are {", ".join(MOVES)}.'),
        ({"move": "go"}, 'the move go needs "seat".'),
        ({"move": "go", "seat": 0, "card": "5H"}, 'the move go has no "card".'),
        ({"move": "go", "seat": "0"}, '"seat" must be a number.'),
        ({"move": "go", "seat": True}, '"seat" must be a number.'),
        ({"move": "go", "seat": 1.0}, '"seat" must be a number.'),
        ({"move": "go", "seat": 10**4000}, '"seat" must be a number.'),
        ({"move": "go", "seat": 0, "points": "1"}, '"points" must be a number.'),
        ({"move": "go", "seat": 0, "scores": 1}, '"scores" must be a list of numbers.'),
        ({"move": "go", "seat": 0, "scores": [True]}, '"scores" must be a list of numbers.'),
        ({"move": "go", "seat": 0, "note": 1}, '"note" must be a text.'),
        ({"move": "go", "seat": 0, "effects": {}}, '"effects" must be a list of objects.'),
        (
            {"move": "go", "seat": 0, "effects": [{}]},
            "an effect needs kind, seat, points, reason, score, each of its kind.",
        ),
        ({"move": "play", "seat": 0, "card": 5}, '"card" must be a text.'),
        (
            {"move": "play", "seat": 0, "card": "5X"},
            '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).',
        ),
        (
            {"move": "discard", "seat": 0, "cards": 5},
            'cards must be a list like ["5H", "TD"], or a text like "5H TD".',
        ),
        (
            {"move": "discard", "seat": 0, "cards": "5H 5H"},
            "5H is given twice; a pack has only one.",
        ),
        ({"move": "deal", "hands": "5H"}, '"hands" must be a list of hands.'),
        (
            {"move": "answer", "seat": 0, "reply": "no"},
            '"reply" must be one of accept, muggins, overcount.',
        ),
        (
            {"move": "penalty", "offender": 0, "fault": "late"},
            '"fault" must be one of peek, move-peg, starter-misplaced.',
        ),
    ],
)
def test_an_event_that_is_none(event: object, sentence: str) -> None:
    document = by_hand()
    document["events"][2] = event
    assert unreadable(document) == f"Event 3: {sentence}"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "g.json is not JSON: line 1, column 1: expecting value."),
        (b'{\n "a": 1,,\n}', "g.json is not JSON: line 2, column 9: "),
        (b"\xff\xfe{", "g.json is not UTF-8 text (byte 1)."),
        (b"[" * 100_000, "g.json is no recorded game: it is nested too deeply."),
        (b"[" + b"9" * 9999 + b"]", "g.json is no recorded game: it holds too long a number."),
        (b"NaN", _NO_RECORD),
    ],
)
def test_a_file_that_cannot_be_read(data: bytes, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(data, "g.json")
    assert str(caught.value).startswith(sentence)


# Any damage --------------------------------------------------------------------------------

_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([10**6, -(10**30), 1.5, float("nan")]),
    st.sampled_from(["", "5H", "4C 5D", "go", "play", "deal", "\ud800", "six-card", "hand", "a|b"]),
    st.text(max_size=4),
    st.sampled_from([[], {}, [[]], ["5H"], [1, 2], {"move": "go", "seat": 1}]),
    st.sampled_from([{"move": name, "seat": 0, "offender": 1} for name in MOVES]),
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the ways to all values of a document."""
    if not isinstance(value, dict | list):
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [path, *(place for key, each in inner for place in _places(each, (*path, key)))]


def _damaged(document: Document, data: st.DataObject) -> Any:
    """Put something else in some places, take something away, or exchange neighbours."""
    damaged: Any = deepcopy(document)
    for _ in range(data.draw(st.integers(1, 2))):
        places = [place for place in _places(damaged) if place]
        *way, last = data.draw(st.sampled_from(places))
        inside = damaged
        for key in way:
            inside = inside[key]
        kind = data.draw(st.sampled_from(["put", "put", "take", "exchange"]))
        if kind == "take":
            del inside[last]
        elif kind == "exchange" and isinstance(inside, list) and len(inside) > 1:
            inside[last], inside[last - 1] = inside[last - 1], inside[last]
        else:
            inside[last] = deepcopy(data.draw(_VALUES))
        if not damaged:
            break
    return damaged


def _variants_short() -> list[Document]:
    documents = [by_hand()]
    for variant, overlays in (
        ("six-card", ("muggins", "renege")),
        ("speedo", ()),
        ("six-pairs", ()),
        ("three-player", ("backtrack-10", "penalties", "dealing-errors")),
        ("five-card-old", ("renege-club", "false-claim")),
        ("six-card", ("lot", "exact-out")),
    ):
        document = game(variant, 5, overlays)
        document["events"] = document["events"][:60]
        documents.append(document)
        documents.append({**deepcopy(document), "seed": None})
    return documents


_DOCUMENTS = _variants_short()


@settings(max_examples=500)
@given(st.sampled_from(_DOCUMENTS), st.data())
def test_damage_is_a_sentence_and_never_a_traceback(
    document: Document, data: st.DataObject
) -> None:
    damaged = _damaged(document, data)
    try:
        result = replay(read_record(damaged))
    except RecordError as error:
        sentence = str(error)
        result = None
    if result is None:
        assert sentence.endswith((".", ")"))
        return
    if result.fault is not None:
        assert result.fault.sentence.endswith(".")
        assert 1 <= result.fault.event <= len(damaged["events"])
    for output_format in FORMATS:
        render(ReplayView(result), output_format).encode()
