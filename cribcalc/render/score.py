"""A counted hand as text and as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cribcalc.cards import card_name, card_names
from cribcalc.render.spread import most_likely, spread_payload
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.scoring import Score, points_with_pairs
from cribcalc.spoken import count_notes, spoken_count
from cribcalc.words import plural

if TYPE_CHECKING:  # a hand with its starter is counted without it
    from cribcalc.spread import Spread


@dataclass(frozen=True, slots=True)
class ScoreView:
    """One counted hand; with its outlook where the starter is still unknown."""

    score: Score
    outlook: Spread | None = None

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc score``."""
        score = self.score
        payload: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "command": "score",
            "hand": [card_name(card) for card in score.hand],
            "starter": None if score.starter is None else card_name(score.starter),
            "crib": score.crib,
            "total": score.total,
            "categories": score.categories,
            "combinations": [
                {
                    "category": each.category,
                    "name": each.name,
                    "cards": [card_name(card) for card in each.cards],
                    "points": each.points,
                }
                for each in score.combinations
            ],
            "spoken": spoken_count(score),
            "notes": list(count_notes(score)),
        }
        if self.outlook is not None:
            payload["outlook"] = spread_payload(self.outlook)
        return payload

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row, with the column names of batch scoring."""
        score = self.score
        record: dict[str, Any] = {
            "hand": card_names(score.hand),
            "starter": "" if score.starter is None else card_name(score.starter),
            "crib": int(score.crib),
            "total": score.total,
            **score.categories,
        }
        if self.outlook is not None:
            outlook = self.outlook
            record |= {"outlook_mean": outlook.mean, "outlook_sd": outlook.sd}
            record |= {"outlook_min": outlook.min, "outlook_max": outlook.max}
        return [record]

    def sections(self, style: Style) -> list[Section]:
        """Give the breakdown, the spoken count and what may surprise."""
        score = self.score
        kind = "Crib" if score.crib else "Hand"
        starter = (
            "no starter yet" if score.starter is None else f"starter {style.card(score.starter)}"
        )
        spoken = spoken_count(score)
        said = f'"{spoken[0].upper()}{spoken[1:]}."'
        total = f"{score.total} {plural('point', score.total)}"
        rows = [
            (each.category, str(each.points), self._name(each), style.cards(each.cards))
            for each in score.combinations
        ]
        table = Table(
            ("category", "points", "name", "cards"), rows, ("category", "name", "cards"), True
        )
        return [
            Section(
                f"{kind} {style.cards(score.hand)}, {starter}: {total}", table if rows else None
            ),
            Section(lines=[said, *count_notes(score)]),
            *([] if self.outlook is None else [_outlook_section(self.outlook)]),
        ]

    def _name(self, combination: Any) -> str:
        with_pairs = points_with_pairs(self.score, combination)
        if with_pairs == combination.points:
            return str(combination.name)
        return f"{combination.name} ({with_pairs} with pairs)"


def _outlook_section(outlook: Spread) -> Section:
    mode, share = most_likely(outlook)
    figures = (
        f"With each of the {outlook.ways} possible starters: average {outlook.mean:.2f}, "
        f"standard deviation {outlook.sd:.2f}, from {outlook.min} to {outlook.max}, most "
        f"often {mode} ({share:.1%})."
    )
    counts = ", ".join(f"{points}: {ways}" for points, ways in outlook.by_points().items())
    return Section(lines=[figures, f"Starters by points: {counts}."])
