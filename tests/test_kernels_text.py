"""The kernels that read and write text: against plain Python, on text of every kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cribcalc.kernels.text import UNKNOWN, read_cards, read_words, split_table, word_codes
from cribcalc.kernels.text_out import write_discards, write_scores
from tests import naive

Convert = Callable[[Sequence[Sequence[str]]], NDArray[np.uint8]]
Bytes = NDArray[np.uint8]
Spans = NDArray[np.int64]

# Places of the two cards of each toss, and of the four others.
PLACES = np.array(
    [[*toss, *(i for i in range(6) if i not in toss)] for toss in combinations(range(6), 2)]
)


def as_bytes(text: str) -> Bytes:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def joined(cells: Sequence[str]) -> tuple[Bytes, Spans]:
    """Put cells one after another, with bytes between that nobody shall read."""
    data, spans = b"~", []
    for cell in cells:
        written = cell.encode()
        spans.append((len(data), len(data) + len(written)))
        data += written + b"~5H"
    return np.frombuffer(data, np.uint8), np.array(spans, np.int64).reshape(-1, 2)


# Tables ------------------------------------------------------------------------------------

LINES = st.one_of(
    st.text("a#5H ,;\t", max_size=12),
    st.lists(st.sampled_from(["", " ", "a", " b", "c ", "#", "5H 6S", "♥", "x#y"]), max_size=6).map(
        ",".join
    ),
)


@given(
    lines=st.lists(LINES, max_size=8),
    ends=st.booleans(),
    delimiter=st.sampled_from(",;\t"),
    separator=st.sampled_from(",\t"),
    kept=st.lists(st.booleans(), min_size=1, max_size=4),
    with_fields=st.randoms(use_true_random=False),
)
@example(["#a,b", "#a", " #,", "# a,b,c"], True, ",", ",", [True, True], None)
@example(["#a", "a", "", "\t "], False, ",", ",", [True], None)
def test_split_table_equals_naive(
    lines: list[str], ends: bool, delimiter: str, separator: str, kept: list[bool], with_fields: Any
) -> None:
    text = "\n".join(lines) + "\n" * ends
    columns = [column for column, is_kept in enumerate(kept) if is_kept]
    chosen = [c for c in columns if with_fields is None or with_fields.random() < 0.6]
    field_of = np.full(len(kept), -1, np.int64)
    for field, column in enumerate(reversed(chosen)):
        field_of[column] = field
    copy, rows, cells, line_of, found = split_table(
        as_bytes(text),
        np.int64(ord(delimiter)),
        np.int64(ord(separator)),
        np.array(kept, np.uint8),
        field_of,
        np.int64(len(chosen) + 1),
        np.int64(text.count("\n") + 1),
    )
    written = copy.tobytes()
    expected = naive.split_table(text, delimiter, len(kept))
    assert line_of.tolist() == [number for number, _, _ in expected]
    assert found.tolist() == [count for _, _, count in expected]
    assert [written[at:stop].decode() for at, stop in rows] == [
        separator.join(row[column] for column in columns) for _, row, _ in expected
    ]
    wanted = [[row[column] for column in reversed(chosen)] + [""] for _, row, _ in expected]
    assert [[written[at:stop].decode() for at, stop in row] for row in cells] == wanted


# Cells -------------------------------------------------------------------------------------

PIECES = [
    *"A23456789TJQKatjqk",
    "10",
    "1",
    *"CDHScdhs",
    *naive.SIGNS,
    *" ,-\t",
    "0",
    "X",
    "é",
    "\u2668",
]
CARD_TEXT = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(
        st.tuples(
            st.sampled_from([*naive.RANKS, *naive.RANKS.lower(), "10"]),
            st.sampled_from([*naive.SUITS, *naive.SUITS.lower(), *naive.SIGNS]),
            st.sampled_from(["", "", " ", ", ", "-", "\t"]),
        ).map("".join),
        max_size=7,
    ).map("".join),
    st.text(max_size=8),
)


@given(cells=st.lists(CARD_TEXT, max_size=6), size=st.integers(1, 6))
@example(["10h 10♦", "1H 2H", "5H 5h", "", "5", "K\u2660", "\u212ah 5S"], 2)
def test_read_cards_equals_naive(card_array: Convert, cells: list[str], size: int) -> None:
    cards, is_read = read_cards(*joined(cells), np.int64(size))
    assert cards.shape == (len(cells), size)
    expected = [naive.read_cards(cell, size) for cell in cells]
    assert is_read.tolist() == [int(each is not None) for each in expected]
    for row, each in zip(cards, expected, strict=True):
        if each is not None:
            assert row.tolist() == card_array([each])[0].tolist()


@pytest.mark.parametrize("rank", [*naive.RANKS, *"atjqk", "10"])
def test_every_card_in_every_spelling_is_read(card_array: Convert, rank: str) -> None:
    spellings = [*naive.SUITS, *naive.SUITS.lower(), *naive.SIGNS]
    cards, is_read = read_cards(*joined([rank + suit for suit in spellings]), np.int64(1))
    named = ["T" if rank == "10" else rank.upper()]
    suits = [naive.SIGNS.get(suit, suit.upper()) for suit in spellings]
    assert is_read.all()
    assert cards.tolist() == card_array([[named[0] + suit] for suit in suits]).tolist()


WORDS = ["", "d", "dealer", "pone", "true", "0", "1", "dealers"]


@given(
    cells=st.lists(
        st.one_of(
            st.tuples(
                st.sampled_from(["", " ", "\t "]),
                st.sampled_from(WORDS).flatmap(
                    lambda w: st.sampled_from([w, w.upper(), w.title()])
                ),
                st.sampled_from(["", " ", " \t"]),
            ).map("".join),
            st.text("dealr \tDéſ", max_size=9),
        )
    )
)
def test_read_words_equals_naive(cells: list[str]) -> None:
    meaning = {word: number for number, word in enumerate(WORDS)}
    values = np.arange(len(WORDS), dtype=np.uint8)
    found = read_words(*joined(cells), word_codes(WORDS), values)
    expected = [meaning.get(cell.strip(" \t").encode().lower().decode(), UNKNOWN) for cell in cells]
    assert found.tolist() == expected


# Writing -----------------------------------------------------------------------------------

CELLS = st.text("a5H é,", max_size=5)
MILLIONTHS = st.one_of(st.integers(-99_999_999, 99_999_999), st.integers(-3, 3))
DEALS = st.permutations(naive.PACK).map(lambda cards: list(cards)[:6])


@settings(max_examples=50)
@given(data=st.data(), ranked=st.booleans(), separator=st.sampled_from(",\t;"))
def test_write_discards_equals_naive(
    card_array: Convert, data: st.DataObject, ranked: bool, separator: str
) -> None:
    throws, figures = data.draw(st.integers(1, 15)), data.draw(st.integers(0, 4))
    deals = data.draw(st.lists(DEALS, max_size=3))
    rows = data.draw(st.lists(st.tuples(CELLS, st.integers(-1, len(deals) - 1), CELLS), max_size=4))
    orders = [data.draw(st.permutations(range(15)))[:throws] for _ in deals]
    points = [
        [[data.draw(MILLIONTHS) for _ in range(figures)] for _ in range(throws)] for _ in deals
    ]
    picks = np.array(orders, np.int64).reshape(-1, throws)
    millionths = np.array(points, np.int64).reshape(len(deals), throws, figures)
    text = write_discards(
        *joined([lead for lead, _, _ in rows]),
        np.array([slot for _, slot, _ in rows], np.int64),
        card_array(deals).reshape(-1, 6),
        picks,
        PLACES,
        millionths,
        *joined([error for _, _, error in rows]),
        np.int64(ord(separator)),
        np.int64(ranked),
    )
    expected = ""
    for lead, slot, error in rows:
        if slot < 0:
            cells = [""] * (2 + figures + ranked)
            expected += naive.write_row(lead, cells, error, separator)
            continue
        for rank, toss in enumerate(orders[slot]):
            six = [deals[slot][place] for place in PLACES[toss]]
            cells = [str(rank + 1)] * ranked + [" ".join(six[:2]), " ".join(six[2:])]
            cells += map(naive.write_millionths, points[slot][rank])
            expected += naive.write_row(lead, cells, error, separator)
    assert text.tobytes().decode() == expected


@given(
    rows=st.lists(
        st.tuples(
            CELLS,
            st.booleans(),
            st.lists(st.integers(0, 10**6), min_size=3, max_size=3),
            CELLS,
        ),
        max_size=5,
    ),
    separator=st.sampled_from(",\t;"),
)
def test_write_scores_equals_naive(
    rows: list[tuple[str, bool, list[int], str]], separator: str
) -> None:
    text = write_scores(
        *joined([lead for lead, _, _, _ in rows]),
        np.array([good for _, good, _, _ in rows], np.uint8),
        np.array([points for _, _, points, _ in rows], np.int64).reshape(-1, 3),
        *joined([error for _, _, _, error in rows]),
        np.int64(ord(separator)),
    )
    expected = ""
    for lead, good, points, error in rows:
        cells = [str(each) if good else "" for each in points]
        expected += naive.write_row(lead, cells, error, separator)
    assert text.tobytes().decode() == expected
