"""Which two of six cards to throw: one deal analysed for dealer or pone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cribcalc.cards import require_apart, require_count, require_distinct
from cribcalc.outcomes import analyze_role, count_outcomes
from cribcalc.roles import (
    DEFAULT_OPPONENT,
    ROLES,
    Opponent,
    Role,
    require_opponent,
    require_role,
)
from cribcalc.throws import DealAnalysis, RoleAnalysis


def analyze_deal(
    cards: Sequence[int],
    roles: Sequence[Role] = ROLES,
    starter: int | None = None,
    opponent: Opponent = DEFAULT_OPPONENT,
    on_compile: Callable[[], None] | None = None,
) -> DealAnalysis:
    """Analyse six dealt cards for the roles asked, against a model of the opponent.

    Parameters
    ----------
    cards : six card ids
        The deal, in any order; tosses and keeps keep that order.
    roles : roles to analyse
        ``"dealer"``, ``"pone"`` or both.
    starter : card id, optional
        A cut already known: only its outcomes are counted.
    opponent : one of `OPPONENTS`
        How the other player throws.
    on_compile : callable, optional
        Called before kernels are compiled, which takes some seconds.

    Raises
    ------
    BadCard, WrongCount, DuplicateCard
        If the deal is not six different cards, or holds the starter.
    UsageError
        If there is no such role or model of the opponent.

    >>> from cribcalc.cards import card_names, parse_cards
    >>> deal = analyze_deal(parse_cards("5H 5D JS 4C 6H QD"), ["dealer"], opponent="uniform")
    >>> best = deal.analyses[0].options[0]
    >>> card_names(best.toss), round(best.expected, 4)
    ('JS QD', 20.6886)

    """
    require_count(cards, (6,), "a discard is made from")
    require_distinct(cards)
    require_apart(starter, cards)
    require_opponent(opponent)
    for role in roles:
        require_role(role)
    if opponent == "uniform":
        outcomes = count_outcomes(cards, starter)  # the same whoever owns the crib
        analyses = tuple(analyze_role(cards, role, outcomes) for role in roles)
    else:
        analyses = tuple(_analyze_strategic(cards, role, starter, on_compile) for role in roles)
    return DealAnalysis(tuple(cards), starter, opponent, "exact", analyses)


def _analyze_strategic(
    cards: Sequence[int],
    role: Role,
    starter: int | None,
    on_compile: Callable[[], None] | None,
) -> RoleAnalysis:
    """Analyse one role with every hand the other player can hold, thrown by his policy."""
    # Late, since a deal against random throws needs no compiled kernel.
    from cribcalc.kernels._jit import cache_is_cold
    from cribcalc.strategic import opponent_throws, other_role, stored_policy

    if on_compile is not None and cache_is_cold("suit_classes", "opponent_hands"):
        on_compile()
    throws = opponent_throws(cards, stored_policy(other_role(role)))
    return analyze_role(cards, role, count_outcomes(cards, starter, throws.with_starter))
