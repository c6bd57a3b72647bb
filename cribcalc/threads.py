"""Work on parts of arrays in threads; the kernels that do it hold no lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

_PARTS_A_THREAD = 8  # so that threads end at about the same time


def in_threads(work: Callable[[slice], Result], count: int) -> list[Result]:
    """Do some work on ``count`` rows, part by part, with a thread for each processor.

    The first part is done in the calling thread, where a kernel may have to be compiled.
    Results come in the order of the parts.
    """
    threads = os.cpu_count() or 1
    step = max(1, -(-count // (_PARTS_A_THREAD * threads)))
    parts = [slice(at, min(at + step, count)) for at in range(0, count, step)]
    results = [work(part) for part in parts[:1]]
    with ThreadPoolExecutor(threads) as pool:
        tasks = [pool.submit(work, part) for part in parts[1:]]
        try:
            results.extend(task.result() for task in tasks)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return results
