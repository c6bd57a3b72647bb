"""``cribcalc replay``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cribcalc.cli.exits import EXIT_DONE
from cribcalc.cli.options import STDIN, Output, output_options
from cribcalc.errors import InputError, RecordError, UsageError
from cribcalc.game.example import EXAMPLE
from cribcalc.game.recordfile import parse_record
from cribcalc.game.replay import Replay
from cribcalc.game.replay import replay as play_again
from cribcalc.render.replay import ReplayView


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(), required=False)
@click.option(
    "--deal", type=click.IntRange(min=1), metavar="N", help="Show only deal N; all are checked."
)
@click.option(
    "--example", is_flag=True, help="Print a short record to start from, and read no FILE."
)
@output_options
def replay(source: str | None, deal: int | None, example: bool, output: Output) -> int:
    """Play a recorded game again: check every move and explain every point.

    \b
    Examples:
      cribcalc replay --example > game.json
      cribcalc replay --example | cribcalc replay -
      cribcalc replay --example | cribcalc replay - --deal 1 --json

    FILE is a saved game, or one written down at the table, as JSON (- reads standard input);
    docs/games.md describes it. The first move or score that is wrong is named, and the exit
    code is 1 then.
    """
    if example:
        return _print_example(source, output)
    if not source:
        raise click.UsageError("Name the FILE of a game, - for standard input, or --example.")
    name = "The input" if source == STDIN else source
    again = play_again(parse_record(_read(source), name))
    if deal is not None and again.fault is None:
        _require_deal(again, deal)
    output.write(ReplayView(again, deal))
    if again.fault is not None:
        raise RecordError(f"{name} is not valid: event {again.fault.event} is wrong.")
    return EXIT_DONE


def _print_example(source: str | None, output: Output) -> int:
    if source is not None:
        raise click.UsageError("--example prints a record and reads no FILE.")
    if output.format not in ("table", "json"):
        raise click.UsageError(f"The example is JSON, not {output.format}.")
    if output.path is None:
        click.echo(EXAMPLE, nl=False)
    else:
        from cribcalc.output import write_text

        write_text(output.path, EXAMPLE)
    return EXIT_DONE


def _read(source: str) -> bytes:
    """Read all of a file, or of standard input.

    Raises
    ------
    InputError
        If it cannot be read; the sentence says why.

    """
    try:
        if source != STDIN:
            return Path(source).read_bytes()
        if sys.stdin is None:
            raise InputError("Cannot read the game: standard input is closed.")
        return sys.stdin.buffer.read()
    except FileNotFoundError as error:
        raise InputError(f"{source} is not there.") from error
    except IsADirectoryError as error:
        raise InputError(f"{source} is a folder, not a file.") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"Cannot read {source}: {reason[:1].lower()}{reason[1:]}.") from error


def _require_deal(again: Replay, deal: int) -> None:
    last = max((step.deal for step in again.steps), default=0)
    if deal > last:
        there = "has no deal" if not last else f"has deals 1 to {last}" if last > 1 else "has one"
        raise UsageError(f"There is no deal {deal}: the record {there}.")
