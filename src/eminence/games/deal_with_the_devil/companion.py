"""The real box of Deal with the Devil, for a device in the middle of the table: the chests travel by the schedules of
the game of the house, and the final count is its count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from eminence.core.companion import HOME, ROLES, Box, Counting, Entry, Stop
from eminence.core.game import CountLine
from eminence.games.deal_with_the_devil import scoring
from eminence.games.deal_with_the_devil.components import MARKS, MOST_DEBT, PHASES, ROLE_NAMES, ROLE_OF, ROUNDS, SEATS
from eminence.games.deal_with_the_devil.counting import count_of
from eminence.games.deal_with_the_devil.preparation import ASSIGNMENTS, SCHEDULES, WEIGHTS
from eminence.games.deal_with_the_devil.scoring import Position

FIRST: Final = "0"
SECOND: Final = "1"
WAYS: Final = ("left", "right")
"""Where two of the drawn cards go, in even and in odd rounds."""
WITCH_HUNTS: Final = (2, 3)
HALF_TIME: Final = 3
"""The round after whose black mass the chests go home once more; after the last one they stay open on the table."""
DEVIL: Final = "devil"


def _course() -> Iterator[Stop]:
    setting_up, production, _, deals, actions, _, _, witch_hunt, inquisition, counting = PHASES
    yield Stop("fill", 0, setting_up)
    yield Stop("roles", 0, setting_up, ROLES)
    yield Stop("open", 0, setting_up)
    for number in range(1, ROUNDS + 1):
        yield Stop("prepare_first" if number == 1 else f"prepare_{WAYS[number % 2]}", number, production)
        yield Stop("offer", number, deals)
        yield Stop("first", number, deals, FIRST)
        yield Stop("look", number, deals)
        yield Stop("second", number, deals, SECOND)
        yield Stop("look_again", number, deals)
        yield Stop("home", number, deals, HOME)
        yield Stop("act", number, actions)
        if number in WITCH_HUNTS:
            yield Stop("hunt", number, witch_hunt)
        if number == HALF_TIME:
            yield Stop("mass", number, inquisition)
            yield Stop("home_from_mass", number, inquisition, HOME)
            yield Stop("inquisition", number, inquisition)
    yield Stop("last_mass", ROUNDS, inquisition)
    yield Stop("last_inquisition", ROUNDS, inquisition)
    yield Stop("end", ROUNDS, counting)


ENTRIES: Final = (
    Entry("points", -99),
    Entry(DEVIL, one_of_all=True),
    Entry("buildings", most=40),
    Entry("building_points"),
    Entry("building_effects"),
    Entry("debt", most=MOST_DEBT),
    Entry("majors", most=4),
    Entry("angels", most=99),
    Entry("demons", most=99),
    Entry("indulgences", most=99),
    Entry("courtiers", most=4),
    Entry("tainted", most=2),
    Entry("precious", most=30),
    Entry("loose"),
)
"""The numbers of a Position, in the order in which one looks for them behind a wall."""


def _positions(realms: Sequence[Mapping[str, int]]) -> list[Position]:
    found = []
    for entered in realms:
        position = Position()
        for entry in ENTRIES:
            setattr(position, entry.key, bool(entered[entry.key]) if entry.one_of_all else entered[entry.key])
        found.append(position)
    return found


def _lines(realms: Sequence[Mapping[str, int]]) -> list[CountLine]:
    return count_of(_positions(realms))


def _best(realms: Sequence[Mapping[str, int]]) -> list[int]:
    return [int(seat) for seat in scoring.best(_positions(realms))]


BOX: Final = Box(
    emblems=tuple(f"dp-r{seat}" for seat in range(SEATS)),
    marks=MARKS,
    signs=tuple(f"dp-{mark}" for mark in MARKS),
    chest="dp-chest",
    role_names=ROLE_NAMES,
    roles=tuple(int(role) for role in ROLE_OF),
    assignments=tuple(tuple(int(mark) for mark in marks) for marks in ASSIGNMENTS),
    weights=(int(WEIGHTS[0]), int(WEIGHTS[1]), int(WEIGHTS[2])),
    schedules=tuple(
        tuple(
            tuple(tuple(int(mark) for mark in receivers) for receivers in distributions) for distributions in schedule
        )
        for schedule in SCHEDULES
    ),
    course=tuple(_course()),
    counting=Counting(ENTRIES, _lines, _best),
)
