"""The command line: parse, call, render. This module starts it and maps errors to exit codes."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from cribcalc import __version__
from cribcalc.cli.exits import EXIT_DONE, EXIT_FAILED, EXIT_USAGE
from cribcalc.cli.interrupts import Interrupts
from cribcalc.cli.lazy import LazyGroup
from cribcalc.cli.settings import Settings, debug_option
from cribcalc.cli.streams import open_streams, shown
from cribcalc.errors import CribcalcError, OutputError

COMMANDS = {
    "score": ("cribcalc.cli.score:score", "Count a hand or crib and show every point."),
    "discard": ("cribcalc.cli.discard:discard", "Rank what to throw to the crib, exactly."),
    "peg": ("cribcalc.cli.peg:peg", "Score the cards of the play."),
    "batch": ("cribcalc.cli.batch:batch", "Analyse a file of deals or hands."),
    "stats": ("cribcalc.cli.stats:stats", "Exact counts over all hands, cribs and deals."),
    "table": ("cribcalc.cli.table:table", "Average crib for each pair of thrown cards."),
    "variants": ("cribcalc.cli.variants:variants", "Explain variants, rules and presets."),
    "replay": ("cribcalc.cli.replay:replay", "Play a recorded game again, and check it."),
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


def main(arguments: Sequence[str] | None = None, early: Any = None) -> int:
    """Run one command line and return its exit code (0, 1, 2, 3, or 130 and the like).

    ``early`` is a handler of Ctrl-C that served while this module was imported.
    """
    with Interrupts(early) as interrupts, open_streams():
        return _main(arguments, Settings(), interrupts)


def _main(arguments: Sequence[str] | None, settings: Settings, interrupts: Interrupts) -> int:
    stdout = sys.stdout
    try:
        code = cribcalc.main(
            args=None if arguments is None else list(arguments),
            prog_name="cribcalc",
            standalone_mode=False,
            obj=settings,
        )
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
        return _failed(f"{said[0].upper()}{said[1:]}.", interrupts.exit_code, settings)
    except click.ClickException as error:
        said_by_click = io.StringIO()
        error.show(said_by_click)
        with suppress(OSError):
            click.echo(shown(said_by_click.getvalue(), also="\n\t"), err=True, nl=False)
        return EXIT_USAGE if isinstance(error, click.UsageError) else EXIT_FAILED
    except CribcalcError as error:
        return _failed(str(error), error.exit_code, settings)
    except (OSError, MemoryError, ImportError) as error:
        from cribcalc.output import other_error, write_error

        _forget_stdout()
        failure = write_error("the answer", error) if _is_writing(error) else other_error(error)
        return _failed(str(failure), EXIT_FAILED, settings)
    except Exception as error:  # noqa: BLE001 - a fault of ours is reported, never a traceback
        report = f"This is a fault in cribcalc: {type(error).__name__}: {error}."
        return _failed(f"{report} Run again with --debug to see where.", EXIT_FAILED, settings)
    return code if isinstance(code, int) else EXIT_DONE


def _failed(sentence: str, code: int, settings: Settings) -> int:
    if settings.debug:
        import traceback

        traceback.print_exc()
    with suppress(OSError):  # if nobody can be told any more, the exit code still says it
        click.echo(f"cribcalc: {shown(sentence)}", err=True)
    return code


def _is_writing(error: Exception) -> bool:
    """Tell whether it was writing that failed: a full disk, click's printing, our last flush."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    module = "" if place is None else str(place.tb_frame.f_globals.get("__name__"))
    is_full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    is_printing = module == __name__ or module.startswith("click.")
    return isinstance(error, OSError) and (is_full or is_printing)


def _forget_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush cannot fail again."""
    with suppress(OSError, ValueError, AttributeError, OutputError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
