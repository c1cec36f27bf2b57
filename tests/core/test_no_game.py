"""What is a game's stands in its folder: only `games/__init__.py` names a game, and the core loads none."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import eminence
from eminence.games import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "src" / "eminence"
WORDS = ("py", "toml", "css", "html", "js", "svg")


def without_docstrings(source: str) -> str:
    """What a module does: examples in docstrings may name a game, as the documentation does."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
    return ast.unparse(tree)


def test_only_the_list_of_games_names_a_game() -> None:
    folders = [HOUSE / "games" / game for game in REGISTRY]
    names = re.compile("|".join(REGISTRY), re.IGNORECASE)
    found = []
    for file in [ROOT / "setup.py", ROOT / "pyproject.toml", *(ROOT / "bench").rglob("*.*"), *HOUSE.rglob("*.*")]:
        if file.suffix[1:] in WORDS and not any(folder in file.parents for folder in folders):
            text = file.read_text(encoding="utf-8")
            if names.search(without_docstrings(text) if file.suffix == ".py" else text) or names.search(file.name):
                found.append(str(file.relative_to(ROOT)))
    assert found == ["src/eminence/games/__init__.py"]


def test_the_core_loads_no_game() -> None:
    code = "import sys, pkgutil, importlib, eminence.core as core\n"
    code += "for m in pkgutil.walk_packages(core.__path__, 'eminence.core.'): importlib.import_module(m.name)\n"
    code += "print([name for name in sys.modules if name.startswith('eminence.games')])"
    path = str(Path(eminence.__file__).parents[1])
    env = {"PYTHONPATH": path}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (told.stdout.strip(), told.stderr) == ("[]", "")
