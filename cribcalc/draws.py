"""Points of some cards completed by any unseen ones, with any starter, by NumPy alone.

A crib is a toss and some cards that nobody knows; a hand is a keep and none. Every choice of
unknown cards with every starter is one entry of an array, so that ranks (looked up by the
multiset of the unknown ranks), flush and nobs meet as they do on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribcalc.cards import JACK
from cribcalc.census import rank_points

BINS = 47
"""Numbers of points that can be told apart: 0 to 46, the most of five cards and a starter."""


class Draws:
    """Every way to draw some unseen cards beside each starter.

    Parameters
    ----------
    unseen : int64[n]
        Cards that may be drawn, lowest first.
    starters : int64[s]
        The starters to count, some of the unseen.
    size : int
        Cards drawn.

    """

    def __init__(self, unseen: NDArray[np.int64], starters: NDArray[np.int64], size: int) -> None:
        """List the draws, starter by starter."""
        listed = _listed(tuple(unseen.tolist()), size)
        is_free = np.ones((len(starters), len(listed.cards)), dtype=np.bool_)
        for column in listed.cards.T:
            is_free &= column != starters[:, None]
        self._starter_at, draw = np.nonzero(is_free)
        starter = starters[self._starter_at]
        self._size = size
        self._starter_count = len(starters)
        self._starter_bit = (1 << (starter & 3)).astype(np.uint8)
        self._suits = listed.suits[draw]
        self._has_nobs = (listed.jacks[draw] & self._starter_bit) != 0
        self._cell = listed.multiset[draw] * 13 + (starter >> 2)

    def ways(self, held: Sequence[int], *, crib: bool) -> NDArray[np.int64]:
        """Count the points of some cards with every draw: int64[s, 47] ways for each starter."""
        bins = self.points(held, crib=crib)
        bins += self._starter_at * BINS
        counts = np.bincount(bins, minlength=self._starter_count * BINS)
        return counts.reshape(self._starter_count, BINS).astype(np.int64)

    def points(self, held: Sequence[int], *, crib: bool) -> NDArray[np.int64]:
        """Count some cards with every draw and its starter, as a hand or as a crib.

        Returns
        -------
        points : int64[s * draws]
            Starter by starter.

        """
        ranks = tuple(sorted(card >> 2 for card in held))
        points: NDArray[np.int64] = _points_by_cell(ranks, self._size)[self._cell]
        points += self._has_nobs
        jacks = sum(1 << (card & 3) for card in held if card >> 2 == JACK)
        if jacks:
            points += (self._starter_bit & np.uint8(jacks)) != 0
        suits = {card & 3 for card in held}
        if len(suits) <= 1:
            self._add_flushes(points, suits, len(held) + self._size, crib)
        return points

    def _add_flushes(
        self, points: NDArray[np.int64], held_suits: set[int], size: int, crib: bool
    ) -> None:
        """Add the flush of cards of one suit, or none, with every draw: int64[s * draws]."""
        suits = self._suits | np.uint8(sum(1 << suit for suit in held_suits))
        is_full = suits == self._starter_bit
        points[is_full] += size + 1
        if not crib:
            points[((suits & (suits - np.uint8(1))) == 0) & ~is_full] += size


class _Listed(NamedTuple):
    """All draws of some cards: the cards, sets of suits as bits, and what ranks they have.

    Attributes
    ----------
    cards : int64[n, size]
        The cards drawn, lowest first.
    suits, jacks : uint8[n]
        Bits of the suits of all cards, and of the jacks.
    multiset : int64[n]
        Number of the ranks in `_multisets`.

    """

    cards: NDArray[np.int64]
    suits: NDArray[np.uint8]
    jacks: NDArray[np.uint8]
    multiset: NDArray[np.int64]


@lru_cache(maxsize=4)
def _listed(unseen: tuple[int, ...], size: int) -> _Listed:
    listed = np.array(list(combinations(unseen, size)), dtype=np.int64)
    cards = listed.reshape(comb(len(unseen), size), size)
    bits = (1 << (cards & 3)).astype(np.uint8)
    jacks = np.where(cards >> 2 == JACK, bits, np.uint8(0))
    multiset = _multiset_numbers(size)[_codes(cards >> 2)]
    return _Listed(
        np.asfortranarray(cards),
        np.bitwise_or.reduce(bits, axis=1),
        np.bitwise_or.reduce(jacks, axis=1),
        multiset,
    )


def _codes(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Read rows of ranks, int64[n, size], as digits to the base 13: int64[n]."""
    codes: NDArray[np.int64] = ranks @ 13 ** np.arange(ranks.shape[1])[::-1]
    return codes


@lru_cache(maxsize=8)
def _multisets(size: int) -> NDArray[np.int64]:
    """List the multisets of ranks, lowest rank first: int64[m, size]."""
    listed = list(combinations_with_replacement(range(13), size))
    return np.array(listed, dtype=np.int64).reshape(len(listed), size)


@lru_cache(maxsize=8)
def _multiset_numbers(size: int) -> NDArray[np.int64]:
    """Give multisets their numbers by the code of their ranks: int64[13 ** size]."""
    numbers = np.zeros(13**size, dtype=np.int64)
    multisets = _multisets(size)
    numbers[_codes(multisets)] = np.arange(len(multisets))
    return numbers


@lru_cache(maxsize=256)
def _points_by_cell(held: tuple[int, ...], size: int) -> NDArray[np.int64]:
    """Count fifteens, pairs and runs of held ranks, a multiset and a starter: int64[m * 13]."""
    multisets = _multisets(size)
    cards_of = np.zeros((len(multisets), 13), dtype=np.int64)
    for column in multisets.T:
        cards_of[np.arange(len(multisets)), column] += 1
    cards_of += np.bincount(np.array(held, dtype=np.int64), minlength=13)
    cards_of = np.repeat(cards_of, 13, axis=0)
    cards_of[np.arange(len(cards_of)), np.tile(np.arange(13), len(multisets))] += 1
    points = rank_points(cards_of)
    points.flags.writeable = False
    return points
