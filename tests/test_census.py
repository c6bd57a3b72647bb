"""The census of all hands and cribs: literal figures, and counting them one by one."""

from __future__ import annotations

import json
from itertools import product
from math import comb
from pathlib import Path

import pytest

from cribcalc.census import show_census
from tests import naive


@pytest.mark.parametrize("rule", ["hand", "crib"])
def test_all_hands_and_cribs(data_dir: Path, rule: str) -> None:
    census = show_census(crib=rule == "crib")
    counts = {str(points): count for points, count in enumerate(census.counts) if count}
    assert counts == json.loads((data_dir / "show_census.json").read_text())[rule]
    assert census.total == 12_994_800
    assert census.impossible == (19, 25, 26, 27)


def test_figures_of_the_census() -> None:
    hands, cribs = show_census(), show_census(crib=True)
    assert (hands.counts[0], hands.counts[28], hands.counts[29]) == (1_009_008, 76, 4)
    assert (round(hands.mean, 6), round(cribs.mean, 6)) == (4.769152, 4.734819)
    assert cribs.counts[0] == 1_022_208
    assert round(100 * hands.counts[0] / hands.total, 4) == 7.7647
    assert hands.total / hands.counts[29] == 3_248_700
    assert hands.total // hands.counts[28] == 170_984


@pytest.mark.parametrize(
    ("hand_size", "highest", "impossible"),
    [
        (3, 20, (16, 17, 18, 19)),
        (4, 29, (19, 25, 26, 27)),
        (5, 46, (35, 41, 42, 43, 44, 45)),
    ],
)
def test_highest_and_impossible_scores(
    hand_size: int, highest: int, impossible: tuple[int, ...]
) -> None:
    census = show_census(hand_size)
    assert census.total == comb(52, hand_size) * (52 - hand_size)
    assert len(census.counts) - 1 == highest
    assert census.impossible == impossible


def test_three_card_hands_one_by_one() -> None:
    for crib, counts in zip((False, True), naive.census(3), strict=True):
        expected = tuple(counts[points] for points in range(max(counts) + 1))
        assert show_census(3, crib=crib).counts == expected


@pytest.mark.parametrize(("hand_size", "crib"), list(product((3, 4, 5), (False, True))))
def test_sum_of_points(hand_size: int, crib: bool) -> None:
    size, points = hand_size + 1, 0
    for ranks in naive.rank_multisets(size):  # any of the cards may be the starter
        ways = size
        for rank in set(ranks):
            ways *= comb(4, ranks.count(rank))
        points += ways * naive.rank_points(ranks)
    points += 48 * comb(50, hand_size - 1)  # nobs: a starter, its jack, any other cards
    one_suit = 4 * comb(13, hand_size)
    points += one_suit * (13 - hand_size) * (hand_size + 1)
    points += 0 if crib else one_suit * 39 * hand_size
    assert show_census(hand_size, crib=crib).points == points


@pytest.mark.parametrize("hand_size", [0, 2, 6])
def test_other_sizes_are_refused(hand_size: int) -> None:
    with pytest.raises(ValueError, match="3, 4 or 5"):
        show_census(hand_size)
