"""One contender of `eminence bench`, in a process of its own: told over a pipe what to measure, and for how long.

Run as a file by the interpreter that has the contender: a peer's interpreter need not have Éminence. So this module
needs the standard library only, and imports the contender by name.

Each line in is a JSON object {"measure": "playouts" | "loop" | …, "seconds": 1.0}; each line out is what was counted,
with the processor time and the time on the clock it took. The first line out says what the contender is and what it can
do, or why it cannot be had.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import import_module, metadata
from typing import Any

Counts = dict[str, float]
Work = Callable[[int], Counts]
"""Does something so many times, and counts what happened."""

ITERATIONS = 1000
"""The length of one search: about what a bot with 50 ms a move does."""


@dataclass
class Contender:
    """What a contender can do, as far as it has it."""

    version: str
    playouts: Work
    """Random games in its own way: compiled where it is compiled."""
    loop: Work | None = None
    """Random games in a loop in Python that asks a bare state what is legal, and applies it."""
    match: Work | None = None
    """The same through a Match: asked, checked, logged."""
    views: Work | None = None
    """The same, with a View built for whoever answers."""
    clones: Work | None = None
    iterations: Work | None = None

    @property
    def works(self) -> dict[str, Work]:
        """All that can be measured, by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "version"}
        return {name: work for name, work in found.items() if work is not None}


# == Éminence ======================================================================================================


def eminence(name: str) -> Contender:
    """A game of Éminence, in the form this process finds first."""
    games = import_module("eminence.games")
    playout = import_module("eminence.bots.playout")
    core = import_module("eminence.core.rng")
    dealer = import_module("eminence.core.state").DEALER
    game = games.game(name)
    seats = game.checked_seats(None)
    options = game.checked_options(None)
    rng = core.Rng("bench")

    def deal() -> Any:
        state = game.start(seats, options)
        while state.asked == dealer:
            state.answer(dealer, playout.draw(state, rng))
        return state

    dealt = deal()

    def playouts(times: int) -> Counts:
        start, play_out = game.start, playout.play_out
        decisions = 0
        for _ in range(times):
            decisions += play_out(start(seats, options), rng)
        return {"playouts": times, "decisions": decisions}

    def clones(times: int) -> Counts:
        for _ in range(times):
            dealt.clone()
        return {"clones": times}

    form = "plain" if str(core.__file__).endswith(".py") else "compiled"
    version = f"eminence {import_module('eminence').__version__}, {form}"
    loop, match, views = loop_of(game), matches(game, False), matches(game, True)
    return Contender(version, playouts, loop, match, views, clones, search(game, dealt, options))


def loop_of(game: Any) -> Work:
    """Random games in a loop in Python: chance is drawn here, too, as in the loops of the peers."""
    state_module = import_module("eminence.core.state")
    dealer, nobody, several = state_module.DEALER, state_module.NOBODY, state_module.SEVERAL
    first_waiting = import_module("eminence.bots.playout").first_waiting
    seats, options = game.checked_seats(None), game.checked_options(None)
    chance = random.Random(1655)
    uniform = chance.random

    def loop(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            state = game.start(seats, options)
            while (seat := state.asked) != nobody:
                if seat == several:
                    seat = first_waiting(state)
                legal = state.choices(seat)
                if seat == dealer and (weights := state.step().weights(state)):
                    state.answer(seat, chance.choices(legal, weights)[0])
                    continue
                state.answer(seat, legal[int(uniform() * len(legal))])
                decisions += seat != dealer
        return {"loop": decisions}

    return loop


def matches(game: Any, views: bool) -> Work:
    """Random games through a Match, with its asks and choices; whoever answers looks at his View first, or not."""
    uniform = random.Random(1655).random

    def play(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            match = game.new()
            while not match.over:
                for seat, ask in match.asks().items():
                    if views:
                        match.view(seat)
                    match.choose(seat, ask.choices[int(uniform() * len(ask.choices))])
                    decisions += 1
        return {"views" if views else "match": decisions}

    return play


def search(game: Any, dealt: Any, options: Any) -> Work | None:
    """Search iterations from the opening, through the bot as everybody uses it, fresh for every search.

    Counts on the bot to run all the iterations it is given.
    """
    bots = import_module("eminence.bots")
    seat = next(seat for seat in range(dealt.seats) if dealt.is_asked(seat))
    view, ask = game.view(dealt, options, seat), game.ask(dealt, seat)

    def iterations(times: int) -> Counts:
        for number in range(times):
            bots.bot(f"search:iterations={ITERATIONS}", f"bench {number}").choose(view, ask)
        return {"iterations": times * ITERATIONS}

    try:
        bots.bot("search:iterations=1", "bench").choose(view, ask)
    except NotImplementedError:
        return None
    return iterations


# == OpenSpiel =====================================================================================================


def open_spiel(name: str) -> Contender:
    """A game of OpenSpiel: `evaluate_bots` with its uniform bots, all in C++; and its Python API in a bare loop."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = random.Random(1655)
    uniform = seeds.random

    def play(state: Any, most: float = float("inf")) -> int:
        decisions = 0
        while not state.is_terminal() and decisions < most:
            if state.is_chance_node():
                rest = uniform()
                for action, likely in state.chance_outcomes():  # noqa: B007 (the one we stop at is used)
                    rest -= likely
                    if rest < 0:
                        break
                state.apply_action(action)
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(uniform() * len(legal))])
                decisions += 1
        return decisions

    def loop(times: int) -> Counts:
        return {"loop": sum(play(game.new_initial_state()) for _ in range(times))}

    usual = loop(200)["loop"] / 200  # evaluate_bots does not say how many decisions there were

    def playouts(times: int) -> Counts:
        for _ in range(times):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seeds.getrandbits(31))
        return {"playouts": times, "decisions": times * usual}

    middle = game.new_initial_state()
    play(middle, usual // 2)
    while middle.is_terminal():
        middle = game.new_initial_state()
        play(middle, usual // 2)

    def clones(times: int) -> Counts:
        for _ in range(times):
            middle.clone()
        return {"clones": times}

    return Contender(f"open_spiel {metadata.version('open_spiel')}", playouts, loop, clones=clones)


# == RLCard ========================================================================================================


def rlcard(name: str) -> Contender:
    """A game of RLCard: `env.run` with its RandomAgent, as its documentation plays it; and in a bare loop of
    `env.step`, which spares it its agents and its trajectories."""
    library = import_module("rlcard")
    agent = import_module("rlcard.agents").RandomAgent
    env = library.make(name, config={"seed": 1655})
    env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])
    uniform = random.Random(1655).random

    def playouts(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            trajectories, _payoffs = env.run(is_training=False)
            # A trajectory alternates between states and actions, and ends with a state.
            decisions += sum((len(trajectory) - 1) // 2 for trajectory in trajectories)
        return {"playouts": times, "decisions": decisions}

    def loop(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            state, _player = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _player = env.step(legal[int(uniform() * len(legal))])
                decisions += 1
        return {"loop": decisions}

    return Contender(f"rlcard {metadata.version('rlcard')}", playouts, loop)


# == Measuring =====================================================================================================

FAMILIES: dict[str, Callable[[str], Contender]] = {
    "eminence": eminence,
    "open_spiel": open_spiel,
    "rlcard": rlcard,
}


def measure(work: Work, seconds: float, batch: int) -> Counts:
    """Work for about so long, looking at the clock once a batch, and say what came of it."""
    total: Counts = {}
    wall, began = time.perf_counter(), time.process_time()
    while True:
        for what, count in work(batch).items():
            total[what] = total.get(what, 0) + count
        spent = time.process_time() - began
        if spent >= seconds:
            return {**total, "seconds": spent, "wall": time.perf_counter() - wall}


def batch_for(work: Work) -> int:
    """How often to work between two looks at the clock, about 5 ms apart. This is the warm-up, too."""
    batch = 1
    while True:
        began = time.process_time()
        work(batch)
        if time.process_time() - began >= 0.005:
            return batch
        batch *= 2


def main(family: str, name: str) -> None:
    """Say what the contender is, then measure what is asked for until the pipe is closed."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is not an answer
    try:
        contender = FAMILIES[family](name)
    except Exception as error:
        print(json.dumps({"missing": f"{type(error).__name__}: {error}"}), file=answers)
        return
    works = contender.works
    batches = {what: batch_for(work) for what, work in works.items()}
    print(json.dumps({"version": contender.version, "measures": list(works)}), file=answers)
    for line in sys.stdin:
        order = json.loads(line)
        what = order["measure"]
        print(json.dumps(measure(works[what], order["seconds"], batches[what])), file=answers)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
