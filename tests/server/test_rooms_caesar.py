"""Rooms of Caesar & Cleopatra, as people meet them: what is agreed on, seats, bots, another game, the proof."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from eminence.core.match import BACK
from eminence.core.texts import LANGUAGES
from eminence.games import game
from eminence.server import drawing, lines, log, rooms, scene
from eminence.server.pages.table import SHOWN
from tests.server.driving import Person, Server, Table, until
from tests.server.proving import check_draws
from tests.server.refusing import page, told
from tests.server.test_rooms import export, links, play_against_bots, read, sit

NEW = "/new/caesar_cleopatra"


@pytest.fixture
def host(server: Server) -> Iterator[Person]:
    with server.person("Host") as person:
        yield person


@pytest.fixture(scope="module")
def over(server: Server) -> Table:
    """A match that was played to its end."""
    table = server.room(of="caesar_cleopatra", options={"orgies": "two"})
    assert table.play(random.Random(4)).playing.over
    return table


# -- what is agreed on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_are_explained(server: Server, language: str) -> None:
    known = game("caesar_cleopatra")
    texts = lines.game_texts(known, language)
    with server.person(language=language) as person:
        shown = html.unescape(person.get(NEW).text)
    assert re.findall(r'name="seats" value="(\d+)"', shown) == ["2"]
    assert re.findall(r'name="seat\.(\d+)"', shown) == ["0", "1"]
    for seat in range(2):
        assert lines.role(texts, seat) in shown
    for option in known.options:
        assert texts(f"option.{option.name}.name") in shown
        assert texts(f"option.{option.name}.text") in shown
        chosen = re.findall(rf'name="option\.{option.name}" value="(\d)"( checked)?', shown)
        assert chosen == [(str(i), "" if i else " checked") for i in range(len(option.values))]
        for value in option.values:
            assert texts(f"option.{option.name}.value.{value}") in shown


def test_what_was_agreed_on_is_told_to_whoever_is_invited(server: Server, host: Person) -> None:
    fields = {"option.action_pile": "1", "option.orgies": "2", "seat.0": "friend", "seat.1": "me"}
    room = host.post(NEW, seats="2", name="Host", **fields).headers["location"]
    assert read(server, room).options == {"action_pile": "shuffled", "orgies": "two"}
    (link,) = links(host, room)
    with server.person("Guest", "it") as guest:
        invited = html.unescape(guest.get(link).text)
        for agreed in lines.options_told(read(server, room), "it"):
            assert agreed in invited
        assert sit(guest, link) == room.replace("/room/", "/table/")
    begun = read(server, room)
    assert [seat.name for seat in begun.seats] == ["Guest", "Host"]
    assert begun.asked == (0, 1), "both lay their opening cards"


def test_it_is_a_game_for_two(server: Server, host: Person) -> None:
    for seats in ("1", "3", "4"):
        page(host.post(NEW, seats=seats, name="Host"), "bad_options")
    with server.client() as client:
        wish: dict[str, Any] = {"game": "caesar_cleopatra", "places": [{}, {}]}
        for places, key in ((3, "bad_options"), (1, "bad_body")):
            told(client.post("/api/rooms", json=wish | {"places": [{}] * places}), key)
        for options in ({"short": True}, {"orgies": "none"}, {"action_pile": True}, {"orgies": 2}):
            told(client.post("/api/rooms", json=wish | {"options": options}), "bad_options")


def test_a_rematch_swaps_the_sides(server: Server, over: Table) -> None:
    with over.person(0) as one, over.person(1) as two:
        room = one.post(f"{over.path}/rematch").headers["location"]
        begun = two.post(f"{over.path}/rematch").headers["location"]
        following = read(server, begun)
        assert begun == room.replace("/room/", "/table/")
        assert [seat.name for seat in following.seats] == ["Béatrice", "Anna"]
        assert following.options == {"action_pile": "ordered", "orgies": "two"}
        assert following.asked == (0, 1)
        for person in (one, two):
            assert 'value="next ' in person.get(begun).text


# -- bots --------------------------------------------------------------------------------------------------------------


def test_bots_play_to_the_end_with_nobody_there(server: Server, host: Person) -> None:
    path = host.post(NEW, seats="2", name="Host", **{"seat.0": "page", "seat.1": "page"}).headers["location"]
    until(lambda: read(server, path).phase == rooms.OVER, 60)
    assert export(server, path).over
    assert host.get(path).status_code == 200


def test_a_person_plays_a_whole_match_against_a_bot(server: Server, host: Person) -> None:
    """By the forms of the page, as without a script."""
    table = host.post(NEW, seats="2", name="Host", **{"seat.1": "page", "option.orgies": "2"}).headers["location"]
    play_against_bots(server, host, table)
    assert drawing.texts("en")("fair.holds") in host.get(f"{table}/fair").text
    assert export(server, table).over


# -- after the end -----------------------------------------------------------------------------------------------------


def test_the_whole_story_is_told_and_the_count_explained(over: Table) -> None:
    room = over.opened().room
    with over.person(0, "fr") as person, over.program(0) as program:
        shown = person.get(over.path).text
        numbers = [int(number) for number in re.findall(r'<li data-number="(\d+)"', shown)]
        events = program.get("story").json()["events"]
    assert len(events) == room.told < SHOWN
    assert numbers == [event["number"] for event in events if event["text"]]
    count = html.unescape(shown)
    telling = scene.tell(room, "fr", 0)
    for line in over.opened().playing.count():
        for explained in (telling.part(line), *(telling.tally(tally) for tally in line.tallies)):
            assert explained in count


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_draw_can_be_checked(over: Table, language: str) -> None:
    check_draws(over, language, {"deal_bonus", "draw", "vote_card", "turn_up"})


# -- without end -------------------------------------------------------------------------------------------------------


def test_whoever_changes_his_mind_for_ever_fills_no_page(server: Server) -> None:
    """A covered card laid and taken back is told each time; what is composed in secret is not told at all."""
    table = server.room(of="caesar_cleopatra", secret=b"a long story")
    with table.person(0) as person:
        repeat(table, "next coup", 30)
        assert table.opened().room.told == 0
        assert person.get(table.path).status_code == 200
        table.play(random.Random(1), stop=lambda opened: opened.playing.view(None)["steps"][-1] == "act")
        texts = table.opened().playing.asks()[0].texts
        repeat(table, next(text for text in texts if text.startswith("down")), (SHOWN + 50) // 2)
        shown = person.get(table.path).text
    numbers = [int(number) for number in re.findall(r'<li data-number="(\d+)"', shown)]
    last = table.opened().room.told
    assert last > SHOWN
    assert numbers == list(range(last - SHOWN, last))


def repeat(table: Table, choice: str, times: int) -> None:
    """Let Cleopatra give an answer and take it back, again and again."""
    with table.server.store.writing() as connection:
        opened = log.open_room(connection, table.id)
        for number in range(2 * times):
            ask = log.ask_id(opened.playing, 0)
            if number % 2:
                opened = log.take_back(connection, table.id, 0, ask)
            else:
                opened = log.answer(connection, table.id, 0, ask, [choice])
    assert kept_last(table) == BACK


def kept_last(table: Table) -> str:
    with table.server.store.reading() as connection:
        query = "SELECT choice FROM entries WHERE room = ? ORDER BY number DESC LIMIT 1"
        return str(connection.exec_driver_sql(query, (table.id,)).scalar_one())
