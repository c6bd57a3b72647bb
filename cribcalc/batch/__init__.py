"""Many deals or hands from a file: read, analyse, write, in one stream.

`run_batch` does it all; see there.
"""

from __future__ import annotations

from cribcalc.batch.run import BatchInterrupted, BatchSummary, run_batch

__all__ = ["BatchInterrupted", "BatchSummary", "run_batch"]
