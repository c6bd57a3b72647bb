"""What holds for the whole run of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])


class Settings:
    """Choices made before any command is known."""

    def __init__(self) -> None:
        """Start with what holds if nothing is said."""
        self.debug = False


def debug_option(function: Function) -> Function:
    """Add ``--debug``: show the traceback of an error."""

    def remember(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
        if value:
            ctx.find_root().ensure_object(Settings).debug = True

    decorate = click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=remember,
        help="Show the traceback of an error.",
    )
    return decorate(function)
