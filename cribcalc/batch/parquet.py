"""Rows out of a Parquet file, batch by batch."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from cribcalc.batch.records import (
    Block,
    Cells,
    Layout,
    Reader,
    Rows,
    cells_of,
    checked_columns,
    find_fields,
)
from cribcalc.batch.values import as_text
from cribcalc.errors import InputError, MissingExtra

ROWS_AT_ONCE = 16_384
SAMPLE_ROWS = 20
"""So many rows are looked at to guess the task."""


def require_pyarrow() -> None:
    """Refuse Parquet where its library is missing.

    Raises
    ------
    MissingExtra
        With the command that installs it.

    """
    try:
        import pyarrow.parquet  # noqa: F401 (only whether it is there)
    except ImportError as error:
        raise MissingExtra(
            'Parquet needs pyarrow: pip install "cribcalc[parquet]" '
            "(or pip install pyarrow into the Python that runs cribcalc)."
        ) from error


class ParquetReader(Reader):
    """A Parquet file."""

    unit = "row"

    def __init__(self, stream: BinaryIO, head: bytes, name: str, total: int | None):
        """Open a Parquet file; what cannot be sought is first copied to a temporary file."""
        require_pyarrow()
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.name = name
        self._arrow_error = (pa.ArrowException, OSError)
        self._copy: Any = None
        try:
            if stream.seekable():
                stream.seek(-len(head), io.SEEK_CUR)
            else:
                self._copy = tempfile.TemporaryFile()  # noqa: SIM115 (until the reader closes)
                self._copy.write(head)
                shutil.copyfileobj(stream, self._copy)
                self._copy.seek(0)
            self._file = pq.ParquetFile(self._copy or stream)
        except self._arrow_error as error:
            self.close()
            raise InputError(f"{name} is not a Parquet file: {_reason(error)}.") from error
        self.total = total
        self._columns = checked_columns(name, self._file.schema_arrow.names)

    def columns(self, task: str) -> tuple[str, ...]:  # noqa: ARG002 (other readers need it)
        """Get the names of the columns."""
        return self._columns

    def sample_hands(self) -> list[str]:
        """Get the first hands."""
        number = find_fields(self._columns)["hand"]
        for batch in self._batches(SAMPLE_ROWS):
            return [as_text(value) for value in plain_values(batch.column(number))]
        return []

    def kept_types(self) -> dict[str, Any]:
        """Get the Arrow type of each column."""
        return {field.name: field.type for field in self._file.schema_arrow}

    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the rows."""
        first, count = 1, self._file.metadata.num_rows
        for batch in self._batches(layout.rows_at_once or ROWS_AT_ONCE):
            done = first - 1 + batch.num_rows
            position = 0 if self.total is None else self.total * done // max(count, 1)
            yield ParquetBlock(batch, first, position, layout)
            first = done + 1

    def close(self) -> None:
        """Remove the temporary copy, if there is one."""
        if self._copy is not None:
            self._copy.close()

    def _batches(self, size: int) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(batch_size=size)
        except self._arrow_error as error:
            raise InputError(f"{self.name} cannot be read: {_reason(error)}.") from error


class ParquetBlock(Block):
    """One batch of rows."""

    def __init__(self, batch: Any, first: int, position: int, layout: Layout):
        self.position = position
        self._batch = batch
        self._first = first
        self._layout = layout

    def rows(self) -> Rows:
        """Give the batch the face of rows."""
        return ArrowRows(self._layout, self._batch, self._first)


class ArrowRows(Rows):
    """Rows of an Arrow record batch."""

    def __init__(self, layout: Layout, batch: Any, first: int):
        lines = np.arange(first, first + batch.num_rows, dtype=np.int64)
        super().__init__(layout, lines, {})
        self._batch = batch

    def field(self, name: str) -> Cells:
        """Get the texts of a field."""
        column = find_fields(self.layout.columns).get(name)
        if column is None:
            return cells_of([""] * len(self))
        return cells_of(map(_cell_of, plain_values(self._batch.column(column))))

    def records(self) -> list[dict[str, Any]]:
        """Get the kept columns as one mapping for each row."""
        names = self.layout.kept_names
        columns = [plain_values(self._batch.column(number)) for number in self.layout.kept]
        return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]

    def arrow(self) -> dict[str, Any]:
        """Get the kept columns as they are."""
        return {
            name: self._batch.column(number)
            for name, number in zip(self.layout.kept_names, self.layout.kept, strict=True)
        }


def plain_values(column: Any) -> list[Any]:
    """Get the values of an Arrow array as those that text and JSON have, None for null.

    Times become ISO texts while they are in Arrow, which knows nanoseconds.
    """
    import pyarrow as pa

    kinds = pa.types
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    if kinds.is_timestamp(column.type):
        texts = column.cast(pa.string()).to_pylist()
        return [None if text is None else text.replace(" ", "T") for text in texts]
    if kinds.is_date(column.type) or kinds.is_time(column.type):
        return list(column.cast(pa.string()).to_pylist())
    if kinds.is_duration(column.type):
        column = column.cast(pa.duration("us"), safe=False)
    elif kinds.is_float16(column.type):
        column = column.cast(pa.float32())
    return list(column.to_pylist())


def _cell_of(value: Any) -> str:
    """Write a value of a field: what is missing or a whole number may have come as a float."""
    if isinstance(value, float):
        return "" if value != value else as_text(int(value) if value.is_integer() else value)
    return as_text(value)


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or ["unknown reason"])[0].rstrip(".")
