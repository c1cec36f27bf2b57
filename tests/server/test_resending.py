"""Joining by the API can be sent again: an answer that was lost is had once more, and nobody else can have it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.driving import Program, Server, running
from tests.server.refusing import told

KEY = "a secret of Ada's own"


def make(server: Server) -> dict[str, Any]:
    with server.client() as client:
        answer = client.post("/api/rooms", json={"game": "richelieu", "places": [{}, {}]})
    assert answer.status_code == 201
    return dict(answer.json())


def invited(server: Server, room: dict[str, Any], seat: int) -> Program:
    return server.program(room["id"], room["invitations"][seat]["invitation"])


def test_the_same_token_comes_again_even_after_a_kill_and_after_the_first_card(tmp_path: Path) -> None:
    with running(tmp_path / "home", "--no-limits") as server:
        room = make(server)
        with invited(server, room, 0) as ada:
            first = ada.post("join", name="Ada", nonce="luck", key=KEY).json()
        with invited(server, room, 1) as bob:
            second = bob.post("join", name="Bob", nonce="luck", key=KEY).json()
        assert first["token"] != second["token"], "another invitation: another token"
        server.kill()
        server.again()
        with invited(server, room, 0) as ada, invited(server, room, 1) as bob:
            before = server.rows(room["id"])
            again = [program.post("join", name="Again", nonce="luck", key=KEY).json() for program in (ada, bob)]
        assert [joined["token"] for joined in again] == [first["token"], second["token"]]
        assert [joined["seat"] for joined in again] == [0, 1]
        assert {joined["room"]["phase"] for joined in again} == {"playing"}
        assert server.rows(room["id"]) == before, "nothing has changed"
        with server.program(room["id"], second["token"]) as bob:
            assert bob.table()["seat"] == 1


def test_what_others_at_the_table_know_opens_no_seat(server: Server) -> None:
    """The invitation, which whoever made the table has, and the nonce, which all see, are not enough."""
    room = make(server)
    with invited(server, room, 0) as ada:
        told(ada.post("join", key="too short"), "bad_body")
        token = ada.post("join", name="Ada", nonce="luck", key=KEY).json()["token"]
        for guess in ({"nonce": "luck"}, {"nonce": "luck", "key": KEY + "!"}, {"nonce": "other", "key": KEY}, {}):
            told(ada.post("join", name="Ada", **guess), "seat_taken")
    with server.program(room["id"], token) as seated:
        told(seated.get("table"), "not_begun")
    with invited(server, make(server), 0) as other:
        assert other.post("join", name="Ada", nonce="luck", key=KEY).json()["token"] != token, "another room"
    with invited(server, room, 1) as without:
        assert without.post("join", nonce="luck").status_code == 200
        told(without.post("join", nonce="luck"), "seat_taken")
