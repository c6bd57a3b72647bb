"""Rows out of plain lines: cards, and a word after them.

To discard, a line is six cards and a role (``5H 5D JS 4C 6H QD dealer``); to score, four
cards and the starter, and perhaps ``crib`` (``5H 5D JS 4C 6H crib``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from cribcalc.batch.records import Block, CellRows, Layout, Reader, Rows
from cribcalc.batch.sniffing import count_cards, has_cards
from cribcalc.batch.textinput import Chunk, TextInput, has_content
from cribcalc.errors import InputError

COLUMNS = {"discard": ("hand", "role"), "score": ("hand", "starter", "crib")}
"""The columns that plain lines have in the output, for each task."""

_BETWEEN = " \t,\u00a0-"  # the hyphen last: this goes into regular expressions
_WORDS = {"discard": ("dealer", "pone", "d", "p"), "score": ("crib", "hand")}
_LAST_WORD = re.compile(rf"(?:^|[{_BETWEEN}])([A-Za-z]+)[{_BETWEEN}]*$")
_LAST_CARD = re.compile(
    r"((?:10|[A-Za-z0-9])[A-Za-z\u2660-\u2667][\ufe0e\ufe0f]?|[\U0001f0a0-\U0001f0df])"
    rf"[{_BETWEEN}]*$"
)
_CARD_LETTERS = frozenset("ATJQKCDHS")
_SCORED_HAND = (4,)
_ADVICE = " To score hands, give the starter as the fifth card, and --task score."


class PlainReader(Reader):
    """Plain lines of cards."""

    def __init__(self, text: TextInput, role: str | None):
        """Read a text; ``role`` is shown where a line names none."""
        self.name = text.name
        self._text = text
        self._role = role or ""
        lines = text.first_lines(1)
        if not lines:
            raise InputError(f"{text.name} has no rows: only blank lines and comments.")
        self._sample = lines[0]
        if not has_cards(self._sample.text):
            raise InputError(
                f"{text.name}, line {self._sample.number}: neither cards "
                f"nor a header with a hand column."
            )

    def columns(self, task: str) -> tuple[str, ...]:
        """Get the columns that plain lines of a task have."""
        return COLUMNS[task]

    def sample_hands(self) -> list[str]:
        """Get the cards of the first line."""
        return [self._sample.text]

    def told_task(self) -> str:
        """Guess from the first line: five cards are to score, all else to discard."""
        cards, word = split_word(self._sample.text, (*_WORDS["discard"], *_WORDS["score"]))
        if word:
            return "score" if word.lower() in _WORDS["score"] else "discard"
        return "score" if count_cards(cards) == 5 else "discard"

    def blocks(self, layout: Layout) -> Iterator[Block]:
        """Read the lines."""
        cards, _ = split_word(self._sample.text, _WORDS["discard"])
        advice = _ADVICE if count_cards(cards) == 4 else ""
        for chunk in self._text.chunks(lines=layout.rows_at_once):
            yield PlainBlock(chunk, layout, self._role, advice)


class PlainBlock(Block):
    """Some whole lines."""

    def __init__(self, chunk: Chunk, layout: Layout, role: str, advice: str):
        self.position = chunk.position
        self._chunk = chunk
        self._layout = layout
        self._role = role
        self._advice = advice

    def rows(self) -> Rows:
        """Take the lines apart."""
        text = self._chunk.data.decode("utf-8", "surrogateescape")
        numbered = enumerate(text.split("\n"), self._chunk.line)
        lines = [(number, line) for number, line in numbered if has_content(line)]
        if "role" in self._layout.fields:
            cells = [split_deal(line, self._role) for _, line in lines]
        else:
            cells = [split_hand(line) for _, line in lines]
        numbers = np.array([number for number, _ in lines], dtype=np.int64)
        rows = CellRows(self._layout, numbers, {}, cells)
        rows.hand_sizes = _SCORED_HAND
        rows.advice = self._advice
        return rows


def split_deal(line: str, role: str = "") -> list[str]:
    """Split a line into the cards and the role, which may be missing.

    >>> split_deal("5H 5D JS 4C 6H QD dealer")
    ['5H 5D JS 4C 6H QD', 'dealer']
    """
    cards, word = split_word(line, _WORDS["discard"])
    return [cards, word or role]


def split_hand(line: str) -> list[str]:
    """Split a line into four cards, the starter and the word crib, which may be missing.

    >>> split_hand("5H5DJS4C6H crib")
    ['5H5DJS4C', '6H', 'crib']
    """
    cards, word = split_word(line, _WORDS["score"])
    match = _LAST_CARD.search(cards)
    if match is None:
        return [cards, "", word]
    return [cards[: match.start()].rstrip(_BETWEEN), match.group(1), word]


def split_word(line: str, words: tuple[str, ...]) -> tuple[str, str]:
    """Split a word off the end of a line: one of these, or one that cannot be cards."""
    text = line.strip(_BETWEEN)
    cards, _, word = text.rpartition(" ")
    if word.lower() in words:  # the usual way to write it
        return cards.rstrip(_BETWEEN), word
    match = _LAST_WORD.search(text)
    if match is None:
        return text, ""
    word = match.group(1)
    if word.lower() not in words and (len(word) < 3 or _CARD_LETTERS.issuperset(word.upper())):
        return text, ""
    return text[: match.start()].rstrip(_BETWEEN), word
