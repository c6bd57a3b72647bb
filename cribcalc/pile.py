"""Piles of the play as people write them, and what each card of them pegs.

Suits mean nothing in the play, so a pile may be written in ranks alone. `score_pile` scores
cards whoever laid them; `follow_play` follows a whole play with hands, turns and goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cribcalc.cards import (
    RANKS,
    SEPARATORS,
    SUIT_OF,
    VARIATION_SELECTORS,
    card_name,
    parse_cards,
    require_distinct,
)
from cribcalc.errors import DuplicateCard, IllegalMove, PlayError, WrongCount
from cribcalc.play import LIMIT, VALUES, Peg, Play, Turn, card_pegs

NEW_SERIES = "/"
GO = "go"


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card as it was written: with its suit, or by its rank alone.

    Attributes
    ----------
    card : int
        Card id; of a card without a suit, one that is not otherwise there.
    is_rank : bool
        Whether no suit was written.

    """

    card: int
    is_rank: bool

    @property
    def name(self) -> str:
        """Get the name as it was written, like ``7`` or ``7H``."""
        return RANKS[self.card >> 2] if self.is_rank else card_name(self.card)


Token = PileCard | str
"""A card, `NEW_SERIES` or `GO`."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a pile: its series (from 1), the count after it, and what it pegs."""

    card: PileCard
    series: int
    total: int
    pegs: tuple[Peg, ...]

    @property
    def points(self) -> int:
        """Points of all pegs."""
        return sum(peg.points for peg in self.pegs)


@dataclass(frozen=True, slots=True)
class Followed:
    """A play followed to its end, or as far as it was given.

    Attributes
    ----------
    turns : tuple of (Turn, PileCard or None, bool)
        Each card or go; the card as it was written; whether it was written at all (a go that
        could not be avoided need not be).
    totals : tuple of int
        Points of each seat.
    turn : int or None
        Who has to act next; None when the play is over.

    """

    turns: tuple[tuple[Turn, PileCard | None, bool], ...]
    totals: tuple[int, ...]
    turn: int | None


# Reading -------------------------------------------------------------------------------------


def parse_pile(*texts: str) -> tuple[Token, ...]:
    """Read cards or ranks, ``/`` for a new series and ``go``.

    >>> [each.name for each in parse_pile("7 6H10")]
    ['7', '6H', 'T']

    Raises
    ------
    BadCard
        If something is neither.
    DuplicateCard, WrongCount
        If a card comes twice, or a rank more than four times.

    """
    return _with_suits([token for text in texts for token in _scan(text)])


def parse_hands(texts: Sequence[str]) -> tuple[tuple[PileCard, ...], ...]:
    """Read the hands of a play, one text each; all are from one pack.

    Raises
    ------
    BadCard, DuplicateCard, WrongCount
        As `parse_pile`, or if a hand is empty or holds anything but cards.

    """
    raw = [list(_scan(text)) for text in texts]
    for seat, hand in enumerate(raw):
        if not hand:
            raise WrongCount(f"Seat {seat} has no cards.")
        if any(isinstance(token, str) for token in hand):
            raise PlayError(f"The hand of seat {seat} can hold cards only, no / and no go.")
    cards = iter(_with_suits([token for hand in raw for token in hand]))
    hands = (tuple(next(cards) for _ in hand) for hand in raw)
    return tuple(tuple(card for card in hand if isinstance(card, PileCard)) for hand in hands)


_Raw = tuple[int, int | None] | str  # rank and suit


def _scan(text: str) -> Iterator[_Raw]:
    """Yield ranks with their suits, if any, and the signs between them."""
    text = "".join(sign for sign in text if sign not in VARIATION_SELECTORS)
    at = 0
    while at < len(text):
        if text[at] in SEPARATORS:
            at += 1
        elif text[at] == NEW_SERIES:
            yield NEW_SERIES
            at += 1
        elif text[at : at + 2].lower() == GO:
            yield GO
            at += 2
        elif text.startswith("10", at) or text[at].upper() in RANKS:
            width = 2 if text.startswith("10", at) else 1
            rank = 9 if width == 2 else RANKS.index(text[at].upper())
            suit = SUIT_OF.get(text[at + width : at + width + 1])
            yield rank, suit
            at += width + (suit is not None)
        else:
            word = text[at:].split()[0].split(NEW_SERIES)[0]
            for card in parse_cards(word):  # a playing-card character, or its complaint
                yield card >> 2, card & 3
            at += len(word)


def _with_suits(raw: Sequence[_Raw]) -> tuple[Token, ...]:
    """Make cards of ranks, each of a suit that is still free."""
    written = [
        4 * each[0] + each[1] for each in raw if not isinstance(each, str) and each[1] is not None
    ]
    require_distinct(written)
    taken = set(written)
    tokens: list[Token] = []
    for each in raw:
        if isinstance(each, str):
            tokens.append(each)
            continue
        rank, suit = each
        if suit is not None:
            tokens.append(PileCard(4 * rank + suit, is_rank=False))
            continue
        free = [card for card in range(4 * rank, 4 * rank + 4) if card not in taken]
        if not free:
            raise DuplicateCard(f"More than four cards of rank {RANKS[rank]}: a pack has four.")
        taken.add(free[-1])
        tokens.append(PileCard(free[-1], is_rank=True))
    return tuple(tokens)


# Scoring -------------------------------------------------------------------------------------


def score_pile(tokens: Sequence[Token]) -> tuple[Laid, ...]:
    """Score each card of a pile; after 31 a new series begins by itself.

    Who laid the cards is not known, so that nobody pegs for go or last card.

    Raises
    ------
    PlayError
        If the count would pass 31, or there is nothing but signs.

    """
    laid: list[Laid] = []
    cards: list[int] = []
    number, count = 1, 0
    for token in tokens:
        if token == GO:
            raise PlayError("A go means nothing in a pile without hands: write / for a new series.")
        if isinstance(token, str) or count == LIMIT:
            number, count, cards = number + bool(cards), 0, []
        if isinstance(token, str):
            continue
        count += VALUES[token.card]
        if count > LIMIT:
            raise PlayError(
                f"{token.name} would make the count {count}, and it may not pass {LIMIT}: write / "
                "before it to start a new series."
            )
        cards.append(token.card)
        laid.append(Laid(token, number, count, card_pegs(cards, count)))
    if not laid:
        raise WrongCount("No card to peg: give cards or ranks, like 7 6 8 6.")
    return tuple(laid)


def follow_play(
    hands: Sequence[Sequence[PileCard]],
    dealer: int,
    tokens: Sequence[Token],
    single_series: bool = False,
) -> Followed:
    """Follow a play card by card; goes that nobody can avoid may be left out.

    Parameters
    ----------
    hands : cards of each seat
        Seats count clockwise from 0.
    dealer : int
        The seat whose left neighbour leads.
    tokens : cards and goes
        What was played, in order.
    single_series : bool
        The play is over when its first series is.

    Raises
    ------
    PlayError
        At the first move that is wrong; the sentence says which, and why.

    """
    play = Play([[each.card for each in hand] for hand in hands], dealer, single_series)
    turns: list[tuple[Turn, PileCard | None, bool]] = []
    for number, token in enumerate(tokens, start=1):
        if token == NEW_SERIES:
            raise PlayError("With hands given a new series begins by itself: leave the / out.")
        try:
            turns.extend(_follow(play, hands, token))
        except IllegalMove as error:
            name = token if isinstance(token, str) else token.name
            raise PlayError(f"Move {number} ({name}): {error}") from error
    totals = [0] * len(hands)
    for turn, _, _ in turns:
        totals[turn.scorer] += turn.points
    return Followed(tuple(turns), tuple(totals), play.turn)


def _follow(
    play: Play, hands: Sequence[Sequence[PileCard]], token: Token
) -> Iterator[tuple[Turn, PileCard | None, bool]]:
    """Make one move, and the goes before it that had to be said."""
    if not isinstance(token, PileCard):
        play.verify_go(_whose_turn(play))
        yield play.say_go(_whose_turn(play)), None, True
        return
    while not play.playable(_whose_turn(play)):
        yield play.say_go(_whose_turn(play)), None, False
    seat = _whose_turn(play)
    held = [card for card in hands[seat] if card.card in play.hands[seat] and _fits(token, card)]
    if not held:
        raise IllegalMove(_not_held(play, hands, token, seat))
    playable = [card for card in held if card.card in play.playable(seat)] or held
    yield play.lay(seat, playable[0].card), playable[0], True


def _whose_turn(play: Play) -> int:
    if play.turn is None:
        raise IllegalMove("The play is over.")
    return play.turn


def _fits(wanted: PileCard, held: PileCard) -> bool:
    """Tell whether a card held can be the one that was written: ranks fit any suit."""
    same_rank = wanted.card >> 2 == held.card >> 2
    return same_rank and (wanted.is_rank or held.is_rank or wanted.card == held.card)


def _not_held(play: Play, hands: Sequence[Sequence[PileCard]], token: PileCard, seat: int) -> str:
    names = {card.card: card.name for card in hands[seat]}
    can = ", ".join(names[card] for card in play.playable(seat))
    owners = [
        str(other)
        for other, hand in enumerate(hands)
        if any(card.card in play.hands[other] and _fits(token, card) for card in hand)
    ]
    whose = f"seat {' and seat '.join(owners)} holds it" if owners else "nobody holds it any more"
    return f"it is the turn of seat {seat}, who can play {can}; {whose}."
