"""The compiled engine and the plain one play identical games, and the examples in the docstrings hold for both."""

import ast
import doctest
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import THOROUGH

ROOT = Path(__file__).resolve().parents[2]
COMPILED = Path(os.environ["EMINENCE_COMPILED_PATH"])
GAMES = ("1000", "thorough") if THOROUGH else ("1000",)
"""A thousand in all, or a thousand of each game of the house."""


def start(path: Path) -> subprocess.Popen[str]:
    """Play the games with the engine in a folder."""
    words = [sys.executable, str(Path(__file__).with_name("play_games.py")), *GAMES]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(path)})


def test_a_thousand_games_are_the_same_in_plain_and_in_compiled_form() -> None:
    both = start(ROOT / "src"), start(COMPILED)
    plain, compiled = (json.loads(playing.communicate()[0]) for playing in both)
    assert [playing.returncode for playing in both] == [0, 0]

    engine = [Path(file) for file in plain["engine"].values()]
    assert all(file.suffix == ".py" and file.is_relative_to(ROOT / "src") for file in engine)
    engine = [Path(file) for file in compiled["engine"].values()]
    assert all(file.is_relative_to(COMPILED) for file in engine)
    assert sum(file.suffix in (".so", ".pyd") for file in engine) >= 10

    assert len(plain["games"]) >= 1000
    different = [game for game, digest in plain["games"].items() if compiled["games"].get(game) != digest]
    assert different == []
    assert compiled == {**plain, "engine": compiled["engine"]}


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def examples() -> Iterator[Any]:
    """Every docstring with an example in it, with the name of its module: compiled functions have none to look into."""
    for path in sorted(COMPILED.rglob("*.py")):
        module = ".".join(path.relative_to(COMPILED).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if text and ">>> " in text:
                yield pytest.param(module, text, id=f"{module}.{getattr(node, 'name', '')}".rstrip("."))


@pytest.mark.parametrize(("module", "text"), list(examples()))
def test_examples_hold_in_compiled_form(module: str, text: str) -> None:
    names = dict(vars(importlib.import_module(module)))
    test = doctest.DocTestParser().get_doctest(text, names, module, None, None)
    told: list[str] = []
    if doctest.DocTestRunner().run(test, out=told.append).failed:
        pytest.fail("".join(told), pytrace=False)
