"""Guile: what a realm's doings tell of its role, and bots that mind it."""

from __future__ import annotations

import pytest

from eminence.bots import bot
from eminence.bots.bot import ThinkingBot
from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import codes, evaluation, signs
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.codes import BORROW
from eminence.games.deal_with_the_devil.components import HORNS, NONE, SEATS
from eminence.games.deal_with_the_devil.evaluation import evaluate, expected
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_souls import vain_hopes
from tests.games.deal_with_the_devil.tables import Position, state
from tests.games.deal_with_the_devil.test_imagining import GAME, at_step

DEVIL = 3


def planning(number: int = 3) -> DevilState:
    """A round in which the last seat is the devil."""
    return state(Position(number).planning())


def with_majors(s: DevilState, *majors: int) -> DevilState:
    """The same, where each seat has so many major achievements."""
    found = s.clone()
    found.majors = [(1 << n) - 1 for n in majors]
    return found


def test_who_has_no_majors_looks_like_the_devil() -> None:
    even, odd = with_majors(planning(), 2, 2, 2, 2), with_majors(planning(), 2, 2, 2, 0)
    assert [signs.suspicion(even, seat) for seat in range(SEATS)] == [1 / SEATS] * SEATS
    assert signs.suspicion(odd, DEVIL) > 0.5
    assert sum(signs.suspicion(odd, seat) for seat in range(SEATS)) == pytest.approx(1.0)


def test_only_a_devil_who_is_hidden_still_has_something_to_lose() -> None:
    s = with_majors(planning(), 2, 2, 2, 0)
    assert [signs.betrayal(s, seat) > 0 for seat in range(SEATS)] == [False, False, False, True]
    assert signs.betrayal(s, DEVIL) > signs.betrayal(with_majors(s, 2, 2, 2, 1), DEVIL)
    later = s.clone()
    later.round = box.ROUNDS
    assert 0 < signs.betrayal(later, DEVIL) < signs.betrayal(s, DEVIL)
    later.phase = box.INQUISITION
    assert codes.OPEN_CHESTS not in later.steps
    assert signs.betrayal(later, DEVIL) == 0
    known = s.clone()
    known.shown_role = [NONE, NONE, NONE, HORNS]
    assert signs.betrayal(known, DEVIL) == 0


def test_it_counts_for_the_seat_that_plays_with_guile_and_for_no_other() -> None:
    s = with_majors(planning(), 2, 2, 2, 0)
    plain = [expected(s, seat) for seat in range(SEATS)]
    assert plain == [evaluation.promise(s, seat) for seat in range(SEATS)]
    s.guile = DEVIL
    assert [expected(s, seat) for seat in range(DEVIL)] == plain[:DEVIL]
    assert expected(s, DEVIL) == pytest.approx(plain[DEVIL] - signs.betrayal(s, DEVIL))
    assert s.clone().guile == DEVIL


def test_who_plays_with_guile_does_not_share_the_devils_hopes() -> None:
    """He hopes for more fragments than a deal brings on average: whoever believes that never sells him one."""
    s = planning(2)
    believed = [evaluate(s, seat) for seat in range(SEATS)]
    assert [vain_hopes(s, seat) > 0 for seat in range(SEATS)] == [False, False, False, True]
    s.guile = 0
    assert evaluate(s, 0) > believed[0]
    assert [evaluate(s, seat) for seat in range(1, SEATS)] == believed[1:]
    last = state(Position(box.ROUNDS).inquisition())
    assert vain_hopes(last, DEVIL) == 0, "nothing is left to hope for"


def test_a_devil_with_guile_thinks_of_borrowing_for_an_offer() -> None:
    s = state(Position(4).dealing())
    loans = [code for code in s.choices(DEVIL) if BORROW <= code < codes.BUY]
    assert loans
    assert not set(loans) & set(s.sensible(DEVIL, s.choices(DEVIL)))
    for seat in (0, DEVIL):
        s.guile = seat
        thought = {code - BORROW + 1 for code in s.sensible(seat, s.choices(seat)) if BORROW <= code < codes.BUY}
        assert thought == ({5, 10} if seat == DEVIL else set())


def test_worlds_are_imagined_for_somebody_with_guile() -> None:
    s = at_step(2, codes.PLAN, 2)
    for guile in (False, True):
        worlds = GAME.worlds(GAME.view(s, GAME.checked_options({}), 1))
        if guile:
            worlds.play_with_guile()
        found = worlds.imagine(Rng(1))
        assert isinstance(found, DevilState)
        assert found.guile == (1 if guile else NONE)


def test_guile_is_a_matter_of_character() -> None:
    """Two in three, by their seed; nobody without the setting."""
    found = [bot("greedy:with=guile", seed) for seed in range(300)]
    guileful = sum(isinstance(one, ThinkingBot) and one.with_guile for one in found)
    assert 170 < guileful < 230
    plain = bot("greedy", 1)
    assert isinstance(plain, ThinkingBot)
    assert not plain.with_guile
