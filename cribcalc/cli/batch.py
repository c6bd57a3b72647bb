"""``cribcalc batch``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.core import ParameterSource

from cribcalc.batch import run_batch
from cribcalc.batch.analysers import NoTables
from cribcalc.batch.readers import INPUT_FORMATS
from cribcalc.batch.run import TASKS
from cribcalc.batch.writers import OUTPUT_FORMATS
from cribcalc.cli.exits import EXIT_BAD_ROWS, EXIT_DONE
from cribcalc.cli.interrupts import is_stop_wanted
from cribcalc.cli.options import STDIN, method_option, opponent_option, role_options
from cribcalc.cli.progress import progress_bar, say_compiling
from cribcalc.cli.settings import debug_option
from cribcalc.cli.streams import shown
from cribcalc.render.view import FORMATS
from cribcalc.roles import Method, Opponent, Role

_FORMATS = f"{', '.join(OUTPUT_FORMATS[:-1])} or {OUTPUT_FORMATS[-1]}"
_SHOWN_ERRORS = 10


class _FormatChoice(click.Choice[str]):
    """The formats that rows can be written in; others get a sentence about them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a format."""
        if value in FORMATS and value not in OUTPUT_FORMATS:
            hint = "; for JSON, jsonl has one object a line" if value == "json" else ""
            self.fail(f"batch writes {_FORMATS}, not {value}{hint}.", param, ctx)
        return super().convert(value, param, ctx)


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
    type=_FormatChoice(OUTPUT_FORMATS),
    help="Write this format; by the ending of -o FILE, else csv.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format jsonl.")
@click.option(
    "--input-format",
    type=click.Choice(INPUT_FORMATS),
    help="Read this format; by the ending of FILE, else by what is in it.",
)
@click.option("--task", type=click.Choice(TASKS), help="What to do; else guessed from the columns.")
@role_options
@opponent_option
@method_option
@click.option("--all", "all_throws", is_flag=True, help="Write all 15 tosses of each deal.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Analyse so many parts at once; as many as processors by default.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress bar and no list of bad rows.")
@debug_option
@click.pass_context
def batch(
    ctx: click.Context,
    source: str,
    target: str,
    output_format: str | None,
    as_json: bool,
    input_format: str | None,
    task: str | None,
    role: Role | None,
    opponent: Opponent,
    method: Method | None,
    all_throws: bool,
    threads: int | None,
    quiet: bool,
) -> int:
    """Analyse a file of deals, or score a file of hands.

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
    if as_json and output_format not in (None, "jsonl"):
        raise click.UsageError(f"--json and --format {output_format} contradict each other.")
    if target == "":
        raise click.UsageError("--output needs the name of a file.")
    if source == STDIN and sys.stdin is not None and sys.stdin.isatty():
        click.echo(ctx.get_help())
        return EXIT_DONE
    bad_rows = _BadRows(quiet)
    with (
        _told_where_from(ctx),
        progress_bar("Analysing", sys.stderr, wanted=not quiet) as progress,
    ):
        summary = run_batch(
            source,
            target,
            task=task,
            role=role,
            opponent=opponent,
            method=method,
            input_format=input_format,
            output_format="jsonl" if as_json else output_format,
            all_throws=all_throws,
            threads=threads,
            progress=progress,
            on_error=bad_rows.note,
            on_compile=None if quiet else say_compiling,
            stopped=is_stop_wanted,
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


@contextmanager
def _told_where_from(ctx: click.Context) -> Iterator[None]:
    """Say that the environment chose the opponent where that is why a batch is refused."""
    try:
        yield
    except NoTables as error:
        if ctx.get_parameter_source("opponent") is not ParameterSource.ENVIRONMENT:
            raise
        advice = "CRIBCALC_OPPONENT in the environment chose him; --opponent strategic has tables."
        raise NoTables(f"{error} {advice}") from error


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
            click.echo(f"{shown(name)}, {unit} {line}: {shown(sentence)}", err=True)
        if self._more:
            click.echo(f"... and {self._more:,} more.", err=True)
