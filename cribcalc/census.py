"""How often does each score occur? Exact counts over every hand and starter.

For four cards these are the 12,994,800 choices of a hand and a starter; hands of three and
five cards (of the variants) count as well. Method: hands are taken by their ranks; suits are
counted, not listed. A hand's ranks and a starter's rank fix fifteens, pairs and runs; how
many suit choices add nobs, a flush, or both has a closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import JACK, rank_value

_CHOOSE: NDArray[np.int64] = np.array(
    [[comb(n, k) for k in range(5)] for n in range(5)], dtype=np.int64
)


@dataclass(frozen=True, slots=True)
class Census:
    """Number of (hand, starter) choices for every score.

    Attributes
    ----------
    hand_size : int
        Cards without the starter.
    crib : bool
        Whether the crib's flush rule was used.
    counts : tuple of int
        ``counts[p]``: choices that score p points, up to the highest score.

    """

    hand_size: int
    crib: bool
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """Number of choices."""
        return sum(self.counts)

    @property
    def points(self) -> int:
        """Sum of the points of all choices."""
        return sum(points * count for points, count in enumerate(self.counts))

    @property
    def mean(self) -> float:
        """Average score, points."""
        return self.points / self.total

    @property
    def impossible(self) -> tuple[int, ...]:
        """Scores below the highest one that never occur."""
        return tuple(points for points, count in enumerate(self.counts) if count == 0)


@cache
def show_census(hand_size: int = 4, *, crib: bool = False) -> Census:
    """Count the points of every hand with every starter.

    >>> census = show_census()
    >>> census.total, census.counts[29], census.impossible
    (12994800, 4, (19, 25, 26, 27))

    Parameters
    ----------
    hand_size : int
        Cards without the starter: 3, 4 or 5.
    crib : bool
        Use the crib's flush rule: all cards and the starter of one suit, or nothing.

    """
    if hand_size not in (3, 4, 5):
        raise ValueError(f"hands of 3, 4 or 5 cards can be counted, not of {hand_size}")
    cards_of, starter = _rank_choices(hand_size)
    with_starter = cards_of.copy()
    with_starter[np.arange(len(starter)), starter] += 1
    points = rank_points(with_starter)
    plain, nobs, flush, full, full_nobs = _suit_choices(cards_of, starter)
    counts = np.zeros(64, dtype=np.int64)
    np.add.at(counts, points, plain)
    np.add.at(counts, points + 1, nobs)
    np.add.at(counts, points if crib else points + hand_size, flush)
    np.add.at(counts, points + hand_size + 1, full)
    np.add.at(counts, points + hand_size + 2, full_nobs)
    highest = int(np.flatnonzero(counts)[-1])
    return Census(hand_size, crib, tuple(counts[: highest + 1].tolist()))


def rank_points(cards_of: NDArray[np.int64]) -> NDArray[np.int64]:
    """Score fifteens, pairs and runs of any number of cards.

    Parameters
    ----------
    cards_of : int64[n, 13]
        Cards of each rank.

    Returns
    -------
    points : int64[n]
        Points.

    """
    sums = np.zeros((len(cards_of), 16), dtype=np.int64)  # subsets by the sum of their values
    sums[:, 0] = 1
    for rank in range(13):
        value = rank_value(rank)
        for copy in range(int(cards_of[:, rank].max(initial=0))):
            held = cards_of[:, rank] > copy
            sums[held, value:] += sums[held, :-value]
    pairs = (cards_of * (cards_of - 1)).sum(axis=1)
    points: NDArray[np.int64] = 2 * sums[:, 15] + pairs + _run_points(cards_of)
    return points


def _run_points(cards_of: NDArray[np.int64]) -> NDArray[np.int64]:
    """Length times multiplicity of every longest block of three or more ranks: int64[n]."""
    points = np.zeros(len(cards_of), dtype=np.int64)
    length, ways = np.zeros_like(points), np.ones_like(points)
    for rank in range(14):  # one past the king, to close the last block
        held = cards_of[:, rank] if rank < 13 else np.zeros_like(points)
        ends = held == 0
        points += np.where(ends & (length >= 3), length * ways, 0)
        length = np.where(ends, 0, length + 1)
        ways = np.where(ends, 1, ways * held)
    return points


def _rank_choices(hand_size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List the ranks of every hand with every starter rank that a pack allows.

    Returns
    -------
    cards_of : int64[n, 13]
        Hand cards of each rank.
    starter : int64[n]
        Rank of the starter.

    """
    hands = np.array(list(combinations_with_replacement(range(13), hand_size)), dtype=np.int64)
    cards_of = np.zeros((len(hands), 13), dtype=np.int64)
    for column in hands.T:
        cards_of[np.arange(len(hands)), column] += 1
    cards_of = cards_of[cards_of.max(axis=1) <= 4]
    starter = np.tile(np.arange(13), len(cards_of))
    cards_of = np.repeat(cards_of, 13, axis=0)
    possible = cards_of[np.arange(len(starter)), starter] < 4
    return cards_of[possible], starter[possible]


def _suit_choices(
    cards_of: NDArray[np.int64], starter: NDArray[np.int64]
) -> tuple[NDArray[np.int64], ...]:
    """Count the suit choices of each row, by what they add to the rank points.

    Returns
    -------
    plain, nobs, flush, full, full_nobs : int64[n]
        Choices with nothing, with nobs only, with all hand cards but not the starter of one
        suit, with all cards of one suit, and that with nobs as well.

    """
    same = cards_of[np.arange(len(starter)), starter]  # hand cards of the starter's rank
    jacks = cards_of[:, JACK]
    # Fix the starter's suit: hand cards of its rank are of the three others.
    all_suits = _CHOOSE[4, cards_of].prod(axis=1)
    hands = all_suits // _CHOOSE[4, same] * _CHOOSE[3, same]
    # Nobs: of the jacks one has the starter's suit; C(3, j-1) of C(4, j) sets of jacks hold it.
    with_nobs = np.where(starter == JACK, 0, hands * jacks // 4)
    one_suit = cards_of.max(axis=1) == 1
    full = np.where(one_suit & (same == 0), 1, 0)
    flush = np.where(one_suit, 3, 0)
    full_nobs = np.where(jacks == 1, full, 0)
    nobs = with_nobs - full_nobs
    plain = hands - with_nobs - flush - (full - full_nobs)
    return tuple(4 * each for each in (plain, nobs, flush, full - full_nobs, full_nobs))
