"""An opponent who throws his best: counting, policy and tables against plain enumeration."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from cribcalc import stored
from cribcalc.cards import DECK, card_name, parse_cards
from cribcalc.crib_table import make_crib_table
from cribcalc.discard import analyze_deal
from cribcalc.errors import TableError
from cribcalc.kernels.suit_classes import CLASSES, suit_classes
from cribcalc.outcomes import count_outcomes
from cribcalc.policy import EVERY_TOSS, Policy
from cribcalc.roles import ROLES, Role
from cribcalc.solver import best_answer
from cribcalc.strategic import (
    PARTS,
    opponent_throws,
    other_role,
    stored_crib_table,
    stored_policy,
)

RENAMINGS = list(permutations(range(4)))
EXAMPLES = json.loads(
    (Path(__file__).parent / "data" / "strategic_crib_examples.json").read_text()
)["cases"]


# Classes of deals --------------------------------------------------------------------------


def test_every_deal_is_in_exactly_one_class() -> None:
    cards, deals, multiset_of = suit_classes()
    assert len(cards) == CLASSES
    assert int(deals.sum(dtype=np.int64)) == comb(52, 6)
    assert (np.diff(cards.astype(np.int64), axis=1) > 0).all()
    assert (np.diff(multiset_of) >= 0).all()
    keys = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1)
    assert len(np.unique(keys)) == CLASSES


def test_a_class_stands_for_its_distinct_renamings() -> None:
    cards, deals, _ = suit_classes()
    chosen = np.random.default_rng(3).choice(CLASSES, 300, replace=False)
    for hand, number in zip(cards[chosen].tolist(), deals[chosen].tolist(), strict=True):
        forms = {
            tuple(sorted((card & 60) | suits[card & 3] for card in hand)) for suits in RENAMINGS
        }
        assert len(forms) == number


# Counting the opponent's hands --------------------------------------------------------------


def test_a_player_who_throws_at_random_is_the_uniform_opponent() -> None:
    deal = parse_cards("5H 5D JS 4C 6H QD")
    throws = opponent_throws(deal, Policy.random("pone"))
    assert throws.thrown.sum() == comb(46, 6) * PARTS
    assert len(set(throws.thrown.tolist())) == 1
    weighted = count_outcomes(deal, weights=throws.with_starter).crib_ways
    plain = count_outcomes(deal).crib_ways
    ratio = weighted.sum() // plain.sum()
    assert (weighted == plain * ratio).all()


def plain_throws(
    unseen: list[int], policy: Policy
) -> tuple[Counter[tuple[int, int]], Counter[tuple[tuple[int, int], int]]]:
    """Throws of every hand of some cards, and with every starter, one hand after the other."""
    cards, _, _ = suit_classes()
    place = {tuple(row): at for at, row in enumerate(cards.tolist())}
    thrown: Counter[tuple[int, int]] = Counter()
    with_starter: Counter[tuple[tuple[int, int], int]] = Counter()
    for hand in combinations(unseen, 6):
        for suits in RENAMINGS:
            form = tuple(sorted((card & 60) | suits[card & 3] for card in hand))
            if form in place:
                break
        back = {(card & 60) | suits[card & 3]: card for card in hand}
        bits = int(policy.tosses[place[form]])
        made = [toss for number, toss in enumerate(combinations(form, 2)) if bits >> number & 1]
        for one, other in made:
            pair = tuple(sorted((back[one], back[other])))
            parts = PARTS // len(made)
            thrown[pair[0], pair[1]] += parts
            for starter in set(unseen) - set(hand):
                with_starter[(pair[0], pair[1]), starter] += parts
    return thrown, with_starter


@pytest.mark.parametrize("role", ROLES)
def test_a_small_deck_is_counted_as_by_hand(role: Role) -> None:
    # Only thirteen cards are left: each of the 1,716 hands can be listed.
    unseen = sorted(parse_cards("5C 5D 5H 6C 6H 7C 7D 8C JC JD QC KC KD"))
    policy = stored_policy(role)
    counted = opponent_throws([card for card in DECK if card not in unseen], policy)
    thrown, with_starter = plain_throws(unseen, policy)
    pairs = list(combinations(unseen, 2))
    assert counted.thrown.tolist() == [thrown[pair] for pair in pairs]
    assert counted.with_starter.tolist() == [
        [with_starter[pair, starter] for starter in unseen] for pair in pairs
    ]
    assert sum(thrown.values()) == comb(13, 6) * PARTS


def test_ties_share_a_hand() -> None:
    cards, _, _ = suit_classes()
    bits = stored_policy("pone").tosses
    tied = np.flatnonzero(bits & (bits - 1))
    assert len(tied)
    hand = cards[tied[0]].tolist()
    seen = [card for card in DECK if card not in hand]
    thrown = opponent_throws(seen, stored_policy("pone")).thrown
    made = int(bits[tied[0]]).bit_count()
    assert sorted(thrown[thrown > 0].tolist()) == [PARTS // made] * made


# The stored policy --------------------------------------------------------------------------


def test_reference_cribs() -> None:
    """The reference stopped before its policies had settled: see docs/strategic.md."""
    apart = []
    for case in EXAMPLES:
        deal = parse_cards(" ".join(case["hand"]))
        analysis = analyze_deal(deal, [case["role"]], opponent="strategic").analyses[0]
        ours = {frozenset(map(card_name, each.toss)): each.crib.mean for each in analysis.options}
        for toss, crib in zip(case["toss"], case["crib_policy"], strict=True):
            apart.append((abs(ours[frozenset(toss)] - crib), case["role"]))
    assert len(apart) == 90
    assert max(each for each, role in apart if role == "dealer") < 0.01
    assert max(each for each, _ in apart) < 0.03
    assert sum(each <= 0.02 for each, _ in apart) >= 84


def test_the_fixed_point_is_where_it_should_be() -> None:
    provenance = json.loads((stored.FOLDER / stored.PROVENANCE).read_text())
    last = provenance["rounds"][-1]
    assert last["dealer_hand"] == pytest.approx(7.9805, abs=5e-5)  # as docs/strategic.md says
    assert last["dealer_crib"] == pytest.approx(4.7814, abs=5e-5)
    assert last["pone_hand"] == pytest.approx(8.1295, abs=5e-5)
    assert last["pone_crib"] == pytest.approx(4.7813, abs=5e-5)
    assert abs(last["dealer_crib"] - last["pone_crib"]) <= 0.002
    assert max(last["dealer_changed"], last["pone_changed"]) <= 0.0001


@pytest.mark.parametrize("role", ROLES)
def test_the_policy_is_a_best_answer_to_the_tables(role: Role) -> None:
    answer = best_answer(role, stored_crib_table(other_role(role)))
    deals = suit_classes()[1]
    differ = deals[answer.policy.tosses != stored_policy(role).tosses].sum(dtype=np.int64)
    assert differ / comb(52, 6) < 0.0002


def test_random_throws_are_answered_as_the_uniform_analysis_says() -> None:
    answer = best_answer("dealer", make_crib_table(Policy.random("pone")))
    assert answer.hand_mean == pytest.approx(8.003390, abs=2e-5)
    assert answer.crib_mean == pytest.approx(5.297582, abs=2e-5)


def gains(role: Role, count: int, seed: int) -> list[float]:
    """What exact best throws gain on the policy's worst own throw, for random deals."""
    cards, deals, _ = suit_classes()
    chances = deals / deals.sum(dtype=np.int64)
    chosen = np.random.default_rng(seed).choice(CLASSES, count, p=chances)
    found = []
    for at in chosen:
        deal = cards[at].tolist()
        options = analyze_deal(deal, [role], opponent="strategic").analyses[0].options
        value = {each.toss: each.expected for each in options}
        bits = int(stored_policy(role).tosses[at])
        tosses = [toss for number, toss in enumerate(combinations(deal, 2)) if bits >> number & 1]
        found.append(max(value.values()) - min(value[one, other] for one, other in tosses))
    return found


@pytest.mark.parametrize("role", ROLES)
def test_no_throw_gains_on_the_policy(role: Role) -> None:
    found = gains(role, 8, seed=11)
    assert float(np.mean(found)) <= 1e-4
    assert max(found) <= 0.005


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_no_throw_gains_on_the_policy_in_a_thousand_deals(role: Role) -> None:
    found = gains(role, 1000, seed=12)
    assert float(np.mean(found)) <= 1e-4
    assert max(found) <= 0.005


# Tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_the_tables_are_close_to_exact_counts(role: Role) -> None:
    deal = sorted(parse_cards("4C 5D 5H 6H JS QD"))
    exact = analyze_deal(deal, [role], opponent="strategic").analyses[0].options
    cribs = {each.toss: each.crib.mean for each in exact}
    _, table = stored_crib_table(other_role(role)).values(np.array([deal], dtype=np.uint8))
    for toss, crib in zip(combinations(deal, 2), table[0].tolist(), strict=True):
        assert crib == pytest.approx(cribs[toss], abs=0.015)


def test_the_tables_are_small() -> None:
    size = sum(path.stat().st_size for path in stored.FOLDER.iterdir())
    assert size < 2_000_000


DAMAGES = {
    "missing": "policy.npz",
    "cut": "policy.npz",
    "changed": "policy.npz",
    "no provenance": "PROVENANCE.json",
    "cut provenance": "PROVENANCE.json",
    "strange provenance": "PROVENANCE.json",
    "null in provenance": "PROVENANCE.json",
    "not in provenance": "PROVENANCE.json",
}
"""What may happen to the files, and the one that is named then."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_says_how_to_get_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    for path in stored.FOLDER.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    table, provenance = tmp_path / "policy.npz", tmp_path / stored.PROVENANCE
    said = json.loads(provenance.read_text())
    if damage == "missing":
        table.unlink()
    elif damage == "cut":
        table.write_bytes(table.read_bytes()[:-100])
    elif damage == "changed":
        data = bytearray(table.read_bytes())
        data[1000] ^= 1
        table.write_bytes(data)
    elif damage == "no provenance":
        provenance.unlink()
    elif damage == "cut provenance":
        provenance.write_bytes(provenance.read_bytes()[:-100])
    elif damage == "strange provenance":
        provenance.write_text("[]")
    elif damage == "null in provenance":
        provenance.write_text(json.dumps({**said, "files": {"policy.npz": None}}))
    else:
        provenance.write_text(json.dumps({**said, "files": {}}))
    monkeypatch.setattr(stored, "FOLDER", tmp_path)
    load = stored.load_table.__wrapped__
    with pytest.raises(TableError, match=r"scripts/build_tables\.py") as caught:
        load("policy.npz")
    assert f"The file {DAMAGES[damage]} of this installation" in str(caught.value)


def test_shares_of_a_random_player_are_the_shares_of_pairs() -> None:
    policy = Policy.random("dealer")
    assert int(policy.tosses[0]) == EVERY_TOSS
    assert policy.deals.sum() == pytest.approx(comb(52, 6))
    assert np.allclose(policy.shares().sum(axis=1), 1)
    for match in policy.starter_match():
        assert match == pytest.approx(1)
    chance = Fraction(comb(13, 2) * 4, comb(52, 2))
    assert policy.suited_deals().sum() / comb(52, 6) == pytest.approx(float(chance))


@pytest.mark.slow
def test_eight_rounds_at_the_same_time_are_the_reference() -> None:
    """The other implementation stopped there; see docs/strategic.md."""
    dealer, pone = Policy.random("dealer"), Policy.random("pone")
    for _ in range(8):
        answers = (
            best_answer("dealer", make_crib_table(pone)),
            best_answer("pone", make_crib_table(dealer)),
        )
        dealer, pone = answers[0].policy, answers[1].policy
    for case in EXAMPLES:
        deal = parse_cards(" ".join(case["hand"]))
        throws = opponent_throws(deal, pone if case["role"] == "dealer" else dealer)
        means = count_outcomes(deal, weights=throws.with_starter).crib_means()
        ours = {
            frozenset(map(card_name, toss)): crib
            for toss, crib in zip(combinations(deal, 2), means.tolist(), strict=True)
        }
        for toss, crib in zip(case["toss"], case["crib_policy"], strict=True):
            assert ours[frozenset(toss)] == pytest.approx(crib, abs=0.0015)
