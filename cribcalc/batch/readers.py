"""Opening an input: which format it has, and the reader for it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from cribcalc.batch.jsonl import JsonReader
from cribcalc.batch.parquet import ParquetReader
from cribcalc.batch.plain import PlainReader
from cribcalc.batch.records import Reader, find_fields, quoted
from cribcalc.batch.sniffing import has_cards
from cribcalc.batch.tables import TableReader, find_header, header_cells
from cribcalc.batch.textinput import TextInput, read_head
from cribcalc.errors import InputError, UsageError

INPUT_FORMATS = ("csv", "jsonl", "lines", "parquet")
"""What can be read; csv stands for semicolons and tabs too."""

_ENDINGS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_HEAD_BYTES = 4096
_PARQUET = b"PAR1"

Source = str | os.PathLike[str] | BinaryIO
"""A path, ``-`` for standard input, or an open binary stream."""


def open_source(source: Source) -> tuple[BinaryIO, str]:
    """Open an input for reading; give the stream and what messages call it.

    Raises
    ------
    InputError
        If there is no such file, or it is a folder, or may not be read.

    """
    if not isinstance(source, (str, os.PathLike)):
        return source, "the input"
    if source == "-":
        if sys.stdin is None:
            raise InputError("Cannot read the rows: standard input is closed.")
        return sys.stdin.buffer, "standard input"
    path = Path(source)
    name = str(path)
    try:
        if path.is_dir():
            raise InputError(f"{name} is a folder, not a file.")
        return path.open("rb"), name
    except FileNotFoundError as error:
        raise InputError(f"{name}: there is no such file.") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"{name} cannot be read: {reason}.") from error


def stream_size(stream: BinaryIO) -> int | None:
    """Get the size of a regular file, None of anything else."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def make_reader(
    stream: BinaryIO,
    name: str,
    input_format: str | None,
    role: str | None,
    block_size: int,
) -> Reader:
    """Get the reader for an open input.

    Parameters
    ----------
    input_format
        One of `INPUT_FORMATS`; None to go by the file's ending, then by what is in it.
    role
        What a row is that does not say, if that was asked for.

    Raises
    ------
    InputError
        If the input is not what it should be.
    UsageError
        If there is no such format.

    """
    if input_format is not None and input_format not in INPUT_FORMATS:
        raise UsageError(f"{quoted(input_format)} is none of {', '.join(INPUT_FORMATS)}.")
    total = stream_size(stream)
    head = read_head(stream, name, min(block_size, _HEAD_BYTES))
    chosen = input_format or _ENDINGS.get(Path(name).suffix.lower())
    if chosen is None and head.startswith(_PARQUET):
        chosen = "parquet"
    if chosen == "parquet":
        if not head:
            raise InputError(f"{name} is empty.")
        return ParquetReader(stream, head, name, total)
    text = TextInput(stream, name, head, block_size)
    chosen = chosen or _guess_format(text)
    reader: Reader
    if chosen == "csv":
        reader = _table_reader(text)
    elif chosen == "jsonl":
        reader = JsonReader(text)
    else:
        reader = PlainReader(text, role)
    reader.total = total
    return reader


def _table_reader(text: TextInput) -> TableReader:
    """Open a table; if it has no header but cards, the message says what to do."""
    try:
        return TableReader(text)
    except InputError as error:
        lines = text.first_lines(1)
        if lines and has_cards(lines[0].text):
            raise InputError(
                f"{error} The line looks like cards, not like a header: add one, "
                f'or read the file with the input format "lines".'
            ) from error
        raise


def _guess_format(text: TextInput) -> str:
    """Guess the format of a text from its first line."""
    lines = text.first_lines(1)
    if lines and lines[0].text.lstrip().startswith(("{", "[")):
        return "jsonl"
    header = find_header(text)
    is_table = header is not None and "hand" in find_fields(header_cells(header.text))
    return "csv" if is_table else "lines"
