"""The shuffle in real browsers: each is bound, opens by itself when the table is full, and compares what it kept."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from eminence.server.pages import rendering
from eminence.server.storage import nonces, tables
from eminence.server.storage.rooms import Room
from tests.browser.conftest import Come
from tests.browser.people import Person, until
from tests.server.driving import ServerHere, Table
from tests.server.sealing import NEVER, read, time_is_up

TEXTS = rendering.texts("en")
KEEPS_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('not here'); } });"

DRAWN_AGAIN = """const really = window.fetch;
window.fetch = (url, how) => {
  if (String(url).endsWith("/bind") && !window.drawnAgain) {
    window.drawnAgain = true;
    document.dispatchEvent(new Event("house:swapped"));
  }
  return really(url, how);
};"""
"""The page is drawn again while the browser is about to bind itself anew."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    """A server at which everybody has the time to open, however slow the machine is."""
    with closing(ServerHere(tmp_path_factory.mktemp("shuffle"), opening_pause=NEVER)) as server:
        yield server


def room_of(server: ServerHere, path: str) -> Room:
    return read(server, path.rpartition("/")[2])


def gathered(host: Person, friends: int) -> tuple[str, list[str]]:
    """A table for friends: where it gathers, and their links."""
    host.make_a_game("richelieu", "Anne", *["friend"] * friends, short="1")
    room = host.arrive("/room/.*")
    return room, [link.input_value() for link in host.page.locator('input[value*="/s/"]').all()]


def compared(person: Person, table: str) -> list[str]:
    """What the browser says after it has compared."""
    person.page.goto(f"{table}/fair")
    shown = person.page.locator("#kept [data-kept]:visible")
    expect(shown.first).to_be_visible()
    return [str(line.get_attribute("data-kept")) for line in shown.all()]


def test_the_script_computes_what_everybody_computes(sit_down: Come) -> None:
    person = sit_down()
    person.page.goto("/")
    source = person.page.locator('script[src*="shuffle.js"]').get_attribute("src")
    hashed = """async ([source, texts]) => {
      const { sha256 } = await import(source);
      return texts.map((text) => sha256(new TextEncoder().encode(text)));
    }"""
    texts = ["é" + "x" * length for length in range(200)] + ["", "a" * 10_000]
    expected = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert person.page.evaluate(hashed, [source, texts]) == expected


def test_browsers_seal_open_and_compare_by_themselves(here: ServerHere, sit_down: Come) -> None:
    anne, gaston = sit_down(here), sit_down(here)
    room, (link,) = gathered(anne, 1)
    gaston.page.goto(link)
    gaston.page.locator("#name").fill("Gaston")
    gaston.page.locator(".fair-note summary").click()
    gaston.page.locator("#nonce").fill("  my own words ")
    assert not room_of(here, room).seats[0].nonce, "kept by her browser until the table is full"
    gaston.press(gaston.page.locator("button.first"))
    table = anne.arrive("/table/.*")
    assert gaston.arrive("/table/.*") == table
    dealt = room_of(here, table)
    assert [seat.nonce_origin for seat in dealt.seats] == [nonces.SEALED] * 2
    hers, his = (bytes.fromhex(seat.nonce).decode() for seat in dealt.seats)
    assert re.fullmatch("[0-9a-f]{32}", hers)
    assert re.fullmatch("my own words [0-9a-f]{32}", his), "so that his fingerprint cannot be guessed"
    assert compared(anne, table) == compared(gaston, table) == ["agrees"]
    expect(gaston.page.locator(".nonces q")).to_have_text("my own words")

    first, other = ((tables.seats.c.room == dealt.id) & (tables.seats.c.seat == seat) for seat in range(2))
    whole = tables.rooms.c.id == dealt.id
    lies: list[tuple[Any, Any, dict[str, str], list[str]]] = [
        (tables.rooms, whole, {"commitment": "ab" * 32}, ["differs", "secret"]),
        (tables.rooms, whole, {"began_again": "[[1]]"}, ["differs", "again"]),
        (tables.seats, other, {"nonce": b"what suits me".hex()}, ["differs", "others"]),
        (tables.seats, first, {"nonce": b"what suits me".hex()}, ["differs", "own"]),
    ]
    kept = {"commitment": dealt.commitment, "began_again": "[]"}
    for where, which, lie, expected in lies:
        with here.store.writing() as connection:
            connection.execute(update(where).where(which).values(lie))
        assert compared(anne, table) == expected
        with here.store.writing() as connection:
            connection.execute(update(tables.rooms).where(whole).values(kept))
            for own, seat in ((first, 0), (other, 1)):
                connection.execute(update(tables.seats).where(own).values(nonce=dealt.seats[seat].nonce))
    Table(here, dealt.id, [], []).play(random.Random(1))
    assert compared(anne, table) == ["agrees"], "with the secret as well"


def test_a_closed_browser_makes_the_others_begin_again_and_they_do_so_by_themselves(
    here: ServerHere, sit_down: Come
) -> None:
    anne, gaston, marie = sit_down(here), sit_down(here), sit_down(here)
    anne.context.add_init_script(DRAWN_AGAIN)
    room, (second, third) = gathered(anne, 2)
    gaston.come_by(second, "Gaston")
    gaston.arrive("/room/.*")
    gaston.leave()
    marie.come_by(third, "Marie")
    until(lambda: room_of(here, room).waited_for == (1,), "the others do not open")
    expect(anne.page.locator("#room .lead")).to_contain_text(TEXTS("stage.opening", who="Gaston"))
    time_is_up(here, room.rpartition("/")[2])
    table = anne.arrive("/table/.*")
    assert marie.arrive("/table/.*") == table
    dealt = room_of(here, table)
    assert dealt.began_again == ((1,),)
    assert [seat.nonce_origin for seat in dealt.seats] == [nonces.SEALED, nonces.ABSENT, nonces.SEALED]
    told = TEXTS("again.time", n=1, number=1, who="Gaston")
    expect(anne.page.locator("#aside .began-again")).to_have_text(told)
    assert compared(anne, table) == compared(marie, table) == ["agrees"]
    assert compared(gaston, table) == ["differs", "own"], "he can see that his part was not used"
    expect(gaston.page.locator(".began-again")).to_have_text(told)


def test_a_browser_that_keeps_nothing_is_drawn_for_and_the_page_says_so(here: ServerHere, sit_down: Come) -> None:
    anne = sit_down(here)
    anne.context.add_init_script(KEEPS_NOTHING)
    room, (link,) = gathered(anne, 1)
    gaston = sit_down(here)
    gaston.come_by(link, "Gaston")
    table = anne.arrive("/table/.*")
    dealt = room_of(here, room)
    assert [seat.nonce_origin for seat in dealt.seats] == [nonces.SERVER, nonces.SEALED]
    assert compared(anne, table) == ["nothing"]
    expect(anne.page.locator(".nonces")).to_contain_text(TEXTS("origin.server"))


def test_alone_against_a_bot_it_is_one_click_as_before(here: ServerHere, sit_down: Come) -> None:
    anne = sit_down(here)
    anne.page.goto("/")
    anne.press(anne.page.locator(".hero-play button").first)
    table = anne.arrive("/table/.*")
    assert re.fullmatch("[0-9a-f]{32}", bytes.fromhex(room_of(here, table).seats[0].nonce).decode())
    assert compared(anne, table) == ["agrees"]
