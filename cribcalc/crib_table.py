"""Compact tables of the average crib against a policy: made from it, and looked up.

Rank parts are exact: the opponent's hands are dealt from the cards that are left of each
rank, and the starter from what is left then. See `cribcalc.kernels.table_cribs` for what is
reckoned for suits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels.avoidance import add_avoiding
from cribcalc.kernels.ranksums import (
    multiset_number,
    rank_multisets,
    rank_sums,
    six_rank_multisets,
)
from cribcalc.kernels.table_cribs import table_values
from cribcalc.lookup import PAIR_RANKS, PAIRS, rank_points
from cribcalc.policy import JACK, Policy, toss_pairs
from cribcalc.threads import in_threads

STARTERS_LEFT = 40

_HANDS = comb(46, 6)  # that he can hold beside six cards

_NUMBERS = comb(18, 6)
_LOW_RANKS = 6  # ace to six; the rest are the high part


@dataclass(frozen=True, slots=True)
class CribTable:
    """What cribs are worth against a player who throws by a policy.

    Attributes
    ----------
    rank_cribs : float32[18564, 15]
        Rank part of the average crib, points, by `ranksums.multiset_number` and toss.
    jack_rates : float32[18564]
        Nobs by an unseen jack of his, for each other unseen card of its suit, points.
    flush_rates : float64[13, 13]
        Flush points for two unseen cards of a suit, for each other unseen card of it.

    """

    rank_cribs: NDArray[np.float32]
    jack_rates: NDArray[np.float32]
    flush_rates: NDArray[np.float64]

    def values(self, cards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Value the 15 tosses of many deals.

        Parameters
        ----------
        cards : uint8[n, 6]
            Ascending card ids.

        Returns
        -------
        hand_sums : int64[n, 15]
            Points over 46 starters.
        cribs : float64[n, 15]
            Average cribs, points.

        """
        hand_sums = np.empty((len(cards), 15), dtype=np.int64)
        cribs = np.empty((len(cards), 15), dtype=np.float64)
        table_values(
            cards,
            *rank_sums(),
            self.rank_cribs,
            self.jack_rates,
            self.flush_rates,
            hand_sums,
            cribs,
        )
        return hand_sums, cribs


def make_crib_table(policy: Policy) -> CribTable:
    """Make the table of the cribs that a policy's throws complete."""
    shares = policy.shares()
    for_jack, for_suited = policy.starter_match()
    numbers = np.array([multiset_number(row) for row in six_rank_multisets()])
    rank_cribs = np.zeros((_NUMBERS, 15), dtype=np.float32)
    rank_cribs[numbers] = _rank_cribs(shares)
    jack_rates = np.zeros(_NUMBERS, dtype=np.float32)
    jack_rates[numbers] = _jacks_thrown(shares) / 45 * for_jack
    return CribTable(rank_cribs, jack_rates, _flush_rates(policy) * (5 / 44 * for_suited))


def _rank_cribs(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank part of the average crib of each toss, float64[18395, 15].

    A starter of a rank is one more card that the opponent's hand avoids: the cases with it
    are its unseen cards times the hands that avoid seven cards.
    """
    known = _rank_counts(six_rank_multisets())
    seven = _rank_counts(rank_multisets(7))
    avoiding = _avoiding(seven, shares)
    place = {row.tobytes(): at for at, row in enumerate(seven)}
    points = rank_points().astype(np.float64)
    cribs = np.zeros((len(known), PAIRS), dtype=np.float64)
    for rank in range(13):
        left = np.flatnonzero(known[:, rank] < 4)
        with_starter = known[left]
        with_starter[:, rank] += 1
        rows = [place[row.tobytes()] for row in with_starter]
        by_pair = avoiding[rows] @ points[:, :, rank].T
        cribs[left] += (4 - known[left, rank])[:, None] * by_pair
    return np.take_along_axis(cribs, toss_pairs(), axis=1) / (_HANDS * STARTERS_LEFT)


def _jacks_thrown(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average number of times each unseen jack is thrown, by known ranks: float64[18395]."""
    known = _rank_counts(six_rank_multisets())
    jacks = (PAIR_RANKS == JACK).sum(axis=1).astype(np.float64)
    thrown = _avoiding(known, (shares @ jacks)[:, None])[:, 0] / _HANDS
    unseen = 4 - known[:, JACK]
    return np.where(unseen > 0, thrown / np.maximum(unseen, 1), 0.0)


def _flush_rates(policy: Policy) -> NDArray[np.float64]:
    """How often two given cards of a suit are thrown beside six others: float64[13, 13].

    A policy knows only how often over all hands; that the six known cards are others makes
    it likelier, by the chance that they are.
    """
    deals = policy.suited_deals()
    apart = comb(50, 6) / comb(52, 6)
    return (deals + deals.T) / 4 / comb(52, 6) / apart


def _avoiding(known: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add up shares over the hands that avoid known ranks.

    Parameters
    ----------
    known : int64[k, 13]
        Known cards of each rank.
    shares : float64[18395, c]
        What a hand of each multiset counts in each column.

    Returns
    -------
    sums : float64[k, c]

    """
    hands = _rank_counts(six_rank_multisets())
    low_parts, low_of = np.unique(hands[:, :_LOW_RANKS], axis=0, return_inverse=True)
    high_parts, high_of = np.unique(hands[:, _LOW_RANKS:], axis=0, return_inverse=True)
    known_low, known_low_of = np.unique(known[:, :_LOW_RANKS], axis=0, return_inverse=True)
    known_high, known_high_of = np.unique(known[:, _LOW_RANKS:], axis=0, return_inverse=True)
    order = np.argsort(low_of.ravel(), kind="stable")
    starts = np.searchsorted(low_of.ravel()[order], np.arange(len(low_parts) + 1))
    rows, columns = np.nonzero(shares[order])
    entry_starts = np.searchsorted(rows, np.arange(len(hands) + 1))
    entry_shares = shares[order][rows, columns]
    low_ways, high_ways = _ways(known_low, low_parts), _ways(known_high, high_parts)
    sums = np.zeros((len(known), shares.shape[1]), dtype=np.float64)

    def add(part: slice) -> None:
        add_avoiding(
            known_low_of.ravel()[part],
            known_high_of.ravel()[part],
            low_ways,
            high_ways,
            starts,
            high_of.ravel()[order],
            entry_starts,
            columns,
            entry_shares,
            sums[part],
        )

    in_threads(add, len(known))
    return sums


def _ways(known: NDArray[np.int64], hands: NDArray[np.int64]) -> NDArray[np.float64]:
    """Ways to deal parts of hands beside parts of known cards: float64[known, hands]."""
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(5)], dtype=np.float64)
    ways = np.ones((len(known), len(hands)), dtype=np.float64)
    for rank in range(known.shape[1]):
        ways *= choose[4 - known[:, rank]][:, hands[:, rank]]
    return ways


def _rank_counts(multisets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Cards of each rank: int64[m, 13]."""
    counts = np.zeros((len(multisets), 13), dtype=np.int64)
    for ranks in multisets.T:
        counts[np.arange(len(multisets)), ranks] += 1
    return counts
