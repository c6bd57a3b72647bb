"""``cribcalc discard``."""

from __future__ import annotations

import click
from click.core import ParameterSource

from cribcalc.cli.options import (
    Output,
    opponent_option,
    output_options,
    read_cards,
    starter_option,
)
from cribcalc.cli.progress import say_compiling
from cribcalc.cli.rules_options import rules_options, score_option, side_options
from cribcalc.discard import analyze_deal
from cribcalc.errors import UsageError
from cribcalc.render.discard import DiscardView
from cribcalc.render.situation import STRATEGIC_ONLY
from cribcalc.render.view import View
from cribcalc.roles import ROLES, CribSide, Opponent, Role
from cribcalc.rules import Rules
from cribcalc.situation import Situation, Standing
from cribcalc.throws import SORT_KEYS


@click.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@side_options
@opponent_option
@starter_option
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show the best N tosses only.")
@click.option(
    "--sort",
    type=click.Choice(tuple(SORT_KEYS)),
    default="expected",
    show_default=True,
    help="What to rank by; floor and ceiling are the least and most that can come.",
)
@click.option(
    "--detail",
    is_flag=True,
    help="Add what each starter rank gives the best tosses, and what a strategic opponent throws.",
)
@rules_options
@score_option
@output_options
def discard(
    cards: tuple[str, ...],
    side: CribSide | None,
    opponent: Opponent,
    starter: int | None,
    top: int | None,
    sort: str,
    detail: bool,
    rules: Rules,
    standing: Standing | None,
    output: Output,
) -> None:
    """Rank the 15 tosses of six cards, for the dealer, the pone or both.

    \b
    Examples:
      cribcalc discard 5H 5D JS 4C 6H QD
      cribcalc discard 5h5djs4c6hqd --pone --top 3 --detail
      cribcalc discard 5h5djs4c6h --variant three-player --dealer
      cribcalc discard 5h5djs4c6hqd --rule backtrack-10 --score 7-30

    Every starter and every crib completion is counted. Cards are a rank and a suit (5H, tc,
    10♦), with spaces, commas, hyphens or nothing between them; - reads them from standard
    input. Other variants are dealt other numbers of cards; there, and where hands of no points
    move back or the lowest score wins, unseen cards fall at random (uniform).
    """
    situation = Situation(rules, standing)
    view: View
    if situation.is_base_game:
        roles = _base_roles(situation, side)
        deal = analyze_deal(read_cards(cards), roles, starter, opponent, on_compile=say_compiling)
        view = DiscardView(deal, sort, top, detail)
    else:
        _refuse_strategic(opponent)
        view = _variant_view(read_cards(cards), situation, side, starter, (sort, top, detail))
    output.write(view)


def _base_roles(situation: Situation, side: CribSide | None) -> tuple[Role, ...]:
    if side is None:
        return ROLES
    situation.shape(side)  # there is no partner
    return ("pone",) if side == "pone" else ("dealer",)


def _refuse_strategic(opponent: Opponent) -> None:
    """Refuse a strategic opponent that was asked for here, not only as a general wish."""
    source = click.get_current_context().get_parameter_source("opponent")
    if opponent == "strategic" and source is ParameterSource.COMMANDLINE:
        raise UsageError(f"{STRATEGIC_ONLY}: leave --opponent out, or say uniform.")


def _variant_view(
    cards: tuple[int, ...],
    situation: Situation,
    side: CribSide | None,
    starter: int | None,
    shown: tuple[str, int | None, bool],
) -> View:
    from cribcalc.render.speedo import GiftView
    from cribcalc.speedo import GiftAnalysis
    from cribcalc.variant_discard import analyze_variant

    deal = analyze_variant(cards, situation, side, starter)
    return GiftView(deal, *shown) if isinstance(deal, GiftAnalysis) else DiscardView(deal, *shown)
