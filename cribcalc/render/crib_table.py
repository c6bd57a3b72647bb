"""The average crib by thrown pair of ranks, as a square table and as data.

Data have one shape, whatever the opponent: in JSON an entry of ``analyses`` for each role that
was asked, otherwise a row for each role and pair that begins with the columns of `pair_record`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cribcalc.averages import OUTCOMES, CribAverage
from cribcalc.cards import RANKS
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.roles import ROLES, Method, Opponent, Role

DIAGONAL = "Above the diagonal both cards are of one suit, below it they are not."


class Pair(Protocol):
    """A kind of pair that something is known of."""

    @property
    def low(self) -> int:
        """The lower rank, ace 0 to king 12."""

    @property
    def high(self) -> int:
        """The higher rank."""

    @property
    def suited(self) -> bool:
        """Whether both cards are of one suit."""


@dataclass(frozen=True, slots=True)
class CribTableView:
    """Average cribs of all thrown pairs; for one role, or for both if they are alike."""

    averages: Sequence[CribAverage]
    opponent: Opponent
    role: Role | None

    @property
    def _roles(self) -> tuple[Role, ...]:
        return ROLES if self.role is None else (self.role,)

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table crib``."""
        pairs = [
            {**pair_payload(each), "mean": each.mean, "pmf": [n / OUTCOMES for n in each.counts]}
            for each in self.averages
        ]
        analyses = [{"role": role, "pairs": pairs} for role in self._roles]
        return table_head("table crib", self.opponent, "exact") | {"analyses": analyses}

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role and pair, with the exact counts."""
        return [
            {
                **pair_record(role, self.opponent, "exact", each),
                "mean": each.mean,
                "total_points": each.points,
                "n_outcomes": OUTCOMES,
                **{f"n{points}": count for points, count in enumerate(each.counts)},
            }
            for role in self._roles
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


def table_head(command: str, opponent: Opponent, method: Method) -> dict[str, Any]:
    """Begin the JSON document of a table of pairs."""
    head = {"schema_version": SCHEMA_VERSION, "command": command}
    return {**head, "opponent": opponent, "method": method}


def pair_record(role: Role, opponent: Opponent, method: Method, pair: Pair) -> dict[str, Any]:
    """Begin a flat row about a pair."""
    return {"role": role, "opponent": opponent, "method": method, **pair_payload(pair)}


def pair_payload(pair: Pair) -> dict[str, Any]:
    """Name a pair; ``suited`` is 1 or 0, in every format."""
    return {
        "rank1": RANKS[pair.low],
        "rank2": RANKS[pair.high],
        "suited": int(pair.suited),
    }
