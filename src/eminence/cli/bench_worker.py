"""One contender of `eminence bench`, in a process of its own: told over a pipe what to measure, and for how long.

Run as a file by the interpreter that has the contender: a peer's interpreter need not have Éminence. So this module
needs the standard library only, and imports the contender by name.

Each line in is a JSON object {"measure": "playouts" | "clones" | "iterations", "seconds": 1.0}; each line out is what
was counted, with the processor time and the time on the clock it took. The first line out says what the contender is
and what it can do, or why it cannot be had.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

Counts = dict[str, float]
Work = Callable[[int], Counts]
"""Does something so many times, and counts what happened."""

ITERATIONS = 1000
"""The length of one search: about what a bot with 50 ms a move does."""


@dataclass
class Contender:
    """What a contender can do: always playouts; clones and searches where it has them."""

    version: str
    playouts: Work
    clones: Work | None = None
    iterations: Work | None = None


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
        return {"playouts": times, "decisions": decisions, "chance": times * chance}

    def clones(times: int) -> Counts:
        for _ in range(times):
            dealt.clone()
        return {"clones": times}

    chance = dealers_answers(game, seats, options, rng)
    form = "plain" if str(core.__file__).endswith(".py") else "compiled"
    version = import_module("eminence").__version__
    return Contender(f"eminence {version}, {form}", playouts, clones, search(game, dealt, options))


def dealers_answers(game: Any, seats: int, options: Any, rng: Any) -> float:
    """How often the dealer answers in a random game, on average: `play_out` counts the players' answers only."""
    playout = import_module("eminence.bots.playout")
    state_module = import_module("eminence.core.state")
    dealer, nobody, several = state_module.DEALER, state_module.NOBODY, state_module.SEVERAL
    games, answers = 40, 0
    for _ in range(games):
        state = game.start(seats, options)
        while state.asked != nobody:
            if state.asked == dealer:
                state.answer(dealer, playout.draw(state, rng))
                answers += 1
            else:
                seat = playout.first_waiting(state) if state.asked == several else state.asked
                state.answer(seat, playout.random_answer(state, seat, rng))
    return answers / games


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
    """A game of OpenSpiel through its Python API, in a bare loop."""
    game = import_module("pyspiel").load_game(name)
    uniform = random.Random(1655).random

    def play(state: Any, most: float = float("inf")) -> tuple[int, int]:
        decisions = chance = 0
        while not state.is_terminal() and decisions < most:
            if state.is_chance_node():
                rest = uniform()
                for action, likely in state.chance_outcomes():  # noqa: B007 (the one we stop at is used)
                    rest -= likely
                    if rest < 0:
                        break
                state.apply_action(action)
                chance += 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(uniform() * len(legal))])
                decisions += 1
        return decisions, chance

    def playouts(times: int) -> Counts:
        decisions = chance = 0
        for _ in range(times):
            answers = play(game.new_initial_state())
            decisions += answers[0]
            chance += answers[1]
        return {"playouts": times, "decisions": decisions, "chance": chance}

    usual = playouts(20)["decisions"] / 20
    middle = game.new_initial_state()
    play(middle, usual // 2)
    while middle.is_terminal():
        middle = game.new_initial_state()
        play(middle, usual // 2)

    def clones(times: int) -> Counts:
        for _ in range(times):
            middle.clone()
        return {"clones": times}

    return Contender(f"open_spiel {metadata.version('open_spiel')}", playouts, clones)


# == RLCard ========================================================================================================


def rlcard_documented(name: str) -> Contender:
    """A game of RLCard as its documentation plays it: `env.run` with its RandomAgent in every seat."""
    rlcard = import_module("rlcard")
    agent = import_module("rlcard.agents").RandomAgent
    env = rlcard.make(name, config={"seed": 1655})
    env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def playouts(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            trajectories, _payoffs = env.run(is_training=False)
            # A trajectory alternates between states and actions, and ends with a state.
            decisions += sum((len(trajectory) - 1) // 2 for trajectory in trajectories)
        return {"playouts": times, "decisions": decisions}

    return Contender(f"rlcard {metadata.version('rlcard')}", playouts)


def rlcard_bare(name: str) -> Contender:
    """A game of RLCard in a bare loop of `env.step`, which spares it its agents and its trajectories."""
    env = import_module("rlcard").make(name, config={"seed": 1655})
    uniform = random.Random(1655).random

    def playouts(times: int) -> Counts:
        decisions = 0
        for _ in range(times):
            state, _player = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _player = env.step(legal[int(uniform() * len(legal))])
                decisions += 1
        return {"playouts": times, "decisions": decisions}

    return Contender(f"rlcard {metadata.version('rlcard')}", playouts)


# == Measuring =====================================================================================================

FAMILIES: dict[str, Callable[[str], Contender]] = {
    "eminence": eminence,
    "open_spiel": open_spiel,
    "rlcard": rlcard_documented,
    "rlcard-bare": rlcard_bare,
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
    known = {"playouts": contender.playouts, "clones": contender.clones, "iterations": contender.iterations}
    works = {what: work for what, work in known.items() if work is not None}
    batches = {what: batch_for(work) for what, work in works.items()}
    print(json.dumps({"version": contender.version, "measures": list(works)}), file=answers)
    for line in sys.stdin:
        order = json.loads(line)
        what = order["measure"]
        print(json.dumps(measure(works[what], order["seconds"], batches[what])), file=answers)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
