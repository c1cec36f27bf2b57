"""Golden matches: one for each end of the game, and for each action card, let happen and vetoed.

They were found by play at random, which turned idle once what was looked for had happened. A file has the options, the
secret behind the dealer's draws, how the match ended, and the answers of the players, always of the first who is asked.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import eminence
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import CASTLING, COUP, NONE, SCOUT, SPY, WRATH
from tests.games.caesar_cleopatra.tables import GAME

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))
ENDS = {
    "all_patricians_won": "all_patricians_won",
    "no_influence_left": "no_influence_left",
    "playing_on_alone": "no_influence_left",
    "nothing_happens": "nothing_happens",
}
ACTIONS = {"coup": COUP, "spy": SPY, "castling": CASTLING, "scout": SCOUT, "wrath": WRATH}
EFFECTS: dict[str, type[Event]] = {
    "coup": events.Lost,
    "spy": events.Snatched,
    "castling": events.Castled,
    "scout": events.TurnedUp,
    "wrath": events.Swept,
}


def read(name: str) -> tuple[dict[str, str], list[str]]:
    """What a file says of the match, and the answers."""
    text = next(path for path in FILES if path.stem == name).read_text(encoding="utf-8")
    head, _, answers = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), " ".join(answers.split()).split(", ")


def replayed(name: str) -> Match:
    said, answers = read(name)
    options = {option.name: said[option.name] for option in GAME.options}
    match = GAME.new(2, options, secret=said["secret"].encode())
    for answer in answers:
        match.choose(min(match.asks()), answer)
    return match


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_match(path: Path) -> None:
    said, _ = read(path.stem)
    match = replayed(path.stem)
    assert match.over
    assert match.reason == said["reason"]
    assert match.scores == [int(points) for points in said["scores"].split()]
    assert match.winners == [int(seat) for seat in said["winners"].split()]
    assert sum(line.tallies[0].points for line in match.count()) == match.scores[0]
    assert match.entries[-1].hash == said["hash"]


@pytest.mark.parametrize("name", ["all_patricians_won", "castling", "spy_vetoed"])
def test_golden_match_verified_from_its_file(name: str) -> None:
    match = replayed(name)
    again = eminence.load(json.loads(match.export()))
    assert again.entries == match.entries
    assert again.scores == match.scores


@pytest.mark.parametrize("name", ENDS)
def test_there_is_a_golden_match_for_each_end(name: str) -> None:
    match = replayed(name)
    assert match.reason == ENDS[name]
    assert (match.view(None)["alone"] != NONE) == (match.reason == "no_influence_left")


def test_whoever_has_influence_left_plays_on_alone() -> None:
    """The last turns of that match are all the same player's."""
    told = [event for event in replayed("playing_on_alone").story(None) if isinstance(event, events.LaidDown)]
    assert len({event.seat for event in told[-3:]}) == 1


@pytest.mark.parametrize("name", ACTIONS)
def test_there_is_a_golden_match_for_each_action_card(name: str) -> None:
    story = replayed(name).story(None)
    at = next(n for n, event in enumerate(story) if isinstance(event, events.Played) and event.kind == ACTIONS[name])
    assert any(isinstance(event, EFFECTS[name]) for event in story[at + 1 : at + 8])


@pytest.mark.parametrize("name", ACTIONS)
def test_there_is_a_golden_match_for_each_action_card_vetoed(name: str) -> None:
    vetoed = [event.kind for event in replayed(f"{name}_vetoed").story(None) if isinstance(event, events.Vetoed)]
    assert ACTIONS[name] in vetoed


def test_every_file_is_looked_at() -> None:
    assert {path.stem for path in FILES} == {*ENDS, *ACTIONS, *(f"{name}_vetoed" for name in ACTIONS)}
