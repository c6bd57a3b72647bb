#!/usr/bin/env python3
"""Compare our average cribs with published ones.

    python scripts/compare_published.py

data/published_crib_averages.csv holds the average crib of each pair of ranks thrown by the
dealer (own) and by the pone (opp): Craig Hessel's by iterated best response over hands of
ranks only, and Michael Schell's composite, both from cribbageforum.com. Both ignore flushes, so
they are compared with our unsuited pairs, and with each other. The mean difference (level) is
a matter of how the other four cards and the opponent are taken; "around it" is the rest.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cribcalc.cards import RANKS  # noqa: E402
from cribcalc.policy_averages import pair_averages  # noqa: E402
from cribcalc.roles import ROLES  # noqa: E402

PAIR = ("rank1", "rank2")
COLUMNS = {"dealer": ("hessel_own", "schell_own"), "pone": ("hessel_opp", "schell_opp")}


def published(column: str) -> dict[tuple[int, int], float]:
    """Averages of a published table by ranks, the low one first."""
    found = {}
    with (ROOT / "data" / "published_crib_averages.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            low, high = sorted(RANKS.index(row[name].replace("10", "T")) for name in PAIR)
            if row[column]:
                found[low, high] = float(row[column])
    return found


def compare(ours: dict[tuple[int, int], float], theirs: dict[tuple[int, int], float]) -> str:
    """One line: pairs, RMS, mean difference, RMS around it, the worst pair."""
    pairs = sorted(ours.keys() & theirs.keys())
    differences = np.array([ours[pair] - theirs[pair] for pair in pairs])
    level = float(differences.mean())
    rest = differences - level
    worst = int(np.abs(rest).argmax())
    low, high = pairs[worst]
    return (
        f"{len(pairs):5}  {rms(differences):.3f}  {level:+.3f}   {rms(rest):.3f}     "
        f"{RANKS[low]}-{RANKS[high]} {rest[worst]:+.3f}"
    )


def rms(differences: NDArray[np.float64]) -> float:
    """Root of the mean square."""
    return float(np.sqrt((differences**2).mean()))


def main() -> None:
    """Print the comparison as a table."""
    print("thrower  published   compared     pairs    rms   level  around it  worst around it")
    for role in ROLES:
        unsuited = [each for each in pair_averages(role) if not each.suited]
        for column in COLUMNS[role]:
            for reading in ("static_mean", "thrown_mean"):
                means = {(each.low, each.high): getattr(each, reading) for each in unsuited}
                ours = {pair: mean for pair, mean in means.items() if mean is not None}
                line = compare(ours, published(column))
                print(f"{role:7}  {column:10}  {reading:11}  {line}")
        hessel, schell = COLUMNS[role]
        line = compare(published(hessel), published(schell))
        print(f"{role:7}  {schell:10}  {hessel:11}  {line}")


if __name__ == "__main__":
    main()
