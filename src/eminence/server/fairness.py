"""The verification: of a match played here, and of any match file, as it is told to people."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from eminence.core import dealing
from eminence.core.texts import sentence
from eminence.core.texts.telling import telling, title_in
from eminence.games import game
from eminence.server.checking import MOST_ENTRIES, Verdict
from eminence.server.letters import tidy
from eminence.server.pages import phrases, rendering, scene
from eminence.server.storage import nonces, rooms
from eminence.server.storage.rooms import Room, Seat


def of_room(room: Room, verdict: Verdict | None, language: str, person: str) -> dict[str, Any]:
    """What was promised before the first card and, once the match is over, whether it was kept.

    No verdict: the match runs, or it is still being checked.
    """
    over = room.phase == rooms.OVER
    teller = scene.teller_for(room, language, None)
    holds = verdict.holds if verdict and not verdict.is_too_much else None
    problem = verdict.detail if verdict else ""
    if over and (unbound := _unbound(room)):
        holds, problem = False, unbound
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
        "room": {"id": room.id, "title": title_in(room.game, language), "url": phrases.path_of(room)},
        "over": over,
        "scripted": bool(room.lesson),
        "checking": over and verdict is None,
        "commitment": room.commitment,
        "secret": room.secret.hex() if over else "",
        "nonces": added,
        "draws": verdict.draws if verdict else [],
        "holds": holds,
        "too_much": of_file(verdict, language) if verdict and verdict.is_too_much else None,
        "problem": problem,
        "export_url": f"/table/{room.id}/match.json",
    }


def _unbound(room: Room) -> str:
    """What is wrong if the secret or a nonce is not the one that was fixed beforehand."""
    if room.lesson:
        return ""  # nothing was
    if dealing.commitment(room.secret) != room.commitment:
        return "the secret does not fit the commitment shown before the first card"
    for seat in room.seats:
        if seat.nonce and dealing.commitment(bytes.fromhex(seat.nonce)) != seat.nonce_commitment:
            return f"the nonce of seat {seat.seat} does not fit what the seat was bound to"
    return ""


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


def of_file(verdict: Verdict, language: str) -> dict[str, Any]:
    """What the check of a match file found, in a language."""
    t = rendering.texts(language)
    message, scores = "", list[tuple[str, int]]()
    if verdict.holds:
        message = t("verdict.by_hand_text" if verdict.by_hand else "verdict.holds_text")
        teller = telling(game(verdict.game, verdict.rules), language, None)
        scores = [(sentence(teller.name(seat)), points) for seat, points in enumerate(verdict.scores)]
    elif verdict.entry is not None:
        message = t("verdict.fails_at", n=verdict.entry)
    elif verdict.is_too_much:
        message = t("verdict.elsewhere")
    return {
        "holds": verdict.holds,
        "title": t(f"verdict.{verdict.outcome}", most=MOST_ENTRIES),
        "message": message,
        "detail": verdict.detail,
        "entries": verdict.entries,
        "scores": scores,
        "command": "eminence verify match.json" if verdict.is_too_much else "",
    }
