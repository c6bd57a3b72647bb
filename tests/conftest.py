"""What all tests share: settings that must hold before cribcalc is imported, and fixtures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

from tests import naive

if TYPE_CHECKING:
    from cribcalc.stats import DealStatistics

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


@pytest.fixture(scope="session")
def stored_sweeps(data_dir: Path) -> dict[str, DealStatistics]:
    """What the sweep over all deals finds for each role; `test_sweep` holds the sweep to it."""
    from cribcalc.stats import DealStatistics

    stored = json.loads((data_dir / "deal_sweep.json").read_text(encoding="utf-8"))
    for role, figures in stored.items():
        counts = {int(points): deals for points, deals in figures["value_counts"].items()}
        shows = tuple(figures["show_counts"])
        figures |= {"role": role, "value_counts": counts, "show_counts": shows}
        figures["opponent"] = "uniform"
    return {role: DealStatistics(**figures) for role, figures in stored.items()}


@pytest.fixture
def no_sweep(
    stored_sweeps: dict[str, DealStatistics], monkeypatch: pytest.MonkeyPatch
) -> mock.Mock:
    """Give ``stats deals``, run in this process, the stored result: the sweep takes long."""
    from cribcalc.stats import deal_statistics

    stand_in: mock.Mock = mock.create_autospec(
        deal_statistics, side_effect=lambda role, **_: stored_sweeps[role]
    )
    monkeypatch.setattr("cribcalc.stats.deal_statistics", stand_in)
    return stand_in
