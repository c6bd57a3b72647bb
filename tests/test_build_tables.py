"""The script that builds the shipped tables: stopped and gone on with, it builds the same."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cribcalc import solver, stored
from cribcalc.crib_table import CribTable
from cribcalc.policy import Policy
from cribcalc.roles import Role
from cribcalc.solver import Answer
from tests.running import ROOT


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("build", ROOT / "scripts" / "build_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


def test_the_shipped_tables_are_of_these_sources(script: ModuleType) -> None:
    sources = json.loads((stored.FOLDER / stored.PROVENANCE).read_text())["sources"]
    assert sources["files"] == list(script.SOURCES)
    assert script.sources_digest(sources["files"]) == sources["sha256"], (
        "the code that makes the stored tables has changed: run scripts/build_tables.py policy"
    )


def test_the_digest_is_of_code_alone(script: ModuleType) -> None:
    code = (
        '"""Doc."""\nX = 1  # why\n"""What."""\n\ndef f():\n    """Doc."""\n    return f"{X} a"\n'
    )
    bare = 'X=1\ndef f():\n  return f"{X} a"\n'
    assert list(script.code_of(code)) == list(script.code_of(bare))
    for other in (bare.replace("1", "2"), bare.replace(" a", " b"), bare.replace("  ", "  'a', ")):
        assert list(script.code_of(other)) != list(script.code_of(bare))


class Search:
    """A search that takes no time: each answer is half as many bits as what it answers."""

    def __init__(self, folder: Path, script: ModuleType, patch: pytest.MonkeyPatch) -> None:
        self.answers = 0
        self.stop_at = 0
        self.is_restless = False
        self._script = script
        self.folder = folder / "tables"
        patch.setattr(script, "FOLDER", self.folder)
        patch.setattr(script, "CHECKPOINT", folder / "build" / "policy.npz")
        patch.setattr(script, "make_crib_table", self.table)
        patch.setattr(solver, "make_crib_table", lambda policy: policy)
        patch.setattr(solver, "best_answer", self.answer)

    def answer(self, role: Role, policy: Policy) -> Answer:
        """Answer a policy; stop at the answer that is to be the last."""
        self.answers += 1
        if self.answers == self.stop_at:
            raise KeyboardInterrupt
        halved = (policy.tosses >> 1) | 1
        turned = policy.tosses ^ (1 << self.answers % 3)
        tosses = (turned if self.is_restless else halved).astype(np.uint16)
        mean = float(tosses.mean()) / 1e5
        return Answer(Policy(role, tosses), 8 + mean / 3, 4 + mean)

    def table(self, policy: Policy) -> CribTable:
        """Make a table out of some of the policy."""
        some = policy.tosses[:100].astype(np.float32)
        return CribTable(some[:60].reshape(4, 15), some, some[:1].astype(np.float64))

    def build(self) -> dict[str, Any]:
        """Build, and read all that was written."""
        self.answers = 0
        self._script.build_policy(restart=False)
        assert not self._script.CHECKPOINT.exists()
        found: dict[str, Any] = {"provenance": (self.folder / stored.PROVENANCE).read_text()}
        for name in ("policy.npz", "cribs.npz"):
            with np.load(self.folder / name) as arrays:
                found |= {key: arrays[key].tobytes() for key in arrays.files}
        return found


@pytest.fixture
def search(tmp_path: Path, script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Search:
    """A search that can be stopped."""
    return Search(tmp_path, script, monkeypatch)


def test_stopped_and_gone_on_is_as_good_as_at_one_go(search: Search) -> None:
    whole = search.build()
    rounds = len(json.loads(whole["provenance"])["rounds"])
    assert search.answers == 2 * rounds > 8
    for stop_at in (4, 2 * rounds):  # in the second round, and in the last
        search.stop_at = stop_at
        with pytest.raises(KeyboardInterrupt):
            search.build()
        search.stop_at = 0
        assert search.build() == whole
        assert search.answers == 2 * (rounds - (stop_at - 1) // 2)
    assert search.build() == whole  # once more, from the start
    assert search.answers == 2 * rounds


def test_a_settled_search_is_not_gone_on_with(search: Search, script: ModuleType) -> None:
    whole = search.build()
    last, rounds = script.searched(restart=False)
    search.answers = 0
    again, rounds_again = script.searched(restart=False)
    assert search.answers == 0
    assert rounds_again == rounds
    assert again.number == last.number
    assert (again.dealer.policy.tosses == last.dealer.policy.tosses).all()
    assert search.build() == whole


def test_nothing_is_written_unless_the_search_settles(search: Search) -> None:
    search.is_restless = True
    for _ in range(2):  # gone on with, it is no better
        with pytest.raises(SystemExit, match="did not settle in 40 rounds; nothing was written"):
            search.build()
    assert not search.folder.exists()


@pytest.mark.parametrize("damage", ["cut", "empty", "text"])
def test_a_torn_checkpoint_is_said_and_forgotten(
    search: Search, script: ModuleType, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    whole = search.build()
    script.searched(restart=False)
    data = {"cut": script.CHECKPOINT.read_bytes()[:-200], "empty": b"", "text": b"no checkpoint"}
    script.CHECKPOINT.write_bytes(data[damage])
    assert search.build() == whole
    assert "policy.npz cannot be read" in capsys.readouterr().out
