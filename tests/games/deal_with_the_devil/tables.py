"""Tables of Deal with the Devil as one wants them: set up at any step, with any goods, cards and roles.

Goods are written as in the rulings, `2W 1S 1H 1G 1M 5c` (wood, stone, wheat, glass, marble, coins; I and J are
indulgences and jesters), fragments `2+1` (pure and tainted), cards by their ids, answers by their texts. Unless a test
says otherwise, the dove sits at red (0), the lamb at blue (1), the eye at green (2) and the horns at yellow (3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Self, cast

import pytest

from eminence.core.bits import members
from eminence.core.errors import NotOffered
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.view import View
from eminence.games.deal_with_the_devil import codes, notation
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import A_ROUND
from eminence.games.deal_with_the_devil.game import DealWithTheDevil
from eminence.games.deal_with_the_devil.goods import heap_of, numbers_of
from eminence.games.deal_with_the_devil.hands import cards_in, hand_of
from eminence.games.deal_with_the_devil.rules import BOOK
from eminence.games.deal_with_the_devil.state import DevilState
from tests.games import playing

GAME: Final = DealWithTheDevil()
RED, BLUE, GREEN, YELLOW = range(4)
DOVE, LAMB, EYE, HORNS = range(4)
LETTERS: Final = "WSHGMIJc"
STEP: Final = {step.name: number for number, step in enumerate(BOOK)}
BUILDING: Final = {name: number for number, name in enumerate(notation.BUILDING_TEXTS)}
EVENT: Final = {name: number for number, name in enumerate(notation.EVENT_TEXTS)}
INQUISITOR: Final = {name: number for number, name in enumerate(notation.INQUISITOR_TEXTS)}
SORT: Final = {name: number for number, name in enumerate(notation.SORT_TEXTS)}
COURTIER: Final = {name: number for number, name in enumerate(notation.COURTIER_TEXTS)}
PLACE: Final = {"two": 0, "court": 1, "three": 2, "away": 3}
PHASE_OF: Final = {"keep_one": 1, "last_repayment": 2, "appease": 8, "penalties": 8, "last_trades": 8, "load": 8}
"""The phase that runs at steps which do not begin one."""
INQUISITION: Final = ("prepare", "load", "open_chests", "appease", "penalties", "last_trades", "end_of_inquisition")
DEALS: Final = ("offer", "carry_first", "answer_first", "carry_second", "answer_second", "carry_home")
NOTHING: Final = {
    "event none", "stables rest", "use none", "build none", "action no", "recruit none", "fund loan", "later",
}  # fmt: skip
"""What whoever plans nothing answers."""


def heap(text: str) -> int:
    """A heap of goods: `2W 5c`."""
    numbers = [0] * len(LETTERS)
    for part in text.split():
        numbers[LETTERS.index(part[-1])] += int(part[:-1])
    return int(heap_of(cast(Any, numbers)))


def told_heap(goods: int) -> str:
    """The same the other way round."""
    return " ".join(f"{n}{letter}" for n, letter in zip(numbers_of(goods), LETTERS, strict=True) if n)


def soul(text: str) -> int:
    """Fragments: `2+1`."""
    pure, _, tainted = text.partition("+")
    return int(pure) + box.TAINTED * int(tainted or 0)


class Position:
    """A table in the middle of a match. What is not named lies in the supply, or has been laid aside."""

    def __init__(self, number: int = 5, roles: str = "dove lamb eye horns", /, **options: Any) -> None:
        """`number` is the round. Nobody has any goods; each has the fragments of his role."""
        self.options = GAME.checked_options(options)
        self.state = s = GAME.start(4, self.options)
        marks = [box.MARKS.index(mark) for mark in roles.split()]
        self.set(round=number, role=marks, schedule=0, turned=0, reds=[3, 4, 5])
        self.set(souls=[int(box.SOULS_OF_ROLE[mark]) for mark in marks])
        s.open_goods = s.lowest = [[0] * box.SEATS * 2 for _ in range(4)]
        self.hands: list[list[int]] = [[], [], [], []]
        for seat in range(4):
            self.goods(seat, "")

    def set(self, **fields: Any) -> Self:
        """Set fields of the state as they are."""
        for name, value in fields.items():
            assert hasattr(self.state, name), name
            setattr(self.state, name, value)
        return self

    def one(self, seat: int, **fields: Any) -> Self:
        """Set fields of one seat."""
        for name, value in fields.items():
            values = list(getattr(self.state, name))
            values[seat] = value
            self.set(**{name: values})
        return self

    def goods(self, seat: int, text: str) -> Self:
        """What lies behind a wall; the jesters that its role brought too, where there are any."""
        jesters = int(box.JESTERS_OF_ROLE[self.state.role[seat]]) if self.state.jesters else 0
        return self.one(seat, goods=heap(f"{text} {jesters}J"))

    def souls(self, *texts: str) -> Self:
        """The fragments of all four: six pure ones, two tainted."""
        souls = [soul(text) for text in texts]
        assert sum(souls) == soul("6+2"), texts
        return self.set(souls=souls)

    def hand(self, seat: int, names: str) -> Self:
        self.hands[seat] = [BUILDING[name] for name in names.split()]
        return self

    def built(self, seat: int, names: str, tucked: str = "") -> Self:
        """Buildings in the order in which they were built; one of them may lie under the Stables."""
        numbers = [BUILDING[name] for name in names.split()]
        return self.one(seat, built=numbers, tucked=BUILDING[tucked] if tucked else box.NONE)

    def events(self, seat: int, names: str) -> Self:
        for name in names.split():
            self.set(event_deck=self.state.event_deck & ~(1 << EVENT[name]))
        return self.one(seat, events=sum(1 << EVENT[name] for name in names.split()), event_count=len(names.split()))

    def minors(self, seat: int, **slots: int) -> Self:
        """Minor achievements and their slots, from 1 on; 7 stands for one that a dam removed."""
        return self.one(seat, minors=sum(slot << 3 * SORT[name] for name, slot in slots.items()))

    def majors(self, seat: int, names: str) -> Self:
        return self.one(seat, majors=sum(1 << SORT[name] for name in names.split()))

    def courtiers(self, seat: int, **places: str) -> Self:
        """Where courtiers are: `two`, `court`, `three` (coins) or `away`. At first three are on two, one is away."""
        where = {"alchemist": "away", **places}
        return self.one(seat, courtiers=sum(PLACE[place] << 2 * COURTIER[name] for name, place in where.items()))

    def at(self, *steps: str, by_hand: bool = False) -> Match:
        """These steps, in their order; then all is counted."""
        s = self.state
        self.set(phase=PHASE_OF.get(steps[0], s.phase))
        self._put_the_rest_away()
        s.start_flow(codes.COUNT)
        s.then_all([STEP[name] for name in steps])
        fresh = Match(GAME, 4, self.options, secret=None if by_hand else b"a table", by_hand=by_hand, deal=False)
        before = GAME.components(fresh._state)
        fresh._state = s
        s.story = fresh._story
        s.go_on()
        s.story = None
        assert GAME.components(s) == before
        fresh._deal()
        return fresh

    def planning(self) -> Match:
        """About to plan; what was planned is carried out, then all is counted."""
        return self.at("plan", "action_phase")

    def producing(self) -> Match:
        """The wheel has brought what it brings, and so have the buildings, unless something is to be chosen."""
        return self.at("production")

    def reputation_phase(self) -> Match:
        return self.at("reputation")

    def inquisition(self, since: str = "prepare") -> Match:
        return self.at(*INQUISITION[INQUISITION.index(since) :])

    def dealing(self) -> Match:
        """About to offer; planning follows."""
        return self.at(*DEALS, "plan")

    def _put_the_rest_away(self) -> None:
        """Buildings that lie nowhere were laid aside by yellow. What is behind a wall came there openly, but for what
        the roles brought."""
        s = self.state
        first = A_ROUND * (s.round - 1)
        named = {*(card for hand in self.hands for card in hand), *(card for cards in s.built for card in cards)}
        assert all(card < first + A_ROUND for card in named), "a building of a later round"
        self.set(
            hand=[hand_of(cast(Any, hand)) for hand in self.hands],
            hand_count=[len(hand) for hand in self.hands],
            old_count=[sum(card < first for card in hand) for hand in self.hands],
            dropped=[[], [], [], [card for card in range(first + A_ROUND) if card not in named]],
        )
        books = []
        for seat in range(4):
            secret = numbers_of(box.START_OF_ROLE[s.role[seat]])
            books.append([a - b for a, b in zip(numbers_of(s.goods[seat]), secret, strict=True)])
        self.set(open_goods=books, lowest=books)


# == Playing ==========================================================================================================
def seal(match: Match, *answers: str) -> Match:
    """Sealed answers by seat, their parts divided by semicolons: `sell wood 1; done`; `-` for whoever is not asked."""
    assert [seat for seat, answer in enumerate(answers) if answer != "-"] == sorted(match.asks())
    for seat, answer in enumerate(answers):
        if answer != "-":
            match.choose(seat, *answer.split("; "))
    return match


def alone(match: Match, seat: int, answer: str, others: str) -> Match:
    """One gives this answer, all others who are asked that one."""
    return seal(match, *(answer if at == seat else others if at in match.asks() else "-" for at in range(4)))


def plan(match: Match, *wishes: str) -> Match:
    """Everybody plans what he wishes, by seat (`build farm; fund ask`), and nothing besides."""
    for seat in range(4):
        wanted = wishes[seat].split("; ") if seat < len(wishes) and wishes[seat] else []
        while seat in match.asks() and match.asks()[seat].step == "plan":
            texts = match.asks()[seat].texts
            if wanted and wanted[0] in texts:
                match.choose(seat, wanted.pop(0))
            else:
                match.choose(seat, next(text for text in texts if text in NOTHING or text.startswith("discard")))
        assert not wanted, f"{wanted} could not be planned"
    return match


def act(position: Position, wish: str, *moves: str) -> Match:
    """Red plans this, the others nothing, and it is carried out with these answers."""
    return playing.play(plan(position.planning(), wish), *moves)


def deal(match: Match, *moves: str) -> Match:
    """Answers of the dealer, at a table where cards are dealt by hand."""
    for move in moves:
        match.choose(DEALER, move)
    return match


# == Looking ==========================================================================================================
def state(match: Match) -> DevilState:
    assert isinstance(match._state, DevilState)
    return match._state


def goods(match: Match, seat: int = RED) -> str:
    """What lies behind a wall."""
    return told_heap(state(match).goods[seat])


def all_goods(match: Match) -> list[str]:
    return [goods(match, seat) for seat in range(4)]


def souls(match: Match) -> list[str]:
    """The fragments of all."""
    return [f"{souls % box.TAINTED}+{souls // box.TAINTED}" for souls in map(int, state(match).souls)]


def built(match: Match, seat: int = RED) -> str:
    return " ".join(notation.BUILDING_TEXTS[card] for card in state(match).built[seat])


def hand(match: Match, seat: int = RED) -> str:
    return " ".join(notation.BUILDING_TEXTS[card] for card in cards_in(state(match).hand[seat]))


def courtiers(match: Match, seat: int = RED) -> dict[str, str]:
    """Where the courtiers are, those on the space for two coins left out, and the alchemist while he is away."""
    bits = int(state(match).courtiers[seat])
    where = {name: list(PLACE)[bits >> 2 * number & 3] for name, number in COURTIER.items()}
    return {name: place for name, place in where.items() if place != ("away" if name == "alchemist" else "two")}


def minors(match: Match, seat: int = RED) -> dict[str, int]:
    """Claimed minor achievements and their slots; 7 for those a dam removed."""
    bits = int(state(match).minors[seat])
    return {name: bits >> 3 * number & 7 for name, number in SORT.items() if bits >> 3 * number & 7}


def majors(match: Match, seat: int = RED) -> list[str]:
    return [notation.SORT_TEXTS[number] for number in members(state(match).majors[seat])]


def asked(match: Match) -> tuple[int, str]:
    """Who alone is asked, and at which step."""
    return playing.asked(match)


def offered(match: Match, *words: str, seat: int | None = None) -> list[str]:
    return playing.offered(match, *words, seat=seat)


def standing_of(match: Match, seat: int = RED) -> dict[str, int]:
    """What is not as it was at first about how a realm stands, and about its debt and points."""
    s = state(match)
    numbers = {
        "rep": int(s.reputation[seat]) - box.START_REPUTATION, "angels": int(s.angels[seat]),
        "demons": int(s.demons[seat]), "indulgences": int(s.indulgences[seat]), "guests": int(s.guests[seat]),
        "points": int(s.points[seat]), "debt": int(s.debt[seat]),
    }  # fmt: skip
    return {name: n for name, n in numbers.items() if n}


def why_not(match: Match, seat: int, move: str) -> str | None:
    """The rule that forbids an answer, as the true state has it."""
    s = state(match)
    why = s.step().why_not(s, seat, GAME.code(move))
    return why.key if why else None


def refused(match: Match, seat: int, answer: str, why: str) -> None:
    """That the last part of an answer is refused by this rule, and all of it with it: nothing changes."""
    *parts, bad = answer.split("; ")
    trial = match.clone()
    if parts:
        trial.choose(seat, *parts)
    assert why_not(trial, seat, bad) == why
    before = GAME.to_json(state(match)), match.entries
    with pytest.raises(NotOffered) as refusal:
        match.choose(seat, *parts, bad)
    assert refusal.value.number == (len(parts) + 1 if parts else None)
    assert (GAME.to_json(state(match)), match.entries) == before


def everyone(values: Sequence[Any]) -> list[int]:
    """Numbers by seat, as plain ones."""
    return [int(value) for value in values]


# == From the start ===================================================================================================
PASSIVE: Final = (
    "done", "seal", "leave", "price 2", "price 1 soul", "event none", "stables rest", "use none", "build none",
    "action no", "recruit none", "fund loan", "later", "claim none", "vote nobody", "prove", "confess", "bribe 0",
    "lay 0 pure", "devil nobody", "cultist nobody", "spend 0", "refuse", "tribute none", "ship wood",
)  # fmt: skip
"""What whoever wants nothing answers, where that is offered; else the first, but of fragments to show all."""
Script = Mapping[tuple[int, str], Mapping[int, str]]
"""By round and step, and by seat: what is answered there, first of all."""


def stations(script: Script | None = None, **options: Any) -> Iterator[tuple[tuple[int, str], Match]]:
    """A whole match from its beginning, dealt by hand: stopped at each step of each round. All are passive but for the
    script.

    The dealer gives the first answer that he has: so the dove sits at red, the lamb at blue, the eye at green, the
    horns at yellow, and the red inquisitors are the Debt Collector, the Orator and the Squanderer.
    """
    match = GAME.new(4, options, by_hand=True)
    last = (0, "")
    done: set[tuple[int, str, int]] = set()
    while not match.over:
        ask = next(iter(match.asks().values()))
        here = (int(state(match).round), ask.step)
        if here != last:
            yield here, match
            last = here
        answer = (script or {}).get(here, {}).get(ask.seat)
        if answer and (*here, ask.seat) not in done:
            done.add((*here, ask.seat))
            match.choose(ask.seat, *answer.split("; "))
        else:
            match.choose(ask.seat, passive(ask.texts))
    yield (5, "over"), match


def played_to(step: str, number: int, script: Script | None = None, **options: Any) -> Match:
    """Such a match as it comes to a step of a round."""
    return next(match for here, match in stations(script, **options) if here == (number, step))


def passive(texts: Sequence[str]) -> str:
    """The answer of somebody who wants nothing."""
    wanted = (text for text in PASSIVE if text in texts)
    kept = (text for text in texts if text.startswith("keep"))
    return next(wanted, None) or next(kept, None) or texts[-1 if texts[0].startswith("show") else 0]


def state_of(view: View) -> DevilState:
    """What a view tells, as a state: what it hides is as in a fresh one."""
    known = GAME.from_view(view)
    assert isinstance(known, DevilState)
    return known
