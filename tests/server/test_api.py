"""The API: what a page can do, as JSON, done by programs that know nothing but what it tells them."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import eminence
from eminence.core import matchfile
from eminence.core.texts import LANGUAGES
from eminence.games import all_games, game
from tests.server.driving import Program, Server
from tests.server.refusing import told


def make(server: Server, **wish: Any) -> dict[str, Any]:
    with server.client() as client:
        answer = client.post("/api/rooms", json={"game": "richelieu", "places": [{}, {}], **wish})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


def acted(program: Program, act: str, /, **body: str) -> dict[str, Any]:
    answer = program.post(act, **body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def join(server: Server, room: str, invitation: str, **wish: str) -> dict[str, Any]:
    with server.program(room, invitation) as program:
        return acted(program, "join", **wish)


def play(players: dict[int, Program], chance: random.Random) -> list[str]:
    """Play to the end by what each is told and asked; the choices given."""
    table = players[0].table()
    given = []
    while not table["result"]:
        (seat,) = table["asked"]
        ask = players[seat].table()["ask"]
        choice = chance.choice(ask["choices"])
        table = acted(players[seat], "answers", ask=ask["id"], choice=choice["text"])
        given.append(choice["text"])
        if table["can_take_back"] and chance.random() < 0.1:
            assert not choice["final"]
            table = acted(players[seat], "back", ask=table["back"])
            given.append("back")
            assert table["asked"] == [seat]
    return given


def test_two_programs_play_a_whole_match_and_another(server: Server) -> None:
    room = make(server, options={"short": True}, listed=False)
    assert room["phase"] == "gathering"
    assert [place["seat"] for place in room["invitations"]] == [0, 1]
    first = join(server, room["id"], room["invitations"][0]["invitation"], name="Ada", nonce="luck of Ada")
    with server.program(room["id"], room["invitations"][0]["invitation"]) as late:
        told(late.post("join", name="Late"), "seat_taken")
    with server.program(room["id"], first["token"]) as ada:
        told(ada.get("table"), "not_begun")
        assert [seat["name"] for seat in ada.get().json()["seats"]] == ["Ada", ""]
    second = join(server, room["id"], room["invitations"][1]["invitation"], name="Grace", nonce="luck of Grace")
    assert [seat["room"]["phase"] for seat in (first, second)] == ["gathering", "playing"]
    assert second["room"]["commitment"] == room["commitment"]
    tokens = first["token"], second["token"], room["watch_token"]
    programs = [server.program(room["id"], token) for token in tokens]
    with programs[0] as ada, programs[1] as grace, programs[2] as watcher:
        assert ada.post("chat", text="Good luck").json() == {"said": 1}
        assert watcher.post("chat", text="Who will win?").status_code == 201
        given = play({0: ada, 1: grace}, random.Random(8))
        assert "back" in given
        assert [(line["name"], line["text"]) for line in grace.get("chat").json()["lines"]] == [("Ada", "Good luck")]
        assert [line["text"] for line in watcher.get("chat").json()["lines"]] == ["Who will win?"]
        assert ada.get("chat", since=1).json() == {"lines": []}

        result = ada.table()["result"]
        assert result == grace.table()["result"] == watcher.table()["result"]
        story = ada.get("story").json()["events"]
        assert [event["number"] for event in story] == list(range(ada.table()["told"]))
        assert ada.get("story", since=story[-3]["number"]).json()["events"] == story[-3:]
        assert story[-1]["event"]["event"] == "Counted"

        text = ada.get("match").text
        match = matchfile.loads(text, game)
        assert match.scores == result["scores"]
        assert match.commitment == room["commitment"]
        assert [nonce.decode() for nonce in match.nonces] == ["luck of Ada", "luck of Grace"]
        assert [entry.choice for entry in match.entries if entry.seat >= 0] == given

        rematch(server, ada, grace)


def rematch(server: Server, ada: Program, grace: Program) -> None:
    """Another match: everyone has moved on by one seat, and the secret is bound before anybody adds to it."""
    offers = [program.http.post(program.path("rematch")).json() for program in (ada, grace)]
    assert offers[0]["id"] == offers[1]["id"]
    assert [offer["seat"] for offer in offers] == [1, 0]
    assert offers[0]["commitment"] == offers[1]["commitment"] != ada.get().json()["commitment"]
    assert ada.get().json()["next"] == offers[0]["id"]
    again = [join(server, offer["id"], offer["invitation"], name="again") for offer in offers]
    assert again[1]["room"]["phase"] == "playing"
    assert again[0]["room"]["options"] == {"short": True}
    assert again[0]["room"]["commitment"] == offers[0]["commitment"]
    with server.program(offers[0]["id"], again[1]["token"]) as first:
        assert first.table()["ask"]["choices"]


def test_the_file_is_read_and_verified_by_anyone_and_an_altered_one_does_not_hold(
    server: Server, tmp_path: Any
) -> None:
    table = server.room(3, options={"short": True})
    table.play(random.Random(3))
    with table.watching_program() as program, table.person(0) as person:
        path, text = tmp_path / "match.json", program.get("match").text
        path.write_text(text)
        assert eminence.load(path).over
        assert text == person.get(f"{table.path}/match.json").text
        whole = json.loads(text)
        entries, last, scores = whole["entries"], whole["entries"][-1], whole["result"]["scores"]
        verdict = program.http.post("/api/verify", json=whole).json()
        assert (verdict["holds"], verdict["entries"]) == (True, len(entries))
        assert "The match is in order." in person.check(text).text
        one, two = entries[50:52]
        other = [last[0], "take 1L" if last[1] != "take 1L" else "take 2L", last[2]]
        elsewhere = [*entries[:50], [one[0], two[1], one[2]], [two[0], one[1], two[2]], *entries[52:]]
        altered: dict[str, dict[str, Any]] = {
            "two covered discs lie elsewhere": {"entries": elsewhere},
            "answered otherwise": {"entries": [*entries[:-1], other]},
            "cut off": {"entries": entries[:-5]},
            "other points": {"result": {**whole["result"], "scores": [scores[0] + 1, *scores[1:]]}},
            "another secret": {"secret": "00" * 32},
            "another nonce": {"nonces": ["ff", *whole["nonces"][1:]]},
            "another game": {"game": "chess"},
        }
        for name, fields in altered.items():
            answer = program.http.post("/api/verify", json=whole | fields)
            assert (answer.status_code, answer.json()["holds"]) == (200, False), name
            page = person.check(json.dumps(whole | fields))
            assert page.status_code == 200
            assert answer.json()["message"].split(". ")[0] in page.text, name


def test_prompts_and_labels_in_the_language_asked_for(server: Server) -> None:
    table = server.room(2)
    labels = set()
    for language in LANGUAGES:
        with table.program(0, language) as program:
            ask = program.table()["ask"]
            labels.add((ask["prompt"], ask["choices"][0]["label"]))
            assert ask["choices"][0]["text"] == "take 1L"
    assert len(labels) == len(LANGUAGES)


def test_what_is_there_to_be_played(server: Server) -> None:
    with server.client() as client:
        house = client.get("/api/games").json()
    assert house["levels"] == ["page", "courtier", "eminence"]
    for shown, known in zip(house["games"], all_games(), strict=True):
        assert (shown["id"], shown["seats"]) == (known.id, sorted(known.seats))
        options = [{"name": option.name, "values": list(option.values)} for option in known.options]
        assert shown["options"] == options, known.id


def test_listed_rooms_are_seen_by_anyone_and_others_by_nobody(server: Server) -> None:
    listed, private = make(server, listed=True), make(server)
    with server.client() as client:
        shown = [room["id"] for room in client.get("/api/rooms").json()["rooms"]]
        assert listed["id"] in shown
        assert private["id"] not in shown
        assert client.get(f"/api/rooms/{listed['id']}").status_code == 200
        assert client.get(f"/api/rooms/{private['id']}").status_code == 401
    for token in (private["watch_token"], private["invitations"][0]["invitation"]):
        with server.program(private["id"], token) as program:
            seen = program.get()
            assert seen.status_code == 200
            assert not any(place["invitation"] in seen.text for place in private["invitations"])
            assert private["watch_token"] not in seen.text


def test_a_person_finds_the_same_rooms_by_the_token_of_the_personal_link(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as person, server.client() as client:
        link = re.search(r"/me/(\w+\.[\w-]+)", person.get("/mine").text)
        assert link
        found = client.get("/api/me/rooms", headers={"authorization": f"Bearer {link[1]}"})
        assert [room["id"] for room in found.json()["rooms"]] == [table.id]
