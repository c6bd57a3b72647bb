"""The tables of rank points, over all 6,175 sets of five ranks."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from cribcalc import lookup
from tests import naive

MULTISETS = list(naive.rank_multisets(5))
POINTS = [naive.score_ranks(ranks) for ranks in MULTISETS]
NUMBERS = np.array([[naive.RANKS.index(rank) for rank in ranks] for ranks in MULTISETS])


def test_sets_of_five_ranks() -> None:
    assert len(MULTISETS) == 6_175


def test_pairs_are_numbered_in_order() -> None:
    assert lookup.PAIR_INDEX[0, 0] == 0
    assert lookup.PAIR_INDEX[12, 12] == lookup.PAIRS - 1
    assert (lookup.PAIR_INDEX == lookup.PAIR_INDEX.T).all()
    low, high = lookup.PAIR_RANKS.T
    assert (low <= high).all()
    assert (lookup.PAIR_INDEX[low, high] == np.arange(lookup.PAIRS)).all()


def read(table: NDArray[np.uint8], order: tuple[int, ...]) -> NDArray[np.uint8]:
    """Read a table for every set of ranks, its cards taken in this order."""
    a, b, c, d, e = (NUMBERS[:, at] for at in order)
    values: NDArray[np.uint8] = table[lookup.PAIR_INDEX[a, b], lookup.PAIR_INDEX[c, d], e]
    return values


@pytest.mark.parametrize("category", range(3), ids=naive.CATEGORIES[:3])
def test_category_points_equal_naive_in_any_order(category: int) -> None:
    table = lookup.category_points()[category]
    expected = np.array(POINTS)[:, category]
    for order in permutations(range(5)):
        assert (read(table, order) == expected).all()


def test_rank_points_are_the_sum_of_the_categories() -> None:
    expected = np.array(POINTS).sum(axis=1)
    assert (read(lookup.rank_points(), (0, 1, 2, 3, 4)) == expected).all()
    fifteens, pairs, runs = lookup.category_points()
    assert (lookup.rank_points() == fifteens + pairs + runs).all()


def test_tables_are_shared_and_read_only() -> None:
    assert lookup.rank_points() is lookup.rank_points()
    with pytest.raises(ValueError, match="read-only"):
        lookup.rank_points()[0, 0, 0] = 1
