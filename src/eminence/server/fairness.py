"""The verification: of a match played here, and of any match file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from eminence.core import dealing, matchfile
from eminence.core.errors import EminenceError, MatchDoesNotHold
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts import sentence
from eminence.core.texts.telling import telling
from eminence.games import game
from eminence.server.letters import tidy
from eminence.server.pages import phrases, rendering, scene
from eminence.server.storage import match_log, nonces, rooms
from eminence.server.storage.rooms import Room, Seat


def of_room(connection: Connection, room: Room, language: str, person: str) -> dict[str, Any]:
    """What was promised before the first card and, once the match is over, whether it was kept."""
    over = room.phase == rooms.OVER
    teller = scene.teller_for(room, language, None)
    holds, problem, draws = None, "", []
    if over:
        try:
            _check_bound(room)
            draws = _draws(match_log.repeat(connection, room))
            holds = True
        except MatchDoesNotHold as error:
            holds, problem = False, str(error)
    people = [seat for seat in room.seats if seat.nonce and room.phase != rooms.GATHERING]
    t = rendering.texts(language)
    own = room.seat_of(person) if people else None  # before the first card there is nothing to compare
    added = [
        {
            "name": sentence(teller.name(seat.seat)),
            "nonce": seat.nonce,
            "commitment": seat.nonce_commitment,
            "text": _as_text(seat.nonce),
            "origin": t(f"origin.{_origin(seat, len(people))}"),
        }
        for seat in people
    ]
    return {
        "own": "" if own is None else own.seat,
        "every_nonce": json.dumps([seat.nonce if people else "" for seat in room.seats]),
        "times": len(room.began_again),
        "began_again": began_again(room, language),
        "remains": [t(f"remains.{key}") for key in _remains(people)],
        "room": {"id": room.id, "title": room.game.title, "url": phrases.path_of(room)},
        "over": over,
        "commitment": room.commitment,
        "secret": room.secret.hex() if over else "",
        "nonces": added,
        "draws": draws,
        "holds": holds,
        "problem": problem,
        "export_url": f"/table/{room.id}/match.json",
    }


def _check_bound(room: Room) -> None:
    """MatchDoesNotHold if the secret or a nonce is not the one that was fixed beforehand."""
    if dealing.commitment(room.secret) != room.commitment:
        raise MatchDoesNotHold("the secret does not fit the commitment shown before the first card")
    for seat in room.seats:
        if seat.nonce and dealing.commitment(bytes.fromhex(seat.nonce)) != seat.nonce_commitment:
            raise MatchDoesNotHold(f"the nonce of seat {seat.seat} does not fit what the seat was bound to")


def began_again(room: Room, language: str) -> list[str]:
    """Who did not open his nonce, each time the table had to begin again for it: a sentence each."""
    teller, t = scene.teller_for(room, language, None), rendering.texts(language)
    told = ([sentence(teller.name(seat)) for seat in late] for late in room.began_again)
    return [t("again.time", n=len(late), number=number, who=t.listed(late)) for number, late in enumerate(told, 1)]


def _origin(seat: Seat, people: int) -> str:
    """The key of what is said about where a nonce comes from."""
    if seat.nonce_origin == nonces.OPEN and people == 1:
        return "alone"
    return seat.nonce_origin or "earlier"


def _remains(people: Sequence[Seat]) -> list[str]:
    """What a table does not exclude, by keys. Where every person was bound first, nobody could choose the cards."""
    origins = {_origin(seat, len(people)) for seat in people}
    drawn = origins & {nonces.SERVER, nonces.ABSENT, "earlier"}
    return [*(["drawn"] if drawn else []), *(["open"] if origins & {nonces.OPEN, "earlier"} else [])]


def _as_text(nonce: str) -> str:
    """A nonce as it was typed, without what is random in it or cannot be seen."""
    return tidy(re.sub(r" ?\b[0-9a-f]{32}$", "", bytes.fromhex(nonce).decode("utf-8", "replace")))


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
