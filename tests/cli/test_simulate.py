"""`eminence simulate`: what it reports, and that the seed fixes it."""

import json
from pathlib import Path
from typing import Any

import pytest

from eminence.cli.simulate import Job, play, summed_up
from tests.cli.conftest import Program
from tests.cli.driving import run, well


def simulated(home: Path, *words: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(well(run(home, "simulate", "richelieu", "--json", *words)))
    return report


def test_the_report_has_everything_and_adds_up(tmp_path: Path) -> None:
    report = simulated(tmp_path, "--games", "7", "--bots", "greedy,random", "--seed", "s")
    told = "game options bots seed games decisions seconds decisions_per_second wins scores ends compiled"
    assert set(report) == set(told.split())
    assert [report[key] for key in ("game", "options", "games", "seed")] == ["richelieu", {"short": False}, 7, "s"]
    assert report["ends"] == {"all_cards_taken": 7}
    assert report["decisions"] > 7 * 48
    assert sum(report["wins"]["per_seat"]) == pytest.approx(7)
    assert sum(report["wins"]["per_bot"].values()) == pytest.approx(7)
    assert report["wins"]["per_bot"]["greedy"] > 5
    assert set(report["scores"]["per_bot"]) == {"greedy", "random"}
    assert all(set(scores) == {"mean", "spread"} for scores in report["scores"]["per_seat"])
    assert isinstance(report["compiled"], bool)


def test_the_seed_fixes_everything_however_the_games_are_spread(tmp_path: Path) -> None:
    words = ("--games", "9", "--bots", "random,random,random", "--short")
    first = simulated(tmp_path, *words, "--seed", "1")
    again = simulated(tmp_path, *words, "--seed", "1", "--jobs", "2")
    other = simulated(tmp_path, *words, "--seed", "2")
    time = {key: again[key] for key in ("seconds", "decisions_per_second")}
    assert first | time == again
    assert first["wins"] != other["wins"] or first["scores"] != other["scores"]
    assert first["ends"] == {"three_rows_empty": 9}
    assert list(first["wins"]["per_bot"]) == ["random", "random 2", "random 3"]


def test_every_bot_has_every_seat_equally_often_and_a_seat_and_a_bot_are_told_apart() -> None:
    jobs = [Job("richelieu", {"short": False}, ("greedy", "random", "random"), "0", number) for number in range(6)]
    seats = [[job.bot_at(seat) for job in jobs] for seat in range(3)]
    assert all(sorted(bots) == [0, 0, 1, 1, 2, 2] for bots in seats)
    jobs = [Job("richelieu", {"short": False}, ("greedy", "random"), "t", number) for number in range(4)]
    outcomes = [play(job) for job in jobs]
    scores = summed_up(jobs, outcomes, 1.0)["scores"]
    greedy = [outcome.scores[number % 2] for number, outcome in enumerate(outcomes)]
    assert scores["per_bot"]["greedy"]["mean"] == pytest.approx(sum(greedy) / 4)
    assert scores["per_seat"][0]["mean"] == pytest.approx(sum(outcome.scores[0] for outcome in outcomes) / 4)


def test_a_table_for_people(program: Program) -> None:
    for language, words in {"en": "mean score", "fr": "score moyen", "it": "media punti"}.items():
        said = well(program("simulate", "richelieu", "--games", "2", "--bots", "random,random", "--lang", language))
        assert (words in said, "random 2" in said) == (True, True), language
