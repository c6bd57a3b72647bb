"""``cribcalc variants``."""

from __future__ import annotations

import click

from cribcalc.cli.options import Output, output_options
from cribcalc.cli.rules_options import build_rules, overlay_options
from cribcalc.render.variants import EntryView, VariantsView, VariantView
from cribcalc.rules import Retreat
from cribcalc.rules_text import refused_rules
from cribcalc.variants import DEFAULT_PRESET, OVERLAYS, PRESETS, VARIANTS, find


@click.command()
@click.argument("name", required=False)
@overlay_options
@output_options
def variants(
    name: str | None,
    overlays: tuple[str, ...],
    preset: str,
    target: int | None,
    retreat: Retreat | None,
    output: Output,
) -> None:
    """List the ways to play, or explain one.

    \b
    Examples:
      cribcalc variants
      cribcalc variants seven-card
      cribcalc variants six-card --rule backtrack-10 --target 61

    NAME is a variant, a rule that can be laid over it, or a preset. With a variant, --rule,
    --preset and --target show what comes of them together, or why they exclude each other.
    """
    is_plain = not overlays and preset == DEFAULT_PRESET and target is None and retreat is None
    if name is None and is_plain:
        output.write(VariantsView())
    elif name is None or name in VARIANTS:
        rules = build_rules(name, overlays, preset, target, retreat)
        given = {"target": target, "retreat": retreat}
        settings = {key: value for key, value in given.items() if value is not None}
        refused = refused_rules(rules.variant, overlays, preset, **settings)
        output.write(VariantView(VARIANTS[rules.variant], rules, refused))
    elif name not in OVERLAYS and name not in PRESETS:
        find({**VARIANTS, **OVERLAYS, **PRESETS}, name, "variant, rule or preset")
    elif not is_plain:
        raise click.UsageError(f"--rule, --preset and --target go with a variant, not with {name}.")
    elif name in OVERLAYS:
        output.write(EntryView("rule", OVERLAYS[name]))
    else:
        output.write(EntryView("preset", PRESETS[name]))
