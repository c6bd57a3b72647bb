"""Formats: every input with every output, guessing, what is kept, round trips."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from cribcalc.errors import InputError, MissingExtra, UsageError
from tests.batch_samples import batch, random_deals, run_uniform

DEALS = [
    *random_deals(40, seed=5),
    (["5H", "5D", "JS", "4C", "6H"], "pone"),
    (["AC"] * 6, "dealer"),
]
INPUTS = ["csv", "semicolon", "tab", "quoted", "lines", "jsonl", "jsonl-list", "parquet"]
OUTPUTS = ["csv", "tsv", "jsonl", "parquet"]
FIGURES = ["hand_mean", "crib_mean", "expected", "margin"]


def written(form: str) -> bytes:
    """The deals in one of the input formats."""
    rows = [(" ".join(cards), role) for cards, role in DEALS]
    if form == "lines":
        return "".join(f"{hand} {role}\n" for hand, role in rows).encode()
    if form == "jsonl":
        return "".join(json.dumps({"hand": h, "role": r}) + "\n" for h, r in rows).encode()
    if form == "jsonl-list":
        return "".join(json.dumps({"hand": c, "role": r}) + "\n" for c, r in DEALS).encode()
    if form == "parquet":
        pa = pytest.importorskip("pyarrow")
        return parquet_bytes(pa.table({"hand": [h for h, _ in rows], "role": [r for _, r in rows]}))
    delimiter = {"semicolon": ";", "tab": "\t"}.get(form, ",")
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows([("hand", "role"), *rows])
    if form == "quoted":
        return ('"' + text.getvalue().replace(",", '","').replace("\n", '"\n"')[:-1]).encode()
    return text.getvalue().encode()


def parquet_bytes(table: Any) -> bytes:
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def read_back(data: bytes, form: str) -> list[dict[str, Any]]:
    """The output as rows, figures as numbers or None."""
    if form == "jsonl":
        return [json.loads(line) for line in data.splitlines()]
    if form == "parquet":
        import pyarrow.parquet as pq

        rows: list[dict[str, Any]] = pq.read_table(io.BytesIO(data)).to_pylist()
        return rows
    delimiter = "\t" if form == "tsv" else ","
    table = list(csv.DictReader(io.StringIO(data.decode(), newline=""), delimiter=delimiter))
    return [
        {
            name: (float(value) if value else None)
            if name in FIGURES
            else (value or (None if name in ("toss", "keep", "error") else value))
            for name, value in row.items()
        }
        for row in table
    ]


@pytest.mark.parametrize("output_format", OUTPUTS)
@pytest.mark.parametrize("form", INPUTS)
def test_every_input_with_every_output(form: str, output_format: str) -> None:
    if "parquet" in (form, output_format):
        pytest.importorskip("pyarrow")
    result = batch(written(form), output_format=output_format)
    wanted = read_back(batch(written("csv"), output_format="jsonl").data, "jsonl")
    got = read_back(result.data, output_format)
    assert result.summary.rows == len(DEALS)
    assert result.summary.bad_rows == 2
    assert [list(row) for row in got] == [list(row) for row in wanted]
    for row, other in zip(got, wanted, strict=True):
        for name, value in other.items():
            if name in FIGURES and value is not None:
                exactly = output_format in ("jsonl", "parquet")
                assert row[name] == (value if exactly else pytest.approx(value, abs=6e-7))
            elif name == "hand" and form == "jsonl-list" and output_format == "jsonl":
                assert " ".join(row[name]) == value
            else:
                assert row[name] == value


@pytest.mark.parametrize("output_format", OUTPUTS)
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_score_of_every_format(form: str, output_format: str) -> None:
    pa = pytest.importorskip("pyarrow")
    rows = {"hand": ["5H 5D JS 4C", "2H 5H 7H 9H"], "starter": ["6H", "KC"], "crib": [False, True]}
    table = pa.table({**rows, "id": [7, 8]})
    records = table.to_pylist()
    data = {
        "csv": b"hand,starter,crib,id\n5H 5D JS 4C,6H,0,7\n2H 5H 7H 9H,KC,1,8\n",
        "jsonl": "".join(json.dumps(record) + "\n" for record in records).encode(),
        "parquet": parquet_bytes(table),
    }[form]
    got = read_back(batch(data, output_format=output_format).data, output_format)
    assert [int(row["total"]) for row in got] == [16, 2]
    assert [int(row["id"]) for row in got] == [7, 8]
    if form == output_format != "csv":
        assert got[0]["id"] == 7  # numbers stay numbers
        assert got[1]["crib"] is True


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.csv", "csv"), ("a.CSV", "semicolon"), ("a.tsv", "tab"), ("a.txt", "lines"),
        ("a.txt", "csv"), ("a", "jsonl"), ("a.dat", "lines"), ("a.ndjson", "jsonl"),
        ("a.jsonl", "jsonl"), ("a.parquet", "parquet"), ("a.bin", "parquet"),
    ],
)  # fmt: skip
def test_the_format_is_found(tmp_path: Path, name: str, form: str) -> None:
    data = written(form)
    (tmp_path / name).write_bytes(data)
    summary = run_uniform(tmp_path / name, tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == batch(written("csv")).data
    assert (summary.rows, summary.task) == (len(DEALS), "discard")
    assert summary.unit == ("row" if form == "parquet" else "line")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("o.csv", b"hand,role,toss"), ("o.TSV", b"hand\trole\ttoss"), ("o", b"hand,role,toss"),
        ("o.jsonl", b'{"hand"'), ("o.ndjson", b'{"hand"'), ("o.parquet", b"PAR1"),
    ],
)  # fmt: skip
def test_the_ending_of_the_output_is_its_format(tmp_path: Path, name: str, begins: bytes) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    run_uniform(io.BytesIO(written("csv")), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_an_ending_that_is_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"the ending \.xlsx is none of"):
        run_uniform(io.BytesIO(written("csv")), tmp_path / "o.xlsx")
    run_uniform(io.BytesIO(written("csv")), tmp_path / "o.xlsx", output_format="csv")
    assert (tmp_path / "o.xlsx").read_bytes().startswith(b"hand,role")


def test_parquet_through_a_pipe() -> None:
    pytest.importorskip("pyarrow")
    reading, writing = os.pipe()
    data = written("parquet")

    def feed() -> None:
        with os.fdopen(writing, "wb") as stream:
            stream.write(data)

    thread = threading.Thread(target=feed)
    thread.start()
    target = io.BytesIO()
    with os.fdopen(reading, "rb") as stream:
        run_uniform(stream, target)
    thread.join()
    assert target.getvalue() == batch(written("csv")).data


def test_parquet_keeps_its_types_and_numbers_its_rows() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table(
        {
            "cards": pa.array(
                [["5H", "5D", "JS", "4C", "6H", "QD"], ["5H"]], pa.list_(pa.string())
            ),
            "Role": pa.array(["dealer", "pone"]).dictionary_encode(),
            "when": pa.array([1, None], pa.timestamp("s")),
        }
    )
    result = batch(parquet_bytes(table), output_format="parquet")
    got = read_back(result.data, "parquet")
    assert got[0]["cards"] == ["5H", "5D", "JS", "4C", "6H", "QD"]
    assert got[0]["when"].year == 1970
    assert got[0]["toss"] == "JS QD"
    assert result.errors[0][0] == 2
    text = batch(parquet_bytes(table)).rows
    assert [row["when"] for row in text] == ["1970-01-01T00:00:01.000", ""]


def test_parquet_without_its_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'pip install "cribcalc\[parquet\]"'):
        batch(b"PAR1...........")
    with pytest.raises(MissingExtra, match=r'pip install "cribcalc\[parquet\]"'):
        run_uniform(io.BytesIO(written("csv")), tmp_path / "o.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "cut.parquet"
    path.write_bytes(written("parquet")[:-20])
    with pytest.raises(InputError, match=r"cut\.parquet is not a Parquet file"):
        run_uniform(path, tmp_path / "o.csv")
    path.write_bytes(b"")
    with pytest.raises(InputError, match="is empty"):
        run_uniform(path, tmp_path / "o.csv")


def test_other_columns_are_kept_and_results_replaced() -> None:
    text = "id,error,Hand,toss,role,note\n1,old,5H 5D JS 4C 6H QD,AC AD,d,first\n"
    result = batch(text)
    assert list(result.rows[0])[:5] == ["id", "Hand", "role", "note", "toss"]
    assert result.rows[0]["toss"] == "JS QD"
    assert result.rows[0]["error"] == ""
    assert result.rows[0]["note"] == "first"


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_an_output_is_an_input_for_the_same_output(form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    once = batch(written("csv"), output_format=form).data
    again = batch(once, output_format=form)
    assert again.data == once or read_back(again.data, form) == read_back(once, form)


def test_json_keys_may_come_late() -> None:
    first = '{"hand": "5H 5D JS 4C 6H QD", "role": "d"}\n'
    late = '{"hand": "5H 5D JS 4C 6H QD", "role": "d", "note": "x"}\n'
    text = first * 1000 + late
    rows = [json.loads(line) for line in batch(text, output_format="jsonl").data.splitlines()]
    assert rows[-1]["note"] == "x"
    result = batch(text)
    assert [line for line, _ in result.errors] == [1001]
    assert 'the key "note" is not among the columns' in result.errors[0][1]
    few = batch(first + late)
    assert few.errors == []
    assert [row["note"] for row in few.rows] == ["", "x"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "the line is not JSON: Expecting property name"),
        ("[1]", "the line is JSON but no object"),
        ('{"role": "d"}', "No cards given"),
        ('{"hand": 7, "role": "d"}', "7: the suit is missing"),
        ('{"hand": null, "role": "d"}', "No cards given"),
        ('{"hand": "5H 5D JS 4C 6H QD", "role": null}', "no role"),
        ('{"hand": "\\ud800", "role": "d"}', "no rank"),
    ],
)
def test_bad_json_rows(line: str, sentence: str) -> None:
    good = '{"hand": "5H 5D JS 4C 6H QD", "role": "d"}\n'
    for output_format in ("jsonl", "csv"):
        result = batch(f"{good}# note\n\n{line}\n{good}", output_format=output_format)
        assert [number for number, _ in result.errors] == [4]
        assert sentence in result.errors[0][1]
        assert result.summary.rows == 3
        result.data.decode("utf-8")


DIGITS, LEVELS = "1" * 5000, "[" * 5000


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("not json", "the line is not JSON: Expecting value."),
        ("[1]", "the line is JSON but no object"),
        (f'{{"hand": {DIGITS}}}', "the line has a number of too many digits."),
        (f'{{"hand": {LEVELS}', "within each other over more than 100 levels."),
        (f'{{"hand": {"[" * 970}{"]" * 970}}}', "within each other over more than 100 levels."),
        (f'{{"hand": {"[{" * 60}', "the line is not JSON"),
    ],
)
def test_bad_json_lines_can_be_found_again(line: str, sentence: str) -> None:
    good = '{"Cards": "5H 5D JS 4C 6H QD", "role": "d"}\n'
    for output_format in ("jsonl", "csv"):
        result = batch(f"{good} {line} \n", output_format=output_format)
        rows = read_back(result.data, output_format)
        assert rows[1]["Cards"] == line
        assert sentence in rows[1]["error"]


def test_objects_as_deep_as_allowed() -> None:
    nested = "[" * 99 + "]" * 99
    line = f'{{"hand": "5H 5D JS 4C 6H QD", "role": "d", "x": {nested}, "y": NaN}}\n'
    for output_format in ("jsonl", "csv"):
        result = batch(line, output_format=output_format)
        assert result.errors == []
        assert nested in result.data.decode()


def test_json_values_become_cells() -> None:
    row = {"hand": ["5H", "5D", "JS", "4C", "6H", "QD"], "role": "d", "a": 1.5, "b": [1, {"c": 2}]}
    (got,) = batch(json.dumps({**row, "d": True, "e": None, "f": 'say "hi", twice\n'})).rows
    assert got["hand"] == "5H 5D JS 4C 6H QD"
    assert (got["a"], got["b"], got["d"], got["e"]) == ("1.5", '[1, {"c": 2}]', "true", "")
    assert got["f"] == 'say "hi", twice\n'


def test_a_json_list_is_no_json_lines() -> None:
    with pytest.raises(InputError, match="line 1: a JSON list; write JSON lines"):
        batch('[{"hand": "5H"}]')
