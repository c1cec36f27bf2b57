"""What a realm can expect between two rounds: learned from self-play, as a sum of weighed features.

Where a round's actions are over and the next buildings are not dealt yet, a realm is all that lies open and behind its
wall; how many points such realms had in the end is a matter of experience. `learned.txt` has the weights, a line a
feature, a column for each moment and for the devil and the others; its head says from which matches they were learned.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import size
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, scoring
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import (
    AT_COURT,
    EYE,
    GONE,
    HORNS,
    IN_FORCE,
    MINORS,
    ON_THREE,
    SEATS,
    TAINTED,
)
from eminence.games.deal_with_the_devil.goods import (
    GLASS,
    MARBLE,
    RESOURCES,
    STONE,
    WHEAT,
    WOOD,
    coins,
    how_many,
    price_of,
)
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.worth_of_buildings import (
    action_worth,
    card_worth,
    effect_worth,
    lacking,
    progress,
)
from eminence.games.deal_with_the_devil.worth_of_goods import Look, slots, still_produced, wealth
from eminence.games.deal_with_the_devil.worth_of_souls import fragments_of_devil, souls_worth

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

MOMENTS: Final = ("2", "2 end", "3", "3 end", "4", "5")
"""Before the cards of a round are dealt; or at the end of it, where something follows its reputation."""
NAMES: Final = (
    "always", "cultist", "points", "souls_worth", "pure", "tainted", "devils", "bribed", "pot", "red", "achievements",
    "wood", "stone", "wheat", "glass", "marble", "coins", "two_wood", "two_stone", "a_wheat", "a_glass", "a_marble",
    "five_coins", "fifteen_coins", "debt", "more_debt", "interest", "wealth",
    "reputation", "standing", "above", "below", "angels", "demons", "two_angels", "two_demons", "indulgences", "guests",
    "coming_basics", "coming_precious", "coming_coins", "brings_coins", "brings_goods", "brings_reputation",
    "action", "second_action", "actions", "counting", "printed", "counted",
    "rural", "urban", "religious", "science", "symbols", "built",
    "minor_rural", "minor_urban", "minor_religious", "minor_mixed", "minor_lacks_1", "minor_lacks_2", "minor_lacks_3",
    "major_rural", "major_urban", "major_religious", "major_mixed",
    "major_lacks_1", "major_lacks_2", "major_lacks_3", "major_lacks_4", "major_lacks_5", "progress",
    "court_rural", "court_urban", "court_religious", "court_alchemist",
    "used_rural", "used_urban", "used_religious", "used_alchemist",
    "fewer_tokens", "events", "university", "cheaper", "card", "second_card", "pairs",
)  # fmt: skip


def moment_of(s: DevilState) -> i64:
    """Which of the moments it is at which something was learned; or NONE."""
    if s.phase >= box.INTEREST and s.phase <= box.INQUISITION:
        return 1 if s.round == 2 else 3 if s.round == 3 else box.NONE
    if s.round >= 2 and (s.phase == box.PRODUCTION or (s.phase == box.CARDS and codes.DEAL_BUILDINGS in s.steps)):
        return 0 if s.round == 2 else 2 if s.round == 3 else s.round
    return box.NONE


def yes(so: bool) -> float:
    """A feature that is there, or not."""
    return 1.0 if so else 0.0


def features(s: DevilState, seat: i64, standing: float) -> list[float]:
    """What is known of a realm, in numbers, in the order of their names. `standing`: what its reputation promises."""
    look = Look(s, seat)
    heap = s.goods[seat] + s.in_chest[seat]
    souls = s.souls[seat] + s.soul_payment[seat]
    devils = fragments_of_devil(s)
    reds: i64 = 0
    place: i64
    for place in range(3, 6):
        if s.inquisitors[place] == IN_FORCE:
            reds += 1
    bribed: i64 = 0
    for place in range(3):
        if s.inquisitors[place] == GONE:
            bribed += 1
    found: list[float] = [
        1.0, yes(s.role[seat] == EYE), float(s.points[seat]), souls_worth(s, look, souls, devils),
        float(souls % TAINTED), float(souls // TAINTED), float(devils), float(bribed), float(s.pot), float(reds),
        float(look.minors + size(s.majors[seat])),
    ]  # fmt: skip
    goods(found, s, look, heap, standing)
    what_comes(found, s, look)
    achievements(found, s, look)
    return found


def goods(found: list[float], s: DevilState, look: Look, heap: i64, standing: float) -> None:
    """Goods, debts, reputation, wings."""
    seat = look.seat
    found += [float(how_many(heap, kind)) for kind in range(RESOURCES)]
    have = coins(heap)
    found.append(float(have))
    found.append(float(min(how_many(heap, WOOD), 2)))
    found.append(float(min(how_many(heap, STONE), 2)))
    found.append(float(min(how_many(heap, WHEAT), 1)))
    found.append(float(min(how_many(heap, GLASS), 1)))
    found.append(float(min(how_many(heap, MARBLE), 1)))
    found.append(float(min(have, 5)))
    found.append(float(min(have, 15)))
    debt = s.debt[seat]
    found.append(float(debt))
    found.append(float(max(debt - 5, 0)))
    found.append(float(s.interest[seat]))
    found.append(wealth(heap, debt, look.actions, look.productions))
    above: i64 = -100
    below: i64 = 100
    other: i64
    for other in range(SEATS):
        if other != seat:
            above = max(above, s.reputation[other])
            below = min(below, s.reputation[other])
    at = s.reputation[seat]
    found.append(float(at))
    found.append(standing)
    found.append(float(at - above))
    found.append(float(at - below))
    found.append(float(s.angels[seat]))
    found.append(float(s.demons[seat]))
    found.append(yes(s.angels[seat] == 2))
    found.append(yes(s.demons[seat] == 2))
    found.append(float(s.indulgences[seat]))
    found.append(float(s.guests[seat]))


def what_comes(found: list[float], s: DevilState, look: Look) -> None:
    """What the wheel and the buildings bring."""
    seat = look.seat
    found += [float(n) for n in still_produced(s, seat, s.minors[seat])]
    brings_coins = 0.0
    brings_goods = 0.0
    brings_reputation = 0.0
    first = 0.0
    second = 0.0
    actions: i64 = 0
    counting: i64 = 0
    printed: i64 = 0
    for one in s.built[seat]:
        building = s.cards.buildings[one]
        printed += building.points
        if building.kind == deck.ACTION:
            actions += 1
            value = action_worth(s, look, building)
            if value > first:
                second = first
                first = value
            elif value > second:
                second = value
        elif building.kind == deck.SCORING:
            counting += 1
        elif building.kind == deck.PERMANENT and building.phase == deck.PRODUCTION:
            for effect in building.effects:
                value = effect_worth(s, look, effect, 0) / look.coin
                if effect.op == deck.GAIN and coins(effect.heap) and not effect.basics:
                    brings_coins += value
                else:
                    brings_goods += value
        elif building.kind == deck.PERMANENT and building.phase == deck.REPUTATION:
            for effect in building.effects:
                brings_reputation += effect_worth(s, look, effect, 0)
    found.append(brings_coins)
    found.append(brings_goods)
    found.append(brings_reputation)
    found.append(first)
    found.append(second)
    found.append(float(actions))
    found.append(float(counting))
    found.append(float(printed))
    found.append(float(scoring.building_effects(s, seat)))


def achievements(found: list[float], s: DevilState, look: Look) -> None:
    """Symbols, achievements, the court, and what is in hand."""
    seat = look.seat
    rural, urban, religious, science = look.rural, look.urban, look.religious, look.science
    found += [float(rural), float(urban), float(religious), float(science)]
    found.append(float(min(rural, 5) + min(urban, 5) + min(religious, 5)))
    found.append(float(len(s.built[seat])))
    minors = s.minors[seat]
    majors = s.majors[seat]
    near: list[i64] = [0, 0, 0, 0, 0, 0]
    nearer: list[i64] = [0, 0, 0, 0]
    which: i64
    for which in range(MINORS):
        at = (minors >> (3 * which)) & 7
        found.append(yes(at != 0 and at != box.REMOVED))
        if not at:
            short = min(max(lacking(rural, urban, religious, science, which), 1), 3)
            nearer[short] = nearer[short] + 1
    found += [float(count) for count in nearer[1:]]
    for which in range(MINORS):
        got = (majors >> which) & 1
        found.append(float(got))
        if not got:
            short = min(max(lacking(rural, urban, religious, science, MINORS + which), 1), 5)
            near[short] = near[short] + 1
    found += [float(count) for count in near[1:]]
    promised = progress(s, look, 0)
    found.append(promised)
    court = s.courtiers[seat]
    found += [yes((court >> (2 * which)) & 3 == AT_COURT) for which in range(deck.COURTIERS)]
    found += [yes((court >> (2 * which)) & 3 == ON_THREE) for which in range(deck.COURTIERS)]
    found.append(float(s.fewer_tokens[seat]))
    found.append(float(s.event_count[seat]))
    university = False
    cheaper = False
    for one in s.built[seat]:
        for effect in s.cards.buildings[one].effects:
            university = university or (effect.on == deck.ON_ACHIEVEMENT and effect.op == deck.POINTS)
            cheaper = cheaper or effect.op == deck.PRICE
    found.append(yes(university))
    found.append(yes(cheaper))
    first = 0.0
    second = 0.0
    if look.actions > 0:
        for number in cards_in(s.hand[seat]):
            cost = s.cards.buildings[number].cost
            value = card_worth(s, look, number, promised) - 0.8 * look.coin * float(price_of(cost))
            if value > first:
                second = first
                first = value
            elif value > second:
                second = value
    found.append(first)
    found.append(second)
    upgraded = slots(minors)
    found.append(float(size(upgraded & (upgraded >> 1))))


def read(path: Path) -> list[list[float]]:
    """The weights: a list for each moment, first of the others, then of the devil."""
    found: list[list[float]] = [[] for _ in range(2 * len(MOMENTS))]
    names: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, *numbers = line.split()
            names.append(name)
            for column, number in zip(found, numbers, strict=True):
                column.append(float(number))
    if tuple(names) != NAMES:
        raise ValueError(f"{path.name} has weights for other features than those of {__name__}")
    return found


WEIGHTS: Final[list[list[float]]] = read(Path(__file__).with_name("learned.txt"))


def points(s: DevilState, seat: i64, moment: i64, standing: float) -> float:
    """The points that a realm can expect at the end, at one of the moments."""
    weights = WEIGHTS[2 * moment + (1 if s.role[seat] == HORNS else 0)]
    found = features(s, seat, standing)
    total = 0.0
    for i in range(len(found)):
        total += weights[i] * found[i]
    return total
