"""The scene: what a reader sees of a match at one moment, and the sentences about it. From a View and nothing else."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any, Final

from eminence.core.ask import Ask
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling, telling
from eminence.core.view import View
from eminence.server import drawing, quiet, rooms
from eminence.server.log import Opened, ask_id
from eminence.server.rooms import Room

NEWS: Final = 12
"""How many sentences of what happened meanwhile are shown; the story has them all."""


def tell(room: Room, language: str, reader: int | None) -> Telling:
    """The game of a room, told to a reader."""
    return telling(room.game, language, reader, room.names)


def number(match: Match, view: View) -> int:
    """Grows with all that a reader sees happen, and with nothing else.

    To be asked is such a thing, even where nothing is told: somebody has let an action happen, and its player goes on.
    """
    reader = view.seat
    if reader is None:
        return match.told * 10_000
    return match.told * 10_000 + 2 * match.given(reader) + (reader in view.asked)


def context(
    opened: Opened,
    reader: int | None,
    language: str,
    *,
    lately: Sequence[Event],
    here: Collection[int],
    csrf: str,
    pause: float,
    why: str = "",
) -> dict[str, Any]:
    """What the template `scene.html` needs."""
    room, match = opened.room, opened.playing
    told = tell(room, language, reader)
    view = match.view(reader)
    put = match.asks()[reader] if reader is not None and reader in view.asked else None
    ask = quiet.shown(room, put.seat, put) if put is not None else None
    t = drawing.texts(language)
    page = drawing.game_page(room.game)
    result = _result(match, told) if match.over else None
    turn = ask is not None
    title = t("table.turn_title", game=room.game.title) if turn else t("table.page_title", game=room.game.title)
    return {
        "t": t,
        "csrf": csrf if reader is not None else "",
        "room": _room(room, reader),
        "game_look": drawing.game_look(room.game),
        "scene": page.scene(view, ask, told, lately),
        "seats": [
            {
                "seat": seat.seat,
                "name": sentence(told.name(seat.seat)),
                "role": sentence(told.texts(f"seat.{seat.seat}.name")),
                "is_you": seat.seat == reader,
                "is_bot": bool(seat.level),
                "level": seat.level,
                "here": seat.seat in here,
                "asked": seat.seat in view.asked,
            }
            for seat in room.seats
        ],
        "status": _status(match, told, view, put, ask, t),
        "quiet": None if reader is None else _quiet(room, reader, told, pause),
        "ask": None
        if ask is None or reader is None
        else {
            "id": ask_id(match, reader),
            "prompt": told.prompt(view, ask),
            "rule_url": f"/rules/{room.game.id}#{ask.rule}",
            "by_itself": "" if ask is put or put is None else _by_itself(room, view, put, told, pause, t),
            "rule_text": drawing.paragraph(room.game, language, ask.rule),
            "choices": [
                {
                    "text": choice.text,
                    "label": told.label(view, choice),
                    "final": match.is_final(reader, choice),
                    "on_table": page.on_table(choice.code),
                }
                for choice in ask
            ],
        },
        "can_take_back": reader is not None and not match.over and match.can_take_back(reader),
        "back_id": "" if reader is None else ask_id(match, reader),
        "why": why,
        "notice": "",
        "news": [],
        "result": result,
        "rematch": None,
        "title": title,
        "turn": turn,
        "number": number(match, view),
    }


def why_not(opened: Opened, reader: int, choice: str, language: str) -> str | None:
    """Why what a reader tapped may not be chosen now. A page may know better than the rules what was meant."""
    room = opened.room
    view = opened.playing.view(reader)
    return drawing.game_page(room.game).why_not(view, room.game.code(choice), tell(room, language, reader))


def _room(room: Room, reader: int | None) -> dict[str, Any]:
    return {
        "id": room.id,
        "title": room.game.title,
        "game": room.game.id,
        "url": f"/table/{room.id}",
        "you": reader,
        "over": room.phase == rooms.OVER,
        "listed": room.listed,
    }


def _quiet(room: Room, reader: int, told: Telling, pause: float) -> dict[str, Any] | None:
    """The switch by which a reader has discreet steps answered for him, in games that have some."""
    if not room.game.discreet or room.phase != rooms.PLAYING:
        return None
    text = told.texts("discreet.text", n=math.ceil(pause))
    return {"on": room.seats[reader].quiet, "name": told.texts("discreet.name"), "text": text}


def _by_itself(room: Room, view: View, put: Ask, told: Telling, pause: float, t: Any) -> str:
    """What happens if the reader does nothing, to whom only what is not given for him is offered."""
    given = put[room.game.discreet[put.step]]
    return str(t("ask.by_itself", n=math.ceil(pause), label=told.label(view, given)))


def _status(match: Match, told: Telling, view: View, put: Ask | None, ask: Ask | None, t: Any) -> str:
    """How it ended, what the reader is asked, or who is waited for. What is answered for him without asking is told."""
    if match.over:
        return winners(match, told)
    if put is not None:
        prompt = told.prompt(view, put)
        return prompt if ask is not None else f"{prompt} {t('ask.goes_on')}"
    names = [told.name(seat) for seat in match.view(None).asked]
    return sentence(str(t("status.waiting", n=len(names), who=told.texts.listed(names))))


def winners(match: Match, told: Telling) -> str:
    """Who won, in a sentence."""
    won = match.winners
    if len(won) == 1:
        return told.said("winner", won[0])
    return sentence(told.texts("winner.shared", who=told.texts.listed([told.who(seat) for seat in won])))


def _result(match: Match, told: Telling) -> dict[str, Any]:
    """The final count, part by part and line by line."""
    parts: list[dict[str, Any]] = []
    for line in match.count():
        if not parts or parts[-1]["title"] != told.part(line):
            parts.append({"title": told.part(line), "lines": []})
        best = max(tally.points for tally in line.tallies)
        parts[-1]["lines"].append(
            {
                "subject": sentence(told.subject(line)),
                "tallies": [
                    {
                        "points": tally.points,
                        "reason": told.tally(tally),
                        "best": tally.points == best and tally.points > 0,
                    }
                    for tally in line.tallies
                ],
            }
        )
    return {
        "winners": winners(match, told),
        "reason": told.end(match.reason),
        "tie": told.tie(match.view(None), match.scores) or "",
        "scores": [
            {"seat": seat, "name": sentence(told.who(seat)), "points": points, "won": seat in match.winners}
            for seat, points in enumerate(match.scores)
        ],
        "parts": parts,
    }


def story_lines(told: Telling, events: Sequence[tuple[int, Event]], seen: int | None = None) -> list[dict[str, Any]]:
    """What happened as lines of the story; those after the first `seen` events are new."""
    by_number = dict(events)
    return [
        {
            "number": number,
            "text": text,
            "seat": getattr(by_number[number], "seat", None),
            "new": seen is not None and number >= seen,
        }
        for number, text in told.numbered(events)
    ]


def news(lines: Sequence[dict[str, Any]], reader: int) -> list[str]:
    """What others did since the reader last looked."""
    return [line["text"] for line in lines if line["new"] and line["seat"] != reader][-NEWS:]
