"""Tables that ship with the package: loaded when needed, checked against their digest.

``tables/PROVENANCE.json`` says of each file how it was made and what its SHA-256 is.
"""

from __future__ import annotations

import hashlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribcalc.errors import TableError

FOLDER = Path(__file__).parent / "tables"
PROVENANCE = "PROVENANCE.json"


@cache
def load_table(name: str) -> dict[str, NDArray[Any]]:
    """Load the arrays of one file of tables.

    Returns
    -------
    arrays : dict of name to array
        With the shapes and dtypes in which they were stored (uint16[962988] policies,
        float32[18564, 15] and other tables); read-only.

    Raises
    ------
    TableError
        If the file is missing or is not the one that was built.

    """
    try:
        data = (FOLDER / name).read_bytes()
        wanted = json.loads((FOLDER / PROVENANCE).read_text(encoding="utf-8"))
        digest = wanted["files"][name]["sha256"]
    except OSError as error:
        unread = Path(error.filename or name).name
        raise TableError(_advice(unread, "cannot be read")) from error
    except (ValueError, KeyError, TypeError) as error:
        raise TableError(_advice(PROVENANCE, "is damaged")) from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise TableError(_advice(name, "is damaged"))
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {key: stored[key] for key in stored.files}
    for array in arrays.values():
        array.flags.writeable = False
    return arrays


def _advice(name: str, fault: str) -> str:
    return (
        f"The file {name} of this installation {fault}: install cribcalc again, or build its "
        "tables with scripts/build_tables.py policy in a clone."
    )
