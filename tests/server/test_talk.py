"""Table talk: phrases are read in every reader's language; bots talk at moments that know nothing of what they hold."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from eminence.core import matchfile
from eminence.games import all_games, game
from eminence.server.answering.talking import BEATS, Talkers
from eminence.server.storage import chat, match_log
from eminence.server.storage.chat import Line
from tests.server.clock import Ahead, Still
from tests.server.driving import Server, Table, running, until
from tests.server.worlds import Rows, kept, put, to_the_last, twins

DEVIL = "deal_with_the_devil"
BOTS = {1: "page", 2: "courtier", 3: "page"}
SAID = ("need wood 2", "buy", "offer glass 1", "sell", "need coin 4", "accuse 2", "see", "need marble 1")


def lines(table: Table) -> list[Line]:
    with table.server.store.reading() as connection:
        return chat.heard(connection, table.opened().room, gallery=False)


def test_a_phrase_is_read_in_the_language_of_whoever_reads_it(server: Server) -> None:
    table = server.room(4, of=DEVIL)
    with table.program(0, "fr") as speaker, table.program(1, "it") as reader, table.person(2, "fr") as page:
        assert speaker.post("chat", phrase="need wood 2").status_code == 201
        (line,) = reader.get("chat").json()["lines"]
        assert (line["text"], line["phrase"], line["seat"]) == ("Cerco 2 legni.", "need wood 2", 0)
        shown = page.get(table.path).text
        assert "Il me faut 2 bois." in shown
        assert 'class="card-sign"' in shown
    with table.spectator() as spectator, table.watching_program() as looker:
        assert looker.get("chat").json()["lines"] == [], "as with all that players say"
        assert 'id="talk"' not in spectator.get(table.path).text


def test_what_can_be_said_is_told_to_programs_and_only_where_there_is_something(server: Server) -> None:
    with server.client() as client:
        told = {one["id"]: one["phrases"] for one in client.get("/api/games").json()["games"]}
    for known in all_games():
        assert [one["key"] for one in told[known.id]] == [one.key for one in (known.talk.phrases if known.talk else ())]
    assert {"name": "n", "values": ["1", "2", "3", "4", "5"]} in told[DEVIL][0]["blanks"]
    other = server.room(2)
    with other.program(0) as program:
        assert program.post("chat", phrase="see").json()["error"] == "no_phrase"
        assert program.post("chat", phrase="see", text="see").json()["error"] == "bad_body"
        assert program.post("chat").json()["error"] == "bad_body"


def test_talk_changes_nothing_of_a_match(server: Server) -> None:
    table = server.room(4, of=DEVIL, secret=b"for the tests")
    before = table.opened()
    with table.program(0) as program:
        for phrase in SAID:
            assert program.post("chat", phrase=phrase).status_code == 201
    after = table.opened()
    assert (after.room.entries, after.room.moved) == (before.room.entries, before.room.moved)
    assert after.playing.snapshot() == before.playing.snapshot()
    assert table.play(random.Random(2)).playing.over
    with table.program(0) as program:
        assert program.post("chat", phrase="see").status_code == 422, "it is over"
        assert matchfile.loads(program.get("match").text, game).over


def spoken(table: Table, rows: Rows, ahead: Ahead, said: tuple[str, ...]) -> tuple[list[tuple[float, int]], list[str]]:
    """When which bot says something in a world, in which a person says all this, and what."""
    put(table.server.path, table.id, rows)
    still, began = Still(table.server.store, ahead), ahead.now
    talkers = Talkers(1.0, still.change, cast(Any, still))
    changed = still.change
    moments: list[tuple[float, int]] = []

    async def change(work: Any) -> Any:
        opened = await changed(work)
        moments.append((round(ahead.now - began, 6), lines(table)[-1].seat or 0))
        talkers.look_after(opened)
        return opened

    talkers.change = change

    async def talk() -> None:
        talkers.look_after(table.opened())
        for phrase in said:
            with table.server.store.writing() as connection:
                room = table.opened().room
                chat.say_phrase(connection, room, 0, phrase, table.opened().playing.step)
            talkers.look_after(table.opened())
            await asyncio.sleep(1.5)
        await asyncio.sleep(60)
        await talkers.close()

    ahead.run_until_complete(talk())
    return moments, [line.phrase for line in lines(table) if line.seat]


def test_bots_speak_at_the_same_moments_whatever_they_hold(server: Server, ahead: Ahead) -> None:
    """Two worlds that the person cannot tell apart, over several tables: as many lines, by the same bots, to the last
    digit. What they say may differ, as it does where they tell the truth or lie."""
    words, spoke = [], 0
    for number in range(4):
        table = server.room(4, of=DEVIL, bots=BOTS)
        assert table.opened().playing.step == "offer"
        put(server.path, table.id, seeded(kept(server.path, table.id), number))
        pair = twins(table, 0, random.Random(number))
        here, there = (spoken(table, rows, ahead, SAID) for rows in (pair.here, pair.there))
        assert here[0] == there[0]
        assert all(moment >= BEATS for moment, _ in here[0])
        again = spoken(table, pair.here, ahead, SAID)
        assert again == here, "by its seed"
        spoke += len(here[0])
        words.append(here[1] == there[1])
    assert spoke > 12
    assert not all(words), "some bot has told what it holds, or the contrary"


def seeded(rows: Rows, number: int) -> Rows:
    """The same, with bots of other seeds."""
    seats = [{**row, "seed": f"seed {number} {row['seat']}"} for row in rows["seats"]]
    return {**rows, "seats": seats}


def test_a_bot_says_one_thing_at_a_time_and_nothing_to_bots(server: Server, ahead: Ahead) -> None:
    table = server.room(4, of=DEVIL, bots=BOTS)
    rows = kept(server.path, table.id)
    moments, _ = spoken(table, rows, ahead, ("need wood 1",) * 30)
    gaps = [after - before for (before, _), (after, _) in pairwise(moments)]
    assert len(moments) < 60
    assert min(gaps) >= 0
    alone = spoken(table, rows, ahead, ())[0]
    assert len(alone) <= 3, "of its own accord each speaks once, and nobody answers that"


def test_to_what_was_said_before_the_server_started_bots_say_nothing(server: Server, ahead: Ahead) -> None:
    table = server.room(4, of=DEVIL, bots=BOTS)
    rows = kept(server.path, table.id)
    assert spoken(table, rows, ahead, SAID)[0]
    before = len(lines(table))
    still = Still(server.store, ahead)
    talkers = Talkers(1.0, still.change, cast(Any, still))

    async def begin() -> None:
        await talkers.begin(cast(Any, still))
        talkers.look_after(table.opened())
        await asyncio.sleep(60)
        await talkers.close()

    ahead.run_until_complete(begin())
    assert len(lines(table)) == before


def test_in_a_lesson_bots_leave_the_word_to_the_coach(server: Server, ahead: Ahead) -> None:
    table = server.room(4, of=DEVIL, bots=BOTS)
    rows = kept(server.path, table.id)
    taught = {**rows, "rooms": [{**rows["rooms"][0], "lesson": "mortal.deals"}]}
    assert spoken(table, rows, ahead, SAID)[0]
    assert spoken(table, taught, ahead, SAID) == ([], [])


def test_bots_talk_on_a_real_server_and_hold_nothing_up(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0.05", "--no-limits") as server:
        table = server.room(4, of=DEVIL, bots=BOTS)
        with table.program(0, "fr") as program:

            def answered() -> bool:
                program.post("chat", phrase="need wood 1")
                return any(line["seat"] for line in program.get("chat").json()["lines"])

            until(answered)
            told = [line for line in program.get("chat").json()["lines"] if line["seat"]]
            assert all(line["name"] in ("Bleu", "Vert", "Jaune") and line["text"].endswith(".") for line in told)
            until(lambda: table.opened().playing.asked == [0])
            match = table.opened().playing
            choices = to_the_last(match, 0, random.Random(1))
            assert program.post("answers", ask=match_log.ask_id(match, 0), choices=choices).is_success


@pytest.mark.parametrize("step", ["plan", "offer"])
def test_done_planning_is_said_while_one_plans(server: Server, step: str) -> None:
    table = server.room(4, of=DEVIL, secret=b"for the tests")
    table.play(random.Random(5), stop=lambda opened: opened.playing.step == step)
    with table.program(0) as program, table.person(0) as person:
        assert program.post("chat", phrase="done").status_code == (201 if step == "plan" else 422)
        button = person.get(table.path).text.partition('value="done"')[2].partition("</button>")[0]
        assert ("hidden" in button) is (step != "plan")
