"""The kernels that score many hands: against plain Python, the case files and the census."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cribcalc.kernels.show import dense_points, score_categories, score_hands
from tests import naive

Convert = Callable[[Sequence[Sequence[str]]], NDArray[np.uint8]]

CENSUS_HANDS = (
    "0:1009008 1:99792 2:2813796 3:505008 4:2855676 5:697508 6:1800268 7:751324 8:1137236 "
    "9:361224 10:388740 11:51680 12:317340 13:19656 14:90100 15:9168 16:58248 17:11196 18:2708 "
    "20:8068 21:2496 22:444 23:356 24:3680 28:76 29:4"
)

# Five cards, of one suit as often as not, so that flushes come up.
FIVE_CARDS = st.one_of(
    st.permutations(naive.PACK),
    st.sampled_from(naive.SUITS).flatmap(
        lambda suit: st.permutations(sorted(naive.PACK, key=lambda card: card[1] != suit)[:14])
    ),
).map(lambda cards: list(cards)[:5])


def flags(values: Sequence[bool]) -> NDArray[np.uint8]:
    return np.array(values, dtype=np.uint8)


@given(hands=st.lists(st.tuples(FIVE_CARDS, st.booleans()), min_size=1, max_size=20))
def test_scores_equal_naive(card_array: Convert, hands: list[tuple[list[str], bool]]) -> None:
    cards, crib = card_array([five for five, _ in hands]), flags([crib for _, crib in hands])
    expected = [naive.score_show(five[:4], five[4], crib) for five, crib in hands]
    assert score_categories(cards, crib).tolist() == [list(each.values()) for each in expected]
    assert score_hands(cards, crib).tolist() == [sum(each.values()) for each in expected]


def dealt_from(ranks: Sequence[str], rng: random.Random) -> list[list[str]]:
    """Deal each set of ranks with random suits, and in clubs as far as there are clubs."""
    suits = {rank: rng.sample(naive.SUITS, 4) for rank in ranks}
    some = [rank + suits[rank].pop() for rank in ranks]
    clubs = [rank + naive.SUITS[ranks[:at].count(rank)] for at, rank in enumerate(ranks)]
    return [some, clubs]


@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_all_sets_of_five_ranks_with_every_starter(card_array: Convert, crib: bool) -> None:
    rng = random.Random(5)
    rows, expected = [], []
    for ranks in naive.rank_multisets(5):
        by_ranks = naive.score_ranks(ranks)
        for five in dealt_from(ranks, rng):
            for at in range(5):
                hand, starter = five[:at] + five[at + 1 :], five[at]
                rows.append([*hand, starter])
                flush = naive.score_flush(hand, starter, crib)
                expected.append([*by_ranks, flush, naive.score_nobs(hand, starter)])
    assert len(rows) == 6_175 * 10
    cards, cribs = card_array(rows), flags([crib] * len(rows))
    assert (score_categories(cards, cribs) == np.array(expected)).all()
    assert (score_hands(cards, cribs) == np.sum(expected, axis=1)).all()


def every_hand_and_starter() -> NDArray[np.uint8]:
    """All 12,994,800 choices of four cards and a starter: uint8[n, 5]."""
    hands = np.fromiter(chain.from_iterable(combinations(range(52), 4)), np.uint8).reshape(-1, 4)
    cards = np.empty((len(hands), 52, 5), dtype=np.uint8)
    cards[:, :, :4] = hands[:, None, :]
    cards[:, :, 4] = np.arange(52)
    apart = (cards[:, :, :4] != cards[:, :, 4:]).all(axis=2)
    choices: NDArray[np.uint8] = cards[apart]
    return choices


def test_every_hand_and_starter_is_counted(data_dir: Path) -> None:
    cards = every_hand_and_starter()
    assert len(cards) == 12_994_800
    hands = np.bincount(score_hands(cards, np.zeros(len(cards), dtype=np.uint8)))
    cribs = np.bincount(score_hands(cards, np.ones(len(cards), dtype=np.uint8)))
    shown = {str(points): count for points, count in enumerate(hands.tolist()) if count}
    assert " ".join(f"{points}:{count}" for points, count in shown.items()) == CENSUS_HANDS
    reference = json.loads((data_dir / "show_census.json").read_text())
    assert shown == reference["hand"]
    assert {str(p): n for p, n in enumerate(cribs.tolist()) if n} == reference["crib"]
    assert cribs[0] == 1_022_208
    assert round(float(hands @ np.arange(30)) / len(cards), 6) == 4.769152
    assert round(float(cribs @ np.arange(30)) / len(cards), 6) == 4.734819


def test_hands_of_public_test_suites(card_array: Convert, data_dir: Path) -> None:
    with (data_dir / "show_hands.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["legal"] == "1"]
    rows = [row for row in rows if len(row["hand"].split()) == 4 and row["starter"]]
    assert len(rows) > 100
    cards = card_array([[*row["hand"].split(), row["starter"]] for row in rows])
    crib = flags([row["crib"] == "1" for row in rows])
    assert score_hands(cards, crib).tolist() == [int(row["right"]) for row in rows]
    assert score_categories(cards, crib).tolist() == [
        [int(row[category]) for category in naive.CATEGORIES] for row in rows
    ]


def test_shows_of_the_rules(card_array: Convert, data_dir: Path) -> None:
    cases = json.loads((data_dir / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
    shows = [each for each in cases if each["kind"] == "show" and len(each["input"]["hand"]) == 4]
    assert len(shows) >= 25
    cards = card_array([[*each["input"]["hand"], each["input"]["starter"]] for each in shows])
    crib = flags([each["input"]["crib"] for each in shows])
    assert score_categories(cards, crib).tolist() == [
        [each["expected"][category] for category in naive.CATEGORIES] for each in shows
    ]


def test_no_hands_give_no_scores() -> None:
    none = np.empty((0, 5), dtype=np.uint8)
    assert score_hands(none, flags([])).shape == (0,)
    assert score_categories(none, flags([])).shape == (0, 5)


@pytest.mark.parametrize("score", [score_hands, score_categories])
def test_what_would_be_read_out_of_bounds_is_refused(
    score: Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.uint8]],
) -> None:
    with pytest.raises(ValueError, match="0 to 51"):
        score(np.array([[0, 1, 2, 3, 52]], dtype=np.uint8), flags([False]))
    with pytest.raises(ValueError, match=r"cards\[n, 5\]"):
        score(np.array([[0, 1, 2, 3]], dtype=np.uint8), flags([False]))
    with pytest.raises(ValueError, match=r"crib\[n\]"):
        score(np.array([[0, 1, 2, 3, 4]], dtype=np.uint8), flags([False, True]))


def test_dense_table_equals_naive() -> None:
    dense = dense_points().reshape(13, 13, 13, 13, 13)
    for ranks in naive.rank_multisets(5):
        assert dense[tuple(map(naive.RANKS.index, ranks))] == naive.rank_points(ranks)


def test_dense_table_does_not_depend_on_order() -> None:
    dense = dense_points().reshape(13, 13, 13, 13, 13)
    assert dense.size == 371_293
    for order in ((1, 0, 2, 3, 4), (4, 1, 2, 3, 0), (2, 1, 0, 3, 4), (0, 3, 2, 1, 4)):
        five_alike = [tuple([rank] * 5) for rank in range(13)]
        turned = dense.transpose(order)
        assert (turned == dense).all()
        assert all(dense[each] >= 0 for each in five_alike)
