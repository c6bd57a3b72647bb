"""What a result must offer to be shown in any format, and the formats themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from cribcalc.errors import UsageError
from cribcalc.render.style import PLAIN, Style

SCHEMA_VERSION = 1

PAGE_WIDTH = 80
"""Columns that lines of text are broken to; tables are as wide as they are."""

FORMATS = ("table", "json", "jsonl", "csv", "markdown")

_ENDINGS = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".md": "markdown",
    ".txt": "table",
}


class Table(NamedTuple):
    """A table for people: cells are text already; columns named in `left` align left."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[str] = ()
    light: bool = False  # columns of text without rules, so that no table library is loaded


class Section(NamedTuple):
    """A heading, a table or none, and lines below it."""

    title: str = ""
    table: Table | None = None
    lines: Sequence[str] = ()


class View(Protocol):
    """A result seen as JSON, as flat records and as sections for people."""

    def payload(self) -> dict[str, Any]:
        """Give the JSON document: full precision, cards in machine notation."""

    def records(self) -> list[dict[str, Any]]:
        """Give flat rows for CSV and JSON lines."""

    def sections(self, style: Style) -> list[Section]:
        """Give what people read."""


def format_for(path: str) -> str:
    """Choose a format by a file's ending.

    Raises
    ------
    UsageError
        If the ending says nothing.

    """
    name = path.rsplit("/", 1)[-1]
    dot = name.rfind(".")
    ending = name[dot:].lower() if dot > 0 else ""
    if ending not in _ENDINGS:
        known = " ".join(_ENDINGS)
        raise UsageError(f"{path}: no format goes with this ending ({known}); say --format.")
    return _ENDINGS[ending]


def render(view: View, output_format: str, style: Style = PLAIN) -> str:
    """Render a result in one of `FORMATS`; the text ends with a newline."""
    return _RENDERERS[output_format](view, style)


# Each format imports its library when it is asked for, so that a hand is scored at once.


def _json(view: View, _style: Style) -> str:
    import json

    return json.dumps(view.payload()) + "\n"


def _json_lines(view: View, _style: Style) -> str:
    import json

    return "".join(json.dumps(record) + "\n" for record in view.records())


def _csv(view: View, _style: Style) -> str:
    import csv
    import io

    records = view.records()
    if not records:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def _table(view: View, style: Style) -> str:
    return _joined(view.sections(style), title="{}", tabulated=_plain_table)


def _wrapped(lines: Sequence[str]) -> list[str]:
    """Break lines that are longer than a page is wide."""
    if all(len(line) <= PAGE_WIDTH for line in lines):
        return list(lines)
    from textwrap import wrap

    return [part for line in lines for part in wrap(line, PAGE_WIDTH, break_long_words=False)]


def _markdown(view: View, style: Style) -> str:
    return _joined(view.sections(style), title="### {}", tabulated=_markdown_table)


def _joined(sections: Sequence[Section], title: str, tabulated: Callable[[Table], str]) -> str:
    paragraphs = []
    for section in sections:
        if section.title:
            paragraphs.append(title.format(section.title))
        if section.table is not None:
            paragraphs.append(tabulated(section.table))
        if section.lines:
            paragraphs.append("\n".join(_wrapped(section.lines)))
    return "\n\n".join(paragraphs) + "\n"


def _plain_table(table: Table) -> str:
    return _light_table(table) if table.light else _tabulated(table, "simple")


def _markdown_table(table: Table) -> str:
    headers = [name.replace("\n", " ") for name in table.headers]
    return _tabulated(table._replace(headers=headers), "pipe")


def _tabulated(table: Table, layout: str) -> str:
    import tabulate

    aligned = ["left" if name in table.left else "right" for name in table.headers]
    padding = tabulate.MIN_PADDING
    tabulate.MIN_PADDING = 0  # its two extra blanks a column would not fit on a screen
    try:
        return tabulate.tabulate(
            table.rows,
            headers=table.headers,
            tablefmt=layout,
            colalign=aligned,
            disable_numparse=True,
            preserve_whitespace=True,
        )
    finally:
        tabulate.MIN_PADDING = padding


def _light_table(table: Table) -> str:
    """Align a few short columns; only the last may hold coloured cells (it is not padded)."""
    widths = [max(map(len, column)) for column in zip(*table.rows, strict=True)]
    lines = []
    for row in table.rows:
        cells = [
            cell.ljust(width) if name in table.left else cell.rjust(width)
            for name, cell, width in zip(table.headers, row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


_RENDERERS: dict[str, Callable[[View, Style], str]] = {
    "table": _table,
    "json": _json,
    "jsonl": _json_lines,
    "csv": _csv,
    "markdown": _markdown,
}
