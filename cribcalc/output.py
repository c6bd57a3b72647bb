"""Put an answer into a file so that a failure never costs the file that was there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from cribcalc.errors import OutputError


def write_text(path: str, text: str) -> None:
    """Write a text file in one step: complete, or the old file stays as it was.

    Raises
    ------
    OutputError
        If the file cannot be written; the message names it and the reason.

    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            _write(target, text)  # a device or pipe: there is nothing to replace
        else:
            _replace(target.resolve(), text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"Cannot write {path}: {reason}.") from error


def _write(target: Path, text: str) -> None:
    with target.open("w", encoding="utf-8", newline="") as stream:
        stream.write(text)


def _replace(target: Path, text: str) -> None:
    partial = target.with_name(f"{target.name}.partial")
    try:
        _write(partial, text)
        if target.exists():
            partial.chmod(S_IMODE(target.stat().st_mode))
        partial.replace(target)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            partial.unlink()
        raise
