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
    parse_card,
    require_distinct,
)
from cribcalc.errors import DuplicateCard, IllegalMove, PlayError, WrongCount
from cribcalc.play import LIMIT, VALUES, Peg, Play, Turn, card_pegs

NEW_SERIES = "/"
GO = "go"

_PLAYING_CARDS = range(0x1F0A0, 0x1F100)  # characters that are a whole card


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
    hands : tuple of tuple of PileCard
        What each seat held at the start.
    left : tuple of tuple of PileCard
        What each seat has not played.
    totals : tuple of int
        Points of each seat.
    turn : int or None
        Who has to act next; None when the play is over.

    """

    turns: tuple[tuple[Turn, PileCard | None, bool], ...]
    hands: tuple[tuple[PileCard, ...], ...]
    left: tuple[tuple[PileCard, ...], ...]
    totals: tuple[int, ...]
    turn: int | None

    @property
    def series(self) -> tuple[int, ...]:
        """Number the series, from 1, of each turn."""
        numbers, number = [], 1
        for turn, _, _ in self.turns:
            numbers.append(number)
            number += turn.ends_series
        return tuple(numbers)

    @property
    def leaders(self) -> tuple[int, ...]:
        """List who led each series."""
        series = (0, *self.series)
        return tuple(
            turn.seat for i, (turn, _, _) in enumerate(self.turns) if series[i] < series[i + 1]
        )


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
            if suit is None and text[at + width : at + width + 1].isalpha():
                _refuse_suit(text, at, at + width)
            yield rank, suit
            at += width + (suit is not None)
        elif ord(text[at]) in _PLAYING_CARDS:
            card = parse_card(text[at])
            yield card >> 2, card & 3
            at += 1
        else:
            parse_card(_word(text, at))  # complains
            raise AssertionError(f"{text!r} is read in two ways")


def _refuse_suit(text: str, at: int, end: int) -> None:
    """Refuse a letter after a rank that is neither its suit nor the start of what follows."""
    if text[end].upper() not in RANKS and text[end : end + 2].lower() != GO:
        parse_card(_word(text, at))


def _word(text: str, at: int) -> str:
    """Cut out what a reader would call the unreadable card."""
    end = at
    while end < len(text) and text[end] not in SEPARATORS and text[end] != NEW_SERIES:
        end += 1
    return text[at:end]


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
                f"Card {len(laid) + 1} ({token.name}) would make the count {count}, and it may "
                f"not pass {LIMIT}: write / before it to start a new series."
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
    sizes = {len(hand) for hand in hands}
    if len(sizes) > 1:
        raise PlayError(
            f"The hands have {min(sizes)} to {max(sizes)} cards: all players hold the same number."
        )
    play = Play([[each.card for each in hand] for hand in hands], dealer, single_series)
    table = _Table(play, hands, tokens)
    turns: list[tuple[Turn, PileCard | None, bool]] = []
    for number, token in enumerate(tokens, start=1):
        if token == NEW_SERIES:
            raise PlayError("With hands given a new series begins by itself: leave the / out.")
        try:
            turns.extend(table.follow(token))
        except IllegalMove as error:
            name = token if isinstance(token, str) else token.name
            raise PlayError(f"Move {number} ({name}): {error}") from error
    turns.extend(table.unavoidable_goes())
    totals = [0] * len(hands)
    for turn, _, _ in turns:
        totals[turn.scorer] += turn.points
    left = tuple(
        tuple(each for each in hand if each.card in play.hands[seat])
        for seat, hand in enumerate(hands)
    )
    return Followed(tuple(turns), tuple(map(tuple, hands)), left, tuple(totals), play.turn)


class _Table:
    """A play with the names of its cards as they were written."""

    def __init__(
        self, play: Play, hands: Sequence[Sequence[PileCard]], tokens: Sequence[Token]
    ) -> None:
        self.play = play
        self.hands = hands
        self.held = {each.card: each for hand in hands for each in hand}
        self.named_in_hands = {card for card, each in self.held.items() if not each.is_rank}
        cards = [token for token in tokens if isinstance(token, PileCard)]
        self.named_in_play = {each.card for each in cards if not each.is_rank}

    def follow(self, token: Token) -> Iterator[tuple[Turn, PileCard | None, bool]]:
        """Make one move, and the goes before it that had to be said."""
        if not isinstance(token, PileCard):
            yield self._say_go(), None, True
            return
        yield from self.unavoidable_goes()
        play, seat = self.play, self._whose_turn()
        card = self._choose(token, seat)
        if card is None:
            raise IllegalMove(self._not_held(token, seat))
        count = play.count_with(card.card)
        if count > LIMIT:
            raise IllegalMove(
                f"it would make the count {count}, and it may not pass {LIMIT}; "
                f"seat {seat} can play {self._playable(seat)}."
            )
        yield play.lay(seat, card.card), token if card.is_rank else card, True

    def unavoidable_goes(self) -> Iterator[tuple[Turn, PileCard | None, bool]]:
        """Let seats that cannot play say go."""
        play = self.play
        while play.turn is not None and not play.playable(play.turn):
            yield play.say_go(play.turn), None, False

    def _say_go(self) -> Turn:
        play, seat = self.play, self._whose_turn()
        if play.last is None:
            raise IllegalMove(f"seat {seat} leads a new series and must play a card.")
        if play.playable(seat):
            raise IllegalMove(f"seat {seat} can play {self._playable(seat)} at {play.count}.")
        return play.say_go(seat)

    def _whose_turn(self) -> int:
        if self.play.turn is None:
            raise IllegalMove("the play is over.")
        return self.play.turn

    def _playable(self, seat: int) -> str:
        return ", ".join(self.held[card].name for card in self.play.playable(seat))

    def _choose(self, token: PileCard, seat: int) -> PileCard | None:
        """Choose the held card that a written one means, best one that no other move names."""
        fitting = self._fitting(token, seat)
        fitting.sort(key=lambda each: (each.card in self.named_in_play, each.is_rank))
        exact = [each for each in fitting if not each.is_rank and each.card == token.card]
        if exact and not token.is_rank:
            return exact[0]
        return fitting[0] if fitting else None

    def _fitting(self, token: PileCard, seat: int) -> list[PileCard]:
        """List the cards a seat holds that can be the written one: ranks fit any suit."""
        cards = [self.held[card] for card in self.play.hands[seat]]
        rank = [each for each in cards if each.card >> 2 == token.card >> 2]
        if token.is_rank:
            return rank
        if token.card in self.named_in_hands:
            return [each for each in rank if each.card == token.card]
        return [each for each in rank if each.is_rank]

    def _not_held(self, token: PileCard, seat: int) -> str:
        owners = [str(other) for other in range(len(self.hands)) if self._fitting(token, other)]
        were = any(each.card >> 2 == token.card >> 2 for hand in self.hands for each in hand)
        whose = f"seat {' and seat '.join(owners)} holds it" if owners else "no seat holds it"
        more = " any more" if were and not owners else ""
        return f"it is the turn of seat {seat}, who can play {self._playable(seat)}; {whose}{more}."
