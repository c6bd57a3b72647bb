"""A recorded game that was played again, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from cribcalc.game.record import default_names, write_move, write_rules
from cribcalc.game.replay import Replay, Step
from cribcalc.game.words import (
    Deed,
    describe_effects,
    describe_move,
    describe_next,
    describe_outcome,
    describe_rules,
    describe_score,
    side_names,
)
from cribcalc.render.score import ScoreView
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.scoring import Score
from cribcalc.spoken import spoken_count
from cribcalc.words import printable

_HEADERS = ("#", "who", "does", "count", "points", "score")
_LEFT = ("who", "does", "points")
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A game played again; with `deal`, only one deal of it."""

    replay: Replay
    deal: int | None = None

    @property
    def steps(self) -> list[Step]:
        """The steps that are shown."""
        return [step for step in self.replay.steps if self.deal in (None, step.deal)]

    @property
    def names(self) -> list[str]:
        """The players, by names fit to be printed."""
        players = (name.strip().replace("|", "/") for name in self.replay.record.players)
        names = (printable(name, _LONGEST_NAME) for name in players)  # a | would split a cell
        return [name or f"seat {seat}" for seat, name in enumerate(names)]

    # Data --------------------------------------------------------------------------------

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc replay``."""
        replay, game = self.replay, self.replay.game
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "replay",
            "valid": replay.fault is None,
            "fault": None if replay.fault is None else asdict(replay.fault),
            "rules": write_rules(replay.record.rules),
            "players": list(replay.record.players),
            "seed": replay.record.seed,
            "events": [_step_payload(step) for step in self.steps],
            "scores": list(game.scores),
            "outcome": None if game.outcome is None else asdict(game.outcome),
            "phase": game.phase,
            "waiting": list(game.waiting()),
        }

    def records(self) -> list[dict[str, Any]]:
        """Give a row for each step, and one for a move that could not be made."""
        fault = self.replay.fault
        rows = []
        for step in self.steps:
            at_fault = fault is not None and step.event == fault.event
            rows.append(self._record(step, fault.sentence if fault and at_fault else ""))
        if fault is not None and all(step.event != fault.event for step in self.replay.steps):
            move = write_move(self.replay.record.events[fault.event - 1].move)
            rows.append(_row(fault.event, None, None, move) | {"fault": fault.sentence})
        return rows

    def _record(self, step: Step, fault: str) -> dict[str, Any]:
        move, effects = write_move(step.entry.move), step.entry.effects
        row = _row(step.event, step.deal, step.dealer, move)
        row["count"] = "" if step.total is None else step.total
        row["points"] = step.points
        row["effects"] = describe_effects(effects, self.names)
        row["scores"] = describe_score(step.scores)
        row["fault"] = fault
        return row

    # Text --------------------------------------------------------------------------------

    def sections(self, style: Style) -> list[Section]:
        """Give the rules, a table for each deal, and how it ends."""
        return [self._head(), *self._deals(style), Section(lines=self._end(style))]

    def _head(self) -> Section:
        record, names = self.replay.record, self.names
        seats = (f"{name} (seat {seat})" for seat, name in enumerate(names))
        lines = describe_rules(record.rules)
        if names != default_names(record.rules):
            lines.append(f"Players: {', '.join(seats)}.")
        lines.append(f"Scores: {' - '.join(side_names(record.rules, names))}.")
        if record.seed is not None:
            lines.append(f"Seed: {printable(record.seed, 80)}.")
        return Section(f"Recorded game, {record.rules.variant}", lines=lines)

    def _deals(self, style: Style) -> list[Section]:
        sections = []
        for deal, group in groupby(self.steps, key=lambda step: step.deal):
            steps = list(group)
            title = f"Deal {deal}" if deal else "First dealer"
            if deal and steps[0].dealer is not None:
                title += f", {self.names[steps[0].dealer]} is dealer"
            rows = [row for step in steps for row in self._rows(step, style)]
            spoken = [self._spoken(step, step.score) for step in steps if step.score is not None]
            sections.append(Section(title, Table(_HEADERS, rows, _LEFT), spoken))
        return sections

    def _rows(self, step: Step, style: Style) -> list[Sequence[str]]:
        """Write a step: a line for each seat that a deal or a cut for the deal is about."""
        move, names = step.entry.move, self.names
        deeds = describe_move(
            move,
            names,
            style.cards,
            dealer=step.dealer,
            cutters=step.cutters,
            counted=step.score,
        )
        rows = [["", deed.who, deed.what, "", "", ""] for deed in deeds]
        rows[0][0] = "" if step.event is None else str(step.event)
        if step.event is None:
            rows[0][2] += " (understood)"
        rows[0][3] = "" if step.total is None else str(step.total)
        actor = getattr(move, "seat", None)
        rows[-1][4] = describe_effects(step.entry.effects, names, actor)
        if step.score is not None and not step.score.total and not step.entry.effects:
            rows[-1][4] = "nothing"
        rows[-1][5] = describe_score(step.scores)
        return list(rows)

    def _spoken(self, step: Step, score: Score) -> str:
        seat = getattr(step.entry.move, "seat", 0)
        said = spoken_count(score)
        what = "'s crib" if score.crib else ""
        return f'{self.names[seat]}{what}: "{said[0].upper()}{said[1:]}."'

    def _end(self, style: Style) -> list[str]:
        game, fault, names = self.replay.game, self.replay.fault, self.names
        rules, scores = self.replay.record.rules, game.scores
        if fault is not None:
            move = self.replay.record.events[fault.event - 1].move
            deeds = describe_move(move, names, style.cards, dealer=game.dealer)
            (who, what), *_ = deeds or [Deed("", "")]
            said = f" ({f'{who} {what}'.strip()})" if what else ""
            return [f"Event {fault.event}{said}: {fault.sentence}"]
        if game.outcome is not None:
            return [describe_outcome(game.outcome, rules, names, scores)]
        following = describe_next(game, game.waiting(), names)
        return [f"The record ends at {describe_score(scores)}. {following}"]


def _row(event: int | None, deal: int | None, dealer: int | None, move: Any) -> dict[str, Any]:
    """Begin a flat row; what a move has not, is empty."""
    row = {"event": event, "deal": deal, "dealer": dealer, "move": move["move"]}
    row = {name: "" if value is None else value for name, value in row.items()}
    hands = [" ".join(hand) for hand in move.get("hands", [])]
    cards = [*move.get("cards", []), *([move["card"]] if "card" in move else [])]
    row["seat"] = move.get("seat", move.get("dealer", ""))
    row["cards"] = " / ".join([*hands, *([" ".join(move["crib"])] if "crib" in move else [])])
    row["cards"] = row["cards"] or " ".join(cards)
    return row | dict.fromkeys(("count", "points", "effects", "scores", "fault"), "")


def _step_payload(step: Step) -> dict[str, Any]:
    move = write_move(step.entry.move)
    payload: dict[str, Any] = {"event": step.event, "deal": step.deal, "dealer": step.dealer}
    payload |= move
    payload |= {
        "count": step.total,
        "points": step.points,
        "effects": [effect._asdict() for effect in step.entry.effects],
        "counted": None if step.score is None else _counted(step.score),
        "scores": list(step.scores),
    }
    return payload


def _counted(score: Score) -> dict[str, Any]:
    """Give a counted hand as ``cribcalc score`` does."""
    payload = ScoreView(score).payload()
    return {name: payload[name] for name in payload if name not in ("schema_version", "command")}
