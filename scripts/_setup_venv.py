"""Makes or updates .venv in the repository; called by ``_venv.sh`` when it is not ready.

Usage: ``_setup_venv.py run|dev NAME``, with any Python that has ``venv``. Says on stderr what
it does in one line; a failure is one sentence and exit code 1. What pip said is kept in
``.venv/setup/log.txt``.

A .venv under construction carries the file ``setup/unfinished``, so that an interrupted one is
made again. Only one process at a time gets past `lock`; others wait and then find all done.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
SETUP = VENV / "setup"
LOG = SETUP / "log.txt"
UNFINISHED = SETUP / "unfinished"
PYPROJECT = ROOT / "pyproject.toml"

EXTRAS = {"run": "", "dev": "[dev]"}


class SetupError(Exception):
    """The environment could not be made; the message says why and what to do."""


def main(kind: str, name: str) -> int:
    """Bring .venv up to date for `kind` and return the exit code."""
    os.umask(0o022)
    try:
        with lock(name) as lock_file:
            if not is_current(kind):
                build(kind, name, lock_file)
    except KeyboardInterrupt:
        print(f"{name}: interrupted; run it again to finish .venv.", file=sys.stderr)
        return 130
    except SetupError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        reason = error.strerror or str(error)
        print(
            f"{name}: cannot make {VENV} ({reason}); free the space or the permission it needs, "
            "or use a copy of the repository that you can write to.",
            file=sys.stderr,
        )
        return 1
    return 0


@contextmanager
def lock(name: str) -> Iterator[int]:
    """Hold the only right to change .venv; the system frees it however the process ends."""
    descriptor = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"{name}: waiting for another setup of .venv ...", file=sys.stderr)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            pass  # some network file systems cannot lock: go on without
        yield descriptor
    finally:
        os.close(descriptor)


def is_current(kind: str) -> bool:
    """Whether .venv needs no installation: it holds what pyproject.toml asks for."""
    stamp = SETUP / f"{kind}.toml"
    if not (is_usable() and stamp.exists() and (VENV / "bin" / "cribcalc").exists()):
        return False
    if requirements(stamp) != requirements(PYPROJECT):
        return False
    shutil.copyfile(PYPROJECT, stamp)  # only the settings of some tool changed
    return True


def requirements(pyproject: Path) -> list[object]:
    """Return the parts of a pyproject.toml that decide what is installed."""
    content = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    hatch = content.get("tool", {}).get("hatch")
    return [content.get("build-system"), content.get("project"), hatch]


def is_usable() -> bool:
    """Whether packages can be installed into the .venv that is there."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return False
    place = SETUP / "root"
    if place.exists() and place.read_text(encoding="utf-8").rstrip("\n") != str(ROOT):
        return False  # the repository was moved or copied; scripts in bin/ name the old place
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11) or sys.prefix == sys.base_prefix)"
    return subprocess.run([PYTHON, "-c", probe], capture_output=True, check=False).returncode == 0


def build(kind: str, name: str, lock_file: int) -> None:
    """Make .venv unless a usable one is there, install into it and leave the stamps."""
    fresh = not is_usable()
    if fresh:
        what = "setting up .venv (first use only)"
    elif kind == "dev" and not (SETUP / "dev.toml").exists():
        what = "adding the development tools to .venv (first use only)"
    else:
        what = "updating .venv"
    print(f"{name}: {what} ...", file=sys.stderr, flush=True)
    if fresh:
        if VENV.is_symlink() or VENV.is_file():
            VENV.unlink()
        elif VENV.exists():
            shutil.rmtree(VENV)
        SETUP.mkdir(parents=True)
        UNFINISHED.touch()
        # By its real name (python3.11, not python3): when an upgrade replaces that Python,
        # bin/python dangles and _venv.sh notices.
        python = os.path.realpath(sys.executable)
        call([python, "-m", "venv", str(VENV)], "the venv module failed", lock_file)
    SETUP.mkdir(exist_ok=True)
    install = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    target = f"{ROOT}{EXTRAS[kind]}"
    call([*install, "--editable", target], "pip could not install everything", lock_file)
    (SETUP / "root").write_text(f"{ROOT}\n", encoding="utf-8")
    for stamp in {"run", kind}:
        shutil.copyfile(PYPROJECT, SETUP / f"{stamp}.toml")
    UNFINISHED.unlink(missing_ok=True)


def call(command: list[str], failure: str, lock_file: int) -> None:
    """Run one step with its output in the log; its last error line goes into the message."""
    # Settings that make pip install somewhere else, or start Python with foreign libraries.
    unwanted = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONHOME", "PYTHONPATH"}
    environment = {key: value for key, value in os.environ.items() if key not in unwanted}
    environment["PIP_USER"] = "0"
    with LOG.open("wb") as log:
        # The child keeps the lock too: if this process is killed, nobody rebuilds under pip.
        code = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environment,
            pass_fds=[lock_file],
            check=False,
        ).returncode
    if code:
        lines = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
        errors = [line.partition("ERROR: ")[2] for line in lines if "ERROR: " in line]
        reason = (errors or lines or [f"exit code {code}"])[-1].strip().rstrip(".")
        raise SetupError(
            f"{failure} ({reason}); check the network connection and the free disk space, "
            f"then run this again (details: {LOG})."
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
