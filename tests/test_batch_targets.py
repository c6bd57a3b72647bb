"""Where answers go, of any command: nobody else's file is replaced, cut or removed."""

from __future__ import annotations

import io
import json
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from cribcalc.batch import BatchInterrupted
from cribcalc.batch.analysers import Throws, uniform
from cribcalc.errors import CribcalcError, OutputError
from cribcalc.output import open_target, write_text
from tests.batch_samples import batch, deals_csv, run_uniform
from tests.running import shell

TEXT = deals_csv(300)
WANTED = batch(TEXT).data
SCORE = "$CRIBCALC score 5H 5D JS 4C -s 6H --json"
BATCH = "echo 5H 5D JS 4C 6H | $CRIBCALC batch -q"

only_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX shells and devices")


@only_posix
@pytest.mark.parametrize("command", [SCORE, BATCH])
@pytest.mark.parametrize(
    "target", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "/dev/fd/3"]
)
def test_a_file_that_the_shell_has_open_is_written_on(
    tmp_path: Path, command: str, target: str
) -> None:
    if not Path("/proc/self/fd").exists() and target.startswith("/proc"):
        pytest.skip("no /proc here")
    (tmp_path / "link").symlink_to("/dev/stdout")
    plain = shell(command, cwd=tmp_path).out
    line = f"{{ echo first; {{ {command} -o {target}; }} 3>&1; echo done; }} > b.txt"
    ran = shell(line, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "b.txt").read_text() == f"first\n{plain}done\n"


@only_posix
def test_the_file_that_is_read_is_not_written_through_the_shell(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(TEXT)
    for target in ("-", "/dev/stdout"):
        ran = shell(f"$CRIBCALC batch in.csv -o {target} >> in.csv", cwd=tmp_path)
        assert ran.code == 2
        assert "is the input itself" in ran.err
    assert (tmp_path / "in.csv").read_text() == TEXT


def test_a_partial_file_of_the_user_is_not_touched(tmp_path: Path) -> None:
    mine = tmp_path / "x.json.partial"
    mine.write_text("mine")
    write_text(str(tmp_path / "x.json"), "{}\n")
    run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "x.json", output_format="jsonl")
    assert mine.read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.json", "x.json.partial"]


def test_a_rest_gets_a_name_that_is_free(tmp_path: Path) -> None:
    def stop(done: int, total: int | None) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    target = tmp_path / "o.csv"
    (tmp_path / "o.csv.partial").write_text("mine")
    for name in ("o.csv.partial-2", "o.csv.partial-3"):
        with pytest.raises(BatchInterrupted, match=f"they are in {name}, o.csv was not written"):
            run_uniform(io.BytesIO(TEXT.encode()), target, progress=stop, block_size=1000)
        assert (tmp_path / name).read_bytes().startswith(WANTED[:500])
    assert (tmp_path / "o.csv.partial").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_rest_can_be_the_next_input(tmp_path: Path) -> None:
    partial = tmp_path / "new.csv.partial"
    partial.write_text(TEXT)
    run_uniform(partial, tmp_path / "new.csv", input_format="csv")
    assert (tmp_path / "new.csv").read_bytes() == WANTED
    assert partial.read_text() == TEXT


def test_two_runs_to_one_target_do_not_meet(tmp_path: Path) -> None:
    target = tmp_path / "o.csv"
    outputs = [open_target(target) for _ in range(2)]
    for number, output in enumerate(outputs):
        output.stream.write(b"%d" % number * 10)
    outputs[0].commit()
    assert target.read_bytes() == b"0" * 10
    outputs[1].commit()
    assert target.read_bytes() == b"1" * 10
    assert [each.name for each in tmp_path.iterdir()] == ["o.csv"]


def test_many_runs_to_one_target_at_once(tmp_path: Path) -> None:
    target = tmp_path / "o.csv"
    threads = [
        threading.Thread(target=run_uniform, args=(io.BytesIO(TEXT.encode()), target))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_bytes() == WANTED
    assert [each.name for each in tmp_path.iterdir()] == ["o.csv"]


def test_a_fault_in_a_worker_leaves_nothing_behind(tmp_path: Path) -> None:
    calls = 0

    def faulty(
        cards: np.ndarray, is_dealer: np.ndarray, starters: np.ndarray, every: bool
    ) -> Throws:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise ZeroDivisionError("a fault")
        return uniform(cards, is_dealer, starters, every)

    with pytest.raises(ZeroDivisionError):
        run_uniform(
            io.BytesIO(TEXT.encode()),
            tmp_path / "o.csv",
            analyser=faulty,
            block_size=1000,
            threads=1,
        )
    assert list(tmp_path.iterdir()) == []


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    name = "♥" * 80 + ".csv"
    run_uniform(io.BytesIO(TEXT.encode()), tmp_path / name)
    assert (tmp_path / name).read_bytes() == WANTED
    with pytest.raises(OutputError, match="file name too long"):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / ("♥" * 90 + ".csv"))


@only_posix
def test_closed_streams_are_one_sentence() -> None:
    assert shell("$CRIBCALC batch -q <&-").err == (
        "cribcalc: Cannot read the rows: standard input is closed.\n"
    )
    ran = shell(f"{BATCH} >&-")
    assert (ran.code, ran.err) == (
        1,
        "cribcalc: Cannot write the answer: standard output is closed.\n",
    )


@only_posix
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("precious")
    ran = shell("ulimit -f 0; $CRIBCALC score 5H 5D JS 4C -o x.json", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "cribcalc: Cannot write x.json: file too large.\n")
    assert (tmp_path / "x.json").read_text() == "precious"
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


@only_posix
def test_a_closed_pipe_by_another_name_ends_quietly() -> None:
    ran = shell("{ sleep 1; $CRIBCALC score 5H 5D JS 4C --json -o /dev/stdout; echo $? >&2; } | :")
    assert ran.err == "0\n"


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(str(tmp_path / "x.json"), json.dumps("♥", ensure_ascii=False) + "\r\n")
    assert (tmp_path / "x.json").read_bytes() == '"♥"\r\n'.encode()


@pytest.mark.parametrize("name", ["x.json/", "x.json/.", "new/", "./"])
def test_a_name_of_a_folder_is_no_file(tmp_path: Path, name: str) -> None:
    target = f"{tmp_path}/{name}"
    with pytest.raises(OutputError) as caught:
        write_text(target, "{}")
    assert str(caught.value) == f"Cannot write {target}: is a directory."
    with pytest.raises(OutputError, match="is a directory"):
        run_uniform(io.BytesIO(TEXT.encode()), target, output_format="csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a.csv", "own.csv", "a.csv/x.csv"])
def test_links_that_lead_round_in_a_circle(tmp_path: Path, name: str) -> None:
    for link, place in (("a.csv", "b.csv"), ("b.csv", "a.csv"), ("own.csv", "own.csv")):
        (tmp_path / link).symlink_to(place)
    with pytest.raises(OutputError, match="too many levels of symbolic links"):
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / name)
    assert (tmp_path / "a.csv").is_symlink()
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("libllvmlite.so: cannot open"), "libllvmlite.so: cannot open"),
        (OSError(12, "Cannot allocate memory"), "cannot allocate memory"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_what_fails_before_writing_is_not_called_writing(
    tmp_path: Path, error: Exception, reason: str
) -> None:
    def failing(*_: object) -> Throws:
        raise error

    with pytest.raises(CribcalcError) as caught:
        run_uniform(io.BytesIO(TEXT.encode()), tmp_path / "o.csv", analyser=failing)
    assert str(caught.value) == f"Cannot do this: {reason}."
    assert list(tmp_path.iterdir()) == []
