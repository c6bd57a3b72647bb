"""Whole plays as people write them: goes said or left out, cards or ranks, one wrong move."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from cribcalc.errors import PlayError
from cribcalc.pile import Followed, follow_play, parse_hands, parse_pile
from tests import naive


def _seen(play: Followed) -> tuple[object, ...]:
    """What does not depend on the way a play was written."""
    turns = tuple(turn._replace(card=turn.card and turn.card >> 2) for turn, _, _ in play.turns)
    return turns, play.totals, play.leaders, play.turn


@pytest.mark.parametrize("players", range(2, 7))
def test_a_play_is_the_same_however_it_is_written(players: int) -> None:
    stream = random.Random(f"pile {players}")
    for _ in range(60):
        cards = stream.sample(naive.PACK, 4 * players)
        hands = [" ".join(cards[seat::players]) for seat in range(players)]
        dealer, single_series = stream.randrange(players), stream.random() < 0.3
        choices = (stream.randrange(60) for _ in count())
        twin: Any = naive.play_out([hand.split() for hand in hands], dealer, choices, single_series)
        moves = [card for _, card in twin["plays"]]
        held, ranks = parse_hands(hands), parse_hands(["".join(h.split()) for h in _ranks(hands)])
        play = follow_play(held, dealer, parse_pile(" ".join(moves)), single_series)
        assert (list(play.totals), list(play.leaders)) == (twin["totals"], twin["leaders"])
        assert play.turn is None
        assert not any(is_given for _, card, is_given in play.turns if card is None)
        said = " ".join("go" if card is None else card.name for _, card, _ in play.turns)
        given = follow_play(held, dealer, parse_pile(said), single_series)
        assert all(is_given for _, _, is_given in given.turns)
        bare = parse_pile(" ".join(_ranks(moves)))
        for other in (
            given,
            follow_play(held, dealer, bare, single_series),
            follow_play(ranks, dealer, parse_pile(" ".join(moves)), single_series),
            follow_play(ranks, dealer, bare, single_series),
        ):
            assert _seen(other) == _seen(play)


def _ranks(texts: list[str]) -> list[str]:
    return [" ".join(card[0] for card in text.split()) for text in texts]


def test_a_go_is_understood_only_where_a_seat_cannot_play() -> None:
    hands = parse_hands(["KH 7C 2S 3D", "TD 9H 8S 7D"])
    moves = "KH TD 7C 2S 9H 3D 8S 7D".split()
    for at in range(len(moves) + 1):
        tokens = parse_pile(" ".join([*moves[:at], "go", *moves[at:]]))
        if at == 3:  # at 27; nobody says it once more after the 2 that ends the series
            assert follow_play(hands, 1, tokens).totals == (1, 1)
            continue
        with pytest.raises(PlayError, match=rf"^Move {at + 1} \(go\): "):
            follow_play(hands, 1, tokens)
