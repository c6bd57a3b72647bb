"""scripts/cribcalc and scripts/test as started by a user, also where things are missing.

A copy of the scripts is run with a PATH that holds only the tools named here, so that "no
Python" or "an old Python" is true. The Pythons in it are stand-ins that lie about themselves.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.running import PATIENCE, ROOT

TOOLS = ["cmp", "dirname", "readlink", "sh"]

# Runs the real Python after `lie` has changed what the program will see.
STAND_IN = """#!/bin/sh
exec '{python}' -c '
import sys
{lie}
if sys.argv[1] == "-c":
    program, name = sys.argv[2], "-c"
else:
    program, name = open(sys.argv[1]).read(), sys.argv[1]
sys.argv = [name, *sys.argv[3 if name == "-c" else 2:]]
exec(compile(program, name, "exec"), {{"__name__": "__main__", "__file__": name}})
' "$@"
"""

HONEST = "pass"
TOO_OLD = 'sys.version_info = (3, 9, 2, "final", 0)'
NO_VENV = 'sys.modules["ensurepip"] = None'

Result = subprocess.CompletedProcess[str]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of what the launchers need, in a path with spaces."""
    root = tmp_path / "my own copy"
    shutil.copytree(ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copyfile(ROOT / "pyproject.toml", root / "pyproject.toml")
    return root


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The only folder on the PATH: a shell and a few tools, no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder


def add_python(programs: Path, name: str, lie: str) -> None:
    path = programs / name
    path.write_text(STAND_IN.format(python=sys.executable, lie=lie), encoding="utf-8")
    path.chmod(0o755)


def start(
    script: Path | str,
    *arguments: str,
    programs: Path,
    folder: Path | None = None,
    stdin: str = "",
    env: dict[str, str] | None = None,
) -> Result:
    return subprocess.run(
        [str(script), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=folder or programs,
        env={"PATH": str(programs), "HOME": str(programs)} | (env or {}),
        timeout=PATIENCE,
        check=False,
    )


def assert_one_sentence(result: Result, script: str, *words: str) -> None:
    assert result.returncode == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"scripts/{script}: ")
    for word in words:
        assert word in line


def make_ready(root: Path, kind: str = "run") -> None:
    """Leave a .venv that counts as ready, whose cribcalc shows how it was called."""
    binaries, setup = root / ".venv" / "bin", root / ".venv" / "setup"
    binaries.mkdir(parents=True)
    setup.mkdir()
    (binaries / "python").symlink_to(sys.executable)
    program = binaries / "cribcalc"
    program.write_text('#!/bin/sh\nprintf "<%s>" "$@"\nwhile read -r x; do echo "$x"; done\n')
    program.chmod(0o755)
    (setup / "root").write_text(f"{root.resolve()}\n", encoding="utf-8")
    shutil.copyfile(root / "pyproject.toml", setup / f"{kind}.toml")


# No Python that will do --------------------------------------------------------------------


@pytest.mark.parametrize("script", ["cribcalc", "test"])
def test_no_python_at_all(repository: Path, programs: Path, script: str) -> None:
    result = start(repository / "scripts" / script, programs=programs)
    assert_one_sentence(result, script, "no python3 was found", "3.11 or newer", "install")
    assert not (repository / ".venv").exists()


@pytest.mark.parametrize("script", ["cribcalc", "test"])
def test_python_is_too_old(repository: Path, programs: Path, script: str) -> None:
    add_python(programs, "python3", TOO_OLD)
    result = start(repository / "scripts" / script, programs=programs)
    assert_one_sentence(result, script, "python3 is 3.9", "3.11 or newer", "install")


@pytest.mark.parametrize("script", ["cribcalc", "test"])
def test_python_has_no_venv(repository: Path, programs: Path, script: str) -> None:
    add_python(programs, "python3", NO_VENV)
    result = start(repository / "scripts" / script, programs=programs)
    assert_one_sentence(result, script, "no venv module", "apt install python3-venv")


def test_name_that_only_prints_an_error_is_no_python(repository: Path, programs: Path) -> None:
    placeholder = programs / "python3"
    placeholder.write_text("#!/bin/sh\necho 'python3: install it first' >&2\nexit 127\n")
    placeholder.chmod(0o755)
    result = start(repository / "scripts" / "cribcalc", programs=programs)
    assert_one_sentence(result, "cribcalc", "no python3 was found")


# Installing --------------------------------------------------------------------------------


def test_newer_python_is_found_beside_an_old_one(repository: Path, programs: Path) -> None:
    add_python(programs, "python3", TOO_OLD)
    add_python(programs, "python3.12", NO_VENV)
    add_python(programs, "python3.11", HONEST)
    setup = repository / "scripts" / "_setup_venv.py"
    setup.write_text("import sys; print('setup', sys.argv[1:]); sys.exit(1)", encoding="utf-8")
    result = start(repository / "scripts" / "cribcalc", programs=programs)
    assert result.stdout == ""  # what the setup says never mixes with an answer
    assert result.stderr == "setup ['run', 'scripts/cribcalc']\n"
    assert result.returncode == 1


def test_pip_without_network(repository: Path, programs: Path) -> None:
    add_python(programs, "python3", HONEST)
    no_index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    # Left by a start that was killed half way.
    (repository / ".venv" / "setup").mkdir(parents=True)
    (repository / ".venv" / "setup" / "unfinished").touch()
    (repository / ".venv" / "half made").touch()

    result = start(repository / "scripts" / "cribcalc", programs=programs, env=no_index)
    assert result.returncode == 1
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first == "scripts/cribcalc: setting up .venv (first use only) ..."
    assert "pip could not install everything" in second
    assert "check the network" in second
    assert (repository / ".venv" / "setup" / "unfinished").exists()  # the next start begins anew
    assert not (repository / ".venv" / "half made").exists()


def test_repository_that_cannot_be_written(repository: Path, programs: Path) -> None:
    add_python(programs, "python3", HONEST)
    # Root may write anywhere, so a link to nowhere stands in for a folder without permission.
    setup = repository / "scripts" / "_setup_venv.py"
    text = setup.read_text(encoding="utf-8")
    setup.write_text(
        text.replace('ROOT / ".venv"', 'Path("/proc/nowhere/.venv")'), encoding="utf-8"
    )
    result = start(repository / "scripts" / "cribcalc", programs=programs)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "cannot make /proc/nowhere/.venv" in result.stderr
    assert "Traceback" not in result.stderr


# A ready environment -----------------------------------------------------------------------


def test_ready_environment_is_used_as_it_is(repository: Path, programs: Path) -> None:
    make_ready(repository)
    result = start(
        repository / "scripts" / "cribcalc", "score", "5H 5D", "", programs=programs, stdin="a\nb\n"
    )
    assert result.stdout == "<score><5H 5D><>a\nb\n"
    assert (result.stderr, result.returncode) == ("", 0)


def test_start_through_links_and_from_any_folder(repository: Path, programs: Path) -> None:
    make_ready(repository)
    (programs / "crib").symlink_to(repository / "scripts" / "cribcalc")
    (programs / "again").symlink_to("crib")
    for script in [str(programs / "crib"), str(programs / "again"), "./again"]:
        assert start(script, "x", programs=programs).stdout == "<x>"
    by_path = programs / "by_path"
    by_path.write_text('#!/bin/sh\nCDPATH=.. again "$@"\n', encoding="utf-8")
    by_path.chmod(0o755)
    assert start(by_path, "y", programs=programs).stdout == "<y>"
    in_scripts = start("./cribcalc", "z", programs=programs, folder=repository / "scripts")
    assert in_scripts.stdout == "<z>"


@pytest.mark.parametrize("change", ["project", "place", "interpreter", "program"])
def test_environment_that_no_longer_fits_is_not_used(
    repository: Path, programs: Path, change: str
) -> None:
    make_ready(repository)
    if change == "project":
        with (repository / "pyproject.toml").open("a", encoding="utf-8") as file:
            file.write("# changed\n")
    elif change == "place":
        repository = repository.rename(repository.with_name("moved"))
    elif change == "interpreter":
        (repository / ".venv" / "bin" / "python").unlink()
        (repository / ".venv" / "bin" / "python").symlink_to("/nowhere/python3.11")
    else:
        (repository / ".venv" / "bin" / "cribcalc").unlink()
    result = start(repository / "scripts" / "cribcalc", programs=programs)
    assert_one_sentence(result, "cribcalc", "no python3 was found")  # it wanted to set up


def test_development_tools_are_asked_for_separately(repository: Path, programs: Path) -> None:
    make_ready(repository, "run")
    result = start(repository / "scripts" / "test", programs=programs)
    assert_one_sentence(result, "test", "no python3 was found")


def test_change_of_tool_settings_installs_nothing(repository: Path, programs: Path) -> None:
    make_ready(repository)
    venv.create(repository / ".venv", symlinks=True, with_pip=False)
    library = next((repository / ".venv" / "lib").glob("python3*")) / "site-packages"
    (library / "pip.py").touch()  # enough to count as an environment that can install
    add_python(programs, "python3", HONEST)
    with (repository / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.something]\nnew = true\n")
    result = start(repository / "scripts" / "cribcalc", "x", programs=programs)
    assert (result.stdout, result.stderr) == ("<x>", "")


def test_scripts_test_stops_at_the_first_failure(repository: Path, programs: Path) -> None:
    make_ready(repository, "dev")
    python = repository / ".venv" / "bin" / "python"
    python.unlink()
    python.write_text('#!/bin/sh\necho "ran $*"\n[ "$2" != mypy ] || exit 7\n', encoding="utf-8")
    python.chmod(0o755)
    result = start(repository / "scripts" / "test", "-k", "a b", programs=programs)
    assert result.returncode == 7
    ran = [line for line in result.stdout.splitlines() if line.startswith("ran")]
    assert [line.split()[2] for line in ran] == ["ruff", "ruff", "codespell_lib", "mypy"]


# The real thing ----------------------------------------------------------------------------


@pytest.mark.slow
def test_first_use_in_a_fresh_copy(tmp_path: Path) -> None:
    """Needs the network: two first starts at once, then a second use that installs nothing."""
    root = tmp_path / "fresh copy"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", "*.pyc"))
    script, home = root / "scripts" / "cribcalc", tmp_path / "home"
    home.mkdir()
    environment = os.environ | {"HOME": str(home)}
    first, second = (
        subprocess.Popen(
            [script, "score", "5H", "5D", "JS", "4C", "--starter", "6H", "--json"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    )
    answers = [process.communicate(timeout=PATIENCE * 2) for process in (first, second)]
    assert [first.returncode, second.returncode] == [0, 0], answers
    for answer, chatter in answers:
        assert '"total": 16' in answer or '"total":16' in answer
        assert all(line.startswith("scripts/cribcalc: ") for line in chatter.splitlines())
    again = subprocess.run(
        [script, "--version"],
        cwd=home,
        env=environment | {"PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("cribcalc ")
