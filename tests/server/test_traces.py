"""What a match leaves behind: logs and measures in which nothing of it, and of nobody, can be read."""

import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from eminence.core.texts import LANGUAGES
from eminence.games import game
from tests.server.driving import Server, Table, running

TALK = "Le cardinal a-t-il encore le disque d'or?"
NAMES = ("Zénobie", "Quasimodo")
FIELDS = {"time", "level", "event", "method", "route", "status", "ms", "traceback", "connections"}
ROUTE = re.compile(r"(/[a-z_.]*(\{[a-z]+\})?)+|none")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Table]]:
    """A server on which one whole match was played, with all that may go wrong; and then something broke."""
    with running(tmp_path_factory.mktemp("traces"), "--pace", "0", "--no-limits") as server:
        table = server.room(2, names=NAMES)
        play_by_all_means(server, table)
        yield server, table


def play_by_all_means(server: Server, table: Table) -> None:
    chance = random.Random(5)
    with table.person(0) as one, table.person(1) as two, table.program(0) as program, table.spectator() as gallery:
        assert one.get("/mine").status_code == 200
        assert one.post(f"{table.path}/say", text=TALK).status_code == 303
        assert gallery.post(f"{table.path}/say", text=TALK).status_code == 303
        assert gallery.get(f"{table.path}?why=take+1L&secret={TALK}").status_code == 200
        assert gallery.post(f"{table.path}/answer", ask="1.1", choice=TALK).status_code == 403
        assert program.post("answers", ask="1.1", choice=TALK).status_code == 409
        assert program.http.get(f"/api/rooms/{TALK}").status_code == 404
        assert one.get(f"/s/{table.id}/{table.opened().room.seats[1].token}").status_code == 200
        with one.stream(f"{table.path}/stream"), program.stream():
            for _ in range(2):
                table.play(chance, stop=lambda opened: opened.room.asked == (0,))
                assert one.answer(table.path).status_code == 303
                table.play(chance, stop=lambda opened: opened.room.asked == (1,))
                assert two.answer(table.path).status_code == 303
        table.play(chance)
        assert one.get(f"{table.path}/match.json").status_code == 200
        with without(server, "events"):
            assert one.get(table.path).status_code == 500
            assert program.get("story").status_code == 500


@contextmanager
def without(server: Server, name: str) -> Iterator[None]:
    """Something breaks: a table of the database is gone for a while."""
    with closing(sqlite3.connect(server.path)) as connection:
        connection.execute(f"ALTER TABLE {name} RENAME TO lost")
        yield
        connection.execute(f"ALTER TABLE lost RENAME TO {name}")


def secrets_of(server: Server) -> dict[str, str]:
    """Everything that a log must not hold, by what it is."""
    with closing(sqlite3.connect(server.path)) as connection:
        connection.row_factory = sqlite3.Row
        names = ("rooms", "seats", "people", "entries", "keys")
        rows = {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}
    (room,) = rows["rooms"]
    found: dict[str, Any] = {name: room[name] for name in ("id", "secret", "commitment", "watch_token")}
    found |= {"talk": TALK, "a part of the talk": "cardinal", "key of cookies": rows["keys"][0]["value"]}
    for seat in rows["seats"]:
        found |= {f"{name} of seat {seat['seat']}": seat[name] for name in ("token", "key", "person", "name", "nonce")}
        found[f"typed nonce of seat {seat['seat']}"] = f"nonce of {seat['seat']}"
        found[f"cookie of seat {seat['seat']}"] = server.identities.write(seat["person"])
        found[f"form token of seat {seat['seat']}"] = server.identities.form_token(seat["person"])
    found |= {f"personal link of {person['id']}": person["token"] for person in rows["people"]}
    found |= {f"hash of {entry['number']}": entry["hash"] for entry in rows["entries"]}
    found |= {f"choice {entry['number']}": f'"{entry["choice"]}"' for entry in rows["entries"]}
    return found


def test_logs_and_measures_hold_nothing_of_a_match_or_a_person(played: tuple[Server, Table]) -> None:
    server, _ = played
    log, measures = server.log, server.measures
    assert log.count('"event": "request"') > 20
    assert '"status": 500' in log
    assert "eminence_answers_total" in measures
    assert {what for what, secret in secrets_of(server).items() if secret in log or secret in measures} == set()
    assert not any(name in measures for name in game("richelieu").visible)
    for line in log.splitlines():
        told = json.loads(line)
        assert set(told) <= FIELDS, told
        assert ROUTE.fullmatch(told.get("route", "none")), told
        assert isinstance(told.get("status", 0), int)
        assert isinstance(told.get("ms", 0.0), float)
    with server.client() as client:  # measures are for this machine only
        assert client.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_broke_is_not_told_to_those_outside(played: tuple[Server, Table], language: str) -> None:
    server, table = played
    with table.person(0, language) as person, table.program(0, language) as program:
        with without(server, "seats"):
            page, bare = person.get(table.path), person.get(table.path, headers={"x-fragment": "scene"})
        with without(server, "events"):
            api = program.get("story")
        for answer in (page, bare, api):
            assert answer.status_code == 500
            assert not re.search("Traceback|sqlite|no such table|File |people", answer.text, re.IGNORECASE)
            assert "content-security-policy" in answer.headers
            wanted = {"x-content-type-options": "nosniff", "cache-control": "no-store", "connection": "close"}
            assert wanted.items() <= dict(answer.headers).items()
        assert f'<html lang="{language}"' in page.text
        assert api.json()["error"] == "fault"
        assert bare.text == api.json()["message"]
        assert api.json()["message"] in page.text.replace("&#39;", "'")
        assert person.get(table.path).status_code == 200
