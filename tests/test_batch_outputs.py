"""Outputs: never half a file in place of a good one, and a sentence for every failure."""

from __future__ import annotations

import errno
import io
import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn, cast

import pytest

from cribcalc.batch import BatchInterrupted
from cribcalc.errors import OutputError
from tests.batch_samples import batch, deals_csv, run_uniform

if TYPE_CHECKING:
    from typing_extensions import Buffer

ROOT = Path(__file__).resolve().parent.parent
TEXT = deals_csv(2000)
WANTED = batch(TEXT).data

only_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX signals, devices and modes")


@contextmanager
def process(code: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process of its own, with pipes."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        try:
            yield child
        finally:
            child.kill()


def wait_for_rows(target: Path, size: int) -> None:
    """Wait until the temporary file of a target has grown."""
    for _ in range(1200):
        for path in target.parent.glob(f".{target.name}.*.tmp"):
            with suppress(FileNotFoundError):
                if path.stat().st_size >= size:
                    return
        time.sleep(0.05)
    raise AssertionError(f"{target} did not grow")


def test_the_file_appears_at_the_end_only(tmp_path: Path) -> None:
    target = tmp_path / "results.csv"
    target.write_text("old")
    seen = []

    def look(done: int, total: int | None) -> None:
        seen.append((done, total))
        assert target.read_text() == "old"
        assert len(list(tmp_path.glob(".results.csv.*.tmp"))) == 1

    source = tmp_path / "in.csv"
    source.write_text(TEXT)
    run_uniform(source, target, progress=look, block_size=4096)
    assert target.read_bytes() == WANTED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "results.csv"]
    assert seen == sorted(seen)
    assert len(seen) > 5
    assert seen[-1] == (len(TEXT), len(TEXT))


def test_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("o.csv", "o.jsonl", "o.parquet"):
        if name.endswith("parquet"):
            pytest.importorskip("pyarrow")
        target = tmp_path / name
        run_uniform(io.BytesIO(TEXT.encode()), target)
        first = target.read_bytes()
        run_uniform(io.BytesIO(TEXT.encode()), target)
        assert target.read_bytes() == first


@only_posix
def test_permissions_and_links_of_the_old_file_stay(tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("old")
    real.chmod(0o640)
    (tmp_path / "link.csv").symlink_to("real.csv")
    run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert real.read_bytes() == WANTED
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@only_posix
def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "o.csv").stat().st_mode) == 0o640


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    source = io.BytesIO(TEXT.encode())
    with pytest.raises(OutputError, match=r"Cannot write .*none/o\.csv: no such file"):
        run_uniform(source, tmp_path / "none" / "o.csv")
    with pytest.raises(OutputError, match=r"Cannot write .*: is a directory\."):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"Cannot write .*o\.csv: not a directory\."):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "file" / "o.csv")


def test_a_protected_target_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "o.csv"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # noqa: ARG005
    with pytest.raises(OutputError, match="it is write-protected"):
        run_uniform(io.BytesIO(TEXT.encode()), target)
    assert target.read_text() == "old"


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(OutputError, match=r"Cannot write .*o\.csv: permission denied\."):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv")


INTERRUPTED = """
    import sys
    from cribcalc.batch import BatchInterrupted, run_batch
    try:
        run_batch("-", sys.argv[1], opponent="uniform", block_size=4096)
    except BatchInterrupted as error:
        print(error, error.rows, sep="|")
        sys.exit(130)
"""


@only_posix
@pytest.mark.parametrize("name", ["results.csv", "results.jsonl", "results.parquet"])
def test_an_interrupted_batch_keeps_the_finished_rows(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    target, partial = tmp_path / name, tmp_path / f"{name}.partial"
    target.write_text("old")
    with process(INTERRUPTED, str(target)) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(TEXT.encode())
        child.stdin.flush()  # and now the child waits for more
        wait_for_rows(target, 20_000)
        child.send_signal(signal.SIGINT)
        message, rows = child.stdout.read().decode().strip().split("|")
        assert child.wait() == 130
    assert message == (
        f"interrupted after {int(rows):,} rows; they are in {name}.partial, {name} was not touched"
    )
    assert target.read_text() == "old"
    assert int(rows) > 0
    if name.endswith("csv"):
        assert partial.read_bytes() == b"".join(WANTED.splitlines(True)[: int(rows) + 1])
    elif name.endswith("jsonl"):
        assert len(partial.read_bytes().splitlines()) == int(rows)
    else:
        import pyarrow.parquet as pq

        assert pq.read_table(partial, partitioning=None).num_rows == int(rows)


def test_an_interrupt_before_the_first_row_leaves_nothing(tmp_path: Path) -> None:
    def stop(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    with pytest.raises(BatchInterrupted, match=r"after 0 rows; o\.csv was not written"):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv", analyser=stop)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_a_block_is_reported(tmp_path: Path) -> None:
    def stop(done: int, total: int | None) -> None:
        assert total is None
        if done > 20_000:
            raise KeyboardInterrupt

    with pytest.raises(BatchInterrupted) as caught:
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv", progress=stop, block_size=1000)
    lines = (tmp_path / "o.csv.partial").read_bytes().splitlines(True)
    assert len(lines) == caught.value.rows + 1
    assert lines == WANTED.splitlines(True)[: len(lines)]
    (tmp_path / "o.csv.partial").unlink()
    run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["o.csv"]


class FullDisk(io.FileIO):
    """A disk with room for 60,000 bytes."""

    def write(self, data: Buffer, /) -> int:
        view = memoryview(data)
        if self.tell() + len(view) > 60_000:
            super().write(view[: max(0, 60_000 - self.tell())])
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data)


@pytest.mark.parametrize("name", ["o.csv", "o.jsonl", "o.parquet"])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    target = tmp_path / name
    target.write_text("old")

    def open_full(path: Path, *_: object, **__: object) -> BinaryIO:
        return cast(BinaryIO, io.BufferedWriter(FullDisk(path, "w")))

    text = deals_csv(6000)
    monkeypatch.setattr(Path, "open", open_full)
    with pytest.raises(OutputError) as caught:
        run_uniform(io.BytesIO(text.encode()), target, block_size=4096)
    monkeypatch.undo()
    assert f"{name}: no space left on device." in str(caught.value)
    assert target.read_text() == "old"
    partial = tmp_path / f"{name}.partial"
    if name == "o.parquet":  # without its footer nobody could read it
        assert not partial.exists()
        return
    rows = len(partial.read_bytes().splitlines()) - (name == "o.csv")
    assert f"{rows} rows had been finished; they are in {name}.partial" in str(caught.value)
    assert partial.read_bytes().endswith(b"\n")


@only_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_dev_full(form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(OutputError, match=r"Cannot write /dev/full: .*no space left"):
        run_uniform(io.BytesIO(TEXT.encode()), "/dev/full", output_format=form)


@only_posix
def test_a_closed_pipe_is_left_to_the_caller() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    stream = os.fdopen(writing, "wb")
    with pytest.raises(BrokenPipeError):
        run_uniform(io.BytesIO(TEXT.encode()), stream)
    with pytest.raises(BrokenPipeError):
        stream.close()


@only_posix
def test_a_reader_that_goes_away() -> None:
    code = """
        import sys
        from cribcalc.batch import run_batch
        try:
            run_batch("-", "-", opponent="uniform", block_size=4096)
        except BrokenPipeError:
            sys.stderr.write("closed")
            sys.stderr.flush()
            import os
            os._exit(0)
    """
    with process(code) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(TEXT.encode())
        child.stdin.flush()
        assert child.stdout.readline().startswith(b"hand,role,toss")
        child.stdout.close()
        try:
            child.stdin.write(TEXT.encode() * 40)
            child.stdin.close()
        except BrokenPipeError:
            pass
        assert child.stderr.read() == b"closed"


@only_posix
def test_pipes_are_written_directly(tmp_path: Path) -> None:
    fifo = tmp_path / "pipe.csv"
    os.mkfifo(fifo)
    reader = "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"
    with process(reader, str(fifo)) as child:
        assert child.stdout is not None
        run_uniform(io.BytesIO(TEXT.encode()), fifo)
        assert child.stdout.read() == WANTED
    assert [path.name for path in tmp_path.iterdir()] == ["pipe.csv"]


def test_streams_of_the_caller_stay_open() -> None:
    source, target = io.BytesIO(TEXT.encode()), io.BytesIO()
    run_uniform(source, target)
    assert not source.closed
    assert not target.closed


MEMORY = """
    import resource, sys
    from cribcalc.batch import run_batch
    run_batch(sys.argv[1], sys.argv[2])
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@only_posix
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    header, *rows = deals_csv(2000).splitlines(keepends=True)
    peaks = []
    for times in (10, 100):
        source = tmp_path / f"{times}.csv"
        source.write_text(header + "".join(rows) * times)
        with process(MEMORY, str(source), str(tmp_path / "o.csv")) as child:
            out, err = child.communicate()
        assert err == b""
        peaks.append(int(out))
    unit = 1024 if sys.platform == "darwin" else 1
    assert (peaks[1] - peaks[0]) / unit < 40_000  # kilobytes; 180,000 rows more
