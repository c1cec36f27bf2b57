"""Tables at which an action card is about to be played against somebody who holds a Veto, or holds none."""

from __future__ import annotations

import json
import random
import secrets
from dataclasses import dataclass
from typing import Any

from eminence.core.bags import how_many
from eminence.core.rng import Rng
from eminence.core.state import State
from eminence.games.caesar_cleopatra.components import VETO
from eminence.server.log import Opened
from tests.server.driving import Reached, Table
from tests.server.worlds import Rows, kept

PLAYS = ("play coup", "play scout", "play wrath")
"""Actions that are over soon and show nothing of the other's hand."""
TRIES = 400


@dataclass(frozen=True)
class Moment:
    """A table at which `player` may `play` something, as it is if the other holds a Veto and as it is if not.

    Neither the player nor a spectator can tell the two apart.
    """

    table: Table
    player: int
    play: str
    held: Rows
    none: Rows

    @property
    def other(self) -> int:
        return 1 - self.player

    def rows(self, holds: bool, quiet: bool) -> Rows:
        """All that the database says of this table."""
        rows: Rows = json.loads(json.dumps(self.held if holds else self.none))
        for seat in rows["seats"]:
            seat["quiet"] = int(quiet and seat["seat"] == self.other)
        return rows


def _play_of(opened: Opened) -> str | None:
    match = opened.playing
    if len(opened.room.asked) != 1:
        return None
    ask = match.asks()[opened.room.asked[0]]
    return next((play for play in PLAYS if play in ask.texts), None)


def holds_veto(state: State, seat: int) -> bool:
    hands: Any = state
    return bool(how_many(hands.hand[seat], VETO))


def moment(server: Reached, seed: int) -> Moment:
    """A table some way into a match, found by playing at random."""
    chance = random.Random(seed)
    table = server.room(of="caesar_cleopatra")
    opened = table.play(chance, 5000, stop=lambda opened: _play_of(opened) is not None and opened.playing.length > 60)
    play = _play_of(opened)
    assert play, "the match ended before anybody could play an action"
    player = opened.room.asked[0]
    rows = kept(server.path, table.id)
    worlds = {holds: _as_in(rows, opened, _imagined(opened, player, holds, chance)) for holds in (True, False)}
    return Moment(table, player, play, worlds[True], worlds[False])


def _imagined(opened: Opened, player: int, holds: bool, chance: random.Random) -> State:
    match = opened.playing
    for _ in range(TRIES):
        other = match.game.worlds(match.view(player)).imagine(Rng(chance.getrandbits(60)))
        if holds_veto(other, 1 - player) == holds:
            return other
    raise AssertionError("the player knows whether the other holds a veto")


def _as_in(rows: Rows, opened: Opened, state: State) -> Rows:
    """The same table in another world. What is hidden in the log behind it does not matter: it is never shown."""
    game = opened.playing.game
    there: Rows = json.loads(json.dumps(rows))
    there["rooms"][0]["secret"] = secrets.token_hex(len(opened.room.secret))
    there["entries"][-1]["hash"] = game.hash(state)
    data = json.loads(there["snapshots"][0]["data"])
    data["past"], data["state"] = [], game.to_json(state)
    there["snapshots"][0]["data"] = json.dumps(data)
    return there
