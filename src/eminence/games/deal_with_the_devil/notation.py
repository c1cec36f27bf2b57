"""The stable text of every choice in Deal with the Devil, a view as names and lists, and a position as plain text.

The first word of a text tells the kind of answer. Cards are called by their ids in the card file, realms by their
colours, chests and roles by their marks: dove and lamb are the mortals, the eye is the cultist, the devil has horns.

>>> from eminence.games.deal_with_the_devil.game import DealWithTheDevil
>>> match = DealWithTheDevil().new(secret=b"for this example")
>>> seen = match.game.read(match.view(1))
>>> seen["role"][1], seen["souls"][1], seen["hand"][1]
('dove', {'pure': 3, 'tainted': 0}, ['farm', 'bank', 'rectory', 'manor'])
>>> seen["goods"][1], seen["courtiers"][1]["alchemist"], seen["reds"]
({'wood': 2, 'stone': 1, 'wheat': 1, 'glass': 1, 'coins': 4}, 'away', ['squanderer', 'debt_collector', 'orator'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from eminence.core.bits import members
from eminence.core.reading import Reading, one_of, set_of, whole
from eminence.core.view import View
from eminence.games.deal_with_the_devil import card_file, cards, codes, deals, goods, ledger, planning, tasks
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.preparation import ASSIGNMENTS, SCHEDULES, UNWANTED, WANTED
from eminence.games.deal_with_the_devil.production import PRECIOUS_PICK
from eminence.games.deal_with_the_devil.state import DevilState

BUILDING_TEXTS: Final = tuple(card.id for card in card_file.house().buildings)
EVENT_TEXTS: Final = tuple(card.id for card in card_file.house().events)
INQUISITOR_TEXTS: Final = tuple(card.id for card in card_file.house().inquisitors)
"""Cards by their ids. A card file that lets cards change places does not move these: a text means a place."""
SEAT_TEXTS: Final = ("red", "blue", "green", "yellow")
GOOD_TEXTS: Final = (*goods.NAMES[: goods.COINS], "coins")
COURTIER_TEXTS: Final = (*cards.TYPES[: cards.ALCHEMIST], "alchemist")
SORT_TEXTS: Final = (*cards.TYPES[: box.MIXED], "mixed")
ACHIEVEMENT_TEXTS: Final = tuple(f"{rank} {sort}" for rank in ("minor", "major") for sort in SORT_TEXTS)
NONE: Final = "none"
NOBODY: Final = "nobody"


def _each(first: int, word: str, names: Iterable[object]) -> dict[int, str]:
    return {first + i: f"{word} {name}" for i, name in enumerate(names)}


def _numbers(first: int, word: str, most: int, least: int = 1) -> dict[int, str]:
    return _each(first, word, range(least, most + 1))


def _amounts(first: int, word: str, kinds: int) -> dict[int, str]:
    """So many of each kind of good, up to so many kinds."""
    amounts = range(1, codes.MOST_AT_ONCE + 1)
    return _each(first, word, (f"{GOOD_TEXTS[kind]} {n}" for kind in range(kinds) for n in amounts))


TEXTS: Final[Mapping[int, str]] = {
    **_numbers(codes.TURN, "turn", 3, 0),
    **_each(codes.ROLES, "roles", (" ".join(box.MARKS[mark] for mark in marks) for marks in ASSIGNMENTS)),
    **_numbers(codes.SCHEDULE, "schedule", len(SCHEDULES) - 1, 0),
    **_each(codes.RED, "inquisitor", INQUISITOR_TEXTS[cards.DEBT_COLLECTOR :][: cards.REDS]),
    **_each(codes.DEAL, "deal", BUILDING_TEXTS),
    **_each(codes.DRAW, "draw", EVENT_TEXTS),
    codes.CARRY: "carry",
    codes.OPEN: "open",
    codes.RECKON: "reckon",
    **_each(codes.WANT, "want", box.ROLE_NAMES),
    **_each(codes.ANY, "any", box.ROLE_NAMES),
    **_each(codes.AVOID, "avoid", box.ROLE_NAMES),
    **_amounts(codes.SELL, "sell", goods.RESOURCES),
    **_numbers(codes.BORROW, "borrow", box.MOST_DEBT),
    **_amounts(codes.BUY, "buy", goods.RESOURCES),
    **_numbers(codes.REPAY, "repay", box.MOST_DEBT),
    codes.DONE: "done",
    **_each(codes.KEEP, "keep", BUILDING_TEXTS),
    **_each(codes.PASS, "pass", BUILDING_TEXTS),
    **_numbers(codes.PRICE, "price", max(map(int, box.DEAREST)), box.CHEAPEST),
    **_each(codes.PRICE_SOULS, "price", ("1 soul", "2 souls")),
    **_amounts(codes.PUT, "put", goods.COINS),
    **_numbers(codes.PUT_COINS, "put coins", codes.MOST_COINS),
    codes.SEAL: "seal",
    codes.ADD_JESTER: "add jester",
    codes.LEAVE: "leave",
    codes.ACCEPT: "accept",
    **_each(codes.ACCEPT + 1, "accept", ("1 tainted", "2 tainted")),
    **_each(codes.DISCARD, "discard", EVENT_TEXTS),
    codes.NO_EVENT: f"event {NONE}",
    codes.LEFT: "event left",
    codes.RIGHT: "event right",
    codes.FREE_USE: "stables use",
    codes.NO_FREE_USE: "stables rest",
    **_each(codes.USE, "use", (*BUILDING_TEXTS, NONE)),
    **_each(codes.BUILD, "build", (*BUILDING_TEXTS, NONE)),
    codes.USE_IT: "action yes",
    codes.NOT_IT: "action no",
    **_each(codes.RECRUIT, "recruit", (*COURTIER_TEXTS, NONE)),
    codes.FUND_LOAN: "fund loan",
    codes.FUND_SALE: "fund sale",
    codes.FUND_ASK: "fund ask",
    codes.LATER: "later",
    **_each(codes.GAIN, "gain", GOOD_TEXTS[: goods.RESOURCES]),
    **_each(codes.GIVE, "give", GOOD_TEXTS[: goods.RESOURCES]),
    codes.ENOUGH: "enough",
    **_each(codes.TAKE, "take", COURTIER_TEXTS),
    **_each(codes.MINOR, "minor", SORT_TEXTS),
    **_numbers(codes.SLOT, "slot", box.SLOTS),
    **_each(codes.REMOVE, "remove", SORT_TEXTS),
    **_each(codes.TUCK, "tuck", BUILDING_TEXTS),
    **_each(codes.CLAIM, "claim", ACHIEVEMENT_TEXTS),
    **_each(codes.WITH, "with", COURTIER_TEXTS),
    codes.NO_CLAIM: f"claim {NONE}",
    **_each(codes.VOTE, "vote", (*SEAT_TEXTS, NOBODY)),
    codes.PROVE: "prove",
    codes.CONFESS: "confess",
    **_numbers(codes.WINGS, "wings", codes.BRIBE - codes.WINGS),
    **_numbers(codes.BRIBE, "bribe", codes.MOST_COINS, 0),
    **_amounts(codes.BRIBE_GOODS, "bribe", goods.RESOURCES),
    **_each(codes.SHOW_PURE, "lay", (f"{n} pure" for n in range(box.ALL_PURE + 1))),
    **_each(codes.SHOW_TAINTED, "lay", (f"{n} tainted" for n in range(box.ALL_TAINTED + 1))),
    **_each(codes.DEVIL_IS, "devil", (*SEAT_TEXTS, NOBODY)),
    **_each(codes.CULTIST_IS, "cultist", (*SEAT_TEXTS, NOBODY)),
    **_numbers(codes.SHOW, "show", box.ALL_PURE + box.ALL_TAINTED, 0),
    **_numbers(codes.SPEND, "spend", codes.SUFFER - codes.SPEND - 1, 0),
    **_each(codes.SUFFER, "suffer", INQUISITOR_TEXTS),
    **_each(codes.TRIBUTE, "tribute", (*GOOD_TEXTS[: goods.RESOURCES], NONE)),
    codes.HAND_OVER: "hand over",
    codes.REFUSE: "refuse",
    **_each(codes.LOSE, "lose", BUILDING_TEXTS),
    **_each(codes.SHIP, "ship", GOOD_TEXTS[: goods.BASICS]),
}
"""The text of each choice, by its code."""

assert len(set(TEXTS.values())) == len(TEXTS) == codes.CODES

FIRST_CODES: Final[Mapping[str, int]] = {text.split()[0]: code for code, text in sorted(TEXTS.items(), reverse=True)}
"""The first code of each kind of choice, by the first word of its text."""


# -- views as names and lists ------------------------------------------------------------------------------------------

PLACES: Final = ("A", "B", "C", "1", "2", "3")
"""Where the inquisitors of a board stand."""
INQUISITOR_STATES: Final = ("face_down", "in_force", "gone")
COURTIER_PLACES: Final = ("for_two", "at_court", "for_three", "away")
FUNDS: Final = ("loan", "sale", "ask")
WISHES: Final = ("any", "want", "avoid")


def _named(numbers: Iterable[int]) -> dict[str, int]:
    """How many there are of each kind of thing, but for what there is none of."""
    return {name: int(n) for name, n in zip(GOOD_TEXTS, numbers, strict=True) if n}


def _heap(heap: int) -> dict[str, int]:
    return _named(goods.numbers_of(heap))


def _souls(souls: int) -> dict[str, int]:
    return {"pure": souls % box.TAINTED, "tainted": souls // box.TAINTED}


def _price(price: int) -> dict[str, int] | None:
    if not price:
        return None
    return {"coins": price} if price < box.SOUL_PRICE else {"souls": price - box.SOUL_PRICE}


def _hand(hand: int) -> list[str]:
    return [BUILDING_TEXTS[card] for card in cards_in(hand)]


def _wish(wish: int) -> dict[str, str]:
    sorts = {0: WISHES[0], WANTED: WISHES[1], UNWANTED: WISHES[2]}
    return {role: sorts[wish >> 2 * number & 3] for number, role in enumerate(box.ROLE_NAMES)}


def _minors(minors: int) -> dict[str, str]:
    """Where each minor achievement is, but for those that are unclaimed."""
    places = {name: minors >> 3 * number & 7 for number, name in enumerate(SORT_TEXTS)}
    return {name: "removed" if at == box.REMOVED else f"slot {at}" for name, at in places.items() if at}


def _courtiers(courtiers: int) -> dict[str, str]:
    return {name: COURTIER_PLACES[courtiers >> 2 * number & 3] for number, name in enumerate(COURTIER_TEXTS)}


def _picks(picks: int) -> dict[str, int]:
    return {"basic": picks % PRECIOUS_PICK, "precious": picks // PRECIOUS_PICK}


def _guesses(guesses: int) -> dict[str, str | None]:
    return {role: _suspect(guess) for role, guess in (("devil", guesses // 8), ("cultist", guesses % 8))}


_suspect: Final = one_of(SEAT_TEXTS, box.NOBODY_GUESSED)
_building: Final = one_of(BUILDING_TEXTS)
_seat: Final = one_of(SEAT_TEXTS)


def _accusation(number: int) -> dict[str, object]:
    return {"seat": SEAT_TEXTS[number % 8 // 2], "of": ("devil", "cultist")[number // 8], "true": bool(number % 2)}


def _ahead(number: int) -> dict[str, object]:
    return {"step": number // planning.AHEAD, "choice": TEXTS[number % planning.AHEAD]}


def _todo(task: int) -> str:
    """What is still to be done of a step."""
    for first, word in ((tasks.AGAIN, "again"), (tasks.ACT, "act")):
        if task >= first:
            return f"{word} {BUILDING_TEXTS[task - first]}"
    if task >= tasks.RECRUITED:
        return f"recruit {COURTIER_TEXTS[task - tasks.RECRUITED]}"
    if task >= tasks.PLACE:
        return f"build {BUILDING_TEXTS[task - tasks.PLACE]}"
    if task >= tasks.CHOOSE_BASIC:
        return CHOICE_TEXTS[task - tasks.CHOOSE_BASIC]
    source = task // 8
    if not source:  # of the first card, or of an inquisitor
        return f"effect {task}"
    if source < tasks.SOURCES_LEFT:
        return f"effect {task % 8} of {BUILDING_TEXTS[source]}"
    half, event = ("left", source - tasks.SOURCES_LEFT), ("right", source - tasks.SOURCES_RIGHT)
    name, number = half if source < tasks.SOURCES_RIGHT else event
    return f"effect {task % 8} of {EVENT_TEXTS[number]} {name}"


CHOICE_TEXTS: Final = (
    "gain basic", "gain precious", "give basic", "give precious", "pay", "take", "minor", "slot", "remove", "tuck",
    "action",
)  # fmt: skip


def _plan(plan: Sequence[int]) -> dict[str, object] | None:
    if not plan:
        return None
    builds = [(plan[planning.FIRST_BUILD], plan[planning.FIRST_ACT])]
    builds += [(plan[planning.SECOND_BUILD], plan[planning.SECOND_ACT])]
    recruits = plan[planning.RECRUITS]
    return {
        "event": one_of(EVENT_TEXTS)(plan[planning.EVENT]),
        "half": (None, "left", "right")[plan[planning.HALF]],
        "stables": bool(plan[planning.FREE]),
        "use": [
            BUILDING_TEXTS[card] for card in plan[planning.FIRST_USE : planning.SECOND_USE + 1] if card != box.NONE
        ],
        "build": [{"building": BUILDING_TEXTS[card], "action": bool(use)} for card, use in builds if card != box.NONE],
        "recruit": None if recruits == box.NONE else COURTIER_TEXTS[recruits],
        "fund": FUNDS[plan[planning.FUNDING] - codes.FUND_LOAN],
    }


def _chest(mark: int, price: int, paid: int, heap: int) -> dict[str, object]:
    return {"mark": box.MARKS[mark], "price": _price(price), "paid": bool(paid), "goods": _heap(heap)}


def _note(line: Sequence[int]) -> dict[str, object]:
    """What one remembers of a chest that he has held."""
    number, which, mark, price, paid, heap, accepted = line
    told = {"round": number, "chest": which, **_chest(mark, price, paid, heap)}
    return {**told, "accepted": bool(accepted % deals.ADDED), "jester_added": accepted >= deals.ADDED}


def _offered(line: Sequence[int]) -> dict[str, object]:
    """What one has offered, and what came home."""
    number, heap, price, home, souls, accepted = line
    told = {"round": number, "goods": _heap(heap), "price": _price(price), "accepted": bool(accepted)}
    return {**told, "home": _heap(home), "home_souls": _souls(souls)}


def _mass(line: Sequence[int]) -> dict[str, object]:
    """What was found in a chest at a black mass."""
    worth, heap, pure, tainted, devil, cultist = line
    told = {"bribe": worth, "goods": _heap(heap), "pure": pure, "tainted": tainted}
    return {**told, "devil": _suspect(devil), "cultist": _suspect(cultist)}


def _bound(line: Sequence[int]) -> dict[str, object]:
    number, kind, least, most = line
    return {"period": number, "good": GOOD_TEXTS[kind], "least": least, "most": most}


def _poor(line: Sequence[int]) -> dict[str, object]:
    number, debt, basic, wheat, heap, basics, precious, *book = line
    cost = {"cost": _heap(heap), "basic": basics, "precious": precious, "wheat": wheat}
    return {"period": number, "debt": debt, "basic_costs": basic, **cost, "open_goods": _named(book)}


def _proof(line: Sequence[int]) -> dict[str, int]:
    return {"period": line[0], "fragments": line[1]}


def _opened(line: Sequence[int]) -> dict[str, object]:
    """How much of the ledger was known when sealed answers were last opened."""
    number, bounds, poor, rich, proofs, *book = line
    lines = {"bounds": bounds // 4, "poor": poor // ledger.POOR, "rich": rich // ledger.POOR, "proofs": proofs // 2}
    return {"period": number, **lines, "lowest": _named(book)}


def _trace(line: Sequence[int]) -> dict[str, object]:
    """What was seen of somebody's cards."""
    number, what, card = line
    words = ("planned", "played", "ruined", "no_cards")
    names = EVENT_TEXTS if what == ledger.PLAYED else BUILDING_TEXTS
    return {"round": number, "what": words[what], "card": None if what == ledger.NO_CARDS else names[card]}


def _by_seat(reading: Reading) -> Reading:
    """A reading of a list with an item a seat, or a chest, each of which is a list."""
    return whole(lambda items: [None if item is None else reading(item) for item in items])


def _lines(length: int, reading: Reading) -> Reading:
    """The same where each item is a row of lines of the same length, one after the other."""
    return _by_seat(lambda item: [reading(item[at : at + length]) for at in range(0, len(item), length)])


def _if_any(reading: Reading) -> Reading:
    """A reading of a list that may be empty, and then stands for nothing."""
    return lambda item: reading(item) if item else None


READINGS: Final[Mapping[str, Reading]] = {
    **dict.fromkeys(("goods", "offer", "in_chest", "laid", "shown_goods", "bill"), _heap),
    **dict.fromkeys(("souls", "soul_payment", "laid_souls", "shown_souls"), _souls),
    **dict.fromkeys(("built", "ruins", "tucked", "dropped", "passed", "known_hand"), _building),
    **dict.fromkeys(("events", "dropped_events", "played_events", "event_deck"), set_of(EVENT_TEXTS)),
    **dict.fromkeys(("role", "shown_role"), one_of(box.MARKS)),
    **dict.fromkeys(("votes", "actor", "suffering", "first"), _seat),
    **dict.fromkeys(("guesses", "locked"), _guesses),
    **dict.fromkeys(("open_goods", "lowest", "mass_goods"), _by_seat(_named)),
    **dict.fromkeys(("reds", "facing"), one_of(INQUISITOR_TEXTS)),
    "phase": one_of(box.PHASES),
    "inquisitors": whole(lambda states: {at: INQUISITOR_STATES[n] for at, n in zip(PLACES, states, strict=True)}),
    "wishes": _wish,
    "hand": _hand,
    "deck": members,
    "price": _price,
    "held": _by_seat(_if_any(lambda chest: _chest(*chest))),
    "chests": _lines(deals.NOTE, _note),
    "offers": _lines(deals.OFFERED, _offered),
    "minors": _minors,
    "majors": set_of(SORT_TEXTS),
    "courtiers": _courtiers,
    "mob": set_of(SEAT_TEXTS),
    "picks": _picks,
    "plan": _by_seat(_plan),
    "ahead": _ahead,
    "todo": _todo,
    "built_types": set_of(cards.TYPES),
    "claiming": one_of(ACHIEVEMENT_TEXTS),
    "with_courtiers": set_of(COURTIER_TEXTS),
    **dict.fromkeys(("mass", "third"), _by_seat(_if_any(_mass))),
    "accusations": _accusation,
    "lows": _by_seat(lambda periods: [_named(period) for period in periods]),
    "bounds": _lines(4, _bound),
    **dict.fromkeys(("poor", "rich"), _lines(ledger.POOR, _poor)),
    "traces": _lines(3, _trace),
    "proofs": _lines(2, _proof),
    "opened": _by_seat(_if_any(_opened)),
    "shipped": one_of(GOOD_TEXTS),
    "schedule": one_of([str(number) for number in range(len(SCHEDULES))]),
    "sealed": TEXTS.__getitem__,
}
"""How `Game.read` names what a view has."""


# -- a position as text ------------------------------------------------------------------------------------------------


def told(things: Mapping[str, object]) -> str:
    """Things by their names, in a line."""
    return ", ".join(f"{name} {thing}" for name, thing in things.items()) or "-"


def describe(view: View, s: DevilState) -> str:
    """A position as text: what this seat, or a spectator, may know of it."""
    places = [(box.NONE, at) for at in range(3)] + [(red, 3 + at) for at, red in enumerate(s.reds)]
    inquisitors = [
        f"{PLACES[at]} {INQUISITOR_TEXTS[at if red == box.NONE else red]} {INQUISITOR_STATES[s.inquisitors[at]]}"
        for red, at in places
    ]
    lines = [f"round {s.round}, {box.PHASES[s.phase]}; {', '.join(inquisitors)}; bribes {s.pot}"]
    for seat in range(view.seats):
        lines += _realm(view, s, seat)
    return "\n".join(lines)


def _realm(view: View, s: DevilState, seat: int) -> list[str]:
    """A realm: what everybody sees, what lies before its wall, and what is behind it as far as it is seen."""
    standing = {"reputation": s.reputation[seat], "debt": f"{s.debt[seat]} ({s.interest[seat]}/4)"}
    wings = {"angels": s.angels[seat], "demons": s.demons[seat], "indulgences": s.indulgences[seat]}
    rest = {"guests": s.guests[seat], "points": s.points[seat]}
    mob = ", confessed" if s.mob >> seat & 1 else ""
    built = ", ".join(BUILDING_TEXTS[card] for card in s.built[seat]) or "-"
    majors = {f"major {SORT_TEXTS[sort]}": "claimed" for sort in members(s.majors[seat])}
    owns = [f"built: {built}", f"achievements: {told({**_minors(s.minors[seat]), **majors})}"]
    owns.append(f"courtiers: {told(_courtiers(s.courtiers[seat]))}")
    found = [f"{SEAT_TEXTS[seat]}: {told({**standing, **wings, **rest})}{mob}", f"  {'; '.join(owns)}"]
    role = s.shown_role[seat] if s.role[seat] == box.NONE else s.role[seat]
    behind = ["?" if role == box.NONE else box.MARKS[role]]
    if view.shows("goods", seat):
        hand = ", ".join(_hand(s.hand[seat])) or "-"
        events = ", ".join(EVENT_TEXTS[event] for event in members(s.events[seat])) or "-"
        behind += [f"goods: {told(_heap(s.goods[seat]))}", f"souls: {told(_souls(s.souls[seat]))}"]
        behind += [f"hand: {hand}", f"events: {events}"]
    elif s.phase == box.COUNTING:
        behind += [f"goods: {told(_heap(s.shown_goods[seat]))}", f"souls: {told(_souls(s.shown_souls[seat]))}"]
    else:
        behind += [f"{s.hand_count[seat]} buildings and {s.event_count[seat]} events in hand"]
    found.append(f"  {'; '.join(behind)}")
    if s.held[seat]:
        mark, price, paid, heap = s.held[seat]
        asked = told(_price(price) or {})
        found.append(f"  chest: {box.MARKS[mark]}, {told(_heap(heap))} for {asked}{', paid' if paid else ''}")
    return found


# -- what is no choice at all ------------------------------------------------------------------------------------------


def unknown_because(text: str) -> tuple[str, dict[str, Any]] | None:
    """Why a text is no choice of the game at all, where a rule says so: the key of a reason, and its fields."""
    words = text.casefold().split()
    if not words:
        return None
    first, rest = words[0], words[1:]
    numbers = [int(word) for word in rest if word.isdecimal()]
    if first in ("put", "offer") and any(word.startswith(("soul", "fragment")) for word in rest):
        return "souls_never_offered", {}
    if first == "price" and numbers:
        return "price_range", {}
    if first in ("put", "sell", "buy", "bribe") and numbers and any(word in GOOD_TEXTS for word in rest):
        return "too_much_at_once", {"n": codes.MOST_COINS if "coins" in rest else codes.MOST_AT_ONCE}
    if first in ("bribe", "put") and numbers and numbers[0] > codes.MOST_COINS:
        return "too_much_at_once", {"n": codes.MOST_COINS}
    if first in ("borrow", "repay") and numbers and numbers[0] > box.MOST_DEBT:
        return "most_debt", {}
    return None
