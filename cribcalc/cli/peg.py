"""``cribcalc peg``."""

from __future__ import annotations

import click

from cribcalc.cli.options import Output, output_options, read_texts
from cribcalc.pile import follow_play, parse_hands, parse_pile, score_pile
from cribcalc.render.peg import PileView, PlayView


@click.group()
def peg() -> None:
    """Score the cards of the play.

    \b
    Example:
      cribcalc peg score 7 6 8 6
    """


@peg.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@click.option("--deal", is_flag=True, help="Follow a whole play: turns, goes and last card.")
@click.option(
    "--hand",
    "hands",
    multiple=True,
    metavar="CARDS",
    help="With --deal: the cards of seat 0, then those of seat 1, and so on.",
)
@click.option(
    "--dealer",
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="With --deal: who deals; the last seat, if nothing is said, so that seat 0 leads.",
)
@click.option(
    "--single-series", is_flag=True, help="With --deal: the play ends with its first series."
)
@output_options
def score(
    cards: tuple[str, ...],
    deal: bool,
    hands: tuple[str, ...],
    dealer: int | None,
    single_series: bool,
    output: Output,
) -> None:
    """Score a pile card by card, or follow a whole play.

    \b
    Examples:
      cribcalc peg score 7 6 8 6
      cribcalc peg score TC 5S 6D TS / 4 4
      cribcalc peg score --deal --hand "KH 7C 2S 3D" --hand "TD 9H 8S 7D" K T 7 2 9 3 8 7

    Ranks are enough, for suits mean nothing in the play. / starts a new series; after 31 one
    begins by itself. With --deal every card must be its player's turn and fit; goes that
    nobody can avoid may be left out. - reads the cards from standard input.
    """
    tokens = parse_pile(*read_texts(cards))
    if not deal:
        if hands or dealer is not None or single_series:
            raise click.UsageError("--hand, --dealer and --single-series belong to --deal.")
        output.write(PileView(score_pile(tokens)))
        return
    if len(hands) < 2:
        raise click.UsageError("--deal needs the hands of two players or more: --hand CARDS each.")
    dealer = len(hands) - 1 if dealer is None else dealer
    if dealer >= len(hands):
        raise click.UsageError(f"--dealer {dealer}: the seats are 0 to {len(hands) - 1}.")
    play = follow_play(parse_hands(hands), dealer, tokens, single_series)
    output.write(PlayView(play, dealer))
