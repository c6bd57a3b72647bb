"""Rows out of delimited text with a header: commas, semicolons or tabs.

A line that begins with ``#`` is a comment before the header, and after it if it does not have
as many cells as the header, or if that has one only; else it is a row. Blocks without a double
quote are taken apart by a kernel. From the first double quote on, or where cells hold what
separates the output's cells, Python's csv module reads; it is slower and gives the same rows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribcalc.batch.records import (
    Block,
    CellRows,
    Cells,
    Layout,
    Reader,
    Rows,
    TextRows,
    checked_columns,
    counted,
    find_fields,
)
from cribcalc.batch.textinput import MOST_LINE_BYTES, Chunk, Line, TextInput, has_content
from cribcalc.errors import InputError
from cribcalc.kernels.text import split_table
from cribcalc.words import printable

DELIMITERS = ",;\t"
ROWS_AT_ONCE = 8192
SAMPLE_ROWS = 20
"""So many rows are looked at to guess the task."""
MOST_CELL_LINES = 100
"""A quoted cell that goes on for longer was never closed."""

csv.field_size_limit(max(csv.field_size_limit(), 4 * MOST_LINE_BYTES))  # any line fits

_UNCLOSED = "a double quote opens here and is never closed."


class TableReader(Reader):
    """Delimited text with a header."""

    def __init__(self, text: TextInput):
        self.name = text.name
        self._text = text
        header = find_header(text)
        if header is None:
            raise InputError(f"{text.name} has no rows: only blank lines and comments.")
        self._header = header
        self._delimiter = sniff_delimiter(header.text)
        self._columns = _header_columns(text.name, header, self._delimiter)
        lines = text.first_lines(SAMPLE_ROWS, after=header.number)
        self._sample = [_cells(line.text, self._delimiter) for line in lines]

    def columns(self, task: str) -> tuple[str, ...]:  # noqa: ARG002 (other readers need it)
        """Get the names of the columns."""
        return self._columns

    def sample_hands(self) -> list[str]:
        """Get the first hands."""
        column = find_fields(self._columns)["hand"]
        return [cells[column] for cells in self._sample if column < len(cells)]

    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the rows: by the kernel as long as it can, then by the csv module."""
        chunks = self._text.chunks(self._header.number, layout.rows_at_once)
        separator = layout.separator.encode()
        clashing = separator if layout.separator != self._delimiter else b'"'
        for chunk in chunks:
            if b'"' in chunk.data or clashing in chunk.data:
                yield from self._slow_blocks(chain([chunk], chunks), layout)
                return
            yield TableBlock(chunk, self._delimiter, layout)

    def _slow_blocks(self, chunks: Iterator[Chunk], layout: Layout) -> Iterator[Block]:
        records = _Records(chunks, self._delimiter, len(layout.columns))
        while batch := list(islice(records, layout.rows_at_once or ROWS_AT_ONCE)):
            yield CellBlock(batch, records.position, layout, self._delimiter)


class TableBlock(Block):
    """Lines without double quotes, for the kernel."""

    def __init__(self, chunk: Chunk, delimiter: str, layout: Layout):
        self.position = chunk.position
        self._chunk = chunk
        self._delimiter = delimiter
        self._layout = layout

    def rows(self) -> Rows:
        """Take the lines apart."""
        layout, chunk = self._layout, self._chunk
        width = len(layout.columns)
        kept = np.zeros(width, dtype=np.uint8)
        kept[list(layout.kept)] = 1
        field_of = np.full(width, -1, dtype=np.int64)
        for field, column in find_fields(layout.columns).items():
            if field in layout.fields:
                field_of[column] = layout.fields.index(field)
        copy, rows, cells, line_of, found = split_table(
            np.frombuffer(chunk.data, dtype=np.uint8),
            np.int64(ord(self._delimiter)),
            np.int64(ord(layout.separator)),
            kept,
            field_of,
            np.int64(len(layout.fields)),
            np.int64(chunk.data.count(b"\n") + 1),
        )
        problems = {
            row: wrong_width(int(found[row]), layout.columns, self._delimiter)
            for row in np.flatnonzero(found != width).tolist()
        }
        return TextRows(layout, line_of + chunk.line, problems, Cells(copy, rows), cells)


class CellBlock(Block):
    """Rows that the csv module has taken apart."""

    def __init__(
        self,
        records: list[_Record],
        position: int,
        layout: Layout,
        delimiter: str,
    ):
        self.position = position
        self._records = records
        self._layout = layout
        self._delimiter = delimiter

    def rows(self) -> Rows:
        """Bring every row to the width of the header."""
        columns = self._layout.columns
        width = len(columns)
        lines: NDArray[np.int64] = np.array([each.line for each in self._records], dtype=np.int64)
        problems: dict[int, str] = {}
        cells: list[list[str]] = []
        for row, record in enumerate(self._records):
            found = _count_cells(record.cells, width)
            if record.problem:
                problems[row] = record.problem
            elif found != width:
                problems[row] = wrong_width(found, columns, self._delimiter)
            cells.append([*record.cells, *[""] * (width - found)][:width])
        return CellRows(self._layout, lines, problems, cells)


class _Record(NamedTuple):
    """A row: its line, what could be made of its cells, and what is wrong with them, if any."""

    line: int
    cells: list[str]
    problem: str = ""


class _Records:
    """The records of quoted text."""

    def __init__(self, chunks: Iterator[Chunk], delimiter: str, width: int):
        self.position = 0
        self._width = width
        self._lines = self._numbered(chunks)
        self._again: list[Line] = []
        self._record: list[Line] = []
        self._is_whole = True
        self._delimiter = delimiter
        self._reader = self._new_reader()

    def __iter__(self) -> Iterator[_Record]:
        return self

    def __next__(self) -> _Record:
        while True:
            first = self._take()
            if first is None:
                raise StopIteration
            if not first.text.strip(" \t\n"):
                continue
            record = self._read(first)
            if has_content(first.text) or self._is_row(record):
                return record
            self._swallow_no_more()  # a comment is one line, whatever a quote made of it

    def _is_row(self, record: _Record) -> bool:
        """Tell whether a line that begins with ``#`` is a row all the same."""
        width = self._width
        return not record.problem and _count_cells(record.cells, width) == width > 1

    def _read(self, first: Line) -> _Record:
        """Read the record that begins with a line."""
        self._again.insert(0, first)
        self._record, self._is_whole = [], True
        try:
            cells = next(self._reader)
        except csv.Error as error:
            self._reader = self._new_reader()
            self._swallow_no_more()
            problem = f"the row cannot be taken apart: {error}."
        else:
            if self._is_whole and self._is_closed_well():
                return _Record(first.number, cells)
            # Only the line with the quote is at fault: what it swallowed is read again.
            self._swallow_no_more()
            problem = _UNCLOSED
        return _Record(first.number, _cells(first.text.rstrip("\n"), self._delimiter), problem)

    def _is_closed_well(self) -> bool:
        """Tell whether a quoted cell over lines ends where a cell can, not at the next quote."""
        if len(self._record) == 1:
            return True
        lines = (line.text for line in self._record)
        try:
            next(csv.reader(lines, delimiter=self._delimiter, skipinitialspace=True, strict=True))
        except csv.Error:
            return False
        return True

    def _swallow_no_more(self) -> None:
        """Give back all lines of the record but the first."""
        self._again[:0] = self._record[1:]
        del self._record[1:]

    def _new_reader(self) -> Iterator[list[str]]:
        return csv.reader(self._feed(), delimiter=self._delimiter, skipinitialspace=True)

    def _feed(self) -> Iterator[str]:
        """Give lines to the csv module; it asks for more while a quote is open."""
        while True:
            line = None if len(self._record) >= MOST_CELL_LINES else self._take()
            if line is None and self._record:
                # A closing quote ends the record, which is then thrown away.
                self._is_whole = False
                yield '"\n'
            elif line is None:
                return
            else:
                self._record.append(line)
                yield line.text

    def _take(self) -> Line | None:
        return self._again.pop(0) if self._again else next(self._lines, None)

    def _numbered(self, chunks: Iterator[Chunk]) -> Iterator[Line]:
        for chunk in chunks:
            self.position = chunk.position
            text = chunk.data.decode("utf-8", "surrogateescape")
            for number, line in enumerate(text.removesuffix("\n").split("\n"), chunk.line):
                yield Line(line + "\n", number)


def find_header(text: TextInput) -> Line | None:
    """Find the line with the names of the columns, None in an empty text.

    It is the first line that is no comment; or a line like ``#,hand,role``, if what follows
    is no header but has as many cells.
    """
    first = next(iter(text.first_lines(1)), None)
    if first is None or not _is_header(first.text):
        for line in text.first_comments():
            if _is_header(line.text) and (first is None or _is_as_wide(first.text, line.text)):
                return line
    return first and _whole_header(text, first)


def _whole_header(text: TextInput, first: Line) -> Line:
    """Get a header with the lines that its quoted cells go on over; its number is the last one.

    Where a quote is never closed, or there is no hand column, it is the first line alone.
    """
    if '"' not in first.text:
        return first
    lines = list(islice(text.lines_from(first.number), MOST_CELL_LINES))
    for delimiter in DELIMITERS:
        feed = (f"{line.text}\n" for line in lines)
        reader = csv.reader(feed, delimiter=delimiter, skipinitialspace=True, strict=True)
        try:
            cells = next(reader)
        except (csv.Error, StopIteration):
            continue
        if "hand" in find_fields(cells):
            parts = lines[: reader.line_num]
            return Line("\n".join(line.text for line in parts), parts[-1].number)
    return first


def _is_header(line: str) -> bool:
    return "hand" in find_fields(header_cells(line))


def _is_as_wide(row: str, header: str) -> bool:
    width = len(header_cells(header))
    return _count_cells(_cells(row, sniff_delimiter(header)), width) == width


def _count_cells(cells: list[str], width: int) -> int:
    """Count cells; empty ones at the end beyond the width of the header do not count."""
    found = len(cells)
    while found > width and not cells[found - 1]:
        found -= 1
    return found


def sniff_delimiter(header: str) -> str:
    """Find what stands between the columns of a header.

    >>> sniff_delimiter("hand;role")
    ';'
    """
    for delimiter in DELIMITERS:
        if "hand" in find_fields(_cells(header, delimiter)):
            return delimiter
    return max(DELIMITERS, key=header.count)


def header_cells(header: str) -> list[str]:
    """Cut a header into its columns, by the delimiter that makes most sense of it."""
    return _cells(header, sniff_delimiter(header))


def _header_columns(name: str, header: Line, delimiter: str) -> tuple[str, ...]:
    """Get the columns of a header; unnamed ones at its end are none."""
    columns = [cell.strip() for cell in _cells(header.text, delimiter)]
    while columns and not columns[-1]:
        columns.pop()
    return checked_columns(name, columns, header.number)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return [line]


def wrong_width(found: int, columns: tuple[str, ...], delimiter: str) -> str:
    """Say that a row has not as many cells as the header, and the likely reason."""
    shown = [printable(column) for column in columns[:8]]
    listed = ", ".join(shown) + (", ..." if len(columns) > 8 else "")
    sentence = f"the row has {counted(found, 'cell')}, the header {len(columns)} ({listed})"
    if found > len(columns) and delimiter == ",":
        return f"{sentence}: put a hand that has commas in it between double quotes."
    return f"{sentence}."
