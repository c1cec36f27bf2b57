"""Golden matches end as they did when they were kept, to the last hash; and hold when they are read from their file."""

import json

import eminence
from eminence.core.game import Game
from tests.games.golden import names, read, replayed
from tests.games.playing import every_version


@every_version
def test_golden_matches_end_as_they_did(game: Game) -> None:
    for number, name in enumerate(names(game)):
        said, match = read(game, name)[0], replayed(game, name)
        assert match.over, name
        assert match.reason == said.get("reason", match.reason), name
        assert match.scores == [int(points) for points in said["scores"].split()], name
        assert match.winners == [int(seat) for seat in said["winners"].split()], name
        for seat, points in enumerate(match.scores):
            assert sum(line.tallies[seat].points for line in match.count()) == points, name
        assert match.entries[-1].hash == said["hash"], name
        if number % 6 == 0:
            again = eminence.load(json.loads(match.export()))
            assert (again.entries, again.scores) == (match.entries, match.scores), name
