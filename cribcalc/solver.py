"""Two players who throw well against each other: policies that are best answers.

Starting from a dealer who meets random throws, pone and dealer in turn take the best throw in
every deal against the other's last policy, until neither moves. Each answer is to the other
as he then throws, so both settle where neither can gain: the average crib that the dealer
expects is then the one the pone expects to give.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cribcalc.crib_table import CribTable, make_crib_table
from cribcalc.kernels.suit_classes import suit_classes
from cribcalc.kernels.table_cribs import best_tosses
from cribcalc.policy import Policy, shared_deals
from cribcalc.roles import Role
from cribcalc.threads import in_threads

TOLERANCE = 1e-6
"""Points within which two throws are equal: beyond the precision of the tables."""

MOVE = 0.0005
"""The largest move of a crib mean, in points, at which the search stops."""

CHANGE = 0.0001
"""The largest share of deals thrown anew at which the search stops."""

AGREEMENT = 0.002
"""How far the two roles' crib means may be apart, in points."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A best answer to a policy, with its averages over all deals, in points."""

    policy: Policy
    hand_mean: float
    crib_mean: float


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the search: both answers, and the share of deals thrown anew."""

    number: int
    dealer: Answer
    pone: Answer
    dealer_changed: float
    pone_changed: float

    def is_settled(self, before: Round | None) -> bool:
        """Tell whether nothing moves any more and both roles see the same crib."""
        if before is None:
            return False
        moves = (
            self.dealer.crib_mean - before.dealer.crib_mean,
            self.pone.crib_mean - before.pone.crib_mean,
        )
        apart = self.dealer.crib_mean - self.pone.crib_mean
        is_calm = max(self.dealer_changed, self.pone_changed) <= CHANGE
        return is_calm and max(map(abs, moves)) <= MOVE and abs(apart) <= AGREEMENT


def best_answer(role: Role, table: CribTable) -> Answer:
    """Throw every deal at its best against the cribs of a table."""
    cards, deals, _ = suit_classes()
    tosses = np.empty(len(cards), dtype=np.uint16)
    sign = np.int64(1 if role == "dealer" else -1)

    def answer(part: slice) -> tuple[float, float]:
        hand_sums, cribs = table.values(cards[part])
        best_tosses(hand_sums, cribs, sign, TOLERANCE, tosses[part])
        shares = shared_deals(tosses[part], deals[part])
        return float((hand_sums * shares).sum()), float((cribs * shares).sum())

    parts = in_threads(answer, len(cards))
    total = int(deals.sum(dtype=np.int64))
    hand_mean = sum(hand for hand, _ in parts) / total / 46
    crib_mean = sum(crib for _, crib in parts) / total
    return Answer(Policy(role, tosses), hand_mean, crib_mean)


def search(before: Round | None = None, most_rounds: int = 40) -> Iterator[Round]:
    """Search the policies that are best answers to each other, round by round.

    Parameters
    ----------
    before : Round, optional
        The round to go on from; by default the search begins with random throws.
    most_rounds : int
        Rounds, those before counted, after which to give up.

    Yields
    ------
    Round
        The last one is settled, unless the rounds ran out.

    """
    dealer = before.dealer.policy if before else Policy.random("dealer")
    pone = before.pone.policy if before else Policy.random("pone")
    for number in range(before.number + 1 if before else 1, most_rounds + 1):
        dealer_answer = best_answer("dealer", make_crib_table(pone))
        pone_answer = best_answer("pone", make_crib_table(dealer_answer.policy))
        now = Round(
            number,
            dealer_answer,
            pone_answer,
            changed(dealer, dealer_answer.policy),
            changed(pone, pone_answer.policy),
        )
        yield now
        if now.is_settled(before):
            return
        dealer, pone, before = dealer_answer.policy, pone_answer.policy, now


def changed(old: Policy, new: Policy) -> float:
    """Share of all deals that two policies throw differently."""
    deals = suit_classes()[1]
    return float(deals[old.tosses != new.tosses].sum(dtype=np.int64) / deals.sum(dtype=np.int64))
