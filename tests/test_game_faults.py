"""Faults and claims: what they cancel, cost and give, beside an account kept in the test."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from cribcalc.cards import parse_card, parse_cards
from cribcalc.errors import IllegalMove
from cribcalc.game import Game
from cribcalc.game.moves import (
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    Entry,
    PlayCard,
    SayGo,
)
from cribcalc.game.random_play import random_move
from cribcalc.game.state import Renege
from cribcalc.rules import Rules
from cribcalc.variants import make_rules
from tests.games import count_all, finish_play, lay, to_play

FOURS = ("KC 9C 5C 4C", "JD QD AD 2D")
"""After K, J and 9 the second hand could play its ace or two."""


KING = parse_card("KC")


def accept(game: Game) -> None:
    """Let everybody accept what was announced."""
    while game.announcement is not None:
        game.do(Answer(game.waiting()[0], "accept"))


# Reneges -------------------------------------------------------------------------------------


class Pegged(NamedTuple):
    """Points pegged in the play that no claim has cancelled yet."""

    at: int
    side: int
    points: int


class Account:
    """What reneges ought to cost, kept point by point."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scores = [0] * rules.sides
        self.pegged: list[Pegged] = []
        self.claims = 0

    def take(self, game: Game, entry: Entry, before: list[Renege]) -> None:
        """Book a move that was made with these reneges unclaimed."""
        move = entry.move
        if isinstance(move, ClaimRenege):
            self._claim(game, move, before)
            return
        is_pegging = game.dealt_by is not None and not game.counted
        for effect in entry.effects:
            if effect.kind == "score":
                side = self.rules.side(effect.seat)
                self.scores[side] += effect.points
                if is_pegging and isinstance(move, PlayCard | SayGo | Answer):
                    self.pegged.append(Pegged(len(game.log) - 1, side, effect.points))

    def _claim(self, game: Game, move: ClaimRenege, before: list[Renege]) -> None:
        assert game.play is not None
        seen = set(game.play.piles[move.offender])
        if game.is_shown(move.offender):
            seen |= set(game.hands[move.offender])
        renege = next(r for r in before if r.seat == move.offender and seen & set(r.cards))
        for each in self.pegged:
            if each.at >= renege.at:
                self.scores[each.side] -= each.points
        self.pegged = [each for each in self.pegged if each.at < renege.at]
        self.scores[self.rules.side(move.seat)] += 2 * len(renege.cards)
        self.claims += 1


def _play_with_reneges(rules: Rules, seed: int) -> int:
    game, stream, account = Game(rules, seed), Random(seed), Account(rules)
    while game.outcome is None:
        before = list(game.reneges)
        waiting = game.waiting()
        move = random_move(game, stream.choice(waiting), stream) if waiting else game.draw()
        claim = ClaimRenege(stream.randrange(game.players), stream.randrange(game.players))
        if stream.random() < 0.15 and game.can(claim):
            move = claim
        elif isinstance(move, PlayCard) and stream.random() < 0.4 and game.can(SayGo(move.seat)):
            move = SayGo(move.seat)
        elif isinstance(move, Count) and rules.muggins and stream.random() < 0.5:
            move = Count(move.seat, stream.randrange(9))
        account.take(game, game.do(move), before)
        assert game.scores == account.scores
    return account.claims


@pytest.mark.parametrize("overlays", [("renege",), ("renege", "muggins")], ids="-".join)
@pytest.mark.parametrize("variant", ["six-card", "seven-card", "four-partners", "three-player"])
def test_a_claim_cancels_what_was_pegged_in_the_play_since_and_nothing_else(
    variant: str, overlays: tuple[str, ...]
) -> None:
    """Claims in any order, of one or several reneges, before and in the show."""
    rules = make_rules(variant, overlays)
    assert sum(_play_with_reneges(rules, seed) for seed in range(25)) > 50


def test_points_of_an_announced_hand_outlive_a_renege() -> None:
    game = to_play(make_rules(overlays=["muggins", "renege"]), FOURS, 1, "QS")
    for move in PlayCard(0, KING), PlayCard(1, parse_card("JD")), PlayCard(0, parse_card("9C")):
        game.do(move)
        accept(game)
    game.do(SayGo(1))
    while game.phase == "play":
        seat = game.waiting()[0]
        game.do(game.choices(seat)[0])
        accept(game)
    assert game.scores == [3, 1]  # the go, a run and the last card
    game.do(Count(0, 20))
    accept(game)
    game.do(ClaimRenege(0, 1))
    assert game.scores == [20 + 4, 0]


def test_a_claim_after_the_crib_still_counts_and_then_no_more() -> None:
    for is_late in False, True:
        game = to_play(make_rules(overlays=["renege"]), FOURS, 1, "QS")
        lay(game, "0:KC", "1:JD", "0:9C", "1:go")
        count_all(finish_play(game))
        assert game.phase == "deal"
        if is_late:
            game.do(game.draw())
        assert game.can(ClaimRenege(0, 1)) is not is_late


def test_a_claim_ends_the_game_only_when_it_is_settled_for_all_sides() -> None:
    """Early double skunks: 31 and 61, where both have pegged one that is cancelled."""
    for scores, settled, is_over in (
        ([31, 61], [34, 60], False),
        ([28, 63], [31, 62], False),
        ([25, 63], [28, 62], True),
    ):
        game = to_play(make_rules(overlays=["renege", "early-double"]), FOURS, 1, "QS")
        lay(game, "0:KC", "1:JD", "0:9C", "1:go", "1:AD", "0:5C", "1:2D", "0:4C", "1:QD")
        game.scores = scores
        game.do(ClaimRenege(0, 1))
        assert (game.scores, game.outcome is not None) == (settled, is_over)


def test_opponents_claim_and_partners_do_not() -> None:
    hands = ("KC 9C 5C 4C", "JD QD AD 2D", "KH 9H 5H 4H", "JS TS 8S AS")
    game = to_play(make_rules("four-partners", ["renege"]), hands, 3, "QS")
    lay(game, "0:KC", "1:JD", "2:5H", "3:go", "0:4C", "1:AD")  # 30; the ace of seat 3 fitted
    lay(game, "2:KH", "3:AS")
    with pytest.raises(
        IllegalMove, match=r"^Seats 1 and 3 are on one side: only opponents claim\.$"
    ):
        game.do(ClaimRenege(1, 3))
    assert game.can(ClaimRenege(0, 3))
    game.do(ClaimRenege(2, 3))
    assert game.scores == [2, 0]


def test_a_club_score_below_zero_moves_no_further_back_and_climbs_again() -> None:
    game = to_play(make_rules(overlays=["renege-club", "backtrack-10"]), FOURS, 1, "8H")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go", "1:AD")
    game.do(ClaimRenege(0, 1))
    assert game.scores[1] == -12
    finish_play(game)
    game.scores[1] = -12
    game.do(Count(0))
    game.hands[1] = parse_cards("2H KD TS QC")
    entry = game.do(Count(1))
    assert entry.effects == ()
    assert game.scores[1] == -12
    game.crib = parse_cards("7H 7D KC QD")
    game.do(Count(1))
    assert game.scores[1] == -6
    assert game.holes[1] == -6


# Penalties -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "offender", "side"),
    [("six-card", 0, 1), ("four-partners", 3, 0), ("five-player", 4, 0), ("six-pairs", 2, 0)],
)
def test_a_penalty_claimed_by_nobody_goes_to_the_next_side(
    variant: str, offender: int, side: int
) -> None:
    game = Game(make_rules(variant, ["penalties"]), seed=1)
    game.do(game.draw())
    game.do(ClaimPenalty(None, offender, "peek"))
    assert [at for at, score in enumerate(game.scores) if score] == [side]
    assert game.scores[side] == 2


def test_a_penalty_can_win_and_leaves_an_announcement_unanswered() -> None:
    game = to_play(make_rules(overlays=["muggins", "penalties"]), FOURS, 1, "QS", (119, 0))
    game.do(PlayCard(0, KING, 5))
    entry = game.do(ClaimPenalty(0, 1, "move-peg"))
    assert [each.kind for each in entry.effects] == ["score", "over"]
    assert (game.announcement, game.waiting(), game.scores) == (None, (), [121, 0])


def test_a_penalty_before_the_cut_changes_no_card() -> None:
    rules = make_rules("four-solo", ["penalties"])
    plain, other = Game(rules, seed=1), Game(rules, seed=1)
    other.do(ClaimPenalty(0, 1, "peek"))
    for _ in range(6):
        move = plain.draw()
        assert other.draw() == move
        plain.do(move)
        other.do(move)
        if plain.phase == "discard":
            break
    assert plain.dealt == other.dealt


# False claims --------------------------------------------------------------------------------


def _at_hand(scores: list[int], *overlays: str) -> Game:
    """Let seat 0 count a hand of six."""
    hands = ("5C TD KH QC", "2C 4D 6H 8S")
    game = to_play(make_rules(overlays=["false-claim", *overlays]), hands, 1, "AS")
    while game.phase == "play":
        seat = game.waiting()[0]
        game.do(game.choices(seat)[0])
        accept(game)
    game.scores = scores
    return game


def test_with_muggins_a_false_claim_is_punished_only_if_somebody_objects() -> None:
    game = _at_hand([110, 60], "muggins")
    game.do(Count(0, 11))
    game.do(Answer(1, "overcount"))
    assert game.scores == [101, 65]
    game = _at_hand([110, 60], "muggins")
    game.do(Count(0, 11))
    game.do(Answer(1, "accept"))
    assert game.outcome is not None
    assert (game.scores, game.outcome.winners) == ([121, 60], (0,))


def test_with_exact_out_only_the_exact_points_claim_the_game() -> None:
    game = _at_hand([110, 60], "exact-out")
    with pytest.raises(IllegalMove, match="without muggins the count is automatic"):
        game.do(Count(0, 12))
    game.do(Count(0, 11))
    assert game.scores == [101, 65]
    game = _at_hand([118, 60], "exact-out")
    with pytest.raises(IllegalMove, match="3 points were announced, but there are 6"):
        game.do(Count(0, 3))  # too few is no claim


def test_the_excess_of_a_false_claim_can_win_for_the_opponent() -> None:
    game = _at_hand([113, 119])
    entry = game.do(Count(0, 8))
    assert [(each.kind, each.seat, each.points) for each in entry.effects] == [
        ("score", 0, 6),
        ("fine", 0, 15),
        ("score", 1, 2),
        ("over", 1, 0),
    ]
    assert game.scores == [104, 121]


def test_a_false_claim_of_an_empty_hand_also_moves_back() -> None:
    game = _at_hand([100, 60], "backtrack-10")
    game.hands[0] = parse_cards("2H KD TS QC")
    game.do(Count(0, 21))
    assert game.scores == [100 - 15 - 10, 60 + 21]
