"""From the cut for the deal to the starter (rules part D)."""

from __future__ import annotations

from cribcalc.cards import DECK, JACK, card_name, card_names, card_rank, require_distinct
from cribcalc.errors import CardError, IllegalMove
from cribcalc.game.moves import (
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    ReportError,
    TurnStarter,
)
from cribcalc.game.state import GameState
from cribcalc.play import Play
from cribcalc.rules import HEELS_POINTS
from cribcalc.words import number_word, plural


def require_seat(state: GameState, seat: int) -> None:
    """Refuse a seat that nobody sits in.

    Raises
    ------
    IllegalMove
        If its number is not among the seats.

    """
    if not 0 <= seat < state.players:
        last = state.players - 1
        raise IllegalMove(f"There is no seat {seat}: the seats are numbered from 0 to {last}.")


def require_phase(state: GameState, phase: str) -> None:
    """Refuse a move at the wrong time.

    Raises
    ------
    IllegalMove
        If something else comes next; the sentence says what.

    """
    if state.phase != phase:
        raise IllegalMove(f"Not now: {_NEXT[state.phase]}.")


_NEXT = {
    "first-dealer": "the first dealer has to be found",
    "deal": "the cards have to be dealt",
    "discard": "cards have to be thrown to the crib",
    "starter": "the starter has to be turned up",
    "play": "the play goes on",
    "show": "the hands have to be counted",
    "over": "the game is over",
}


# The first dealer ----------------------------------------------------------------------------


def verify_cut(state: GameState, move: CutForDeal) -> None:
    """Refuse a cut that is not one card for each seat that still cuts."""
    require_phase(state, "first-dealer")
    _require_pack(move.cards)
    if len(move.cards) != len(state.cutters):
        raise IllegalMove(
            f"{number_word(len(state.cutters)).capitalize()} players cut for the deal, "
            f"{_number(len(move.cards))} did."
        )


def cut(state: GameState, move: CutForDeal) -> None:
    """Let the lowest card deal; those who share it cut again (D16)."""
    lowest = min(map(card_rank, move.cards))
    state.cutters = tuple(
        seat
        for seat, card in zip(state.cutters, move.cards, strict=True)
        if card_rank(card) == lowest
    )
    if len(state.cutters) == 1:
        _begin(state, state.cutters[0])


def verify_lot(state: GameState, move: DrawLot) -> None:
    """Refuse to draw lots for somebody who does not play, or too late."""
    require_phase(state, "first-dealer")
    require_seat(state, move.dealer)
    if move.dealer not in state.cutters:
        raise IllegalMove(f"Seat {move.dealer} has lost the cut and cannot deal first.")


def draw_lot(state: GameState, move: DrawLot) -> None:
    """Make a seat the first dealer."""
    _begin(state, move.dealer)


def _begin(state: GameState, dealer: int) -> None:
    state.dealer = dealer
    state.phase = "deal"
    state.score(state.rules.left_of(dealer), [("compensation", state.rules.compensation)])


# The deal ------------------------------------------------------------------------------------


def verify_deal(state: GameState, move: Deal) -> None:
    """Refuse a deal that gives somebody, or the crib, a wrong number of cards."""
    require_phase(state, "deal")
    rules = state.rules
    if len(move.hands) != rules.players:
        players, hands = number_word(rules.players), number_word(len(move.hands))
        dealt = "hand was" if len(move.hands) == 1 else "hands were"
        raise IllegalMove(f"Cards for {players} players are wanted, {hands} {dealt} dealt.")
    for seat, hand in enumerate(move.hands):
        wanted = rules.dealt[rules.place(seat, state.the_dealer)]
        if len(hand) != wanted:
            raise IllegalMove(
                f"Seat {seat} gets {_number_of_cards(wanted)}, not {_number(len(hand))}."
            )
    if len(move.crib) != rules.crib_from_pack:
        wanted_cards = _number_of_cards(rules.crib_from_pack)
        raise IllegalMove(
            f"The crib gets {wanted_cards} from the pack, not {_number(len(move.crib))}."
        )
    _require_pack([*move.crib, *(card for hand in move.hands for card in hand)])


def deal(state: GameState, move: Deal) -> None:
    """Give out the cards."""
    state.clear_table()
    state.dealt = list(move.hands)
    state.hands = list(move.hands)
    state.crib = move.crib
    state.deals += 1
    state.deal_at = len(state.log)
    state.dealt_by = state.dealer
    state.phase = "discard"
    state.is_speedo = state.rules.speedo_applies(state.score_of(state.the_dealer))


def stub(state: GameState) -> list[int]:
    """List the cards of the pack that were not dealt, in their fixed order."""
    out = {*state.crib, *(card for hand in state.dealt for card in hand)}
    return [card for card in DECK if card not in out]


def verify_error(state: GameState, move: ReportError) -> None:
    """Refuse a report of a wrong deal where there is no such rule, or after the starter."""
    if not state.rules.dealing_errors:
        raise IllegalMove("Dealing errors are not part of these rules.")
    require_seat(state, move.seat)
    if state.phase not in ("discard", "starter"):
        raise IllegalMove("A wrong deal is found before the starter is turned, or not at all.")


def redeal(state: GameState, move: ReportError) -> None:
    """Let the same dealer deal again; his own error costs him his heels (part F, D33)."""
    state.heels_lost = state.heels_lost or move.seat == state.dealer
    state.clear_table()
    state.phase = "deal"
    state.note("redeal", move.seat, 0, "wrong deal")


# Discards and starter ------------------------------------------------------------------------


def verify_discard(state: GameState, move: Discard) -> None:
    """Refuse a discard of the wrong cards, or number of cards, or at the wrong time."""
    require_seat(state, move.seat)
    require_phase(state, "discard")
    seat = move.seat
    if state.thrown[seat]:
        raise IllegalMove(f"Seat {seat} has thrown {card_names(state.thrown[seat])} already.")
    wanted = state.to_discard(seat)
    if wanted == 0:
        raise IllegalMove(f"Seat {seat} has no card to throw in this deal.")
    if state.waits_for_gifts(seat):
        raise IllegalMove("In Speedo the pone gives his cards to the dealer first.")
    if len(move.cards) != wanted:
        raise IllegalMove(
            f"Seat {seat} throws {_number_of_cards(wanted)}, not {_number(len(move.cards))}."
        )
    _require_pack(move.cards)
    for card in move.cards:
        if card not in state.hands[seat]:
            raise IllegalMove(f"{card_name(card)} is not among the cards of seat {seat}.")


def discard(state: GameState, move: Discard) -> None:
    """Move cards to the crib, or in Speedo from the pone to the dealer."""
    seat = move.seat
    state.thrown[seat] = move.cards
    state.hands[seat] = tuple(card for card in state.hands[seat] if card not in move.cards)
    if state.is_speedo and seat != state.dealer:
        state.hands[state.the_dealer] += move.cards
    else:
        state.crib += move.cards
    if len(state.crib) == state.rules.crib_size:
        state.phase = "starter"


def verify_starter(state: GameState, move: TurnStarter) -> None:
    """Refuse a starter that somebody holds, or before the crib is full."""
    require_phase(state, "starter")
    _require_pack((move.card,))
    if move.card in state.crib or any(move.card in hand for hand in state.dealt):
        raise IllegalMove(f"{card_name(move.card)} was dealt and cannot be the starter.")


def turn_starter(state: GameState, move: TurnStarter) -> None:
    """Turn up the starter; a jack is two for his heels, at once."""
    state.starter = move.card
    state.phase = "play"
    state.play = Play(state.hands, state.the_dealer, state.rules.single_series)
    if card_rank(move.card) == JACK and not state.heels_lost:
        state.score(state.the_dealer, [("heels", HEELS_POINTS)])


def _require_pack(cards: tuple[int, ...] | list[int]) -> None:
    """Refuse what is no card, and the same card twice."""
    try:
        require_distinct(cards)
    except CardError as error:
        raise IllegalMove(str(error)) from error


def _number(number: int) -> str:
    return number_word(number) if number else "none"


def _number_of_cards(number: int) -> str:
    return f"{number_word(number)} {plural('card', number)}"
