"""What a person sees on stderr while something takes long; nothing off a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click


@contextmanager
def progress_bar(
    label: str, stream: TextIO, *, wanted: bool = True
) -> Iterator[Callable[[int, int | None], None]]:
    """Give a function to call with what is done and the whole (None if unknown)."""
    if not (wanted and stream.isatty()):
        yield lambda _done, _total: None
        return
    with click.progressbar(length=100, label=label, file=stream) as shown:

        def advance(done: int, total: int | None) -> None:
            if total:
                shown.update(min(100, done * 100 // total) - shown.pos)

        yield advance


def tell_if_compiling(stream: TextIO, *kernels: str) -> None:
    """Say that the first run takes longer, where these kernel modules are not compiled yet."""
    from cribcalc.kernels._jit import cache_is_cold

    if cache_is_cold(*kernels):
        click.echo("Compiling (first run only) ...", file=stream)
