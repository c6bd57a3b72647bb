"""``cribcalc score``."""

from __future__ import annotations

import click

from cribcalc.cli.options import Output, output_options, read_cards, starter_option
from cribcalc.render.score import ScoreView
from cribcalc.scoring import score_hand


@click.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@starter_option
@click.option("--crib", is_flag=True, help="Count the cards as a crib.")
@output_options
def score(cards: tuple[str, ...], starter: int | None, crib: bool, output: Output) -> None:
    """Count a hand or crib and show every point.

    \b
    Examples:
      cribcalc score 5H 5D JS 4C --starter 6H
      cribcalc score 2h4h6h8h --starter KC --crib

    Cards are a rank and a suit (5H, tc, 10♦), with spaces, commas, hyphens or nothing
    between them; - reads them from standard input. Without a starter the cards are counted
    alone, and with every starter that may come.
    """
    hand = read_cards(cards)
    counted = score_hand(hand, starter, crib)
    outlook = None
    if starter is None:
        from cribcalc.outlook import starter_outlook

        outlook = starter_outlook(hand, crib)
    if starter is None and len(hand) == 5:
        click.echo(
            "Counted as five cards without a starter; if the last one is the starter, "
            "write --starter before it.",
            err=True,
        )
    output.write(ScoreView(counted, outlook))
