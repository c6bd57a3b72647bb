"""The play against a plain twin, the cases of the rules, and piles that others have scored."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from itertools import count, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.cards import card_name, card_names, parse_card, parse_cards
from cribcalc.errors import IllegalMove
from cribcalc.pile import parse_pile, score_pile
from cribcalc.play import GO, LAST_CARD, LIMIT, THIRTY_ONE, Peg, Play, Turn, card_pegs
from tests import naive
from tests.running import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
SERIES = [pytest.param(each, id=each["id"]) for each in CASES if each["kind"] == "peg_series"]
PLAYS = [pytest.param(each, id=each["id"]) for each in CASES if each["kind"] == "play"]
PILES = list(csv.DictReader((DATA / "pegging_piles.csv").read_text("utf-8").splitlines()))


def points_of(cards: tuple[int, ...]) -> list[int]:
    """Points of each card of one series."""
    return [sum(p.points for p in card_pegs(cards[: n + 1])) for n in range(len(cards))]


# One card ----------------------------------------------------------------------------------


def test_the_cases_were_found() -> None:
    assert (len(SERIES), len(PLAYS), len(PILES)) == (14, 13, 46)


@pytest.mark.parametrize("case", SERIES)
def test_series_of_the_rules(case: dict[str, Any]) -> None:
    cards = tuple(map(parse_card, case["input"]["cards"]))
    assert points_of(cards) == case["expected"]["points"]
    ranks = " ".join(card_name(card)[0] for card in cards)
    laid = score_pile(parse_pile(ranks))
    assert [each.points for each in laid] == case["expected"]["points"]


@pytest.mark.parametrize("number", range(len(PILES)))
def test_piles_that_other_programs_score(number: int) -> None:
    row = PILES[number]
    if row["type"] == "peg_illegal":
        with pytest.raises(ValueError, match="is given twice"):
            parse_pile(row["hand"])
        return
    assert row["type"] == "peg_last"
    laid = score_pile(parse_pile(row["hand"]))
    assert (laid[-1].total, laid[-1].points) == (int(row["count"]), int(row["right"]))
    assert {each.series for each in laid} == {1}


@st.composite
def a_series(draw: st.DrawFn) -> list[str]:
    """Cards of one pack whose count stays within 31; low cards, which make long series, often."""
    pack = draw(st.permutations(draw(st.sampled_from([naive.PACK, naive.PACK[:28]]))))
    cards: list[str] = []
    for card in pack:
        if sum(map(naive.value_of, [*cards, card])) > LIMIT:
            break
        cards.append(card)
    return cards[: draw(st.integers(1, len(cards)))]


@given(a_series())
def test_every_card_pegs_what_the_definition_says(cards: list[str]) -> None:
    series = parse_cards(" ".join(cards))
    expected = [naive.peg_points(cards[: n + 1]) for n in range(len(cards))]
    assert points_of(series) == expected
    assert [each.points for each in score_pile(parse_pile(" ".join(cards)))] == expected


def test_all_orders_of_a_run_are_a_run() -> None:
    for size, ranks in ((3, "678"), (4, "3456"), (5, "A2345"), (6, "A23456"), (7, "A234567")):
        for order in permutations(ranks):
            laid = score_pile(parse_pile("".join(order)))
            assert laid[-1].pegs[-1].points == size, order


def test_the_names_of_pegs() -> None:
    def named(cards: str) -> list[Peg]:
        return list(card_pegs(parse_cards(cards)))

    assert named("7H 8H") == [("fifteen", 2)]
    assert named("5C 5D 5H") == [("fifteen", 2), ("pair royal", 6)]
    assert named("TC TD AH") == []
    assert named("KC KD KH AS") == [("thirty-one", 2)]
    assert named("4C 4D 4H 4S") == [("double pair royal", 12)]
    assert named("AC 2C 3C 4C 5C 6C 7C") == [("run of seven", 7)]
    assert card_pegs(parse_cards("7H 8H"), 15) == card_pegs(parse_cards("7H 8H"))
    assert card_pegs(parse_cards("QC KD AH")) == ()


# Whole plays -------------------------------------------------------------------------------


def played(play: Play, cards: list[tuple[int, int]]) -> list[Turn]:
    """Lay cards by seat, saying go wherever a seat cannot play."""
    turns = []
    for seat, card in cards:
        turns.extend(forced_goes(play))
        turns.append(play.lay(seat, card))
    turns.extend(forced_goes(play))
    return turns


def forced_goes(play: Play) -> list[Turn]:
    turns = []
    while play.turn is not None and not play.playable(play.turn):
        turns.append(play.say_go(play.turn))
    return turns


def figures(turns: list[Turn], seats: int) -> dict[str, Any]:
    """Sum up turns in the form of the plain twin."""
    shown: dict[str, Any] = {"plays": [], "points": [], "go_points": [], "ends": [], "leaders": []}
    totals = [0] * seats
    is_new = True
    for turn in turns:
        totals[turn.scorer] += turn.points
        last = sum(peg.points for peg in turn.pegs if peg in (GO, LAST_CARD))
        if turn.card is None:
            assert turn.points == last
            shown["go_points"][-1] += last
        else:
            shown["plays"].append((turn.seat, card_name(turn.card)))
            shown["points"].append(turn.points - last)
            shown["go_points"].append(last)
            if is_new:
                shown["leaders"].append(turn.seat)
        is_new = turn.ends_series
        if turn.ends_series:
            shown["ends"].append(turn.total)
    return shown | {"totals": totals}


@pytest.mark.parametrize("case", PLAYS)
def test_plays_of_the_rules(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    cards = [(seat, parse_card(name)) for seat, name in given["plays"]]
    hands = [[card for seat, card in cards if seat == each] for each in range(given["players"])]
    play = Play(hands, given["dealer"], given["single_series"])
    turns = played(play, cards[: len(expected["points"])])
    shown = figures(turns, given["players"])
    for name in ("points", "go_points", "totals", "leaders"):
        assert shown[name] == expected[name], name
    assert play.is_over
    unplayed = {str(seat): card_names(hand).split() for seat, hand in enumerate(play.hands)}
    assert unplayed == expected.get("unplayed", {seat: [] for seat in unplayed})


@pytest.mark.parametrize("single_series", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_thousands_of_plays_are_as_the_twin_plays_them(players: int, single_series: bool) -> None:
    stream = random.Random(f"play {players} {single_series}")
    for _ in range(600):
        size = stream.randint(1, 5)
        pack = naive.PACK if stream.random() < 0.5 else naive.PACK[: max(28, players * size)]
        cards = stream.sample(pack, players * size)
        hands = [cards[seat::players] for seat in range(players)]
        dealer = stream.randrange(players)
        choices = (stream.randrange(60) for _ in count())
        twin: Any = naive.play_out(hands, dealer, choices, single_series)
        play = Play([list(parse_cards(*hand)) for hand in hands], dealer, single_series)
        turns = played(play, [(seat, parse_card(card)) for seat, card in twin["plays"]])
        assert figures(turns, players) == twin
        check_series(turns)
        assert play.is_over
        assert single_series or not any(play.hands)
        assert all(
            card in hand
            for hand, pile in zip(hands, play.piles, strict=True)
            for card in card_names(pile).split()
        )


def check_series(turns: list[Turn]) -> None:
    """Every series ends in exactly one go, last card or 31, and no count passes 31."""
    series: list[list[Turn]] = [[]]
    for turn in turns:
        series[-1].append(turn)
        if turn.ends_series:
            series.append([])
    assert not series.pop()
    for each in series:
        ending = [peg for turn in each for peg in turn.pegs if peg in (GO, LAST_CARD, THIRTY_ONE)]
        assert len(ending) == 1
        assert (ending[0] == THIRTY_ONE) is (each[-1].total == LIMIT)
        last = [turn.seat for turn in each if turn.card is not None][-1]
        assert each[-1].scorer == last
        assert max(turn.total for turn in each) <= LIMIT
        goes = [turn.seat for turn in each if turn.card is None]
        assert len(goes) == len(set(goes)), "a seat is asked for go once in a series"


# What play-flow reports were about ---------------------------------------------------------


def hands_of(*hands: str) -> list[tuple[int, ...]]:
    return [parse_cards(hand) for hand in hands]


def lay(play: Play, seat: int, card: str) -> Turn:
    return play.lay(seat, parse_card(card))


def test_go_is_asked_once_and_who_can_play_on_does() -> None:
    play = Play(hands_of("TH 9C AC 2D", "9D KH QH JH"), 1)
    for seat, card in ((0, "TH"), (1, "9D"), (0, "9C")):
        lay(play, seat, card)
    assert not play.say_go(1).ends_series
    assert lay(play, 0, "AC").pegs == ()
    assert play.turn == 0
    turn = lay(play, 0, "2D")
    assert (turn.total, turn.pegs, turn.ends_series, play.turn) == (31, (THIRTY_ONE,), True, 1)


def test_who_is_out_of_cards_is_not_asked_again() -> None:
    play = Play(hands_of("TH", "TD KC 5S"), 0)
    lay(play, 1, "TD")
    lay(play, 0, "TH")
    turn = lay(play, 1, "KC")
    assert (turn.total, turn.pegs, play.turn) == (30, (GO,), 1)
    assert lay(play, 1, "5S").pegs == (LAST_CARD,)
    assert play.is_over
    # The other way: the last to play is out of cards, the other one cannot go on.
    play = Play(hands_of("TH JH", "TD KC"), 1)
    for seat, card in ((0, "TH"), (1, "TD"), (0, "JH")):
        lay(play, seat, card)
    turn = play.say_go(1)
    assert (turn.scorer, turn.pegs, turn.ends_series, play.turn) == (0, (GO,), True, 1)


def test_a_go_is_pegged_by_a_player_who_still_holds_cards() -> None:
    play = Play(hands_of("TH JH 2C", "TD KC QC"), 1)
    for seat, card in ((0, "TH"), (1, "TD"), (0, "JH")):
        lay(play, seat, card)
    assert parse_card("2C") in play.hands[0]
    turn = play.say_go(1)
    assert (turn.total, turn.scorer, turn.points, play.turn) == (30, 0, 1, 1)
    assert (play.count, play.series) == (0, [])


def test_the_last_card_alone_can_be_played_at_any_count() -> None:
    play = Play(hands_of("AC 4D", "AD"), 1)
    lay(play, 0, "AC")
    lay(play, 1, "AD")
    assert play.playable(0) == [parse_card("4D")]
    assert lay(play, 0, "4D").pegs == (LAST_CARD,)


def test_nobody_takes_a_series_while_another_can_play() -> None:
    play = Play(hands_of("TH 8H 2C", "TD KC QC"), 1)
    for seat, card in ((0, "TH"), (1, "TD"), (0, "8H")):
        lay(play, seat, card)
    with pytest.raises(IllegalMove, match="KC would make the count 38: it may not pass 31"):
        lay(play, 1, "KC")
    assert not play.say_go(1).points
    turn = lay(play, 0, "2C")
    assert (turn.total, turn.pegs, play.turn) == (30, (GO,), 1)


def test_the_other_player_alone_pegs_go_and_then_last_card() -> None:
    play = Play(hands_of("TH 5C", "TD 4D 8C 8S"), 1)
    turns = played(play, [(0, parse_card("TH")), (1, parse_card("TD")), (0, parse_card("5C"))])
    assert turns[-1].total == 25
    turns = played(play, [(1, parse_card(card)) for card in ("4D", "8C", "8S")])
    assert [turn.points for turn in turns] == [1, 0, 3]


# What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "card", "sentence"),
    [
        (0, "2C", "It is the turn of seat 1, not of seat 0."),
        (1, "2C", "2C is not among the cards of seat 1."),
        (1, "TH", "TH is not among the cards of seat 1."),
    ],
)
def test_cards_out_of_turn_or_not_held(seat: int, card: str, sentence: str) -> None:
    play = Play(hands_of("TH 2C", "TD KC"), 1)
    lay(play, 0, "TH")
    with pytest.raises(IllegalMove) as caught:
        lay(play, seat, card)
    assert str(caught.value) == sentence
    assert (play.count, play.turn) == (10, 1)


def test_goes_that_are_wrong() -> None:
    play = Play(hands_of("TH JH AC", "TD KC QC"), 1)
    with pytest.raises(IllegalMove, match="Who leads must play a card"):
        play.say_go(0)
    lay(play, 0, "TH")
    with pytest.raises(IllegalMove, match="No go for seat 1: TD can be played at 10"):
        play.say_go(1)
    with pytest.raises(IllegalMove, match="turn of seat 1, not of seat 0"):
        play.say_go(0)
    lay(play, 1, "TD")
    lay(play, 0, "JH")
    play.say_go(1)
    with pytest.raises(IllegalMove, match="who can still play must play"):
        play.say_go(0)
    assert lay(play, 0, "AC").pegs == (THIRTY_ONE,)


def test_a_go_can_be_taken_back() -> None:
    play = Play(hands_of("TH JH AC", "TD KC AD"), 1)
    for seat, card in ((0, "TH"), (1, "TD"), (0, "JH")):
        lay(play, seat, card)
    play.say_go(1, renege=True)
    assert (play.turn, play.silent) == (0, {1})
    play.take_back_go(1)
    assert lay(play, 1, "AD").points == 2


def test_nothing_follows_the_end() -> None:
    play = Play(hands_of("5H", "TD"), 1)
    assert played(play, [(0, parse_card("5H")), (1, parse_card("TD"))])[-1].points == 3
    acts: list[Callable[[], Turn]] = [lambda: lay(play, 0, "5H"), lambda: play.say_go(0)]
    for act in acts:
        with pytest.raises(IllegalMove, match="The play is over"):
            act()
    assert play.is_over
    assert play.piles == [[parse_card("5H")], [parse_card("TD")]]
