"""What a discard by other rules than the base game's rests on, as data and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cribcalc.roles import CribSide, owns_crib
from cribcalc.situation import Situation
from cribcalc.words import number_word

STRATEGIC_ONLY = "The strategic opponent is solved for the base game of six cards only"


def situation_payload(situation: Situation | None) -> dict[str, Any]:
    """Give the keys of a JSON document; none for the base game."""
    if situation is None:
        return {}
    rules = situation.rules
    payload: dict[str, Any] = {"variant": rules.variant}
    set_rules: dict[str, Any] = {}
    if rules.retreat:
        set_rules["retreat"] = {"hand": rules.retreat.hand, "crib": rules.retreat.crib}
    if rules.reverse:
        set_rules["reverse"] = True
    if set_rules:
        payload["rules"] = set_rules
    if situation.standing is not None:
        payload["score"] = situation.standing._asdict()
    return payload


def situation_title(situation: Situation | None) -> str:
    """Give what follows the cards in a title; nothing for the base game."""
    if situation is None:
        return ""
    title = f", {situation.rules.variant}"
    if situation.rules.reverse:
        title += ", Reverse"
    if situation.standing is not None:
        title += f", at {situation.standing.mine}-{situation.standing.theirs}"
    return title


def whose_crib(situation: Situation, side: CribSide) -> str:
    """Say whose crib it is and how the expected average is made."""
    whose = "your side's" if situation.rules.partners > 1 else "your"
    name = f"{side.capitalize()} ({whose if owns_crib(side) else 'opponent' + chr(39) + 's'} crib)"
    sign = "+" if owns_crib(side) else "-"
    back = " - back" if situation.rules.retreat else ""
    return f"{name}: expected = hand {sign} crib{back}"


def model_sentence(situation: Situation, side: CribSide) -> str:
    """Say what is supposed of the cards that nobody knows."""
    shape = situation.shape(side)
    drawn = number_word(shape.drawn)
    cards = f"any {drawn} unseen cards complete the crib, any other is the starter"
    if shape.drawn == 0:
        cards = "any unseen card is the starter"
    elif shape.is_gift:
        cards = (
            "the dealer holds your gift and any six unseen cards, and any four of the eight "
            "are his crib"
        )
    return f"Model: uniform ({cards}). {STRATEGIC_ONLY}."


def back_sentences(situation: Situation | None, sides: Sequence[CribSide]) -> list[str]:
    """Say what is taken off for hands and cribs of no points, and how far from the start."""
    if situation is None or not situation.rules.retreat:
        return []
    retreat, standing = situation.rules.retreat, situation.standing
    kinds = (("hand", retreat.hand), ("crib", retreat.crib))
    amounts = " or ".join(f"a {kind} of no points ({-back})" for kind, back in kinds if back)
    about = (
        f"hand and crib are points; back: squares that {amounts} moves back on average, "
        "an opponent's counted for you. expected, sd, low and high have them in."
    )
    if standing is None:
        floor = "All squares are gone back, as far from the start (--score says where you are)."
        return [about, floor]
    floors = [f"your hand is counted from {standing.mine}"]
    if any(owns_crib(side) for side in sides):
        floors.append("your crib from where your hand brings you")
        if situation.rules.partners > 1:
            floors[-1] += " (your partner's is not known)"
    if any(not owns_crib(side) for side in sides):
        floors.append(f"an opponent's crib from {standing.theirs}, since his hand is not known")
    return [about, f"Nobody goes behind the start: {', '.join(floors)}."]


def reverse_sentences(situation: Situation | None) -> list[str]:
    """Say that the lowest average is best, where it is."""
    if situation is None or not situation.rules.reverse:
        return []
    return ["Reverse: the lowest expected average is best, and comes first."]
