"""Where compiled kernels are kept, what happens where they cannot be, and runs without numba."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from cribcalc.kernels import _jit
from tests.running import PATIENCE, ROOT

PROBE = """
import numba
before = numba.config.CACHE_DIR
import numpy as np
from cribcalc.kernels import _jit, show
print(_jit.cache_is_cold("show"))
cards = np.array([[16, 17, 43, 18, 19], [0, 4, 8, 12, 17]], dtype=np.uint8)
print(show.score_hands(cards, np.zeros(2, dtype=np.uint8)).tolist())
print(_jit.cache_is_cold("show"))
assert numba.config.CACHE_DIR == before
"""
WARM, COLD_THEN_WARM = "False\n[29, 11]\nFalse\n", "True\n[29, 11]\nFalse\n"
ALWAYS_COLD = "True\n[29, 11]\nTrue\n"


def run(program: str, *options: str, **settings: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program with only these settings about caches, from the repository."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "XDG_")) and name != "HOME"
    }
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {name: str(value) for name, value in settings.items()}
    command = [sys.executable, *options, "-c", program]
    return subprocess.run(
        command,
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def outcome(done: subprocess.CompletedProcess[str]) -> tuple[int, str, str]:
    return done.returncode, done.stdout, done.stderr


def cached_beside_source() -> list[Path]:
    return [path for kind in ("*.nbi", "*.nbc") for path in (ROOT / "cribcalc").rglob(kind)]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="another usual place")
def test_kernels_are_kept_in_the_users_cache(tmp_path: Path) -> None:
    xdg, home = tmp_path / "xdg", tmp_path / "home"
    assert outcome(run(PROBE, XDG_CACHE_HOME=xdg, HOME=home)) == (0, COLD_THEN_WARM, "")
    assert not home.exists()
    assert outcome(run(PROBE, XDG_CACHE_HOME=xdg)) == (0, WARM, "")
    assert outcome(run(PROBE, HOME=home)) == (0, COLD_THEN_WARM, "")
    for root in (tmp_path / "xdg" / "cribcalc", tmp_path / "home" / ".cache" / "cribcalc"):
        (folder,) = root.iterdir()
        assert folder.name == f"kernels-{_jit.source_digest()}"
        assert list(folder.rglob("show._score_hands*.nbi"))
    assert not cached_beside_source()


def test_numba_cache_dir_is_honoured(tmp_path: Path) -> None:
    chosen, home = tmp_path / "chosen", tmp_path / "home"
    assert outcome(run(PROBE, NUMBA_CACHE_DIR=chosen, HOME=home)) == (0, COLD_THEN_WARM, "")
    assert outcome(run(PROBE, NUMBA_CACHE_DIR=chosen, HOME=home)) == (0, WARM, "")
    assert [path.name for path in chosen.iterdir()] == ["cribcalc"]
    assert not home.exists()


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"])
def test_nothing_writable_is_no_error(tmp_path: Path, name: str) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a folder cannot be made below a file, not even by root")
    settings = {name: in_the_way / "below"}
    assert outcome(run(PROBE, **settings)) == (0, ALWAYS_COLD, "")
    assert not cached_beside_source()


def test_damaged_cache_is_compiled_again(tmp_path: Path) -> None:
    assert outcome(run(PROBE, NUMBA_CACHE_DIR=tmp_path)) == (0, COLD_THEN_WARM, "")
    (index,) = tmp_path.rglob("show._score_hands*.nbi")
    (code,) = tmp_path.rglob("show._score_hands*.nbc")
    damages: list[tuple[Path, bytes]] = [(index, b"not a cache"), (code, code.read_bytes()[:99])]
    for path, damage in damages:
        path.write_bytes(damage)
        assert outcome(run(PROBE, NUMBA_CACHE_DIR=tmp_path)) == (0, WARM, "")
        assert path.read_bytes() != damage


def test_every_edit_gives_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "kernels"
    shutil.copytree(Path(_jit.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    original = _jit.source_digest()
    monkeypatch.setattr(_jit, "__file__", str(copy / "_jit.py"))
    assert _jit.source_digest() == original
    digests = {original}
    for source in sorted(copy.glob("*.py")):
        source.write_text(source.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        digests.add(_jit.source_digest())
    monkeypatch.setattr("numba.__version__", "0.0")
    digests.add(_jit.source_digest())
    assert len(digests) == len(list(copy.glob("*.py"))) + 2


def test_folders_of_old_versions_are_removed_after_a_month(tmp_path: Path) -> None:
    def folder(name: str, days: int) -> Path:
        made = tmp_path / name
        made.mkdir()
        (made / "show.nbi").write_text("x")
        age = time.time() - days * 86_400
        os.utime(made, (age, age))
        return made

    current, recent = folder("kernels-current", 40), folder("kernels-recent", 29)
    foreign, old = folder("something-else", 400), folder("kernels-old", 31)
    left_over = folder("doomed-0123", 31)
    _jit._prune(tmp_path, current)
    assert sorted(tmp_path.iterdir()) == sorted([current, recent, foreign])
    assert not old.exists()
    assert not left_over.exists()


def test_a_full_disk_is_no_error() -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    store = SimpleNamespace(load_overload=fail, save_overload=fail, flush=fail)
    _jit._forgive_faults(SimpleNamespace(_cache=store))
    load: Callable[..., object] = store.load_overload
    assert load("signature", "target") is None
    assert store.save_overload("signature", "result") is None


WITHOUT_NUMBA = """
import numpy as np
from cribcalc.kernels import _jit, discard, ranksums, show, sweep, text, text_out
from cribcalc import lookup
assert not _jit.cache_is_cold()
ranksums.six_rank_multisets = lambda: np.array([[4, 4, 4, 4, 9, 10], [0, 1, 2, 3, 4, 10]])
cards = np.array([[19, 16, 40, 18, 37, 17], [2, 6, 10, 14, 18, 42]], dtype=np.uint8)
crib = np.array([0, 1], dtype=np.uint8)
print(show.score_hands(cards[:, :5], crib).tolist())
print(show.score_categories(cards[:, :5], crib).tolist())
sums = discard.discard_sums(cards)
print([each.tolist() for each in sums])
print([each.tolist() for each in discard.best_throws(*sums, cards, crib)])
print(discard.rank_throws(*sums, cards, crib).tolist())
tally = np.zeros(3, np.int64), np.zeros(30, np.int64), np.zeros(96, np.int64)
tables = *ranksums.rank_sums(), lookup.rank_points(), lookup.PAIR_INDEX
sweep.sweep_multisets(ranksums.six_rank_multisets()[:1], np.int64(-1), *tables, *tally)
print([each.tolist() for each in tally])

def spans(*each):
    return np.array(each, dtype=np.int64).reshape(-1, 2)

data = np.frombuffer("hand,role\\n# no\\n 10h5♦, Dealer,x\\n5H,d".encode(), dtype=np.uint8)
kept, fields = np.array([1, 1], dtype=np.uint8), np.array([0, 1], dtype=np.int64)
split = text.split_table(data, *np.array([44, 59]), kept, fields, *np.array([2, 4]))
print([each.tolist() for each in split])
copy, rows, cells = split[:3]
print([each.tolist() for each in text.read_cards(copy, cells[:, 0], np.int64(2))])
keys = text.word_codes(["d", "dealer", ""])
print(text.read_words(copy, cells[:, 1], keys, np.arange(3, dtype=np.uint8)).tolist())
best, slots = np.array([[1, 0], [14, 3]]), np.array([1, -1, 0])
figures = np.array([[[15_956_522, -1], [0, 10**9]], [[-20_000_000, 5], [7, 29]]])
lead, places = (copy, rows[[0, 1, 2]]), np.arange(90).reshape(15, 6) % 6
error = data, spans((0, 0), (0, 4), (0, 0))
last = *error, np.int64(44), np.int64(1)
print(text_out.write_discards(*lead, slots, cards, best, places, figures, *last).tobytes())
good = np.array([1, 0, 1], dtype=np.uint8)
points = np.array([[0, 29], [1, 2], [10, 100]])
print(text_out.write_scores(*lead, good, points, *error, np.int64(59)).tobytes())
"""


def test_kernels_give_the_same_without_compilation(tmp_path: Path) -> None:
    with_numba = WITHOUT_NUMBA.replace("assert not _jit.cache_is_cold()\n", "")
    compiled = run(with_numba, NUMBA_CACHE_DIR=os.environ["NUMBA_CACHE_DIR"])  # of all tests
    plain = run(WITHOUT_NUMBA, "-W", "error", NUMBA_DISABLE_JIT="1", NUMBA_CACHE_DIR=tmp_path)
    assert (plain.stderr, plain.returncode) == ("", 0)
    assert (compiled.stderr, compiled.returncode) == ("", 0)
    assert plain.stdout == compiled.stdout
    assert plain.stdout.startswith("[20, 12]\n")
    assert "15.956522,-0.000001," in plain.stdout
    assert ";10;100;" in plain.stdout
