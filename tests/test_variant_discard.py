"""Discards of every variant: against plain counting, published cases and their own symmetry."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribcalc.cards import DECK, card_name, parse_card, parse_cards
from cribcalc.discard import analyze_deal
from cribcalc.errors import DuplicateCard, UsageError, WrongCount
from cribcalc.roles import ROLES, CribSide, owns_crib
from cribcalc.rules import Retreat
from cribcalc.situation import Situation, Standing
from cribcalc.speedo import GiftAnalysis
from cribcalc.throws import SORT_KEYS, DealAnalysis, RoleAnalysis, ThrowOption, sort_options
from cribcalc.variant_discard import analyze_variant
from cribcalc.variants import VARIANTS, make_rules
from tests import naive
from tests.running import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text(encoding="utf-8"))["cases"]
SIX = "5H 5D JS 4C 6H QD"

# One variant of each shape: cards, tossed, cards of the crib that nobody knows.
SHAPES = {
    "three-player": (5, 1, 3),
    "five-card-classic": (5, 2, 2),
    "seven-card": (7, 2, 3),
    "speedo": (8, 4, 0),
}


def situation(variant: str, *overlays: str, score: str = "", **more: Any) -> Situation:
    standing = Standing(*map(int, score.split("-"))) if score else None
    return Situation(make_rules(variant, overlays, **more), standing)


def analyze(cards: str, where: Situation, side: CribSide | None = None) -> RoleAnalysis:
    deal = analyze_variant(parse_cards(cards), where, side)
    assert isinstance(deal, DealAnalysis)
    return deal.analyses[0]


def gifts_of(cards: str, starter: str = "", where: Situation | None = None) -> GiftAnalysis:
    known = parse_card(starter) if starter else None
    deal = analyze_variant(parse_cards(cards), where or situation("speedo"), "pone", known)
    assert isinstance(deal, GiftAnalysis)
    return deal


def names(cards: tuple[int, ...]) -> list[str]:
    return [card_name(card) for card in cards]


def random_deal(seed: str, number: int) -> str:
    return " ".join(random.Random(seed).sample(naive.PACK, number))


def net_of(cases: Counter[tuple[int, int]], sign: int) -> Counter[int]:
    net: Counter[int] = Counter()
    for (hand, crib), ways in cases.items():
        net[hand + sign * crib] += ways
    return net


# Plain counting ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SHAPES)
def test_every_toss_counted_case_by_case(variant: str) -> None:
    number, tossed, drawn = SHAPES[variant]
    cards = random_deal(variant, number)
    deal = analyze_variant(parse_cards(cards), situation(variant))
    assert isinstance(deal, DealAnalysis)
    completions = naive.completions(cards.split(), drawn)
    ways = (52 - number) * comb(51 - number, drawn)
    assert sum(each for _, _, each in completions) == ways
    expected = {
        frozenset(toss): naive.completed_counts(cards.split(), toss, completions)
        for toss in combinations(cards.split(), tossed)
    }
    for analysis in deal.analyses:
        assert len(analysis.options) == len(expected) == comb(number, tossed)
        for option in analysis.options:
            cases = expected[frozenset(names(option.toss))]
            sign = 1 if owns_crib(analysis.role) else -1
            check_spreads(option, cases, net_of(cases, sign), 52 - number)


def test_the_plain_completions_stand_for_every_case() -> None:
    """The twin itself: what it counts in classes is what one by one gives."""
    deal = random_deal("plain", 5).split()
    toss = deal[:2]
    keep = deal[2:]
    counts: Counter[tuple[int, int]] = Counter()
    for starter in naive.unseen(deal):
        hand = naive.show_total(keep, starter)
        for drawn in combinations([card for card in naive.unseen(deal) if card != starter], 2):
            counts[hand, naive.show_total([*toss, *drawn], starter, crib=True)] += 1
    assert naive.completed_counts(deal, toss, naive.completions(deal, 2)) == counts


def check_spreads(
    option: ThrowOption, cases: Counter[tuple[int, int]], net: Counter[int], starters: int
) -> None:
    hand: Counter[int] = Counter()
    crib: Counter[int] = Counter()
    for (hand_points, crib_points), ways in cases.items():
        hand[hand_points] += ways
        crib[crib_points] += ways
    draws = sum(cases.values()) // starters
    assert {points: ways * draws for points, ways in option.hand.by_points().items()} == hand
    assert option.crib.by_points() == crib
    assert option.net.by_points() == net


@pytest.mark.parametrize("variant", ["three-player", "five-card-classic", "seven-card", "speedo"])
@pytest.mark.parametrize("seed", range(2))
def test_a_known_starter_on_more_deals(variant: str, seed: int) -> None:
    number, _, drawn = SHAPES[variant]
    *dealt, cut = random_deal(f"{variant} {seed} cut", number + 1).split()
    completions = naive.completions(dealt, drawn, cut)
    deal = analyze_variant(parse_cards(*dealt), situation(variant), "dealer", parse_card(cut))
    assert isinstance(deal, DealAnalysis)
    for option in deal.analyses[0].options:
        cases = naive.completed_counts(dealt, names(option.toss), completions)
        check_spreads(option, cases, net_of(cases, 1), 1)
        (outcome,) = option.by_starter
        assert (outcome.rank, outcome.cards) == (naive.RANKS.index(cut[0]), 1)
        assert outcome.net_mean == pytest.approx(option.expected)


@pytest.mark.parametrize(
    ("variant", "cards", "toss", "hand_flush", "crib_flush"),
    [
        ("five-card-classic", "2H 7H QH 4S 9S", "4S 9S", {3, 4}, 5),
        ("three-player", "2H 7H QH 4H 9S", "9S", {4, 5}, 5),
        ("seven-card", "2H 4H 8H TH QH 6S 9S", "6S 9S", {5, 6}, 6),
    ],
)
def test_flushes_of_hands_and_cribs_of_other_sizes(
    variant: str, cards: str, toss: str, hand_flush: set[int], crib_flush: int
) -> None:
    """All kept cards are hearts, all thrown ones spades; the same ranks in mixed suits differ."""
    mixed = " ".join(rank[0] + suit for rank, suit in zip(cards.split(), "HDHDHCS", strict=False))
    mixed_toss = " ".join(mixed.split()[cards.split().index(card)] for card in toss.split())

    def option(deal: str, thrown: str, starter: str) -> ThrowOption:
        found = analyze_variant(
            parse_cards(deal), situation(variant), "dealer", parse_card(starter)
        )
        assert isinstance(found, DealAnalysis)
        wanted = set(parse_cards(thrown))
        (one,) = [each for each in found.analyses[0].options if set(each.toss) == wanted]
        return one

    gains = {
        option(cards, toss, cut).hand.min - option(mixed, mixed_toss, cut).hand.min
        for cut in ("KC", "KH")
    }
    assert gains == hand_flush
    flushed, plain = option(cards, toss, "KS"), option(mixed, mixed_toss, "KS")
    kept = [card for card in cards.split() if card not in toss.split()]
    assert len(kept) + 1 == max(hand_flush)
    unseen_spades = 13 - 1 - cards.count("S")
    drawn = crib_flush - 1 - len(toss.split())
    flushes = comb(unseen_spades, drawn)
    # No jack is dealt, so that nobs is the same; only flushes differ.
    assert flushed.crib.points_sum - plain.crib.points_sum == flushes * crib_flush


def test_the_six_card_deal_is_the_same_by_both_ways_of_counting() -> None:
    where = situation("speedo", score="95-95")
    for seed in range(5):
        cards = parse_cards(random_deal(f"six {seed}", 6))
        ours = analyze_variant(cards, where)
        assert isinstance(ours, DealAnalysis)
        base = analyze_deal(cards, opponent="uniform")
        for mine, theirs in zip(ours.analyses, base.analyses, strict=True):
            assert (mine.role, mine.heels_mean) == (theirs.role, theirs.heels_mean)
            for one, other in zip(mine.options, theirs.options, strict=True):
                assert (one.toss, one.keep, one.expected) == (
                    other.toss,
                    other.keep,
                    other.expected,
                )
                for part in ("hand", "crib", "net"):
                    spreads = (getattr(each, part).by_points() for each in (one, other))
                    assert len({tuple(spread.items()) for spread in spreads}) == 1
                for at_one, at_other in zip(one.by_starter, other.by_starter, strict=True):
                    assert at_one.net_mean == pytest.approx(at_other.net_mean)


@pytest.mark.parametrize("variant", ["five-card-classic", "speedo"])
def test_averages_by_starter_weigh_back_to_the_means(variant: str) -> None:
    number = SHAPES[variant][0]
    for option in analyze(random_deal("starters", number), situation(variant), "dealer").options:
        assert sum(each.cards for each in option.by_starter) == 52 - number
        for figure, mean in (
            ("hand_mean", option.hand.mean),
            ("crib_mean", option.crib.mean),
            ("net_mean", option.net.mean),
        ):
            weighed = sum(each.cards * getattr(each, figure) for each in option.by_starter)
            assert weighed / (52 - number) == pytest.approx(mean)


def test_deals_of_the_same_shape_have_the_same_figures() -> None:
    """One of five is thrown to three unseen cards, whoever throws them and from where."""
    cards = random_deal("alike", 5)
    base = analyze(cards, situation("three-player"), "pone")
    for variant in ("four-partners", "four-solo", "five-player", "six-pairs"):
        assert analyze(cards, situation(variant), "pone").options == base.options
    for variant in ("five-card-old", "five-card-american"):
        assert analyze(cards, situation(variant), "pone").options == base.options


@settings(max_examples=12)
@given(
    st.sampled_from(("five-card-classic", "speedo")),
    st.lists(st.sampled_from(DECK), min_size=8, max_size=8, unique=True),
    st.permutations(range(4)),
)
def test_other_names_of_the_suits_change_nothing(
    variant: str, eight: list[int], suits: list[int]
) -> None:
    cards = eight[: SHAPES[variant][0]]
    renamed = [card - card % 4 + suits[card % 4] for card in cards]
    new_name = dict(zip(cards, renamed, strict=True))
    deal, other = (analyze_variant(each, situation(variant), "dealer") for each in (cards, renamed))
    assert isinstance(deal, DealAnalysis)
    assert isinstance(other, DealAnalysis)
    by_toss = {frozenset(each.toss): each for each in other.analyses[0].options}
    for option in deal.analyses[0].options:
        twin = by_toss[frozenset(new_name[card] for card in option.toss)]
        assert (option.hand, option.crib, option.net) == (twin.hand, twin.crib, twin.net)
        assert option.by_starter == twin.by_starter


@settings(max_examples=4)
@given(
    st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True),
    st.permutations(range(4)),
)
def test_other_names_of_the_suits_change_no_seven_card_ranking(
    cards: list[int], suits: list[int]
) -> None:
    renamed = [card - card % 4 + suits[card % 4] for card in cards]
    values = []
    for each in (cards, renamed):
        deal = analyze_variant(each, situation("seven-card"), "pone")
        assert isinstance(deal, DealAnalysis)
        values.append([option.net for option in deal.analyses[0].options])
    assert values[0] == values[1]


# Speedo ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [each for each in CASES if each["kind"] == "speedo_best"])
def test_the_speedo_case_of_the_rules(case: dict[str, Any]) -> None:
    cards = " ".join(case["input"]["six"] + case["input"]["given"])
    options = analyze(cards, situation("speedo")).options
    assert len(options) == case["expected"]["choices"]
    best = [each for each in options if each.net.points_sum == options[0].net.points_sum]
    assert best[0].net.ways == 44
    assert options[0].expected == pytest.approx(case["expected"]["mean"], abs=5e-5)
    keeps = {frozenset(names(each.keep)) for each in best}
    assert keeps == {frozenset(keep) for keep in case["expected"]["best_keeps"]}


@pytest.mark.parametrize("case", [each for each in CASES if each["kind"] == "speedo_active"])
def test_speedo_goes_on_while_the_dealer_is_not_past_ninety(case: dict[str, Any]) -> None:
    dealer, pone = case["input"]["dealer_score"], case["input"]["pone_score"]
    as_dealer = situation("speedo", score=f"{dealer}-{pone}")
    as_pone = situation("speedo", score=f"{pone}-{dealer}")
    is_active = case["expected"]["active"]
    assert as_dealer.shape("dealer").cards == (8 if is_active else 6)
    assert as_pone.shape("pone").is_gift is is_active


def test_who_is_meant_in_speedo_by_the_number_of_cards() -> None:
    where = situation("speedo")
    assert [each.side for each in where.shapes_for(8)] == ["dealer"]
    assert [each.side for each in where.shapes_for(6)] == ["pone"]
    assert where.shapes_for(6)[0].is_gift
    late = situation("speedo", score="95-95")
    assert [each.side for each in late.shapes_for(6)] == ["dealer", "pone"]


@cache
def _plain_gifts(cards: str, gift: str, starter: str, crib: bool) -> Counter[int]:
    return naive.gift_counts(cards.split(), gift.split(), starter, crib)


@pytest.mark.parametrize(
    ("cards", "gift", "starter"),
    [(SIX, "5H 6H", "KH"), (SIX, "JS QD", "TS"), ("2S 4S 7C 9D JC JH", "2S 4S", "3S")],
)
def test_gifts_counted_case_by_case(cards: str, gift: str, starter: str) -> None:
    (option,) = [
        each for each in gifts_of(cards, starter).options if names(each.toss) == gift.split()
    ]
    hand = _plain_gifts(cards, gift, starter, crib=False)
    crib = _plain_gifts(cards, gift, starter, crib=True)
    assert option.dealer_hand.by_points() == hand
    assert option.crib.by_points() == crib
    assert option.crib.ways == comb(45, 6) * comb(8, 4)
    own = naive.show_total(naive.keep_of(cards.split(), (gift[:2], gift[3:])), starter)
    theirs = Fraction(naive.sum_points(hand) + naive.sum_points(crib), option.crib.ways)
    assert Fraction(option.net_sum, option.crib.ways) == own - theirs


def test_gifts_by_the_chances_of_a_random_split() -> None:
    """Four of eight cards hold j of the two given with the chance C(2,j) C(6,4-j) / C(8,4)."""
    gift, starter = ["5H", "6H"], "KH"
    (option,) = [each for each in gifts_of(SIX, starter).options if names(each.toss) == gift]
    rest = [card for card in naive.unseen(SIX.split()) if card != starter]
    mean = Fraction(0)
    for given_cards in (0, 1, 2):
        sets = list(combinations(gift, given_cards))
        points = [
            naive.show_total([*held, *drawn], starter, crib=True)
            for held in sets
            for drawn in combinations(rest, 4 - given_cards)
        ]
        chance = Fraction(comb(2, given_cards) * comb(6, 4 - given_cards), comb(8, 4))
        mean += chance * Fraction(sum(points), len(points))
    assert Fraction(option.crib.points_sum, option.crib.ways) == mean


def test_gifts_with_every_starter_add_up_to_the_unknown_one() -> None:
    cards = random_deal("gifts", 6)
    whole = {each.toss: each for each in gifts_of(cards).options}
    sums: dict[tuple[int, ...], list[int]] = {toss: [0, 0, 0] for toss in whole}
    for starter in naive.unseen(cards.split()):
        for each in gifts_of(cards, starter).options:
            parts = (each.hand, each.dealer_hand, each.crib)
            sums[each.toss] = [
                had + part.points_sum for had, part in zip(sums[each.toss], parts, strict=True)
            ]
            assert each.by_starter[0].net_mean == pytest.approx(each.expected)
    for toss, each in whole.items():
        assert sums[toss] == [part.points_sum for part in (each.hand, each.dealer_hand, each.crib)]
        weighed = sum(outcome.cards * outcome.net_mean for outcome in each.by_starter) / 46
        assert weighed == pytest.approx(each.expected)


def test_gifts_are_ranked_and_sorted() -> None:
    deal = gifts_of(SIX)
    assert len(deal.options) == 15
    nets = [each.net_sum for each in deal.options]
    assert nets == sorted(nets, reverse=True)
    hands = [each.hand.mean for each in deal.sorted_by("hand")]
    assert hands == sorted(hands, reverse=True)
    cribs = [each.crib.mean for each in deal.sorted_by("crib")]
    assert cribs == sorted(cribs)
    with pytest.raises(UsageError, match="Gifts cannot be sorted by floor"):
        deal.sorted_by("floor")
    reverse = gifts_of(SIX, where=situation("speedo", "reverse"))
    assert [each.net_sum for each in reverse.options] == sorted(nets)


# Steps back --------------------------------------------------------------------------------

ZEROS = "2C 4D 6H 8S TC QD"  # kept or thrown, its even cards often score nothing


@cache
def _cases(cards: str, toss: tuple[str, str]) -> Counter[tuple[int, int]]:
    return naive.joint_counts(cards.split(), toss)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("rule", "score"),
    [
        ("backtrack-10", ""),
        ("backtrack-10", "0-0"),
        ("backtrack-10", "7-30"),
        ("backtrack-10", "14-3"),
        ("nineteen", "25-18"),
        ("crib-minus-5", "2-4"),
        ("crib-minus-5", ""),
    ],
)
def test_hands_and_cribs_of_no_points_move_back(rule: str, score: str, role: CribSide) -> None:
    where = situation("six-card", rule, score=score)
    retreat = where.rules.retreat
    mine, theirs = where.standing or (None, None)
    for option in analyze(ZEROS, where, role).options[::7]:
        toss = names(option.toss)
        cases = _cases(ZEROS, (toss[0], toss[1]))
        net: Counter[int] = Counter()
        hand_back = crib_back = 0
        for (hand, crib), ways in cases.items():
            own = naive.moved(hand, retreat.hand, mine)
            if role == "dealer":
                after = None if mine is None else mine + own
                moved = naive.moved(crib, retreat.crib, after)
                net[own + moved] += ways
            else:
                moved = naive.moved(crib, retreat.crib, theirs)
                net[own - moved] += ways
            hand_back += (hand - own) * ways
            crib_back += (crib - moved) * ways
        check_spreads(option, cases, net, 46)
        assert option.back is not None
        assert option.back.hand == pytest.approx(hand_back / option.net.ways)
        assert option.back.crib == pytest.approx(crib_back / option.net.ways)
        crib_sign = 1 if role == "dealer" else -1
        back = option.back.hand + crib_sign * option.back.crib
        value = option.hand.mean + crib_sign * option.crib.mean - back
        assert option.expected == pytest.approx(value)
        weighed = sum(each.cards * each.net_mean for each in option.by_starter) / 46
        assert weighed == pytest.approx(option.expected)


def test_a_dealer_can_lose_twenty_in_one_deal_but_never_what_he_has_not() -> None:
    def floor(score: str) -> int:
        where = situation("six-card", "backtrack-10", score=score)
        return min(each.net.min for each in analyze(ZEROS, where, "dealer").options)

    assert floor("") == floor("20-0") == floor("120-0") == -20
    assert [floor(f"{mine}-0") for mine in (0, 4, 10, 13, 19)] == [0, -4, -10, -13, -19]


def test_at_the_start_nobody_moves_back() -> None:
    at_start = analyze(ZEROS, situation("six-card", "backtrack-10", score="0-0"), "dealer")
    base = analyze_deal(parse_cards(ZEROS), ["dealer"], opponent="uniform").analyses[0]
    nets = {each.toss: each.net.by_points() for each in base.options}
    for option in at_start.options:
        if option.hand.min > 0:  # else the crib is counted from a score of its own hand
            continue
        assert option.back is not None
        assert option.back.hand == 0
        assert option.net.max == max(nets[option.toss])


def test_the_score_changes_the_ranking() -> None:
    def order(score: str) -> list[tuple[int, ...]]:
        where = situation("six-card", retreat=Retreat(60, 0), score=score)
        return [each.toss for each in analyze(ZEROS, where, "dealer").options]

    assert order("0-0") != order("60-60") == order("")


def test_an_opponents_empty_crib_is_counted_for_the_pone() -> None:
    base = analyze_deal(parse_cards(ZEROS), ["pone"], opponent="uniform").analyses[0].options
    where = situation("six-card", "crib-minus-5")
    plain = {each.toss: each.expected for each in base}
    for option in analyze(ZEROS, where, "pone").options:
        assert option.back is not None
        assert option.back.hand == 0
        empty = option.crib.by_points().get(0, 0) / option.crib.ways
        assert option.expected == pytest.approx(plain[option.toss] + 5 * empty)


def test_steps_back_in_other_variants() -> None:
    cards = "2C 4D 6H 8S QC"
    where = situation("four-partners", "backtrack-10", score="12-5")
    dealer, pone, partner = (analyze(cards, where, side) for side in ("dealer", "pone", "partner"))
    assert [each.net for each in dealer.options] == [each.net for each in partner.options]
    assert min(each.net.min for each in dealer.options) == -12
    assert max(each.net.max for each in pone.options) >= 5


# Reverse -----------------------------------------------------------------------------------


@pytest.mark.parametrize("by", SORT_KEYS)
def test_in_reverse_the_lowest_average_is_best(by: str) -> None:
    base = analyze_deal(parse_cards(SIX), ["dealer"], opponent="uniform").analyses[0]
    analysis = analyze(SIX, situation("six-card", "reverse"), "dealer")
    assert analysis.lowest_first
    sums = [each.net.points_sum for each in analysis.options]
    assert sums == sorted(each.net.points_sum for each in base.options)
    ordered = sort_options(analysis.options, by, analysis.lowest_first)
    keys = [SORT_KEYS[by](each) for each in ordered]
    assert keys == sorted(keys, reverse=True)


def test_equal_tosses_are_in_order_of_their_cards_in_reverse_too() -> None:
    options = analyze(SIX, situation("six-card", "reverse"), "dealer").options
    tied = [
        (one, other)
        for one, other in combinations(options, 2)
        if one.net.points_sum == other.net.points_sum
    ]
    assert tied
    for one, other in tied:
        assert sorted(one.toss) < sorted(other.toss)


# Who throws --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_shapes_follow_the_rules_of_each_variant(variant: str) -> None:
    where = situation(variant)
    shapes = where.shapes_for(0)
    thrown = {"five-player": ["pone"], "six-pairs": ["pone"]}
    thrown |= {"four-partners": ["dealer", "pone", "partner"]}
    assert [each.side for each in shapes] == thrown.get(variant, ["dealer", "pone"])
    for shape in shapes:
        if not shape.is_gift:
            assert shape.cards - shape.tossed == where.rules.hand_size
            assert shape.drawn == where.rules.crib_size - shape.tossed


def test_the_partner_throws_for_his_own_side() -> None:
    cards = random_deal("partner", 5)
    deal = analyze_variant(parse_cards(cards), situation("four-partners"))
    assert isinstance(deal, DealAnalysis)
    dealer, pone, partner = deal.analyses
    assert [each.role for each in deal.analyses] == ["dealer", "pone", "partner"]
    assert [each.net for each in partner.options] == [each.net for each in dealer.options]
    assert all(option.role == "partner" for option in partner.options)
    for option in pone.options:
        assert option.expected == pytest.approx(option.hand.mean - option.crib.mean)


@pytest.mark.parametrize(
    ("variant", "side", "sentence"),
    [
        ("five-player", "dealer", "In five-player the dealer is dealt four cards and throws none"),
        ("six-pairs", "dealer", "In six-pairs the dealer is dealt four cards and throws none"),
        ("six-pairs", "partner", "In six-pairs the dealer's partner is dealt four cards and"),
        ("five-player", "partner", "In five-player everybody plays for himself: there is no"),
        ("four-solo", "partner", "In four-solo everybody plays for himself: there is no partner"),
        ("seven-card", "partner", "In seven-card everybody plays for himself"),
        ("seven-card", "cutter", "'cutter' is no role: there are dealer, pone, partner"),
    ],
)
def test_who_throws_nothing_or_is_nobody_is_told(variant: str, side: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        analyze_variant(range(5), situation(variant), side)


@pytest.mark.parametrize(
    ("variant", "side", "number", "sentence"),
    [
        ("three-player", None, 6, "in three-player a discard is made from five: take one away"),
        ("seven-card", None, 6, "in seven-card a discard is made from seven: one missing"),
        ("speedo", None, 7, "in speedo a discard is made from six or eight: add or take away one"),
        ("speedo", "dealer", 6, "in speedo the dealer's cards with the two given to him are eight"),
        ("speedo", "pone", 8, "in speedo a discard is made from six: take two away"),
    ],
)
def test_other_numbers_of_cards_are_refused(
    variant: str, side: CribSide | None, number: int, sentence: str
) -> None:
    with pytest.raises(WrongCount, match=sentence):
        analyze_variant(range(number), situation(variant), side)


def test_doubles_and_starters_among_the_cards_are_refused() -> None:
    with pytest.raises(DuplicateCard, match="AC is given twice"):
        analyze_variant((0, 4, 8, 12, 0), situation("three-player"))
    with pytest.raises(DuplicateCard, match="The starter AC is among"):
        analyze_variant((0, 4, 8, 12, 16), situation("three-player"), None, 0)


def test_a_score_must_be_one_and_must_matter() -> None:
    with pytest.raises(UsageError, match="In a game to 121 nobody goes on with 121 points"):
        situation("speedo", score="121-0")
    with pytest.raises(UsageError, match="A score changes nothing here"):
        situation("three-player", score="20-30")
    with pytest.raises(UsageError, match="A score changes nothing here"):
        situation("six-card", score="20-30")
