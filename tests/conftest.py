"""What all tests share: settings that must hold before cribcalc is imported, and fixtures."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

from tests import naive

# Compiled kernels are kept between runs, for all workers, apart from the user's own cache.
ROOT = Path(__file__).resolve().parent.parent
os.environ["NUMBA_CACHE_DIR"] = str(ROOT / ".pytest_cache" / "numba")

# The first call of a kernel compiles it, so no deadline; the same examples in every run.
settings.register_profile(
    "cribcalc",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cribcalc")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Folder of the cases and reference figures."""
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def card_array() -> Callable[[Sequence[Sequence[str]]], NDArray[np.uint8]]:
    """Turn rows of card names into card ids, uint8[n, cards of a row]."""

    def convert(rows: Sequence[Sequence[str]]) -> NDArray[np.uint8]:
        return np.array([[naive.place(card) for card in row] for row in rows], dtype=np.uint8)

    return convert
