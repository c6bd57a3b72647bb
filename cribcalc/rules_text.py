"""Rules in words: what a `Rules` means at the table, a sentence for each thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cribcalc.errors import RulesError
from cribcalc.rules import SPEEDO_LINE, Rules
from cribcalc.variants import (
    DEFAULT_PRESET,
    DEFAULT_VARIANT,
    OVERLAYS,
    PRESETS,
    VARIANTS,
    make_rules,
)
from cribcalc.words import number_word, plural


def explain_rules(rules: Rules) -> tuple[str, ...]:
    """Explain a way to play, in the order of a game.

    >>> from cribcalc.variants import make_rules
    >>> explain_rules(make_rules("six-card"))[1]
    'Each is dealt six cards and throws two to the crib.'
    """
    return (
        *_players(rules),
        *_deal(rules),
        *_cards(rules),
        *_play(rules),
        *_counting(rules),
        *_faults(rules),
        *_ending(rules),
    )


def refused_rules(
    variant: str,
    overlays: Iterable[str] = (),
    preset: str = DEFAULT_PRESET,
    **settings: Any,
) -> dict[str, str]:
    """Tell which rules cannot be laid over a way to play as well, and why."""
    laid = tuple(overlays)
    tried = {name: (variant, (*laid, *_with_needed(name)), preset) for name in OVERLAYS}
    return _refused(tried, settings)


def refused_with_rule(rule: str) -> dict[str, str]:
    """Tell which variants, presets and other rules a rule does not go with, and why."""
    laid = _with_needed(rule)
    tried = {name: (name, laid, DEFAULT_PRESET) for name in VARIANTS}
    tried |= {name: (DEFAULT_VARIANT, laid, name) for name in PRESETS}
    tried |= {
        name: (DEFAULT_VARIANT, (*laid, *_with_needed(name)), DEFAULT_PRESET) for name in OVERLAYS
    }
    return _refused(tried, {})


def refused_with_preset(preset: str) -> dict[str, str]:
    """Tell which variants and rules a preset does not go with, and why."""
    tried = {name: (name, (), preset) for name in VARIANTS}
    return _refused(tried, {}) | refused_rules(DEFAULT_VARIANT, preset=preset)


def _with_needed(rule: str) -> tuple[str, ...]:
    """Give a rule after the one that it makes no sense without."""
    return ("muggins", rule) if rule == "overcount-penalty" else (rule,)


def _refused(
    tried: Mapping[str, tuple[str, tuple[str, ...], str]], settings: Mapping[str, Any]
) -> dict[str, str]:
    refused = {}
    for name, (variant, overlays, preset) in tried.items():
        try:
            make_rules(variant, overlays, preset, **settings)
        except RulesError as error:
            refused[name] = str(error)
    return refused


def _players(rules: Rules) -> Iterator[str]:
    number = number_word(rules.players).capitalize()
    if rules.partners > 1:
        sides = number_word(rules.sides)
        yield f"{number} players in {sides} pairs: partners sit opposite and share a score."
    else:
        yield f"{number} players, each for himself."


def _deal(rules: Rules) -> Iterator[str]:
    dealt, thrown = rules.dealt[0], rules.discards[0]
    most = f"is dealt {number_word(dealt)} cards and throws {number_word(thrown)} to the crib"
    if len(set(rules.dealt)) == 1:
        yield f"Each {most}."
    else:
        few = number_word(rules.dealt[-1])
        who = "the dealer and his partner" if rules.partners > 1 else "the dealer"
        verb = "are" if rules.partners > 1 else "is"
        throw = "throw" if rules.partners > 1 else "throws"
        yield f"Each {most}; {who} {verb} dealt {few} and {throw} none."
    if rules.crib_from_pack:
        yield f"The crib gets {_cards_in_words(rules.crib_from_pack)} from the pack."
    if rules.speedo:
        yield (
            f"In every deal that the dealer begins with {SPEEDO_LINE} points or fewer, the pone's "
            "discards go to the dealer, who then puts four of his eight cards in the crib."
        )
    is_cut = rules.first_dealer == "cut"
    first = "The lowest cut deals first" if is_cut else "The first dealer is drawn by lot"
    yield f"{first}; then the deal goes round clockwise."


def _cards(rules: Rules) -> Iterator[str]:
    hand, crib = rules.hand_size, rules.crib_size
    yield (
        f"A hand has {number_word(hand)} cards and the crib {number_word(crib)}, counted with the "
        "starter."
    )
    yield (
        f"A flush is the whole hand in one suit: {number_word(hand)} points, or "
        f"{number_word(hand + 1)} with the starter; in the crib all {number_word(crib + 1)} cards "
        "or nothing."
    )


def _play(rules: Rules) -> Iterator[str]:
    if rules.single_series:
        yield "The play ends with its first series, at 31 or when nobody can go on."
    else:
        yield "The play goes on in series up to 31 until all cards are played."


def _counting(rules: Rules) -> Iterator[str]:
    retreat = rules.retreat
    if retreat.hand:
        yield f"A hand of no points moves its owner back {retreat.hand}, never behind the start."
    if retreat.crib:
        yield f"A crib of no points moves the dealer back {retreat.crib}, never behind the start."
    if not rules.muggins:
        yield "Counting is automatic."
        return
    takes = "the owner bears" if rules.reverse else "the first opponent to notice takes"
    yield f"Players announce their own counts (muggins): {takes} what was missed."
    bears = ", and its owner bears the excess too"
    extra = bears if rules.reverse else ", and the excess goes to who objects"
    extra = extra if rules.overcount == "penalty" else ""
    yield f"Too high a count is corrected if an opponent objects{extra}."


def _faults(rules: Rules) -> Iterator[str]:
    overlays = {
        "renege": rules.renege == "standard",
        "renege-club": rules.renege == "club",
        "penalties": rules.penalties,
        "false-claim": rules.false_claim,
        "dealing-errors": rules.dealing_errors,
    }
    for name, is_on in overlays.items():
        if is_on:
            yield OVERLAYS[name].about


def _ending(rules: Rules) -> Iterator[str]:
    target = rules.target
    if rules.compensation:
        yield f"The first non-dealer starts with {rules.compensation} points."
    exact = " exactly" if rules.exact_out else ""
    if rules.reverse:
        yield f"Who reaches {target}{exact} first loses, at once; the lowest score wins."
    else:
        yield f"Who reaches {target}{exact} first wins, at once."
    if rules.exact_out:
        yield "A card, hand or crib that would pass the target scores nothing."
    yield from _skunks(rules)


def _skunks(rules: Rules) -> Iterator[str]:
    target = rules.target
    if rules.skunk == "none":
        yield "Every win is one game."
    elif rules.skunk == "lurch":
        yield f"A loser below {(target + 1) // 2} is lurched and loses two games."
    else:
        double = ""
        if target > 90:
            worth = number_word(rules.double_value)
            double = f", below {target - 60} double skunked: {worth} games"
        yield f"A loser below {target - 30} is skunked: two games{double}."
    if rules.early_double:
        yield OVERLAYS["early-double"].about


def _cards_in_words(number: int) -> str:
    return f"{number_word(number)} {plural('card', number)}"
