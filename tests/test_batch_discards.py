"""Batches of deals: the figures, their rounding, the order, the roles."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from cribcalc.batch import run_batch
from cribcalc.batch.analysers import Fractions, Throws, uniform
from cribcalc.cards import card_names, parse_card, parse_cards
from cribcalc.discard import analyze_deal
from cribcalc.errors import UsageError
from cribcalc.roles import Role
from tests import naive
from tests.batch_samples import batch, random_deals

COLUMNS = ["toss", "keep", "hand_mean", "crib_mean", "expected", "margin", "error"]
DEALS = random_deals(6, seed=7)


def six_decimals(value: Fraction) -> str:
    """Round by long division, to check the rounding of the program."""
    whole = round(value * 10**6)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // 10**6}.{abs(whole) % 10**6:06d}"


def lines(deals: list[tuple[list[str], str]]) -> str:
    return "".join(f"{' '.join(cards)} {role}\n" for cards, role in deals)


def test_best_throws_are_those_of_the_oracle() -> None:
    result = batch(lines(DEALS))
    assert result.summary.task == "discard"
    for row, (cards, role) in zip(result.rows, DEALS, strict=True):
        ranked = naive.ranked_throws(cards, role == "dealer")
        (best, value), (_, second) = ranked[:2]
        assert row["toss"].split() == [card for card in cards if card in best]
        assert row["keep"].split() == [card for card in cards if card not in best]
        assert row["expected"] == six_decimals(value)
        assert row["margin"] == six_decimals(value - second)
        assert row["error"] == ""


def test_all_throws_are_in_the_order_of_the_oracle() -> None:
    cards, role = DEALS[0]
    result = batch(lines([(cards, role)]), all_throws=True)
    ranked = naive.ranked_throws(cards, role == "dealer")
    assert list(result.rows[0]) == ["hand", "role", "rank", *COLUMNS]
    assert [row["rank"] for row in result.rows] == [str(rank) for rank in range(1, 16)]
    for row, (toss, value) in zip(result.rows, ranked, strict=True):
        assert set(row["toss"].split()) == set(toss)
        assert row["expected"] == six_decimals(value)
        assert row["margin"] == six_decimals(ranked[0][1] - value)


def test_json_has_the_nearest_floats() -> None:
    cards, role = DEALS[1]
    row = json.loads(batch(lines([(cards, role)]), output_format="jsonl").data)
    hands, cribs = naive.discard_sums(cards)
    toss = [i for i in range(6) if cards[i] in row["toss"].split()]
    number = [(i, j) for i in range(6) for j in range(i + 1, 6)].index((toss[0], toss[1]))
    hand, crib = Fraction(hands[number], 46), Fraction(cribs[number], 45540)
    assert row["hand_mean"] == float(hand)
    assert row["crib_mean"] == float(crib)
    assert row["expected"] == float(hand + crib if role == "dealer" else hand - crib)
    assert row["error"] is None


def test_six_decimals_are_correctly_rounded() -> None:
    numerators = np.array([0, 1, -1, 22, 23, 24, 367, 45539, -45539, -3, 2**41], dtype=np.int64)
    for denominator in (46, 45540):
        wanted = [round(Fraction(int(n), denominator) * 10**6) for n in numerators]
        assert Fractions(numerators, denominator).millionths().tolist() == wanted


def test_a_figure_never_lies_halfway_between_two_decimals() -> None:
    for denominator, most in ((46, 46 * 29), (45540, 45540)):
        numerators = np.arange(most, dtype=np.int64)
        assert not (numerators * 1_000_000 % denominator * 2 == denominator).any()


def test_negative_expectations_are_written_with_their_sign() -> None:
    # Nothing to keep, and whatever is thrown helps the dealer.
    (row,) = batch("KC QD 9H 6S 4C 2D pone").rows
    negative = batch("KC QD 9H 6S 4C 2D p", all_throws=True).rows
    assert row["expected"] == negative[0]["expected"]
    values = [float(r["expected"]) for r in negative]
    assert values == sorted(values, reverse=True)
    assert values[-1] < 0
    assert negative[-1]["expected"].startswith("-")


def test_cards_stay_in_the_order_given() -> None:
    (row,) = batch("QD 6H 4C JS 5D 5H dealer").rows
    assert (row["toss"], row["keep"]) == ("QD JS", "6H 4C 5D 5H")


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("dealer", "dealer"),
        ("D", "dealer"),
        ("Pone", "pone"),
        ("p", "pone"),
        (" DEALER ", "dealer"),
    ],
)
def test_role_words(word: str, role: str) -> None:
    (row,) = batch(f"role,hand\n{word},5H 5D JS 4C 6H QD\n").rows
    (same,) = batch(f"5H 5D JS 4C 6H QD {role}").rows
    assert row["expected"] == same["expected"]
    assert row["role"].strip() == word.strip()


def test_the_default_role_is_for_rows_without_one() -> None:
    text = "hand,role\n5H 5D JS 4C 6H QD,\n5H 5D JS 4C 6H QD,dealer\n"
    rows = batch(text, role="pone").rows
    assert [row["role"] for row in rows] == ["", "dealer"]
    assert [row["expected"] for row in rows] == [
        batch("5H 5D JS 4C 6H QD p").rows[0]["expected"],
        batch("5H 5D JS 4C 6H QD d").rows[0]["expected"],
    ]
    assert batch(text).errors == [(2, "no role: write dealer or pone, or use --dealer or --pone.")]


def test_plain_lines_show_the_default_role() -> None:
    (row,) = batch("5H5DJS4C6HQD", role="dealer").rows
    assert row["role"] == "dealer"


def test_without_a_role_anywhere_nothing_is_done() -> None:
    with pytest.raises(UsageError, match=r"no role column \(columns found: id, hand\)"):
        batch("id,hand\n1,5H 5D JS 4C 6H QD\n")
    assert batch("id,hand\n1,5H 5D JS 4C 6H QD\n", role="dealer").summary.bad_rows == 0
    with pytest.raises(UsageError, match="no role column"):
        batch('{"hand": "5H 5D JS 4C 6H QD"}\n')


def test_a_role_or_all_throws_says_that_these_are_deals() -> None:
    first_is_bad = "hand\n5X 5D JS 4C 6H QD\n5H 5D JS 4C 6H QD\n"
    assert batch(first_is_bad, role="pone").summary.task == "discard"
    with pytest.raises(UsageError, match="all throws are for discards"):
        batch("hand,starter\n5H 5D JS 4C,6H\n", all_throws=True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("5X 5D JS 4C 6H QD d", '5X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        ("1H 5D JS 4C 6H QD d", "1H: there is no rank 1 (an ace is A, a ten is T or 10)."),
        ("5H 5D JS 4C 6H 5H d", "5H is given twice; a pack has only one."),
        ("5H 5D JS 4C 6H QD", "no role: write dealer or pone, or use --dealer or --pone."),
        ("5H 5D JS 4C 6H QD deeler", 'role "deeler": write dealer or pone (or d, p).'),
        (
            "5H 5D JS 4C 6H QD 2C d",
            (
                "Seven cards given (5H 5D JS 4C 6H QD 2C), but a discard is made from six: "
                "take one away."
            ),
        ),
        ("AH AH 2C 3C 4C 5C p", "AH is given twice; a pack has only one."),
    ],
)
def test_a_bad_row_says_what_is_wrong(line: str, sentence: str) -> None:
    result = batch(f"5H 5D JS 4C 6H QD d\n{line}\n\n5H 5D JS 4C 6H QD d\n", task="discard")
    assert result.errors == [(2, sentence)]
    assert result.summary.rows == 3
    good, bad, last = result.rows
    assert good == last
    assert [bad[name] for name in COLUMNS] == ["", "", "", "", "", "", sentence]


def test_a_bad_row_comes_once_even_with_all_throws() -> None:
    result = batch("5H 5D JS 4C 6H QD d\n5H d\n5H 5D JS 4C 6H QD p\n", all_throws=True)
    assert [row["rank"] for row in result.rows] == [
        *map(str, range(1, 16)),
        "",
        *map(str, range(1, 16)),
    ]
    bad = [row for row in result.rows if row["error"]]
    assert [row["hand"] for row in bad] == ["5H"]


def test_rows_of_bad_cards_only() -> None:
    for output_format in ("csv", "jsonl", "parquet"):
        if output_format == "parquet":
            pytest.importorskip("pyarrow")
        result = batch("hand,role\nXX,d\nYY,p\n", output_format=output_format, all_throws=True)
        assert result.summary.rows == result.summary.bad_rows == 2


def test_another_model_of_the_opponent_can_be_given() -> None:
    def halves(
        cards: np.ndarray, is_dealer: np.ndarray, starters: np.ndarray, every: bool
    ) -> Throws:
        exact = uniform(cards, is_dealer, starters, every)
        crib = Fractions(exact.crib.numerators, 2 * exact.crib.denominator)
        return Throws(exact.picks, exact.hand, crib, exact.expected, exact.margin)

    (row,) = batch("5H 5D JS 4C 6H QD d", analyser=halves).rows
    (other,) = batch("5H 5D JS 4C 6H QD d").rows
    assert float(row["crib_mean"]) == pytest.approx(float(other["crib_mean"]) / 2, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "peg"}, '"peg" is no task'),
        ({"role": "cutter"}, '"cutter" is no role'),
        ({"threads": 0}, "0 threads"),
        ({"input_format": "xls"}, '"xls" is none of csv, jsonl, lines, parquet'),
        ({"output_format": "xls"}, '"xls" is none of csv, tsv, jsonl, parquet'),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        batch("5H 5D JS 4C 6H QD d", **options)


def test_the_thread_count_changes_nothing() -> None:
    text = lines(random_deals(500))
    assert batch(text, threads=1, block_size=600).data == batch(text, threads=4).data


def test_run_batch_is_what_the_package_offers() -> None:
    assert run_batch.__module__ == "cribcalc.batch.run"


# A known starter ---------------------------------------------------------------------------

DEAL = "5H 5D JS 4C 6H QD"


@pytest.mark.parametrize("role", ["dealer", "pone"])
@pytest.mark.parametrize("starter", ["6D", "JC", "10♥"])
@pytest.mark.parametrize("given", ["column", "option"])
def test_a_known_starter_is_used(role: str, starter: str, given: str) -> None:
    roles: tuple[Role] = ("dealer",) if role == "dealer" else ("pone",)
    deal = analyze_deal(parse_cards(DEAL), roles, parse_card(starter), opponent="uniform")
    text = f"hand,role,starter\n{DEAL},{role},{starter}\n{DEAL},{role},\n"
    if given == "option":
        text = text.replace(f",{role}", "").replace(",role", "")
    default = role if given == "option" else None
    result = batch(text, all_throws=True, output_format="jsonl", role=default)
    assert (result.summary.task, result.errors) == ("discard", [])
    rows = [json.loads(line) for line in result.data.splitlines()]
    for row, option in zip(rows, deal.analyses[0].options, strict=False):
        assert row["toss"] == card_names(option.toss)
        assert row["hand_mean"] == option.hand.mean
        assert row["crib_mean"] == option.crib.mean
        assert row["expected"] == pytest.approx(option.expected, abs=1e-12)
    usual = batch(f"{DEAL} {role}\n", all_throws=True, output_format="jsonl").data.splitlines()
    for row, line in zip(rows[15:], usual, strict=True):
        assert row["expected"] == json.loads(line)["expected"]


def test_only_the_rows_with_a_starter_change() -> None:
    deals = random_deals(300, seed=11)
    rows = [f"{' '.join(cards)},{role}," for cards, role in deals]
    rows[7] += next(card for card in ("AC", "AD", "AH") if card not in deals[7][0])
    plain = batch("hand,role\n" + "\n".join(row.rstrip(",") for row in rows)).rows
    text = "hand,role,turn up\n" + "\n".join(row if row[-1] != "," else row + " " for row in rows)
    result = batch(text, block_size=2000)
    assert result.errors == []
    differ = [i for i, row in enumerate(result.rows) if row["expected"] != plain[i]["expected"]]
    assert differ == [7]


@pytest.mark.parametrize(
    ("starter", "sentence"),
    [
        ("5H", "The starter 5H is among the other cards given."),
        ("6H 7H", "6H 7H: one card is wanted here, two were given."),
        ("6X", '6X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
    ],
)
def test_bad_starters(starter: str, sentence: str) -> None:
    text = f"starter,hand,role\n6D,{DEAL},d\n{starter},{DEAL},d\n,{DEAL},d\n"
    assert batch(text).errors == [(3, sentence)]


def test_the_task_of_rows_with_role_and_starter_is_told_by_the_cards() -> None:
    six = f"hand,role,starter\nXX,d,6D\n{DEAL},d,6D\n"
    four = "hand,role,starter\nXX,d,6D\n5H 5D JS 4C,d,6D\n"
    assert batch(six).summary.task == "discard"
    assert batch(four).summary.task == "score"


def test_lines_of_four_cards_say_how_they_are_scored() -> None:
    errors = batch("5H 5D JS 4C\n5H 5D JS 5C\n5H 5D d\n").errors
    assert all("--task score" in sentence for _, sentence in errors[:2])
    assert "--task score" not in errors[2][1]
    assert "--task score" not in batch(f"{DEAL} d\n5H 5D JS 4C\n").errors[0][1]
