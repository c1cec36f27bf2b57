"""Behind the screens of 1655 – Habemus Papam (HP-17): anyone who watched can work out what lies there.

So the API has it for programs, but no page shows it unless the match has open screens.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from eminence.core.bags import each
from eminence.games.habemus_papam.page_parts import Part
from eminence.server.log import Opened
from tests.server.driving import Server, ServerHere, until
from tests.server.test_wire_papam import GALLERY, GAME, OPEN, SECRET, state_of, step
from tests.server.wire import Seen, assert_same, everybody, watched
from tests.server.worlds import Rows, kept, put

COURT = re.compile(r'<section class="hp-court.*?</section>', re.DOTALL)
NAMED = re.compile(r'<h2 class="hp-name"><span title="([^"]+)">')


def behind_screens(opened: Opened) -> bool:
    """The second and the third have different gold, gems and action cards."""
    s = state_of(opened)
    differ = all(things[1] != things[2] for things in (s.gold, s.gems, s.hand))
    return step(opened) == "bidding" and not any(s.sealed) and differ


def exchanged(rows: Rows) -> Rows:
    """The same room, with what the second and the third have behind their screens exchanged."""
    there: Rows = json.loads(json.dumps(rows))
    (room,), (snapshot,) = there["rooms"], there["snapshots"]
    data = json.loads(snapshot["data"])
    for name in ("gold", "gems", "hand"):
        things = data["state"][name]
        things[1], things[2] = things[2], things[1]
    state = GAME.from_json(4, json.loads(room["options"]), data["state"])
    there["entries"][-1]["hash"] = GAME.hash(state)
    snapshot["data"] = json.dumps(data | {"past": []})
    return there


def for_programs(name: str) -> bool:
    """What programs get: the View, with what one can remember."""
    return name.endswith("stream of the API") or ("/api/rooms/" in name and "/table" in name)


@pytest.mark.parametrize("open_screens", [False, True])
def test_hp_17_what_is_behind_others_screens_is_on_no_page(quiet: Server, open_screens: bool) -> None:
    """Not in a byte of pages, pieces, streams, story; unless the match has open screens. Programs may remember."""
    table = quiet.room(4, of=GAME.id, options={"open_screens": open_screens}, secret=SECRET)
    opened = table.play(random.Random(8), stop=behind_screens)
    assert behind_screens(opened), "by this seed we do not come to where it could be seen"
    with everybody(table) as (readers, players):
        here = kept(quiet.path, table.id)
        there = exchanged(here)
        try:
            for reader in (readers[0], readers[GALLERY]):
                reader.wrong = ("bid DDD", "nonsense")
                seen = [watched(reader, rows, [], players, ["fr"]) for rows in (here, there)]
                if open_screens:
                    with pytest.raises(AssertionError, match="told apart by GET /table/"):
                        assert_same(*shared(seen, pages=True))
                else:
                    assert_same(*shared(seen, pages=True))
                with pytest.raises(AssertionError, match="told apart by GET /api/"):
                    assert_same(*shared(seen, pages=False))
            with pytest.raises(AssertionError, match="told apart by GET /table/"):
                assert_same(*(watched(readers[1], rows, [], players, ["en"]) for rows in (here, there)))
        finally:
            until(quiet.nobody_listens)
            put(quiet.path, table.id, here)


def shared(seen: list[Seen], *, pages: bool) -> list[Seen]:
    """What came for people, or what came for programs."""
    return [Seen([one for one in came.wire if for_programs(one[0]) is not pages]) for came in seen]


def test_hp_17_open_screens_show_gold_gems_and_hands(server: Server) -> None:
    """To the others and to the gallery, in so many words; the orders stay covered."""
    table = server.room(4, of=GAME.id, options=OPEN, secret=SECRET)
    s = state_of(table.play(random.Random(8), stop=behind_screens))
    assert sum(map(bool, s.hand)) >= 2
    with table.person(0) as person, table.spectator() as gallery:
        for reader in (person, gallery):
            found = COURT.findall(reader.get(table.path).text)
            shown = {name: court for court in found for name in NAMED.findall(court)}
            assert len(shown) == 4
            for seat, name in enumerate(("You" if reader is person else "Anna", "Béatrice", "Carlo", "Dora")):
                court = shown[name]
                assert f">{s.gold[seat]}</b>" in court.partition("hp-gold")[2]
                bidding = reader is person and seat == 0  # his gems lie in the form for a bid
                assert court.count('"hp-gem"') == (0 if bidding else len(each(s.gems[seat])))
                for card in each(s.hand[seat]):
                    assert f'"#hp-a{card}"' in court


@pytest.fixture
def breakable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    server = ServerHere(tmp_path_factory.mktemp("breakable"))
    yield server
    server.close()


def test_a_screen_that_lets_see_through_is_found(breakable: ServerHere, monkeypatch: pytest.MonkeyPatch) -> None:
    table = breakable.room(4, of=GAME.id, secret=SECRET)
    assert behind_screens(table.play(random.Random(8), stop=behind_screens))
    honest = Part.__init__

    def leaking(part: Part, *given: Any) -> None:
        honest(part, *given)
        part.open = True

    monkeypatch.setattr(Part, "__init__", leaking)
    with everybody(table) as (readers, players):
        here = kept(breakable.path, table.id)
        seen = [watched(readers[0], rows, [], players, ["en"]) for rows in (here, exchanged(here))]
        with pytest.raises(AssertionError, match="told apart by GET /table/"):
            assert_same(*shared(seen, pages=True))
