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

from tests.running import DATA, PATIENCE, ROOT, call, environment, run

DEALS = "5H 5D JS 4C 6H QD dealer\n5H 5D JS 4C 6H QD pone\n"
UNIFORM = ("--opponent", "uniform")
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
        (("-o", "out.md"), DEALS.encode(), 2, "the ending .md is none of .csv, .tsv, .jsonl"),
        (("-o", "out.txt"), DEALS.encode(), 2, "give the format (--format)"),
        (("-o", "out.json"), DEALS.encode(), 2, "the ending .json is none of"),
        (("-o", "out.csv.partial"), DEALS.encode(), 2, "the ending .partial is none of"),
        (("-o", ""), DEALS.encode(), 2, "--output needs the name of a file."),
        (("-f", "json"), DEALS.encode(), 2, "batch writes csv, tsv, jsonl or parquet, not json;"),
        (("-f", "table"), DEALS.encode(), 2, "batch writes csv, tsv, jsonl or parquet, not table."),
        (("--json", "-f", "csv"), DEALS.encode(), 2, "contradict each other"),
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
            timeout=PATIENCE,
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
        timeout=PATIENCE,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("hand,role,toss")


def test_json_means_json_lines() -> None:
    lines = call("batch", "--json", *UNIFORM, stdin=DEALS.encode()).out.splitlines()
    assert [json.loads(line)["toss"] for line in lines] == ["JS QD", "JS QD"]
    assert call("batch", "-f", "jsonl", *UNIFORM, stdin=DEALS.encode()).out.splitlines() == lines


def test_any_ending_goes_with_a_format(tmp_path: Path) -> None:
    for name, more in (("a.md", ("-f", "csv")), ("a.txt", ("--json",)), ("a", ())):
        target = tmp_path / name
        ran = call("batch", "-o", str(target), *more, *UNIFORM, stdin=DEALS.encode())
        assert ran.code == 0
        assert target.read_bytes().startswith(b'{"hand"' if "--json" in more else b"hand,role")


def test_pyarrow_missing_is_found_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    ran = call("batch", "missing.csv", "-o", str(tmp_path / "o.parquet"), environ=_cold(tmp_path))
    sentence = (
        'Parquet needs pyarrow: pip install "cribcalc[parquet]" '
        "(or pip install pyarrow into the Python that runs cribcalc)."
    )
    assert (ran.code, ran.err) == (1, f"cribcalc: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def _cold(folder: Path) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(folder / "cache"), "NUMBA_CACHE_DIR": ""}


@pytest.mark.parametrize("arguments", [("missing.csv",), ("-o", "no/such/folder/o.csv"), ()])
def test_compiling_is_not_announced_where_nothing_is_compiled(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    stdin = b"hand,role\n" if not arguments else DEALS.encode()
    ran = run("batch", *arguments, *UNIFORM, stdin=stdin, environ=_cold(tmp_path), cwd=tmp_path)
    assert COMPILING not in ran.err
    assert ran.code == (1 if arguments else 0)


def test_compiling_is_announced_for_each_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels for scores may be there, and those for discards not yet."""
    warm: set[str] = set()
    asked: list[tuple[str, ...]] = []

    def is_cold(*modules: str) -> bool:
        asked.append(modules)
        cold = not warm.issuperset(modules)
        warm.update(modules)
        return cold

    monkeypatch.setattr("cribcalc.batch.run.cache_is_cold", is_cold)
    scores = ("batch", "--task", "score")
    said = [
        call(*arguments, *UNIFORM, stdin=stdin).err
        for arguments, stdin in (
            (scores, b"5H 5D JS 4C 6H\n"),
            (scores, b"5H 5D JS 4C 6H\n"),
            (("batch",), DEALS.encode()),
            (("batch",), DEALS.encode()),
        )
    ]
    assert said == [COMPILING, "", COMPILING, ""]
    assert [modules[-1] for modules in asked] == ["show", "show", "discard", "discard"]
    assert COMPILING not in call("batch", "-q", *UNIFORM, stdin=DEALS.encode()).err


def test_names_of_files_cannot_command_the_terminal(tmp_path: Path) -> None:
    evil = "e\x1b[31m\nvil.csv"
    (tmp_path / evil).write_text("hand,role,a\x1b[1m\n5X,d\n5Y,d,\n")
    runs = [
        call("batch", str(tmp_path / evil), *UNIFORM),
        call("batch", "x" + evil, *UNIFORM),
        call("batch", "-", "-o", f"x{evil}/o.csv", *UNIFORM, stdin=DEALS.encode()),
        call("batch", "-", "-o", evil.replace("csv", "x\x1b"), *UNIFORM, stdin=DEALS.encode()),
        call("score", "5H", "5D", "JS", "4C", "-o", evil.replace("csv", "x")),
        call("score", "5H", "5D", "JS", "4C", "--json", "-o", f"x{evil}/x"),
        call("batch", "-f", "\x1b[31m"),
    ]
    for ran in runs:
        assert ran.code in (1, 2, 3)
        assert r"\x1b[31m" in ran.err
        assert "\x1b" not in ran.err
    assert r"e\x1b[31m\nvil.csv, line 2: the row has 2 cells" in runs[0].err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError("libllvmlite.so: cannot open"), "libllvmlite.so: cannot open"),
        (OSError(12, "Cannot allocate memory"), "cannot allocate memory"),
        (ImportError("libx.so: failed to map segment"), "libx.so: failed to map segment"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_what_fails_before_there_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("cribcalc.cli.batch.run_batch", fail)
    ran = call("batch", *UNIFORM, stdin=DEALS.encode())
    assert (ran.code, ran.out, ran.err) == (1, "", f"cribcalc: Cannot do this: {sentence}.\n")
