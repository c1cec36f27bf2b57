"""The pace of bots, as whoever waits for them sets it at the table."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.browser.conftest import Come, serving
from tests.browser.people import PHONE, until
from tests.server.driving import Server, Table

PACE = 6.0
"""Seconds: long enough that a bot who answers sooner on a busy machine does so because it was told to."""


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from serving(tmp_path_factory.mktemp("house"), PACE)


def waits(table: Table, seat: int) -> list[float]:
    """How long after the answer before it each answer of a seat came."""
    query = "SELECT seat, at FROM entries WHERE room = ? AND seat >= 0 ORDER BY number"
    with closing(sqlite3.connect(table.server.path)) as database:
        answers = database.execute(query, (table.id,)).fetchall()
    return [at - before for (_, before), (who, at) in itertools.pairwise(answers) if who == seat]


def test_faster_is_offered_while_one_waits_for_bots_and_they_are(sit_down: Come, slow_server: Server) -> None:
    """By one tap, for every answer from the next on, without the page being loaded anew; and it stays so."""
    table = slow_server.room(2, bots={1: "page"}, secret=b"some cards")
    person = sit_down(slow_server, **PHONE).sit(table)
    page = person.page
    faster, slower = page.locator(".faster"), page.locator(".slower")
    assert not faster.is_visible(), "it is for those who wait"
    for number, sees in enumerate((faster, slower)):
        person.choose(person.state()["choices"][0])
        if "no marker" in person.state()["choices"]:
            person.choose("no marker")
        sees.wait_for()
        if not number:
            person.press(faster)
            slower.wait_for()
            assert not faster.is_visible(), "one of the two"
        person.wait_for(lambda state: state["turn"], "the bot does not answer")
    usual, *_, quick = waits(table, 1)
    assert usual >= PACE, "what was thought of already comes when it was to come"
    assert quick < PACE * 0.9
    person.assert_undisturbed()

    page.locator("#set").tap()
    chosen = page.locator('#settings [name="speed"][aria-pressed="true"]')
    assert chosen.get_attribute("value") == "quick", "the settings say the same"
    page.reload()
    until(lambda: page.locator("body").get_attribute("data-speed") == "quick", "it is forgotten")
