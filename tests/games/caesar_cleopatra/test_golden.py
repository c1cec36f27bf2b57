"""The golden matches of Caesar & Cleopatra: one for each end, and for each action card, let happen and vetoed.

Those of the action cards are played by the first rules; by the second there is one for each ruling that changed.
"""

from eminence.core.bags import EACH
from eminence.core.event import Event
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import CASTLING, COUP, NONE, PHILOSOPHER, SCOUT, SPY, WRATH
from tests.games.caesar_cleopatra.tables import FIRST_RULES, GAME
from tests.games.golden import moments, names, replayed
from tests.games.playing import offered, told

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
RULINGS = ("a_place_made", "no_place_made", "philosopher_facing_nothing")
"""What the second rules allow: CC-6, with a place after the action and without one, and CC-11."""


def test_there_is_a_golden_match_for_each_end() -> None:
    assert set(names(FIRST_RULES)) == {*ENDS, *ACTIONS, *(f"{name}_vetoed" for name in ACTIONS)}
    assert set(names(GAME)) == {*ENDS, *RULINGS}
    for name, reason in ENDS.items():
        for game in (FIRST_RULES, GAME):
            match = replayed(game, name)
            assert match.reason == reason
            assert (match.view(None)["alone"] != NONE) == (reason == "no_influence_left")
            if name == "playing_on_alone":
                laid = told(match, events.LaidDown)
                assert len({event.seat for event in laid[-3:]}) == 1, "the last turns are all the same player's"


def test_there_is_a_golden_match_for_each_action_card_let_happen_and_vetoed() -> None:
    for name, (kind, effect) in ACTIONS.items():
        story = replayed(FIRST_RULES, name).story(None)
        at = next(n for n, event in enumerate(story) if isinstance(event, events.Played) and event.kind == kind)
        assert any(isinstance(event, effect) for event in story[at + 1 : at + 8]), name
        assert kind in [event.kind for event in told(replayed(FIRST_RULES, f"{name}_vetoed"), events.Vetoed)], name


def test_there_is_a_golden_match_for_each_ruling_that_changed() -> None:
    for name, words in (("a_place_made", {"down", "up"}), ("no_place_made", {"passive"})):
        after = set()
        without_a_place = False
        for match, answer in moments(GAME, name):
            if match.view(None).step == "act":
                after |= {answer.split()[0]} if without_a_place else set()
                without_a_place = answer.startswith("play") and not offered(match, "down")
        assert after & words, name
    votes = told(replayed(GAME, "philosopher_facing_nothing"), events.Voted)
    assert any(vote.cards[vote.seat] == 0 and vote.cards[1 - vote.seat] >= EACH[PHILOSOPHER] for vote in votes)
