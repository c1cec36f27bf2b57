"""The mistakes that were written by hand can be planted: each stands for something that stands in the rules now."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from eminence.games import all_games

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("mutants")


def test_every_mistake_can_be_planted_and_is_one(mutants: ModuleType) -> None:
    found = list(mutants.by_hand())
    assert len({mutant for mutant, _ in found}) == len(found) >= 80
    for mutant, text in found:
        compile(text, mutant.path, "exec")
        assert mutant.before != mutant.after, mutant.where


def test_they_are_looked_for_by_the_tests_of_their_game_alone(mutants: ModuleType) -> None:
    own, all_of_them = (mutants.tests_for("src/eminence/games/richelieu/rules.py", alone) for alone in (True, False))
    assert own[:3] == ["tests/games/test_golden.py", "tests/games/richelieu", "tests/playthroughs"]
    assert "tests/laws" in all_of_them
    assert all(f"not {game.id}" in own[-1] for game in all_games() if game.id != "richelieu")
