"""From figures to bytes: rows of delimited text, for many rows at once.

The other end of `cribcalc.kernels.text`: what each row begins with is there already as bytes,
the figures are written behind it, without a Python object for a row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribcalc.kernels._jit import jit

_NEWLINE, _SPACE, _MINUS, _POINT, _ZERO = 10, 32, 45, 46, 48
_RANK_LETTERS = np.frombuffer(b"A23456789TJQK", dtype=np.uint8)
_SUIT_LETTERS = np.frombuffer(b"CDHS", dtype=np.uint8)


@jit
def write_discards(
    lead: NDArray[np.uint8],
    lead_spans: NDArray[np.int64],
    slots: NDArray[np.int64],
    cards: NDArray[np.uint8],
    picks: NDArray[np.int64],
    places: NDArray[np.int64],
    millionths: NDArray[np.int64],
    errors: NDArray[np.uint8],
    error_spans: NDArray[np.int64],
    separator: np.int64,
    ranked: np.int64,
) -> NDArray[np.uint8]:
    """Write rows of ``[rank,]toss,keep,figures...,error`` after what leads each row.

    Parameters
    ----------
    lead : uint8[:]
    lead_spans : int64[n, 2]
        What comes first in each row: the kept cells.
    slots : int64[n]
        Row of the arrays below, or -1 for a row in error, which is written once.
    cards : uint8[m, 6]
        Card ids as given.
    picks : int64[m, t]
        The tosses to write, best first, by number.
    places : int64[15, 6]
        For each toss the places of its two cards among the six, then those of the others.
    millionths : int64[m, t, f]
        Figures of each toss, in millionths of a point.
    errors : uint8[:]
    error_spans : int64[n, 2]
        The sentence of each row, quoted where need be; empty where all is well.
    separator : int64
        The byte between cells.
    ranked : int64
        1 to write the rank of the toss too.

    Returns
    -------
    text : uint8[:]
        Whole lines.

    """
    throws, figures = picks.shape[1], millionths.shape[2]
    each = 32 + 24 * figures  # separators, two digits of rank, six cards, figures below 10**12
    bound = np.int64(0)
    for i in range(slots.shape[0]):
        copies = throws if slots[i] >= 0 else np.int64(1)
        long = lead_spans[i, 1] - lead_spans[i, 0] + error_spans[i, 1] - error_spans[i, 0]
        bound += copies * (long + each)
    text, to = np.empty(bound, dtype=np.uint8), np.int64(0)
    for i in range(slots.shape[0]):
        slot = slots[i]
        copies = throws if slot >= 0 else np.int64(1)
        for t in range(copies):
            to = _put_bytes(text, to, lead, lead_spans[i])
            if slot < 0:
                to = _put_separators(text, to, separator, 3 + figures + ranked)
            else:
                if ranked:
                    text[to] = separator
                    to = _put_integer(text, to + 1, np.int64(t + 1))
                text[to] = separator
                to = _put_cards(text, to + 1, cards[slot], places[picks[slot, t], :2])
                text[to] = separator
                to = _put_cards(text, to + 1, cards[slot], places[picks[slot, t], 2:])
                for f in range(figures):
                    text[to] = separator
                    to = _put_millionths(text, to + 1, millionths[slot, t, f])
                text[to] = separator
                to += 1
            to = _put_bytes(text, to, errors, error_spans[i])
            text[to] = _NEWLINE
            to += 1
    return text[:to]


@jit
def write_scores(
    lead: NDArray[np.uint8],
    lead_spans: NDArray[np.int64],
    is_good: NDArray[np.uint8],
    points: NDArray[np.int64],
    errors: NDArray[np.uint8],
    error_spans: NDArray[np.int64],
    separator: np.int64,
) -> NDArray[np.uint8]:
    """Write rows of whole figures and an error after what leads each row.

    Parameters
    ----------
    lead, lead_spans, errors, error_spans, separator
        As in `write_discards`.
    is_good : uint8[n]
        1 where there are figures, 0 where they stay empty.
    points : int64[n, f]
        The figures, points.

    Returns
    -------
    text : uint8[:]
        Whole lines.

    """
    figures = points.shape[1]
    bound = np.int64(0)
    for i in range(points.shape[0]):
        bound += lead_spans[i, 1] - lead_spans[i, 0] + error_spans[i, 1] - error_spans[i, 0]
    bound += points.shape[0] * (2 + 21 * figures)
    text, to = np.empty(bound, dtype=np.uint8), np.int64(0)
    for i in range(points.shape[0]):
        to = _put_bytes(text, to, lead, lead_spans[i])
        if is_good[i]:
            for f in range(figures):
                text[to] = separator
                to = _put_integer(text, to + 1, points[i, f])
            text[to] = separator
            to += 1
        else:
            to = _put_separators(text, to, separator, figures + 1)
        to = _put_bytes(text, to, errors, error_spans[i])
        text[to] = _NEWLINE
        to += 1
    return text[:to]


@jit
def _put_bytes(
    text: NDArray[np.uint8], to: np.int64, source: NDArray[np.uint8], span: NDArray[np.int64]
) -> np.int64:
    """Copy the bytes of a span, int64[2], of uint8[:]; give the offset after them."""
    for i in range(span[0], span[1]):
        text[to] = source[i]
        to += 1
    return to


@jit
def _put_separators(
    text: NDArray[np.uint8], to: np.int64, separator: np.int64, count: np.int64
) -> np.int64:
    """Write some separators into uint8[:]; give the offset after them."""
    for _ in range(count):
        text[to] = separator
        to += 1
    return to


@jit
def _put_cards(
    text: NDArray[np.uint8], to: np.int64, cards: NDArray[np.uint8], places: NDArray[np.int64]
) -> np.int64:
    """Write the cards at some places, int64[p], of uint8[6], with a space between."""
    for k in range(places.shape[0]):
        if k:
            text[to] = _SPACE
            to += 1
        card = np.int64(cards[places[k]])
        text[to] = _RANK_LETTERS[card >> 2]
        text[to + 1] = _SUIT_LETTERS[card & 3]
        to += 2
    return to


@jit
def _put_integer(text: NDArray[np.uint8], to: np.int64, number: np.int64) -> np.int64:
    """Write a number that is not negative into uint8[:]; give the offset after it."""
    size, rest = np.int64(1), number // 10
    while rest:
        size += 1
        rest //= 10
    for k in range(size - 1, -1, -1):
        text[to + k] = _ZERO + number % 10
        number //= 10
    return to + size


@jit
def _put_millionths(text: NDArray[np.uint8], to: np.int64, number: np.int64) -> np.int64:
    """Write millionths as a number with six decimals; give the offset after it."""
    if number < 0:
        text[to] = _MINUS
        to += 1
        number = -number
    to = _put_integer(text, to, number // 1_000_000)
    text[to] = _POINT
    fraction = number % 1_000_000
    for k in range(6, 0, -1):
        text[to + k] = _ZERO + fraction % 10
        fraction //= 10
    return to + 7
