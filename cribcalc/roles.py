"""Whose crib it is, and how the other player is thought to throw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from cribcalc.errors import UsageError

Role = Literal["dealer", "pone"]
"""The dealer owns the crib; the pone is the other player."""

ROLES: tuple[Role, ...] = get_args(Role)

CribSide = Literal["dealer", "pone", "partner"]
"""Where a player stands to the crib: it is his, an opponent's, or his partner's and so his too."""

CRIB_SIDES: tuple[CribSide, ...] = get_args(CribSide)

Opponent = Literal["strategic", "uniform"]
"""A model of the other player's throw."""

OPPONENTS: dict[Opponent, str] = {
    "strategic": "the opponent throws his best too, in every hand",
    "uniform": "the opponent throws any two unseen cards at random",
}
"""Each model with what it supposes, as half a sentence."""

DEFAULT_OPPONENT: Opponent = "strategic"

Method = Literal["exact", "table"]
"""How a number was found: ``exact``, every case counted; ``table``, looked up and close."""

METHODS: tuple[Method, ...] = get_args(Method)


def require_role(role: str) -> None:
    """Refuse a role that is none.

    Raises
    ------
    UsageError
        If it is neither dealer nor pone.

    """
    _require(role, ROLES, "role")


def require_side(side: str) -> None:
    """Refuse what is no side of the crib.

    Raises
    ------
    UsageError
        If it is neither dealer, pone nor partner.

    """
    _require(side, CRIB_SIDES, "role")


def owns_crib(side: CribSide) -> bool:
    """Tell whether the crib counts for a player himself: the dealer, and his partner."""
    return side != "pone"


def require_opponent(opponent: str) -> None:
    """Refuse a model of the opponent that is none of `OPPONENTS`.

    Raises
    ------
    UsageError
        If there is no such model.

    """
    _require(opponent, OPPONENTS, "model of the opponent")


def require_method(method: str) -> None:
    """Refuse a way to find numbers that is none of `METHODS`.

    Raises
    ------
    UsageError
        If there is no such way.

    """
    _require(method, METHODS, "method")


def _require(name: str, known: Iterable[str], thing: str) -> None:
    if name not in known:
        raise UsageError(f"{name!r} is no {thing}: there are {', '.join(known)}.")
