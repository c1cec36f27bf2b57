"""The open tables of the front page: they expire, and one program cannot push the others off."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from eminence.server.settings import DAY
from eminence.server.storage import tables
from eminence.server.storage.rooms import MOST_LISTED
from tests.server.driving import Server, running
from tests.server.refusing import told

OPEN: dict[str, Any] = {"game": "richelieu", "places": [{}, {}], "listed": True}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its limits, to which people come from several addresses."""
    with running(tmp_path_factory.mktemp("listings")) as server:
        yield server


def at(house: Server, number: int) -> httpx.Client:
    """Somebody who comes from an address of his own."""
    return house.client(transport=httpx.HTTPTransport(local_address=f"127.0.0.{number}"))


def listed(house: Server) -> list[str]:
    with at(house, 9) as client:
        return [room["id"] for room in client.get("/api/rooms").json()["rooms"]]


def test_one_program_cannot_push_the_others_off_the_front_page(house: Server) -> None:
    with at(house, 2) as quiet:
        first = quiet.post("/api/rooms", json=OPEN).json()["id"]
    for number in (3, 4, 5):
        with at(house, number) as loud:
            answers = [loud.post("/api/rooms", json=OPEN) for _ in range(MOST_LISTED + 1)]
            assert [answer.status_code for answer in answers[:-1]] == [201] * MOST_LISTED
            told(answers[-1], "too_many_listed")
            private = loud.post("/api/rooms", json={**OPEN, "listed": False})
            assert private.status_code == 201, "a private table takes no place from anybody"
    found = listed(house)
    assert len(found) == 20
    assert first in found, "thirty tables were opened since, and this one still has its place"
    with house.person() as person:
        assert f"/room/{first}" in person.get("/").text


def test_by_pages_as_by_programs(house: Server) -> None:
    fields = {"seats": "2", "listed": "yes", "seat.0": "friend"}
    with house.person() as person:
        for _ in range(MOST_LISTED):
            assert person.post("/new/richelieu", **fields).status_code == 303
        refused = person.post("/new/richelieu", **fields)
        assert refused.status_code == 429
        assert f"{MOST_LISTED} open tables" in refused.text


def test_a_listing_expires_and_its_table_does_not(house: Server) -> None:
    with at(house, 6) as client:
        made = client.post("/api/rooms", json=OPEN).json()
        assert made["id"] in listed(house)
        with house.store.writing() as connection:
            then = {"moved": time.time() - 1.5 * DAY}
            connection.execute(update(tables.rooms).where(tables.rooms.c.id == made["id"]).values(then))
        assert made["id"] not in listed(house)
        own = {"authorization": f"Bearer {made['invitations'][0]['invitation']}"}
        assert client.get(f"/api/rooms/{made['id']}", headers=own).status_code == 200


def test_where_a_table_was_opened_is_kept_as_a_digest_and_of_private_ones_of_people_not_at_all(house: Server) -> None:
    with at(house, 7) as client:
        open_ = client.post("/api/rooms", json={**OPEN, "listed": True}).json()["id"]
    with house.person() as person:
        made = person.post("/new/richelieu", seats="2", name="Anna").headers["location"]
        closed = made.rpartition("/")[2]
    with house.store.reading() as connection:
        rows = connection.execute(tables.rooms.select()).all()
    origins = {row.id: row.origin for row in rows}
    assert len(origins[open_]) == 16
    assert origins[closed] == ""
    assert "127.0.0" not in repr(rows)
