"""These tests are about the compiled engine: `./test` builds it, says in EMINENCE_COMPILED_PATH where, and puts it
first on the path; without that there is nothing here to collect."""

import importlib
import os
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPILED = os.environ.get("EMINENCE_COMPILED_PATH")

if not COMPILED:
    collect_ignore_glob = ["*.py"]


def hot_modules() -> list[str]:
    """The names of the modules that setup.py compiles."""
    setup = runpy.run_path(str(ROOT / "setup.py"), run_name="eminence_setup")
    return [".".join(Path(path).relative_to("src").with_suffix("").parts) for path in setup["hot_files"]()]


def pytest_sessionstart() -> None:
    """No test of this session may pass on the plain engine by mistake, wherever it is in the tests."""
    for name in hot_modules() if COMPILED else []:
        file = Path(str(importlib.import_module(name).__file__))
        if file.suffix not in (".so", ".pyd") or not file.is_relative_to(str(COMPILED)):
            pytest.exit(f"{name} should be compiled, in {COMPILED}, but is {file}", returncode=4)


def pytest_report_header() -> str | None:
    return f"engine: compiled, {len(hot_modules())} modules in {COMPILED}" if COMPILED else None
