"""The conventions of CONTRIBUTING.md that can be checked by reading the source.

Each rule is a function from one parsed module to its complaints, run over the whole package
and, at the end, over a small bad module that it must complain about. A new module needs a
line in `LAYERS`; a new third-party library one in `LIBRARIES`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A module, or a package with all in it, and its layer: it imports only from its own or below.
LAYERS = {
    "cribcalc": 0,
    "cribcalc.cards": 0,
    "cribcalc.errors": 0,
    "cribcalc.outlook": 0,
    "cribcalc.roles": 0,
    "cribcalc.scoring": 0,
    "cribcalc.spoken": 0,
    "cribcalc.spread": 0,
    "cribcalc.throws": 0,
    "cribcalc.words": 0,
    "cribcalc.averages": 1,
    "cribcalc.census": 1,
    "cribcalc.outcomes": 1,
    "cribcalc.lookup": 1,
    "cribcalc.kernels": 2,
    "cribcalc.batch": 3,
    "cribcalc.many": 3,
    "cribcalc.output": 3,
    "cribcalc.render": 3,
    "cribcalc.discard": 3,
    "cribcalc.stats": 3,
    "cribcalc.cli": 4,
    "cribcalc.__main__": 4,
}

# A library from outside, and the modules or packages that may import it; a number means all
# modules of that layer and above.
LIBRARIES: dict[str, int | str] = {
    "numpy": 1,
    "numba": "cribcalc.kernels",
    "llvmlite": "cribcalc.kernels",
    "tabulate": "cribcalc.render",
    "pyarrow": "cribcalc.batch",
    "click": "cribcalc.cli",
}

MAX_MODULE_LINES = 600
MAX_FUNCTION_LINES = 80
VAGUE_NAMES = {"utils", "util", "helpers", "misc", "common"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One parsed source file."""

    name: str
    text: str
    tree: ast.Module = field(repr=False)

    @classmethod
    def parse(cls, name: str, text: str) -> Module:
        return cls(name, text, ast.parse(text))

    @property
    def layer(self) -> int | None:
        return layer_of(self.name)

    def is_in(self, package: str) -> bool:
        return self.name == package or self.name.startswith(f"{package}.")


def layer_of(name: str) -> int | None:
    """Return the layer by the longest entry of `LAYERS` that covers a module."""
    if name == "cribcalc":
        return LAYERS[name]
    while name != "cribcalc":
        if name in LAYERS:
            return LAYERS[name]
        name = name.rpartition(".")[0]
    return None


def read_package() -> list[Module]:
    modules = []
    for path in sorted((ROOT / "cribcalc").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        modules.append(Module.parse(name, path.read_text(encoding="utf-8")))
    return modules


MODULES = read_package()
MODULE_NAMES = {module.name for module in MODULES}


# Rules -------------------------------------------------------------------------------------


def check_has_layer(module: Module) -> Iterator[str]:
    if module.layer is None:
        yield "is not in LAYERS: decide where it belongs"


def check_layers(module: Module) -> Iterator[str]:
    if module.layer is None:
        return
    # The package itself offers its public names lazily, from wherever they are.
    lazily_from_anywhere = module.name == "cribcalc"
    for line, target in own_imports(module, only_at_start=lazily_from_anywhere):
        layer = layer_of(target)
        if layer is not None and layer > module.layer:
            yield f"line {line}: layer {module.layer} imports {target} of layer {layer}"


def check_libraries(module: Module) -> Iterator[str]:
    for line, target in imports(module):
        library = target.partition(".")[0]
        if library == "cribcalc" or library in sys.stdlib_module_names:
            continue
        home = LIBRARIES.get(library)
        if home is None:
            yield f"line {line}: {library} is not in LIBRARIES"
        elif isinstance(home, str) and not module.is_in(home):
            yield f"line {line}: only {home} may import {library}"
        elif isinstance(home, int) and (module.layer or 0) < home:
            yield f"line {line}: {library} may be imported from layer {home} up"


def check_terminal(module: Module) -> Iterator[str]:
    if module.is_in("cribcalc.cli"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "print" or called.startswith("sys.stdout."):
                yield f"line {node.lineno}: only cribcalc.cli may call {called}"


def check_module_size(module: Module) -> Iterator[str]:
    lines = len(module.text.splitlines())
    if lines > MAX_MODULE_LINES:
        yield f"has {lines} lines, more than {MAX_MODULE_LINES}"


def check_function_size(module: Module) -> Iterator[str]:
    for function in functions(module):
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        if lines > MAX_FUNCTION_LINES:
            yield f"{function.name} has {lines} lines, more than {MAX_FUNCTION_LINES}"


def check_docstrings(module: Module) -> Iterator[str]:
    if ast.get_docstring(module.tree) is None:
        yield "has no docstring"
    for node in public_definitions(module.tree):
        if ast.get_docstring(node) is None:
            yield f"line {node.lineno}: {node.name} has no docstring"


def check_annotations(module: Module) -> Iterator[str]:
    for function in functions(module):
        missing = [
            argument.arg
            for argument in arguments(function)
            if argument.annotation is None and argument.arg not in {"self", "cls"}
        ]
        if function.returns is None and function.name != "__init__":
            missing.append("the return value")
        for name in missing:
            yield f"line {function.lineno}: {function.name} does not annotate {name}"


ARRAY = re.compile(r"\b(?:NDArray|ndarray)\b")
SHAPE_OR_DTYPE = re.compile(
    r"\[\w+(?:, *\w+)*\]"  # [n, 6]
    r"|\b(?:u?int|float|complex)(?:8|16|32|64|128)\b|\bbool\b|\bdtype\b"
)


def check_array_docs(module: Module) -> Iterator[str]:
    aliases = array_aliases(module)
    for node in public_definitions(module.tree):
        if isinstance(node, ast.ClassDef):
            continue
        hints = [argument.annotation for argument in arguments(node)] + [node.returns]
        written = " ".join(ast.unparse(hint) for hint in hints if hint is not None)
        has_arrays = ARRAY.search(written) or aliases & set(re.findall(r"\w+", written))
        if has_arrays and not SHAPE_OR_DTYPE.search(ast.get_docstring(node) or ""):
            yield f"line {node.lineno}: {node.name} does not say the shape or dtype of its arrays"


def check_module_name(module: Module) -> Iterator[str]:
    if module.name.rpartition(".")[2] in VAGUE_NAMES:
        yield "has a name that says nothing: name it after the question it answers"


# Reading the syntax tree -------------------------------------------------------------------


def imports(module: Module, only_at_start: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of all that is imported, also inside functions.

    With `only_at_start`, only of what importing the module itself imports.
    """
    pending: list[ast.AST] = [module.tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = f"cribcalc.{node.module}" if node.level else f"{node.module}"
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)
        if not (only_at_start and is_for_later(node)):
            pending.extend(ast.iter_child_nodes(node))


def is_for_later(node: ast.AST) -> bool:
    """Whether a node holds code that does not run when its module is imported."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test).rpartition(".")[2] == "TYPE_CHECKING"
    return isinstance(node, Function)


def own_imports(module: Module, only_at_start: bool) -> Iterator[tuple[int, str]]:
    """Yield the imported modules of cribcalc: ``from cribcalc import x`` may mean a module."""
    for line, target in imports(module, only_at_start):
        if target.partition(".")[0] == "cribcalc":
            is_module = target in MODULE_NAMES or target in LAYERS
            yield line, target if is_module else target.rpartition(".")[0] or target


def functions(module: Module) -> Iterator[Function]:
    return (node for node in ast.walk(module.tree) if isinstance(node, Function))


def arguments(function: Function) -> list[ast.arg]:
    every = function.args
    rest = [argument for argument in (every.vararg, every.kwarg) if argument is not None]
    return every.posonlyargs + every.args + every.kwonlyargs + rest


def public_definitions(scope: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Yield public functions and classes, and the public methods of those classes."""
    for node in scope.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            decorators = {ast.unparse(each).rpartition(".")[2] for each in node.decorator_list}
            if not decorators & {"overload", "setter"}:
                yield node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_definitions(node)


def array_aliases(module: Module) -> set[str]:
    """Return the names that a module gives to array types, as in ``Cards = NDArray[np.uint8]``."""
    aliases = set()
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node.value, ast.Subscript) and ARRAY.search(ast.unparse(node.value)):
                aliases |= {ast.unparse(target) for target in targets}
    return aliases


# The package keeps the rules ---------------------------------------------------------------

Rule = Callable[[Module], Iterator[str]]
RULES: list[Rule] = [
    check_has_layer,
    check_layers,
    check_libraries,
    check_terminal,
    check_module_size,
    check_function_size,
    check_docstrings,
    check_annotations,
    check_array_docs,
    check_module_name,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_package_keeps_the_rule(rule: Rule) -> None:
    complaints = [f"{module.name}: {text}" for module in MODULES for text in rule(module)]
    assert not complaints, "\n" + "\n".join(complaints)


def test_package_was_read() -> None:
    assert {"cribcalc", "cribcalc.cards", "cribcalc.kernels._jit"} <= MODULE_NAMES


LONG_FUNCTION = "def f() -> None:\n" + "    pass\n" * MAX_FUNCTION_LINES

BAD_MODULES: list[tuple[Rule, str, str]] = [
    (check_has_layer, "cribcalc.brand_new", ""),
    (check_layers, "cribcalc.cards", "from cribcalc.discard import analyze_deal"),
    (check_layers, "cribcalc.cards", "from cribcalc import lookup"),
    (check_layers, "cribcalc.cards", "import cribcalc.kernels.show"),
    (check_layers, "cribcalc.cards", "from .lookup import rank_points"),
    (check_layers, "cribcalc.outcomes", "def f():\n    from cribcalc.kernels import show"),
    (check_layers, "cribcalc.kernels.show", "from cribcalc.batch.records import Record"),
    (check_layers, "cribcalc.render.table", "import cribcalc.cli"),
    (check_layers, "cribcalc", "from cribcalc.lookup import rank_points"),
    (check_libraries, "cribcalc.cards", "import numpy as np"),
    (check_libraries, "cribcalc.outcomes", "from numba import njit"),
    (check_libraries, "cribcalc.batch.run", "def f():\n    import numba.core"),
    (check_libraries, "cribcalc.render.table", "import click"),
    (check_libraries, "cribcalc.cli.score", "import tabulate"),
    (check_libraries, "cribcalc.render.table", "import pyarrow.parquet as pq"),
    (check_libraries, "cribcalc.cli.score", "import leftpad"),
    (check_terminal, "cribcalc.batch.run", "print('done')"),
    (check_terminal, "cribcalc.batch.run", "import sys\nsys.stdout.write('done')"),
    (check_terminal, "cribcalc.batch.run", "import sys\nsys.stdout.buffer.write(b'done')"),
    (check_module_size, "cribcalc.cards", "\n" * (MAX_MODULE_LINES + 1)),
    (check_function_size, "cribcalc.cards", LONG_FUNCTION),
    (check_docstrings, "cribcalc.cards", "x = 1"),
    (check_docstrings, "cribcalc.cards", '"""Doc."""\ndef shuffle() -> None: ...'),
    (check_docstrings, "cribcalc.cards", '"""Doc."""\nclass Pack: ...'),
    (
        check_docstrings,
        "cribcalc.cards",
        '"""Doc."""\nclass Pack:\n    """Doc."""\n    def cut(self) -> int: ...',
    ),
    (check_annotations, "cribcalc.cards", "def _f(card) -> None: ..."),
    (check_annotations, "cribcalc.cards", "def _f(*cards) -> None: ..."),
    (check_annotations, "cribcalc.cards", "class A:\n    def f(self): ..."),
    (
        check_array_docs,
        "cribcalc.lookup",
        'def f(cards: NDArray[np.uint8]) -> int:\n    """Count cards."""',
    ),
    (
        check_array_docs,
        "cribcalc.lookup",
        'Sums = NDArray[np.int64]\ndef f() -> Sums | None:\n    """Add up."""',
    ),
    (check_module_name, "cribcalc.batch.utils", ""),
]


@pytest.mark.parametrize(("rule", "name", "source"), BAD_MODULES)
def test_rule_complains_about_a_bad_module(rule: Rule, name: str, source: str) -> None:
    assert len(list(rule(Module.parse(name, source)))) == 1


def test_rules_accept_a_good_module() -> None:
    source = '''
"""Score many hands."""
import json
import numpy as np
from numpy.typing import NDArray
from cribcalc import lookup
from cribcalc.cards import card_name

def score(cards: NDArray[np.uint8], *, crib: bool = False) -> int:
    """Score hands, given as cards[n, 5]."""
    from cribcalc.kernels.show import score_hands
    return 0

class _Hidden:
    def cut(self) -> int:
        return 0
'''
    module = Module.parse("cribcalc.many", source)
    assert [text for rule in RULES for text in rule(module)] == []


def test_package_may_offer_names_lazily() -> None:
    source = """
if TYPE_CHECKING:
    from cribcalc.discard import analyze_deal

def __getattr__(name):
    from cribcalc.discard import analyze_deal
"""
    assert list(check_layers(Module.parse("cribcalc", source))) == []


# All text files ----------------------------------------------------------------------------

# Written in parts, so that this file passes its own check. The look-behind spares web pages
# and paths inside the repository.
MACHINE_PATH = re.compile(r"(?<![\w.:/~$}>-])/(?:work|tmp|root|home)" + "/")
REGISTRY_HOST = re.compile(
    "|".join([r"pypi" + r"\.org", "python" + "hosted", "dev" + "pi", "arti" + "factory"])
)


def machine_words(text: str) -> list[str]:
    """Return what names one machine or one package index rather than the project."""
    found = [*MACHINE_PATH.finditer(text), *REGISTRY_HOST.finditer(text)]
    return [f"line {text.count(chr(10), 0, match.start()) + 1}: {match[0]}" for match in found]


@cache
def project_files() -> list[Path]:
    """Return the files that are, or would be, in the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # an unpacked archive, or no git
        tops = ["cribcalc", "scripts", "tests"]
        paths = [path for top in tops for path in (ROOT / top).rglob("*")]
        return [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    paths = [ROOT / name for name in listing.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_machine() -> None:
    complaints = []
    for path in project_files():
        content = path.read_bytes()
        if b"\0" in content:
            continue  # not text
        found = machine_words(content.decode("utf-8", errors="replace"))
        complaints += [f"{path.relative_to(ROOT)}: {text}" for text in found]
    assert not complaints, "\n" + "\n".join(complaints)


@pytest.mark.parametrize("word", ["/work", "/tmp", "/root", "/home"])
def test_machine_paths_are_found(word: str) -> None:
    assert machine_words(f"open('{word}/x')") == [f"line 1: {word}/"]
    assert machine_words(f"\n{word}/x") == [f"line 2: {word}/"]


def test_registry_hosts_are_found() -> None:
    assert machine_words("see pypi" + ".org/simple") == ["line 1: pypi" + ".org"]


def test_ordinary_text_names_no_machine() -> None:
    assert machine_words("https://example.com/home/x, tests/tmp/, from PyPI, 1/work") == []
