"""Options that every command shares, and the one way to put out an answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import click

from cribcalc.cards import parse_card, parse_cards
from cribcalc.cli.settings import debug_option
from cribcalc.errors import InputError, OutputError
from cribcalc.render.style import PLAIN, ColorChoice, Style, style_for
from cribcalc.render.view import FORMATS, View, format_for, render
from cribcalc.roles import DEFAULT_OPPONENT, METHODS, OPPONENTS, Role

Function = TypeVar("Function", bound=Callable[..., Any])

STDIN = "-"


class Output(NamedTuple):
    """Where and how the answer is wanted."""

    format: str
    path: str | None
    color: ColorChoice
    ten: str

    def write(self, view: View) -> None:
        """Render a result and put it where it was asked for.

        Raises
        ------
        OutputError
            If the file cannot be written, or standard output is closed.

        """
        if self.path is None:
            if sys.stdout is None:
                raise OutputError("Cannot write the answer: standard output is closed.")
            click.echo(render(view, self.format, self._style()), nl=False, color=True)
            return
        from cribcalc.output import write_text

        write_text(self.path, render(view, self.format, Style(ten=self.ten)))

    def _style(self) -> Style:
        if self.format == "table":
            return style_for(sys.stdout, os.environ, self.color, self.ten)
        if self.format == "markdown":  # a document: suit signs are welcome, escapes are not
            return style_for(sys.stdout, os.environ, "never", self.ten)
        return PLAIN


def output_options(function: Function) -> Function:
    """Add the options that say how an answer is put out; passes ``output: Output``."""
    options = (
        click.option(
            "-f",
            "--format",
            "output_format",
            type=click.Choice(FORMATS),
            help="How to write the answer; by the ending of -o FILE, else a table.",
        ),
        click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
        click.option(
            "-o",
            "--output",
            "path",
            type=click.Path(),
            metavar="FILE",
            help="Write to FILE instead of the screen.",
        ),
        click.option(
            "--color",
            type=click.Choice(("auto", "always", "never")),
            default="auto",
            show_default=True,
            help="Colour the cards; NO_COLOR and FORCE_COLOR are heeded.",
        ),
        click.option(
            "--ten",
            type=click.Choice(("T", "10")),
            default="T",
            show_default=True,
            help="How tables write a ten.",
        ),
        debug_option,
    )

    @wraps(function)
    def wrapper(
        *args: Any,
        output_format: str | None,
        as_json: bool,
        path: str | None,
        color: ColorChoice,
        ten: str,
        **kwargs: Any,
    ) -> Any:
        if as_json and output_format not in (None, "json"):
            raise click.UsageError(f"--json and --format {output_format} contradict each other.")
        if path == "":
            raise click.UsageError("--output needs the name of a file.")
        path = None if path == STDIN else path
        chosen = "json" if as_json else output_format
        if chosen is None:
            chosen = "table" if path is None else format_for(path)
        return function(*args, output=Output(chosen, path, color, ten), **kwargs)

    decorated: Any = wrapper
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def starter_option(function: Function) -> Function:
    """Add ``--starter CARD``; passes ``starter`` as a card or None."""

    def read(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
        return None if value is None else parse_card(value)

    decorate = click.option(
        "-s", "--starter", metavar="CARD", callback=read, help="The card turned up, if known."
    )
    return decorate(function)


def read_cards(texts: tuple[str, ...]) -> tuple[int, ...]:
    """Read the cards of the command line, or of stdin if they are ``-``."""
    return parse_cards(*read_texts(texts))


def read_texts(texts: tuple[str, ...]) -> Sequence[str]:
    """Give the words of the command line, or the lines of stdin if they are ``-``."""
    return _stdin_lines() if texts == (STDIN,) else texts


def _stdin_lines() -> list[str]:
    """Read the lines of stdin as UTF-8; what is not becomes a sign that is no card."""
    if sys.stdin is None:
        raise InputError("Cannot read the cards: standard input is closed.")
    return sys.stdin.buffer.read().decode("utf-8-sig", errors="replace").splitlines()


def role_options(function: Function) -> Function:
    """Add ``--dealer`` and ``--pone``; passes ``role`` or None for both."""

    @wraps(function)
    def wrapper(*args: Any, dealer: bool, pone: bool, **kwargs: Any) -> Any:
        if dealer and pone:
            raise click.UsageError("--dealer and --pone exclude each other.")
        role: Role | None = "dealer" if dealer else "pone" if pone else None
        return function(*args, role=role, **kwargs)

    dealer = click.option("--dealer", is_flag=True, help="Only for the dealer, whose crib it is.")
    pone = click.option("--pone", is_flag=True, help="Only for the pone, the other player.")
    return dealer(pone(wrapper))  # type: ignore[return-value]


def opponent_option(function: Function) -> Function:
    """Add ``--opponent``: the model of the other player's throw."""
    decorate = click.option(
        "--opponent",
        type=click.Choice(tuple(OPPONENTS)),
        default=DEFAULT_OPPONENT,
        show_default=True,
        envvar="CRIBCALC_OPPONENT",
        show_envvar=True,
        help="How the opponent throws: his best (strategic), or any two cards alike (uniform).",
    )
    return decorate(function)


def method_option(function: Function) -> Function:
    """Add ``--method``: exact counting or tables, against a strategic opponent."""
    decorate = click.option(
        "--method",
        type=click.Choice(METHODS),
        help="Against a strategic opponent: tables (quick, close; usual) or exact counting (slow).",
    )
    return decorate(function)
