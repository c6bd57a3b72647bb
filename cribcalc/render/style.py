"""How things look on one stream: suit signs, colour, the name of the ten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any, Literal

from cribcalc.cards import RANKS, SUIT_SIGNS, SUITS, card_rank, card_suit

ColorChoice = Literal["auto", "always", "never"]

# Four colours, so that clubs and spades, hearts and diamonds differ; the sign or letter is
# always there too, meaning never hangs on colour.
_SUIT_COLORS = ("32", "34", "31", "")  # clubs green, diamonds blue, hearts red, spades plain


@dataclass(frozen=True, slots=True)
class Style:
    """What a stream can show.

    Attributes
    ----------
    unicode : bool
        Suit signs and block characters instead of letters and ``#``.
    color : bool
        ANSI colours on cards.
    ten : str
        How a ten is written: ``T`` or ``10``.

    """

    unicode: bool = False
    color: bool = False
    ten: str = "T"

    def card(self, card: int) -> str:
        """Write a card for people: ``5♥`` where the stream can, ``5H`` elsewhere."""
        suit = card_suit(card)
        text = self.rank(card_rank(card)) + (SUIT_SIGNS if self.unicode else SUITS)[suit]
        if self.color and _SUIT_COLORS[suit]:
            return f"\x1b[{_SUIT_COLORS[suit]}m{text}\x1b[0m"
        return text

    def rank(self, rank: int) -> str:
        """Write a rank for people."""
        return self.ten if rank == 9 else RANKS[rank]

    def cards(self, cards: Iterable[int]) -> str:
        """Write cards in the order given."""
        return " ".join(self.card(card) for card in cards)

    def sorted_cards(self, cards: Iterable[int]) -> str:
        """Write cards by rank, then clubs to spades."""
        return self.cards(sorted(cards))


PLAIN = Style()
"""Letters, no colour: what every machine format and every file gets."""


def style_for(
    stream: IO[Any], environ: Mapping[str, str], color: ColorChoice = "auto", ten: str = "T"
) -> Style:
    """Choose the style of one stream from what it is and what the user asked for.

    Suit signs need a terminal that takes UTF-8; colour a terminal, no ``NO_COLOR`` and no
    ``TERM=dumb``, or ``FORCE_COLOR``, or the explicit choice ``always``.
    """
    terminal = stream.isatty()
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    if color == "auto":
        allowed = not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        colored = allowed and (terminal or bool(environ.get("FORCE_COLOR")))
    else:
        colored = color == "always"
    return Style(unicode=terminal and encoding == "utf8", color=colored, ten=ten)
