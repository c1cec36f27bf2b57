"""There is no end to taking back: a match can have any number of events, and its page must not grow with them."""

from __future__ import annotations

import re

from eminence.core.match import BACK
from eminence.server import log
from eminence.server.pages.table import SHOWN
from tests.server.driving import Server


def test_the_page_tells_the_last_events_however_many_there_were(server: Server) -> None:
    table = server.room(2)
    with server.store.writing() as connection:
        told = log.open_room(connection, table.id).room.told
        while told < SHOWN + 50:
            for choice in ("take 1L", BACK):
                match = log.open_room(connection, table.id).playing
                ask = log.ask_id(match, 0)
                if choice == BACK:
                    opened = log.take_back(connection, table.id, 0, ask)
                else:
                    opened = log.answer(connection, table.id, 0, ask, [choice])
            told = opened.room.told
    with table.person(0) as person:
        page = person.get(table.path).text
    numbers = [int(number) for number in re.findall(r'<li data-number="(\d+)"', page)]
    assert numbers == list(range(told - SHOWN, told))
