"""A game in words: each move, each effect, each way to end."""

from __future__ import annotations

from typing import get_args

import pytest

from cribcalc.cards import parse_card, parse_cards
from cribcalc.game.moves import (
    FAULTS,
    REPLIES,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    DrawLot,
    Effect,
    EffectKind,
    Move,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.game.outcome import Outcome
from cribcalc.game.words import (
    describe_effects,
    describe_move,
    describe_outcome,
    describe_rules,
    describe_score,
)
from cribcalc.rules import Retreat, Rules
from cribcalc.scoring import score_hand
from cribcalc.variants import OVERLAYS, VARIANTS, make_rules

NAMES = ("Ann", "Bob")
FIVE = parse_card("5H")
HANDS = (parse_cards("AC 2C"), parse_cards("3C 4C"))

MOVES: list[tuple[Move, str]] = [
    (CutForDeal(parse_cards("5H TD")), "Ann cuts 5H; Bob cuts TD"),
    (DrawLot(1), "Bob is drawn to deal first"),
    (Deal(HANDS), " deals; Ann gets AC 2C; Bob gets 3C 4C"),
    (Deal(HANDS, (FIVE,)), " deals; Ann gets AC 2C; Bob gets 3C 4C;  5H to the crib"),
    (Discard(0, HANDS[0]), "Ann throws AC 2C"),
    (TurnStarter(FIVE), " starter 5H"),
    (PlayCard(1, FIVE), "Bob plays 5H"),
    (PlayCard(1, FIVE, 2), "Bob plays 5H, announcing 2"),
    (SayGo(0), "Ann says go"),
    (TakeBackGo(0), "Ann takes the go back"),
    (Count(0), "Ann counts"),
    (Count(0, 0), "Ann counts, announcing 0"),
    (Answer(1, "accept"), "Bob accepts the count"),
    (Answer(1, "muggins"), "Bob says muggins"),
    (Answer(1, "overcount"), "Bob objects to an overcount"),
    (ClaimRenege(0, 1), "Ann claims a renege of Bob"),
    (ClaimPenalty(0, 1, "peek"), "Ann claims a penalty, Bob: peeked"),
    (ClaimPenalty(None, 1, "move-peg"), " penalty, Bob: moved an opponent's peg"),
    (ClaimPenalty(None, 0, "starter-misplaced"), " penalty, Ann: misplaced the starter"),
    (ReportError(1), "Bob has made an error in dealing"),
]


@pytest.mark.parametrize(("move", "said"), MOVES)
def test_a_move(move: Move, said: str) -> None:
    assert "; ".join(" ".join(deed) for deed in describe_move(move, NAMES)) == said


def test_all_moves_are_said() -> None:
    moves = [move for move, _ in MOVES]
    assert {type(move) for move in moves} == {*get_args(Move)}
    assert {move.reply for move in moves if isinstance(move, Answer)} == {*REPLIES}
    assert {move.fault for move in moves if isinstance(move, ClaimPenalty)} == {*FAULTS}


def test_what_a_move_does_not_say_itself() -> None:
    deal = describe_move(Deal(HANDS), NAMES, dealer=1)
    assert deal[0] == ("Bob", "deals")
    again = describe_move(CutForDeal(parse_cards("5H TD")), ("A", "B", "C"), cutters=(0, 2))
    assert [who for who, _ in again] == ["A", "C"]
    counted = score_hand(parse_cards("2C 3C 4C 5C"), FIVE, crib=True)
    assert describe_move(Count(0), NAMES, counted=counted) == [
        ("Ann", "counts the crib 2C 3C 4C 5C")
    ]
    assert describe_move(SayGo(7), NAMES) == [("seat 7", "says go")]


EFFECTS: list[tuple[Effect, str]] = [
    (Effect("score", 0, 2, "pair", 7), "pair 2"),
    (
        Effect("nothing", 0, 4, "fifteen and pair", 120),
        "nothing (fifteen and pair 4 would pass the target)",
    ),
    (Effect("back", 0, 10, "hand", 3), "Ann's hand of nothing: 10 back"),
    (Effect("back", 0, 5, "crib", 3), "Ann's crib of nothing: 5 back"),
    (Effect("cancel", 0, 3, "pegged after the renege", 1), "3 cancelled (pegged after the renege)"),
    (Effect("fine", 0, 12, "renege", -12), "12 back (renege)"),
    (Effect("reset", 0, 0, "count 31", 7), ""),
    (Effect("redeal", 0, 0, "wrong deal", 7), "the cards are dealt again"),
    (Effect("over", 0, 0, "win", 121), "the game ends"),
]


@pytest.mark.parametrize(("effect", "said"), EFFECTS)
def test_an_effect(effect: Effect, said: str) -> None:
    assert describe_effects([effect], NAMES, actor=0) == said


def test_all_effects_are_said_and_others_are_named() -> None:
    assert {effect.kind for effect, _ in EFFECTS} == {*get_args(EffectKind)}
    effects = [
        Effect("score", 0, 2, "fifteen", 2),
        Effect("score", 0, 2, "pair", 4),
        Effect("score", 1, 3, "muggins", 3),
    ]
    assert describe_effects(effects, NAMES, actor=0) == "fifteen 2, pair 2, Bob: muggins 3"
    assert describe_effects(effects, NAMES) == "Ann: fifteen 2, pair 2, Bob: muggins 3"


@pytest.mark.parametrize("variant", VARIANTS)
def test_usual_rules_are_one_sentence(variant: str) -> None:
    rules = make_rules(variant)
    assert describe_rules(rules) == [f"{VARIANTS[variant].title}, to {rules.target}."]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_a_rule_laid_over_is_said_in_its_own_words(overlay: str) -> None:
    needed = ["muggins"] if overlay == "overcount-penalty" else []
    sentences = describe_rules(make_rules(overlays=[*needed, overlay]))
    assert OVERLAYS[overlay].about in sentences
    assert len(sentences) == 2 + len(needed)


def test_a_setting_of_ones_own_is_said_too() -> None:
    rules = make_rules(retreat=Retreat(3, 4), single_series=True, compensation=1)
    series, retreat, compensation = describe_rules(rules)[1:]
    assert series == "Single series: yes."
    assert retreat.startswith("A hand of no points moves its owner back 3, a crib of no points 4,")
    assert compensation == "Compensation: 1."


@pytest.mark.parametrize(
    ("rules", "outcome", "scores", "said"),
    [
        (Rules(), Outcome((0,), ("win", "loss"), 1), (121, 100), "A wins 121-100; one game."),
        (
            Rules(),
            Outcome((1,), ("double skunk", "win"), 2),
            (40, 121),
            "B wins 40-121; A: double skunk; two games.",
        ),
        (
            make_rules("four-partners"),
            Outcome((1,), ("skunk", "win"), 2),
            (80, 121),
            "B and D win 80-121; A and C: skunk; two games.",
        ),
        (
            make_rules("three-player", ["reverse"]),
            Outcome((0, 2), ("win", "loss", "win"), 1),
            (90, 121, 90),
            "A and C win 90-121-90; one game.",
        ),
    ],
)
def test_an_outcome(rules: Rules, outcome: Outcome, scores: tuple[int, ...], said: str) -> None:
    assert describe_outcome(outcome, rules, "ABCD"[: rules.players], scores) == said


def test_a_score_below_the_start_is_in_brackets() -> None:
    assert describe_score((-12, 0, 5)) == "(-12)-0-5"
