"""Rooms of every game, as people meet them: what is agreed on, seats, bots, another game, the end and the proof."""

import html
import itertools
import json
import random
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from eminence.bots import LEVELS
from eminence.core import matchfile
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from eminence.games import all_games, game
from eminence.server.pages import phrases, rendering, scene
from eminence.server.pages.table import SHOWN
from eminence.server.storage import match_log, rooms
from tests.games.situations import situations
from tests.laws.table import Table as Agreed
from tests.laws.table import tables as agreed_on
from tests.server.driving import Event, Person, Program, Server, Table, running, until
from tests.server.finding import COMPOSES, first_where, under_way, worth_looking
from tests.server.refusing import page, told
from tests.server.test_rooms import at, export, links, make, read, sit
from tests.thorough import THOROUGH

LONG = 300.0  # seconds for a whole match, on however slow a machine
LEFT = 120  # answers, all seats together: most matches have fewer
NAMES = ("Host", "Fritz", "Greta", "Hans")


def chosen(agreed: Agreed) -> dict[str, str]:
    """The fields of the form by which these options are agreed on."""
    values = {option.name: option.values for option in agreed.game.options}
    return {f"option.{name}": str(values[name].index(value)) for name, value in agreed.options.items()}


def test_the_options_are_explained(server: Server, any_game: Game) -> None:
    for language in LANGUAGES:
        texts = phrases.game_texts(any_game, language)
        with server.person(language=language) as person:
            shown = html.unescape(person.get(f"/new/{any_game.id}").text)
        assert re.findall(r'name="seats" value="(\d+)"', shown) == [str(seats) for seats in sorted(any_game.seats)]
        assert re.findall(r'name="seat\.(\d+)"', shown) == [str(seat) for seat in range(max(any_game.seats))]
        for option in any_game.options:
            assert texts(f"option.{option.name}.name") in shown
            assert texts(f"option.{option.name}.text") in shown
            values = re.findall(rf'name="option\.{option.name}" value="(\d)"( checked)?', shown)
            assert values == [(str(i), "" if i else " checked") for i in range(len(option.values))]
            for value in option.values if not isinstance(option.default, bool) else ():
                assert texts(f"option.{option.name}.value.{value}") in shown


def test_friends_come_by_their_links_and_are_told_what_was_agreed_on(server: Server, any_game: Game) -> None:
    friends = {f"seat.{seat}": "friend" for seat in range(1, max(any_game.seats))}
    every = agreed_on(any_game)
    for agreed in every if THOROUGH else (every[0], every[-1]):
        with ExitStack() as stack:
            host, *guests = people = [stack.enter_context(server.person(name)) for name in NAMES[: agreed.seats]]
            room = make(host, any_game.id, seats=str(agreed.seats), **friends, **chosen(agreed))
            assert read(server, room).options == agreed.options
            for guest, link in zip(guests, links(host, room), strict=True):
                invited = html.unescape(guest.get(link).text)
                for sentence in phrases.options_told(read(server, room), "en"):
                    assert sentence in invited
                table = sit(guest, link)
                assert read(server, room).phase == (rooms.PLAYING if guest is guests[-1] else rooms.GATHERING)
            begun = read(server, room)
            assert table == at(room)
            assert [seat.name for seat in begun.seats] == list(NAMES[: agreed.seats])
            asked = [seat for seat, person in enumerate(people) if 'name="ask"' in person.get(table).text]
            assert asked == list(begun.asked)


def test_one_click_deals_for_as_many_as_one_likes_what_the_rulebook_advises_beginners(
    server: Server, any_game: Game
) -> None:
    with server.person() as person:
        front = person.get("/").text
        hero = front[front.index('class="hero-play"') :].partition("</form>")[0]
        assert f'name="game" value="{all_games()[0].id}"' in hero
        for seats, level in zip(any_game.seats, itertools.cycle(LEVELS)):
            form = {"game": any_game.id, "level": level, "seats": str(seats)}
            room = read(server, person.post("/play", **form).headers["location"])
            assert [seat.level for seat in room.seats] == ["", *[level] * (seats - 1)]
            assert room.options == any_game.checked_options(any_game.for_beginners)


def test_just_now_tells_what_has_happened_since_ones_last_answer(server: Server, any_game: Game) -> None:
    """Whatever a game draws, in the same place; and in the same words as the story, where it is more than a heading."""
    table, chance = server.room(any_game.seats[0], of=any_game.id), random.Random(7)
    for _ in range(12):
        table.play(chance, 3)
        match = table.opened().playing
        for seat in range(match.seats):
            with server.store.reading() as connection:
                since = match_log.story(connection, table.opened().room, seat, match.answered_at(seat))
            teller = scene.teller_for(table.opened().room, "en", seat)
            with table.person(seat) as person:
                bar = person.get(table.path).text.partition('id="just-now"')[2].partition("</details>")[0]
            shown = [html.unescape(line) for line in re.findall("<li>(.*?)</li>", bar)]
            expected = teller.news([event for _, event in since])[-scene.NEWS :]
            assert shown == expected or (not expected and shown), (seat, match.told)


def test_it_is_a_game_for_so_many_and_for_its_own_options(server: Server, any_game: Game) -> None:
    with server.person("Host") as host, server.client() as client:
        wish: dict[str, Any] = {"game": any_game.id, "places": [{}] * any_game.seats[0]}
        for seats in sorted({1, *range(2, 6)} - set(any_game.seats)):
            page(host.post(f"/new/{any_game.id}", seats=str(seats), name="Host"), "bad_options")
            answer = client.post("/api/rooms", json=wish | {"places": [{}] * seats})
            told(answer, "bad_options" if seats > 1 else "bad_body")
        known = {option.name: option.values for option in any_game.options}
        other = {option.name for game in all_games() for option in game.options} - set(known)
        wrong: list[dict[str, Any]] = [{name: True} for name in sorted(other)]
        wrong += [{name: value} for name in known for value in ("nonsense", 2) if value not in known[name]]
        for options in wrong:
            told(client.post("/api/rooms", json=wish | {"options": options}), "bad_options")


def test_a_person_plays_a_whole_match_against_bots(server: Server, any_game: Game) -> None:
    """By the forms of the page, as without a script; with the first choice always. Long ones are taken up late."""
    agreed = agreed_on(any_game)[-1]
    position = under_way(agreed, None if THOROUGH else LEFT)
    table = server.table_at(position, bots=dict.fromkeys(range(1, agreed.seats), "page")).path
    with server.person(known_as=read(server, table).seats[0].person) as host:

        def is_over() -> bool:
            """Answers, if asked; whether the match is over."""
            room = read(server, table)
            if 0 in room.asked and 'id="answer"' in host.get(table).text:  # what goes without saying is not asked
                assert host.answer(table).status_code == 303
            return room.phase == rooms.OVER

        until(is_over, LONG)
        # A match that is not checked at once is checked beside: the page says how far it has come, and then this.
        until(lambda: rendering.texts("en")("fair.holds") in host.get(f"{table}/fair").text, LONG)
    match = export(server, table)
    assert match.over
    assert (match.seats, match.options) == (agreed.seats, agreed.options)


def test_a_person_bots_and_a_friend(server: Server, any_game: Game) -> None:
    """Whoever is a person is waited for; the bots between them answer by themselves."""
    last = max(any_game.seats) - 1
    kinds = {f"seat.{seat}": "courtier" for seat in range(1, last)} | {f"seat.{last}": "friend"}
    with server.person("Host") as host, server.person("Fritz") as friend:
        (link,) = links(host, make(host, any_game.id, seats=str(last + 1), **kinds))
        table = sit(friend, link)
        for _ in range(3):
            until(lambda: set(read(server, table).asked) <= {0, last})
            for seat in read(server, table).asked:
                assert (friend if seat else host).answer(table).status_code == 303


def test_bots_of_all_levels_take_up_what_they_find_when_the_server_starts(tmp_path: Path) -> None:
    """Some way before the end, since the best of them think for a while."""
    with running(tmp_path, "--pace", "0", "--no-limits") as server:
        server.kill()
        waiting = []
        for known, level in itertools.product(all_games(), LEVELS):
            seats = min(known.seats)
            position = first_where(known, near_the_end, seats=seats)
            waiting.append(
                (server.table_at(position, bots=dict.fromkeys(range(seats), level)), position.match().length)
            )
        server.again()
        until(lambda: all(table.opened().playing.over for table, _ in waiting), LONG * len(waiting))
        for table, entries in waiting:
            assert export(server, table.path).length > entries


def near_the_end(match: Match) -> bool:
    """the match will be over soon, as its situations say."""
    return situations(match.game).near_the_end(match.view(None))


def test_the_end_is_told_and_explained_and_can_be_checked(server: Server, any_game: Game) -> None:
    """At a table where not everything is as usual."""
    agreed = agreed_on(any_game)[-1]
    over = server.room(agreed.seats, of=any_game.id, options=agreed.options, secret=b"over")
    assert over.play(random.Random(4)).playing.over
    for language in LANGUAGES:
        with over.person(0, language) as person, over.program(0) as program:
            all_is_told(over, language, person, program)
            check_draws(over, language, person, program)
    before = read(server, over.path)
    for seat in range(len(before.seats)):
        with over.person(seat) as person:
            begun = person.post(f"{over.path}/rematch").headers["location"]
    following = read(server, begun)
    names = [seat.name for seat in before.seats]
    assert begun.startswith("/table/")
    assert [seat.name for seat in following.seats] == names[1:] + names[:1], "whoever was second begins"
    assert following.options == before.options
    assert following.asked
    assert following.commitment != before.commitment


def all_is_told(over: Table, language: str, person: Person, program: Program) -> None:
    """The whole story, of a long one as much as a page has, and the count, line by line."""
    opened = over.opened()
    room, count = opened.room, opened.playing.count()
    shown, events = html.unescape(person.get(over.path).text), program.get("story").json()["events"]
    assert len(events) == room.told
    assert Event("story", None, shown).numbers == [event["number"] for event in events[-SHOWN:] if event["text"]]
    telling = scene.teller_for(room, language, 0)
    for line in count:
        for explained in (telling.part(line), *(telling.tally(tally) for tally in line.tallies)):
            assert explained in shown
    ledger = shown[shown.index("<table", shown.index('class="ledger"') - 60) :]
    found = re.findall(r'class="points[^"]*">([^\d<]*)(\d+)', ledger)
    points = [-int(number) if "\N{MINUS SIGN}" in before else int(number) for before, number in found]
    totals = [sum(line.tallies[seat].points for line in count) for seat in range(len(room.seats))]
    assert points[-len(totals) :] == totals == opened.playing.scores


def check_draws(over: Table, language: str, person: Person, program: Program) -> None:
    """File, page and API agree, all of it holds, and every draw is listed."""
    text, shown = person.get(f"{over.path}/match.json").text, person.checked(f"{over.path}/fair").text
    assert text == program.get("match").text
    assert program.http.post("/api/verify", json=json.loads(text)).json()["holds"] is True
    assert rendering.texts(language)("verdict.holds") in html.unescape(person.check(text).text)
    match = matchfile.loads(text, game)
    again, drawn = match.again(), list[tuple[str, str, str]]()
    for entry in match.entries:
        if entry.seat == DEALER:
            drawn.append((str(len(drawn)), str(again._state.step().name), entry.choice))
        again.repeat(entry)
    listed = re.findall(rf"<code[^>]*>eminence 1/{match.game.id}/(\d+)/(\w+)</code> ([\w -]+)</p>", shown)
    assert listed == drawn
    assert rendering.texts(language)("fair.holds") in html.unescape(shown)


def test_whoever_changes_his_mind_for_ever_fills_no_page(server: Server, any_game: Game) -> None:
    """What is taken back is told each time; what is composed in secret is not told at all."""
    table = server.table_at(first_where(any_game, can_change_his_mind))
    opened = table.opened()
    (seat,) = opened.room.asked
    choice = next(choice.text for choice in opened.playing.asks()[seat] if not opened.playing.is_final(seat, choice))
    with server.store.writing() as connection:
        while opened.room.told < SHOWN + 50:
            opened = match_log.answer(connection, table.id, seat, match_log.ask_id(opened.playing, seat), [choice])
            opened = match_log.take_back(connection, table.id, seat, match_log.ask_id(opened.playing, seat))
    with table.person(seat) as person:
        numbers = Event("story", None, person.get(table.path).text).numbers
    with server.store.reading() as connection:
        shown = match_log.story(connection, opened.room, seat, opened.room.told - SHOWN)
    teller = scene.teller_for(opened.room, "en", seat)
    assert len(shown) == SHOWN
    assert numbers == [number for number, _ in teller.numbered(shown)]


def can_change_his_mind(match: Match) -> bool:
    """one is asked whose answer is seen, and may be taken back."""
    return match._state.asked >= 0 and any(
        not match.is_final(seat, choice) for seat, ask in match.asks().items() for choice in ask
    )


def test_what_is_composed_and_taken_back_for_ever_is_not_told(server: Server, any_game: Game) -> None:
    for name, position in worth_looking(any_game).items():
        match = position.match()
        if COMPOSES in name:
            table = server.table_at(position)
            seat = next(seat for seat in match.asked if match._state.sealed[seat])
            last = any_game.text(match._state.sealed[seat][-1])
            table.follow((seat, text) for _ in range(30) for text in (BACK, last))
            assert table.opened().room.told == match.told, name
            with table.person(seat) as person:
                assert person.get(table.path).status_code == 200
