"""What the rulebook says of single cards. Whatever a card file changes, this holds: the printed cards have it too.

Only what the rulebook states is here. What we inferred or made up is in `cards.toml` and can be corrected by a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from eminence.core.bits import ONE
from eminence.games.deal_with_the_devil import cards
from eminence.games.deal_with_the_devil.cards import FLAGS, Building, Effect, EventCard
from eminence.games.deal_with_the_devil.goods import COIN

SCIENCE_COSTS: Final = 4

Facts = tuple[tuple[str, str, bool], ...]
"""What a card must be: the field, what the rulebook says in our words, and whether it holds."""


def _all(effects: list[Effect], *tests: Callable[[Effect], bool]) -> bool:
    """Whether the effects are as many as the tests, and each is as its test wants it."""
    return len(effects) == len(tests) and all(test(effect) for test, effect in zip(tests, effects, strict=True))


def _some(effects: list[Effect], test: Callable[[Effect], bool]) -> bool:
    return any(test(effect) for effect in effects)


def _has_flag(building: Building, flag: int) -> bool:
    return _some(building.effects, lambda e: e.op == cards.FLAG and e.which == flag)


# -- buildings ---------------------------------------------------------------------------------------------------------


def _bank(b: Building) -> Facts:
    six = _some(b.effects, lambda e: e.op == cards.FLAG and e.which == cards.INTEREST_HOLD and e.n == 6)
    return (("effects", "with debts of 6 or less its owner's interest marker does not move", six),)


def _bell_tower(b: Building) -> Facts:
    up = _some(b.effects, lambda e: e.op == cards.REP and e.n == 2 and e.cond == cards.ALL_OTHERS_ABOVE)
    return (
        ("kind", "it is resolved at the start of a phase, so it is permanent", b.kind == cards.PERMANENT),
        ("effects", "whoever has all others above him moves up 2", up),
    )


def _permanent(b: Building) -> Facts:
    return (("kind", "its effect comes back in a phase, so it is permanent", b.kind == cards.PERMANENT),)


def _reliquary(b: Building) -> Facts:
    pays = _some(b.effects, lambda e: e.op == cards.GAIN and e.heap % COIN == 0 and e.heap > 0)
    return (*_permanent(b), ("effects", "it gives coins", pays))


def _coins_by_type(b: Building) -> Facts:
    types = (cards.OWN + cards.RURAL, cards.OWN + cards.URBAN, cards.OWN + cards.RELIGIOUS)
    pays = _some(b.effects, lambda e: e.op == cards.GAIN and e.heap % COIN == 0 and e.heap > 0 and e.per in types)
    return (("effects", "it gives coins for each building of one type, and science is none", pays),)


def _dam(b: Building) -> Facts:
    removes = _some(b.effects, lambda e: e.op == cards.MINOR and e.n == -1)
    return (("effects", "it removes a minor achievement", removes),)


def _diocese(b: Building) -> Facts:
    return (
        ("kind", "it reduces debts when it is built, so it is immediate", b.kind == cards.IMMEDIATE),
        ("effects", "it reduces debts", _some(b.effects, lambda e: e.op == cards.DEBT and e.n < 0)),
    )


def _minor(b: Building) -> Facts:
    gains = _some(b.effects, lambda e: e.op == cards.MINOR and e.n == 1)
    return (("effects", "it gains a minor achievement", gains),)


def _town_hall(b: Building) -> Facts:
    token = _some(b.effects, lambda e: e.op == cards.TOKENS and e.n == -1)
    return (*_minor(b), ("effects", "it gives up an action token, and one that is free", token))


def _stable(b: Building) -> Facts:
    return (
        ("points", "it is worth 1 point", b.points == 1),
        ("types", "it has a flower, the sign of rural buildings", b.types == ONE << cards.RURAL),
        ("effects", "an action building is chosen for it when it is built", _has_flag(b, cards.STABLE)),
    )


def _trade_route(b: Building) -> Facts:
    ships = _has_flag(b, cards.TRADE_ROUTE)
    return (("effects", "at the count, all of one basic good are given up for 1 point each", ships),)


def _university(b: Building) -> Facts:
    reacts = _some(b.effects, lambda e: e.on == cards.ON_ACHIEVEMENT)
    return (("effects", "it acts whenever an achievement is gained", reacts),)


BUILDINGS: Final[Mapping[str, Callable[[Building], Facts]]] = {
    "bank": _bank,
    "rectory": _permanent,
    "vineyard": _coins_by_type,
    "port": _coins_by_type,
    "catacombs": _coins_by_type,
    "gambling_house": _permanent,
    "monastery": _permanent,
    "bell_tower": _bell_tower,
    "reliquary": _reliquary,
    "university": _university,
    "fort": _minor,
    "stable": _stable,
    "town_hall": _town_hall,
    "abbey_church": _permanent,
    "dam": _dam,
    "diocese": _diocese,
    "trade_route": _trade_route,
}

TOGETHER: Final = (("bell_tower", "reliquary"), ("bell_tower", "abbey_church"), ("monastery", "gambling_house"))
"""Buildings that are resolved in the same phase."""


def check_buildings(buildings: Mapping[str, Building], published: Mapping[str, str]) -> list[str]:
    """What of the rulebook the buildings do not hold to.

    Cards are given by their ids in the file, and `published` says which card of the rulebook each is, by its id in the
    house's file: for a file may exchange cards.
    """
    found = []
    for name, building in buildings.items():
        facts = BUILDINGS[published[name]](building) if published.get(name) in BUILDINGS else ()
        found += [_broken(name, field, says) for field, says, holds in facts if not holds]
        if building.is_of(cards.SCIENCE) and building.rep_cost != SCIENCE_COSTS:
            found.append(_broken(name, "rep_cost", f"every science building costs {SCIENCE_COSTS} reputation"))
    ids = {published[name]: name for name in buildings if name in published}
    for pair in TOGETHER:
        first, second = (ids.get(one) for one in pair)
        if first and second and buildings[first].phase != buildings[second].phase:
            found.append(_broken(second, "phase", f"it is resolved in the same phase as {first}"))
    for flag, title in enumerate(FLAGS):
        having = [name for name, building in buildings.items() if _has_flag(building, flag)]
        if len(having) > 1:
            found.append(f"{having[1]}, effects: the flag {title!r} is on {having[0]} already, and stands on one card")
    return found


# -- events ------------------------------------------------------------------------------------------------------------


def _courtier(card: EventCard) -> tuple[str, bool]:
    costs = _some(card.right, lambda e: e.op == cards.PAY_COURTIER)
    return "it costs a certain courtier (`pay_courtier`)", costs


def _needs(cond: int, what: str) -> Callable[[EventCard], tuple[str, bool]]:
    def says(card: EventCard) -> tuple[str, bool]:
        return what, _some(card.right, lambda e: e.op == cards.REQUIRE and e.cond == cond)

    return says


EVENTS: Final[Mapping[str, Callable[[EventCard], tuple[str, bool]]]] = {
    "education": _needs(cards.RECRUITED, "it needs the recruit action (`require`, cond 'recruited')"),
    "forest": _courtier,
    "new_world": _courtier,
    "popular_theatre": _courtier,
    "prosperity": _needs(cards.THREE_TOKENS, "it needs three tokens used (`require`, cond 'tokens_used>=3')"),
    "slow_economy": _needs(cards.NO_DEBT, "it is for those who have repaid (`require`, cond 'debt==0')"),
}


def check_events(events: Mapping[str, EventCard], published: Mapping[str, str]) -> list[str]:
    """What of the rulebook the events do not hold to: it speaks of their right halves."""
    named = [(name, EVENTS[published[name]]) for name in events if published.get(name) in EVENTS]
    told = [(name, *says(events[name])) for name, says in named]
    return [_broken(name, "right", says) for name, says, holds in told if not holds]


# -- inquisitors -------------------------------------------------------------------------------------------------------


def _points(effect: Effect) -> bool:
    return effect.op == cards.POINTS and effect.n < 0


def _plain(effect: Effect) -> bool:
    return _points(effect) and effect.per == cards.ONCE and effect.cond == cards.ALWAYS


INQUISITORS: Final[Mapping[str, tuple[str, tuple[Callable[[Effect], bool], ...]]]] = {
    "ascetic": (
        "he wants goods, and takes 2 points for each not given (`tribute`, miss = -2)",
        (lambda e: e.op == cards.TRIBUTE and e.m == -2,),
    ),
    "fundamentalist": (
        "he takes points for each achievement (`points`, per 'achievements')",
        (lambda e: _points(e) and e.per == cards.ACHIEVEMENTS and e.div == 1 and e.cond == cards.ALWAYS,),
    ),
    "plebeian": (
        "he takes points for each pair of buildings, rounded down (`points`, per 'own:any', div = 2)",
        (lambda e: _points(e) and e.per == cards.OWN_ANY and e.div == 2 and not e.up and e.cond == cards.ALWAYS,),
    ),
    "debt_collector": (
        "he adds to the debts, then takes points for them (`debt`, then `points`, per 'debt')",
        (
            lambda e: e.op == cards.DEBT and e.n > 0 and e.cond == cards.ALWAYS,
            lambda e: _points(e) and e.per == cards.BY_DEBT,
        ),
    ),
    "orator": (
        "he takes points, and more if one is not above all others (`points`; `points`, cond 'not all_others_below')",
        (_plain, lambda e: _points(e) and e.per == cards.ONCE and e.cond == cards.NOT_ALL_OTHERS_BELOW),
    ),
    "squanderer": (
        "he takes a few goods, or points (`choice`)",
        (lambda e: e.op == cards.CHOICE,),
    ),
    "vandal": (
        "he destroys the building of second-highest value (`destroy`, rank = 2)",
        (lambda e: e.op == cards.DESTROY and e.n == 2,),
    ),
    "guest": (
        "he takes 4 points (`points`, n = -4)",
        (lambda e: _plain(e) and e.n == -4,),
    ),
}


def check_inquisitors(inquisitors: Mapping[str, list[Effect]]) -> list[str]:
    """What of the rulebook the inquisitors do not hold to."""
    found = []
    for name, effects in inquisitors.items():
        says, tests = INQUISITORS[name]
        if not _all(effects, *tests):
            found.append(_broken(name, "effects", says))
    return found


def _broken(name: str, field: str, says: str) -> str:
    return f"{name}, {field}: does not hold to the rulebook: {says}"
