"""Whose crib it is, and how the other player is thought to throw."""

from __future__ import annotations

from typing import Literal

Role = Literal["dealer", "pone"]
"""The dealer owns the crib; the pone is the other player."""

ROLES: tuple[Role, Role] = ("dealer", "pone")

Opponent = Literal["uniform"]
"""A model of the other player's throw; ``uniform``: any two unseen cards alike."""

OPPONENTS: tuple[Opponent, ...] = ("uniform",)
