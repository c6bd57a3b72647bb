"""``cribcalc batch``."""

from __future__ import annotations

import sys

import click

from cribcalc.batch import run_batch
from cribcalc.batch.analysers import ANALYSERS
from cribcalc.batch.readers import INPUT_FORMATS
from cribcalc.batch.run import TASKS
from cribcalc.batch.writers import OUTPUT_FORMATS
from cribcalc.cli.exits import EXIT_BAD_ROWS, EXIT_DONE
from cribcalc.cli.options import STDIN, opponent_option, role_options
from cribcalc.cli.progress import progress_bar, tell_if_compiling
from cribcalc.cli.settings import debug_option
from cribcalc.roles import Opponent, Role

_SHOWN_ERRORS = 10


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(), default=STDIN)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(),
    default=STDIN,
    help="Write to FILE, in the format of its ending; standard output otherwise.",
)
@click.option(
    "-f",
    "--format",
    "output_format",
    type=click.Choice(OUTPUT_FORMATS),
    help="Write this format; by the ending of -o FILE, else csv.",
)
@click.option(
    "--input-format",
    type=click.Choice(INPUT_FORMATS),
    help="Read this format; by the ending of FILE, else by what is in it.",
)
@click.option("--task", type=click.Choice(TASKS), help="What to do; else guessed from the columns.")
@role_options
@opponent_option
@click.option("--all", "all_throws", is_flag=True, help="Write all 15 tosses of each deal.")
@click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("-q", "--quiet", is_flag=True, help="No progress bar and no list of bad rows.")
@debug_option
@click.pass_context
def batch(
    ctx: click.Context,
    source: str,
    target: str,
    output_format: str | None,
    input_format: str | None,
    task: str | None,
    role: Role | None,
    opponent: Opponent,
    all_throws: bool,
    threads: int,
    quiet: bool,
) -> int:
    r"""Analyse a file of deals, or score a file of hands.

    \b
    Examples:
      cribcalc batch hands.csv -o results.csv
      cribcalc batch deals.txt --dealer --all -o throws.jsonl
      cat deals.txt | cribcalc batch --pone > results.csv

    FILE holds a hand a line (5H 5D JS 4C 6H QD dealer), or is CSV with a header (hand,role or
    hand,starter,crib; other columns are kept), JSON lines or Parquet. --dealer and --pone are
    for rows that do not say. A bad row is written with a sentence in its error column; the
    exit code is then 3.
    """
    if source == STDIN and sys.stdin.isatty():
        click.echo(ctx.get_help())
        return EXIT_DONE
    if not quiet:
        tell_if_compiling(sys.stderr, "text", "text_out")
    bad_rows = _BadRows(quiet)
    with progress_bar("Analysing", sys.stderr, wanted=not quiet) as progress:
        summary = run_batch(
            source,
            target,
            task=task,
            role=role,
            analyser=ANALYSERS[opponent],
            input_format=input_format,
            output_format=output_format,
            all_throws=all_throws,
            threads=threads,
            progress=progress,
            on_error=bad_rows.note,
        )
    bad_rows.tell(summary.input_name, summary.unit)
    if not summary.bad_rows:
        return EXIT_DONE
    plural = "" if summary.bad_rows == 1 else "s"
    click.echo(
        f"{summary.bad_rows:,} bad row{plural} of {summary.rows:,}; "
        "each is in the output with its error.",
        err=True,
    )
    return EXIT_BAD_ROWS


class _BadRows:
    """The first bad rows, told when the progress bar is gone."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._first: list[tuple[int, str]] = []
        self._more = 0

    def note(self, line: int, sentence: str) -> None:
        """Remember a bad row, if it is among the first."""
        if len(self._first) < _SHOWN_ERRORS:
            self._first.append((line, sentence))
        else:
            self._more += 1

    def tell(self, name: str, unit: str) -> None:
        """Name the bad rows on stderr."""
        if self._quiet:
            return
        for line, sentence in self._first:
            click.echo(f"{name}, {unit} {line}: {sentence}", err=True)
        if self._more:
            click.echo(f"... and {self._more:,} more.", err=True)
