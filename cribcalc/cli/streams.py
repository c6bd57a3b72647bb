"""Standard streams that are closed, and texts fit for a terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO, NoReturn

from cribcalc.errors import OutputError


class ClosedOutput(io.TextIOBase):
    """Stands in for a standard output that is closed: what is written would be lost."""

    encoding = "utf-8"
    errors = "strict"

    @property
    def buffer(self) -> BinaryIO:
        """Refuse to be written to as bytes."""
        self._refuse()

    def write(self, text: str, /) -> int:
        """Refuse to be written to, but for nothing."""
        return self._refuse() if text else 0

    def _refuse(self) -> NoReturn:
        raise OutputError("Cannot write the answer: standard output is closed.")


@contextmanager
def open_streams() -> Iterator[None]:
    """Put something in the place of a stdout or stderr that is closed, for a time.

    A missing stderr becomes the null device: nothing else must get its number, nor notices.
    """
    before = sys.stdout, sys.stderr
    with ExitStack() as stack:
        if sys.stderr is None:
            sys.stderr = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123
        if sys.stdout is None:
            closed: Any = ClosedOutput()
            sys.stdout = closed
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def shown(text: str, also: str = "") -> str:
    r"""Escape what a terminal would obey, as names of files may have in them.

    >>> shown("a\x1b[31m.csv")
    'a\\x1b[31m.csv'
    """
    return "".join(c if c.isprintable() or c in also else ascii(c)[1:-1] for c in text)
