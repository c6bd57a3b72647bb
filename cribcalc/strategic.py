"""An opponent who throws his best too: every hand he can hold against one deal, exactly.

His policy is the one of `cribcalc.solver`, as stored. For a deal of ours he holds any of
9,366,819 hands alike; with each he throws what the policy says, and any of the 40 cards left
is the starter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cribcalc.crib_table import CribTable
from cribcalc.kernels.opponent_hands import SHARES, count_throws
from cribcalc.kernels.suit_classes import suit_classes
from cribcalc.policy import Policy
from cribcalc.roles import Role
from cribcalc.stored import load_table
from cribcalc.threads import in_threads

PARTS = 24 * SHARES
"""What one hand of the opponent counts in `OpponentThrows`."""


@dataclass(frozen=True, slots=True)
class OpponentThrows:
    """How often an opponent makes each throw beside a deal.

    Attributes
    ----------
    unseen : int64[46]
        The cards that the deal does not hold.
    thrown : int64[1035]
        Hands that throw each two of the unseen cards (in the order of
        `itertools.combinations`), in `PARTS` a hand.
    with_starter : int64[1035, 46]
        The same with each unseen card as starter: hands that neither throw nor keep it.

    """

    unseen: NDArray[np.int64]
    thrown: NDArray[np.int64]
    with_starter: NDArray[np.int64]


def other_role(role: Role) -> Role:
    """Get the role of the other player."""
    return "pone" if role == "dealer" else "dealer"


@cache
def stored_policy(role: Role) -> Policy:
    """Get the policy of a player who throws his best, as dealer or pone.

    Raises
    ------
    TableError
        If its table is missing or damaged.

    """
    return Policy(role, load_table("policy.npz")[role])


@cache
def stored_crib_table(role: Role) -> CribTable:
    """Get the compact table of cribs against a player who throws his best in this role.

    Raises
    ------
    TableError
        If it is missing or damaged.

    """
    arrays = load_table("cribs.npz")
    names = ("rank_cribs", "jack_rates", "flush_rates")
    return CribTable(*(arrays[f"{role}_{name}"] for name in names))


def opponent_throws(cards: Sequence[int], policy: Policy) -> OpponentThrows:
    """Count the throws of every hand that a player can hold beside some cards.

    Parameters
    ----------
    cards : card ids
        The cards that he cannot hold: a deal of six.
    policy : Policy
        How he throws.

    """
    seen = np.zeros(52, dtype=np.bool_)
    seen[list(cards)] = True
    classes, deals, _ = suit_classes()

    def count(part: slice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        thrown = np.zeros(1326, dtype=np.int64)
        kept = np.zeros((1326, 52), dtype=np.int64)
        count_throws(
            classes[part], deals[part], policy.tosses[part], seen, _PAIR_NUMBER, thrown, kept
        )
        return thrown, kept

    counted = in_threads(count, len(classes))
    thrown = np.sum([each for each, _ in counted], axis=0)
    kept = np.sum([each for _, each in counted], axis=0)
    unseen = np.flatnonzero(~seen)
    low, high = np.triu_indices(len(unseen), 1)
    pairs = _PAIR_NUMBER[unseen[low], unseen[high]]
    with_starter = thrown[pairs, None] - kept[np.ix_(pairs, unseen)]
    rows = np.arange(len(pairs))
    with_starter[rows, low] = with_starter[rows, high] = 0
    return OpponentThrows(unseen, thrown[pairs], with_starter)


def compile_counting() -> None:
    """Compile here and now what `opponent_throws` needs, which takes some seconds."""
    cards, deals, _ = suit_classes()
    tosses = stored_policy("dealer").tosses
    thrown, kept = np.zeros(1326, dtype=np.int64), np.zeros((1326, 52), dtype=np.int64)
    seen = np.zeros(52, dtype=np.bool_)
    count_throws(cards[:0], deals[:0], tosses[:0], seen, _PAIR_NUMBER, thrown, kept)


def _pair_numbers() -> NDArray[np.int64]:
    numbers = np.zeros((52, 52), dtype=np.int64)
    for number, (one, other) in enumerate(combinations(range(52), 2)):
        numbers[one, other] = numbers[other, one] = number
    return numbers


_PAIR_NUMBER = _pair_numbers()
