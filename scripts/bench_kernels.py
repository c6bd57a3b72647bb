"""The parts of ``bench.py`` that time array kernels in this process, and make random deals."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

from cribcalc import lookup
from cribcalc.cards import card_name
from cribcalc.scoring import score_hand

Figure = tuple[str, str, str, str]
"""Work, figure, what it compares to, aim: a row of the table."""

REPEATS = 7
ROLES = ("dealer", "pone")


def random_rows(count: int, size: int, seed: int = 121) -> NDArray[np.uint8]:
    """Return `count` draws of `size` different cards as uint8[count, size]."""
    generator = np.random.default_rng(seed)
    blocks = []
    for start in range(0, count, 100_000):
        keys = generator.random((min(100_000, count - start), 52), dtype=np.float32)
        blocks.append(np.argpartition(keys, size, axis=1)[:, :size].astype(np.uint8))
    return np.concatenate(blocks)


def write_deals(path: Path, count: int) -> None:
    """Write a CSV file of random deals, dealer and pone in turn."""
    names = [card_name(card) for card in range(52)]
    with path.open("w", encoding="utf-8") as file:
        file.write("hand,role\n")
        for number, deal in enumerate(random_rows(count, 6).tolist()):
            file.write(f"{' '.join([names[card] for card in deal])},{ROLES[number % 2]}\n")


def median_seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median seconds of a call, after one call that may compile."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def rate(count: int, seconds: float) -> str:
    """Return a rate with its unit scaled for reading."""
    each = count / seconds
    return f"{each / 1e6:,.1f} million/s" if each >= 1e6 else f"{each:,.0f}/s"


def discard_figures(quick: bool) -> list[Figure]:
    """Time the discard kernel, and the one that counts every case, on one thread."""
    from cribcalc.kernels.discard import discard_sums
    from cribcalc.kernels.ranksums import rank_sums

    deals = random_rows(10_000 if quick else 200_000, 6)
    few = deals[: 20 if quick else 200]
    points = five_rank_points()
    brute_hands, brute_cribs = count_every_case(few, points)
    hands, cribs = discard_sums(few)
    if not (np.array_equal(hands, brute_hands) and np.array_equal(cribs, brute_cribs)):
        raise SystemExit("bench: the discard kernel differs from counting every case")
    brute = len(few) / median_seconds(lambda: count_every_case(few, points), 3)
    fast = len(deals) / median_seconds(lambda: discard_sums(deals))
    build = median_seconds(rank_sums.__wrapped__, 3)
    return [
        (
            "15 discards by counting all 683,100 cribs, one thread",
            f"{brute:,.0f} deals/s",
            "same integers, 13^5 table",
            "",
        ),
        (
            "15 discards, exact, array kernel, one thread",
            f"{fast:,.0f} deals/s",
            f"{fast / brute:,.0f} times counting all",
            "120,000 deals/s",
        ),
        ("the table of rank sums that it needs", f"{build * 1000:,.0f} ms", "once a process", ""),
    ]


def score_figures(quick: bool) -> list[Figure]:
    """Time the scoring kernel, and the scorer that explains, on one thread."""
    from cribcalc.kernels.show import score_hands

    hands = random_rows(100_000 if quick else 1_000_000, 5)
    crib = np.zeros(len(hands), dtype=np.uint8)
    some = hands[:2_000].tolist()
    explained = [score_hand(hand[:4], hand[4]).total for hand in some]
    if score_hands(hands[:2_000], crib[:2_000]).tolist() != explained:
        raise SystemExit("bench: the scoring kernel differs from the explaining scorer")
    slow = median_seconds(lambda: [score_hand(hand[:4], hand[4]).total for hand in some], 3)
    fast = median_seconds(lambda: score_hands(hands, crib))
    return [
        ("score a hand with its explanation", rate(len(some), slow), "plain Python", ""),
        (
            f"score {len(hands):,} hands in an array, one thread",
            rate(len(hands), fast),
            f"{len(hands) / fast * slow / len(some):,.0f} times explaining",
            "60 million/s",
        ),
    ]


TOSSES = np.array(list(combinations(range(6), 2)), dtype=np.int64)
KEEPS = np.array(
    [[card for card in range(6) if card not in toss] for toss in combinations(range(6), 2)],
    dtype=np.int64,
)


def five_rank_points() -> NDArray[np.uint8]:
    """Return fifteens, pairs and runs of any five ranks, as uint8[13, 13, 13, 13, 13]."""
    table = lookup.rank_points()
    first, second = lookup.PAIR_INDEX[:, :, None, None], lookup.PAIR_INDEX[None, None]
    return np.ascontiguousarray(table[first, second])


@numba.njit(nogil=True)
def show_points(
    a: np.int64,
    b: np.int64,
    c: np.int64,
    d: np.int64,
    starter: np.int64,
    crib: bool,
    table: NDArray[np.uint8],
) -> np.int64:
    """Score four cards and a starter; `table` is of `five_rank_points`."""
    points = np.int64(table[a >> 2, b >> 2, c >> 2, d >> 2, starter >> 2])
    suit = a & 3
    if suit == b & 3 and suit == c & 3 and suit == d & 3:
        if suit == starter & 3:
            points += 5
        elif not crib:
            points += 4
    for card in (a, b, c, d):
        if card >> 2 == 10 and card & 3 == starter & 3:
            points += 1
    return points


@numba.njit(nogil=True)
def count_every_case(
    deals: NDArray[np.uint8], table: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sum hands and cribs of deals[n, 6] as int64[n, 15], one case after the other."""
    hands = np.zeros((len(deals), 15), dtype=np.int64)
    cribs = np.zeros((len(deals), 15), dtype=np.int64)
    unseen = np.empty(46, dtype=np.int64)
    for number in range(len(deals)):
        deal = deals[number].astype(np.int64)
        found = 0
        for card in range(52):
            if not (deal == card).any():
                unseen[found] = card
                found += 1
        for toss in range(15):
            a, b, c, d = deal[KEEPS[toss]]
            one, other = deal[TOSSES[toss]]
            for s in range(46):
                starter = unseen[s]
                hands[number, toss] += show_points(a, b, c, d, starter, False, table)
                for i in range(46):
                    for j in range(i + 1, 46):
                        if i != s and j != s:
                            cribs[number, toss] += show_points(
                                one, other, unseen[i], unseen[j], starter, True, table
                            )
    return hands, cribs
