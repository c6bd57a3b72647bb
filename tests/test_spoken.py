"""The count as it is said at the table, and the notes for newcomers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.cards import DECK, parse_card, parse_cards
from cribcalc.scoring import Score, score_hand
from cribcalc.spoken import count_notes, spoken_count
from cribcalc.words import number_word


def count(hand: str, starter: str = "", crib: bool = False) -> Score:
    return score_hand(parse_cards(hand), parse_card(starter) if starter else None, crib)


@pytest.mark.parametrize(
    ("hand", "starter", "spoken"),
    [
        (
            "5H 5D JS 4C",
            "6H",
            (
                "fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, "
                "and a double run of three is sixteen"
            ),
        ),
        (
            "5H 5S 5C JD",
            "5D",
            (
                "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, "
                "fifteen twelve, fifteen fourteen, fifteen sixteen, "
                "a double pair royal is twenty-eight, and one for his nobs is twenty-nine"
            ),
        ),
        ("2C 4D 6H 8S", "TC", "nineteen"),
        ("2C 4D 6H 8S", "JC", "nineteen"),
        ("2C 4D 8S JH", "6H", "one for his nobs is one"),
        ("7C 8D 2H KS", "QC", "fifteen two"),
        ("4C 4D 8H QS", "JC", "a pair is two"),
        ("2H 4H 6H 8H", "TC", "a four-card flush is four"),
        ("2C 2D 2H 3S", "4C", "a pair royal is six, and a triple run of three is fifteen"),
        (
            "9H TH JH QH",
            "KH",
            ("a run of five is five, a five-card flush is ten, and one for his nobs is eleven"),
        ),
        ("5H 5D JS 4C", "", "fifteen two, fifteen four, and a pair is six"),
    ],
)
def test_counts_as_they_are_said(hand: str, starter: str, spoken: str) -> None:
    assert spoken_count(count(hand, starter)) == spoken


def test_an_eight_fold_run_is_said_with_an_an() -> None:
    said = spoken_count(count("4C 4D 5H 5S 6C", "6D"))
    assert said.endswith("and an 8-fold run of three is forty-six")


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True), st.booleans())
def test_what_is_said_last_is_the_total(cards: list[int], crib: bool) -> None:
    score = score_hand(cards[:4], cards[4], crib)
    spoken = spoken_count(score)
    if score.total == 0:
        assert spoken == "nineteen"
        return
    assert spoken.endswith(f" {number_word(score.total)}")
    assert spoken.count(",") == len(score.combinations) - 1
    running = 0
    for phrase, each in zip(spoken.split(", "), score.combinations, strict=True):
        running += each.points
        assert re.search(rf"\b{number_word(running)}$", phrase)


def test_no_hand_of_four_says_nineteen_for_points() -> None:
    assert number_word(19) == "nineteen"


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (0, "no"),
        (1, "one"),
        (13, "thirteen"),
        (20, "twenty"),
        (21, "twenty-one"),
        (29, "twenty-nine"),
        (40, "forty"),
        (46, "forty-six"),
        (99, "ninety-nine"),
    ],
)
def test_numbers_in_words(number: int, word: str) -> None:
    assert number_word(number) == word


def test_all_numbers_in_words_differ() -> None:
    assert len({number_word(number) for number in range(100)}) == 100


NO_FLUSH = (
    "No flush: the four crib cards are of one suit but the starter is not. In the crib a flush "
    "needs all five cards; in a hand these would score four."
)
FLUSH_OPEN = (
    "The four cards are of one suit, but a crib scores a flush only if the starter is of that "
    "suit too."
)
HEELS = (
    "The starter is a jack: his heels, two points, belong to the dealer as soon as it is turned, "
    "and are not part of any hand or crib."
)


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "notes"),
    [
        ("2H 5H 7H 9H", "KC", True, (NO_FLUSH,)),
        ("2H 5H 7H 9H", "QH", True, ()),
        ("2H 5H 7H 9H", "KC", False, ()),
        ("2H 5H 7H 9H", "", True, (FLUSH_OPEN,)),
        ("2H 5H 7H 9H", "", False, ()),
        ("2H 5H 7H 9C", "KC", True, ()),
        ("2C 4D 6H 8S", "JC", False, (HEELS,)),
        ("2C 4D 6H 8S", "JC", True, (HEELS,)),
        ("2H 5H 7H 9H", "JC", True, (NO_FLUSH, HEELS)),
        ("JC 4D 6H 8S", "2C", False, ()),
    ],
)
def test_notes_on_what_surprises(
    hand: str, starter: str, crib: bool, notes: tuple[str, ...]
) -> None:
    assert count_notes(count(hand, starter, crib)) == notes


def test_the_note_on_a_crib_of_five_counts_six() -> None:
    (note,) = count_notes(count("2H 4H 6H 8H TH", "KC", crib=True))
    assert "the five crib cards" in note
    assert "needs all six cards; in a hand these would score five." in note
