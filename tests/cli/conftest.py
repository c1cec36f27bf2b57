"""What the tests of the command line share."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from eminence.cli import main

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """The program in this process, which starts at once: for words at which nothing is typed."""
    for name, value in {"XDG_DATA_HOME": str(tmp_path / "data"), "EMINENCE_LANG": "en", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        code = main([*words])
        return subprocess.CompletedProcess(words, code, *capsys.readouterr())

    return run
