"""From bytes to cards, for many rows at once.

What takes a file of deals apart without a Python object for a row: `split_table` cuts
delimited text into cells, `read_cards` and `read_words` read cells. A *span* is a pair of
offsets, first and one past the last byte, into a buffer of bytes.

The readers here know the usual notations only and say "not read" of everything else; the
caller gives those cells to `cribcalc.cards`, which reads the rare ones and has the sentence
for the wrong ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit

UNKNOWN = 255
"""What `read_words` says of a word that is not in its list."""

_NEWLINE, _SPACE, _TAB, _HASH, _COMMA, _HYPHEN, _ZERO = 10, 32, 9, 35, 44, 45, 48
_NOT_A_CARD, _NOTHING = 255, 254
_WORD_LENGTH = 7  # bytes that fit into one integer


def _table(*spellings: str) -> NDArray[np.uint8]:
    """Get the number of the spelling that each letter is in, else 255: uint8[256]."""
    table = np.full(256, _NOT_A_CARD, dtype=np.uint8)
    for number, letters in enumerate(spellings):
        for letter in letters:
            table[ord(letter)] = number
    return table


_RANK_OF = _table("Aa", *"23456789", "Tt", "Jj", "Qq", "Kk")
_SUIT_OF = _table("Cc", "Dd", "Hh", "Ss")
# The suit signs are E2 99 A0 to E2 99 A7: spades, hearts and diamonds outlined, clubs, then
# spades outlined, hearts, diamonds, clubs outlined.
_SIGN_SUITS = np.array([3, 2, 1, 0, 3, 2, 1, 0], dtype=np.uint8)


def word_codes(words: list[str]) -> NDArray[np.int64]:
    """Get the keys by which `read_words` knows words of at most seven ASCII letters.

    Returns
    -------
    keys : int64[w]
        One for each word.

    """
    return np.array([int.from_bytes(word.encode("ascii"), "big") for word in words], np.int64)


@jit
def split_table(
    data: NDArray[np.uint8],
    delimiter: np.int64,
    separator: np.int64,
    kept: NDArray[np.uint8],
    field_of: NDArray[np.int64],
    fields: np.int64,
    lines: np.int64,
) -> tuple[
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
]:
    """Cut delimited text without quotes into rows and cells.

    Blank lines and comments are passed over; spaces after a delimiter are left out. A comment is
    a line that begins with ``#`` and does not have as many cells as there are columns, or any
    such line where there is one column only. Every row gets as many kept cells as the header
    has kept columns.

    Parameters
    ----------
    data : uint8[m]
        Whole lines, each ended by a line feed (the last one perhaps not).
    delimiter, separator : int64
        What stands between cells in the text, and what shall stand in the copy.
    kept : uint8[k]
        1 for columns that are copied, 0 for others.
    field_of : int64[k]
        For each column the number of the field it holds, or -1.
    fields : int64
        Number of fields.
    lines : int64
        At least as many as there are lines.

    Returns
    -------
    copy : uint8[:]
        The kept cells, with separators.
    rows : int64[n, 2]
        Span in the copy of each row's kept cells.
    cells : int64[n, fields, 2]
        Span in the copy of each field; empty where there is no such column.
    line_of : int64[n]
        Line of each row, the first line of the data being 0.
    found : int64[n]
        Number of cells: k in a good row (empty cells at the end beyond k do not count).

    """
    width = kept.shape[0]
    copy = np.empty(data.shape[0] + lines * (width + 1), dtype=np.uint8)
    rows = np.zeros((lines, 2), dtype=np.int64)
    cells = np.zeros((lines, fields, 2), dtype=np.int64)
    line_of = np.zeros(lines, dtype=np.int64)
    found = np.zeros(lines, dtype=np.int64)
    n, line, at, to = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    while at < data.shape[0]:
        stop = at
        while stop < data.shape[0] and data[stop] != _NEWLINE:
            stop += 1
        first = _first_letter(data, at, stop)
        if first != _NEWLINE:
            end, found[n] = _copy_row(
                data, at, stop, delimiter, separator, kept, field_of, copy, to, cells[n]
            )
            if first != _HASH or (found[n] == width and width > 1):
                rows[n, 0] = to
                to = end
                rows[n, 1] = to
                line_of[n] = line
                n += 1
        at = stop + 1
        line += 1
    return copy[:to], rows[:n], cells[:n], line_of[:n], found[:n]


@jit
def _first_letter(data: NDArray[np.uint8], at: np.int64, stop: np.int64) -> np.int64:
    """Get the first byte of a line of uint8[m] that is no blank; of a blank line a line feed."""
    while at < stop and (data[at] == _SPACE or data[at] == _TAB):
        at += 1
    return np.int64(data[at]) if at < stop else np.int64(_NEWLINE)


@jit
def _copy_row(
    data: NDArray[np.uint8],
    at: np.int64,
    stop: np.int64,
    delimiter: np.int64,
    separator: np.int64,
    kept: NDArray[np.uint8],
    field_of: NDArray[np.int64],
    copy: NDArray[np.uint8],
    to: np.int64,
    cells: NDArray[np.int64],
) -> tuple[np.int64, np.int64]:
    """Copy the kept cells of one line and note where its fields are.

    Parameters
    ----------
    data, copy : uint8[:]
        Source and target.
    at, stop, to : int64
        Span of the line, and the first free byte of the copy.
    delimiter, separator, kept, field_of
        As in `split_table`.
    cells : int64[fields, 2]
        Filled.

    Returns
    -------
    to, found : int64
        The next free byte, and the number of cells.

    """
    width = kept.shape[0]
    column, found, copied = np.int64(0), np.int64(0), np.int64(0)
    while column < width or at <= stop:
        while at < stop and data[at] == _SPACE:
            at += 1
        end = at
        while end < stop and data[end] != delimiter:
            end += 1
        is_cell = at <= stop
        if is_cell and (column < width or end > at):
            found = column + 1
        if column < width and kept[column]:
            if copied:
                copy[to] = separator
                to += 1
            copied += 1
            if field_of[column] >= 0:
                cells[field_of[column], 0] = to
            for i in range(at, end):
                copy[to] = data[i]
                to += 1
            if field_of[column] >= 0:
                cells[field_of[column], 1] = to
        at = end + 1
        column += 1
    return to, found


@jit
def read_cards(
    data: NDArray[np.uint8], spans: NDArray[np.int64], size: np.int64
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Read cells of a fixed number of cards in the usual notations.

    That is rank then suit in ASCII letters of any case or suit signs in UTF-8, ``10`` for
    ``T``, and spaces, tabs, commas, hyphens or nothing between cards.

    Parameters
    ----------
    data : uint8[m]
    spans : int64[n, 2]
    size : int64
        The number of cards that each cell shall have.

    Returns
    -------
    cards : uint8[n, size]
        Card ids as given.
    is_read : uint8[n]
        1 where a cell holds exactly so many different cards.

    """
    n = spans.shape[0]
    cards = np.zeros((n, size), dtype=np.uint8)
    is_read = np.zeros(n, dtype=np.uint8)
    for i in range(n):
        at, stop = spans[i, 0], spans[i, 1]
        count, seen = np.int64(0), np.int64(0)
        while at < stop:
            card, at = _next_card(data, at, stop)
            if card == _NOTHING:
                continue
            if card == _NOT_A_CARD or count == size or (seen >> card) & 1:
                count = np.int64(-1)
                break
            seen |= np.int64(1) << card
            cards[i, count] = card
            count += 1
        is_read[i] = np.uint8(count == size)
    return cards, is_read


@jit
def _next_card(data: NDArray[np.uint8], at: np.int64, stop: np.int64) -> tuple[np.int64, np.int64]:
    """Read one card or separator of uint8[m]; give it and the offset after it."""
    first = np.int64(data[at])
    if first in (_SPACE, _COMMA, _HYPHEN, _TAB):
        return np.int64(_NOTHING), at + 1
    rank = np.int64(_RANK_OF[first])
    at += 1
    if first == _ZERO + 1 and at < stop and data[at] == _ZERO:
        rank = np.int64(9)
        at += 1
    if rank == _NOT_A_CARD or at >= stop:
        return np.int64(_NOT_A_CARD), at
    suit = np.int64(_SUIT_OF[data[at]])
    if suit == _NOT_A_CARD:
        is_sign = at + 2 < stop and data[at] == 0xE2 and data[at + 1] == 0x99
        if not is_sign or data[at + 2] < 0xA0 or data[at + 2] > 0xA7:
            return np.int64(_NOT_A_CARD), at
        suit = np.int64(_SIGN_SUITS[data[at + 2] - 0xA0])
        at += 2
    return 4 * rank + suit, at + 1


@jit
def read_words(
    data: NDArray[np.uint8],
    spans: NDArray[np.int64],
    keys: NDArray[np.int64],
    values: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Read cells that hold one of a few words, in any case, with blanks around.

    Parameters
    ----------
    data : uint8[m]
    spans : int64[n, 2]
    keys : int64[w]
        From `word_codes`, of words in lower case; the empty word is 0.
    values : uint8[w]
        What each word means.

    Returns
    -------
    meaning : uint8[n]
        The word's value, or `UNKNOWN`.

    """
    meaning = np.full(spans.shape[0], UNKNOWN, dtype=np.uint8)
    for i in range(spans.shape[0]):
        at, stop = spans[i, 0], spans[i, 1]
        while at < stop and (data[at] == _SPACE or data[at] == _TAB):
            at += 1
        while at < stop and (data[stop - 1] == _SPACE or data[stop - 1] == _TAB):
            stop -= 1
        if stop - at > _WORD_LENGTH:
            continue
        key = np.int64(0)
        for k in range(at, stop):
            letter = np.int64(data[k])
            if 65 <= letter <= 90:
                letter += 32
            key = (key << 8) | letter
        for w in range(keys.shape[0]):
            if keys[w] == key:
                meaning[i] = values[w]
                break
    return meaning
