"""Law 1, non-interference: nothing that a seat gets differs between worlds that it cannot tell apart."""

from __future__ import annotations

import gc
import itertools
import random
import types
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NoReturn

from eminence.bots import Bot
from eminence.bots import bot as named_bot
from eminence.core.ask import Ask
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, SPECTATOR, State, Step, Worlds
from eminence.core.view import View
from tests.laws.gathering import Moment
from tests.laws.keeping import snapshot
from tests.laws.table import Table, answered, broken, changed, difference, on_wire, seats_asked, what_is_seen, who


def imagined(table: Table, state: State, observer: int | None, chance: random.Random) -> State:
    """Another state that the observer cannot tell from this one."""
    return table.game.worlds(table.view(state, observer)).imagine(Rng(chance.getrandbits(60)))


def check_non_interference(
    table: Table, moment: Moment, observer: int | None, chance: random.Random, bots: Sequence[Bot | str] = ()
) -> bool:
    """Law 1: an observer sees the same in a world he cannot tell apart: view, ask, what the next answer brings, what
    `shown` says, and his bot's move. True if the other world was really another one."""
    state, actor = moment.state, moment.seat
    other = imagined(table, state, observer, chance)
    check_same(table, table.match(state), table.match(other), observer)
    if observer is not None and observer in seats_asked(state):
        for bot in bots:
            check_same_move(table, state, other, observer, bot, chance)
    codes = [int(code) for code in state.choices(actor)]
    # How far another seat has come with composing its answer is hidden, so it may differ.
    if state.sealed[actor] == other.sealed[actor]:
        for code in {moment.code, chance.choice(codes)} & set(other.choices(actor)):
            check_same_answer(table, state, other, actor, code, observer)
    check_shown(table, state, actor, [moment.code, *chance.sample(codes, min(len(codes), 5))], observer)
    check_shown_of_sealed(table, state, observer, chance)
    return table.game.hash(state) != table.game.hash(other)


def tells_apart(table: Table, observer: int | None, by: str) -> NoReturn:
    broken(1, f"{table}: {who(observer)} can tell two worlds apart by {by}")


def check_same(table: Table, here: Match, there: Match, observer: int | None, when: str = "") -> None:
    """The observer sees the same in both worlds, the same seats are asked the same, and he is offered the same."""
    one, two = table.view(here._state, observer), table.view(there._state, observer)
    if on_wire(one) != on_wire(two):
        tells_apart(table, observer, f"the view{when}: {difference(one, two)}")
    public = [[(seat, world._state.step().name) for seat in world.seen_asked(observer)] for world in (here, there)]
    if public[0] != public[1]:
        tells_apart(table, observer, f"who is asked what{when}: {public}")
    if observer in here.asked:
        both = here.asks()[observer], there.asks()[observer]
        if on_wire(both[0]) != on_wire(both[1]):
            differ = [pair for pair in itertools.zip_longest(*both) if pair[0] != pair[1]]
            tells_apart(table, observer, f"the choices asked{when}: {differ[:6]}")
        final = [[choice.text for choice in both[0] if world.is_final(observer, choice)] for world in (here, there)]
        if final[0] != final[1]:
            tells_apart(table, observer, f"which choices are final{when}: {final}")


def check_same_move(table: Table, state: State, other: State, seat: int, bot: Bot | str, chance: random.Random) -> None:
    """The same bot with the same seed makes the same move, whichever of two worlds is the true one."""
    seed, moves = chance.getrandbits(32), []
    for world in (state, other):
        player = named_bot(bot, seed) if isinstance(bot, str) else bot
        player.rng = Rng(seed)
        moves.append(player.choose(table.view(world, seat), table.game.ask(world, seat)).text)
    if moves[0] != moves[1]:
        broken(1, f"{table}: the bot {bot} on seat {seat} knows which world is true: it plays {' or '.join(moves)}")


def check_same_answer(table: Table, state: State, other: State, actor: int, code: int, observer: int | None) -> None:
    """After the same answer in both worlds the observer is told the same, up to what the answer reveals; and where he
    is told the same, he sees the same: whatever he learns, an event tells it."""
    when = f" after {table.game.text(code)!r} by {who(actor)}"
    shown = []
    if observer is not None and state.asked != SEVERAL:  # of a sealed answer, see check_shown_of_sealed
        shown = [int(world.step().shown(world, actor, code, observer)) for world in (state, other)]
    here, there = table.match(state), table.match(other)
    for match in (here, there):
        match.choose(actor, code)
    told_the_same = same_story(table, here, there, observer, [0, 0], when)
    if told_the_same:
        check_same(table, here, there, observer, when)
    # Bots plan by `shown`: it says that an observer learns the same where he does, and only there.
    if not shown or here.over or there.over or (shown[0] == shown[1]) == told_the_same:
        return
    if told_the_same:
        broken(1, f"{table}: `shown` tells {who(observer)} two worlds apart{when}, though it looks the same: {shown}")
    broken(1, f"{table}: `shown` says {who(observer)} learns the same{when}, but the story differs")


def same_story(table: Table, here: Match, there: Match, observer: int | None, since: list[int], when: str) -> bool:
    """Whether the observer is told the same in both worlds. LawBroken if not, and no event is said to tell him."""
    one, two = here.story(observer, since[0]), there.story(observer, since[1])
    for number, events in enumerate(itertools.zip_longest(one, two)):
        told = [None if event is None else on_wire([event]) for event in events]
        if told[0] != told[1]:
            so_far = here._story[since[0] :][: number + 1] + there._story[since[1] :][: number + 1]
            if not any(event.is_new_to(observer) for event in so_far):
                said = f"{events[0]} or {events[1]}, and no event is said to reveal anything to it"
                tells_apart(table, observer, f"the story{when}: {said}")
            return False
    return True


def check_shown(table: Table, state: State, actor: int, codes: Sequence[int], observer: int | None) -> None:
    """What `shown` says an observer learns of an answer is what he learns: answers that it tells alike look alike to
    him; and where another's answers look alike, it tells them alike (or bots would plan with what they cannot know)."""
    if observer is None or state.asked == SEVERAL:
        return
    seen: dict[int, tuple[str, bytes]] = {}
    looks: dict[bytes, tuple[str, int]] = {}
    for code in codes:
        shown = int(state.step().shown(state, actor, code, observer))
        after = answered(state, actor, code)
        if after.asked == NOBODY:
            continue
        look, text = what_is_seen(table, after, observer), table.game.text(code)
        also, looked = seen.setdefault(shown, (text, look))
        if looked != look:
            told = f"cannot tell {text!r} from {also!r}, but it looks different"
            broken(1, f"{table}: `shown` says {who(observer)} {told}")
        also, as_shown = looks.setdefault(look, (text, shown))
        if actor != observer and as_shown != shown:
            broken(1, f"{table}: `shown` tells {who(observer)} {text!r} from {also!r}, but it looks the same")


def check_shown_of_sealed(table: Table, state: State, observer: int | None, chance: random.Random) -> None:
    """The same for a sealed step, in two worlds in which all seats seal the same: when the last answer is in, `shown`
    tells the observer the worlds apart if, and only if, what follows does."""
    if observer is None or state.asked != SEVERAL or any(state.sealed):
        return
    worlds = (state.clone(), imagined(table, state, observer, chance))
    for seat in seats_asked(state):
        while worlds[0].waiting >> seat & 1:
            also = set(worlds[1].choices(seat)) if worlds[1].waiting >> seat & 1 else set()
            common = [code for code in worlds[0].choices(seat) if code in also]
            if not common:
                return  # what this seat may seal depends on what it holds
            code = chance.choice(common)
            for world in worlds:
                world.seal(seat, code)
    if worlds[1].waiting:
        return
    shown = []
    for world in worlds:
        answers = [(seat, code) for seat, codes in enumerate(world.sealed) for code in codes]
        shown.append([int(world.step().shown(world, seat, code, observer)) for seat, code in answers])
        world.story = []
        world.open_sealed()
        if world.asked == NOBODY:
            return
    alike = what_is_seen(table, worlds[0], observer) == what_is_seen(table, worlds[1], observer)
    if (shown[0] == shown[1]) != alike:
        told = f"sealed answers to {state.step().name!r}"
        if alike:
            broken(1, f"{table}: `shown` tells {who(observer)} {told} apart that look the same: {shown}")
        broken(1, f"{table}: `shown` says {told} look the same to {who(observer)}: they do not: {shown}")


def check_same_history(table: Table, log: list[tuple[int, int]], observer: int | None, chance: random.Random) -> int:
    """Law 1 over a whole match: deal what the observer does not see otherwise, give answers that look the same to him,
    and all that he sees stays the same, until something is revealed. At how many moments hidden things differed."""
    here, there = table.match(table.start()), table.match(table.start())
    differed = 0
    for seat, code in log:
        alike = answers_alike(here._state, there._state, seat, code, observer)
        if not alike and here._state.asked >= 0 and code in there._state.choices(seat):
            alike = [code]  # it reveals something else there, and must say so
        if not alike:
            return differed  # what was dealt or done here cannot be dealt or done there
        instead = chance.choice(alike)
        since = [len(here._story), len(there._story)]
        here.choose(seat, code)
        there.choose(seat, instead)
        when = f" after the same history up to {table.game.text(code)!r} by {who(seat)}"
        if not same_story(table, here, there, observer, since, when):
            if (instead != code or seat == DEALER) and not here.over:  # at the end all is turned up
                broken(1, f"{table}: {who(observer)} can tell answers apart{when} that `shown` says he cannot")
            return differed
        check_same(table, here, there, observer, when)
        differed += table.game.hash(here._state) != table.game.hash(there._state)
    return differed


def answers_alike(here: State, there: State, seat: int, code: int, observer: int | None) -> list[int]:
    """The answers of a seat, the dealer included, that the observer cannot tell from this one, if `shown` is right.
    Of a sealed answer he must not see either whether it is complete."""
    if not there.is_asked(seat):
        return []
    onlooker = SPECTATOR if observer is None else observer
    shown = here.step().shown(here, seat, code, onlooker)
    alike = [int(a) for a in there.choices(seat) if there.step().shown(there, seat, a, onlooker) == shown]
    if here.asked != SEVERAL:
        return alike
    return [answer for answer in alike if _completes(there, seat, answer) == _completes(here, seat, code)]


def _completes(state: State, seat: int, code: int) -> bool:
    """Whether a sealed answer is the last one of its seat."""
    after = state.clone()
    after.seal(seat, code)
    return not after.is_asked(seat)


def check_no_way_to_the_state(*things: View | Ask) -> None:
    """Law 1, for bots: from a View or an Ask no reference leads to a state, nor to anything that holds or makes one."""
    waiting: list[object] = list(things)
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | types.ModuleType | types.FunctionType):
            continue
        seen.add(id(thing))
        if isinstance(thing, State | Step | Worlds | Match | Game):
            broken(1, f"a {type(thing).__name__} can be reached from {[type(start).__name__ for start in things]}")
        waiting += gc.get_referents(thing)


def check_views_are_copies(table: Table, match: Match) -> None:
    """Law 1, for whoever holds a View or a story: what is done to them does nothing to the match."""
    before = snapshot(match)
    for seat in table.viewers:
        view = match.view(seat)
        spoil([view.to_json(), view.fields, view.options])
        for event in match.story(seat):
            spoil([event.to_json(), *(getattr(event, field.name) for field in fields(event))])
    if what := changed(before, snapshot(match)):
        broken(1, f"{table}: writing into views and stories changed {what} of the match")


def spoil(value: Any) -> None:
    """Write nonsense into every list and dict that can be written into."""
    for item in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        spoil(item)
    if isinstance(value, list):
        value.append("nonsense")
    elif isinstance(value, dict):
        value.update(dict.fromkeys(value, "nonsense"))
