"""What would come of an answer that is being composed: told to whoever composes it, and to nobody else."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain

import httpx
import pytest

from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import SEVERAL
from tests.browser.laying import laid_out
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.golden import moments, names
from tests.server.driving import Person, Server, Table
from tests.server.refusing import asked
from tests.server.worlds import kept, later, put, to_the_last, with_state
from tests.thorough import THOROUGH

FORESEEN = ("offer", "answer_first", "plan", "claim_one", "load", "appease", "last_repayment", "penalty")
"""Steps at which the page says what would come of it."""


@pytest.fixture(scope="module")
def devil(server: Server) -> Table:
    """Four who fill their chests."""
    return server.room(4, of="deal_with_the_devil", secret=b"for the tests")


def forecast(person: Person, table: Table, ask: str, *choices: str) -> httpx.Response:
    fields = {"csrf": person.csrf, "ask": ask, "choice": list(choices)}
    return person.http.post(f"{table.path}/forecast", data=fields)


def test_it_is_told_to_whoever_is_asked_and_changes_nothing(devil: Table) -> None:
    before = devil.rows()
    ask = asked(devil, 0)
    with devil.person(0) as person:
        told = forecast(person, devil, ask, "price 2", "seal")
        assert told.status_code == 200
        assert 'data-label="Offer nothing"' in told.text
        assert "data-bad" not in told.text
        dear = forecast(person, devil, ask, "price 2", "put wood 15", "seal")
        assert "data-bad" in dear.text
    assert devil.rows() == before


@pytest.mark.parametrize(
    ("ask", "choices", "status"),
    [("0.0.0", ["seal"], 204), ("", ["bid the moon"], 422), ("", ["seal"] * 41, 400)],
)
def test_what_does_not_answer_the_question_is_not_told(devil: Table, ask: str, choices: list[str], status: int) -> None:
    with devil.person(0) as person:
        assert forecast(person, devil, ask or asked(devil, 0), *choices).status_code == status
        assert person.post(f"{devil.path}/forecast", choice="seal").status_code == 400


def test_nobody_is_told_what_another_would_get(devil: Table) -> None:
    """Not by another's ask, and not to whoever only watches."""
    with devil.person(1) as other:
        told = forecast(other, devil, asked(devil, 0), "price 2", "seal")
        assert told.status_code in (200, 204), "asks of two seats may have the same number: then it is the own answer"
    with devil.server.person() as stranger:
        assert forecast(stranger, devil, asked(devil, 0), "seal").status_code == 403


@cache
def golden(step: str) -> Match:
    """Of a golden match, where a step is put to somebody who has not begun to answer."""
    plain = [name for name in names(GAME) if name.startswith("plain")]
    for match, _ in chain.from_iterable(moments(GAME, name) for name in plain):
        if not match.over and match.step == step and not any(match._state.sealed) and match.length > 100:
            return match.clone()
    raise AssertionError(f"nobody comes to {step}")


@pytest.mark.parametrize("step", FORESEEN)
def test_worlds_alike_foresee_the_same_and_nobody_sees_that_somebody_ponders(server: Server, step: str) -> None:
    """What comes of an answer follows from what its giver knows: in a world that he cannot tell from the true one it
    is the same bytes. And whatever he tries on, the pages of the others stay as they are."""
    match, chance = golden(step), random.Random(step)
    seat = min(match.asked)
    table = laid_out(server, match)
    rows = later(kept(server.path, table.id))
    other = next(
        world
        for world in (GAME.worlds(match.view(seat)).imagine(Rng(number)) for number in range(20))
        if GAME.hash(world) != GAME.hash(match._state)
    )
    worlds = [with_state(rows, GAME, GAME.to_json(state)) for state in (match._state, other)]
    sealed = match._state.asked == SEVERAL
    tried = [to_the_last(match, seat, chance) if sealed else [] for _ in range(10 if THOROUGH else 3)]
    seen = []
    with table.person(seat) as person, table.person((seat + 1) % 4) as neighbour, table.spectator() as gallery:
        for world in worlds:
            put(server.path, table.id, world)
            before = [one.get(table.path).content for one in (neighbour, gallery)]
            told = [forecast(person, table, asked(table, seat), *choices) for choices in tried]
            assert all(one.status_code == 200 for one in told), told[0].text
            seen.append([one.content for one in told] + [person.get(table.path).content])
            assert [one.get(table.path).content for one in (neighbour, gallery)] == before
    assert seen[0] == seen[1]
    assert all(seen[0]), "something is foreseen"
