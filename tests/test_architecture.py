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

from tests.running import PATIENCE, ROOT, environment

# A module, or a package with all in it, and its layer: it imports only from its own or below.
LAYERS = {
    "cribcalc": 0,
    "cribcalc.cards": 0,
    "cribcalc.errors": 0,
    "cribcalc.game": 0,
    "cribcalc.outlook": 0,
    "cribcalc.pile": 0,
    "cribcalc.play": 0,
    "cribcalc.roles": 0,
    "cribcalc.rules": 0,
    "cribcalc.rules_text": 0,
    "cribcalc.scoring": 0,
    "cribcalc.situation": 0,
    "cribcalc.spoken": 0,
    "cribcalc.spread": 0,
    "cribcalc.steps_back": 0,
    "cribcalc.throws": 0,
    "cribcalc.variants": 0,
    "cribcalc.words": 0,
    "cribcalc.averages": 1,
    "cribcalc.census": 1,
    "cribcalc.draws": 1,
    "cribcalc.outcomes": 1,
    "cribcalc.speedo": 1,
    "cribcalc.stored": 1,
    "cribcalc.lookup": 1,
    "cribcalc.variant_discard": 1,
    "cribcalc.kernels": 2,
    "cribcalc.batch": 3,
    "cribcalc.output": 3,
    "cribcalc.render": 3,
    "cribcalc.discard": 3,
    "cribcalc.crib_table": 3,
    "cribcalc.policy": 3,
    "cribcalc.policy_averages": 3,
    "cribcalc.solver": 3,
    "cribcalc.strategic": 3,
    "cribcalc.threads": 3,
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


def check_sealed_kernels(module: Module) -> Iterator[str]:
    """Kernels read nothing of other packages: their cache would not notice an edit there."""
    if not module.is_in("cribcalc.kernels"):
        return
    imported, statements = imported_names(module), statements_of_names(module)
    for function in functions(module):
        if not is_compiled(function):
            continue
        pending = [(name, function.name) for name in sorted(global_names(function))]
        seen = set()
        while pending:
            name, reader = pending.pop()
            origin = imported.get(name)
            if name in seen:
                continue
            seen.add(name)
            if origin is None:
                for statement in statements.get(name, []):
                    pending += [(each, name) for each in sorted(names_behind(statement))]
            elif not may_be_read(origin, directly=reader == function.name):
                yield f"line {function.lineno}: {function.name} reads {name} of {origin}"


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


def is_compiled(function: Function) -> bool:
    decorators = [ast.unparse(each).partition("(")[0] for each in function.decorator_list]
    return any(name.rpartition(".")[2] in {"jit", "njit"} for name in decorators)


def names_read(node: ast.AST) -> set[str]:
    loads = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return {each.id for each in loads if isinstance(each.ctx, ast.Load)}


def global_names(function: Function) -> set[str]:
    """Return the names that a function's body reads and that are not its own."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    own |= {argument.arg for argument in arguments(function)}
    return {name for line in function.body for name in names_read(line)} - own


def names_behind(statement: ast.stmt) -> set[str]:
    """Return what a statement of a module's top reads; a compiled function is checked itself."""
    if not isinstance(statement, Function):
        return names_read(statement)
    return set() if is_compiled(statement) else global_names(statement)


def imported_names(module: Module) -> dict[str, str]:
    """Return the module that each imported name of a module comes from."""
    origins = {}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                origins[alias.asname or alias.name.partition(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom):
            home = ("", "cribcalc.kernels.", "cribcalc.")[node.level]
            origin = f"{home}{node.module or ''}".rstrip(".")
            for alias in node.names:
                is_module = f"{origin}.{alias.name}" in MODULE_NAMES
                full = f"{origin}.{alias.name}" if is_module else f"{origin}"
                origins[alias.asname or alias.name] = full
    return origins


def may_be_read(origin: str, directly: bool) -> bool:
    """Whether a kernel may read a name from a module; constants may be made with Python's own."""
    if origin.startswith("cribcalc.kernels"):
        return True
    library = origin.partition(".")[0]
    return library == "numpy" or (not directly and library in sys.stdlib_module_names)


def statements_of_names(module: Module) -> dict[str, list[ast.stmt]]:
    """Return the statements at the top of a module that make, or write into, each name."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in module.tree.body:
        if isinstance(statement, Function | ast.ClassDef):
            names = {statement.name}
        else:
            nodes = list(ast.walk(statement))
            names = {
                n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
            for node in nodes:
                if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                    names |= {ast.unparse(node.value).partition("[")[0].partition(".")[0]}
        for name in names:
            found.setdefault(name, []).append(statement)
    return found


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
    check_sealed_kernels,
    check_module_name,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_package_keeps_the_rule(rule: Rule) -> None:
    complaints = [f"{module.name}: {text}" for module in MODULES for text in rule(module)]
    assert not complaints, "\n" + "\n".join(complaints)


def test_package_was_read() -> None:
    assert {"cribcalc", "cribcalc.cards", "cribcalc.kernels._jit"} <= MODULE_NAMES


def test_every_entry_of_layers_exists() -> None:
    assert LAYERS.keys() <= MODULE_NAMES
    homes = {home for home in LIBRARIES.values() if isinstance(home, str)}
    assert homes <= MODULE_NAMES


def test_every_public_kernel_has_a_test() -> None:
    """By name only; that it compares with a plain twin is for reviewers to see."""
    tests = [*(ROOT / "tests").glob("test_kernels_*.py"), ROOT / "tests" / "test_sweep.py"]
    words = {word for path in tests for word in re.findall(r"\w+", path.read_text("utf-8"))}
    for module in MODULES:
        if module.is_in("cribcalc.kernels") and module.name != "cribcalc.kernels._jit":
            public = {node.name for node in public_definitions(module.tree)}
            assert public <= words, f"{module.name}: {sorted(public - words)} without a test"


def test_another_process_collects_the_same_tests(request: pytest.FixtureRequest) -> None:
    """Names of tests depend on no clock, hash or folder: two workers must agree on them."""
    options = request.config.args
    if any("::" in each for each in options):
        pytest.skip("only some tests of a file were asked for")
    mine = [item.nodeid for item in request.session.items]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    command += ["-m", "slow or not slow", "--override-ini", "addopts=--import-mode=importlib"]
    shown = subprocess.run(
        [*command, *options],
        cwd=ROOT,
        env=environment(PYTHONHASHSEED="1", PYTEST_ADDOPTS="", COLUMNS="80"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert shown.returncode == 0, shown.stdout
    wanted = set(mine)
    assert [each for each in shown.stdout.splitlines() if each in wanted] == mine


def test_tests_are_patient() -> None:
    """A short limit fails on a busy machine; a real process gets `PATIENCE` (tests.running)."""
    short = re.compile(r"timeout=\d")
    for path in sorted((ROOT / "tests").glob("*.py")):
        assert not short.findall(path.read_text("utf-8")), path.name


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
    *(
        (check_sealed_kernels, "cribcalc.kernels.show", source)
        for source in (
            "from cribcalc import lookup\n@jit\ndef f():\n    return lookup.PAIR_INDEX[0, 0]",
            "from cribcalc.stats import DEALS\n@jit\ndef f(x):\n    return x + DEALS",
            "from cribcalc.stats import DEALS as D\n@numba.njit(nogil=True)\ndef f():\n    D[0]",
            "from ..stats import DEALS\n@jit\ndef f():\n    return DEALS",
            "import cribcalc.stats\n@jit\ndef f():\n    return cribcalc.stats.DEALS",
            "import math\n@jit\ndef f():\n    return math.pi",
            # By way of a constant, of a function that makes one, and of a loop that fills one.
            "from cribcalc.lookup import TABLE\nP = TABLE + 1\n@jit\ndef f():\n    P[0]",
            "from cribcalc.lookup import x\ndef g():\n    x()\nP = g()\n@jit\ndef f():\n    P[0]",
            "from cribcalc import x\nP = [0]\nfor i in x.A:\n    P[i] = i\n@jit\ndef f():\n    P",
        )
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
    module = Module.parse("cribcalc.stats", source)
    assert [text for rule in RULES for text in rule(module)] == []


def test_kernels_may_read_their_own_and_numpy() -> None:
    source = """
from itertools import combinations
import numpy as np
from numpy.typing import NDArray
from cribcalc import lookup
from cribcalc.kernels import show
from cribcalc.kernels._jit import jit
from cribcalc.kernels.show import dense_points
from .ranksums import TOSS_CARDS
TOSSES = np.array(list(combinations(range(6), 2)))
for _i in range(9):
    TOSSES[_i] = _i

def sums():
    return _sums(lookup.rank_points())

@jit
def _sums(points: NDArray[np.uint8], lookup: int) -> int:
    total = np.int64(len(TOSSES)) + TOSS_CARDS[0] + show.x + dense_points + lookup
    for point in points:
        total += _sums(point)
    return total
"""
    assert list(check_sealed_kernels(Module.parse("cribcalc.kernels.discard", source))) == []


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
