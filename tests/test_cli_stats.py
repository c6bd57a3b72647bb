"""``cribcalc stats`` and ``cribcalc table``: what they print and give to scripts."""

from __future__ import annotations

import csv
import io
import json
from math import comb
from pathlib import Path
from unittest import mock

import pytest

from tests.running import DATA, assert_golden, call

CENSUS = json.loads((DATA / "show_census.json").read_text())


@pytest.mark.parametrize(("kind", "mean"), [("hands", 4.769152), ("cribs", 4.734819)])
def test_census_json(kind: str, mean: float) -> None:
    ran = call("stats", kind, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert document["schema_version"] == 1
    assert document["command"] == f"stats {kind}"
    assert document["total"] == 12_994_800
    assert document["counts"] == CENSUS[kind.removesuffix("s")]
    assert document["mean"] == pytest.approx(mean, abs=5e-7)


@pytest.mark.parametrize("kind", ["hands", "cribs"])
def test_census_table_has_a_bar_beside_each_count(kind: str) -> None:
    ran = call("stats", kind)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"stats-{kind}.txt", ran.out)
    rows = [line for line in ran.out.splitlines() if " 1 in " in line]
    assert len(rows) == 26
    assert all(line.endswith("#") for line in rows)


def test_census_csv_lists_impossible_scores_too() -> None:
    rows = list(csv.DictReader(io.StringIO(call("stats", "hands", "--format", "csv").out)))
    assert [row["points"] for row in rows if row["count"] == "0"] == ["19", "25", "26", "27"]
    assert sum(int(row["count"]) for row in rows) == 12_994_800


def test_deals_of_one_role_are_flat(no_sweep: mock.Mock) -> None:
    ran = call("stats", "deals", "--dealer", "--opponent", "uniform", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [each.args for each in no_sweep.call_args_list] == [("dealer",)]
    document = json.loads(ran.out)
    assert document["deals"] == comb(52, 6)
    assert document["role"] == "dealer"
    assert document["opponent"] == "uniform"
    assert document["hand_mean"] == pytest.approx(8.003390, abs=5e-7)
    assert document["crib_mean"] == pytest.approx(5.297582, abs=5e-7)
    assert document["expected_mean"] == pytest.approx(13.300972, abs=5e-7)
    assert sum(document["hand_counts"].values()) == document["hand_ways"] == comb(52, 6) * 46


def test_deals_table_of_both_roles(no_sweep: mock.Mock) -> None:
    ran = call("stats", "deals")
    assert (ran.code, ran.err) == (0, "")
    assert [each.args for each in no_sweep.call_args_list] == [("dealer",), ("pone",)]
    assert_golden("stats-deals.txt", ran.out)


def test_crib_table() -> None:
    ran = call("table", "crib")
    assert (ran.code, ran.err) == (0, "")
    assert_golden("table-crib.txt", ran.out)


def test_crib_table_is_the_same_for_both_roles_against_a_random_opponent() -> None:
    dealer, pone = json.loads(call("table", "crib", "--json").out)["analyses"]
    assert (dealer.pop("role"), pone.pop("role")) == ("dealer", "pone")
    assert dealer == pone
    assert len(dealer["pairs"]) == 169


def test_crib_table_csv_equals_the_reference(tmp_path: Path) -> None:
    target = tmp_path / "crib.csv"
    assert call("table", "crib", "--pone", "-o", str(target)).code == 0
    with target.open(newline="") as stream:
        written = {(r["rank1"], r["rank2"], r["suited"]): r for r in csv.DictReader(stream)}
    with (DATA / "crib_uniform_exact.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            low, high = (row[name].replace("10", "T") for name in ("rank1", "rank2"))
            mine = written[low, high, row["suited"]]
            for column in ("total_points", "n_outcomes", *(f"n{p}" for p in range(30))):
                assert mine[column] == row[column]
    assert len(written) == 169


def test_unknown_statistics_are_a_usage_error() -> None:
    ran = call("stats", "games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: cribcalc stats ")
    assert "games" in ran.err
