"""What things look like to programs: a room, a match as its reader may know it, what has happened."""

from __future__ import annotations

from sqlalchemy import Connection

from eminence.core.game import Game
from eminence.server.answering import discreet
from eminence.server.api import types
from eminence.server.pages import phrases, scene
from eminence.server.storage import match_log
from eminence.server.storage.chat import Line
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room


def room_of(room: Room) -> types.RoomOf:
    """A room as everyone may see it."""
    return types.RoomOf(
        id=room.id,
        game=room.game.id,
        rules=room.game.rules,
        options=dict(room.options),
        phase=room.phase,
        listed=room.listed,
        commitment=room.commitment,
        seats=[
            types.SeatOf(
                seat.seat,
                "person" if seat.person else "bot" if seat.level else "open",
                seat.name,
                seat.level,
                seat.nonce_commitment,
                seat.nonce_origin,
            )
            for seat in room.seats
        ],
        asked=list(room.asked),
        next=room.next,
        stage=room.stage,
        waited_for=list(room.waited_for),
        began_again=[list(late) for late in room.began_again],
    )


def phrases_of(game: Game) -> list[types.PhraseOf]:
    """What can be said at a game's table."""
    return [
        types.PhraseOf(
            phrase.key,
            [types.BlankOf(blank.name, list(blank.values)) for blank in phrase.blanks],
            list(phrase.steps),
        )
        for phrase in (game.talk.phrases if game.talk else ())
    ]


def said_of(room: Room, line: Line, language: str) -> types.Said:
    """A line of chat, as it is read in a language."""
    name, text = phrases.said(room, line, language)
    return types.Said(line.number, name, text, line.at, line.phrase, line.seat)


def table_of(opened: OpenRoom, reader: int | None, language: str, watched: bool) -> types.Table:
    """A match as a reader may know it, whether or not spectators have looked at it."""
    room, match = opened.room, opened.playing
    view = match.view(reader)
    ask = None
    put = match.asks().get(reader) if reader is not None else None
    if reader is not None and put is not None and (found := discreet.shown(room, reader, put, watched)):
        teller = scene.teller_for(room, language, reader)
        ask = types.AskOf(
            id=match_log.ask_id(match, reader),
            step=found.step,
            rule=found.rule,
            prompt=teller.prompt(view, put),
            choices=[
                types.ChoiceOf(choice.text, choice.code, teller.label(view, choice), match.is_final(reader, choice))
                for choice in found
            ],
        )
    return types.Table(
        room=room.id,
        seat=reader,
        phase=room.phase,
        told=match.told,
        asked=view.asked,
        view=view.to_json(),
        ask=ask,
        can_take_back=reader is not None and not match.over and match.can_take_back(reader),
        back="" if reader is None else match_log.ask_id(match, reader),
        result=types.Result(match.scores, match.winners, match.reason) if match.over else None,
    )


def story_of(connection: Connection, room: Room, reader: int | None, language: str, since: int) -> list[types.Happened]:
    """What has happened from a number on. Every event has its number, also those that have no sentence of their own."""
    events = match_log.story(connection, room, reader, since)
    texts = dict(scene.teller_for(room, language, reader).numbered(events))
    return [types.Happened(number, event.to_json(), texts.get(number, "")) for number, event in events]
