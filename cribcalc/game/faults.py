"""What faults cost: reneges, peeking, pegs moved, the starter misplaced (rules part F).

A renege may be claimed once one of the cards that would have fitted has been seen, played or
shown, so that neither the claim nor its refusal gives hidden cards away.
"""

from __future__ import annotations

from cribcalc.errors import IllegalMove
from cribcalc.game.dealing import require_seat
from cribcalc.game.moves import FAULTS, Answer, ClaimPenalty, ClaimRenege, Count, PlayCard, SayGo
from cribcalc.game.state import GameState, Renege

PENALTY = 2
"""Points the opponent scores for peeking and the like."""

RENEGE_POINTS = 2
"""Points the claimant scores for each card that could have been played."""

CLUB_RENEGE_FINE = 12


def _require_opponents(state: GameState, seat: int, offender: int) -> None:
    require_seat(state, seat)
    require_seat(state, offender)
    if state.rules.side(seat) == state.rules.side(offender):
        raise IllegalMove(f"Seats {seat} and {offender} are on one side: only opponents claim.")


# Reneges -------------------------------------------------------------------------------------


def verify_renege(state: GameState, move: ClaimRenege) -> None:
    """Refuse a claim without a rule for it, or without a card seen that would have fitted."""
    if state.rules.renege == "off":
        raise IllegalMove("Reneges are not claimed in these rules: a wrong go is not accepted.")
    _require_opponents(state, move.seat, move.offender)
    if _find_renege(state, move.offender) is None:
        raise IllegalMove(
            f"No card that seat {move.offender} has played or shown would have fitted when it "
            "said go."
        )


def claim_renege(state: GameState, move: ClaimRenege) -> None:
    """Punish a renege, by the standard rule (ACC 7.3) or by the club's (D17)."""
    renege = _find_renege(state, move.offender)
    assert renege is not None
    state.reneges.remove(renege)
    if state.rules.renege == "club":
        state.take(move.offender, CLUB_RENEGE_FINE, "fine", "renege")
        return
    for side, points in enumerate(_pegged_since(state, renege.at)):
        state.move_back(side, points, "cancel", "pegged after the renege")  # side: its first seat
    state.score(move.seat, [("renege", RENEGE_POINTS * len(renege.cards))])


def _find_renege(state: GameState, offender: int) -> Renege | None:
    """Find the first renege of a seat that the cards seen so far prove."""
    seen = set(state.play.piles[offender]) if state.play is not None else set()
    if state.is_shown(offender):
        seen |= set(state.hands[offender])
    proven = (each for each in state.reneges if each.seat == offender and seen & set(each.cards))
    return next(proven, None)


def _pegged_since(state: GameState, at: int) -> list[int]:
    """Add what each side has pegged in the play since a go: points not cancelled before.

    Another claim meanwhile may have cancelled more, from before this go.
    """
    pegged = [0] * state.rules.sides
    in_play = True
    for entry in state.log[at:]:
        in_play = in_play and not isinstance(entry.move, Count)
        is_pegging = in_play and isinstance(entry.move, PlayCard | SayGo | Answer)
        for effect in entry.effects:
            side = state.rules.side(effect.seat)
            if effect.kind == "score" and is_pegging:
                pegged[side] += effect.points
            elif effect.kind == "cancel":
                pegged[side] = max(pegged[side] - effect.points, 0)
    return pegged


# Two-point penalties -------------------------------------------------------------------------


def verify_penalty(state: GameState, move: ClaimPenalty) -> None:
    """Refuse a penalty without a rule for it, for no known fault, or claimed by nobody else."""
    if not state.rules.penalties:
        raise IllegalMove("Penalties are not part of these rules.")
    if move.fault not in FAULTS:
        raise IllegalMove(f"{move.fault!r} is no fault: there are {', '.join(FAULTS)}.")
    if move.seat is None:
        require_seat(state, move.offender)
    else:
        _require_opponents(state, move.seat, move.offender)


def claim_penalty(state: GameState, move: ClaimPenalty) -> None:
    """Give the claimant, or the next side clockwise, two points (D19)."""
    seat = next(iter(state.opponents(move.offender))) if move.seat is None else move.seat
    state.score(seat, [(f"penalty: {move.fault}", PENALTY)])
