"""The ways to play as lists, and one of them explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from textwrap import wrap
from typing import Any

from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.rules import Retreat, Rules
from cribcalc.rules_text import explain_rules, refused_with_preset, refused_with_rule
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS, Overlay, Preset, Variant, make_rules

_LEGEND = (
    "dealt and thrown: from the dealer's left round to the dealer; pack: cards the crib gets from "
    "the pack; hand and crib: cards without the starter."
)
_WIDTH = 60  # of a column of sentences, beside the names


@dataclass(frozen=True, slots=True)
class VariantsView:
    """All variants, the rules that can be laid over them, and the presets."""

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc variants``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "variants",
            "variants": [
                {"name": each.name, "title": each.title, "about": each.about}
                | {"rules": rules_payload(make_rules(each.name))}
                for each in VARIANTS.values()
            ],
            "rules": [_named(each) for each in OVERLAYS.values()],
            "presets": [_named(each) for each in PRESETS.values()],
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row for each name."""
        kinds: dict[str, Mapping[str, Any]] = {
            "variant": VARIANTS,
            "rule": OVERLAYS,
            "preset": PRESETS,
        }
        return [
            {"kind": kind, "name": each.name, "about": each.about}
            for kind, entries in kinds.items()
            for each in entries.values()
        ]

    def sections(self, style: Style) -> list[Section]:  # noqa: ARG002 (no cards to style)
        """Give three tables."""
        rows = []
        for name in VARIANTS:
            rules = make_rules(name)
            rows.append(
                (
                    name,
                    str(rules.players),
                    str(rules.sides),
                    " ".join(map(str, rules.dealt)),
                    " ".join(map(str, rules.discards)),
                    str(rules.crib_from_pack),
                    str(rules.hand_size),
                    str(rules.crib_size),
                    str(rules.target),
                )
            )
        headers = "name players sides dealt thrown pack hand crib target".split()
        return [
            Section("Variants", Table(headers, rows, ("name", "dealt", "thrown"))),
            Section(lines=[_LEGEND]),
            Section("Rules to lay over them (--rule NAME)", _two_columns(OVERLAYS)),
            Section("Presets (--preset NAME)", _two_columns(PRESETS)),
            Section(lines=["cribcalc variants NAME explains one of them."]),
        ]


@dataclass(frozen=True, slots=True)
class VariantView:
    """One way to play, explained in full."""

    variant: Variant
    rules: Rules
    refused: Mapping[str, str]  # rules that cannot be laid over it as well, and why

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc variants NAME``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "variants",
            "name": self.variant.name,
            "title": self.variant.title,
            "about": self.variant.about,
            "rules": rules_payload(self.rules),
            "sentences": list(explain_rules(self.rules)),
            "refused": dict(self.refused),
        }

    def records(self) -> list[dict[str, Any]]:
        """Give the rules as one flat row."""
        rules = rules_payload(self.rules)
        return [
            {
                name: " ".join(map(str, value)) if isinstance(value, list) else value
                for name, value in rules.items()
            }
        ]

    def sections(self, style: Style) -> list[Section]:  # noqa: ARG002 (no cards to style)
        """Give the rules as sentences, and what does not go with them."""
        return [
            Section(f"{self.variant.name}: {self.variant.title}"),
            Section(lines=list(explain_rules(self.rules))),
            *_refusals(self.refused),
        ]


@dataclass(frozen=True, slots=True)
class EntryView:
    """One rule that can be laid over a variant, or one preset."""

    kind: str
    entry: Overlay | Preset

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc variants NAME``."""
        head = {"schema_version": SCHEMA_VERSION, "command": "variants", "kind": self.kind}
        return head | _named(self.entry) | {"refused": self._refused()}

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row."""
        return [{"kind": self.kind, "name": self.entry.name, "about": self.entry.about}]

    def sections(self, style: Style) -> list[Section]:  # noqa: ARG002 (no cards to style)
        """Give what it is, and how the usual game is played with it."""
        option = f"--{self.kind} {self.entry.name}"
        lines = [self.entry.about]
        if self.kind == "preset":
            lines.append("The six-card game with it:")
            lines.extend(explain_rules(make_rules(preset=self.entry.name)))
        return [Section(option), Section(lines=lines), *_refusals(self._refused())]

    def _refused(self) -> dict[str, str]:
        is_rule = self.kind == "rule"
        return (
            refused_with_rule(self.entry.name) if is_rule else refused_with_preset(self.entry.name)
        )


def rules_payload(rules: Rules) -> dict[str, Any]:
    """Give every field of rules, and what follows from them, as JSON has it."""
    payload = asdict(rules)
    payload["dealt"], payload["discards"] = list(rules.dealt), list(rules.discards)
    payload["retreat"] = [rules.retreat.hand, rules.retreat.crib]
    sizes = {"players": rules.players, "hand_size": rules.hand_size, "crib_size": rules.crib_size}
    return payload | sizes


def _refusals(refused: Mapping[str, str]) -> list[Section]:
    """Say what does not go together, a line for each reason."""
    names: dict[str, list[str]] = {}
    for name, reason in refused.items():
        names.setdefault(reason, []).append(name)
    lines = [f"Not with {', '.join(each)}: {reason}" for reason, each in names.items()]
    return [Section(lines=lines)] if lines else []


def _named(entry: Overlay | Preset) -> dict[str, Any]:
    changes = {
        name: [value.hand, value.crib] if isinstance(value, Retreat) else value
        for name, value in entry.changes.items()
    }
    return {"name": entry.name, "about": entry.about, "changes": changes}


def _two_columns(entries: Mapping[str, Any]) -> Table:
    rows = [(each.name, "\n".join(wrap(each.about, _WIDTH))) for each in entries.values()]
    return Table(("name", "what it does"), rows, ("name", "what it does"))
