"""Games for tests: set up at a position, or played at random with everything the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cribcalc.cards import DECK, card_rank, parse_card, parse_cards
from cribcalc.errors import RulesError
from cribcalc.game import Game
from cribcalc.game.moves import (
    FAULTS,
    REPLIES,
    Answer,
    ClaimPenalty,
    ClaimRenege,
    Count,
    Deal,
    Discard,
    DrawLot,
    Move,
    PlayCard,
    ReportError,
    SayGo,
    TakeBackGo,
    TurnStarter,
)
from cribcalc.game.random_play import random_move
from cribcalc.rules import Rules
from cribcalc.variants import OVERLAYS, PRESETS, VARIANTS, make_rules


def all_rules() -> list[Rules]:
    """Every variant with every preset, with every overlay, and all that go together."""
    found: dict[Rules, None] = {}
    for variant in VARIANTS:
        for preset in PRESETS:
            for overlays in [(), *((name,) for name in OVERLAYS), _MANY, _FEW]:
                try:
                    found[make_rules(variant, overlays, preset)] = None
                except RulesError:
                    continue
    return list(found)


_MANY = ("muggins", "renege", "penalties", "false-claim", "dealing-errors", "exact-out")
_FEW = ("muggins", "overcount-penalty", "renege-club", "early-double", "lurch")


def begin(rules: Rules, hands: Sequence[str], dealer: int, crib: str = "") -> Game:
    """Deal the cards named, seat by seat."""
    game = Game(rules, seed="test")
    game.do(DrawLot(dealer))
    game.do(Deal(tuple(parse_cards(hand) for hand in hands), parse_cards(crib)))
    return game


def to_play(
    rules: Rules, hands: Sequence[str], dealer: int, starter: str = "", scores: Sequence[int] = ()
) -> Game:
    """Go to the play with these hands kept; what is thrown is made up.

    Without a starter it is the lowest card left that is no jack.
    """
    kept = [parse_cards(hand) for hand in hands]
    used = {card for hand in kept for card in hand}
    used |= set(parse_cards(starter))
    spare = iter(card for card in DECK if card not in used and card_rank(card) != 10)
    game = Game(rules, seed="test")
    game.do(DrawLot(dealer))
    if scores:
        game.scores = list(scores)
    thrown = [
        tuple(next(spare) for _ in range(rules.discards[rules.place(seat, dealer)]))
        for seat in range(rules.players)
    ]
    crib = tuple(next(spare) for _ in range(rules.crib_from_pack))
    dealt = tuple((*hand, *cards) for hand, cards in zip(kept, thrown, strict=True))
    game.do(Deal(dealt, crib))
    for seat, cards in enumerate(thrown):
        if cards:
            game.do(Discard(seat, cards))
    game.do(TurnStarter(parse_card(starter) if starter else next(spare)))
    return game


def due_goes(game: Game) -> None:
    """Say the goes that nobody can avoid."""
    while game.phase == "play" and game.announcement is None:
        seat = game.waiting()[0]
        if game.choices(seat) != (SayGo(seat),):
            return
        game.do(SayGo(seat))


def lay(game: Game, *plays: str) -> None:
    """Play cards like ``0:5H``, and ``0:go``; goes that are due may be left out."""
    for each in plays:
        seat, _, what = each.partition(":")
        move: Move = SayGo(int(seat)) if what == "go" else PlayCard(int(seat), parse_card(what))
        if not game.can(move):
            due_goes(game)
        game.do(move)


def finish_play(game: Game) -> Game:
    """Play the first card that fits until the play is over."""
    while game.phase == "play" and game.outcome is None:
        seat = game.waiting()[0]
        game.do(game.choices(seat)[0])
    return game


def count_all(game: Game) -> Game:
    """Count all hands and the crib that are left to count."""
    while game.phase == "show" and game.outcome is None:
        game.do(Count(game.counter))
    return game


def wild_move(game: Game, stream: Random) -> Move:
    """Choose a legal move of any kind: also wrong announcements, goes, claims and reports."""
    waiting = game.waiting()
    if not waiting:
        return _report(game, stream) or game.draw()
    seat = stream.choice(waiting)
    for odd in (_claim, _report):
        move = odd(game, stream)
        if move is not None:
            return move
    move = random_move(game, seat, stream)
    if isinstance(move, PlayCard | Count) and stream.random() < 0.3:
        points = stream.choice([0, 1, 2, 4, 8, 12, 29, 200])
        wrong = (
            PlayCard(seat, move.card, points) if isinstance(move, PlayCard) else Count(seat, points)
        )
        return wrong if game.can(wrong) else move
    if isinstance(move, PlayCard) and stream.random() < 0.2 and game.can(SayGo(seat)):
        return SayGo(seat)
    if isinstance(move, Answer):
        return Answer(seat, stream.choice(REPLIES))
    return move


def _claim(game: Game, stream: Random) -> Move | None:
    """Claim something, now and then, that may be claimed."""
    if stream.random() > 0.1:
        return None
    seat, offender = stream.randrange(game.players), stream.randrange(game.players)
    tries: list[Move] = [
        ClaimRenege(seat, offender),
        ClaimPenalty(stream.choice([seat, None]), offender, stream.choice(FAULTS)),
        TakeBackGo(seat),
    ]
    stream.shuffle(tries)
    return next((move for move in tries if game.can(move)), None)


def _report(game: Game, stream: Random) -> Move | None:
    move = ReportError(stream.randrange(game.players))
    return move if stream.random() < 0.1 and game.can(move) else None
