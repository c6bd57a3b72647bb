#!/usr/bin/env python3
"""Measure the compact tables and the policies against exact enumeration.

    python scripts/measure_table.py              # 500 random deals for each role, minutes
    python scripts/measure_table.py --deals 1000 --seed 7

For each deal all 9,366,819 hands of the opponent are counted. Printed are the differences of
the average cribs of all 15 tosses (table less exact), how often the table picks the same best
throw, and what the policy's throw gives away against the exact best one.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cribcalc.kernels.suit_classes import suit_classes  # noqa: E402
from cribcalc.outcomes import count_outcomes  # noqa: E402
from cribcalc.policy import Policy, tosses_made  # noqa: E402
from cribcalc.roles import ROLES, Role  # noqa: E402
from cribcalc.strategic import (  # noqa: E402
    opponent_throws,
    other_role,
    stored_crib_table,
    stored_policy,
)


@dataclass(frozen=True, slots=True)
class Measured:
    """Some deals of one role, looked up and counted.

    Attributes
    ----------
    hands : float64[n, 15]
        Average hands, points.
    exact, table : float64[n, 15]
        Average cribs, points.
    tosses : uint16[n]
        The policy's tosses.

    """

    role: Role
    hands: NDArray[np.float64]
    exact: NDArray[np.float64]
    table: NDArray[np.float64]
    tosses: NDArray[np.uint16]

    def gains(self) -> NDArray[np.float64]:
        """Points a deal that the exact best throw is above the worst of the policy's."""
        values = self.hands + (1 if self.role == "dealer" else -1) * self.exact
        worst: NDArray[np.float64] = np.where(tosses_made(self.tosses), values, np.inf).min(axis=1)
        gained: NDArray[np.float64] = values.max(axis=1) - worst
        return gained

    def same_best(self) -> float:
        """Share of deals in which the table's best throw is as good as the exact one."""
        sign = 1 if self.role == "dealer" else -1
        values = self.hands + sign * self.exact
        picked = (self.hands + sign * self.table).argmax(axis=1)
        return float((values[np.arange(len(values)), picked] >= values.max(axis=1) - 1e-9).mean())


def measure(role: Role, count: int, seed: int) -> Measured:
    """Draw deals at random and value their tosses in both ways."""
    cards, deals, _ = suit_classes()
    chances = deals / deals.sum(dtype=np.int64)
    chosen = np.random.default_rng(seed).choice(len(cards), count, p=chances)
    hand_sums, table = stored_crib_table(other_role(role)).values(cards[chosen])
    policy = stored_policy(other_role(role))
    exact = np.stack([exact_cribs(row.tolist(), policy) for row in cards[chosen]])
    return Measured(role, hand_sums / 46, exact, table, stored_policy(role).tosses[chosen])


def exact_cribs(deal: list[int], policy: Policy) -> NDArray[np.float64]:
    """Average cribs of the 15 tosses: float64[15]."""
    throws = opponent_throws(deal, policy)
    return count_outcomes(deal, weights=throws.with_starter).crib_means()


def main() -> None:
    """Measure both roles."""
    parser = argparse.ArgumentParser(description="Measure tables and policies exactly.")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("role    deals     rms   worst  same best  mean gain  largest gain")
    for role in ROLES:
        measured = measure(role, arguments.deals, arguments.seed)
        errors, gains = measured.table - measured.exact, measured.gains()
        print(
            f"{role:6}  {arguments.deals:5}  {np.sqrt((errors**2).mean()):.4f}  "
            f"{np.abs(errors).max():.4f}  {measured.same_best():9.2%}  {gains.mean():9.6f}  "
            f"{gains.max():12.6f}"
        )


if __name__ == "__main__":
    main()
