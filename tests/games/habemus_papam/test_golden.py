"""Golden matches: 3 and 4 players, both rulebooks, white smoke at each of its four places.

They were found by play at random: of many, those in which most happened. A file has the table, the secret behind the
dealer's draws, how the match ended, and the answers of the players, always of the first who is asked.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import eminence
from eminence.core.match import Match
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import (
    ACTION_NAMES,
    ALL_LEADERS,
    BRIBE_CARD,
    CARDINALS,
    FIRST_LATE,
    LAST,
    POLITICS_NAMES,
    SWAP_CARD,
    THEFT,
)
from tests.games.habemus_papam.tables import GAME, RULEBOOKS

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))
NAMES = [f"{seats}_{rulebook}_{after}" for seats in (3, 4) for rulebook in RULEBOOKS for after in (15, 16, 17, 18)]
ALL_OVER = {
    *(f"{card} played" for card in ACTION_NAMES),
    *(f"{card} taken" for card in POLITICS_NAMES),
    "bribe went back",
    "swap went back",
    "did not swap",
    "swapped by a third",
    "late cardinal moved",
    "died",
    "leader died",
    "nobody died",
    "excluded",
    "spared",
    "squadrone paid",
    "squadrone gone",
    "found nothing",
    "cards cleared",
    "two bid last",
    "ran dry",
    "colour missing in the bank",
    "tie broken",
    "order fulfilled",
    "order missed",
    "screens open",
    "screens closed",
}
"""What must happen in at least one of the matches."""


def read(name: str) -> tuple[dict[str, str], list[str]]:
    """What a file says of the match, and the answers."""
    text = next(path for path in FILES if path.stem == name).read_text(encoding="utf-8")
    head, _, answers = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), " ".join(answers.split()).split(", ")


@cache
def replayed(name: str) -> Match:
    said, answers = read(name)
    options = {"rulebook": said["rulebook"], "open_screens": said["open_screens"] == "true"}
    match = GAME.new(int(said["seats"]), options, secret=said["secret"].encode())
    for answer in answers:
        match.choose(min(match.asks()), answer)
    return match


def happened(match: Match) -> set[str]:
    """What of all that is worth seeing happened in a match."""
    found = {"screens open" if match.options["open_screens"] else "screens closed"}
    for event in match.story(None):
        found |= of_actions(event)
        found |= of_taking(event)
    order = match.count()[0]
    found |= {"order fulfilled" if tally.points else "order missed" for tally in order.tallies}
    if Counter(match.scores)[max(match.scores)] > 1:
        found.add("tie broken")
    return found


def of_actions(event: object) -> set[str]:
    match event:
        case events.ActionsRevealed(cards):
            two = {"two bid last"} if cards.count(LAST) == 2 else set()
            return {f"{ACTION_NAMES[card]} played" for card in cards if card >= 0} | two
        case events.CardWentBack(_, card):
            return {f"{ {BRIBE_CARD: 'bribe', SWAP_CARD: 'swap'}[card] } went back"}
        case events.DidNotSwap():
            return {"did not swap"}
        case events.Swapped(seat, first, second, one, other):
            third = {"swapped by a third"} if seat not in (one, other) else set()
            return third | ({"late cardinal moved"} if max(first, second) >= FIRST_LATE else set())
        case events.Bribed(_, _, person):
            return {"late cardinal moved"} if person >= CARDINALS else set()
        case events.Stole(_, _, gold):
            return {"ran dry"} if gold < min(most for most in THEFT if most) else set()
    return set()


def of_taking(event: object) -> set[str]:
    match event:
        case events.TookPolitics(_, card):
            return {f"{POLITICS_NAMES[card]} taken"} if card < len(POLITICS_NAMES) else set()
        case events.TookCamerlengo(_, gems):
            return {"colour missing in the bank"} if gems.bit_count() < 3 else set()
        case events.Died(_, _, person):
            return {"died", "leader died"} if ALL_LEADERS >> person & 1 else {"died"}
        case events.NobodyDied():
            return {"nobody died"}
        case events.Excluded():
            return {"excluded"}
        case events.Spared():
            return {"spared"}
        case events.PaidSquadrone():
            return {"squadrone paid"}
        case events.SquadroneGone():
            return {"squadrone gone"}
        case events.FoundNothing():
            return {"found nothing"}
        case events.Cleared():
            return {"cards cleared"}
    return set()


@pytest.mark.parametrize("name", NAMES)
def test_golden_match(name: str) -> None:
    said, _ = read(name)
    match = replayed(name)
    assert match.over
    assert match.reason == "white_smoke"
    assert match.scores == [int(votes) for votes in said["scores"].split()]
    assert match.winners == [int(seat) for seat in said["winners"].split()]
    for seat in range(match.seats):
        assert sum(line.tallies[seat].points for line in match.count()) == match.scores[seat]
    assert match.entries[-1].hash == said["hash"]


@pytest.mark.parametrize("name", NAMES)
def test_hp_4_hp_10_white_smoke_at_each_of_its_places(name: str) -> None:
    """After 15 to 18 cardinals; and the cards on offer in the last round are those of the rulebook."""
    seats, rulebook, after = name.split("_")
    match = replayed(name)
    assert (match.seats, match.options["rulebook"]) == (int(seats), rulebook)
    story = match.story(None)
    white = next(n for n, event in enumerate(story) if event == events.SmokeRose(True))
    assert sum(isinstance(event, events.TurnedUpCardinal) for event in story[:white]) == int(after)
    assert match.view(None)["round"] == int(after) + 1
    then = Counter(type(event) for event in story[white:])
    left = 18 - int(after)
    turned_up = left if rulebook == "french" else min(left, 1)
    for kind in (events.TurnedUpCardinal, events.TurnedUpPolitics, events.TurnedUpAction):
        assert then[kind] == turned_up


@pytest.mark.parametrize("name", NAMES)
def test_hp_10_black_smoke_after_eight_to_ten_cardinals(name: str) -> None:
    story = replayed(name).story(None)
    black = next(n for n, event in enumerate(story) if event == events.SmokeRose(False))
    assert 8 <= sum(isinstance(event, events.TurnedUpCardinal) for event in story[:black]) <= 10


@pytest.mark.parametrize("name", ["3_french_15", "4_italian_18"])
def test_golden_match_verified_from_its_file(name: str) -> None:
    match = replayed(name)
    again = eminence.load(json.loads(match.export()))
    assert again.entries == match.entries
    assert again.scores == match.scores


def test_everything_happens_in_some_golden_match() -> None:
    assert set().union(*(happened(replayed(name)) for name in NAMES)) >= ALL_OVER


def test_every_file_is_looked_at() -> None:
    assert sorted(NAMES) == [path.stem for path in FILES]
