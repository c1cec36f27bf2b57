"""The compiled engine and the plain one play identical games."""

import json
import os
import subprocess
import sys
from pathlib import Path

from eminence.games import all_games
from tests.thorough import THOROUGH

ROOT = Path(__file__).resolve().parents[2]
GAMES = 1000 if THOROUGH else 1 + 1000 // len(all_games())
"""Of each game of the house: a thousand in all, or a thousand each."""


def start(path: Path) -> subprocess.Popen[str]:
    """Play the games with the engine in a folder."""
    words = [sys.executable, str(Path(__file__).with_name("play_games.py")), str(GAMES)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(path)})


def test_a_thousand_games_are_the_same_in_plain_and_in_compiled_form() -> None:
    compiled_path = Path(os.environ["EMINENCE_COMPILED_PATH"])
    both = start(ROOT / "src"), start(compiled_path)
    plain, compiled = (json.loads(playing.communicate()[0]) for playing in both)
    assert [playing.returncode for playing in both] == [0, 0]

    engine = [Path(file) for file in plain["engine"].values()]
    assert all(file.suffix == ".py" and file.is_relative_to(ROOT / "src") for file in engine)
    engine = [Path(file) for file in compiled["engine"].values()]
    assert all(file.is_relative_to(compiled_path) for file in engine)
    assert sum(file.suffix in (".so", ".pyd") for file in engine) >= 10

    assert len(plain["games"]) >= 1000
    different = [game for game, digest in plain["games"].items() if compiled["games"].get(game) != digest]
    assert different == []
    assert compiled == {**plain, "engine": compiled["engine"]}
