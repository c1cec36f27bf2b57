"""The scene: what a reader sees of a match at one moment, and the sentences about it. From a View and nothing else."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.lesson import Going
from eminence.core.match import Match
from eminence.core.showing import Lately
from eminence.core.texts import learning, sentence
from eminence.core.texts.telling import Telling, telling, title_in
from eminence.core.view import View
from eminence.server.answering import discreet
from eminence.server.pages import coaching, rendering, tally
from eminence.server.storage import rooms
from eminence.server.storage.match_log import OpenRoom, ask_id
from eminence.server.storage.rooms import Room

NEWS: Final = 12
"""How many sentences of what happened meanwhile are shown; the story has them all."""
FEW: Final = 2
"""More choices of one kind than this may be folded."""
WATCHED: Final = 4
"""So many of the last events are new to a spectator."""


def teller_for(room: Room, language: str, reader: int | None) -> Telling:
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


def since(match: Match, reader: int | None) -> int:
    """The number of the first event that is new to a reader: since his last answer; or one of the last few."""
    return max(0, match.told - WATCHED) if reader is None else match.answered_at(reader)


def in_sight(match: Match, reader: int | None) -> View:
    """What a reader is shown of a match; once it is over all of it, where its page tells what was hidden."""
    if match.over and rendering.game_page(match.game).REVEALS:
        return replace(match.open_view(), seat=reader)
    return match.game.in_sight(match.view(reader))


def context(
    opened: OpenRoom,
    reader: int | None,
    language: str,
    *,
    lately: Lately,
    here: Collection[int],
    csrf: str,
    pause: float,
    watched: bool,
    read: Collection[str] = (),
    going: Going | None = None,
    why: str = "",
) -> dict[str, Any]:
    """What the template `scene.html` needs. `going` says how it goes where a lesson is taught."""
    room, match = opened.room, opened.playing
    teller = teller_for(room, language, reader)
    view = in_sight(match, reader)
    put = match.asks()[reader] if reader is not None and reader in view.asked else None
    ask = discreet.shown(room, put.seat, put, watched) if put is not None else None
    t = rendering.texts(language)
    page = rendering.game_page(room.game)
    result = _result(match, teller) if match.over else None
    turn = ask is not None
    coach = None if going is None else coaching.coach(room, ask, going, teller.texts, t)
    waited_for = view.asked
    title = t("table.turn_title" if turn else "table.page_title", game=title_in(room.game, language))
    return {
        "t": t,
        "csrf": csrf if reader is not None else "",
        "room": _room(room, reader, language),
        "game_look": rendering.game_look(room.game),
        "names_in_courts": room.game.page is not None,
        "scene": page.scene(view, ask, teller, lately),
        "just_now": teller.news(lately.fresh or lately.events[-1:])[-NEWS:],
        "since": since(match, reader),
        "seats": [
            {
                "seat": seat.seat,
                "name": sentence(teller.name(seat.seat)),
                "role": sentence(teller.texts(f"seat.{seat.seat}.name")),
                "is_you": seat.seat == reader,
                "is_bot": bool(seat.level),
                "level": seat.level,
                "here": seat.seat in here,
                "asked": seat.seat in waited_for,
            }
            for seat in room.seats
        ],
        "goal": teller.texts("goal") if "goal" in teller.texts else "",
        "coach": coach,
        "note": None if reader is None or match.over or going else _note(match, reader, teller, ask, read),
        "noted": reader is not None and not going and bool(learning.notes(teller.texts)),
        "explained": bool(teller.sheets()),
        "status": _status(match, teller, view, put, ask, waited_for, t),
        "quiet": None if reader is None else _switch(room, reader, teller, pause),
        "ask": None
        if ask is None or reader is None
        else {
            "id": ask_id(match, reader),
            "prompt": teller.prompt(view, ask),
            "rule_url": f"/rules/{room.game.id}#{ask.rule}",
            "by_itself": "" if ask is put or put is None else _by_itself(room, view, put, teller, pause, t),
            "hint": learning.hint(teller.texts, ask.step),
            "rule_text": rendering.paragraph(room.game, language, ask.rule),
            "groups": _groups(
                match, reader, [choice for choice in ask if not page.on_table(choice.code)], view, teller
            ),
        },
        "talks": room.game.talk is not None and reader is not None and not match.over,
        "hurry": put is None and reader is not None and not match.over and room.alone_with_bots(reader),
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
        "step": match.step,
    }


def _room(room: Room, reader: int | None, language: str) -> dict[str, Any]:
    return {
        "id": room.id,
        "title": title_in(room.game, language),
        "game": room.game.id,
        "url": f"/table/{room.id}",
        "you": reader,
        "over": room.phase == rooms.OVER,
        "listed": room.listed,
        "scripted": bool(room.lesson),
    }


def _groups(match: Match, seat: int, choices: Sequence[Choice], view: View, teller: Telling) -> list[dict[str, Any]]:
    """What stands below the question. Many alike that a game has a text for, its `group`, are folded under it, behind
    all others: what may be done besides does not hide what is asked."""
    kinds = Counter(choice.kind for choice in choices)
    folded = {kind for kind, often in kinds.items() if often > FEW and f"group.{kind}" in teller.texts}
    groups: dict[str, list[dict[str, Any]]] = {"": []}
    for choice in choices:
        offered = {"text": choice.text, "label": teller.label(view, choice), "final": match.is_final(seat, choice)}
        groups.setdefault(choice.kind if choice.kind in folded else "", []).append(offered)
    titles = {kind: teller.texts(f"group.{kind}") if kind else "" for kind in groups}
    return [{"kind": kind, "title": titles[kind], "choices": alike} for kind, alike in groups.items() if alike]


def _note(match: Match, reader: int, teller: Telling, ask: Ask | None, read: Collection[str]) -> dict[str, str] | None:
    """The note that whoever plays for the first time needs now."""
    answered, waited = match.given(reader) > 0, not match.can_take_back(reader)
    step = "" if ask is None else ask.step
    name = learning.note_now(teller.texts, step, read, answered=answered, waited=waited)
    return {"name": name, "of": learning.PARTS.get(name, ""), "text": teller.texts(f"note.{name}")} if name else None


def _switch(room: Room, reader: int, teller: Telling, pause: float) -> dict[str, Any] | None:
    """The switch by which a reader has discreet steps answered for him, in games that have some."""
    if not room.game.discreet or room.phase != rooms.PLAYING:
        return None
    text = teller.texts("discreet.text", n=math.ceil(pause))
    return {"on": room.seats[reader].discreet, "name": teller.texts("discreet.name"), "text": text}


def _by_itself(room: Room, view: View, put: Ask, teller: Telling, pause: float, t: Any) -> str:
    """What happens if the reader does nothing, to whom only what is not given for him is offered."""
    given = put[room.game.discreet[put.step]]
    return str(t("ask.by_itself", n=math.ceil(pause), label=teller.label(view, given)))


def _status(
    match: Match, teller: Telling, view: View, put: Ask | None, ask: Ask | None, waited_for: Sequence[int], t: Any
) -> str:
    """How it ended, what the reader is asked, or who is waited for. What is answered for him without asking is told."""
    if match.over:
        return winners(match, teller)
    if put is not None:
        prompt = teller.prompt(view, put)
        return prompt if ask is not None else f"{prompt} {t('ask.goes_on')}"
    if match.is_held:  # nobody is seen to have answered, so nobody is waited for by name
        return str(t("status.held"))
    names = [teller.name(seat) for seat in waited_for]
    return sentence(str(t("status.waiting", n=len(names), who=teller.texts.listed(names))))


def winners(match: Match, teller: Telling) -> str:
    """Who won, in a sentence."""
    return tally.won(match.winners, teller)


def _result(match: Match, teller: Telling) -> dict[str, Any]:
    """The final count, why the match ended, and how a tie was decided."""
    tie = teller.tie(match.view(None), match.scores) or ""
    return {**tally.result(match.count(), match.winners, teller), "reason": teller.end(match.reason), "tie": tie}


def story_lines(teller: Telling, events: Sequence[tuple[int, Event]], seen: int | None = None) -> list[dict[str, Any]]:
    """What happened as lines of the story; those after the first `seen` events are new."""
    by_number = dict(events)
    return [
        {
            "number": number,
            "text": text,
            "seat": getattr(by_number[number], "seat", None),
            "new": seen is not None and number >= seen,
        }
        for number, text in teller.numbered(events)
    ]


def news(lines: Sequence[dict[str, Any]], reader: int) -> list[str]:
    """What others did since the reader last looked."""
    return [line["text"] for line in lines if line["new"] and line["seat"] != reader][-NEWS:]
