"""Censuses and whole-deal averages, with a bar beside each count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.census import Census
from cribcalc.kernels.discard import STARTERS
from cribcalc.render.numbers import bar
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.roles import Method
from cribcalc.stats import DealStatistics
from cribcalc.words import number_word

_BAR_WIDTH = 32

_METHODS: dict[Method, str] = {
    "exact": "every starter and every crib counted",
    "table": "hands exact, cribs looked up, each within about 0.01 of an exact count",
}


@dataclass(frozen=True, slots=True)
class CensusView:
    """How often each score comes over all hands, or all cribs, with a starter."""

    census: Census

    @property
    def _what(self) -> str:
        return "cribs" if self.census.crib else "hands"

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc stats hands`` and ``stats cribs``."""
        census = self.census
        return {
            "schema_version": SCHEMA_VERSION,
            "command": f"stats {self._what}",
            "total": census.total,
            "counts": {str(points): count for points, count in _counted(census.counts).items()},
            "mean": census.mean,
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a score, impossible ones included."""
        total = self.census.total
        return [
            {"points": points, "count": count, "share": count / total}
            for points, count in enumerate(self.census.counts)
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give the counts with bars, the mean and what never comes."""
        census = self.census
        size = number_word(census.hand_size)
        with_starter = number_word(census.hand_size + 1)
        rule = f"A flush of {size} counts."
        if census.crib:
            rule = f"A flush needs all {with_starter} cards."
        impossible = ", ".join(map(str, census.impossible))
        return [
            Section(
                f"All {census.total:,} {self._what} of {size} cards with a starter",
                _bar_table("points", _counted(census.counts), style),
                (
                    f"Average {census.mean:.6f}. {rule} Never: {impossible}.",
                    f"{size.capitalize()} random cards, not a deal's best (cribcalc stats deals).",
                ),
            )
        ]


@dataclass(frozen=True, slots=True)
class DealsView:
    """What all six-card deals are worth under best play, for one role or both."""

    statistics: Sequence[DealStatistics]

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc stats deals``: flat if one role was asked."""
        head = {
            "schema_version": SCHEMA_VERSION,
            "command": "stats deals",
            "opponent": self.statistics[0].opponent,
            "method": self.statistics[0].method,
        }
        roles = [_deals_payload(each) for each in self.statistics]
        return head | roles[0] if len(roles) == 1 else head | {"analyses": roles}

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role."""
        return [
            {
                "role": each.role,
                "opponent": each.opponent,
                "method": each.method,
                "deals": each.deals,
                **_means(each),
            }
            for each in self.statistics
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give the averages, then how often the kept hand shows each score."""
        rows = [
            (each.role, *(f"{mean:.6f}" for mean in _means(each).values()))
            for each in self.statistics
        ]
        headers = ("role", "average hand", "average crib", "expected average")
        first = self.statistics[0]
        averages = Section(
            f"All {first.deals:,} six-card deals, thrown at their best; opponent: {first.opponent}",
            Table(headers, rows, ("role",)),
            (
                "Expected: hand + crib (dealer) or hand - crib (pone); no play, no heels.",
                f"Method: {first.method}, {_METHODS[first.method]}.",
            ),
        )
        return [averages, *(self._shows(each, style) for each in self.statistics)]

    def _shows(self, statistics: DealStatistics, style: Style) -> Section:
        counts = _counted(statistics.show_counts)
        return Section(
            f"Points of the hand kept as {statistics.role}, over every deal and starter",
            _bar_table("points", counts, style),
        )


def _deals_payload(statistics: DealStatistics) -> dict[str, Any]:
    shows = _counted(statistics.show_counts)
    return {
        "role": statistics.role,
        "deals": statistics.deals,
        **_means(statistics),
        "hand_counts": {str(points): count for points, count in shows.items()},
        "hand_ways": statistics.deals * STARTERS,
        "value_counts": {str(value): n for value, n in statistics.value_counts.items()},
    }


def _means(statistics: DealStatistics) -> dict[str, float]:
    return {
        "hand_mean": statistics.hand_mean,
        "crib_mean": statistics.crib_mean,
        "expected_mean": statistics.expected_mean,
    }


def _counted(counts: Sequence[int]) -> dict[int, int]:
    return {points: count for points, count in enumerate(counts) if count}


def _bar_table(name: str, counts: Mapping[int, int], style: Style) -> Table:
    total, most = sum(counts.values()), max(counts.values())
    rows = [
        (
            str(points),
            f"{count:,}",
            f"{count / total:.4%}",
            f"1 in {total / count:,.1f}" if total < 1000 * count else f"1 in {total / count:,.0f}",
            bar(count / most, _BAR_WIDTH, style.unicode),
        )
        for points, count in counts.items()
    ]
    return Table((name, "count", "share", "odds", ""), rows, ("",))
