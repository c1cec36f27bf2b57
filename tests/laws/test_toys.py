"""The laws catch what they are for: each toy breaks one of them, and the law says so. The honest toy breaks none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from eminence.core.match import Match
from eminence.core.state import SEVERAL, State
from tests.laws import auction, laws, toys
from tests.laws.laws import LawBroken, Table

Check = Callable[[Table, State, random.Random], Any]


def everywhere(game: auction.Auction, check: Check, games: int = 40) -> None:
    """Look at a law in every state of some random games of a toy, dealt from the same seeds each time."""
    for table in laws.tables(game):
        for seed in range(games):
            chance = random.Random(seed)
            for state in laws.walk(table, chance, longest=300):
                check(table, state, chance)


def non_interference(table: Table, state: State, chance: random.Random) -> None:
    for viewer in table.viewers:
        laws.check_non_interference(table, state, viewer, chance)


def asks(table: Table, state: State, chance: random.Random) -> None:
    for viewer in table.viewers:
        other = laws.imagined(table, state, viewer, chance)
        laws.check_same_asks(table, table.match(state), table.match(other), viewer)


def imagination(table: Table, state: State, chance: random.Random) -> None:
    for viewer in table.viewers:
        laws.check_imagination(table, state, viewer, chance)


def choices_and_components(table: Table, state: State, chance: random.Random) -> None:
    laws.check_cheap_laws(table, state, laws.components(table, table.start()))


def ends(table: Table, state: State, chance: random.Random) -> None:
    if not state.steps:
        laws.check_end(table, state)


def serialising(table: Table, state: State, chance: random.Random) -> None:
    laws.check_serialising(table, state)


def fields(table: Table, state: State, chance: random.Random) -> None:
    laws.check_fields(table.game, state)


ALL: tuple[Check, ...] = (
    non_interference,
    asks,
    imagination,
    choices_and_components,
    ends,
    serialising,
    fields,
    laws.check_clone,
    laws.check_sealed_answers,
    laws.check_take_back,
)


@pytest.mark.parametrize("check", ALL)
def test_all_laws_hold_for_the_honest_toy(check: Check) -> None:
    """Or the laws would be broken by everything."""
    everywhere(auction.Auction(), check, games=5)


def test_the_honest_toy_has_what_it_is_for() -> None:
    """Sealed answers of two small ones, with others still composing; a weighted draw; a look; answers taken back."""
    seen = set()
    for table in laws.tables(auction.Auction()):
        for seed in range(20):
            for state in laws.walk(table, random.Random(seed)):
                if state.asked == SEVERAL:
                    seen.add(tuple(len(answer) for answer in state.sealed))
                elif state.steps:
                    seen.add(state.step().name)
                    seen |= {("weights", len(set(state.step().weights(state))) > 1)}
                assert isinstance(state, auction.AuctionState)
                seen.add(("looked", any(state.peeked)))
    assert {"deal", "privilege", ("weights", True), ("looked", True), (0, 1), (1, 1), (2, 1), (1, 2, 0)} <= seen


FAULTS: dict[type[auction.Auction], tuple[Check, str]] = {
    # leaks
    toys.LeakInView: (non_interference, r"law 1: .*seat \d|a spectator can tell .* by the view: field 'hand'"),
    toys.LeakInLog: (
        non_interference,
        r"law 1: .* can tell two worlds apart by the story after '(left|right)'.*Gossip",
    ),
    toys.LeakInDrawLog: (non_interference, r"law 1: .*cannot tell 'draw \d' from 'draw \d', but it looks different"),
    toys.LeakInAsk: (non_interference, r"law 1: .*seat \d can tell two worlds apart by the choices asked"),
    toys.LeakInOrderOfAsk: (non_interference, r"law 1: .*seat \d can tell two worlds apart by the choices asked"),
    toys.LeakInFinalFlag: (
        asks,
        r"law 1: .*by the choices asked: \[\(\('left', (True|False)\), \('left', (True|False)\)\)",
    ),
    toys.LeakInFlow: (non_interference, r"law 1: .*(by the view after .* field 'steps'|sealed answers .* they do not)"),
    toys.LeakInShown: (non_interference, r"law 1: .*`shown` tells seat \d 'draw \d' from 'draw \d'"),
    toys.ShownTellsTooLittle: (non_interference, r"law 1: .*`shown` says seat \d learns the same after 'peek"),
    toys.SealedShownTellsTooLittle: (non_interference, r"law 1: .*`shown` says sealed answers to 'bid' look the same"),
    toys.SealedShownTellsTooMuch: (non_interference, r"law 1: .*`shown` tells seat \d sealed answers to 'bid' apart"),
    toys.LeakBehindView: (
        lambda table, state, chance: laws.check_no_way_to_the_state(table.view(state, 0)),
        r"law 1: a AuctionState can be reached from \['SpyView'\]",
    ),
    # what is lost
    toys.VanishingCard: (choices_and_components, r"law 4: .*of the cards, \[\d\] vanished and \[\] appeared"),
    toys.SharingClone: (laws.check_clone, r"law 2: .*changed with its (origin|clone): \['coins'\]"),
    toys.ForgetfulClone: (laws.check_clone, r"law 2: .*a clone is not the same state"),
    toys.FieldNotDeclared: (fields, r"law 2: .*VISIBLE does not say who sees \['first'\]"),
    toys.LossyField: (serialising, r"law 2: .*the state read back from JSON is another one"),
    # sealed answers
    toys.OrderMatters: (laws.check_sealed_answers, r"law 6: .*the order in which sealed answers arrive matters"),
    toys.SealBroken: (laws.check_sealed_answers, r"law 6: .*(seat \d|a spectator) sees .*'first'.* change while seat"),
    toys.SealKeepsTrace: (laws.check_sealed_answers, r"law 6: .*taken back leaves another state than before"),
    toys.FaceOfAnother: (laws.check_sealed_answers, r"law 6: .*seals an answer, and the faces of .* change"),
    # imagining
    toys.DeafImagination: (non_interference, r"law 1: .*can tell two worlds apart by the view: field 'faces'"),
    toys.ForgetsOwnCard: (imagination, r"law 7: .*what seat \d imagines contradicts what it has seen: field 'hand'"),
    toys.ImaginesTooManyCards: (imagination, r"law 7|law 4: .*appeared in a world imagined by"),
    toys.SharingWorlds: (imagination, r"law [47]"),
    # taking back
    toys.FinalFlagLies: (
        laws.check_take_back,
        r"law take back: .*'peek \d' .*is not final, but shows seat \d something new",
    ),
    toys.FinalFlagGuesses: (
        laws.check_take_back,
        r"law take back: .*was said to be (not )?final, and can(not)? be taken",
    ),
    toys.UnsaidAvailability: (laws.check_take_back, r"law take back: .*'right' .* shows .* that it could be chosen"),
    # choices and ends
    toys.DeadEnd: (choices_and_components, r"law 4: .*seat \d is asked 'bid' and has no choice"),
    toys.OfferedTwice: (choices_and_components, r"law 4: .*offered the same choice twice"),
    toys.NobodyAwaited: (choices_and_components, r"law 4: .*nobody is awaited, yet the game is not over"),
    toys.NeverEnds: (choices_and_components, r"law 4: .*the game has not ended"),
    toys.WrongWeights: (choices_and_components, r"law 4: .*choices of the dealer at 'deal', but weights"),
    toys.CountDoesNotAddUp: (ends, r"law 4: .*the lines of the count add up to"),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_law_catches(fault: type[auction.Auction]) -> None:
    check, message = FAULTS[fault]
    with pytest.raises(LawBroken, match=message):
        everywhere(fault(), check)


def test_every_faulty_toy_is_caught() -> None:
    """A toy that nobody aims a law at proves nothing."""
    faulty = {thing for thing in vars(toys).values() if isinstance(thing, type) and issubclass(thing, auction.Auction)}
    elsewhere = {auction.Auction, toys.ForgetsWhatItSaw, toys.SameText}
    assert faulty == set(FAULTS) | elsewhere


def test_a_bot_that_peeks_is_caught_by_its_moves() -> None:
    bot = toys.PeekingBot("peeking")

    def moves(table: Table, state: State, chance: random.Random) -> None:
        for viewer in range(table.seats):
            laws.check_non_interference(table, state, viewer, chance, [bot])

    with pytest.raises(LawBroken, match=r"law 1: .*the bot <bot peeking> on seat \d knows which world is true"):
        everywhere(toys.LeakBehindView(), moves)


def test_what_was_seen_on_the_way_stays_true() -> None:
    """Whoever forgets a card he looked at has the same view: only what could have happened gives it away."""
    texts = "draw 2, draw 2, draw 3, bid 2, pledge, bid 0, keep, bid 0, keep, peek 1, draw 1"
    seats = [-1, -1, -1, 0, 0, 1, 1, 2, 2, 0, -1]

    def plausible(game: auction.Auction) -> list[int]:
        table = laws.tables(game)[2]
        log = [(seat, game.code(text)) for seat, text in zip(seats, texts.split(", "), strict=True)]
        chance = random.Random(1)
        return [
            laws.check_imagined_worlds_are_plausible(table, log[:length], viewer, chance, histories=600)
            for viewer in (0, 1)
            for length in (3, 10)
        ]

    found = plausible(auction.Auction())
    assert max(found) > 15  # and each of the worlds imagined was one of these
    with pytest.raises(LawBroken, match=r"law 7: .*seat 0 imagines what contradicts what it has seen on the way"):
        plausible(toys.ForgetsWhatItSaw())


def test_a_text_with_two_meanings_is_caught() -> None:
    laws.check_notation(auction.Auction())
    with pytest.raises(LawBroken, match=r"law 4: .*"):
        laws.check_notation(toys.SameText())


def test_a_history_that_leaks_is_caught() -> None:
    def histories(game: auction.Auction) -> int:
        differed = 0
        for table in laws.tables(game):
            for seed in range(30):
                chance = random.Random(seed)
                log = laws.log_of(laws.random_match(table, chance))
                for viewer in table.viewers:
                    differed += laws.check_parallel_history(table, log, viewer, chance)
        return differed

    assert histories(auction.Auction()) > 100
    for leaky in (toys.LeakInLog, toys.LeakInView, toys.LeakInFlow, toys.LeakInAsk):
        with pytest.raises(LawBroken, match=r"law 1: .*after the same history"):
            histories(leaky())


class Deaf(Match):
    """A match that takes whatever it is given."""

    def _check_seat(self, seat: int) -> None: ...


def test_a_match_that_refuses_nothing_is_caught() -> None:
    table = laws.tables(auction.Auction())[0]
    match = Deaf(table.game, table.seats, table.options)
    with pytest.raises(LawBroken, match=r"law 5: .*an answer of seat 2"):
        laws.check_refusals(table, match, random.Random(1))


class Hasty(Match):
    """A match that writes an answer down before it looks whether it may be given."""

    def choose(self, seat: Any, choice: Any) -> None:
        self._entries.append(self._entries[-1])
        super().choose(seat, choice)
        del self._entries[-2]


def test_a_refusal_that_leaves_a_trace_is_caught() -> None:
    table = laws.tables(auction.Auction())[0]
    match = Hasty(table.game, table.seats, table.options)
    with pytest.raises(LawBroken, match=r"law 5: .*was refused, but changed entries"):
        laws.check_refusals(table, match, random.Random(1))
