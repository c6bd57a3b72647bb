"""Thousands of random games of every kind: what must hold whatever is played."""

from __future__ import annotations

from contextlib import suppress
from copy import copy, deepcopy
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from cribcalc.cards import DECK
from cribcalc.errors import IllegalMove, RulesError
from cribcalc.game import Game, dealing
from cribcalc.game.chance import draw_cards, draw_number
from cribcalc.game.moves import (
    FAULTS,
    HIDDEN,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    CutForDeal,
    Deal,
    Discard,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.game.random_play import play_randomly
from cribcalc.game.view import View, seat_view
from cribcalc.play import LIMIT
from cribcalc.rules import TARGETS, Rules
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS, make_rules
from tests.games import all_rules, wild_move

RULES = all_rules()
MOST_MOVES = 20_000  # a game with exact-out goes on for long, but not for ever


def name_of(rules: Rules) -> str:
    usual = Rules()
    names = [
        f"{n}={getattr(rules, n)}"
        for n in ("target", "skunk")
        if getattr(rules, n) != getattr(usual, n)
    ]
    flags = [n for n in ("muggins", "reverse", "exact_out", "penalties") if getattr(rules, n)]
    return "-".join([rules.variant, rules.renege, *flags, *names])


def play_wildly(rules: Rules, seed: int) -> Game:
    game, stream = Game(rules, seed), Random(seed)
    for _ in range(MOST_MOVES):
        if game.outcome is not None:
            return game
        check_step(game, wild_move(game, stream))
    raise AssertionError(f"no end after {MOST_MOVES} moves: {name_of(rules)}, seed {seed}")


def check_step(game: Game, move: Any) -> None:
    """Make a move and check all that every move must keep."""
    before = list(game.scores)
    entry = game.do(move)
    cards = [*game.crib, *chain(*_held(game)), *chain(*_piles(game))]
    if game.starter is not None:
        cards.append(game.starter)
    assert len(cards) == len(set(cards))
    if any(game.dealt):
        out = {*chain(*game.dealt)} | ({game.starter} if game.starter is not None else set())
        assert out <= set(cards)
        assert sorted({*dealing.stub(game), *chain(*game.dealt), *game.crib}) == list(DECK)
    scores = before
    for effect in entry.effects:
        side = game.rules.side(effect.seat)
        sign = {"score": 1, "back": -1, "cancel": -1, "fine": -1}.get(effect.kind, 0)
        assert effect.points > 0 or effect.kind in ("reset", "redeal", "over")
        scores[side] += sign * effect.points
        assert effect.score == scores[side]
    assert scores == game.scores
    assert min(game.scores) >= 0 or game.rules.renege == "club"
    assert (game.outcome is None) == (game.phase != "over")
    if game.play is not None:
        assert game.play.count <= LIMIT


def _held(game: Game) -> list[Any]:
    return game.hands if game.play is None else game.play.hands


def _piles(game: Game) -> list[list[int]]:
    return [] if game.play is None else game.play.piles


@pytest.mark.parametrize("start", range(0, len(RULES), 40))
def test_random_games_of_every_kind(start: int) -> None:
    for number, rules in enumerate(RULES[start : start + 40], start):
        game = play_wildly(rules, number)
        again = Game(rules, game.seed)
        for entry in game.log:
            assert again.do(entry.move) == entry
        assert again.snapshot() == game.snapshot()


@pytest.mark.parametrize("start", range(0, 300, 60))
def test_random_games_of_rules_put_together_at_random(start: int) -> None:
    for seed in range(start, start + 60):
        _play_rules_put_together(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(300, 6300, 600))
def test_thousands_of_games_of_rules_put_together_at_random(start: int) -> None:
    for seed in range(start, start + 600):
        _play_rules_put_together(seed)


def _play_rules_put_together(seed: int) -> None:
    """Play a game by some overlays, and check what each effect is allowed by."""
    stream = Random(seed)
    rules = None
    while rules is None:
        overlays = stream.sample(list(OVERLAYS), stream.randrange(8))
        settings = {"target": stream.choice(TARGETS)} if stream.random() < 0.2 else {}
        variant, preset = stream.choice(list(VARIANTS)), stream.choice(list(PRESETS))
        with suppress(RulesError):
            rules = make_rules(variant, overlays, preset, **settings)
    game = play_wildly(rules, seed)
    allowed = {
        "nothing": rules.exact_out,
        "back": bool(rules.retreat),
        "cancel": rules.renege == "standard",
        "fine": rules.renege == "club" or rules.false_claim,
        "redeal": rules.dealing_errors,
    }
    for entry in game.log:
        for effect in entry.effects:
            assert allowed.get(effect.kind, True), effect
    assert not rules.exact_out or max(game.scores) <= rules.target
    if not rules.muggins:
        _check_series_pay_once(game)
    again = Game(rules, game.seed)
    for entry in game.log:
        assert again.do(entry.move) == entry
    assert again.snapshot() == game.snapshot()


def _check_series_pay_once(game: Game) -> None:
    """Find one go, last card or thirty-one in every series that has ended."""
    paid = 0
    for entry in game.log:
        if isinstance(entry.move, PlayCard | SayGo):
            reasons = [e.reason.split(" and ") for e in entry.effects if e.kind != "reset"]
            paid += sum(not {"go", "last card", "thirty-one"}.isdisjoint(each) for each in reasons)
            if any(each.kind == "reset" for each in entry.effects):
                assert paid == 1
                paid = 0
    assert paid == 0 or game.outcome is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_series_pays_one_go_or_last_card_or_a_31(variant: str) -> None:
    """And nothing carries over a reset."""
    for seed in range(60):
        game = play_randomly(Game(make_rules(variant), seed), Random(seed))
        paid: list[str] = []
        for entry in game.log:
            reasons = [each.reason for each in entry.effects if each.kind == "score"]
            paid += [each for each in reasons if each in ("go", "last card", "thirty-one")]
            if any(each.kind == "reset" for each in entry.effects):
                assert len(paid) == 1
                paid = []
            elif isinstance(entry.move, Count):
                assert paid == []


def test_scores_of_plain_games_never_go_back() -> None:
    for seed in range(50):
        game = play_randomly(Game(make_rules("four-solo"), seed), Random(seed))
        kinds = {effect.kind for entry in game.log for effect in entry.effects}
        assert kinds <= {"score", "reset", "over"}


def test_a_refused_move_changes_nothing() -> None:
    stream = Random(3)
    for rules in RULES[::50]:
        game = Game(rules, 5)
        for _ in range(60):
            if game.outcome is not None:
                break
            for move in _nonsense(game, stream):
                before = game.snapshot()
                if game.can(move):
                    continue
                with pytest.raises(IllegalMove) as raised:
                    game.do(move)
                assert str(raised.value).endswith(".")
                assert game.snapshot() == before
            game.do(wild_move(game, stream))


def test_whatever_can_be_done_is_done() -> None:
    stream = Random(8)
    for rules in RULES[::60]:
        game = Game(rules, 9)
        for _ in range(50):
            if game.outcome is not None:
                break
            for move in [*_nonsense(game, stream), *_claims(game, stream)]:
                if game.can(move):
                    game.verify(move)
                    entry = deepcopy(game).do(move)
                    assert entry.move == move
            game.do(wild_move(game, stream))


def _claims(game: Game, stream: Random) -> list[Any]:
    seat, offender = stream.randrange(game.players), stream.randrange(game.players)
    return [
        ClaimRenege(seat, offender),
        ClaimPenalty(stream.choice([seat, None]), offender, stream.choice(FAULTS)),
        ReportError(seat),
        TakeBackGo(seat),
    ]


def test_a_snapshot_stays_as_it_was() -> None:
    game, stream = Game(make_rules(overlays=["muggins", "renege"]), 2), Random(2)
    while game.outcome is None:
        before = game.snapshot()
        kept = deepcopy(before) if len(game.log) % 7 == 0 else None
        game.do(wild_move(game, stream))
        assert before != game.snapshot()
        assert len(before["log"]) == len(game.log) - 1
        assert kept is None or kept == before


def _nonsense(game: Game, stream: Random) -> list[Any]:
    seat, card = stream.randrange(-1, game.players + 1), stream.randrange(52)
    return [
        PlayCard(seat, card, stream.choice([None, -1, 3])),
        SayGo(seat),
        Discard(seat, (card, stream.randrange(52))),
        TurnStarter(card),
        Count(seat, stream.choice([None, 31])),
        Answer(seat, "accept"),
    ]


def test_every_choice_that_is_listed_is_accepted() -> None:
    for variant in VARIANTS:
        game, stream = Game(make_rules(variant), 11), Random(11)
        while game.outcome is None:
            waiting = game.waiting()
            for seat in range(game.players):
                moves = game.choices(seat)
                assert bool(moves) == (seat in waiting)
                assert all(game.can(move) for move in moves[:20])
            game.do(wild_move(game, stream))


# Chance --------------------------------------------------------------------------------------


def test_decisions_do_not_touch_the_cards() -> None:
    deals = []
    for player in range(4):
        game = play_randomly(Game(make_rules(preset="computer"), 99), Random(player))
        cards = [(type(e.move).__name__, e.move) for e in game.log if not hasattr(e.move, "seat")]
        deals.append(cards[:12])
    hands = [[move for kind, move in cards if kind == "Deal"] for cards in deals]
    starters = [[move for kind, move in cards if kind == "TurnStarter"] for cards in deals]
    assert hands[0] == hands[1] == hands[2] == hands[3]
    assert starters[0] == starters[1] == starters[2] == starters[3]


def test_no_deal_or_starter_depends_on_what_was_done_before() -> None:
    """Neither on cards chosen nor on points announced, goes, answers, claims and penalties."""
    rules = make_rules("three-player", ["muggins", "renege", "penalties"])
    drawn: list[list[Any]] = []
    for player in range(20):
        game, stream = Game(rules, 4), Random(player)
        while game.outcome is None:
            game.do(wild_move(game, stream))
        moves = [entry.move for entry in game.log]
        drawn.append([move for move in moves if isinstance(move, CutForDeal | Deal | TurnStarter)])
    longest = max(drawn, key=len)
    assert len(longest) > 10
    assert all(each == longest[: len(each)] for each in drawn)


def test_games_differ_without_a_seed_and_are_alike_with_one() -> None:
    first, second = (play_randomly(Game(make_rules()), Random(1)) for _ in range(2))
    assert first.log != second.log
    first, second = (play_randomly(Game(make_rules(), "x"), Random(1)) for _ in range(2))
    assert first.snapshot() == second.snapshot()


def test_draws_are_the_same_for_ever() -> None:
    assert draw_cards("7 deal 0", DECK, 6) == PINNED
    assert draw_number("7 cut 0", 4) == PINNED_NUMBER


PINNED = (48, 35, 41, 30, 32, 47)
PINNED_NUMBER = 3


def test_every_card_is_drawn_as_often_as_any_other() -> None:
    counts = [0] * 52
    draws = 26_000
    for number in range(draws):
        for card in draw_cards(f"{number} deal 1", DECK, 2):
            counts[card] += 1
    expected = 2 * draws / 52
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert 25 < chi_square < 90  # 51 degrees of freedom; the draws are fixed


# Views ---------------------------------------------------------------------------------------


def _known_cards(view: View) -> set[int]:
    known = {*view.hand, *view.thrown, *view.gifts, *view.crib, *view.series}
    known |= {card for cards in (*view.shown, *view.piles) for card in cards}
    if view.starter is not None:
        known.add(view.starter)
    for entry in view.log:
        for name in ("cards", "crib", "hands"):
            value = getattr(entry.move, name, ())
            for each in value:
                known |= set(each) if isinstance(each, tuple) else {each}
        card = getattr(entry.move, "card", None)
        known |= set() if card is None else {card}
    return known - {HIDDEN}


def _exchange(value: Any, one: int, other: int) -> Any:
    """Exchange two cards in anything that holds cards."""
    swap = {one: other, other: one}
    if isinstance(value, int):
        return swap.get(value, value)
    return type(value)(_exchange(each, one, other) for each in value)


def exchanged(game: Game, one: int, other: int) -> Game:
    """Copy a game in which two cards have changed places everywhere."""
    swapped = copy(game)
    for name in ("dealt", "hands", "thrown", "crib"):
        setattr(swapped, name, _exchange(getattr(game, name), one, other))
    if game.play is not None:
        swapped.play = deepcopy(game.play)
        swapped.play.hands = _exchange(game.play.hands, one, other)
    swapped.reneges = [
        replace(each, cards=_exchange(each.cards, one, other)) for each in game.reneges
    ]
    swapped.log = list(game.log)
    for at, entry in enumerate(game.log):
        move: Any = entry.move
        if hasattr(move, "cards") and isinstance(move, Discard):
            move = Discard(move.seat, _exchange(move.cards, one, other))
        elif hasattr(move, "hands"):
            move = type(move)(_exchange(move.hands, one, other), _exchange(move.crib, one, other))
        swapped.log[at] = entry._replace(move=move)
    return swapped


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_knows_nothing_of_hidden_cards(variant: str) -> None:
    stream = Random(variant)
    overlays = ["muggins", "renege", "penalties", "dealing-errors"]
    for seed in range(2):
        game = Game(make_rules(variant, overlays), seed)
        for _ in range(110):
            if game.outcome is not None:
                break
            for seat in range(game.players):
                view = seat_view(game, seat)
                known = _known_cards(view)
                hidden = [card for card in DECK if card not in known]
                if len(hidden) > 1:
                    one, other = stream.sample(hidden, 2)
                    assert seat_view(exchanged(game, one, other), seat) == view
            game.do(wild_move(game, stream))


def test_a_view_holds_what_a_seat_may_know() -> None:
    game = play_randomly(Game(make_rules("speedo"), 4), Random(4))
    entry = next(e for e in game.log if isinstance(e.move, Discard))
    again = Game(make_rules("speedo"), 4)
    for each in game.log:
        again.do(each.move)
        if each is entry:
            break
    dealer = again.dealer
    assert dealer is not None
    assert isinstance(entry.move, Discard)
    assert seat_view(again, dealer).gifts == entry.move.cards
    assert len(seat_view(again, dealer).hand) == 8
    assert seat_view(again, dealer).hand_sizes == tuple(len(hand) for hand in again.hands)
