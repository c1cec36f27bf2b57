"""The golden matches of Caesar & Cleopatra: one for each end, and for each action card, let happen and vetoed."""

from eminence.core.event import Event
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import CASTLING, COUP, NONE, SCOUT, SPY, WRATH
from tests.games.caesar_cleopatra.tables import GAME
from tests.games.golden import names, replayed
from tests.games.playing import told

REASONS = ("all_patricians_won", "no_influence_left", "nothing_happens")
ENDS = {**{reason: reason for reason in REASONS}, "playing_on_alone": "no_influence_left"}
ACTIONS: dict[str, tuple[int, type[Event]]] = {
    "coup": (COUP, events.Lost),
    "spy": (SPY, events.Snatched),
    "castling": (CASTLING, events.Castled),
    "scout": (SCOUT, events.TurnedUp),
    "wrath": (WRATH, events.Swept),
}
"""The action cards, and what tells that they had their effect."""


def test_there_is_a_golden_match_for_each_end() -> None:
    assert set(names(GAME)) == {*ENDS, *ACTIONS, *(f"{name}_vetoed" for name in ACTIONS)}
    for name, reason in ENDS.items():
        match = replayed(GAME, name)
        assert match.reason == reason
        assert (match.view(None)["alone"] != NONE) == (reason == "no_influence_left")
    laid = told(replayed(GAME, "playing_on_alone"), events.LaidDown)
    assert len({event.seat for event in laid[-3:]}) == 1, "the last turns are all the same player's"


def test_there_is_a_golden_match_for_each_action_card_let_happen_and_vetoed() -> None:
    for name, (kind, effect) in ACTIONS.items():
        story = replayed(GAME, name).story(None)
        at = next(n for n, event in enumerate(story) if isinstance(event, events.Played) and event.kind == kind)
        assert any(isinstance(event, effect) for event in story[at + 1 : at + 8]), name
        assert kind in [event.kind for event in told(replayed(GAME, f"{name}_vetoed"), events.Vetoed)], name
