"""The command line: parse, call, render. This module starts it and maps errors to exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click

from cribcalc import __version__
from cribcalc.cli.exits import EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE
from cribcalc.cli.lazy import LazyGroup
from cribcalc.cli.settings import Settings, debug_option
from cribcalc.errors import CribcalcError

COMMANDS = {
    "score": ("cribcalc.cli.score:score", "Count a hand or crib and show every point."),
    "discard": ("cribcalc.cli.discard:discard", "Rank the 15 tosses of six cards, exactly."),
    "batch": ("cribcalc.cli.batch:batch", "Analyse a file of deals or hands."),
    "stats": ("cribcalc.cli.stats:stats", "Exact counts over all hands, cribs and deals."),
    "table": ("cribcalc.cli.table:table", "Average crib for each pair of thrown cards."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="cribcalc", message="%(prog)s %(version)s")
@debug_option
@click.pass_context
def cribcalc(ctx: click.Context) -> None:
    """Exact cribbage hand analysis.

    \b
    Examples:
      cribcalc score 5H 5D JS 4C --starter 6H
      cribcalc discard 5H 5D JS 4C 6H QD --dealer
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code (0, 1, 2, 3 or 130)."""
    settings = Settings()
    stdout = sys.stdout
    try:
        code = cribcalc.main(
            args=None if arguments is None else list(arguments),
            prog_name="cribcalc",
            standalone_mode=False,
            obj=settings,
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()
        return EXIT_DONE
    except SystemExit:
        if sys.stdout is stdout:  # shell completion has answered
            raise
        sys.stdout = stdout  # click has wrapped it, for its reader has gone
        _forget_stdout()
        return EXIT_DONE
    except (KeyboardInterrupt, click.Abort) as error:
        # Click turns an interrupt into an Abort without words; the first one may have some.
        said = str(error.__cause__ or "") or str(error) or "interrupted"
        return _failed(f"{said[0].upper()}{said[1:]}.", EXIT_INTERRUPTED, settings)
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return EXIT_USAGE if isinstance(error, click.UsageError) else EXIT_FAILED
    except CribcalcError as error:
        return _failed(str(error), error.exit_code, settings)
    except OSError as error:
        _forget_stdout()
        return _failed(f"Cannot write the answer: {_reason(error)}.", EXIT_FAILED, settings)
    except Exception as error:  # noqa: BLE001 - a fault of ours is reported, never a traceback
        report = f"This is a fault in cribcalc: {type(error).__name__}: {error}."
        return _failed(f"{report} Run again with --debug to see where.", EXIT_FAILED, settings)
    return code if isinstance(code, int) else EXIT_DONE


def run() -> NoReturn:
    """Run the program: the entry point of the console script."""
    sys.exit(main())


def _failed(sentence: str, code: int, settings: Settings) -> int:
    if settings.debug:
        import traceback

        traceback.print_exc()
    with suppress(OSError):  # if nobody can be told any more, the exit code still says it
        click.echo(f"cribcalc: {sentence}", err=True)
    return code


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _forget_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush cannot fail again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
