"""The laws that every game obeys (DESIGN.md), as plain functions: each raises LawBroken with a sentence that says who
learned what, or what was lost. The tests aim them at every registered game, and at toy games that break them.

A law is looked at from a `Table`: a game, a number of seats and a set of options. `random.Random` draws what the test
does; `Rng` is only handed to what takes one (imagining, bots).
"""

from __future__ import annotations

import gc
import inspect
import itertools
import json
import random
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NoReturn

from eminence.bots import Bot
from eminence.bots import bot as named_bot
from eminence.core import matchfile
from eminence.core.ask import Ask, Choice
from eminence.core.errors import (
    AlreadyAnswered,
    CannotTakeBack,
    EminenceError,
    MatchOver,
    NotAsked,
    NotOffered,
    NotOver,
    UnknownChoice,
    UnknownSeat,
)
from eminence.core.event import Event, as_known_to
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, SealedStep, State, Step, Worlds
from eminence.core.view import View
from eminence.core.visibility import FLOW

LONGEST = 5_000
"""No game of the house needs as many answers: one that does, does not end."""


class LawBroken(AssertionError):
    """A law does not hold; `law` is its number in DESIGN.md, or "take back"."""

    def __init__(self, law: int | str, message: str) -> None:
        super().__init__(f"law {law}: {message}")
        self.law = law


def broken(law: int | str, message: str) -> NoReturn:
    raise LawBroken(law, message)


# == The table, and what is seen from it =============================================================================


@dataclass(frozen=True)
class Table:
    """A game, for a number of seats, under some options: what a law is looked at from."""

    game: Game
    seats: int
    options: Mapping[str, Any]

    def start(self) -> State:
        return self.game.start(self.seats, self.options)

    def view(self, state: State, seat: int | None) -> View:
        return self.game.view(state, self.options, seat)

    def match(self, state: State) -> Match:
        """A match that stands at this state. By hand, so that the dealer does not run on."""
        match = Match(self.game, self.seats, self.options, by_hand=True, deal=False)
        match._state = state
        return match

    @property
    def viewers(self) -> list[int | None]:
        """Everyone who sees something: the spectator and the seats."""
        return [None, *range(self.seats)]

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game.id} {self.seats}{options}"


def tables(game: Game) -> list[Table]:
    """Every number of seats with every combination of options."""
    names = [option.name for option in game.options]
    values = itertools.product(*(option.values for option in game.options))
    combinations = [dict(zip(names, chosen, strict=True)) for chosen in values]
    return [Table(game, seats, options) for seats in game.seats for options in combinations]


def has_sealed_steps(table: Table) -> bool:
    return any(isinstance(step, SealedStep) for step in table.start().book)


def who(seat: int | None) -> str:
    if seat is None:
        return "a spectator"
    return "the dealer" if seat == DEALER else f"seat {seat}"


def on_wire(thing: View | Ask | Sequence[Event]) -> bytes:
    """What would go over the wire, byte by byte."""
    if isinstance(thing, View):
        data: Any = thing.to_json()
    elif isinstance(thing, Ask):
        choices = [[choice.text, choice.code, choice.final] for choice in thing]
        data = [thing.seat, thing.step, thing.rule, choices, thing.weights]
    else:
        data = [event.to_json() for event in thing]
    return json.dumps(data).encode()


def difference(one: View, two: View) -> str:
    """The fields in which two views differ."""
    told = [
        f"field {name!r} is {one.fields[name]!r} or {two.fields[name]!r}"
        for name in one.fields
        if json.dumps(one.fields[name]) != json.dumps(two.fields[name])
    ]
    return "; ".join(told) or "outside the fields"


def seats_asked(state: State) -> list[int]:
    """Who has an answer to give, the dealer included."""
    asked = int(state.asked)
    if asked == SEVERAL:
        return [seat for seat in range(int(state.seats)) if state.is_asked(seat)]
    return [] if asked == NOBODY else [asked]


# == Playing at random ===============================================================================================


def pick(table: Table, state: State, seat: int, chance: random.Random, curious: bool) -> int:
    """A code at random. The curious choose among the kinds of answers first, so that rare ones are seen more often."""
    codes = list(state.choices(seat))
    if not codes:
        broken(4, f"{table}: {who(seat)} is asked {state.step().name!r} and has no choice")
    if seat == DEALER:
        weights = list(state.step().weights(state)) or None
        return int(chance.choices(codes, weights)[0])
    if curious:
        kinds: dict[str, list[int]] = {}
        for code in codes:
            kinds.setdefault(table.game.text(code).split()[0], []).append(code)
        codes = kinds[chance.choice(sorted(kinds))]
    return int(chance.choice(codes))


def answer_at_random(table: Table, state: State, chance: random.Random, curious: bool = False) -> tuple[int, int]:
    """Give one answer, of any seat that is asked; returns (seat, code)."""
    asked = seats_asked(state)
    if not asked:
        broken(4, f"{table}: several seats should answer {state.step().name!r}, but nobody is awaited")
    seat = chance.choice(asked)
    code = pick(table, state, seat, chance, curious)
    state.answer(seat, code)
    return seat, code


def walk(table: Table, chance: random.Random, curious: bool = False, longest: int = LONGEST) -> Iterator[State]:
    """One whole game at random: the same state, before each answer, and at last when it is over."""
    state = table.start()
    for _ in range(longest):
        yield state
        if state.asked == NOBODY:
            return
        answer_at_random(table, state, chance, curious)
    broken(4, f"{table}: the game has not ended after {longest} answers")


def play_on(table: Table, state: State, chance: random.Random, answers: int = LONGEST) -> None:
    """Answer for everybody, until the game is over or so many answers have been given."""
    for _ in range(answers):
        if state.asked == NOBODY:
            return
        answer_at_random(table, state, chance)
    if answers == LONGEST:
        broken(4, f"{table}: the game has not ended after {LONGEST} answers")


def reach(table: Table, seed: int, part: float, curious: bool = False) -> State:
    """A reachable state: that part of the way (0 to 1) through a random game."""
    length = sum(1 for _ in walk(table, random.Random(seed), curious))
    goal = min(int(part * length), length - 1)
    return next(itertools.islice(walk(table, random.Random(seed), curious), goal, None)).clone()


def random_match(
    table: Table, chance: random.Random, *, by_hand: bool = False, take_backs: float = 0.0, answers: int = LONGEST
) -> Match:
    """A match played at random through the front door, perhaps with answers taken back."""
    nonces = {seat: chance.randbytes(chance.randrange(5)) for seat in range(table.seats)}
    secret = None if by_hand else chance.randbytes(32)
    match = table.game.new(table.seats, table.options, secret=secret, nonces=nonces, by_hand=by_hand)
    for _ in range(answers):
        if match.over:
            break
        able = [seat for seat in range(table.seats) if match.can_take_back(seat)]
        if able and chance.random() < take_backs:
            match.take_back(chance.choice(able))
            continue
        seat = chance.choice(seats_asked(match._state))
        match.choose(seat, pick(table, match._state, seat, chance, curious=True))
    return match


# == Law 1: non-interference =========================================================================================


def imagined(table: Table, state: State, observer: int | None, chance: random.Random) -> State:
    """Another state that the observer cannot tell from this one."""
    return table.game.worlds(table.view(state, observer)).imagine(Rng(chance.getrandbits(60)))


def check_non_interference(
    table: Table,
    state: State,
    observer: int | None,
    chance: random.Random,
    bots: Sequence[Bot | str] = (),
    samples: int = 6,
) -> bool:
    """Law 1: an observer sees the same in a world he cannot tell apart: view, ask, what his next answer and the others'
    bring, what `shown` says, and his bot's move. True if the other world was really another one."""
    other = imagined(table, state, observer, chance)
    check_same_view(table, state, other, observer)
    here, there = table.match(state), table.match(other)
    check_same_asks(table, here, there, observer)
    if observer in seats_asked(state):
        for bot in bots:
            check_same_move(table, state, other, observer, bot, chance)
    for actor in seats_asked(state):
        codes = [int(code) for code in state.choices(actor)]
        also = set(other.choices(actor))
        common = [code for code in codes if code in also]
        for code in common if len(common) <= samples else chance.sample(common, samples):
            check_same_answer(table, state, other, actor, code, observer)
        check_shown(table, state, actor, chance.sample(codes, min(len(codes), samples)), observer)
    check_shown_of_sealed(table, state, observer, chance)
    return table.game.hash(state) != table.game.hash(other)


def check_same_view(table: Table, state: State, other: State, observer: int | None, when: str = "") -> None:
    one, two = table.view(state, observer), table.view(other, observer)
    if on_wire(one) != on_wire(two):
        broken(1, f"{table}: {who(observer)} can tell two worlds apart by the view{when}: {difference(one, two)}")
    if one.asked != two.asked or one.over != two.over:
        broken(1, f"{table}: {who(observer)} can tell two worlds apart by who is asked{when}")


def check_same_asks(table: Table, here: Match, there: Match, observer: int | None, when: str = "") -> None:
    public = [[(seat, world._state.step().name) for seat in seats_asked(world._state)] for world in (here, there)]
    if public[0] != public[1]:
        broken(1, f"{table}: {who(observer)} can tell two worlds apart by who is asked what{when}: {public}")
    if observer in seats_asked(here._state):
        mine, other = here.asks()[observer], there.asks()[observer]
        if on_wire(mine) != on_wire(other):
            differ = [
                (a and (a.text, a.final), b and (b.text, b.final))
                for a, b in itertools.zip_longest(mine, other)
                if a != b
            ]
            broken(1, f"{table}: {who(observer)} can tell two worlds apart by the choices asked{when}: {differ[:6]}")


def check_same_move(table: Table, state: State, other: State, seat: int, bot: Bot | str, chance: random.Random) -> None:
    """The same bot with the same seed makes the same move, whichever of two worlds is the true one."""
    seed = chance.getrandbits(32)
    moves = []
    for world in (state, other):
        player = named_bot(bot, seed) if isinstance(bot, str) else bot
        player.rng = Rng(seed)
        moves.append(player.choose(table.view(world, seat), table.game.ask(world, seat)).text)
    if moves[0] != moves[1]:
        broken(
            1, f"{table}: the bot {bot} on seat {seat} knows which world is true: it plays {moves[0]!r} or {moves[1]!r}"
        )


def check_same_answer(table: Table, state: State, other: State, actor: int, code: int, observer: int | None) -> None:
    """After the same answer in both worlds the observer is told the same, up to what the answer reveals; and where he
    is told the same, he sees the same: whatever he learns, an event tells it."""
    when = f" after {table.game.text(code)!r} by {who(actor)}"
    worlds = (state, other)
    shown = [0, 0]  # of a sealed answer, `shown` is asked when the last one is in: see check_shown_of_sealed
    if observer is not None and state.asked != SEVERAL:
        shown = [int(world.step().shown(world, actor, code, observer)) for world in worlds]
    matches = [table.match(world) for world in worlds]
    for match in matches:
        match.choose(actor, code)
    here, there = matches
    told_the_same = same_story(table, here, there, observer, (0, 0), when)
    revealing = any(event.REVEALS for match in matches for event in match._story)
    if not revealing and shown[0] != shown[1]:
        broken(1, f"{table}: `shown` tells {who(observer)} two worlds apart{when}, though nothing is revealed: {shown}")
    # Bots plan by `shown`: where it says that an observer learns the same, he must.
    planned = observer is not None and state.asked != SEVERAL and not here.over and not there.over
    if planned and shown[0] == shown[1] and not told_the_same:
        broken(1, f"{table}: `shown` says {who(observer)} learns the same{when}, but the story differs")
    if told_the_same:
        check_same_view(table, here._state, there._state, observer, when)
        check_same_asks(table, here, there, observer, when)


def same_story(
    table: Table, here: Match, there: Match, observer: int | None, since: tuple[int, int], when: str
) -> bool:
    """Whether the observer is told the same in both worlds. LawBroken if not, and no event is said to reveal it."""
    one, two = here.story(observer, since[0]), there.story(observer, since[1])
    for number, events in enumerate(itertools.zip_longest(one, two)):
        told = [None if event is None else on_wire([event]) for event in events]
        if told[0] != told[1]:
            so_far = here._story[since[0] :][: number + 1] + there._story[since[1] :][: number + 1]
            if not any(event.REVEALS for event in so_far):
                broken(
                    1,
                    f"{table}: {who(observer)} can tell two worlds apart by the story{when}: "
                    f"{events[0]} or {events[1]}, "
                    "and no event is said to reveal anything",
                )
            return False
    return True


def check_shown(table: Table, state: State, actor: int, codes: Sequence[int], observer: int | None) -> None:
    """What `shown` says an observer learns of an answer is what he learns: answers that it tells alike look alike to
    him; and what the dealer's draws look alike in, it tells alike (or bots would plan with what they cannot know)."""
    if observer is None or state.asked == SEVERAL:
        return
    seen: dict[int, tuple[int, bytes]] = {}
    looks: dict[bytes, tuple[int, int]] = {}
    for code in codes:
        shown = int(state.step().shown(state, actor, code, observer))
        after = state.clone()
        after.story = []
        after.answer(actor, code)
        if after.asked == NOBODY:
            continue
        known = [as_known_to(event, table.game.visible, observer) for event in after.story]
        look = on_wire(table.view(after, observer)) + on_wire(known)
        texts = table.game.text(code)
        if seen.setdefault(shown, (code, look))[1] != look:
            also = table.game.text(seen[shown][0])
            broken(
                1, f"{table}: `shown` says {who(observer)} cannot tell {texts!r} from {also!r}, but it looks different"
            )
        if actor == DEALER and looks.setdefault(look, (code, shown))[1] != shown:
            also = table.game.text(looks[look][0])
            broken(1, f"{table}: `shown` tells {who(observer)} {texts!r} from {also!r}, but it looks the same")


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
    shown = [
        [
            int(world.step().shown(world, seat, code, observer))
            for seat in range(table.seats)
            for code in world.sealed[seat]
        ]
        for world in worlds
    ]
    for world in worlds:
        world.story = []
        world.open_sealed()
        if world.asked == NOBODY:
            return
    alike = _look(table, worlds[0], observer) == _look(table, worlds[1], observer)
    if (shown[0] == shown[1]) != alike:
        step = state.step().name
        if alike:
            broken(
                1,
                f"{table}: `shown` tells {who(observer)} sealed answers to {step!r} apart that look the same: {shown}",
            )
        broken(
            1,
            f"{table}: `shown` says sealed answers to {step!r} look the same to {who(observer)}: they do not: {shown}",
        )


def check_parallel_history(
    table: Table, log: Sequence[tuple[int, int]], observer: int | None, chance: random.Random
) -> int:
    """Law 1 over a whole match: deal what the observer does not see otherwise, give the same answers, and all that he
    sees stays the same, until something is revealed. Returns at how many moments the hidden things really differed."""
    here, there = table.match(table.start()), table.match(table.start())
    differed = 0
    for seat, code in log:
        instead = code
        if seat == DEALER:
            alike = _unseen_draws(here._state, there._state, code, observer)
            if not alike:
                return differed  # what he was dealt here cannot be dealt there
            instead = chance.choice(alike)
        elif code not in there._state.choices(seat):
            return differed  # the others may do otherwise, for reasons of their own
        since = len(here._story), len(there._story)
        here.choose(seat, code)
        there.choose(seat, instead)
        when = f" after the same history up to {table.game.text(code)!r} by {who(seat)}"
        if not same_story(table, here, there, observer, since, when):
            if seat == DEALER:
                broken(1, f"{table}: {who(observer)} can tell draws apart{when} that `shown` says he cannot")
            return differed
        check_same_view(table, here._state, there._state, observer, when)
        check_same_asks(table, here, there, observer, when)
        differed += table.game.hash(here._state) != table.game.hash(there._state)
    return differed


def _unseen_draws(here: State, there: State, code: int, observer: int | None) -> list[int]:
    """The draws of the dealer that the observer cannot tell from this one, if `shown` is right."""
    # What some seat cannot tell apart, a spectator cannot either.
    observers = range(int(here.seats)) if observer is None else [observer]
    return [
        int(draw)
        for draw in there.choices(DEALER)
        if any(
            there.step().shown(there, DEALER, draw, seat) == here.step().shown(here, DEALER, code, seat)
            for seat in observers
        )
    ]


def log_of(match: Match) -> list[tuple[int, int]]:
    """The answers that a match stands on: those taken back left out."""
    log: list[tuple[int, int]] = []
    for entry in match.entries:
        if entry.choice == BACK:
            last = max(number for number, (seat, _) in enumerate(log) if seat == entry.seat)
            del log[last]
        else:
            log.append((entry.seat, match.game.code(entry.choice)))
    return log


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
        spoil(view.to_json())
        spoil(view.fields)
        spoil(view.options)
        for event in match.story(seat):
            spoil(event.to_json())
            for field in fields(event):
                spoil(getattr(event, field.name))
    after = snapshot(match)
    for what in before:
        if before[what] != after[what]:
            broken(1, f"{table}: writing into views and stories changed {what} of the match")


def spoil(value: Any) -> None:
    """Write nonsense into every list and dict that can be written into."""
    if isinstance(value, list):
        for item in value:
            spoil(item)
        value.append("nonsense")
    elif isinstance(value, dict):
        for item in value.values():
            spoil(item)
        for name in value:
            value[name] = "nonsense"


# == Law 2: serialising and cloning ==================================================================================


def check_serialising(table: Table, state: State) -> None:
    """Law 2: a state written as JSON and read again is the same state, and goes on in the same way."""
    game = table.game
    told = json.dumps(game.to_json(state))
    again = game.from_json(table.seats, table.options, json.loads(told))
    if json.dumps(game.to_json(again)) != told:
        broken(2, f"{table}: the state read back from JSON is another one")
    if game.hash(again) != game.hash(state):
        broken(2, f"{table}: the state read back from JSON has another hash")
    for seat in seats_asked(state):
        if list(again.choices(seat)) != list(state.choices(seat)):
            broken(2, f"{table}: {who(seat)} is asked something else once the state is read back from JSON")
    chance, same = random.Random(told), random.Random(told)
    one, two = state.clone(), again
    for _ in range(3):
        if one.asked == NOBODY:
            break
        answer_at_random(table, one, chance)
        answer_at_random(table, two, same)
        if game.hash(one) != game.hash(two):
            broken(2, f"{table}: a state read back from JSON goes on in another way")


def fields_of(state: State) -> set[str]:
    """The fields a state really has: as slots in plain Python, as getters when compiled, or in its dict."""
    found = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__:
        for name, value in vars(kind).items():
            if inspect.isgetsetdescriptor(value) or inspect.ismemberdescriptor(value):
                found.add(name)
    return {name for name in found if not (name.startswith("__") and name.endswith("__"))}


def check_fields(game: Game, state: State) -> None:
    """Law 2: the VISIBLE table names every field of the state, and nothing else: what it misses would not be saved."""
    own = fields_of(state) - set(FLOW) - {"book", "seats", "story"}
    if missing := own - set(game.visible):
        broken(2, f"{game}: VISIBLE does not say who sees {sorted(missing)}")
    if extra := set(game.visible) - own:
        broken(2, f"{game}: VISIBLE names {sorted(extra)}, which the state does not have")


def check_clone(table: Table, state: State, chance: random.Random, answers: int = 12) -> None:
    """Law 2: a clone is the same state, and neither changes with the other, whichever of the two plays on."""
    told = json.dumps(table.game.to_json(state))
    first = state.clone()
    second = first.clone()
    for copy in (first, second):
        if json.dumps(table.game.to_json(copy)) != told:
            broken(2, f"{table}: a clone is not the same state")
        if copy.story is not None:
            broken(2, f"{table}: a clone writes the story of its origin")
    for player, witness, name in (
        (first, second, "a clone changed with its origin"),
        (second, state, "the origin changed with its clone"),
    ):
        for _ in range(answers):
            if player.asked == NOBODY:
                break
            step = player.step().name
            _, code = answer_at_random(table, player, chance)
            now = table.game.to_json(witness)
            if json.dumps(now) != told:
                before = json.loads(told)
                fields = [field for field in now if now[field] != before[field]]
                broken(2, f"{table}: {name}: {fields} after {table.game.text(code)!r} at {step!r}")


# == Law 3: replaying ================================================================================================


def check_replay(match: Match) -> None:
    """Law 3: the match read back from its file went through the same states; so does applying its log by hand."""
    again = matchfile.loads(matchfile.dumps(match), lambda name, rules: match.game)
    if again.entries != match.entries:
        broken(3, f"{match}: the log read back from the file is another one")
    before, after = snapshot(match), snapshot(again)
    for what in before:
        if before[what] != after[what]:
            broken(3, f"{match}: read back from its file, {what} differs")
    if matchfile.dumps(again) != matchfile.dumps(match):
        broken(3, f"{match}: written again, its file differs")
    states = [match.game.start(match.seats, match.options)]
    for number, entry in enumerate(match.entries):
        state = states[-1].clone()
        if entry.choice != BACK:
            state.answer(entry.seat, match.game.code(entry.choice))
            states.append(state)
        elif state.asked == SEVERAL and entry.seat >= 0 and state.sealed[entry.seat]:
            state.unseal(entry.seat)
            states.append(state)
        else:
            states.pop()
        if match.game.hash(states[-1]) != entry.hash:
            broken(
                3, f"{match}: entry {number} ({entry.choice!r}) leads to another state when the log is applied by hand"
            )


def snapshot(match: Match) -> dict[str, Any]:
    """All that can be seen of a match."""
    viewers = [None, *range(match.seats)]
    return {
        "entries": match.entries,
        "hash": match.game.hash(match._state),
        "views": [on_wire(match.view(seat)) for seat in viewers],
        "story": [on_wire(match.story(seat)) for seat in viewers],
        "asks": {seat: on_wire(ask) for seat, ask in match.asks().items()},
        "take back": [match.can_take_back(seat) for seat in range(match.seats)],
        "options": dict(match.options),
        "over": match.over,
        "result": (match.scores, match.winners, match.reason, match.count()) if match.over else None,
        "commitment": match.commitment,
    }


# == Law 4: choices, endings, components =============================================================================


def check_asks(table: Table, state: State) -> None:
    """Law 4: whoever is asked has a choice; no choice comes twice; every choice has its text; dealer's weights fit."""
    asked = seats_asked(state)
    if not asked:
        if state.asked != NOBODY or state.steps:
            broken(4, f"{table}: nobody is awaited, yet the game is not over: {state.step().name!r}")
        return
    if state.asked != SEVERAL and state.asked not in (DEALER, *range(table.seats)):
        broken(4, f"{table}: there is no seat {state.asked} to ask")
    step = state.step()
    for seat in asked:
        codes = list(step.choices(state, seat))
        if not codes:
            broken(4, f"{table}: {who(seat)} is asked {step.name!r} and has no choice")
        if len(set(codes)) != len(codes):
            broken(4, f"{table}: {who(seat)} is offered the same choice twice at {step.name!r}")
        for code in codes:
            if not 0 <= code < table.game.codes:
                broken(4, f"{table}: code {code} at {step.name!r} is not below {table.game.codes}")
            table.game.text(code)
        if seat == DEALER:
            weights = list(step.weights(state))
            if weights and (len(weights) != len(codes) or min(weights) < 0 or sum(weights) == 0):
                broken(4, f"{table}: {len(codes)} choices of the dealer at {step.name!r}, but weights {weights}")


def components(table: Table, state: State) -> dict[str, list[int]]:
    return {kind: list(things) for kind, things in table.game.components(state).items()}


def check_components(table: Table, state: State, box: Mapping[str, list[int]], when: str = "") -> None:
    """Law 4: no component appears or vanishes."""
    now = components(table, state)
    for kind in (*box, *now):
        before, after = box.get(kind, []), now.get(kind, [])
        if before != after:
            gone, come = list(before), list(after)
            for thing in before:
                if thing in come:
                    come.remove(thing)
                    gone.remove(thing)
            broken(4, f"{table}: of the {kind}, {gone} vanished and {come} appeared{when}")


def check_end(table: Table, state: State) -> None:
    """Law 4: once over, a game has its scores, its winners, a reason, and a count whose lines add up to the scores."""
    game = table.game
    if state.steps or seats_asked(state):
        broken(4, f"{table}: the game is over, but something is still to be done")
    scores, winners = list(state.scores()), list(state.winners())
    if len(scores) != table.seats:
        broken(4, f"{table}: {len(scores)} scores for {table.seats} seats")
    if not winners or len(set(winners)) != len(winners) or not set(winners) <= set(range(table.seats)):
        broken(4, f"{table}: the winners cannot be {winners}")
    if not game.reason(state):
        broken(4, f"{table}: the game ended for no reason")
    sums = [0] * table.seats
    for line in game.count(state):
        for seat, tally in enumerate(line.tallies):
            sums[seat] += tally.points
    if sums != scores:
        broken(4, f"{table}: the lines of the count add up to {sums}, the scores are {scores}")
    if not game.describe(table.view(state, None)):
        broken(4, f"{table}: the end cannot be described")


def check_notation(game: Game) -> None:
    """Law 4: text and code of a choice stand for each other; numbers that are no code have no text."""
    texts: dict[str, int] = {}
    for code in range(game.codes):
        try:
            text = game.text(code)
        except LookupError:
            continue
        if game.code(text) != code or game.text(game.code(text)) != text or game.choice(code).text != text:
            broken(4, f"{game}: {text!r} is the text of code {code}, but reads as code {game.code(text)}")
        if texts.setdefault(text.casefold(), code) != code:
            broken(4, f"{game}: codes {code} and {texts[text.casefold()]} have the same text {text!r}")
        if text != " ".join(text.split()) or text.casefold() == BACK:
            broken(4, f"{game}: {text!r} cannot be the text of a choice")
    if not texts:
        broken(4, f"{game}: no code has a text")
    for code in (-1, game.codes, game.codes + 1000):
        try:
            text = game.text(code)
        except LookupError:
            continue
        broken(4, f"{game}: the number {code} is no choice, but has the text {text!r}")


# == Law 5: refusing =================================================================================================


def refused(match: Match, wanted: type[EminenceError], what: str, call: Any, *arguments: Any) -> None:
    """That a call is refused with exactly this error, and changes nothing."""
    before = snapshot(match)
    try:
        call(*arguments)
    except EminenceError as error:
        if type(error) is not wanted:
            broken(5, f"{match}: {what} should be refused as {wanted.__name__}, not as {type(error).__name__}: {error}")
        if not str(error):
            broken(5, f"{match}: {what} was refused without a word")
    except Exception as error:
        broken(5, f"{match}: {what} should be refused as {wanted.__name__}, but broke down: {error!r}")
    else:
        broken(5, f"{match}: {what} was not refused")
    after = snapshot(match)
    for part in before:
        if before[part] != after[part]:
            broken(5, f"{match}: {what} was refused, but changed {part}")


def check_refusals(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: whatever may not be answered now is refused with its own error, and the match is exactly as before."""
    game = table.game
    asks = match.asks()
    some = [code for code in range(game.codes) if _has_text(game, code)]
    for seat in (table.seats, table.seats + 7, -7, None, "0", True, 0.0):
        refused(match, UnknownSeat, f"an answer of seat {seat!r}", match.choose, seat, game.text(some[0]))
        refused(match, UnknownSeat, f"a taking back by seat {seat!r}", match.take_back, seat)
    for seat in (table.seats, -7, "0", True):
        refused(match, UnknownSeat, f"a look from seat {seat!r}", match.view, seat)
    if not match.by_hand:
        refused(match, UnknownSeat, "an answer of the dealer", match.choose, DEALER, game.text(some[0]))
    for seat in range(table.seats):
        if not match.can_take_back(seat):
            refused(match, CannotTakeBack, f"a taking back by seat {seat}", match.take_back, seat)
        if match.over:
            refused(
                match, MatchOver, f"a late answer of seat {seat}", match.choose, seat, game.text(chance.choice(some))
            )
        elif seat not in asks:
            sealed = match._state.asked == SEVERAL and bool(match._state.sealed[seat])
            wanted = AlreadyAnswered if sealed else NotAsked
            text = chance.choice(chance.choice(list(asks.values())).texts)
            refused(match, wanted, f"an answer of seat {seat}, which is not asked", match.choose, seat, text)
    for seat, ask in asks.items():
        offered = {choice.code for choice in ask}
        others = [code for code in some if code not in offered]
        for code in chance.sample(others, min(3, len(others))):
            for form in (game.text(code), code, Choice(game.text(code), code)):
                refused(match, NotOffered, f"{form!r}, not offered to {who(seat)}", match.choose, seat, form)
        for unknown in (
            "",
            "no such choice",
            "take 9Z",
            BACK,
            game.codes,
            -1,
            10**30,
            None,
            0.5,
            Choice("x", game.codes),
        ):
            refused(match, UnknownChoice, f"the unknown choice {unknown!r}", match.choose, seat, unknown)
    if not match.over:
        for what, call in {
            "the scores": lambda: match.scores,
            "the winners": lambda: match.winners,
            "the reason": lambda: match.reason,
            "the secret": lambda: match.secret,
            "the count": match.count,
            "the export": lambda: matchfile.export(match),
            "what was hidden": match.open_view,
            "the open story": match.open_story,
        }.items():
            refused(match, NotOver, f"{what}, asked before the end,", call)


def _has_text(game: Game, code: int) -> bool:
    try:
        game.text(code)
    except LookupError:
        return False
    return True


def check_answer_given_twice(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: an answer that arrives a second time is refused once the seat is no longer asked. Plays one answer."""
    asks = match.asks()
    seat = chance.choice(sorted(asks))
    text = chance.choice(asks[seat].texts)
    match.choose(seat, text)
    if match.over:
        refused(match, MatchOver, f"{text!r} given twice", match.choose, seat, text)
    elif seat not in match.asks() and seat != DEALER:
        sealed = match._state.asked == SEVERAL and bool(match._state.sealed[seat])
        refused(match, AlreadyAnswered if sealed else NotAsked, f"{text!r} given twice", match.choose, seat, text)


# == Law 6: sealed answers ===========================================================================================


def check_sealed_answers(table: Table, state: State, chance: random.Random, orders: int = 6) -> None:
    """Law 6: in whichever order sealed answers arrive, the same follows; while they are awaited nobody sees more than
    who has answered; a sealed answer taken back leaves the state as it was."""
    if state.asked != SEVERAL:
        return
    waiting = seats_asked(state)
    answers = {seat: _whole_answer(table, state, seat, chance) for seat in waiting}
    arrivals = [
        list(itertools.chain(*([seat] * len(answers[seat]) for seat in order)))
        for order in itertools.permutations(waiting)
    ]
    chance.shuffle(arrivals)
    arrivals = arrivals[:orders]
    mixed = list(itertools.chain(*([seat] * len(answers[seat]) for seat in waiting)))
    for _ in range(4):
        chance.shuffle(mixed)
        arrivals.append(mixed[:])
    outcomes: dict[tuple[str, bytes], list[int]] = {}
    for arrival in arrivals:
        match = table.match(state)
        given = dict.fromkeys(waiting, 0)
        for number, seat in enumerate(arrival):
            code = answers[seat][given[seat]]
            given[seat] += 1
            if code not in match._state.choices(seat):
                broken(6, f"{table}: what others sealed decides what {who(seat)} may answer")
            if number < len(arrival) - 1:
                _check_waiting(table, table.match(match._state), seat, code)
            match.choose(seat, code)
        told = b"".join(on_wire(match.story(seat)) for seat in table.viewers)
        outcomes.setdefault((table.game.hash(match._state), told), arrival)
    if len(outcomes) > 1:
        texts = {seat: [table.game.text(code) for code in codes] for seat, codes in answers.items()}
        broken(6, f"{table}: the order in which sealed answers arrive matters: {list(outcomes.values())} of {texts}")


def _whole_answer(table: Table, state: State, seat: int, chance: random.Random) -> list[int]:
    """All the small answers of one seat to a sealed step: with somebody else awaited, so that nothing is resolved."""
    trial = state.clone()
    codes: list[int] = []
    while trial.asked == SEVERAL and trial.is_asked(seat) and len(codes) < 100:
        code = pick(table, trial, seat, chance, curious=True)
        codes.append(code)
        before = trial.sealed[seat]
        trial.answer(seat, code)
        if trial.sealed[seat] == before or not trial.sealed[seat]:
            break  # it was the last one awaited, and the step was resolved
    return codes


def _check_waiting(table: Table, match: Match, seat: int, code: int) -> None:
    """While sealed answers are awaited: nobody else learns more than who has answered, and it can be taken back."""
    before, views, stories = table.game.hash(match._state), {}, {}
    for viewer in table.viewers:
        views[viewer] = match.view(viewer)
        stories[viewer] = on_wire(match.story(viewer))
    asks = match.asks()
    match.choose(seat, code)
    for viewer in table.viewers:
        if viewer == seat:
            continue
        now = match.view(viewer)
        changed = [name for name in now.fields if now.fields[name] != views[viewer].fields[name]]
        if changed not in ([], ["waiting"]):
            broken(6, f"{table}: {who(viewer)} sees {changed} change while {who(seat)} seals {table.game.text(code)!r}")
        if on_wire(match.story(viewer)) != stories[viewer]:
            broken(6, f"{table}: {who(viewer)} is told something while {who(seat)} seals an answer")
        if viewer in asks and [choice.text for choice in match.asks()[viewer]] != asks[viewer].texts:
            broken(6, f"{table}: {who(viewer)} is asked something else once {who(seat)} has sealed an answer")
    if not match.can_take_back(seat):
        broken(6, f"{table}: {who(seat)} cannot take a sealed answer back while others are awaited")
    composing = match._state.is_asked(seat)
    match.take_back(seat)
    if table.game.hash(match._state) != before:
        broken(6, f"{table}: a sealed answer of {who(seat)} taken back leaves another state than before")
    for viewer in table.viewers:
        if on_wire(match.view(viewer)) != on_wire(views[viewer]):
            broken(6, f"{table}: {who(viewer)} has another view once {who(seat)} has taken a sealed answer back")
        if viewer != seat and composing and on_wire(match.story(viewer)) != stories[viewer]:
            broken(6, f"{table}: {who(viewer)} is told how {who(seat)} composes its answer")


def check_last_sealed_answer_is_final(table: Table, state: State, chance: random.Random) -> None:
    """The take-back law for sealed steps: the answer that settles the step says beforehand that it is final."""
    if state.asked != SEVERAL:
        return
    match = table.match(state)
    step = state.step().name
    for _ in range(100):
        seat = chance.choice(sorted(match.asks()))
        ask = match.asks()[seat]
        choice = chance.choice(ask.choices)
        match.choose(seat, choice)
        settled = match._state.asked != SEVERAL or not any(match._state.sealed)
        if match.can_take_back(seat) == choice.final:
            told = "final" if choice.final else "not final"
            able = "can" if choice.final else "cannot"
            broken("take back", f"{table}: {choice.text!r} at {step!r} was said to be {told}, and {able} be taken back")
        if settled:
            return


# == Law 7: imagining ================================================================================================


def check_imagination(
    table: Table, state: State, observer: int | None, chance: random.Random, samples: int = 3, to_the_end: int = 1
) -> int:
    """Law 7: imagined worlds look the same to whoever imagines them, have all components, can be played to the end, and
    share nothing with each other. Returns how many different ones there were."""
    view = table.view(state, observer)
    told = on_wire(view)
    box = components(table, state)
    hash_before = table.game.hash(state)
    worlds = table.game.worlds(view)
    rng = Rng(chance.getrandbits(60))
    found: dict[str, State] = {}
    for number in range(samples):
        world = worlds.imagine(rng)
        if on_wire(table.view(world, observer)) != told:
            what = difference(view, table.view(world, observer))
            broken(7, f"{table}: what {who(observer)} imagines contradicts what it has seen: {what}")
        check_components(table, world, box, f" in a world imagined by {who(observer)}")
        check_asks(table, world)
        found.setdefault(table.game.hash(world), world.clone())
        if number < to_the_end:
            play_on(table, world, chance)
            check_components(table, world, box, f" at the end of a world imagined by {who(observer)}")
            check_end(table, world)
    for told_hash, world in found.items():
        if table.game.hash(world) != told_hash:
            broken(7, f"{table}: imagined worlds share something: one changed when another was played")
    if on_wire(view) != told or table.game.hash(state) != hash_before:
        broken(7, f"{table}: imagining changed the view it started from, or the true state")
    return len(found)


def check_imagined_worlds_are_plausible(
    table: Table,
    log: Sequence[tuple[int, int]],
    observer: int | None,
    chance: random.Random,
    histories: int = 200,
    samples: int = 50,
) -> int:
    """Law 7, for small games: what the observer imagines could have come about by a history that looks to him like the
    true one. All that he saw on the way stays true, also what the view no longer shows. Returns how many worlds could
    be true. (Sealed answers still awaited are left aside: how far the others are with theirs is open.)"""
    here = table.start()
    here.story = []
    path = []
    for seat, code in log:
        before = here.clone()
        here.answer(seat, code)
        path.append((before, seat, code, _look(table, here, observer)))
    possible = {_but_sealed(table, here)}
    for _ in range(histories):
        state = _history_that_looks_the_same(table, path, observer, chance)
        if state is not None:
            possible.add(_but_sealed(table, state))
    worlds = table.game.worlds(table.view(here, observer))
    rng = Rng(chance.getrandbits(60))
    for _ in range(samples):
        world = _but_sealed(table, worlds.imagine(rng))
        if world not in possible:
            broken(7, f"{table}: {who(observer)} imagines what contradicts what it has seen on the way: {world}")
    return len(possible)


def _but_sealed(table: Table, state: State) -> str:
    return json.dumps({name: value for name, value in table.game.to_json(state).items() if name != "sealed"})


def _look(table: Table, state: State, observer: int | None) -> bytes:
    """All that an observer sees and has been told."""
    told = [as_known_to(event, table.game.visible, observer) for event in state.story or ()]
    return on_wire(table.view(state, observer)) + on_wire(told)


def _history_that_looks_the_same(
    table: Table, path: Sequence[tuple[State, int, int, bytes]], observer: int | None, chance: random.Random
) -> State | None:
    """Deal again what the observer does not see, and answer in the same way; None if he would have noticed."""
    there = table.start()
    there.story = []
    for here, seat, code, look in path:
        choices = _unseen_draws(here, there, code, observer) if seat == DEALER else [code]
        offered = there.choices(seat) if there.is_asked(seat) else []
        instead = chance.choice(choices) if choices else None
        if instead not in offered:
            return None
        there.answer(seat, instead)
        if _look(table, there, observer) != look:
            return None
    return there


# == Taking back =====================================================================================================


def check_take_back(table: Table, state: State, chance: random.Random, samples: int = 4, worlds: int = 2) -> None:
    """The take-back law: what the ask says beforehand holds afterwards; taking back restores the state; and an answer
    that is not final has shown nobody anything he could not have known."""
    if state.asked == SEVERAL:
        return  # see laws 6 and check_last_sealed_answer_is_final
    before = table.game.hash(state)
    for seat, ask in table.match(state).asks().items():
        for choice in chance.sample(ask.choices, min(samples, len(ask))):
            match = table.match(state)
            views = [on_wire(match.view(viewer)) for viewer in table.viewers]
            match.choose(seat, choice)
            able = match.can_take_back(seat)
            if able == choice.final:
                told = "final" if choice.final else "not final"
                broken(
                    "take back",
                    f"{table}: {choice.text!r} was said to be {told}, and {'can' if able else 'cannot'} be taken back",
                )
            if choice.final:
                continue
            after = match._state.clone()
            match.take_back(seat)
            if table.game.hash(match._state) != before:
                broken("take back", f"{table}: {choice.text!r} taken back leaves another state than before")
            if [on_wire(match.view(viewer)) for viewer in table.viewers] != views:
                broken("take back", f"{table}: {choice.text!r} taken back leaves other views than before")
            for observer in table.viewers:
                for _ in range(worlds):
                    _check_nothing_shown(table, state, after, seat, choice, observer, chance)


def _check_nothing_shown(
    table: Table, state: State, after: State, seat: int, choice: Choice, observer: int | None, chance: random.Random
) -> None:
    """Whoever sees the answer given could have told beforehand all that he sees afterwards."""
    world = imagined(table, state, observer, chance)
    if choice.code not in world.choices(seat):
        broken(
            "take back",
            f"{table}: {choice.text!r} by {who(seat)} is not final, but shows {who(observer)} that it could be chosen",
        )
    world.answer(seat, choice.code)
    one, two = table.view(after, observer), table.view(world, observer)
    if on_wire(one) != on_wire(two):
        broken(
            "take back",
            f"{table}: {choice.text!r} by {who(seat)} is not final, but shows {who(observer)} something new: "
            f"{difference(one, two)}",
        )


# == All of them, along a game =======================================================================================


def check_cheap_laws(table: Table, state: State, box: Mapping[str, list[int]]) -> None:
    """What is quick enough to be looked at before every answer."""
    check_asks(table, state)
    check_components(table, state, box)


def check_all_laws(table: Table, state: State, chance: random.Random, bots: Sequence[Bot | str] = ()) -> None:
    """Every law that is about one state."""
    observer = chance.choice(table.viewers)
    check_non_interference(table, state, observer, chance, bots, samples=3)
    check_serialising(table, state)
    check_fields(table.game, state)
    check_clone(table, state, chance, answers=4)
    check_sealed_answers(table, state, chance, orders=6)
    check_imagination(table, state, observer, chance, samples=2)
    check_take_back(table, state, chance, samples=2, worlds=1)
    for seat in seats_asked(state):
        check_no_way_to_the_state(table.game.ask(state, seat))
    check_no_way_to_the_state(table.view(state, observer))


def check_game(
    table: Table, chance: random.Random, *, rate: float = 0.1, bots: Sequence[Bot | str] = (), curious: bool = False
) -> int:
    """One whole game at random: cheap laws before every answer, all of them at some (`rate` of them). Returns how many
    answers the players gave."""
    box: dict[str, list[int]] | None = None
    decisions = 0
    for state in walk(table, chance, curious):
        if box is None:
            box = components(table, state)
        check_cheap_laws(table, state, box)
        decisions += state.asked != DEALER and state.asked != NOBODY
        if chance.random() < rate:
            check_all_laws(table, state, chance, bots)
        if state.asked == NOBODY:
            check_end(table, state)
    return decisions
