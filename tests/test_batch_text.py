"""Text as people write it: line ends, quotes, delimiters; and the quick way equals the slow."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc.batch.textinput import TextInput
from tests.batch_samples import PACK, batch, deals_csv

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


def test_a_cell_too_long_for_the_csv_module() -> None:
    text = f'hand,role\n{DEAL},"d"\n{"x" * 140_000},d\n{DEAL},d\n'
    result = batch(text)
    assert [line for line, _ in result.errors] == [3]
    assert "field larger than field limit" in result.errors[0][1]


def test_text_that_is_no_utf8_is_kept_as_it_is() -> None:
    data = b"hand,role,note\n5H 5D JS 4C 6H QD,d,caf\xe9\n5\xe9,d,\n"
    for text in (data, data.replace(b"5H 5D JS 4C 6H QD", b'"5H 5D JS 4C 6H QD"')):
        result = batch(text)
        assert b",caf\xe9,JS QD" in result.data
        assert [line for line, _ in result.errors] == [3]
        batch(text, output_format="jsonl").data.decode("utf-8")


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
