"""A click group that imports a command only when it is run."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands are named by ``module:attribute`` and a line of help.

    Group help is answered from those lines, so that ``--help`` imports no command.
    """

    def __init__(
        self, *args: Any, lazy_commands: Mapping[str, tuple[str, str]], **kwargs: Any
    ) -> None:
        """Remember the commands: name to (``module:attribute``, short help)."""
        super().__init__(*args, **kwargs)
        self._lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order they were declared."""
        return list(self._lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command asked for."""
        if cmd_name not in self._lazy_commands:
            return None
        module, attribute = self._lazy_commands[cmd_name][0].split(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one was probably meant.

        Raises
        ------
        click.UsageError
            If there is no such command.

        """
        name = args[0]
        if name in self._lazy_commands or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        close = get_close_matches(name, self._lazy_commands, n=1)
        advice = f"did you mean {close[0]}?" if close else f"there are {self._listed()}."
        raise click.UsageError(f"No such command {name!r}: {advice}", ctx)

    def _listed(self) -> str:
        *some, last = self._lazy_commands
        return f"{', '.join(some)} and {last}"

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the declared lines."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy_commands.items()])
