"""``cribcalc variants``: what it lists, explains and refuses."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields

import pytest

from cribcalc.rules import Rules
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS
from tests.running import Ran, assert_golden, call


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("variants", ()),
        ("variants-markdown", ("--format", "markdown")),
        ("variants-six-pairs", ("six-pairs",)),
        ("variants-classic", ("five-card-classic",)),
        (
            "variants-laid",
            ("six-card", "--rule", "nineteen", "--rule", "muggins", "--target", "61"),
        ),
        ("variants-preset", ("acc",)),
        ("variants-rule", ("reverse",)),
        ("variants-csv", ("speedo", "--format", "csv")),
    ],
)
def test_what_is_printed(name: str, arguments: tuple[str, ...]) -> None:
    ran = call("variants", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"{name}.txt", ran.out)


@pytest.mark.parametrize("name", [*VARIANTS, *OVERLAYS, *PRESETS])
def test_everything_listed_can_be_asked_for(name: str) -> None:
    ran = call("variants", name)
    assert (ran.code, ran.err) == (0, "")
    assert name in ran.out.splitlines()[0]
    assert max(map(len, ran.out.splitlines())) <= 80


def test_the_json_document_has_every_rule() -> None:
    document = json.loads(call("variants", "--json").out)
    assert [each["name"] for each in document["variants"]] == list(VARIANTS)
    assert [each["name"] for each in document["rules"]] == list(OVERLAYS)
    assert [each["name"] for each in document["presets"]] == list(PRESETS)
    names = {field.name for field in fields(Rules)}
    for each in document["variants"]:
        assert set(each["rules"]) == names | {"players", "hand_size", "crib_size"}
    one = json.loads(call("variants", "seven-card", "--json").out)
    assert one["rules"]["dealt"] == [7, 7]
    assert one["rules"]["retreat"] == [0, 0]
    assert set(one["refused"]) == {"backtrack-10", "nineteen", "crib-minus-5"}


def test_rows_name_what_they_are() -> None:
    rows = list(csv.DictReader(io.StringIO(call("variants", "-f", "csv").out)))
    assert [row["name"] for row in rows] == [*VARIANTS, *OVERLAYS, *PRESETS]
    assert {row["kind"] for row in rows} == {"variant", "rule", "preset"}


def refused(arguments: tuple[str, ...], sentence: str) -> None:
    assert call("variants", *arguments) == Ran(2, "", f"cribcalc: {sentence}\n")


def test_refusals_give_the_reason() -> None:
    refused(
        ("speedo", "--rule", "nineteen"),
        "Hands of no points do not move back in speedo: that goes with six-card, three-player, "
        "four-partners, four-solo.",
    )
    refused(("sevn-card",), "'sevn-card' is no variant, rule or preset: did you mean seven-card?")
    known = ", ".join([*VARIANTS, *OVERLAYS, *PRESETS])
    refused(("zzz",), f"'zzz' is no variant, rule or preset: there are {known}.")
    refused(
        ("sevn-card", "--target", "61"),
        "'sevn-card' is no variant, rule or preset: did you mean seven-card?",
    )
    refused(("--rule", "mugins"), "'mugins' is no rule: did you mean muggins?")
    assert "go with a variant, not with acc" in call("variants", "acc", "--target", "61").err


def test_what_is_refused_heeds_the_options() -> None:
    document = json.loads(call("variants", "six-card", "--target", "61", "--json").out)
    assert set(document["refused"]) == {"early-double"}
    for name, refusing in (("reverse", "acc"), ("acc", "reverse")):
        assert refusing in json.loads(call("variants", name, "--json").out)["refused"]
    assert "Not with early-double: " in call("variants", "--target", "61").out


def test_options_alone_are_about_the_base_game() -> None:
    assert (
        call("variants", "--target", "61").out == call("variants", "six-card", "--target", "61").out
    )
