"""Which cards to throw in any variant: one deal, every outcome counted exactly.

The cards that a player does not see are all alike to him: any of them may be the starter, and
any complete the crib, be they thrown by others or dealt from the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import DECK, JACK, require_apart, require_distinct
from cribcalc.draws import BINS, Draws
from cribcalc.roles import CribSide, owns_crib
from cribcalc.rules import HEELS_POINTS
from cribcalc.situation import DealShape, Situation
from cribcalc.speedo import GiftAnalysis, analyze_gift
from cribcalc.spread import Spread
from cribcalc.steps_back import StepsBack
from cribcalc.throws import (
    DealAnalysis,
    MeanBack,
    RoleAnalysis,
    StarterOutcome,
    ThrowOption,
    sort_options,
)


@dataclass(frozen=True, slots=True)
class ShapeOutcomes:
    """Every outcome of the tosses of one deal, counted.

    Attributes
    ----------
    starters : int64[s]
        The cards that can be turned up.
    tosses : tuple of tuple of int
        Places in the deal of the cards thrown.
    hand_points : int64[t, s]
        Points of each keep with each starter.
    crib_ways : int64[t, s, 47]
        In how many ways the crib of each toss gets 0 to 46 points with each starter.

    """

    starters: NDArray[np.int64]
    tosses: tuple[tuple[int, ...], ...]
    hand_points: NDArray[np.int64]
    crib_ways: NDArray[np.int64]


def analyze_variant(
    cards: Sequence[int],
    situation: Situation,
    side: CribSide | None = None,
    starter: int | None = None,
) -> DealAnalysis | GiftAnalysis:
    """Analyse the cards that a player chooses from, by any rules.

    Parameters
    ----------
    cards : card ids
        The cards dealt, in any order; in Speedo the dealer's with the two given to him.
    situation : Situation
        The rules, and the score before the show where it is known and counts.
    side : {"dealer", "pone", "partner"}, optional
        For whom; otherwise for all who throw and can hold so many cards.
    starter : card id, optional
        A cut already known: only its outcomes are counted.

    Returns
    -------
    DealAnalysis, or GiftAnalysis
        The second where the pone's cards go to the dealer.

    Raises
    ------
    BadCard, WrongCount, DuplicateCard
        If the deal is not so many different cards, or holds the starter.
    UsageError
        If the player asked for is none, or throws nothing.

    >>> from cribcalc.cards import card_names, parse_cards
    >>> from cribcalc.variants import make_rules
    >>> situation = Situation(make_rules("three-player"))
    >>> deal = analyze_variant(parse_cards("5H 5D JS 4C 6H"), situation, "dealer")
    >>> best = deal.analyses[0].options[0]
    >>> card_names(best.toss), best.net.ways
    ('JS', 713460)

    """
    shapes = situation.shapes_for(len(cards), side)
    situation.require_cards(tuple(cards), shapes)
    require_distinct(cards)
    require_apart(starter, cards)
    if shapes[0].is_gift:
        return analyze_gift(cards, situation, starter)
    counted: dict[int, ShapeOutcomes] = {}
    analyses = []
    for shape in shapes:
        if shape.tossed not in counted:
            counted[shape.tossed] = count_shape_outcomes(cards, shape, starter)
        analyses.append(_analyze_side(cards, shape, situation, counted[shape.tossed]))
    return DealAnalysis(tuple(cards), starter, "uniform", "exact", tuple(analyses), situation)


def count_shape_outcomes(
    cards: Sequence[int], shape: DealShape, starter: int | None = None
) -> ShapeOutcomes:
    """Count hand and crib points of every toss over every starter and completion of the crib.

    Hand points are int64[t, s], ways of the crib int64[t, s, 47].
    """
    unseen = np.array([card for card in DECK if card not in set(cards)], dtype=np.int64)
    starters = unseen if starter is None else np.array([starter], dtype=np.int64)
    tosses = tuple(combinations(range(len(cards)), shape.tossed))
    alone, drawn = Draws(unseen, starters, 0), Draws(unseen, starters, shape.drawn)
    keeps = [[card for at, card in enumerate(cards) if at not in toss] for toss in tosses]
    hand_points = np.stack([alone.points(keep, crib=False) for keep in keeps])
    thrown = [[cards[at] for at in toss] for toss in tosses]
    crib_ways = np.stack([drawn.ways(toss, crib=True) for toss in thrown])
    return ShapeOutcomes(starters, tosses, hand_points, crib_ways)


def _analyze_side(
    cards: Sequence[int], shape: DealShape, situation: Situation, outcomes: ShapeOutcomes
) -> RoleAnalysis:
    """Rank the tosses for one player, best first."""
    rules = situation.rules
    steps = StepsBack(rules.retreat, shape.side, situation.standing)
    options = [
        _option(cards, toss, steps, outcomes.starters, hand_points, crib_ways)
        for toss, hand_points, crib_ways in zip(
            outcomes.tosses, outcomes.hand_points, outcomes.crib_ways, strict=True
        )
    ]
    heels = HEELS_POINTS * float(np.mean(outcomes.starters >> 2 == JACK))
    ranked = sort_options(options, "expected", lowest_first=rules.reverse)
    return RoleAnalysis(shape.side, ranked, heels, (), lowest_first=rules.reverse)


def _option(
    cards: Sequence[int],
    toss: tuple[int, ...],
    steps: StepsBack,
    starters: NDArray[np.int64],
    hand_points: NDArray[np.int64],
    crib_ways: NDArray[np.int64],
) -> ThrowOption:
    """Put one toss together: hand points int64[s], ways of the crib int64[s, 47]."""
    hand_moves = [steps.hand_move(points) for points in hand_points.tolist()]
    crib_back = [-steps.crib_move(0, move) for move in hand_moves]
    sign = 1 if owns_crib(steps.side) else -1
    ways = int(crib_ways.sum())
    back = None
    if steps.retreat:
        empty = crib_ways[:, 0].tolist()
        crib_squares = sum(n * squares for n, squares in zip(empty, crib_back, strict=True))
        hand_squares = int(hand_points.sum()) - sum(hand_moves)
        back = MeanBack(hand_squares / len(starters), crib_squares / ways)
    return ThrowOption(
        toss=tuple(cards[at] for at in toss),
        keep=tuple(card for at, card in enumerate(cards) if at not in toss),
        role=steps.side,
        hand=Spread(0, tuple(np.bincount(hand_points, minlength=BINS).tolist())),
        crib=Spread(0, tuple(crib_ways.sum(axis=0).tolist())),
        net=_net_spread(hand_moves, crib_back, crib_ways, sign),
        by_starter=_by_starter(starters, hand_points, hand_moves, crib_back, crib_ways, sign),
        back=back,
    )


def _net_spread(
    hand_moves: list[int], crib_back: list[int], crib_ways: NDArray[np.int64], sign: int
) -> Spread:
    """Add the moves of each starter's cribs to that starter's hand, or take them away.

    ``crib_ways`` is int64[s, 47].
    """
    farthest = max(crib_back)
    lowest = min(hand_moves) - BINS - farthest
    ways = np.zeros(max(hand_moves) + BINS + farthest - lowest + 1, dtype=np.int64)
    points = np.arange(1, BINS)
    for move, back, row in zip(hand_moves, crib_back, crib_ways, strict=True):
        ways[move + sign * points - lowest] += row[1:]
        ways[move - sign * back - lowest] += row[0]
    return Spread(lowest, tuple(ways.tolist()))


def _by_starter(
    starters: NDArray[np.int64],
    hand_points: NDArray[np.int64],
    hand_moves: list[int],
    crib_back: list[int],
    crib_ways: NDArray[np.int64],
    sign: int,
) -> tuple[StarterOutcome, ...]:
    """Average a toss over the starters of each rank (exact sums, then one division).

    Hand points are int64[s], ways of the crib int64[s, 47].
    """
    draws = int(crib_ways[0].sum())
    crib_sums = crib_ways @ np.arange(BINS)
    net_sums = np.array(hand_moves) * draws
    net_sums += sign * (crib_sums - crib_ways[:, 0] * np.array(crib_back))
    outcomes = []
    for rank in np.unique(starters >> 2).tolist():
        alike = starters >> 2 == rank
        number = int(alike.sum())
        hand = int(hand_points[alike].sum()) / number
        crib, net = (int(sums[alike].sum()) / (number * draws) for sums in (crib_sums, net_sums))
        outcomes.append(StarterOutcome(rank, number, hand, crib, net))
    return tuple(outcomes)
