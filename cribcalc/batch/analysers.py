"""Which throws are best in many deals, by a model of the opponent.

An analyser is any function with the shape of `Analyser`. Figures keep what they are made of,
so that delimited text gets correctly rounded millionths and JSON the nearest float.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cribcalc.errors import UsageError
from cribcalc.kernels.discard import (
    CRIB_CASES,
    HAND_UNIT,
    STARTERS,
    TOSS_NUMBER,
    best_throws,
    discard_sums,
    rank_throws,
)
from cribcalc.kernels.ranksums import TOSS_CARDS
from cribcalc.outcomes import count_outcomes
from cribcalc.roles import ROLES, Method, Opponent, Role, require_method, require_opponent
from cribcalc.scoring import MOST_POINTS
from cribcalc.strategic import opponent_throws, other_role, stored_crib_table, stored_policy


@dataclass(frozen=True, slots=True)
class Fractions:
    """Figures as integers over one denominator.

    Against a uniform opponent they are exact; against a strategic one an average crib is
    rounded to 45,540 x 65,536ths of a point.

    Attributes
    ----------
    numerators : int64[...]
        Below 2**42, so that millionths fit into 63 bits.
    denominator
        Greater than 0.

    """

    numerators: NDArray[np.int64]
    denominator: int

    def floats(self) -> NDArray[np.float64]:
        """Get the nearest floats: float64[...], points."""
        return self.numerators / self.denominator

    def millionths(self) -> NDArray[np.int64]:
        """Round to millionths, int64[...], by integer arithmetic, half up.

        Where figures are exact a half does not come up: with the factors of two left in 46
        and 45,540 no multiple of a million leaves half of the denominator over.
        """
        doubled = 2 * self.denominator
        return (self.numerators * 2_000_000 + self.denominator) // doubled


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of many deals that are wanted, best first.

    Attributes
    ----------
    picks : int64[n, t]
        Toss numbers in the order of ``itertools.combinations(range(6), 2)``; t is 1 or 15.
    hand, crib, expected : Fractions[n, t]
        Mean of the hand, of the crib, and hand plus (dealer) or minus (pone) crib.
    margin : Fractions[n, t]
        For the best alone: how far the second is behind it. For all throws: how far each
        is behind the best.

    """

    picks: NDArray[np.int64]
    hand: Fractions
    crib: Fractions
    expected: Fractions
    margin: Fractions


class NoTables(UsageError):
    """Tables are asked for of an opponent who has none."""


Analyser = Callable[[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8], bool], Throws]
"""From cards uint8[n, 6], is_dealer uint8[n], starters int8[n] (-1 where the starter is not
known) and whether all throws are wanted, to throws."""


def uniform(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    starters: NDArray[np.int8],
    every: bool = False,
) -> Throws:
    """Analyse deals against an opponent who throws any two cards, exactly.

    Parameters
    ----------
    cards : uint8[n, 6]
        Card ids, all different within a row.
    is_dealer : uint8[n]
        1 where the crib is one's own.
    starters : int8[n]
        The card turned up, or -1 where it is not known.
    every
        Whether all fifteen throws are wanted, not only the best.

    """
    hand_sums, crib_sums = discard_sums(cards)
    for row in np.flatnonzero(starters >= 0).tolist():
        # As many starters and cribs as there are, all of them with this one: the same units.
        outcomes = count_outcomes(cards[row].tolist(), int(starters[row]))
        hand_sums[row] = STARTERS * outcomes.hand_points[:, 0]
        crib_sums[row] = STARTERS * (outcomes.crib_ways[:, 0] @ np.arange(MOST_POINTS + 1))
    return _ranked(cards, is_dealer, hand_sums, crib_sums, 1, every)


def strategic_table(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    starters: NDArray[np.int8],
    every: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Throws:
    """Analyse deals against an opponent who throws his best, from compact tables.

    Parameters (cards uint8[n, 6], is_dealer uint8[n], starters int8[n]) and result are those
    of `uniform`; ``check`` is called before each deal that is counted. A deal whose starter
    is known is counted exactly, as there are no tables for it.
    """
    order = np.argsort(cards, axis=1)
    ascending = np.take_along_axis(cards, order, axis=1)
    # Tables are for ascending cards: each of their tosses is one of the cards as given.
    given = TOSS_NUMBER[order[:, TOSS_CARDS[:, 0]], order[:, TOSS_CARDS[:, 1]]]
    hand_sums = np.empty((len(cards), 15), dtype=np.int64)
    cribs = np.empty((len(cards), 15), dtype=np.float64)
    for role in ROLES:
        rows = np.flatnonzero(is_dealer == (role == "dealer"))
        hands, values = stored_crib_table(other_role(role)).values(ascending[rows])
        hand_sums[rows[:, None], given[rows]] = hands
        cribs[rows[:, None], given[rows]] = values
    for row in np.flatnonzero(starters >= 0).tolist():
        check()
        hand_sums[row], cribs[row] = _counted(cards, is_dealer, starters, row)
    return _ranked_averages(cards, is_dealer, hand_sums, cribs, every)


def strategic_exact(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    starters: NDArray[np.int8],
    every: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Throws:
    """Analyse deals against an opponent who throws his best, counting all his hands.

    Parameters (cards uint8[n, 6], is_dealer uint8[n], starters int8[n]) and result are those
    of `uniform`; a deal takes a good part of a second.
    """
    hand_sums = np.empty((len(cards), 15), dtype=np.int64)
    cribs = np.empty((len(cards), 15), dtype=np.float64)
    for row in range(len(cards)):
        check()
        hand_sums[row], cribs[row] = _counted(cards, is_dealer, starters, row)
    return _ranked_averages(cards, is_dealer, hand_sums, cribs, every)


def choose_analyser(
    opponent: Opponent, method: Method | None = None, check: Callable[[], None] = lambda: None
) -> Analyser:
    """Choose the analyser of a model of the opponent.

    ``check`` is called before each deal that is counted by itself; it may raise.

    Without a method, a strategic opponent is looked up in tables, as is fit for many deals.
    The arrays that an analyser takes are those of `uniform`: uint8[n, 6] cards and so on.

    Raises
    ------
    UsageError
        If there is no such model or method.
    NoTables
        If the model has none.

    """
    require_opponent(opponent)
    if method is not None:
        require_method(method)
    if opponent == "strategic":
        return partial(strategic_exact if method == "exact" else strategic_table, check=check)
    if method == "table":
        raise NoTables("The uniform opponent needs no table: his cribs are always exact.")
    return uniform


def counts_each_deal(analyser: Analyser, has_starters: bool) -> bool:
    """Tell whether an analyser takes a good part of a second for a deal (cards uint8[6]).

    The tables of a strategic opponent do not serve where the starter is known.
    """
    plain = _plain(analyser)
    return plain is strategic_exact or (plain is strategic_table and has_starters)


def kernels_of(analyser: Analyser, has_starters: bool) -> tuple[str, ...]:
    """Name the kernel modules that an analyser (of cards uint8[n, 6]) uses."""
    plain = _plain(analyser)
    kernels = ["discard"] if plain is strategic_exact else ["ranksums", "discard"]
    if plain is strategic_table:
        kernels.append("table_cribs")
    if counts_each_deal(analyser, has_starters):
        kernels += ["suit_classes", "opponent_hands"]
    return tuple(kernels)


def _plain(analyser: Analyser) -> Analyser:
    return analyser.func if isinstance(analyser, partial) else analyser


def _counted(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    starters: NDArray[np.int8],
    row: int,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Count one deal of uint8[n, 6] exactly: points over 46 starters, average cribs, 15 each."""
    deal = cards[row].tolist()
    role: Role = "dealer" if is_dealer[row] else "pone"
    starter = int(starters[row]) if starters[row] >= 0 else None
    throws = opponent_throws(deal, stored_policy(other_role(role)))
    outcomes = count_outcomes(deal, starter, throws.with_starter)
    hands = outcomes.hand_points.sum(axis=1) * (STARTERS // len(outcomes.starters))
    return hands, outcomes.crib_means()


def _ranked_averages(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    hand_sums: NDArray[np.int64],
    cribs: NDArray[np.float64],
    every: bool,
) -> Throws:
    """Pick the best throws by average cribs, float64[n, 15], that are no fractions of 45,540."""
    crib_sums = np.rint(cribs * (CRIB_CASES * _FINE)).astype(np.int64)
    return _ranked(cards, is_dealer, hand_sums, crib_sums, _FINE, every)


def _ranked(
    cards: NDArray[np.uint8],
    is_dealer: NDArray[np.uint8],
    hand_sums: NDArray[np.int64],
    crib_sums: NDArray[np.int64],
    scale: int,
    every: bool,
) -> Throws:
    """Pick the best throws.

    Parameters
    ----------
    cards : uint8[n, 6]
    is_dealer : uint8[n]
    hand_sums : int64[n, 15]
        Points over 46 starters.
    crib_sums : int64[n, 15]
        Points over 45,540 cribs, times ``scale``.

    """
    scaled = hand_sums * scale
    if every:
        picks = rank_throws(scaled, crib_sums, cards, is_dealer).astype(np.int64)
    else:
        best, _, margins, _ = best_throws(scaled, crib_sums, cards, is_dealer)
        picks = best.astype(np.int64)[:, None]
    hands = np.take_along_axis(hand_sums, picks, axis=1)
    cribs = np.take_along_axis(crib_sums, picks, axis=1)
    signs = np.where(is_dealer, 1, -1).astype(np.int64)[:, None]
    values = HAND_UNIT * scale * hands + signs * cribs
    margin = values[:, :1] - values if every else margins[:, None]
    return Throws(
        picks,
        Fractions(hands, STARTERS),
        Fractions(cribs, CRIB_CASES * scale),
        Fractions(values, CRIB_CASES * scale),
        Fractions(margin, CRIB_CASES * scale),
    )


_FINE = 1 << 16  # a crib that is no fraction of 45,540 is taken in parts this much smaller
