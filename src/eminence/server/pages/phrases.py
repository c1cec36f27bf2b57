"""Small things that pages say of rooms: a line in a list, how long ago, what was agreed on."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from eminence.core.game import Game, Option
from eminence.core.match import Match
from eminence.core.talk import UnknownPhrase
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import Telling, package_of, telling, title_in
from eminence.server.settings import ALWAYS, Keeping
from eminence.server.storage import rooms
from eminence.server.storage.chat import Line
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room


def ago(texts: Texts, then: float) -> str:
    """How long ago something was."""
    minutes = int(time.time() - then) // 60
    if minutes < 1:
        return texts("when.now")
    if minutes < 60:
        return texts("when.minutes", n=minutes)
    if minutes < 48 * 60:
        return texts("when.hours", n=minutes // 60)
    return texts("when.days", n=minutes // (24 * 60))


def said(room: Room, line: Line, language: str) -> tuple[str, str]:
    """Who has said a line of chat, and what: a phrase is told in the language of whoever reads it."""
    talk = room.game.talk
    if not line.phrase or line.seat is None or talk is None:
        return line.name, line.text
    teller = telling(room.game, language, None, room.names)
    try:
        text = teller.phrase(talk.read(line.phrase, line.seat, len(room.seats)))
    except UnknownPhrase:  # one that the game has no more
        text = line.phrase
    return sentence(teller.name(line.seat)), sentence(text)


def path_of(room: Room) -> str:
    """Where a room is found: where people gather, or at the table."""
    return f"/room/{room.id}" if room.phase == rooms.GATHERING else f"/table/{room.id}"


def game_line(opened: OpenRoom, person: str, texts: Texts, following: Room | None = None) -> dict[str, Any]:
    """A room in the list of somebody's games; of one that is over, with the room of its rematch, if it has one."""
    room, match = opened.room, opened.match
    own, title = room.seat_of(person), title_in(room.game, texts.language)
    seat = own.seat if own else None
    teller = telling(room.game, texts.language, seat, room.names)
    over = match is not None and match.over
    wanted = _rematch_wanted(following, person, texts) if following and over else ""
    return {
        "url": path_of(room),
        "game": room.game.id,
        "title": texts("learn.line", game=title) if room.lesson else title,
        "names": [teller.name(other.seat) for other in room.seats if other.seat != seat and not other.is_open],
        "my_turn": (match is not None and seat in match.asked) or bool(wanted),
        "over": room.phase == rooms.OVER,
        "won": over and match is not None and seat in match.winners,
        "score": score(match, seat) if match is not None and over else "",
        "status": wanted or _status(opened, seat, teller, texts),
        "when": ago(texts, room.moved),
        "listed": room.listed,
    }


def unreadable_line(texts: Texts, room: str) -> dict[str, Any]:
    """The line of a room of which nothing can be said but that it is damaged."""
    return {
        "url": "",
        "game": "",
        "title": texts("line.unreadable_title", room=room),
        "names": [],
        "my_turn": False,
        "over": False,
        "won": False,
        "score": "",
        "status": texts("line.unreadable"),
        "when": "",
        "listed": False,
    }


def kept(texts: Texts, keeping: Keeping) -> list[str]:
    """How long things are kept here, as far as they are forgotten at all."""
    periods = {field.name: getattr(keeping, field.name) for field in fields(keeping)}
    told = {name: math.ceil(days) for name, days in periods.items() if days != ALWAYS and name != "listed"}
    return [texts(f"keeping.{name}", n=days) for name, days in told.items()]


def score(match: Match, seat: int | None = None) -> str:
    """How a match ended, in points: one's own first, then the others' in the order of the table; else the winner's."""
    scores = list(match.scores)
    first = seat if seat is not None else match.winners[0]
    return as_score([scores.pop(first), *scores])


def as_score(points: Iterable[int]) -> str:
    """Points as they are told at the end.

    >>> as_score([37, -2])
    '37 : \N{MINUS SIGN}2'
    """
    return " : ".join(str(each).replace("-", "\N{MINUS SIGN}") for each in points)


def _rematch_wanted(following: Room, person: str, texts: Texts) -> str:
    """Who wants to play again, as long as the person has not answered that."""
    if following.phase != rooms.GATHERING or following.seat_of(person) is not None:
        return ""
    teller = telling(following.game, texts.language, None, following.names)
    names = [teller.name(seat.seat) for seat in following.seats if seat.person]
    return sentence(texts("encore.wanted", n=len(names), who=texts.listed(names))) if names else ""


def _status(opened: OpenRoom, seat: int | None, teller: Telling, texts: Texts) -> str:
    room, match = opened.room, opened.match
    if room.stage:
        return texts("line.being_dealt")
    if match is None:
        return texts("line.gathering", n=sum(place.is_open for place in room.seats))
    if match.over:
        won = match.winners
        if len(won) > 1:
            return texts("line.shared")
        return texts("line.won") if won[0] == seat else texts("line.lost", who=teller.name(won[0]))
    if seat in match.asked:
        return texts("line.your_turn")
    names = [teller.name(asked) for asked in match.seen_asked(seat)]
    return texts("line.waiting", n=len(names), who=texts.listed(names))


def game_texts(game: Game, language: str) -> Texts:
    """The texts of a game."""
    return Texts(language, "eminence.core", package_of(game))


def options_told(room: Room, language: str) -> list[str]:
    """What the table agreed on, where that is not the usual."""
    texts = game_texts(room.game, language)
    return [
        option_told(texts, option, room.options[option.name])
        for option in room.game.options
        if room.options[option.name] != option.default
    ]


def option_told(texts: Texts, option: Option, value: Any) -> str:
    """The value of an option. One that stands for a file is told by its beginning, as a hash is."""
    if option.values == (False, True):
        return texts(f"option.{option.name}.name")
    if value not in option.values:
        return texts(f"option.{option.name}.more", value=str(value)[:8])
    return texts(f"option.{option.name}.value.{value}")


def players(texts: Texts, counts: tuple[int, ...]) -> str:
    """For how many a game is."""
    least, most = min(counts), max(counts)
    return texts("players", range=str(least) if least == most else f"{least}–{most}")


def facts(game: Game, texts: Texts) -> list[str]:
    """For how many a game is, and how long it takes, where the game says so."""
    own = game_texts(game, texts.language)
    return [players(texts, game.seats), *([own("lasts")] if "lasts" in own else [])]


def role(room_texts: Texts, seat: int) -> str:
    """What a seat is in the game."""
    return sentence(room_texts(f"seat.{seat}.name"))
