"""The checklist of the rules document: every requirement has its test, or a reason."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.running import ROOT

REQUIREMENTS = 122
ONLINE = {69, 70, 71}
ROW = re.compile(r"^\| R(\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(test_\w+\.py)::(test_\w+)`")
ROWS = {
    int(number): shown
    for number, _, shown in ROW.findall((ROOT / "docs" / "checklist.md").read_text("utf-8"))
}


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_the_list_is_whole() -> None:
    assert list(ROWS) == list(range(1, REQUIREMENTS + 1))


@pytest.mark.parametrize("number", range(1, REQUIREMENTS + 1))
def test_requirement(number: int) -> None:
    shown = ROWS[number]
    tests = TEST.findall(shown)
    if not tests:
        assert shown.startswith(("later: comes with ", "online play is not part of"))
    assert ("online" in shown) == (number in ONLINE)
    assert ", ".join(f"`{file}::{name}`" for file, name in tests) in ("", shown)
    for file, name in tests:
        assert name in functions(file), f"R{number}: {file} has no {name}"
