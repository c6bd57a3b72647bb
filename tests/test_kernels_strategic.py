"""The kernels behind the strategic opponent, each against a plain count of the same."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from cribcalc.crib_table import CribTable, make_crib_table
from cribcalc.kernels.avoidance import add_avoiding
from cribcalc.kernels.discard import CRIB_CASES, discard_sums
from cribcalc.kernels.opponent_hands import SHARES, count_throws
from cribcalc.kernels.ranksums import rank_sums
from cribcalc.kernels.suit_classes import CLASSES, fill_suit_classes, suit_classes
from cribcalc.kernels.table_cribs import best_tosses, table_values
from cribcalc.policy import Policy
from cribcalc.roles import ROLES, Role
from cribcalc.strategic import stored_crib_table, stored_policy


def test_add_avoiding_equals_a_product_of_binomials() -> None:
    # Parts of two ranks each, low and high; hands are all pairs of parts.
    parts = [(a, b) for a in range(5) for b in range(5)]
    ways = np.array(
        [[comb(4 - k[0], h[0]) * comb(4 - k[1], h[1]) for h in parts] for k in parts], np.float64
    )
    hands = [(low, high) for low in range(25) for high in range(25)]
    shares = np.random.default_rng(5).random((len(hands), 3))
    shares[shares < 0.4] = 0
    rows, columns = np.nonzero(shares)
    known = np.array([(0, 3), (7, 24), (12, 12)])
    sums = np.zeros((3, 3))
    add_avoiding(
        known[:, 0].copy(),
        known[:, 1].copy(),
        ways,
        ways,
        np.arange(26) * 25,
        np.array([high for _, high in hands]),
        np.searchsorted(rows, np.arange(len(hands) + 1)),
        columns,
        shares[rows, columns],
        sums,
    )
    for row, (low_known, high_known) in enumerate(known.tolist()):
        plain = sum(
            ways[low_known, low] * ways[high_known, high] * shares[at]
            for at, (low, high) in enumerate(hands)
        )
        assert sums[row] == pytest.approx(plain)


def test_fill_suit_classes_lists_the_least_names_of_each_deal() -> None:
    multiset = np.array([[0, 0, 4, 4, 10, 12]], dtype=np.int64)
    cards = np.zeros((200, 6), dtype=np.uint8)
    deals, multiset_of = np.zeros(200, dtype=np.uint8), np.zeros(200, dtype=np.int32)
    count = fill_suit_classes(multiset, cards, deals, multiset_of)
    # All deals of these ranks, the same under any renaming of the suits taken as one.
    seen: dict[frozenset[int], int] = {}
    for aces in combinations(range(4), 2):
        for fives in combinations(range(4), 2):
            for jack in range(4):
                for king in range(4):
                    deal = [*aces, *(16 + s for s in fives), 40 + jack, 48 + king]
                    names = {
                        frozenset((card & 60) | new[card & 3] for card in deal)
                        for new in permutations(range(4))
                    }
                    least = min(names, key=sorted)
                    seen[least] = seen.get(least, 0) + 1
    listed = {}
    for row, number in zip(cards[:count].tolist(), deals[:count].tolist(), strict=True):
        renamed = [[(card & 60) | new[card & 3] for card in row] for new in permutations(range(4))]
        listed[frozenset(min(map(sorted, renamed)))] = number
    assert count == len(seen)
    assert listed == seen
    assert not multiset_of[:count].any()


def test_fill_suit_classes_tells_the_ranks_of_each_class() -> None:
    multisets = np.array([[0, 0, 0, 0, 1, 1], [2, 3, 4, 5, 6, 7], [5, 5, 6, 6, 6, 12]])
    cards = np.zeros((2000, 6), dtype=np.uint8)
    deals, multiset_of = np.zeros(2000, dtype=np.uint8), np.zeros(2000, dtype=np.int32)
    count = fill_suit_classes(multisets.astype(np.int64), cards, deals, multiset_of)
    assert (cards[:count] >> 2 == multisets[multiset_of[:count]]).all()
    for number, deal_count in enumerate((comb(4, 2), 4**6, comb(4, 2) * 4 * 4)):
        assert deals[:count][multiset_of[:count] == number].sum() == deal_count


@pytest.fixture(scope="module")
def random_table() -> CribTable:
    """The cribs that random throws complete: each is known exactly."""
    return make_crib_table(Policy.random("pone"))


def test_table_values_of_random_throws_are_the_exact_ones(random_table: CribTable) -> None:
    cards = suit_classes()[0][::97]
    hands, cribs = random_table.values(cards)
    exact_hands, exact_cribs = discard_sums(cards)
    assert (hands == exact_hands).all()
    assert np.abs(cribs - exact_cribs / CRIB_CASES).max() < 1e-6


def test_best_tosses_marks_all_that_are_as_good_as_the_best() -> None:
    hands = np.zeros((1, 15), dtype=np.int64)
    cribs = np.zeros((1, 15), dtype=np.float64)
    hands[0, [2, 9]], cribs[0, 9], cribs[0, 5] = 46, 1e-9, 0.5
    tosses = np.zeros(1, dtype=np.uint16)
    best_tosses(hands, cribs, np.int64(1), 1e-6, tosses)
    assert tosses[0] == 1 << 2 | 1 << 9
    best_tosses(hands, cribs, np.int64(-1), 1e-12, tosses)
    assert tosses[0] == 1 << 2


@pytest.mark.parametrize("role", ROLES)
def test_table_values_do_not_depend_on_the_names_of_the_suits(role: Role) -> None:
    table = stored_crib_table(role)
    deal = np.array([8, 14, 17, 40, 42, 51])
    results = []
    for new in permutations(range(4)):
        renamed = (deal & 60) | np.array(new)[deal & 3]
        order = np.argsort(renamed)
        hands, cribs = np.zeros((1, 15), dtype=np.int64), np.zeros((1, 15))
        table_values(
            renamed[order][None].astype(np.uint8),
            *rank_sums(),
            table.rank_cribs,
            table.jack_rates,
            table.flush_rates,
            hands,
            cribs,
        )
        tosses = [frozenset(deal[order[list(at)]].tolist()) for at in combinations(range(6), 2)]
        results.append(dict(zip(tosses, zip(hands[0], cribs[0], strict=True), strict=True)))
    for result in results[1:]:
        for toss, (hand, crib) in results[0].items():
            assert result[toss][0] == hand
            assert result[toss][1] == pytest.approx(crib, abs=1e-9)


def test_count_throws_of_one_hand_that_is_left() -> None:
    cards, deals, _ = suit_classes()
    hand = cards[CLASSES // 3].tolist()
    seen = np.ones(52, dtype=np.bool_)
    seen[hand] = False
    number = np.zeros((52, 52), dtype=np.int64)
    for at, (one, other) in enumerate(combinations(range(52), 2)):
        number[one, other] = number[other, one] = at
    thrown, kept = np.zeros(1326, dtype=np.int64), np.zeros((1326, 52), dtype=np.int64)
    policy = stored_policy("dealer").tosses
    count_throws(cards, deals, policy, seen, number, thrown, kept)
    bits = int(policy[CLASSES // 3])
    made = [toss for at, toss in enumerate(combinations(hand, 2)) if bits >> at & 1]
    each = 24 * SHARES // len(made)
    for one, other in made:
        assert thrown[number[one, other]] == each
        assert np.flatnonzero(kept[number[one, other]]).tolist() == sorted(set(hand) - {one, other})
    assert thrown.sum() == 24 * SHARES
