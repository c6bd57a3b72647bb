"""The explaining scorer: what every hand is worth, and what each combination is called."""

from __future__ import annotations

import csv
import json
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.cards import (
    DECK,
    card_name,
    card_names,
    card_rank,
    card_suit,
    parse_card,
    parse_cards,
)
from cribcalc.errors import DuplicateCard, WrongCount
from cribcalc.lookup import PAIR_INDEX, PAIR_RANKS, category_points, rank_points
from cribcalc.scoring import (
    CATEGORIES,
    CRIB_SIZES,
    HAND_SIZES,
    Score,
    points_with_pairs,
    score_hand,
    score_ranks,
)
from tests import naive
from tests.running import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
SHOW_CASES = [case for case in CASES if case["kind"] == "show"]
with (DATA / "show_hands.csv").open(encoding="utf-8", newline="") as stream:
    HANDS = list(csv.DictReader(stream))


def count(hand: str, starter: str = "", crib: bool = False) -> Score:
    return score_hand(parse_cards(hand), parse_card(starter) if starter else None, crib)


def named(score: Score, category: str) -> list[tuple[str, str, int]]:
    return [
        (each.name, card_names(sorted(each.cards)), each.points)
        for each in score.combinations
        if each.category == category
    ]


def test_there_are_33_show_cases() -> None:
    assert [case["id"] for case in SHOW_CASES] == [f"S{number:02}" for number in range(1, 34)]


@pytest.mark.parametrize("case", SHOW_CASES, ids=lambda case: case["id"])
def test_show_cases_of_the_rules(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    score = count(" ".join(given_["hand"]), given_["starter"], given_["crib"])
    assert {**score.categories, "total": score.total} == expected


@pytest.mark.parametrize("row", HANDS, ids=lambda row: f"{row['hand']}+{row['starter']}")
def test_published_hands(row: dict[str, str]) -> None:
    if row["legal"] == "0":
        with pytest.raises(DuplicateCard):
            count(row["hand"], row["starter"], row["crib"] == "1")
        return
    score = count(row["hand"], row["starter"], row["crib"] == "1")
    assert score.total == int(row["right"])
    assert score.categories == {name: int(row[name]) for name in CATEGORIES}


def test_both_kinds_of_published_hands_are_there() -> None:
    assert len(HANDS) == 195
    assert sum(row["legal"] == "0" for row in HANDS) == 3


@pytest.mark.parametrize(
    ("hand", "starter", "name", "points"),
    [
        ("4C 4D 8H QS", "2C", "pair", 2),
        ("4C 4D 4H QS", "9C", "pair royal", 6),
        ("4C 4D 4H 4S", "QC", "double pair royal", 12),
    ],
)
def test_names_of_pairs(hand: str, starter: str, name: str, points: int) -> None:
    alike = card_names(each for each in parse_cards(hand) if card_rank(each) == 3)
    assert named(count(hand, starter), "pairs") == [(name, alike, points)]


@pytest.mark.parametrize(
    ("hand", "starter", "name", "points", "with_pairs"),
    [
        ("AC 2D 3H 8S", "KC", "run of three", 3, 3),
        ("AC 2D 3H 4S", "KC", "run of four", 4, 4),
        ("9H TH JH QD", "KH", "run of five", 5, 5),
        ("2C 2D 3H 4S", "KC", "double run of three", 6, 8),
        ("2C 2D 3H 4S", "5C", "double run of four", 8, 10),
        ("2C 2D 2H 3S", "4C", "triple run of three", 9, 15),
        ("2C 2D 3H 3S", "4C", "double double run of three", 12, 16),
    ],
)
def test_names_of_runs(hand: str, starter: str, name: str, points: int, with_pairs: int) -> None:
    score = count(hand, starter)
    assert [(found, worth) for found, _, worth in named(score, "runs")] == [(name, points)]
    run = next(each for each in score.combinations if each.category == "runs")
    assert points_with_pairs(score, run) == with_pairs
    members = {card_rank(each) for each in run.cards}
    assert set(run.cards) == {
        each for each in parse_cards(hand, starter) if card_rank(each) in members
    }


@pytest.mark.parametrize(
    ("hand", "starter", "runs"),
    [
        # Five in the hand and a starter, as in the seven-card game.
        ("AC 2D 3H JS QC", "KD", [("run of three", 3), ("run of three", 3)]),
        ("AC 2D 3H 4S 5C", "6D", [("run of six", 6)]),
        ("AC AD 2H 3S 4C", "5D", [("double run of five", 10)]),
        ("AC AD 2H 2S 3C", "4D", [("double double run of four", 16)]),
        ("AC AD AH AS 2C", "3D", [("quadruple run of three", 12)]),
        ("AC AD AH 2S 2C", "3D", [("6-fold run of three", 18)]),
        ("AC AD 2H 2S 3C", "3D", [("8-fold run of three", 24)]),
    ],
)
def test_runs_of_six_cards(hand: str, starter: str, runs: list[tuple[str, int]]) -> None:
    found = named(count(hand, starter), "runs")
    assert [(name, points) for name, _, points in found] == runs


def test_pairs_outside_a_run_are_not_counted_with_it() -> None:
    score = count("AC 2D 3H KS", "KC")
    run = next(each for each in score.combinations if each.category == "runs")
    assert points_with_pairs(score, run) == run.points == 3
    pair = next(each for each in score.combinations if each.category == "pairs")
    assert points_with_pairs(score, pair) == 2


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "flush"),
    [
        ("2H 4H 6H 8H", "TC", False, ("four-card flush", "2H 4H 6H 8H", 4)),
        ("2H 4H 6H 8H", "TH", False, ("five-card flush", "2H 4H 6H 8H TH", 5)),
        ("2H 4H 6H 8H", "TH", True, ("five-card flush", "2H 4H 6H 8H TH", 5)),
        ("2H 4H 6H 8H", "", False, ("four-card flush", "2H 4H 6H 8H", 4)),
        ("2H 4H 6H 8H", "TC", True, None),
        ("2H 4H 6H 8H", "", True, None),
        ("2H 4H 6H 8S", "TH", False, None),
        ("2H 4H 6H", "TC", False, ("three-card flush", "2H 4H 6H", 3)),
        ("2H 4H 6H", "TH", False, ("four-card flush", "2H 4H 6H TH", 4)),
        ("2H 4H 6H 8H TH", "QC", False, ("five-card flush", "2H 4H 6H 8H TH", 5)),
        ("2H 4H 6H 8H TH", "QH", True, ("six-card flush", "2H 4H 6H 8H TH QH", 6)),
        ("2H 4H 6H 8H TH", "QC", True, None),
        ("2H 4H 6H 8H TS", "QH", False, None),
    ],
)
def test_flushes(hand: str, starter: str, crib: bool, flush: tuple[str, str, int] | None) -> None:
    assert named(count(hand, starter, crib), "flush") == ([] if flush is None else [flush])


def test_nobs_is_the_jack_of_the_starters_suit_and_comes_last() -> None:
    score = count("5H 5S 5D JC", "5C")
    assert named(score, "nobs") == [("nobs", "JC", 1)]
    assert score.combinations[-1].category == "nobs"
    assert named(count("5H 5S 5D JC", "5C", crib=False), "nobs")
    assert not named(count("5H 5S JD JH", "5C"), "nobs")
    assert not named(count("2C 4D 6H 8S", "JC"), "nobs")  # a jack turned up is heels
    assert not named(count("5H 5S 5D JC"), "nobs")
    assert named(count("JC JD JH JS", "5C", crib=True), "nobs") == [("nobs", "JC", 1)]


def test_fifteens_name_their_cards() -> None:
    score = count("AS 2C 3D 4H", "5S")
    assert named(score, "fifteens") == [("fifteen", "AS 2C 3D 4H 5S", 2)]
    assert len(named(count("5H 5S 5D JC", "5C"), "fifteens")) == 8


def test_combinations_come_in_the_order_of_the_categories() -> None:
    score = count("9H TH JH QH", "5H")
    order = [CATEGORIES.index(each.category) for each in score.combinations]
    assert order == sorted(order)
    assert tuple(score.categories) == CATEGORIES


def test_without_a_starter_the_cards_are_counted_alone() -> None:
    assert count("5H 5D JS 4C").categories == {
        "fifteens": 4,
        "pairs": 2,
        "runs": 0,
        "flush": 0,
        "nobs": 0,
    }
    assert count("5H 5D JS 4C").starter is None


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("crib", [False, True])
def test_sizes_of_hands_and_cribs(size: int, crib: bool) -> None:
    hand = list(DECK)[5 : 5 + size]
    if size in (CRIB_SIZES if crib else HAND_SIZES):
        assert score_hand(hand, 0, crib).hand == tuple(hand)
        return
    with pytest.raises(WrongCount, match="a crib has four or five" if crib else "a hand has three"):
        score_hand(hand, 0, crib)


def test_the_starter_cannot_be_in_the_hand() -> None:
    with pytest.raises(DuplicateCard, match="The starter 4C is among"):
        count("5H 5D JS 4C", "4C")
    with pytest.raises(DuplicateCard, match="5H is given twice"):
        score_hand(parse_cards("5H") * 4)


hands = st.lists(st.sampled_from(DECK), min_size=4, max_size=6, unique=True)


@given(hands, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_cards_changes_nothing(cards: list[int], crib: bool, random: Any) -> None:
    *hand, starter = cards
    crib = crib and len(hand) in CRIB_SIZES
    shuffled = random.sample(hand, len(hand))
    one, other = score_hand(hand, starter, crib), score_hand(shuffled, starter, crib)
    assert one.total == other.total
    assert one.categories == other.categories
    assert _contents(one) == _contents(other)


def _contents(score: Score) -> list[tuple[str, str, int, list[int]]]:
    return sorted((e.category, e.name, e.points, sorted(e.cards)) for e in score.combinations)


@given(hands, st.booleans(), st.permutations(range(4)))
def test_renaming_the_suits_changes_nothing(cards: list[int], crib: bool, suits: list[int]) -> None:
    *hand, starter = cards
    crib = crib and len(hand) in CRIB_SIZES
    renamed = [4 * card_rank(each) + suits[card_suit(each)] for each in cards]
    other = score_hand(renamed[:-1], renamed[-1], crib)
    assert score_hand(hand, starter, crib).categories == other.categories


@given(hands, st.booleans())
def test_points_equal_those_of_the_plain_rules(cards: list[int], crib: bool) -> None:
    *hand, starter = cards
    crib = crib and len(hand) in CRIB_SIZES
    expected = naive.score_show([card_name(each) for each in hand], card_name(starter), crib)
    assert score_hand(hand, starter, crib).categories == expected


suited_hands = st.lists(st.sampled_from(range(2, 52, 4)), min_size=4, max_size=6, unique=True)


@given(suited_hands, st.sampled_from(DECK), st.booleans())
def test_points_of_flushes_equal_those_of_the_plain_rules(
    hearts: list[int], starter: int, crib: bool
) -> None:
    hand = [each for each in hearts if each != starter][:4]
    if len(hand) < 4:
        return
    expected = naive.score_show([card_name(each) for each in hand], card_name(starter), crib)
    assert score_hand(hand, starter, crib).categories == expected


@given(hands)
def test_hand_and_crib_differ_only_by_the_flush(cards: list[int]) -> None:
    *hand, starter = cards
    if len(hand) not in CRIB_SIZES:
        return
    as_hand, as_crib = score_hand(hand, starter), score_hand(hand, starter, crib=True)
    assert {**as_hand.categories, "flush": 0} == {**as_crib.categories, "flush": 0}
    assert as_crib.categories["flush"] in (0, len(cards))
    assert as_crib.total <= as_hand.total


@given(hands)
def test_every_combination_is_made_of_cards_of_the_hand(cards: list[int]) -> None:
    *hand, starter = cards
    score = score_hand(hand, starter)
    assert score.total == sum(score.categories.values())
    for each in score.combinations:
        assert each.points > 0
        assert each.name
        assert len(set(each.cards)) == len(each.cards)
        assert set(each.cards) <= set(cards), card_name(starter)


def test_the_starter_is_like_any_card_where_suits_do_not_matter() -> None:
    """Fifteens, pairs and runs do not care which of the five cards was turned up."""
    cards = parse_cards("4C 5D 5H 6S JC")
    for order in permutations(cards):
        score = score_hand(order[:4], order[4])
        assert [score.categories[name] for name in CATEGORIES[:3]] == [8, 2, 6]


def test_rank_tables_equal_the_explaining_scorer_over_all_rank_multisets() -> None:
    multisets = [
        ranks
        for ranks in combinations_with_replacement(range(13), 5)
        if max(map(ranks.count, ranks)) <= 4
    ]
    assert len(multisets) == 6175
    totals = rank_points()
    parts = category_points()
    for ranks in multisets:
        first, second = PAIR_INDEX[ranks[0], ranks[1]], PAIR_INDEX[ranks[2], ranks[3]]
        assert totals[first, second, ranks[4]] == score_ranks(ranks), ranks
        cards = [4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        categories = score_hand(cards[:4], cards[4]).categories
        assert [int(part[first, second, ranks[4]]) for part in parts] == [
            categories[name] for name in CATEGORIES[:3]
        ], ranks


def test_rank_tables_do_not_depend_on_how_five_ranks_are_split() -> None:
    totals = rank_points()
    assert (totals == totals.transpose(1, 0, 2)).all()
    for ranks in ((0, 1, 2, 3, 4), (4, 4, 4, 4, 9), (2, 2, 3, 3, 4), (0, 5, 6, 7, 8)):
        seen = {
            int(totals[PAIR_INDEX[a, b], PAIR_INDEX[c, d], e])
            for a, b, c, d, e in permutations(ranks)
        }
        assert seen == {score_ranks(ranks)}


def test_pair_numbers_and_their_ranks_belong_together() -> None:
    assert [int(PAIR_INDEX[low, high]) for low, high in PAIR_RANKS] == list(range(91))
    assert (PAIR_INDEX == PAIR_INDEX.T).all()


def test_tables_are_read_only() -> None:
    for table in (rank_points(), *category_points()):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0, 0] = 1
