"""Options that say by which rules is played, and who one is in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from cribcalc.errors import UsageError
from cribcalc.roles import CRIB_SIDES, CribSide
from cribcalc.rules import TARGETS, Retreat, Rules
from cribcalc.situation import Standing
from cribcalc.variants import (
    DEFAULT_PRESET,
    DEFAULT_VARIANT,
    PRESETS,
    VARIANTS,
    make_rules,
)

Function = TypeVar("Function", bound=Callable[..., Any])

_MOST_BACK = 121
_TWO_NUMBERS = {
    "retreat": (re.compile(r"(\d{1,4}),(\d{1,4})"), "HAND,CRIB, like 10,10"),
    "score": (re.compile(r"(\d{1,4})-(\d{1,4})"), "MINE-THEIRS, like 87-64"),
}


def overlay_options(function: Function) -> Function:
    """Add the options for what is laid over a variant; see `build_rules`."""
    options = (
        click.option(
            "--rule",
            "overlays",
            multiple=True,
            metavar="NAME",
            help="Lay a rule over the variant, like backtrack-10; may be given again.",
        ),
        click.option(
            "--preset",
            default=DEFAULT_PRESET,
            show_default=True,
            metavar="NAME",
            help=f"Rules that belong together: {', '.join(PRESETS)}.",
        ),
        click.option(
            "--target",
            type=int,
            metavar="N",
            help=f"Points that end the game: {', '.join(map(str, TARGETS))}.",
        ),
        click.option(
            "--retreat",
            callback=_read_retreat,
            metavar="HAND,CRIB",
            help="Squares that a hand and a crib of no points go back.",
        ),
    )

    decorated: Any = function
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def build_rules(
    variant: str | None,
    overlays: tuple[str, ...],
    preset: str,
    target: int | None,
    retreat: Retreat | None,
) -> Rules:
    """Make the rules of what `overlay_options` and `variant_option` pass.

    Raises
    ------
    RulesError
        If a name is unknown, or rules exclude each other.

    """
    chosen = {"target": target, "retreat": retreat}
    settings = {name: value for name, value in chosen.items() if value is not None}
    return make_rules(variant or DEFAULT_VARIANT, overlays, preset, **settings)


def rules_options(function: Function) -> Function:
    """Add the options that choose the rules of a game; passes ``rules: Rules``."""

    @wraps(function)
    def wrapper(
        *args: Any,
        variant: str | None,
        overlays: tuple[str, ...],
        preset: str,
        target: int | None,
        retreat: Retreat | None,
        **kwargs: Any,
    ) -> Any:
        rules = build_rules(variant, overlays, preset, target, retreat)
        return function(*args, rules=rules, **kwargs)

    return variant_option(overlay_options(wrapper))  # type: ignore[return-value]


def variant_option(function: Function) -> Function:
    """Add ``--variant``; passes ``variant`` as a name that may be none, or None."""
    decorate = click.option(
        "--variant",
        metavar="NAME",
        help=f"The way to deal: {', '.join(VARIANTS)}.",
    )
    return decorate(function)


def score_option(function: Function) -> Function:
    """Add ``--score MINE-THEIRS``; passes ``standing`` or None."""

    def read(
        _ctx: click.Context, _parameter: click.Parameter, value: str | None
    ) -> Standing | None:
        return None if value is None else Standing(*_two_numbers("score", value))

    decorate = click.option(
        "--score",
        "standing",
        callback=read,
        metavar="MINE-THEIRS",
        help="The score before the show, where it counts; theirs is the dealer's, or the pone's.",
    )
    return decorate(function)


def side_options(function: Function) -> Function:
    """Add ``--dealer``, ``--pone`` and ``--partner``; passes ``side`` or None."""

    @wraps(function)
    def wrapper(*args: Any, dealer: bool, pone: bool, partner: bool, **kwargs: Any) -> Any:
        flags = dict(zip(("dealer", "pone", "partner"), (dealer, pone, partner), strict=True))
        asked = [side for side in CRIB_SIDES if flags[side]]
        if len(asked) > 1:
            raise click.UsageError(f"--{asked[0]} and --{asked[1]} exclude each other.")
        side: CribSide | None = asked[0] if asked else None
        return function(*args, side=side, **kwargs)

    decorated: Any = wrapper
    for option in (
        click.option("--partner", is_flag=True, help="Only for the dealer's partner, of pairs."),
        click.option("--pone", is_flag=True, help="Only for the pone, the other player."),
        click.option("--dealer", is_flag=True, help="Only for the dealer, whose crib it is."),
    ):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _read_retreat(
    _ctx: click.Context, _parameter: click.Parameter, value: str | None
) -> Retreat | None:
    if value is None:
        return None
    hand, crib = _two_numbers("retreat", value)
    if max(hand, crib) > _MOST_BACK:
        raise UsageError(
            f"{value}: a hand or crib of no points goes back 0 to {_MOST_BACK} squares."
        )
    return Retreat(hand, crib)


def _two_numbers(option: str, text: str) -> tuple[int, int]:
    pattern, example = _TWO_NUMBERS[option]
    match = pattern.fullmatch(text.strip())
    if match is None:
        raise click.UsageError(f"--{option} {text}: write {example}.")
    return int(match[1]), int(match[2])
