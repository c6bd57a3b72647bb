"""Average cribs of all 169 kinds of thrown pair: the reference, and counting one by one."""

from __future__ import annotations

import csv
from math import comb
from pathlib import Path

import pytest

from cribcalc.averages import OUTCOMES, crib_averages
from tests import naive


def test_all_totals_and_counts(data_dir: Path) -> None:
    with (data_dir / "crib_uniform_exact.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    averages = crib_averages()
    assert len(rows) == len(averages) == 169
    for row, average in zip(rows, averages, strict=True):
        name = f"{row['rank1']}-{row['rank2']}".replace("10", "T")
        assert (average.name, average.suited) == (name, row["suited"] == "1")
        assert average.points == int(row["total_points"])
        assert list(average.counts) == [int(row[f"n{points}"]) for points in range(30)]
        assert sum(average.counts) == OUTCOMES == int(row["n_outcomes"])
        assert round(average.mean, 6) == float(row["mean_exact"])


@pytest.mark.parametrize(
    "toss",
    [("5D", "5S"), ("AH", "KC"), ("5H", "JH"), ("JC", "JS"), ("2D", "3D"), ("6S", "JD")],
    ids="-".join,
)
def test_one_pair_counted_one_by_one(toss: tuple[str, str]) -> None:
    counts = naive.crib_average_counts(toss)
    ranks = sorted(naive.RANKS.index(card[0]) for card in toss)
    suited = toss[0][1] == toss[1][1]
    (average,) = (
        each for each in crib_averages() if [each.low, each.high] == ranks and each.suited == suited
    )
    assert average.counts == tuple(counts[points] for points in range(30))


def test_weighted_mean_is_the_mean_of_all_cribs() -> None:
    # Four random cards and a starter: the crib's census. Any two of the four may be "thrown".
    points = 0
    for average in crib_averages():
        pair = average.low == average.high
        pairs_of_cards = 6 if pair else 4 if average.suited else 12
        points += pairs_of_cards * average.points
    total = comb(52, 2) * OUTCOMES
    assert round(points / total, 6) == 4.734819
