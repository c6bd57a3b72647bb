"""The strategic opponent on the command line: he is the default, and says what he is."""

from __future__ import annotations

import csv
import io
import json
from math import comb
from typing import Any

import pytest

from tests import running
from tests.running import Ran, assert_golden

CARDS = ("5H", "5D", "JS", "4C", "6H", "QD")
DEALS = "5H 5D JS 4C 6H QD dealer\nQD 6H 4C JS 5D 5H pone\n"
DEFAULT = {"CRIBCALC_OPPONENT": ""}  # as if nobody had chosen one


def call(*arguments: str, **more: Any) -> Ran:
    """Run a command; whether it had to compile first is no matter here."""
    ran = running.call(*arguments, **more)
    return Ran(ran.code, ran.out, ran.err.replace("Compiling (first run only) ...\n", ""))


def test_he_is_the_default() -> None:
    ran = call("discard", *CARDS, "--dealer", "--json", environ=DEFAULT)
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert (document["opponent"], document["method"]) == ("strategic", "exact")
    best = document["analyses"][0]["options"][0]
    assert best["toss"] == ["JS", "QD"]
    assert best["crib"]["mean"] == pytest.approx(4.845, abs=0.02)
    assert sum(best["crib"]["pmf"]) == pytest.approx(1)
    assert sum(best["net"]["pmf"].values()) == pytest.approx(1)
    assert best["expected"] == pytest.approx(best["hand"]["mean"] + best["crib"]["mean"])


def test_the_environment_and_the_option_choose_another() -> None:
    chosen = {"CRIBCALC_OPPONENT": "uniform"}
    document = json.loads(call("discard", *CARDS, "--json", environ=chosen).out)
    assert document["opponent"] == "uniform"
    ran = call("discard", *CARDS, "--opponent", "psychic")
    assert ran.code == 2
    assert "psychic" in ran.err


def test_what_is_printed() -> None:
    ran = call("discard", *CARDS, "--opponent", "strategic", "--top", "2", "--detail")
    assert (ran.code, ran.err) == (0, "")
    assert_golden("discard-strategic.txt", ran.out)


def test_detail_tells_what_he_throws() -> None:
    arguments = ("discard", *CARDS, "--opponent", "strategic", "--pone", "--detail", "--json")
    analysis = json.loads(call(*arguments).out)["analyses"][0]
    said = analysis["opponent_throws"]
    assert said["toss"] == analysis["options"][0]["toss"]
    throws = said["throws"]
    assert sum(each["share"] for each in throws) == pytest.approx(1)
    shares = [each["share"] for each in throws]
    assert shares == sorted(shares, reverse=True)
    # Each throw's crib, as often as it is made, is the average crib of the best toss.
    mean = sum(each["share"] * each["crib"] for each in throws)
    assert mean == pytest.approx(analysis["options"][0]["crib"]["mean"])


def test_a_known_starter_is_counted_with_him_too() -> None:
    arguments = ("discard", *CARDS, "--opponent", "strategic", "--dealer", "--json")
    option = json.loads(call(*arguments, "-s", "6C").out)["analyses"][0]["options"][0]
    assert option["hand"]["sd"] == 0
    assert option["expected"] == pytest.approx(option["hand"]["mean"] + option["crib"]["mean"])


def test_a_batch_looks_up_and_can_count() -> None:
    rows = {}
    for method in ("table", "exact"):
        ran = call(
            *("batch", "--opponent", "strategic", "--method", method, "-f", "jsonl", "-q"),
            stdin=DEALS.encode(),
        )
        assert (ran.code, ran.err) == (0, "")
        rows[method] = [json.loads(line) for line in ran.out.splitlines()]
    plain = call("batch", "-f", "jsonl", "-q", stdin=DEALS.encode(), environ=DEFAULT)
    assert [json.loads(line) for line in plain.out.splitlines()] == rows["table"]
    single = json.loads(call("discard", *CARDS, "--opponent", "strategic", "--json").out)
    for table, exact, analysis in zip(
        rows["table"], rows["exact"], single["analyses"], strict=True
    ):
        best = analysis["options"][0]
        assert set(table["toss"].split()) == set(exact["toss"].split()) == set(best["toss"])
        assert table["hand_mean"] == exact["hand_mean"] == best["hand"]["mean"]
        assert exact["crib_mean"] == pytest.approx(best["crib"]["mean"], abs=1e-9)
        assert exact["expected"] == pytest.approx(best["expected"], abs=1e-9)
        assert table["crib_mean"] == pytest.approx(exact["crib_mean"], abs=0.015)


def test_all_throws_of_a_batch_do_not_depend_on_the_order_of_the_cards() -> None:
    lines = b"5H 5D JS 4C 6H QD d\nQD 6H 4C JS 5D 5H d\n"
    arguments = ("batch", "--opponent", "strategic", "--all", "-f", "jsonl", "-q")
    rows = [json.loads(line) for line in call(*arguments, stdin=lines).out.splitlines()]
    for one, other in zip(rows[:15], rows[15:], strict=True):
        assert set(one["toss"].split()) == set(other["toss"].split())
        assert one["expected"] == other["expected"]


def test_a_deal_with_its_cut_is_counted_exactly_in_a_batch() -> None:
    text = b"hand,role,starter\n5H 5D JS 4C 6H QD,dealer,6C\n"
    ran = call("batch", "--opponent", "strategic", "-f", "jsonl", "-q", stdin=text)
    (row,) = [json.loads(line) for line in ran.out.splitlines()]
    arguments = ("discard", *CARDS, "--opponent", "strategic", "--dealer", "--json", "-s", "6C")
    best = json.loads(call(*arguments).out)["analyses"][0]["options"][0]
    assert row["hand_mean"] == best["hand"]["mean"]
    assert row["crib_mean"] == pytest.approx(best["crib"]["mean"], abs=1e-9)


def test_no_table_is_needed_for_random_throws() -> None:
    ran = call("batch", "--opponent", "uniform", "--method", "table", stdin=DEALS.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "needs no table" in ran.err
    assert "environment" not in ran.err


def test_a_refusal_says_if_the_environment_is_the_cause() -> None:
    chosen = {"CRIBCALC_OPPONENT": "uniform"}
    ran = call("batch", "--method", "table", stdin=DEALS.encode(), environ=chosen)
    assert (ran.code, ran.out) == (2, "")
    assert "needs no table" in ran.err
    assert "CRIBCALC_OPPONENT in the environment chose him" in ran.err
    said = call("batch", "--method", "table", "--opponent", "strategic", stdin=b"", environ=chosen)
    assert "needs no table" not in said.err


def test_hands_to_score_have_no_opponent() -> None:
    hands = b"hand,starter\n5H 5D JS 4C,6H\n"
    for more in ((), ("--task", "score")):
        ran = call("batch", "--method", "table", "--opponent", "uniform", *more, stdin=hands)
        assert (ran.code, ran.out.splitlines()[1].split(",")[2]) == (0, "16")


def test_statistics_of_all_deals() -> None:
    ran = call("stats", "deals", "--dealer", "--opponent", "strategic", "--json")
    document = json.loads(ran.out)
    assert (document["opponent"], document["method"]) == ("strategic", "table")
    assert document["deals"] == comb(52, 6)
    assert document["hand_mean"] == pytest.approx(7.9805, abs=5e-5)
    assert document["crib_mean"] == pytest.approx(4.7814, abs=5e-5)
    assert sum(document["hand_counts"].values()) == document["hand_ways"] == comb(52, 6) * 46


@pytest.mark.parametrize("arguments", [("crib", "--opponent", "uniform"), ("crib",), ("throws",)])
@pytest.mark.parametrize("roles", [("dealer",), ("dealer", "pone")])
def test_tables_of_pairs_have_one_shape(arguments: tuple[str, ...], roles: tuple[str, ...]) -> None:
    only = ("--dealer",) if len(roles) == 1 else ()
    document = json.loads(call("table", *arguments, *only, "--json", environ=DEFAULT).out)
    opponent, method = ("uniform", "exact") if "uniform" in arguments else ("strategic", "table")
    assert document["command"] == f"table {arguments[0]}"
    assert (document["opponent"], document["method"]) == (opponent, method)
    assert [each["role"] for each in document["analyses"]] == list(roles)
    rows = [
        {"role": each["role"], "opponent": opponent, "method": method, **pair}
        for each in document["analyses"]
        for pair in each["pairs"]
    ]
    assert len(rows) == 169 * len(roles)
    text = call("table", *arguments, *only, "-f", "jsonl", environ=DEFAULT).out
    value = "mean" if arguments[0] == "crib" else "share"
    first = ["role", "opponent", "method", "rank1", "rank2", "suited", value]
    for line, row in zip(map(json.loads, text.splitlines()), rows, strict=True):
        assert list(line)[:7] == list(row)[:7] == first
        assert [line[name] for name in first] == [row[name] for name in first]
        assert type(line["suited"]) is type(row["suited"]) is int
    header = call("table", *arguments, *only, "-f", "csv", environ=DEFAULT).out.split("\n")[0]
    assert header.split(",")[:7] == first


def test_tables_of_pairs() -> None:
    cribs = json.loads(call("table", "crib", "--opponent", "strategic", "--json").out)
    assert [each["role"] for each in cribs["analyses"]] == ["dealer", "pone"]
    for analysis in cribs["analyses"]:
        assert len(analysis["pairs"]) == 169
        assert all(2 < each["mean"] < 10 for each in analysis["pairs"])
    throws = list(csv.DictReader(io.StringIO(call("table", "throws", "--dealer", "-f", "csv").out)))
    assert len(throws) == 169
    assert sum(float(row["share"]) for row in throws) == pytest.approx(1)
    shown = call("table", "throws", "--pone")
    assert (shown.code, shown.err) == (0, "")
    assert_golden("table-throws-pone.txt", shown.out)
