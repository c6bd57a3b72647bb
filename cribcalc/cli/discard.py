"""``cribcalc discard``."""

from __future__ import annotations

import click

from cribcalc.cli.options import (
    Output,
    opponent_option,
    output_options,
    read_cards,
    role_options,
    starter_option,
)
from cribcalc.cli.progress import say_compiling
from cribcalc.discard import analyze_deal
from cribcalc.render.discard import DiscardView
from cribcalc.roles import ROLES, Opponent, Role
from cribcalc.throws import SORT_KEYS


@click.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@role_options
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
@click.option("--detail", is_flag=True, help="Add what each starter rank gives the best tosses.")
@output_options
def discard(
    cards: tuple[str, ...],
    role: Role | None,
    opponent: Opponent,
    starter: int | None,
    top: int | None,
    sort: str,
    detail: bool,
    output: Output,
) -> None:
    """Rank the 15 tosses of six cards, for the dealer, the pone or both.

    \b
    Examples:
      cribcalc discard 5H 5D JS 4C 6H QD
      cribcalc discard 5h5djs4c6hqd --pone --top 3 --detail

    Every starter and every crib completion is counted. Cards are a rank and a suit (5H, tc,
    10♦), with spaces, commas, hyphens or nothing between them; - reads them from standard
    input.
    """
    roles = ROLES if role is None else (role,)
    deal = analyze_deal(read_cards(cards), roles, starter, opponent, on_compile=say_compiling)
    output.write(DiscardView(deal, sort, top, detail))
