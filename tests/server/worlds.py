"""Two worlds that a reader cannot tell apart, put into the same room of the same database, one after the other.

Everything that is hidden from the reader is changed: the state, the states that an answer taken back leads to, the
hidden parts of events, covered draws, what others answered in secret and how far they have come with it, every hash in
the log, the secret. All else is the same bytes.
"""

import itertools
import json
import random
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.core.event import as_known_to, from_json
from eminence.core.game import Game
from eminence.core.match import BACK, Match, TookBack
from eminence.core.rng import Rng
from eminence.core.state import SEVERAL, State
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from tests.laws.secrecy import answers_alike
from tests.server.driving import ROWS, Table
from tests.server.finding import give, sort_of, told_in_events

TRIES = 50
SEVERAL_WORLDS = 8  # are thought of, to take the one that differs most
DAY = 24 * 3600
Wanted = Callable[[State, State], bool] | None
Rows = dict[str, list[dict[str, Any]]]
Past = list[tuple[int, State]]
Given = tuple[int, tuple[list[str], list[str]]]  # a seat, and what it answers in each of the two worlds


def kept(path: Path, room: str) -> Rows:
    """All that a database holds of a room."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {table: [dict(row) for row in connection.execute(query, (room,))] for table, query in ROWS.items()}


def put(path: Path, room: str, rows: Rows) -> None:
    """Make the database hold this, and nothing else, of a room."""
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        for table, query in ROWS.items():
            connection.execute(query.replace("SELECT *", "DELETE").partition(" ORDER")[0], (room,))
            for row in rows[table]:
                if table == "snapshots":  # whatever was changed in it
                    row = {**row, "digest": match_log.digest_of(row["data"])}
                names, places = ", ".join(f'"{name}"' for name in row), ", ".join("?" for _ in row)
                connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))


def with_state(rows: Rows, game: Game, form: Mapping[str, Any]) -> Rows:
    """The same room with another state, and nothing to be taken back. What its log says is not looked at any more."""
    there: Rows = json.loads(json.dumps(rows))
    (room,), (snapshot,) = there["rooms"], there["snapshots"]
    state = game.from_json(len(there["seats"]), json.loads(room["options"]), form)
    there["entries"][-1]["hash"] = game.hash(state)
    snapshot["data"] = json.dumps(json.loads(snapshot["data"]) | {"past": [], "state": game.to_json(state)})
    return there


class NoOtherWorld(AssertionError):
    """A reader knows everything, or all that a test wants to be different."""


@dataclass(frozen=True)
class Twins:
    """A room, and the same room as it could be as far as a reader knows."""

    here: Rows
    there: Rows
    match: Match
    other: Match


def twins(
    table: Table, reader: int | None, chance: random.Random, wanted: Wanted = None, same_secret: bool = False
) -> Twins:
    """The room as it stands, and another that this reader cannot tell from it; as different as is wanted.

    With the same secret, what is drawn next and seen by everybody is the same, as long as it comes from the same cards.
    """
    opened = table.opened()
    here = later(kept(table.server.path, table.id))
    worlds = itertools.islice(_imagined(opened, reader, chance, wanted), SEVERAL_WORLDS)
    world, past = max(worlds, key=lambda one: differences(opened.playing._state, one[0]))
    there = _other(here, opened, world, past, reader, chance)
    if same_secret:
        there["rooms"][0]["secret"] = here["rooms"][0]["secret"]
    return Twins(here, there, _resumed(opened, here), _resumed(opened, there))


def differences(here: State, there: State) -> int:
    """In how much two states differ: what is hidden, what is sealed, and what those may answer who are asked."""
    slots = {name for kind in type(here).__mro__ for name in getattr(kind, "__slots__", ())} - {"book", "story"}
    asked = [seat for seat in range(int(here.seats)) if here.is_asked(seat) and there.is_asked(seat)]
    offered = sum(list(here.choices(seat)) != list(there.choices(seat)) for seat in asked)
    other_number = sum(len(here.choices(seat)) != len(there.choices(seat)) for seat in asked)
    return sum(bool(getattr(here, name) != getattr(there, name)) for name in slots) + offered + other_number


def later(rows: Rows) -> Rows:
    """With all moments a day ahead: pages say how long ago something was, and this is "just now" for a while."""
    there: Rows = json.loads(json.dumps(rows))
    for table, moment in (("rooms", "moved"), ("chat", "at")):
        for row in there[table]:
            row[moment] += DAY
    return there


def _imagined(
    opened: OpenRoom, reader: int | None, chance: random.Random, wanted: Wanted
) -> Iterator[tuple[State, Past]]:
    """Other states, each with those that lead back from it: the first of those is imagined, and from there answers are
    given that look the same as those given here."""
    match, game = opened.playing, opened.playing.game
    past, truth = [(seat, match._before(at)) for at, (seat, _) in enumerate(match._past)], match._state
    states = [*(state for _, state in past), truth]
    given = [_between(game, seat, *states[i : i + 2]) for i, (seat, _) in enumerate(past)]
    worlds = game.worlds(game.view(states[0], match.options, reader))
    found = False
    for _ in range(TRIES):
        world = worlds.imagine(Rng(chance.getrandbits(60)))
        other: Past = []
        for (seat, before), code in zip(past, given, strict=True):
            alike = answers_alike(before, world, seat, code, reader)
            if not alike:
                break  # he who answered could not have done so there
            other.append((seat, world))
            world = world.clone()
            world.answer(seat, chance.choice(alike))
        else:
            if game.hash(world) != game.hash(truth) and (wanted is None or wanted(truth, world)):
                assert game.view(world, match.options, reader) == match.view(reader)
                found = True
                yield world, other
    if not found:
        raise NoOtherWorld("for all that this reader knows, there is no such other world")


def _between(game: Game, seat: int, before: State, after: State) -> int:
    """The answer that led from one state to another."""
    for code in before.choices(seat):
        trial = before.clone()
        trial.answer(seat, code)
        if game.hash(trial) == game.hash(after):
            return int(code)
    raise AssertionError("no answer leads there")


def _other(here: Rows, opened: OpenRoom, other: State, past: Past, reader: int | None, chance: random.Random) -> Rows:
    game = opened.playing.game
    there: Rows = json.loads(json.dumps(here))
    (room,), (snapshot,), entries = there["rooms"], there["snapshots"], there["entries"]
    room["secret"] = secrets.token_hex(len(opened.room.secret))
    for entry, alike in zip(entries, _unseen(opened, entries, reader), strict=True):
        entry["choice"] = chance.choice(alike)
    data = json.loads(snapshot["data"])
    for seat, (sealed, instead) in enumerate(zip(opened.playing._state.sealed, other.sealed, strict=True)):
        if seat != reader:  # so many more small answers of this seat, or so many fewer: the last ones
            more, own = len(instead) - len(sealed), [entry for entry in entries if entry["seat"] == seat]
            data["given"][seat] += more
            for entry in own[len(own) + min(more, 0) :]:
                entries.remove(entry)
            for _ in range(more):
                entries.append({**entries[-1], "seat": seat, "ask": None})
    for number, entry in enumerate(entries):
        entry |= {"number": number, "hash": secrets.token_hex(len(entry["hash"]) // 2)}
    for entry in entries[-1:]:
        entry["hash"] = game.hash(other)
    states = [[seat, game.to_json(state)] for seat, state in past]
    data |= {"entries": len(entries), "state": game.to_json(other), "past": states}
    room["entries"] = len(entries)
    snapshot["data"] = json.dumps(data)
    for row in there["events"]:
        row["event"] = json.dumps(_redrawn(game, json.loads(row["event"]), reader, chance))
    return there


def _unseen(opened: OpenRoom, entries: Sequence[dict[str, Any]], reader: int | None) -> Iterator[list[str]]:
    """For each entry of the log what it could be as far as the reader has seen, as the rules themselves say it."""
    room = opened.room
    match = Match(room.game, len(room.seats), room.options, by_hand=True, deal=False)
    for entry in entries:
        seat, choice = entry["seat"], entry["choice"]
        if seat == reader or choice == BACK:
            yield [choice]
        else:
            state = match._state
            alike = answers_alike(state, state, seat, room.game.code(choice), reader)
            yield [room.game.text(code) for code in alike]
        give(match, seat, choice)


def _redrawn(game: Game, told: dict[str, Any], reader: int | None, chance: random.Random) -> dict[str, Any]:
    """An event with something else wherever it tells what this reader may not know."""
    event = from_json(told, (*game.events, TookBack))
    known = as_known_to(event, game.visible, reader)
    for field in event.LIES_IN:
        if getattr(known, field) is None:
            others = [value for value in told_in_events(game)[sort_of(told, field)] if value != told[field]]
            if others:  # of what is rare the same may have been told each time
                told[field] = chance.choice(others)
    return told


def _resumed(opened: OpenRoom, rows: Rows) -> Match:
    room = opened.room
    data = json.loads(rows["snapshots"][0]["data"])
    secret = bytes.fromhex(rows["rooms"][0]["secret"])
    return Match.resume(room.game, len(room.seats), room.options, secret=secret, nonces=room.nonces, snapshot=data)


def onward(pair: Twins, reader: int | None, chance: random.Random, answers: int) -> Iterator[Given]:
    """Answers that can be given in the two worlds, and after which the reader still cannot tell them apart: the rules
    themselves say so, by their events. Now and then one of them is taken back."""
    here, worlds = pair.match, (pair.match, pair.other)
    for _ in range(answers):
        seats = [seat for seat in range(here.seats) if here._state.is_asked(seat) or here.can_take_back(seat)]
        chance.shuffle(seats)
        found = next((given for seat in seats if (given := _given(worlds, seat, reader, chance))), None)
        if found is None:
            return
        seat, both = found
        for world, texts in zip(worlds, both, strict=True):
            for text in texts:
                give(world, seat, text)
        yield found


def _given(worlds: Sequence[Match], seat: int, reader: int | None, chance: random.Random) -> Given | None:
    """What a seat may do next in each world, so that the reader is told the same."""
    here, there = worlds
    asked, sealed = here._state.is_asked(seat), here._state.asked == SEVERAL
    if sealed and seat != reader and asked:
        return _composed(worlds, seat, reader, chance)
    if all(world.can_take_back(seat) for world in worlds) and (not asked or chance.random() < 0.3):
        return seat, ([BACK], [BACK])
    if not asked:
        return None
    codes = [int(code) for code in here._state.choices(seat)]
    chance.shuffle(codes)
    for code in codes:
        alike = answers_alike(here._state, there._state, seat, code, reader)
        if not alike and not sealed and code in there._state.choices(seat):
            alike = [code]  # it may reveal something else there, or the same
        for instead in alike[:1] if seat == reader else chance.sample(alike, min(3, len(alike))):
            both = [here.game.text(code)], [here.game.text(instead)]
            if _tells_the_same(worlds, seat, both, reader):
                return seat, both
    return None


def _composed(worlds: Sequence[Match], seat: int, reader: int | None, chance: random.Random) -> Given:
    """Small answers of another: some here and some there, more or fewer, or taken back; or up to the last in both."""
    here, there = (_some(world, seat, chance) for world in worlds)
    if chance.random() < 0.5 or not (here or there):
        for _ in range(TRIES):
            both = to_the_last(worlds[0], seat, chance), to_the_last(worlds[1], seat, chance)
            if _tells_the_same(worlds, seat, both, reader):
                return seat, both
    return seat, (here, there)


def to_the_last(match: Match, seat: int, chance: random.Random) -> list[str]:
    """Small answers that make a seat's answer whole."""
    trial, texts = again(match), list[str]()
    while _still(trial, match, seat):
        texts.append(chance.choice(trial.game.ask(trial._state, seat).texts))
        give(trial, seat, texts[-1])
    return texts


def _still(trial: Match, match: Match, seat: int) -> bool:
    """Whether a seat is asked with several others, at the same step as in another match."""
    state = trial._state
    return bool(state.asked == SEVERAL and state.step() is match._state.step() and state.is_asked(seat))


def _some(match: Match, seat: int, chance: random.Random) -> list[str]:
    """Up to two small answers, none of them the last."""
    trial, texts = again(match), list[str]()
    for _ in range(chance.randrange(3)):
        back = trial.can_take_back(seat) and chance.random() < 0.3
        text = BACK if back else chance.choice(trial.game.ask(trial._state, seat).texts)
        attempt = again(trial, seat, [text])
        if _still(attempt, trial, seat):
            texts.append(text)
            trial = attempt
    return texts


def again(match: Match, seat: int = 0, texts: Iterable[str] = ()) -> Match:
    """The same match once more, to try something on it; after these answers of a seat."""
    nonces, secret, snapshot = dict(enumerate(match.nonces)), match._secret, match.snapshot()
    trial = Match.resume(match.game, match.seats, match.options, secret=secret, nonces=nonces, snapshot=snapshot)
    for text in texts:
        give(trial, seat, text)
    return trial


def _tells_the_same(worlds: Sequence[Match], seat: int, both: Sequence[Sequence[str]], reader: int | None) -> bool:
    told = []
    for world, texts in zip(worlds, both, strict=True):
        trial = again(world, seat, texts)
        if trial.over:
            return False
        faces = trial.view(reader)["faces"]  # what is seen at once of sealed answers
        told.append((faces, [event.to_json() for event in trial.story(reader, world.told)]))
    return told[0] == told[1]
