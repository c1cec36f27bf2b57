"""Small answers sent together: one transaction, all or none, harmless when sent again; and taken back as a whole."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from eminence.core import matchfile
from eminence.core.match import BACK
from eminence.games import game as known_game
from eminence.server import log, rooms, tables
from eminence.server.log import MOST_CHOICES, Opened
from eminence.server.problems import STATUS, Problem
from tests.server import refusing
from tests.server.driving import Person, Program, Server, Table, until

ORDER = [
    f"next {name}"
    for name in ("coup", "spy", "veto", "coup", "scout", "wrath", "castling", "veto", "spy", "scout", "coup", "coup")
]
OTHER = [*ORDER[:10], "next castling"]
"""Another order: four Coups remain, which are not asked for."""


def caesar(server: Server, **options: str) -> Table:
    return server.room(2, of="caesar_cleopatra", options=options, secret=b"for the tests")


def now(table: Table, seat: int = 0) -> str:
    return log.ask_id(table.opened().playing, seat)


def given(table: Table) -> list[tuple[int, str, str | None]]:
    """What was answered at a table, with the ask that each entry names."""
    with table.server.store.reading() as connection:
        query = select(tables.entries).where(tables.entries.c.room == table.id).order_by(tables.entries.c.number)
        return [(row.seat, row.choice, row.ask) for row in connection.execute(query) if row.seat >= 0]


def answer(table: Table, seat: int, ask: str, choices: Any, language: str = "en") -> Opened:
    with table.server.store.writing() as connection:
        return log.answer(connection, table.id, seat, ask, choices, language)


def back(table: Table, seat: int, ask: str, whole: bool = True) -> Opened:
    with table.server.store.writing() as connection:
        return log.take_back(connection, table.id, seat, ask, whole=whole)


def refused(table: Table, key: str, seat: int, ask: str, choices: Any, language: str = "en") -> Problem:
    """That an answer is refused with this problem, and the database is as before."""
    before = table.rows()
    with pytest.raises(Problem) as caught:
        answer(table, seat, ask, choices, language)
    assert caught.value.key == key
    assert table.rows() == before
    return caught.value


def repeated(table: Table) -> None:
    """The log holds, and leads to where the snapshot stands."""
    with table.server.store.reading() as connection:
        room = rooms.read(connection, table.id)
        assert log.repeat(connection, room).snapshot() == log.open_room(connection, table.id).playing.snapshot()


# -- one transaction ---------------------------------------------------------------------------------------------------


def test_together_in_one_transaction_of_which_the_first_names_the_ask(server: Server) -> None:
    table = caesar(server)
    ask = now(table)
    opened = answer(table, 0, ask, ORDER)
    assert given(table) == [(0, text, None if number else ask) for number, text in enumerate(ORDER)]
    assert opened.room.asked == (1,)
    assert now(table) != ask
    repeated(table)
    answer(table, 1, now(table, 1), OTHER)
    assert table.opened().playing.asks()[0].step == "opening"
    repeated(table)


def test_sent_again_it_is_harmless(server: Server) -> None:
    table = caesar(server)
    ask = now(table)
    answer(table, 0, ask, ORDER)
    before = table.rows()
    assert answer(table, 0, ask, ORDER).playing.new_events == []
    answer(table, 0, ask, [f"  {text.upper()} " for text in ORDER])
    assert table.rows() == before
    answer(table, 1, now(table, 1), OTHER)
    before = table.rows()
    answer(table, 0, ask, ORDER)
    assert table.rows() == before, "however much later"


def test_anything_else_to_the_same_ask_is_another_answer(server: Server) -> None:
    table = caesar(server)
    ask = now(table)
    answer(table, 0, ask, ORDER)
    for choices in (ORDER[:1], ORDER[:11], [*ORDER, "next castling"], OTHER, ORDER[::-1], [*ORDER[:-1], "lay 3"]):
        refused(table, "answered_otherwise", 0, ask, choices)


def test_what_follows_is_not_taken_for_a_part_of_it(server: Server) -> None:
    """The next answer of the same seat names its own ask, be it to the same question."""
    table = caesar(server)
    first = now(table)
    answer(table, 0, first, ORDER[:3])
    second = now(table)
    answer(table, 0, second, ORDER[3:])
    refused(table, "answered_otherwise", 0, first, ORDER)
    before = table.rows()
    answer(table, 0, first, ORDER[:3])
    answer(table, 0, second, ORDER[3:])
    assert table.rows() == before
    assert log_of(table, 0, first) == ORDER[:3]
    assert log_of(table, 0, second) == ORDER[3:]
    assert log_of(table, 0, "9.9") == []


def log_of(table: Table, seat: int, ask: str) -> list[str]:
    with table.server.store.reading() as connection:
        return log.given(connection, rooms.read(connection, table.id), seat, ask)


def test_too_late(server: Server) -> None:
    table = caesar(server)
    ask = now(table)
    answer(table, 0, ask, ORDER)
    refused(table, "too_late", 0, "0.3", ORDER)
    refused(table, "already_answered", 0, now(table), ORDER)


# -- all or none -------------------------------------------------------------------------------------------------------


def test_if_one_cannot_be_taken_none_is(server: Server) -> None:
    table = caesar(server)
    ask = now(table)
    for at in (0, 1, 5, 11):
        problem = refused(table, "bad_choice", 0, ask, [*ORDER[:at], "next Brutus", *ORDER[at + 1 :]])
        assert f"choice {at + 1} of 12, 'next Brutus'" in str(problem.fields["detail"])
        refused(table, "not_offered", 0, ask, [*ORDER[:at], "lay 3", *ORDER[at + 1 :]])
    answer(table, 0, ask, ORDER)


def test_the_reason_is_that_of_the_moment_at_which_it_was_refused(server: Server) -> None:
    """At first a Wrath may be laid, and none may after it has been: there is but one."""
    table, alone = caesar(server), caesar(server)
    choices = ["next coup", "next wrath", "next coup", "next wrath"]
    for choice in choices[:3]:
        answer(alone, 0, now(alone), [choice])
    for language, reason in (("en", "have their place"), ("fr", "ont déjà leur place"), ("it", "hanno già")):
        problem = refused(table, "not_offered", 0, now(table), choices, language)
        assert reason in str(problem.fields["why"])
        other = refused(alone, "not_offered", 0, now(alone), choices[3:], language)
        assert other.fields["why"] == problem.fields["why"]


def test_more_than_the_answer_asks_for(server: Server) -> None:
    table = caesar(server)
    problem = refused(table, "answer_complete", 0, now(table), [*ORDER, "next castling", "lay 1"])
    assert (problem.fields["given"], problem.fields["all"]) == (12, 14)


def test_too_many_or_none(server: Server) -> None:
    table = caesar(server)
    assert refused(table, "too_many_choices", 0, now(table), ["next coup"] * 41).fields == {"most": MOST_CHOICES}
    refused(table, "not_offered", 0, now(table), ["next coup"] * 40)
    refused(table, "bad_choice", 0, now(table), [])
    with pytest.raises(TypeError):
        answer(table, 0, now(table), "next coup")


# -- taking back -------------------------------------------------------------------------------------------------------


def test_the_whole_composition_is_taken_back_in_one_transaction(server: Server) -> None:
    table = caesar(server)
    answer(table, 0, now(table), ORDER)
    ask = now(table)
    opened = back(table, 0, ask)
    assert given(table)[12:] == [(0, BACK, None if number else ask) for number in range(12)]
    assert opened.playing.view(0)["sealed"][0] == []
    assert opened.room.asked == (0, 1)
    before = table.rows()
    back(table, 0, ask)
    assert table.rows() == before, "sent again it is harmless"
    refused(table, "answered_otherwise", 0, ask, ORDER)
    with pytest.raises(Problem, match="answered_otherwise"):
        back(table, 0, ask, whole=False)
    answer(table, 0, now(table), OTHER)
    repeated(table)


def test_without_asking_for_the_whole_it_is_one_at_a_time(server: Server) -> None:
    table = caesar(server)
    answer(table, 0, now(table), ORDER)
    ask = now(table)
    back(table, 0, ask, whole=False)
    before = table.rows()
    back(table, 0, ask, whole=False)
    back(table, 0, ask)
    assert table.rows() == before
    assert len(table.opened().playing.view(0)["sealed"][0]) == 11
    repeated(table)


def test_what_is_not_sealed_is_taken_back_one_at_a_time(server: Server) -> None:
    table = server.room(2, secret=b"for the tests")
    answer(table, 0, now(table), ["take 3R", "mark 1.1"])
    back(table, 0, now(table))
    assert table.opened().playing.asks()[0].step == "place_marker"


# -- by the page -------------------------------------------------------------------------------------------------------


def tapped(person: Person, path: str, fragment: str = "scene", **fields: Any) -> httpx.Response:
    return person.post(path, fragment, **fields)


def test_a_form_with_several_choices(server: Server) -> None:
    table = server.room(2, secret=b"for the tests")
    with table.person(0) as person:
        ask = now(table)
        fields: dict[str, Any] = {"ask": ask, "choice": ["take 3R", "mark 1.1"]}
        came = tapped(person, f"{table.path}/answer", **fields)
        assert came.status_code == 200
        assert came.text.lstrip().startswith('<div class="scene"')
        assert [(text, named) for _, text, named in given(table)] == [("take 3R", ask), ("mark 1.1", None)]
        assert tapped(person, f"{table.path}/answer", **fields).text == came.text, "sent again it is harmless"
        assert tapped(person, f"{table.path}/answer", "", **fields).status_code == 303, "as without a script"
        assert len(given(table)) == 2
        other = tapped(person, f"{table.path}/answer", ask=ask, choice=["mark 1.1", "take 3R"])
        assert other.status_code == 409
        assert len(given(table)) == 2


def test_a_form_of_which_something_is_refused_changes_nothing(server: Server) -> None:
    table = server.room(2, secret=b"for the tests")
    before = table.rows()
    with table.person(0, "fr") as person:
        ask = now(table)
        for choices, key in (
            (["take 3R", "take 3R"], "not_offered"),
            (["take 3R", "mark 1.1", "take 1L"], "answer_complete"),
            (["take 3R", "nonsense"], "bad_choice"),
            (["take 3R"] * (MOST_CHOICES + 1), "too_many_choices"),
            ([], "bad_form"),
        ):
            came = tapped(person, f"{table.path}/answer", ask=ask, choice=choices)
            assert came.status_code == STATUS[key], (choices, came.text[:300])
            assert refusing.sentence(key, "fr") in came.text
            page = tapped(person, f"{table.path}/answer", "", ask=ask, choice=choices)
            refusing.page(page, key, "fr")
    assert table.rows() == before


def test_taking_back_by_a_form(server: Server) -> None:
    """What the script sends along changes nothing where nothing is sealed."""
    table = server.room(2, secret=b"for the tests")
    answer(table, 0, now(table), ["take 3R", "mark 1.1"])
    with table.person(0) as person:
        for whole in ("yes", "no", "perhaps"):
            ask = now(table)
            if not table.opened().playing.can_take_back(0):
                answer(table, 0, ask, ["take 3R"])
                ask = now(table)
            count = len(given(table))
            for _ in range(2):
                assert tapped(person, f"{table.path}/back", ask=ask, whole=whole).status_code == 200
            assert len(given(table)) == count + 1


def test_a_composition_is_sent_and_taken_back_by_forms(server: Server) -> None:
    table = caesar(server)
    with table.person(0) as person:
        first = now(table)
        assert tapped(person, f"{table.path}/answer", ask=first, choice=ORDER).status_code == 200
        asked = now(table)
        came = [tapped(person, f"{table.path}/back", ask=asked, whole="yes") for _ in range(2)]
        assert [answer.status_code for answer in came] == [200, 200]
        assert came[0].text == came[1].text
        assert table.opened().playing.view(0)["sealed"][0] == []
        assert tapped(person, f"{table.path}/answer", "", ask=now(table), choice=ORDER[:3]).status_code == 303
        assert tapped(person, f"{table.path}/back", "", ask=now(table)).status_code == 303, "without a script, one"
        assert len(table.opened().playing.view(0)["sealed"][0]) == 2


# -- by the API --------------------------------------------------------------------------------------------------------


def sent(program: Program, name: str = "answers", **body: Any) -> httpx.Response:
    return program.post(name, **body)


def test_a_program_sends_choices_together(server: Server) -> None:
    table = caesar(server)
    with table.program(0) as program, table.program(1) as other:
        ask = program.table()["ask"]["id"]
        came = sent(program, ask=ask, choices=ORDER)
        assert came.status_code == 200, came.text
        assert came.json()["ask"] is None
        assert sent(program, ask=ask, choices=ORDER).json() == came.json()
        assert sent(program, ask=ask, choices=OTHER).json()["error"] == "answered_otherwise"
        assert sent(program, ask=ask, choice="next coup").json()["error"] == "answered_otherwise"
        assert sent(other, ask=other.table()["ask"]["id"], choices=OTHER).json()["ask"]["step"] == "opening"
        assert sent(program, ask=program.table()["ask"]["id"], choices=["lay 3"]).json()["ask"]["step"] == "opening"
        assert [text for _, text, _ in given(table)] == [*ORDER, *OTHER, "lay 3"]


def test_a_program_takes_back_one_or_all(server: Server) -> None:
    table = caesar(server)
    with table.program(0) as program:
        sent(program, ask=program.table()["ask"]["id"], choices=ORDER)
        sent(program, "back", ask=program.table()["back"])
        assert len(program.table()["view"]["fields"]["sealed"][0]) == 11
        sent(program, "back", ask=program.table()["back"], whole=False)
        assert len(program.table()["view"]["fields"]["sealed"][0]) == 10
        asked = program.table()["back"]
        first = sent(program, "back", ask=asked, whole=True)
        assert first.json()["view"]["fields"]["sealed"][0] == []
        assert sent(program, "back", ask=asked, whole=True).json() == first.json()


def test_a_program_is_told_which_choice_was_refused(server: Server) -> None:
    table = caesar(server)
    before = table.rows()
    with table.program(0, "it") as program:
        ask = program.table()["ask"]["id"]
        came = sent(program, ask=ask, choices=["next wrath", "next wrath", "next coup"])
        assert (came.status_code, came.json()["error"]) == (422, "not_offered")
        assert came.json()["detail"].startswith("choice 2 of 3, 'next wrath': ")
        assert sent(program, ask=ask, choices=[*ORDER, "next veto"]).json()["error"] == "answer_complete"
    assert table.rows() == before


NEITHER_NOR: list[dict[str, Any]] = [
    {},
    {"choice": "next coup", "choices": ["next coup"]},
    {"choices": []},
    {"choices": "next coup"},
    {"choices": ["next coup"] * (MOST_CHOICES + 1)},
    {"choices": [3]},
    {"choices": None},
    {"choice": None},
    {"choice": ["next coup"]},
    {"choices": ["x" * 201]},
]


def test_either_a_choice_or_choices(server: Server) -> None:
    table = caesar(server)
    before = table.rows()
    with table.program(0) as program:
        for body in NEITHER_NOR:
            came = sent(program, ask=program.table()["ask"]["id"], **body)
            assert (came.status_code, came.json()["error"]) == (422, "bad_body"), came.text
    assert table.rows() == before


def test_the_document_tells_of_it(server: Server) -> None:
    with server.client() as client:
        told = client.get("/api/openapi.json").json()["components"]["schemas"]
    assert told["Answer"]["oneOf"] == [{"required": ["choice"]}, {"required": ["choices"]}]
    assert told["Answer"]["required"] == ["ask"]
    assert told["Answer"]["properties"]["choices"]["maxItems"] == MOST_CHOICES
    assert told["Back"]["properties"]["whole"]["type"] == "boolean"


# -- what becomes of it ------------------------------------------------------------------------------------------------


def test_a_match_file_knows_nothing_of_what_came_together(server: Server) -> None:
    """The log of a match is the same whether its answers came alone or together."""
    tables_of = [server.room(2, options={"short": True}, secret=b"for the tests") for _ in range(2)]
    texts = []
    for number, table in enumerate(tables_of):
        while not (opened := table.opened()).playing.over:
            (seat,) = opened.room.asked
            choices = pairs(opened)
            if number:
                answer(table, seat, now(table, seat), choices)
            else:
                for choice in choices:
                    answer(table, seat, now(table, seat), [choice])
        with server.store.reading() as connection:
            texts.append(log.export(connection, rooms.read(connection, table.id)))
    assert texts[0] == texts[1]
    assert matchfile.loads(texts[0], known_game).over


def pairs(opened: Opened) -> list[str]:
    """The first choice, and the first of what the same seat is then asked."""
    match = opened.playing
    (seat,) = opened.room.asked
    first = match.asks()[seat].choices[0]
    match.choose(seat, first)  # this match is our own: the database has not heard of it
    if first.final or match.over or seat not in match.asks():
        return [first.text]
    return [first.text, match.asks()[seat].choices[0].text]


# -- bots --------------------------------------------------------------------------------------------------------------


def test_what_a_bot_seals_comes_together(server: Server) -> None:
    """One beat for all of it: the clock does not tell of how many small answers it is made."""
    table = server.room(2, of="caesar_cleopatra", bots={1: "page"}, secret=b"for the tests")
    with table.person(0) as person:
        for choices in (ORDER, ["lay 1", "lay 2", "lay 3", "lay 4"]):
            assert tapped(person, f"{table.path}/answer", ask=now(table), choice=choices).status_code == 200
            until(lambda: 0 in table.opened().room.asked)
    sealed = [(text, ask) for seat, text, ask in given(table) if seat == 1 and text.startswith(("next", "lay"))]
    assert sum(ask is not None for _, ask in sealed) == 2
    assert sum(text.startswith("lay") for text, _ in sealed) == 4
    repeated(table)
