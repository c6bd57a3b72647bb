"""Batches of hands: totals, categories, the notations of starter and crib."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cribcalc.batch import run_batch
from tests import naive
from tests.batch_samples import PACK, batch

_LINE = "{}, but a line to score, with the starter last, has five: {}."
_HAND = "{}, but a hand has three, four or five: {}."
_CRIB = "{}, but a crib has four or five: {}."
FIGURES = ["total", "fifteens", "pairs", "runs", "flush", "nobs"]


def test_every_row_of_the_sample_file(data_dir: Path, tmp_path: Path) -> None:
    target = tmp_path / "scores.csv"
    summary = run_batch(data_dir / "batch_input.csv", target)
    result = batch((data_dir / "batch_input.csv").read_bytes())
    assert target.read_bytes() == result.data
    assert (summary.task, summary.rows, summary.bad_rows) == ("score", 48, 1)
    rows = result.rows
    assert list(rows[0]) == ["hand", "turn_up", "is_crib", "score", *FIGURES, "error"]
    legal = [row for row in rows if not row["error"]]
    assert len(legal) == 47
    assert all(row["score"] == row["total"] for row in legal)
    assert result.errors == [(49, "6C is given twice; a pack has only one.")]


def test_categories_are_those_of_the_oracle() -> None:
    rng = random.Random(3)
    deals = [(rng.sample(PACK, 5), rng.random() < 0.5) for _ in range(300)]
    deals += [(["5H", "5D", "5C", "JS", "5S"], False), (["AC", "3C", "5C", "7C", "8S"], True)]
    text = "hand,starter,crib\n" + "".join(
        f"{' '.join(cards[:4])},{cards[4]},{int(crib)}\n" for cards, crib in deals
    )
    for row, (cards, crib) in zip(batch(text).rows, deals, strict=True):
        wanted = naive.score_show(cards[:4], cards[4], crib)
        assert {name: int(row[name]) for name in FIGURES[1:]} == wanted
        assert int(row["total"]) == sum(wanted.values())


def test_plain_lines() -> None:
    result = batch("5H 5D JS 4C 6H\n2H5H7H9HKC crib\n2H-5H-7H-9H-QH CRIB\n2H,5H,7H,9H,KC,hand\n")
    assert list(result.rows[0]) == ["hand", "starter", "crib", *FIGURES, "error"]
    assert [row["total"] for row in result.rows] == ["16", "2", "7", "6"]
    assert result.rows[3]["hand"] == "2H,5H,7H,9H"
    assert [row["starter"] for row in result.rows] == ["6H", "KC", "QH", "KC"]


@pytest.mark.parametrize("line", ["5H 5D JS 4C 10♥", "5h5djs4c10♥️", "5H-5D-JS-4C 🂺"])
def test_the_starter_of_a_plain_line_in_any_notation(line: str) -> None:
    (row,) = batch(line).rows
    assert row["total"] == batch("5H 5D JS 4C TH").rows[0]["total"]
    assert row["error"] == ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "5H 5D JS 4C",
            _LINE.format("Four cards given (5H 5D JS 4C)", "one missing"),
        ),
        ("5H 5D JS 4C 5H", "5H is given twice; a pack has only one."),
        ("5H 5D JS 5D 5S", "5D is given twice; a pack has only one."),
        (
            "crib",
            "No cards given, but a line to score, with the starter last, has five: five missing.",
        ),
    ],
)
def test_bad_plain_lines(line: str, sentence: str) -> None:
    result = batch(f"5H 5D JS 4C 6H\n{line}\n", task="score")
    assert [text for _, text in result.errors] == [sentence]


@pytest.mark.parametrize("word", ["1", "crib", "YES", "y", "true", "True", "t"])
def test_words_for_the_crib(word: str) -> None:
    text = f"hand,starter,is_crib\n2H 5H 7H 9H,KC,{word}\n"
    assert batch(text).rows[0]["flush"] == "0"


@pytest.mark.parametrize("word", ["0", "hand", "No", "n", "false", "f", "", "  "])
def test_words_for_the_hand(word: str) -> None:
    text = f"hand,starter,is_crib\n2H 5H 7H 9H,KC,{word}\n"
    assert batch(text).rows[0]["flush"] == "4"


def test_hands_of_other_sizes_and_without_a_starter() -> None:
    text = "hand,cut,crib\n5C 5D JH,5H,0\n2C 4C 6C 8C TC,KC,0\n5H 5D JS 4C,,\n2H 5H 7H 9H,,1\n"
    result = batch(text)
    assert result.errors == []
    assert [row["total"] for row in result.rows] == ["15", "6", "6", "0"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("5H 5D JS 4C,5H,0", "5H is in the hand and turned up."),
        ("5H 5D,6H,0", _HAND.format("Two cards given (5H 5D)", "one missing")),
        (
            "5H 5D JS,6H,1",
            _CRIB.format("Three cards given (5H 5D JS)", "one missing"),
        ),
        ("5H 5D JS 4C,6H 7H,0", "6H 7H: one card is wanted here, two were given."),
        ("5H 5D JS 4C,6X,0", '6X: no suit "X" (use C D H S or ♣ ♦ ♥ ♠).'),
        ("5H 5D JS 4C,6H,maybe", 'crib "maybe": write yes or no (or 1, 0).'),
        (",6H,0", _HAND.format("No cards given", "three missing")),
        ("8C 8C 9S QH,TD,0", "8C is given twice; a pack has only one."),
    ],
)
def test_bad_rows(row: str, sentence: str) -> None:
    result = batch(f"hand,starter,crib\n5H 5D JS 4C,6H,0\n{row}\n5H 5D JS 4C,6H,0\n")
    assert result.errors == [(3, sentence)]
    assert [each["total"] for each in result.rows] == ["16", "", "16"]
    assert result.rows[1]["error"] == sentence


def test_four_cards_alone_are_to_be_scored() -> None:
    result = batch("hand\n5H 5D JS 4C\n")
    assert result.summary.task == "score"
    assert result.rows[0]["total"] == "6"
