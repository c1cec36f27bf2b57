"""The two forms of this package side by side, for whoever compares them: one plain, one compiled.

The plain form is a copy of the sources without extensions. The compiled one is the installed package if it is compiled;
from a checkout it is built by the project's own `setup.py` and kept in a cache until the sources change.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import eminence
from eminence.core.build import is_compiled

PACKAGE = Path(eminence.__file__).resolve().parent
EXTENSIONS = ("*.so", "*.pyd")
NOT_SOURCES = (*EXTENSIONS, "__pycache__", ".mypy_cache")


class NotCompiled(Exception):
    """There is no compiled form, and none can be built here. The message says why."""


def plain_copy(folder: Path) -> Path:
    """A copy of the package without extensions, for PYTHONPATH: in this folder, which it returns."""
    shutil.copytree(PACKAGE, folder / "eminence", ignore=shutil.ignore_patterns(*NOT_SOURCES))
    return folder


def compiled_form(say: Callable[[str], None]) -> Path:
    """The folder for PYTHONPATH where the compiled form is; built first if need be. Raises NotCompiled."""
    if is_compiled():
        return PACKAGE.parent
    setup = PACKAGE.parents[1] / "setup.py"
    if not setup.is_file():
        raise NotCompiled("installed without a C compiler; install again where there is one, with EMINENCE_COMPILE=1")
    for module in ("mypyc", "setuptools"):
        if importlib.util.find_spec(module) is None:
            raise NotCompiled(f"{module} is missing (pip install mypy setuptools)")
    compiler = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise NotCompiled("there is no C compiler")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "eminence"
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as name:
        building = Path(name)
        plain_copy(building / "src")  # what others edit meanwhile can neither slip in nor be left out
        shutil.copy(setup, building)
        kept = cache / f"compiled-{fingerprint(building, compiler)}"
        if not kept.is_dir():
            say("building the compiled form (about half a minute, once) …")
            build(building)
            finish(building / "src", kept)
    return kept


def build(folder: Path) -> None:
    """Compile the sources in a folder with the project's own build, and lay the extensions beside them."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "src"]
    env = {**os.environ, "EMINENCE_COMPILE": "1"}
    told = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if told.returncode or not list((folder / "src").rglob(EXTENSIONS[os.name == "nt"])):
        lines = (told.stderr or told.stdout).strip().splitlines() or ["it made no extensions"]
        raise NotCompiled(f"the build failed: {lines[-1]}")


def finish(built: Path, kept: Path) -> None:
    """Move a build into the cache, and throw out those of older sources; another process may have been quicker."""
    for old in kept.parent.glob("compiled-*"):
        if old != kept and old.stat().st_mtime < time.time() - 24 * 3600:
            shutil.rmtree(old, ignore_errors=True)
    try:
        built.rename(kept)
    except OSError:
        if not kept.is_dir():
            raise


def fingerprint(folder: Path, compiler: str) -> str:
    """What a build depends on, as a short text: the sources, this Python, mypy and the C compiler."""
    told = subprocess.run([*compiler.split(), "--version"], capture_output=True, text=True, check=False)
    parts = [sys.version, str(sysconfig.get_config_var("EXT_SUFFIX")), told.stdout, os.environ.get("CFLAGS", "")]
    parts.append(metadata.version("mypy"))
    digest = hashlib.sha256("\0".join(parts).encode())
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("speed.toml")]):
        digest.update(f"\0{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
