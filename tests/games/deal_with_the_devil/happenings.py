"""What of all that is worth seeing happened in a match of Deal with the Devil: for its golden matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from eminence.core.event import Event
from eminence.core.match import Match
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events
from eminence.games.deal_with_the_devil.cards import (
    ASCETIC,
    DEBT_COLLECTOR,
    FUNDAMENTALIST,
    ORATOR,
    PLEBEIAN,
    SQUANDERER,
)
from eminence.games.deal_with_the_devil.goods import COINS, INDULGENCE, JESTER
from eminence.games.deal_with_the_devil.notation import INQUISITOR_TEXTS

OPTIONS = ("lenient", "jesters", "indulgences", "bribes", "preferences")
ALL_OVER = {
    *(f"{option} {state}" for option in OPTIONS for state in ("on", "off")),
    *(f"won by the {role}" for role in box.ROLE_NAMES),
    *(f"{name} suffered in round {number}" for name in INQUISITOR_TEXTS[:1] for number in (3, 5)),
    *(f"{name} suffered" for name in INQUISITOR_TEXTS),
    "ascetic got both", "ascetic got one", "ascetic got nothing", "squanderer paid", "squanderer refused",
    "orator once", "orator twice", "fundamentalist scored", "plebeian scored",
    "a Guest of new debt shown a fragment", "a Guest of new debt suffered", "a Guest of new debt for an indulgence",
    "vandal destroyed", "nobody accused by two", "devil found", "devil sought in vain", "cultist found",
    "cultist sought in vain", "right guess of the devil", "wrong guess of the devil", "right guess of the cultist",
    "wrong guess of the cultist", *(f"the devil presents {n}" for n in ("0", "1", "2", "3 or more")),
    "1 tainted presented", "2 tainted presented", "souls scored: none", "souls scored: some",
    *(f"{place} bribed" for place in "ABC"), "goods in a bribe", "nothing in the pot", "something in the pot",
    "an offer taken first", "an offer taken second", "an offer of nobody's liking", "a chest already paid",
    "paid with pure fragments", "paid with tainted fragments", "two fragments asked", "a jester in a chest",
    "an indulgence offered", "a hunt without an accused", "a hunt with two accused", "innocence proved", "confessed",
    *(f"could not pay at {what}" for what in ("an event", "a use", "a building", "recruiting")),
    "leniency", "a use for free", "a claimed minor removed", "an unclaimed minor removed", "claimed a minor",
    "claimed a major", "claimed by an effect", "claimed with courtiers", "interest on debt", "interest without",
    "all level", "at the top", "at the bottom", "shipped something", "left half", "right half", "two uses",
    "two buildings", "used at once", "recruited again", "a tie broken", "a score below zero",
    "the devil has a major achievement", "a red inquisitor by the found devil",
}  # fmt: skip
"""What must happen in at least one of the golden matches; besides every event, and every kind of answer at each step
that was met at random."""


def happened(match: Match) -> set[str]:
    """What happened in a match that is over."""
    story = match.open_story()
    state = match._state
    roles = [int(role) for role in state.role]  # type: ignore[attr-defined]
    found = {f"{option} {'on' if match.options[option] else 'off'}" for option in OPTIONS}
    found |= {f"won by the {box.ROLE_NAMES[box.ROLE_OF[roles[seat]]]}" for seat in match.winners}
    found |= {event.name for event in story}
    best = max(match.scores)
    if match.scores.count(best) > len(match.winners):
        found.add("a tie broken")
    if min(match.scores) < 0:
        found.add("a score below zero")
    if state.majors[roles.index(box.HORNS)]:  # type: ignore[attr-defined]
        found.add("the devil has a major achievement")
    for event in story:
        found.update(what for what, true in told_by(event).items() if true)
    for one, two in pairwise(story):
        found.update(what for what, true in told_by_both(one, two, match).items() if true)
    for number, part in rounds(story):
        found |= round_told(number, part)
    return found


def told_by(event: Event) -> dict[str, bool]:
    """What an event says beside its kind."""
    match event:
        case events.DevilRewarded(n, _):
            return {f"the devil presents {n if n < 3 else '3 or more'}": True}
        case events.CultistRewarded(n, _):
            return {f"{n} tainted presented": True}
        case events.SoulsScored(_, _, points):
            return {f"souls scored: {'some' if points else 'none'}": True}
        case events.AccusationAnswered(_, cultist, true):
            return {f"{'cultist' if cultist else 'devil'} {'found' if true else 'sought in vain'}": True}
        case events.GuessScored(_, _, cultist, right):
            role = "cultist" if cultist else "devil"
            return {f"{'right' if right else 'wrong'} guess of the {role}": True}
        case events.InquisitorBribed(place):
            return {f"{'ABC'[place]} bribed": True}
        case events.ChestsOpened(_, chests):
            return {"goods in a bribe": any(line[1] for line in chests)}
        case events.ChestCame(_, _, _, price, paid, goods):
            assert price is not None
            assert goods
            jester, offered = bool(goods[JESTER]), bool(goods[INDULGENCE]) and not paid
            two = price == box.SOUL_PRICE + 2
            said = {"a chest already paid": bool(paid), "two fragments asked": two, "a jester in a chest": jester}
            return said | {"an indulgence offered": offered}
        case events.AnsweredChest(_, accepted, tainted):
            return {"paid with tainted fragments": bool(accepted and tainted)}
        case events.ChestCameHome(_, accepted, _, souls):
            assert souls is not None
            pure = souls % box.TAINTED > 0
            return {"paid with pure fragments": pure, "an offer of nobody's liking": not accepted}
        case events.CouldNotPay(_, what):
            named = {1: "an event", 9: "an event", 8: "recruiting", 4: "a building", 6: "a building"}
            return {f"could not pay at {named.get(what, 'a use')}": True}
        case events.UsedBuilding(_, _, free):
            return {"a use for free": free}
        case events.MinorRemoved(_, _, slot):
            return {f"{'a claimed' if slot >= 0 else 'an unclaimed'} minor removed": True}
        case events.Claimed(_, achievement, courtiers, by_effect):
            said = {f"claimed a {'minor' if achievement < box.MINORS else 'major'}": not by_effect}
            return said | {"claimed by an effect": by_effect, "claimed with courtiers": bool(courtiers)}
        case events.InterestGrew(_, _, by, _):
            return {f"interest {'on debt' if by else 'without'}": True}
        case events.Moved(_, by, to):
            return {"at the top": by > 0 and to == box.HIGHEST, "at the bottom": by < 0 and to == box.LOWEST}
        case events.Shipped(_, _, points):
            return {"shipped something": points > 0}
        case events.PlayedEvent(_, _, half):
            return {f"{('left', 'right')[half - 1]} half": True}
        case events.PlanRevealed(_, _, _, uses, builds, _):
            at_once = len(set(builds)) < len(builds)
            return {"two uses": len(uses) > 1, "two buildings": len(set(builds)) > 1, "used at once": at_once}
    return {}


def told_by_both(one: Event, two: Event, match: Match) -> dict[str, bool]:
    """What two events say, one after the other."""
    match one, two:
        case events.CouldNotPay(), events.Moved(_, by, _):
            return {"reputation lost": by < 0}
        case events.CouldNotPay(), _:
            return {"leniency": bool(match.options["lenient"])}
        case events.Paid(_, goods), events.TookCourtier(_, _, True):
            return {"recruited again": goods[COINS] == box.RECRUIT_AGAIN}
    return {}


def rounds(story: list[Event]) -> Iterator[tuple[int, list[Event]]]:
    """The events of each round."""
    starts = [at for at, event in enumerate(story) if isinstance(event, events.RoundBegan)]
    for number, (start, end) in enumerate(pairwise([*starts, len(story)]), 1):
        yield number, story[start:end]


def round_told(number: int, part: list[Event]) -> set[str]:
    """What the events of a round say together."""
    found = set()
    taken = [event.which for event in part if isinstance(event, events.ChestCame) and event.paid]
    accepted = sum(isinstance(event, events.AnsweredChest) and bool(event.accepted) for event in part)
    found |= {"an offer taken first"} if taken else set()
    found |= {"an offer taken second"} if accepted > len(taken) else set()
    if number in (2, 3):
        accused = sum(isinstance(event, events.Accused) for event in part)
        found |= {"a hunt without an accused"} if not accused else set()
        found |= {"a hunt with two accused"} if accused == 2 else set()
        found |= {"innocence proved"} if any(isinstance(event, events.ProvedInnocence) for event in part) else set()
        found |= {"confessed"} if any(isinstance(event, events.Confessed) for event in part) else set()
    ranked = any(isinstance(event, events.Ranked) for event in part)
    found |= set() if ranked else {"all level"}
    if number in (3, 5):
        pot = any(isinstance(event, events.PotHolds) for event in part)
        found.add("something in the pot" if pot else "nothing in the pot")
        true = [event for event in part if isinstance(event, events.AccusationAnswered)]
        if number == 3 and not true:
            found.add("nobody accused by two")
        if any(event.true and not event.cultist for event in true):
            found.add("a red inquisitor by the found devil")
        for inquisitor, after in penalties(part):
            found |= penalty_told(number, inquisitor, after)
    return found


def penalties(part: list[Event]) -> Iterator[tuple[int, list[Event]]]:
    """Each penalty of an inquisition, and what happened until the next."""
    starts = [at for at, event in enumerate(part) if isinstance(event, events.Suffered)]
    for start, end in pairwise([*starts, len(part)]):
        event = part[start]
        assert isinstance(event, events.Suffered)
        yield event.inquisitor, part[start + 1 : end]


def penalty_told(number: int, inquisitor: int, after: list[Event]) -> set[str]:
    """What became of a penalty."""
    name = INQUISITOR_TEXTS[inquisitor]
    found = {f"{name} suffered", f"{name} suffered in round {number}"}
    scored = [event.points for event in after if isinstance(event, events.Scored) and event.points < 0]
    given = [sum(event.goods) for event in after if isinstance(event, events.GaveTribute)]
    if inquisitor == ASCETIC:
        found.add(f"ascetic got {('nothing', 'one', 'both')[sum(given)]}")
    elif inquisitor == SQUANDERER:
        found.add(f"squanderer {'paid' if given else 'refused'}")
    elif inquisitor == ORATOR:
        found.add(f"orator {'twice' if len(scored) > 1 else 'once'}")
    elif inquisitor in (FUNDAMENTALIST, PLEBEIAN):
        found.add(f"{name} {'scored' if scored else 'spared'}")
    elif inquisitor == DEBT_COLLECTOR:
        for late in (event for event in after if isinstance(event, events.Appeased)):
            how = "shown a fragment" if late.shown else "for an indulgence" if late.spent else "suffered"
            found.add(f"a Guest of new debt {how}")
    elif any(isinstance(event, events.BuildingDestroyed) for event in after):
        found.add("vandal destroyed")
    return found
