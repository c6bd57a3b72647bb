"""Faults that users of other cribbage programs reported: none of them lives here.

Every item of the kinds below is covered: its machine-readable checks are run here, and an item
without checks names the test that shows it, or the reason why there is nothing to show.
"""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from cribcalc.cards import RANKS, parse_card, parse_cards
from cribcalc.discard import analyze_deal
from cribcalc.pile import follow_play, parse_hands, parse_pile, score_pile
from cribcalc.play import Play
from cribcalc.scoring import score_hand, score_ranks
from tests.running import DATA, call

KINDS = (
    "show-scoring",
    "parsing",
    "discard-advice",
    "statistics",
    "terminal-access",
    "coding-challenge",
    "rules-support",
    "pegging-scoring",
    "play-flow",
    "game-end",
    "save-restore",
    "computer-player",
)
ITEMS = [
    item
    for item in json.loads((DATA / "bug_reports.json").read_text(encoding="utf-8"))
    if item["kind"] in KINDS
]
CHECKS = [
    pytest.param(check, id=f"{item['id']}-{number}")
    for item in ITEMS
    for number, check in enumerate(item["checks"])
]

SHOWN_BY = {
    "PA-09": "test_bug_reports.py::test_impossible_hands_are_refused",
    "PA-12": "test_cards.py::test_every_spelling_of_every_card_is_read",
    "PA-13": "test_cards.py::test_what_is_no_card_gets_a_sentence_of_its_own",
    "PA-14": "test_cli_discard.py::test_four_cards_are_refused_in_one_sentence",
    "PA-15": "test_cards.py::test_the_same_card_twice_is_named",
    "DI-01": "test_discard.py::test_three_fives_and_a_jack",
    "DI-05": "test_discard.py::test_all_six_cards_are_out_of_the_pack",
    "DI-08": "test_discard.py::test_all_six_cards_are_out_of_the_pack",
    "DI-11": "test_discard.py::test_the_best_deal_of_all_keeps_four_fives",
    "DI-13": "test_discard.py::test_the_pone_throws_ace_and_seven_rather_than_seven_and_eight",
    "DI-16": "test_discard.py::test_the_cards_held_count_in_the_crib",
    "DI-18": "test_cli_discard.py::test_different_values_look_different_and_ties_look_like_ties",
    "AI-04": "test_game_properties.py::test_decisions_do_not_touch_the_cards",
    "AI-05": "test_game_properties.py::test_a_view_knows_nothing_of_hidden_cards",
    "AI-07": "test_game_properties.py::test_every_choice_that_is_listed_is_accepted",
    "AI-08": "test_game_properties.py::test_games_differ_without_a_seed_and_are_alike_with_one",
    "GE-02": "test_game_rules.py::test_the_play_can_be_won_at_a_card",
    "GE-03": "test_game_rules.py::test_lines_of_skunks",
    "GE-04": "test_game_rules.py::test_lines_of_skunks",
    "GE-05": "test_game_rules.py::test_the_peg_stops_at_the_last_hole",
    "GE-07": "test_game_rules.py::test_who_counts_out_first_wins_and_nothing_more_is_counted",
    "GE-09": "test_game_rules.py::test_the_first_dealer_is_cut_for_and_then_the_deal_goes_round",
    "GE-11": "test_game_cases.py::test_skunks_of_several_losers",
    "GE-13": "test_game_rules.py::test_a_resumed_game_goes_on_where_it_was",
    "GE-14": "test_game_rules.py::test_a_count_of_nothing_moves_no_peg",
    "SR-02": "test_game_rules.py::test_a_resumed_game_goes_on_where_it_was",
    "SR-03": "test_game_rules.py::test_a_resumed_game_goes_on_where_it_was",
    "SR-04": "test_game_rules.py::test_an_accepted_overcount_stands_and_the_game_goes_on_once",
    "FL-02": "test_bug_reports.py::test_a_deal_worked_in_full",
    "FL-05": "test_play.py::test_go_is_asked_once_and_who_can_play_on_does",
    "FL-08": "test_play.py::test_who_is_out_of_cards_is_not_asked_again",
    "FL-09": "test_play.py::test_a_go_is_pegged_by_a_player_who_still_holds_cards",
    "FL-12": "test_play.py::test_the_other_player_alone_pegs_go_and_then_last_card",
    "FL-14": "test_play.py::test_the_last_card_alone_can_be_played_at_any_count",
    "FL-15": "test_play.py::test_nobody_takes_a_series_while_another_can_play",
    "FL-16": "test_bug_reports.py::test_the_starter_is_shown_apart_from_the_hand",
    "PG-10": "test_bug_reports.py::test_thirty_one_with_the_very_last_card_is_two_in_all",
    "PA-02": "test_cards.py::test_what_is_no_card_gets_a_sentence_of_its_own",
    "RS-01": "test_spoken.py::test_notes_on_what_surprises",
    "RS-04": "test_scoring.py::test_flushes",
    "SH-22": "test_spoken.py::test_notes_on_what_surprises",
    "ST-02": "test_bug_reports.py::test_shares_of_zero_hands",
    "ST-03": "test_bug_reports.py::test_impossible_totals_and_single_points",
    "ST-04": "test_bug_reports.py::test_odds_of_the_best_hands_of_five_and_of_six_cards",
    "ST-05": "test_bug_reports.py::test_odds_of_the_best_hands_of_five_and_of_six_cards",
    "ST-07": "test_bug_reports.py::test_every_hand_with_a_five_scores",
    "ST-11": "test_bug_reports.py::test_numbers_of_distinct_hands",
    "TA-02": "test_terminal.py::test_an_interrupt_is_one_line_and_130",
    "TA-03": "test_terminal.py::test_a_terminal_gets_suit_signs_and_colour",
    "TA-06": "test_terminal.py::test_it_runs_from_any_folder",
}
"""Items without checks (and some with) and the test that shows them."""

NOTHING_TO_SHOW = {
    "AI-09": "There is no computer player yet whose levels could be documented.",
    "TA-05": "Counts held until acknowledged belong to the game against the computer; "
    "`cribcalc score` shows every part of one count and ends.",
}
"""Items that do not concern the commands there are, and why."""


def test_every_report_is_covered() -> None:
    for item in ITEMS:
        covered = item["checks"] or item["id"] in SHOWN_BY or item["id"] in NOTHING_TO_SHOW
        assert covered, f"{item['id']} ({item['expected']}) has neither check, test nor reason"
    known = {item["id"] for item in ITEMS}
    assert known >= SHOWN_BY.keys() | NOTHING_TO_SHOW.keys()
    assert not SHOWN_BY.keys() & NOTHING_TO_SHOW.keys()


@pytest.mark.parametrize("named", sorted(set(SHOWN_BY.values())))
def test_the_tests_named_exist(named: str) -> None:
    file, function = named.split("::")
    tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
    assert function in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: dict[str, Any]) -> None:
    RUN[check["type"]](check)


def _show(check: dict[str, Any]) -> None:
    score = score_hand(parse_cards(check["hand"]), parse_card(check["starter"]), check["crib"])
    assert score.total == check["expect"]


def _bare(check: dict[str, Any]) -> None:
    assert score_hand(parse_cards(check["hand"])).total == check["expect"]


def _many(check: dict[str, Any]) -> None:
    """Check ranks alone, of which there may be any number."""
    ranks = [RANKS.index(rank) for rank in check["hand"].split()]
    assert score_ranks(ranks) == check["expect"]
    assert score_ranks(ranks[::-1]) == check["expect"]


def _average(check: dict[str, Any]) -> None:
    keep = set(parse_cards(check["keep"]))
    (analysis,) = analyze_deal(parse_cards(check["dealt"]), ["dealer"], opponent="uniform").analyses
    (option,) = [each for each in analysis.options if set(each.keep) == keep]
    assert [option.hand.points_sum, option.hand.ways] == check["expect"]


def _peg(check: dict[str, Any]) -> None:
    laid = score_pile(parse_pile(check["pile"]))
    assert [each.points for each in laid] == check["expect"]
    assert {each.series for each in laid} == {1}


def _play(check: dict[str, Any]) -> None:
    """Check a play in which the players lay their cards in the order they are written."""
    hands = parse_hands([check["pone"], check["dealer"]])
    play = Play([[each.card for each in hand] for hand in hands], dealer=1)
    totals = [0, 0]
    while play.turn is not None:
        fitting = play.playable(play.turn)
        turn = play.lay(play.turn, fitting[0]) if fitting else play.say_go(play.turn)
        totals[turn.scorer] += turn.points
    assert totals == check["expect"]


RUN = {"show": _show, "bare": _bare, "many": _many, "avg": _average, "peg": _peg, "play": _play}


def test_impossible_hands_are_refused() -> None:
    for hand in ("AS 2C 3D 4H 4H", "8C 8C 9S QH TD", "6C 6D 6C 6S 3D"):
        with pytest.raises(ValueError, match="is given twice"):
            parse_cards(hand)
        *cards, starter = (parse_card(each) for each in hand.split())
        with pytest.raises(ValueError, match=r"is given twice|is among the other cards"):
            score_hand(cards, starter)


def test_a_deal_worked_in_full() -> None:
    """Pegged as in the report, 3 and 6; with the shows 3 and 21."""
    hands = parse_hands(["JH 7C 6D 4H", "5S 6H 2S 4S"])
    play = follow_play(hands, 1, parse_pile("JH 5S 7C 6H 2S 6D 4S 4H"))
    assert play.totals == (3, 6)
    starter = parse_card("3D")
    shows = ("6D JH 4H 7C", False), ("5S 4S 2S 6H", False), ("7H 8H 2D 8D", True)
    pone, *dealer = (score_hand(parse_cards(hand), starter, crib).total for hand, crib in shows)
    assert (3 + pone, 6 + sum(dealer)) == (3, 21)


def test_thirty_one_with_the_very_last_card_is_two_in_all() -> None:
    play = follow_play(parse_hands(["T T", "9 2"]), 1, parse_pile("T 9 T 2"))
    assert play.totals == (0, 2)
    assert play.turn is None


def test_the_starter_is_shown_apart_from_the_hand() -> None:
    shown = call("score", "TH JH 2D 7H", "--starter", "KS").out
    assert shown.startswith("Hand TH JH 2D 7H, starter KS: 0 points\n")


# Statistics: the census itself is counted in the tests of the kernels; what follows from it
# and what readers get wrong about it is worked out here.

CENSUS = json.loads((DATA / "show_census.json").read_text(encoding="utf-8"))
CHOICES = 12_994_800


def test_shares_of_zero_hands() -> None:
    assert sum(CENSUS["hand"].values()) == sum(CENSUS["crib"].values()) == CHOICES
    assert f"{CENSUS['hand']['0'] / CHOICES:.4%}" == "7.7647%"
    assert f"{CENSUS['crib']['0'] / CHOICES:.4%}" == "7.8663%"


def test_impossible_totals_and_single_points() -> None:
    for counts in CENSUS["hand"], CENSUS["crib"]:
        assert set(map(str, range(30))) - set(counts) == {"19", "25", "26", "27"}
    # Ranks alone never score just one; with nobs they can.
    assert 1 not in {score_ranks(ranks) for ranks in _multisets()}
    assert score_hand(parse_cards("2C 4D 8S JH"), parse_card("6H")).total == 1


def test_odds_of_the_best_hands_of_five_and_of_six_cards() -> None:
    assert Fraction(CENSUS["hand"]["29"], CHOICES) == Fraction(1, 3_248_700)
    assert CHOICES // CENSUS["hand"]["28"] == 170_984
    # Dealt six and keeping J-5-5-5: any two other cards beside them, then one starter of 46.
    six = 20_358_520
    assert Fraction(4 * 1081, six * 46) == Fraction(1, 216_580)


def test_every_hand_with_a_five_scores() -> None:
    for ranks in _multisets():
        values = {min(rank + 1, 10) for rank in ranks}
        if 5 in values or {2, 3} <= values or {1, 4} <= values:
            assert score_ranks(ranks) >= 2, ranks


def test_numbers_of_distinct_hands() -> None:
    multisets = _multisets()
    assert len(multisets) == 6175
    # The same with one of the five marked as the starter: as many as there are ranks in each.
    assert sum(len(set(ranks)) for ranks in multisets) == 23_647


def _multisets() -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(13), 5)
    return [ranks for ranks in every if ranks[0] != ranks[4]]
