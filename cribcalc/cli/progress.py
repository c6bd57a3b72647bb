"""What a person sees on stderr while something takes long; nothing off a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TextIO

import click


@contextmanager
def progress_bar(
    label: str, stream: TextIO, *, wanted: bool = True
) -> Iterator[Callable[[int, int | None], None]]:
    """Give a function to call with what is done and the whole (None if unknown).

    The bar appears with the first call: before it nothing is known, and other lines may come.
    """
    if not (wanted and stream.isatty()):
        yield lambda _done, _total: None
        return
    with ExitStack() as stack:
        bars: list[Any] = []

        def advance(done: int, total: int | None) -> None:
            if not total:
                return
            if not bars:
                bar = click.progressbar(length=100, label=label, file=stream, show_eta=False)
                bars.append(stack.enter_context(bar))
            bars[0].update(min(100, done * 100 // total) - bars[0].pos)

        yield advance


def say_compiling() -> None:
    """Say on stderr that this run takes longer than the next."""
    click.echo("Compiling (first run only) ...", err=True)
