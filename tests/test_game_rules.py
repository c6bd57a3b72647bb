"""The rules of the game in detail: order, ends, optional rules, and why a move is refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from cribcalc.cards import parse_card, parse_cards
from cribcalc.errors import IllegalMove
from cribcalc.game import Game
from cribcalc.game.moves import (
    HIDDEN,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.game.outcome import find_outcome
from cribcalc.game.random_play import random_move
from cribcalc.game.record import read_record, write_record
from cribcalc.game.replay import resume
from cribcalc.game.view import seat_view
from cribcalc.rules import Retreat
from cribcalc.variants import make_rules
from tests.games import begin, count_all, due_goes, finish_play, lay, to_play

DEAL = ("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
LOW = ("AC AD 2C 2D", "AH AS 2H 2S")


def refused(game: Game, move: Any, sentence: str) -> None:
    before = game.snapshot()
    assert not game.can(move)
    with pytest.raises(IllegalMove) as raised:
        game.do(move)
    assert str(raised.value) == sentence
    assert game.snapshot() == before


def reasons(entry: Any) -> list[tuple[str, str, int]]:
    return [(each.kind, each.reason, each.points) for each in entry.effects]


# From the cut to the starter -----------------------------------------------------------------


def test_the_first_dealer_is_cut_for_and_then_the_deal_goes_round() -> None:
    game = Game(make_rules("three-player"), seed=2)
    refused(game, Deal(()), "Not now: the first dealer has to be found.")
    with pytest.raises(IllegalMove, match=r"^There is no dealer yet: cut for the deal first\.$"):
        _ = game.the_dealer
    refused(game, CutForDeal(()), "Three players cut for the deal, none did.")
    refused(game, CutForDeal(parse_cards("5H 6H")), "Three players cut for the deal, two did.")
    cut = CutForDeal((4, 4, 8))
    refused(game, cut, "2C is given twice; a pack has only one.")
    refused(game, DrawLot(3), "There is no seat 3: the seats are numbered from 0 to 2.")
    game.do(CutForDeal(parse_cards("KH AH 2D")))  # the ace is low
    assert game.dealer == 1
    dealers = []
    for _ in range(4):
        dealers.append(game.dealer)
        game.do(game.draw())
        while game.phase == "discard":
            seat = game.waiting()[0]
            game.do(game.choices(seat)[0])
        game.do(game.draw())
        count_all(finish_play(game))
    assert dealers == [1, 2, 0, 1]


def test_a_deal_gives_everyone_his_number_of_cards() -> None:
    game = Game(make_rules("three-player"))
    game.do(DrawLot(0))
    hands = tuple(parse_cards(hand) for hand in ("AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H"))
    one = "Cards for three players are wanted, one hand was dealt."
    refused(game, Deal(hands[:1]), one)
    refused(game, Deal(hands[:2]), "Cards for three players are wanted, two hands were dealt.")
    refused(game, Deal(hands), "Seat 2 gets five cards, not four.")
    five = (*hands[:2], (*hands[2], parse_card("5H")))
    refused(game, Deal(five), "The crib gets one card from the pack, not none.")
    double = Deal(five, (parse_card("5H"),))
    refused(game, double, "5H is given twice; a pack has only one.")
    game.do(Deal(five, (parse_card("KH"),)))
    assert game.crib == parse_cards("KH")


def test_discards_go_to_the_crib_in_any_order() -> None:
    game = begin(make_rules(), DEAL, dealer=1)
    assert game.waiting() == (0, 1)
    refused(game, TurnStarter(51), "Not now: cards have to be thrown to the crib.")
    refused(game, Discard(2, ()), "There is no seat 2: the seats are numbered from 0 to 1.")
    refused(game, Discard(0, parse_cards("AC")), "Seat 0 throws two cards, not one.")
    refused(game, Discard(0, parse_cards("AC AD")), "AD is not among the cards of seat 0.")
    refused(game, Discard(0, (0, 0)), "AC is given twice; a pack has only one.")
    game.do(Discard(1, parse_cards("AD 2D")))
    refused(game, Discard(1, parse_cards("3D 4D")), "Seat 1 has thrown AD 2D already.")
    game.do(Discard(0, parse_cards("AC 2C")))
    assert sorted(game.crib) == sorted(parse_cards("AC 2C AD 2D"))
    refused(game, TurnStarter(0), "AC was dealt and cannot be the starter.")
    game.do(TurnStarter(parse_card("KH")))
    assert game.phase == "play"


def test_who_is_dealt_four_throws_none() -> None:
    hands = ("AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H", "AS 2S 3S 4S 5S", "6C 7C 8C 9C")
    game = begin(make_rules("five-player"), hands, dealer=4)
    assert game.waiting() == (0, 1, 2, 3)
    refused(game, Discard(4, parse_cards("6C")), "Seat 4 has no card to throw in this deal.")


def test_the_partner_of_a_dealer_who_is_dealt_four_throws_none_either() -> None:
    game = Game(make_rules("six-pairs"), seed=3)
    game.do(DrawLot(4))
    game.do(game.draw())
    assert [len(game.hands[seat]) for seat in range(6)] == [5, 4, 5, 5, 4, 5]
    assert game.waiting() == (0, 2, 3, 5)
    refused(game, Discard(1, ()), "Seat 1 has no card to throw in this deal.")
    for seat in (5, 0, 3, 2):
        game.do(game.choices(seat)[0])
    assert (game.phase, len(game.crib)) == ("starter", 4)
    assert {len(hand) for hand in game.hands} == {4}


def test_in_speedo_the_pone_gives_first() -> None:
    game = begin(make_rules("speedo"), DEAL, dealer=1)
    four = Discard(1, parse_cards("AD 2D 3D 4D"))
    refused(game, four, "In Speedo the pone gives his cards to the dealer first.")
    game.do(Discard(0, parse_cards("AC 2C")))
    assert game.hands[1] == parse_cards("AD 2D 3D 4D 5D 6D AC 2C")
    refused(game, Discard(1, parse_cards("AC 2C")), "Seat 1 throws four cards, not two.")
    game.do(Discard(1, parse_cards("AC 2C AD 2D")))
    assert (game.phase, len(game.crib)) == ("starter", 4)


def test_heels_score_at_once_and_can_win() -> None:
    game = begin(make_rules(), DEAL, dealer=1)
    game.scores = [118, 119]
    game.do(Discard(0, parse_cards("AC 2C")))
    game.do(Discard(1, parse_cards("AD 2D")))
    entry = game.do(TurnStarter(parse_card("JH")))
    assert reasons(entry) == [("score", "heels", 2), ("over", "win", 0)]
    assert game.outcome is not None
    assert (game.outcome.winners, game.waiting()) == ((1,), ())
    refused(game, PlayCard(0, parse_card("3C")), "The game is over.")
    with pytest.raises(IllegalMove, match="a player has to act"):
        game.draw()


def test_a_wrong_deal_is_dealt_again_by_the_same_dealer() -> None:
    game = begin(make_rules(), DEAL, dealer=1)
    refused(game, ReportError(0), "Dealing errors are not part of these rules.")
    game = begin(make_rules(overlays=["dealing-errors"]), DEAL, dealer=1)
    first = game.dealt
    game.do(ReportError(1))
    game.do(game.draw())
    assert (game.dealer, game.heels_lost) == (1, True)
    assert game.dealt != first
    game = to_play(make_rules(overlays=["dealing-errors"]), LOW, 1)
    late = "A wrong deal is found before the starter is turned, or not at all."
    refused(game, ReportError(1), late)


# The play ------------------------------------------------------------------------------------


def test_only_fitting_cards_in_turn() -> None:
    game = to_play(make_rules(), ("KC QC 9C AC", "KD QD 9D AD"), 1)
    refused(game, PlayCard(1, parse_card("KD")), "It is the turn of seat 0, not of seat 1.")
    refused(game, SayGo(0), "Who leads must play a card.")
    refused(game, PlayCard(0, parse_card("KD")), "KD is not among the cards of seat 0.")
    refused(game, Count(0), "Not now: the play goes on.")
    lay(game, "0:KC", "1:KD", "0:QC")
    high = "9D would make the count 39: it may not pass 31."
    refused(game, PlayCard(1, parse_card("9D")), high)
    refused(game, SayGo(1), "No go for seat 1: AD can be played at 30.")
    assert game.choices(1) == (PlayCard(1, parse_card("AD")),)
    refused(game, PlayCard(1, 52), "52 is no card: the cards are numbered from 0 to 51.")
    refused(game, PlayCard(1, HIDDEN), "-1 is no card: the cards are numbered from 0 to 51.")


def test_everyone_goes_on_after_a_go() -> None:
    game = to_play(make_rules("three-player"), ("KC 5C 4C 3C", "KD QD JD TD", "KH AH 2H 9H"), 2)
    lay(game, "0:KC", "1:KD")
    refused(game, SayGo(2), "No go for seat 2: KH can be played at 20.")
    lay(game, "2:AH", "0:5C", "1:go", "2:2H")  # 28
    entry = game.do(PlayCard(0, parse_card("3C")))  # 31: no point for the go
    assert reasons(entry) == [("score", "thirty-one", 2), ("reset", "count 31", 0)]
    assert game.waiting() == (1,)  # left of the last card


def test_the_play_can_be_won_at_a_card() -> None:
    game = to_play(make_rules(), ("KC 5C 4C 3C", "5D QD JD TD"), 1, scores=(0, 119))
    lay(game, "0:KC", "1:5D")
    assert (game.scores, game.phase) == ([0, 121], "over")


def test_partners_share_a_score() -> None:
    hands = ("KC 5C 4C 3C", "5D QD JD TD", "5H 8H 7H 6H", "AS 2S 3S 9S")
    game = to_play(make_rules("four-partners"), hands, 3)
    lay(game, "0:KC", "1:5D", "2:5H")
    assert game.scores == [2, 2]


# The show ------------------------------------------------------------------------------------


def test_hands_are_counted_from_the_dealers_left_and_the_crib_last() -> None:
    game = finish_play(to_play(make_rules(), LOW, 1, "5H"))
    refused(game, Count(1), "Seat 0 counts a hand now, not seat 1.")
    assert [game.do(Count(seat)).effects[-1].reason for seat in (0, 1)] == ["hand", "hand"]
    refused(game, Count(0), "Seat 1 counts the crib now, not seat 0.")
    before = game.scores[1]
    entry = game.do(Count(1))
    crib = sum(each.points for each in entry.effects)
    assert (game.scores[1] - before, game.phase, game.dealer) == (crib, "deal", 0)


def test_who_counts_out_first_wins_and_nothing_more_is_counted() -> None:
    game = finish_play(to_play(make_rules(), ("5C 5D JC 4D", "5S JH JS KS"), 1, "5H"))
    game.scores = [115, 119]
    game.do(Count(0))
    assert game.outcome is not None
    assert (game.outcome.winners, game.scores[1]) == ((0,), 119)
    refused(game, Count(1), "The game is over.")


def test_reverse_is_lost_at_the_target_and_shared_by_the_lowest() -> None:
    rules = make_rules("three-player", ["reverse"])
    game = to_play(rules, ("KC 5C 4C 3C", "5D QD JD TD", "KH AH 2H 9H"), 2, scores=(70, 119, 70))
    lay(game, "0:KC", "1:5D")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 2)
    assert game.outcome.labels == ("win", "loss", "win")


def test_exact_out_takes_a_card_as_one_event() -> None:
    rules = make_rules(overlays=["exact-out"])
    game = to_play(rules, ("7C 4C 4D 3C", "8D 6D QD JD"), 1, scores=(0, 118))
    entry_at = len(game.log)
    lay(game, "0:7C", "1:8D")  # fifteen: 120
    lay(game, "0:4C", "1:6D")
    assert game.scores[1] == 120
    due_goes(game)
    effects = [each for entry in game.log[entry_at:] for each in entry.effects]
    assert ("score", 2) in [(each.kind, each.points) for each in effects]
    game = finish_play(to_play(rules, ("5C 5D JC 4D", "5S JH JS KS"), 1, "5H"))
    game.scores = [115, 90]
    entry = game.do(Count(0))
    assert [(each.kind, each.reason) for each in entry.effects] == [("nothing", "hand")]
    assert game.scores[0] == 115


def test_an_early_double_skunk_labels_by_its_own_lines() -> None:
    outcome = find_outcome(make_rules("three-player", ["early-double"]), [61, 50, 20])
    assert outcome is not None
    assert (outcome.labels, outcome.games) == (("win", "loss", "double skunk"), 2)


def test_a_fine_can_bring_an_early_double_skunk_about() -> None:
    rules = make_rules(overlays=["renege-club", "early-double"])
    game = to_play(rules, ("KC 9C 5C 4C", "JD QD AD 2D"), 1, "QS", scores=(70, 35))
    lay(game, "0:KC", "1:JD", "0:9C", "1:go", "1:AD")
    game.do(ClaimRenege(0, 1))
    assert game.outcome is not None
    assert game.outcome.labels == ("win", "double skunk")


def test_exact_out_is_not_reached_by_counting_too_little() -> None:
    game = _announced(2, "exact-out")
    game.scores = [119, 60]
    entry = game.do(Answer(1, "muggins"))
    assert [each.kind for each in entry.effects] == ["nothing"]
    assert game.scores == [119, 60]


def test_who_has_lost_the_cut_does_not_deal_first() -> None:
    game = Game(make_rules("three-player"))
    game.do(CutForDeal(parse_cards("AH AD 2C")))
    refused(game, DrawLot(2), "Seat 2 has lost the cut and cannot deal first.")


def test_a_view_does_not_tell_who_threw_which_card() -> None:
    hands = ("AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H")
    cribs = []
    for order in ((0, 1, 2), (2, 1, 0)):
        game = begin(make_rules("three-player"), hands, 2, "9S")
        for seat in order:
            game.do(Discard(seat, parse_cards(hands[seat][:2])))
        game.do(TurnStarter(parse_card("KH")))
        count_all(finish_play(game))
        cribs.append(seat_view(game, 0).crib)
    assert cribs[0] == cribs[1] == parse_cards("AC AD AH 9S")


def test_an_early_double_skunk_ends_the_game() -> None:
    game = to_play(make_rules(overlays=["early-double"]), ("KC 5C 4C 3C", "5D QD JD TD"), 1)
    game.scores = [30, 59]
    lay(game, "0:KC", "1:5D")
    assert game.outcome is not None
    assert (game.outcome.games, game.outcome.labels) == (2, ("double skunk", "win"))


def test_zero_hands_of_either_partner_and_the_crib_move_the_side_back() -> None:
    hands = ("2C 4C 8D QD", "2D 4D 8C KC", "2H 4H 8S KS", "2S 4S 8H QH")
    game = finish_play(to_play(make_rules("four-partners", ["backtrack-10"]), hands, 3, "TD"))
    game.scores = [25, 60]
    game.crib = parse_cards("6C 6D 9C KD")
    back = [e for _ in range(5) for e in game.do(Count(game.counter)).effects]
    assert [(e.kind, e.seat, e.points) for e in back if e.kind == "back"] == [
        ("back", 0, 10),
        ("back", 1, 10),
        ("back", 2, 10),
        ("back", 3, 10),
    ]
    assert game.scores[0] == 5


def test_lines_of_skunks() -> None:
    rules = make_rules()
    found = {score: find_outcome(rules, [121, score]) for score in (60, 61, 90, 91)}
    assert {score: each.labels[1] for score, each in found.items() if each is not None} == {
        60: "double skunk",
        61: "skunk",
        90: "skunk",
        91: "loss",
    }
    assert find_outcome(rules, [120, 0]) is None
    assert find_outcome(rules, [121, 0]) is not None


def test_the_peg_stops_at_the_last_hole() -> None:
    game = finish_play(to_play(make_rules(), ("5C 5D JC 4D", "5S JH JS KS"), 1, "5H"))
    game.scores = [120, 119]
    entry = game.do(Count(0))
    assert entry.effects[0].points == 14
    assert (game.scores[0], game.holes) == (134, (121, 119))


def test_a_count_of_nothing_moves_no_peg() -> None:
    game = finish_play(to_play(make_rules(), *ZERO))
    game.scores, game.back_pegs = [50, 60], [47, 55]
    entry = game.do(Count(0))
    assert (entry.move, entry.effects) == (Count(0), ())  # counted, and logged, for nothing
    assert (game.scores, game.back_pegs) == ([50, 60], [47, 55])


def test_a_resumed_game_goes_on_where_it_was() -> None:
    """No second cut, no point twice, both pegs where they stood."""
    game, stream = Game(make_rules(overlays=["muggins"]), seed=6), Random(5)
    for _ in range(130):
        if game.outcome is not None:
            break
        waiting = game.waiting()
        game.do(random_move(game, waiting[0], stream) if waiting else game.draw())
        again = resume(read_record(json.loads(json.dumps(write_record(game)))))
        assert again.snapshot() == game.snapshot()
        assert again.waiting() == game.waiting()
    assert game.deals > 2
    assert sum(isinstance(entry.move, CutForDeal) for entry in game.log) == 1


# Muggins -------------------------------------------------------------------------------------


def _announced(points: int, *overlays: str, **settings: Any) -> Game:
    """Seat 0 has announced points for a hand of eight; seat 1 has to answer."""
    game = finish_play(to_play(make_rules(overlays=["muggins", *overlays], **settings), *EIGHT))
    while game.announcement is not None:
        game.do(Answer(game.waiting()[0], "accept"))
    game = _through(game)
    game.scores = [50, 60]
    game.do(Count(0, points))
    return game


EIGHT: Any = (("5C TD KH QC", "2C 4D 6H 8S"), 1, "AS")


def _through(game: Game) -> Game:
    while game.phase == "play":
        seat = game.waiting()[0]
        game.do(game.choices(seat)[0])
    return game


def test_muggins_waits_for_every_opponent() -> None:
    game = _announced(4)
    assert game.waiting() == (1,)
    refused(game, Count(1), "Seat 0 has announced 4: seat 1 has to answer first.")
    refused(game, Answer(0, "accept"), "Seat 0 has nothing to answer to seat 0.")
    reply: Any = "what"
    refused(game, Answer(1, reply), "'what' is no answer: there are accept, muggins, overcount.")
    game.do(Answer(1, "muggins"))
    assert game.scores == [54, 62]
    refused(game, Answer(1, "muggins"), "No points were announced that could be answered.")


def test_a_wrong_call_costs_nothing() -> None:
    game = _announced(6)
    game.do(Answer(1, "overcount"))
    assert game.scores == [56, 60]


def test_the_first_of_several_opponents_takes_what_was_missed() -> None:
    rules = make_rules("three-player", ["muggins"])
    game = to_play(rules, ("KC 5C 4C 3C", "5D QD JD TD", "KH AH 2H 9H"), 2)
    game.do(PlayCard(0, parse_card("KC")))
    due = "Seat 0 has announced 0: seats 1, 2 have to answer first."
    refused(game, PlayCard(1, parse_card("5D")), due)
    game.do(Answer(2, "accept"))
    game.do(Answer(1, "accept"))
    game.do(PlayCard(1, parse_card("5D"), 0))
    assert game.waiting() == (0, 2)
    game.do(Answer(2, "muggins"))
    assert (game.scores, game.waiting()) == ([0, 0, 2], (2,))


def test_in_reverse_missed_points_burden_the_owner() -> None:
    game = _announced(4, "reverse")
    game.do(Answer(1, "muggins"))
    assert game.scores == [56, 60]


def test_an_overcount_may_be_punished() -> None:
    game = _announced(10, "overcount-penalty")
    game.do(Answer(1, "overcount"))
    assert game.scores == [56, 64]


def test_accepted_points_end_the_game_before_a_step_back() -> None:
    game = to_play(make_rules(overlays=["muggins"], retreat=Retreat(10, 10)), *ZERO)
    while game.phase == "play":
        seat = game.waiting()[0]
        game.do(Answer(seat, "accept") if game.announcement else game.choices(seat)[0])
    game.scores = [117, 60]
    game.do(Count(0, 4))
    entry = game.do(Answer(1, "accept"))
    assert [each.kind for each in entry.effects] == ["score", "over"]
    assert game.scores[0] == 121


ZERO: Any = (("2C 4D 6H 8S", "5C TD KH QC"), 1, "TC")


def test_an_accepted_overcount_stands_and_the_game_goes_on_once() -> None:
    game = _announced(8)
    game.do(Answer(1, "accept"))
    assert (game.scores, game.waiting()) == ([58, 60], (1,))
    assert game.choices(1) == (Count(1),)


def test_without_muggins_the_count_is_automatic() -> None:
    game = finish_play(to_play(make_rules(), *EIGHT))
    refused(
        game,
        Count(0, 9),
        "9 points were announced, but there are 6: without muggins the count is automatic.",
    )
    refused(game, Count(0, -1), "-1 points cannot be announced.")
    game.do(Count(0, 6))


# Faults --------------------------------------------------------------------------------------


def _reneging(rule: str) -> Game:
    """At 29 seat 1 says go with an ace and a two in his hand."""
    game = to_play(make_rules(overlays=[rule]), ("KC 9C 5C 4C", "JD QD AD 2D"), 1, "QS")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go")
    return game


def test_a_wrong_go_can_be_taken_back_until_somebody_acts() -> None:
    game = to_play(make_rules(overlays=["renege"]), ("KC 9C AC 4C", "JD QD AD 2D"), 1, "QS")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go")
    game.do(TakeBackGo(1))
    assert (game.waiting(), game.reneges) == ((1,), [])
    lay(game, "1:go", "0:AC")
    late = "A go can be taken back only until somebody else plays or speaks."
    refused(game, TakeBackGo(1), late)
    pegged = "The go is pegged already and cannot be taken back."
    refused(_reneging("renege"), TakeBackGo(1), pegged)


def test_who_played_last_can_renege_too() -> None:
    game = to_play(make_rules(overlays=["renege"]), ("KC 9C AC 4C", "JD QD TD 9D"), 1, "QS")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go")  # 29: seat 0 could go on with the ace
    entry = game.do(SayGo(0))
    assert reasons(entry) == [("score", "go", 1), ("reset", "count 29", 0)]
    lay(game, "1:QD", "0:AC")
    game.do(ClaimRenege(1, 0))
    assert game.scores == [0, 2]
    game = to_play(make_rules(), ("KC 9C AC 4C", "JD QD TD 9D"), 1, "QS")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go")
    refused(game, SayGo(0), "Everyone else has passed: who can still play must play.")


def test_a_right_go_is_not_taken_back() -> None:
    game = to_play(make_rules(overlays=["renege"]), ("KC 9C AC 4C", "JD QD TD 9D"), 1, "QS")
    lay(game, "0:KC", "1:JD", "0:9C", "1:go")
    right = "Seat 1 has no card that fits: the go was right."
    refused(game, TakeBackGo(1), right)


def test_a_renege_is_claimed_when_a_card_that_fitted_is_seen() -> None:
    game = _reneging("renege")
    unseen = "No card that seat 1 has played or shown would have fitted when it said go."
    refused(game, ClaimRenege(0, 1), unseen)
    alike = "Seats 0 and 0 are on one side: only opponents claim."
    refused(game, ClaimRenege(0, 0), alike)
    lay(game, "1:AD")
    entry = game.do(ClaimRenege(0, 1))
    assert reasons(entry) == [
        ("cancel", "pegged after the renege", 1),  # the go that followed
        ("score", "renege", 4),
    ]
    assert game.scores == [4, 0]
    refused(game, ClaimRenege(0, 1), unseen)


def test_reneges_are_no_matter_where_a_wrong_go_is_refused() -> None:
    game = to_play(make_rules(), LOW, 1)
    sentence = "Reneges are not claimed in these rules: a wrong go is not accepted."
    refused(game, ClaimRenege(0, 1), sentence)


def test_the_clubs_renege_can_bring_a_score_below_zero() -> None:
    game = _reneging("renege-club")
    lay(game, "1:2D")
    entry = game.do(ClaimRenege(0, 1))
    assert reasons(entry) == [("fine", "renege", 12)]
    assert game.scores == [1, -12]


def test_penalties_go_to_the_claimant_or_the_next_side() -> None:
    rules = make_rules("three-player", ["penalties"])
    game = to_play(rules, ("KC 5C 4C 3C", "5D QD JD TD", "KH AH 2H 9H"), 2)
    game.do(ClaimPenalty(0, 1, "peek"))
    game.do(ClaimPenalty(None, 1, "move-peg"))
    assert game.scores == [2, 0, 2]
    fault: Any = "sneeze"
    known = "peek, move-peg, starter-misplaced"
    refused(game, ClaimPenalty(0, 1, fault), f"'sneeze' is no fault: there are {known}.")
    game = to_play(make_rules(), LOW, 1)
    refused(game, ClaimPenalty(0, 1, "peek"), "Penalties are not part of these rules.")


def test_a_false_claim_in_the_play_and_in_the_crib() -> None:
    rules = make_rules(overlays=["false-claim"])
    game = to_play(rules, ("KC 5C 4C 3C", "5D QD JD TD"), 1, scores=(0, 110))
    lay(game, "0:KC")
    game.do(PlayCard(1, parse_card("5D"), 11))
    assert game.scores == [9, 97]
    game = finish_play(to_play(rules, LOW, 1, "5H"))
    game.do(Count(0))
    game.do(Count(1))
    game.scores = [100, 111]
    game.crib = parse_cards("6C 6D 9C KD")
    game.starter = parse_card("2H")
    entry = game.do(Count(1, 12))
    assert [each.kind for each in entry.effects] == ["score", "fine", "score"]
    assert game.scores == [106, 102]
    assert game.phase == "deal"
