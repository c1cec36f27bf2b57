"""Laws 2 and 3: serialising, cloning, replaying."""

from __future__ import annotations

import inspect
import json
import pickle
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from eminence.bots import bot
from eminence.core import matchfile
from eminence.core.event import from_json as read_event
from eminence.core.game import Game
from eminence.core.match import BACK, Match, TookBack
from eminence.core.rng import Rng
from eminence.core.state import NOBODY, SEVERAL, State
from eminence.core.visibility import FLOW
from tests.laws.table import Table, answer_at_random, broken, changed, on_wire, require, seats_asked, who


def check_serialising(table: Table, state: State) -> None:
    """Law 2: a state written as JSON and read again is the same state, and goes on in the same way."""
    game = table.game
    told = json.dumps(game.to_json(state))
    again = game.from_json(table.seats, table.options, json.loads(told))
    require(2, table, json.dumps(game.to_json(again)) == told, "the state read back from JSON is another one")
    require(2, table, game.hash(again) == game.hash(state), "the state read back from JSON has another hash")
    for seat in seats_asked(state):
        alike = list(again.choices(seat)) == list(state.choices(seat))
        require(2, table, alike, f"{who(seat)} is asked something else once the state is read back from JSON")
    chance, same = random.Random(told), random.Random(told)
    one = state.clone()
    for _ in range(3):
        if one.asked == NOBODY:
            break
        answer_at_random(table, one, chance)
        answer_at_random(table, again, same)
        require(2, table, game.hash(one) == game.hash(again), "a state read back from JSON goes on in another way")


def check_fields(game: Game, state: State) -> None:
    """Law 2: the VISIBLE table names every field of the state, and nothing else: what it misses would not be saved."""
    found = set(getattr(state, "__dict__", ()))  # fields are slots in plain Python, getters when compiled, or in here
    for kind in type(state).__mro__:
        slots = (inspect.isgetsetdescriptor, inspect.ismemberdescriptor)
        found |= {name for name, value in vars(kind).items() if any(is_slot(value) for is_slot in slots)}
    own = {name for name in found if not name.startswith("__")} - {*FLOW, "book", "rules", "seats", "story"}
    own -= set(game.given)
    if state.rules != game.rules:
        broken(2, f"{game}: its states say that they are played by rules {state.rules}")
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
        require(2, table, json.dumps(table.game.to_json(copy)) == told, "a clone is not the same state")
        require(2, table, copy.story is None, "a clone writes the story of its origin")
    pairs = (first, second, "a clone changed with its origin"), (second, state, "the origin changed with its clone")
    for player, witness, name in pairs:
        for _ in range(answers):
            if player.asked == NOBODY:
                break
            step = player.step().name
            _, code = answer_at_random(table, player, chance)
            now = table.game.to_json(witness)
            if json.dumps(now) != told:
                when = f"after {table.game.text(code)!r} at {step!r}"
                broken(2, f"{table}: {name}: {changed(json.loads(told), now)} {when}")


COPIED: dict[str, Callable[[Any], Any]] = {"copied": deepcopy, "pickled": lambda it: pickle.loads(pickle.dumps(it))}


def check_copies(table: Table, match: Match, chance: random.Random) -> None:
    """Law 2: a match, a state, worlds, chance and bots that are pickled, or copied in depth, go on as they would have,
    and nothing that is done with one of them changes the other."""
    if match.over:
        return
    before, seed = snapshot(match), chance.getrandbits(32)
    ways = COPIED | {"cloned": Match.clone}
    for way, copied in ways.items():
        again = copied(match)
        require(2, table, type(again.game) is type(match.game), f"a match that is {way} has another game")
        require(2, table, not changed(before, snapshot(again)), f"a match that is {way} is another one")
        one, two = match.clone(), again
        for trial in (one, two):
            play_on(trial, random.Random(seed))
        require(2, table, not changed(snapshot(one), snapshot(two)), f"a match that was {way} goes on in another way")
        require(2, table, not changed(before, snapshot(match)), f"a match changes with one that is {way}")
    seat = next(iter(match.asked))
    view, ask = match.view(seat), match.asks()[seat]
    for way, copied in COPIED.items():
        state, rng = copied(match._state), Rng(seed)
        require(2, table, table.game.hash(state) == before["hash"], f"a state that is {way} is another one")
        require(2, table, list(state.choices(seat)) == list(match._state.choices(seat)), f"{way}, a state offers else")
        worlds = table.game.worlds(view)
        pairs = ((worlds, copied(rng)), (copied(worlds), copied(rng)))
        one_world, other = [table.game.hash(imagining.imagine(chances)) for imagining, chances in pairs]
        require(2, table, one_world == other, f"worlds, or chance, that are {way} imagine something else")
        for name in ("random", "greedy", "search:iterations=4"):
            player = bot(name, seed)
            alike = copied(player).choose(view, ask) == player.choose(view, ask)
            require(2, table, alike, f"{player} answers otherwise once it is {way}")


def play_on(match: Match, chance: random.Random, answers: int = 6) -> None:
    for _ in range(answers):
        if match.over:
            break
        seat = match.asked[0]
        match.choose(seat, chance.choice(match.asks()[seat].choices))


def check_replay(match: Match) -> None:
    """Law 3: the match read back from its file went through the same states; so does applying its log by hand."""
    again = matchfile.loads(matchfile.dumps(match), lambda name, rules: match.game)
    if what := changed(snapshot(match), snapshot(again)):
        broken(3, f"{match}: read back from its file, {what} differ")
    require(3, match, matchfile.dumps(again) == matchfile.dumps(match), "written again, its file differs")
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
            broken(3, f"{match}: applied by hand, entry {number} ({entry.choice!r}) leads to another state")


def check_resuming(match: Match, every: int = 5) -> None:
    """Laws 2 and 3: a match set down at any moment, taken up again and played on is the same match."""
    game, nonces = match.game, dict(enumerate(match.nonces))
    going, resumed = match.again(), match.again()
    for number, entry in enumerate(match.entries):
        if number % every == 0:
            told = json.dumps(going.snapshot())
            kept = {"secret": going.secret_in_keeping, "nonces": nonces, "snapshot": json.loads(told)}
            resumed = Match.resume(game, match.seats, match.options, **kept)
            if json.dumps(resumed.snapshot()) != told:
                broken(2, f"{match}: set down and taken up again before entry {number}, it is another match")
        going.repeat(entry)
        resumed.repeat(entry)
        if number % every not in (0, every - 1):  # what can be seen follows from the state: it is looked at less often
            same = game.hash(going._state) == game.hash(resumed._state)
            require(3, match, same, f"taken up again, the state differs after entry {number}")
            continue
        since = resumed._told_before
        if what := {*changed(snapshot(going, since), snapshot(resumed, since))} - {"entries"}:
            broken(3, f"{match}: taken up again, {what} differ after entry {number}")
    for event in going._story:
        again = read_event(json.loads(json.dumps(event.to_json())), (*game.events, TookBack))
        require(2, match, again == event, f"{event} read back from JSON is another event")


def snapshot(match: Match, since: int = 0) -> dict[str, Any]:
    """All that can be seen of a match."""
    viewers = [None, *range(match.seats)]
    return {
        "entries": match.entries,
        "hash": match.game.hash(match._state),
        "views": [on_wire(match.view(seat)) for seat in viewers],
        "story": [on_wire(match.story(seat, since)) for seat in viewers],
        "told": match.told,
        "given": [match.given(seat) for seat in range(match.seats)],
        "answered at": [match.answered_at(seat) for seat in range(match.seats)],
        "asks": {seat: on_wire(ask) for seat, ask in match.asks().items()},
        "take back": [match.can_take_back(seat) for seat in range(match.seats)],
        "options": dict(match.options),
        "over": match.over,
        "result": (match.scores, match.winners, match.reason, match.count()) if match.over else None,
        "commitment": match.commitment,
    }
