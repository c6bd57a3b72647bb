"""``cribcalc batch``: exit codes, streams, and what a person is told."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import DATA, ROOT, call, environment, run

DEALS = "5H 5D JS 4C 6H QD dealer\n5H 5D JS 4C 6H QD pone\n"
COMPILING = "Compiling (first run only) ...\n"


def told(err: str) -> str:
    """Stderr without what depends on whether the kernels are compiled already."""
    return err.replace(COMPILING, "")


def test_lines_from_stdin_become_csv_on_stdout() -> None:
    ran = run("batch", stdin=DEALS.encode())
    assert (ran.code, told(ran.err)) == (0, "")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["toss"] for row in rows] == ["JS QD", "JS QD"]
    assert [row["expected"] for row in rows] == ["20.688581", "11.224462"]


def test_the_batch_agrees_with_single_deals() -> None:
    ran = call("batch", "-", "--all", "-f", "jsonl", stdin=DEALS.encode())
    rows = [json.loads(line) for line in ran.out.splitlines()]
    single = json.loads(call("discard", *DEALS.split()[:6], "--json").out)
    options = [option for each in single["analyses"] for option in each["options"]]
    assert len(rows) == len(options) == 30
    for row, option in zip(rows, options, strict=True):
        assert row["toss"].split() == option["toss"]
        assert row["hand_mean"] == option["hand"]["mean"]
        assert row["crib_mean"] == option["crib"]["mean"]
        assert row["expected"] == option["expected"]


def test_bad_rows_are_kept_named_and_counted(tmp_path: Path) -> None:
    source = tmp_path / "hands.csv"
    source.write_text("hand,role\n5H 5D JS 4C 6H QD,dealer\n5H 5H JS 4C 6H QD,pone\n")
    target = tmp_path / "results.csv"
    ran = call("batch", str(source), "-o", str(target))
    assert (ran.code, ran.out) == (3, "")
    sentence = "5H is given twice; a pack has only one."
    assert told(ran.err) == (
        f"{source}, line 3: {sentence}\n1 bad row of 2; each is in the output with its error.\n"
    )
    rows = list(csv.DictReader(io.StringIO(target.read_text())))
    assert [row["error"] for row in rows] == ["", sentence]


def test_only_the_first_bad_rows_are_listed() -> None:
    ran = call("batch", stdin=b"5X 5D JS 4C 6H QD dealer\n" * 25)
    assert ran.code == 3
    lines = told(ran.err).splitlines()
    assert len(lines) == 12
    assert lines[10] == "... and 15 more."
    assert lines[11].startswith("25 bad rows of 25;")


def test_quiet_names_no_rows_but_still_counts_them() -> None:
    ran = call("batch", "--quiet", stdin=b"5X 5D JS 4C 6H QD dealer\n")
    assert ran.code == 3
    assert ran.err == "1 bad row of 1; each is in the output with its error.\n"


def test_scores_of_the_whole_sample() -> None:
    ran = call("batch", str(DATA / "batch_input.csv"))
    assert ran.code == 3
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    bad = [row for row in rows if row["error"]]
    assert [row["hand"] for row in bad] == ["6C 6D 6C 6S"]
    assert all(row["total"] == row["score"] for row in rows if not row["error"])


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "sentence"),
    [
        (("missing.csv",), b"", 1, "missing.csv"),
        ((), b"", 1, "standard input"),
        ((), b"\x00\x01\x02 binary", 1, "standard input"),
        ((), b"name,role\nx,dealer\n", 1, "standard input"),
        ((), b"hand\n5H 5D JS 4C 6H QD\n", 2, "role"),
        (("--task", "guess"), b"", 2, "guess"),
        (("-o", "no/such/folder/out.csv"), DEALS.encode(), 1, "no/such/folder/out.csv"),
        (("-o", "out.xlsx"), DEALS.encode(), 2, ".xlsx"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    stdin: bytes,
    code: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = call("batch", *arguments, stdin=stdin)
    assert (ran.code, ran.out) == (code, "")
    assert sentence in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_as_input_shows_the_help_and_waits_for_nothing() -> None:
    leader, follower = pty.openpty()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "cribcalc", "batch"],
            stdin=follower,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(leader)
        os.close(follower)
    assert ran.returncode == 0
    assert ran.stdout.startswith("Usage: cribcalc batch")


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    source = tmp_path / "deals.txt"
    source.write_text(DEALS * 20_000)
    line = f"{sys.executable} -m cribcalc batch {source} --quiet | head -n 1"
    ran = subprocess.run(
        ["/bin/sh", "-c", line],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("hand,role,toss")
