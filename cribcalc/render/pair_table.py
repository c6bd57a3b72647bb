"""Pairs among players who throw well: their cribs and how often they are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.cards import RANKS
from cribcalc.policy_averages import PairAverage
from cribcalc.render.crib_table import DIAGONAL, square_table
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section
from cribcalc.roles import Role

Averages = Mapping[Role, Sequence[PairAverage]]


@dataclass(frozen=True, slots=True)
class StrategicCribView:
    """Average cribs of all pairs against a player who throws his best, role by role."""

    averages: Averages

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table crib``: flat if one role was asked."""
        return _payload("table crib", self.averages, _crib_record)

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role and pair."""
        return _records(self.averages, _crib_record)

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
        return [*sections, Section(lines=(DIAGONAL, "Method: table; see docs/strategic.md."))]


@dataclass(frozen=True, slots=True)
class ThrowsView:
    """How often a player who throws his best throws each pair, role by role."""

    averages: Averages

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc table throws``: flat if one role was asked."""
        return _payload("table throws", self.averages, _throw_record)

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a role and pair."""
        return _records(self.averages, _throw_record)

    def sections(self, style: Style) -> list[Section]:
        """Give a square table a role, in percent of all deals."""
        sections = [
            Section(
                f"Pairs thrown as {role}, percent of all deals; opponent: strategic",
                square_table({_key(each): f"{each.share:.2%}"[:-1] for each in averages}, style),
            )
            for role, averages in self.averages.items()
        ]
        return [*sections, Section(lines=(DIAGONAL, "Method: table; see docs/strategic.md."))]


def _key(average: PairAverage) -> tuple[int, int, bool]:
    return average.low, average.high, average.suited


def _pair(average: PairAverage) -> dict[str, Any]:
    return {
        "rank1": RANKS[average.low],
        "rank2": RANKS[average.high],
        "suited": average.suited,
    }


def _crib_record(average: PairAverage) -> dict[str, Any]:
    means = {"mean": average.static_mean, "thrown_mean": average.thrown_mean}
    return {**_pair(average), **means}


def _throw_record(average: PairAverage) -> dict[str, Any]:
    return {**_pair(average), "share": average.share}


def _payload(
    command: str, averages: Averages, record: Callable[[PairAverage], dict[str, Any]]
) -> dict[str, Any]:
    head = {"schema_version": SCHEMA_VERSION, "command": command}
    head |= {"opponent": "strategic", "method": "table"}
    roles = [
        {"role": role, "pairs": [record(each) for each in pairs]}
        for role, pairs in averages.items()
    ]
    return head | roles[0] if len(roles) == 1 else head | {"analyses": roles}


def _records(
    averages: Averages, record: Callable[[PairAverage], dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        {"role": role, **record(each), "suited": int(each.suited)}
        for role, pairs in averages.items()
        for each in pairs
    ]
