"""What a hand is worth over all starters."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc.cards import DECK, card_name, parse_cards
from cribcalc.errors import DuplicateCard, WrongCount
from cribcalc.outlook import starter_outlook
from tests import naive


def test_an_outlook_counts_each_unseen_starter_once() -> None:
    outlook = starter_outlook(parse_cards("5H 5D JS 4C"))
    assert outlook.ways == 48
    assert outlook.by_points()[17] == 1
    assert (outlook.min, outlook.max, outlook.points_sum) == (6, 17, 468)


def test_the_best_hand_waits_for_one_card() -> None:
    assert starter_outlook(parse_cards("5H 5S 5D JC")).by_points()[29] == 1


@settings(max_examples=40)
@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=5, unique=True), st.booleans())
def test_outlooks_equal_the_plain_rules(hand: list[int], crib: bool) -> None:
    crib = crib and len(hand) > 3
    names = [card_name(each) for each in hand]
    points = [naive.show_total(names, starter, crib) for starter in naive.unseen(names)]
    outlook = starter_outlook(hand, crib)
    assert outlook.ways == 52 - len(hand)
    assert outlook.by_points() == Counter(points)


def test_bad_hands_are_refused_as_by_the_scorer() -> None:
    with pytest.raises(WrongCount):
        starter_outlook(parse_cards("5H 5D"))
    with pytest.raises(WrongCount):
        starter_outlook(parse_cards("5H 5D JS"), crib=True)
    with pytest.raises(DuplicateCard):
        starter_outlook([1, 2, 3, 3])
