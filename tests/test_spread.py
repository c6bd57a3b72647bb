"""Exact distributions, checked against the statistics module and fractions."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.render.spread import most_likely, net_payload, spread_payload
from cribcalc.spread import Spread

samples = st.lists(st.integers(-29, 58), min_size=1, max_size=60)


@given(samples)
def test_figures_of_a_spread(points: list[int]) -> None:
    spread = Spread.of(points)
    assert spread.ways == len(points)
    assert spread.points_sum == sum(points)
    assert (spread.min, spread.max) == (min(points), max(points))
    assert spread.mean == pytest.approx(statistics.fmean(points))
    assert spread.sd == pytest.approx(statistics.pstdev(points))
    assert spread.by_points() == Counter(points)
    assert list(spread.by_points()) == sorted(set(points))


@given(samples, st.integers(0, 5), st.integers(0, 5))
def test_empty_ends_change_nothing(points: list[int], before: int, after: int) -> None:
    spread = Spread.of(points)
    padded = Spread(spread.lowest - before, (0,) * before + spread.counts + (0,) * after)
    for figure in ("ways", "points_sum", "mean", "sd", "min", "max"):
        assert getattr(padded, figure) == getattr(spread, figure)
    assert padded.by_points() == spread.by_points()


def test_one_outcome_has_no_deviation() -> None:
    assert Spread.of([7, 7, 7]).sd == 0
    assert Spread(0, (0, 0, 1)).sd == 0


@given(st.lists(st.integers(0, 53), min_size=1, max_size=60))
def test_shares_run_from_zero_and_add_up_to_one(points: list[int]) -> None:
    payload = spread_payload(Spread.of(points))
    assert list(payload) == ["mean", "sd", "min", "max", "pmf"]
    shares = payload["pmf"]
    assert len(shares) == max(30, max(points) + 1)
    assert sum(shares) == pytest.approx(1)
    assert sum(i * share for i, share in enumerate(shares)) == pytest.approx(payload["mean"])


@given(samples)
def test_shares_of_a_net_are_keyed_by_points(points: list[int]) -> None:
    payload = net_payload(Spread.of(points))
    shares = payload["pmf"]
    assert set(shares) == {str(each) for each in points}
    assert sum(shares.values()) == pytest.approx(1)
    assert sum(int(i) * share for i, share in shares.items()) == pytest.approx(payload["mean"])


def test_most_likely_is_the_fewest_of_several() -> None:
    assert most_likely(Spread.of([4, 2, 2, 4, 9])) == (2, 0.4)
