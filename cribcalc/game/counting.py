"""Counting: points of a card, hand or crib, announced or not, and what opponents answer.

Without muggins a count is automatic. With it the owner announces his points, and each
opponent accepts, claims what was missed, or objects to an overcount; the first who is right
decides (part F, D21 to D23). A zero hand moves back after that, by its true count.
"""

from __future__ import annotations

from collections.abc import Sequence

from cribcalc.errors import IllegalMove
from cribcalc.game.dealing import require_phase, require_seat
from cribcalc.game.moves import REPLIES, Answer, Count
from cribcalc.game.state import Announcement, GameState, What
from cribcalc.scoring import show_points

FALSE_CLAIM_FINE = 15
"""Points that a false claim of the game costs (part F, D20)."""

Reasons = Sequence[tuple[str, int]]


def verify_count(state: GameState, move: Count) -> None:
    """Refuse a count out of turn, or points that these rules do not let anybody announce."""
    require_phase(state, "show")
    require_seat(state, move.seat)
    if move.seat != state.counter:
        what = "the crib" if state.is_crib_next else "a hand"
        raise IllegalMove(f"Seat {state.counter} counts {what} now, not seat {move.seat}.")
    if move.announced is not None:
        verify_announced(state, move.seat, move.announced, points_to_count(state))


def count(state: GameState, move: Count) -> None:
    """Count the next hand, or the crib; its cards are laid open for all."""
    what: What = "crib" if state.is_crib_next else "hand"
    points = points_to_count(state)
    state.counted += 1
    settle_or_ask(state, move.seat, what, move.announced, [(what, points)])


def points_to_count(state: GameState) -> int:
    """Get the true points of the hand, or the crib, that is counted next."""
    assert state.starter is not None
    return show_points(state.cards_to_count(), state.starter, state.is_crib_next)


def verify_announced(state: GameState, seat: int, announced: int, true: int) -> None:
    """Refuse announced points where counting is automatic, but for a claim of the game.

    Raises
    ------
    IllegalMove
        If the points are negative, or are wrong without muggins and claim no game.

    """
    if announced == true:
        return
    if announced < 0:
        raise IllegalMove(f"{announced} points cannot be announced.")
    if state.rules.muggins or claims_game(state, seat, announced, true):
        return
    raise IllegalMove(
        f"{announced} points were announced, but there are {true}: without muggins the count is "
        "automatic."
    )


def claims_game(state: GameState, seat: int, announced: int, true: int) -> bool:
    """Tell whether announced points claim the game falsely, where that is punished.

    With exact-out points that pass the target claim nothing.
    """
    if not state.rules.false_claim:
        return False
    wanted = state.rules.target - state.score_of(seat)
    return true < wanted <= announced and (announced == wanted or not state.rules.exact_out)


def settle_or_ask(
    state: GameState, seat: int, what: What, announced: int | None, reasons: Reasons
) -> None:
    """Score a count at once, or wait for the opponents' answers to it."""
    true = 0
    for _, points in reasons:
        true += points
    said = true if announced is None else announced
    if said == true and not state.rules.muggins:
        state.score(seat, reasons)
        finish(state, seat, what, true)
        return
    waiting = frozenset(state.opponents(seat))
    claim = Announcement(seat, what, said, true, tuple(reasons), waiting)
    if state.rules.muggins:
        state.announcement = claim
    else:
        _punish_claim(state, claim, next(iter(state.opponents(seat))))


def verify_answer(state: GameState, move: Answer) -> None:
    """Refuse an answer when nothing was announced, or by somebody who is not asked."""
    require_seat(state, move.seat)
    claim = state.announcement
    if claim is None:
        raise IllegalMove("No points were announced that could be answered.")
    if move.reply not in REPLIES:
        raise IllegalMove(f"{move.reply!r} is no answer: there are {', '.join(REPLIES)}.")
    if move.seat not in claim.waiting:
        raise IllegalMove(f"Seat {move.seat} has nothing to answer to seat {claim.seat}.")


def answer(state: GameState, move: Answer) -> None:
    """Take an opponent's answer; the first who is right, or the last, settles the count."""
    claim = state.announcement
    assert claim is not None
    waiting = claim.waiting - {move.seat}
    if move.reply == "muggins" and claim.announced < claim.true:
        _take_missed(state, claim, move.seat)
    elif move.reply == "overcount" and claim.announced > claim.true:
        _correct(state, claim, move.seat)
    elif waiting:  # accepted, or wrongly called, which costs nothing (D21)
        state.announcement = Announcement(
            claim.seat, claim.what, claim.announced, claim.true, claim.reasons, waiting
        )
    else:
        state.announcement = None
        state.score(claim.seat, _announced_reasons(claim))
        finish(state, claim.seat, claim.what, claim.true)


def finish(state: GameState, seat: int, what: What, true: int) -> None:
    """Do what follows a settled count: steps back, the next count, the next deal."""
    if state.outcome is not None:
        return
    if what == "card":
        if state.play is not None and state.play.is_over:
            state.phase = "show"
        return
    if true == 0:
        retreat = state.rules.retreat
        state.move_back(seat, retreat.crib if what == "crib" else retreat.hand, "back", what)
    if what == "crib":
        state.dealer = state.rules.left_of(state.the_dealer)
        state.heels_lost = False
        state.phase = "deal"


def _announced_reasons(claim: Announcement) -> Reasons:
    if claim.announced == claim.true:
        return claim.reasons
    return [(f"{claim.what}, as announced", claim.announced)]


def _take_missed(state: GameState, claim: Announcement, caller: int) -> None:
    """Let a caller score what was missed; in Reverse it burdens the owner (D22)."""
    state.announcement = None
    if state.rules.exact_out and state.score_of(claim.seat) + claim.true > state.rules.target:
        # Who counts less than he has cannot get to the target by it, once it is noticed.
        state.note("nothing", claim.seat, claim.true, claim.what)
        finish(state, claim.seat, claim.what, claim.true)
        return
    state.score(claim.seat, _announced_reasons(claim))
    taker = claim.seat if state.rules.reverse else caller
    state.score(taker, [("muggins", claim.true - claim.announced)])
    finish(state, claim.seat, claim.what, claim.true)


def _correct(state: GameState, claim: Announcement, caller: int) -> None:
    """Let an overcount be corrected, and punished where the rules say so."""
    state.announcement = None
    if claims_game(state, claim.seat, claim.announced, claim.true):
        _punish_claim(state, claim, caller)
        return
    state.score(claim.seat, claim.reasons)
    if state.rules.overcount == "penalty":
        taker = claim.seat if state.rules.reverse else caller
        state.score(taker, [("overcount", claim.announced - claim.true)])
    finish(state, claim.seat, claim.what, claim.true)


def _punish_claim(state: GameState, claim: Announcement, opponent: int) -> None:
    """Keep the true count, go back fifteen, and give the excess away (D20)."""
    state.score(claim.seat, claim.reasons)
    state.move_back(claim.seat, FALSE_CLAIM_FINE, "fine", "false claim of the game")
    state.score(opponent, [("false claim of the game", claim.announced - claim.true)])
    finish(state, claim.seat, claim.what, claim.true)
