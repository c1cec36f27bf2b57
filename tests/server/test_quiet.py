"""Where whoever is quick would tell something by that, nobody is seen to have answered: not in a byte."""

from __future__ import annotations

import random

import pytest

from eminence.games import game
from eminence.server.storage import match_log
from tests.server.driving import Server, Table

DEVIL = "deal_with_the_devil"


def at(server: Server, step: str) -> Table:
    """A table at which all are asked at a step, and none has answered."""
    table = server.room(4, of=DEVIL, secret=b"for the tests")
    table.play(random.Random(5), stop=lambda opened: opened.playing._state.step().name == step)
    return table


def seen_while(table: Table, seat: int) -> list[str]:
    """The scene of somebody before another answers and after it."""
    found = []
    with table.person(1) as reader:
        for answers in (True, False):
            found.append(reader.get(table.path, headers={"x-fragment": "scene"}).text)
            if answers:
                answer(table, seat)
    return found


def answer(table: Table, seat: int) -> None:
    """He does nothing, in as many small answers as that takes."""
    match = table.opened().playing.clone()
    choices = []
    while seat in match.asked:
        texts = match.asks()[seat].texts
        idle = next((text for text in texts if text in ("leave", "seal", "devil nobody", "cultist nobody")), "")
        choices.append(idle or next(text for text in texts if text.startswith(("bribe", "lay", "price"))))
        match.choose(seat, choices[-1])
    with table.server.store.writing() as connection:
        ask = match_log.ask_id(table.opened().playing, seat)
        match_log.answer(connection, table.id, seat, ask, choices)


@pytest.mark.parametrize("step", ["answer_first", "answer_second", "load"])
def test_nobody_is_seen_to_have_answered(server: Server, step: str) -> None:
    page = game(DEVIL).page
    assert page
    assert step in page.QUIET
    table = at(server, step)
    before, after = seen_while(table, 2)
    assert before == after


def test_elsewhere_the_others_see_who_is_ready(server: Server) -> None:
    before, after = seen_while(at(server, "offer"), 2)
    assert before != after
