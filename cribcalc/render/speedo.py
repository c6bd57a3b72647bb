"""The gifts of the pone in Speedo as a ranked table and as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cribcalc.cards import RANKS, card_name, card_names
from cribcalc.render.numbers import behind, decimals_to_tell_apart, shared_place
from cribcalc.render.situation import (
    model_sentence,
    reverse_sentences,
    situation_payload,
    situation_title,
)
from cribcalc.render.spread import spread_payload
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.speedo import GiftAnalysis, GiftOption

_DETAILED_GIFTS = 2


@dataclass(frozen=True, slots=True)
class GiftView:
    """Analysed gifts, ordered and cut as asked, like `cribcalc.render.discard.DiscardView`."""

    deal: GiftAnalysis
    sort: str = "expected"
    top: int | None = None
    detail: bool = False

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc discard`` for the pone in Speedo."""
        deal = self.deal
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "discard",
            "cards": [card_name(card) for card in deal.cards],
            "starter": None if deal.starter is None else card_name(deal.starter),
            **situation_payload(deal.situation),
            "opponent": "uniform",
            "method": "exact",
            "analyses": [
                {
                    "role": "pone",
                    "heels": deal.heels_mean,
                    "options": [self._option_payload(each) for each in self._chosen()],
                }
            ],
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a gift, best first."""
        starter = self.deal.starter
        records = []
        for place, option in enumerate(self._chosen(), start=1):
            record = {
                "hand": card_names(self.deal.cards),
                "role": "pone",
                "starter": "" if starter is None else card_name(starter),
                "rank": place,
                "toss": card_names(option.toss),
                "keep": card_names(option.keep),
                "hand_mean": option.hand.mean,
                "dealer_hand_mean": option.dealer_hand.mean,
                "crib_mean": option.crib.mean,
                "expected": option.expected,
                "variant": self.deal.situation.rules.variant,
            }
            if self.detail:
                means = {each.rank: each.net_mean for each in option.by_starter}
                record |= {f"net_{name}": means.get(rank) for rank, name in enumerate(RANKS)}
            records.append(record)
        return records

    def sections(self, style: Style) -> list[Section]:
        """Give the ranked table."""
        deal = self.deal
        title = f"Dealt {style.sorted_cards(deal.cards)}{situation_title(deal.situation)}"
        if deal.starter is not None:
            title += f", starter {style.card(deal.starter)}"
        chosen = self._chosen()
        ranked = "Pone (gift): expected = hand - dealer's hand - crib"
        if self.sort != "expected":
            ranked += f"; ranked by {self.sort}"
        sections = [Section(title), Section(ranked, self._table(chosen, style))]
        if self.detail:
            sections.append(_detail_section(chosen[:_DETAILED_GIFTS], style))
        return [*sections, Section(lines=_footnotes(deal))]

    def _chosen(self) -> tuple[GiftOption, ...]:
        return self.deal.sorted_by(self.sort)[: self.top]

    def _table(self, options: tuple[GiftOption, ...], style: Style) -> Table:
        deal = self.deal
        headers = ("#", "keep", "give", "hand", "dealer", "crib", "expected", "behind")
        keys = [option.net_sum for option in options]
        decimals = decimals_to_tell_apart([option.expected for option in options], keys)
        best = deal.options[0].expected
        ranking = [deal.sort_key(option, self.sort) for option in deal.sorted_by(self.sort)]
        rows = []
        for option in options:
            place = deal.sort_key(option, self.sort)
            rows.append(
                (
                    shared_place(place, ranking),
                    style.sorted_cards(option.keep),
                    style.sorted_cards(option.toss),
                    f"{option.hand.mean:.2f}",
                    f"{option.dealer_hand.mean:.2f}",
                    f"{option.crib.mean:.2f}",
                    f"{option.expected:.{decimals}f}",
                    behind(best, option.expected, decimals),
                )
            )
        return Table(headers, rows, ("keep", "give"))

    def _option_payload(self, option: GiftOption) -> dict[str, Any]:
        payload: dict[str, Any] = {
            "toss": [card_name(card) for card in option.toss],
            "keep": [card_name(card) for card in option.keep],
            "hand": spread_payload(option.hand),
            "dealer_hand": spread_payload(option.dealer_hand),
            "crib": spread_payload(option.crib),
            "expected": option.expected,
        }
        if self.detail:
            payload["by_starter"] = [
                {
                    "rank": RANKS[each.rank],
                    "cards": each.cards,
                    "hand": each.hand_mean,
                    "dealer_hand": each.dealer_hand_mean,
                    "crib": each.crib_mean,
                    "net": each.net_mean,
                }
                for each in option.by_starter
            ]
        return payload


def _detail_section(options: tuple[GiftOption, ...], style: Style) -> Section:
    """Tabulate the averages of the best gifts for each starter rank."""
    names = ("hand", "dealer", "crib", "net")
    headers = ["starter", "unseen"]
    for option in options:
        headers.extend(f"{style.sorted_cards(option.toss)}\n{name}" for name in names)
    rows = []
    for outcomes in zip(*(option.by_starter for option in options), strict=True):
        row = [style.rank(outcomes[0].rank), str(outcomes[0].cards)]
        for each in outcomes:
            means = (each.hand_mean, each.dealer_hand_mean, each.crib_mean, each.net_mean)
            row.extend(f"{mean:.2f}" for mean in means)
        rows.append(row)
    return Section("By starter rank, giving the cards named", Table(headers, rows))


def _footnotes(deal: GiftAnalysis) -> list[str]:
    left_out = "the play"
    if deal.starter is None:
        left_out += f", and the dealer's heels, worth {deal.heels_mean:.2f} whatever is given"
    elif deal.heels_mean:
        left_out += f", and the dealer's heels, {deal.heels_mean:.0f} here"
    ways = deal.options[0].crib.ways
    method = (
        f"Method: exact averages, {ways:,} ways of the dealer's cards a gift; how his hand and "
        "crib go together with yours is not counted, so that there are no sd, low and high."
    )
    return [
        model_sentence(deal.situation, "pone"),
        method,
        f"Not included: {left_out}.",
        *reverse_sentences(deal.situation),
    ]
