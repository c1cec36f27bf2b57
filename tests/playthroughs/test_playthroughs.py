"""The playthroughs are as they are kept. If a change is meant:

    pytest tests/playthroughs --rewrite-playthroughs && git diff tests/playthroughs

and look at every line of the diff: a number where `null` was is a leak.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import eminence
from eminence.games import REGISTRY
from tests.playthroughs.playthrough import Playthrough, play

HERE = Path(__file__).parent
PLAYTHROUGHS = {
    "richelieu": Playthrough("richelieu", 2, {"short": False}, secret="playthrough 10"),
    "richelieu_short_3": Playthrough("richelieu", 3, {"short": True}, secret="playthrough 7"),
    "caesar_cleopatra": Playthrough(
        "caesar_cleopatra",
        2,
        {"action_pile": "ordered", "orgies": "retire"},
        secret="playthrough 244",
        shows=("Looked", "Castled", "Vetoed"),
    ),
    "habemus_papam_3": Playthrough(
        "habemus_papam",
        3,
        {"rulebook": "italian", "open_screens": False},
        secret="playthrough 49",
        shows=("SmokeRose", "ActionsRevealed"),
    ),
    "habemus_papam_4": Playthrough(
        "habemus_papam",
        4,
        {"rulebook": "french", "open_screens": False},
        secret="playthrough 91",
        shows=("SmokeRose", "ActionsRevealed"),
    ),
}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str, request: pytest.FixtureRequest) -> None:
    path = HERE / f"{name}.txt"
    text = PLAYTHROUGHS[name].text()
    assert len(text) < 150_000
    if request.config.getoption("--rewrite-playthroughs"):
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    diff = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=1))
    if diff:
        shown = "\n".join(line[:200] for line in diff[:60])
        pytest.fail(f"the playthrough has changed ({len(diff)} lines of diff; see the module's docstring):\n{shown}")


def test_every_game_has_a_playthrough() -> None:
    assert {playthrough.game for playthrough in PLAYTHROUGHS.values()} == set(REGISTRY)


def test_no_playthrough_is_kept_in_vain() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(PLAYTHROUGHS)


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_playthroughs_are_eventful(game: eminence.Game) -> None:
    """Those of a game together show every kind of answer and every event, but for a few rare ones; and taking back."""
    matches = [play(playthrough) for playthrough in PLAYTHROUGHS.values() if playthrough.game == game.id]
    events = {event.name for match in matches for event in match.story(None)}
    answers = {entry.choice.split()[0] for match in matches for entry in match.entries}
    assert {"TookBack", "Counted"} <= events
    assert "back" in answers
    rare = {event.__name__ for event in game.events} - events
    assert len(rare) <= len(game.events) / 8, rare
    kinds = {text.split()[0] for text in game._codes_by_text()}
    assert len(kinds - answers) <= len(kinds) / 8, kinds - answers
