"""The sweep over all 20,358,520 six-card deals: literal figures, and small parts one by one.

All of it runs here only, once for each role: other tests use the stored result
(`stored_sweeps`), which is compared here to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from cribcalc import lookup, stats
from cribcalc.kernels.discard import discard_sums
from cribcalc.kernels.ranksums import KEEP_CARDS, TOSS_CARDS, rank_sums
from cribcalc.kernels.show import score_hands
from cribcalc.kernels.sweep import LOWEST_VALUE, sweep_multisets
from cribcalc.roles import ROLES
from tests import naive

MEANS = {
    "dealer": (8.003390, 5.297582, 13.300972),
    "pone": (8.132796, 4.214936, 3.917860),
}
HIGHEST = {"dealer": (61_872, 2_300), "pone": (62_492, 4_148)}


@dataclass(frozen=True)
class Sweep:
    """A result, and what was told on the way to it."""

    result: stats.DealStatistics
    told: list[tuple[int, int]]


@pytest.fixture(scope="module", params=ROLES)
def full_sweep(request: pytest.FixtureRequest) -> Sweep:
    told: list[tuple[int, int]] = []
    result = stats.deal_statistics(
        request.param, opponent="uniform", progress=lambda *done: told.append(done)
    )
    assert result.role == request.param
    return Sweep(result, told)


@pytest.fixture(scope="module")
def result(full_sweep: Sweep) -> stats.DealStatistics:
    return full_sweep.result


def test_averages_over_all_deals(result: stats.DealStatistics) -> None:
    means = (result.hand_mean, result.crib_mean, result.expected_mean)
    assert tuple(round(mean, 6) for mean in means) == MEANS[result.role]
    sign = 1 if result.role == "dealer" else -1
    assert result.expected_points == 990 * result.hand_points + sign * result.crib_points


def test_the_stored_result_is_the_true_one(
    result: stats.DealStatistics, stored_sweeps: dict[str, stats.DealStatistics]
) -> None:
    assert result == stored_sweeps[result.role]


def test_totals_agree(result: stats.DealStatistics) -> None:
    assert result.deals == stats.DEALS == comb(52, 6)
    assert sum(result.show_counts) == stats.DEALS * 46
    assert sum(points * n for points, n in enumerate(result.show_counts)) == result.hand_points
    assert sum(result.value_counts.values()) == stats.DEALS
    low = sum(value * deals for value, deals in result.value_counts.items())
    assert low <= result.expected_points / 45_540 < low + stats.DEALS


def test_odds_of_the_highest_hands(result: stats.DealStatistics) -> None:
    assert result.show_counts[28:] == HIGHEST[result.role]
    # Who always keeps the fives sees 29 once in 216,580 deals and starters, and 28 once in
    # 15,028; best play sometimes throws one of them, the dealer more often.
    possible = 4 * comb(47, 2)
    assert round(stats.DEALS * 46 / possible) == 216_580
    assert result.show_counts[29] < possible


def test_progress_reaches_all_deals(full_sweep: Sweep) -> None:
    told = full_sweep.told
    assert told == sorted(told)
    assert len(told) > 20
    assert told[-1] == (stats.DEALS, stats.DEALS)


def test_failing_progress_stops_the_sweep() -> None:
    def refuse(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stats.deal_statistics("dealer", opponent="uniform", progress=refuse)


def test_other_roles_are_refused() -> None:
    with pytest.raises(ValueError, match="'nobody' is no role"):
        stats.deal_statistics("nobody")  # type: ignore[arg-type]


# One multiset at a time --------------------------------------------------------------------


def sweep(ranks: str, sign: int) -> tuple[list[int], list[int], list[int]]:
    """Sweep one set of six ranks."""
    multiset = np.array([[naive.RANKS.index(rank) for rank in ranks]], dtype=np.int64)
    tally = np.zeros(3, np.int64), np.zeros(30, np.int64), np.zeros(96, np.int64)
    points = lookup.rank_points(), lookup.PAIR_INDEX
    sweep_multisets(multiset, np.int64(sign), *rank_sums(), *points, *tally)
    sums, shows, values = (each.tolist() for each in tally)
    return sums, shows, values


def deals_of(ranks: str) -> list[list[str]]:
    """List all deals of a set of six ranks, cards ascending."""
    groups = [
        [[rank + suit for suit in suits] for suits in combinations(naive.SUITS, ranks.count(rank))]
        for rank in sorted(set(ranks), key=naive.RANKS.index)
    ]
    return [[card for group in groups_of for card in group] for groups_of in product(*groups)]


def best_by_cards(deal: Sequence[str], values: Sequence[int]) -> int:
    """Number of the best toss; of equal ones, that of the first cards."""
    places = [sorted(map(naive.place, toss)) for toss in combinations(deal, 2)]
    return min(range(15), key=lambda toss: (-values[toss], places[toss]))


@pytest.mark.parametrize("sign", [1, -1], ids=ROLES)
@pytest.mark.parametrize("ranks", ["5555JJ", "AAA222", "555JJQ", "446JJJ", "33JJQK"])
def test_few_ranks_one_by_one(ranks: str, sign: int) -> None:
    shows: Counter[int] = Counter()
    worth: Counter[int] = Counter()
    hand_points = crib_points = 0
    deals = deals_of(ranks)
    for deal in deals:
        hands, cribs = naive.discard_sums(deal)
        values = [990 * hand + sign * crib for hand, crib in zip(hands, cribs, strict=True)]
        best = best_by_cards(deal, values)
        shows += naive.hand_counts(deal, list(combinations(deal, 2))[best])
        worth[values[best] // 45_540] += 1
        hand_points += hands[best]
        crib_points += cribs[best]
    sums, show_counts, value_counts = sweep(ranks, sign)
    assert sums == [len(deals), hand_points, crib_points]
    assert show_counts == [shows[points] for points in range(30)]
    assert {i + LOWEST_VALUE: n for i, n in enumerate(value_counts) if n} == dict(worth)


def shows_of(cards: NDArray[np.uint8], best: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the points of the hands kept with all their starters: int64[30]."""
    five = np.empty((len(cards), 52, 5), dtype=np.uint8)
    five[:, :, :4] = np.take_along_axis(cards, KEEP_CARDS[best], axis=1)[:, None, :]
    five[:, :, 4] = np.arange(52)
    unseen = (cards[:, None, :] != np.arange(52)[None, :, None]).all(axis=2)
    rows = five[unseen]
    return np.bincount(score_hands(rows, np.zeros(len(rows), dtype=np.uint8)), minlength=30)


@pytest.mark.parametrize("sign", [1, -1], ids=ROLES)
@pytest.mark.parametrize("ranks", ["A2345J", "56789T", "449TJK", "23TJQK"])
def test_many_deals_of_six_ranks_by_the_other_kernels(ranks: str, sign: int) -> None:
    cards = np.array([[naive.place(card) for card in deal] for deal in deals_of(ranks)], np.uint8)
    hand_sums, crib_sums = discard_sums(cards)
    values = 990 * hand_sums + sign * crib_sums
    best = values.argmax(axis=1)  # cards ascend, so the first toss is the one of low cards
    assert (TOSS_CARDS[:, 0] < TOSS_CARDS[:, 1]).all()
    rows = np.arange(len(cards))
    sums, show_counts, value_counts = sweep(ranks, sign)
    expected = [len(cards), hand_sums[rows, best].sum(), crib_sums[rows, best].sum()]
    assert sums == expected
    assert show_counts == shows_of(cards, best).tolist()
    whole = values[rows, best] // 45_540 - LOWEST_VALUE
    assert value_counts == np.bincount(whole, minlength=96).tolist()
