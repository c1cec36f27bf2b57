"""Law 1 on the wire at tables of 1655 – Habemus Papam: sealed bids, action cards placed face down, orders."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from eminence.core.match import BACK
from eminence.core.state import State
from eminence.core.texts import LANGUAGES
from eminence.games import game
from eminence.games.habemus_papam.codes import PLACE
from eminence.games.habemus_papam.components import NONE
from eminence.games.habemus_papam.state import PapamState
from eminence.server import api, log, scene
from eminence.server.log import Opened
from eminence.server.pages import table as pages_table
from tests.server.driving import Person, Reached, Server, ServerHere, Table, parsed
from tests.server.refusing import page, piece, told
from tests.server.wire import Reader, Seen, assert_same, compare, everybody, talk, watched
from tests.server.worlds import Rows, kept

GAME = game("habemus_papam")
SECRET = b"the same gems each time, please"
OPEN = {"open_screens": True}
GALLERY = -1
TURN_WORDS = {1: "no card</span>", 2: "card placed</span>"}
"""What the page says of whoever refused, or has placed a card."""


def state_of(opened: Opened) -> PapamState:
    state = opened.playing._state
    assert isinstance(state, PapamState)
    return state


def step(opened: Opened) -> str:
    return str(opened.playing._state.step().name)


# -- situations --------------------------------------------------------------------------------------------------------


def some_sealed(name: str, least: int = 2) -> Callable[[Opened], bool]:
    """So many have sealed an answer to this step, and others are still thinking."""

    def reached(opened: Opened) -> bool:
        return step(opened) == name and sum(map(bool, opened.playing._state.sealed)) >= least

    return reached


def card_lies_there(opened: Opened) -> bool:
    """Somebody has placed one of several cards face down, and somebody else is still thinking."""
    s = state_of(opened)
    several = [len(f"{s.hand[seat]:x}".replace("0", "")) > 1 for seat in range(s.seats)]
    placed = [bool(sealed) and sealed[0] >= PLACE for sealed in s.sealed]
    return step(opened) == "place_action" and any(map(all, zip(several, placed, strict=True)))


def given_up(opened: Opened) -> bool:
    """Everybody has given up an order, and somebody takes a card."""
    return step(opened) == "take" and min(state_of(opened).dropped) != NONE


def second_bids(opened: Opened) -> bool:
    """Somebody bids last."""
    return step(opened) == "bid_last"


def other_seals(here: State, there: State) -> bool:
    """What is sealed differs."""
    return here.sealed != there.sealed


def other_orders(here: State, there: State) -> bool:
    """Orders that were kept, and such as were given up, differ."""
    assert isinstance(here, PapamState)
    assert isinstance(there, PapamState)
    return here.orders != there.orders and here.dropped != there.dropped


def anything(here: State, there: State) -> bool:
    return True


@dataclass(frozen=True)
class Situation:
    """Where to look, and by whom: `w` is one who is waited for, `a` one who is not, `g` the gallery."""

    reached: Callable[[Opened], bool]
    seed: int
    readers: str
    wanted: Callable[[State, State], bool] = anything
    seats: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)

    def seat(self, opened: Opened, reader: str) -> int:
        asked = opened.room.asked
        others = [seat for seat in range(self.seats) if seat not in asked]
        return {"w": asked[0], "a": others[0] if others else asked[-1], "g": GALLERY}[reader]


SITUATIONS = {
    "first bids": Situation(some_sealed("bidding"), 1, "wg", other_seals),
    "bids with open screens": Situation(some_sealed("bidding"), 2, "wa", other_seals, 3, OPEN),
    "action cards": Situation(card_lies_there, 3, "wg", other_seals),
    "giving up orders": Situation(some_sealed("drop_order"), 4, "wa", other_seals),
    "after orders were given up": Situation(given_up, 5, "wg", other_orders),
    "bidding last": Situation(second_bids, 6, "a", anything, 3),
}


def reach(server: Reached, situation: Situation) -> Table:
    """A table that has come there by random play."""
    table = server.room(situation.seats, of=GAME.id, options=situation.options, secret=SECRET)
    opened = table.play(random.Random(situation.seed), stop=situation.reached)
    assert not opened.playing.over
    assert situation.reached(opened), f"by this seed we do not come to where {situation.reached.__doc__}"
    return table


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_worlds_alike_are_the_same_bytes(quiet: Server, situation: Situation) -> None:
    table = reach(quiet, situation)
    talk(table)
    chance = random.Random(situation.seed)
    languages = itertools.islice(itertools.cycle(LANGUAGES), situation.seed % 3, None)
    went_on = 0
    with everybody(table) as (readers, players):
        for reader in situation.readers:
            seat = situation.seat(table.opened(), reader)
            went_on += compare(readers[seat], players, chance, 3, [next(languages)], situation.wanted)
    assert went_on >= 2


# -- sealed answers, one by one ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sealing:
    """A question that several answer in secret: who answers it with what, and who looks on."""

    reached: Callable[[Opened], bool]
    seed: int
    find: Callable[[Opened, int], list[str]]
    """Answers of a seat that look alike."""


def all_asked(name: str, least: int = 2) -> Callable[[Opened], bool]:
    """So many are asked this, and nobody has answered yet."""

    def reached(opened: Opened) -> bool:
        return step(opened) == name and not any(opened.playing._state.sealed) and len(asked(opened)) >= least

    return reached


def several_cards(opened: Opened) -> bool:
    """Two or more may place an action card, and one of them has the choice between cards."""
    return all_asked("place_action")(opened) and any(len(placed(opened, seat)) > 1 for seat in asked(opened))


def asked(opened: Opened) -> list[int]:
    return list(opened.room.asked)


def every(opened: Opened, seat: int) -> list[str]:
    return opened.playing.asks()[seat].texts


def placed(opened: Opened, seat: int) -> list[str]:
    return [text for text in every(opened, seat) if text != "refuse"]


SEALINGS = {
    "a bid": Sealing(all_asked("bidding", 4), 3, lambda opened, seat: ["bid nothing", "bid DDD"]),
    "an order": Sealing(all_asked("drop_order"), 4, every),
    "an action card": Sealing(several_cards, 3, placed),
}


def come_to(server: Reached, sealing: Sealing, **options: Any) -> tuple[Table, int, list[str]]:
    """A table where somebody can seal one of two answers that look alike: who, and which."""
    table = server.room(4, of=GAME.id, options=options, secret=SECRET)
    opened = table.play(random.Random(sealing.seed), stop=sealing.reached)
    assert sealing.reached(opened), "by this seed we do not come to where it could be tried"
    found = next((seat, texts) for seat in asked(opened) if len(texts := sealing.find(opened, seat)) > 1)
    return table, found[0], found[1][:2]


def send(table: Table, player: Person, seat: int, choice: str = "") -> None:
    """Answer by a form, or without a choice take the answer back."""
    fields = {"ask": log.ask_id(table.opened().playing, seat)}
    if choice:
        fields["choice"] = choice
    assert player.post(f"{table.path}/{'answer' if choice else 'back'}", **fields).status_code == 303


def follow(reader: Reader, players: list[Person], rows: Rows, answers: list[tuple[int, list[str]]]) -> Seen:
    """All that somebody else gets while these answers are given, and after them."""
    seen = watched(reader, rows, answers, players, [LANGUAGES[(reader.seat or 0) % 3]])
    reader.look_around(seen)
    return seen


@pytest.mark.parametrize("sealing", SEALINGS.values(), ids=SEALINGS)
def test_what_is_sealed_shows_nowhere_nor_what_is_taken_back(quiet: Server, sealing: Sealing) -> None:
    """That somebody has answered is seen by all, and that he takes it back; what it was is not. On no page, nor in the
    story, the lists of matches, the API, nor in a byte of the streams."""
    table, seat, texts = come_to(quiet, sealing)
    with everybody(table) as (readers, players):
        rows = kept(quiet.path, table.id)
        other_seat = next(reader for reader in readers if reader.seat != seat)
        for reader, more in ((other_seat, []), (readers[GALLERY], [(seat, [BACK])])):
            reader.wrong = ("nonsense",)
            one, other = (follow(reader, players, rows, [(seat, [text]), *more]) for text in texts)
            assert_same(one, other)
        told = [event.name for event in parsed(dict(one.wire)["stream of the page"])]
        assert told.count("table") == 3, "that he has answered is shown, and that he has taken it back"


def test_hp_20_that_a_card_is_refused_is_seen_at_once(quiet: Server) -> None:
    table, seat, (card, _) = come_to(quiet, SEALINGS["an action card"])
    with everybody(table) as (readers, players):
        others = [reader for reader in readers if reader.seat != seat]
        for choice, face in (("refuse", 1), (card, 2)):
            send(table, players[seat], seat, choice)
            for reader in others:
                assert reader.program.table()["view"]["fields"]["faces"][seat] == face
                assert TURN_WORDS[face] in reader.person.get(table.path).text
                assert TURN_WORDS[3 - face] not in reader.person.get(table.path).text
            send(table, players[seat], seat)


@pytest.mark.parametrize("sealing", SEALINGS.values(), ids=SEALINGS)
def test_after_the_last_answer_none_is_taken_back(server: Server, sealing: Sealing) -> None:
    table, seat, (text, _) = come_to(server, sealing)
    with table.person(seat) as person, table.program(seat) as program:
        send(table, person, seat, text)
        assert f'action="{table.path}/back"' in person.get(table.path).text
        assert program.table()["can_take_back"]
        for other in asked(table.opened()):
            table.answer(other, every(table.opened(), other)[0])
        opened = table.opened()
        assert not any(opened.playing._state.sealed)
        assert f'action="{table.path}/back"' not in person.get(table.path).text
        assert not program.table()["can_take_back"]
        before = table.rows()
        ask = log.ask_id(opened.playing, seat)
        page(person.post(f"{table.path}/back", ask=ask), "cannot_take_back")
        piece(person.post(f"{table.path}/back", "scene", ask=ask), "cannot_take_back")
        told(program.post("back", ask=ask), "cannot_take_back")
        assert table.rows() == before


def test_only_ones_own_answer_is_taken_back(server: Server) -> None:
    table, seat, (text, _) = come_to(server, SEALINGS["a bid"])
    table.answer(seat, text)
    before = table.rows()
    for other in asked(table.opened()):
        with table.person(other) as person, table.program(other) as program:
            for ask in (log.ask_id(table.opened().playing, who) for who in (other, seat)):
                assert person.post(f"{table.path}/back", ask=ask).status_code in (409, 422)
                assert program.post("back", ask=ask).status_code in (409, 422)
    assert table.rows() == before


# -- tests that can fail -----------------------------------------------------------------------------------------------


def leak_bids(patch: pytest.MonkeyPatch) -> None:
    honest = scene._status
    patch.setattr(scene, "_status", lambda match, *rest: f"{honest(match, *rest)} {match._state.sealed}")


def leak_orders_by_the_api(patch: pytest.MonkeyPatch) -> None:
    honest = api.table_of

    def leaking(opened: Opened, *rest: Any) -> Any:
        told = honest(opened, *rest)
        told.view["fields"]["dropped"] = list(state_of(opened).dropped)
        return told

    patch.setattr(api, "table_of", leaking)


def leak_into_story(patch: pytest.MonkeyPatch) -> None:
    for module in (log, pages_table):
        patch.setattr(module, "as_known_to", lambda event, visible, reader: event)


LEAKS = [
    (leak_bids, "first bids"),
    (leak_bids, "action cards"),
    (leak_orders_by_the_api, "after orders were given up"),
    (leak_into_story, "after orders were given up"),
]


@pytest.mark.parametrize(("leak", "where"), LEAKS)
def test_a_leak_is_found(breakable: ServerHere, monkeypatch: pytest.MonkeyPatch, leak: Any, where: str) -> None:
    situation = SITUATIONS[where]
    table = reach(breakable, situation)
    with everybody(table) as (readers, players):
        seat = situation.seat(table.opened(), "w")
        leak(monkeypatch)
        with pytest.raises(AssertionError, match="told apart by"):
            compare(readers[seat], players, random.Random(1), 0, ["en"], situation.wanted)
