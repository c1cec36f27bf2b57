"""Rooms, as people meet them: links, seats, bots, leaving, watching, another browser, another game."""

import html
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from eminence.core import dealing, matchfile
from eminence.core.match import Match
from eminence.games import game
from eminence.server.pages import rendering
from eminence.server.storage import match_log, rooms, tables
from eminence.server.storage.rooms import Room
from tests.server.driving import Person, Server, until

LINK = re.compile(r"/s/\w+/[\w-]+")
WATCH = re.compile(r"/watch/\w+/[\w-]+")


@pytest.fixture
def people(server: Server) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(name)) for name in ("Host", "Fritz", "Greta", "Hans")]


def make(host: Person, of: str = "richelieu", **fields: str) -> str:
    """A room for friends; where it gathers, or its table if it is full."""
    answer = host.post(f"/new/{of}", **{"name": host.name, "seats": "3", **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def at(room: str) -> str:
    return room.replace("/room/", "/table/")


def read(server: Server, path: str) -> Room:
    with server.store.reading() as connection:
        return rooms.read(connection, path.rpartition("/")[2])


def links(person: Person, room: str) -> list[str]:
    """The links to seats that somebody is shown, in order, each once."""
    return list(dict.fromkeys(LINK.findall(html.unescape(person.get(room).text))))


def watch_link(person: Person, page: str) -> str:
    """The link for spectators on a page that somebody sees."""
    found = WATCH.search(html.unescape(person.get(page).text))
    assert found
    return found[0]


def sit(person: Person, link: str, **fields: str) -> str:
    """Open a link, sit down; where that leads."""
    page = person.get(link)
    assert page.status_code == 200, page.text
    answer = person.post(link, **{"name": person.name, **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_link_for_each_seat_and_the_match_begins_when_the_last_is_taken(server: Server, people: list[Person]) -> None:
    host, fritz, greta, _ = people
    room = make(host, nonce="the host's own words")
    first, second = links(host, room)
    assert read(server, room).commitment in fritz.get(first).text, "shown before anybody adds to the shuffle"
    with host.stream(f"{room}/stream") as stream:
        stream.until(bool)
        assert sit(fritz, first) == room
        stream.until(lambda events: events[-1].name == "room" and "Fritz" in events[-1].data)
        assert links(host, room) == [second], "a link that is used up is shown no more"
        assert links(fritz, room) == [], "only the host hands out links"
        assert fritz.get(at(room)).headers["location"] == room
        assert sit(greta, second, nonce="1655") == at(room)
        stream.until(lambda events: events[-1].name == "go" and events[-1].data == at(room))
    for person in people[:3]:
        assert person.get(room).headers["location"] == at(room)
        page = html.unescape(person.get(at(room)).text)
        assert rendering.texts("en")("seats.you", name=person.name) in page, "each sees it from the own seat"
        assert ('name="choice"' in page) is (person is host)
    begun = read(server, room)
    assert [seat.name for seat in begun.seats] == ["Host", "Fritz", "Greta"]
    typed = [bytes.fromhex(seat.nonce).decode() for seat in begun.seats]
    assert (typed[0], typed[2]) == ("the host's own words", "1655")
    assert len(typed[1]) == 32, "for whoever adds nothing, something is drawn"
    assert begun.commitment == dealing.commitment(begun.secret)


def test_the_host_gives_a_seat_to_a_bot_and_back(server: Server, people: list[Person]) -> None:
    host, fritz, greta, _ = people
    room = make(host)
    first, second = links(host, room)
    assert host.post(f"{room}/seat", seat="1", kind="page").headers["location"] == room
    assert links(host, room) == [second]
    assert rendering.texts("en")("room.seat_friend") in host.get(room).text
    assert "<form" not in fritz.get(first).text.partition("<main")[2].partition("</main>")[0]
    assert fritz.post(first, name="Fritz").status_code == 409, "the bot keeps its seat"
    assert read(server, room).seats[1].level == "page"
    piece = host.post(f"{room}/seat", "room", seat="1", kind="friend")
    assert piece.status_code == 200
    assert first in LINK.findall(html.unescape(piece.text))
    sit(fritz, first)
    sit(greta, second)
    assert read(server, room).phase == rooms.PLAYING
    assert host.post(f"{room}/seat", seat="1", kind="page").status_code == 409, "too late"


def test_whoever_leaves_makes_room_for_another(server: Server, people: list[Person]) -> None:
    host, fritz, greta, hans = people
    room = make(host)
    first, second = links(host, room)
    sit(fritz, first)
    assert fritz.post(second, name="Fritz").status_code == 409, "one seat each"
    assert fritz.post(f"{room}/leave").status_code == 303
    assert read(server, room).seats[1].is_open
    assert not read(server, room).seats[1].nonce
    assert first in links(host, room)
    sit(hans, first)
    assert host.post(f"{room}/leave").status_code == 303
    assert len(links(host, room)) == 2, "a host without a seat is the host still"
    sit(greta, second)
    assert sit(host, links(host, room)[0]) == at(room)
    assert [seat.name for seat in read(server, room).seats] == ["Host", "Hans", "Greta"]
    assert hans.post(f"{room}/leave").status_code == 409


def test_whoever_got_up_hears_nothing_of_whoever_sits_there_now(server: Server, people: list[Person]) -> None:
    host, fritz, greta, hans = people
    room = make(host)
    first, second = links(host, room)
    sit(fritz, first)
    with fritz.stream(f"{at(room)}/stream") as stream:
        assert fritz.post(f"{room}/leave").status_code == 303
        sit(hans, first)
        sit(greta, second)
        until(lambda: stream.ended)
        assert not stream.events


def test_a_seat_link_leads_its_own_person_to_the_table_and_whoever_is_too_late_to_look_on(people: list[Person]) -> None:
    host, fritz, greta, _ = people
    (link,) = links(host, make(host, seats="2"))
    table = sit(fritz, link)
    for answer in (fritz.get(link), fritz.post(link, name="Fritz")):
        assert answer.headers["location"] == table
    assert "Fritz" in greta.get(link).text
    assert greta.get(watch_link(greta, link)).status_code == 303
    assert greta.get(table).status_code == 200


def test_a_listed_room(people: list[Person]) -> None:
    host, fritz, greta, _ = people
    room = make(host, seats="2", listed="yes")
    for stranger in (fritz, greta):
        assert room in stranger.get("/").text
        assert stranger.get(room).status_code == 200
    (link,) = links(fritz, room)  # whoever finds it on the front page may sit down
    table = sit(fritz, link)
    assert table in greta.get("/").text
    assert rendering.texts("en")("seats.watching") in greta.get(table).text
    with greta.stream(f"{table}/stream") as stream:
        stream.until_told()


def test_a_private_room_is_opened_by_the_spectators_link(people: list[Person]) -> None:
    host, fritz, greta, hans = people
    room = make(host, seats="2")
    watch = watch_link(host, room)
    assert greta.get(room).status_code == 403
    assert f'href="{room}"' in greta.get(watch).text, "whoever is new here is led on by a page"
    assert greta.get(watch).headers["location"] == room
    assert greta.get(room).status_code == 200
    assert links(greta, room) == []
    table = sit(fritz, links(host, room)[0])
    assert greta.get(table).status_code == 200
    assert hans.get(table).status_code == 403
    assert f'href="{table}"' in hans.get(watch).text


def test_a_personal_link_carries_the_same_person_to_another_browser(server: Server, people: list[Person]) -> None:
    other, *_ = people
    table = server.room(2, names=("Host", "Guest"))
    with table.person(0) as desk, server.person() as phone:
        link = re.search(r"/me/\w+\.[\w-]+", desk.get("/mine").text)
        assert link
        asked = phone.get(link[0])
        assert "Host" in asked.text
        assert phone.id != desk.id, "not before one says so"
        assert phone.get(table.path).status_code == 403
        answer = phone.post(link[0])
        assert answer.headers["location"] == "/mine"
        assert phone.id == desk.id
        phone._csrf = ""
        assert table.path in phone.get("/mine").text
        assert phone.answer(table.path, "take 1L").status_code == 303
        assert desk.get(table.path).status_code == 200
        assert other.get(table.path).status_code == 403


def test_another_name_is_shown_everywhere_but_not_in_what_is_over(server: Server) -> None:
    playing, over = server.room(2), server.room(2, options={"short": True})
    with server.store.writing() as connection:
        where = (tables.seats.c.room == over.id) & (tables.seats.c.seat == 0)
        connection.execute(tables.seats.update().where(where).values(person=playing.people[0]))
    over.play(random.Random(1))
    with playing.person(0) as person, playing.person(1) as other:
        answer = person.post("/me/name", name="  Anne\u200b   d'Autriche ", back=playing.path)
        assert answer.headers["location"] == playing.path
        assert "Anne d'Autriche" in html.unescape(other.get(playing.path).text)
        assert 'value="Anne d&#39;Autriche"' in person.get("/mine").text
        assert "Anne d'Autriche" not in html.unescape(person.get(over.path).text.partition("<main")[2])


def test_my_games_says_whose_turn_it_is_and_what_happened_meanwhile_is_told_once(server: Server) -> None:
    table, news = server.room(2), rendering.texts("en")("news.title")
    with table.person(0) as one, table.person(1) as two:
        assert rendering.texts("en")("line.your_turn") in one.get("/mine").text
        assert "is choosing" in two.get("/mine").text
        assert table.path in one.get("/").text
        assert news not in two.get(table.path).text
        table.play(random.Random(4), stop=lambda opened: opened.room.asked == (1,))
        assert news in two.get(table.path).text
        assert two.post(f"{table.path}/seen").status_code == 303
        assert news not in two.get(table.path).text
        assert two.answer(table.path).status_code == 303
        assert news not in two.get(table.path).text


def test_a_rematch_by_two_people(server: Server) -> None:
    table = server.room(2, options={"short": True})
    table.play(random.Random(2))
    with table.person(0) as one, table.person(1) as two, table.spectator() as gallery:
        room = one.post(f"{table.path}/rematch").headers["location"]
        assert room.startswith("/room/")
        assert read(server, room).commitment in one.get(room).text
        assert "Anna" in html.unescape(two.get(table.path).text), "who has asked for another game"
        assert one.post(f"{table.path}/rematch").headers["location"] == room
        for person in (two, one, two):
            assert person.post(f"{table.path}/rematch").headers["location"] == at(room), "however often one asks"
        assert at(room) in gallery.get(table.path).text


def test_the_script_sees_the_commitment_before_it_adds_its_words(server: Server) -> None:
    with server.person() as person:
        told = person.post("/play", "commit", game="richelieu", level="page").json()
        room = read(server, "/room/" + told["sit"].split("/")[2])
        assert room.commitment == told["commitment"]
        assert room.seats[0].is_open, "nothing is dealt yet"
        begun = sit(person, told["sit"], nonce="my own words")
        assert begun == f"/table/{room.id}"
        assert bytes.fromhex(read(server, begun).seats[0].nonce) == b"my own words"
    table = server.room(2, options={"short": True})
    table.play(random.Random(2))
    with table.person(0) as person:
        told = person.post(f"{table.path}/rematch", "commit").json()
        following = read(server, "/room/" + told["sit"].split("/")[2])
        assert following.commitment == told["commitment"] != read(server, table.path).commitment
        assert all(seat.is_open for seat in following.seats)
        assert sit(person, told["sit"], nonce="again") == f"/room/{following.id}"
        assert [seat.person for seat in read(server, f"/room/{following.id}").seats] == ["", person.id]


def test_whoever_waits_for_bots_alone_may_have_them_faster_or_slower(server: Server) -> None:
    """Nobody listens, so the bot is not woken: it is waited for as long as we look."""
    alone, among_people = server.room(2, bots={0: "page"}), server.room(3, bots={0: "page"})
    with alone.person(1) as person, among_people.person(1) as other:
        assert 'class="settings hurry"' not in other.get(among_people.path).text
        for speed in ("usual", "quick", "calm"):
            if speed != "usual":
                sent = person.post("/settings", back=alone.path, speed=speed)
                assert (sent.status_code, sent.headers["location"]) == (303, alone.path)
            shown = person.get(alone.path).text
            assert f'data-speed="{speed}"' in shown
            assert 'class="settings hurry"' in shown


def test_bots_begin_at_once_and_where_they_are_alone_play_to_the_end_for_whoever_watches(
    server: Server, people: list[Person]
) -> None:
    host, *_ = people
    table = host.post("/play", game="richelieu", level="page").headers["location"]  # by one click
    assert table.startswith("/table/")
    assert [seat.level for seat in read(server, table).seats] == ["", "page"]
    assert host.answer(table).status_code == 303
    room = make(host, seats="2", **{"seat.0": "friend", "seat.1": "me"})
    assert host.post(f"{room}/seat", seat="0", kind="page").headers["location"] == at(room), "a bot in the last seat"
    until(lambda: read(server, room).asked == (1,))
    path = make(host, seats="2", **{"seat.0": "page", "seat.1": "page"})

    def over() -> bool:
        assert host.get(path).status_code == 200, "whoever made it may look at it"
        return read(server, path).phase == rooms.OVER

    until(over, 300)
    assert export(server, path).over


def export(server: Server, path: str) -> Match:
    with server.store.reading() as connection:
        return matchfile.loads(match_log.export(connection, read(server, path)), game)
