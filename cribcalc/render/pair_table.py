"""Pairs among players who throw well: their cribs and how often they are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.policy_averages import PairAverage
from cribcalc.render.crib_table import DIAGONAL, pair_payload, pair_record, square_table, table_head
from cribcalc.render.style import Style
from cribcalc.render.view import Section
from cribcalc.roles import Role

_CLOSE = "within about 0.01 points of an exact count"

Averages = Mapping[Role, Sequence[PairAverage]]


@dataclass(frozen=True, slots=True)
class StrategicCribView:
    """Average cribs of all pairs against a player who throws his best, role by role."""

    averages: Averages

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table crib``."""
        return _payload("table crib", self.averages, _crib_values)

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role and pair."""
        return _records(self.averages, _crib_values)

    def sections(self, style: Style) -> list[Section]:
        """Give two square tables a role: any four other cards, and only real throws."""
        sections = []
        for role, averages in self.averages.items():
            static = {_key(each): f"{each.static_mean:.2f}" for each in averages}
            thrown = {
                _key(each): "-" if each.thrown_mean is None else f"{each.thrown_mean:.2f}"
                for each in averages
            }
            sections += [
                Section(
                    f"Average crib by pair thrown as {role}, the other four cards any; "
                    "opponent: strategic",
                    square_table(static, style),
                ),
                Section(
                    f"The same, only over the deals in which the {role} does throw the pair",
                    square_table(thrown, style),
                ),
            ]
        method = f"Method: table; the crib of each toss is {_CLOSE}."
        return [*sections, Section(lines=(DIAGONAL, method))]


@dataclass(frozen=True, slots=True)
class ThrowsView:
    """How often a player who throws his best throws each pair, role by role."""

    averages: Averages

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table throws``."""
        return _payload("table throws", self.averages, _throw_values)

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role and pair."""
        return _records(self.averages, _throw_values)

    def sections(self, style: Style) -> list[Section]:
        """Give a square table a role, in percent of all deals."""
        sections = [
            Section(
                f"Pairs thrown as {role}, percent of all deals; opponent: strategic",
                square_table({_key(each): f"{each.share:.2%}"[:-1] for each in averages}, style),
            )
            for role, averages in self.averages.items()
        ]
        method = f"Method: table; the cribs by which tosses are chosen are {_CLOSE}."
        return [*sections, Section(lines=(DIAGONAL, method))]


def _key(average: PairAverage) -> tuple[int, int, bool]:
    return average.low, average.high, average.suited


def _crib_values(average: PairAverage) -> dict[str, Any]:
    return {"mean": average.static_mean, "thrown_mean": average.thrown_mean}


def _throw_values(average: PairAverage) -> dict[str, Any]:
    return {"share": average.share}


def _payload(
    command: str, averages: Averages, values: Callable[[PairAverage], dict[str, Any]]
) -> dict[str, Any]:
    analyses = [
        {"role": role, "pairs": [{**pair_payload(each), **values(each)} for each in pairs]}
        for role, pairs in averages.items()
    ]
    return table_head(command, "strategic", "table") | {"analyses": analyses}


def _records(
    averages: Averages, values: Callable[[PairAverage], dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        {**pair_record(role, "strategic", "table", each), **values(each)}
        for role, pairs in averages.items()
        for each in pairs
    ]
