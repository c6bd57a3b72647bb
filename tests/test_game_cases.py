"""The worked cases of the rules document, played through the engine."""

from __future__ import annotations

import ast
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cribcalc.cards import DECK, JACK, card_rank, parse_card, parse_cards
from cribcalc.game import Game
from cribcalc.game.dealing import stub
from cribcalc.game.moves import (
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    Entry,
    PlayCard,
    ReportError,
    SayGo,
    TurnStarter,
)
from cribcalc.game.outcome import loss
from cribcalc.play import series_count
from cribcalc.rules import Retreat, Rules
from cribcalc.scoring import show_points
from cribcalc.variants import make_rules
from tests.games import begin, due_goes, finish_play, lay, to_play
from tests.running import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
RETREATS = {
    "standard": Retreat(),
    "backtrack-10": Retreat(10, 10),
    "nineteen": Retreat(19, 19),
    "crib-minus-5": Retreat(0, 5),
}
SHOWN_BY = {
    "show": "test_scoring.py::test_show_cases_of_the_rules",
    "peg_series": "test_play.py::test_series_of_the_rules",
    "play": "test_game_cases.py::test_whole_plays",
    "deal": "test_game_cases.py::test_deals",
    "skunk": "test_game_cases.py::test_skunks",
    "skunk_multi": "test_game_cases.py::test_skunks_of_several_losers",
    "early_double": "test_game_cases.py::test_early_double_skunks",
    "count_events": "test_game_cases.py::test_counting_events",
    "muggins": "test_game_cases.py::test_muggins",
    "renege_cards": "test_game_cases.py::test_cards_of_a_renege",
    "penalty": "test_game_cases.py::test_penalties",
    "compensation": "test_game_cases.py::test_compensation",
    "heels": "test_game_cases.py::test_heels",
    "speedo_active": "test_game_cases.py::test_speedo_by_the_score",
    "first_dealer": "test_game_cases.py::test_first_dealers",
    "partner": "test_rules.py::test_partners_sit_opposite",
    "turn_orders": "test_game_cases.py::test_turn_orders",
    "discard": "test_discard.py::test_discard_cases_of_the_rules",
    "speedo_best": "test_variant_discard.py::test_the_speedo_case_of_the_rules",
    "extremes": "test_cli_variant_discard.py::test_extremes_of_the_rules",
    "distribution": "test_census.py::test_all_hands_and_cribs",
}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def test_every_case_has_a_test() -> None:
    assert {case["kind"] for case in CASES} == set(SHOWN_BY)
    for place in SHOWN_BY.values():
        name, _, function = place.partition("::")
        tree = ast.parse((Path(__file__).parent / name).read_text(encoding="utf-8"))
        assert function in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


# Deal and play -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("first_dealer"))
def test_first_dealers(case: dict[str, Any]) -> None:
    cuts = tuple(parse_card(each) for each in case["input"]["cuts"])
    game = Game(make_rules("three-player"))
    game.do(CutForDeal(cuts))
    if "dealer" in case["expected"]:
        assert (game.dealer, game.phase) == (case["expected"]["dealer"], "deal")
        return
    assert (game.dealer, list(game.cutters)) == (None, case["expected"]["recut"])
    game.do(CutForDeal(parse_cards("KH 2C")))
    assert game.dealer == case["expected"]["recut"][1]


@pytest.mark.parametrize("case", cases("deal"))
def test_deals(case: dict[str, Any]) -> None:
    variant, wanted = case["input"]["variant"], case["expected"]
    club = variant.endswith("-club")
    rules = make_rules(variant.removesuffix("-club"), preset="club" if club else "classic")
    for dealer in range(rules.players):
        game = Game(rules, seed=dealer)
        game.do(DrawLot(dealer))
        move = game.draw()
        assert isinstance(move, Deal)
        game.do(move)
        order = rules.from_left(dealer)
        assert [len(game.dealt[seat]) for seat in order] == wanted["dealt"]
        assert len(game.crib) == wanted["crib_from_deck"]
        while game.phase == "discard":
            seat = game.waiting()[0]
            game.do(game.choices(seat)[0])
        assert [len(game.hands[seat]) for seat in order] == wanted["hand_sizes"]
        thrown = [len(game.thrown[seat]) for seat in order]
        assert rules.speedo or thrown == wanted["discard"]
        assert len(game.crib) == wanted["crib_size"]
        starter = game.draw()
        game.do(starter)
        assert isinstance(starter, TurnStarter)
        cards = {*game.crib, *(card for hand in game.hands for card in hand)}
        assert len(cards) == wanted["cards_out_before_starter"]
        assert starter.card not in cards


@pytest.mark.parametrize("case", cases("play"))
def test_whole_plays(case: dict[str, Any]) -> None:
    given, wanted = case["input"], case["expected"]
    number, dealer = given["players"], given["dealer"]
    hands = [[card for seat, card in given["plays"] if seat == who] for who in range(number)]
    game = to_play(_rules_for(hands, given["single_series"]), list(map(" ".join, hands)), dealer)
    before = list(game.scores)
    points, leaders = [0] * number, []
    for seat, card in given["plays"]:
        due_goes(game)
        if game.phase != "play":
            break
        if game.play is not None and not game.play.series:
            leaders.append(seat)
        lay(game, f"{seat}:{card}")
    finish_play(game)
    for entry in game.log:
        if isinstance(entry.move, PlayCard | SayGo):
            for effect in entry.effects:
                points[effect.seat] += effect.points
    assert points == wanted["totals"]
    assert leaders == wanted["leaders"]
    assert sum(game.scores) - sum(before) == sum(points)
    assert game.phase == "show"
    assert game.play is not None
    for seat, cards in wanted.get("unplayed", {}).items():
        assert game.play.hands[int(seat)] == [parse_card(card) for card in cards]


def _rules_for(hands: list[list[str]], single_series: bool) -> Rules:
    """Choose a variant in which so many players hold so many cards."""
    if single_series:
        return make_rules("five-card-old", target=121)
    if len(hands[0]) == 5:
        return make_rules("seven-card")
    return make_rules({2: "six-card", 3: "three-player", 4: "four-solo"}[len(hands)])


@pytest.mark.parametrize("case", cases("turn_orders"))
def test_turn_orders(case: dict[str, Any]) -> None:
    wanted = case["expected"]
    rules = make_rules("four-solo", target=181)
    hands = ["2C 4C 6C 8C", "2D 4D 6D 8D", "2H 4H 6H 8H", "2S 4S 6S 8S"]
    game = to_play(rules, hands, case["input"]["dealer"], "QC")
    assert game.waiting() == (wanted["lead"],)
    finish_play(game)
    order = []
    while game.phase == "show":
        order.append(game.counter)
        game.do(Count(game.counter))
    assert order == [*wanted["show"], case["input"]["dealer"]]
    assert game.dealer == wanted["next_dealer"]


@pytest.mark.parametrize("case", cases("speedo_active"))
def test_speedo_by_the_score(case: dict[str, Any]) -> None:
    game = Game(make_rules("speedo"))
    game.do(DrawLot(1))
    game.scores = [case["input"]["pone_score"], case["input"]["dealer_score"]]
    game.do(Deal((parse_cards("AC 2C 3C 4C 5C 6C"), parse_cards("AD 2D 3D 4D 5D 6D"))))
    game.do(Discard(0, parse_cards("AC 2C")))
    gets_them = len(game.hands[1]) == 8
    assert gets_them is case["expected"]["active"]
    assert game.to_discard(1) == (4 if gets_them else 2)


# Scores --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("compensation"))
def test_compensation(case: dict[str, Any]) -> None:
    given = case["input"]
    preset = "club" if given.get("club") else "classic"
    game = Game(make_rules(given["variant"], preset=preset))
    game.do(DrawLot(given["dealer"]))
    assert game.scores == case["expected"]["start"]


@pytest.mark.parametrize("case", cases("heels"))
def test_heels(case: dict[str, Any]) -> None:
    given = case["input"]
    hands = ["AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D"]
    game = begin(make_rules(overlays=["dealing-errors"]), hands, dealer=1)
    if given["error"] is not None:
        game.do(ReportError(1 if given["error"] == "dealer" else 0))
        assert (game.phase, game.dealer) == ("deal", 1)
        game.do(Deal(tuple(parse_cards(hand) for hand in hands)))
    game.do(Discard(0, parse_cards("AC 2C")))
    game.do(Discard(1, parse_cards("AD 2D")))
    game.do(TurnStarter(parse_card(given["starter"])))
    assert game.scores == [0, case["expected"]["dealer"]]


@pytest.mark.parametrize("case", cases("skunk"))
def test_skunks(case: dict[str, Any]) -> None:
    given, wanted = case["input"], case["expected"]
    rules = make_rules(
        target=given["target"], skunk=given["scheme"], double_value=given["double_value"]
    )
    game = _in_play(rules, 1)
    game.scores = [given["target"] - 1, given["loser"]]
    _peg(game, 0, 2)
    outcome = game.outcome
    assert outcome is not None
    label = {"win": "loss"}.get(wanted["label"], wanted["label"])
    assert (outcome.winners, outcome.labels, outcome.games) == (
        (0,),
        ("win", label),
        wanted["games"],
    )


@pytest.mark.parametrize("case", cases("skunk_multi"))
def test_skunks_of_several_losers(case: dict[str, Any]) -> None:
    rules = make_rules("three-player", target=case["input"]["target"])
    game = _in_play(rules, 2)
    game.scores = [rules.target - 2, *case["input"]["losers"]]
    _peg(game, 0, 2)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.games == case["expected"]["games"]
    assert [label == "skunk" for label in outcome.labels[1:]] == case["expected"]["skunked"]
    assert [loss(rules, score)[0] != "loss" for score in case["input"]["losers"]] == [False, True]


@pytest.mark.parametrize("case", cases("early_double"))
def test_early_double_skunks(case: dict[str, Any]) -> None:
    wanted, (scorer, other) = case["expected"], case["input"]["scores"]
    for overlays in ["early-double"], []:
        game = _in_play(make_rules(overlays=overlays), 1)
        game.scores = [scorer - 2, other]
        _peg(game, 0, 2)
        assert game.scores == [scorer, other]
        assert (game.outcome is not None) is (wanted["over"] and bool(overlays))
        if game.outcome is not None:
            assert (game.outcome.winners, game.outcome.games) == (
                (wanted["winner"],),
                wanted["games"],
            )


def _before_starter(rules: Rules, dealer: int) -> Game:
    game = Game(rules, seed="case")
    game.do(DrawLot(dealer))
    game.do(game.draw())
    while game.phase == "discard":
        game.do(game.choices(game.waiting()[0])[0])
    return game


def _in_play(rules: Rules, dealer: int) -> Game:
    game = _before_starter(rules, dealer)
    game.do(TurnStarter(next(card for card in stub(game) if card_rank(card) != JACK)))
    return game


def _peg(game: Game, seat: int, points: int) -> Entry:
    """Let a seat lay a card that brings so many points after the cards of an opponent."""
    series, card, left = {
        1: ("KC", "2C", ""),  # last card
        2: ("KC", "5C", "AD"),  # fifteen
        9: ("5C 5D", "5H", ""),  # pair royal, fifteen and last card
    }[points]
    play = game.play
    assert play is not None
    play.series = list(parse_cards(series))
    play.count, play.last, play.turn = series_count(play.series), game.rules.left_of(seat), seat
    play.hands = [[] for _ in range(game.players)]
    play.hands[seat] = [parse_card(card), *parse_cards(left)]
    return game.do(PlayCard(seat, parse_card(card)))


def _count(game: Game, what: str, points: int) -> Entry:
    """Let the seat whose turn it is count a hand or crib that is worth so many points."""
    if game.phase == "play":  # whatever is left to play
        game.phase = "show"
    assert game.is_crib_next is (what == "crib")
    seat = game.counter
    starter = game.starter
    assert starter is not None
    others = (card for card in DECK if card != starter)
    cards = next(
        each
        for each in combinations(others, 4)
        if show_points(each, starter, crib=what == "crib") == points
    )
    if what == "crib":
        game.crib = cards
    else:
        game.hands[seat] = cards
    return game.do(Count(seat))


@pytest.mark.parametrize("case", cases("count_events"))
def test_counting_events(case: dict[str, Any]) -> None:
    """Hands of the points that the case announces, counted in the order of the game."""
    given, wanted = case["input"], case["expected"]
    overlays = [name for name in ("reverse",) if given["reverse"]]
    settings: dict[str, Any] = {"exact_out": given["exact_out"]}
    if given["reverse"]:
        settings["skunk"] = "none"
    is_pair = "A" in given["scores"]
    rules = make_rules(
        "four-partners" if is_pair else "six-card",
        overlays,
        target=given["target"],
        retreat=RETREATS[given["rule"]],
        **settings,
    )
    seats = {"pone": 0, "dealer": 1} if not is_pair else {"A": 0, "B": 1}
    names = list(seats)
    game = _before_starter(rules, rules.players - 1)
    game.scores = list(given["scores"].values())
    done = 0
    for owner, what, announced, points in given["events"]:
        assert announced == points
        if what == "heels":
            entry = game.do(TurnStarter(parse_card("JH")))
        else:
            if game.phase == "starter":
                game.do(TurnStarter(parse_card("9C")))
            is_pegged = what == "peg"
            entry = _peg(game, seats[owner], points) if is_pegged else _count(game, what, points)
        side = seats[owner]
        assert all(rules.side(each.seat) == side for each in entry.effects)
        back = sum(each.points for each in entry.effects if each.kind == "back")
        assert [game.scores[side], back] == wanted["after"][done]
        done += 1
        if game.outcome is not None:
            break
    assert done == len(wanted["after"])
    end = wanted["end"]
    assert (game.outcome is not None) is end["over"]
    if game.outcome is not None:
        named = names[game.outcome.winners[0]]
        if "loser" in end:
            assert end["loser"] != named
        else:
            assert end["winner"] == named


@pytest.mark.parametrize("case", cases("muggins"))
def test_muggins(case: dict[str, Any]) -> None:
    given, wanted = case["input"], case["expected"]
    overlays = ["muggins"] + (["overcount-penalty"] if given["overcount"] == "penalty" else [])
    rules = make_rules(overlays=overlays, retreat=RETREATS[given["rule"]])
    game = _at_count(rules, given["what"], given["true"])
    owner = game.counter
    game.scores[owner], game.scores[1 - owner] = given["owner"], given["caller"]
    game.do(Count(owner, given["announced"]))
    assert game.waiting() == (1 - owner,)
    entry = game.do(Answer(1 - owner, given["response"]))
    assert game.scores[owner] == wanted["owner"]
    assert game.scores[1 - owner] == wanted["caller"]
    assert sum(each.points for each in entry.effects if each.kind == "back") == wanted["back"]
    assert game.announcement is None


def _at_count(rules: Rules, what: str, points: int) -> Game:
    """Go to the count of a hand or crib that is worth so many points."""
    game = to_play(rules, ["AC AD 2C 2D", "AH AS 2H 2S"], 1, "QS")
    finish_play(game)
    cards = _hand_worth(points)
    game.hands[0], game.crib = cards, cards
    game.starter = parse_card("9C")
    if what == "crib":
        game.counted = 2
    return game


def _hand_worth(points: int) -> tuple[int, ...]:
    hands = {0: "2H KD TS QC", 4: "6H 2D 2S KC", 6: "6H 6D 2S KC", 8: "6H 6D 2S 2C"}
    return parse_cards(hands[points])


# Faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("renege_cards"))
def test_cards_of_a_renege(case: dict[str, Any]) -> None:
    """At 25 the offender says go, though some of his cards fit, or none."""
    given, wanted = case["input"], case["expected"]
    offender = list(given["hand"])
    offender += ["9D", "9H"][: 4 - len(offender)]  # of no use at 25
    game = to_play(make_rules(overlays=["renege"]), ["TC TD 4C 3S", " ".join(offender)], 0, "QS")
    play = game.play
    assert play is not None
    play.series, play.count, play.last, play.turn = list(parse_cards("TC TD")), 25, 0, 1
    fitting = [card for card in offender if parse_card(card) in play.playable(1)]
    assert fitting == wanted["cards"]
    game.do(SayGo(1))
    if not wanted["cards"]:
        assert game.reneges == []
        return
    claim = ClaimRenege(0, 1)
    assert not game.can(claim)  # none of the cards has been seen yet
    play.piles[1].append(parse_card(wanted["cards"][0]))
    before = game.scores[0]
    game.do(claim)
    assert game.scores[0] - before == wanted["opponent_gains"]


@pytest.mark.parametrize("case", cases("penalty"))
def test_penalties(case: dict[str, Any]) -> None:
    given, wanted = case["input"], case["expected"]
    offender, opponent = 1, 0
    kind = given["kind"]
    if kind.startswith("renege"):
        game = _reneged(kind, given)
    elif kind == "false-game":
        game = _at_count(make_rules(overlays=["false-claim"]), "hand", 0)
        offender, opponent = game.counter, 1 - game.counter
        game.scores[offender], game.scores[opponent] = given["offender"], given["opponent"]
        game.hands[offender] = _hand_worth_exactly(given["true"])
        game.do(Count(offender, given["claimed"]))
    else:
        game = to_play(make_rules(overlays=["penalties"]), ["AC AD 2C 2D", "AH AS 2H 2S"], 1, "QS")
        game.scores = [given["opponent"], given["offender"]]
        game.do(ClaimPenalty(opponent, offender, kind))
    assert game.scores[offender] == wanted["offender"]
    assert game.scores[opponent] == wanted["opponent"]


def _hand_worth_exactly(points: int) -> tuple[int, ...]:
    return parse_cards({0: "2H KD TS QC", 2: "2H 2D TS KC"}[points])


def _reneged(kind: str, given: dict[str, Any]) -> Game:
    """Claim a renege after which both sides have pegged what the case says."""
    if kind == "renege-club":
        rules, scores = make_rules(overlays=["renege-club"]), (given["opponent"], given["offender"])
        game = to_play(rules, ["KC 9C 3C AC", "JD QD AD 2D"], 1, "QS", scores)
        lay(game, "0:KC", "1:JD", "0:9C", "1:go", "0:AC")
        game.scores = list(scores)
        lay(game, "1:AD")
    else:
        rules = make_rules(overlays=["renege"])
        pegged = given["opp_pegged_after"], given["pegged_after"]
        scores = given["opponent"] - pegged[0], given["offender"] - pegged[1]
        game = to_play(rules, ["KC 9C 5C 4C", "JD QD AD 2D"], 1, "QS", scores)
        lay(game, "0:KC", "1:JD", "0:9C")  # 29: the ace and the two of seat 1 would fit
        lay(game, "1:go")  # seat 0 has nothing that fits: one for the go
        lay(game, "1:AD", "0:5C", "1:2D", "0:4C", "1:QD")  # 5 4 2 are no run; last card one
        game.scores[1] += pegged[1] - 1  # as if more had come of it
        last = game.log[-1].effects
        more = tuple(e._replace(points=pegged[1]) if e.reason == "last card" else e for e in last)
        game.log[-1] = game.log[-1]._replace(effects=more)
        assert game.scores == [given["opponent"], given["offender"]]
    game.do(ClaimRenege(0, 1))
    return game
