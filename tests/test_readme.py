"""Every example of the README is run, and its output compared to the letter."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import PATIENCE, ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _examples() -> list[tuple[str, str, str]]:
    """(document, command, expected output) of each ``$`` line in a console block."""
    found = []
    for document in DOCUMENTS:
        for block in BLOCK.findall(document.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((document.name, command, output))
    return found


EXAMPLES = _examples()


def run_example(command: str, folder: Path) -> str:
    """Run a command line of a document as a shell would, with this Python's cribcalc."""
    program = f"{sys.executable} -m cribcalc"
    line = re.sub(r"(^|\| )(\./scripts/)?cribcalc\b", rf"\1{program}", command)
    result = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    said = result.stdout + result.stderr
    return said.replace("Compiling (first run only) ...\n", "")


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the examples share, so that one may read what another wrote."""
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize(("document", "command", "expected"), EXAMPLES)
def test_example_prints_what_the_document_says(
    folder: Path, document: str, command: str, expected: str
) -> None:
    printed = run_example(command, folder)
    # A line of three dots stands for any lines left out of the document.
    pieces = [re.escape(piece) for piece in re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)]
    assert re.fullmatch("(?s:.*)".join(pieces), printed), f"{document}: {command}\n{printed}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_run(document: Path) -> None:
    failed, _ = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert not failed
