"""``cribcalc peg score``: piles and whole plays, what is printed, written and refused."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cribcalc.pile import follow_play, parse_hands, parse_pile
from tests.running import DATA, Ran, assert_golden, call, run

PILE = ("peg", "score", "7", "6", "8", "6")
HANDS = ("--deal", "--hand", "KH 7C 2S 3D", "--hand", "TD 9H 8S 7D")
DEAL = ("peg", "score", *HANDS, "KH TD 7C go 2S 9H 3D 8S 7D")
CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
PLAYS = [pytest.param(each, id=each["id"]) for each in CASES if each["kind"] == "play"]


def refused(ran: Ran, sentence: str) -> None:
    assert ran == Ran(2, "", f"cribcalc: {sentence}\n")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("pile", ("7", "6", "8", "6")),
        ("pile-series", ("TC 5S 6D TS 4H 4D / 10 5",)),
        ("pile-csv", ("7 6H 8 / 7", "-f", "csv")),
        ("pile-jsonl", ("7 6H 8 / 7", "-f", "jsonl")),
        ("pile-markdown", ("7 6H 8", "-f", "markdown")),
        ("pile-color", ("7 6H 8C 9D", "--color", "always")),
        ("pile-ten", ("T TC", "--ten", "10")),
        ("deal", DEAL[2:]),
        ("deal-unfinished", (*HANDS, "KH TD 7C")),
        ("deal-csv", (*DEAL[2:], "-f", "csv")),
        ("deal-jsonl", (*HANDS, "KH TD 7C", "-f", "jsonl")),
        ("deal-markdown", (*HANDS, "K T 7 2", "-f", "markdown")),
        (
            "deal-three",
            (
                *("--deal", "--hand", "K A 9 5", "--hand", "Q 6 3 T", "--hand", "8 A 7 7"),
                "K Q 8 A A 9 6 7 5 3 7 T",
            ),
        ),
        (
            "deal-single-series",
            (
                *("--deal", "--single-series", "--hand", "KH 6C QD 4S"),
                *("--hand", "9D 6S TH 3C", "KH 9D 6C 6S"),
            ),
        ),
    ],
)
def test_what_is_printed(name: str, arguments: tuple[str, ...]) -> None:
    ran = call("peg", "score", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"peg-{name}.txt", ran.out)


# Ways to write it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [("7686",), ("7-6-8-6",), ("7,6 8", "6"), ("/7 6 8 6/",), ("--", "7 6", "86")]
)
def test_ranks_are_written_in_many_ways(arguments: tuple[str, ...]) -> None:
    assert call("peg", "score", *arguments) == call(*PILE)


@pytest.mark.parametrize("text", [b"7 6 8 6\n", b"7\r\n6\r\n8\r\n6", b"\xef\xbb\xbf76\n\n86\n"])
def test_a_pile_is_read_from_standard_input(text: bytes) -> None:
    assert call("peg", "score", "-", stdin=text) == call(*PILE)


def test_moves_are_read_from_standard_input() -> None:
    assert call("peg", "score", *HANDS, "-", stdin=DEAL[-1].encode()) == call(*DEAL)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("768", "7 6 8"),
        ("5H6", "5H 6"),
        ("10", "T"),
        ("A10h10", "A TH T"),
        ("tdJ♠q", "TD JS Q"),
        ("\U0001f0a17", "AS 7"),
        ("7go8/9", "7 go 8 / 9"),
        ("7 GO T", "7 go T"),
        ("5♥️6", "5H 6"),
    ],
)
def test_nothing_needs_to_stand_between(text: str, names: str) -> None:
    tokens = [each if isinstance(each, str) else each.name for each in parse_pile(text)]
    assert " ".join(tokens) == names


def test_after_31_a_new_series_begins_by_itself() -> None:
    with_slash = call("peg", "score", "K K K A / A A", "--json")
    assert call("peg", "score", "KKKAAA", "--json") == with_slash
    plays = json.loads(with_slash.out)["plays"]
    assert [each["series"] for each in plays] == [1, 1, 1, 1, 2, 2]
    assert [each["points"] for each in plays] == [0, 2, 6, 2, 0, 2]


# JSON --------------------------------------------------------------------------------------


def _run(points: int) -> list[dict[str, Any]]:
    return [{"name": "run of three", "points": points}] if points else []


def test_the_json_document_of_a_pile() -> None:
    ran = call(*PILE, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    figures = [("7", 7, 0), ("6", 13, 0), ("8", 21, 3), ("6", 27, 0)]
    assert document == {
        "schema_version": 1,
        "command": "peg score",
        "plays": [
            {"card": card, "series": 1, "count": total, "points": points, "reasons": _run(points)}
            for card, total, points in figures
        ],
        "total": 3,
    }


def test_the_json_document_of_a_play() -> None:
    document = json.loads(call(*DEAL, "--json").out)
    plays = document.pop("plays")
    assert document == {
        "schema_version": 1,
        "command": "peg score",
        "dealer": 1,
        "hands": [["KH", "7C", "2S", "3D"], ["TD", "9H", "8S", "7D"]],
        "leaders": [0, 1],
        "totals": [1, 1],
        "over": True,
        "turn": None,
        "left": [[], []],
    }
    first = {"seat": 0, "card": "KH", "series": 1, "count": 10, "points": 0, "scorer": 0}
    assert plays[0] == first | {"reasons": []}
    go = {"seat": 1, "go": True, "given": True, "series": 1, "count": 27, "points": 0}
    assert plays[3] == go | {"scorer": 0, "reasons": []}
    last = {"seat": 1, "card": "7D", "series": 2, "count": 27, "points": 1, "scorer": 1}
    assert plays[-1] == last | {"reasons": [{"name": "last card", "points": 1}]}


def test_an_unfinished_play_says_who_is_next_after_the_goes_that_must_come() -> None:
    document = json.loads(call("peg", "score", *HANDS, "KH TD 7C", "--json").out)
    assert document["plays"][-1]["go"] is True
    assert document["plays"][-1]["given"] is False
    assert (document["over"], document["turn"]) == (False, 0)
    assert document["left"] == [["2S", "3D"], ["9H", "8S", "7D"]]


@pytest.mark.parametrize("ranks_only", [False, True])
@pytest.mark.parametrize("case", PLAYS)
def test_plays_of_the_rules(case: dict[str, Any], ranks_only: bool) -> None:
    given, expected = case["input"], case["expected"]

    def written(name: str) -> str:
        return name[0] if ranks_only else name

    arguments = ["peg", "score", "--deal", "--dealer", str(given["dealer"]), "--json"]
    for seat in range(given["players"]):
        hand = [written(name) for owner, name in given["plays"] if owner == seat]
        arguments += ["--hand", " ".join(hand)]
    arguments += ["--single-series"] * given["single_series"]
    moves = [written(name) for _, name in given["plays"]][: len(expected["points"])]
    document = json.loads(call(*arguments, *moves).out)
    cards = [each for each in document["plays"] if "card" in each]
    assert [each["seat"] for each in cards] == [seat for seat, _ in given["plays"]][: len(moves)]
    assert [each["card"] for each in cards] == moves
    assert document["totals"] == expected["totals"]
    assert document["leaders"] == expected["leaders"]
    assert document["over"]
    left = {str(seat): hand for seat, hand in enumerate(document["left"]) if hand}
    unplayed = expected.get("unplayed", {})
    assert left == {seat: [written(name) for name in hand] for seat, hand in unplayed.items()}


@pytest.mark.parametrize(
    ("hands", "moves", "shown"),
    [
        (("7C 7D", "T 9"), "7 T 7C 9", "7D T 7C 9"),
        (("7 7C", "T 9"), "7D T 7 9", "7D T 7C 9"),
        (("7 7C", "T 9"), "7 T 7C 9", "7 T 7C 9"),
        (("7 7", "7C 9"), "7 7 7 9", "7 7C 7 9"),
        (("7 7", "T 9"), "7S T 7 9", "7S T 7 9"),
    ],
)
def test_a_rank_is_the_card_that_no_other_move_names(
    hands: tuple[str, ...], moves: str, shown: str
) -> None:
    play = follow_play(parse_hands(hands), 1, parse_pile(moves))
    assert " ".join(card.name for _, card, _ in play.turns if card is not None) == shown


# Formats and files -------------------------------------------------------------------------


def test_flat_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(call(*DEAL, "-f", "csv").out)))
    assert list(rows[0]) == ["seat", "card", "series", "count", "points", "scorer", "reasons"]
    assert [row["card"] for row in rows] == "KH TD 7C go 2S 9H 3D 8S 7D".split()
    lines = call(*DEAL, "-f", "jsonl").out.splitlines()
    assert [{k: str(v) for k, v in json.loads(line).items()} for line in lines] == rows


def test_it_is_written_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "pegged.json"
    assert call(*PILE, "-o", str(target)) == Ran(0, "", "")
    assert target.read_text(encoding="utf-8") == call(*PILE, "--json").out


def test_a_real_process() -> None:
    assert run(*PILE) == call(*PILE)


def test_color_is_only_a_matter_of_looks() -> None:
    arguments = ("peg", "score", "7 6H 8C 9D / 4 4S")
    plain, colored = call(*arguments).out, call(*arguments, "--color", "always").out
    assert "\x1b[31m6H\x1b[0m" in colored
    for code in ("31", "32", "34", "0"):
        colored = colored.replace(f"\x1b[{code}m", "")
    assert [line.split() for line in colored.splitlines()] == [
        line.split() for line in plain.splitlines()
    ]


# What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (
            "T 9 8 5",
            (
                "Card 4 (5) would make the count 32, and it may not pass 31: write / before it "
                "to start a new series."
            ),
        ),
        ("5H 6 5H", "5H is given twice; a pack has only one."),
        ("T 5H / 5H", "5H is given twice; a pack has only one."),
        ("4444/4", "More than four cards of rank 4: a pack has four."),
        ("4C4D4H4S / 4", "More than four cards of rank 4: a pack has four."),
        ("7 6 go 8", "A go means nothing in a pile without hands: write / for a new series."),
        ("1 2 3", "1: there is no rank 1 (an ace is A, a ten is T or 10)."),
        ("7 H5", "H5: write the rank first (5H)."),
        ("7 5X/6", '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        ("768X", '8X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        ("7 ?", '?: no rank "?" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).'),
        ("/ /", "No card to peg: give cards or ranks, like 7 6 8 6."),
        ("", "No card to peg: give cards or ranks, like 7 6 8 6."),
    ],
)
def test_bad_piles_are_one_sentence_and_exit_2(moves: str, sentence: str) -> None:
    refused(call("peg", "score", moves), sentence)
    refused(call("peg", "score", moves, "--json"), sentence)
    refused(call("peg", "score", "-", stdin=moves.encode()), sentence)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("K T 7 9", "Move 4 (9): it is the turn of seat 0, who can play 2, 3; seat 1 holds it."),
        ("K 7 T", "Move 3 (T): it is the turn of seat 0, who can play 7, 2, 3; seat 1 holds it."),
        ("K 6", "Move 2 (6): it is the turn of seat 1, who can play T, 9, 8, 7; no seat holds it."),
        (
            "K T K",
            (
                "Move 3 (K): it is the turn of seat 0, who can play 7, 2, 3; "
                "no seat holds it any more."
            ),
        ),
        ("go", "Move 1 (go): seat 0 leads a new series and must play a card."),
        ("K go", "Move 2 (go): seat 1 can play T, 9, 8, 7 at 10."),
        ("K T 7 go go", "Move 5 (go): seat 0 can play 2, 3 at 27."),
        (
            "K 9 3 7 7",
            "Move 5 (7): it would make the count 36, and it may not pass 31; seat 0 can play 2.",
        ),
        ("K T / 7", "With hands given a new series begins by itself: leave the / out."),
        ("K T 7 2 9 3 8 7 go", "Move 9 (go): the play is over."),
        ("K T 7 2 9 3 8 7 A", "Move 9 (A): the play is over."),
    ],
)
def test_the_first_wrong_move_is_named(moves: str, sentence: str) -> None:
    hands = ("--hand", "K 7 2 3", "--hand", "T 9 8 7")
    refused(call("peg", "score", "--deal", *hands, moves), sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--hand", "K 7", "--hand", "T", "K"), "The hands have 1 to 2 cards: "),
        (("--hand", "KH", "--hand", "KH", "K"), "KH is given twice; a pack has only one."),
        (("--hand", "KKK", "--hand", "KKA", "K"), "More than four cards of rank K: "),
        (("--hand", "K", "--hand", "", "K"), "Seat 1 has no cards."),
        (("--hand", "K", "--hand", "go", "K"), "The hand of seat 1 can hold cards only"),
        (("--hand", "7", "--hand", "7C", "7C"), "Move 1 (7C): it is the turn of seat 0"),
    ],
)
def test_wrong_hands(arguments: tuple[str, ...], sentence: str) -> None:
    ran = call("peg", "score", "--deal", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"cribcalc: {sentence}")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "CARDS"),
        (("--deal", "7"), "--deal needs the hands of two players or more"),
        (("--deal", "--hand", "7", "7"), "--deal needs the hands of two players or more"),
        (("--hand", "7 8", "7"), "belong to --deal"),
        (("--dealer", "1", "7"), "belong to --deal"),
        (("--single-series", "7"), "belong to --deal"),
        (("--deal", "--hand", "7", "--hand", "8", "--dealer", "2", "7"), "the seats are 0 to 1"),
        (("--deal", "--hand", "7", "--hand", "8", "--dealer", "-1", "7"), "--dealer"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], named: str) -> None:
    ran = call("peg", "score", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
