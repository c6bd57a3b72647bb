"""One deal of six cards: every toss against the plain rules and published figures."""

from __future__ import annotations

import csv
import json
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc import discard
from cribcalc.cards import DECK, JACK, card_name, card_names, parse_card, parse_cards
from cribcalc.errors import BadCard, DuplicateCard, UsageError, WrongCount
from cribcalc.outcomes import count_outcomes
from cribcalc.roles import ROLES, Role
from cribcalc.scoring import score_hand
from cribcalc.throws import (
    KEEPS,
    SORT_KEYS,
    TOSSES,
    DealAnalysis,
    RoleAnalysis,
    ThrowOption,
    sort_options,
)
from tests import naive
from tests.running import DATA

analyze_deal = partial(discard.analyze_deal, opponent="uniform")

CRIB_WAYS = 46 * 990

with (DATA / "discard_exact_uniform.csv").open(encoding="utf-8", newline="") as stream:
    ROWS = list(csv.DictReader(stream))
PUBLISHED_DEALS = sorted({row["deal"] for row in ROWS})
RULES_CASES = [
    case
    for case in json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
    if case["kind"] == "discard"
]

deals = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)
roles = st.sampled_from(ROLES)


def analyze(cards: str, role: Role, starter: str = "") -> RoleAnalysis:
    known = parse_card(starter) if starter else None
    (analysis,) = analyze_deal(parse_cards(cards), [role], known).analyses
    return analysis


def option_of(analysis: RoleAnalysis, toss: str) -> ThrowOption:
    wanted = set(parse_cards(toss))
    (option,) = [each for each in analysis.options if set(each.toss) == wanted]
    return option


def names(cards: tuple[int, ...]) -> list[str]:
    return [card_name(card) for card in cards]


# Published figures -------------------------------------------------------------------------


@pytest.mark.parametrize("deal", PUBLISHED_DEALS)
def test_published_deals(deal: str) -> None:
    rows = [row for row in ROWS if row["deal"] == deal]
    assert len(rows) == 15
    dealer, pone = analyze(deal, "dealer"), analyze(deal, "pone")
    for row in rows:
        for analysis, total in ((dealer, row["dealer_total"]), (pone, row["pone_total"])):
            option = option_of(analysis, row["toss"])
            assert set(option.keep) == set(parse_cards(row["keep"]))
            hand, crib = option.hand, option.crib
            assert (hand.points_sum, hand.ways) == (int(row["hand_sum_46"]), 46)
            assert (hand.min, hand.max) == (int(row["hand_min"]), int(row["hand_max"]))
            assert (crib.points_sum, crib.ways) == (int(row["crib_sum_45540"]), CRIB_WAYS)
            assert hand.mean == pytest.approx(float(row["hand_ev"]), abs=6e-5)
            assert crib.mean == pytest.approx(float(row["crib_ev_uniform"]), abs=6e-5)
            assert option.expected == pytest.approx(float(total), abs=6e-5)


@pytest.mark.parametrize("case", RULES_CASES, ids=lambda case: case["id"])
def test_discard_cases_of_the_rules(case: dict[str, Any]) -> None:
    expected = case["expected"]
    role: Role = "dealer" if case["input"]["own_crib"] else "pone"
    best, second = analyze(" ".join(case["input"]["cards"]), role).options[:2]
    assert names(best.toss) == expected["best_toss"]
    assert Fraction(best.hand.points_sum, best.hand.ways) == Fraction(expected["hand"])
    assert best.hand.mean == pytest.approx(expected["hand_mean"], abs=6e-5)
    assert best.crib.mean == pytest.approx(expected["crib_mean"], abs=6e-5)
    assert best.expected == pytest.approx(expected["net_mean"], abs=6e-5)
    assert names(second.toss) == expected["second_toss"]
    assert second.expected == pytest.approx(expected["second_net_mean"], abs=6e-5)


def test_three_fives_and_a_jack() -> None:
    """A deal whose published figures were 0.4 to 1.1 points too high."""
    deal = "7C 9H 5H 5C 5D JS"
    dealer, pone = (analyze(deal, role).options[0] for role in ROLES)
    for best in (dealer, pone):
        assert names(best.toss) == ["7C", "9H"]
        assert (best.hand.points_sum, best.hand.ways) == (766, 46)
        assert (best.hand.min, best.hand.max) == (14, 29)
        assert best.crib.mean == pytest.approx(4.256, abs=5e-4)
    assert dealer.expected == pytest.approx(20.908, abs=5e-4)
    assert pone.expected == pytest.approx(12.396, abs=5e-4)


def test_the_best_deal_of_all_keeps_four_fives() -> None:
    best = analyze("5H 5S 5D 5C AH 2S", "dealer").options[0]
    assert names(best.toss) == ["AH", "2S"]
    assert (best.hand.points_sum, best.hand.ways) == (1048, 46)


def test_the_pone_throws_ace_and_seven_rather_than_seven_and_eight() -> None:
    analysis = analyze("AC 2D 3H 4S 7C 8D", "pone")
    assert names(analysis.options[0].toss) == ["AC", "7C"]
    assert analysis.options[0].expected == pytest.approx(4.209, abs=5e-4)


def test_the_cards_held_count_in_the_crib() -> None:
    """Static tables would throw A-4 here: they do not know that two aces are thrown already."""
    analysis = analyze("AC AD 2H 2S 3C 4D", "pone")
    assert names(analysis.options[0].toss) == ["AC", "AD"]
    assert analysis.options[0].expected == pytest.approx(6.903, abs=5e-4)
    others = [option for option in analysis.options if "4D" in names(option.toss)]
    best_ace_four = max(each.expected for each in others if each.toss[0] in parse_cards("AC AD"))
    assert best_ace_four == pytest.approx(6.594, abs=5e-4)


# Against the plain rules ------------------------------------------------------------------


def _joint(deal: DealAnalysis, option: ThrowOption) -> Counter[tuple[int, int]]:
    toss = [card_name(card) for card in option.toss]
    return naive.joint_counts(names(deal.cards), (toss[0], toss[1]))


@settings(max_examples=8)
@given(deals, st.integers(0, 14), roles)
def test_hand_crib_and_net_counted_case_by_case(cards: list[int], at: int, role: Role) -> None:
    deal = analyze_deal(cards, [role])
    option = deal.analyses[0].options[at]
    cases = _joint(deal, option)
    sign = 1 if role == "dealer" else -1
    crib: Counter[int] = Counter()
    net: Counter[int] = Counter()
    for (hand_points, crib_points), ways in cases.items():
        crib[crib_points] += ways
        net[hand_points + sign * crib_points] += ways
    toss = (card_name(option.toss[0]), card_name(option.toss[1]))
    assert option.hand.by_points() == naive.hand_counts(names(deal.cards), toss)
    assert option.crib.by_points() == crib
    assert option.net.by_points() == net


@settings(max_examples=3)
@given(st.sampled_from(("CC", "DH", "SS")), st.integers(0, 12), roles)
def test_spreads_where_flush_and_nobs_meet(suits: str, rank: int, role: Role) -> None:
    """Four of a suit kept and two of a suit thrown, a jack among them."""
    kept, thrown = ("CDHS".index(suit) for suit in suits)
    ranks = [each for each in (rank, 1, 3, 5, 7, 8) if each not in (9, JACK)]
    keep = [4 * each + kept for each in dict.fromkeys(ranks)][:4]
    toss = [4 * JACK + thrown, 4 * 9 + thrown]
    deal = analyze_deal([*keep, *toss], [role])
    (option,) = [each for each in deal.analyses[0].options if set(each.toss) == set(toss)]
    sign = 1 if role == "dealer" else -1
    net: Counter[int] = Counter()
    for (hand_points, crib_points), ways in _joint(deal, option).items():
        net[hand_points + sign * crib_points] += ways
    assert option.net.by_points() == net


@settings(max_examples=15)
@given(deals, roles)
def test_the_ranking_equals_the_plain_one(cards: list[int], role: Role) -> None:
    (analysis,) = analyze_deal(cards, [role]).analyses
    expected = naive.ranked_throws(names(tuple(cards)), role == "dealer")
    assert [set(names(each.toss)) for each in analysis.options] == [set(t) for t, _ in expected]
    for option, (_, worth) in zip(analysis.options, expected, strict=True):
        assert Fraction(option.net.points_sum, option.net.ways) == worth


@settings(max_examples=25)
@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True), roles)
def test_a_known_starter_leaves_990_cribs(cards: list[int], role: Role) -> None:
    *dealt, starter = cards
    (analysis,) = analyze_deal(dealt, [role], starter).analyses
    option = analysis.options[0]
    keep, toss, cut = names(option.keep), names(option.toss), card_name(starter)
    assert option.hand.by_points() == {naive.show_total(keep, cut): 1}
    rest = [card for card in naive.unseen(names(tuple(dealt))) if card != cut]
    crib = Counter(
        naive.show_total([*toss, *thrown], cut, crib=True) for thrown in combinations(rest, 2)
    )
    assert option.crib.by_points() == crib
    assert option.net.ways == 990
    assert analysis.heels_mean == (2 if starter >> 2 == JACK else 0)
    (outcome,) = option.by_starter
    assert (outcome.rank, outcome.cards) == (starter >> 2, 1)
    assert outcome.net_mean == pytest.approx(option.expected)


def test_known_starters_add_up_to_the_unknown_one() -> None:
    cards = parse_cards("5H 5D JS 4C 6H QD")
    whole = count_outcomes(cards)
    assert sorted(whole.starters.tolist()) == [card for card in DECK if card not in cards]
    for at, starter in enumerate(whole.starters.tolist()):
        one = count_outcomes(cards, starter)
        assert (one.hand_points[:, 0] == whole.hand_points[:, at]).all()
        assert (one.crib_ways[:, 0] == whole.crib_ways[:, at]).all()


# What holds for every deal -----------------------------------------------------------------


@given(deals)
def test_all_six_cards_are_out_of_the_pack(cards: list[int]) -> None:
    outcomes = count_outcomes(cards)
    assert outcomes.starters.tolist() == [card for card in DECK if card not in cards]
    assert (outcomes.crib_ways.sum(axis=2) == 990).all()


@given(deals, roles)
def test_figures_of_an_analysis_fit_together(cards: list[int], role: Role) -> None:
    (analysis,) = analyze_deal(cards, [role]).analyses
    sign = 1 if role == "dealer" else -1
    assert len({frozenset(each.toss) for each in analysis.options}) == 15
    for option in analysis.options:
        assert option.role == role
        assert sorted((*option.toss, *option.keep)) == sorted(cards)
        assert (option.hand.ways, option.crib.ways, option.net.ways) == (46, CRIB_WAYS, CRIB_WAYS)
        # The mean of the net is exactly hand plus or minus crib, whatever they share.
        net = 990 * option.hand.points_sum + sign * option.crib.points_sum
        assert option.net.points_sum == net
        assert option.expected == option.net.mean
        assert option.net.min >= option.hand.min + min(sign * option.crib.max, 0)
        assert option.net.max <= option.hand.max + max(sign * option.crib.max, 0)
    jacks = sum(card >> 2 == JACK for card in DECK if card not in cards)
    assert analysis.heels_mean == pytest.approx(2 * jacks / 46)


@settings(max_examples=30)
@given(deals, roles)
def test_averages_by_starter_weigh_back_to_the_means(cards: list[int], role: Role) -> None:
    (analysis,) = analyze_deal(cards, [role]).analyses
    unseen = Counter(card >> 2 for card in DECK if card not in cards)
    for option in analysis.options:
        assert {each.rank: each.cards for each in option.by_starter} == unseen
        assert [each.rank for each in option.by_starter] == sorted(unseen)
        for figure, mean in (
            ("hand_mean", option.hand.mean),
            ("crib_mean", option.crib.mean),
            ("net_mean", option.net.mean),
        ):
            weighed = sum(each.cards * getattr(each, figure) for each in option.by_starter) / 46
            assert weighed == pytest.approx(mean)


# Order -------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(deals, roles, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(cards: list[int], role: Role, random: Any) -> None:
    shuffled = random.sample(cards, 6)
    (one,) = analyze_deal(cards, [role]).analyses
    (other,) = analyze_deal(shuffled, [role]).analyses
    for mine, theirs in zip(one.options, other.options, strict=True):
        assert sorted(mine.toss) == sorted(theirs.toss)
        assert (mine.hand, mine.crib, mine.net) == (theirs.hand, theirs.crib, theirs.net)
        assert mine.by_starter == theirs.by_starter


def test_equal_tosses_are_ordered_by_their_cards() -> None:
    """All suits of a rank are alike here but for names: ties in every way of dealing them."""
    tied = [
        names(tuple(sorted(option.toss)))
        for option in analyze("5H 5D JS 4C 6H QD", "dealer").options[2:4]
    ]
    assert tied == [["5D", "JS"], ["5H", "JS"]]
    for order in list(permutations(parse_cards("5H 5D JS 4C 6H QD")))[::37]:
        options = analyze(card_names(order), "dealer").options
        assert [names(tuple(sorted(each.toss))) for each in options[2:4]] == tied
        assert options[2].net.points_sum == options[3].net.points_sum


def test_of_equal_averages_the_better_hand_comes_first() -> None:
    """Which of two jacks is thrown moves points between hand and crib, here all of them."""
    options = analyze("AD 6C 7D TC JD JS", "dealer").options
    pairs = [
        (one, other)
        for one, other in pairwise(options)
        if one.net.points_sum == other.net.points_sum
        and one.hand.points_sum != other.hand.points_sum
    ]
    assert pairs
    for one, other in pairs:
        assert one.hand.points_sum > other.hand.points_sum


@settings(max_examples=30)
@given(deals, roles, st.sampled_from(sorted(SORT_KEYS)))
def test_sorting_puts_the_best_for_the_role_first(cards: list[int], role: Role, by: str) -> None:
    (analysis,) = analyze_deal(cards, [role]).analyses
    ordered = sort_options(analysis.options, by)
    assert sorted(ordered, key=id) == sorted(analysis.options, key=id)

    def worth_of(option: ThrowOption) -> float:
        crib = option.crib.mean if role == "dealer" else -option.crib.mean
        return {
            "expected": option.expected,
            "hand": option.hand.mean,
            "crib": crib,
            "floor": option.net.min,
            "ceiling": option.net.max,
        }[by]

    worth = [worth_of(each) for each in ordered]
    assert worth == sorted(worth, reverse=True)
    places = {id(each): at for at, each in enumerate(analysis.options)}
    for one, other in pairwise(ordered):
        if worth_of(one) == worth_of(other):
            assert places[id(one)] < places[id(other)]
    assert sort_options(tuple(reversed(analysis.options)), by) == ordered


def test_tosses_and_keeps_share_the_six_cards() -> None:
    assert len(set(TOSSES)) == 15
    for toss, keep in zip(TOSSES, KEEPS, strict=True):
        assert sorted((*toss, *keep)) == list(range(6))


def test_tosses_and_keeps_stay_in_the_order_dealt() -> None:
    option = analyze("QD 5H 6H JS 4C 5D", "dealer").options[0]
    assert names(option.toss) == ["QD", "JS"]
    assert names(option.keep) == ["5H", "6H", "4C", "5D"]


def test_both_roles_by_default() -> None:
    deal = analyze_deal(parse_cards("5H 5D JS 4C 6H QD"))
    assert [each.role for each in deal.analyses] == ["dealer", "pone"]
    assert (deal.opponent, deal.method, deal.starter) == ("uniform", "exact", None)


# Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 4, 5, 7, 8])
def test_only_six_cards_make_a_discard(number: int) -> None:
    with pytest.raises(WrongCount, match="but a discard is made from six"):
        analyze_deal(list(DECK)[:number])


def test_doubles_and_starters_among_the_cards_are_refused() -> None:
    with pytest.raises(DuplicateCard, match="5H is given twice"):
        analyze_deal([*parse_cards("5H 5D JS 4C 6H"), parse_card("5H")])
    with pytest.raises(DuplicateCard, match="The starter JS is among the other cards given"):
        analyze("5H 5D JS 4C 6H QD", "dealer", "JS")


def test_what_the_command_line_cannot_say_is_refused_too() -> None:
    deal = parse_cards("5H 5D JS 4C 6H QD")
    with pytest.raises(UsageError, match="'cutter' is no role: there are dealer, pone"):
        analyze_deal(deal, ["cutter"])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="'psychic' is no model of the opponent"):
        analyze_deal(deal, opponent="psychic")  # type: ignore[arg-type]
    with pytest.raises(BadCard, match="99 is no card"):
        analyze_deal([*deal[:5], 99])
    with pytest.raises(BadCard, match="60 is no card"):
        score_hand((0, 4, 8, 60))
    with pytest.raises(BadCard, match="-1 is no card"):
        analyze_deal(deal, starter=-1)
