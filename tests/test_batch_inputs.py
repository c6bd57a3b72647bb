"""Inputs that cannot be used: one clear sentence, and no output."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from cribcalc.batch import run_batch
from cribcalc.batch.textinput import MOST_LINE_BYTES
from cribcalc.errors import InputError, UsageError
from tests.batch_samples import batch

DEAL = "5H 5D JS 4C 6H QD"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "in.csv is empty."),
        (b"\n\n# nothing\n", "in.csv has no rows: only blank lines and comments."),
        ("hand,role\n".encode("utf-16"), "in.csv is UTF-16 text: save it as UTF-8."),
        (b"hand,role\n5\x005H", "in.csv is not text: line 2 has a zero byte."),
        (b"\x7fELF\x00\x00", "in.csv is not text: line 1 has a zero byte."),
        (gzip.compress(b"hand,role\n", mtime=0), "in.csv is compressed (gzip): unpack it first."),
        (b"PK\x03\x04...", "in.csv is a zip archive or a spreadsheet: unpack it, or export it"),
        (
            b"# a\nname,role\nx,d\n",
            (
                "in.csv, line 2: no column is called hand (or cards, or deal); "
                "columns found: name, role."
            ),
        ),
        (b",,\n", "no column is called hand"),
        (b"hand,Hand\nx,d\n", 'in.csv, line 1: the column "hand" is there twice.'),
        (b"hand,note,note\nx,d\n", 'in.csv, line 1: the column "note" is there twice.'),
        (b"5H 5D JS 4C 6H QD,dealer\n", 'or read the file with the input format "lines".'),
        (b"x" * (MOST_LINE_BYTES * 2), "in.csv, line 1: longer than 1,048,576 bytes"),
    ],
)
def test_what_is_no_table(tmp_path: Path, data: bytes, sentence: str) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(data)
    with pytest.raises(InputError) as caught:
        run_batch(source, tmp_path / "out.csv")
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(str(source))
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_text_without_cards() -> None:
    with pytest.raises(InputError, match="line 2: neither cards nor a header"):
        batch("\nname,age\nx,3\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no\.csv: there is no such file"):
        run_batch(tmp_path / "no.csv", tmp_path / "o.csv")
    with pytest.raises(InputError, match="is a folder, not a file"):
        run_batch(tmp_path, tmp_path / "o.csv")
    with pytest.raises(InputError, match="cannot be read"):
        run_batch("a\0b", tmp_path / "o.csv")
    assert list(tmp_path.iterdir()) == []


class Failing(io.BytesIO):
    """A disk that gives up after some blocks."""

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if self.tell() > 40_000:
            raise OSError(5, "Input/output error")
        return data


def test_an_input_that_breaks_off_leaves_the_rows_before(tmp_path: Path) -> None:
    text = "hand,role\n" + f"{DEAL},d\n" * 3000
    with pytest.raises(InputError) as caught:
        run_batch(Failing(text.encode()), tmp_path / "o.csv", block_size=1000)
    assert "the input cannot be read: Input/output error. 1," in str(caught.value)
    assert "rows had been finished; they are in o.csv.partial" in str(caught.value)
    (partial,) = tmp_path.iterdir()
    lines = partial.read_text().splitlines()
    assert f"{len(lines) - 1:,} rows had been finished" in str(caught.value)
    assert {line.count(",") for line in lines} == {8}


def test_a_line_without_end_in_the_middle() -> None:
    text = f"hand,role\n{DEAL},d\n" + "x" * (2 * MOST_LINE_BYTES)
    with pytest.raises(InputError, match="line 3: longer than"):
        batch(text)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    source = tmp_path / "in.csv"
    source.write_text("x")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"in\.csv cannot be read: Permission denied\."):
        run_batch(source, io.BytesIO())


def test_input_and_output_must_differ(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f"hand,role\n{DEAL},d\n")
    (tmp_path / "link.csv").symlink_to(source)
    (tmp_path / "hard.csv").hardlink_to(source)
    for name in ("in.csv", "link.csv", "hard.csv", "./in.csv"):
        with pytest.raises(UsageError, match="is the input itself"):
            run_batch(source, f"{tmp_path}/{name}")
    with source.open("rb") as stream, pytest.raises(UsageError, match="is the input itself"):
        run_batch(stream, source)
    assert source.read_text() == f"hand,role\n{DEAL},d\n"
