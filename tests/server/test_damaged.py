"""A match that is damaged is a problem of its own: it marks its line, and breaks nobody else's page."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import Final

import pytest

from eminence.core.texts import LANGUAGES
from eminence.server.pages import rendering
from tests.server.driving import Server, Table, until
from tests.server.refusing import page, told

SNAPSHOT: Final = "DELETE FROM snapshots WHERE room = ?"
DAMAGES: Final = {
    "an entry was altered": ("UPDATE entries SET choice = 'pass' WHERE room = ? AND number = 7", SNAPSHOT),
    "a hash was altered": ("UPDATE entries SET hash = 'x' WHERE room = ?",),
    "an entry is missing": ("DELETE FROM entries WHERE room = ? AND number = 3", SNAPSHOT),
    "a seat is missing": ("DELETE FROM seats WHERE room = ? AND seat = 1",),
    "options are no JSON": ("UPDATE rooms SET options = '{' WHERE id = ?",),
    "the secret is none": ("UPDATE rooms SET secret = 'secret' WHERE id = ?",),
    "the game is unknown": ("UPDATE rooms SET game = 'chess' WHERE id = ?",),
    "its rules are unknown": ("UPDATE rooms SET rules = 99 WHERE id = ?",),
}


def damage(server: Server, table: Table, what: str) -> None:
    with closing(sqlite3.connect(server.path, timeout=60)) as connection, connection:
        for statement in DAMAGES[what]:
            connection.execute(statement, (table.id,))


def two_tables(server: Server) -> tuple[Table, Table]:
    """Two tables at which the same person sits: open to everybody, and in play."""
    good, bad = (server.room(2, names=("Anna", name), listed=True) for name in ("Good", "Bad"))
    for table in (good, bad):
        table.play(random.Random(3), 20)
    with closing(sqlite3.connect(server.path, timeout=60)) as connection, connection:
        connection.execute("UPDATE seats SET person = ? WHERE room = ? AND seat = 0", (good.people[0], bad.id))
    return good, bad


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_match_marks_its_own_line_and_breaks_no_page(server: Server, what: str) -> None:
    good, bad = two_tables(server)
    damage(server, bad, what)
    for language in LANGUAGES:
        with good.person(0, language) as person:
            for path in ("/", "/mine"):
                shown = person.get(path)
                assert shown.status_code == 200
                assert good.path in shown.text
                assert rendering.texts(language)("line.unreadable") in shown.text
                assert f"({bad.id})" in shown.text
            page(person.get(bad.path), "unreadable", language)
            assert person.post("/me/name", name="Anna", back="/mine").status_code == 303
            assert person.get(good.path).status_code == 200
    with good.program(0) as program:
        assert program.http.get("/api/rooms").status_code == 200
        assert program.get("table").status_code == 200
    with bad.program(0) as program:
        told(program.get("table"), "unreadable")
        told(program.post("answers", ask="1.1", choice="pass"), "unreadable")
    with good.person(0) as person:  # and he can be rid of it
        assert person.post("/me/forget", sure="yes").status_code == 303
        assert person.get(bad.path).status_code in (403, 404, 500)


def test_a_damaged_match_is_logged_once_and_its_bots_wait_for_nothing(quiet: Server) -> None:
    good = quiet.room(2)
    bad = quiet.room(2, bots={1: "page"})
    with bad.person(0) as person:
        assert person.get(bad.path).status_code == 200
        damage(quiet, bad, "a hash was altered")
        for _ in range(5):
            assert person.get(bad.path).status_code == 500
            assert person.get("/mine").status_code == 200
    assert quiet.log.count('"room.unreadable"') == 1
    quiet.kill()
    quiet.again()  # a server that starts over it takes it up, and lets it be
    with bad.person(0) as person:
        assert person.get(bad.path).status_code == 500
    until(lambda: quiet.log.count('"room.unreadable"') == 2)
    assert "bot_failed" not in quiet.log
    with good.person(0) as person:
        assert person.get(good.path).status_code == 200


def test_a_damaged_rematch_leaves_the_match_before_it_readable(server: Server) -> None:
    over, bad = server.room(2), server.room(2)
    over.play(random.Random(5))
    with closing(sqlite3.connect(server.path, timeout=60)) as connection, connection:
        connection.execute("UPDATE rooms SET next = ? WHERE id = ?", (bad.id, over.id))
    damage(server, bad, "options are no JSON")
    with over.person(0) as person:
        assert person.get(over.path).status_code == 200


def test_a_story_that_cannot_be_read_breaks_its_own_table_only(server: Server) -> None:
    good, bad = two_tables(server)
    with closing(sqlite3.connect(server.path, timeout=60)) as connection, connection:
        connection.execute("UPDATE events SET event = '{' WHERE room = ?", (bad.id,))
    with good.person(0) as person:
        page(person.get(bad.path), "unreadable")
        for path in ("/", "/mine", good.path):
            assert person.get(path).status_code == 200
    with bad.program(0) as program:
        told(program.get("story"), "unreadable")
