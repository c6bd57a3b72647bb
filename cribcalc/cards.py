"""Cards: what they are called, what they are worth, and how people write them.

A card is a small integer, ``4*rank + suit``: ranks run from ace (0) to king (12), suits
are clubs, diamonds, hearts, spades (0 to 3). So sorted cards are in order of rank, then
suit, and ``card >> 2`` is the rank.

======  =====  =====  =====  =====
        clubs  diam.  hearts spades
======  =====  =====  =====  =====
ace         0      1      2      3
two         4      5      6      7
...
king       48     49     50     51
======  =====  =====  =====  =====
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cribcalc.errors import BadCard, DuplicateCard, WrongCount
from cribcalc.words import number_word, plural, printable

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
DECK = range(52)
JACK = 10

_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)}
SUIT_OF = {
    sign: suit for suit, signs in enumerate(("Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤")) for sign in signs
}
"""The suit of every sign it is written with."""
VARIATION_SELECTORS = "\ufe0e\ufe0f"  # a suit sign may be followed by one, and it means nothing
SEPARATORS = frozenset(" \t\r\n,-\u00a0")
# Playing-card characters: one block of sixteen for each suit, ace first; the knight of the
# tarot pack stands between jack and queen and is no card of ours.
_GLYPH_BLOCKS = {0x1F0A0: 3, 0x1F0B0: 2, 0x1F0C0: 1, 0x1F0D0: 0}
_GLYPH_RANKS = {**{i: i - 1 for i in range(1, 12)}, 13: 11, 14: 12}


def card(rank: int, suit: int) -> int:
    """Get the card of a rank (0..12) and a suit (0..3).

    >>> card(4, 2)  # the five of hearts
    18
    """
    return 4 * rank + suit


def card_rank(card: int) -> int:
    """Get the rank of a card, ace 0 to king 12."""
    return card >> 2


def card_suit(card: int) -> int:
    """Get the suit of a card: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card & 3


def rank_value(rank: int) -> int:
    """Get what a rank counts: ace 1, pips, ten for jack, queen and king."""
    return min(rank + 1, 10)


def card_name(card: int) -> str:
    """Get the name of a card, like ``5H`` or ``TD``.

    >>> card_name(18)
    '5H'
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def card_names(cards: Iterable[int]) -> str:
    """Get the names of several cards with a space between them."""
    return " ".join(card_name(card) for card in cards)


def parse_card(text: str) -> int:
    """Read one card.

    >>> card_name(parse_card("10♥"))
    'TH'

    Raises
    ------
    BadCard
        If the text cannot be read.
    WrongCount
        If it is not exactly one card.

    """
    cards = parse_cards(text)
    if len(cards) != 1:
        given = "none was" if not cards else f"{number_word(len(cards))} were"
        raise WrongCount(f"{_quoted(text)}: one card is wanted here, {given} given.")
    return cards[0]


def parse_cards(*texts: str) -> tuple[int, ...]:
    """Read cards: rank then suit, any case, ``T`` or ``10``, letters or suit signs.

    Between cards may stand spaces, commas, hyphens or nothing. Playing-card characters
    (U+1F0A1 and on) are read too.

    >>> card_names(parse_cards("5h5D", "J♠, 10c"))
    '5H 5D JS TC'

    Raises
    ------
    BadCard
        If something is not a card; the message quotes it.
    DuplicateCard
        If a card comes twice.

    """
    cards: list[int] = []
    for text in texts:
        cards.extend(_scan("".join(c for c in text if c not in VARIATION_SELECTORS)))
    require_distinct(cards)
    return tuple(cards)


def require_distinct(cards: Sequence[int]) -> None:
    """Refuse what is no card id, and the same card twice, naming it.

    Raises
    ------
    BadCard
        If a number is not from 0 to 51.
    DuplicateCard
        If a card comes twice.

    """
    seen: set[int] = set()
    for each in cards:
        if each not in DECK:
            raise BadCard(f"{each} is no card: the cards are numbered from 0 to 51.")
        if each in seen:
            raise DuplicateCard(f"{card_name(each)} is given twice; a pack has only one.")
        seen.add(each)


def require_apart(starter: int | None, cards: Sequence[int]) -> None:
    """Refuse a starter that is among the cards it is turned up for.

    Raises
    ------
    BadCard
        If the starter's number is not from 0 to 51.
    DuplicateCard
        If it is one of the cards.

    """
    if starter is None:
        return
    require_distinct((starter,))
    if starter in cards:
        raise DuplicateCard(f"The starter {card_name(starter)} is among the other cards given.")


def require_count(cards: Sequence[int], wanted: Sequence[int], purpose: str) -> None:
    """Refuse a number of cards that is not among those wanted.

    ``purpose`` completes the sentence: "a discard is made from".

    Raises
    ------
    WrongCount
        If the number is wrong; the message says what is missing or too many.

    """
    number = len(cards)
    if number in wanted:
        return
    *some, last = map(number_word, wanted)
    sizes = f"{', '.join(some)} or {last}" if some else last
    given = f"{number_word(number)} {plural('card', number)}"
    over = number - max(wanted)
    short = min(wanted) - number
    if over > 0:
        advice = f"take {number_word(over)} away"
    elif short > 0:
        advice = f"{number_word(short)} missing"
    else:
        advice = "add or take away one"
    listed = f" ({card_names(cards)})" if cards else ""
    raise WrongCount(f"{given.capitalize()} given{listed}, but {purpose} {sizes}: {advice}.")


def _scan(text: str) -> Iterable[int]:
    """Yield the cards of a text in which nothing needs to stand between cards."""
    at = 0
    while at < len(text):
        if text[at] in SEPARATORS:
            at += 1
            continue
        glyph = _glyph_card(text[at])
        if glyph is not None:
            yield glyph
            at += 1
            continue
        width = 2 if text.startswith("10", at) else 1
        rank = 9 if width == 2 else _RANK_OF.get(text[at].upper())
        suit = SUIT_OF.get(text[at + width]) if at + width < len(text) else None
        if rank is None or suit is None:
            raise BadCard(_complaint(_token(text, at)))
        yield card(rank, suit)
        at += width + 1


def _glyph_card(character: str) -> int | None:
    """Get the card of a playing-card character, or None if it is not one."""
    code = ord(character)
    suit, rank = _GLYPH_BLOCKS.get(code & ~0xF), _GLYPH_RANKS.get(code & 0xF)
    return None if suit is None or rank is None else card(rank, suit)


def _token(text: str, at: int) -> str:
    """Cut out what a reader would call the unreadable card."""
    end = at
    while end < len(text) and text[end] not in SEPARATORS:
        end += 1
    return text[at:end]


def _complaint(token: str) -> str:
    """Say why a piece of text is not a card and what to write instead."""
    shown = _quoted(token)
    first, rest = token[0], token[1:]
    if token.isalpha() and len(token) > 3:
        return f"{shown} is no card (write a rank and a suit, like 5H or TD)."
    if _GLYPH_BLOCKS.get(ord(first) & ~0xF) is not None:
        return f"{shown}: this playing-card character is no card of the 52-card pack."
    if token.startswith("10") or first.upper() in _RANK_OF:
        name, rest = ("10", token[2:]) if token.startswith("10") else (first.upper(), rest)
        if not rest:
            choices = ", ".join(name + suit for suit in SUITS[:3])
            return f"{shown}: the suit is missing (write {choices} or {name}S)."
        return f'{shown}: no suit "{printable(rest[0])}" (use C D H S or ♣ ♦ ♥ ♠).'
    if first in "1I":
        return f"{shown}: there is no rank 1 (an ace is A, a ten is T or 10)."
    if first in SUIT_OF and rest and (rest.startswith("10") or rest[0].upper() in _RANK_OF):
        rank = "10" if rest.startswith("10") else rest[0].upper()
        return f"{shown}: write the rank first ({rank}{SUITS[SUIT_OF[first]]})."
    if first == "0":
        return f"{shown}: there is no rank 0 (a ten is T or 10)."
    return f'{shown}: no rank "{printable(first)}" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).'


def _quoted(text: str) -> str:
    return printable(text) or '""'
