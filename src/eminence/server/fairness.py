"""The verification: of a match played here, and of any match file."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from eminence.core import dealing, matchfile
from eminence.core.errors import EminenceError, MatchDoesNotHold
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts import sentence
from eminence.core.texts.telling import telling
from eminence.games import game
from eminence.server.pages import phrases, rendering, scene
from eminence.server.storage import match_log, rooms
from eminence.server.storage.rooms import Room


def of_room(connection: Connection, room: Room, language: str) -> dict[str, Any]:
    """What was promised before the first card and, once the match is over, whether it was kept."""
    over = room.phase == rooms.OVER
    teller = scene.teller_for(room, language, None)
    holds, problem, draws = None, "", []
    if over:
        try:
            draws = _draws(match_log.repeat(connection, room))
            holds = True
        except MatchDoesNotHold as error:
            holds, problem = False, str(error)
    nonces = [
        {"name": sentence(teller.name(seat.seat)), "nonce": seat.nonce, "text": _as_text(seat.nonce)}
        for seat in room.seats
        if seat.person and room.phase != rooms.GATHERING
    ]
    return {
        "room": {"id": room.id, "title": room.game.title, "url": phrases.path_of(room)},
        "over": over,
        "commitment": room.commitment,
        "secret": room.secret.hex() if over else "",
        "nonces": nonces,
        "draws": draws,
        "holds": holds,
        "problem": problem,
        "export_url": f"/table/{room.id}/match.json",
    }


def _as_text(nonce: str) -> str:
    """A nonce as it was typed, if somebody did: not if it is random."""
    text = bytes.fromhex(nonce).decode("utf-8", "replace")
    random = len(text) == 32 and all(letter in "0123456789abcdef" for letter in text)
    return "" if random else text


def _draws(match: Match) -> list[dict[str, Any]]:
    """Every draw of a match that is over, with its label and the digest it follows from."""
    assert match.secret is not None
    again = match.again()
    draws: list[dict[str, Any]] = []
    for entry in match.entries:
        label = again.draw_label if entry.seat == DEALER else ""
        again.repeat(entry)
        if entry.seat == DEALER:
            digest = dealing.block(0, match.secret, match.nonces, label).hex()
            draws.append({"number": len(draws) + 1, "label": label, "choice": entry.choice, "digest": digest})
    return draws


def of_file(text: str, language: str) -> dict[str, Any]:
    """What the check of a match file found."""
    t = rendering.texts(language)
    nothing: dict[str, Any] = {"holds": False, "entries": 0, "scores": []}
    try:
        match = matchfile.loads(text, game)
    except MatchDoesNotHold as error:
        message = "" if error.entry is None else t("verdict.fails_at", n=error.entry)
        return {**nothing, "title": t("verdict.fails"), "message": message, "detail": str(error)}
    except EminenceError as error:
        return {**nothing, "title": t("verdict.not_a_match"), "message": "", "detail": str(error)}
    teller = telling(match.game, language, None)
    scores = [(sentence(teller.name(seat)), points) for seat, points in enumerate(match.scores)] if match.over else []
    return {
        "holds": True,
        "title": t("verdict.holds") if match.over else t("verdict.running"),
        "message": t("verdict.holds_text"),
        "detail": "",
        "entries": len(match.entries),
        "scores": scores,
    }
