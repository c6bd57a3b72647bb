"""Start the program, as ``cribcalc`` or ``python -m cribcalc``, so that Ctrl-C is heard at once.

Importing the command line takes a moment, in which Python would answer Ctrl-C by a traceback.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found] # signal itself takes time
import os
import sys

# Nothing else here: it is imported when Ctrl-C is heard.

EXIT_INTERRUPTED = 130


def run() -> None:
    """Run the program: the entry point of the console script."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_usual:
        signal.signal(signal.SIGINT, _leave)
    try:
        from cribcalc.cli import main

        code = main(early=_leave)
    except KeyboardInterrupt:  # at the last moment
        code = EXIT_INTERRUPTED
    if is_usual:
        signal.signal(signal.SIGINT, _leave_quietly)
    sys.exit(code)


def _leave(number: int, frame: object) -> None:
    """End at once: nothing has been done yet that could be lost."""
    if sys.stderr is not None:
        try:  # noqa: SIM105 (contextlib would have to be imported)
            os.write(2, b"\ncribcalc: Interrupted.\n")
        except OSError:
            pass  # nobody listens
    _leave_quietly(number, frame)


def _leave_quietly(_number: int, _frame: object) -> None:
    os._exit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    run()
