"""Rows on their way through a batch: where the cells are, and what the output keeps.

A block of rows, whatever it was read from, answers the same questions (`Rows`): the bytes of
a field for the kernels, and the kept input columns in the shape that each writer wants.
"""

from __future__ import annotations

import csv
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribcalc.batch.values import as_text
from cribcalc.errors import CardError, InputError
from cribcalc.scoring import HAND_SIZES
from cribcalc.words import plural

ALIASES: Mapping[str, tuple[str, ...]] = {
    "hand": ("hand", "cards", "deal"),
    "role": ("role",),
    "starter": ("starter", "turn_up", "cut"),
    "crib": ("crib", "is_crib"),
}
"""What a column may be called, for each field, in any case; the first one found counts."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class BadRow(CardError):
    """A row cannot be analysed; the message goes into its ``error`` column."""


class Cells(NamedTuple):
    """The texts of one field, as bytes.

    Attributes
    ----------
    buffer : uint8[m]
        UTF-8 text.
    spans : int64[n, 2]
        First byte and one past the last byte of each row's text.

    """

    buffer: NDArray[np.uint8]
    spans: NDArray[np.int64]

    def text(self, row: int) -> str:
        """Get the text of one row, for people: what is no UTF-8 is replaced."""
        first, stop = self.spans[row].tolist()
        return self.buffer[first:stop].tobytes().decode("utf-8", "replace")

    def texts(self) -> list[str]:
        """Get the texts of all rows."""
        data = self.buffer.tobytes()
        return [
            data[first:stop].decode("utf-8", "surrogateescape")
            for first, stop in self.spans.tolist()
        ]


def cells_of(texts: Iterable[str]) -> Cells:
    """Lay texts out one behind the other."""
    encoded = [encode(text) for text in texts]
    spans = np.zeros((len(encoded), 2), dtype=np.int64)
    np.cumsum([len(each) for each in encoded], out=spans[:, 1])
    spans[1:, 0] = spans[:-1, 1]
    # A bytearray, because for numba a read-only array is a type of its own, to be compiled for.
    return Cells(np.frombuffer(bytearray().join(encoded), dtype=np.uint8), spans)


def sparse_cells(texts: Mapping[int, str], count: int) -> Cells:
    """Lay out the texts of some of ``count`` rows; the others are empty."""
    rows = sorted(texts)
    few = cells_of(texts[row] for row in rows)
    spans = np.zeros((count, 2), dtype=np.int64)
    spans[rows] = few.spans
    return Cells(few.buffer, spans)


def encode(text: str) -> bytes:
    """Encode a text, giving bytes that were no UTF-8 back as they came."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return valid(text).encode("utf-8")


def valid(text: str) -> str:
    """Replace what cannot stand in JSON or Parquet: bytes that were no UTF-8, lone surrogates."""
    return text if text.isprintable() else _SURROGATE.sub("\ufffd", text)


def quoted(text: str, most: int = 24) -> str:
    """Quote a user's text in a sentence: printable and short."""
    clean = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most])
    return f'"{clean}{"..." if len(text) > most else ""}"'


def counted(number: int, thing: str) -> str:
    """Say how many of something, like ``1,200 rows`` or ``1 cell``."""
    return f"{number:,} {plural(thing, number)}"


def column_key(name: str) -> str:
    """Get what makes two column names the same: case and blanks do not count."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def find_fields(columns: Sequence[str]) -> dict[str, int]:
    """Find which columns hold which field.

    >>> find_fields(["Turn up", "id", "Cards"])
    {'hand': 2, 'starter': 0}
    """
    keys = [column_key(name) for name in columns]
    found: dict[str, int] = {}
    for field, aliases in ALIASES.items():
        alias = next((each for each in aliases if each in keys), None)
        if alias is not None:
            found[field] = keys.index(alias)
    return found


def checked_columns(name: str, columns: Sequence[str], line: int | None = None) -> tuple[str, ...]:
    """Refuse a header without a hand column, or with the same column twice.

    Raises
    ------
    InputError
        With the columns that were found.

    """
    where = name if line is None else f"{name}, line {line}"
    if "hand" not in find_fields(columns):
        listed = ", ".join(quoted(each)[1:-1] or '""' for each in columns[:12])
        more = ", ..." if len(columns) > 12 else ""
        raise InputError(
            f"{where}: no column is called hand (or cards, or deal); columns found: {listed}{more}."
        )
    twice = [key for key, count in Counter(map(column_key, columns)).items() if count > 1]
    if twice:
        raise InputError(f"{where}: the column {quoted(twice[0])} is there twice.")
    return tuple(columns)


@dataclass(frozen=True, slots=True)
class Layout:
    """What is wanted of each row.

    Attributes
    ----------
    columns
        The input columns, as written.
    fields
        The names of the fields that the task reads.
    replaced
        Keys (see `column_key`) of the columns that the task writes itself.
    separator
        What stands between the cells of delimited output.
    is_fixed
        Whether all rows of the output have the same columns.
    rows_at_once
        How many rows a block has at most; None for as many as are quick to read.

    """

    columns: tuple[str, ...]
    fields: tuple[str, ...]
    replaced: frozenset[str]
    separator: str
    is_fixed: bool
    rows_at_once: int | None = None

    @property
    def kept(self) -> tuple[int, ...]:
        """Numbers of the input columns that the output keeps."""
        return tuple(
            number
            for number, name in enumerate(self.columns)
            if column_key(name) not in self.replaced
        )

    @property
    def kept_names(self) -> tuple[str, ...]:
        """Names of the input columns that the output keeps."""
        return tuple(self.columns[number] for number in self.kept)


class Rows(ABC):
    """A block of rows: the fields for the kernels, the kept columns for the writers.

    Attributes
    ----------
    lines : int64[n]
        Line (of Parquet: row) of each row in the input, from 1.
    problems
        Sentences for the rows that could not be taken apart.
    hand_sizes
        How many cards a hand to score may have.
    advice
        What to say besides of four cards where six are wanted.

    """

    hand_sizes: tuple[int, ...] = HAND_SIZES
    advice = ""

    def __init__(self, layout: Layout, lines: NDArray[np.int64], problems: dict[int, str]):
        self.layout = layout
        self.lines = lines
        self.problems = problems

    def __len__(self) -> int:
        return len(self.lines)

    @abstractmethod
    def field(self, name: str) -> Cells:
        """Get the texts of a field; empty where there is no such column."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """Get the kept columns as one mapping for each row."""

    def lead(self) -> Cells:
        """Get the kept columns as delimited text."""
        names = self.layout.kept_names
        return delimited(
            ([as_text(record.get(name)) for name in names] for record in self.records()),
            self.layout.separator,
        )

    def arrow(self) -> dict[str, Any]:
        """Get the kept columns as Arrow arrays of text."""
        import pyarrow as pa

        records = self.records()
        columns = {}
        for name in self.layout.kept_names:
            values = (record.get(name) for record in records)
            texts = [None if value is None else valid(as_text(value)) for value in values]
            columns[name] = pa.array(texts, type=pa.string())
        return columns


class TextRows(Rows):
    """Rows cut out of delimited text by a kernel."""

    def __init__(
        self,
        layout: Layout,
        lines: NDArray[np.int64],
        problems: dict[int, str],
        lead: Cells,
        cells: NDArray[np.int64],
    ):
        """Keep the lead, and the spans int64[n, fields, 2] of the fields in its buffer."""
        super().__init__(layout, lines, problems)
        self._lead = lead
        self._cells = cells

    def field(self, name: str) -> Cells:
        """Get the texts of a field."""
        number = self.layout.fields.index(name)
        return Cells(self._lead.buffer, np.ascontiguousarray(self._cells[:, number]))

    def lead(self) -> Cells:
        """Get the kept columns as delimited text."""
        return self._lead

    def records(self) -> list[dict[str, Any]]:
        """Get the kept columns as one mapping for each row."""
        names, separator = self.layout.kept_names, self.layout.separator
        texts = map(valid, self._lead.texts())
        return [dict(zip(names, text.split(separator), strict=True)) for text in texts]


class CellRows(Rows):
    """Rows that Python took apart: one list of texts for each, as long as the columns."""

    def __init__(
        self,
        layout: Layout,
        lines: NDArray[np.int64],
        problems: dict[int, str],
        cells: list[list[str]],
    ):
        super().__init__(layout, lines, problems)
        self._cells = cells

    def field(self, name: str) -> Cells:
        """Get the texts of a field."""
        column = find_fields(self.layout.columns).get(name)
        if column is None:
            return cells_of([""] * len(self))
        return cells_of(row[column] for row in self._cells)

    def lead(self) -> Cells:
        """Get the kept columns as delimited text."""
        kept = self.layout.kept
        rows = ([row[column] for column in kept] for row in self._cells)
        return delimited(rows, self.layout.separator)

    def records(self) -> list[dict[str, Any]]:
        """Get the kept columns as one mapping for each row."""
        kept = [(self.layout.columns[column], column) for column in self.layout.kept]
        return [{name: valid(row[column]) for name, column in kept} for row in self._cells]


class _Lines(list[str]):
    """Where a csv writer leaves its rows, without the end of the line."""

    def write(self, text: str) -> None:
        self.append(text[:-2])


def delimited(rows: Iterable[Sequence[str]], separator: str) -> Cells:
    """Write rows as delimited text, quoted where need be."""
    lines = _Lines()
    csv.writer(lines, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return cells_of(lines)


class Block(ABC):
    """A part of the input on its way to a worker."""

    position: int
    """How many bytes of the input were read up to its end."""

    @abstractmethod
    def rows(self) -> Rows:
        """Take the block apart; called in a worker."""


class Reader(ABC):
    """An open input: its columns, and its rows block by block.

    Attributes
    ----------
    name
        What messages call the input.
    total
        Its size in bytes, or None where that is unknown.
    unit
        What its rows are numbered by: ``line`` or ``row``.

    """

    name: str
    total: int | None = None
    unit = "line"

    @abstractmethod
    def columns(self, task: str) -> tuple[str, ...]:
        """Get the names of the input columns."""

    @abstractmethod
    def sample_hands(self) -> list[str]:
        """Get the first hands, by which the task may be guessed."""

    def told_task(self) -> str | None:
        """Get the task, if the way in which the rows are written tells it."""
        return None

    @abstractmethod
    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the rows."""

    def has_roles(self) -> bool:
        """Tell whether a row has a place for its role."""
        return "role" in find_fields(self.columns("discard"))

    def kept_types(self) -> dict[str, Any]:
        """Get the Arrow type of each column that is not text."""
        return {}

    def close(self) -> None:  # noqa: B027 (most readers have nothing to close)
        """Give up what the reader holds; the stream stays open."""
