"""Law 1 on the wire at tables of Caesar & Cleopatra, where much more is hidden: hands, covered cards, piles, bonuses,
what a spy has seen, which of the castled cards lies where, and how far somebody has come with composing an answer."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from eminence.core.bags import how_many
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER, SEVERAL, State
from eminence.core.texts import LANGUAGES
from eminence.games.caesar_cleopatra.components import FIRST_OF, GROUPS, SECOND_OF, VETO
from eminence.games.caesar_cleopatra.state import CaesarState
from eminence.server import api, log, scene
from eminence.server.log import Opened
from eminence.server.pages import table as pages_table
from tests.server.driving import Reached, Server, ServerHere, Table, until
from tests.server.wire import Seen, assert_same, compare, everybody, talk
from tests.server.worlds import DAY, Twins, kept, onward, put, twins

SECRET = b"the same cards each time, please"


def state_of(opened: Opened) -> CaesarState:
    state = opened.playing._state
    assert isinstance(state, CaesarState)
    return state


def step(opened: Opened) -> str:
    return str(opened.playing._state.step().name)


# -- situations --------------------------------------------------------------------------------------------------------


def ordering(opened: Opened) -> bool:
    """Both put their action piles in order, and neither has come to the end of it."""
    return step(opened) == "order_pile" and min(map(len, opened.playing._state.sealed)) >= 2


def opening(opened: Opened) -> bool:
    """Cleopatra has laid all her opening cards, Caesar some of his."""
    sealed = opened.playing._state.sealed
    return step(opened) == "opening" and len(sealed[0]) == GROUPS - 1 and len(sealed[1]) >= 2


def castling(opened: Opened) -> bool:
    """A player redistributes cards of which some lay open, and has decided on some of them."""
    s = state_of(opened)
    first = s.turn * GROUPS
    lie_open = step(opened) == "castle" and s.up[first + FIRST_OF[s.pair]] + s.up[first + SECOND_OF[s.pair]]
    return bool(lie_open) and any(s.sealed)


def discarding(opened: Opened) -> bool:
    """A passive player has named cards to discard, and has not done yet."""
    return step(opened) == "discard" and any(opened.playing._state.sealed)


def spying(opened: Opened) -> bool:
    """A spy looks at a hand with action cards in it."""
    return step(opened) == "spy_pick" and state_of(opened).hand_actions[1 - state_of(opened).turn] > 1


def holds_veto(s: State) -> bool:
    """Whether whoever is asked for a veto holds one."""
    assert isinstance(s, CaesarState)
    return how_many(s.hand[1 - s.turn], VETO) > 0


def can_veto(opened: Opened) -> bool:
    return step(opened) == "veto" and holds_veto(opened.playing._state)


def cannot_veto(opened: Opened) -> bool:
    s = state_of(opened)
    return step(opened) == "veto" and s.hand_actions[1 - s.turn] > 0 and not holds_veto(s)


def laid_down(opened: Opened) -> bool:
    """Somebody has laid a card face down, and may take that back."""
    return step(opened) == "late_action" and opened.playing.can_take_back(int(state_of(opened).turn))


def midst(opened: Opened) -> bool:
    """The match is well under way, and both hold action cards."""
    s = state_of(opened)
    return step(opened) == "act" and opened.playing.length > 100 and min(s.hand_actions) > 1


def the_other_way(here: State, there: State) -> bool:
    """Whoever is asked can veto in one world, and cannot in the other."""
    return holds_veto(here) != holds_veto(there)


def anything(here: State, there: State) -> bool:
    return True


@dataclass(frozen=True)
class Situation:
    """Where to look, and who."""

    reached: Callable[[Opened], bool]
    seed: int
    readers: str
    """0 is Cleopatra, 1 Caesar, 2 the gallery; "a" is whose turn it is and "b" the other."""
    then: str = ""
    """Once that is reached, play goes on up to this step."""
    wanted: Callable[[State, State], bool] = anything
    pile: str = "ordered"
    orgies: str = "all"

    def seats(self, opened: Opened) -> list[int]:
        turn = int(state_of(opened).turn)
        return [{"a": turn, "b": 1 - turn}.get(reader, int(reader, 16)) for reader in self.readers]


SITUATIONS = {
    "ordering the pile": Situation(ordering, 1, "02"),
    "the opening": Situation(opening, 1, "02"),
    "castling": Situation(castling, 17, "b2", orgies="two"),
    "after castling open cards": Situation(castling, 2, "b2", "act"),
    "discarding": Situation(discarding, 7, "b2", pile="shuffled"),
    "spying": Situation(spying, 31, "ab2"),
    "after a spy": Situation(spying, 6, "01", "act", orgies="retire"),
    "a veto in hand": Situation(can_veto, 3, "a2", wanted=the_other_way),
    "no veto in hand": Situation(cannot_veto, 33, "a2", wanted=the_other_way, pile="shuffled"),
    "a card laid face down": Situation(laid_down, 14, "b2"),
    "in the midst of it": Situation(midst, 1, "a", wanted=the_other_way),
}


def reach(server: Reached, situation: Situation) -> Table:
    """A table that has come there by random play."""
    options = {"action_pile": situation.pile, "orgies": situation.orgies}
    table = server.room(of="caesar_cleopatra", options=options, secret=SECRET)
    chance = random.Random(situation.seed)
    opened = table.play(chance, stop=situation.reached)
    assert situation.reached(opened), f"by this seed we do not come to where {situation.reached.__doc__}"
    if situation.then:
        assert step(table.play(chance, stop=lambda opened: step(opened) == situation.then)) == situation.then
    return table


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_worlds_alike_are_the_same_bytes(quiet: Server, situation: Situation) -> None:
    table = reach(quiet, situation)
    talk(table)
    chance = random.Random(situation.seed)
    languages = itertools.islice(itertools.cycle(LANGUAGES), situation.seed % 3, None)
    went_on = 0
    with everybody(table) as (readers, players):
        for seat in situation.seats(table.opened()):
            went_on += compare(readers[seat], players, chance, 3, [next(languages)], situation.wanted)
    assert went_on >= 2


def test_how_far_somebody_has_come_with_composing_shows_nowhere(quiet: Server) -> None:
    """Not even in how long ago the table moved."""
    table = reach(quiet, SITUATIONS["ordering the pile"])
    with quiet.store.writing() as connection:
        connection.exec_driver_sql("UPDATE rooms SET moved = moved - ? WHERE id = ?", (DAY, table.id))
    with everybody(table) as (readers, players):
        reader, composer = readers[0], players[1]
        pictures = []
        with reader.person.stream(f"{table.path}/stream") as pages, reader.program.stream() as events:
            reader.until_shown(pages, events)
            before = pages.raw, events.raw
            for act in ("answer", "answer", "back"):
                seen = Seen()
                for watching in (readers[0], readers[2]):
                    watching.look(seen, "en")
                    watching.look_around(seen)
                pictures.append(seen)
                match = table.opened().playing
                fields = {"ask": log.ask_id(match, 1)}
                if act == "answer":
                    fields["choice"] = match.asks()[1].texts[-1]
                assert composer.post(f"{table.path}/{act}", **fields).status_code == 303
            assert len(table.opened().playing._state.sealed[1]) == len(match._state.sealed[1]) - 1
            reader.person.post(f"{table.path}/say", text="Are you coming?")
            pages.until(lambda got: got[-1].name == "chat")
            told = [event.name for event in pages.events]
            assert (told.count("table"), told.count("chat")) == (1, 1)
            assert pages.raw.startswith(before[0])
            assert events.raw == before[1]
    for picture in pictures[1:]:
        assert_same(pictures[0], picture)


# -- bots --------------------------------------------------------------------------------------------------------------


def about_to_draw(opened: Opened) -> bool:
    """Cleopatra draws her last card; then it is Caesar's turn."""
    s = state_of(opened)
    return step(opened) == "refill" and s.turn == 0 and list(s.owed) == [1, 0] and s.hand_actions[1] > 0


def can_play(opened: Opened) -> bool:
    """Cleopatra may play an action card, and Caesar holds a veto."""
    s = state_of(opened)
    playable = step(opened) == "act" and s.turn == 0 and "play" in " ".join(opened.playing.asks()[0].texts)
    return playable and how_many(s.hand[1], VETO) > 0


BOTS = [("page", ordering, 1), ("page", about_to_draw, 3), ("courtier", about_to_draw, 4), ("courtier", can_play, 5)]


@pytest.mark.parametrize(("level", "reached", "seed"), BOTS)
def test_a_bot_does_the_same_in_worlds_that_it_cannot_tell_apart(
    server: Server, level: str, reached: Callable[[Opened], bool], seed: int
) -> None:
    table = server.room(of="caesar_cleopatra", bots={1: level}, secret=SECRET)
    chance = random.Random(seed)
    assert reached(table.play(chance, stop=reached)), f"by this seed we do not come to where {reached.__doc__}"
    pair, both = asking_the_bot(table, chance)
    did = []
    with table.person(0) as person:
        for rows, texts in zip(pair.both, both, strict=True):
            put(server.path, table.id, rows)
            for choice in texts:
                ask = log.ask_id(table.opened().playing, 0)
                assert person.post(f"{table.path}/answer", ask=ask, choice=choice).status_code == 303
            until(lambda: 1 not in table.opened().room.asked)
            did.append(answers_of_bot(table, len(rows["entries"])))
    assert did[0] == did[1]
    assert did[0]


def asking_the_bot(table: Table, chance: random.Random) -> tuple[Twins, tuple[list[str], list[str]]]:
    """Two worlds that Caesar cannot tell apart, and what Cleopatra does in each; after which he is asked the same."""
    for _ in range(200):
        pair = twins(table, 1, chance, same_secret=True)
        for seat, both in onward(pair, 1, chance, 1):
            asked = pair.match._asked()
            sealed = pair.match._state.asked == SEVERAL  # then that she is done can be seen: sooner or later
            if seat == 0 and asked == pair.other._asked() == ([0, 1] if sealed else [1]) and usable(both):
                return pair, both
    raise AssertionError("there is nothing that Cleopatra could do in both worlds")


def usable(both: tuple[list[str], list[str]]) -> bool:
    """Whether something is done in both worlds, and nothing taken back."""
    return all(both) and BACK not in (*both[0], *both[1])


def answers_of_bot(table: Table, since: int) -> list[str]:
    """What Caesar has answered, up to where the dealer shows him something new."""
    entries = kept(table.server.path, table.id)["entries"][since:]
    first = next(number for number, entry in enumerate(entries) if entry["seat"] == 1)
    undealt = itertools.takewhile(lambda entry: entry["seat"] != DEALER, entries[first:])
    return [entry["choice"] for entry in undealt if entry["seat"] == 1]


# -- tests that can fail -----------------------------------------------------------------------------------------------


def leak_how_far_others_are(patch: pytest.MonkeyPatch) -> None:
    honest = scene._status
    patch.setattr(scene, "_status", lambda match, *rest: f"{honest(match, *rest)} {match._state.sealed}")


def leak_how_often_others_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "ask_id", lambda match, seat: f"{match.length}.{match.given(seat)}")


def leak_covered_cards(patch: pytest.MonkeyPatch) -> None:
    """The page shows what lies face down on the other side."""
    honest = pages_table._scene

    def leaking(connection: Any, visit: Any, looking: Any, *rest: Any) -> str:
        return f"{honest(connection, visit, looking, *rest)}<!-- {looking.opened.playing._state.down} -->"

    patch.setattr(pages_table, "_scene", leaking)


def leak_hands_by_the_api(patch: pytest.MonkeyPatch) -> None:
    honest = api.table_of

    def leaking(opened: Opened, *rest: Any) -> Any:
        told = honest(opened, *rest)
        told.view["fields"]["hand"] = list(state_of(opened).hand)
        return told

    patch.setattr(api, "table_of", leaking)


def leak_by_why(patch: pytest.MonkeyPatch) -> None:
    """Why a card cannot be snatched is told by the hand as it is."""
    honest = scene.why_not

    def leaking(opened: Opened, reader: int, choice: str, language: str) -> str | None:
        hand = state_of(opened).hand[1 - reader]
        return (
            "It is there."
            if choice == "snatch veto" and how_many(hand, VETO)
            else honest(opened, reader, choice, language)
        )

    patch.setattr(scene, "why_not", leaking)


def leak_by_what_is_offered(patch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told whether there is anything to choose."""
    honest = scene._status

    def leaking(match: Match, *rest: Any) -> str:
        return f"{honest(match, *rest)} {[len(ask) for ask in match.asks().values()]}"

    patch.setattr(scene, "_status", leaking)


def leak_into_story(patch: pytest.MonkeyPatch) -> None:
    for module in (log, pages_table):
        patch.setattr(module, "as_known_to", lambda event, visible, reader: event)


def leak_what_the_spy_saw(patch: pytest.MonkeyPatch) -> None:
    honest = log.story

    def leaking(connection: Any, room: Any, reader: int | None, since: int = 0) -> Any:
        return honest(connection, room, reader if reader is None else 1 - reader, since)

    patch.setattr(log, "story", leaking)


LEAKS = [
    (leak_how_far_others_are, "ordering the pile"),
    (leak_how_often_others_answered, "ordering the pile"),
    (leak_into_story, "after a spy"),
    (leak_what_the_spy_saw, "after a spy"),
    (leak_covered_cards, "a veto in hand"),
    (leak_hands_by_the_api, "a veto in hand"),
    (leak_by_why, "in the midst of it"),
    (leak_by_what_is_offered, "a veto in hand"),
]


@pytest.mark.parametrize(("leak", "where"), LEAKS)
def test_a_leak_is_found(breakable: ServerHere, monkeypatch: pytest.MonkeyPatch, leak: Any, where: str) -> None:
    table = reach(breakable, SITUATIONS[where])
    with everybody(table) as (readers, players):
        turn = int(state_of(table.opened()).turn)
        leak(monkeypatch)
        with pytest.raises(AssertionError, match="told apart by"):
            compare(readers[max(turn, 0)], players, random.Random(1), 0, ["en"], SITUATIONS[where].wanted)
