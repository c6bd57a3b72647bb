"""What is not imported: a command pays only for what it uses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cribcalc.game.example import EXAMPLE
from tests.running import PATIENCE, environment

HEAVY = {"numpy", "numba", "llvmlite", "tabulate", "pyarrow"}

_REPORT = """
import sys
{import_}
{run}
sys.stderr.write(" ".join(sorted({{name.split(".")[0] for name in sys.modules}})))
"""


def _modules(*arguments: str) -> set[str]:
    """Top-level modules that a process holds after running a command line."""
    run = f"assert main({list(arguments)!r}) == 0"
    return _loaded(_REPORT.format(import_="from cribcalc.cli import main", run=run))


def _loaded(script: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        (),
        ("score", "--help"),
        ("score", "5H", "5D", "JS", "4C", "-s", "6H"),
        ("score", "5H", "5D", "JS", "4C", "-s", "6H", "--json"),
        ("score", "5H", "5D", "JS", "4C"),
        ("variants", "--json"),
        ("variants", "speedo"),
    ],
)
def test_help_and_score_load_nothing_heavy(arguments: tuple[str, ...]) -> None:
    modules = _modules(*arguments)
    assert "cribcalc" in modules
    assert not modules & HEAVY


def test_pegging_loads_neither_numpy_nor_numba() -> None:
    hands = ("--deal", "--hand", "K 2", "--hand", "T 9", "K")
    for arguments in (("--help",), ("7", "6", "8", "6"), hands):
        assert _modules("peg", "score", *arguments) & HEAVY <= {"tabulate"}
    assert not _modules("peg", "score", "7", "6", "8", "6", "--json") & HEAVY


def test_discard_as_data_loads_numpy_alone() -> None:
    for output_format in ("json", "jsonl", "csv"):
        modules = _modules("discard", "5H5DJS4C6HQD", "--format", output_format)
        assert modules & HEAVY == {"numpy"}


def test_discard_as_a_table_loads_the_table_library_too() -> None:
    assert _modules("discard", "5H5DJS4C6HQD") & HEAVY == {"numpy", "tabulate"}


def test_a_game_is_played_again_without_the_libraries_of_numbers(tmp_path: Path) -> None:
    assert not _modules("replay", "--example") & HEAVY
    path = tmp_path / "game.json"
    path.write_text(EXAMPLE, encoding="utf-8")
    assert not _modules("replay", str(path), "--json") & HEAVY
    assert _modules("replay", str(path)) & HEAVY == {"tabulate"}


def test_importing_the_library_is_light() -> None:
    modules = _loaded(_REPORT.format(import_="import cribcalc", run=""))
    assert not modules & (HEAVY | {"click"})


def test_the_discard_of_the_library_does_without_the_terminal() -> None:
    script = _REPORT.format(import_="import cribcalc.discard, cribcalc.outlook", run="")
    assert not _loaded(script) & (HEAVY | {"click"}) - {"numpy"}
