"""Inputs for batches, and a short way to run one on bytes."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import dataclass
from functools import partial
from typing import Any

from cribcalc.batch import BatchSummary, run_batch

run_uniform = partial(run_batch, opponent="uniform")
"""Most tests are about files, and known figures are those against a uniform opponent."""

PACK = tuple(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")


@dataclass(frozen=True)
class Result:
    """What a batch wrote and reported."""

    data: bytes
    summary: BatchSummary
    errors: list[tuple[int, str]]

    @property
    def rows(self) -> list[dict[str, str]]:
        """The output read as CSV."""
        return list(csv.DictReader(io.StringIO(self.data.decode("utf-8"), newline="")))


def batch(data: bytes | str, **options: Any) -> Result:
    """Run a batch from bytes to bytes, against a uniform opponent unless another is said."""
    source = io.BytesIO(data.encode() if isinstance(data, str) else data)
    target = io.BytesIO()
    errors: list[tuple[int, str]] = []
    summary = run_uniform(
        source, target, on_error=lambda line, text: errors.append((line, text)), **options
    )
    assert len(errors) == summary.bad_rows
    assert not source.closed
    return Result(target.getvalue(), summary, errors)


def random_deals(count: int, seed: int = 1) -> list[tuple[list[str], str]]:
    """Six cards and a role, so many times."""
    rng = random.Random(seed)
    return [(rng.sample(PACK, 6), rng.choice(["dealer", "pone"])) for _ in range(count)]


def deals_csv(count: int, seed: int = 1) -> str:
    """A table of random deals."""
    rows = [f"{' '.join(cards)},{role}\n" for cards, role in random_deals(count, seed)]
    return "hand,role\n" + "".join(rows)
