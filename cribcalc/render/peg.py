"""A scored pile, or a play that was followed, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.pile import Followed, Laid, PileCard
from cribcalc.play import Peg
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.words import plural


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile scored card by card."""

    laid: Sequence[Laid]

    @property
    def total(self) -> int:
        """Points of the whole pile."""
        return sum(each.points for each in self.laid)

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc peg score``."""
        plays = [
            {
                "card": each.card.name,
                "series": each.series,
                "count": each.total,
                "points": each.points,
                "reasons": _reasons(each.pegs),
            }
            for each in self.laid
        ]
        return _document(plays) | {"total": self.total}

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a card."""
        return [
            {
                "card": each.card.name,
                "series": each.series,
                "count": each.total,
                "points": each.points,
                "reasons": _said(each.pegs),
            }
            for each in self.laid
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give a table of the cards and the total."""
        rows: list[tuple[str, ...]] = []
        series = 1
        for each in self.laid:
            if each.series != series:
                rows.append(("",) * 4)
                series = each.series
            card = _card(each.card, style)
            rows.append((str(each.total), str(each.points or ""), card, _said(each.pegs)))
        total = f"{self.total} {plural('point', self.total)}"
        unknown = "Points for go and last card depend on who played, and are not counted here."
        table = Table(("count", "points", "card", "for"), rows, ("card", "for"))
        return [Section(f"Pegged: {total}", table), Section(lines=[unknown])]


@dataclass(frozen=True, slots=True)
class PlayView:
    """A whole play with its turns and goes."""

    play: Followed
    dealer: int

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc peg score --deal``."""
        plays: list[dict[str, Any]] = []
        for (turn, card, is_given), series in zip(self.play.turns, self.play.series, strict=True):
            what: dict[str, Any] = {"go": True, "given": is_given}
            if card is not None:
                what = {"card": card.name}
            plays.append(
                {
                    "seat": turn.seat,
                    **what,
                    "series": series,
                    "count": turn.total,
                    "points": turn.points,
                    "scorer": turn.scorer,
                    "reasons": _reasons(turn.pegs),
                }
            )
        return _document(plays) | {
            "dealer": self.dealer,
            "hands": _names(self.play.hands),
            "leaders": list(self.play.leaders),
            "totals": list(self.play.totals),
            "over": self.play.turn is None,
            "turn": self.play.turn,
            "left": _names(self.play.left),
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a card or go."""
        return [
            {
                "seat": turn.seat,
                "card": "go" if card is None else card.name,
                "series": series,
                "count": turn.total,
                "points": turn.points,
                "scorer": turn.scorer,
                "reasons": _said(turn.pegs),
            }
            for (turn, card, _), series in zip(self.play.turns, self.play.series, strict=True)
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give a table of the turns, and what each seat pegged."""
        rows = []
        for turn, card, _ in self.play.turns:
            rows.append(
                (
                    str(turn.seat),
                    "go" if card is None else _card(card, style),
                    str(turn.total),
                    str(turn.points or ""),
                    str(turn.scorer) if turn.points else "",
                    _said(turn.pegs),
                )
            )
            if turn.ends_series:
                rows.append(("",) * 6)
        if rows and not any(rows[-1]):
            rows.pop()
        totals = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(self.play.totals))
        state = "The play is over."
        if self.play.turn is not None:
            state = f"The play is not over: seat {self.play.turn} to play."
        left = [
            f"seat {seat} holds {' '.join(_card(card, style) for card in hand)}"
            for seat, hand in enumerate(self.play.left)
            if hand
        ]
        if left:
            state += f" Not played: {', '.join(left)}."
        headers = ("seat", "plays", "count", "points", "to", "for")
        table = Table(headers, rows, ("plays", "for")) if rows else None
        return [
            Section(f"Play, seat {self.dealer} deals: {totals}", table),
            Section(lines=[state]),
        ]


def _names(hands: Sequence[Sequence[PileCard]]) -> list[list[str]]:
    return [[card.name for card in hand] for hand in hands]


def _document(plays: list[dict[str, Any]]) -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION, "command": "peg score", "plays": plays}


def _reasons(pegs: Sequence[Peg]) -> list[dict[str, Any]]:
    return [{"name": peg.name, "points": peg.points} for peg in pegs]


def _said(pegs: Sequence[Peg]) -> str:
    """Name what was pegged for: "fifteen 2, pair 2"."""
    return ", ".join(f"{peg.name} {peg.points}" for peg in pegs)


def _card(card: PileCard, style: Style) -> str:
    return style.rank(card.card >> 2) if card.is_rank else style.card(card.card)
