"""Ctrl-C, and the polite signals to end: heard at any moment, even where Python loses them.

An exception raised while C code calls back into Python goes no further than that call. LLVM
does so while it compiles, so a ``KeyboardInterrupt`` raised there is lost. The wish to stop
is therefore remembered too, and long work asks for it with `is_stop_wanted`.
"""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType
from typing import Any

from cribcalc.cli.exits import EXIT_INTERRUPTED

_MOST_SIGNALS = 3
"""With so many signals nothing is waited for any more."""

_active: list[Interrupts] = []


class Interrupts:
    """A time in which signals to stop are heard; the handlers before it come back after it.

    The first signal is raised as a ``KeyboardInterrupt``. Further ones do not disturb the
    winding up that it starts, unless it was lost; the third ends the process at once.
    Outside the main thread, and for signals that are ignored or have another handler, nothing
    is changed.

    Parameters
    ----------
    early
        A handler that is to make way as well, if it is there.

    Attributes
    ----------
    wanted
        The signal that came, or None.

    """

    def __init__(self, early: Any = None) -> None:
        self._early = early
        self.wanted: int | None = None
        self._count = 0
        self._is_lost = False
        self._before: dict[int, Any] = {}
        self._hook: Any = None

    @property
    def exit_code(self) -> int:
        """The exit code that shells give to a process ended by the signal."""
        return EXIT_INTERRUPTED if self.wanted is None else 128 + self.wanted

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # the last is not on every system
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) in (
                    signal.default_int_handler,
                    signal.SIG_DFL,
                    self._early,
                ):
                    self._before[number] = signal.signal(number, self._hear)
            self._hook, sys.unraisablehook = sys.unraisablehook, self._note_lost
        _active.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _active.remove(self)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._hook is not None:
            sys.unraisablehook = self._hook

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count >= _MOST_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        if self.wanted is None or self._is_lost:
            self.wanted, self._is_lost = number, False
            raise KeyboardInterrupt

    def _note_lost(self, lost: Any) -> None:
        """Keep quiet about a lost interrupt, for the wish is remembered.

        What an interrupt has left half made may complain when it is thrown away: that is not
        told either.
        """
        if self.wanted is None:
            self._hook(lost)
        elif isinstance(lost.exc_value, KeyboardInterrupt):
            self._is_lost = True


def is_stop_wanted() -> bool:
    """Tell whether the user wants the program to stop."""
    return any(each.wanted is not None for each in _active)
