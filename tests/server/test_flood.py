"""Many rooms of bots: none plays for nobody, no guest waits for all of them, and no veto is lost in the crowd."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from eminence.core.game import Game
from eminence.server.answering.thinking import AT_FIRST_SIGHT, think
from eminence.server.live import live_rooms
from eminence.server.live.live_rooms import LiveRooms
from eminence.server.storage import match_log
from tests.server.discreet import DISCREET, his_ask, moment
from tests.server.driving import Program, Server, Table, running, until
from tests.server.worlds import put

CROWD = 40
LEVEL = "courtier"


def bots_alone(server: Server, level: str, seats: int = 2) -> Program:
    """A room of bots, made by a program, and whoever might watch it."""
    with server.client() as client:
        wish = {"game": "richelieu", "places": [{"level": level}] * seats}
        made = client.post("/api/rooms", json=wish).json()
    assert made["phase"] == "playing"
    return server.program(made["id"], made["watch_token"])


def entries(server: Server, room: str) -> int:
    with closing(sqlite3.connect(server.path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM entries WHERE room = ?", (room,)).fetchone()[0]
    return found


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker, whose bots do not wait."""
    with running(tmp_path_factory.mktemp("flood"), "--pace", "0", "--workers", "1", "--no-limits") as server:
        yield server


def test_bots_alone_wait_for_somebody_to_watch(hasty: Server) -> None:
    """By a stream, or by looking at the table now and then; and not before, however long others play meanwhile."""
    with bots_alone(hasty, "page") as one, bots_alone(hasty, "page") as two:
        dealt = [entries(hasty, room.room) for room in (one, two)]
        guest = hasty.room(2, bots={1: "page"})
        with guest.program(0) as program:
            for _ in range(3):
                guest_answers(program, guest)
        assert [entries(hasty, room.room) for room in (one, two)] == dealt
        with one.stream() as stream:
            stream.until_told(dealt[0])
            until(lambda: entries(hasty, one.room) > dealt[0])
        assert entries(hasty, two.room) == dealt[1]
        assert two.get("table").status_code == 200
        until(lambda: entries(hasty, two.room) > dealt[1])


def test_whoever_looked_once_does_not_watch_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[str] = []
    now = 1000.0
    monkeypatch.setattr(live_rooms, "time", SimpleNamespace(monotonic=lambda: now))
    rooms = LiveRooms(came.append)
    rooms.glance("a table")
    now += live_rooms.GLANCE - 1
    assert rooms.watched("a table")
    assert not rooms.watched("another")
    now += 2
    assert not rooms.watched("a table")
    rooms.glance("a table")
    rooms.glance("a table")
    assert came == ["a table"] * 2, "bots are told when somebody comes, and not whenever he looks"


def guest_answers(program: Program, table: Table) -> None:
    """A guest answers what he is asked, and waits for the bot to do so."""
    until(lambda: table.opened().room.asked == (0,))
    ask = program.table()["ask"]
    sent = program.post("answers", ask=ask["id"], choice=ask["choices"][0]["text"])
    assert sent.status_code == 200, sent.text
    until(lambda: table.opened().room.asked == (0,))


def test_a_guest_does_not_wait_for_the_crowd(hasty: Server) -> None:
    """Counted in answers that others get before he gets his: a few, and not as many as there are rooms."""
    with ExitStack() as stack:
        crowd = [stack.enter_context(bots_alone(hasty, LEVEL)) for _ in range(CROWD)]
        for watcher in crowd:
            assert watcher.get("table").status_code == 200
        rooms = [watcher.room for watcher in crowd]
        before = {room: entries(hasty, room) for room in rooms}
        until(lambda: sum(entries(hasty, room) > before[room] for room in rooms) > 5)  # they all are at it
        guest = hasty.room(2, bots={1: LEVEL})
        with guest.program(0) as program:
            waited: list[int] = []
            while len(waited) < 3:
                for watcher in crowd[:: CROWD // 4]:
                    watcher.get("table")  # still somebody there
                guest_answers(program, guest)
                if (others := between_turns(hasty, guest, rooms)) is not None:
                    waited.append(others)
        assert min(waited) < CROWD / 4, waited


def between_turns(server: Server, guest: Table, rooms: list[str]) -> int | None:
    """How many answers others got between the guest's last answer and the bot's first after it, if it gave one."""
    with closing(sqlite3.connect(server.path)) as connection:
        seats = connection.execute(
            "SELECT seat, at FROM entries WHERE room = ? AND seat >= 0 ORDER BY number DESC", (guest.id,)
        ).fetchall()
        bots = [at for seat, at in seats[: next(i for i, (seat, _) in enumerate(seats) if seat == 0)]]
        if not bots:
            return None
        asked = next(at for seat, at in seats if seat == 0)
        places = ", ".join("?" for _ in rooms)
        query = f"SELECT count(*) FROM entries WHERE seat >= 0 AND room IN ({places}) AND at > ? AND at < ?"
        found: int = connection.execute(query, (*rooms, asked, bots[-1])).fetchone()[0]
    return found


@pytest.mark.parametrize(("rooms", "pace"), [(CROWD, "0.05"), (0, "0.001")], ids=["in the crowd", "in haste"])
@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
def test_a_veto_is_not_lost(tmp_path: Path, game: Game, rooms: int, pace: str) -> None:
    """With a beat that is far too short for a worker to come to it in time, or to think about it to the end."""
    with running(tmp_path, "--pace", pace, "--workers", "1", "--no-limits") as server, ExitStack() as stack:
        at = moment(server, game)
        at.put(True, False, level=LEVEL)
        asked = at.table.answer(at.player, at.play).playing
        view, ask = asked.view(at.other), asked.asks()[at.other]
        seed = f"{at.table.opened().room.seats[at.other].seed}/{asked.given(at.other)}"
        assert {think(level, seed, view, ask)[0] for level in (LEVEL, AT_FIRST_SIGHT)} == {at.something}
        put(server.path, at.table.id, at.rows(True, False, level=LEVEL))
        crowd = [stack.enter_context(bots_alone(server, LEVEL)) for _ in range(rooms)]
        before = {watcher.room: entries(server, watcher.room) for watcher in crowd}
        for watcher in crowd:
            assert watcher.get("table").status_code == 200
        until(lambda: sum(entries(server, room) > known for room, known in before.items()) >= rooms // 6)
        with at.table.person(at.player) as player:
            ask_id = match_log.ask_id(at.table.opened().playing, at.player)
            assert player.post(f"{at.table.path}/answer", ask=ask_id, choice=at.play).status_code == 303
            his = his_ask(at)

            def given() -> list[str]:
                with server.store.reading() as connection:
                    return match_log.given(connection, at.table.opened().room, at.other, his)

            assert until(given) == [at.something]
