"""bench/guard.py compares instruction counts with the reference. The counting itself needs valgrind and minutes."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from eminence.games import REGISTRY

GUARD = Path(__file__).resolve().parents[2] / "bench" / "guard.py"


@pytest.fixture
def guard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(GUARD.parent)
    module = importlib.import_module("guard")
    monkeypatch.setattr(module, "GAMES", tmp_path)
    (tmp_path / "a_game").mkdir()
    (tmp_path / "another").mkdir()
    monkeypatch.setattr(module, "environment", lambda: "cpython 3.11, gcc 12, x86_64")
    return module


def run(guard: ModuleType, monkeypatch: pytest.MonkeyPatch, counts: dict[str, float], *words: str) -> int:
    monkeypatch.setattr(guard, "count_all", lambda: counts)
    monkeypatch.setattr("sys.argv", ["guard.py", *words])
    code: int = guard.main()
    return code


def test_keeps_a_reference_and_compares_with_it(
    guard: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: dict[str, float] = {"a_game_decision": 1000, "a_game_clone": 500, "another_clone": 7}
    assert run(guard, monkeypatch, counts) == 2
    assert "no reference" in capsys.readouterr().err
    assert run(guard, monkeypatch, counts, "--update") == 0
    assert guard.read() == {"cpython 3.11, gcc 12, x86_64": counts}
    assert run(guard, monkeypatch, {"a_game_decision": 1049, "a_game_clone": 300}) == 0
    assert run(guard, monkeypatch, counts | {"a_game_decision": 1051}) == 1
    assert "TOO MANY" in capsys.readouterr().out
    assert run(guard, monkeypatch, counts | {"a_game_decision": 1051}, "--tolerance", "0.1") == 0
    guard.write({"elsewhere": {"another_decision": 7}, **guard.read()})
    assert run(guard, monkeypatch, counts, "--update") == 0
    assert guard.read() == {"elsewhere": {"another_decision": 7}, "cpython 3.11, gcc 12, x86_64": counts}


def test_says_why_it_cannot_tell(
    guard: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def count_all() -> dict[str, float]:
        raise guard.CannotTell("there is no valgrind")

    monkeypatch.setattr(guard, "count_all", count_all)
    monkeypatch.setattr("sys.argv", ["guard.py"])
    assert guard.main() == 2
    assert "no valgrind" in capsys.readouterr().err


def test_the_committed_references_can_be_read_and_tell_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(GUARD.parent)
    guard = importlib.import_module("guard")
    assert guard.read()
    for counts in guard.read().values():
        assert set(counts) == {f"{game}_{what}" for game in REGISTRY for what in guard.WORKLOADS}
