"""``cribcalc score``."""

from __future__ import annotations

import click

from cribcalc.cards import require_count
from cribcalc.cli.options import Output, output_options, read_cards, starter_option
from cribcalc.cli.rules_options import variant_option
from cribcalc.render.score import ScoreView
from cribcalc.scoring import score_hand
from cribcalc.variants import make_rules


@click.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@starter_option
@click.option("--crib", is_flag=True, help="Count the cards as a crib.")
@variant_option
@output_options
def score(
    cards: tuple[str, ...], starter: int | None, crib: bool, variant: str | None, output: Output
) -> None:
    """Count a hand or crib and show every point.

    \b
    Examples:
      cribcalc score 5H 5D JS 4C --starter 6H
      cribcalc score 2h4h6h8h --starter KC --crib

    Cards are a rank and a suit (5H, tc, 10♦), with spaces, commas, hyphens or nothing
    between them; - reads them from standard input. Without a starter the cards are counted
    alone, and with every starter that may come. With a variant the number of cards must be
    that of its hands, or cribs.
    """
    hand = read_cards(cards)
    if variant is not None:
        rules = make_rules(variant)
        size, kind = (rules.crib_size, "crib") if crib else (rules.hand_size, "hand")
        require_count(hand, (size,), f"in {rules.variant} a {kind} has")
    counted = score_hand(hand, starter, crib)
    outlook = None
    if starter is None:
        from cribcalc.outlook import starter_outlook

        outlook = starter_outlook(hand, crib)
    if starter is None and len(hand) == 5 and variant is None:
        click.echo(
            "Counted as five cards without a starter; if the last one is the starter, "
            "write --starter before it.",
            err=True,
        )
    output.write(ScoreView(counted, outlook))
