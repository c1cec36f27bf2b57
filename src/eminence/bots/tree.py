"""Information-set Monte-Carlo tree search, for any game of the house. Compiled together with the rules.

Every iteration imagines a world that fits the View and plays it from there. Each seat has a tree of its own, over what
that seat could observe: a node stands for everything that looks alike to it, so nobody plans with what he cannot know,
neither we nor the others. Where one seat answers, it picks by upper confidence bounds (UCB). Where several answer
sealed, each picks by regret matching in its own tree, without seeing the others' answers, and so learns to mix.

Observations are folded into one number a seat (`Step.shown` says what each sees of an answer); a tree is a table from
that number to a node. See Cowling, Powley and Whitehouse 2012 (MO-ISMCTS); Lanctot, Lisy and Winands 2014 (regret
matching at simultaneous moves).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64

from eminence.bots.lookahead import settle, worth
from eminence.bots.playout import draw, first_waiting
from eminence.core.bits import fold
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, State, Worlds

EXPLORE: Final = 0.2
"""How curious UCB is."""
TRUST: Final = 1.0
"""How many tries the game's own evaluation of a choice counts for."""
MIXING: Final = 0.06
"""The part of sealed answers that is picked at random, to go on learning about all of them."""


@final
class Node:
    """What a seat has learned about its choices, wherever things look the same to it.

    Most nodes are met once and never again: room for what is learned is made at the second visit.
    """

    __slots__ = ("codes", "everywhere", "hunches", "offered", "places", "regrets", "strategy", "sums", "tries")

    def __init__(self, codes: list[i64]) -> None:
        self.codes = codes
        self.everywhere: list[i64] = []  # all places in `codes`
        self.places: dict[i64, i64] | None = None  # the place of a code in `codes`, once choices have differed
        self.offered: list[i64] = []  # how often each choice was there to be picked
        self.tries: list[i64] = []
        self.sums: list[float] = []  # what came of it, added up
        self.hunches: list[float] = []  # what the game's evaluation says of it; below 0 while not asked
        self.regrets: list[float] = []  # for sealed answers
        self.strategy: list[float] = []

    def make_room(self, size: i64) -> None:
        """Make room for so many choices more."""
        place: i64 = len(self.everywhere)
        for _ in range(size):
            self.everywhere.append(place)
            place += 1
        self.offered += [0] * size
        self.tries += [0] * size
        self.sums += [0.0] * size
        self.hunches += [-1.0] * size
        self.regrets += [0.0] * size
        self.strategy += [0.0] * size

    def places_of(self, codes: list[i64]) -> list[i64]:
        """Where the given choices stand: mostly they are just those met before."""
        if not self.everywhere:
            self.make_room(len(self.codes))
        if codes == self.codes:
            return self.everywhere
        if self.places is None:
            self.codes = self.codes[:]
            self.places = {code: place for place, code in enumerate(self.codes)}
        found: list[i64] = []
        for code in codes:
            place = self.places.get(code, -1)
            if place < 0:
                place = len(self.codes)
                self.codes.append(code)
                self.places[code] = place
                self.make_room(1)
            found.append(place)
        return found


@final
class Visit:
    """One pick on the way down."""

    __slots__ = ("chance", "node", "place", "places", "seat", "shares")

    def __init__(self, node: Node, place: i64, seat: i64, places: list[i64], chance: float) -> None:
        self.node = node
        self.place = place
        self.seat = seat
        self.places = places  # what was offered
        self.chance = chance  # how likely a sealed pick was; 0 for an open one
        self.shares: list[float] = []  # of each sealed choice in the mixture


@final
class Search:
    """A search from one View: `run` it for a while, then ask what speaks for each choice."""

    def __init__(self, worlds: Worlds, seats: i64, seat: i64, rng: Rng) -> None:
        self.worlds = worlds
        self.seats = seats
        self.seat = seat
        self.rng = rng
        self.trees: list[dict[i64, Node]] = [{} for _ in range(seats)]
        self.iterations: i64 = 0

    def run(self, iterations: i64) -> None:
        """Imagine and play that many worlds more."""
        for _ in range(iterations):
            self.iterate(self.worlds.imagine(self.rng))

    def iterate(self, s: State) -> None:
        """Go down the trees as far as they are known, judge what is found there, and take the result home."""
        seen: list[i64] = [0] * self.seats
        path: list[Visit] = []
        rng = self.rng
        self.iterations += 1
        while s.asked != NOBODY:
            seat = s.asked
            if seat == DEALER:
                self.answer(s, DEALER, draw(s, rng), seen)
                continue
            sealed = seat == SEVERAL
            alone = True
            if sealed:
                who = s.step().who(s)
                alone = who & (who - 1) == 0
                seat = first_waiting(s)
            codes = s.choices(seat)
            tree = self.trees[seat]
            key: i64 = seen[seat]
            node = tree.get(key)
            if node is None:
                tree[key] = Node(codes)
                break
            visit = self.pick(s, node, codes, seat) if alone else self.pick_sealed(node, codes, seat)
            path.append(visit)
            if sealed:
                self.answer_sealed(s, seat, node.codes[visit.place], seen)
            else:
                self.answer(s, seat, node.codes[visit.place], seen)
        settle(s, rng)
        self.learn(path, s)

    # -- answering, and who sees what of it -------------------------------------------------------------------------

    def answer(self, s: State, seat: i64, code: i64, seen: list[i64]) -> None:
        """Give an open answer; every seat observes what the step shows it."""
        step = s.step()
        observer: i64
        for observer in range(self.seats):
            seen[observer] = fold(seen[observer], step.shown(s, seat, code, observer))
        s.answer(seat, code)

    def answer_sealed(self, s: State, seat: i64, code: i64, seen: list[i64]) -> None:
        """Seal an answer: at first only its owner knows it. With the last one in, the step shows all of them."""
        seen[seat] = fold(seen[seat], code)
        if not s.seal(seat, code):
            return
        step = s.step()
        other: i64
        observer: i64
        for other in range(self.seats):
            for given in s.sealed[other]:
                for observer in range(self.seats):
                    seen[observer] = fold(seen[observer], step.shown(s, other, given, observer))
        s.open_sealed()

    # -- picking ----------------------------------------------------------------------------------------------------

    def pick(self, s: State, node: Node, codes: list[i64], seat: i64) -> Visit:
        """The choice with the highest upper confidence bound."""
        places = node.places_of(codes)
        if len(places) == 1:
            return Visit(node, places[0], seat, places, 0.0)
        best: i64 = 0
        highest = -1.0
        for place in places:
            if node.hunches[place] < 0.0:  # offered for the first time: the other's choices differ between worlds
                node.hunches[place] = self.hunch(s, node.codes[place], seat)
            offered: i64 = node.offered[place] + 1
            node.offered[place] = offered
            weight = float(node.tries[place]) + TRUST
            mean = (node.sums[place] + TRUST * node.hunches[place]) / weight
            bound = mean + EXPLORE * sqrt(log(float(offered + 1)) / weight)
            if bound > highest:
                highest = bound
                best = place
        return Visit(node, best, seat, places, 0.0)

    def hunch(self, s: State, code: i64, seat: i64) -> float:
        """Judge a choice by the game's own evaluation of what it leads to, in the world at hand."""
        after = s.clone()
        after.answer(seat, code)
        settle(after, self.rng)
        return worth(after, seat)

    def pick_sealed(self, node: Node, codes: list[i64], seat: i64) -> Visit:
        """Regret matching: choices that would have done better are picked more often, and all of them now and then."""
        places = node.places_of(codes)
        total = 0.0
        for place in places:
            total += node.regrets[place]
        even = 1.0 / float(len(places))
        rest = self.rng.unit()
        visit = Visit(node, places[-1], seat, places, 0.0)
        for place in places:
            share = node.regrets[place] / total if total > 0.0 else even
            node.strategy[place] += share * float(self.iterations)  # what was learned late counts for more
            visit.shares.append(share)
            mixed = (1.0 - MIXING) * share + MIXING * even
            if rest >= 0.0:
                visit.place = place
                visit.chance = mixed
            rest -= mixed
        return visit

    # -- what comes of it -------------------------------------------------------------------------------------------

    def learn(self, path: list[Visit], s: State) -> None:
        """Note at every pick what came of it for the seat that made it."""
        values = [worth(s, seat) for seat in range(self.seats)]
        for visit in path:
            node = visit.node
            value: float = values[visit.seat]
            if visit.chance > 0.0:
                self.regret(visit, value)
            node.tries[visit.place] += 1
            node.sums[visit.place] += value

    def regret(self, visit: Visit, value: float) -> None:
        """Note how much better or worse than the mixture each sealed choice would have done.

        What the choices not made would have brought is guessed from what they brought so far, which keeps the noise
        down (a baseline, as in variance-reduced regret minimisation); regrets never fall below nothing.
        """
        node = visit.node
        guesses: list[float] = []
        expected = 0.0
        for i in range(len(visit.places)):
            place = visit.places[i]
            tries = node.tries[place]
            guess = node.sums[place] / float(tries) if tries > 0 else value
            if place == visit.place:
                guess += (value - guess) / visit.chance
            guesses.append(guess)
            expected += visit.shares[i] * guess
        for i in range(len(visit.places)):
            place = visit.places[i]
            node.regrets[place] = max(node.regrets[place] + guesses[i] - expected, 0.0)

    # -- the result -------------------------------------------------------------------------------------------------

    def mixes(self) -> bool:
        """Whether the choice at the root is one of several sealed answers given at once, to be drawn by its shares."""
        node = self.trees[self.seat].get(0)
        return node is not None and sum(node.strategy) > 0.0

    def shares(self, codes: list[i64]) -> list[float]:
        """How much speaks for each choice at the root; together 1.

        How often an open choice was tried; how often a sealed one should be given, on average over the search.
        """
        node = self.trees[self.seat].get(0)
        if node is None:
            return [1.0 / float(len(codes))] * len(codes)
        mixes = self.mixes()
        places = node.places_of(codes)
        weights = [node.strategy[place] if mixes else float(node.tries[place]) for place in places]
        total = max(sum(weights), 1e-9)
        return [weight / total for weight in weights]
