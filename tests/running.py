"""Run the command line: inside this process (quick) or as a real one (true to life).

Outputs kept in ``tests/golden`` are written anew, for a look at the difference, by

    CRIBCALC_REGEN=1 python -m pytest tests/test_cli_score.py tests/test_cli_discard.py
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from cribcalc.cli import main

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds for a real process: on a busy machine all is slow, and only a hang is a fault."""

DATA = Path(__file__).resolve().parent / "data"
GOLDEN = Path(__file__).resolve().parent / "golden"

# What a user may have set for all programs must not decide a test.
_PERSONAL = ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "PYTHONUTF8", "LC_ALL")


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run left behind."""

    code: int
    out: str
    err: str


def call(*arguments: str, stdin: bytes = b"", environ: Mapping[str, str] | None = None) -> Ran:
    """Run a command line in this process; stdout and stderr are no terminals."""
    out, err = _captured(), _captured()
    with (
        mock.patch.dict(os.environ, {**environment(), **(environ or {})}, clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(arguments)
    return Ran(code, _text(out), _text(err))


def run(
    *arguments: str,
    stdin: bytes = b"",
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Ran:
    """Run ``python -m cribcalc`` as a process of its own."""
    return _ran([sys.executable, "-m", "cribcalc", *arguments], stdin, environ, cwd)


def shell(line: str, environ: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ran:
    """Run a line of sh, in which ``$CRIBCALC`` is the program."""
    return _ran(["/bin/sh", "-c", line], b"", environ, cwd)


def assert_golden(name: str, text: str) -> None:
    """Compare a text to the one kept under this name, or keep it if regeneration is asked."""
    path = GOLDEN / name
    if os.environ.get("CRIBCALC_REGEN"):
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_text(encoding="utf-8")


def environment(**more: str) -> dict[str, str]:
    """Give this process's environment without personal wishes, able to find the program."""
    kept = {name: value for name, value in os.environ.items() if name not in _PERSONAL}
    program = f"'{sys.executable}' -m cribcalc"
    settings = {"PYTHONPATH": str(ROOT), "CRIBCALC": program, "TERM": "xterm"}
    # Most tests are about the random opponent, whose numbers anyone can check by hand; those
    # of the strategic one ask for him.
    settings["CRIBCALC_OPPONENT"] = "uniform"
    return {**kept, **settings, **more}


def _ran(
    command: Sequence[str], stdin: bytes, environ: Mapping[str, str] | None, cwd: Path | None
) -> Ran:
    if command[0] == "/bin/sh":
        command = [*command[:2], command[2].replace("$CRIBCALC", environment()["CRIBCALC"])]
    done = subprocess.run(
        command,
        input=stdin,
        env=environment(**(environ or {})),
        cwd=cwd,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def _captured() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer: Any = stream.buffer
    return bytes(buffer.getvalue()).decode("utf-8")
