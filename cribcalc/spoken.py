"""How a count is said at the table, and what surprises a newcomer about it."""

from __future__ import annotations

from cribcalc.cards import JACK, card_rank, card_suit
from cribcalc.scoring import Score
from cribcalc.words import number_word

NINETEEN = "nineteen"
"""What a hand of no points is called: nineteen is a total no hand can have."""

NOTHING_YET = "nothing before the starter"
"""What is said of four cards that score nothing alone."""


def spoken_count(score: Score) -> str:
    """Say the count in the traditional way, adding as it goes.

    >>> from cribcalc.scoring import score_hand
    >>> spoken_count(score_hand([0, 16, 17, 40]))  # AC 5C 5D JC
    'fifteen two, fifteen four, and a pair is six'
    """
    if score.total == 0:
        return NINETEEN if score.starter is not None else NOTHING_YET
    total = 0
    phrases = []
    for each in score.combinations:
        total += each.points
        if each.category == "fifteens":
            phrases.append(f"fifteen {number_word(total)}")
        elif each.category == "nobs":
            phrases.append(f"one for his nobs is {number_word(total)}")
        else:
            article = "an" if each.name[0] in "aeiou8" else "a"
            phrases.append(f"{article} {each.name} is {number_word(total)}")
    if len(phrases) > 1 and score.combinations[-1].category != "fifteens":
        phrases[-1] = f"and {phrases[-1]}"
    return ", ".join(phrases)


def count_notes(score: Score) -> tuple[str, ...]:
    """Explain the points that a newcomer misses in this count, a sentence each."""
    notes = []
    if score.crib and len({card_suit(card) for card in score.hand}) == 1:
        size = number_word(len(score.hand))
        if score.starter is None:
            notes.append(
                f"The {size} cards are of one suit, but a crib scores a flush only if the "
                "starter is of that suit too."
            )
        elif card_suit(score.starter) != card_suit(score.hand[0]):
            notes.append(
                f"No flush: the {size} crib cards are of one suit but the starter is not. In "
                f"the crib a flush needs all {number_word(len(score.hand) + 1)} cards; in a "
                f"hand these would score {size}."
            )
    if score.starter is not None and card_rank(score.starter) == JACK:
        notes.append(
            "The starter is a jack: his heels, two points, belong to the dealer as soon as it "
            "is turned, and are not part of any hand or crib."
        )
    return tuple(notes)
