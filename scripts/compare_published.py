#!/usr/bin/env python3
"""Compare our average cribs with published ones.

    python scripts/compare_published.py

data/published_crib_averages.csv holds the average crib of each pair of ranks thrown by the
dealer (own) and by the pone (opp): Craig Hessel's by iterated best response over hands of
ranks only, and Michael Schell's composite, both from cribbageforum.com. Both ignore flushes, so
they are compared with our unsuited pairs. The mean difference is a matter of how the other
four cards and the opponent are taken; what is compared is the rest.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cribcalc.cards import RANKS  # noqa: E402
from cribcalc.policy_averages import PairAverage, pair_averages  # noqa: E402
from cribcalc.roles import ROLES  # noqa: E402

COLUMNS = {"dealer": ("hessel_own", "schell_own"), "pone": ("hessel_opp", "schell_opp")}


def compare(averages: dict[tuple[int, int], PairAverage], column: str, reading: str) -> str:
    """One line: pairs, mean difference, RMS around it, the worst pair."""
    pairs, differences = [], []
    with (ROOT / "data" / "published_crib_averages.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            low, high = sorted(RANKS.index(row[name].replace("10", "T")) for name in PAIR)
            ours = getattr(averages[low, high], reading)
            if ours is not None and row[column]:
                pairs.append(f"{RANKS[low]}-{RANKS[high]}")
                differences.append(ours - float(row[column]))
    level = float(np.mean(differences))
    rest = np.array(differences) - level
    worst = int(np.abs(rest).argmax())
    return (
        f"{len(pairs):5}  {level:+.3f}  {np.sqrt((rest**2).mean()):.3f}  "
        f"{pairs[worst]:>5} {rest[worst]:+.3f}"
    )


PAIR = ("rank1", "rank2")


def main() -> None:
    """Print the comparison as a table."""
    print("thrower  published    our reading   pairs   level    rms  worst around the level")
    for role in ROLES:
        unsuited = {(each.low, each.high): each for each in pair_averages(role) if not each.suited}
        for column in COLUMNS[role]:
            for reading in ("static_mean", "thrown_mean"):
                line = compare(unsuited, column, reading)
                print(f"{role:7}  {column:11}  {reading:12}  {line}")


if __name__ == "__main__":
    main()
