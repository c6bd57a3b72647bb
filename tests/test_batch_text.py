"""Text as people write it: line ends, quotes, delimiters; and the quick way equals the slow."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc.batch.textinput import TextInput
from tests.batch_samples import PACK, batch, deals_csv, run_uniform

DEAL = "5H 5D JS 4C 6H QD"
PLAIN = f"hand,role,note\n{DEAL},dealer,a\n{DEAL},pone,b\n"
WANTED = batch(PLAIN).data


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.rstrip("\n"),
        PLAIN.replace("\n", "\r\n").rstrip(),
        PLAIN.replace("\n", "\n\n  \n\t\n"),
        "# made today\n\n" + PLAIN.replace("\n", "\n  # a remark, with commas\n"),
        PLAIN.replace(",", ", "),
        PLAIN.replace("\n", ",\n"),
        PLAIN.replace("\n", ",,\n"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(f"{DEAL},", f'"{DEAL}",'),
        PLAIN.replace(",b", ',"b"'),
        "\ufeff# x\r\n" + PLAIN.replace("\n", "\r\n\r\n"),
    ],
)
@pytest.mark.parametrize("block_size", [1, 7, 1 << 19])
def test_the_same_table_written_in_other_ways(text: str, block_size: int) -> None:
    assert batch(text, block_size=block_size).data == WANTED


def test_headers_in_any_order_and_case() -> None:
    rows = batch(f"Note, ROLE ,Cards\na,dealer,{DEAL}\n").rows
    assert list(rows[0])[:3] == ["Note", "ROLE", "Cards"]
    assert rows[0]["toss"] == "JS QD"


@pytest.mark.parametrize(
    "hand",
    [
        "5h 5d js 4c 6h qd", "5H5DJS4C6HQD", "5H-5D-JS-4C-6H-QD", "5♥ 5♦ J♠ 4♣ 6♥ Q♦",
        "5♡5♢J♤4♧6♡Q♢", "5♥️ 5♦️ J♠️ 4♣️ 6♥️ Q♦️", "🂵 🃅 🂫 🃔 🂶 🃍", " 5H  5D JS\t4C 6H QD ",
        "5H\u00a05D JS 4C 6H QD",
    ],
)  # fmt: skip
def test_cards_in_any_notation(hand: str) -> None:
    (row,) = batch(f"role,hand\ndealer,{hand}\n").rows
    assert (row["toss"], row["keep"], row["error"]) == ("JS QD", "5H 5D 4C 6H", "")
    assert row["hand"] == hand.lstrip(" ")
    (same,) = batch(f"{hand} dealer\n").rows
    assert same["toss"] == "JS QD"


@pytest.mark.parametrize("block_size", [1, 2, 3, 5, 64])
def test_blocks_that_end_anywhere(block_size: int) -> None:
    text = "hand,role\r\n" + "5♥ 5♦ J♠ 4♣ 6♥ Q♦,dealer\r\n10♥ 5♦ J♠ 4♣ 6♥ Q♦,pone\r\n" * 3
    assert batch(text, block_size=block_size).data == batch(text).data


def test_many_blocks_in_order() -> None:
    text = deals_csv(3000)
    result = batch(text, block_size=1000)
    assert result.data == batch(text).data
    hands = [line.split(",")[0] for line in text.splitlines()[1:]]
    assert [row["hand"] for row in result.rows] == hands


def test_line_numbers_count_every_line() -> None:
    text = f"# one\n\nhand,role\n{DEAL},d\n\n# six\nXX,d\n{DEAL},d\nYY,p"
    for block_size in (1, 10, 1000):
        result = batch(text, block_size=block_size)
        assert [line for line, _ in result.errors] == [7, 9]
    quoted = f'hand,role,note\n"{DEAL}",d,"two\nlines"\nXX,d,\n'
    assert [line for line, _ in batch(quoted).errors] == [4]


def test_quoted_cells_stay_whole() -> None:
    notes = ["a,b", 'say "hi"', "two\nlines", " blanks ", "", "# no remark"]
    text = io.StringIO()
    csv.writer(text).writerows([("hand", "role", "note"), *((DEAL, "d", note) for note in notes)])
    for block_size in (5, 1 << 19):
        result = batch(text.getvalue(), block_size=block_size)
        assert [row["note"] for row in result.rows] == [
            note if note != " blanks " else "blanks " for note in notes
        ]
        assert result.errors == []


def test_a_hand_with_commas_between_quotes() -> None:
    (row,) = batch('hand,role\n"5H,5D,JS,4C,6H,QD",dealer\n').rows
    assert (row["hand"], row["toss"]) == ("5H,5D,JS,4C,6H,QD", "JS QD")
    (row,) = batch("hand;role\n5H,5D,JS,4C,6H,QD;dealer\n").rows
    assert (row["hand"], row["toss"]) == ("5H,5D,JS,4C,6H,QD", "JS QD")


@pytest.mark.parametrize("quote", ["", f'"{DEAL}",d\n'])
def test_rows_of_a_wrong_width(quote: str) -> None:
    text = f"hand,role\n{quote}5H,5D,JS,4C,6H,QD,dealer\n{DEAL}\n{DEAL},d,,\n"
    result = batch(text)
    assert [text for _, text in result.errors] == [
        (
            "the row has 7 cells, the header 2 (hand, role): put a hand that has commas in it "
            "between double quotes."
        ),
        "the row has 1 cell, the header 2 (hand, role).",
    ]
    assert len(result.rows) == 3 + bool(quote)
    assert result.rows[-1]["toss"] == "JS QD"


def test_a_quote_that_is_never_closed_spoils_one_row() -> None:
    text = f'hand,role\n{DEAL},d\n"{DEAL},d\n' + f"{DEAL},d\n" * 150
    result = batch(text)
    assert result.errors == [(3, "a double quote opens here and is never closed.")]
    assert result.summary.rows == 152
    at_the_end = batch(f'hand,role\n{DEAL},d\n"{DEAL},d\n{DEAL},d\n')
    assert [line for line, _ in at_the_end.errors] == [3]
    assert at_the_end.summary.rows == 3


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        (f'7,"{DEAL},d', ["7", f"{DEAL},d", ""]),
        (f'"7,{DEAL},d', [f"7,{DEAL},d", "", ""]),
        (f'7,{DEAL},"d', ["7", DEAL, "d"]),
        (f"7,{DEAL},d,x,y", ["7", DEAL, "d"]),
        ("7,5H,5D,JS,4C,6H,QD,d", ["7", "5H", "5D"]),
        (f"7,{DEAL}", ["7", DEAL, ""]),
    ],
)
def test_a_row_that_cannot_be_taken_apart_can_be_found_again(line: str, cells: list[str]) -> None:
    head, good = "id,hand,role\n", f"8,{DEAL},d\n"
    for text in (f"{head}{line}\n{good}", f'{head}{line}\n{good}"9",{DEAL},p\n', head + line):
        for form in ("csv", "jsonl"):
            result = batch(text, output_format=form)
            assert [number for number, _ in result.errors] == [2]
            rows = result.rows if form == "csv" else map(json.loads, result.data.splitlines())
            first = next(iter(rows))
            assert [first[name] for name in ("id", "hand", "role")] == cells


def test_long_cells_are_the_same_with_quotes_and_without() -> None:
    body = f"{'x' * 400_000},d\n{DEAL},d\n{DEAL},{'y' * 140_000}\n"
    plain = batch(f"hand,role\n{body}")
    quoted = batch(f'hand,role\n{body}{DEAL},"d"\n')
    assert [line for line, _ in plain.errors] == [2, 4]
    assert quoted.errors == plain.errors
    assert quoted.data.startswith(plain.data)


def test_a_cell_too_long_for_the_csv_module() -> None:
    lines = ("x" * 600_000 + "\n") * 8
    result = batch(f'hand,role\n"{lines}",d\n{DEAL},d\n')
    assert "field larger than field limit" in result.errors[0][1]
    assert result.rows[0]["hand"] == "x" * 600_000
    assert result.rows[-1]["toss"] == "JS QD"


@pytest.mark.parametrize("block_size", [1, 9, 1 << 19])
def test_a_header_may_go_on_over_lines(block_size: int) -> None:
    for header in (
        '"a\n\nb",hand,role',
        '# first\n"a\r\n\r\nb", hand,"role"',
        '"a\n\nb";hand;role',
    ):
        row = f"7,{DEAL},d\n5X,5X,d\n".replace(",", ";" if ";" in header else ",")
        result = batch(f"{header}\n{row}", block_size=block_size)
        assert list(result.rows[0])[:3] == ["a\n\nb", "hand", "role"]
        assert [row["toss"] for row in result.rows] == ["JS QD", ""]
        assert [line for line, _ in result.errors] == [5 + header.startswith("#")]
    never = batch(f'hand,role,"note\n{DEAL},d,x\n')
    assert list(never.rows[0])[:3] == ["hand", "role", "note"]
    (error,) = batch(f'hand,role,"a\nb"\n{DEAL}\n').errors
    assert error == (3, r"the row has 1 cell, the header 3 (hand, role, a\nb).")


def test_text_that_is_no_utf8_is_kept_as_it_is() -> None:
    data = b"hand,role,note\n5H 5D JS 4C 6H QD,d,caf\xe9\n5\xe9,d,\n"
    for text in (data, data.replace(b"5H 5D JS 4C 6H QD", b'"5H 5D JS 4C 6H QD"')):
        result = batch(text)
        assert b",caf\xe9,JS QD" in result.data
        assert [line for line, _ in result.errors] == [3]
        rows = [json.loads(line) for line in batch(text, output_format="jsonl").data.splitlines()]
        assert [row["note"] for row in rows] == ["caf\ufffd", ""]
        assert rows[1]["hand"] == "5\ufffd"
        assert result.errors[0][1].startswith('5\ufffd: no suit "\ufffd"')


@pytest.mark.parametrize(
    "text",
    [
        b"hand,role,na\xe9me\n5H 5D JS 4C 6H QD,d,x\xe9\n",
        b'"hand",role,na\xe9me\n"5H 5D JS 4C 6H QD",d,x\xe9\n',
        b'{"hand": "5H 5D JS 4C 6H QD", "role": "d", "na\xe9me": "x\xe9"}\n',
        b'{"hand": "5H 5D JS 4C 6H QD", "role": "d", "na\\ud800me": "x\\udce9"}\n',
    ],
)
def test_names_that_are_no_utf8_either(text: bytes) -> None:
    line = batch(text, output_format="jsonl").data.decode("utf-8")
    assert json.loads(line)["na\ufffdme"] == "x\ufffd"
    assert "\\u" not in line
    kept = b"na\xe9me,toss" if b"\xe9" in text else "na\ufffdme,toss".encode()
    assert kept in batch(text).data
    pq = pytest.importorskip("pyarrow.parquet")
    (row,) = pq.read_table(io.BytesIO(batch(text, output_format="parquet").data)).to_pylist()
    assert row["na\ufffdme"] == "x\ufffd"


@pytest.mark.parametrize(
    "text", ["hand,role\n", "hand,role", "\ufeffhand;role\r\n", '"hand","role"']
)
def test_a_header_alone(text: str) -> None:
    result = batch(text)
    assert result.data == b"hand,role,toss,keep,hand_mean,crib_mean,expected,margin,error\n"
    assert result.summary.rows == 0
    assert batch(text, output_format="jsonl").data == b""


def test_a_header_alone_as_parquet() -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(io.BytesIO(batch("hand,role\n", output_format="parquet").data))
    assert (table.num_rows, table.column_names[:3]) == (0, ["hand", "role", "toss"])
    assert str(table.schema.field("margin").type) == "double"


cards = st.lists(st.sampled_from(PACK), min_size=4, max_size=7).map(" ".join)
cells = st.one_of(
    cards,
    st.sampled_from(["", "dealer", "pone", "D", " p", "x", "5♥", "é", "\t", "# x", "  ", "a b "]),
    st.text(st.characters(codec="utf-8", exclude_characters='"\n\r,\0'), max_size=6),
)


@settings(max_examples=150)
@given(st.lists(st.lists(cells, min_size=1, max_size=4), max_size=8), st.integers(1, 60))
def test_the_quick_way_equals_the_slow_way(table: list[list[str]], block_size: int) -> None:
    body = "".join(",".join(row) + "\n" for row in table)
    quick = batch(f"role,hand,note\n{body}", block_size=block_size)
    # A quoted cell at the beginning sends all that follows the slow way.
    slow = batch(f'role,hand,note\n"d",{DEAL},\n{body}', block_size=block_size)
    assert slow.summary.rows == quick.summary.rows + 1
    header, rest = quick.data.split(b"\n", 1)
    slow_header, _, slow_rest = slow.data.split(b"\n", 2)
    assert (header, rest) == (slow_header, slow_rest)
    assert quick.errors == [(line - 1, text) for line, text in slow.errors]


@settings(max_examples=60)
@given(st.text(st.sampled_from("a\n\r#, é"), max_size=40), st.integers(1, 9))
def test_chunks_put_together_are_the_text(text: str, block_size: int) -> None:
    data = text.encode()
    if not data:
        return
    stream = io.BytesIO(data[8:])
    chunks = list(TextInput(stream, "x", data[:8], block_size).chunks())
    joined = b"".join(chunk.data for chunk in chunks)
    assert joined == data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = 1
    for chunk in chunks:
        assert chunk.line == line
        line += chunk.data.count(b"\n")


# Number signs ------------------------------------------------------------------------------

COMMENTED = f"id,hand,role\n#1,{DEAL},dealer\n# a remark\n#2,{DEAL},pone\n"


@pytest.mark.parametrize("block_size", [1, 30, 1 << 19])
@pytest.mark.parametrize("quote", ["", f'"0",{DEAL},d\n'])
def test_a_row_may_begin_with_a_number_sign(quote: str, block_size: int) -> None:
    header, rest = COMMENTED.split("\n", 1)
    text = f"{header}\n{quote}{rest}"
    result = batch(text, block_size=block_size)
    assert [row["id"] for row in result.rows][bool(quote) :] == ["#1", "#2"]
    assert result.errors == []
    again = batch(result.data, block_size=block_size)
    assert again.data == result.data


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
def test_number_signs_survive_a_round_trip(form: str) -> None:
    ids = ["#1", "# two", "#", '# "three"', "#4,5", "#six\n# seven"]
    rows = [{"id": each, "hand": DEAL, "role": "d"} for each in ids]
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    data = batch(text, output_format=form).data
    assert [row["id"] for row in batch(data).rows] == ids
    assert batch(data, output_format=form).data == data


def test_comments_are_what_does_not_fit() -> None:
    text = (
        f"# made by hand, in a hurry\nid,hand,role\n# 1\n1,{DEAL},d\n"
        f'# she said "no", and\n2,{DEAL},p\n#,"never closed\n3,{DEAL},p\n#4,{DEAL}\n #5,5H,d,\n'
    )
    result = batch(text)
    assert [row["id"] for row in result.rows] == ["1", "2", "3", "#5"]
    assert [line for line, _ in result.errors] == [10]


def test_a_number_sign_in_a_table_of_one_column_is_a_comment() -> None:
    assert batch("hand\n# ours\n5H 5D JS 4C\n").summary.rows == 1


@pytest.mark.parametrize(
    "header", ["#,hand,role", "#id,hand,role", "# id,Hand,role", "# made today\n\n#;hand;role"]
)
@pytest.mark.parametrize("name", ["in.csv", "in.txt"])
def test_a_header_may_begin_with_a_number_sign(tmp_path: Path, header: str, name: str) -> None:
    delimiter = ";" if ";" in header else ","
    rows = f"1,{DEAL},d\n#2,{DEAL},p\n".replace(",", delimiter)
    (tmp_path / name).write_text(f"{header}\n{rows}")
    run_uniform(tmp_path / name, tmp_path / "out.csv")
    data = (tmp_path / "out.csv").read_bytes()
    lines = data.decode().splitlines()
    assert lines[0].startswith("#")
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "#2"]
    assert batch(data).data == data


def test_a_comment_that_names_the_columns_is_no_header() -> None:
    result = batch(f"# columns: id,hand,role\nid,hand,role\n1,{DEAL},d\n")
    assert list(result.rows[0])[:3] == ["id", "hand", "role"]
    assert result.errors == []
    assert batch(f"# his,hand\n{DEAL} d\n").summary.rows == 1
    assert batch("#,hand,role\n").summary.rows == 0
    assert batch(f'# role,hand\n{{"hand": "{DEAL}", "role": "d"}}\n').errors == []
