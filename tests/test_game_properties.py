"""Thousands of random games of every kind: what must hold whatever is played."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain
from random import Random
from typing import Any

import pytest

from cribcalc.cards import DECK
from cribcalc.errors import IllegalMove
from cribcalc.game import Game, dealing
from cribcalc.game.chance import draw_cards, draw_number
from cribcalc.game.moves import HIDDEN, Answer, Count, Discard, PlayCard, SayGo, TurnStarter
from cribcalc.game.random_play import play_randomly
from cribcalc.game.view import View, seat_view
from cribcalc.play import LIMIT
from cribcalc.rules import Rules
from cribcalc.variants import VARIANTS, make_rules
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
                before = deepcopy(game.snapshot())
                if game.can(move):
                    continue
                with pytest.raises(IllegalMove) as raised:
                    game.do(move)
                assert str(raised.value).endswith(".")
                assert game.snapshot() == before
            game.do(wild_move(game, stream))


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
    copy = deepcopy(game)
    for name in ("dealt", "hands", "thrown", "crib"):
        setattr(copy, name, _exchange(getattr(copy, name), one, other))
    if copy.play is not None:
        copy.play.hands = _exchange(copy.play.hands, one, other)
    for at, entry in enumerate(copy.log):
        move: Any = entry.move
        if hasattr(move, "cards") and isinstance(move, Discard):
            move = Discard(move.seat, _exchange(move.cards, one, other))
        elif hasattr(move, "hands"):
            move = type(move)(_exchange(move.hands, one, other), _exchange(move.crib, one, other))
        copy.log[at] = entry._replace(move=move)
    return copy


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_knows_nothing_of_hidden_cards(variant: str) -> None:
    stream = Random(variant)
    overlays = ["muggins", "renege"]
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
