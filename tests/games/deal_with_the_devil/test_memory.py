"""Bots that forget: what they no longer know cannot show in what they do; what they imagine is what they could see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from eminence.bots import bot
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.core.view import View
from eminence.core.visibility import memory
from eminence.games.deal_with_the_devil import codes
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import HORNS, ROUNDS, SEATS
from eminence.games.deal_with_the_devil.evidence import BOUND, HOME, OFFERED, PROOF, first_period
from eminence.games.deal_with_the_devil.goods import KINDS, RESOURCES, how_many
from eminence.games.deal_with_the_devil.imagination import DevilWorlds
from eminence.games.deal_with_the_devil.ledger import POOR, period, put_list
from eminence.games.deal_with_the_devil.memory import first_remembered
from eminence.games.deal_with_the_devil.state import VISIBLE, DevilState
from tests.games.deal_with_the_devil.test_imagining import GAME, at_step, walk

OPTIONS = GAME.checked_options({})
BOOKS = {name for name, sees in VISIBLE.items() if sees is memory}
ME = 1


def view_of(state: DevilState) -> View:
    return GAME.view(state, OPTIONS, ME)


def worlds_of(state: DevilState, rounds: int, n: int, seed: int = 0) -> list[DevilState]:
    """What somebody imagines who remembers so many rounds."""
    worlds, rng = GAME.worlds(view_of(state)), Rng(seed)
    worlds.recall(rounds)
    found = [worlds.imagine(rng) for _ in range(n)]
    assert all(isinstance(world, DevilState) for world in found)
    return [world for world in found if isinstance(world, DevilState)]


def moved(book: Sequence[int], more: Sequence[int]) -> list[int]:
    return [n + by for n, by in zip(book, more, strict=True)]


def since(lines: Sequence[int], size: int, start: int) -> list[list[int]]:
    """The lines of a list of the ledger from a period on."""
    return [list(lines[i : i + size]) for i in range(0, len(lines), size) if lines[i] >= start]


def with_other_books(state: DevilState, rounds: int) -> DevilState:
    """A table that looks the same but for what is forgotten: what others had when the books began that are remembered,
    and all that was in books before."""
    chance = random.Random(rounds)
    start = first_period(state.round + 1 - rounds) + OFFERED if rounds else period(state) + 1
    s = state.clone()
    s.opened = [[0] * len(line) for line in s.opened]
    for seat in range(SEATS):
        if seat == ME:
            continue
        more = [chance.randrange(-9, 30) for _ in range(KINDS)]

        lows = [
            [chance.randrange(20)] * KINDS if at < start else moved(low, more) for at, low in enumerate(s.lows[seat])
        ]
        s.lows = [lows if one == seat else s.lows[one] for one in range(SEATS)]
        s.lowest = put_list(s.lowest, seat, moved(s.lowest[seat], more))
        s.open_goods = put_list(s.open_goods, seat, moved(s.open_goods[seat], more))
        s.bounds = put_list(
            s.bounds,
            seat,
            [
                n
                for line in since(s.bounds[seat], BOUND, start)
                for n in (*line[:2], line[2] - more[line[1]], line[3] - more[line[1]])
            ],
        )
        for name in ("poor", "rich"):
            lines = since(getattr(s, name)[seat], POOR, start)
            books = [n for line in lines for n in (*line[:-KINDS], *moved(line[-KINDS:], more))]
            setattr(s, name, put_list(getattr(s, name), seat, books))
        s.proofs = put_list(s.proofs, seat, [n for line in since(s.proofs[seat], PROOF, start) for n in line])
    return s


def questions(seed: int) -> list[DevilState]:
    """Of a random match, one moment at which the reader is asked of each step and round."""
    found: dict[tuple[int, int], DevilState] = {}
    for state in walk(seed):
        if state.is_asked(ME) and len(state.choices(ME)) > 1:
            found.setdefault((state.round, state.steps[-1]), state.clone())
    return list(found.values())


@pytest.mark.parametrize("rounds", [0, 1])
def test_what_is_forgotten_does_not_show(rounds: int) -> None:
    """Two views that differ in nothing but what is forgotten are answered alike; who remembers tells them apart."""
    looked = 0
    for state in [one for one in questions(7) if first_remembered(one, rounds) > 1][rounds::5]:
        looked += 1
        other = with_other_books(state, rounds)
        assert view_of(other).fields != view_of(state).fields
        assert secrets(worlds_of(other, rounds, 4)) == secrets(worlds_of(state, rounds, 4))
        name = f"search:iterations=2:memory={rounds}"
        answers = [bot(name, 3).choose(view_of(s), GAME.ask(s, ME)) for s in (state, other)]
        assert answers[0] == answers[1], (state.round, state.step().name)
    assert looked > 4


def secrets(worlds: list[DevilState]) -> list[tuple[tuple[int, ...], ...]]:
    return [(tuple(world.role), tuple(world.goods), tuple(world.souls), tuple(world.in_chest)) for world in worlds]


def test_who_remembers_tells_them_apart() -> None:
    """So the test above looks at something."""
    state = at_step(7, codes.PLAN, 3)
    fewer = state.clone()
    fewer.open_goods = [[n + 5 for n in book] for book in state.open_goods]
    assert secrets(worlds_of(fewer, ROUNDS, 12)) != secrets(worlds_of(state, ROUNDS, 12))


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_what_is_imagined_looks_the_same_but_for_the_books(rounds: int) -> None:
    for state in questions(1)[rounds::4]:
        seen = view_of(state).fields
        for world in worlds_of(state, rounds, 2):
            found = view_of(world).fields
            differing = {name for name, value in seen.items() if found[name] != value}
            assert differing <= BOOKS, (state.round, state.step().name)
            assert all(how_many(heap, kind) >= 0 for heap in world.goods for kind in range(KINDS))


def test_who_remembers_every_round_imagines_as_who_was_never_asked_to_forget() -> None:
    for state in questions(3)[::12]:
        plain = GAME.worlds(view_of(state))
        rng = Rng(0)
        found = [world for world in (plain.imagine(rng) for _ in range(12)) if isinstance(world, DevilState)]
        assert secrets(worlds_of(state, ROUNDS, 12)) == secrets(found)


def test_the_round_that_runs_is_remembered() -> None:
    """Whoever spends what he has not got since the offers must have had it before, or got it out of a chest."""
    start = first_period(3) + OFFERED
    looked = 0
    for seed in range(3):
        for state in walk(seed):
            if state.round != 3 or not state.is_asked(ME) or period(state) != first_period(3) + HOME:
                continue
            for world in worlds_of(state, 1, 3):
                for seat in range(SEATS):
                    if seat != ME:
                        then, now, low = state.lows[seat][start], state.open_goods[seat], state.lowest[seat]
                        had = [how_many(world.goods[seat], kind) - now[kind] + then[kind] for kind in range(RESOURCES)]
                        assert all(had[kind] >= then[kind] - low[kind] for kind in range(RESOURCES))
                        looked += 1
            break
    assert looked


def test_a_page_suspects_anybody_and_a_courtier_whoever_has_no_majors() -> None:
    state = at_step(2, codes.VOTING, 3)
    state.majors = [7, 0, 0, 7]
    taken_for_devils = [Counter(world.role.index(HORNS) for world in worlds_of(state, n, 100)) for n in (0, 1)]
    page, courtier = taken_for_devils
    others = [seat for seat in range(SEATS) if seat != ME and page[seat]]
    if state.role[ME] == HORNS:
        pytest.fail("another seed: the reader is the devil here")
    assert 2 in others
    assert courtier[2] > page[2]
    assert courtier[2] > 50


def test_a_bot_that_forgets_can_be_carried_to_another_process() -> None:
    state = at_step(4, codes.PLAN, 2)
    worlds = GAME.worlds(view_of(state))
    worlds.recall(1)
    assert isinstance(worlds, DevilWorlds)
    kind, given = worlds.__reduce__()
    again = kind(*given)
    assert isinstance(again, DevilWorlds)
    found = [one.sample(Rng(1)) for one in (worlds, again)]
    assert GAME.to_json(found[0]) == GAME.to_json(found[1])


def test_a_match_of_bots_that_forget_comes_to_its_end() -> None:
    dealer = random.Random(1)
    state = GAME.start(SEATS, OPTIONS)
    players = [bot(f"greedy:slips=95:memory={seat % 2}", seat) for seat in range(SEATS)]
    while state.asked != NOBODY:
        if state.asked == DEALER:
            state.answer(DEALER, dealer.choice(state.choices(DEALER)))
            continue
        seat = next(one for one in range(SEATS) if state.is_asked(one)) if state.asked == SEVERAL else state.asked
        state.answer(seat, players[seat].choose(GAME.view(state, OPTIONS, seat), GAME.ask(state, seat)).code)
    assert state.phase == box.COUNTING
