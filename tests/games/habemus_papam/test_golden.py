"""The golden matches of 1655 – Habemus Papam: 3 and 4 players, both rulebooks, white smoke at its four places.

Of many that were played at random, they are those in which most happened.
"""

from collections import Counter

from eminence.core.match import Match
from eminence.games.habemus_papam import components, events
from eminence.games.habemus_papam.components import ACTION_NAMES, CARDINALS, LAST, POLITICS_NAMES, SWAP_CARD, THEFT
from tests.games.golden import names, replayed
from tests.games.habemus_papam.tables import GAME, RULEBOOKS

NAMES = [f"{seats}_{rulebook}_{after}" for seats in (3, 4) for rulebook in RULEBOOKS for after in (15, 16, 17, 18)]
ALL_OVER = {
    *(f"{card} played" for card in ACTION_NAMES), *(f"{card} taken" for card in POLITICS_NAMES),
    "bribe went back", "swap went back", "did not swap", "swapped by a third", "late cardinal moved", "died",
    "leader died", "nobody died", "excluded", "spared", "squadrone paid", "squadrone gone", "found nothing",
    "cards cleared", "two bid last", "ran dry", "colour missing in the bank", "tie broken", "order fulfilled",
    "order missed", "screens open", "screens closed",
}  # fmt: skip
"""What must happen in at least one of the matches."""


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
            return {f"{ {components.BRIBE_CARD: 'bribe', SWAP_CARD: 'swap'}[card] } went back"}
        case events.DidNotSwap():
            return {"did not swap"}
        case events.Swapped(seat, first, second, one, other):
            third = {"swapped by a third"} if seat not in (one, other) else set()
            return third | ({"late cardinal moved"} if max(first, second) >= components.FIRST_LATE else set())
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
            return {"died", "leader died"} if components.ALL_LEADERS >> person & 1 else {"died"}
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


def cardinals_before(match: Match, white: bool) -> tuple[int, Counter[type]]:
    """How many cardinals were turned up before a smoke; and what happened from there on."""
    story = match.story(None)
    smoke = story.index(events.SmokeRose(white))
    turned_up = sum(isinstance(event, events.TurnedUpCardinal) for event in story[:smoke])
    return turned_up, Counter(type(event) for event in story[smoke:])


def test_hp_4_hp_10_both_smokes_at_each_of_their_places() -> None:
    """After 15 to 18 cardinals; and the cards on offer in the last round are those of the rulebook."""
    assert names(GAME) == sorted(NAMES)
    for name in NAMES:
        match = replayed(GAME, name)
        seats, rulebook, after = name.split("_")
        assert (match.seats, match.options["rulebook"]) == (int(seats), rulebook)
        turned_up, then = cardinals_before(match, True)
        assert (match.reason, turned_up, match.view(None)["round"]) == ("white_smoke", int(after), int(after) + 1)
        left = 18 - int(after)
        for kind in (events.TurnedUpCardinal, events.TurnedUpPolitics, events.TurnedUpAction):
            assert then[kind] == (left if rulebook == "french" else min(left, 1)), name
        assert 8 <= cardinals_before(match, False)[0] <= 10, name


def test_everything_happens_in_some_golden_match() -> None:
    assert set().union(*(happened(replayed(GAME, name)) for name in NAMES)) >= ALL_OVER
