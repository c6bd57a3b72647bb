"""Rules and variants as data: the tables of the rules document, and what excludes what."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.errors import RulesError
from cribcalc.rules import TARGETS, Retreat, Rules
from cribcalc.rules_text import (
    explain_rules,
    refused_rules,
    refused_with_preset,
    refused_with_rule,
)
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS, make_rules
from tests.running import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def refused(sentence: str, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(RulesError) as raised:
        make_rules(*args, **kwargs)
    assert str(raised.value) == sentence


# Variants ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("deal"))
def test_deals_of_the_variants(case: dict[str, Any]) -> None:
    variant, wanted = case["input"]["variant"], case["expected"]
    club = variant.endswith("-club")
    rules = make_rules(variant.removesuffix("-club"), preset="club" if club else "classic")
    out = sum(rules.dealt) + rules.crib_from_pack
    assert {
        "players": rules.players,
        "dealt": list(rules.dealt),
        "crib_from_deck": rules.crib_from_pack,
        "discard": list(rules.discards),
        "hand_sizes": [d - t for d, t in zip(rules.dealt, rules.discards, strict=True)],
        "crib_size": rules.crib_size,
        "cards_out_before_starter": out,
        "stub_before_starter": 52 - out,
        "target": rules.target,
        "single_series": rules.single_series,
        "compensation": rules.compensation,
        "sides": rules.sides,
    } == wanted


def test_every_variant_has_a_case() -> None:
    named = {case["input"]["variant"] for case in CASES if case["kind"] == "deal"}
    assert set(VARIANTS) == named - {"three-player-club"}


@pytest.mark.parametrize("case", cases("partner"))
def test_partners_sit_opposite(case: dict[str, Any]) -> None:
    variant = {4: "four-partners", 6: "six-pairs"}[case["input"]["players"]]
    rules = make_rules(variant)
    assert rules.partners_of(case["input"]["seat"]) == (case["expected"]["partner"],)
    assert make_rules("four-solo").partners_of(1) == ()


@pytest.mark.parametrize("case", cases("turn_orders"))
def test_orders_round_the_table(case: dict[str, Any]) -> None:
    rules, dealer, wanted = make_rules("four-solo"), case["input"]["dealer"], case["expected"]
    order = rules.from_left(dealer)
    assert (order[0], list(order), rules.left_of(dealer)) == (
        wanted["lead"],
        wanted["show"],
        wanted["next_dealer"],
    )
    assert [rules.place(seat, dealer) for seat in order] == [0, 1, 2, 3]


@pytest.mark.parametrize("case", cases("speedo_active"))
def test_speedo_lasts_to_ninety(case: dict[str, Any]) -> None:
    score = case["input"]["dealer_score"]
    assert make_rules("speedo").speedo_applies(score) is case["expected"]["active"]
    assert not make_rules("six-card").speedo_applies(score)


@pytest.mark.parametrize("case", cases("compensation"))
def test_what_the_first_pone_starts_with(case: dict[str, Any]) -> None:
    given = case["input"]
    preset = "club" if given.get("club") else "classic"
    rules = make_rules(given["variant"], preset=preset)
    pone = rules.left_of(given["dealer"])
    start = [rules.compensation if seat == pone else 0 for seat in range(given["players"])]
    assert start == case["expected"]["start"]


def test_no_five_or_six_player_partners_but_pairs() -> None:
    assert make_rules("five-player").partners == 1
    assert make_rules("six-pairs").partners == 2
    assert make_rules("four-partners").partners == 2


# Presets and overlays ------------------------------------------------------------------------


def test_presets_of_the_rules_document() -> None:
    base = Rules()
    assert make_rules() == make_rules(preset="classic") == base
    assert make_rules(preset="computer") == replace(base, skunk="none", first_dealer="lot")
    club = replace(base, renege="club", dealing_errors=True, compensation=3)
    assert make_rules(preset="club") == club
    assert make_rules("three-player", preset="club").compensation == 0
    assert make_rules("three-player", preset="club").target == 61
    assert make_rules("three-player", preset="club", target=121).target == 121
    assert make_rules(preset="backtrack") == replace(base, retreat=Retreat(10, 10))
    acc = replace(base, renege="standard", penalties=True, false_claim=True)
    assert make_rules(preset="acc") == acc


@pytest.mark.parametrize("name", OVERLAYS)
def test_every_overlay_changes_the_base_game(name: str) -> None:
    overlays = ("muggins", name) if name == "overcount-penalty" else (name,)
    rules = make_rules("four-partners" if name == "no-skunk" else "six-card", overlays)
    for field, value in OVERLAYS[name].changes.items():
        assert getattr(rules, field) == value
        assert getattr(Rules(), field) != value


def test_overlays_overrule_variant_and_preset() -> None:
    assert make_rules("six-card", ["nineteen"], "backtrack").retreat == Retreat(19, 19)
    assert make_rules("six-card", ["renege"], "club").renege == "standard"
    assert make_rules("seven-card", target=181).target == 181
    assert make_rules(retreat=Retreat(3, 0)).retreat == Retreat(3, 0)


def test_the_same_overlay_twice_is_once() -> None:
    assert make_rules(overlays=["muggins", "muggins"]) == make_rules(overlays=["muggins"])


# Refusals ------------------------------------------------------------------------------------


def test_unknown_names_are_answered_with_those_there_are() -> None:
    refused(f"'bridge' is no variant: there are {', '.join(VARIANTS)}.", "bridge")
    refused(f"'x' is no rule: there are {', '.join(OVERLAYS)}.", overlays=["x"])
    refused(f"'x' is no preset: there are {', '.join(PRESETS)}.", preset="x")
    refused("'mugins' is no rule: did you mean muggins?", overlays=["mugins"])


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("target", 100, "100 is no target: there are 61, 121, 151, 181."),
        ("overcount", "x", "x is no overcount rule: there are correct, penalty."),
        ("renege", "x", "x is no renege rule: there are off, standard, club."),
        ("skunk", "x", "x is no skunk scheme: there are none, standard, lurch."),
        ("double_value", 5, "5 is no value of a double skunk: there are 2, 3, 4."),
        ("first_dealer", "x", "x is no way to find the first dealer: there are cut, lot."),
    ],
)
def test_unknown_settings_are_refused(field: str, value: Any, sentence: str) -> None:
    refused(sentence, **{field: value})


@pytest.mark.parametrize(
    ("variant", "overlays", "settings", "sentence"),
    [
        (
            "speedo",
            ["backtrack-10"],
            {},
            (
                "Hands of no points do not move back in speedo: that goes with six-card, "
                "three-player, four-partners, four-solo."
            ),
        ),
        (
            "six-card",
            ["crib-minus-5"],
            {"target": 151},
            "Hands of no points move back in games to 61 or 121, not to 151.",
        ),
        (
            "six-card",
            [],
            {"retreat": Retreat(-1, 0)},
            "A hand or crib of no points moves back by a number from 0 upward.",
        ),
        (
            "six-card",
            ["backtrack-10", "nineteen"],
            {},
            (
                "backtrack-10 and nineteen exclude each other: only one rule can say how far a "
                "hand of no points moves back."
            ),
        ),
        (
            "six-card",
            ["backtrack-10"],
            {"retreat": Retreat(5, 5)},
            (
                "backtrack-10 and a retreat of one's own exclude each other: only one rule can say "
                "how far a hand of no points moves back."
            ),
        ),
        (
            "six-card",
            ["renege", "renege-club"],
            {},
            "renege and renege-club exclude each other: a renege is punished in one way.",
        ),
        (
            "six-card",
            ["reverse", "lurch"],
            {},
            "reverse and lurch exclude each other: a game has one skunk scheme.",
        ),
        (
            "six-card",
            ["double-skunk-3", "double-skunk-4"],
            {},
            "double-skunk-3 and double-skunk-4 exclude each other: a double skunk has one value.",
        ),
        (
            "six-card",
            ["reverse", "early-double"],
            {},
            (
                "In Reverse the highest score loses, so that no loser stays behind a skunk line: "
                "every win is one game."
            ),
        ),
        (
            "six-card",
            ["reverse", "penalties"],
            {},
            (
                "In Reverse points do harm, so that penalties which give points to the opponent or "
                "take them from the offender would reward the fault."
            ),
        ),
        (
            "five-player",
            ["compensation"],
            {},
            "3 points for the first non-dealer are a rule for two players, not for five.",
        ),
        (
            "six-card",
            ["overcount-penalty"],
            {},
            "A penalty for overcounting needs muggins: else nobody counts himself.",
        ),
        (
            "six-card",
            ["early-double"],
            {"target": 61},
            "The early double skunk (61 against fewer than 31) needs a game to 121 or more.",
        ),
    ],
)
def test_what_excludes_what(
    variant: str, overlays: list[str], settings: dict[str, Any], sentence: str
) -> None:
    refused(sentence, variant, overlays, **settings)


@pytest.mark.parametrize(
    "settings",
    [
        {"dealt": ()},
        {"dealt": (6,)},
        {"dealt": (6, 5)},
        {"dealt": (2, 2)},
        {"discards": (1, 2)},
        {"discards": (-1, -1)},
        {"crib_from_pack": -1},
        {"dealt": (30, 30)},
        {"sides": 3},
        {"sides": 0},
        {"compensation": -3},
        {"compensation": 121},
    ],
)
def test_deals_that_make_no_game_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=r"\.$"):
        Rules(**settings)
    with pytest.raises(RulesError, match="do not make 3 sides"):
        make_rules("three-player", speedo=True)


@given(
    st.sampled_from(list(VARIANTS)),
    st.lists(st.sampled_from(list(OVERLAYS)), max_size=4),
    st.sampled_from(list(PRESETS)),
    st.sampled_from([None, *TARGETS]),
)
def test_rules_can_be_played_or_are_refused_in_a_sentence(
    variant: str, overlays: list[str], preset: str, target: int | None
) -> None:
    settings = {} if target is None else {"target": target}
    sentence = None
    try:
        rules = make_rules(variant, overlays, preset, **settings)
    except RulesError as error:
        sentence = str(error)
    if sentence is not None:
        assert sentence.endswith(".")
        return
    sizes = {d - t for d, t in zip(rules.dealt, rules.discards, strict=True)}
    assert sizes == {rules.hand_size}
    assert sum(rules.dealt) + rules.crib_from_pack + 1 <= 52
    assert len(rules.dealt) == len(rules.discards) == rules.players == rules.sides * rules.partners
    assert rules.crib_size in (4, 5)


# In words ------------------------------------------------------------------------------------


@given(
    st.sampled_from(list(VARIANTS)),
    st.lists(st.sampled_from(list(OVERLAYS)), max_size=3),
    st.sampled_from(list(PRESETS)),
)
def test_rules_that_differ_are_told_apart_in_words(
    variant: str, overlays: list[str], preset: str
) -> None:
    try:
        rules = make_rules(variant, overlays, preset)
    except RulesError:
        return
    usual = make_rules(variant)
    sentences = explain_rules(rules)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)
    is_alike = rules == usual or _differs_only_unheard(rules, usual)
    assert (sentences == explain_rules(usual)) == is_alike


def _differs_only_unheard(rules: Rules, usual: Rules) -> bool:
    """A double skunk has no value where there is none."""
    names = [each.name for each in fields(Rules)]
    differing = {name for name in names if getattr(rules, name) != getattr(usual, name)}
    no_double = rules.target <= 90 or rules.skunk != "standard"
    return differing == {"double_value"} and no_double


def test_what_is_refused_is_what_make_rules_refuses() -> None:
    assert set(refused_rules("six-card")) == set()
    assert set(refused_rules("seven-card")) == {"backtrack-10", "nineteen", "crib-minus-5"}
    assert set(refused_rules("six-pairs")) == {
        "backtrack-10",
        "nineteen",
        "crib-minus-5",
        "compensation",
    }
    assert "early-double" in refused_rules("five-card-old")


BACK = {"backtrack-10", "nineteen", "crib-minus-5"}
FAULTS = {"renege", "renege-club", "penalties", "false-claim"}


def test_what_is_refused_depends_on_what_was_chosen() -> None:
    assert set(refused_rules("six-card", target=61)) == {"early-double"}
    assert set(refused_rules("six-card", target=151)) == BACK
    assert set(refused_rules("six-card", ["nineteen"])) == BACK - {"nineteen"}
    assert set(refused_rules("six-card", ["reverse"])) == FAULTS | {"lurch", "early-double"}
    assert set(refused_rules("three-player", preset="club")) == {
        "compensation",
        "reverse",
        "early-double",
    }


def test_what_a_rule_does_not_go_with() -> None:
    assert set(refused_with_rule("reverse")) == FAULTS | {"lurch", "early-double", "club", "acc"}
    assert set(refused_with_rule("overcount-penalty")) == set()
    assert set(refused_with_rule("nineteen")) == BACK - {"nineteen"} | {
        name for name in VARIANTS if name.startswith(("five", "seven", "six-p", "speedo"))
    }
    assert {"three-player", "six-pairs"} <= set(refused_with_rule("compensation"))


def test_what_a_preset_does_not_go_with() -> None:
    assert set(refused_with_preset("classic")) == set()
    assert set(refused_with_preset("acc")) == {"reverse"}
    assert "speedo" in refused_with_preset("backtrack")


def test_no_name_is_used_twice() -> None:
    names = [*VARIANTS, *OVERLAYS, *PRESETS]
    assert len(names) == len(set(names))
