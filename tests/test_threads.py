"""Work in threads: as many as are allowed, and none inside those of somebody else."""

from __future__ import annotations

import io
import os
import threading
from unittest import mock

import pytest

from cribcalc.batch import analysers, tasks
from cribcalc.batch import run as running
from cribcalc.batch.analysers import kernels_of, strategic_exact, strategic_table, uniform
from cribcalc.stats import deal_statistics
from cribcalc.strategic import opponent_throws
from cribcalc.threads import at_most, in_threads, processors
from tests.batch_samples import batch, deals_csv


def test_parts_come_in_order_whatever_the_threads() -> None:
    for threads in (1, 2, 5):
        for count in (0, 1, 7, 1000):
            with at_most(threads):
                parts = in_threads(lambda part: list(range(1000))[part], count)
            assert [each for part in parts for each in part] == list(range(count))


def test_one_thread_is_the_calling_one() -> None:
    here = threading.get_ident()
    with at_most(3), at_most(1):
        assert set(in_threads(lambda _: threading.get_ident(), 100)) == {here}
    with at_most(3):
        assert in_threads(lambda _: threading.get_ident(), 100)[0] == here


def test_only_processors_that_may_be_used_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5, 6}, raising=False)
    assert processors() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1


@pytest.mark.parametrize(("threads", "most"), [(1, 1), (3, 4)])  # the caller helps
def test_workers_of_a_batch_count_in_their_own_thread(
    monkeypatch: pytest.MonkeyPatch, threads: int, most: int
) -> None:
    seen: list[tuple[bool, int]] = []
    plain = opponent_throws

    def noting(*arguments: object) -> object:
        is_main = threading.current_thread() is threading.main_thread()
        inner = set(in_threads(lambda _: threading.get_ident(), 500))
        seen.append((is_main, len(inner)))
        return plain(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(analysers, "opponent_throws", noting)
    batch(deals_csv(12), opponent="strategic", method="exact", threads=threads)
    assert sorted(is_main for is_main, _ in seen) == [False] * 4 + [True] * 8
    assert {number for is_main, number in seen if not is_main} == {1}
    assert max(number for is_main, number in seen if is_main) <= most


# What is compiled, and when it is said -----------------------------------------------------


def test_the_kernels_of_each_analyser_are_named() -> None:
    assert kernels_of(uniform, has_starters=True) == ("ranksums", "discard")
    assert kernels_of(strategic_table, has_starters=False) == ("ranksums", "discard", "table_cribs")
    counting = ("suit_classes", "opponent_hands")
    assert kernels_of(strategic_table, has_starters=True)[-2:] == counting
    assert kernels_of(strategic_exact, has_starters=False) == ("discard", *counting)


@pytest.mark.parametrize(
    ("header", "options", "is_counted"),
    [
        ("hand,role", {"opponent": "strategic"}, False),
        ("hand,role,starter", {"opponent": "strategic"}, True),
        ("hand,role,cut", {"opponent": "strategic"}, True),
        ("hand,role", {"opponent": "strategic", "method": "exact"}, True),
        ("hand,role,starter", {}, False),
    ],
)
def test_what_later_rows_need_is_compiled_first(
    monkeypatch: pytest.MonkeyPatch, header: str, options: dict[str, str], is_counted: bool
) -> None:
    order = mock.Mock()
    monkeypatch.setattr(tasks, "compile_counting", order.compile_counting)
    monkeypatch.setattr(running, "cache_is_cold", order.cache_is_cold)
    row = "5H 5D JS 4C 6H QD,dealer" + ",\n" * (header.count(",") == 2) + "\n"
    batch(f"{header}\n{row}", on_compile=order.on_compile, **options)
    named = order.cache_is_cold.call_args.args
    assert ("opponent_hands" in named) == is_counted
    called = [name for name, _, _ in order.mock_calls if "bool" not in name]
    wanted = ["cache_is_cold", "on_compile", "compile_counting"]
    assert called == wanted[: 3 if is_counted else 2]


@pytest.mark.parametrize("opponent", ["uniform", "strategic"])
def test_statistics_compile_nothing_before_they_say_so_and_ask(
    monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    monkeypatch.setattr("cribcalc.stats.cache_is_cold", lambda *_: True)
    for name in ("rank_sums", "suit_classes", "stored_crib_table"):
        monkeypatch.setattr(f"cribcalc.stats.{name}", mock.Mock(side_effect=AssertionError))
    said = mock.Mock()
    with pytest.raises(KeyboardInterrupt):
        deal_statistics("pone", opponent=opponent, on_compile=said, stopped=lambda: True)  # type: ignore[arg-type]
    said.assert_called_once_with()


def test_the_default_opponent_of_a_batch_is_that_of_all_else() -> None:
    from cribcalc.batch import run_batch

    text = deals_csv(5)
    target = io.BytesIO()
    run_batch(io.BytesIO(text.encode()), target)
    assert target.getvalue() == batch(text, opponent="strategic", method="table").data
    assert target.getvalue() != batch(text).data
