"""The average crib by thrown pair of ranks, as a square table and as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.averages import OUTCOMES, CribAverage
from cribcalc.cards import RANKS
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.roles import Opponent, Role

DIAGONAL = "Above the diagonal both cards are of one suit, below it they are not."


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
        means = {(each.low, each.high, each.suited): f"{each.mean:.2f}" for each in self.averages}
        whose = "dealer and pone alike" if self.role is None else self.role
        counted = (
            f"Exact over {OUTCOMES:,} ways a pair: the opponent's two cards and the starter "
            "are any of the other 50. In a real deal four more cards are seen, and cribcalc "
            "discard counts with them."
        )
        title = f"Average crib by thrown pair, {whose}; opponent: {self.opponent}"
        return [Section(title, square_table(means, style), (DIAGONAL, counted))]


def square_table(cells: Mapping[tuple[int, int, bool], str], style: Style) -> Table:
    """Lay out a cell for each pair: suited above the diagonal, unsuited on and below it.

    ``cells`` are keyed by low rank, high rank and whether the two are of one suit.
    """
    rows = [
        [
            style.rank(row),
            *(
                cells[min(row, column), max(row, column), column > row]
                for column in range(len(RANKS))
            ),
        ]
        for row in range(len(RANKS))
    ]
    return Table(["", *map(style.rank, range(len(RANKS)))], rows, ("",))


def _pair(average: CribAverage) -> dict[str, Any]:
    ranks = {"rank1": RANKS[average.low], "rank2": RANKS[average.high]}
    return {**ranks, "suited": average.suited}
