"""The program as a whole: help, exit codes, faults, and doctests of the library."""

from __future__ import annotations

import doctest
import importlib
import re

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
from tests.running import Ran, call, run

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


@pytest.mark.parametrize("command", ["score", "discard"])
def test_help_of_a_command(command: str) -> None:
    ran = call(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran == call(command, "-h")
    assert ran.out.startswith(f"Usage: cribcalc {command} [OPTIONS] CARDS...\n")
    assert "\n  Examples:\n    cribcalc " in ran.out
    for option in ("--format", "--json", "--output", "--color", "--ten", "--debug", "--help"):
        assert option in ran.out
    assert "\\b" not in ran.out
    assert "\b" not in ran.out


@pytest.mark.parametrize("command", ["score", "discard"])
def test_examples_of_the_help_run(command: str) -> None:
    examples = re.findall(rf"^    cribcalc ({command} .*)$", call(command, "-h").out, re.MULTILINE)
    assert len(examples) == 2
    for example in examples:
        ran = call(*example.split())
        assert (ran.code, ran.err) == (0, "")
        assert ran.out


@pytest.mark.parametrize("arguments", [("scores",), ("x", "--json"), ("5H", "5D", "JS", "4C")])
def test_an_unknown_command_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    ran = call(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: cribcalc [OPTIONS] [COMMAND] [ARGS]...\n")
    assert f"Error: No such command '{arguments[0]}'." in ran.err


@pytest.mark.parametrize("arguments", [("--nonsense",), ("score", "5H5DJS4C", "--nonsense")])
def test_an_unknown_option_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    ran = call(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Error: No such option '--nonsense'" in ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_list_can_be_run(name: str) -> None:
    ran = call(name, "-h")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: cribcalc {name} ")


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
    def fail(*_arguments: object) -> None:
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

MODULES = (
    "averages",
    "cards",
    "census",
    "discard",
    "errors",
    "lookup",
    "outlook",
    "output",
    "roles",
    "scoring",
    "spoken",
    "spread",
    "render.numbers",
    "render.spread",
    "render.style",
    "render.view",
)


@pytest.mark.parametrize("name", ["cribcalc", *(f"cribcalc.{name}" for name in MODULES)])
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_public_names_are_what_they_say() -> None:
    for name in cribcalc.__all__:
        public = getattr(cribcalc, name)
        assert public.__name__ == name
        assert public.__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = cribcalc.nonsense
