"""``cribcalc table``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cribcalc.cli.options import Output, opponent_option, output_options, role_options
from cribcalc.cli.progress import say_compiling
from cribcalc.roles import ROLES, Opponent, Role

if TYPE_CHECKING:
    from cribcalc.policy_averages import PairAverage


@click.group()
def table() -> None:
    """Average cribs of thrown pairs, and how often pairs are thrown.

    \b
    Example:
      cribcalc table crib --opponent uniform
    """


@table.command()
@role_options
@opponent_option
@output_options
def crib(role: Role | None, opponent: Opponent, output: Output) -> None:
    """Average crib of each pair of ranks, suited and unsuited.

    A random opponent throws the same whoever owns the crib, so that his table is the same
    for dealer and pone. Against one who throws his best there are two readings: the other
    four cards of the deal any, or only the deals in which the pair is thrown.

    \b
    Examples:
      cribcalc table crib --dealer
      cribcalc table crib --opponent uniform -o crib.csv
    """
    if opponent == "uniform":
        from cribcalc.averages import crib_averages
        from cribcalc.render.crib_table import CribTableView

        output.write(CribTableView(crib_averages(), opponent, role))
        return
    from cribcalc.render.pair_table import StrategicCribView

    output.write(StrategicCribView(_pair_averages(role)))


@table.command()
@role_options
@output_options
def throws(role: Role | None, output: Output) -> None:
    """How often a player who throws his best throws each pair of ranks.

    \b
    Example:
      cribcalc table throws --pone
    """
    from cribcalc.render.pair_table import ThrowsView

    output.write(ThrowsView(_pair_averages(role)))


def _pair_averages(role: Role | None) -> dict[Role, tuple[PairAverage, ...]]:
    from cribcalc.policy_averages import pair_averages

    roles = ROLES if role is None else (role,)
    return {each: pair_averages(each, on_compile=say_compiling) for each in roles}
