"""Every outcome of the 15 tosses of one deal, counted with NumPy alone.

For each toss the hand is counted with every starter, and the crib with every starter and
every throw of the opponent. Hand and crib share the starter, so their sum (dealer) or
difference (pone) is counted outcome by outcome, never from the two averages apart. A model
of the opponent is a weight for each of his throws with each starter; without weights all
throws are alike: 46 starters x 990 throws = 45,540 equally likely outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import DECK, JACK, card_rank
from cribcalc.lookup import PAIR_INDEX, PAIR_RANKS, PAIRS, rank_points
from cribcalc.roles import Role
from cribcalc.scoring import MOST_POINTS
from cribcalc.spread import Spread
from cribcalc.throws import (
    KEEPS,
    TOSSES,
    ExpectedThrow,
    RoleAnalysis,
    StarterOutcome,
    ThrowOption,
    best_first,
)

HEELS_POINTS = 2


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """Every outcome of the 15 tosses of one deal, counted.

    Attributes
    ----------
    starters : int64[s]
        The cards that can be turned up.
    hand_points : int64[15, s]
        Points of each keep with each starter.
    crib_ways : int64[15, s, 30]
        In how many ways the crib of each toss gets 0..29 points with each starter.
    completions
        The opponent's throws with each starter.

    """

    starters: NDArray[np.int64]
    hand_points: NDArray[np.int64]
    crib_ways: NDArray[np.int64]
    completions: _Completions

    def crib_means(self) -> NDArray[np.float64]:
        """Average crib of each toss over all its ways: float64[15], points."""
        ways = self.crib_ways.sum(axis=1)
        means: NDArray[np.float64] = ways @ np.arange(MOST_POINTS + 1) / ways.sum(axis=1)
        return means


def count_outcomes(
    cards: Sequence[int],
    starter: int | None = None,
    weights: NDArray[np.int64] | None = None,
) -> OutcomeCounts:
    """Count hand and crib points of the 15 tosses over every starter and crib completion.

    Parameters
    ----------
    cards : six different card ids
        The deal.
    starter : card id, optional
        Count this starter only.
    weights : int64[1035, 46], optional
        How many ways each throw of the opponent stands for with each starter, both in the
        order of the unseen cards; each starter's add up to the same, below 2**53. Without
        weights every throw is one way.

    """
    unseen = np.array([card for card in DECK if card not in set(cards)], dtype=np.int64)
    starters = unseen if starter is None else np.array([starter], dtype=np.int64)
    if weights is not None and starter is not None:
        weights = weights[:, unseen == starter]
    completions = _Completions(unseen, starters, weights)
    hand_points = np.stack([_hand_points([cards[i] for i in keep], starters) for keep in KEEPS])
    crib_ways = np.stack([completions.crib_ways(cards[i], cards[j]) for i, j in TOSSES])
    return OutcomeCounts(starters, hand_points, crib_ways, completions)


def _hand_points(keep: Sequence[int], starters: NDArray[np.int64]) -> NDArray[np.int64]:
    """Points of four kept cards with each starter: int64[s]."""
    ranks = [card >> 2 for card in keep]
    row = rank_points()[PAIR_INDEX[ranks[0], ranks[1]], PAIR_INDEX[ranks[2], ranks[3]]]
    points: NDArray[np.int64] = row[starters >> 2].astype(np.int64)
    suits = {card & 3 for card in keep}
    starter_suits = starters & 3
    if len(suits) == 1:
        points += 4 + (starter_suits == suits.pop())
    for card in keep:
        if card_rank(card) == JACK:
            points += starter_suits == card & 3
    return points


class _Completions:
    """The opponent's possible throws with each starter, laid out for counting cribs.

    Every outcome is a (starter, throw) with the starter not in the throw; the arrays have
    one entry an outcome, starter by starter.
    """

    def __init__(
        self,
        unseen: NDArray[np.int64],
        starters: NDArray[np.int64],
        weights: NDArray[np.int64] | None,
    ) -> None:
        low, high = np.triu_indices(len(unseen), 1)
        one, other = unseen[low], unseen[high]
        free = (one[None, :] != starters[:, None]) & (other[None, :] != starters[:, None])
        self._starter_count = len(starters)
        self._starter_at, throw_at = np.nonzero(free)
        self._weights = None if weights is None else weights[throw_at, self._starter_at]
        starter = starters[self._starter_at]
        one, other = one[throw_at], other[throw_at]
        self._cell = PAIR_INDEX[one >> 2, other >> 2] * 13 + (starter >> 2)
        self._starter_suit = starter & 3
        self._suited = np.where((one & 3 == other & 3) & (one & 3 == starter & 3), starter & 3, -1)
        nobs = (one >> 2 == JACK) & (one & 3 == starter & 3)
        nobs |= (other >> 2 == JACK) & (other & 3 == starter & 3)
        # Bins of (starter, points), with the points the throw brings by nobs already in.
        self._bin = self._starter_at * (MOST_POINTS + 1) + nobs

    def crib_ways(self, one: int, other: int) -> NDArray[np.int64]:
        """Count the crib points of a toss: int64[s, 30] ways for each starter."""
        size = self._starter_count * (MOST_POINTS + 1)
        bins = self._bin + self._points_beside(one, other)
        # Weights are added as floats, which is exact: all sums are integers below 2**53.
        ways = np.bincount(bins, self._weights, minlength=size).astype(np.int64)
        return ways.reshape(self._starter_count, MOST_POINTS + 1)

    def expected_throws(self, one: int, other: int) -> tuple[ExpectedThrow, ...]:
        """Tell how often each pair of ranks is thrown and what crib it gives a toss."""
        points = self._points_beside(one, other) + self._bin % (MOST_POINTS + 1)
        weights = np.ones(len(points)) if self._weights is None else self._weights
        pairs = self._cell // 13
        ways = np.bincount(pairs, weights, minlength=PAIRS)
        sums = np.bincount(pairs, weights * points, minlength=PAIRS)
        thrown = np.flatnonzero(ways)
        likeliest = thrown[np.argsort(-ways[thrown], kind="stable")].tolist()
        return tuple(
            ExpectedThrow(
                (int(PAIR_RANKS[pair, 0]), int(PAIR_RANKS[pair, 1])),
                float(ways[pair] / ways.sum()),
                float(sums[pair] / ways[pair]),
            )
            for pair in likeliest
        )

    def _points_beside(self, one: int, other: int) -> NDArray[np.int64]:
        """Crib points of a toss in each outcome, but for nobs by the opponent's throw."""
        row = rank_points()[PAIR_INDEX[one >> 2, other >> 2]].reshape(-1)
        points: NDArray[np.int64] = row[self._cell].astype(np.int64)
        for card in (one, other):
            if card_rank(card) == JACK:
                points += self._starter_suit == card & 3
        if one & 3 == other & 3:
            points += 5 * (self._suited == one & 3)
        return points


def analyze_role(cards: Sequence[int], role: Role, outcomes: OutcomeCounts) -> RoleAnalysis:
    """Rank the 15 tosses for one role, best first.

    Parameters
    ----------
    cards : six card ids
        The deal whose outcomes were counted.
    role : {"dealer", "pone"}
        Whose throw it is.
    outcomes : OutcomeCounts
        Hand and crib points with each starter.

    """
    heels = HEELS_POINTS * float(np.mean(outcomes.starters >> 2 == JACK))
    by_starter = _by_starter(outcomes, role)
    options = []
    for index, (toss, keep) in enumerate(zip(TOSSES, KEEPS, strict=True)):
        hand_points, crib_ways = outcomes.hand_points[index], outcomes.crib_ways[index]
        hand_ways = np.bincount(hand_points, minlength=MOST_POINTS + 1)
        option = ThrowOption(
            toss=(cards[toss[0]], cards[toss[1]]),
            keep=tuple(cards[i] for i in keep),
            role=role,
            hand=Spread(0, tuple(hand_ways.tolist())),
            crib=Spread(0, tuple(crib_ways.sum(axis=0).tolist())),
            net=_net_spread(hand_points, crib_ways, role),
            by_starter=by_starter[index],
        )
        options.append(option)
    ranked = tuple(sorted(options, key=best_first))
    expected = outcomes.completions.expected_throws(*ranked[0].toss)
    return RoleAnalysis(role, ranked, heels, expected)


def _net_spread(hand_points: NDArray[np.int64], crib_ways: NDArray[np.int64], role: Role) -> Spread:
    """Add the crib of each starter to that starter's hand, or take it away.

    ``hand_points`` is int64[s], ``crib_ways`` int64[s, 30].
    """
    signed = crib_ways if role == "dealer" else crib_ways[:, ::-1]
    lowest = 0 if role == "dealer" else -MOST_POINTS
    ways = np.zeros(2 * MOST_POINTS + 1, dtype=np.int64)
    for points, row in zip(hand_points.tolist(), signed, strict=True):
        ways[points : points + MOST_POINTS + 1] += row
    return Spread(lowest, tuple(ways.tolist()))


def _by_starter(outcomes: OutcomeCounts, role: Role) -> list[tuple[StarterOutcome, ...]]:
    """Average each toss over the starters of each rank (exact sums, then one division)."""
    ranks, cards = np.unique(outcomes.starters >> 2, return_counts=True)
    of_rank = (outcomes.starters >> 2 == ranks[:, None]).astype(np.int64)
    throws = outcomes.crib_ways[0, 0].sum()
    hand_means = (outcomes.hand_points @ of_rank.T) / cards
    crib_points = outcomes.crib_ways @ np.arange(MOST_POINTS + 1)
    crib_means = (crib_points @ of_rank.T) / (cards * throws)
    net_means = hand_means + crib_means if role == "dealer" else hand_means - crib_means
    columns = ranks.tolist(), cards.tolist()
    return [
        tuple(StarterOutcome(*row) for row in zip(*columns, *means, strict=True))
        for means in zip(hand_means.tolist(), crib_means.tolist(), net_means.tolist(), strict=True)
    ]
