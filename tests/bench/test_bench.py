"""`eminence bench` runs, says what it measured, and compares as it says. Nothing here looks at how fast anything is."""

import json
import sys
from pathlib import Path

import pytest

from eminence.cli import bench, main
from eminence.cli.bench_build import plain_copy
from eminence.cli.bench_rounds import Contender, Spread, ratio, spread
from eminence.games import all_games


def test_plain_for_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--only", "plain/richelieu", "--seconds", "0.05", "--rounds", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"seconds", "machine", "contenders", "bars", "left_out"}
    found = told["contenders"]["plain/richelieu"]
    assert found["version"].endswith("plain")
    assert set(found["per_second"]) == {"playouts", "decisions", "loop", "match", "views", "clones", "iterations"}
    assert all(speed["median"] > 0 for speed in found["per_second"].values())
    assert found["decisions_over_plain"] == {"median": 1.0, "lowest": 1.0, "highest": 1.0}
    assert len(found["rounds"]) == 2
    assert [bar["bar"] for bar in told["bars"]] == [8, 1.2, 2, 5, 2, 60_000, 25_000, 1_000_000, 15_000]
    assert {bar["game"] for bar in told["bars"]} == {"richelieu"}
    assert all(bar["met"] is None for bar in told["bars"])


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--only", "plain", "--game", "richelieu", "--seconds", "0.02", "--rounds", "1"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("Éminence, plain", "The bars", "not measured"))


def test_a_peer_that_is_missing_is_left_out_with_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    words = ["bench", "--only", "plain,hearts,rlcard", "--game", "richelieu", "--seconds", "0.02", "--rounds", "1"]
    assert main([*words, "--json", "--peers-python", str(bare)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["contenders"]) == ["plain/richelieu"]
    assert [line.partition(":")[0] for line in told["left_out"]] == ["OpenSpiel", "RLCard"]


def test_the_plain_copy_has_all_sources_and_no_extensions(tmp_path: Path) -> None:
    copy = plain_copy(tmp_path / "plain")
    assert (copy / "eminence" / "core" / "rng.py").is_file()
    assert not list(copy.rglob("*.so"))


def contender(name: str, *decisions: float) -> Contender:
    """What somebody was measured to do in each round; in a loop in Python, half as much."""
    return Contender(name, sys.executable, rounds=[{"decisions": speed, "loop": speed / 2} for speed in decisions])


def test_ratios_are_taken_within_a_round_over_the_fastest_of_the_others() -> None:
    mine = contender("plain/richelieu", 100, 200, 50)
    slow, fast = contender("rlcard/uno", 10, 10, 10), contender("rlcard/leduc-holdem", 20, 5, 25)
    assert ratio(mine, [slow, fast], "decisions") == Spread(5, 2, 20)
    assert ratio(mine, [slow], "decisions", "loop") == Spread(20, 10, 40)
    assert ratio(mine, [], "decisions") is None
    assert ratio(mine, [slow], "clones") is None
    assert spread([]) is None


def test_every_game_promises_something_and_only_the_games_measured_are_judged_by_their_median() -> None:
    hearts, unmeasured = contender("open_spiel/hearts", 10, 10, 10), set[str]()
    hearts_own = "own playout over OpenSpiel's hearts in C++"
    own = {hearts_own: 1, hearts_own.replace("C++", "a loop in Python"): 2}
    for game in all_games():
        measured = [contender(f"compiled/{game.id}", 90, 70, 80), hearts]
        found = {bar.what: (name, bar.bar > 0, found) for name, bar, found in bench.judged(measured)}
        assert own.keys() & found, game.id
        for what in own.keys() & found:
            assert found[what] == (game.id, True, Spread(8 * own[what], 7 * own[what], 9 * own[what]))
        unmeasured |= {what for what, (_, _, spread) in found.items() if spread is None}
    assert "clones, compiled" in unmeasured
    assert list(bench.judged([hearts])) == []
