"""Rows out of JSON lines: one object a line, with the names that CSV columns have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from cribcalc.batch.records import (
    ALIASES,
    Block,
    Cells,
    Layout,
    Reader,
    Rows,
    cells_of,
    checked_columns,
    column_key,
    find_fields,
    quoted,
)
from cribcalc.batch.textinput import Chunk, TextInput, has_content
from cribcalc.batch.values import as_text
from cribcalc.errors import InputError

SAMPLE_LINES = 1000
"""So many lines are looked at to find out which keys there are."""

SAMPLE_ROWS = 20
"""So many of them are looked at to guess the task."""

MOST_LEVELS = 100
"""An object nested more deeply is refused, for no writer could count on writing it again."""

_TOO_DEEP = f"the line has lists or objects within each other over more than {MOST_LEVELS} levels."


class JsonReader(Reader):
    """JSON lines."""

    def __init__(self, text: TextInput):
        self.name = text.name
        self._text = text
        lines = text.first_lines(SAMPLE_LINES)
        if not lines:
            raise InputError(f"{text.name} has no rows: only blank lines and comments.")
        if lines[0].text.lstrip().startswith("["):
            raise InputError(
                f"{text.name}, line {lines[0].number}: a JSON list; write JSON lines, "
                f"one object a line, instead."
            )
        records = [read_object(line.text) for line in lines]
        objects = [record for record in records if isinstance(record, dict)]
        if not objects:
            raise InputError(f"{text.name}, line {lines[0].number}: {records[0]}")
        keys = dict.fromkeys(key for record in objects for key in record)
        self._columns = checked_columns(text.name, list(keys))
        self._sample = [field_text(record, "hand") for record in objects[:SAMPLE_ROWS]]

    def columns(self, task: str) -> tuple[str, ...]:  # noqa: ARG002 (other readers need it)
        """Get the keys of the first objects, in the order in which they come up."""
        return self._columns

    def sample_hands(self) -> list[str]:
        """Get the first hands."""
        return self._sample

    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the lines."""
        for chunk in self._text.chunks(lines=layout.rows_at_once):
            yield JsonBlock(chunk, layout)


class JsonBlock(Block):
    """Some whole lines of JSON."""

    def __init__(self, chunk: Chunk, layout: Layout):
        self.position = chunk.position
        self._chunk = chunk
        self._layout = layout
        self._hand = layout.columns[find_fields(layout.columns)["hand"]]

    def rows(self) -> Rows:
        """Read the objects; a line that is none becomes a row in error."""
        text = self._chunk.data.decode("utf-8", "surrogateescape")
        known = set(self._layout.columns)
        lines: list[int] = []
        records: list[dict[str, Any]] = []
        problems: dict[int, str] = {}
        for number, line in enumerate(text.split("\n"), self._chunk.line):
            if not has_content(line):
                continue
            record = read_object(line)
            if isinstance(record, str):
                problems[len(records)] = record
                record = {self._hand: line.strip()}  # so that it can be found again
            elif self._layout.is_fixed and not known.issuperset(record):
                new = next(key for key in record if key not in known)
                problems[len(records)] = (
                    f"the key {quoted(new)} is not among the columns that the output began "
                    f"with: give it in the first row, or write JSON lines."
                )
            lines.append(number)
            records.append(record)
        return DictRows(self._layout, np.array(lines, dtype=np.int64), problems, records)


class DictRows(Rows):
    """Rows that are mappings already."""

    def __init__(
        self,
        layout: Layout,
        lines: np.ndarray[tuple[int], np.dtype[np.int64]],
        problems: dict[int, str],
        records: list[dict[str, Any]],
    ):
        super().__init__(layout, lines, problems)
        self._records = records

    def field(self, name: str) -> Cells:
        """Get the texts of a field."""
        return cells_of(field_text(record, name) for record in self._records)

    def records(self) -> list[dict[str, Any]]:
        """Get the kept keys of each row."""
        replaced = self.layout.replaced
        keys = {key for record in self._records for key in record}
        dropped = {key for key in keys if column_key(key) in replaced}
        if not dropped:
            return self._records
        return [
            {key: value for key, value in record.items() if key not in dropped}
            for record in self._records
        ]


def read_object(line: str) -> dict[str, Any] | str:
    """Read one line: an object, or the sentence that says why it is none."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        return f"the line is not JSON: {error.msg}."
    except ValueError:  # the limit that Python has for the digits of whole numbers
        return "the line has a number of too many digits."
    except RecursionError:
        return _TOO_DEEP
    if line.count("[") + line.count("{") > MOST_LEVELS and _depth(value) > MOST_LEVELS:
        return _TOO_DEEP
    if not isinstance(value, dict):
        return 'the line is JSON but no object: write {"hand": "5H 5D JS 4C 6H QD", ...}.'
    return value


def _depth(value: Any) -> int:
    """Count the levels of lists and objects within each other."""
    depth, level = 0, [value]
    while level:
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
        depth += 1
    return depth


def field_text(record: dict[str, Any], field: str) -> str:
    """Get what an object says of a field, as text; empty if it says nothing."""
    for alias in ALIASES[field]:
        if alias in record:
            return as_text(record[alias])
    keys = {column_key(key): key for key in record}
    for alias in ALIASES[field]:
        if alias in keys:
            return as_text(record[keys[alias]])
    return ""
