"""Values of JSON and Parquet: how they are written as one cell, and as JSON."""

from __future__ import annotations

import json
from datetime import date, time
from math import isfinite
from typing import Any


def as_text(value: object) -> str:
    """Write a value of JSON or Parquet as one cell; a list of texts as these with spaces.

    >>> as_text(["5H", "5D"]), as_text(None), as_text(True), as_text(1.5)
    ('5H 5D', '', 'true', '1.5')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str | bytes) for each in value):
        return " ".join(map(as_text, value))
    if isinstance(value, dict | list | bool | int | float):
        return json.dumps(value, ensure_ascii=False, default=json_value)
    return str(json_value(value))


def json_value(value: object) -> object:
    r"""Get what stands in JSON for a value of Parquet that JSON does not have.

    >>> json_value(b"5H 5D"), json_value(b"\xff\x00")
    ('5H 5D', 'ff00')
    """
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return value.hex()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def finite(value: Any) -> Any:
    """Put None in the place of numbers that JSON does not have."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return value
