"""The two things that a batch does with a row: find the throw, or count the hand.

A task reads the fields of a block of rows with kernels; what these cannot read it gives to
`cribcalc.cards`, row by row, which reads it or says what is wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cribcalc.batch.analysers import Analyser, Throws, counts_each_deal, kernels_of
from cribcalc.batch.records import BadRow, Cells, Rows, find_fields, quoted, sparse_cells
from cribcalc.cards import (
    card_name,
    parse_card,
    parse_cards,
    require_apart,
    require_count,
    require_distinct,
)
from cribcalc.errors import CardError, WrongCount
from cribcalc.kernels.show import score_categories
from cribcalc.kernels.text import read_cards, read_words, word_codes
from cribcalc.kernels.text_out import write_discards, write_scores
from cribcalc.scoring import CATEGORIES, score_hand
from cribcalc.strategic import compile_counting

PLACES: NDArray[np.int64] = np.array(
    [
        [*toss, *(place for place in range(6) if place not in toss)]
        for toss in combinations(range(6), 2)
    ],
    dtype=np.int64,
)
"""int64[15, 6]: for each toss the places of its two cards, then those of the cards kept."""

_SLOW_ROWS = 8  # a few seconds' work, which an interrupt may cost

_EMPTY = 2
_ROLES = {"dealer": 1, "d": 1, "pone": 0, "p": 0, "": _EMPTY}
_CRIBS = {
    **dict.fromkeys(("1", "crib", "yes", "y", "true", "t"), 1),
    **dict.fromkeys(("0", "hand", "no", "n", "false", "f", ""), 0),
}
_NAMES = tuple(card_name(card) for card in range(52))


class Outcome(ABC):
    """What a task found in a block of rows.

    Attributes
    ----------
    errors
        The sentence of each row that could not be analysed, by row.

    """

    errors: dict[int, str]

    @abstractmethod
    def text(self, lead: Cells, separator: str, sentences: Mapping[int, str]) -> bytes:
        """Write delimited rows behind the kept cells, with sentences as they shall stand."""

    @abstractmethod
    def columns(self) -> tuple[NDArray[np.int64], dict[str, list[Any]]]:
        """Get the input row, int64[r], of each output row, and the columns of the latter."""


class Task(ABC):
    """What is to be done with each row."""

    name: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]

    @abstractmethod
    def kernels(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Name the kernel modules that the task and its readers and writers use."""

    def compile_rest(self, columns: Sequence[str]) -> None:  # noqa: B027 (most need no more)
        """Compile what the first block of rows may happen not to need."""

    @abstractmethod
    def types(self) -> dict[str, str]:
        """Get the output's own columns and their Arrow types, without ``error``."""

    def rows_at_once(self, columns: Sequence[str]) -> int | None:  # noqa: ARG002 (others need it)
        """Get how many rows make a block, if they take so long that few should."""
        return None

    @abstractmethod
    def run(self, rows: Rows) -> Outcome:
        """Analyse a block of rows; called in a worker."""


@dataclass(frozen=True, slots=True)
class DiscardTask(Task):
    """Find the best throw, or all in order, of each deal.

    Attributes
    ----------
    analyser
        The model of the opponent.
    role
        ``dealer`` or ``pone`` for rows that do not say, or None.
    every
        Whether all fifteen throws are written.

    """

    name = "discard"
    fields = ("hand", "role", "starter")

    analyser: Analyser
    role: str | None = None
    every: bool = False

    def types(self) -> dict[str, str]:
        """Get the output's own columns and their types."""
        rank = {"rank": "int64"} if self.every else {}
        figures = dict.fromkeys(("hand_mean", "crib_mean", "expected", "margin"), "float64")
        return {**rank, "toss": "string", "keep": "string", **figures}

    def kernels(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Name the kernel modules that are used, the analyser's included."""
        return ("text", "text_out", *kernels_of(self.analyser, _has_starters(columns)))

    def compile_rest(self, columns: Sequence[str]) -> None:
        """Compile the count of a single deal: the first rows may have no starter, or be bad."""
        if counts_each_deal(self.analyser, _has_starters(columns)):
            compile_counting()

    def rows_at_once(self, columns: Sequence[str]) -> int | None:
        """Get how many rows make a block: few, if each deal is counted by itself."""
        return _SLOW_ROWS if counts_each_deal(self.analyser, _has_starters(columns)) else None

    def run(self, rows: Rows) -> Outcome:
        """Analyse a block of deals."""
        hands, roles, turned = (rows.field(name) for name in self.fields)
        cards, is_read = read_cards(hands.buffer, hands.spans, np.int64(6))
        meaning = _meaning(roles, _ROLES)
        if self.role is not None:
            meaning[meaning == _EMPTY] = _ROLES[self.role]
        starters = np.full(len(rows), -1, dtype=np.int8)
        errors = dict(rows.problems)

        def look_again(row: int) -> None:
            if not is_read[row]:
                cards[row] = _six_cards(hands.text(row), rows.advice)
            if meaning[row] > 1:
                raise BadRow(_no_role(roles.text(row)))
            text = turned.text(row)
            if text.strip():
                starters[row] = parse_card(text)
                require_apart(int(starters[row]), cards[row].tolist())

        has_starter = turned.spans[:, 1] > turned.spans[:, 0]
        _each(np.flatnonzero((is_read == 0) | (meaning > 1) | has_starter), look_again, errors)
        slots = _slots(len(rows), errors)
        good = slots >= 0
        cards = np.ascontiguousarray(cards[good])
        throws = self.analyser(cards, meaning[good], starters[good], self.every)
        return DiscardOutcome(errors, slots, cards, throws)


@dataclass(frozen=True, slots=True)
class DiscardOutcome(Outcome):
    """The throws found in a block of deals.

    Attributes
    ----------
    errors
        Sentences, by row.
    slots : int64[n]
        For each row its place among the good ones, or -1.
    cards : uint8[m, 6]
        Card ids of the good rows.
    throws
        The throws of the good rows.

    """

    errors: dict[int, str]
    slots: NDArray[np.int64]
    cards: NDArray[np.uint8]
    throws: Throws

    def text(self, lead: Cells, separator: str, sentences: Mapping[int, str]) -> bytes:
        """Write delimited rows behind the kept cells."""
        throws = self.throws
        figures = (throws.hand, throws.crib, throws.expected, throws.margin)
        errors = sparse_cells(sentences, len(self.slots))
        return write_discards(
            lead.buffer,
            lead.spans,
            self.slots,
            self.cards,
            throws.picks,
            PLACES,
            np.stack([each.millionths() for each in figures], axis=-1),
            errors.buffer,
            errors.spans,
            np.int64(ord(separator)),
            np.int64(throws.picks.shape[1] > 1),
        ).tobytes()

    def columns(self) -> tuple[NDArray[np.int64], dict[str, list[Any]]]:
        """Get the input row, int64[r], of each output row, and its columns, None in error."""
        throws = self.throws
        count = throws.picks.shape[1]
        good = self.slots >= 0
        repeats = np.where(good, count, 1)
        row_of = np.repeat(np.arange(len(self.slots)), repeats)
        is_good = good[row_of]
        deals = np.arange(len(self.cards))[:, None, None]
        dealt = self.cards[deals, PLACES[throws.picks]]
        names = [[_NAMES[card] for card in row] for row in dealt.reshape(-1, 6).tolist()]
        columns: dict[str, list[Any]] = {}
        if count > 1:
            ranks = np.tile(np.arange(1, count + 1), len(self.cards))
            columns["rank"] = _spread(ranks.tolist(), is_good)
        columns["toss"] = _spread([" ".join(row[:2]) for row in names], is_good)
        columns["keep"] = _spread([" ".join(row[2:]) for row in names], is_good)
        for name in ("hand", "crib", "expected", "margin"):
            values = getattr(throws, name).floats().ravel().tolist()
            columns[f"{name}_mean" if name in ("hand", "crib") else name] = _spread(values, is_good)
        return row_of, columns


@dataclass(frozen=True, slots=True)
class ScoreTask(Task):
    """Count each hand or crib."""

    name = "score"
    fields = ("hand", "starter", "crib")

    def kernels(self, columns: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 (others need it)
        """Name the kernel modules that are used."""
        return ("text", "text_out", "show")

    def types(self) -> dict[str, str]:
        """Get the output's own columns and their types."""
        return dict.fromkeys(("total", *CATEGORIES), "int64")

    def run(self, rows: Rows) -> Outcome:
        """Count a block of hands."""
        hands, starters, cribs = (rows.field(name) for name in self.fields)
        cards, is_read = read_cards(hands.buffer, hands.spans, np.int64(4))
        starter, has_starter = read_cards(starters.buffer, starters.spans, np.int64(1))
        meaning = _meaning(cribs, _CRIBS)
        usual = (is_read & has_starter).astype(bool) & (meaning <= 1) & ~(cards == starter).any(1)
        points = np.zeros((len(rows), 1 + len(CATEGORIES)), dtype=np.int64)
        points[usual, 1:] = score_categories(
            np.concatenate([cards, starter], axis=1)[usual], meaning[usual]
        )
        errors = dict(rows.problems)

        def look_again(row: int) -> None:
            hand = parse_cards(hands.text(row))
            text = starters.text(row)
            turned = parse_card(text) if text.strip() else None
            _require_size(hand, turned, rows.hand_sizes)
            if turned in hand:
                raise BadRow(f"{card_name(hand[hand.index(turned)])} is in the hand and turned up.")
            if meaning[row] > 1:
                raise BadRow(f"crib {quoted(cribs.text(row).strip())}: write yes or no (or 1, 0).")
            score = score_hand(hand, turned, bool(meaning[row]))
            points[row, 1:] = list(score.categories.values())

        _each(np.flatnonzero(~usual), look_again, errors)
        points[:, 0] = points[:, 1:].sum(axis=1)
        return ScoreOutcome(errors, points)


@dataclass(frozen=True, slots=True)
class ScoreOutcome(Outcome):
    """The points of a block of hands: int64[n, 6], the total and each category."""

    errors: dict[int, str]
    points: NDArray[np.int64]

    def text(self, lead: Cells, separator: str, sentences: Mapping[int, str]) -> bytes:
        """Write delimited rows behind the kept cells."""
        errors = sparse_cells(sentences, len(self.points))
        return write_scores(
            lead.buffer,
            lead.spans,
            self._is_good().astype(np.uint8),
            self.points,
            errors.buffer,
            errors.spans,
            np.int64(ord(separator)),
        ).tobytes()

    def columns(self) -> tuple[NDArray[np.int64], dict[str, list[Any]]]:
        """Get the input row, int64[r], of each output row, and its columns, None in error."""
        good = self._is_good()
        columns = {
            name: _spread(self.points[good, number].tolist(), good)
            for number, name in enumerate(("total", *CATEGORIES))
        }
        return np.arange(len(self.points)), columns

    def _is_good(self) -> NDArray[np.bool_]:
        return _slots(len(self.points), self.errors) >= 0


def _has_starters(columns: Sequence[str]) -> bool:
    return "starter" in find_fields(columns)


def _meaning(cells: Cells, words: Mapping[str, int]) -> NDArray[np.uint8]:
    """Look cells up in a word list: uint8[n], above 2 for other words."""
    keys, values = word_codes(list(words)), np.array(list(words.values()), dtype=np.uint8)
    return read_words(cells.buffer, cells.spans, keys, values)


def _each(rows: NDArray[np.intp], action: Callable[[int], None], errors: dict[int, str]) -> None:
    """Do something for some rows that are not yet in error; keep the sentence if it fails."""
    for row in rows.tolist():
        if row not in errors:
            try:
                action(row)
            except CardError as error:
                errors[row] = str(error)


def _slots(count: int, errors: Mapping[int, str]) -> NDArray[np.int64]:
    """Give the rows without errors numbers: int64[n], -1 for the others."""
    good = np.ones(count, dtype=bool)
    good[list(errors)] = False
    return np.where(good, np.cumsum(good) - 1, -1)


def _spread(values: list[Any], good: NDArray[np.bool_]) -> list[Any]:
    """Put values on the good rows and None on the others."""
    if len(values) == len(good):
        return values
    rest = iter(values)
    return [next(rest) if each else None for each in good.tolist()]


def _six_cards(text: str, advice: str) -> tuple[int, ...]:
    cards = parse_cards(text)
    try:
        require_count(cards, (6,), "a discard is made from")
    except WrongCount as error:
        raise BadRow(f"{error}{advice if len(cards) == 4 else ''}") from error
    return cards


def _no_role(text: str) -> str:
    word = text.strip()
    if not word:
        return "no role: write dealer or pone, or use --dealer or --pone."
    return f"role {quoted(word)}: write dealer or pone (or d, p)."


def _require_size(hand: tuple[int, ...], starter: int | None, sizes: tuple[int, ...]) -> None:
    """Refuse a hand of a wrong size; where only one size is right, count the starter in."""
    if len(sizes) > 1:
        require_count(hand, sizes, "a hand has")
        return
    cards = hand if starter is None else (*hand, starter)
    require_distinct(cards)
    require_count(cards, (sizes[0] + 1,), "a line to score, with the starter last, has")
