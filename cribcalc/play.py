"""The play: what a card pegs, and whose turn it is (rules part C).

`card_pegs` scores one series of cards; `Play` keeps the hands, the count and the turns of a
whole play for any number of players. Suits mean nothing here, and neither do scores, sides
or variants other than the single series.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cribcalc.cards import DECK, card_name, card_rank, rank_value
from cribcalc.errors import IllegalMove
from cribcalc.words import number_word

LIMIT = 31

VALUES = tuple(rank_value(card_rank(card)) for card in DECK)
"""What each card counts."""

_PAIRS = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}


class Peg(NamedTuple):
    """Points pegged in the play and what for."""

    name: str
    points: int


FIFTEEN = Peg("fifteen", 2)
THIRTY_ONE = Peg("thirty-one", 2)
GO = Peg("go", 1)
LAST_CARD = Peg("last card", 1)


class Turn(NamedTuple):
    """What one card, or one go, brought.

    Attributes
    ----------
    seat : int
        Who acted.
    card : int or None
        The card played; None for a go.
    total : int
        The count after it.
    scorer : int
        Who scores the pegs: after a go, the player of the last card.
    pegs : tuple of Peg
        Points with their reasons.
    ends_series : bool
        Whether the count starts anew.

    """

    seat: int
    card: int | None
    total: int
    scorer: int
    pegs: tuple[Peg, ...]
    ends_series: bool

    @property
    def points(self) -> int:
        """Points of all pegs."""
        return sum(peg.points for peg in self.pegs)


def card_pegs(series: Sequence[int], count: int | None = None) -> tuple[Peg, ...]:
    """Score the last card of a series: fifteen or thirty-one, a pair group or a run.

    Parameters
    ----------
    series : card ids
        The cards since the last reset, in order; the last one is scored.
    count : int, optional
        Sum of their values, if it is known already.

    >>> from cribcalc.cards import parse_cards
    >>> [tuple(peg) for peg in card_pegs(parse_cards("4C 6D 5H"))]
    [('fifteen', 2), ('run of three', 3)]

    """
    if count is None:
        count = series_count(series)
    pegs: list[Peg] = []
    if count == 15:
        pegs.append(FIFTEEN)
    elif count == LIMIT:
        pegs.append(THIRTY_ONE)
    alike = _alike_at_end(series)
    if alike > 1:
        pegs.append(Peg(*_PAIRS[alike]))
    elif len(series) > 2:
        length = _run_at_end(series)
        if length:
            pegs.append(Peg(f"run of {number_word(length)}", length))
    return tuple(pegs)


def series_count(series: Sequence[int]) -> int:
    """Add the values of cards."""
    return sum(VALUES[card] for card in series)


def _alike_at_end(series: Sequence[int]) -> int:
    """Count the cards of one rank, without interruption, that end a series."""
    rank = series[-1] >> 2
    alike = 0
    for card in reversed(series):
        if card >> 2 != rank:
            break
        alike += 1
    return alike


def _run_at_end(series: Sequence[int]) -> int:
    """Length of the longest run that the last cards make in any order, or 0."""
    longest = seen = 0
    low, high = 12, 0
    for length, card in enumerate(reversed(series), start=1):
        rank = card >> 2
        if seen >> rank & 1:  # a repeated rank breaks this run and every longer one
            break
        seen |= 1 << rank
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        if length > 2 and high - low == length - 1:
            longest = length
    return longest


class Play:
    """The play of one deal: unplayed cards, piles, the running series and the turn.

    Parameters
    ----------
    hands : one sequence of card ids for each seat
        Seats count clockwise from 0.
    dealer : int
        Seat of the dealer; the next seat with cards leads.
    single_series : bool
        The play is over when its first series is.

    Attributes
    ----------
    hands : list of list of int
        Cards not yet played, by seat.
    piles : list of list of int
        Cards played, by seat, in order.
    series : list of int
        Cards since the last reset.
    count : int
        Sum of their values.
    last : int or None
        Who played the last card of the series.
    turn : int or None
        Who must act; None when the play is over.
    silent : set of int
        Seats that have said go in this series.

    """

    __slots__ = ("count", "hands", "last", "piles", "series", "silent", "single_series", "turn")

    def __init__(
        self, hands: Sequence[Sequence[int]], dealer: int, single_series: bool = False
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.piles: list[list[int]] = [[] for _ in hands]
        self.series: list[int] = []
        self.count = 0
        self.last: int | None = None
        self.silent: set[int] = set()
        self.single_series = single_series
        self.turn: int | None = self._next_with_cards(dealer)

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to play."""
        return self.turn is None

    def playable(self, seat: int) -> list[int]:
        """List the cards of a seat that keep the count at 31 or less."""
        room = LIMIT - self.count
        return [card for card in self.hands[seat] if VALUES[card] <= room]

    def count_with(self, card: int | None) -> int:
        """Get the count as it would be with one more card."""
        return self.count if card is None else self.count + VALUES[card]

    def verify_card(self, seat: int, card: int) -> None:
        """Refuse a card that may not be played now.

        Raises
        ------
        IllegalMove
            If it is not this seat's turn, card, or the count would pass 31.

        """
        self._verify_turn(seat)
        if card not in self.hands[seat]:
            if not 0 <= card < len(DECK):
                raise IllegalMove(f"{card} is no card: the cards are numbered from 0 to 51.")
            raise IllegalMove(f"{card_name(card)} is not among the cards of seat {seat}.")
        count = self.count + VALUES[card]
        if count > LIMIT:
            raise IllegalMove(
                f"{card_name(card)} would make the count {count}: it may not pass {LIMIT}."
            )

    def verify_go(self, seat: int, *, renege: bool = False) -> None:
        """Refuse a go that may not be said; with ``renege`` a playable card is no reason.

        Raises
        ------
        IllegalMove
            If it is not this seat's turn, nothing was played yet, or a card fits.

        """
        self._verify_turn(seat)
        if self.last is None:
            raise IllegalMove("Who leads must play a card.")
        if seat == self.last and not renege:
            raise IllegalMove("Everyone else has passed: who can still play must play.")
        fitting = [] if renege else self.playable(seat)
        if fitting:
            raise IllegalMove(
                f"No go for seat {seat}: {card_name(fitting[0])} can be played at {self.count}."
            )

    def lay(self, seat: int, card: int) -> Turn:
        """Play a card.

        Raises
        ------
        IllegalMove
            As `verify_card`.

        """
        self.verify_card(seat, card)
        return self.lay_verified(seat, card)

    def lay_verified(self, seat: int, card: int) -> Turn:
        """Play a card that `verify_card` has just let pass."""
        self.hands[seat].remove(card)
        self.piles[seat].append(card)
        self.series.append(card)
        count = self.count = self.count + VALUES[card]
        self.last = seat
        pegs = card_pegs(self.series, count)
        ends = count == LIMIT
        if ends:
            self._reset()
        elif not any(self.hands):
            pegs += (LAST_CARD,)
            self._reset()
            ends = True
        else:
            self.turn = self._next_to_act(seat)
            if self.turn is None:  # the others are out of cards and this seat's do not fit
                pegs += (GO,)
                self._reset()
                ends = True
        return Turn(seat, card, count, seat, pegs, ends)

    def say_go(self, seat: int, *, renege: bool = False) -> Turn:
        """Pass; the series ends when nobody is left who can play.

        Raises
        ------
        IllegalMove
            As `verify_go`.

        """
        self.verify_go(seat, renege=renege)
        self.silent.add(seat)
        count, scorer = self.count, self.last
        assert scorer is not None
        self.turn = self._next_to_act(seat)
        if self.turn is not None:
            return Turn(seat, None, count, scorer, (), False)
        self._reset()
        return Turn(seat, None, count, scorer, (GO,), True)

    def take_back_go(self, seat: int) -> None:
        """Let a seat that has just said go act after all; the series must not have ended."""
        self.silent.discard(seat)
        self.turn = seat

    def _verify_turn(self, seat: int) -> None:
        if self.turn is None:
            raise IllegalMove("The play is over.")
        if seat != self.turn:
            raise IllegalMove(f"It is the turn of seat {self.turn}, not of seat {seat}.")

    def _next_with_cards(self, seat: int) -> int | None:
        """Find the first seat clockwise from the left of a seat that holds cards."""
        seats = len(self.hands)
        for step in range(1, seats + 1):
            each = (seat + step) % seats
            if self.hands[each]:
                return each
        return None

    def _next_to_act(self, seat: int) -> int | None:
        """Find who plays or passes next in this series; None when it is over.

        The player of the last card is asked once all others with cards have said go, and
        only if he can play on.
        """
        seats = len(self.hands)
        for step in range(1, seats + 1):
            each = (seat + step) % seats
            if each != self.last and each not in self.silent and self.hands[each]:
                return each
        assert self.last is not None
        can_go_on = self.last not in self.silent and self.playable(self.last)
        return self.last if can_go_on else None

    def _reset(self) -> None:
        """End the series: the next seat with cards from the left of its last player leads."""
        assert self.last is not None
        self.turn = None if self.single_series else self._next_with_cards(self.last)
        self.series = []
        self.count = 0
        self.last = None
        self.silent = set()
