#!/usr/bin/env python3
"""Measures the speed and memory of cribcalc against plain baselines of the same run.

    .venv/bin/python scripts/bench.py                        all rows (some minutes)
    .venv/bin/python scripts/bench.py --quick                smaller, to see that it works
    .venv/bin/python scripts/bench.py --markdown README.md   also replaces the table in that file

Start-ups are timed as whole processes in interleaved rounds, so that a slow moment of the
machine hits all rows alike; a difference is the median of the differences within a round.
Array kernels are timed in this process, on one thread, after compilation. A row that cannot be
run is reported as missing. The figures are for reading: no test depends on them.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import bench_kernels

import cribcalc

DEAL = "5H 5D JS 4C 6H QD".split()
MARKS = ("<!-- bench:start -->", "<!-- bench:end -->")


@dataclass(frozen=True)
class Row:
    """One line of the table: what was done, the figure, what it compares to, the aim."""

    work: str
    figure: str
    beside: str = ""
    aim: str = ""


@dataclass(frozen=True)
class Start:
    """A process whose whole run is timed; `over` is the work it is compared with."""

    work: str
    command: list[str]
    over: str = ""
    aim: str = ""


# A user's Python keeps its compiled modules; a setting of this shell must not change that.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


class CannotRunError(Exception):
    """A command failed; the message is the last line it wrote."""


def cribcalc_command() -> list[str]:
    """Return how this Python's cribcalc is started."""
    script = Path(sys.executable).parent / "cribcalc"
    return [str(script)] if script.exists() else [sys.executable, "-m", "cribcalc"]


def run(command: list[str]) -> tuple[float, int]:
    """Run a process to its end and return its seconds and its largest memory in bytes."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=ENVIRONMENT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").splitlines() or ["no message"]
            raise CannotRunError(lines[-1])
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit


# Start-ups ---------------------------------------------------------------------------------


def starts() -> list[Start]:
    """Return the processes to time; baselines come before what is compared with them."""
    python, program = [sys.executable, "-c"], cribcalc_command()
    score = [*program, "score", *DEAL[:4], "--starter", DEAL[4]]
    strategic = [*program, "discard", *DEAL, "--opponent", "strategic"]
    discard = [*program, "discard", *DEAL, "--opponent", "uniform"]
    near_click, near_numpy = "click + 25 ms", "numpy + 150 ms"
    return [
        Start("python -c pass", [*python, "pass"]),
        Start("import click", [*python, "import click"], "python -c pass"),
        Start("import numpy", [*python, "import numpy"], "python -c pass"),
        Start("import numba", [*python, "import numba"], "python -c pass"),
        Start("cribcalc --help", [*program, "--help"], "import click", near_click),
        Start("cribcalc score (with starter)", score, "import click", near_click),
        Start("cribcalc score --json", [*score, "--json"], "import click", near_click),
        Start("discard, uniform, both roles", discard, "import numpy", near_numpy),
        Start("discard, uniform, --json", [*discard, "--json"], "import numpy", near_numpy),
        Start("discard, strategic, one role", [*strategic, "--dealer"], "import numba", "1 s"),
        Start("discard, strategic, both roles", strategic, "import numba"),
    ]


def start_rows(rounds: int) -> list[Row]:
    """Time all processes in interleaved rounds."""
    missing: dict[str, str] = {}
    seconds: dict[str, list[float]] = {}
    for start in starts():
        try:
            run(start.command)  # warms the file cache and shows whether it works
            seconds[start.work] = []
        except (CannotRunError, OSError) as error:
            missing[start.work] = str(error)
    for _ in range(rounds):
        for start in starts():
            if start.work in seconds:
                seconds[start.work].append(run(start.command)[0])

    rows = []
    for start in starts():
        if start.work in missing:
            rows.append(missing_row(start.work, missing[start.work], start.aim))
            continue
        times = seconds[start.work]
        beside = ""
        if start.over in seconds:
            over = seconds[start.over]
            differences = [one - other for one, other in zip(times, over, strict=True)]
            beside = f"{statistics.median(differences) * 1000:+.0f} ms to {start.over}"
        figure = f"{statistics.median(times) * 1000:.0f} ms"
        rows.append(Row(start.work, figure, beside, start.aim))
    return rows


def missing_row(work: str, reason: str, aim: str = "") -> Row:
    return Row(work, "missing", reason[:70], aim)


# Whole commands ----------------------------------------------------------------------------


def batch_rows(deals: int, folder: Path) -> list[Row]:
    """Time a batch of deals from CSV to CSV, and a quarter of it to show the memory."""
    aim = "50,000 deals/s, under 1 GB"
    rows = []
    try:
        warm = folder / "warm.csv"
        bench_kernels.write_deals(warm, 2_000)
        run(batch_command(warm, folder))
        for count in (deals // 4, deals):
            source = folder / f"{count}.csv"
            bench_kernels.write_deals(source, count)
            seconds, memory = run(batch_command(source, folder))
            figure = f"{count / seconds:,.0f} deals/s"
            beside = f"{seconds:.1f} s, {memory / 1e6:.0f} MB in the largest process"
            rows.append(Row(f"cribcalc batch, {count:,} deals, CSV to CSV", figure, beside, aim))
    except (CannotRunError, OSError) as error:
        rows.append(missing_row("cribcalc batch", str(error), aim))
    return rows


def batch_command(source: Path, folder: Path) -> list[str]:
    return [*cribcalc_command(), "batch", str(source), "-o", str(folder / "out.csv"), "--quiet"]


def statistics_rows(rounds: int) -> list[Row]:
    """Time the commands that count all hands or all deals, compiled code being there."""
    commands = {
        "cribcalc stats hands (12,994,800 hands)": (["stats", "hands"], "1 s + start"),
        "cribcalc stats deals --dealer (20,358,520 deals)": (
            ["stats", "deals", "--dealer"],
            "60 s",
        ),
        "cribcalc table crib": (["table", "crib"], ""),
    }
    rows = []
    for work, (arguments, aim) in commands.items():
        command = [*cribcalc_command(), *arguments, "--json"]
        try:
            run(command)
            times = [run(command)[0] for _ in range(rounds)]
        except (CannotRunError, OSError) as error:
            rows.append(missing_row(work, str(error), aim))
        else:
            rows.append(Row(work, f"{statistics.median(times):.2f} s", "whole process", aim))
    return rows


def game_rows(quick: bool) -> list[Row]:
    """Time random games through the engine, on one thread."""
    from random import Random

    from cribcalc.game import Game
    from cribcalc.game.random_play import play_randomly
    from cribcalc.variants import make_rules

    rules, games, parts = make_rules(), 50 if quick else 500, 20
    times = []
    for part in range(parts):
        start = time.process_time()
        for seed in range(part * games, (part + 1) * games):
            play_randomly(Game(rules, seed), Random(seed))
        times.append((time.process_time() - start) / games)
    figure = f"{statistics.median(times) * 10_000:.1f} s"
    fastest, slowest = min(times) * 1000, max(times) * 1000
    beside = f"{fastest:.2f} to {slowest:.2f} ms a game, {parts * games:,} played"
    return [Row("10,000 random six-card games", figure, beside, "20 s")]


def kernel_rows(quick: bool) -> list[Row]:
    """Time the array kernels; each is missing or there on its own."""
    measures: dict[str, Callable[[bool], list[bench_kernels.Figure]]] = {
        "15 discards, exact, array kernel": bench_kernels.discard_figures,
        "score of hands in an array": bench_kernels.score_figures,
    }
    rows = []
    for work, measure in measures.items():
        try:
            rows += [Row(*figure) for figure in measure(quick)]
        except (ImportError, AttributeError) as error:
            rows.append(missing_row(work, str(error)))
    return rows


# Report ------------------------------------------------------------------------------------


def machine() -> str:
    """Describe what the figures were measured on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE)
        model = found[1] if found else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "click"))
    return (
        f"cribcalc {cribcalc.__version__}, {datetime.now(UTC):%Y-%m-%d}; {model}, {cores} cores, "
        f"{platform.system()}; Python {platform.python_version()}, {libraries}"
    )


HEADER = Row("work", "median", "beside", "aim")


def plain_table(rows: list[Row]) -> str:
    cells = [(row.work, row.figure, row.beside, row.aim) for row in [HEADER, *rows]]
    widths = [max(len(line[column]) for line in cells) for column in range(4)]
    lines = (
        f"{work:<{widths[0]}}  {figure:>{widths[1]}}  {beside:<{widths[2]}}  {aim}".rstrip()
        for work, figure, beside, aim in cells
    )
    return "\n".join(lines)


def markdown_table(rows: list[Row]) -> str:
    lines = [f"| {HEADER.work} | {HEADER.figure} | {HEADER.beside} | {HEADER.aim} |"]
    lines.append("| --- | ---: | --- | --- |")
    lines += [f"| {row.work} | {row.figure} | {row.beside} | {row.aim} |" for row in rows]
    return "\n".join(lines)


def replace_block(document: Path, block: str) -> None:
    """Put a block between the two marks of a document."""
    text = document.read_text(encoding="utf-8")
    before, start, rest = text.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not (start and end):
        raise SystemExit(f"bench: {document} has no {MARKS[0]} ... {MARKS[1]} to replace")
    document.write_text(f"{before}{start}\n{block}\n{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure cribcalc on this machine.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller inputs")
    parser.add_argument("--deals", type=int, help="deals in the batch (1,000,000; quick: 50,000)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace the table in FILE")
    options = parser.parse_args()
    rounds = 5 if options.quick else 21
    deals = options.deals or (50_000 if options.quick else 1_000_000)

    print(machine(), flush=True)
    print()
    folder = Path(tempfile.mkdtemp(prefix="cribcalc-bench-"))
    try:
        rows = start_rows(rounds)
        rows += kernel_rows(options.quick)
        rows += game_rows(options.quick)
        rows += batch_rows(deals, folder)
        rows += statistics_rows(1 if options.quick else 3)
    finally:
        shutil.rmtree(folder)
    print(plain_table(rows))
    if options.markdown:
        replace_block(options.markdown, f"{machine()}\n\n{markdown_table(rows)}")


if __name__ == "__main__":
    main()
