"""The golden matches of 1655 – Habemus Papam: 3 and 4 players, both rulebooks, white smoke at its four places, by both
versions of the rules. Of many that were played at random, they are those in which most happened."""

from collections import Counter

import pytest

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.games.habemus_papam import components, events
from eminence.games.habemus_papam.components import ACTION_NAMES, CARDINALS, LAST, POLITICS_NAMES, SWAP_CARD, THEFT
from tests.games.golden import names, replayed
from tests.games.habemus_papam.tables import FIRST_RULES, GAME, RULEBOOKS

NAMES = [f"{seats}_{rulebook}_{after}" for seats in (3, 4) for rulebook in RULEBOOKS for after in (15, 16, 17, 18)]
ALL_OVER = {
    *(f"{card} played" for card in ACTION_NAMES), *(f"{card} taken" for card in POLITICS_NAMES),
    "bribe went back", "swap went back", "DidNotSwap", "swapped by a third", "late cardinal moved", "Died",
    "leader died", "NobodyDied", "Excluded", "Spared", "PaidSquadrone", "SquadroneGone", "FoundNothing", "Cleared",
    "two bid last", "ran dry", "colour missing in the bank", "tie broken", "order fulfilled", "order missed",
    "screens open", "screens closed",
}  # fmt: skip
"""What must happen in at least one of the matches of either version."""
SINCE_2 = {"DidNotBribe", "late cardinal out", "leader out"}
"""And what can happen, or be told, by the second version only."""


def happened(match: Match) -> set[str]:
    """What of all that is worth seeing happened in a match."""
    found = {"screens open" if match.options["open_screens"] else "screens closed"}
    found |= {"order fulfilled" if tally.points else "order missed" for tally in match.count()[0].tallies}
    if Counter(match.scores)[max(match.scores)] > 1:
        found.add("tie broken")
    view = match.view(None)
    for who, people in (("late cardinal", components.ALL_LATE), ("leader", components.ALL_LEADERS)):
        cleared = [event for event in match.story(None) if isinstance(event, events.Cleared)]
        untaken = [components.people_among(event.politics, event.actions) & people for event in cleared]
        if any(there and view["out"] & there == there for there in untaken):
            found.add(f"{who} out")
    return found.union(*({event.name, *told_by(event)} for event in match.story(None)))


def told_by(event: object) -> list[str]:
    """What an event says beside its kind."""
    said: dict[str, bool] = {}
    match event:
        case events.ActionsRevealed(cards):
            said = {"two bid last": cards.count(LAST) == 2}
            said |= {f"{ACTION_NAMES[card]} played": True for card in cards if card >= 0}
        case events.CardWentBack(_, card):
            said = {"swap went back": card == SWAP_CARD, "bribe went back": card == components.BRIBE_CARD}
        case events.Swapped(seat, first, second, one, other):
            late = max(first, second) >= components.FIRST_LATE
            said = {"swapped by a third": seat not in (one, other), "late cardinal moved": late}
        case events.Bribed(_, _, person):
            said = {"late cardinal moved": person >= CARDINALS}
        case events.Stole(_, _, gold):
            said = {"ran dry": gold < min(most for most in THEFT if most)}
        case events.TookPolitics(_, card):
            said = {f"{POLITICS_NAMES[card]} taken": True} if card < len(POLITICS_NAMES) else {}
        case events.TookCamerlengo(_, gems):
            said = {"colour missing in the bank": gems.bit_count() < 3}
        case events.Died(_, _, person):
            said = {"leader died": bool(components.ALL_LEADERS >> person & 1)}
    return [what for what, true in said.items() if true]


@pytest.mark.parametrize("game", [FIRST_RULES, GAME], ids=["rules 1", "rules 2"])
def test_hp_4_hp_10_both_smokes_at_each_of_their_places_and_everything_happens_in_some_match(game: Game) -> None:
    """After 15 to 18 cardinals; and the cards on offer in the last round are those of the rulebook."""
    assert names(game) == sorted(NAMES)
    for name in NAMES:
        match = replayed(game, name)
        seats, rulebook, after = name.split("_")
        assert (match.game.rules, match.seats, match.options["rulebook"]) == (game.rules, int(seats), rulebook)
        story = match.story(None)
        black, white = (story.index(events.SmokeRose(color)) for color in (False, True))
        turned_up = [at for at, event in enumerate(story) if isinstance(event, events.TurnedUpCardinal)]
        assert 8 <= sum(at < black for at in turned_up) <= 10, name
        assert (match.reason, sum(at < white for at in turned_up)) == ("white_smoke", int(after)), name
        left, then = 18 - int(after), Counter(type(event) for event in story[white:])
        for kind in (events.TurnedUpCardinal, events.TurnedUpPolitics, events.TurnedUpAction):
            assert then[kind] == (left if rulebook == "french" else min(left, 1)), name
        assert match.view(None)["round"] == int(after) + 1, name
    found = set().union(*(happened(replayed(game, name)) for name in NAMES))
    assert found >= ALL_OVER
    assert found & SINCE_2 == (set() if game is FIRST_RULES else SINCE_2)
