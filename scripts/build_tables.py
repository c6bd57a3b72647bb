#!/usr/bin/env python3
"""Build the tables that ship in cribcalc/tables.

    python scripts/build_tables.py policy             # search the policies, write all tables
    python scripts/build_tables.py policy --restart   # forget the rounds done before

The search prints a line a round and keeps the last round in build/policy.npz, so that it can
be stopped and goes on from there as if it had not been; once the tables are written that file
is removed. The same sources give the same tables.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import time
import tokenize
import zipfile
from collections.abc import Iterator, Sequence
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
from cribcalc.solver import (  # noqa: E402
    AGREEMENT,
    CHANGE,
    MOVE,
    TOLERANCE,
    Answer,
    Round,
    search,
)
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


def sources_digest(names: Sequence[str] = SOURCES) -> str:
    """Digest of all code that decides what is in the tables, without comments and docstrings."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0")
        for text in code_of((ROOT / name).read_text(encoding="utf-8")):
            digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def code_of(source: str) -> Iterator[str]:
    """Lines of a module without blanks, comments and docstrings.

    Words and signs are joined, since Python 3.12 takes f-strings apart and 3.11 does not.
    """
    layout = (tokenize.COMMENT, tokenize.NL)
    line: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            yield "in" if token.type == tokenize.INDENT else "out"
        elif token.type != tokenize.NEWLINE:
            line += [] if token.type in layout else [token]
        else:
            if [each.type for each in line] != [tokenize.STRING]:
                yield "".join(each.string for each in line)
            line = []


def searched(restart: bool) -> tuple[Round, list[dict[str, Any]]]:
    """Search to the end, from where the last search of the same sources was stopped."""
    last: Round | None = None
    rounds: list[dict[str, Any]] = []
    is_settled = False
    if not restart and (kept := kept_round()) is not None:
        last, rounds, is_settled = kept
        print(f"going on after round {last.number}")
    begun = time.perf_counter()
    for now in () if is_settled else search(last):
        is_settled = now.is_settled(last)
        last = now
        rounds.append(described(now))
        print(json.dumps(rounds[-1]), f"{time.perf_counter() - begun:.0f} s", flush=True)
        keep_round(now, rounds, is_settled)
    if last is None or not is_settled:
        raise SystemExit("The search did not settle in 40 rounds; nothing was written.")
    return last, rounds


def keep_round(last: Round, rounds: list[dict[str, Any]], is_settled: bool) -> None:
    """Write a round to the checkpoint, whole or not at all."""
    CHECKPOINT.parent.mkdir(exist_ok=True)
    unfinished = CHECKPOINT.with_suffix(".tmp")
    with unfinished.open("wb") as stream:
        np.savez_compressed(
            stream,
            sources=sources_digest(),
            dealer=last.dealer.policy.tosses,
            pone=last.pone.policy.tosses,
            means=[each.hand_mean for each in (last.dealer, last.pone)]
            + [each.crib_mean for each in (last.dealer, last.pone)],
            changed=[last.dealer_changed, last.pone_changed],
            rounds=json.dumps(rounds),
            is_settled=is_settled,
        )
    unfinished.replace(CHECKPOINT)


def kept_round() -> tuple[Round, list[dict[str, Any]], bool] | None:
    """Read the checkpoint of the same sources: the round, all rounds, whether it is settled."""
    try:
        with CHECKPOINT.open("rb") as stream, np.load(stream) as kept:
            if str(kept["sources"]) != sources_digest():
                return None
            rounds = json.loads(str(kept["rounds"]))
            hands, cribs = kept["means"].reshape(2, 2).tolist()
            dealer = Answer(Policy("dealer", kept["dealer"]), hands[0], cribs[0])
            pone = Answer(Policy("pone", kept["pone"]), hands[1], cribs[1])
            last = Round(len(rounds), dealer, pone, *kept["changed"].tolist())
            return last, rounds, bool(kept["is_settled"])
    except FileNotFoundError:
        return None
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        print(f"{CHECKPOINT.name} cannot be read ({error}); the search begins anew.")
        return None


def described(each: Round) -> dict[str, Any]:
    """One line of the provenance."""
    return {
        "round": each.number,
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
    CHECKPOINT.unlink(missing_ok=True)
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
