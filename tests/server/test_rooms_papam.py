"""Rooms in which 1655 – Habemus Papam is played by three or four: what is agreed on, bots, the end, the proof."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from eminence.core.texts import LANGUAGES
from eminence.games import game
from eminence.games.habemus_papam.game import PARTS
from eminence.server import drawing, lines, rooms, scene
from tests.server.driving import Person, Server, Table, running, until
from tests.server.proving import check_draws
from tests.server.refusing import page, told
from tests.server.test_rooms import export, gaps_of, links, play_against_bots, read, sit

GAME = game("habemus_papam")
NEW = "/new/habemus_papam"
FRIENDS = {f"seat.{seat}": "friend" for seat in range(1, 4)}


@pytest.fixture
def people(server: Server) -> Iterator[list[Person]]:
    """A host and three friends."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(name)) for name in ("Host", "Fritz", "Greta", "Hans")]


@pytest.fixture(scope="module", params=[(3, "french"), (4, "italian")], ids=["three", "four"])
def over(server: Server, request: pytest.FixtureRequest) -> Table:
    """A match that was played to its end."""
    seats, rulebook = request.param
    table = server.room(seats, of=GAME.id, options={"rulebook": rulebook})
    assert table.play(random.Random(seats)).playing.over
    return table


# -- what is agreed on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_are_explained(server: Server, language: str) -> None:
    texts = lines.game_texts(GAME, language)
    with server.person(language=language) as person:
        shown = html.unescape(person.get(NEW).text)
    assert re.findall(r'name="seats" value="(\d+)"', shown) == ["3", "4"]
    assert re.findall(r'name="seat\.(\d+)"', shown) == ["0", "1", "2", "3"]
    for option in GAME.options:
        assert texts(f"option.{option.name}.name") in shown
        assert texts(f"option.{option.name}.text") in shown
        chosen = re.findall(rf'name="option\.{option.name}" value="(\d)"( checked)?', shown)
        assert chosen == [("0", " checked"), ("1", "")]
        if option.name == "rulebook":
            for value in option.values:
                assert texts(f"option.{option.name}.value.{value}") in shown


@pytest.mark.parametrize(
    ("seats", "chosen", "agreed"),
    [
        (3, {}, {"rulebook": "french", "open_screens": False}),
        (3, {"option.open_screens": "1"}, {"rulebook": "french", "open_screens": True}),
        (4, {"option.rulebook": "1"}, {"rulebook": "italian", "open_screens": False}),
        (4, {"option.rulebook": "1", "option.open_screens": "1"}, {"rulebook": "italian", "open_screens": True}),
    ],
)
def test_friends_come_by_their_links_and_are_told_what_was_agreed_on(
    server: Server, people: list[Person], seats: int, chosen: dict[str, str], agreed: dict[str, Any]
) -> None:
    host, *friends = people[:seats]
    room = host.post(NEW, seats=str(seats), name="Host", **FRIENDS, **chosen).headers["location"]
    assert read(server, room).options == agreed
    found = links(host, room)
    assert len(found) == seats - 1
    for number, (friend, link) in enumerate(zip(friends, found, strict=True)):
        invited = html.unescape(friend.get(link).text)
        for sentence in lines.options_told(read(server, room), "en"):
            assert sentence in invited
        table = sit(friend, link)
        begun = read(server, room)
        assert begun.phase == (rooms.PLAYING if number == seats - 2 else rooms.GATHERING)
    assert table == room.replace("/room/", "/table/")
    assert [seat.name for seat in begun.seats] == ["Host", "Fritz", "Greta", "Hans"][:seats]
    assert begun.asked == tuple(range(seats)), "everybody bids at once"
    for person in people[:seats]:
        shown = person.get(table).text
        assert 'value="bid DDD"' in shown
        assert shown.count('class="hp-court') == seats
        assert ("hp-open" in shown) is agreed["open_screens"]


def test_a_person_two_bots_and_a_friend(server: Server, people: list[Person]) -> None:
    host, friend, *_ = people
    fields = {"seat.1": "page", "seat.2": "friend", "seat.3": "courtier"}
    room = host.post(NEW, seats="4", name="Host", **fields).headers["location"]
    (link,) = links(host, room)
    table = sit(friend, link)
    until(lambda: read(server, table).asked == (0, 2))
    before = read(server, table).told
    for person in (host, friend):
        assert read(server, table).told == before
        assert person.answer(table, "bid DD").status_code == 303
    assert read(server, table).told > before, "the bids are revealed with the last of them"


def test_it_is_a_game_for_three_or_four(server: Server, people: list[Person]) -> None:
    for seats in ("1", "2", "5"):
        page(people[0].post(NEW, seats=seats, name="Host"), "bad_options")
    with server.client() as client:
        wish: dict[str, Any] = {"game": GAME.id, "places": [{}, {}, {}]}
        for places, key in ((2, "bad_options"), (5, "bad_options"), (1, "bad_body")):
            told(client.post("/api/rooms", json=wish | {"places": [{}] * places}), key)
        for options in ({"rulebook": "german"}, {"rulebook": True}, {"open_screens": "yes"}, {"short": True}):
            told(client.post("/api/rooms", json=wish | {"options": options}), "bad_options")


def test_a_rematch_is_agreed_on_like_the_match(server: Server) -> None:
    table = server.room(3, of=GAME.id, options={"rulebook": "italian", "open_screens": True})
    assert table.play(random.Random(1)).playing.over
    with table.person(0) as one, table.person(1) as two, table.person(2) as three:
        for person in (one, two, three):
            begun = person.post(f"{table.path}/rematch").headers["location"]
        following = read(server, begun)
        assert following.options == {"rulebook": "italian", "open_screens": True}
        assert sorted(seat.name for seat in following.seats) == ["Anna", "Béatrice", "Carlo"]
        assert following.asked == (0, 1, 2)


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), [(3, {"option.rulebook": "1"}), (4, {"option.open_screens": "1"})])
def test_a_person_plays_a_whole_match_against_bots(
    server: Server, people: list[Person], seats: int, options: dict[str, str]
) -> None:
    """By the forms of the page, as without a script."""
    host = people[0]
    bots = {f"seat.{seat}": "page" for seat in range(1, seats)}
    table = host.post(NEW, seats=str(seats), name="Host", **bots, **options).headers["location"]
    play_against_bots(server, host, table)
    assert drawing.texts("en")("fair.holds") in host.get(f"{table}/fair").text
    match = export(server, table)
    assert match.over
    assert match.seats == seats


def test_bots_keep_a_steady_pace(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Also where three of them answer at the same time: then all do on the same beat, whatever they have sealed."""
    pace = 0.3
    bots = {"seat.0": "page", "seat.1": "courtier", "seat.2": "page"}
    home = tmp_path_factory.mktemp("pace")
    with running(home, "--pace", str(pace), "--no-limits") as server, server.person() as host:
        path = host.post(NEW, seats="3", name="", **bots).headers["location"]
        until(lambda: len(gaps_of(server, path)) > 8)
        gaps = gaps_of(server, path)
    together, apart = ([gap for gap in gaps if (gap < pace / 2) is soon] for soon in (True, False))
    assert len(together) >= 2, f"three bids come together: {gaps}"
    assert max(together) < 0.1
    late = sorted((gap / pace + 0.02) % 1 * pace for gap in apart)
    assert min(apart) > 0.98 * pace, gaps
    assert late[len(late) // 2] < 0.1, f"on the beat, or as soon after it as a busy machine can: {late}"


# -- after the end -----------------------------------------------------------------------------------------------------


def test_the_count_is_explained_in_its_six_parts(over: Table) -> None:
    opened = over.opened()
    room = opened.room
    for language in LANGUAGES:
        with over.person(0, language) as person:
            shown = html.unescape(person.get(over.path).text)
        telling = scene.tell(room, language, 0)
        count = opened.playing.count()
        assert [line.part for line in count] == list(PARTS)
        for line in count:
            for explained in (telling.part(line), *(telling.tally(tally) for tally in line.tallies)):
                assert explained in shown
        ledger = shown[shown.index("<table", shown.index('class="ledger"') - 60) :]
        points = [int(number) for number in re.findall(r'class="points[^"]*">[^\d<]*(\d+)', ledger)]
        seats = len(room.seats)
        totals = [sum(line.tallies[seat].points for line in count) for seat in range(seats)]
        assert points[-seats:] == totals == opened.playing.scores


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_draw_can_be_checked(over: Table, language: str) -> None:
    check_draws(over, language, {"first_camerlengo", "deal_orders", "reveal", "smoke"})
