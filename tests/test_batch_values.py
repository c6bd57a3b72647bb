"""Values of Parquet and JSON on their way through all outputs: none is damaged."""

from __future__ import annotations

import io
import json
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.batch_samples import batch

DEAL = "5H 5D JS 4C 6H QD"


def table() -> Any:
    pa = pytest.importorskip("pyarrow")
    columns = {
        "hand": pa.array([DEAL.encode()] * 2, pa.binary()),
        "role": pa.array(["dealer", "pone"]).dictionary_encode(),
        "day": pa.array([date(2026, 1, 31), None], pa.date32()),
        "day64": pa.array([date(2026, 1, 31), None], pa.date64()),
        "at": pa.array([datetime(2026, 1, 31, 12, 30), None], pa.timestamp("s")),  # noqa: DTZ001
        "at_us": pa.array([datetime(2026, 1, 31, 12, 30, 0, 5), None]),  # noqa: DTZ001
        "at_ns": pa.array([1, None], pa.timestamp("ns")),
        "at_zone": pa.array([0, None], pa.timestamp("ms", "UTC")),
        "time_ns": pa.array([1, None], pa.time64("ns")),
        "long": pa.array([timedelta(seconds=90), None]),
        "long_ns": pa.array([1500, None], pa.duration("ns")),
        "nan": pa.array([float("nan"), 1.5]),
        "inf": pa.array([float("inf"), float("-inf")]),
        "half": pa.array([1.5, None], pa.float16()),
        "blob": pa.array([b"caf\xc3\xa9", b"\xff\x00"], pa.binary()),
        "price": pa.array([Decimal("1.50"), None], pa.decimal128(5, 2)),
        "word": pa.array(["x", None]).dictionary_encode(),
        "days": pa.array([[date(2026, 1, 31)], None], pa.list_(pa.date32())),
        "nested": pa.array([{"a": float("nan")}, None]),
        "none": pa.nulls(2),
        "count": pa.array([7, None]),
        "yes": pa.array([True, None]),
    }
    return pa.table(columns)


def parquet(rows: Any) -> bytes:
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(rows, sink)
    return sink.getvalue()


WANTED: dict[str, tuple[Any, Any]] = {
    "hand": (DEAL, DEAL),
    "role": ("dealer", "pone"),
    "day": ("2026-01-31", None),
    "day64": ("2026-01-31", None),
    "at": ("2026-01-31T12:30:00.000", None),  # in a Parquet file seconds are milliseconds
    "at_us": ("2026-01-31T12:30:00.000005", None),
    "at_ns": ("1970-01-01T00:00:00.000000001", None),
    "at_zone": ("1970-01-01T00:00:00.000Z", None),
    "time_ns": ("00:00:00.000000001", None),
    "long": ("0:01:30", None),
    "long_ns": ("0:00:00.000001", None),
    "nan": (None, 1.5),
    "inf": (None, None),
    "half": (1.5, None),
    "blob": ("café", "ff00"),
    "price": ("1.50", None),
    "word": ("x", None),
    "days": (["2026-01-31"], None),
    "nested": ({"a": None}, None),
    "none": (None, None),
    "count": (7, None),
    "yes": (True, None),
}


def test_parquet_to_json() -> None:
    result = batch(parquet(table()), output_format="jsonl")
    assert result.errors == []

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    rows = [json.loads(line, parse_constant=refuse) for line in result.data.splitlines()]
    for name, values in WANTED.items():
        assert tuple(row[name] for row in rows) == values, name


@pytest.mark.parametrize("output_format", ["csv", "tsv"])
def test_parquet_to_delimited_text(output_format: str) -> None:
    result = batch(parquet(table()), output_format=output_format)
    assert result.errors == []
    text = result.data.decode().replace("\t", ",")
    assert '""' not in text.replace('"{""a"": NaN}"', "").replace('"[""2026-01-31""]"', "")
    if output_format == "tsv":
        return
    cells = {
        "nan": ("NaN", "1.5"),
        "inf": ("Infinity", "-Infinity"),
        "half": ("1.5", ""),
        "days": ('["2026-01-31"]', ""),
        "nested": ('{"a": NaN}', ""),
        "count": ("7", ""),
        "yes": ("true", ""),
    }
    for name, values in WANTED.items():
        wanted = cells.get(name) or tuple(value or "" for value in values)
        assert tuple(row[name] for row in result.rows) == wanted, name


def test_parquet_to_parquet() -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    before = pq.read_table(io.BytesIO(parquet(table())))
    got = pq.read_table(io.BytesIO(batch(parquet(before), output_format="parquet").data))
    for name in before.column_names:
        assert got.schema.field(name).type == before.schema.field(name).type
        if name not in ("nan", "nested"):  # which are not equal to themselves
            assert got[name].combine_chunks().equals(before[name].combine_chunks()), name


def test_missing_values_of_fields_are_empty() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = pa.table(
        {
            "hand": ["5H 5D JS 4C", "2H 5H 7H 9H"],
            "starter": ["6H", None],
            "crib": pa.array([float("nan"), 1.0]),
        }
    )
    result = batch(parquet(rows))
    assert result.errors == []
    assert [row["total"] for row in result.rows] == ["16", "0"]


def test_json_that_is_none() -> None:
    line = '{"hand": "5H 5D JS 4C 6H QD", "role": "d", "a": NaN, "b": [1e999, {"c": -1e999}]}\n'
    (written,) = batch(line, output_format="jsonl").data.splitlines()
    row = json.loads(written, parse_constant=pytest.fail)
    assert (row["a"], row["b"]) == (None, [None, {"c": None}])
