"""``cribcalc stats``."""

from __future__ import annotations

import sys

import click

from cribcalc.cli.interrupts import is_stop_wanted
from cribcalc.cli.options import Output, opponent_option, output_options, role_options
from cribcalc.cli.progress import progress_bar, say_compiling
from cribcalc.roles import ROLES, Opponent, Role


@click.group()
def stats() -> None:
    """Exact counts over all hands, all cribs and all six-card deals.

    \b
    Example:
      cribcalc stats hands
    """


@stats.command()
@output_options
def hands(output: Output) -> None:
    """Count the points of every hand of four cards with every starter.

    \b
    Example:
      cribcalc stats hands
    """
    _census(output, crib=False)


@stats.command()
@output_options
def cribs(output: Output) -> None:
    """Count the points of every crib of four cards with every starter.

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
    """Average hand and crib over all deals, thrown at their best.

    \b
    Example:
      cribcalc stats deals --dealer
    """
    from cribcalc.render.stats import DealsView
    from cribcalc.stats import DealStatistics, deal_statistics

    statistics: list[DealStatistics] = []
    for each in ROLES if role is None else (role,):
        with progress_bar(f"{each}: all deals", sys.stderr) as progress:
            say = None if statistics else say_compiling  # for the second role all is compiled
            statistics.append(
                deal_statistics(
                    each,
                    opponent=opponent,
                    progress=progress,
                    on_compile=say,
                    stopped=is_stop_wanted,
                )
            )
    output.write(DealsView(statistics))


def _census(output: Output, *, crib: bool) -> None:
    from cribcalc.census import show_census
    from cribcalc.render.stats import CensusView

    output.write(CensusView(show_census(crib=crib)))
