"""Information-set Monte-Carlo tree search, for any game of the house. Compiled together with the rules.

Every iteration imagines a world that fits the View and plays it from there. Each seat has a tree of its own, over what
that seat could observe: a node stands for everything that looks alike to it, so nobody plans with what he cannot know,
neither we nor the others. Where one seat answers, it picks by upper confidence bounds (UCB). Where several answer
sealed, each picks by regret matching in its own tree, without seeing the others' answers, and so learns to mix: now and
then, once all have picked, each looks what any other choice would have brought.

Observations are folded into one number a seat (`Step.shown` says what each sees of an answer); a tree is a table from
that number to a node. See Cowling, Powley and Whitehouse 2012 (MO-ISMCTS); Lanctot, Lisy and Winands 2014 (regret
matching at simultaneous moves).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64

from eminence.bots.lookahead import settle, worth, worths
from eminence.bots.playout import draw, first_waiting
from eminence.core.bits import fold
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, State, Worlds

EXPLORE: Final = 0.1
"""How curious UCB is, at most."""
EXPLORE_ALL: Final = 0.3
"""The same where choices are many, divided by the root of their number: else all of them would be tried alike."""
TRUST: Final = 1.0
"""How many tries each look at a choice, by the game's own evaluation, counts for."""
LOOK_AGAIN: Final = 8
"""From so many visits on, choices are looked at again: most nodes are met too seldom for it to pay."""
MIXING: Final = 0.06
"""The part of sealed answers that is picked at random, to go on learning about all of them."""
COMPARE: Final = 1.5
"""All sealed choices are compared at the first two visits, and then after so many visits for each of the choices: it
takes the longer the more there are."""
DEEPER: Final = 50.0
"""How many tries it takes for what the search has found to count as much as the comparisons."""


@final
class Node:
    """What a seat has learned about its choices, wherever things look the same to it.

    Most nodes are met once and never again: room for what is learned is made at the second visit.
    """

    __slots__ = (
        "codes",
        "everywhere",
        "hunches",
        "looks",
        "offered",
        "places",
        "regrets",
        "strategy",
        "sums",
        "tries",
        "visits",
    )

    def __init__(self, codes: list[i64]) -> None:
        self.codes = codes
        self.everywhere: list[i64] = []  # all places in `codes`
        self.places: dict[i64, i64] | None = None  # the place of a code in `codes`, once choices have differed
        self.offered: list[i64] = []  # how often each choice was there to be picked
        self.tries: list[i64] = []
        self.sums: list[float] = []  # what came of it, added up
        self.visits: i64 = 0
        self.looks: list[i64] = []  # in how many worlds the game's evaluation was asked about each choice
        self.hunches: list[float] = []  # and what it said, on average
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
        self.looks += [0] * size
        self.hunches += [0.0] * size
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

    __slots__ = ("chance", "compares", "fresh", "node", "place", "places", "sealed_before", "seat", "shares")

    def __init__(self, node: Node, place: i64, seat: i64, places: list[i64], chance: float) -> None:
        self.node = node
        self.place = place
        self.seat = seat
        self.places = places  # what was offered
        self.chance = chance  # how likely a sealed pick was; 0 for an open one
        self.shares: list[float] = []  # of each sealed choice in the mixture
        self.sealed_before: i64 = 0  # how many small answers the seat had sealed already
        self.fresh = True  # whether this sealed answer has not been opened yet
        self.compares = False  # whether all sealed choices are to be compared when it is


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
            s = self.worlds.imagine(self.rng)
            if s.asked == SEVERAL:
                self.reopen(s)
            self.iterate(s)

    def reopen(self, s: State) -> None:
        """Take back what others have sealed, unless something is seen of it: in the search they pick it themselves.

        What they sealed is unknown; but they will hardly have picked it at random.
        """
        faces = self.worlds.faces
        other: i64
        for other in range(self.seats):
            if other != self.seat and (not faces or not faces[other]):
                while s.sealed[other]:
                    s.unseal(other)

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
                # What is composed of many small answers is no matter of mixing: there everybody looks for the best.
                who = s.step().who(s)
                alone = who & (who - 1) == 0 or s.has_habits()
                # Whose search it is picks first, else a question of his that others answer too might never be met.
                seat = self.seat if s.is_asked(self.seat) else first_waiting(s)
            codes = s.sensible(seat, s.choices(seat))
            tree = self.trees[seat]
            key: i64 = seen[seat]
            node = tree.get(key)
            if node is None:
                tree[key] = Node(codes)
                break
            visit = self.pick(s, node, codes, seat) if alone else self.pick_sealed(s, node, codes, seat)
            path.append(visit)
            if sealed:
                self.answer_sealed(s, seat, node.codes[visit.place], seen, path)
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

    def answer_sealed(self, s: State, seat: i64, code: i64, seen: list[i64], path: list[Visit]) -> None:
        """Seal an answer: at first only its owner knows it. With the last one in, the step shows all of them."""
        seen[seat] = fold(seen[seat], code)
        if not s.seal(seat, code):
            return
        for visit in path:
            if visit.chance > 0.0 and visit.fresh:
                visit.fresh = False
                if visit.compares:
                    self.compare(s, visit)
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
        """The choice with the highest upper confidence bound.

        A choice is looked at when it is first met, and again at the eighth, sixteenth, thirty-second … visit, all of
        them in the world at hand: what differs between worlds then differs for none of them.
        """
        places = node.places_of(codes)
        if len(places) == 1:
            return Visit(node, places[0], seat, places, 0.0)
        node.visits += 1
        look_again = node.visits >= LOOK_AGAIN and node.visits & (node.visits - 1) == 0
        explore = min(EXPLORE, EXPLORE_ALL / sqrt(float(len(places))))
        best: i64 = 0
        highest = -1.0
        for place in places:
            if look_again or not node.looks[place]:
                self.look_at(s, node, place, seat)
            offered: i64 = node.offered[place] + 1
            node.offered[place] = offered
            trust = TRUST * float(node.looks[place])
            weight = float(node.tries[place]) + trust
            mean = (node.sums[place] + trust * node.hunches[place]) / weight
            bound = mean + explore * sqrt(log(float(offered + 1)) / weight)
            if bound > highest:
                highest = bound
                best = place
        return Visit(node, best, seat, places, 0.0)

    def look_at(self, s: State, node: Node, place: i64, seat: i64) -> None:
        """Judge a choice by the game's own evaluation of what it leads to, in the world at hand."""
        after = s.clone()
        after.answer(seat, node.codes[place])
        settle(after, self.rng)
        looks: i64 = node.looks[place]
        node.hunches[place] = (node.hunches[place] * float(looks) + worth(after, seat)) / float(looks + 1)
        node.looks[place] = looks + 1

    def pick_sealed(self, s: State, node: Node, codes: list[i64], seat: i64) -> Visit:
        """Regret matching: choices that would have done better are picked more often, and all of them now and then."""
        places = node.places_of(codes)
        node.visits += 1
        total = 0.0
        for place in places:
            total += node.regrets[place]
        even = 1.0 / float(len(places))
        rest = self.rng.unit()
        visit = Visit(node, places[-1], seat, places, 0.0)
        visit.sealed_before = len(s.sealed[seat])
        pause: i64 = i64(COMPARE * float(len(places)))
        visit.compares = node.visits <= 2 or node.visits % pause == 0
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
        values = worths(s)
        for visit in path:
            node = visit.node
            value: float = values[visit.seat]
            node.tries[visit.place] += 1
            node.sums[visit.place] += value

    def compare(self, s: State, visit: Visit) -> None:
        """Regret matching: note how much better or worse than the mixture each sealed choice does in the world at hand.

        All sealed answers are in, and not opened yet: so each choice is judged against the same answers of the others,
        by the game's own evaluation of what comes of it; and by what the search has found so far to come of it later.
        Regrets never fall below nothing.
        """
        node = visit.node
        seat = visit.seat
        values: list[float] = []
        expected = 0.0
        for i in range(len(visit.places)):
            place = visit.places[i]
            after = s.clone()
            while len(after.sealed[seat]) > visit.sealed_before:
                after.unseal(seat)
            after.answer(seat, node.codes[place])
            settle(after, self.rng)
            value = worth(after, seat)
            looks: i64 = node.looks[place]
            node.hunches[place] = (node.hunches[place] * float(looks) + value) / float(looks + 1)
            node.looks[place] = looks + 1
            tries = node.tries[place]
            if tries > 0:
                found = node.sums[place] / float(tries) - node.hunches[place]
                value += found * float(tries) / (float(tries) + DEEPER)
            values.append(value)
            expected += visit.shares[i] * value
        for i in range(len(visit.places)):
            place = visit.places[i]
            node.regrets[place] = max(node.regrets[place] + values[i] - expected, 0.0)

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
