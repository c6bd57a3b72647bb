"""``discard``, ``score`` and ``stats`` by the rules of variants: output and refusals."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from cribcalc.census import show_census
from cribcalc.variants import VARIANTS
from tests.running import DATA, Ran, assert_golden, call

FIVE = "5H 5D JS 4C 6H"
SIX = "5H 5D JS 4C 6H QD"
EIGHT = "5C 6D 7H JS QC 2D 5H 8S"
EXTREMES = [
    case
    for case in json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
    if case["kind"] == "extremes"
]


def document(*arguments: str) -> dict[str, Any]:
    ran = call("discard", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


def refused(ran: Ran, sentence: str) -> None:
    assert ran == Ran(2, "", f"cribcalc: {sentence}\n")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("three-player", (FIVE, "--variant", "three-player")),
        ("seven-card", (f"{SIX} 9S", "--variant", "seven-card", "--dealer", "--top", "4")),
        ("speedo-dealer", (EIGHT, "--variant", "speedo", "--top", "4", "--detail")),
        ("speedo-pone", (SIX, "--variant", "speedo", "--top", "4", "--detail")),
        ("backtrack", (SIX, "--rule", "backtrack-10", "--score", "7-30", "--top", "5")),
        (
            "partner-markdown",
            (FIVE, "--variant", "four-partners", "--partner", "-f", "markdown"),
        ),
        ("reverse", (SIX, "--rule", "reverse", "--pone", "--top", "5", "-s", "JC")),
        ("backtrack-csv", (FIVE, "--preset", "backtrack", "--variant", "four-solo", "-f", "csv")),
        ("speedo-pone-csv", (SIX, "--variant", "speedo", "-f", "csv", "--top", "3")),
    ],
)
def test_what_is_printed(name: str, arguments: tuple[str, ...]) -> None:
    ran = call("discard", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert_golden(f"discard-{name}.txt", ran.out)


@pytest.mark.parametrize("detail", [(), ("--detail",)])
@pytest.mark.parametrize(
    "arguments",
    [
        ("TC TD TH JC JD", "--variant", "four-partners", "--preset", "backtrack"),
        ("TC TD TH JC JD QH QD", "--variant", "seven-card", "--sort", "ceiling"),
        ("TC TD TH JC JD QH QD QC", "--variant", "speedo", "--top", "20"),
        ("TC TD TH JC JD QH", "--variant", "speedo", "--sort", "crib"),
        ("TC TD TH JC JD QH", "--retreat", "100,100", "--score", "100-100", "--rule", "reverse"),
    ],
)
def test_tables_fit_a_terminal_of_80_columns(
    arguments: tuple[str, ...], detail: tuple[str, ...]
) -> None:
    ran = call("discard", *arguments, *detail)
    assert ran.code == 0, ran.err
    for line in ran.out.splitlines():
        assert len(line) <= 80, line


def test_a_note_says_where_hands_and_cribs_are_counted_from() -> None:
    def notes(*arguments: str) -> str:
        return " ".join(call("discard", *arguments, "--preset", "backtrack").out.split())

    assert "All squares are gone back, as far from the start" in notes(SIX)
    pone = notes(SIX, "--score", "7-30", "--pone")
    assert "an opponent's crib from 30, since his hand is not known" in pone
    assert "your crib" not in pone
    partner = notes(FIVE, "--variant", "four-partners", "--score", "7-30", "--partner")
    assert "from where your hand brings you (your partner's is not known)." in partner
    assert "opponent's crib" not in partner


# JSON --------------------------------------------------------------------------------------


def test_the_json_document_of_a_variant() -> None:
    found = document(FIVE, "--variant", "three-player")
    assert (found["variant"], found["opponent"], found["method"]) == (
        "three-player",
        "uniform",
        "exact",
    )
    assert not {"rules", "score"} & set(found)
    dealer, pone = found["analyses"]
    assert (dealer["role"], pone["role"]) == ("dealer", "pone")
    for option in dealer["options"]:
        assert set(option) == {"toss", "keep", "hand", "crib", "net", "expected"}
        assert (len(option["toss"]), len(option["keep"])) == (1, 4)
        total = option["hand"]["mean"] + option["crib"]["mean"]
        assert option["expected"] == pytest.approx(total)


def test_the_json_document_says_rules_and_score() -> None:
    found = document(SIX, "--rule", "backtrack-10", "--score", "7-30", "--pone")
    assert found["variant"] == "six-card"
    assert found["rules"] == {"retreat": {"hand": 10, "crib": 10}}
    assert found["score"] == {"mine": 7, "theirs": 30}
    (analysis,) = found["analyses"]
    for option in analysis["options"]:
        back = option["back"]["hand"] - option["back"]["crib"]
        points = option["hand"]["mean"] - option["crib"]["mean"]
        assert option["expected"] == pytest.approx(points - back)
    both = document(SIX, "--rule", "reverse", "--retreat", "3,4")
    assert both["rules"] == {"retreat": {"hand": 3, "crib": 4}, "reverse": True}


def test_the_json_document_of_a_gift() -> None:
    found = document(SIX, "--variant", "speedo", "--detail")
    (analysis,) = found["analyses"]
    assert (analysis["role"], len(analysis["options"])) == ("pone", 15)
    for option in analysis["options"]:
        assert "net" not in option
        value = option["hand"]["mean"] - option["dealer_hand"]["mean"] - option["crib"]["mean"]
        assert option["expected"] == pytest.approx(value)
        assert sum(each["cards"] for each in option["by_starter"]) == 46


def test_the_base_game_has_no_new_keys() -> None:
    plain = call("discard", SIX, "--json")
    for same in (
        ("--variant", "six-card"),
        ("--preset", "club"),
        ("--rule", "muggins"),
        ("--retreat", "0,0"),
        ("--target", "61"),
    ):
        assert call("discard", SIX, *same, "--json") == plain
    assert "variant" not in json.loads(plain.out)


def test_flat_rows_name_the_variant() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(call("discard", FIVE, "--variant", "four-solo", "-f", "csv").out)
        )
    )
    assert len(rows) == 10
    assert {row["variant"] for row in rows} == {"four-solo"}
    assert [len(row["toss"].split()) for row in rows] == [1] * 10
    lines = call("discard", FIVE, "--variant", "four-solo", "-f", "jsonl").out.splitlines()
    assert [{k: str(v) for k, v in json.loads(line).items()} for line in lines] == rows


# The model of the opponent -----------------------------------------------------------------


def test_a_strategic_opponent_is_refused_only_if_asked_for() -> None:
    sentence = (
        "The strategic opponent is solved for the base game of six cards only: leave --opponent "
        "out, or say uniform."
    )
    for arguments in ((FIVE, "--variant", "three-player"), (SIX, "--rule", "reverse")):
        refused(call("discard", *arguments, "--opponent", "strategic"), sentence)
        uniform = call("discard", *arguments, "--opponent", "uniform")
        assert uniform.code == 0
        wish = {"CRIBCALC_OPPONENT": "strategic"}
        assert call("discard", *arguments, environ=wish) == uniform
        assert "Model: uniform" in uniform.out
        assert "strategic opponent" in uniform.out


# Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            (SIX, "--variant", "three-player"),
            (
                f"Six cards given ({SIX}), but in three-player a discard is made from five: take "
                "one away."
            ),
        ),
        (
            (FIVE, "--variant", "five-player", "--dealer"),
            (
                "In five-player the dealer is dealt four cards and throws none: there is nothing "
                "to choose."
            ),
        ),
        (
            (SIX, "--partner"),
            "In six-card everybody plays for himself: there is no partner.",
        ),
        (
            (SIX, "--score", "10-20"),
            (
                "A score changes nothing here: averages depend on it only in speedo, and where a "
                "hand or crib of no points moves back."
            ),
        ),
        (
            (SIX, "--variant", "speedo", "--score", "130-20"),
            "In a game to 121 nobody goes on with 130 points.",
        ),
        (
            (SIX, "--retreat", "10,500"),
            "10,500: a hand or crib of no points goes back 0 to 121 squares.",
        ),
        (
            (SIX, "--target", "100"),
            "100 is no target: there are 61, 121, 151, 181.",
        ),
        (
            (SIX, "--variant", "bridge"),
            f"'bridge' is no variant: there are {', '.join(VARIANTS)}.",
        ),
        (
            (SIX, "--variant", "speedo", "--sort", "floor"),
            (
                "Gifts cannot be sorted by floor: how the dealer's hand and crib go together is "
                "not counted. There are expected, hand, crib."
            ),
        ),
    ],
)
def test_what_makes_no_sense_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    refused(call("discard", *arguments), sentence)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--retreat", "ten"), "--retreat ten: write HAND,CRIB, like 10,10."),
        (("--score", "87"), "--score 87: write MINE-THEIRS, like 87-64."),
        (("--dealer", "--partner"), "--dealer and --partner exclude each other."),
    ],
)
def test_misuse_is_explained_with_the_usage(arguments: tuple[str, ...], words: str) -> None:
    ran = call("discard", SIX, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


# Scores and statistics of a variant --------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "arguments", "sentence"),
    [
        (
            "5H 5D JS 4C",
            ("--variant", "five-card-classic"),
            (
                "Four cards given (5H 5D JS 4C), but in five-card-classic a hand has three: take "
                "one away."
            ),
        ),
        (
            "5H 5D JS 4C",
            ("--variant", "seven-card", "--crib"),
            "Four cards given (5H 5D JS 4C), but in seven-card a crib has five: one missing.",
        ),
        (
            FIVE,
            ("--variant", "six-card"),
            f"Five cards given ({FIVE}), but in six-card a hand has four: take one away.",
        ),
        (
            FIVE,
            ("--variant", "bridge"),
            f"'bridge' is no variant: there are {', '.join(VARIANTS)}.",
        ),
    ],
)
def test_hands_of_other_sizes_than_the_variants_are_refused(
    cards: str, arguments: tuple[str, ...], sentence: str
) -> None:
    refused(call("score", cards, *arguments), sentence)


@pytest.mark.parametrize(
    ("variant", "hand", "crib"),
    [
        ("five-card-classic", "5H 5D JS", "5H 5D JS 4C"),
        ("seven-card", FIVE, FIVE),
        ("three-player", "5H 5D JS 4C", "5H 5D JS 4C"),
    ],
)
def test_hands_of_a_variant_are_counted_as_without_it(variant: str, hand: str, crib: str) -> None:
    for cards, more in ((hand, ()), (crib, ("--crib",))):
        named = call("score", cards, "-s", "KC", *more, "--variant", variant)
        assert named == call("score", cards, "-s", "KC", *more)
        assert named.code == 0


def test_five_cards_of_a_seven_card_game_are_no_slip() -> None:
    assert "Counted as five cards" in call("score", FIVE).err
    assert call("score", FIVE, "--variant", "seven-card").err == ""


@pytest.mark.parametrize(
    ("variant", "hand_size", "crib_size"),
    [("six-card", 4, 4), ("five-card-classic", 3, 4), ("seven-card", 5, 5)],
)
def test_statistics_count_the_sizes_of_the_variant(
    variant: str, hand_size: int, crib_size: int
) -> None:
    for kind, size in (("hands", hand_size), ("cribs", crib_size)):
        ran = call("stats", kind, "--variant", variant, "--json")
        assert (ran.code, ran.err) == (0, "")
        found = json.loads(ran.out)
        census = show_census(size, crib=kind == "cribs")
        assert found["total"] == census.total
        assert found["counts"] == {str(p): n for p, n in enumerate(census.counts) if n}


@pytest.mark.parametrize("case", EXTREMES, ids=lambda case: case["id"])
def test_extremes_of_the_rules(case: dict[str, Any]) -> None:
    size = case["input"]["hand_size"]
    variant = {3: "five-card-classic", 4: "six-card", 5: "seven-card"}[size]
    counts = json.loads(call("stats", "hands", "--variant", variant, "--json").out)["counts"]
    highest = max(map(int, counts))
    assert highest == case["expected"]["max"]
    never = [points for points in range(highest) if str(points) not in counts]
    assert never == case["expected"]["impossible"]


def test_averages_of_all_deals_are_for_six_cards_only() -> None:
    refused(
        call("stats", "deals", "--variant", "seven-card"),
        "All deals are averaged for six-card only, not for seven-card; cribcalc discard has single "
        "deals of every variant.",
    )
