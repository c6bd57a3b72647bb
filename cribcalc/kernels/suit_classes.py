"""The 962,988 six-card deals that differ in more than the names of the suits.

A deal and its 23 renamings of the suits are worth the same in every analysis, so one of them
stands for all. A deal of ascending cards is a row of sets of suits, one for each rank; the
one that stands for its class is the least in lexical order. Method: the sets are chosen rank
by rank, together with the renamings that leave all chosen sets alone; a set that one of these
makes less can never lead to the least deal, so whole branches fall away and no deal is ever
compared with another.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit
from cribcalc.kernels.ranksums import six_rank_multisets

RENAMINGS: NDArray[np.int64] = np.array(list(permutations(range(4))), dtype=np.int64)
"""int64[24, 4]: each renaming of the suits, as the new suit of each old one."""

CLASSES = 962_988

# What each renaming makes of each set of suits, a set being four bits: [renaming, set].
_RENAMED: NDArray[np.int64] = np.array(
    [
        [sum(1 << suit for old, suit in enumerate(new) if suits >> old & 1) for suits in range(16)]
        for new in permutations(range(4))
    ],
    dtype=np.int64,
)
_SIZES = [suits.bit_count() for suits in range(16)]
_CHOICES: NDArray[np.int64] = np.array([_SIZES.count(size) for size in range(5)], dtype=np.int64)
_SETS: NDArray[np.int64] = np.zeros((5, 6), dtype=np.int64)  # the sets of each size
for _size in range(5):
    _sets = [suits for suits in range(16) if _SIZES[suits] == _size]
    _SETS[_size, : len(_sets)] = _sets


@jit
def fill_suit_classes(
    multisets: NDArray[np.int64],
    cards: NDArray[np.uint8],
    deals: NDArray[np.uint8],
    multiset_of: NDArray[np.int32],
) -> int:
    """List one deal of each class, multiset by multiset.

    Parameters
    ----------
    multisets : int64[m, 6]
        Ascending ranks.
    cards : uint8[n, 6]
        Filled; ascending card ids.
    deals : uint8[n]
        Filled; deals of the class, 1 to 24.
    multiset_of : int32[n]
        Filled; row of the class's ranks in ``multisets``.

    Returns
    -------
    count : int
        Number of classes.

    """
    sizes, ranks = np.zeros(6, dtype=np.int64), np.zeros(6, dtype=np.int64)
    chosen, choice = np.zeros(7, dtype=np.int64), np.zeros(7, dtype=np.int64)
    fixing, fixing_count = np.zeros((7, 24), dtype=np.int64), np.zeros(7, dtype=np.int64)
    fixing[0], fixing_count[0] = np.arange(24), 24
    count = 0
    for m in range(multisets.shape[0]):
        groups = _group(multisets[m], ranks, sizes)
        level, choice[0] = 0, 0
        while level >= 0:
            if choice[level] == _CHOICES[sizes[level]]:
                level -= 1
                continue
            suits = _SETS[sizes[level], choice[level]]
            choice[level] += 1
            kept = _keep_fixing(suits, fixing[level], fixing_count[level], fixing[level + 1])
            if kept == 0:  # some renaming makes it less
                continue
            chosen[level], fixing_count[level + 1] = suits, kept
            if level + 1 < groups:
                level += 1
                choice[level] = 0
                continue
            _write_deal(ranks, chosen, groups, cards[count])
            deals[count] = np.uint8(24 // kept)
            multiset_of[count] = np.int32(m)
            count += 1
    return count


@jit
def _group(multiset: NDArray[np.int64], ranks: NDArray[np.int64], sizes: NDArray[np.int64]) -> int:
    """Fill the different ranks of int64[6] ascending ones and their numbers; count them."""
    groups = 0
    for k in range(6):
        if k > 0 and multiset[k] == multiset[k - 1]:
            sizes[groups - 1] += 1
        else:
            ranks[groups], sizes[groups] = multiset[k], 1
            groups += 1
    return groups


@jit
def _keep_fixing(
    suits: np.int64, fixing: NDArray[np.int64], count: np.int64, kept: NDArray[np.int64]
) -> int:
    """Fill the renamings that leave a set alone and count them; 0 if one makes it less."""
    found = 0
    for at in range(count):
        renamed = _RENAMED[fixing[at], suits]
        if renamed < suits:
            return 0
        if renamed == suits:
            kept[found] = fixing[at]
            found += 1
    return found


@jit
def _write_deal(
    ranks: NDArray[np.int64], chosen: NDArray[np.int64], groups: int, deal: NDArray[np.uint8]
) -> None:
    """Write the cards of the chosen sets, ascending, to uint8[6]."""
    at = 0
    for group in range(groups):
        for suit in range(4):
            if chosen[group] >> suit & 1:
                deal[at] = np.uint8(4 * ranks[group] + suit)
                at += 1


@cache
def suit_classes() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]:
    """Get one deal of each class, how many deals it stands for, and its ranks.

    Computed on first use, in about a twentieth of a second.

    Returns
    -------
    cards : uint8[962988, 6]
        Ascending card ids; read-only.
    deals : uint8[962988]
        Deals of the class, 1 to 24; 20,358,520 in all; read-only.
    multiset_of : int32[962988]
        Row of the class's ranks in `ranksums.six_rank_multisets`; ascending, read-only.

    """
    cards = np.empty((CLASSES, 6), dtype=np.uint8)
    deals = np.empty(CLASSES, dtype=np.uint8)
    multiset_of = np.empty(CLASSES, dtype=np.int32)
    fill_suit_classes(six_rank_multisets(), cards, deals, multiset_of)
    for array in (cards, deals, multiset_of):
        array.flags.writeable = False
    return cards, deals, multiset_of
