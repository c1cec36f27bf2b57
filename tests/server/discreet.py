"""Tables at which somebody is about to be asked a discreet question, in any game that has one: as they are if he has
something to choose, and as they are if not."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import State
from eminence.games import all_games
from eminence.server.answering.discreet import give
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from tests.server.driving import Reached, ServerHere, Table, until
from tests.server.finding import Position, walk, walks
from tests.server.worlds import Rows, kept, later, put, with_state

DISCREET = [game for game in all_games() if game.discreet]
NEVER = 3600.0
"""A pause that is longer than all tests: its end is brought about by `fire`."""


@dataclass(frozen=True)
class Moment:
    """A table at which `player` may `play` something, after which `other` is asked discreetly: as it is if he holds
    something, and as it is if not. Neither the player nor a spectator can tell the two apart."""

    table: Table
    player: int
    other: int
    play: str
    nothing: str
    """The choice that does nothing."""
    something: str
    held: Rows
    none: Rows

    def rows(self, holds: bool, quiet: bool, level: str = "") -> Rows:
        """All that the database says of this table; with a level, a bot has the other seat."""
        rows: Rows = json.loads(json.dumps(self.held if holds else self.none))
        for seat in rows["seats"]:
            if seat["seat"] == self.other:
                seat["quiet"], seat["level"] = int(quiet), level
        return rows

    def put(self, holds: bool, quiet: bool, level: str = "") -> None:
        put(self.table.server.path, self.table.id, self.rows(holds, quiet, level))

    def asked(self, holds: bool, quiet: bool, level: str = "") -> OpenRoom:
        """The question is put, past the pages."""
        self.put(holds, quiet, level)
        return self.table.answer(self.player, self.play)


def plays(match: Match) -> Iterator[tuple[str, int, str]]:
    """What may be played here, who is asked discreetly then, and what he says to let it be."""
    player = int(match._state.asked)
    for text in match.asks()[player].texts if player >= 0 else ():
        state = match._state.clone()
        state.answer(player, match.game.code(text))
        nothing = match.game.discreet.get(str(state.step().name)) if state.asked >= 0 else None
        if nothing is not None and state.asked != player:
            yield text, int(state.asked), nothing


def moment(server: Reached, game: Game) -> Moment:
    """A table some way into a match, found by playing at random."""
    for agreed, secret in walks(game):
        for match, answers in walk(agreed, secret, take_backs=0):
            for play, other, nothing in plays(match) if len(answers) > 30 else ():
                worlds = two_worlds(match, play, other, nothing)
                if worlds is None:
                    continue
                table = server.table_at(Position(agreed, secret, tuple(answers)))
                rows = later(kept(server.path, table.id))
                (something,) = set(tried(match, worlds[0], play, other, nothing)[0]) - {nothing}
                held, none = (with_state(rows, game, game.to_json(world)) for world in worlds)
                none["rooms"][0]["secret"] = secrets.token_hex(len(secret))
                return Moment(table, match.asked[0], other, play, nothing, something, held, none)
    raise AssertionError(f"{game.title}: nobody comes to be asked what it has declared discreet")


def two_worlds(match: Match, play: str, other: int, nothing: str) -> tuple[State, State] | None:
    """One in which the other holds something and one in which he does not; if he does nothing, all looks the same."""
    chance = random.Random(match.length)
    worlds = match.game.worlds(match.view(match.asked[0]))
    found: dict[bool, tuple[State, object]] = {}
    for _ in range(60):
        world = worlds.imagine(Rng(chance.getrandbits(60)))
        offered, seen = tried(match, world, play, other, nothing)
        found.setdefault(len(offered) == 2, (world, seen))
        if len(found) == 2:
            same = found[True][1] == found[False][1] is not None
            return (found[True][0], found[False][0]) if same else None
    return None


def tried(match: Match, world: State, play: str, other: int, nothing: str) -> tuple[list[str], object]:
    """What the other is offered, and what the player sees once he has let it be: None unless it is his turn again."""
    (player,) = match.asked
    trial = Match(match.game, match.seats, match.options, by_hand=True, deal=False)
    trial._state = world
    trial.choose(player, play)
    offered = trial.asks()[other].texts
    trial.choose(other, nothing)
    if trial.asked != [player]:
        return offered, None
    return offered, (trial.view(player), trial.story(player), trial.asks()[player].texts)


def forget_what_waits(server: ServerHere) -> None:
    """No answer is waited for any more: asks of other tests had the same names."""
    waiting = server.app.state.services.discreet._waiting
    for task in list(waiting.values()):
        task.get_loop().call_soon_threadsafe(task.cancel)
    until(lambda: not waiting)


def fire(server: ServerHere, at: Moment, ask: str) -> None:
    """The pause is over: what waits for that happens now."""
    quiet = server.app.state.services.discreet
    (loop,) = {task.get_loop() for task in quiet._waiting.values()}
    key = (at.table.id, at.other, ask)
    answering = quiet.do(key, partial(give, key, at.nothing, quiet.watched), 0.0)
    asyncio.run_coroutine_threadsafe(answering, loop).result(60)


def his_ask(at: Moment) -> str:
    return match_log.ask_id(at.table.opened().playing, at.other)
