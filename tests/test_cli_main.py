"""The program as a whole: help, exit codes, faults, and doctests of the library."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import click
import pytest

import cribcalc
from cribcalc import cli
from cribcalc.cli import COMMANDS
from cribcalc.errors import (
    BadCard,
    CardError,
    CribcalcError,
    DuplicateCard,
    InputError,
    MissingExtra,
    OutputError,
    UsageError,
    WrongCount,
)
from tests.running import Ran, call, run, shell

DISCARD = ("discard", "5H", "5D", "JS", "4C", "6H", "QD")


def test_version() -> None:
    assert call("--version") == Ran(0, f"cribcalc {cribcalc.__version__}\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+", cribcalc.__version__)


def test_no_arguments_is_the_short_help_with_two_examples() -> None:
    ran = call()
    assert (ran.code, ran.err) == (0, "")
    assert ran == call("--help") == call("-h")
    assert "Examples:\n    cribcalc score " in ran.out
    assert "\n    cribcalc discard " in ran.out
    assert ran.out.index("Examples:") < ran.out.index("Options:")
    for name, (_, line) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", ran.out, re.MULTILINE)


Words = tuple[str, ...]


def _walk(command: click.Command, path: Words = ()) -> Iterator[tuple[Words, click.Command]]:
    """Yield every command below and with this one, and the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        with click.Context(command, info_name="cribcalc") as context:
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                yield from _walk(below, (*path, name))


EVERY = dict(_walk(cli.cribcalc))
LEAVES = {path: each for path, each in EVERY.items() if not isinstance(each, click.Group)}

every_command = pytest.mark.parametrize("path", EVERY, ids=" ".join)
every_leaf = pytest.mark.parametrize("path", LEAVES, ids=" ".join)


def test_the_commands_were_found() -> None:
    assert {path[0] for path in LEAVES} == set(COMMANDS)
    assert LEAVES.keys() >= {("score",), ("batch",), ("stats", "deals"), ("table", "crib")}


@every_command
def test_help_of_a_command(path: Words) -> None:
    ran = call(*path, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran == call(*path, "-h")
    assert ran.out.startswith(f"Usage: {' '.join(('cribcalc', *path))} [OPTIONS]")
    assert "\\b" not in ran.out
    assert "\b" not in ran.out
    assert all(line == line.rstrip() for line in ran.out.splitlines())
    for columns in ("80", "300"):
        shown = call(*path, "--help", environ={"COLUMNS": columns}).out
        assert max(map(len, shown.splitlines())) <= 100, shown


@every_command
def test_every_option_has_a_help_text(path: Words) -> None:
    for option in EVERY[path].params:
        if isinstance(option, click.Option):
            assert option.help, f"{option.opts} of {' '.join(path)}"
            assert option.help.endswith("."), option.help
            assert option.help[0].isupper(), option.help


@every_leaf
def test_common_options(path: Words) -> None:
    shown = call(*path, "-h").out
    looks = () if path == ("batch",) else ("--json", "--color", "--ten")
    for option in ("--format", "--output", "--debug", "--help", *looks):
        assert option in shown


def _examples(shown: str) -> list[str]:
    """List the command lines of the examples in a help text."""
    block = re.search(r"^ *Examples?:\n((?: {2,}.*\bcribcalc .*\n)+)", shown, re.MULTILINE)
    return [] if block is None else [line.strip() for line in block[1].splitlines()]


@every_leaf
def test_examples_of_the_help_run(
    path: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_sweep: mock.Mock
) -> None:
    shown = call(*path, "-h").out
    examples = _examples(shown)
    assert examples
    assert len(examples) == len(re.findall(r"^ +(?:.*\| )?cribcalc ", shown, re.MULTILINE))
    monkeypatch.chdir(tmp_path)
    Path("hands.csv").write_text("hand,role\n5H 5D JS 4C 6H QD,dealer\n", encoding="utf-8")
    Path("deals.txt").write_text("5H 5D JS 4C 6H QD\n", encoding="utf-8")
    for example in examples:
        assert f"cribcalc {' '.join(path)}" in example
        before = {*tmp_path.iterdir()}
        words = shlex.split(example)
        if {"|", ">"} & set(words):
            ran = shell(re.sub(r"\bcribcalc\b", "$CRIBCALC", example), cwd=tmp_path)
        else:
            ran = call(*words[1:])
        assert ran.code == 0, f"{example}: {ran.err}"
        written = [each for each in tmp_path.iterdir() if each not in before]
        assert ran.out or any(each.stat().st_size for each in written)
        for each in written:
            each.unlink()
    assert no_sweep.called == (path == ("stats", "deals"))


# How a usage error that click finds is worded differs between its versions; that it names what
# it is about, after the usage, does not.


@pytest.mark.parametrize("arguments", [("scores",), ("x", "--json"), ("5H", "5D", "JS", "4C")])
def test_an_unknown_command_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    ran = call(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: cribcalc [OPTIONS] ")
    assert re.search(rf"^Error: .*{re.escape(arguments[0])}", ran.err, re.MULTILINE)


@every_command
def test_an_unknown_option_is_a_usage_error(path: Words) -> None:
    ran = call(*path, "--nonsense")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: cribcalc ")
    assert re.search(r"^Error: .*--nonsense", ran.err, re.MULTILINE)


# Errors ------------------------------------------------------------------------------------


def test_exit_codes_of_errors() -> None:
    assert {
        error.__name__: error.exit_code
        for error in (
            CribcalcError,
            CardError,
            BadCard,
            DuplicateCard,
            WrongCount,
            UsageError,
            InputError,
            OutputError,
            MissingExtra,
        )
    } == {
        "CribcalcError": 1,
        "CardError": 2,
        "BadCard": 2,
        "DuplicateCard": 2,
        "WrongCount": 2,
        "UsageError": 2,
        "InputError": 1,
        "OutputError": 1,
        "MissingExtra": 1,
    }


@pytest.mark.parametrize("where", ["before", "after"])
def test_debug_shows_the_traceback(where: str) -> None:
    arguments = ("--debug", "score", "5H") if where == "before" else ("score", "5H", "--debug")
    ran = call(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Traceback (most recent call last):\n")
    assert ran.err.endswith(f"\n{call('score', '5H').err}")


def test_no_traceback_without_debug() -> None:
    for arguments in (("score", "5H"), ("score",), ("x",), ("score", "5H5DJS4C", "-o", "/no/x.md")):
        ran = call(*arguments)
        assert ran.code in (1, 2)
        assert "Traceback" not in ran.err
        assert ran.out == ""


def _broken(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_arguments: object, **_named: object) -> None:
        raise error

    monkeypatch.setattr("cribcalc.cli.discard.analyze_deal", fail)


def test_a_fault_of_ours_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, ZeroDivisionError("division by zero"))
    sentence = (
        "cribcalc: This is a fault in cribcalc: ZeroDivisionError: division by zero. "
        "Run again with --debug to see where.\n"
    )
    assert call(*DISCARD) == Ran(1, "", sentence)
    ran = call(*DISCARD, "--debug")
    assert ran.code == 1
    assert ran.err.startswith("Traceback")
    assert "ZeroDivisionError: division by zero\n" in ran.err
    assert ran.err.endswith(sentence)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "\ncribcalc: Interrupted.\n"),  # below the ^C on the screen
        (
            KeyboardInterrupt("interrupted after 3 rows"),
            130,
            "\ncribcalc: Interrupted after 3 rows.\n",
        ),
        (BrokenPipeError(), 0, ""),
        (BrokenPipeError(32, "Broken pipe"), 0, ""),
        (
            OSError(28, "No space left on device"),
            1,
            "cribcalc: Cannot write the answer: no space left on device.\n",
        ),
        (InputError("x.csv is not there."), 1, "cribcalc: x.csv is not there.\n"),
        (UsageError("That makes no sense."), 2, "cribcalc: That makes no sense.\n"),
    ],
)
def test_errors_and_their_exit_codes(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, said: str
) -> None:
    # The real one would point this process's own stdout at nothing.
    monkeypatch.setattr(cli, "_forget_stdout", lambda: None)
    _broken(monkeypatch, error)
    assert call(*DISCARD) == Ran(code, "", said)


def test_python_m_is_the_same_program() -> None:
    arguments = ("score", "5H", "5D", "JS", "4C", "-s", "6H")
    assert run(*arguments) == call(*arguments)
    assert run("score", "5X") == call("score", "5X")


# Examples in docstrings --------------------------------------------------------------------


def _modules_with_examples() -> list[str]:
    """List the modules of the package with a ``>>>`` in their source."""
    folder = Path(cribcalc.__file__).parent
    names = []
    for path in sorted(folder.rglob("*.py")):
        if ">>>" in path.read_text(encoding="utf-8"):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            names.append(".".join(parts).removesuffix(".__init__"))
    return names


@pytest.mark.parametrize("name", _modules_with_examples())
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_modules_with_examples_were_found() -> None:
    assert {"cribcalc", "cribcalc.cards", "cribcalc.scoring"} <= {*_modules_with_examples()}


def test_public_names_are_what_they_say() -> None:
    for name in cribcalc.__all__:
        public = getattr(cribcalc, name)
        assert public.__name__ == name
        assert public.__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = cribcalc.nonsense
