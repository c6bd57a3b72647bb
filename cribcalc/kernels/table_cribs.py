"""Average cribs of many deals against a player with a policy, from compact tables.

Method. The rank part of each toss's crib is looked up by the deal's ranks. What suits add is
close to independent of everything else and is reckoned so:

- nobs by a tossed jack: the starter is any of the 46 unseen cards alike, whatever the policy;
- nobs by the opponent's jack: the jacks he throws on average beside these ranks, shared
  over the unseen jacks, times the chance of a starter of that suit;
- a flush: how often he throws two given cards of the suit, added over all such pairs that are
  unseen, times the chance of a starter of that suit.

How far this is from exact enumeration is measured in docs/strategic.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit
from cribcalc.kernels.discard import toss_sums
from cribcalc.kernels.ranksums import TOSS_CARDS, multiset_number


@jit
def table_values(
    cards: NDArray[np.uint8],
    hand_ranks: NDArray[np.int32],
    crib_ranks: NDArray[np.int32],
    rank_cribs: NDArray[np.float32],
    jack_rates: NDArray[np.float32],
    flush_rates: NDArray[np.float64],
    hand_sums: NDArray[np.int64],
    cribs: NDArray[np.float64],
) -> None:
    """Fill hand sums and average cribs of the 15 tosses of many deals.

    Parameters
    ----------
    cards : uint8[n, 6]
        Ascending card ids.
    hand_ranks, crib_ranks : int32[18564, 15]
        `ranksums.rank_sums`; the latter only to share `discard.toss_sums`.
    rank_cribs : float32[18564, 15]
        Rank part of the average crib, points, by the multiset's number and toss.
    jack_rates : float32[18564]
        Nobs by an unseen jack of the opponent for each other unseen card of its suit, points.
    flush_rates : float64[13, 13]
        Flush points for two unseen cards of a suit, by their ranks, for each other unseen
        card of the suit; 0 on the diagonal.
    hand_sums : int64[n, 15]
        Filled; points over 46 starters, by toss of the ascending cards.
    cribs : float64[n, 15]
        Filled; points.

    """
    deal, ranks = np.empty(6, dtype=np.int64), np.empty(6, dtype=np.int64)
    suit_left, nobs = np.empty(4, dtype=np.int64), np.empty(6, dtype=np.int64)
    crib_row, flush_points = np.empty(15, dtype=np.int64), np.empty(4, dtype=np.float64)
    rank_rates = flush_rates.sum(axis=1)
    all_rates = flush_rates.sum() / 2
    for i in range(cards.shape[0]):
        for k in range(6):
            deal[k] = np.int64(cards[i, k])
            ranks[k] = deal[k] >> 2
        number = multiset_number(ranks)
        toss_sums(
            deal, hand_ranks[number], crib_ranks[number], suit_left, nobs, hand_sums[i], crib_row
        )
        _flush_points(deal, suit_left, flush_rates, rank_rates, all_rates, flush_points)
        opponent_nobs = _opponent_nobs(deal, suit_left) * np.float64(jack_rates[number])
        for toss in range(15):
            one, other = TOSS_CARDS[toss, 0], TOSS_CARDS[toss, 1]
            crib = np.float64(rank_cribs[number, toss]) + opponent_nobs
            crib += (nobs[one] + nobs[other]) / 46.0
            if (deal[one] & 3) == (deal[other] & 3):
                crib += flush_points[deal[one] & 3]
            cribs[i, toss] = crib


@jit
def _opponent_nobs(deal: NDArray[np.int64], suit_left: NDArray[np.int64]) -> np.int64:
    """Count the unseen cards of each unseen jack's suit, the jack left out."""
    jacks_seen = np.int64(0)
    for k in range(6):
        if (deal[k] >> 2) == 10:
            jacks_seen |= np.int64(1) << (deal[k] & 3)
    left = np.int64(0)
    for suit in range(4):
        if not (jacks_seen >> suit) & 1:
            left += suit_left[suit] - 1
    return left


@jit
def _flush_points(
    deal: NDArray[np.int64],
    suit_left: NDArray[np.int64],
    flush_rates: NDArray[np.float64],
    rank_rates: NDArray[np.float64],
    all_rates: np.float64,
    flush_points: NDArray[np.float64],
) -> None:
    """Fill, for each suit of which two cards can be tossed, the points of a flush: float64[4].

    The pairs that hold a seen card are taken off the sum over all pairs: float64[13] sums of
    a rank's rates, with the pairs of two seen cards given back.
    """
    for suit in range(4):
        if suit_left[suit] > 11:
            continue
        rate = all_rates
        for k in range(6):
            if (deal[k] & 3) != suit:
                continue
            rate -= rank_rates[deal[k] >> 2]
            for j in range(k):
                if (deal[j] & 3) == suit:
                    rate += flush_rates[deal[k] >> 2, deal[j] >> 2]
        flush_points[suit] = rate * (suit_left[suit] - 2)


@jit
def best_tosses(
    hand_sums: NDArray[np.int64],
    cribs: NDArray[np.float64],
    sign: np.int64,
    tolerance: float,
    tosses: NDArray[np.uint16],
) -> None:
    """Find the tosses that are best, or as good as the best, of many deals.

    Parameters
    ----------
    hand_sums : int64[n, 15]
        Points over 46 starters.
    cribs : float64[n, 15]
        Average cribs, points.
    sign : int64
        1 for the dealer, -1 for the pone.
    tolerance : float
        Points below the best that still count as equal.
    tosses : uint16[n]
        Filled; a bit for each toss that is best.

    """
    values = np.empty(15, dtype=np.float64)
    for i in range(hand_sums.shape[0]):
        best = -np.inf
        for toss in range(15):
            values[toss] = hand_sums[i, toss] / 46.0 + sign * cribs[i, toss]
            best = max(best, values[toss])
        bits = np.int64(0)
        for toss in range(15):
            if values[toss] >= best - tolerance:
                bits |= np.int64(1) << toss
        tosses[i] = np.uint16(bits)
