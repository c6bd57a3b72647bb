"""What can go wrong for a user, each as one sentence and one exit code."""

from __future__ import annotations


class CribcalcError(Exception):
    """The task could not be done; the message is a full sentence for the user."""

    exit_code = 1


class CardError(CribcalcError, ValueError):
    """The cards given are not what the rules or the command allow."""

    exit_code = 2


class BadCard(CardError):
    """A card's text could not be read."""


class DuplicateCard(CardError):
    """The same card was given twice."""


class WrongCount(CardError):
    """Too few or too many cards."""


class UsageError(CribcalcError, ValueError):
    """The request is well formed but asks for something that makes no sense."""

    exit_code = 2


class RulesError(UsageError):
    """Rules are combined that exclude each other, or there is no such rule."""


class IllegalMove(CribcalcError, ValueError):
    """The rules, or the state of the game, do not allow a move; the message says why."""


class PlayError(UsageError):
    """A pile or a play that was given breaks the rules; the message says where."""


class InputError(CribcalcError):
    """An input file cannot be read or is not what it claims to be."""


class RecordError(InputError):
    """A recorded game cannot be read, or is not a game; the message says where."""


class OutputError(CribcalcError):
    """The answer cannot be written where it was asked for."""


class MissingExtra(CribcalcError):
    """An optional library is needed; the message names the install command."""


class TableError(CribcalcError):
    """A table that ships with the package is missing or damaged."""
