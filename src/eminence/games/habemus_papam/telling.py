"""1655 – Habemus Papam told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.bags import each, how_many, kinds
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import MissingText, sentence, telling
from eminence.core.texts.learning import Thing
from eminence.core.view import View
from eminence.games.habemus_papam import codes, events, notation
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.actions import owner_of
from eminence.games.habemus_papam.components import ACTION_NAMES, NAMES, NONE
from eminence.games.habemus_papam.state import PapamState
from eminence.games.habemus_papam.taking import oldest, to_exclude, victims

FRIENDS: Final = {int(one): int(other) for pair in box.PAIRS for one, other in permutations(members(pair))}
"""The old friend with whom somebody makes a pair."""
SIGN_TEXTS: Final = {box.CHIGI: "dove", box.BARBERINI: "louis", box.SACCHETTI: "mazarin"}


class Telling(telling.Telling):
    """1655 – Habemus Papam in sentences."""

    def known(self, view: View) -> PapamState:
        s = super().known(view)
        assert isinstance(s, PapamState)
        return s

    # -- things -----------------------------------------------------------------------------------------------------

    def person(self, person: int, form: str = "name") -> str:
        """Somebody's whole `name`, or the `short` one."""
        return self.texts(f"person.{form}.{NAMES[person]}")

    def faction(self, person: int) -> str:
        """Whose man somebody is: a faction's, its leader, or one who came late."""
        if person >= box.FIRST_LATE:
            return self.texts("faction.late.name")
        form = "leader" if person >= box.FIRST_LEADER else "name"
        return self.texts(f"faction.{form}.{box.FACTION_NAMES[box.FACTION_OF[person]]}")

    def described(self, person: int, owner: int = NONE) -> str:
        """Somebody with his faction and his age, and in whose court he is, if he is in one."""
        fields = {"name": self.person(person), "faction": self.faction(person), "age": int(box.AGES[person])}
        return (
            self.texts("told", **fields) if owner == NONE else self.texts("told_of", court=self.court(owner), **fields)
        )

    def goes_with(self, person: int, words: str = "page.sign") -> str:
        """What somebody is worth more with, as old friends are, or what else is special about him; or nothing."""
        if person in SIGN_TEXTS:
            return self.texts(f"{words}.{SIGN_TEXTS[person]}")
        return self.texts(f"{words}.friend", name=self.person(FRIENDS[person], "short")) if person in FRIENDS else ""

    def sheets(self) -> list[Thing]:
        politics = (
            self._card_sheet(name, "politics.name", "page.politics", how_many(box.POLITICS_DECK, card))
            for card, name in enumerate(box.POLITICS_NAMES)
        )
        actions = (
            self._card_sheet(name, "action.name", "action.does", how_many(box.ACTION_DECK, card))
            for card, name in enumerate(ACTION_NAMES)
        )
        orders = map(self._order_sheet, range(len(box.ORDER_NAMES)))
        return [*super().sheets(), *politics, *actions, *orders, *map(self._person_sheet, range(box.PEOPLE))]

    def _card_sheet(self, name: str, names: str, does: str, copies: int) -> Thing:
        t = self.texts
        text = sentence(t("sort.card", does=t(f"{does}.{name}")))
        return Thing(name, t(f"{names}.{name}"), t("sort.copies", n=int(copies)), text)

    def _order_sheet(self, order: int) -> Thing:
        copies = self.texts("sort.copies", n=int(how_many(box.ORDER_DECK, order)))
        text = self.texts("sort.order", asks=self.order(order, "asks"))
        return Thing(f"order-{box.ORDER_NAMES[order]}", self.order(order), copies, text)

    def _person_sheet(self, person: int) -> Thing:
        sort = "late" if person >= box.FIRST_LATE else "leader" if person >= box.FIRST_LEADER else "cardinal"
        text, sign = self.texts(f"sort.{sort}"), sentence(self.goes_with(person))
        text = self.texts("sort.with_sign", sort=text, sign=sign) if sign else text
        return Thing(NAMES[person], self.person(person), f"{sentence(self.faction(person))}, {box.AGES[person]}", text)

    def court(self, owner: int) -> str:
        """Whose court it is, as it stands behind a cardinal's name."""
        return self.texts("court.own") if owner == self.reader else self.texts("court.of", owner=self.name(owner))

    def in_court(self, s: PapamState, person: int) -> str:
        """The same of somebody wherever he is."""
        return self.described(person, int(owner_of(s, person)))

    def card(self, name: str) -> str:
        """A card of any deck by its name in the notation, as the object of a sentence."""
        if name in NAMES:
            return self.described(NAMES.index(name))
        return self.texts(f"action.a.{name}" if name in ACTION_NAMES else f"politics.the.{name}")

    def politics(self, card: int) -> str:
        """A card of the politics deck."""
        return self.card(notation.POLITICS_TEXTS[card])

    def action(self, card: int) -> str:
        """A card of the action deck."""
        return self.card(notation.ACTION_TEXTS[card])

    def order(self, order: int, form: str = "name") -> str:
        """An order by its `name`, or what it `asks` and brings."""
        return self.texts(f"order.{form}.{box.ORDER_NAMES[order]}")

    def gold(self, gold: int) -> str:
        return self.texts("gold", n=gold)

    def gem_list(self, bag: int) -> list[str]:
        """A bag of gems, kind by kind."""
        return [self.texts(f"gem.{box.GEM_NAMES[gem]}", n=int(how_many(bag, gem))) for gem in kinds(bag)]

    def gems(self, bag: int) -> str:
        """A bag of gems in words."""
        return self.texts.listed(self.gem_list(bag)) or self.texts("nothing")

    def bid(self, bid: int) -> str:
        """The gems of a bid in words, by its number."""
        return self.gems(int(box.BIDS[bid]))

    def camerlengo_brings(self, gems: int) -> str:
        """What the Camerlengo card brings: these gems, and a piece of gold."""
        return self.texts.listed([*self.gem_list(gems), self.gold(1)])

    def things(self, told: Iterable[tuple[int, str]]) -> str:
        """What several seats have, one after the other."""
        return self.texts.apart(self.texts("seat_thing", who=self.who(seat), thing=thing) for seat, thing in told)

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        s, key, only = self.known(view), ask.step, len(ask.choices) == 1
        fields: dict[str, object] = {}
        match ask.step:
            case "drop_order" if only:
                key = "drop_order_same"
            case "swap_with":
                fields["person"] = self.person(s.swapping)
            case "bidding" if only:
                key = "bidding_none"
            case "bidding" if s.played[ask.seat] == box.TWICE:
                key = "bidding_twice"
            case "bid_last":
                key = "bid_last_none" if only else "bid_last"
                fields["bids"] = sentence(self.things((seat, self.bid(bid)) for seat, bid in self.open_bids(s)))
            case "take":
                key = "take_only" if only else "take" if s.taken else "take_first"
                fields["nth"] = self.nth(s.taken + 1)
            case "bribe" if s.italian and s.rules >= 2:
                key = "bribe_may"
            case "exclude" if s.italian:
                key = "exclude_may"
        return sentence(self.texts(f"prompt.{key}", **fields))

    def nth(self, place: int) -> str:
        """A place in an order, as a word."""
        return self.texts(f"nth.{place}")

    def open_bids(self, s: PapamState) -> list[tuple[int, int]]:
        """The bids that are open now, by seat: gems, or the three rubies of a card."""
        bids = [box.THREE_RUBIES if s.played[seat] == box.RUBIES else s.bids[seat] for seat in range(s.seats)]
        return [(seat, int(bid)) for seat, bid in enumerate(bids) if bid != NONE]

    def label(self, view: View, choice: Choice) -> str:
        s = self.known(view)
        word, _, name = choice.text.partition(" ")
        match word:
            case "camerlengo":
                return self.texts("label.camerlengo_is", who=self.who(int(name)))
            case "order" | "drop":
                order = {form: self.texts(f"order.{form}.{name}") for form in ("name", "asks")}
                return self.texts(f"label.{word}", order=order["name"], asks=order["asks"])
            case "turn":
                return self.texts("label.turn", card=self.card(name))
            case "place":
                return self.texts("label.place", card=self.card(name), does=self.texts(f"action.does.{name}"))
            case "bribe" | "swap" | "with" | "exclude":
                return self.texts(f"label.{word}", person=self.in_court(s, NAMES.index(name)))
            case "bid" if name != notation.NO_GEMS:
                return self.texts("label.bid", gems=self.bid(choice.code - codes.BID))
            case "take":
                return self._take(view, name)
            case "death":
                return self.texts("label.strike", person=self.in_court(s, int(oldest(s.court[int(name)]))))
        return self.texts(f"label.{choice.text.replace(' ', '_')}")  # it says all by itself

    def _take(self, view: View, name: str) -> str:
        """Taking a card, and what it brings to whoever takes it now: nothing that will not happen."""
        s = self.known(view)
        if name in NAMES:
            return self.texts("label.take.person", person=self.card(name))
        if name in ACTION_NAMES:
            return self.texts("label.take.action", card=self.card(name), does=self.texts(f"action.does.{name}"))
        if name == "camerlengo":
            brings = self.camerlengo_brings(int(box.camerlengo_gems(s.bank)))
            return self.texts("label.take.camerlengo", things=brings)
        seat = s.ranking[s.taken] if s.taken < len(s.ranking) else NONE
        n = 0 if seat == NONE else how_many(s.favours[seat], box.POLITICS_NAMES.index(name))
        before, after = "", ""
        match name:
            case "mazarin":
                before, after = (str(box.RATE[m]) for m in (n, n + 1))
            case "louis":
                before, after = str(box.LOUIS_VOTES[n]), self.texts("votes", n=int(box.LOUIS_VOTES[n + 1]))
            case "felipe":
                before, after = str(box.FELIPE_GOLD[n]), self.gold(int(box.FELIPE_GOLD[n + 1]))
                name = "felipe_second" if n == 1 and to_exclude(s) else name
            case "squadrone" if seat != NONE and view.shows("gold", seat) and s.gold[seat] < box.SQUADRONE_PRICE:
                name = "squadrone_unpaid"
            case "death" if not victims(s, seat):
                name = "death_nobody"
        return self.texts(f"label.take.{name}", before=before, after=after)

    def facts(self, why: Why) -> dict[str, object]:
        words: dict[str, Callable[[int], str]] = {
            "person": self.person,
            "first": self.person,
            "order": self.order,
            "gems": self.gems,
            "own": self.gems,
            "politics": self.politics,
            "action": self.action,
        }
        found: dict[str, object] = {name: words[name](fact) for name, fact in why.facts.items()}
        if why.key in ("not_on_offer", "not_in_hand"):
            (found["card"],) = found.values()
        return found

    def why_unknown(self, text: str) -> str | None:
        why = notation.why_unknown(text)
        return None if why is None else self.texts(f"why.{why[0]}", text=why[1])

    # -- what happened ----------------------------------------------------------------------------------------------

    def is_heading(self, event: Event) -> bool:
        """What is on offer lies before everybody's eyes."""
        on_offer = (events.TurnedUpCardinal, events.TurnedUpPolitics, events.TurnedUpAction)
        return isinstance(event, (events.RoundBegan, *on_offer))

    def event(self, event: Event) -> str:
        key, fields = f"event.{event.name}", self._fields(event)
        match event:
            case events.SmokeRose(white):
                key += ".white" if white else ".black"
            case events.GotOrder(_, order) | events.DroppedOrder(_, order):
                key += ".covered" if order is None else ".seen"
            case events.Stole(_, _, gold):
                key += ".some" if gold else ".nothing"
            case events.Income(_, gold):
                key += ".some" if gold else ".none"
            case events.Died(_, victim):
                return sentence(self.texts(f"{key}.{'yours' if victim == self.reader else 'theirs'}", **fields))
            case events.TookPolitics(_, card):
                key += ".gold" if card in (box.FELIPE, box.DEATH) else ".plain"
        match event:
            case events.NobodyDied():
                return self.texts(key)
            case events.Stole(seat, victim) | events.Bribed(seat, victim) | events.Excluded(seat, victim):
                if victim == self.reader:
                    return sentence(self.texts(f"{key}.against_you", who=self.name(seat), **fields))
                return self.said(key, seat, **fields)
            case events.Deed(seat) | TookBack(seat):
                return self.said(key, seat, **fields)
        if not isinstance(event, events.ALL):
            raise MissingText(f"1655 – Habemus Papam has no sentence for {event!r}")
        return self.texts(key, **fields)

    def _fields(self, event: Event) -> dict[str, object]:
        """What the sentence of an event speaks of, in words."""
        match event:
            case events.RoundBegan(number):
                return {"n": number}
            case events.TurnedUpCardinal(person) | events.TookCardinal(_, person):
                return {"card": self.described(person)}
            case events.TurnedUpPolitics(card) | events.TookPolitics(_, card):
                return {"card": self.politics(card)}
            case events.TurnedUpAction(card) | events.TookAction(_, card) | events.CardWentBack(_, card):
                return {"card": self.action(card)}
            case events.GotOrder(_, int(order)) | events.DroppedOrder(_, int(order)):
                return {"order": self.order(order), "asks": self.order(order, "asks")}
            case events.Income(_, gold):
                return {"gold": self.gold(gold)}
            case events.ActionsRevealed(cards):
                named = [(seat, ACTION_NAMES[card]) for seat, card in enumerate(cards) if card != NONE]
                placed = [(seat, self.texts(f"action.name.{name}")) for seat, name in named]
                return {"cards": sentence(self.things(placed))}
            case events.Stole(_, victim, gold):
                return {"victim": self.who(victim), "gold": self.gold(gold)}
            case events.Bribed(_, victim, person) | events.Excluded(_, victim, person) | events.Died(_, victim, person):
                return {"victim": self.who(victim), "person": self.person(person)}
            case events.Swapped(_, first, second, one, other):
                people = {"first": self.person(first), "second": self.person(second)}
                return {"one": self.court(one), "other": self.court(other), **people}
            case events.BidsRevealed(bids):
                told = [(seat, self.bid(bid)) for seat, bid in enumerate(bids) if bid != NONE]
                return {"bids": sentence(self.things(told))}
            case events.Ranked(order, worth):
                return {"order": sentence(self.things((seat, self.bid(worth[seat])) for seat in order))}
            case events.TookCamerlengo(_, gems):
                return {"things": self.camerlengo_brings(gems)}
            case events.Cleared(cardinals, politics, actions):
                left = [self.described(int(person)) for person in members(cardinals)]
                left += [*map(self.politics, each(politics)), *map(self.action, each(actions))]
                return {"cards": self.texts.listed(left), "n": len(left)}
            case events.Counted(orders, scores):
                shown = self.things((seat, self.order(order)) for seat, order in enumerate(orders))
                votes = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(scores)]
                return {"orders": sentence(shown), "scores": sentence(self.texts.apart(votes))}
        return {}

    # -- the count --------------------------------------------------------------------------------------------------

    def part(self, line: CountLine) -> str:
        """All parts of the count are votes, and each is one line."""
        return self.texts("count.votes")

    def tally(self, tally: Tally) -> str:
        facts, reason = tally.facts, tally.reason
        fields: dict[str, object] = {}
        match reason:
            case "order" | "order_missed":
                fields = {"order": self.order(facts["order"])}
            case "people" if facts["leaders"]:
                reason, fields = "people_leaders", {"all": facts["n"], "n": facts["leaders"]}
            case "people" | "louis" if facts["n"]:
                fields = {"n": facts["n"]}
            case "gold":
                return self._gold_line(facts["gold"], facts["gems"], facts["felipes"], facts["all"], facts["mazarins"])
            case "pairs" if facts["n"]:
                fields = {"friends": self.texts.apart(self._friends(facts["friends"]))}
            case "people" | "louis" | "pairs":
                reason = "none"
        return self.texts(f"count.reason.{reason}", **fields)

    def _gold_line(self, gold: int, gems: int, felipes: int, together: int, mazarins: int) -> str:
        """Where the gold comes from, and what a vote costs."""
        parts = [self.gold(gold)]
        if gems:
            parts.append(self.texts("gems", n=gems))
        if felipes:
            paid = self.gold(int(box.FELIPE_GOLD[felipes]))
            parts.append(self.texts("count.reason.felipes", n=felipes, gold=paid))
        return self.texts(
            "count.reason.gold" if len(parts) == 1 else "count.reason.gold_sum",
            parts=self.texts.listed(parts),
            all=self.gold(together),
            rate=int(box.RATE[mazarins]),
            mazarins=self.texts(f"count.reason.{'mazarins' if mazarins else 'no_mazarin'}", n=mazarins),
        )

    def _friends(self, friends: int) -> list[str]:
        """Old friends in one court, by their bits in the count."""
        told = []
        for number in members(friends):
            if number < len(box.PAIRS):
                pair = [self.person(int(person), "short") for person in members(box.PAIRS[number])]
                told.append(self.texts.listed(pair))
            else:
                who, key = (box.BARBERINI, "barberini") if number == len(box.PAIRS) else (box.SACCHETTI, "sacchetti")
                told.append(self.texts(f"count.reason.{key}", person=self.person(who, "short")))
        return told

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        s, tied = self.known(view), [seat for seat, votes in enumerate(scores) if votes == max(scores)]
        if len(tied) < 2:
            return None
        for person in map(int, box.BY_AGE):
            owner = int(owner_of(s, person))
            if owner in tied:
                fields = {"person": self.person(person), "age": int(box.AGES[person]), "court": self.court(owner)}
                return self.texts("count.tie", **fields)
        return self.texts("count.tie_shared")
