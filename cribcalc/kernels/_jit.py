"""Where compiled kernels are kept, and the one decorator that compiles them.

numba's own cache does not notice that a function in *another* file changed, so the compiled
code of this package lives in a folder named after a digest of all its sources, numba's
version and Python's. That folder is in the user's cache directory, never beside the source.
Where nothing can be written, or a cached file is damaged, kernels are compiled without a
cache and nobody is bothered.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as numba_config

_Function = TypeVar("_Function", bound=Callable[..., Any])

config: Any = numba_config  # its settings are set at run time, unknown to type checkers

_LOG = logging.getLogger(__name__)
_PREFIX = "kernels-"
_DOOMED = "doomed-"
_DAY = 86_400.0
_KEEP_DAYS = 30


def jit(function: _Function) -> _Function:
    """Compile a kernel at its first call: serial, without the GIL, cached for the next run.

    Signatures are never declared, so that importing a module compiles nothing. With
    ``NUMBA_DISABLE_JIT=1`` the plain function is returned.
    """
    if config.DISABLE_JIT:
        return function
    directory = cache_directory()
    compiled = None if directory is None else _cached(function, directory)
    if compiled is None:
        compiled = numba.njit(nogil=True)(function)
    return cast(_Function, compiled)


@cache
def cache_directory() -> Path | None:
    """Get the folder of this version's compiled kernels, or None if none can be written.

    ``$NUMBA_CACHE_DIR`` is honoured; otherwise ``$XDG_CACHE_HOME/cribcalc`` or the
    platform's usual place. The folder is made if need be, and folders that no run has used
    for thirty days are removed when a new one is made.
    """
    try:
        root = _cache_root()
        directory = root / (_PREFIX + source_digest())
        is_new = not directory.is_dir()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
        if time.time() - directory.stat().st_mtime > _DAY:
            os.utime(directory)
    except (OSError, RuntimeError, ValueError) as error:
        _LOG.debug("kernels are compiled uncached: %s", error)
        return None
    if is_new:
        _prune(root, directory)
    return directory


def cache_is_cold(*modules: str) -> bool:
    """Tell whether the next call of a kernel has to compile.

    Parameters
    ----------
    modules : str
        Kernel modules about to be used, like ``"discard"``; without any, the answer is
        about the cache as a whole.

    """
    if config.DISABLE_JIT:
        return False
    directory = cache_directory()
    if directory is None:
        return True
    patterns = [f"{module}.*.nbi" for module in modules] or ["*.nbi"]
    return not all(any(directory.rglob(pattern)) for pattern in patterns)


def source_digest() -> str:
    """Get the digest that names the cache: kernel sources, numba and Python versions."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    """Get the folder that holds one sub-folder for each digest."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute() / "cribcalc"
    xdg = os.environ.get("XDG_CACHE_HOME")
    if xdg and Path(xdg).is_absolute():
        return Path(xdg) / "cribcalc"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        base = Path(local) if local else Path.home() / "AppData" / "Local"
        return base / "cribcalc" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cribcalc"
    return Path.home() / ".cache" / "cribcalc"


def _cached(function: Callable[..., Any], directory: Path) -> Any | None:
    """Compile with a cache in this folder; None if numba will not keep it there.

    The setting is changed only around the decoration, so that the caches of other
    libraries stay where they were.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        compiled: Any = numba.njit(nogil=True, cache=True)(function)
    except (OSError, RuntimeError) as error:
        _LOG.debug("%s is compiled uncached: %s", function.__name__, error)
        return None
    finally:
        config.CACHE_DIR = before
    place = compiled.stats.cache_path
    if place is None or not Path(place).is_relative_to(directory):
        return None
    _forgive_faults(compiled)
    return compiled


def _forgive_faults(compiled: Any) -> None:
    """Make a damaged cache a miss, and a cache that cannot be saved no error.

    A disk may be full and a file cut short; compiling again is always an answer.
    """
    store = getattr(compiled, "_cache", None)
    if store is None:
        return
    load, save = store.load_overload, store.save_overload

    @wraps(load)
    def load_or_miss(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception as error:  # noqa: BLE001, whatever a damaged pickle raises
            _LOG.debug("cached kernel not read: %r", error)
            _quietly(store.flush)
            return None

    @wraps(save)
    def save_or_not(*arguments: Any) -> None:
        _quietly(save, *arguments)

    store.load_overload, store.save_overload = load_or_miss, save_or_not


def _quietly(action: Callable[..., Any], *arguments: Any) -> None:
    try:
        action(*arguments)
    except Exception as error:  # noqa: BLE001, disk full, permission, damaged index
        _LOG.debug("kernel cache: %r", error)


def _prune(root: Path, current: Path) -> None:
    """Remove sibling folders that no run has used for a month.

    Every run refreshes its folder's time at least once a day, so an old one has no user. It
    is renamed before it is emptied: another process sees it whole or not at all, and if
    it was refreshed at the last moment it is put back.
    """
    limit = time.time() - _KEEP_DAYS * _DAY
    for folder in [*root.glob(_PREFIX + "*"), *root.glob(_DOOMED + "*")]:
        try:
            if folder == current or folder.is_symlink() or folder.stat().st_mtime > limit:
                continue
            doomed = root / (_DOOMED + uuid.uuid4().hex)
            folder.rename(doomed)
            if doomed.stat().st_mtime > limit:
                doomed.rename(folder)
                continue
        except OSError:
            continue
        shutil.rmtree(doomed, ignore_errors=True)
