"""The shuffle against whoever runs the server: he reads the database, sits down last, refuses, and comes back."""

from __future__ import annotations

import html
import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from eminence.core import dealing, matchfile
from eminence.games import game
from eminence.server.pages import rendering
from eminence.server.storage import nonces, rooms
from eminence.server.storage.rooms import BINDING, OPENING
from tests.server.driving import Person, Server, ServerHere, running, until
from tests.server.sealing import NEVER, Gathering, fingerprint, read, time_is_up
from tests.server.test_rooms import links, make
from tests.server.test_store import made_by

TEXTS = rendering.texts("en")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    with closing(ServerHere(tmp_path_factory.mktemp("shuffle"), opening_pause=NEVER)) as server:
        yield server


def problem(answer: httpx.Response) -> str:
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"])


def all_that_is_written(path: Path) -> str:
    """Everything that an operator finds in the database."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def test_what_the_others_add_stands_nowhere_before_everybody_is_bound(here: ServerHere) -> None:
    with ExitStack() as stack:
        gathering = Gathering(here, stack, 2)
        anna = gathering.bound(0)
        hidden = anna.nonce.encode().hex()
        assert hidden not in all_that_is_written(here.path), "an operator who sits down now has nothing to try against"
        assert problem(anna.open()) == "not_opening", "too early: an operator could still sit down"
        assert hidden not in all_that_is_written(here.path)
        assert gathering.room.stage == ""
        operator = gathering.bound(1)
        assert gathering.room.stage == OPENING
        shown = operator.program.get().json()
        assert [seat["nonce_commitment"] for seat in shown["seats"]] == [
            fingerprint(anna.nonce),
            fingerprint(operator.nonce),
        ]
        assert (shown["stage"], shown["waited_for"], shown["phase"]) == (OPENING, [0, 1], "gathering")
        assert hidden not in all_that_is_written(here.path)

        assert anna.open().status_code == 200
        assert gathering.room.phase == rooms.GATHERING, "not dealt before the last is open"
        other = f"{operator.nonce} instead"
        assert problem(operator.program.post("open", nonce=other)) == "wrong_nonce"
        assert problem(operator.program.post("bind", nonce_commitment=fingerprint(other))) == "already_bound"
        with here.program(gathering.id, gathering.invitations[1]) as once_more:
            assert problem(once_more.post("join", nonce=other)) == "seat_taken"
        assert anna.nonce not in operator.program.get().text
        assert gathering.room.waited_for == (1,)
        dealt = operator.open()
        assert (dealt.json()["phase"], dealt.json()["stage"]) == ("playing", "")
        assert [sealed.open().status_code for sealed in (anna, operator)] == [200, 200], "sent again it is harmless"
        assert problem(anna.program.post("open", nonce="x")) == "already_bound"

        match = matchfile.loads(gathering.over(), game)
        assert list(match.nonces) == [anna.nonce.encode(), operator.nonce.encode()]
        assert match.commitment == gathering.room.commitment
        assert gathering.room.began_again == ()


def test_a_full_table_is_fixed(here: ServerHere) -> None:
    """Getting up and sitting down again would be another try for whoever knows what the others have opened."""
    with here.person("Host") as host, here.person("Fritz") as fritz:
        room = make(host, seats="3", nonce_commitment=fingerprint("host"), **{"seat.2": "page"})
        (link,) = links(host, room)
        fritz.post(link, name="Fritz", nonce_commitment=fingerprint("fritz"))
        assert fritz.post(f"{room}/open", nonce="fritz").status_code == 303
        before = here.rows(room.rpartition("/")[2])
        for answer in (
            host.post(f"{room}/leave", "room"),
            host.post(f"{room}/seat", "room", seat="2", kind="friend"),
        ):
            assert (answer.status_code, answer.text) == (409, TEXTS("problem.being_dealt"))
        assert host.post(f"{room}/bind", "room", nonce_commitment=fingerprint("other")).status_code == 409
        assert here.rows(room.rpartition("/")[2]) == before
        page = host.get(room).text
        assert f'action="{room}/leave"' not in page
        assert f'action="{room}/seat"' not in page


def test_whoever_does_not_open_makes_the_table_begin_again_once_and_all_are_told(here: ServerHere) -> None:
    with ExitStack() as stack:
        gathering = Gathering(here, stack, 3)
        anna, bert, clara = gathering.full()
        with here.person() as looker:
            looker.get(f"/watch/{gathering.id}/{gathering.watch_token}")
            stream = stack.enter_context(looker.stream(f"/room/{gathering.id}/stream"))
            heard = stack.enter_context(anna.program.stream())
            assert [sealed.open().status_code for sealed in (anna, bert)] == [200, 200]
            time_is_up(here, gathering.id)
            room = gathering.room
            assert (room.stage, room.began_again, room.waited_for) == (BINDING, ((2,),), (0, 1))
            drawn = room.seats[2]
            assert drawn.nonce_origin == nonces.ABSENT
            assert drawn.nonce_commitment == dealing.commitment(bytes.fromhex(drawn.nonce))
            assert not room.seats[0].nonce, "what is known to an operator is not used again"
            first = TEXTS("again.time", n=1, number=1, who="Seat 2")
            stream.until(lambda events: first in html.unescape(events[-1].data))
            heard.until(lambda events: events[-1].name == "room" and events[-1].json["began_again"] == [[2]])

            assert problem(anna.open()) == "not_opening"
            assert problem(clara.open()) == "already_bound", "too late for her"
            assert problem(clara.bind_anew()) == "already_bound"
            assert [sealed.bind_anew().status_code for sealed in (anna, bert)] == [200, 200]
            assert anna.program.post("bind", nonce_commitment=fingerprint(anna.nonce)).status_code == 200, "once more"
            assert gathering.room.stage == OPENING
            assert gathering.room.seats[2] == drawn, "the server is bound to it as they are"
            assert anna.open().status_code == 200
            time_is_up(here, gathering.id)
            assert gathering.room.began_again == ((2,), (1,))
            anna.bind_anew()
            assert anna.open().json()["phase"] == "playing", "there is nobody left who could refuse"

            told = [first, TEXTS("again.time", n=1, number=2, who="Seat 1")]
            for path in (f"/table/{gathering.id}", f"/table/{gathering.id}/fair"):
                page = html.unescape(looker.get(path).text)
                assert [line for line in told if line in page] == told
        match = matchfile.loads(gathering.over(), game)
        assert match.nonces[0] == anna.nonce.encode() != match.nonces[1]
        assert match.nonces[2].hex() == drawn.nonce


def test_whoever_is_not_bound_anew_in_time_is_drawn_for(here: ServerHere) -> None:
    with ExitStack() as stack:
        gathering = Gathering(here, stack, 3)
        anna, bert, _ = gathering.full()
        assert [sealed.open().status_code for sealed in (anna, bert)] == [200, 200]
        time_is_up(here, gathering.id)
        anna.bind_anew()
        time_is_up(here, gathering.id)
        room = gathering.room
        assert (room.stage, room.began_again) == (OPENING, ((2,),)), "nobody has opened in vain this time"
        assert [seat.nonce_origin for seat in room.seats] == [nonces.SEALED, nonces.ABSENT, nonces.ABSENT]
        assert anna.open().json()["phase"] == "playing"


def test_a_table_that_nobody_opens_is_dealt_all_the_same(tmp_path: Path) -> None:
    """Browsers were closed: nothing hangs, also where the server was away when the time was up."""
    with closing(ServerHere(tmp_path, opening_pause=NEVER)) as first, ExitStack() as stack:
        waiting = Gathering(first, stack, 2)
        waiting.full()
        assert waiting.room.stage == OPENING
    with closing(ServerHere(tmp_path, opening_pause=0.05)) as second, ExitStack() as stack:
        gathering = Gathering(second, stack, 2)
        gathering.full()
        for room in (gathering.id, waiting.id):
            until(lambda: read(second, room).phase == rooms.PLAYING)  # noqa: B023
            assert read(second, room).began_again == (), "nobody has opened in vain"
            assert {seat.nonce_origin for seat in read(second, room).seats} == {nonces.ABSENT}
        until(lambda: not second.app.state.services.openings._waiting)


def test_a_server_that_is_killed_while_nonces_are_opened(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0", "--no-limits") as server, ExitStack() as stack:
        gathering = Gathering(server, stack, 2)
        sealed = gathering.full()
        assert sealed[0].open().status_code == 200
        server.kill()
        server.again()
        assert gathering.room.waited_for == (1,), "what was acknowledged is there"
        assert sealed[1].open().json()["phase"] == "playing"
        assert matchfile.loads(gathering.over(), game).nonces[0] == sealed[0].nonce.encode()


def origins(person: Person, path: str) -> list[str]:
    """What the page about a shuffle says of where each part comes from, and what remains."""
    page = html.unescape(person.get(f"{path}/fair").text)
    known = [f"{section}.{key}" for section, keys in MARKS.items() for key in keys]
    return [key for key in known if TEXTS(key) in page]


MARKS = {"origin": ("sealed", "open", "alone", "server", "absent", "earlier"), "remains": ("drawn", "open")}


def test_the_page_says_where_each_part_comes_from_and_what_remains(here: ServerHere) -> None:
    with here.person("Host") as host, here.person("Fritz") as fritz, here.person("Greta") as greta:
        room = make(host, nonce_commitment=fingerprint("host 1"))
        first, second = links(host, room)
        fritz.post(first, name="Fritz")
        assert TEXTS("join.no_script") in greta.get(second).text
        assert greta.post(second, name="Greta", nonce="1655").headers["location"] == room, "the host is to open first"
        table = str(host.post(f"{room}/open", nonce="host 1").headers["location"])
        assert table.startswith("/table/")
        said = ["origin.sealed", "origin.open", "origin.server", "remains.drawn", "remains.open"]
        assert origins(host, table) == origins(greta, table) == said
        alone = host.post("/play", game="richelieu", level="page", nonce="mine").headers["location"]
        assert origins(host, alone) == ["origin.alone"]
        drawn = host.post("/play", game="richelieu", level="page").headers["location"]
        assert origins(host, drawn) == ["origin.server", "remains.drawn"]
        sealed = make(host, seats="2", nonce_commitment=fingerprint("host 2"))
        fritz.post(links(host, sealed)[0], name="Fritz", nonce_commitment=fingerprint("fritz 2"))
        for person, nonce in ((host, "host 2"), (fritz, "fritz 2")):
            dealt = person.post(f"{sealed}/open", nonce=nonce).headers["location"]
        assert origins(host, dealt) == ["origin.sealed"]


@pytest.mark.parametrize("lie", ["rooms SET commitment = '00'", "seats SET nonce_commitment = '00'"])
def test_the_page_itself_compares_what_was_fixed_with_what_was_used(here: ServerHere, lie: str) -> None:
    table = here.room(2, options={"short": True})
    table.play(random.Random(4))
    with table.person(0) as person:
        assert TEXTS("fair.holds") in person.checked(f"{table.path}/fair").text
        with here.store.writing() as connection:
            where = f"{'id' if lie.startswith('rooms') else 'room'} = '{table.id}'"
            connection.exec_driver_sql(f"UPDATE {lie} WHERE {where}")
        assert TEXTS("fair.fails") in person.checked(f"{table.path}/fair").text


def test_a_rematch_is_bound_anew(server: Server) -> None:
    table = server.room(2, options={"short": True})
    table.play(random.Random(2))
    with table.person(0) as one, table.person(1) as two:
        room = one.post(f"{table.path}/rematch", nonce_commitment=fingerprint("one")).headers["location"]
        assert two.post(f"{table.path}/rematch", nonce_commitment=fingerprint("two")).headers["location"] == room
        assert read(server, room.rpartition("/")[2]).stage == OPENING
        assert TEXTS("line.being_dealt") in one.get("/mine").text
        assert two.post(f"{room}/open", nonce="two").headers["location"] == room
        assert one.post(f"{room}/open", nonce="one").headers["location"] == room.replace("/room/", "/table/")
        assert origins(one, room.replace("/room/", "/table/")) == ["origin.sealed"]


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"nonce_commitment": "ab" * 31}, "bad_commitment"),
        ({"nonce_commitment": "AB" * 32}, "bad_commitment"),
        ({"nonce_commitment": "ab" * 33}, "bad_body"),
        ({"nonce_commitment": "ab" * 32, "nonce": "as well"}, "bad_commitment"),
    ],
)
def test_what_is_no_commitment_is_refused(here: ServerHere, wish: dict[str, str], error: str) -> None:
    with ExitStack() as stack:
        gathering = Gathering(here, stack, 2)
        before = here.rows(gathering.id)
        with here.program(gathering.id, gathering.invitations[0]) as invited:
            assert problem(invited.post("join", **wish)) == error
        assert here.rows(gathering.id) == before


def test_a_room_that_gathered_before_nonces_were_sealed_begins_and_an_old_match_verifies(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    for folder in (new, old):
        folder.mkdir()
    with closing(ServerHere(new)) as house, ExitStack() as stack:
        finished = house.room(2, options={"short": True})
        finished.play(random.Random(3))
        gathering = Gathering(house, stack, 2)
        gathering.come(0, nonce="given openly")
    made_by("0002", old / "eminence.db", new / "eminence.db")
    with closing(ServerHere(old, opening_pause=NEVER)) as house, ExitStack() as stack:
        gathering.server, gathering.stack, finished.server = house, stack, house
        assert gathering.room.seats[0].nonce_commitment == fingerprint("given openly")
        assert gathering.bound(1).open().json()["phase"] == "playing"
        assert matchfile.loads(gathering.over(), game).nonces[0] == b"given openly"
        with finished.person(0) as person:
            assert origins(person, finished.path) == ["origin.earlier", "remains.drawn", "remains.open"]
            assert TEXTS("fair.holds") in person.checked(f"{finished.path}/fair").text
            file = person.get(f"{finished.path}/match.json").text
        assert matchfile.loads(file, game).over
