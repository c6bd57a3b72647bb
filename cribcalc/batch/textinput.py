"""Lines of text out of a stream of bytes, in blocks of whole lines.

Byte order mark, line ends of any kind and a missing last line end make no difference. What
is no text at all is refused with a sentence that says what it seems to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import BinaryIO, NamedTuple

from cribcalc.errors import InputError

MOST_LINE_BYTES = 1 << 20
"""A longer line is no row of a hand file, and must not fill the memory."""

_SIGNATURES = (
    (b"\xff\xfe", "is UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16 text: save it as UTF-8"),
    (b"\x1f\x8b", "is compressed (gzip): unpack it first"),
    (b"BZh", "is compressed (bzip2): unpack it first"),
    (b"\xfd7zXZ\0", "is compressed (xz): unpack it first"),
    (b"\x28\xb5\x2f\xfd", "is compressed (zstd): unpack it first"),
    (b"PK\x03\x04", "is a zip archive or a spreadsheet: unpack it, or export it as CSV"),
)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Chunk(NamedTuple):
    """Some whole lines: the number of the first, and where in the input they end."""

    data: bytes
    line: int
    position: int


class Line(NamedTuple):
    """A line with something in it, and its number."""

    text: str
    number: int


def read_head(stream: BinaryIO, name: str, size: int) -> bytes:
    """Read the first bytes of a stream: at least a few if there are any.

    Raises
    ------
    InputError
        If it cannot be read.

    """
    head = b""
    while len(head) < max(size, 8):
        more = read_some(stream, name, max(size, 8) - len(head))
        if not more:
            break
        head += more
    return head


def read_some(stream: BinaryIO, name: str, size: int) -> bytes:
    """Read up to ``size`` bytes; an error becomes a sentence."""
    try:
        return stream.read(size) or b""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"{name} cannot be read: {reason}.") from error


def require_text(name: str, head: bytes) -> None:
    """Refuse an input that begins like no text.

    Raises
    ------
    InputError
        Saying what the input seems to be.

    """
    if not head:
        raise InputError(f"{name} is empty.")
    for signature, complaint in _SIGNATURES:
        if head.startswith(signature):
            raise InputError(f"{name} {complaint}.")
    if b"\0" in head:
        line = head.count(b"\n", 0, head.index(b"\0")) + 1
        raise InputError(f"{name} is not text: line {line} has a zero byte.")


class TextInput:
    """A text input, read block by block, of which the first lines can be looked at."""

    def __init__(self, stream: BinaryIO, name: str, head: bytes, block_size: int):
        require_text(name, head)
        self.name = name
        self._stream = stream
        self._block_size = block_size
        self._unread = self._read_chunks(head)
        self._held: list[Chunk] = []

    def first_lines(self, count: int, after: int = 0) -> list[Line]:
        """Get the first lines that are neither blank nor comments, at most ``count``.

        ``after`` is the number of the line before the first that counts.
        """
        lines = self._lines_ahead()
        return list(islice((e for e in lines if e.number > after and has_content(e.text)), count))

    def first_comments(self) -> Iterator[Line]:
        """Get the comments before the first line that is none."""
        lines = (line for line in self._lines_ahead() if line.text.strip(" \t"))
        return takewhile(lambda line: not has_content(line.text), lines)

    def lines_from(self, number: int) -> Iterator[Line]:
        """Go through all lines from this one on, without using them up."""
        return (line for line in self._lines_ahead() if line.number >= number)

    def _lines_ahead(self) -> Iterator[Line]:
        for chunk in self._look_ahead():
            for number, data in enumerate(chunk.data.removesuffix(b"\n").split(b"\n"), chunk.line):
                yield Line(data.decode("utf-8", "surrogateescape"), number)

    def chunks(self, after: int = 0, lines: int | None = None) -> Iterator[Chunk]:
        """Get the text, from the line after number ``after``, at most some lines at once."""
        for chunk in self._chunks(after):
            yield from (chunk,) if lines is None else _split(chunk, lines)

    def _chunks(self, after: int) -> Iterator[Chunk]:
        while self._held:
            chunk = self._held.pop(0)
            if chunk.line > after:
                yield chunk
                continue
            parts = chunk.data.split(b"\n", after - chunk.line + 1)
            if len(parts) == after - chunk.line + 2 and parts[-1]:
                yield Chunk(parts[-1], after + 1, chunk.position)
        yield from self._unread

    def _look_ahead(self) -> Iterator[Chunk]:
        """Go through the text without using it up."""
        yield from self._held
        for chunk in self._unread:
            self._held.append(chunk)
            yield chunk

    def _read_chunks(self, head: bytes) -> Iterator[Chunk]:
        rest = head.removeprefix(_BYTE_ORDER_MARK)
        line, position = 1, len(head)
        more = rest
        while True:
            cut = _last_line_end(rest)
            if cut:
                data = _unified(rest[:cut])
                yield Chunk(data, line, position)
                line += data.count(b"\n")
                rest = rest[cut:]
            elif len(rest) > MOST_LINE_BYTES:
                raise InputError(
                    f"{self.name}, line {line}: longer than {MOST_LINE_BYTES:,} bytes, "
                    f"which is no row of cards."
                )
            more = read_some(self._stream, self.name, self._block_size)
            if not more:
                break
            position += len(more)
            rest += more
        if rest:
            yield Chunk(_unified(rest), line, position)


def has_content(line: bytes | str) -> bool:
    """Tell whether a line is neither blank nor a comment."""
    if isinstance(line, str):
        text = line.lstrip(" \t\n")
        return bool(text) and not text.startswith("#")
    data = line.lstrip(b" \t\n")
    return bool(data) and not data.startswith(b"#")


def _last_line_end(data: bytes) -> int:
    """Get the offset after the last line end, 0 if there is none.

    A carriage return is a line end of its own only where no line feed is, and not as the
    last byte, because a line feed may follow.
    """
    return data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, -1) + 1


def _split(chunk: Chunk, lines: int) -> Iterator[Chunk]:
    """Cut a chunk into parts of so many lines."""
    data, line = chunk.data, chunk.line
    while data:
        cut = 0
        for _ in range(lines):
            cut = data.find(b"\n", cut) + 1
            if cut == 0:
                cut = len(data)
                break
        yield Chunk(data[:cut], line, chunk.position - len(data) + cut)
        data, line = data[cut:], line + lines


def _unified(data: bytes) -> bytes:
    """Make every line end a line feed."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
