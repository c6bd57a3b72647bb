"""Rows out of delimited text with a header: commas, semicolons or tabs.

Blocks without a double quote are taken apart by a kernel. From the first double quote on,
or where cells hold what separates the output's cells, Python's csv module reads; it is
slower and gives the same rows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain, islice

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
from cribcalc.batch.sniffing import guess_task
from cribcalc.batch.textinput import Chunk, Line, TextInput, has_content
from cribcalc.errors import InputError
from cribcalc.kernels.text import split_table

DELIMITERS = ",;\t"
ROWS_AT_ONCE = 8192
MOST_CELL_LINES = 100
"""A quoted cell that goes on for longer was never closed."""

_UNCLOSED = "a double quote opens here and is never closed."


class TableReader(Reader):
    """Delimited text with a header."""

    def __init__(self, text: TextInput):
        self.name = text.name
        self._text = text
        lines = text.first_lines(2)
        if not lines:
            raise InputError(f"{text.name} has no rows: only blank lines and comments.")
        self._header = lines[0]
        self._delimiter = sniff_delimiter(lines[0].text)
        self._columns = _header_columns(text.name, lines[0], self._delimiter)
        self._sample = _cells(lines[1].text, self._delimiter) if len(lines) > 1 else []

    def columns(self, task: str) -> tuple[str, ...]:  # noqa: ARG002 (other readers need it)
        """Get the names of the columns."""
        return self._columns

    def guess_task(self) -> str:
        """Guess from columns and cards whether deals or hands are in the file."""
        column = find_fields(self._columns)["hand"]
        hand = self._sample[column] if column < len(self._sample) else ""
        return guess_task(self._columns, hand)

    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the rows: by the kernel as long as it can, then by the csv module."""
        chunks = self._text.chunks(after=self._header.number)
        separator = layout.separator.encode()
        clashing = separator if layout.separator != self._delimiter else b'"'
        for chunk in chunks:
            if b'"' in chunk.data or clashing in chunk.data:
                yield from self._slow_blocks(chain([chunk], chunks), layout)
                return
            yield TableBlock(chunk, self._delimiter, layout)

    def _slow_blocks(self, chunks: Iterator[Chunk], layout: Layout) -> Iterator[Block]:
        records = _Records(chunks, self._delimiter)
        while batch := list(islice(records, ROWS_AT_ONCE)):
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
    """Rows that the csv module has taken apart: cells, or a sentence, and the line."""

    def __init__(
        self,
        records: list[tuple[int, list[str] | str]],
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
        lines: NDArray[np.int64] = np.array([line for line, _ in self._records], dtype=np.int64)
        problems: dict[int, str] = {}
        cells: list[list[str]] = []
        for row, (_, record) in enumerate(self._records):
            if isinstance(record, str):
                problems[row] = record
                cells.append([""] * width)
                continue
            found = len(record)
            while found > width and not record[found - 1]:
                found -= 1
            if found != width:
                problems[row] = wrong_width(found, columns, self._delimiter)
                record = record + [""] * (width - found)
            cells.append(record[:width])
        return CellRows(self._layout, lines, problems, cells)


class _Records:
    """The records of quoted text: each a line number, and its cells or a sentence."""

    def __init__(self, chunks: Iterator[Chunk], delimiter: str):
        self.position = 0
        self._lines = self._numbered(chunks)
        self._again: list[Line] = []
        self._record: list[Line] = []
        self._is_whole = True
        self._delimiter = delimiter
        self._reader = self._new_reader()

    def __iter__(self) -> Iterator[tuple[int, list[str] | str]]:
        return self

    def __next__(self) -> tuple[int, list[str] | str]:
        first = self._take()
        while first is not None and not has_content(first.text):
            first = self._take()
        if first is None:
            raise StopIteration
        self._again.insert(0, first)
        self._record, self._is_whole = [], True
        try:
            cells = next(self._reader)
        except csv.Error as error:
            self._reader = self._new_reader()
            self._again[:0] = self._record[1:]
            return first.number, f"the row cannot be taken apart: {error}."
        if self._is_whole:
            return first.number, cells
        # Only the line with the quote is at fault: what it swallowed is read again.
        self._again[:0] = self._record[1:]
        return first.number, _UNCLOSED

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
    listed = ", ".join(columns[:8]) + (", ..." if len(columns) > 8 else "")
    sentence = f"the row has {counted(found, 'cell')}, the header {len(columns)} ({listed})"
    if found > len(columns) and delimiter == ",":
        return f"{sentence}: put a hand that has commas in it between double quotes."
    return f"{sentence}."
