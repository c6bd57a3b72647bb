"""Where the answer goes, so that a good file is never replaced by half of one.

A regular file is written under another name in the same folder, ``results.csv.partial``, and
takes its place at the very end. Anything else, a pipe or a device, is written directly.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from cribcalc.errors import OutputError, UsageError

Target = str | os.PathLike[str] | BinaryIO
"""A path, ``-`` for standard output, or an open binary stream."""

PARTIAL = ".partial"


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
            Whether what was written is of any use.
        cut
            Whether everything after the whole rows is to be cut off.

        """
        with contextlib.suppress(OSError, ValueError):
            self.stream.flush()
        return ""


class DirectOutput(Output):
    """A path that is no regular file: written directly, and closed."""

    def commit(self) -> None:
        """Write the rest and close."""
        self.stream.close()

    def abandon(self, is_readable: bool, cut: bool) -> str:  # noqa: ARG002
        """Give up and close."""
        with contextlib.suppress(OSError):
            self.stream.close()
        return ""


class FileOutput(Output):
    """A regular file, written beside its place and put there at the end."""

    def __init__(self, path: Path, shown: str):
        """Open the partial file of ``path``, whose links are resolved; ``shown`` names it."""
        self._path = path
        self._partial = path.with_name(path.name + PARTIAL)
        self._existed = path.exists()
        self._mode = stat.S_IMODE(path.stat().st_mode) if self._existed else None
        self._whole = 0
        self._is_done = False
        super().__init__(self._partial.open("wb"), shown)

    def mark(self, rows: int) -> None:
        """Remember that everything up to here is whole."""
        super().mark(rows)
        self._whole = self.stream.tell()

    def commit(self) -> None:
        """Put the partial file in its place, with the permissions of the old one."""
        self.stream.flush()
        if self._mode is not None:
            with contextlib.suppress(OSError):  # not every file system has permissions
                self._partial.chmod(self._mode)
        os.fsync(self.stream.fileno())
        self.stream.close()
        self._partial.replace(self._path)
        self._is_done = True

    def abandon(self, is_readable: bool, cut: bool) -> str:
        """Give up; the whole rows written so far stay in the partial file."""
        name = Path(self.name).name
        if self._is_done:
            return f"that is all of them, and {name} is complete"
        untouched = f"{name} was not {'touched' if self._existed else 'written'}"
        with contextlib.suppress(OSError):
            self.stream.close()
        if not self.rows or not is_readable:
            with contextlib.suppress(OSError):
                self._partial.unlink()
            return untouched
        with contextlib.suppress(OSError):
            if cut:
                os.truncate(self._partial, self._whole)
        return f"they are in {self._partial.name}, {untouched}"


def open_target(target: Target, source: BinaryIO) -> Output:
    """Open an output for writing.

    Parameters
    ----------
    target
        Where the answer goes.
    source
        The open input, which must not be the same file.

    Raises
    ------
    OutputError
        If the file cannot be written: no such folder, no permission, a folder.
    UsageError
        If it is the input itself.

    """
    if not isinstance(target, (str, os.PathLike)):
        return Output(target, "the output")
    if target == "-":
        return Output(sys.stdout.buffer, "standard output")
    name = os.fspath(target)
    try:
        path = Path(name)
        if not _is_regular(path):
            return DirectOutput(path.open("wb"), name)
        path = path.resolve()
        if _is_input(path, source):
            raise UsageError(f"{name} is the input itself: choose another output.")
        if path.exists() and not os.access(path, os.W_OK):
            raise OutputError(f"{name} cannot be written: it is write-protected.")
        return FileOutput(path, name)
    except UsageError:  # which is a ValueError too
        raise
    except IsADirectoryError as error:
        raise OutputError(f"{name} is a folder, not a file.") from error
    except FileNotFoundError as error:
        folder = str(Path(name).parent)
        raise OutputError(f"{name} cannot be written: there is no folder {folder}.") from error
    except (OSError, ValueError) as error:
        raise write_error(name, error) from error


def write_error(name: str, error: OSError | ValueError) -> OutputError:
    """Make a sentence of a failed write."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return OutputError(f"{name} cannot be written: {reason}.")


def _is_regular(path: Path) -> bool:
    """Tell whether a path is, or would become, a regular file outside ``/dev``."""
    if path.is_dir():
        raise IsADirectoryError
    if path.absolute().parts[1:2] in (("dev",), ("proc",)) and path.exists():
        return False
    return path.is_file() or not path.exists()


def _is_input(path: Path, source: BinaryIO) -> bool:
    """Tell whether a file, or its partial file, is the one that is being read."""
    try:
        status = os.fstat(source.fileno())
    except (OSError, ValueError):
        return False
    places = (path, path.with_name(path.name + PARTIAL))
    return any(os.path.samestat(each.stat(), status) for each in places if each.exists())
