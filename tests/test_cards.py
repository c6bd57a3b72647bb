"""Cards: every way of writing them, and a sentence for everything that is none."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribcalc.cards import (
    DECK,
    RANKS,
    SUIT_SIGNS,
    SUITS,
    card,
    card_name,
    card_names,
    card_rank,
    card_suit,
    parse_card,
    parse_cards,
    rank_value,
    require_count,
    require_distinct,
)
from cribcalc.errors import BadCard, CardError, DuplicateCard, WrongCount

OUTLINE_SIGNS = "♧♢♡♤"
GLYPHS = {
    suit: [chr(block + at) for at in (*range(1, 12), 13, 14)]
    for suit, block in ((0, 0x1F0D0), (1, 0x1F0C0), (2, 0x1F0B0), (3, 0x1F0A0))
}
HAND = parse_cards("5H 5D JS TC")


def _spellings(number: int) -> list[str]:
    """Every way in which one card can be written."""
    rank, suit = card_rank(number), card_suit(number)
    letters = SUITS[suit]
    signs = [letters, letters.lower(), SUIT_SIGNS[suit], OUTLINE_SIGNS[suit]]
    signs += [f"{sign}{selector}" for sign in signs[2:] for selector in "\ufe0e\ufe0f"]
    ranks = [RANKS[rank], RANKS[rank].lower(), *(["10"] if rank == 9 else [])]
    return [*(r + s for r in ranks for s in signs), GLYPHS[suit][rank]]


def test_the_pack_is_four_times_rank_plus_suit() -> None:
    assert [card(rank, suit) for rank in range(13) for suit in range(4)] == list(DECK)
    assert [card(card_rank(each), card_suit(each)) for each in DECK] == list(DECK)
    assert card_names(DECK).split() == [rank + suit for rank in RANKS for suit in SUITS]


def test_values_are_pips_and_ten_for_court_cards() -> None:
    assert [rank_value(rank) for rank in range(13)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize("number", DECK)
def test_every_spelling_of_every_card_is_read(number: int) -> None:
    for text in _spellings(number):
        assert parse_card(text) == number, text
        assert parse_card(f" \t{text}\n") == number, text
    assert card_name(number) == _spellings(number)[0]


@pytest.mark.parametrize(
    "text",
    [
        "5H 5D JS TC",
        "5h 5d js tc",
        "5H5DJSTC",
        "5h5djs10c",
        "5H,5D,JS,10C",
        "5H, 5D, JS, TC",
        "5H-5D-JS-TC",
        "-5H -- 5D,,JS\t\nTC-",
        "5♥ 5♦ J♠ 10♣",
        "5♥5♦J♠10♣",
        "5♡5♢J♤T♧",
        "5♥️ 5♦️ J♠︎ T♣︎",
        "🂵🃅🂫🃚",
        "🂵 5d,J♠-10c",
        "5H\u00a05D\u00a0JS\u00a0TC",
        "5H\r\n5D\r\nJS\r\nTC\r\n",
    ],
)
def test_ways_of_writing_one_hand(text: str) -> None:
    assert parse_cards(text) == HAND
    assert parse_cards(*text.split("\t")) == HAND


def test_several_texts_are_one_list() -> None:
    assert parse_cards("5H", "5D JS", "TC") == HAND
    assert parse_cards("5H5D", "", " , ", "JS10C") == HAND
    assert parse_cards() == ()
    assert parse_cards("") == ()


def test_cards_keep_their_order() -> None:
    for order in permutations(HAND):
        assert parse_cards(card_names(order)) == order


def test_ten_is_never_read_as_an_ace() -> None:
    assert card_names(parse_cards("10H10D10S")) == "TH TD TS"
    assert card_names(parse_cards("A♥10♥")) == "AH TH"


SENTENCES = {
    "5X": '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).',
    "10x": '10x: no suit "x" (use C D H S or ♣ ♦ ♥ ♠).',
    "5H 5X JS": '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).',
    "5H5XJS": '5XJS: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).',
    "5": "5: the suit is missing (write 5C, 5D, 5H or 5S).",
    "q": "q: the suit is missing (write QC, QD, QH or QS).",
    "10": "10: the suit is missing (write 10C, 10D, 10H or 10S).",
    "1H": "1H: there is no rank 1 (an ace is A, a ten is T or 10).",
    "1": "1: there is no rank 1 (an ace is A, a ten is T or 10).",
    "11H": "11H: there is no rank 1 (an ace is A, a ten is T or 10).",
    "15S": "15S: there is no rank 1 (an ace is A, a ten is T or 10).",
    "I0H": "I0H: there is no rank 1 (an ace is A, a ten is T or 10).",
    "0H": "0H: there is no rank 0 (a ten is T or 10).",
    "H5": "H5: write the rank first (5H).",
    "s10": "s10: write the rank first (10S).",
    "♥q": "♥q: write the rank first (QH).",
    "H": 'H: no rank "H" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "XH": 'XH: no rank "X" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "?": '?: no rank "?" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "é": 'é: no rank "é" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "\x1b[31m5H": '\\x1b[31m5H: no rank "\\x1b" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "\udcff": '\\udcff: no rank "\\udcff" (use A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T).',
    "Z" * 30: f"{'Z' * 24}... is no card (write a rank and a suit, like 5H or TD).",
    "starter": "starter is no card (write a rank and a suit, like 5H or TD).",
    "Joker": "Joker is no card (write a rank and a suit, like 5H or TD).",
    "🂬": "🂬: this playing-card character is no card of the 52-card pack.",  # knight
    "🃏": "🃏: this playing-card character is no card of the 52-card pack.",  # joker
    "🂠": "🂠: this playing-card character is no card of the 52-card pack.",  # back
}


@pytest.mark.parametrize(("text", "sentence"), SENTENCES.items())
def test_what_is_no_card_gets_a_sentence_of_its_own(text: str, sentence: str) -> None:
    with pytest.raises(BadCard) as caught:
        parse_cards(text)
    assert str(caught.value) == sentence
    assert caught.value.exit_code == 2
    with pytest.raises(BadCard):
        parse_card(text)


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("AH", "AH"), "AH"),
        (("5h", "5♥"), "5H"),
        (("TC", "10C"), "TC"),
        (("🂡", "AS"), "AS"),
        (("5H", "2D", "5H"), "5H"),
    ],
)
def test_the_same_card_twice_is_named(texts: tuple[str, ...], name: str) -> None:
    for parts in (texts, ("".join(texts),), (" ".join(texts),)):
        with pytest.raises(DuplicateCard) as caught:
            parse_cards(*parts)
        assert str(caught.value) == f"{name} is given twice; a pack has only one."


def test_distinct_cards_pass() -> None:
    require_distinct(tuple(DECK))
    require_distinct(())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", '"": one card is wanted here, none was given.'),
        (" ", " : one card is wanted here, none was given."),
        ("5H 6H", "5H 6H: one card is wanted here, two were given."),
    ],
)
def test_one_card_where_one_is_wanted(text: str, sentence: str) -> None:
    with pytest.raises(WrongCount) as caught:
        parse_card(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("number", "wanted", "sentence"),
    [
        (0, (6,), "No cards given, but a hand has six: six missing."),
        (1, (6,), "One card given (AC), but a hand has six: five missing."),
        (5, (6,), "Five cards given (AC AD AH AS 2C), but a hand has six: one missing."),
        (7, (6,), "Seven cards given (AC AD AH AS 2C 2D 2H), but a hand has six: take one away."),
        (2, (3, 4, 5), "Two cards given (AC AD), but a hand has three, four or five: one missing."),
        (
            3,
            (2, 4),
            "Three cards given (AC AD AH), but a hand has two or four: add or take away one.",
        ),
        (
            9,
            (4,),
            f"Nine cards given ({card_names(range(9))}), but a hand has four: take five away.",
        ),
    ],
)
def test_a_wrong_number_says_what_to_do(
    number: int, wanted: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(WrongCount) as caught:
        require_count(range(number), wanted, "a hand has")
    assert str(caught.value) == sentence
    for each in wanted:
        require_count(range(each), wanted, "a hand has")


separators = st.text("\t\n\r ,-\u00a0", max_size=3)


@given(st.data(), st.lists(st.sampled_from(DECK), unique=True, max_size=52))
def test_what_is_written_is_read_back(data: st.DataObject, cards: list[int]) -> None:
    text = data.draw(separators)
    for each in cards:
        text += data.draw(st.sampled_from(_spellings(each))) + data.draw(separators)
    assert parse_cards(text) == tuple(cards)


@given(st.lists(st.sampled_from(DECK), max_size=12))
def test_cards_are_refused_only_for_being_there_twice(cards: list[int]) -> None:
    if len(set(cards)) == len(cards):
        assert parse_cards(card_names(cards)) == tuple(cards)
    else:
        with pytest.raises(DuplicateCard):
            parse_cards(card_names(cards))


@given(st.text(max_size=20))
def test_any_text_is_cards_or_one_printable_sentence(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as error:
        sentence = str(error)
        assert sentence.isprintable()
        assert sentence.endswith(".")
    else:
        assert set(cards) <= set(DECK)
