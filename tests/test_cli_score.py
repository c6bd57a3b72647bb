"""``cribcalc score``: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import io
import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.running import Ran, assert_golden, call

SIXTEEN = ("score", "5H", "5D", "JS", "4C", "--starter", "6H")


def refused(ran: Ran, sentence: str) -> None:
    assert ran == Ran(2, "", f"cribcalc: {sentence}\n")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("score-16", SIXTEEN[1:]),
        ("score-29", ("5H 5S 5C JD", "-s", "5D")),
        ("score-nineteen", ("2C4D6H8S", "-s", "TC")),
        ("score-heels", ("2C4D6H8S", "-s", "JC")),
        ("score-crib-no-flush", ("2h5h7h9h", "--starter", "KC", "--crib")),
        ("score-crib-flush", ("2h5h7h9h", "--starter", "QH", "--crib")),
        ("score-no-starter", ("5H", "5D", "JS", "4C")),
        ("score-crib-no-starter", ("2h5h7h9h", "--crib")),
        ("score-one-point", ("2C 4D 8S JH", "-s", "6H")),
        ("score-three-cards", ("5H 6H 7H", "-s", "KH")),
        ("score-46", ("4C 4D 5H 5S 6C", "-s", "6D")),
        ("score-ten", ("TC TD 5H 9S", "-s", "TS", "--ten", "10")),
        ("score-color", (*SIXTEEN[1:], "--color", "always")),
        ("score-markdown", (*SIXTEEN[1:], "--format", "markdown")),
        ("score-csv", (*SIXTEEN[1:], "--format", "csv")),
        ("score-jsonl", (*SIXTEEN[1:], "--format", "jsonl")),
        ("score-csv-no-starter", ("5H", "5D", "JS", "4C", "-f", "csv")),
    ],
)
def test_what_is_printed(name: str, arguments: tuple[str, ...]) -> None:
    ran = call("score", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"{name}.txt", ran.out)


@pytest.mark.parametrize(
    "arguments",
    [
        ("5h", "5d", "js", "4c", "-s", "6h"),
        ("5H5DJS4C", "--starter=6H"),
        ("5H,5D,JS,4C", "--starter", "6♥"),
        ("5H-5D-JS-4C", "--starter", " 6H "),
        ("5♥ 5♦ J♠ 4♣", "--starter", "6h"),
        ("--starter", "6H", "5H 5D", "JS 4C"),
        ("--starter", "6H", "--", "5H", "5D", "JS", "4C"),
    ],
)
def test_cards_are_written_in_many_ways(arguments: tuple[str, ...]) -> None:
    assert call("score", *arguments) == call(*SIXTEEN)


@pytest.mark.parametrize(
    "text", [b"5H 5D JS 4C\n", b"5h,5d\r\njs-4c", "\ufeff5♥5♦J♠4♣".encode(), b"\n5H\n\n5DJS4C\n"]
)
def test_cards_are_read_from_standard_input(text: bytes) -> None:
    assert call("score", "-", "--starter", "6H", stdin=text) == call(*SIXTEEN)


# JSON, key by key --------------------------------------------------------------------------


def _combination(category: str, name: str, cards: str, points: int) -> dict[str, Any]:
    return {"category": category, "name": name, "cards": cards.split(), "points": points}


def test_the_json_document() -> None:
    ran = call(*SIXTEEN, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("}\n")
    assert ran.out.isascii()
    document = json.loads(ran.out)
    assert document == {
        "schema_version": 1,
        "command": "score",
        "hand": ["5H", "5D", "JS", "4C"],
        "starter": "6H",
        "crib": False,
        "total": 16,
        "categories": {"fifteens": 8, "pairs": 2, "runs": 6, "flush": 0, "nobs": 0},
        "combinations": [
            _combination("fifteens", "fifteen", "5H JS", 2),
            _combination("fifteens", "fifteen", "5D JS", 2),
            _combination("fifteens", "fifteen", "5H 4C 6H", 2),
            _combination("fifteens", "fifteen", "5D 4C 6H", 2),
            _combination("pairs", "pair", "5D 5H", 2),
            _combination("runs", "double run of three", "4C 5D 5H 6H", 6),
        ],
        "spoken": "fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, "
        "and a double run of three is sixteen",
        "notes": [],
    }
    assert list(document)[:9] == [
        "schema_version",
        "command",
        "hand",
        "starter",
        "crib",
        "total",
        "categories",
        "combinations",
        "spoken",
    ]
    assert list(document["categories"]) == ["fifteens", "pairs", "runs", "flush", "nobs"]


def test_the_json_of_a_crib() -> None:
    document = json.loads(call("score", "2h5h7h9h", "-s", "KC", "--crib", "--json").out)
    assert document["crib"] is True
    assert document["total"] == 2
    assert document["categories"]["flush"] == 0
    assert document["notes"][0].startswith("No flush: the four crib cards are of one suit")


def test_the_json_without_a_starter_has_an_outlook() -> None:
    document = json.loads(call("score", "5H", "5D", "JS", "4C", "--json").out)
    assert document["starter"] is None
    assert document["total"] == 6
    outlook = document["outlook"]
    assert list(outlook) == ["mean", "sd", "min", "max", "pmf"]
    assert (outlook["mean"], outlook["min"], outlook["max"]) == (9.75, 6, 17)
    assert outlook["sd"] == pytest.approx(sqrt(5032 / 48 - 9.75**2))
    assert len(outlook["pmf"]) == 30
    assert outlook["pmf"][6] == 12 / 48
    assert sum(outlook["pmf"]) == pytest.approx(1)


def test_json_says_ten_with_a_letter_whatever_tables_do() -> None:
    arguments = ("score", "10C TD 5H 9S", "-s", "TS", "--json")
    assert call(*arguments, "--ten", "10", "--color", "always") == call(*arguments)
    assert json.loads(call(*arguments).out)["hand"] == ["TC", "TD", "5H", "9S"]


def test_flat_rows_use_the_columns_of_batch() -> None:
    ran = call(*SIXTEEN, "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(ran.out))
    assert row == {
        "hand": "5H 5D JS 4C",
        "starter": "6H",
        "crib": "0",
        "total": "16",
        "fifteens": "8",
        "pairs": "2",
        "runs": "6",
        "flush": "0",
        "nobs": "0",
    }
    assert "\r" not in ran.out
    (line,) = call(*SIXTEEN, "--format", "jsonl").out.splitlines()
    assert {name: str(value) for name, value in json.loads(line).items()} == row


# Where it goes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "same_as"),
    [
        (".json", "json"),
        (".jsonl", "jsonl"),
        (".ndjson", "jsonl"),
        (".csv", "csv"),
        (".md", "markdown"),
        (".txt", "table"),
        (".JSON", "json"),
    ],
)
def test_the_ending_of_the_file_decides(tmp_path: Path, ending: str, same_as: str) -> None:
    target = tmp_path / f"a.b{ending}"
    assert call(*SIXTEEN, "-o", str(target)) == Ran(0, "", "")
    assert target.read_text(encoding="utf-8") == call(*SIXTEEN, "-f", same_as).out
    assert [each.name for each in tmp_path.iterdir()] == [target.name]


def test_an_explicit_format_wins_over_the_ending(tmp_path: Path) -> None:
    target = tmp_path / "answer.csv"
    assert call(*SIXTEEN, "--json", "-o", str(target)) == Ran(0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["total"] == 16
    assert call(*SIXTEEN, "--format", "table", "--color", "always", "-o", str(target)).code == 0
    assert target.read_text(encoding="utf-8") == call(*SIXTEEN).out


@pytest.mark.parametrize("name", ["answer.parquet", "answer", ".json", "answer.", "a.json/b"])
def test_an_ending_that_says_nothing_is_refused(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    refused(
        call(*SIXTEEN, "-o", str(target)),
        f"{target}: no format goes with this ending (.json .jsonl .ndjson .csv .md .txt); "
        "say --format.",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_dash_is_standard_output() -> None:
    assert call(*SIXTEEN, "-o", "-") == call(*SIXTEEN)
    assert call(*SIXTEEN, "-o", "-", "--json") == call(*SIXTEEN, "--json")


def test_json_twice_is_fine_and_json_with_another_format_is_not() -> None:
    assert call(*SIXTEEN, "--json", "--format", "json") == call(*SIXTEEN, "--json")
    for other in ("table", "jsonl", "csv", "markdown"):
        ran = call(*SIXTEEN, "--json", "--format", other)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.endswith(f"Error: --json and --format {other} contradict each other.\n")


def test_an_empty_file_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = call(*SIXTEEN, "-o", "", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("Error: --output needs the name of a file.\n")
    assert list(tmp_path.iterdir()) == []


# What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("5X", "5D", "JS", "4C"), '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        (("1H", "5D", "7D", "7S"), "1H: there is no rank 1 (an ace is A, a ten is T or 10)."),
        (("H5", "5D", "JS", "4C"), "H5: write the rank first (5H)."),
        (("5H", "5H", "JS", "4C"), "5H is given twice; a pack has only one."),
        (("5H 5D JS 4C", "-s", "4C"), "The starter 4C is among the other cards given."),
        (
            ("5H 5D JS 4C", "-s", "X"),
            'X: no rank "X" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
        ),
        (("5H 5D JS 4C", "-s", ""), '"": one card is wanted here, none was given.'),
        (("5H 5D JS 4C", "-s", "6H 7H"), "6H 7H: one card is wanted here, two were given."),
        (("5H",), "One card given (5H), but a hand has three, four or five: two missing."),
        (("",), "No cards given, but a hand has three, four or five: three missing."),
        (
            ("5H 5D JS 4C 6H 7H",),
            (
                "Six cards given (5H 5D JS 4C 6H 7H), but a hand has three, four or five: "
                "take one away."
            ),
        ),
        (
            ("5H 5D JS", "--crib"),
            "Three cards given (5H 5D JS), but a crib has four or five: one missing.",
        ),
        (("Q", "Q", "7", "?"), "Q: the suit is missing (write QC, QD, QH or QS)."),
    ],
)
def test_bad_cards_are_one_sentence_and_exit_2(arguments: tuple[str, ...], sentence: str) -> None:
    refused(call("score", *arguments), sentence)
    refused(call("score", *arguments, "--json"), sentence)


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"", "No cards given, but a hand has three, four or five: three missing."),
        (b"\n \n", "No cards given, but a hand has three, four or five: three missing."),
        (b"5H 5D\n5H 4C\n", "5H is given twice; a pack has only one."),
        (
            b"\xff\xfe\x00\x01",
            ('��\\x00\\x01: no rank "�" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).'),
        ),
        (
            b"\x7fELF\x02\x01",
            ('\\x7fELF\\x02\\x01: no rank "\\x7f" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).'),
        ),
    ],
)
def test_bad_standard_input_is_one_sentence(stdin: bytes, sentence: str) -> None:
    refused(call("score", "-", stdin=stdin), sentence)


def test_five_cards_without_a_starter_are_counted_with_a_hint() -> None:
    ran = call("score", "5H", "5D", "JS", "4C", "6H")
    assert ran.code == 0
    assert ran.err == (
        "Counted as five cards without a starter; if the last one is the starter, "
        "write --starter before it.\n"
    )
    assert ran.out.startswith("Hand 5H 5D JS 4C 6H, no starter yet: 16 points\n")


def test_color_is_only_a_matter_of_looks() -> None:
    plain, colored = call(*SIXTEEN), call(*SIXTEEN, "--color", "always")
    assert "\x1b" not in plain.out
    assert "\x1b[31m5H\x1b[0m" in colored.out
    for code in ("31", "32", "34", "0"):
        colored = Ran(colored.code, colored.out.replace(f"\x1b[{code}m", ""), colored.err)
    assert colored == plain


@pytest.mark.parametrize(
    ("environ", "color", "colored"),
    [
        ({}, "auto", False),
        ({"FORCE_COLOR": "1"}, "auto", True),
        ({"FORCE_COLOR": "1"}, "never", False),
        ({"FORCE_COLOR": ""}, "auto", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", False),
        ({"NO_COLOR": "1"}, "always", True),
        ({"TERM": "dumb"}, "always", True),
        ({"TERM": "dumb"}, "auto", False),
    ],
)
def test_colour_wishes(environ: dict[str, str], color: str, colored: bool) -> None:
    ran = call(*SIXTEEN, "--color", color, environ=environ)
    assert ran.code == 0
    assert ("\x1b[" in ran.out) is colored


@pytest.mark.parametrize("output_format", ["json", "jsonl", "csv", "markdown"])
def test_documents_never_hold_escapes(output_format: str) -> None:
    wishes = {"FORCE_COLOR": "1"}
    ran = call(*SIXTEEN, "-f", output_format, "--color", "always", environ=wishes)
    assert ran.code == 0
    assert "\x1b" not in ran.out
