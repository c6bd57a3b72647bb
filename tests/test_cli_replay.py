"""``cribcalc replay``: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from cribcalc.game.engine import Game
from cribcalc.game.example import EXAMPLE
from cribcalc.game.moves import FAULTS, REPLIES, Effect, EffectKind
from cribcalc.game.random_play import play_randomly
from cribcalc.game.record import MOVES, write_record
from cribcalc.rules import Rules
from cribcalc.variants import make_rules
from tests.running import ROOT, Ran, assert_golden, call, shell

EXAMPLE_BYTES = EXAMPLE.encode()


def record(
    variant: str = "six-card", overlays: tuple[str, ...] = (), seed: int = 1, names: str = ""
) -> dict[str, Any]:
    """Record a whole game of players who do any legal thing."""
    game = play_randomly(Game(make_rules(variant, overlays), seed), Random(seed))
    return write_record(game, names.split())


def data(document: object) -> bytes:
    return json.dumps(document).encode()


def changed(event: int, **changes: Any) -> bytes:
    """Give the example with changes to one event."""
    document = json.loads(EXAMPLE)
    document["events"][event - 1] |= changes
    return data(document)


def refused(ran: Ran, sentence: str, code: int = 1) -> None:
    assert ran == Ran(code, "", f"cribcalc: {sentence}\n")


# What is printed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("replay-example", ()),
        ("replay-example-csv", ("-f", "csv")),
        ("replay-example-markdown", ("-f", "markdown")),
        ("replay-example-color", ("--color", "always", "--ten", "10", "--deal", "1")),
    ],
)
def test_the_example_played_again(name: str, arguments: tuple[str, ...]) -> None:
    ran = call("replay", "-", *arguments, stdin=EXAMPLE_BYTES)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"{name}.txt", ran.out)


@pytest.mark.parametrize(
    ("name", "document", "deal"),
    [
        ("replay-backtrack", record("six-card", ("backtrack-10",), 2, "Ann Bob"), 0),
        ("replay-six-pairs", record("six-pairs", (), 1, "Ann Bob Cid Dora Eve Fay"), 1),
        ("replay-muggins", record("three-player", ("muggins",), 2, "Ann Bob Cid"), 1),
        ("replay-speedo", record("speedo"), 2),
        ("replay-reverse", record("four-solo", ("reverse",), 1), 3),
    ],
)
def test_other_games(name: str, document: dict[str, Any], deal: int) -> None:
    which = ("--deal", str(deal)) if deal else ()
    ran = call("replay", "-", *which, stdin=data(document))
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"{name}.txt", ran.out)


def test_squares_moved_back_are_named_with_their_owner() -> None:
    ran = call("replay", "-", stdin=data(record("six-card", ("backtrack-10",), 2, "Ann Bob")))
    assert re.search(r" (Ann|Bob)'s hand of nothing: \d+ back +\d+-\d+$", ran.out, re.MULTILINE)
    assert re.search(r" (Ann|Bob)'s crib of nothing: \d+ back +\d+-\d+$", ran.out, re.MULTILINE)
    lines = ran.out.splitlines()
    assert re.fullmatch(r"(Ann|Bob) wins \d+-\d+(; .*)?; (one game|two games)\.", lines[-1])


def test_goes_that_were_left_out_are_understood() -> None:
    document = json.loads(EXAMPLE)
    del document["events"][9]
    ran = call("replay", "-", stdin=data(document))
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^ +Bob  says go \(understood\) +26 +6-3$", ran.out, re.MULTILINE)
    whole = call("replay", "-", stdin=EXAMPLE_BYTES).out
    assert ran.out.splitlines()[-1] == whole.splitlines()[-1]


@pytest.mark.parametrize(
    ("events", "following"),
    [
        (0, "The record ends at 0-0. Next the first dealer is found."),
        (1, "The record ends at 0-0. Next the cards are dealt."),
        (2, "The record ends at 0-0. Next Ann and Bob to throw."),
        (3, "The record ends at 0-0. Next Ann to throw."),
        (4, "The record ends at 0-0. Next the starter is turned up."),
        (5, "The record ends at 2-0. Next Bob to play or to say go."),
        (14, "The record ends at 10-4. Next Bob to count a hand."),
        (16, "The record ends at 26-16. Next Ann to count the crib."),
        (17, "The record ends at 34-16. Next the cards are dealt."),
    ],
)
def test_what_an_unfinished_game_waits_for(events: int, following: str) -> None:
    document = json.loads(EXAMPLE)
    document["events"] = document["events"][:events]
    for arguments in ((), ("-f", "markdown")):
        ran = call("replay", "-", *arguments, stdin=data(document))
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.splitlines()[-1] == following
    assert call("replay", "-", "-f", "csv", stdin=data(document)).code == 0


def test_every_rule_that_differs_is_said() -> None:
    document = json.loads(EXAMPLE)
    document |= {"events": [], "seed": 7}
    document["rules"] = {"rules": ["muggins", "overcount-penalty"], "target": 61}
    document["rules"] |= {"retreat": [3, 4], "compensation": 2}
    out = call("replay", "-", stdin=data(document)).out
    said = " ".join(out.split())
    for sentence in (
        "Six-card cribbage, two players, to 61.",
        "Players announce their own counts; the first opponent to notice",
        "With muggins: what is counted too much also goes to the opponent",
        "A hand of no points moves its owner back 3, a crib of no points 4, never behind",
        "Compensation: 2.",
        "Players: Ann (seat 0), Bob (seat 1).",
        "Seed: 7.",
    ):
        assert sentence in said


def test_names_cannot_do_harm() -> None:
    document = json.loads(EXAMPLE) | {"players": ["\x1b[31mA\n", "\ud800" * 99]}
    ran = call("replay", "-", stdin=data(document))
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "\\x1b[31mA " in ran.out
    empty = json.loads(EXAMPLE) | {"players": ["", "Bob"]}
    assert "seat 0  plays 6H" in call("replay", "-", stdin=data(empty)).out
    barred = json.loads(EXAMPLE) | {"players": ["A|B", "C"]}
    assert "| A/B | plays 6H " in call("replay", "-", "-f", "markdown", stdin=data(barred)).out


# Faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "changes", "last"),
    [
        (
            8,
            {"points": 2},
            "Event 8 (Bob plays 7C): The record gives 2 points, but there are 3.",
        ),
        (
            7,
            {"card": "KS"},
            "Event 7 (Ann plays KS): KS is not among the cards of seat 0.",
        ),
        (
            14,
            {"scores": [10, -5]},
            "Event 14 (Bob plays 8S): The record says the score is 10-(-5), but it is 10-4.",
        ),
        (
            14,
            {"scores": [10, 5]},
            "Event 14 (Bob plays 8S): The record says the score is 10-5, but it is 10-4.",
        ),
    ],
)
def test_the_first_fault_comes_last_and_fails(
    event: int, changes: dict[str, Any], last: str
) -> None:
    ran = call("replay", "-", stdin=changed(event, **changes))
    assert (ran.code, ran.err) == (
        1,
        f"cribcalc: The input is not valid: event {event} is wrong.\n",
    )
    assert " ".join(ran.out.split()).endswith(last)
    assert re.search(rf"^ ?{event - 1}  ", ran.out, re.MULTILINE)
    ran = call("replay", "-", "--json", stdin=changed(event, **changes))
    document = json.loads(ran.out)
    assert ran.code == 1
    assert document["valid"] is False
    assert document["fault"]["event"] == event
    assert last.endswith(document["fault"]["sentence"])
    ran = call("replay", "-", "-f", "csv", stdin=changed(event, **changes))
    *good, bad = csv.DictReader(io.StringIO(ran.out))
    assert ran.code == 1
    assert last.endswith(bad["fault"])
    assert bad["event"] == str(event)
    assert not any(row["fault"] for row in good)


def test_a_move_of_nobody_is_a_fault() -> None:
    ran = call("replay", "-", stdin=changed(10, seat=7))
    assert ran.code == 1
    assert "Event 10 (seat 7 says go): There is no seat 7" in ran.out


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(changed(8, points=2))
    ran = call("replay", str(path))
    assert (ran.code, ran.err) == (1, f"cribcalc: {path} is not valid: event 8 is wrong.\n")


# Data --------------------------------------------------------------------------------------


def test_the_json_document() -> None:
    ran = call("replay", "-", "--json", stdin=EXAMPLE_BYTES)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    document = json.loads(ran.out)
    events = document.pop("events")
    assert document == {
        "schema_version": 1,
        "command": "replay",
        "valid": True,
        "fault": None,
        "rules": {"variant": "six-card"},
        "players": ["Ann", "Bob"],
        "seed": None,
        "scores": [34, 16],
        "outcome": None,
        "phase": "deal",
        "waiting": [],
    }
    assert [each["event"] for each in events] == list(range(1, 18))
    assert events[7] == {
        "event": 8,
        "deal": 1,
        "dealer": 0,
        "move": "play",
        "seat": 1,
        "card": "7C",
        "count": 21,
        "points": 3,
        "effects": [
            {"kind": "score", "seat": 1, "points": 3, "reason": "run of three", "score": 3}
        ],
        "counted": None,
        "scores": [2, 3],
    }
    counted = events[14]["counted"]
    score = json.loads(call("score", "7C 8D 8S 9C", "-s", "JH", "--json").out)
    assert counted == {name: score[name] for name in list(score)[2:]}
    assert events[16]["counted"]["crib"] is True


def test_the_outcome_in_json() -> None:
    document = json.loads(call("replay", "-", "--json", stdin=data(record())).out)
    outcome = document["outcome"]
    assert (document["phase"], document["waiting"], document["seed"]) == ("over", [], "1")
    assert len(outcome["winners"]) == 1
    assert set(outcome) == {"winners", "labels", "games"}
    assert document["scores"] == document["events"][-1]["scores"]


def test_one_deal_only() -> None:
    stdin = data(record())
    whole = json.loads(call("replay", "-", "--json", stdin=stdin).out)
    part = json.loads(call("replay", "-", "--deal", "3", "--json", stdin=stdin).out)
    assert part.pop("events") == [each for each in whole.pop("events") if each["deal"] == 3]
    assert part == whole
    out = call("replay", "-", "--deal", "3", stdin=stdin).out
    assert re.findall(r"^Deal \d+", out, re.MULTILINE) == ["Deal 3"]
    assert "First dealer" not in out
    refused(
        call("replay", "-", "--deal", "2", stdin=EXAMPLE_BYTES),
        "There is no deal 2: the record has one.",
        code=2,
    )
    ran = call("replay", "-", "--deal", "2", stdin=changed(8, points=2))
    assert ran.code == 1
    assert "Event 8 (Bob plays 7C)" in ran.out


def test_rows_are_steps() -> None:
    rows = list(
        csv.DictReader(io.StringIO(call("replay", "-", "-f", "csv", stdin=data(record())).out))
    )
    lines = call("replay", "-", "-f", "jsonl", stdin=data(record())).out.splitlines()
    assert len(rows) == len(lines) == len(record()["events"])
    assert [str(json.loads(line)["scores"]) for line in lines] == [row["scores"] for row in rows]


# The example -------------------------------------------------------------------------------


def test_the_example_is_short_and_valid() -> None:
    ran = call("replay", "--example")
    assert ran == Ran(0, EXAMPLE, "")
    assert ran == call("replay", "--example", "--json")
    assert len(ran.out.splitlines()) <= 60
    assert max(map(len, ran.out.splitlines())) <= 100


def test_the_example_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert call("replay", "--example", "-o", str(path)) == Ran(0, "", "")
    assert call("replay", str(path)) == call("replay", "-", stdin=EXAMPLE_BYTES)


def test_the_example_through_a_pipe() -> None:
    ran = shell("$CRIBCALC replay --example | $CRIBCALC replay -")
    assert ran == call("replay", "-", stdin=EXAMPLE_BYTES)
    assert ran.code == 0


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        ((), "--example"),
        (("",), "--example"),
        (("--example", "x.json"), "reads no FILE"),
        (("--example", "-f", "csv"), "The example is JSON, not csv."),
        (("-", "--deal", "0"), "--deal"),
    ],
)
def test_usage(arguments: tuple[str, ...], about: str) -> None:
    ran = call("replay", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert about in ran.err


# Files that are none -----------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    refused(call("replay", str(tmp_path / "x.json")), f"{tmp_path / 'x.json'} is not there.")
    refused(call("replay", str(tmp_path)), f"{tmp_path} is a folder, not a file.")
    inside = tmp_path / "f"
    inside.write_bytes(EXAMPLE_BYTES)
    refused(call("replay", str(inside / "x")), f"Cannot read {inside / 'x'}: not a directory.")


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"", "The input is not JSON: line 1, column 1: expecting value."),
        (b"\xff", "The input is not UTF-8 text (byte 1)."),
        (
            b'{"format": "x"}',
            'no recorded game: it needs "format": "cribcalc game" (see cribcalc replay --example).',
        ),
        (changed(3, move="fold"), '"fold" is no move: there are '),
        (changed(3, cards="5X"), 'Event 3: 5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
    ],
)
def test_an_input_that_is_no_record(stdin: bytes, sentence: str) -> None:
    ran = call("replay", "-", stdin=stdin)
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


# The document ------------------------------------------------------------------------------

GAMES = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MOVES)
def test_every_move_and_field_is_documented(name: str) -> None:
    moves = GAMES.partition("\n## Moves\n")[2].partition("\n## ")[0]
    (row,) = re.findall(rf"^\| `{name}` \|(.*)\|$", moves, re.MULTILINE)
    for field in fields(MOVES[name]):
        assert f"`{field.name}`" in row, f"{name}: {field.name}"


def test_every_annotation_setting_and_word_is_documented() -> None:
    words = ["points", "scores", "effects", "note", "format", "schema_version", "seed", "players"]
    words += [*get_args(EffectKind), *REPLIES, *FAULTS, *Effect._fields, "preset"]
    words += [field.name for field in fields(Rules)]
    for word in words:
        assert f"`{word}`" in GAMES, word


def test_the_keys_of_the_answer_are_documented() -> None:
    document = json.loads(call("replay", "-", "--json", stdin=EXAMPLE_BYTES).out)
    for key in (*document, *document["events"][0]):
        assert f"`{key}`" in GAMES, key
