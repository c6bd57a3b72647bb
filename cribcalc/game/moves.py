"""What can happen in a game: the moves of players and of chance, and what they bring.

Moves are decisions or cards turned up, nothing that follows from them: the effects follow,
and are kept beside the move in an `Entry` of the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

Reply = Literal["accept", "muggins", "overcount"]
REPLIES: tuple[Reply, ...] = get_args(Reply)

Fault = Literal["peek", "move-peg", "starter-misplaced"]
FAULTS: tuple[Fault, ...] = get_args(Fault)

HIDDEN = -1
"""Stands for a card that a seat may not see."""


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """Cards cut for the deal, one by each seat that still cuts; the lowest deals."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawLot:
    """The first dealer is drawn."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt to each seat, and those the crib gets from the pack."""

    hands: tuple[tuple[int, ...], ...]
    crib: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards a seat throws: to the crib, or as Speedo's pone to the dealer."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnStarter:
    """The card turned up."""

    card: int


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card in the play; with muggins, how many points its player announces."""

    seat: int
    card: int
    announced: int | None = None


@dataclass(frozen=True, slots=True)
class SayGo:
    """A seat cannot play, or says so."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeBackGo:
    """A go that was wrong is taken back before anybody has acted on it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Count:
    """A seat counts its hand, or the dealer the crib, announcing points with muggins."""

    seat: int
    announced: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an opponent says to announced points."""

    seat: int
    reply: Reply


@dataclass(frozen=True, slots=True)
class ClaimRenege:
    """A seat claims that an opponent said go with a card that fitted."""

    seat: int
    offender: int


@dataclass(frozen=True, slots=True)
class ClaimPenalty:
    """Two points for a fault; without a seat they go to the next side clockwise (D19)."""

    seat: int | None
    offender: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReportError:
    """A wrong deal, found before the starter; `seat` made the error."""

    seat: int


Move: TypeAlias = (
    CutForDeal
    | DrawLot
    | Deal
    | Discard
    | TurnStarter
    | PlayCard
    | SayGo
    | TakeBackGo
    | Count
    | Answer
    | ClaimRenege
    | ClaimPenalty
    | ReportError
)

EffectKind = Literal["score", "nothing", "back", "cancel", "fine", "reset", "redeal", "over"]
"""``score``: points pegged; ``nothing``: points that exact-out does not allow; ``back``: squares
moved back by a rule of the show; ``cancel``: points taken away by a renege; ``fine``: points a
fault costs; ``reset``: a series of the play has ended; ``redeal``; ``over``: the game is."""


class Effect(NamedTuple):
    """One thing that a move brought.

    Attributes
    ----------
    kind : EffectKind
        What happened.
    seat : int
        Whom it happened to.
    points : int
        Points pegged, or squares lost (positive too).
    reason : str
        What for, in the words of the game: "pair royal", "hand", "heels" ...
    score : int
        The score of the seat's side afterwards.

    """

    kind: EffectKind
    seat: int
    points: int
    reason: str
    score: int


class Entry(NamedTuple):
    """One line of the log: a move and all that it brought."""

    move: Move
    effects: tuple[Effect, ...]
