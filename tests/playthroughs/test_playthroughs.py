"""The playthroughs are as they are kept. If a change is meant:

    pytest tests/playthroughs --rewrite-playthroughs && git diff tests/playthroughs

and look at every line of the diff: a number where `null` was is a leak.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

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


EVENTS = {
    # discs taken, markers paid and moved, a marker regained, somebody sitting out
    "richelieu": {"TookDisc", "Paid", "MarkerReturned", "Marked", "Regained", "SatOut", "TookBack", "Counted"},
    # cards of all sorts played, a veto, votes of both sorts, won and postponed, a passive turn, a card taken back
    "caesar_cleopatra": {"Looked", "Snatched", "Castled", "Swept", "Vetoed", "Voted", "Postponed", "ExtraordinaryVote"}
    | {"Discarded", "Drew", "TurnedUp", "TookBack", "Counted"},
    # both smokes, cards of all sorts played and one that goes back, bids, what politics do at once, a card taken back
    "habemus_papam": {"SmokeRose", "Income", "DroppedOrder", "TenGold", "Stole", "CardWentBack", "Bribed", "Swapped"}
    | {"DidNotSwap", "BidsRevealed", "TookCamerlengo", "Excluded", "PaidSquadrone", "Died", "Cleared"}
    | {"TookBack", "Counted"},
}
WORDS = {
    "richelieu": {"lift", "pay", "enough", "regain", "back"},
    "caesar_cleopatra": {
        "strike",
        "scout",
        "wrath",
        "castle",
        "snatch",
        "veto",
        "let",
        "passive",
        "down",
        "up",
        "back",
    },
    "habemus_papam": {"drop", "place", "refuse", "bribe", "swap", "with", "bid", "take", "exclude", "back"},
}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_are_eventful(name: str) -> None:
    """They show what is worth showing."""
    match = play(PLAYTHROUGHS[name])
    assert {event.name for event in match.story(None)} >= EVENTS[match.game.id]
    assert {entry.choice.split()[0] for entry in match.entries} >= WORDS[match.game.id]
