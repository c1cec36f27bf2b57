"""What would come of an answer that is being composed: told to whoever composes it, and to nobody else."""

from __future__ import annotations

import httpx
import pytest

from tests.server.driving import Person, Server, Table
from tests.server.refusing import asked


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
    [("0.0.0", ["seal"], 409), ("", ["bid the moon"], 422), ("", ["seal"] * 41, 400)],
)
def test_what_is_no_answer_to_what_is_asked_is_refused(devil: Table, ask: str, choices: list[str], status: int) -> None:
    with devil.person(0) as person:
        assert forecast(person, devil, ask or asked(devil, 0), *choices).status_code == status
        assert person.post(f"{devil.path}/forecast", choice="seal").status_code == 400


def test_nobody_is_told_what_another_would_get(devil: Table) -> None:
    """Not by another's ask, and not to whoever only watches."""
    with devil.person(1) as other:
        told = forecast(other, devil, asked(devil, 0), "price 2", "seal")
        assert told.status_code in (200, 409), "asks of two seats may have the same number: then it is the own answer"
    with devil.server.person() as stranger:
        assert forecast(stranger, devil, asked(devil, 0), "seal").status_code == 403
