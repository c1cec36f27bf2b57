"""All that is true at one moment of a game of Deal with the Devil, and who sees which part of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.core.state import State, Step
from eminence.core.visibility import Sees, everyone, memory, nobody, own_memory, owner
from eminence.games.deal_with_the_devil import codes, evaluation, scoring
from eminence.games.deal_with_the_devil.cards import Cards
from eminence.games.deal_with_the_devil.components import NONE, REPUTATION, SEATS, START_REPUTATION

VISIBLE: Final[dict[str, Sees]] = {
    # options
    "jesters": everyone,  # whether there are jesters,
    "indulgences_offered": everyone,  # whether indulgences may be offered (and then they lie behind the walls),
    "goods_as_bribes": everyone,
    "lenient": everyone,  # whether what cannot be paid costs no reputation
    # the table
    "turned": everyone,  # by how many quarters the board is turned: seat s sits at side (s + turned) % 4
    "round": everyone,
    "phase": everyone,
    "reds": everyone,  # the red inquisitors on 1, 2 and 3: face down they may be read by everyone (DP-26)
    "inquisitors": everyone,  # A, B, C, 1, 2, 3: face down, in force, or gone
    "pot": everyone,  # bribe coins on the inquisitors' board
    # roles
    "wishes": owner,  # until the roles are dealt, what each would like to be (DP-20)
    "role": owner,  # a mark: dove, lamb, eye or horns
    "shown_role": everyone,  # of those who are known: or NONE
    "schedule": nobody,
    # behind the walls
    "goods": owner,  # heaps
    "souls": owner,  # pure fragments, and tainted ones in the bits above
    "hand": owner,  # building cards: see `hands`
    "hand_count": everyone,
    "old_count": everyone,  # how many of them are of an earlier round
    "events": owner,  # a set of event cards
    "event_count": everyone,
    "dropped": owner,  # building cards that each has laid aside face down
    "dropped_events": owner,  # a set
    "passed": own_memory,  # the buildings each has passed on, in all rounds
    "known_hand": everyone,  # building cards that all know to be in a hand: a plan showed them, and they were not paid
    "deck": nobody,  # buildings of this round that are still to be dealt: a set of 16
    "event_deck": nobody,  # events still to be dealt: a set of 20
    "dealt": everyone,  # how many buildings, then events, of this round have been dealt
    "played_events": everyone,  # a set
    # chests
    "offer": owner,  # what each has put into his chest: a heap
    "price": owner,  # and what he asks for it: 2 to 7 coins, or 16 + 1 or 2 fragments; 0 while chests are at home
    "in_chest": nobody,  # by whose chest it is, what lies in it now: a heap
    "soul_payment": nobody,  # and which fragments
    "taken": nobody,  # 0, or 1 or 2: at which distribution it was accepted
    "held": owner,  # the chest before each: mark, price, whether it is paid, goods in it; empty while there is none
    "chests": owner,  # every chest that each has held: see `deals.NOTE`
    "offers": owner,  # what each has offered, and what came home: see `deals.OFFERED`
    # what lies before the walls
    "built": everyone,  # buildings, in the order in which they were built
    "ruins": everyone,  # buildings that were destroyed
    "tucked": everyone,  # the building under the Stables, or NONE
    "minors": everyone,  # three bits for each: unclaimed, on a slot, or removed
    "majors": everyone,  # a set
    "courtiers": everyone,  # two bits for each: where he is
    "fewer_tokens": everyone,  # how many action tokens were given up
    "debt": everyone,
    "interest": everyone,  # the marker, from 0 to 3
    "reputation": everyone,
    "before": everyone,  # reputation when the phase began
    "angels": everyone,
    "demons": everyone,
    "indulgences": everyone,  # where they may not be offered
    "guests": everyone,
    "points": everyone,
    "mob": everyone,  # a set: who has confessed
    # what each has to choose, or has chosen
    "picks": everyone,  # goods of one's choice: basic ones, and precious ones in the bits above
    "first": everyone,  # who acts first in this round
    "plan": everyone,  # once it is revealed: see `planning.Draft`
    "ahead": everyone,  # choices made in the plan for what was still to come: code + 2048 * place in the plan
    "actor": everyone,  # who carries out a plan, or NONE
    "at": everyone,  # which step of the plan
    "used": everyone,  # how many action tokens the actor has used
    "built_types": everyone,  # a set: of which types the actor has built in this phase
    "recruited": everyone,  # whether he has used the recruit action
    "todo": everyone,  # what is still to be done of this step: see `effects`
    "bill": everyone,  # what is to be paid now: a heap
    "bill_any": everyone,  # with goods of one's choice: basic ones + 8 * precious ones
    "bill_for": everyone,  # and for what
    "owing": everyone,  # coins that whoever pays it still has to raise, where he is asked how
    "claiming": everyone,  # the achievement being claimed, or NONE
    "with_courtiers": everyone,  # a set: the courtiers used for it
    "votes": everyone,  # at a witch hunt, by seat: whom, or NONE
    # the black mass and the inquisition
    "laid": owner,  # bribes in each chest: a heap
    "laid_souls": owner,  # fragments in it
    "guesses": owner,  # 8 * who is taken for the devil + who for the cultist; 7 stands for nobody
    "mass": everyone,  # what was found, by mark in round 3, by seat in round 5: see `black_mass.LINE`
    "third": everyone,  # the same of round 3, kept
    "mass_goods": everyone,  # by mark: how many of each kind black masses have given to a chest, or taken from it
    "locked": everyone,  # by mark: guesses that were laid aside, as in `guesses`
    "accusations": everyone,  # answered ones: 8 * (0 devil, 1 cultist) + 2 * seat + whether it is true
    "facing": everyone,  # by seat: inquisitors whose penalty is still to come, in the order wanted
    "shown_now": everyone,  # by seat: fragments shown in this inquisition
    "suffering": everyone,  # whose penalty is looked at, or NONE
    # what whoever watched can work out about the goods behind a wall: see `ledger`
    "open_goods": memory,
    "lowest": memory,
    "lows": memory,
    "bounds": memory,
    "poor": memory,
    "rich": memory,
    "proofs": memory,
    "traces": memory,
    "opened": memory,  # by seat, how much of this was known when sealed answers were last opened: see `evidence`
    # the count
    "shipped": everyone,  # the basic good sent along the trade route, or NONE
    "shown_goods": everyone,  # heaps, once they are counted
    "shown_souls": everyone,
}


@final
class DevilState(State):
    """The four realms, and what is hidden behind their walls.

    Lists are replaced and never changed in place (but for the steps): clones share them.
    """

    __slots__ = (*VISIBLE, "cards", "learned")

    def __init__(self, seats: i64, book: list[Step[DevilState]], cards: Cards) -> None:
        super().__init__(seats, book)
        self.cards = cards
        self.learned = True
        """Whether it is judged by what was learned from self-play, where there is such: see `learned`."""

    def prepare(self) -> None:
        """What lies on the table before anything is dealt. The rules then put the seats' first goods there."""
        none: list[i64] = [NONE] * SEATS
        zero: list[i64] = [0] * SEATS
        empty: list[list[i64]] = [[], [], [], []]
        nothing: list[i64] = []
        no_goods: list[i64] = [0, 0, 0, 0, 0, 0, 0, 0]
        self.jesters: bool = False
        self.indulgences_offered: bool = False
        self.goods_as_bribes: bool = False
        self.lenient: bool = False
        self.turned: i64 = 0
        self.round: i64 = 0
        self.phase: i64 = 0
        self.reds: list[i64] = nothing
        self.inquisitors: list[i64] = [1, 0, 0, 0, 0, 0]
        self.pot: i64 = 0
        self.wishes: list[i64] = zero
        self.role: list[i64] = none
        self.shown_role: list[i64] = none
        self.schedule: i64 = NONE
        self.goods: list[i64] = zero
        self.souls: list[i64] = zero
        self.hand: list[i64] = zero
        self.hand_count: list[i64] = zero
        self.old_count: list[i64] = zero
        self.events: list[i64] = zero
        self.event_count: list[i64] = zero
        self.dropped: list[list[i64]] = empty
        self.dropped_events: list[i64] = zero
        self.passed: list[list[i64]] = empty
        self.known_hand: list[list[i64]] = empty
        self.deck: i64 = 0
        self.event_deck: i64 = 0xFFFFF
        self.dealt: i64 = 0
        self.played_events: i64 = 0
        self.offer: list[i64] = zero
        self.price: list[i64] = zero
        self.in_chest: list[i64] = zero
        self.soul_payment: list[i64] = zero
        self.taken: list[i64] = zero
        self.held: list[list[i64]] = empty
        self.chests: list[list[i64]] = empty
        self.offers: list[list[i64]] = empty
        self.built: list[list[i64]] = empty
        self.ruins: list[i64] = nothing
        self.tucked: list[i64] = none
        self.minors: list[i64] = zero
        self.majors: list[i64] = zero
        self.courtiers: list[i64] = [0xC0, 0xC0, 0xC0, 0xC0]
        self.fewer_tokens: list[i64] = zero
        self.debt: list[i64] = zero
        self.interest: list[i64] = zero
        self.reputation: list[i64] = [START_REPUTATION] * SEATS
        self.before: list[i64] = [START_REPUTATION] * SEATS
        self.angels: list[i64] = zero
        self.demons: list[i64] = zero
        self.indulgences: list[i64] = zero
        self.guests: list[i64] = zero
        self.points: list[i64] = zero
        self.mob: i64 = 0
        self.picks: list[i64] = zero
        self.first: i64 = 0
        self.plan: list[list[i64]] = empty
        self.ahead: list[list[i64]] = empty
        self.actor: i64 = NONE
        self.at: i64 = 0
        self.used: i64 = 0
        self.built_types: i64 = 0
        self.recruited: bool = False
        self.todo: list[i64] = nothing
        self.bill: i64 = 0
        self.bill_any: i64 = 0
        self.bill_for: i64 = 0
        self.owing: i64 = 0
        self.claiming: i64 = NONE
        self.with_courtiers: i64 = 0
        self.votes: list[i64] = none
        self.laid: list[i64] = zero
        self.laid_souls: list[i64] = zero
        self.guesses: list[i64] = [63, 63, 63, 63]
        self.mass: list[list[i64]] = empty
        self.third: list[list[i64]] = empty
        self.mass_goods: list[list[i64]] = [no_goods, no_goods, no_goods, no_goods]
        self.locked: list[i64] = [63, 63, 63, 63]
        self.accusations: list[i64] = nothing
        self.facing: list[list[i64]] = empty
        self.shown_now: list[i64] = zero
        self.suffering: i64 = NONE
        self.open_goods: list[list[i64]] = [no_goods, no_goods, no_goods, no_goods]
        self.lowest: list[list[i64]] = self.open_goods
        self.lows: list[list[list[i64]]] = [[], [], [], []]
        self.bounds: list[list[i64]] = empty
        self.poor: list[list[i64]] = empty
        self.rich: list[list[i64]] = empty
        self.proofs: list[list[i64]] = empty
        self.traces: list[list[i64]] = empty
        self.opened: list[list[i64]] = empty
        self.shipped: list[i64] = none
        self.shown_goods: list[i64] = zero
        self.shown_souls: list[i64] = zero

    def clone(self) -> DevilState:
        copy = DevilState(self.seats, self.book, self.cards)
        copy.copy_flow(self)
        copy.learned = self.learned
        copy.jesters = self.jesters
        copy.indulgences_offered = self.indulgences_offered
        copy.goods_as_bribes = self.goods_as_bribes
        copy.lenient = self.lenient
        copy.turned = self.turned
        copy.round = self.round
        copy.phase = self.phase
        copy.reds = self.reds
        copy.inquisitors = self.inquisitors
        copy.pot = self.pot
        copy.wishes = self.wishes
        copy.role = self.role
        copy.shown_role = self.shown_role
        copy.schedule = self.schedule
        copy.goods = self.goods
        copy.souls = self.souls
        copy.hand = self.hand
        copy.hand_count = self.hand_count
        copy.old_count = self.old_count
        copy.events = self.events
        copy.event_count = self.event_count
        copy.dropped = self.dropped
        copy.dropped_events = self.dropped_events
        copy.passed = self.passed
        copy.known_hand = self.known_hand
        copy.deck = self.deck
        copy.event_deck = self.event_deck
        copy.dealt = self.dealt
        copy.played_events = self.played_events
        copy.offer = self.offer
        copy.price = self.price
        copy.in_chest = self.in_chest
        copy.soul_payment = self.soul_payment
        copy.taken = self.taken
        copy.held = self.held
        copy.chests = self.chests
        copy.offers = self.offers
        copy.built = self.built
        copy.ruins = self.ruins
        copy.tucked = self.tucked
        copy.minors = self.minors
        copy.majors = self.majors
        copy.courtiers = self.courtiers
        copy.fewer_tokens = self.fewer_tokens
        copy.debt = self.debt
        copy.interest = self.interest
        copy.reputation = self.reputation
        copy.before = self.before
        copy.angels = self.angels
        copy.demons = self.demons
        copy.indulgences = self.indulgences
        copy.guests = self.guests
        copy.points = self.points
        copy.mob = self.mob
        copy.picks = self.picks
        copy.first = self.first
        copy.plan = self.plan
        copy.ahead = self.ahead
        copy.actor = self.actor
        copy.at = self.at
        copy.used = self.used
        copy.built_types = self.built_types
        copy.recruited = self.recruited
        copy.todo = self.todo
        copy.bill = self.bill
        copy.bill_any = self.bill_any
        copy.bill_for = self.bill_for
        copy.owing = self.owing
        copy.claiming = self.claiming
        copy.with_courtiers = self.with_courtiers
        copy.votes = self.votes
        copy.laid = self.laid
        copy.laid_souls = self.laid_souls
        copy.guesses = self.guesses
        copy.mass = self.mass
        copy.third = self.third
        copy.mass_goods = self.mass_goods
        copy.locked = self.locked
        copy.accusations = self.accusations
        copy.facing = self.facing
        copy.shown_now = self.shown_now
        copy.suffering = self.suffering
        copy.open_goods = self.open_goods
        copy.lowest = self.lowest
        copy.lows = self.lows
        copy.bounds = self.bounds
        copy.poor = self.poor
        copy.rich = self.rich
        copy.proofs = self.proofs
        copy.traces = self.traces
        copy.opened = self.opened
        copy.shipped = self.shipped
        copy.shown_goods = self.shown_goods
        copy.shown_souls = self.shown_souls
        return copy

    def open_sealed(self) -> None:
        super().open_sealed()
        opened: list[list[i64]] = []
        seat: i64
        for seat in range(SEATS):
            line: list[i64] = [len(self.lows[seat]), len(self.bounds[seat]), len(self.poor[seat])]
            opened.append([*line, len(self.rich[seat]), len(self.proofs[seat]), *self.lowest[seat]])
        self.opened = opened

    def scores(self) -> list[i64]:
        return scoring.scores(self)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def evaluate(self, seat: i64) -> float:
        return evaluation.evaluate(self, seat)

    def evaluate_all(self) -> list[float]:
        return evaluation.evaluate_all(self)

    def has_habits(self) -> bool:
        return True

    def habit(self, seat: i64, choices: list[i64], rng: Rng) -> i64:
        from eminence.games.deal_with_the_devil import habits  # which knows the rules, and these know states

        return habits.habit(self, seat, choices, rng)

    def sensible(self, seat: i64, choices: list[i64]) -> list[i64]:
        from eminence.games.deal_with_the_devil import habits

        return habits.sensible(self, seat, choices)

    def under_way(self) -> bool:
        """From the offers to the chests' coming home, from the plans to the end of the round's reputation, and while
        the accused, or those whom inquisitors punish, have not answered: that is seen through before it is judged."""
        step = self.steps[-1]
        if step == codes.CHOOSE_GOODS:
            return self.phase == REPUTATION
        if step == codes.ANSWER_FIRST or step == codes.ANSWER_SECOND or step == codes.INTERROGATION:
            return True
        if step == codes.APPEASE:
            return True
        return codes.ACTION_PHASE <= step <= codes.CLAIM_WITH or codes.PENALTIES <= step <= codes.APPEASE_GUEST
