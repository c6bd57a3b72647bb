"""A recorded game out of the bytes of a file: whether it is text, JSON and a game."""

from __future__ import annotations

import json

from cribcalc.errors import RecordError
from cribcalc.game.record import Record, read_record


def parse_record(data: bytes, name: str) -> Record:
    """Read a record from UTF-8 JSON, with or without a byte order mark.

    Raises
    ------
    RecordError
        If it cannot be read, with the line and column; or is no record, with the event.

    """
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} is not UTF-8 text (byte {error.start + 1}).") from error
    except json.JSONDecodeError as error:
        reason = f"{error.msg[0].lower()}{error.msg[1:]}"
        raise RecordError(
            f"{name} is not JSON: line {error.lineno}, column {error.colno}: {reason}."
        ) from error
    except RecursionError as error:
        raise RecordError(f"{name} is no recorded game: it is nested too deeply.") from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise RecordError(f"{name} is no recorded game: it holds too long a number.") from error
    return read_record(document)
