"""Learning at the table: notes that are shown until they were read, remembered with the person; questions that begin
in plain words; and what each thing is, on a page of its own and by no match changed."""

from __future__ import annotations

import gzip
import html
import re

from eminence.core.game import Game
from eminence.core.texts import LANGUAGES, learning
from eminence.core.texts.telling import telling
from eminence.games import game as game_named
from tests.games.playing import every_game
from tests.server.driving import Person, Server

NOTE = re.compile(r'<form class="note".*?name="note" value="([\w.]+)">.*?<p>(.*?)</p>', re.DOTALL)


def noted(person: Person, path: str) -> str:
    """The name of the note that somebody is shown; its text is the game's."""
    page = person.get(path).text
    found = NOTE.search(page)
    if found is None:
        return ""
    game = re.search(r'data-game="(\w+)"', page)
    assert game
    assert html.unescape(found[2]) == telling(game_named(game[1]), "en", None).texts(f"note.{found[1]}")
    return found[1]


def test_a_note_is_shown_until_it_was_read_by_this_person_in_whichever_match(server: Server) -> None:
    table, other = server.room(2), server.room(2)
    with table.person(0) as anne, table.person(1) as gaston, other.person(0) as marie, table.spectator() as watching:
        assert [noted(person, table.path) for person in (anne, gaston)] == ["aim", "aim"]
        assert noted(watching, table.path) == ""
        assert anne.post(f"{table.path}/note", note="aim").status_code == 303
        assert noted(anne, table.path) == "", "the next one comes when it is of use"
        anne.answer(table.path, "take 1L")
        assert noted(anne, table.path) == "at.place_marker"
        page = anne.get(table.path).text
        ask = re.search(r'name="ask" value="([\d.]+)"', page)
        assert ask
        anne.post(f"{table.path}/answer", ask=ask[1], choice="no marker", note="at.place_marker")
        assert noted(anne, table.path) == "score", "an answer reads what stands beside its question"
        assert [noted(person, table.path) for person in (anne, gaston)] == ["score", "aim"]
        assert noted(marie, other.path) == "aim"
    with server.person(known_as=table.people[0]) as anne:
        found = anne.post("/new/richelieu", name="Anne", nonce="", **{"seats": "2", "seat.0": "me", "seat.1": "page"})
        assert noted(anne, found.headers["location"]) == "", "at another table, too"


def test_notes_can_be_wanted_once_more_and_go_with_whoever_read_them(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as anne:
        for name in ("aim", "score"):
            anne.post(f"{table.path}/note", note=name)
        assert noted(anne, table.path) == ""
        assert anne.post(f"{table.path}/note", "scene", note="").status_code == 200
        assert noted(anne, table.path) == "aim"
        for odd in ("nothing", "at.nowhere", "aim richelieu:score"):
            assert anne.post(f"{table.path}/note", note=odd).status_code == 400
        assert noted(anne, table.path) == "aim"


def test_a_note_that_was_read_at_one_table_is_in_no_stream_of_another(server: Server) -> None:
    """A scene is drawn once for all who see the same: who has read more sees another."""
    first = server.room(2)
    with first.person(0) as anne:
        made = anne.post("/new/richelieu", name="Anne", nonce="", **{"seats": "2", "seat.0": "me", "seat.1": "page"})
        second = made.headers["location"]

        def streamed() -> str:
            with anne.stream(f"{second}/stream") as stream:
                return "".join(
                    event.data for event in stream.until(lambda met: any(one.name == "table" for one in met))
                )

        with anne.stream(f"{second}/stream") as open_all_the_time:
            anne.post(f"{second}/say", text="A word, so that the scene is kept.")
            open_all_the_time.until(lambda met: any(event.name == "chat" for event in met))
            assert NOTE.search(streamed())
            anne.post(f"{first.path}/note", note="aim")
            assert not NOTE.search(streamed())


@every_game
def test_what_each_thing_is_stands_on_a_page_and_alone_for_the_script(server: Server, game: Game) -> None:
    for language in LANGUAGES:
        sheets = telling(game, language, None).sheets()
        with server.person(language=language) as person:
            page = person.get(f"/things/{game.id}").text
            alone = person.get(f"/things/{game.id}", headers={"x-fragment": "things"}).text
        for thing in sheets:
            for found in (page, alone):
                assert f'id="thing-{thing.key}"' in found
                assert thing.text in html.unescape(found)
        assert alone.lstrip().startswith("<section")
        assert len(gzip.compress(alone.encode())) < 8_000, "so heavy all sheets are that come with the first"


def test_a_question_begins_in_plain_words_and_tells_its_rulings_at_its_foot(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as anne:
        rule = anne.get(table.path).text.partition('id="rule"')[2].partition("</details>")[0]
    plain, _, rest = rule.partition("</p>")
    for line in learning.hint(telling(game_named("richelieu"), "en", None).texts, "take_card"):
        assert line in html.unescape(plain)
    assert "(RI-2)" not in rest
    assert "<sup>1</sup>" in rest
    foot = rest.partition('<ol class="rulings">')[2].partition("</ol>")[0]
    told = "The first turn of whoever begins takes one card only, of any kind."
    assert foot.startswith(f"<li>{told} <small>RI-2</small></li>")
    away = re.findall(r"<a [^>]*>", rest)
    assert away, "the whole rules are a tap away"
    assert all('target="_blank" rel="noopener"' in link for link in away), "nobody is led away from the table"
