"""The discard kernels: against counting every case, and against all 18,395 six-rank sets."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cribcalc.kernels.discard import (
    best_throws,
    discard_sums,
    rank_throws,
    throw_key,
    toss_sums,
)
from cribcalc.kernels.ranksums import multiset_number, rank_sums, six_rank_multisets
from tests import naive

Convert = Callable[[Sequence[Sequence[str]]], NDArray[np.uint8]]

TOSSES = list(combinations(range(6), 2))

# Six cards, often nearly all of one suit or of few ranks, so that flushes, jacks and ties come up.
DEALS = st.one_of(
    st.permutations(naive.PACK),
    st.sampled_from(naive.SUITS).flatmap(
        lambda suit: st.permutations(sorted(naive.PACK, key=lambda card: card[1] != suit)[:14])
    ),
    st.permutations([card for card in naive.PACK if card[0] in "5JQ"]),
).map(lambda cards: list(cards)[:6])


def throws(
    cards: NDArray[np.uint8], is_dealer: bool
) -> tuple[list[int], list[int], list[int], list[int], list[list[int]]]:
    """Best, second, margin, expected and ranking of deals in one role."""
    flags = np.full(len(cards), is_dealer, dtype=np.uint8)
    sums = discard_sums(cards)
    best, second, margin, expected = best_throws(*sums, cards, flags)
    ranking = rank_throws(*sums, cards, flags).tolist()
    return best.tolist(), second.tolist(), margin.tolist(), expected.tolist(), ranking


@settings(max_examples=10)
@given(deal=DEALS, toss=st.integers(0, 14))
def test_sums_equal_counting_every_case(card_array: Convert, deal: list[str], toss: int) -> None:
    hand_sums, crib_sums = discard_sums(card_array([deal]))
    one, other = TOSSES[toss]
    thrown = (deal[one], deal[other])
    counts = naive.joint_counts(deal, thrown)
    assert sum(counts.values()) == 45_540
    assert crib_sums[0, toss] == sum(crib * count for (_, crib), count in counts.items())
    assert 990 * hand_sums[0, toss] == sum(hand * count for (hand, _), count in counts.items())
    assert hand_sums[0, toss] == naive.sum_points(naive.hand_counts(deal, thrown))
    hands, cribs = naive.discard_sums(deal)
    assert (hands[toss], cribs[toss]) == (hand_sums[0, toss], crib_sums[0, toss])


@given(deals=st.lists(DEALS, min_size=1, max_size=5), is_dealer=st.booleans())
def test_sums_and_order_equal_naive(
    card_array: Convert, deals: list[list[str]], is_dealer: bool
) -> None:
    cards = card_array(deals)
    hand_sums, crib_sums = discard_sums(cards)
    best, second, margin, expected, ranking = throws(cards, is_dealer)
    for i, deal in enumerate(deals):
        assert (hand_sums[i].tolist(), crib_sums[i].tolist()) == naive.discard_sums(deal)
        order = naive.ranked_throws(deal, is_dealer)
        tosses = [(deal[one], deal[other]) for one, other in (TOSSES[k] for k in ranking[i])]
        assert tosses == [toss for toss, _ in order]
        assert [best[i], second[i]] == ranking[i][:2]
        assert Fraction(expected[i], 45_540) == order[0][1]
        assert Fraction(margin[i], 45_540) == order[0][1] - order[1][1]


@given(deal=DEALS, is_dealer=st.booleans(), rng=st.randoms(use_true_random=False))
def test_order_of_the_six_cards_does_not_matter(
    card_array: Convert, deal: list[str], is_dealer: bool, rng: random.Random
) -> None:
    orders = [deal, sorted(deal), rng.sample(deal, 6), rng.sample(deal, 6)]
    cards = card_array(orders)
    hand_sums, crib_sums = discard_sums(cards)
    ranking = throws(cards, is_dealer)[-1]
    seen = [
        [
            ({order[TOSSES[k][0]], order[TOSSES[k][1]]}, hand_sums[i, k], crib_sums[i, k])
            for k in ranking[i]
        ]
        for i, order in enumerate(orders)
    ]
    assert all(each == seen[0] for each in seen)


def one_deal(ranks: Sequence[str], rng: random.Random) -> list[str]:
    """Deal a set of ranks: suits at random, or of one suit as far as possible."""
    loved = rng.choice(naive.SUITS)
    of_one_suit = rng.random() < 0.4
    deal: list[str] = []
    for rank in ranks:
        free = [rank + suit for suit in naive.SUITS if rank + suit not in deal]
        is_there = of_one_suit and rank + loved in free and rng.random() < 0.9
        deal.append(rank + loved if is_there else rng.choice(free))
    rng.shuffle(deal)
    return deal


def test_all_sets_of_six_ranks(card_array: Convert) -> None:
    rng = random.Random(6)
    deals = [one_deal(ranks, rng) for ranks in naive.rank_multisets(6)]
    assert len(deals) == 18_395
    expected = [naive.discard_sums(deal) for deal in deals]
    hand_sums, crib_sums = discard_sums(card_array(deals))
    assert (hand_sums == [hands for hands, _ in expected]).all()
    assert (crib_sums == [cribs for _, cribs in expected]).all()


def test_published_averages(card_array: Convert, data_dir: Path) -> None:
    path = data_dir / "discard_exact_uniform.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 120
    deals = [row["deal"].split() for row in rows]
    hand_sums, crib_sums = discard_sums(card_array(deals))
    for row, deal, hands, cribs in zip(rows, deals, hand_sums, crib_sums, strict=True):
        thrown = sorted(deal.index(card) for card in row["toss"].split())
        toss = TOSSES.index((thrown[0], thrown[1]))
        assert hands[toss] == int(row["hand_sum_46"])
        assert cribs[toss] == int(row["crib_sum_45540"])
        assert round(cribs[toss] / 45_540, 4) == float(row["crib_ev_uniform"])


@pytest.mark.parametrize(
    ("deal", "is_dealer", "toss", "expected"),
    [
        ("5C 5D 6H 7S JC KD", True, "6H 7S", 17.7305),
        ("5C 5D 6H 7S JC KD", False, "JC KD", 8.2371),
        ("AC 2D 3H 4S 7C 8D", False, "AC 7C", 4.209),
        ("AC AD 2H 2S 3C 4D", False, "AC AD", 6.903),
        ("7C 9H 5H 5C 5D JS", True, "7C 9H", 20.908),
        ("7C 9H 5H 5C 5D JS", False, "7C 9H", 12.396),
    ],
)
def test_known_best_tosses(
    card_array: Convert, deal: str, is_dealer: bool, toss: str, expected: float
) -> None:
    six = deal.split()
    best, _, _, value, _ = throws(card_array([six]), is_dealer)
    assert " ".join(six[at] for at in TOSSES[best[0]]) == toss
    assert round(value[0] / 45_540, len(f"{expected}".partition(".")[2])) == expected


def test_best_hand_of_any_deal(card_array: Convert) -> None:
    hand_sums, _ = discard_sums(card_array(["5H 5S 5D 5C AH 2S".split()]))
    assert hand_sums.max() == 1_048  # keep the fives: 22.783


def test_equal_tosses_are_ordered_by_their_cards(card_array: Convert) -> None:
    # Whichever five of clubs, diamonds goes: equal, so the club comes first.
    deal = "7C 9H 5H 5D 5C JS".split()
    ranking = throws(card_array([deal]), True)[-1][0]
    named = [sorted((deal[TOSSES[k][0]], deal[TOSSES[k][1]])) for k in ranking]
    assert named.index(["5C", "JS"]) + 1 == named.index(["5D", "JS"])
    # All values equal: the lowest cards first, whatever their hand.
    sums = np.zeros((1, 15), dtype=np.int64)
    hands, cribs = sums + 10, sums + 990
    hands[0, 7], cribs[0, 7] = 11, 0
    cards = card_array([deal])
    best, second, margin, expected = best_throws(hands, cribs, cards, np.ones(1, dtype=np.uint8))
    assert (margin[0], expected[0]) == (0, 11 * 990)
    assert sorted(deal[at] for at in TOSSES[best[0]]) == ["5C", "5D"]
    assert sorted(deal[at] for at in TOSSES[second[0]]) == ["5C", "5H"]


def test_threads_give_what_one_thread_gives() -> None:
    rng = np.random.default_rng(1)
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (2_000, 1)), axis=1)[:, :6]
    whole = discard_sums(cards)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(discard_sums, np.array_split(cards, 8)))
    for at in range(2):
        assert (np.concatenate([part[at] for part in parts]) == whole[at]).all()


def test_rank_sums_cover_every_multiset() -> None:
    multisets = six_rank_multisets()
    assert multisets.shape == (18_395, 6)
    hand_ranks, crib_ranks = rank_sums()
    assert len(hand_ranks) == len(crib_ranks) == 18_564
    assert np.count_nonzero(crib_ranks.any(axis=1)) == 18_395
    assert not hand_ranks.flags.writeable


def test_multisets_and_their_numbers_equal_naive() -> None:
    multisets = six_rank_multisets()
    assert [tuple(naive.RANKS[rank] for rank in ranks) for ranks in multisets.tolist()] == list(
        naive.rank_multisets(6)
    )
    numbers = [int(multiset_number(ranks)) for ranks in multisets]
    assert len(set(numbers)) == len(multisets)
    assert 0 <= min(numbers) <= max(numbers) < 18_564


@given(deal=DEALS)
def test_sums_of_one_deal_equal_naive(card_array: Convert, deal: list[str]) -> None:
    deal = sorted(deal, key=naive.place)
    cards = card_array([deal])[0].astype(np.int64)
    hand_ranks, crib_ranks = (each[multiset_number(cards >> 2)] for each in rank_sums())
    hands, cribs = np.zeros(15, np.int64), np.zeros(15, np.int64)
    scratch = np.zeros(4, np.int64), np.zeros(6, np.int64)
    toss_sums(cards, hand_ranks, crib_ranks, *scratch, hands, cribs)
    assert (hands.tolist(), cribs.tolist()) == naive.discard_sums(deal)
    # Without its suits a hand is worth what its ranks give with each starter unseen.
    suitless = [
        sum(
            naive.rank_points([*(card[0] for card in naive.keep_of(deal, toss)), starter[0]])
            for starter in naive.unseen(deal)
        )
        for toss in combinations(deal, 2)
    ]
    assert hand_ranks.tolist() == suitless


THROWS = st.tuples(
    st.integers(-(10**6), 10**6), st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True)
)


@given(throws=st.lists(THROWS, max_size=9))
def test_keys_of_throws_sort_like_value_then_low_cards(throws: list[tuple[int, list[int]]]) -> None:
    keys = [int(throw_key(np.int64(value), *map(np.int64, cards))) for value, cards in throws]
    assert [key >> 12 for key in keys] == [value for value, _ in throws]
    plain = [(-value, sorted(cards)) for value, cards in throws]
    order = range(len(throws))
    assert sorted(order, key=lambda i: -keys[i]) == sorted(order, key=lambda i: plain[i])


def test_no_deals_give_no_sums() -> None:
    none, flags = np.empty((0, 6), dtype=np.uint8), np.empty(0, dtype=np.uint8)
    sums = discard_sums(none)
    assert [each.shape for each in sums] == [(0, 15), (0, 15)]
    assert [each.shape for each in best_throws(*sums, none, flags)] == [(0,)] * 4
    assert rank_throws(*sums, none, flags).shape == (0, 15)


def test_what_would_be_read_out_of_bounds_is_refused() -> None:
    deal = np.arange(6, dtype=np.uint8)[None, :]
    sums, flag = discard_sums(deal), np.ones(1, dtype=np.uint8)
    with pytest.raises(ValueError, match="0 to 51"):
        discard_sums(deal + np.uint8(47))
    with pytest.raises(ValueError, match=r"cards\[n, 6\]"):
        discard_sums(deal[:, :5])
    for throw in (best_throws, rank_throws):
        with pytest.raises(ValueError, match="as many as"):
            throw(*sums, deal, np.ones(2, dtype=np.uint8))
        with pytest.raises(ValueError, match="as many as"):
            throw(sums[0][:, :14], sums[1], deal, flag)
