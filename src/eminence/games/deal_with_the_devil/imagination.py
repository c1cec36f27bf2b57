"""Imagining what is hidden in Deal with the Devil: roles, what lies behind walls and in chests (`histories`), cards."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, members
from eminence.core.rng import Rng
from eminence.core.state import Worlds
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, ledger
from eminence.games.deal_with_the_devil.components import NONE, SEATS, SOUL_PRICE
from eminence.games.deal_with_the_devil.evidence import HOME, first_period
from eminence.games.deal_with_the_devil.goods import COIN, EACH, JESTER, KINDS, heap_of
from eminence.games.deal_with_the_devil.hands import cards_in, hand_of
from eminence.games.deal_with_the_devil.history import History
from eminence.games.deal_with_the_devil.memory import first_remembered, remembered
from eminence.games.deal_with_the_devil.population import Population
from eminence.games.deal_with_the_devil.preparation import owner_of_chest
from eminence.games.deal_with_the_devil.state import DevilState

TRACE: Final = 3
ALL_EVENTS: Final = 0xFFFFF


@final
class DevilWorlds(Worlds):
    """The ways things may lie behind the walls."""

    def __init__(self, known: DevilState, seat: i64, wishes: bool = False, since: i64 = 1) -> None:
        """`known` has what the View tells; `seat` is whose View it is; `wishes`: whether there are any; `since`: from
        which round on he remembers what passed openly (see `memory`)."""
        super().__init__(seat)
        self.known = known
        self.wishes: bool = wishes
        self.since: i64 = since
        self.population: Population | None = None
        self.drawn: list[History] = []
        self.hidden: HiddenCards | None = None

    def __reduce__(self) -> tuple[type[DevilWorlds], tuple[DevilState, int, bool, int]]:
        return DevilWorlds, (self.known, self.seat, self.wishes, self.since)

    def judge_by_hand(self) -> None:
        self.known.learned = False

    def recall(self, rounds: i64) -> None:
        self.since = first_remembered(self.known, rounds)
        if self.since > 1:
            self.known = remembered(self.known, self.seat, self.since)

    def sample(self, rng: Rng) -> DevilState:
        s = self.known.clone()
        top: i64 = s.steps[-1] if s.steps else NONE
        if codes.DEAL_ROLES in s.steps:
            s.goods = [heap_of(book) for book in s.open_goods]
            if self.wishes and top == codes.DEAL_ROLES:
                self.wish(s, rng)
        else:
            self.fill_secrets(s, top, rng)
        if s.round:
            if self.hidden is None:
                self.hidden = HiddenCards(self.known, self.seat)
            self.hidden.lay_out(s, rng)
        return s

    def wish(self, s: DevilState, rng: Rng) -> None:
        """What the others would like to be: anything."""
        wishes: list[i64] = []
        seat: i64
        role: i64
        for seat in range(SEATS):
            wish: i64 = 0
            for role in range(3):
                wish += rng.below(3) << (2 * role)  # 0, WANTED or UNWANTED
            wishes.append(s.wishes[seat] if seat == self.seat else wish)
        s.wishes = wishes

    def fill_secrets(self, s: DevilState, top: i64, rng: Rng) -> None:
        """Roles, goods and fragments, and what lies in chests."""
        if self.population is None:
            self.population = Population(self.known, self.seat, self.since)
        if not self.drawn:
            self.drawn = self.population.next_batch(rng)
        history = self.drawn.pop()
        s.role = history.marks
        s.schedule = NONE if codes.DRAW_SCHEDULE in s.steps else self.population.schedule_of(history, rng)
        s.souls = history.souls
        if self.seat >= 0:
            s.souls = ledger.put(s.souls, self.seat, self.known.souls[self.seat])
        goods: list[i64] = []
        seat: i64
        kind: i64
        for seat in range(SEATS):
            heap: i64 = 0
            for kind in range(KINDS):
                heap += max(s.open_goods[seat][kind] + history.secret[seat * KINDS + kind], 0) * EACH[kind]
            goods.append(self.known.goods[seat] if seat == self.seat else heap)
        s.goods = goods
        away: i64 = ledger.period(s) - first_period(s.round) if s.round else 0
        if 0 < away < HOME:
            self.fill_chests(s, history)
        if top == codes.ANSWER_FIRST or top == codes.ANSWER_SECOND:
            which: i64 = 1 if top == codes.ANSWER_FIRST else 2
            s.held = [self.before(s, seat, which) for seat in range(SEATS)]
        if history.laid:
            laid: list[i64] = []
            for seat in range(SEATS):
                heap = 0
                for kind in range(KINDS):
                    heap += history.laid[seat * KINDS + kind] * EACH[kind]
                laid.append(heap)
            s.laid = laid
            s.laid_souls = history.laid_souls
            s.guesses = history.guesses

    def fill_chests(self, s: DevilState, history: History) -> None:
        """The chests, while they are away."""
        offer: list[i64] = []
        price: list[i64] = []
        there: list[i64] = []
        souls: list[i64] = []
        taken: list[i64] = []
        kind: i64
        for chest in history.chests:
            heap: i64 = 0
            for kind in range(KINDS):
                heap += chest.goods[kind] * EACH[kind]
            offer.append(heap)
            price.append(chest.price)
            taken.append(chest.taken)
            souls.append(chest.souls)
            if chest.taken:
                heap = chest.goods[JESTER] * EACH[JESTER]
                if chest.price < SOUL_PRICE:
                    heap += chest.price * COIN
            there.append(heap + (chest.add_first + chest.add_second) * EACH[JESTER])
        s.offer = offer
        s.price = price
        s.in_chest = there
        s.soul_payment = souls
        s.taken = taken

    def before(self, s: DevilState, seat: i64, which: i64) -> list[i64]:
        """What a seat sees of the chest that has come to it."""
        owner = owner_of_chest(s, seat, which)
        goods = s.in_chest[owner]
        paid: i64 = 1 if s.taken[owner] else 0
        if paid and s.price[owner] < SOUL_PRICE:
            goods -= s.price[owner] * COIN
        return [s.role[owner], s.price[owner], paid, goods]


@final
class HiddenCards:
    """The buildings and events that the observer cannot see, and what he knows of where they are.

    Of every round a seat has had four buildings, those that it was passed among them. What it has neither built nor in
    hand it has laid aside; of earlier rounds than the last one it can hold a single card.
    """

    def __init__(self, s: DevilState, me: i64) -> None:
        self.me: i64 = me
        self.top: i64 = s.steps[-1] if s.steps else NONE
        dealing = codes.DEAL_BUILDINGS in s.steps
        self.rounds: i64 = s.round - 1 if dealing and self.top != codes.DEAL_BUILDINGS else s.round
        self.own: list[list[i64]] = []  # by seat and round: buildings that are known to have been that seat's
        self.wants: list[i64] = []  # and how many it has had
        self.unseen: list[list[i64]] = []  # by round: all others
        self.gone: list[i64] = [0, 0, 0, 0, 0]  # by round, as a set: those that are built or destroyed
        self.since: list[i64] = []  # the earliest round from which the card that a seat has kept can be
        self.kept: list[i64] = []  # or it is this one
        self.note_buildings(s)
        self.events_since: list[i64] = []  # the round in which a seat last played an event: it had no other then
        self.events_had: list[i64] = []  # how many events it was dealt
        self.played: list[i64] = []
        self.note_events(s)

    def note_buildings(self, s: DevilState) -> None:
        seat: i64
        number: i64
        i: i64
        seen: list[i64] = [0] * deck.BUILDINGS
        own: list[list[i64]] = [[] for _ in range(SEATS * 5)]
        for seat in range(SEATS):
            there: list[i64] = s.built[seat][:]
            traces = s.traces[seat]
            since: i64 = 1
            kept: i64 = NONE
            i = 0
            while i < len(traces):
                card = traces[i + 2]
                if traces[i + 1] == ledger.PLANNED or traces[i + 1] == ledger.RUINED:
                    there.append(card)
                    if traces[i + 1] == ledger.PLANNED and card // deck.A_ROUND + 1 < traces[i]:
                        since = traces[i]
                        kept = card
                elif traces[i + 1] == ledger.NO_CARDS:
                    since = traces[i]
                    kept = NONE
                i += TRACE
            if seat == self.me:
                there += cards_in(s.hand[seat])
                there += s.dropped[seat]
            elif self.me >= 0:
                for card in s.passed[self.me]:
                    number = card // deck.A_ROUND + 1
                    if (self.me + (1 if number % 2 == 0 else 3)) % SEATS == seat:
                        there.append(card)
            for card in there:
                if not seen[card]:
                    seen[card] = 1
                    at = seat * 5 + card // deck.A_ROUND
                    own[at] = [*own[at], card]
            self.since.append(since)
            self.kept.append(kept)
            for card in s.built[seat]:
                self.gone[card // deck.A_ROUND] = self.gone[card // deck.A_ROUND] | ONE << (card % deck.A_ROUND)
        for card in s.ruins:
            self.gone[card // deck.A_ROUND] = self.gone[card // deck.A_ROUND] | ONE << (card % deck.A_ROUND)
        self.own = own
        for number in range(1, 6):
            unseen: list[i64] = []
            if number <= self.rounds:
                first = deck.A_ROUND * (number - 1)
                unseen = [first + i for i in range(deck.A_ROUND) if not seen[first + i]]
            self.unseen.append(unseen)
        for seat in range(SEATS):
            for number in range(1, 6):
                wants: i64 = 4 if number <= self.rounds else 0
                if number == self.rounds and self.top == codes.DEAL_BUILDINGS:
                    wants = min(max(s.dealt - 4 * seat, 0), 4)
                self.wants.append(wants)

    def note_events(self, s: DevilState) -> None:
        seat: i64
        for seat in range(SEATS):
            since: i64 = 0
            played: i64 = 0
            traces = s.traces[seat]
            i: i64 = 0
            while i < len(traces):
                if traces[i + 1] == ledger.PLAYED:
                    since = traces[i]
                    played |= ONE << traces[i + 2]
                i += TRACE
            self.events_since.append(since)
            self.played.append(played)
            had = s.round
            if codes.DEAL_EVENTS in s.steps:
                had -= 1
                if self.top == codes.DEAL_EVENTS and seat < s.dealt:
                    had += 1
            self.events_had.append(had)

    def lay_out(self, s: DevilState, rng: Rng) -> None:
        """Deal what is unseen at random."""
        had: list[list[i64]] = []
        seat: i64
        number: i64
        i: i64
        rests: list[list[i64]] = []
        for number in range(5):
            rest = self.unseen[number][:]
            rng.shuffle(rest)
            rests.append(rest)
        for seat in range(SEATS):
            for number in range(5):
                at = seat * 5 + number
                cards = self.own[at][:]
                if number:
                    rest = rests[number]
                    while len(cards) < self.wants[at]:
                        cards.append(rest.pop())
                elif seat != self.me:
                    self.one_of_each(s, cards, rests[0], self.wants[at])
                had.append(cards)
        hands: list[i64] = []
        dropped: list[list[i64]] = []
        for seat in range(SEATS):
            if seat == self.me:
                hands.append(s.hand[seat])
                dropped.append(s.dropped[seat])
                continue
            hand: list[i64] = []
            may: list[i64] = []
            for number in range(self.rounds):
                last = number == self.rounds - 1
                for card in had[seat * 5 + number]:
                    if self.gone[number] & (ONE << (card % deck.A_ROUND)):
                        continue
                    if last:
                        hand.append(card)
                    elif number + 1 >= self.since[seat] or card == self.kept[seat]:
                        may.append(card)
            if s.old_count[seat]:
                card = may[rng.below(len(may))]
                for i in range(len(may)):
                    if may[i] in s.known_hand[seat]:
                        card = may[i]
                hand.append(card)
                dropped.append(self.in_order(s, seat, had, card, rng))
            else:
                dropped.append(self.in_order(s, seat, had, NONE, rng))
            hands.append(hand_of(hand))
        s.hand = hands
        s.dropped = dropped
        if self.top == codes.DEAL_BUILDINGS:
            left: i64 = 0
            for card in rests[self.rounds - 1]:
                left |= ONE << (card % deck.A_ROUND)
            s.deck = left
        self.lay_out_events(s, rng)

    def in_order(self, s: DevilState, seat: i64, had: list[list[i64]], last: i64, rng: Rng) -> list[i64]:
        """What a seat has laid aside, in the order in which it may have done so: each time all but one of its cards, of
        which the last is known, and those that it planned to build later."""
        kept: list[i64] = [NONE] * 7  # by round: what it is known to have kept then
        until: list[i64] = [0] * deck.BUILDINGS  # by card: the round in which it was last seen in a plan
        traces = s.traces[seat]
        number: i64
        i: i64 = 0
        while i < len(traces):
            if traces[i + 1] == ledger.PLANNED:
                until[traces[i + 2]] = traces[i]
                for number in range(traces[i + 2] // deck.A_ROUND + 2, traces[i] + 1):
                    kept[number] = traces[i + 2]
            i += TRACE
        if last != NONE:
            for number in range(last // deck.A_ROUND + 2, self.rounds + 1):
                kept[number] = last
        found: list[i64] = []
        one: i64 = NONE
        for number in range(2, self.rounds + 1):
            cards: list[i64] = []
            if one != NONE:
                cards.append(one)
            for card in sorted(had[seat * 5 + number - 2]):
                gone = self.gone[number - 2] & (ONE << (card % deck.A_ROUND)) != 0
                if not gone or until[card] >= number:
                    cards.append(card)
            one = NONE
            if cards:
                one = kept[number] if kept[number] != NONE else cards[rng.below(len(cards))]
                found += [card for card in cards if card != one]
                at = one // deck.A_ROUND
                if self.gone[at] & (ONE << (one % deck.A_ROUND)) and until[one] == number:
                    one = NONE  # it was built
        return found

    def one_of_each(self, s: DevilState, cards: list[i64], rest: list[i64], wanted: i64) -> None:
        """In round 1 everybody gets a building of each pile, in the order of the piles."""
        pile: i64
        for pile in range(wanted):
            there = False
            for card in cards:
                if s.cards.buildings[card].pile == pile:
                    there = True
            if there:
                continue
            for card in rest:
                if s.cards.buildings[card].pile == pile:
                    cards.append(card)
                    rest.remove(card)
                    break

    def lay_out_events(self, s: DevilState, rng: Rng) -> None:
        """Events in hand, those that were laid aside, and the decks."""
        left: i64 = ALL_EVENTS & ~s.played_events
        if self.me >= 0:
            left &= ~s.events[self.me] & ~s.dropped_events[self.me]
        first: i64 = (ONE << deck.A_EVENTS) - 1
        decks: list[list[i64]] = [members(left & first), members(left & ~first)]
        rng.shuffle(decks[0])
        rng.shuffle(decks[1])
        events: list[i64] = []
        dropped: list[i64] = []
        seat: i64
        number: i64
        for seat in range(SEATS):
            if seat == self.me:
                events.append(s.events[seat])
                dropped.append(s.dropped_events[seat])
                continue
            had = self.events_had[seat]
            new: i64 = (
                had if had == s.round and codes.PLAN in s.steps else 0
            )  # the round of the newest, if it is in hand
            old: i64 = 0
            count = s.event_count[seat] - (1 if new else 0)
            if count:
                latest = had - (1 if new else 0)
                old = self.events_since[seat] + 1 + rng.below(latest - self.events_since[seat])
            hand: i64 = 0
            aside: i64 = 0
            by_deck: list[i64] = [min(had, 2), max(had - 2, 0)]  # those that it was dealt and has not played
            for event in members(self.played[seat]):
                which: i64 = 0 if event < deck.A_EVENTS else 1
                by_deck[which] = by_deck[which] - 1
            for number in (new, old):
                if number:
                    which = 0 if number <= 2 else 1
                    hand |= ONE << decks[which].pop()
                    by_deck[which] = by_deck[which] - 1
            for which in range(2):
                while by_deck[which] > 0:
                    by_deck[which] = by_deck[which] - 1
                    aside |= ONE << decks[which].pop()
            events.append(hand)
            dropped.append(aside)
        s.events = events
        s.dropped_events = dropped
        rest: i64 = 0
        for which in range(2):
            for event in decks[which]:
                rest |= ONE << event
        s.event_deck = rest
