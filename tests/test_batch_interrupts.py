"""Ctrl-C and its kin: heard even where Python loses them, and never at the cost of a file."""

from __future__ import annotations

import ctypes
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from cribcalc.batch import BatchInterrupted, analysers
from cribcalc.batch.analysers import Throws, uniform
from cribcalc.cli.interrupts import Interrupts, is_stop_wanted
from cribcalc.stats import deal_statistics
from tests.batch_samples import batch, deals_csv, run_uniform
from tests.running import PATIENCE, call, environment

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX signals")

UNIFORM = ("--opponent", "uniform")
TEXT = deals_csv(2000)


@pytest.fixture(autouse=True)
def usual_signals() -> Iterator[None]:
    """A background job of a shell ignores Ctrl-C, and what it starts does too."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def lose(number: signal.Signals) -> None:
    """Get a signal where its exception is lost: in a callback from C, as when LLVM compiles."""
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(number))()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("old", [None, "old"])
def test_a_signal_lost_in_a_callback_stops_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int, old: str
) -> None:
    def losing(
        cards: np.ndarray, is_dealer: np.ndarray, starters: np.ndarray, every: bool
    ) -> Throws:
        lose(number)
        return uniform(cards, is_dealer, starters, every)

    monkeypatch.setattr(analysers, "uniform", losing)
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(TEXT)
    if old:
        target.write_text(old)
    ran = call("batch", str(source), "-o", str(target), "-q", *UNIFORM)
    fate = "touched" if old else "written"
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.strip() == f"cribcalc: Interrupted after 0 rows; out.csv was not {fate}."
    assert (
        sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "out.csv"][: 2 if old else 1]
    )
    assert not old or target.read_text() == old
    assert signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)


@pytest.mark.parametrize("at", range(1, 30, 3))
def test_a_wish_to_stop_is_asked_for_all_the_time(tmp_path: Path, at: int) -> None:
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked >= at

    target = tmp_path / "out.csv"
    target.write_text("old")
    with pytest.raises(BatchInterrupted, match=r"out\.csv was not touched") as caught:
        run_uniform(io.BytesIO(TEXT.encode()), target, stopped=stopped, block_size=2500)
    assert target.read_text() == "old"
    partial = tmp_path / "out.csv.partial"
    assert partial.exists() == (caught.value.rows > 0)
    if partial.exists():
        wanted = batch(TEXT).data.splitlines(True)
        assert partial.read_bytes().splitlines(True) == wanted[: caught.value.rows + 1]
    assert not list(tmp_path.glob(".*"))


def test_the_last_look_is_right_before_the_file_is_put_in_its_place(tmp_path: Path) -> None:
    answers: list[int] = []

    def count() -> bool:
        answers.append(0)
        return False

    run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "a.csv", stopped=count)
    last = len(answers)
    answers.clear()
    with pytest.raises(BatchInterrupted, match=r"after 2,000 rows; they are in b\.csv\.partial"):
        run_uniform(
            io.BytesIO(TEXT.encode()),
            tmp_path / "b.csv",
            stopped=lambda: count() or len(answers) >= last,
        )
    assert (tmp_path / "b.csv.partial").read_bytes() == (tmp_path / "a.csv").read_bytes()


def test_statistics_ask_too() -> None:
    for at in (1, 2, 3, 5):
        answers = iter([False] * (at - 1) + [True])
        with pytest.raises(KeyboardInterrupt):
            deal_statistics("dealer", opponent="uniform", stopped=lambda: next(answers))  # noqa: B023 (called here)
        assert next(answers, None) is None


def test_the_first_signal_is_raised_and_the_second_does_not_disturb() -> None:
    with Interrupts() as interrupts:
        assert not is_stop_wanted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        assert is_stop_wanted()
        assert interrupts.exit_code == 143
    assert not is_stop_wanted()


def test_a_second_signal_is_raised_if_the_first_was_lost() -> None:
    with Interrupts():
        lose(signal.SIGINT)
        assert is_stop_wanted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_handlers_of_others_stay() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hook = sys.unraisablehook
    with Interrupts():
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert sys.unraisablehook is hook


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start the program with no kernel compiled yet."""
    environ = environment(XDG_CACHE_HOME=str(folder / "cache"))
    environ.pop("NUMBA_CACHE_DIR", None)
    return subprocess.Popen(
        [sys.executable, "-m", "cribcalc", *arguments],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_line(stream: IO[bytes] | None, line: str) -> None:
    assert stream is not None
    while said := stream.readline().decode():
        if said.strip() == line:
            return
    raise AssertionError(f"never said {line}")


@pytest.mark.parametrize("seconds", [0.0, 0.7, 2.0, 4.0])
def test_ctrl_c_while_kernels_are_compiled(tmp_path: Path, seconds: float) -> None:
    (tmp_path / "in.csv").write_text(TEXT)
    (tmp_path / "out.csv").write_text("old")
    with start(tmp_path, "batch", "in.csv", "-o", "out.csv", *UNIFORM) as child:
        wait_for_line(child.stderr, "Compiling (first run only) ...")
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out) == (130, b"")
    assert err.decode().strip() == "cribcalc: Interrupted after 0 rows; out.csv was not touched."
    assert (tmp_path / "out.csv").read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cache", "in.csv", "out.csv"]


def test_ctrl_c_while_the_kernels_of_the_sweep_are_compiled(tmp_path: Path) -> None:
    with start(tmp_path, "stats", "deals", *UNIFORM) as child:
        wait_for_line(child.stderr, "Compiling (first run only) ...")
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err.decode().strip()) == (130, b"", "cribcalc: Interrupted.")


@pytest.mark.parametrize("text", ["exact", "starters"])
def test_slow_rows_are_written_as_they_are_done_and_stop_at_once(tmp_path: Path, text: str) -> None:
    """Each deal counted by itself takes its time: what is done is kept, what is not, dropped."""
    rows = [f"{deal.strip()}{',5S' if text == 'starters' else ''}" for deal in DEALS_TO_COUNT]
    header = "hand,role" + (",starter" if text == "starters" else "")
    (tmp_path / "in.csv").write_text("\n".join([header, *rows]) + "\n")
    method = [] if text == "starters" else ["--method", "exact"]
    arguments = ["batch", "in.csv", "-o", "out.csv", "--opponent", "strategic", *method]
    command = [sys.executable, "-m", "cribcalc", *arguments]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE
    ) as child:
        partial = wait_for_rows(tmp_path)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    kept = (tmp_path / "out.csv.partial").read_text().splitlines()
    assert partial <= len(kept) - 1 < len(rows) // 2
    assert f"Interrupted after {len(kept) - 1} rows" in err.decode()


DEALS_TO_COUNT = ["5H 5D JS 4C 6H QD,dealer"] * 400


def wait_for_rows(folder: Path) -> int:
    """Wait until rows have been written to the unfinished output, and count them."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for path in folder.glob(".out.csv.*"):
            count = path.read_bytes().count(b"\n") - 1
            if count > 0:
                return count
        time.sleep(0.05)
    raise AssertionError("no row was written")
