"""``cribcalc stats``."""

from __future__ import annotations

import sys

import click

from cribcalc.cli.interrupts import is_stop_wanted
from cribcalc.cli.options import Output, opponent_option, output_options, role_options
from cribcalc.cli.progress import progress_bar, say_compiling
from cribcalc.cli.rules_options import variant_option
from cribcalc.errors import UsageError
from cribcalc.roles import ROLES, Opponent, Role
from cribcalc.situation import Situation
from cribcalc.variants import DEFAULT_VARIANT, make_rules


@click.group()
def stats() -> None:
    """Count all hands, all cribs and all six-card deals; nothing is sampled.

    \b
    Example:
      cribcalc stats hands
    """


@stats.command()
@variant_option
@output_options
def hands(variant: str | None, output: Output) -> None:
    """Count the points of every hand with every starter: of four cards, or a variant's.

    \b
    Examples:
      cribcalc stats hands
      cribcalc stats hands --variant seven-card
    """
    _census(make_rules(variant or DEFAULT_VARIANT).hand_size, output, crib=False)


@stats.command()
@variant_option
@output_options
def cribs(variant: str | None, output: Output) -> None:
    """Count the points of every crib with every starter: of four cards, or a variant's.

    \b
    Example:
      cribcalc stats cribs --json
    """
    _census(make_rules(variant or DEFAULT_VARIANT).crib_size, output, crib=True)


@stats.command()
@role_options
@opponent_option
@variant_option
@output_options
def deals(role: Role | None, opponent: Opponent, variant: str | None, output: Output) -> None:
    """Average hand and crib over all deals, thrown at their best.

    Hands are exact. So are cribs against a uniform opponent; against a strategic one they come
    from tables, each within about 0.01 of an exact count.

    \b
    Examples:
      cribcalc stats deals --dealer
      cribcalc stats deals --opponent uniform
    """
    rules = make_rules(variant or DEFAULT_VARIANT)
    if not Situation(rules).is_base_game:
        raise UsageError(
            f"All deals are averaged for {DEFAULT_VARIANT} only, not for {rules.variant}; "
            "cribcalc discard has single deals of every variant."
        )
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


def _census(size: int, output: Output, *, crib: bool) -> None:
    from cribcalc.census import show_census
    from cribcalc.render.stats import CensusView

    output.write(CensusView(show_census(size, crib=crib)))
