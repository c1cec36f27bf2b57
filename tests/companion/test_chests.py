"""The game of chests: over all schedules and all ways to deal the roles, with Back pressed at any moment."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import eminence
from eminence.companion import chests, codes, device
from eminence.companion.chests import Evening
from eminence.core.companion import HOME, ROLES, Box
from eminence.games.deal_with_the_devil import preparation
from eminence.games.deal_with_the_devil.state import DevilState
from tests.thorough import THOROUGH

DEVIL = eminence.game("deal_with_the_devil")
MORTALS, CULTIST, HORNS = (0, 1), 2, 3


def the_box() -> Box:
    box = DEVIL.companion
    assert box
    return box


BOX = the_box()
Carried = dict[tuple[int, str, str], dict[int, int]]
"""By round, scan and stop: the colour that each chest went to."""


def play(evening: Evening, chance: random.Random, back: float = 0.0) -> tuple[Carried, int]:
    """A whole game, chests in any order; now and then one is scanned twice, or somebody goes back. What was carried
    (every time the same, or this fails), and how many chests were held before the device."""
    carried: Carried = {}
    held = 0
    while True:
        here = chests.stop(BOX, evening)
        known = carried.setdefault((here.round, here.scan, here.key), {})
        for mark in chance.sample(range(4), 4) if here.scan else ():
            if mark in evening.scanned:
                continue
            assert not chests.may_go_on(BOX, evening) or evening.at < evening.done
            evening, colour = chests.scan(BOX, evening, mark)
            held += 1
            assert known.setdefault(mark, colour) == colour, "a distribution is repeated exactly as it was"
            again = chance.choice(evening.scanned)
            assert chests.scan(BOX, evening, again) == (evening, known[again]), "once more is harmless"
            if chance.random() < back:
                break
        if chance.random() < back:
            for _ in range(chance.randrange(1, 5)):
                evening = chests.go_back(BOX, evening)
        elif chests.may_go_on(BOX, evening):
            evening = chests.go_on(BOX, evening)
        elif evening.at + 1 == len(BOX.course):
            return {what: known for what, known in carried.items() if what[1]}, held


def holds(evening: Evening, carried: Carried) -> None:
    """The rules that the app of the rulebook keeps (its part on how the app works)."""
    marks = BOX.assignments[evening.assignment]
    first_viewers = Counter[int]()
    to_devil = []
    for (number, scan, _), came in carried.items():
        assert sorted(came) == sorted(came.values()) == [0, 1, 2, 3], "everybody gets one"
        for mark, colour in came.items():
            receiver = marks[colour]
            if scan in (ROLES, HOME):
                assert receiver == mark
                continue
            assert receiver != mark, "nobody gets his own chest"
            if mark == HORNS and scan == "0" and number != 3:
                first_viewers[receiver] += 1
            if mark == HORNS and receiver == CULTIST:
                assert (scan == "0") == (number == 3), "the cultist sees it first in round 3, second otherwise"
            if mark == CULTIST and receiver == HORNS:
                to_devil.append((number, scan))
    for number in range(1, 6):
        seen = {}
        for distribution in "01":
            (seen[distribution],) = (came for what, came in carried.items() if what[:2] == (number, distribution))
        assert all(seen["0"][mark] != seen["1"][mark] for mark in range(4)), "another player sees it the second time"
        assert marks.index(CULTIST) in (seen["0"][HORNS], seen["1"][HORNS]), "the cultist sees it in every round"
    assert first_viewers == dict.fromkeys(MORTALS, 2), "each mortal is the first to see it twice"
    assert to_devil in ([(2, "1")], [(4, "1")])


def test_every_schedule_with_every_assignment_keeps_the_rules_of_the_app() -> None:
    chance = random.Random(16)
    assert (len(BOX.schedules), len(set(BOX.schedules)), len(set(BOX.assignments))) == (48, 48, 24)
    for schedule, assignment in product(range(48), range(24)):
        evening = Evening(assignment, schedule)
        carried, held = play(evening, chance)
        assert held == BOX.scans == 68
        holds(evening, carried)


def test_back_at_any_moment_repeats_every_distribution_as_it_was() -> None:
    for number in range(480 if THOROUGH else 96):
        chance = random.Random(number)
        evening = Evening(chance.randrange(24), number % 48)
        carried, held = play(evening, chance, back=0.15)
        assert held > 68
        holds(evening, carried)
        assert carried == play(evening, chance)[0]


def test_nothing_is_open_before_all_four_were_scanned() -> None:
    evening = chests.go_on(BOX, Evening(0, 0))
    assert chests.stop(BOX, evening).scan == ROLES
    for mark in (2, 0, 3):
        evening, _ = chests.scan(BOX, evening, mark)
        assert chests.go_on(BOX, evening) == evening
    evening, _ = chests.scan(BOX, evening, 1)
    on = chests.go_on(BOX, evening)
    assert on.at == evening.at + 1
    again = chests.go_back(BOX, on)
    assert (again.at, again.scanned) == (evening.at, ())
    assert chests.go_on(BOX, again).at == on.at, "what was finished once may be passed"
    assert chests.go_back(BOX, Evening(0, 0)).at == 0
    end = Evening(0, 0, len(BOX.course) - 1)
    assert chests.go_on(BOX, end) == end


def test_wishes_weigh_as_in_the_game_of_the_house_and_leave_everything_possible() -> None:
    step = preparation.DealRoles("deal_roles", "deals")
    chance = random.Random(20)
    for _ in range(300):
        wishes = [[chance.randrange(3) for _ in range(3)] for _ in range(4)]
        state = DEVIL.start(4, DEVIL.checked_options(None))
        assert isinstance(state, DevilState)
        state.wishes = [wish[0] | wish[1] << 2 | wish[2] << 4 for wish in wishes]
        found, ours = step.weights(state), chests.weights(BOX, wishes)
        most = max(ours)
        assert min(ours) > 0
        if found:
            assert [most * weight for weight in found] == [weight * max(found) for weight in ours]
    assert chests.weights(BOX) == [1] * 24


class Answers:
    """Draws what it was told to."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = iter(numbers)

    def __call__(self, below: int) -> int:
        number = next(self.numbers)
        assert 0 <= number < below
        return number


def test_what_is_drawn_is_as_likely_as_it_should_be() -> None:
    """Every number that can be drawn, once: no chance, so no test that fails now and then."""
    wishes = [[1, 0, 2], [0, 0, 1], [2, 1, 0], [0, 0, 0]]
    odds = chests.weights(BOX, wishes)
    drawn = Counter[int]()
    for number in range(sum(odds)):
        drawn[chests.begin(BOX, Answers(number, 7), wishes).assignment] += 1
    assert [drawn[assignment] for assignment in range(24)] == odds
    assert chests.begin(BOX, Answers(23, 47)) == Evening(23, 47)


def test_the_tables_for_the_device_say_what_the_engine_does() -> None:
    told = device.tables(BOX)
    for schedule, row in enumerate(told["schedules"]):
        digits = iter(row)
        for number, distribution, mark in product(range(5), range(2), range(4)):
            assert int(next(digits)) == preparation.SCHEDULES[schedule][number][distribution][mark]
        assert next(digits, None) is None
    assert [[int(mark) for mark in marks] for marks in told["assignments"]] == preparation.ASSIGNMENTS


def test_codes_of_ours_are_guarded_against_slips() -> None:
    chance = random.Random(5)
    for chest in range(4):
        for _ in range(25 if not THOROUGH else 500):
            code = codes.fresh(chest, 4, chance.randrange)
            assert codes.chest_of(code, 4) == chest
            for at, digit in product(range(5), "0123456789"):
                wrong = code[:at] + digit + code[at + 1 :]
                assert codes.chest_of(wrong, 4) is None or wrong == code
            for at in range(4):
                wrong = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
                assert codes.chest_of(wrong, 4) is None or wrong == code
    for word in ("", "1234", "123456", "12 45", "١٢٣٤٥", "-1234"):
        assert codes.chest_of(word, 4) is None
    shares = Counter(codes.chest_of(f"{number:05}", 4) for number in range(100_000))
    assert all(2400 < shares[chest] < 2600 for chest in range(4))


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_what_a_game_declares_fits_together(game: eminence.Game) -> None:
    box = game.companion
    if box is None:
        return
    chests_there = range(len(box.marks))
    assert {len(box.marks), len(box.signs), len(box.emblems), len(box.roles)} == {len(box.marks)}
    assert all(sorted(marks) == list(chests_there) for marks in box.assignments)
    assert all(
        sorted(receivers) == list(chests_there)
        for schedule in box.schedules
        for distributions in schedule
        for receivers in distributions
    )
    assert set(box.roles) == set(range(len(box.role_names)))
    rounds = [stop.round for stop in box.course]
    assert rounds == sorted(rounds)
    assert not box.course[0].scan
    assert not box.course[-1].scan
