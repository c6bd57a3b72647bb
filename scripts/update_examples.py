"""Run the examples of README.md (and docs/) and write their output into the document.

    python scripts/update_examples.py

Only ``console`` blocks are touched. An output that holds a line of three dots is left as it
is, since somebody chose what to show of it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.test_readme import BLOCK, DOCUMENTS, run_example  # noqa: E402


def refreshed(block: str, folder: Path) -> str:
    """Give a console block with the output of its commands."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    lines = []
    for part in parts:
        command, _, output = part.partition("\n")
        if not re.search(r"^\.\.\.$", output, re.MULTILINE):
            output = run_example(command, folder)
        lines.append(f"$ {command}\n{output}")
    return "```console\n" + "".join(lines) + "```"


def main() -> None:
    """Refresh every document."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for document in DOCUMENTS:
            text = document.read_text(encoding="utf-8")
            text = BLOCK.sub(lambda found: refreshed(found[1], folder), text)
            document.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
