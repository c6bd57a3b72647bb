"""``cribcalc stats``."""

from __future__ import annotations

import sys

import click

from cribcalc.cli.options import Output, opponent_option, output_options, role_options
from cribcalc.cli.progress import progress_bar, tell_if_compiling
from cribcalc.roles import ROLES, Opponent, Role


@click.group()
def stats() -> None:
    """Exact counts over all hands, all cribs and all six-card deals."""


@stats.command()
@output_options
def hands(output: Output) -> None:
    r"""Count the points of every hand of four cards with every starter.

    \b
    Example:
      cribcalc stats hands
    """
    _census(output, crib=False)


@stats.command()
@output_options
def cribs(output: Output) -> None:
    r"""Count the points of every crib of four cards with every starter.

    \b
    Example:
      cribcalc stats cribs --json
    """
    _census(output, crib=True)


@stats.command()
@role_options
@opponent_option
@output_options
def deals(role: Role | None, opponent: Opponent, output: Output) -> None:
    r"""Average hand and crib over all six-card deals, each thrown at its best.

    \b
    Example:
      cribcalc stats deals --dealer
    """
    from cribcalc.render.stats import DealsView
    from cribcalc.stats import deal_statistics

    tell_if_compiling(sys.stderr, "ranksums", "sweep")
    statistics = []
    for each in ROLES if role is None else (role,):
        with progress_bar(f"{each}: all deals", sys.stderr) as progress:
            statistics.append(deal_statistics(each, progress=progress))
    output.write(DealsView(statistics, opponent))


def _census(output: Output, *, crib: bool) -> None:
    from cribcalc.census import show_census
    from cribcalc.render.stats import CensusView

    output.write(CensusView(show_census(crib=crib)))
