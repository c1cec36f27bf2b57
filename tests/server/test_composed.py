"""Small answers sent together: one transaction, all or none, harmless when sent again; and taken back as a whole."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from eminence.core.match import BACK
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import MOST_CHOICES, OpenRoom
from tests.server import refusing
from tests.server.driving import Person, Server, Table, until
from tests.server.refusing import asked
from tests.server.test_answers import entries

CARDS = ("coup", "spy", "veto", "coup", "scout", "wrath", "castling", "veto", "spy", "scout", "coup", "coup")
ORDER = [f"next {name}" for name in CARDS]
OTHER = [*ORDER[:10], "next castling"]
"""Another order: four Coups remain, which are not asked for."""
TAKEN = ["take 3R", "mark 1.1"]
"""In Richelieu: two questions of one seat."""


def caesar(server: Server) -> Table:
    return server.room(2, of="caesar_cleopatra", secret=b"for the tests")


def richelieu(server: Server) -> Table:
    return server.room(2, secret=b"for the tests")


def given(table: Table) -> list[tuple[int, str, str | None]]:
    """What was answered at a table, with the ask that each entry names."""
    return [(entry.seat, entry.choice, entry.ask) for entry in entries(table) if entry.seat >= 0]


def sealed(table: Table) -> Any:
    return table.opened().playing.view(0)["sealed"][0]


def answer(table: Table, choices: Any, ask: str = "", *, seat: int = 0, language: str = "en") -> OpenRoom:
    """To what is asked now, if no other ask is named."""
    ask = ask or asked(table, seat)
    with table.server.store.writing() as connection:
        return match_log.answer(connection, table.id, seat, ask, choices, language)


def back(table: Table, ask: str, whole: bool = True) -> OpenRoom:
    with table.server.store.writing() as connection:
        return match_log.take_back(connection, table.id, 0, ask, whole=whole)


def refused(table: Table, key: str, choices: Any, ask: str = "", language: str = "en") -> Problem:
    """That an answer is refused with this problem, and the database is as before."""
    before = table.rows()
    with pytest.raises(Problem) as caught:
        answer(table, choices, ask, language=language)
    assert caught.value.key == key, choices
    assert table.rows() == before
    return caught.value


def repeated(table: Table) -> None:
    """The log holds, and leads to where the snapshot stands."""
    with table.server.store.reading() as connection:
        room = rooms.read(connection, table.id)
        assert (
            match_log.repeat(connection, room).snapshot()
            == match_log.open_room(connection, table.id).playing.snapshot()
        )


def test_they_are_one_transaction_that_names_its_ask_once_and_is_harmless_when_sent_again(server: Server) -> None:
    table = caesar(server)
    ask = asked(table)
    opened = answer(table, ORDER, ask)
    assert given(table) == [(0, text, None if number else ask) for number, text in enumerate(ORDER)]
    assert opened.room.asked == (1,)
    assert asked(table) != ask
    repeated(table)
    before = table.rows()
    assert answer(table, ORDER, ask).playing.new_events == []
    answer(table, [f"  {text.upper().replace(' ', '   ')} " for text in ORDER], ask)
    assert table.rows() == before
    for choices in (ORDER[:1], ORDER[:11], [*ORDER, "next castling"], OTHER, ORDER[::-1], [*ORDER[:-1], "lay 3"]):
        refused(table, "answered_otherwise", choices, ask)
    refused(table, "too_late", ORDER, "0.3")
    refused(table, "already_answered", ORDER)
    answer(table, OTHER, seat=1)
    assert table.opened().playing.asks()[0].step == "opening"
    repeated(table)
    before = table.rows()
    answer(table, ORDER, ask)
    assert table.rows() == before, "however much later"
    alone = caesar(server)
    for seat, text in (*((0, text) for text in ORDER), *((1, text) for text in OTHER)):
        answer(alone, [text], seat=seat)
    logs = [[(entry.seat, entry.choice, entry.hash) for entry in entries(each)] for each in (table, alone)]
    assert logs[0] == logs[1], "as if they had come one by one"


def test_what_follows_is_not_taken_for_a_part_of_it(server: Server) -> None:
    """The next answer of the same seat names its own ask, be it to the same question."""
    table = caesar(server)
    first = asked(table)
    answer(table, ORDER[:3], first)
    second = asked(table)
    answer(table, ORDER[3:], second)
    refused(table, "answered_otherwise", ORDER, first)
    before = table.rows()
    for ask, choices in ((first, ORDER[:3]), (second, ORDER[3:])):
        answer(table, choices, ask)
    assert table.rows() == before
    with server.store.reading() as connection:
        room = rooms.read(connection, table.id)
        logged = [match_log.given(connection, room, 0, ask) for ask in (first, second, "9.9")]
    assert logged == [ORDER[:3], ORDER[3:], []]


def test_if_one_cannot_be_taken_none_is(server: Server) -> None:
    table = caesar(server)
    for at in (0, 1, 5, 11):
        problem = refused(table, "bad_choice", [*ORDER[:at], "next Brutus", *ORDER[at + 1 :]])
        assert f"choice {at + 1} of 12, 'next Brutus'" in str(problem.fields["detail"])
        refused(table, "not_offered", [*ORDER[:at], "lay 3", *ORDER[at + 1 :]])
    problem = refused(table, "answer_complete", [*ORDER, "next castling", "lay 1"])
    assert (problem.fields["given"], problem.fields["all"]) == (12, 14)
    assert refused(table, "too_many_choices", ["next coup"] * 41).fields == {"most": MOST_CHOICES}
    refused(table, "not_offered", ["next coup"] * 40)
    refused(table, "bad_choice", [])
    with pytest.raises(TypeError):
        answer(table, "next coup")
    answer(table, ORDER)


def test_the_reason_is_that_of_the_moment_at_which_it_was_refused(server: Server) -> None:
    """At first a Wrath may be laid, and none may after it has been: there is but one."""
    table, alone = caesar(server), caesar(server)
    choices = ["next coup", "next wrath", "next coup", "next wrath"]
    for choice in choices[:3]:
        answer(alone, [choice])
    for language, reason in (("en", "have their place"), ("fr", "ont déjà leur place"), ("it", "hanno già")):
        why = refused(table, "not_offered", choices, language=language).fields["why"]
        assert reason in str(why)
        assert refused(alone, "not_offered", choices[3:], language=language).fields["why"] == why


def test_the_whole_composition_is_taken_back_in_one_transaction(server: Server) -> None:
    table = caesar(server)
    answer(table, ORDER)
    ask = asked(table)
    opened = back(table, ask)
    assert given(table)[12:] == [(0, BACK, None if number else ask) for number in range(12)]
    assert sealed(table) == []
    assert opened.room.asked == (0, 1)
    before = table.rows()
    back(table, ask)
    assert table.rows() == before, "sent again it is harmless"
    refused(table, "answered_otherwise", ORDER, ask)
    with pytest.raises(Problem, match="answered_otherwise"):
        back(table, ask, whole=False)
    answer(table, OTHER)
    repeated(table)


def test_one_at_a_time_if_the_whole_is_not_asked_for(server: Server) -> None:
    table = caesar(server)
    answer(table, ORDER)
    ask = asked(table)
    back(table, ask, whole=False)
    before = table.rows()
    back(table, ask, whole=False)
    back(table, ask)
    assert table.rows() == before
    assert len(sealed(table)) == 11
    repeated(table)


def tapped(person: Person, table: Table, act: str = "answer", fragment: str = "scene", **fields: Any) -> httpx.Response:
    return person.post(f"{table.path}/{act}", fragment, **fields)


def test_a_form_with_several_choices(server: Server) -> None:
    table = richelieu(server)
    with table.person(0) as person:
        ask = asked(table)
        came = tapped(person, table, ask=ask, choice=TAKEN)
        assert came.status_code == 200
        assert came.text.lstrip().startswith('<div class="scene"')
        assert tapped(person, table, ask=ask, choice=TAKEN).text == came.text, "sent again it is harmless"
        assert tapped(person, table, fragment="", ask=ask, choice=TAKEN).status_code == 303, "as without a script"
        assert tapped(person, table, ask=ask, choice=TAKEN[::-1]).status_code == 409
        assert given(table) == [(0, "take 3R", ask), (0, "mark 1.1", None)]


def test_a_form_of_which_something_is_refused_changes_nothing(server: Server) -> None:
    table = richelieu(server)
    before = table.rows()
    with table.person(0, "fr") as person:
        ask = asked(table)
        for choices, key in (
            (["take 3R", "take 3R"], "not_offered"),
            ([*TAKEN, "take 1L"], "answer_complete"),
            (["take 3R", "nonsense"], "bad_choice"),
            (["take 3R"] * (MOST_CHOICES + 1), "too_many_choices"),
            ([], "bad_form"),
        ):
            refusing.piece(tapped(person, table, ask=ask, choice=choices), key, "fr")
            refusing.page(tapped(person, table, fragment="", ask=ask, choice=choices), key, "fr")
    assert table.rows() == before


def test_taking_back_by_a_form(server: Server) -> None:
    table = richelieu(server)  # where nothing is sealed, what the script sends along changes nothing
    answer(table, TAKEN)
    with table.person(0) as person:
        for whole in ("yes", "no", "perhaps"):
            if not table.opened().playing.can_take_back(0):
                answer(table, ["take 3R"])
            ask, count = asked(table), len(given(table))
            for _ in range(2):
                assert tapped(person, table, "back", ask=ask, whole=whole).status_code == 200
            assert len(given(table)) == count + 1, whole
    table = caesar(server)
    with table.person(0) as person:
        assert tapped(person, table, ask=asked(table), choice=ORDER).status_code == 200
        ask = asked(table)
        came = [tapped(person, table, "back", ask=ask, whole="yes") for _ in range(2)]
        assert [answer.status_code for answer in came] == [200, 200]
        assert came[0].text == came[1].text
        assert sealed(table) == []
        assert tapped(person, table, fragment="", ask=asked(table), choice=ORDER[:3]).status_code == 303
        assert tapped(person, table, "back", "", ask=asked(table)).status_code == 303, "without a script, one"
        assert len(sealed(table)) == 2


def test_a_program_sends_choices_together(server: Server) -> None:
    table = caesar(server)
    with table.program(0) as program, table.program(1) as other:
        ask = program.table()["ask"]["id"]
        came = program.post("answers", ask=ask, choices=ORDER)
        assert came.status_code == 200, came.text
        assert came.json()["ask"] is None
        assert program.post("answers", ask=ask, choices=ORDER).json() == came.json()
        for body in ({"choices": OTHER}, {"choice": "next coup"}):
            assert program.post("answers", ask=ask, **body).json()["error"] == "answered_otherwise"
        for who, choices in ((other, OTHER), (program, ["lay 3"])):
            came = who.post("answers", ask=who.table()["ask"]["id"], choices=choices)
            assert came.json()["ask"]["step"] == "opening"
        assert [text for _, text, _ in given(table)] == [*ORDER, *OTHER, "lay 3"]


def test_a_program_takes_back_one_or_all(server: Server) -> None:
    table = caesar(server)
    with table.program(0) as program:
        answer(table, ORDER)
        for wish, left in (({}, 11), ({"whole": False}, 10), ({"whole": True}, 0)):
            ask = program.table()["back"]
            came = program.post("back", ask=ask, **wish).json()
            assert len(came["view"]["fields"]["sealed"][0]) == left, wish
        assert program.post("back", ask=ask, whole=True).json() == came


NO_CHOICES: list[Any] = [[], "next coup", ["next coup"] * (MOST_CHOICES + 1), [3], None, ["x" * 201]]
BODIES: list[dict[str, Any]] = [{"choices": choices} for choices in NO_CHOICES]
BODIES += [{}, {"choice": "next coup", "choices": ["next coup"]}, {"choice": None}, {"choice": ["next coup"]}]


def test_a_program_is_told_which_choice_was_refused_and_sends_either_a_choice_or_choices(server: Server) -> None:
    table = caesar(server)
    before = table.rows()
    with table.program(0, "it") as program:
        ask = program.table()["ask"]["id"]
        came = program.post("answers", ask=ask, choices=["next wrath", "next wrath", "next coup"])
        assert refusing.told(came, "not_offered", "it")["detail"].startswith("choice 2 of 3, 'next wrath': ")
        refusing.told(program.post("answers", ask=ask, choices=[*ORDER, "next veto"]), "answer_complete", "it")
        for body in BODIES:
            refusing.told(program.post("answers", ask=ask, **body), "bad_body", "it")
        told = program.http.get("/api/openapi.json").json()["components"]["schemas"]
    assert table.rows() == before
    assert told["Answer"]["oneOf"] == [{"required": ["choice"]}, {"required": ["choices"]}]
    assert told["Answer"]["required"] == ["ask"]
    assert told["Answer"]["properties"]["choices"]["maxItems"] == MOST_CHOICES
    assert told["Back"]["properties"]["whole"]["type"] == "boolean"


def test_what_a_bot_seals_comes_together(server: Server) -> None:
    """One beat for all of it: the clock does not tell of how many small answers it is made."""
    table = server.room(2, of="caesar_cleopatra", bots={1: "page"}, secret=b"for the tests")
    with table.person(0) as person:
        for choices in (ORDER, ["lay 1", "lay 2", "lay 3", "lay 4"]):
            assert tapped(person, table, ask=asked(table), choice=choices).status_code == 200
            until(lambda: 0 in table.opened().room.asked)
    sealed = [(text, ask) for seat, text, ask in given(table) if seat == 1 and text.startswith(("next", "lay"))]
    assert sum(ask is not None for _, ask in sealed) == 2
    assert sum(text.startswith("lay") for text, _ in sealed) == 4
    repeated(table)
