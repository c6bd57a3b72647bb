"""Rows of the answer as CSV, JSON lines or Parquet.

`Writer.encode` works on one block, in any thread; `Writer.append` is called in the order of
the blocks.
"""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, BinaryIO

from cribcalc.batch.parquet import require_pyarrow
from cribcalc.batch.records import Layout, Rows, encode, quoted, valid
from cribcalc.batch.tasks import Outcome, Task
from cribcalc.batch.values import finite, json_value
from cribcalc.errors import UsageError

OUTPUT_FORMATS = ("csv", "tsv", "jsonl", "parquet")

_ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_to_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=json_value).encode
_SEPARATORS = {"csv": ",", "tsv": "\t"}


def output_format_of(name: str | None, wanted: str | None) -> str:
    """Choose the output format: the one asked for, or the one of the file's ending, or CSV.

    Raises
    ------
    UsageError
        If there is no such format, or none that goes by the ending.
    MissingExtra
        If the library for it is missing.

    """
    chosen = _format_of(name, wanted)
    if chosen == "parquet":
        require_pyarrow()
    return chosen


def _format_of(name: str | None, wanted: str | None) -> str:
    if wanted is not None:
        if wanted not in OUTPUT_FORMATS:
            raise UsageError(f"{quoted(wanted)} is none of {', '.join(OUTPUT_FORMATS)}.")
        return wanted
    ending = Path(name or "").suffix.lower()
    if ending and ending not in _ENDINGS:
        raise UsageError(
            f"{name}: the ending {ending} is none of {', '.join(_ENDINGS)}; "
            f"choose another or give the format (--format)."
        )
    return _ENDINGS.get(ending, "csv")


def separator_of(output_format: str) -> str:
    """Get what stands between cells of the lead of a row."""
    return _SEPARATORS.get(output_format, ",")


class Writer(ABC):
    """Writes the answer to an open binary stream."""

    has_footer = False

    def __init__(self, stream: BinaryIO, layout: Layout, task: Task):
        self.stream = stream
        self.layout = layout
        self.task = task

    def begin(self) -> None:  # noqa: B027 (JSON lines have no header)
        """Write what stands before the first row."""

    @abstractmethod
    def encode(self, rows: Rows, outcome: Outcome) -> Any:
        """Bring one block into the form in which it is written."""

    def append(self, encoded: Any) -> None:
        """Write an encoded block."""
        self.stream.write(encoded)

    def finish(self) -> None:  # noqa: B027 (text has no footer)
        """Write what stands after the last row."""

    def close(self, torn: bool) -> bool:  # noqa: ARG002 (Parquet needs it)
        """End an output that will not be complete; tell whether its rows can be read.

        ``torn`` says that the last block may have been written in part.
        """
        return True


class TextWriter(Writer):
    """Delimited text with a header."""

    def begin(self) -> None:
        """Write the header."""
        names = (*self.layout.kept_names, *self.task.types(), "error")
        text = io.StringIO()
        csv.writer(text, delimiter=self.layout.separator, lineterminator="\n").writerow(names)
        self.stream.write(encode(text.getvalue()))

    def encode(self, rows: Rows, outcome: Outcome) -> bytes:
        """Write rows behind their kept cells."""
        separator = self.layout.separator
        sentences = {row: _cell(sentence, separator) for row, sentence in outcome.errors.items()}
        return outcome.text(rows.lead(), separator, sentences)


class JsonWriter(Writer):
    """JSON lines."""

    def encode(self, rows: Rows, outcome: Outcome) -> bytes:
        """Write one object for each row of the output."""
        records = rows.records()
        row_of, columns = outcome.columns()
        names = list(columns)
        lines = []
        for row, *values in zip(row_of.tolist(), *columns.values(), strict=True):
            result = dict(zip(names, values, strict=True))
            record = {**records[row], **result, "error": outcome.errors.get(row)}
            try:
                lines.append(_to_json(record))
            except ValueError:  # an infinity, or no number at all
                lines.append(_to_json(finite(record)))
        lines.append("")
        text = "\n".join(lines)
        try:
            return text.encode("utf-8")
        except UnicodeEncodeError:
            return valid(text).encode("utf-8")


class ParquetWriter(Writer):
    """A Parquet file, one row group for each block."""

    has_footer = True

    def __init__(self, stream: BinaryIO, layout: Layout, task: Task, kept_types: dict[str, Any]):
        """Fix the columns; ``kept_types`` are the Arrow types of those that are no text."""
        super().__init__(stream, layout, task)
        import pyarrow as pa

        fields = [(valid(name), kept_types.get(name, pa.string())) for name in layout.kept_names]
        fields += [(name, getattr(pa, kind)()) for name, kind in task.types().items()]
        self._schema = pa.schema([*fields, ("error", pa.string())])
        self._file: Any = None

    def begin(self) -> None:
        """Write the beginning of the file."""
        import pyarrow.parquet as pq

        self._file = pq.ParquetWriter(self.stream, self._schema)

    def encode(self, rows: Rows, outcome: Outcome) -> Any:
        """Make a table of the rows of the output."""
        import pyarrow as pa

        row_of, columns = outcome.columns()
        take = pa.array(row_of)
        arrays = [column.take(take) for column in rows.arrow().values()]
        arrays += [
            pa.array(values, type=self._schema.field(name).type) for name, values in columns.items()
        ]
        arrays.append(pa.array([outcome.errors.get(row) for row in row_of.tolist()], pa.string()))
        return pa.Table.from_arrays(arrays, schema=self._schema)

    def append(self, encoded: Any) -> None:
        """Write a table as a row group."""
        self._file.write_table(encoded)

    def finish(self) -> None:
        """Write the footer, without which the file cannot be read."""
        if self._file is not None:
            file, self._file = self._file, None
            file.close()

    def close(self, torn: bool) -> bool:
        """End the file early."""
        try:
            self.finish()
            self.stream.flush()
        except (OSError, ValueError):
            return False
        return not torn


def make_writer(
    output_format: str, stream: BinaryIO, layout: Layout, task: Task, kept_types: dict[str, Any]
) -> Writer:
    """Get the writer for a format of `OUTPUT_FORMATS`."""
    if output_format == "parquet":
        return ParquetWriter(stream, layout, task, kept_types)
    if output_format == "jsonl":
        return JsonWriter(stream, layout, task)
    return TextWriter(stream, layout, task)


def _cell(sentence: str, separator: str) -> str:
    """Quote a sentence as a cell of delimited text, if it has to be."""
    if separator in sentence or '"' in sentence or "\n" in sentence:
        return '"' + sentence.replace('"', '""') + '"'
    return sentence
