"""A batch from end to end: read blocks, analyse them in threads, write them in order."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from cribcalc.batch.analysers import Analyser, choose_analyser
from cribcalc.batch.readers import Source, make_reader, open_source
from cribcalc.batch.records import Block, Layout, Reader, column_key, counted, find_fields, quoted
from cribcalc.batch.sniffing import guess_task, has_six_cards
from cribcalc.batch.tasks import DiscardTask, ScoreTask, Task
from cribcalc.batch.writers import Writer, make_writer, output_format_of, separator_of
from cribcalc.errors import InputError, UsageError
from cribcalc.kernels._jit import cache_is_cold
from cribcalc.output import Output, Target, open_target, other_error, write_error
from cribcalc.roles import DEFAULT_OPPONENT, ROLES, Method, Opponent, require_opponent
from cribcalc.threads import at_most, processors

BLOCK_BYTES = 1 << 19
TASKS = ("discard", "score")

Progress = Callable[[int, int | None], None]
"""Called with the bytes read so far whose rows are written, and the size or None."""

OnError = Callable[[int, str], None]
"""Called with the line (of Parquet: the row) and the sentence of each bad row, in order."""


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """What a batch did.

    Attributes
    ----------
    rows
        Input rows, bad ones included; all of them are in the output.
    bad_rows
        Rows that are in the output with a sentence instead of figures.
    task
        ``discard`` or ``score``.
    input_name
        What messages call the input.
    unit
        What its rows are numbered by: ``line``, or ``row`` for Parquet.

    """

    rows: int
    bad_rows: int
    task: str
    input_name: str
    unit: str


class BatchInterrupted(KeyboardInterrupt):
    """The user stopped a batch; the message says where the finished rows are.

    Attributes
    ----------
    rows
        How many input rows were finished and written.

    """

    def __init__(self, message: str, rows: int):
        super().__init__(message)
        self.rows = rows


def run_batch(
    source: Source,
    target: Target,
    *,
    task: str | None = None,
    role: str | None = None,
    input_format: str | None = None,
    output_format: str | None = None,
    all_throws: bool = False,
    threads: int | None = None,
    opponent: Opponent = DEFAULT_OPPONENT,
    method: Method | None = None,
    analyser: Analyser | None = None,
    progress: Progress | None = None,
    on_error: OnError | None = None,
    on_compile: Callable[[], None] | None = None,
    stopped: Callable[[], bool] | None = None,
    block_size: int = BLOCK_BYTES,
) -> BatchSummary:
    """Analyse all rows of an input and write them, with the results, to an output.

    Parameters
    ----------
    source, target
        Paths, ``-``, or open binary streams (which are left open).
    task
        ``discard`` or ``score``; None to guess from columns and cards.
    role
        ``dealer`` or ``pone``, for rows that do not say.
    input_format, output_format
        See `readers.INPUT_FORMATS` and `writers.OUTPUT_FORMATS`; None to go by the ending,
        then by the content.
    all_throws
        Whether a deal gives fifteen rows, best throw first.
    threads
        How many blocks are analysed at once; as many as there are processors by default.
    opponent, method, analyser
        How the other player throws and how his cribs are found, or what analyses deals
        instead; see `analysers.choose_analyser`. Hands that are scored need none of them.
    progress, on_error, on_compile
        Called from the thread that called this function; the last before kernels are
        compiled, which takes some seconds.
    stopped
        Asked now and then whether to stop; for programs in which an interrupt may get lost.
    block_size
        How many bytes are read at once.

    Raises
    ------
    InputError, OutputError, UsageError, MissingExtra
        If the batch cannot be done, or not to the end.
    BatchInterrupted
        If the user stopped it.
    BrokenPipeError
        If nobody reads the output any more.

    """
    threads = processors() if threads is None else threads
    _require_options(task, role, threads)
    require_opponent(opponent)
    calls = _Calls(progress, on_error, on_compile, stopped)
    chosen = output_format_of(_path_of(target), output_format)
    stream, name = open_source(source)
    with contextlib.ExitStack() as stack:
        if stream is not source and source != "-":
            stack.enter_context(stream)
        reader = make_reader(stream, name, input_format, role, block_size)
        stack.callback(reader.close)
        work: Task = ScoreTask()
        if _choose_task(reader, task, role, all_throws) == "discard":
            analyser = analyser or choose_analyser(opponent, method, calls.check)
            work = DiscardTask(analyser, role, all_throws)
        batch = _Batch(reader, work, open_target(target, stream), calls)
        batch.run(chosen, _layout(reader.columns(work.name), work, chosen), threads)
    return BatchSummary(batch.output.rows, batch.bad, work.name, name, reader.unit)


def _require_options(task: str | None, role: str | None, threads: int) -> None:
    if task is not None and task not in TASKS:
        raise UsageError(f"{quoted(task)} is no task: discard or score.")
    if role is not None and role not in ROLES:
        raise UsageError(f"{quoted(role)} is no role: dealer or pone.")
    if threads < 1:
        raise UsageError(f"{threads} threads: at least one is needed.")


def _path_of(target: Target) -> str | None:
    return None if hasattr(target, "write") or target == "-" else str(target)


def _choose_task(reader: Reader, name: str | None, role: str | None, all_throws: bool) -> str:
    """Choose the task, and refuse deals that nowhere say whose crib it is.

    Raises
    ------
    UsageError
        If a role is missing everywhere, or all throws are asked of hands to score.

    """
    columns = reader.columns("discard")
    if name is None and (role is not None or all_throws):
        is_scored = "starter" in find_fields(columns) and not has_six_cards(reader.sample_hands())
        name = "score" if is_scored else "discard"
    name = name or reader.told_task() or guess_task(columns, reader.sample_hands())
    if name == "score":
        if all_throws:
            raise UsageError("all throws are for discards, but these rows are to be scored.")
        return name
    if role is None and not reader.has_roles():
        raise UsageError(
            f"{reader.name} has no role column (columns found: {', '.join(columns)}): add one "
            f"with dealer or pone in each row, or give all rows one role (--dealer or --pone)."
        )
    return name


def _layout(columns: tuple[str, ...], task: Task, output_format: str) -> Layout:
    """Say what is wanted of each row."""
    return Layout(
        columns,
        task.fields,
        frozenset(map(column_key, (*task.types(), "error"))),
        separator_of(output_format),
        is_fixed=output_format != "jsonl",
        rows_at_once=task.rows_at_once(columns),
    )


@dataclass(frozen=True, slots=True)
class _Calls:
    """What the caller wants to be told or asked."""

    progress: Progress | None
    on_error: OnError | None
    on_compile: Callable[[], None] | None
    stopped: Callable[[], bool] | None

    def check(self) -> None:
        """Stop if that is wanted: an interrupt may have got lost on its way here."""
        if self.stopped is not None and self.stopped():
            raise KeyboardInterrupt


class _Batch:
    """The work under way.

    Blocks are taken apart, analysed and encoded by a pool of threads. Everything that
    touches the output is done by one other thread, the pen: the signal of Ctrl-C goes to the
    main thread, so a write that has begun is always brought to its end.
    """

    def __init__(
        self,
        reader: Reader,
        task: Task,
        output: Output,
        calls: _Calls,
    ):
        self.output = output
        self.bad = 0
        self._reader = reader
        self._task = task
        self._calls = calls
        self._pending: deque[Future[_Done]] = deque()
        self._is_started = False
        self._not_written: OSError | None = None

    def run(self, output_format: str, layout: Layout, threads: int) -> None:
        """Do all rows; the answer is in its place when this returns."""
        writer = None
        try:
            writer = make_writer(
                output_format, self.output.stream, layout, self._task, self._reader.kept_types()
            )
            with ThreadPoolExecutor(1, thread_name_prefix="pen") as pen:
                self._do_blocks(writer, layout, threads, pen)
                self._calls.check()
                pen.submit(self._finish, writer).result()
        except BaseException as error:
            self._fail(error, writer)
            raise

    def _do_blocks(
        self, writer: Writer, layout: Layout, threads: int, pen: ThreadPoolExecutor
    ) -> None:
        pen.submit(self._begin, writer).result()
        with ThreadPoolExecutor(threads, thread_name_prefix="batch") as pool:
            try:
                for block in self._reader.blocks(layout):
                    if not self._is_started:
                        self._pending.append(self._start(block, writer, layout, threads))
                    else:
                        self._pending.append(pool.submit(_process_alone, block, self._task, writer))
                    if len(self._pending) > 2 * threads:
                        self._report(pen.submit(self._write_next, writer).result())
                    self._calls.check()
                while self._pending:
                    self._report(pen.submit(self._write_next, writer).result())
                    self._calls.check()
            except BaseException as error:
                pool.shutdown(wait=True, cancel_futures=True)
                if isinstance(error, (KeyboardInterrupt, InputError)):
                    pen.submit(self._write_ready, writer).result()
                raise

    def _start(self, block: Block, writer: Writer, layout: Layout, threads: int) -> Future[_Done]:
        """Do the first block here and now, all threads helping.

        If kernels have to be compiled, then in the main thread, where Ctrl-C stops it at once.
        """
        self._is_started = True
        self._calls.check()
        kernels = self._task.kernels(layout.columns)
        if self._calls.on_compile is not None and cache_is_cold(*kernels):
            self._calls.on_compile()
        self._task.compile_rest(layout.columns)
        first: Future[_Done] = Future()
        with at_most(threads):
            first.set_result(_process(block, self._task, writer, self._calls.check))
        return first

    def _write_next(self, writer: Writer) -> _Done:
        """Write the oldest block, when it is ready; runs in the pen."""
        block = self._pending.popleft().result()
        with self._writing():
            writer.append(block.encoded)
            self.bad += len(block.errors)
            self.output.mark(block.rows)
        return block

    def _write_ready(self, writer: Writer) -> None:
        """Write the blocks before the first that was not finished; runs in the pen."""
        while self._pending:
            first = self._pending[0]
            if first.cancelled() or not first.done() or first.exception() is not None:
                return
            self._write_next(writer)

    def _finish(self, writer: Writer) -> None:
        """Put the answer in its place; runs in the pen."""
        with self._writing():
            writer.finish()
            self.output.commit()

    def _begin(self, writer: Writer) -> None:
        """Write what stands before the first row; runs in the pen."""
        with self._writing():
            writer.begin()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Remember what goes wrong in the meantime: it is about the output."""
        try:
            yield
        except OSError as error:
            self._not_written = error
            raise

    def _report(self, block: _Done) -> None:
        if self._calls.on_error is not None:
            for line, sentence in block.errors:
                self._calls.on_error(line, sentence)
        if self._calls.progress is not None:
            self._calls.progress(block.position, self._reader.total)

    def _fail(self, error: BaseException, writer: Writer | None) -> None:
        """Close the output and raise the error that says what became of the rows.

        Returns if the error is none of those that can say it.
        """
        output = self.output
        is_torn = error is self._not_written
        is_readable = writer is not None and writer.close(torn=is_torn)
        # Of a fault of ours nothing is said but what it is, so it must leave nothing behind.
        is_readable &= isinstance(error, KeyboardInterrupt | InputError | OSError | MemoryError)
        fate = output.abandon(is_readable, cut=writer is not None and not writer.has_footer)
        rows = counted(output.rows, "row")
        if isinstance(error, KeyboardInterrupt):
            message = "; ".join(filter(None, (f"interrupted after {rows}", fate)))
            raise BatchInterrupted(message, output.rows) from error
        if isinstance(error, BrokenPipeError):
            return
        sentence, kind = str(error), type(error)
        if isinstance(error, OSError | MemoryError):
            failure = write_error(output.name, error) if is_torn else other_error(error)
            sentence, kind = str(failure), type(failure)
        elif not isinstance(error, InputError):
            return
        if output.rows and fate:
            sentence = f"{sentence} {rows} had been finished; {fate}."
        raise kind(sentence) from error


@dataclass(frozen=True, slots=True)
class _Done:
    """A block ready to be written."""

    encoded: Any
    rows: int
    position: int
    errors: list[tuple[int, str]]


def _process_alone(block: Block, task: Task, writer: Writer) -> _Done:
    """Do a block in a worker, which is one thread of as many as are wanted."""
    with at_most(1):
        return _process(block, task, writer)


def _process(
    block: Block, task: Task, writer: Writer, check: Callable[[], None] = lambda: None
) -> _Done:
    """Take a block apart, analyse it and encode it."""
    rows = block.rows()
    check()
    outcome = task.run(rows)
    check()
    lines = rows.lines
    errors = [(int(lines[row]), outcome.errors[row]) for row in sorted(outcome.errors)]
    done = _Done(writer.encode(rows, outcome), len(rows), block.position, errors)
    check()
    return done
