"""``cribcalc discard``: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import io
import json
from math import sqrt
from pathlib import Path

import pytest

from cribcalc.render.numbers import bar, behind, decimals_to_tell_apart
from cribcalc.throws import SORT_KEYS
from tests.running import Ran, assert_golden, call

CARDS = ("5H", "5D", "JS", "4C", "6H", "QD")
DISCARD = ("discard", *CARDS)
HAIR = "3D 4C 5C 9D QS KC"  # the best two tosses for the dealer: 11.5612 and 11.5607


def refused(ran: Ran, sentence: str) -> None:
    assert ran == Ran(2, "", f"cribcalc: {sentence}\n")


def misused(ran: Ran, *words: str) -> None:
    """Check a usage error by what it names: click's own wording differs between versions."""
    assert (ran.code, ran.out) == (2, "")
    usage, *_, sentence = ran.err.splitlines()
    assert usage == "Usage: cribcalc discard [OPTIONS] CARDS..."
    assert sentence.startswith("Error: ")
    for word in words:
        assert word in sentence


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("discard-both", ()),
        ("discard-dealer", ("--dealer",)),
        ("discard-pone", ("--pone",)),
        ("discard-detail", ("--dealer", "--top", "2", "--detail")),
        ("discard-starter", ("--starter", "6C", "--top", "3", "--detail")),
        ("discard-starter-jack", ("-s", "JD", "--dealer", "--top", "3")),
        ("discard-sort-crib", ("--sort", "crib", "--top", "4")),
        ("discard-sort-floor", ("--sort", "floor", "--top", "4")),
        ("discard-color", ("--top", "2", "--color", "always")),
        ("discard-markdown", ("--pone", "--top", "2", "--detail", "-f", "markdown")),
        ("discard-csv", ("--top", "2", "-f", "csv")),
        ("discard-jsonl", ("--top", "1", "-f", "jsonl")),
    ],
)
def test_what_is_printed(name: str, arguments: tuple[str, ...]) -> None:
    ran = call(*DISCARD, *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"{name}.txt", ran.out)


def test_a_ten_can_be_written_10() -> None:
    ran = call("discard", "TH 10D 5S 4C 6H QD", "--ten", "10", "--detail", "--top", "1", "--dealer")
    assert_golden("discard-ten.txt", ran.out)
    assert "T" not in ran.out.replace("The", "").replace("Dealt", "")


@pytest.mark.parametrize("arguments", [(), ("--detail",), ("--ten", "10"), ("-s", "6C")])
def test_tables_fit_a_terminal_of_80_columns(arguments: tuple[str, ...]) -> None:
    for line in call("discard", "TC TD TH JC JD QH", *arguments).out.splitlines():
        assert len(line) <= 80, line


@pytest.mark.parametrize(
    "arguments",
    [
        ("5h5djs4c6hqd",),
        ("5H,5D,JS", "4C-6H-QD"),
        ("5♥5♦J♠4♣6♥Q♦",),
        ("--", *CARDS),
    ],
)
def test_cards_are_written_in_many_ways(arguments: tuple[str, ...]) -> None:
    assert call("discard", *arguments) == call(*DISCARD)


def test_cards_are_read_from_standard_input() -> None:
    assert call("discard", "-", stdin=b"5h 5d js\r\n4c 6h qd\r\n") == call(*DISCARD)


# JSON, key by key --------------------------------------------------------------------------


def test_the_json_document() -> None:
    ran = call(*DISCARD, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    document = json.loads(ran.out)
    assert document["schema_version"] == 1
    assert document["command"] == "discard"
    assert document["cards"] == list(CARDS)
    assert document["starter"] is None
    assert document["opponent"] == "uniform"
    assert document["method"] == "exact"
    assert [each["role"] for each in document["analyses"]] == ["dealer", "pone"]
    dealer, pone = document["analyses"]
    assert dealer["heels"] == pone["heels"] == pytest.approx(2 * 3 / 46)

    best = dealer["options"][0]
    assert set(best) == {"toss", "keep", "hand", "crib", "net", "expected"}
    assert best["toss"] == ["JS", "QD"]
    assert best["keep"] == ["5H", "5D", "4C", "6H"]
    assert best["hand"]["mean"] == pytest.approx(15.9565, abs=5e-5)
    assert best["expected"] == pytest.approx(20.6886, abs=5e-5)
    assert (best["hand"]["min"], best["hand"]["max"]) == (12, 24)
    for options in (dealer["options"], pone["options"]):
        assert len(options) == 15
        expected = [each["expected"] for each in options]
        assert expected == sorted(expected, reverse=True)
        assert {(*each["toss"], *each["keep"]) for each in options} == {
            (*one["toss"], *one["keep"]) for one in dealer["options"]
        }


@pytest.mark.parametrize(("role", "sign"), [("dealer", 1), ("pone", -1)])
def test_every_option_of_the_json_is_complete(role: str, sign: int) -> None:
    document = json.loads(call(*DISCARD, f"--{role}", "--json").out)
    (analysis,) = document["analyses"]
    assert analysis["role"] == role
    for option in analysis["options"]:
        for part in (option["hand"], option["crib"]):
            assert list(part) == ["mean", "sd", "min", "max", "pmf"]
            assert len(part["pmf"]) == 30
            _consistent(part, dict(enumerate(part["pmf"])))
        net = option["net"]
        assert list(net) == ["mean", "sd", "min", "max", "pmf"]
        _consistent(net, {int(points): share for points, share in net["pmf"].items()})
        total = option["hand"]["mean"] + sign * option["crib"]["mean"]
        assert option["expected"] == net["mean"] == pytest.approx(total)


def _consistent(part: dict[str, float], shares: dict[int, float]) -> None:
    assert sum(shares.values()) == pytest.approx(1)
    mean = sum(points * share for points, share in shares.items())
    square = sum(points**2 * share for points, share in shares.items())
    assert part["mean"] == pytest.approx(mean)
    assert part["sd"] == pytest.approx(sqrt(square - mean**2), abs=1e-6)
    likely = [points for points, share in shares.items() if share]
    assert (part["min"], part["max"]) == (min(likely), max(likely))


def test_detail_adds_starters_to_the_json_and_nothing_else() -> None:
    plain = json.loads(call(*DISCARD, "--json").out)
    detailed = json.loads(call(*DISCARD, "--json", "--detail").out)
    for analysis in detailed["analyses"]:
        for option in analysis["options"]:
            by_starter = option.pop("by_starter")
            assert [each["rank"] for each in by_starter] == list("A23456789TJQK")
            assert sum(each["cards"] for each in by_starter) == 46
            assert list(by_starter[0]) == ["rank", "cards", "hand", "crib", "net"]
            net = sum(each["cards"] * each["net"] for each in by_starter) / 46
            assert net == pytest.approx(option["expected"])
    assert detailed == plain


def test_the_json_of_a_known_starter() -> None:
    document = json.loads(call(*DISCARD, "--starter", "JD", "--json", "--dealer").out)
    assert document["starter"] == "JD"
    (analysis,) = document["analyses"]
    assert analysis["heels"] == 2
    best = analysis["options"][0]
    assert best["toss"] == ["JS", "QD"]
    assert (best["hand"]["mean"], best["hand"]["sd"]) == (16, 0)
    assert best["hand"]["pmf"][16] == 1


def test_flat_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(call(*DISCARD, "-f", "csv").out)))
    lines = call(*DISCARD, "-f", "jsonl").out.splitlines()
    assert len(rows) == len(lines) == 30
    assert [{k: str(v) for k, v in json.loads(line).items()} for line in lines] == rows
    assert [row["role"] for row in rows] == ["dealer"] * 15 + ["pone"] * 15
    assert [int(row["rank"]) for row in rows] == [*range(1, 16)] * 2
    assert list(rows[0])[:9] == [
        "hand",
        "role",
        "starter",
        "rank",
        "toss",
        "keep",
        "hand_mean",
        "crib_mean",
        "expected",
    ]
    document = json.loads(call(*DISCARD, "--json").out)
    best = document["analyses"][1]["options"][0]
    assert float(rows[15]["expected"]) == best["expected"]
    assert float(rows[15]["hand_sd"]) == best["hand"]["sd"]
    assert rows[15]["toss"] == " ".join(best["toss"])


# Options -----------------------------------------------------------------------------------


def test_top_cuts_the_list_and_changes_no_line_of_it() -> None:
    whole = call(*DISCARD, "--dealer").out.splitlines()
    for top in (1, 3, 4, 14, 15, 99):
        shown = call(*DISCARD, "--dealer", "--top", str(top)).out.splitlines()
        number = min(top, 15)
        assert [_words(line) for line in shown[: 6 + number]] == [
            _words(line) for line in whole[: 6 + number]
        ]
        assert len(shown) == len(whole) - 15 + number
    assert (
        len(json.loads(call(*DISCARD, "--json", "--top", "2").out)["analyses"][0]["options"]) == 2
    )


def _words(line: str) -> list[str]:
    return [word for word in line.split() if word.strip("-")]


@pytest.mark.parametrize("sort", SORT_KEYS)
def test_sorting_reorders_the_same_tosses(sort: str) -> None:
    def options(*arguments: str) -> list[dict[str, object]]:
        document = json.loads(call(*DISCARD, "--pone", "--json", *arguments).out)
        found: list[dict[str, object]] = document["analyses"][0]["options"]
        return found

    plain, ordered = options(), options("--sort", sort)
    assert sorted(map(json.dumps, ordered)) == sorted(map(json.dumps, plain))
    key = {
        "expected": lambda each: -each["expected"],
        "hand": lambda each: -each["hand"]["mean"],
        "crib": lambda each: each["crib"]["mean"],  # the pone likes it poor
        "floor": lambda each: -each["net"]["min"],
        "ceiling": lambda each: -each["net"]["max"],
    }[sort]
    assert ordered == sorted(plain, key=key)


def test_places_and_ties_follow_what_is_sorted_by() -> None:
    def places(*arguments: str) -> list[str]:
        lines = call(*DISCARD, "--dealer", *arguments).out.splitlines()
        start = next(at for at, line in enumerate(lines) if line.startswith("-"))
        return [line.split()[0] for line in lines[start + 1 : lines.index("", start)]]

    assert places()[:6] == ["1", "2", "3=", "3=", "5", "6"]
    assert places("--top", "3") == ["1", "2", "3="]
    assert places("--sort", "crib")[:4] == ["1", "2=", "2=", "4"]
    assert places("--sort", "ceiling")[:4] == ["1", "2", "3=", "3="]


def test_behind_is_measured_from_the_best_toss_whatever_is_shown() -> None:
    ran = call(*DISCARD, "--dealer", "--sort", "crib", "--top", "1", "-f", "markdown")
    (row,) = [line for line in ran.out.splitlines() if line.startswith("| 1 ")]
    assert [cell.strip() for cell in row.split("|")[6:8]] == ["11.01", "9.68"]


def test_different_values_look_different_and_ties_look_like_ties() -> None:
    assert decimals_to_tell_apart([8.01, 8.02], [1, 2]) == 2
    assert decimals_to_tell_apart([8.006, 8.002], [1, 2]) == 2
    assert decimals_to_tell_apart([8.004, 8.002], [1, 2]) == 3
    assert decimals_to_tell_apart([8.0012, 8.0013], [1, 2]) == 4
    assert decimals_to_tell_apart([8.0, 8.0], [1, 1]) == 2
    assert decimals_to_tell_apart([8.0, 8.0 + 1e-9], [1, 2]) == 6
    # What is shown as the loss is the difference of what is shown, never of what is not.
    assert behind(8.006, 8.002, 2) == "0.01"
    assert behind(8.006, 8.002, 3) == "0.004"
    assert behind(-0.001, -0.001, 2) == "0.00"


def test_a_toss_behind_by_a_hair_shows_how_far() -> None:
    """Expected averages that agree to two decimals are shown with more."""
    rows = list(csv.DictReader(io.StringIO(call("discard", HAIR, "--dealer", "-f", "csv").out)))
    one, other = (float(row["expected"]) for row in rows[:2])
    assert one > other
    assert f"{one:.2f}" == f"{other:.2f}"
    table = call("discard", HAIR, "--dealer", "--top", "2").out.splitlines()
    shown = [line.split()[9:11] for line in table if line[:1] in "12" and line]
    assert shown[0][0] != shown[1][0]
    assert shown[0][1].strip("0.") == ""
    assert shown[1][1].strip("0.") != ""


@pytest.mark.parametrize(
    ("share", "plain", "blocks"),
    [(0, "", ""), (1, "##########", "██████████"), (0.5, "#####", "█████"), (1e-9, "#", "▏")],
)
def test_bars_show_anything_above_zero(share: float, plain: str, blocks: str) -> None:
    assert bar(share, 10, unicode=False) == plain
    assert bar(share, 10, unicode=True) == blocks
    assert bar(0.55, 10, unicode=True) == "█████▌"


# Refusals ----------------------------------------------------------------------------------


def test_four_cards_are_refused_in_one_sentence() -> None:
    refused(
        call("discard", "QC", "7D", "7H", "4S"),
        "Four cards given (QC 7D 7H 4S), but a discard is made from six: two missing.",
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("5H 5D JS 4C 6H",),
            "Five cards given (5H 5D JS 4C 6H), but a discard is made from six: one missing.",
        ),
        (
            ("5H 5D JS 4C 6H QD 7S",),
            (
                "Seven cards given (5H 5D JS 4C 6H QD 7S), but a discard is made from six: "
                "take one away."
            ),
        ),
        (("5H 5D JS 4C 6H 5H",), "5H is given twice; a pack has only one."),
        (("AH AH",), "AH is given twice; a pack has only one."),
        ((*CARDS, "-s", "5H"), "The starter 5H is among the other cards given."),
        ((*CARDS, "-s", "5X"), '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        (("Q Q 7 ? 4 3",), "Q: the suit is missing (write QC, QD, QH or QS)."),
        (("QH QD 7C ? 4H 3S",), '?: no rank "?" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).'),
        ((*CARDS[:5], "1H"), "1H: there is no rank 1 (an ace is A, a ten is T or 10)."),
    ],
)
def test_bad_cards_are_one_sentence_and_exit_2(arguments: tuple[str, ...], sentence: str) -> None:
    refused(call("discard", *arguments), sentence)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ["CARDS..."]),
        ((*CARDS, "--top", "0"), ["--top", "0"]),
        ((*CARDS, "--sort", "x"), ["--sort", "'x'", "expected", "hand", "crib", "ceiling"]),
        ((*CARDS, "--dealer", "--pone"), ["Error: --dealer and --pone exclude each other."]),
        (
            (*CARDS, "--json", "-f", "csv"),
            ["Error: --json and --format csv contradict each other."],
        ),
    ],
)
def test_misuse_is_explained_with_the_usage(arguments: tuple[str, ...], words: list[str]) -> None:
    misused(call("discard", *arguments), *words)


def test_nothing_is_written_when_cards_are_bad(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("precious", encoding="utf-8")
    assert call("discard", "5H", "-o", str(target)).code == 2
    assert target.read_text(encoding="utf-8") == "precious"


def test_files_hold_what_the_screen_would(tmp_path: Path) -> None:
    for ending, output_format in ((".csv", "csv"), (".json", "json"), (".md", "markdown")):
        target = tmp_path / f"answer{ending}"
        assert call(*DISCARD, "-o", str(target)) == Ran(0, "", "")
        assert target.read_text(encoding="utf-8") == call(*DISCARD, "-f", output_format).out
