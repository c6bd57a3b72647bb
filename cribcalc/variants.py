"""Every way to play by its name: variants, the rules laid over them, and presets.

Each entry is only what differs from the base game in `cribcalc.rules.Rules`, with the
sentences that explain it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cribcalc.errors import RulesError
from cribcalc.rules import COMPENSATION, Retreat, Rules

DEFAULT_VARIANT = "six-card"
DEFAULT_PRESET = "classic"

_Changes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to deal and play, as its differences from the base game."""

    name: str
    title: str
    about: str
    changes: _Changes = field(default_factory=dict)
    club: _Changes = field(default_factory=dict)  # what the club preset plays otherwise


@dataclass(frozen=True, slots=True)
class Overlay:
    """A rule that can be laid over a variant."""

    name: str
    about: str
    changes: _Changes


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of rules that belong together."""

    name: str
    about: str
    changes: _Changes


def _by_name(entries: Iterable[Any]) -> dict[str, Any]:
    return {entry.name: entry for entry in entries}


_FIVE_EACH: _Changes = {"dealt": (5, 5, 5, 5), "discards": (1, 1, 1, 1)}

VARIANTS: dict[str, Variant] = _by_name(
    (
        Variant(
            "six-card",
            "Six-card cribbage, two players",
            "The base game: six cards each, two thrown to the crib, to 121.",
        ),
        Variant(
            "three-player",
            "Three players, each for himself",
            "Five cards each, one thrown, and one card from the pack to the crib.",
            {"dealt": (5, 5, 5), "discards": (1, 1, 1), "crib_from_pack": 1, "sides": 3},
            club={"target": 61},
        ),
        Variant(
            "four-partners",
            "Four players in two pairs",
            "Five cards each, one thrown; partners sit opposite and share a score.",
            _FIVE_EACH,
        ),
        Variant(
            "four-solo",
            "Four players, each for himself",
            "Five cards each, one thrown; the crib is the dealer's alone.",
            {**_FIVE_EACH, "sides": 4},
        ),
        Variant(
            "five-player",
            "Five players, each for himself",
            "Five cards each and one thrown; the dealer gets four and throws none.",
            {"dealt": (5, 5, 5, 5, 4), "discards": (1, 1, 1, 1, 0), "sides": 5},
        ),
        Variant(
            "six-pairs",
            "Six players in three pairs",
            "Five cards each and one thrown; the dealer and his partner opposite get four and "
            "throw none.",
            {"dealt": (5, 5, 4, 5, 5, 4), "discards": (1, 1, 0, 1, 1, 0), "sides": 3},
        ),
        Variant(
            "five-card-old",
            "Five-card cribbage, old style",
            "Five cards each, one thrown, two cards from the pack to the crib; the play is one "
            "single series, the first pone starts with three points, to 61.",
            {
                "dealt": (5, 5),
                "discards": (1, 1),
                "crib_from_pack": 2,
                "single_series": True,
                "compensation": COMPENSATION,
                "target": 61,
            },
        ),
        Variant(
            "five-card-classic",
            "Five-card cribbage, classic style",
            "Five cards each, two thrown, hands of three: a flush of the hand counts three, or "
            "four with the starter; one single series, three points for the first pone, to 61.",
            {
                "dealt": (5, 5),
                "single_series": True,
                "compensation": COMPENSATION,
                "target": 61,
            },
        ),
        Variant(
            "five-card-american",
            "Five-card cribbage, American style",
            "Five cards each, one thrown, two cards from the pack to the crib; otherwise the "
            "base game.",
            {"dealt": (5, 5), "discards": (1, 1), "crib_from_pack": 2},
        ),
        Variant(
            "seven-card",
            "Seven-card cribbage",
            "Seven cards each, two thrown, one card from the pack to the crib: hands and crib "
            "have five cards; to 151 (or 181).",
            {"dealt": (7, 7), "crib_from_pack": 1, "target": 151},
        ),
        Variant(
            "speedo",
            "Speedo",
            "The pone's two discards go to the dealer, who puts four of his eight cards in the "
            "crib, in every deal that he begins with 90 points or fewer.",
            {"speedo": True},
        ),
    )
)

OVERLAYS: dict[str, Overlay] = _by_name(
    (
        Overlay(
            "backtrack-10",
            "A hand or crib of no points moves its owner back 10, never behind the start.",
            {"retreat": Retreat(10, 10)},
        ),
        Overlay(
            "nineteen",
            "A hand or crib of no points moves its owner back 19, never behind the start.",
            {"retreat": Retreat(19, 19)},
        ),
        Overlay(
            "crib-minus-5",
            "A crib of no points moves the dealer back 5, never behind the start.",
            {"retreat": Retreat(0, 5)},
        ),
        Overlay(
            "reverse",
            "Who reaches the target first loses; the lowest score wins, and every win is one game.",
            {"reverse": True, "skunk": "none"},
        ),
        Overlay(
            "exact-out",
            "The target must be hit exactly: a card, hand or crib that would pass it scores "
            "nothing.",
            {"exact_out": True},
        ),
        Overlay(
            "muggins",
            "Players announce their own counts; the first opponent to notice takes what was "
            "missed.",
            {"muggins": True},
        ),
        Overlay(
            "overcount-penalty",
            "With muggins: what is counted too much also goes to the opponent who objects.",
            {"overcount": "penalty"},
        ),
        Overlay(
            "renege",
            "A go with a playable card, once claimed, cancels all points since and gives the "
            "claimant 2 for each card that could have been played.",
            {"renege": "standard"},
        ),
        Overlay(
            "renege-club",
            "A go with a playable card, once claimed, costs 12 points; the score may fall below 0.",
            {"renege": "club"},
        ),
        Overlay(
            "penalties",
            "Peeking, moving an opponent's peg and misplacing the starter give the opponent 2.",
            {"penalties": True},
        ),
        Overlay(
            "false-claim",
            "Who claims the game falsely keeps his true count, goes back 15, and the opponent "
            "scores the excess.",
            {"false_claim": True},
        ),
        Overlay(
            "dealing-errors",
            "A wrong deal is dealt again by the same dealer; after his own error a jack as "
            "starter gives him nothing.",
            {"dealing_errors": True},
        ),
        Overlay(
            "compensation",
            f"The first non-dealer of two starts with {COMPENSATION} points.",
            {"compensation": COMPENSATION},
        ),
        Overlay("no-skunk", "Every win is one game.", {"skunk": "none"}),
        Overlay(
            "lurch",
            "A loser below half of the target (61 of 121, 31 of 61) loses two games.",
            {"skunk": "lurch"},
        ),
        Overlay("double-skunk-3", "A double skunk is worth three games.", {"double_value": 3}),
        Overlay("double-skunk-4", "A double skunk is worth four games.", {"double_value": 4}),
        Overlay(
            "early-double",
            "The game also ends, for two games, when a side has 61 or more and an opponent "
            "fewer than 31.",
            {"early_double": True},
        ),
        Overlay("lot", "The first dealer is drawn by lot.", {"first_dealer": "lot"}),
    )
)
"""Rules that can be laid over a variant; those that set the same thing exclude each other."""

PRESETS: dict[str, Preset] = _by_name(
    (
        Preset(
            "computer",
            "As against the computer: automatic counting, first dealer by lot, no skunks.",
            {"skunk": "none", "first_dealer": "lot"},
        ),
        Preset("classic", "The rule-book game: lowest cut deals, skunks count two games.", {}),
        Preset(
            "club",
            "Club rules: 3 points for the first pone of two, 12 for a renege, dealing errors, "
            "three players to 61.",
            {"renege": "club", "dealing_errors": True},
        ),
        Preset(
            "backtrack",
            "Backtrack 10: a hand or crib of no points moves its owner back 10.",
            {"retreat": Retreat(10, 10)},
        ),
        Preset(
            "acc",
            "Tournament rules: reneges, penalties and false claims are punished.",
            {"renege": "standard", "penalties": True, "false_claim": True},
        ),
    )
)


def make_rules(
    variant: str = DEFAULT_VARIANT,
    overlays: Iterable[str] = (),
    preset: str = DEFAULT_PRESET,
    **settings: Any,
) -> Rules:
    """Build the rules of a game from names.

    Parameters
    ----------
    variant : str
        One of `VARIANTS`.
    overlays : names of `OVERLAYS`
        Laid over variant and preset, which they overrule.
    preset : str
        One of `PRESETS`.
    **settings
        Fields of `Rules` set outright, like ``target=61`` or ``retreat=Retreat(5, 5)``.

    Raises
    ------
    RulesError
        If a name is unknown, or rules exclude each other; the sentence says why.

    >>> make_rules("seven-card", ["exact-out"]).target
    151

    """
    base = find(VARIANTS, variant, "variant")
    chosen = find(PRESETS, preset, "preset")
    changes: dict[str, Any] = {"variant": base.name, **chosen.changes, **base.changes}
    if preset == "club":
        if len(changes.get("dealt", (6, 6))) == 2:
            changes["compensation"] = COMPENSATION
        changes |= base.club
    changes |= _laid_over([find(OVERLAYS, name, "rule") for name in overlays], settings)
    return Rules(**changes | settings)


def _laid_over(overlays: Iterable[Overlay], settings: _Changes) -> dict[str, Any]:
    """Collect the changes of overlays, refusing two that set the same thing differently."""
    changes: dict[str, Any] = {}
    set_by: dict[str, str] = {}
    for overlay in overlays:
        for name, value in overlay.changes.items():
            if name in changes and changes[name] != value:
                raise RulesError(
                    f"{set_by[name]} and {overlay.name} exclude each other: {_one_only(name)}."
                )
            if name in settings and settings[name] != value:
                raise RulesError(
                    f"{overlay.name} and a {name.replace('_', ' ')} of one's own exclude each "
                    f"other: {_one_only(name)}."
                )
            changes[name], set_by[name] = value, overlay.name
    return changes


def _one_only(name: str) -> str:
    known = {
        "retreat": "only one rule can say how far a hand of no points moves back",
        "renege": "a renege is punished in one way",
        "skunk": "a game has one skunk scheme",
        "double_value": "a double skunk has one value",
    }
    return known.get(name, f"there is one {name.replace('_', ' ')}")


def find(entries: Mapping[str, Any], name: str, thing: str) -> Any:
    """Look up a name.

    Raises
    ------
    RulesError
        If there is no such entry; the sentence names the one that was probably meant, or lists
        those there are.

    """
    if name not in entries:
        from difflib import get_close_matches

        close = get_close_matches(name, entries, n=1)
        advice = f"did you mean {close[0]}?" if close else f"there are {', '.join(entries)}."
        raise RulesError(f"{name!r} is no {thing}: {advice}")
    return entries[name]
