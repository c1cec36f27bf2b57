"""The playthroughs are as they are kept. If a change is meant:

    pytest tests/playthroughs --rewrite-playthroughs && git diff tests/playthroughs

and look at every line of the diff: a number where `null` was is a leak. Which match a file shows is said by its first
lines; of a new one these are enough.
"""

import difflib
from pathlib import Path

import pytest

import eminence
from tests.playthroughs.playthrough import Playthrough

HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_playthrough(path: Path, request: pytest.FixtureRequest) -> None:
    kept = path.read_text(encoding="utf-8")
    text = Playthrough(kept).text
    assert len(text) < 150_000
    if request.config.getoption("--rewrite-playthroughs"):
        path.write_text(text, encoding="utf-8")
    diff = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=1))
    if diff:
        shown = "\n".join(line[:200] for line in diff[:60])
        pytest.fail(f"the playthrough has changed ({len(diff)} lines of diff; see the module's docstring):\n{shown}")


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_playthroughs_are_eventful(game: eminence.Game) -> None:
    """Those of a game together show every kind of answer and every event, but for a few rare ones; and taking back."""
    texts = [path.read_text(encoding="utf-8") for path in KEPT]
    matches = [Playthrough(text).match for text in texts if text.startswith(f"{game.id}, ")]
    assert matches, f"write the first three lines of tests/playthroughs/{game.id}.txt, and let the rest be written"
    events = {event.name for match in matches for event in match.story(None)}
    answers = {entry.choice.split()[0] for match in matches for entry in match.entries}
    assert {"TookBack", "Counted"} <= events
    assert "back" in answers
    rare = {event.__name__ for event in game.events} - events
    assert len(rare) <= len(game.events) / 8, rare
    kinds = {text.split()[0] for text in game.codes_by_text}
    assert len(kinds - answers) <= len(kinds) / 8, kinds - answers
