"""The average crib by thrown pair of ranks, as a square table and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.averages import OUTCOMES, CribAverage
from cribcalc.cards import RANKS
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.roles import Opponent, Role


@dataclass(frozen=True, slots=True)
class CribTableView:
    """Average cribs of all thrown pairs; for one role, or for both if they are alike."""

    averages: Sequence[CribAverage]
    opponent: Opponent
    role: Role | None

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table crib``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "table crib",
            "role": self.role,
            "opponent": self.opponent,
            "method": "exact",
            "pairs": [
                {**_pair(each), "mean": each.mean, "pmf": [n / OUTCOMES for n in each.counts]}
                for each in self.averages
            ],
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a pair, with the exact counts."""
        return [
            {
                **_pair(each),
                "suited": int(each.suited),  # 0 or 1 in a table, as in the reference
                "mean": each.mean,
                "total_points": each.points,
                "n_outcomes": OUTCOMES,
                **{f"n{points}": count for points, count in enumerate(each.counts)},
            }
            for each in self.averages
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give the 13 by 13 table: suited above the diagonal, unsuited on and below it."""
        mean = {(each.low, each.high, each.suited): each.mean for each in self.averages}
        rows = [
            [
                style.rank(row),
                *(
                    f"{mean[min(row, column), max(row, column), column > row]:.2f}"
                    for column in range(13)
                ),
            ]
            for row in range(13)
        ]
        headers = ["", *(style.rank(rank) for rank in range(13))]
        whose = "dealer and pone alike" if self.role is None else self.role
        counted = (
            f"Exact over {OUTCOMES:,} ways a pair: the opponent's two cards and the starter "
            "are any of the other 50. In a real deal four more cards are seen, and cribcalc "
            "discard counts with them."
        )
        notes = ("Above the diagonal both cards are of one suit, below it they are not.", counted)
        title = f"Average crib by thrown pair, {whose}; opponent: {self.opponent}"
        return [Section(title, Table(headers, rows, ("",)), notes)]


def _pair(average: CribAverage) -> dict[str, Any]:
    ranks = {"rank1": RANKS[average.low], "rank2": RANKS[average.high]}
    return {**ranks, "suited": average.suited}
