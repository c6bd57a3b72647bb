"""What chance decides, from a label alone: the same on every machine and in every version.

A label names the seed and what is drawn ("7 deal 3"), so every deal and every starter has a
random stream of its own. Its digest is read as a number whose digits, in bases that fall from
the size of the pack, choose the cards: 512 bits make every order as likely as any other to
within one part in 2**350.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512


def draw_number(label: str, below: int) -> int:
    """Draw a number from 0 to below ``below``."""
    return _digits(label) % below


def draw_cards(label: str, pack: Sequence[int], number: int) -> tuple[int, ...]:
    """Draw cards of a pack in order, without putting any back.

    >>> draw_cards("7 deal 0", range(52), 3) == draw_cards("7 deal 0", range(52), 3)
    True
    """
    digits = _digits(label)
    left = list(pack)
    drawn = []
    for _ in range(number):
        digits, at = divmod(digits, len(left))
        drawn.append(left.pop(at))
    return tuple(drawn)


def _digits(label: str) -> int:
    return int.from_bytes(sha512(label.encode()).digest(), "big")
