"""Work on parts of arrays in threads; the kernels that do it hold no lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Result = TypeVar("Result")

_PARTS_A_THREAD = 8  # so that threads end at about the same time

_MOST: ContextVar[int | None] = ContextVar("most threads", default=None)  # of this thread


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def at_most(threads: int) -> Iterator[None]:
    """Let `in_threads` use no more than so many threads in here, if called by this thread.

    With 1, as in the workers of a pool, all is done in the thread itself.
    """
    before = _MOST.set(threads)
    try:
        yield
    finally:
        _MOST.reset(before)


def in_threads(work: Callable[[slice], Result], count: int) -> list[Result]:
    """Do some work on ``count`` rows, part by part, with a thread for each processor.

    The first part is done in the calling thread, where a kernel may have to be compiled.
    Results come in the order of the parts.
    """
    threads = _MOST.get() or processors()
    step = max(1, -(-count // (_PARTS_A_THREAD * threads)))
    parts = [slice(at, min(at + step, count)) for at in range(0, count, step)]
    if threads == 1:
        return [work(part) for part in parts]
    results = [work(part) for part in parts[:1]]
    with ThreadPoolExecutor(threads) as pool:
        tasks = [pool.submit(work, part) for part in parts[1:]]
        try:
            results.extend(task.result() for task in tasks)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return results
