"""Where an answer goes, so that a good file is never replaced by half of one.

A regular file is written under a hidden name of its own in the same folder and takes its place
at the very end. What is no regular file, a pipe, a device or an open file that goes by a name
like ``/dev/stdout``, is written directly.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from cribcalc.errors import CribcalcError, OutputError, UsageError

Target = str | os.PathLike[str] | BinaryIO
"""A path, ``-`` for standard output, or an open binary stream."""

PARTIAL = ".partial"
"""What a file left behind on purpose has at the end of its name."""

_DESCRIPTORS = re.compile(r"/dev/fd|/proc/(\d+)(?:/task/\d+)?/fd")
_MOST_LINKS = 40
_SHOWN_NAME = 32  # characters of a file's name in its temporary name, which must not get too long


class Output:
    """An open output that is written directly, and not closed.

    Attributes
    ----------
    stream
        Where to write.
    name
        What messages call it.
    rows
        How many input rows are written as a whole.

    """

    def __init__(self, stream: BinaryIO, name: str):
        self.stream = stream
        self.name = name
        self.rows = 0

    def mark(self, rows: int) -> None:
        """Remember that some more rows are written as a whole."""
        self.stream.flush()
        self.rows += rows

    def commit(self) -> None:
        """Make what was written the answer."""
        self.stream.flush()

    def abandon(self, is_readable: bool, cut: bool) -> str:  # noqa: ARG002 (files need them)
        """Give up; say in half a sentence where the rows written so far are, if one can.

        Parameters
        ----------
        is_readable
            Whether what was written is of any use; if not, no trace of it is left.
        cut
            Whether everything after the whole rows is to be cut off.

        """
        with suppress(OSError, ValueError):
            self.stream.flush()
        return ""


class DirectOutput(Output):
    """A path that is no regular file: written directly, and closed."""

    def commit(self) -> None:
        """Write the rest and close."""
        self.stream.close()

    def abandon(self, is_readable: bool, cut: bool) -> str:  # noqa: ARG002
        """Give up and close."""
        with suppress(OSError):
            self.stream.close()
        return ""


class FileOutput(Output):
    """A regular file, written beside its place and put there at the end."""

    def __init__(self, path: Path, shown: str):
        """Open a temporary file for ``path``, whose links are resolved; ``shown`` names it."""
        self._path = path
        self._existed = path.exists()
        self._mode = stat.S_IMODE(path.stat().st_mode) if self._existed else None
        self._whole = 0
        self._is_done = False
        stream, self._temporary = _new_file_beside(path)
        super().__init__(stream, shown)

    def mark(self, rows: int) -> None:
        """Remember that everything up to here is whole."""
        super().mark(rows)
        self._whole = self.stream.tell()

    def commit(self) -> None:
        """Put the temporary file in its place, with the permissions of the old one."""
        self.stream.flush()
        if self._mode is not None:
            with suppress(OSError):  # not every file system has permissions
                self._temporary.chmod(self._mode)
        _save(self.stream)
        self.stream.close()
        self._temporary.replace(self._path)
        self._is_done = True

    def abandon(self, is_readable: bool, cut: bool) -> str:
        """Give up; the whole rows written so far are kept under a name that can be read."""
        name = Path(self.name).name
        if self._is_done:
            return f"that is all of them, and {name} is complete"
        untouched = f"{name} was not {'touched' if self._existed else 'written'}"
        with suppress(OSError):
            self.stream.close()
        if not self.rows or not is_readable:
            with suppress(OSError):
                self._temporary.unlink()
            return untouched
        with suppress(OSError):
            if cut:
                os.truncate(self._temporary, self._whole)
        return f"they are in {self._keep().name}, {untouched}"

    def _keep(self) -> Path:
        """Give the temporary file a readable name that nothing else has."""
        for number in count(1):
            again = "" if number == 1 else f"-{number}"
            kept = self._path.with_name(f"{self._path.name}{PARTIAL}{again}")
            try:
                kept.open("xb").close()  # from here on the name is ours
            except FileExistsError:
                continue
            except OSError:
                break
            try:
                self._temporary.replace(kept)
            except OSError:
                with suppress(OSError):
                    kept.unlink()
                break
            return kept
        return self._temporary


def open_target(target: Target, source: BinaryIO | None = None) -> Output:
    """Open an output for writing.

    Parameters
    ----------
    target
        Where the answer goes.
    source
        The open input, if there is one; it must not be the same file.

    Raises
    ------
    OutputError
        If the file cannot be written: no such folder, no permission, a folder.
    UsageError
        If it is the input itself.

    """
    if not isinstance(target, (str, os.PathLike)):
        return Output(target, "the output")
    name = os.fspath(target)
    try:
        output = _standard_output() if name == "-" else _open_path(Path(name), name, source)
    except (UsageError, OutputError):  # the first is a ValueError too
        raise
    except (OSError, ValueError) as error:
        raise write_error(name, error) from error
    if not isinstance(output, FileOutput) and _is_input(output.stream, source):
        output.abandon(is_readable=False, cut=False)
        raise _same_file(output.name)
    return output


def write_text(path: str, text: str) -> None:
    """Write a text file in one step: complete, or the old file stays as it was.

    Raises
    ------
    OutputError
        If the file cannot be written; the message names it and the reason.
    BrokenPipeError
        If it is a pipe that nobody reads any more.

    """
    output = open_target(path)
    try:
        output.stream.write(text.encode("utf-8"))
        output.commit()
    except BaseException as error:  # Ctrl-C too
        output.abandon(is_readable=False, cut=False)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise write_error(path, error) from error
        raise


def write_error(name: str, error: Exception) -> OutputError:
    """Make a sentence of a failed write."""
    return OutputError(f"Cannot write {name}: {_reason(error)}.")


def other_error(error: Exception) -> CribcalcError:
    """Make a sentence of what went wrong before there was anything to write."""
    return CribcalcError(f"Cannot do this: {_reason(error)}.")


def _reason(error: Exception) -> str:
    """Say in some words why the system refused something."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    while error.__cause__ is not None and isinstance(error.__cause__, ImportError | OSError):
        error = error.__cause__  # NumPy has pages of advice about an import that failed
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _standard_output() -> Output:
    if sys.stdout is None:
        raise OutputError("Cannot write the answer: standard output is closed.")
    return Output(sys.stdout.buffer, "the answer")


def _open_path(path: Path, name: str, source: BinaryIO | None) -> Output:
    descriptor = _open_file_at(path)
    if descriptor is not None:
        return DirectOutput(descriptor, name)
    if path.is_dir() or os.path.basename(name) in ("", "."):  # noqa: PTH119 (a Path drops these)
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        return DirectOutput(path.open("wb"), name)
    path = _resolved(path)
    if path.exists():
        if _is_input(path, source):
            raise _same_file(name)
        if not os.access(path, os.W_OK):
            raise OutputError(f"Cannot write {name}: it is write-protected.")
    return FileOutput(path, name)


def _open_file_at(path: Path) -> BinaryIO | None:
    """Open what is open already, where a path or a link of it stands for a file descriptor.

    Such a file belongs to whoever opened it, a shell perhaps that is going to write more:
    it must be neither replaced nor cut, and its place in the file must move along.
    """
    for _ in range(_MOST_LINKS):
        path = _resolved(path.parent) / path.name
        match = _DESCRIPTORS.fullmatch(path.parent.as_posix())
        if match and path.name.isdecimal():
            if match[1] in (None, str(os.getpid())):
                return os.fdopen(os.dup(int(path.name)), "wb")
            return path.open("ab")
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _resolved(path: Path) -> Path:
    """Follow all links of a path.

    Raises
    ------
    OSError
        If they lead round in a circle.

    """
    try:
        path = path.resolve()
        is_endless = path.is_symlink()
    except RuntimeError:  # so says Python before 3.13
        is_endless = True
    if is_endless:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return path


def _is_input(place: BinaryIO | Path, source: BinaryIO | None) -> bool:
    """Tell whether a file is the regular file that is being read."""
    if source is None:
        return False
    try:
        status = os.fstat(source.fileno())
        other = place.stat() if isinstance(place, Path) else os.fstat(place.fileno())
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(status.st_mode) and os.path.samestat(other, status)


def _same_file(name: str) -> UsageError:
    return UsageError(f"{name} is the input itself: choose another output.")


def _new_file_beside(path: Path) -> tuple[BinaryIO, Path]:
    """Open a new file in the folder of another, under a name that no other run uses."""
    while True:
        temporary = path.with_name(f".{path.name[:_SHOWN_NAME]}.{os.urandom(4).hex()}.tmp")
        with suppress(FileExistsError):
            return temporary.open("xb"), temporary


def _save(stream: BinaryIO) -> None:
    """Have a file brought to the disk, where the file system knows how."""
    try:
        os.fsync(stream.fileno())
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
