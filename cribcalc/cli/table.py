"""``cribcalc table``."""

from __future__ import annotations

import click

from cribcalc.cli.options import Output, opponent_option, output_options, role_options
from cribcalc.roles import Opponent, Role


@click.group()
def table() -> None:
    """Average crib for each pair of thrown cards.

    \b
    Example:
      cribcalc table crib
    """


@table.command()
@role_options
@opponent_option
@output_options
def crib(role: Role | None, opponent: Opponent, output: Output) -> None:
    """Average crib of each pair of ranks, suited and unsuited.

    A random opponent throws the same whoever owns the crib, so the table is the same for
    dealer and pone.

    \b
    Examples:
      cribcalc table crib
      cribcalc table crib -o crib.csv
    """
    from cribcalc.averages import crib_averages
    from cribcalc.render.crib_table import CribTableView

    output.write(CribTableView(crib_averages(), opponent, role))
