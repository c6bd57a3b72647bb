"""What one seat may know of a game, and nothing else.

A computer player gets a `View` and never the game. Two games that differ only in cards a seat
has not seen give it equal views; a test exchanges hidden cards to prove it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cribcalc.game.engine import Game
from cribcalc.game.moves import HIDDEN, Deal, Discard, Entry, Move
from cribcalc.game.outcome import Outcome
from cribcalc.rules import Rules

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it.

    Attributes
    ----------
    seat : int
        Who looks.
    rules : Rules
        How it is played.
    phase : str
        What comes next.
    dealer : int or None
        The dealer's seat.
    deals : int
        Deals made so far.
    scores, back_pegs : tuple of int
        Both pegs of each side.
    hand : tuple of int
        The seat's own cards: in the play those not yet played, else all it holds.
    thrown : tuple of int
        What it has thrown.
    gifts : tuple of int
        In Speedo, what the pone gave to the dealer: known to these two.
    hand_sizes : tuple of int
        How many cards each seat holds.
    shown : tuple of (tuple of int)
        Hands laid open for the show, by seat; empty if not yet.
    crib : tuple of int
        The crib once it is laid open, sorted: who threw which card is not told.
    starter : int or None
        The card turned up.
    piles : tuple of (tuple of int)
        Cards played by each seat, in order.
    series : tuple of int
        Cards since the last reset of the count.
    count : int
        The count of the series.
    silent : frozenset of int
        Seats that have said go in this series.
    waiting : tuple of int
        Seats that have to act.
    announced : (int, str, int) or None
        Seat, what was counted and points announced, while opponents have to answer.
    outcome : Outcome or None
        How the game has ended.
    log : tuple of Entry
        All moves since the deal, `HIDDEN` in place of each card not seen.

    """

    seat: int
    rules: Rules
    phase: str
    dealer: int | None
    deals: int
    scores: Cards
    back_pegs: Cards
    hand: Cards
    thrown: Cards
    gifts: Cards
    hand_sizes: Cards
    shown: tuple[Cards, ...]
    crib: Cards
    starter: int | None
    piles: tuple[Cards, ...]
    series: Cards
    count: int
    silent: frozenset[int]
    waiting: Cards
    announced: tuple[int, str, int] | None
    outcome: Outcome | None
    log: tuple[Entry, ...]


def seat_view(game: Game, seat: int) -> View:
    """Look at a game from a seat."""
    seats = range(game.players)
    play = game.play if game.phase == "play" else None
    holding = game.hands if play is None else play.hands
    claim = game.announcement
    return View(
        seat=seat,
        rules=game.rules,
        phase=game.phase,
        dealer=game.dealer,
        deals=game.deals,
        scores=tuple(game.scores),
        back_pegs=tuple(game.back_pegs),
        hand=tuple(holding[seat]),
        thrown=game.thrown[seat],
        gifts=game.gifts(),  # Speedo has two players, and both know them
        hand_sizes=tuple(len(hand) for hand in holding),
        shown=tuple(game.hands[each] if game.is_shown(each) else () for each in seats),
        crib=tuple(sorted(game.crib)) if game.is_crib_shown else (),
        starter=game.starter,
        piles=tuple(() if game.play is None else tuple(game.play.piles[each]) for each in seats),
        series=() if play is None else tuple(play.series),
        count=0 if play is None else play.count,
        silent=frozenset() if play is None else frozenset(play.silent),
        waiting=game.waiting(),
        announced=None if claim is None else (claim.seat, claim.what, claim.announced),
        outcome=game.outcome,
        log=tuple(
            Entry(_seen(game, seat, entry.move), entry.effects)
            for entry in game.log[game.deal_at :]
        ),
    )


def _seen(game: Game, seat: int, move: Move) -> Move:
    """Hide from a seat the cards of a move that it did not see."""
    if isinstance(move, Deal):
        hands = (hand if at == seat else _hidden(hand) for at, hand in enumerate(move.hands))
        return Deal(tuple(hands), _hidden(move.crib))
    if isinstance(move, Discard) and move.seat != seat:
        is_gift = game.is_speedo and move.seat != game.dealt_by
        if not (is_gift and seat == game.dealt_by):
            return Discard(move.seat, _hidden(move.cards))
    return move


def _hidden(cards: Iterable[int]) -> Cards:
    return (HIDDEN,) * len(tuple(cards))
