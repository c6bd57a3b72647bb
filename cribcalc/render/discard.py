"""The tosses of a deal as ranked tables and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cribcalc.cards import RANKS, card_name, card_names
from cribcalc.render.numbers import behind, decimals_to_tell_apart, shared_place
from cribcalc.render.situation import (
    back_sentences,
    model_sentence,
    reverse_sentences,
    situation_payload,
    situation_title,
    whose_crib,
)
from cribcalc.render.spread import net_payload, spread_payload
from cribcalc.render.style import Style
from cribcalc.render.view import SCHEMA_VERSION, Section, Table
from cribcalc.roles import OPPONENTS, owns_crib
from cribcalc.throws import (
    HANDS,
    HANDS_BESIDE_STARTER,
    DealAnalysis,
    RoleAnalysis,
    ThrowOption,
    sort_key,
    sort_options,
)

_DETAILED_TOSSES = 3
_LISTED_THROWS = 10


@dataclass(frozen=True, slots=True)
class DiscardView:
    """An analysed deal, ordered and cut as asked.

    ``top`` shows only that many tosses; ``detail`` adds what each starter rank gives.
    """

    deal: DealAnalysis
    sort: str = "expected"
    top: int | None = None
    detail: bool = False

    def payload(self) -> dict[str, Any]:
        """Give the JSON document of ``cribcalc discard``."""
        deal = self.deal
        return {
            "schema_version": SCHEMA_VERSION,
            "command": "discard",
            "cards": [card_name(card) for card in deal.cards],
            "starter": None if deal.starter is None else card_name(deal.starter),
            **situation_payload(deal.situation),
            "opponent": deal.opponent,
            "method": deal.method,
            "analyses": [
                {
                    "role": analysis.role,
                    "heels": analysis.heels_mean,
                    "options": [self._option_payload(each) for each in self._chosen(analysis)],
                    **self._throws_payload(analysis),
                }
                for analysis in deal.analyses
            ],
        }

    def records(self) -> list[dict[str, Any]]:
        """Give one flat row a toss, best first within each role."""
        return [
            self._record(analysis.role, place, option)
            for analysis in self.deal.analyses
            for place, option in enumerate(self._chosen(analysis), start=1)
        ]

    def sections(self, style: Style) -> list[Section]:
        """Give a ranked table for each role."""
        sections = [Section(_deal_title(self.deal, style))]
        for analysis in self.deal.analyses:
            chosen = self._chosen(analysis)
            title = _ranked_title(self.deal, analysis, self.sort)
            sections.append(Section(title, _ranked_table(analysis, chosen, self.sort, style)))
            if self.detail:
                sections.append(_detail_section(analysis, _detailed(chosen), style))
                if self.deal.opponent != "uniform":  # whose throws are all alike
                    sections.append(_throws_section(analysis, style))
        sections.append(Section(lines=_footnotes(self.deal)))
        return sections

    def _chosen(self, analysis: RoleAnalysis) -> tuple[ThrowOption, ...]:
        return sort_options(analysis.options, self.sort, analysis.lowest_first)[: self.top]

    def _throws_payload(self, analysis: RoleAnalysis) -> dict[str, Any]:
        if not self.detail or self.deal.opponent == "uniform":
            return {}
        toss = [card_name(card) for card in analysis.options[0].toss]
        throws = [
            {
                "ranks": [RANKS[rank] for rank in each.ranks],
                "share": each.share,
                "crib": each.crib_mean,
            }
            for each in analysis.expected_throws
        ]
        return {"opponent_throws": {"toss": toss, "throws": throws}}

    def _option_payload(self, option: ThrowOption) -> dict[str, Any]:
        payload: dict[str, Any] = {
            "toss": [card_name(card) for card in option.toss],
            "keep": [card_name(card) for card in option.keep],
            "hand": spread_payload(option.hand),
            "crib": spread_payload(option.crib),
            "net": net_payload(option.net),
            "expected": option.expected,
        }
        if option.back is not None:
            payload["back"] = {"hand": option.back.hand, "crib": option.back.crib}
        if self.detail:
            payload["by_starter"] = [
                {
                    "rank": RANKS[each.rank],
                    "cards": each.cards,
                    "hand": each.hand_mean,
                    "crib": each.crib_mean,
                    "net": each.net_mean,
                }
                for each in option.by_starter
            ]
        return payload

    def _record(self, role: str, place: int, option: ThrowOption) -> dict[str, Any]:
        starter = self.deal.starter
        record: dict[str, Any] = {
            "hand": card_names(self.deal.cards),
            "role": role,
            "starter": "" if starter is None else card_name(starter),
            "rank": place,
            "toss": card_names(option.toss),
            "keep": card_names(option.keep),
            "hand_mean": option.hand.mean,
            "crib_mean": option.crib.mean,
            "expected": option.expected,
        }
        spreads = {"hand": option.hand, "crib": option.crib, "net": option.net}
        for name, spread in spreads.items():
            record |= {f"{name}_sd": spread.sd}
            record |= {f"{name}_min": spread.min, f"{name}_max": spread.max}
        if self.deal.situation is not None:
            record["variant"] = self.deal.situation.rules.variant
        if option.back is not None:
            record |= {"hand_back": option.back.hand, "crib_back": option.back.crib}
        if self.detail:
            means = {each.rank: each.net_mean for each in option.by_starter}
            record |= {f"net_{name}": means.get(rank) for rank, name in enumerate(RANKS)}
        return record


def _deal_title(deal: DealAnalysis, style: Style) -> str:
    title = f"Dealt {style.sorted_cards(deal.cards)}"
    title += situation_title(deal.situation)
    return title if deal.starter is None else f"{title}, starter {style.card(deal.starter)}"


def _ranked_title(deal: DealAnalysis, analysis: RoleAnalysis, sort: str) -> str:
    """Say whose crib it is and what is ranked by."""
    if deal.situation is not None:
        title = whose_crib(deal.situation, analysis.role)
    elif analysis.role == "dealer":
        title = "Dealer (your crib): expected = average hand + average crib"
    else:
        title = "Pone (opponent's crib): expected = average hand - average crib"
    return title if sort == "expected" else f"{title}; ranked by {sort}"


def _ranked_table(
    analysis: RoleAnalysis, options: Sequence[ThrowOption], sort: str, style: Style
) -> Table:
    """Tabulate tosses; those alike in what they are sorted by share a place, shown as ``3=``."""
    steps = ("back",) if options[0].back is not None else ()
    headers = ("#", "keep", "toss", "hand", "crib", *steps, "expected", "behind", "sd")
    keys = [option.net.points_sum for option in options]
    decimals = decimals_to_tell_apart([option.expected for option in options], keys)
    best = analysis.options[0].expected
    key = sort_key(sort, analysis.lowest_first)
    ranking = sorted(map(key, analysis.options))
    rows = [
        (
            shared_place(place, ranking),
            style.sorted_cards(option.keep),
            style.sorted_cards(option.toss),
            f"{option.hand.mean:.2f}",
            f"{option.crib.mean:.2f}",
            *_back_cells(option),
            f"{option.expected:.{decimals}f}",
            behind(best, option.expected, decimals),
            f"{option.net.sd:.2f}",
            str(option.net.min),
            str(option.net.max),
        )
        for option, place in zip(options, map(key, options), strict=True)
    ]
    return Table((*headers, "low", "high"), rows, ("keep", "toss"))


def _back_cells(option: ThrowOption) -> tuple[str, ...]:
    """Give what the steps back take off the net, where the rules have any."""
    if option.back is None:
        return ()
    crib = option.back.crib if owns_crib(option.role) else -option.back.crib
    return (f"{option.back.hand + crib:.2f}",)


def _detailed(options: Sequence[ThrowOption]) -> Sequence[ThrowOption]:
    """Choose how many tosses fit on a page: of many cards, or with far steps back, fewer."""
    if len(options[0].toss) > 2:
        return options[:1]
    return options[: _DETAILED_TOSSES if options[0].back is None else _DETAILED_TOSSES - 1]


def _detail_section(
    analysis: RoleAnalysis, options: Sequence[ThrowOption], style: Style
) -> Section:
    """Tabulate hand, crib and net of the best tosses for each starter rank."""
    headers = ["starter", "unseen"]
    for option in options:
        headers.extend(
            f"{style.sorted_cards(option.toss)}\n{name}" for name in ("hand", "crib", "net")
        )
    rows = []
    for outcomes in zip(*(option.by_starter for option in options), strict=True):
        row = [style.rank(outcomes[0].rank), str(outcomes[0].cards)]
        for each in outcomes:
            row.extend(f"{mean:.2f}" for mean in (each.hand_mean, each.crib_mean, each.net_mean))
        rows.append(row)
    sign = "plus" if owns_crib(analysis.role) else "minus"
    back = ", minus back" if options[0].back is not None else ""
    return Section(
        f"By starter rank, tossing the cards named (net = hand {sign} crib{back})",
        Table(headers, rows),
    )


def _throws_section(analysis: RoleAnalysis, style: Style) -> Section:
    """Tabulate what the opponent throws most often, and the crib it makes of the best toss."""
    rows = [
        (
            "-".join(style.rank(rank) for rank in each.ranks),
            f"{each.share:.1%}",
            f"{each.crib_mean:.2f}",
        )
        for each in analysis.expected_throws[:_LISTED_THROWS]
    ]
    best = style.sorted_cards(analysis.options[0].toss)
    other = "pone" if analysis.role == "dealer" else "dealer"
    return Section(
        f"What the {other} throws most often, and the average crib with {best}",
        Table(("throw", "how often", "crib"), rows, ("throw",)),
    )


def _footnotes(deal: DealAnalysis) -> list[str]:
    heels = deal.analyses[0].heels_mean
    left_out = "the play"
    if deal.starter is None:
        left_out += f", and his heels, worth {heels:.2f} to the dealer whatever is thrown"
    elif heels:
        left_out += f", and his heels, which give the dealer {heels:.0f} here"
    model = f"Model: {deal.opponent} ({OPPONENTS[deal.opponent]})."
    if deal.situation is not None:
        model = model_sentence(deal.situation, deal.analyses[0].role)
    return [
        model,
        f"Method: {deal.method}, {_counted(deal)}.",
        f"sd, low and high are of hand and crib together. Not included: {left_out}.",
        *back_sentences(deal.situation, [each.role for each in deal.analyses]),
        *reverse_sentences(deal.situation),
    ]


def _counted(deal: DealAnalysis) -> str:
    """Say what was counted for each toss."""
    counted = "every crib" if deal.starter is not None else "every starter and every crib"
    if deal.opponent == "uniform":
        ways = deal.analyses[0].options[0].net.ways
        return f"{counted} counted, {ways:,} ways a toss"
    hands = HANDS if deal.starter is None else HANDS_BESIDE_STARTER
    return f"{counted} counted, with all {hands:,} hands that the opponent can hold"
