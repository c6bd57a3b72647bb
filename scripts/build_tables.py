#!/usr/bin/env python3
"""Build the tables that ship in cribcalc/tables.

    python scripts/build_tables.py policy             # search the policies, write all tables
    python scripts/build_tables.py policy --restart   # forget the rounds done before

The search prints a line a round and keeps the last round in build/policy.npz, so that it can
be stopped and goes on from there. The same sources give the same tables.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cribcalc import __version__  # noqa: E402
from cribcalc.crib_table import make_crib_table  # noqa: E402
from cribcalc.policy import Policy  # noqa: E402
from cribcalc.roles import ROLES  # noqa: E402
from cribcalc.solver import AGREEMENT, CHANGE, MOVE, TOLERANCE, Round, search  # noqa: E402
from cribcalc.stored import FOLDER, PROVENANCE  # noqa: E402

CHECKPOINT = ROOT / "build" / "policy.npz"
SOURCES = (
    "cribcalc/crib_table.py",
    "cribcalc/lookup.py",
    "cribcalc/policy.py",
    "cribcalc/solver.py",
    "cribcalc/kernels/avoidance.py",
    "cribcalc/kernels/discard.py",
    "cribcalc/kernels/ranksums.py",
    "cribcalc/kernels/suit_classes.py",
    "cribcalc/kernels/table_cribs.py",
)


def sources_digest() -> str:
    """Digest of all code that decides what is in the tables."""
    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes() + b"\0")
    return digest.hexdigest()


def searched(restart: bool) -> tuple[Round, list[dict[str, Any]]]:
    """Search to the end, from where the last search of the same sources was stopped."""
    start, rounds = None, []
    if not restart and CHECKPOINT.exists():
        with np.load(CHECKPOINT) as kept:
            if str(kept["sources"]) == sources_digest():
                start = Policy("pone", kept["pone"])
                rounds = json.loads(str(kept["rounds"]))
                print(f"going on after round {len(rounds)}")
    last, begun = None, time.perf_counter()
    for last in search(start):
        rounds.append(described(last, len(rounds) + 1))
        print(json.dumps(rounds[-1]), f"{time.perf_counter() - begun:.0f} s", flush=True)
        CHECKPOINT.parent.mkdir(exist_ok=True)
        np.savez_compressed(
            CHECKPOINT,
            sources=sources_digest(),
            pone=last.pone.policy.tosses,
            rounds=json.dumps(rounds),
        )
    if last is None:
        raise SystemExit("The search made no round.")
    return last, rounds


def described(each: Round, number: int) -> dict[str, Any]:
    """One line of the provenance."""
    return {
        "round": number,
        "dealer_hand": round(each.dealer.hand_mean, 6),
        "dealer_crib": round(each.dealer.crib_mean, 6),
        "pone_hand": round(each.pone.hand_mean, 6),
        "pone_crib": round(each.pone.crib_mean, 6),
        "dealer_changed": round(each.dealer_changed, 8),
        "pone_changed": round(each.pone_changed, 8),
    }


def write(name: str, **arrays: Any) -> str:
    """Write one file of tables; give its digest."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name
    np.savez_compressed(path, **arrays)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build_policy(restart: bool) -> None:
    """Search the policies and write them, their crib tables and their provenance."""
    last, rounds = searched(restart)
    policies = {"dealer": last.dealer.policy, "pone": last.pone.policy}
    cribs: dict[str, Any] = {}
    for role in ROLES:
        table = make_crib_table(policies[role])
        cribs[f"{role}_rank_cribs"] = table.rank_cribs
        cribs[f"{role}_jack_rates"] = table.jack_rates
        cribs[f"{role}_flush_rates"] = table.flush_rates
    tosses = {role: policies[role].tosses for role in ROLES}
    digests = {
        "policy.npz": write("policy.npz", **tosses),
        "cribs.npz": write("cribs.npz", **cribs),
    }
    provenance = {
        "command": "python scripts/build_tables.py policy",
        "version": __version__,
        "sources": {"files": list(SOURCES), "sha256": sources_digest()},
        "numpy": np.__version__,
        "numba": numba.__version__,
        "stops_at": {
            "crib_mean_moves": MOVE,
            "crib_means_apart": AGREEMENT,
            "deals_changed": CHANGE,
            "equal_within": TOLERANCE,
        },
        "rounds": rounds,
        "files": {name: {"sha256": digest} for name, digest in digests.items()},
    }
    text = json.dumps(provenance, indent=2) + "\n"
    (FOLDER / PROVENANCE).write_text(text, encoding="utf-8")
    for name in digests:
        print(name, f"{(FOLDER / name).stat().st_size:,} bytes")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Build the tables in cribcalc/tables.")
    parser.add_argument("table", choices=("policy",))
    parser.add_argument("--restart", action="store_true", help="forget the rounds done before")
    arguments = parser.parse_args()
    build_policy(arguments.restart)


if __name__ == "__main__":
    main()
