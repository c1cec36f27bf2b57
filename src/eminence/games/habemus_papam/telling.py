"""1655 – Habemus Papam told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from eminence.core import texts as core_texts
from eminence.core.ask import Ask, Choice
from eminence.core.bags import each, how_many, kinds
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import sentence, telling
from eminence.core.view import View
from eminence.games.habemus_papam import codes, events, notation
from eminence.games.habemus_papam.components import (
    ACTION_NAMES,
    ACTIONS,
    AGES,
    BARBERINI,
    BIDS,
    BY_AGE,
    DEATH,
    FACTION_NAMES,
    FACTION_OF,
    FELIPE,
    FELIPE_GOLD,
    FIRST_LATE,
    FIRST_LATE_CARD,
    FIRST_LEADER,
    GEM_NAMES,
    LOUIS,
    LOUIS_VOTES,
    MAZARIN,
    NAMES,
    NONE,
    ORDER_NAMES,
    PAIRS,
    POLITICS_NAMES,
    RATE,
    RUBIES,
    SACCHETTI,
    THREE_RUBIES,
    TWICE,
    camerlengo_gems,
)
from eminence.games.habemus_papam.taking import oldest

PLAIN: Final = {
    codes.SMOKE: "label.smoke",
    codes.NO_SMOKE: "label.no_smoke",
    codes.REFUSE: "label.refuse",
    codes.NO_SWAP: "label.no_swap",
    codes.SPARE: "label.spare",
    codes.PAY: "label.pay",
    codes.DECLINE: "label.decline",
}
"""The choices that say all by themselves."""
OF_A_PERSON: Final = {codes.BRIBE: "bribe", codes.SWAP: "swap", codes.WITH: "with", codes.EXCLUDE: "exclude"}
"""The choices of somebody in a court, by their first codes."""


def owner_of(view: View, person: int) -> int | None:
    """In whose court somebody is."""
    return next((seat for seat, court in enumerate(view["court"]) if court >> person & 1), None)


class Telling(telling.Telling):
    """1655 – Habemus Papam in sentences."""

    # -- things -----------------------------------------------------------------------------------------------------

    def person(self, person: int, form: str = "name") -> str:
        """Somebody's whole `name`, or the `short` one."""
        return self.texts(f"person.{form}.{NAMES[person]}")

    def faction(self, person: int) -> str:
        """Whose man somebody is: a faction's, its leader, or one who came late."""
        if FACTION_OF[person] == NONE:
            return self.texts("faction.late.name")
        form = "leader" if person >= FIRST_LEADER else "name"
        return self.texts(f"faction.{form}.{FACTION_NAMES[FACTION_OF[person]]}")

    def described(self, person: int) -> str:
        """Somebody with his faction and his age."""
        return self.texts("told", name=self.person(person), faction=self.faction(person), age=int(AGES[person]))

    def in_court(self, view: View, person: int) -> str:
        """The same, and in whose court he is."""
        owner = owner_of(view, person)
        if owner is None:
            return self.described(person)
        fields = {"name": self.person(person), "faction": self.faction(person), "age": int(AGES[person])}
        return self.texts("told_of", owner=self.who(owner), **fields)

    def politics(self, card: int) -> str:
        """A card of the politics deck, as the object of a sentence."""
        if card >= FIRST_LATE_CARD:
            return self.described(FIRST_LATE + card - FIRST_LATE_CARD)
        return self.texts(f"politics.the.{POLITICS_NAMES[card]}")

    def action(self, card: int) -> str:
        """A card of the action deck, as the object of a sentence."""
        if card >= ACTIONS:
            return self.described(FIRST_LEADER + card - ACTIONS)
        return self.texts(f"action.a.{ACTION_NAMES[card]}")

    def order(self, order: int, form: str = "name") -> str:
        """An order by its `name`, or what it `asks` and brings."""
        return self.texts(f"order.{form}.{ORDER_NAMES[order]}")

    def gold(self, gold: int) -> str:
        return self.texts("gold", n=gold)

    def gem_list(self, bag: int) -> list[str]:
        """A bag of gems, kind by kind."""
        return [self.texts(f"gem.{GEM_NAMES[gem]}", n=int(how_many(bag, gem))) for gem in kinds(bag)]

    def gems(self, bag: int) -> str:
        """A bag of gems in words."""
        return self.texts.listed(self.gem_list(bag)) or self.texts("nothing")

    def bid(self, bid: int) -> str:
        """The gems of a bid in words, by its number."""
        return self.gems(int(BIDS[bid]))

    def camerlengo_brings(self, gems: int) -> str:
        """What the Camerlengo card brings: these gems, and a piece of gold."""
        return self.texts.listed([*self.gem_list(gems), self.gold(1)])

    def things(self, told: Iterable[tuple[int, str]]) -> str:
        """What several seats have, one after the other."""
        return self.texts("between").join(
            self.texts("seat_thing", who=self.who(seat), thing=thing) for seat, thing in told
        )

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        key, fields = ask.step, self._prompt_fields(view, ask)
        only = len(ask.choices) == 1
        if ask.step == "drop_order" and only:
            key = "drop_order_same"
        elif ask.step in ("bidding", "bid_last") and only:
            key = f"{ask.step}_none"
        elif ask.step == "bidding" and view["played"][ask.seat] == TWICE:
            key = "bidding_twice"
        elif ask.step == "take" and only:
            key = "take_only"
        elif ask.step == "take" and fields["n"] == 1:
            key = "take_first"
        elif ask.step == "exclude" and view["italian"]:
            key = "exclude_may"
        return sentence(self.texts(f"prompt.{key}", **fields))

    def _prompt_fields(self, view: View, ask: Ask) -> dict[str, Any]:
        """What the sentence of a prompt needs to know."""
        match ask.step:
            case "swap_with":
                return {"person": self.person(view["swapping"])}
            case "bid_last":
                return {"bids": sentence(self.things((seat, self.bid(bid)) for seat, bid in self.open_bids(view)))}
            case "take":
                return {"n": view["taken"] + 1}
        return {}

    def open_bids(self, view: View) -> list[tuple[int, int]]:
        """The bids that are open now, by seat: gems, or the three rubies of a card."""
        found = []
        for seat in range(view.seats):
            if view["played"][seat] == RUBIES:
                found.append((seat, int(THREE_RUBIES)))
            elif view["bids"][seat] != NONE:
                found.append((seat, int(view["bids"][seat])))
        return found

    def label(self, view: View, choice: Choice) -> str:
        code = choice.code
        if code in PLAIN:
            return self.texts(PLAIN[code])
        for first, word in OF_A_PERSON.items():
            if first <= code < first + len(NAMES):
                return self.texts(f"label.{word}", person=self.in_court(view, code - first))
        if code < codes.ORDER:
            return self.texts("label.camerlengo_is", who=self.who(code - codes.CAMERLENGO_IS))
        if code < codes.SMOKE:
            return self.texts("label.order", order=self.order(code - codes.ORDER))
        if code < codes.TURN_POLITICS:
            return self.texts("label.turn", card=self.described(code - codes.TURN_CARDINAL))
        if code < codes.TURN_ACTION:
            return self.texts("label.turn", card=self.politics(code - codes.TURN_POLITICS))
        if code < codes.DROP:
            return self.texts("label.turn", card=self.action(code - codes.TURN_ACTION))
        if code < codes.REFUSE:
            order = code - codes.DROP
            return self.texts("label.drop", order=self.order(order), asks=self.order(order, "asks"))
        if code < codes.BRIBE:
            card = code - codes.PLACE
            return self.texts(
                "label.place", card=self.action(card), does=self.texts(f"action.does.{ACTION_NAMES[card]}")
            )
        if code < codes.TAKE_CARDINAL:
            bid = code - codes.BID
            return self.texts("label.bid", gems=self.bid(bid)) if bid else self.texts("label.bid_nothing")
        if code < codes.EXCLUDE:
            return self._take(view, code)
        return self.texts("label.strike", person=self.in_court(view, int(oldest(view["court"][code - codes.STRIKE]))))

    def _take(self, view: View, code: int) -> str:
        """Taking a card, and what it brings to whoever takes it now."""
        if code == codes.TAKE_CAMERLENGO:
            brings = int(camerlengo_gems(view["bank"]))
            return self.texts("label.take.camerlengo", things=self.camerlengo_brings(brings))
        if code >= codes.TAKE_ACTION:
            card = code - codes.TAKE_ACTION
            if card >= ACTIONS:
                return self.texts("label.take.person", person=self.action(card))
            return self.texts(
                "label.take.action", card=self.action(card), does=self.texts(f"action.does.{ACTION_NAMES[card]}")
            )
        if code < codes.TAKE_POLITICS:
            return self.texts("label.take.person", person=self.described(code - codes.TAKE_CARDINAL))
        card = code - codes.TAKE_POLITICS
        if card >= FIRST_LATE_CARD:
            return self.texts("label.take.person", person=self.politics(card))
        if card > FELIPE:
            return self.texts("label.take.death" if card == DEATH else "label.take.squadrone")
        return self._favour(view, card)

    def _favour(self, view: View, card: int) -> str:
        """Taking Mazarin, Louis or Felipe: what one more of them changes."""
        seat = view["ranking"][view["taken"]] if view["taken"] < len(view["ranking"]) else None
        n = 0 if seat is None else int(how_many(view["favours"][seat], card))
        if card == MAZARIN:
            return self.texts("label.take.mazarin", before=int(RATE[n]), after=int(RATE[n + 1]))
        if card == LOUIS:
            before, after = (self.texts("votes", n=int(LOUIS_VOTES[m])) for m in (n, n + 1))
            return self.texts("label.take.louis", before=before, after=after)
        key = "label.take.felipe_second" if n == 1 else "label.take.felipe"
        return self.texts(key, before=int(FELIPE_GOLD[n]), after=self.gold(int(FELIPE_GOLD[n + 1])))

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

    def event(self, event: Event) -> str:
        match event:
            case events.RoundBegan(number):
                return self.texts("event.RoundBegan", n=number)
            case events.SmokeRose(white):
                return self.texts(f"event.SmokeRose.{'white' if white else 'black'}")
            case events.TurnedUpCardinal(person):
                return self.texts("event.TurnedUpCardinal", card=self.described(person))
            case events.TurnedUpPolitics(card):
                return self.texts("event.TurnedUpPolitics", card=self.politics(card))
            case events.TurnedUpAction(card):
                return self.texts("event.TurnedUpAction", card=self.action(card))
            case events.GotOrder(seat, None) | events.DroppedOrder(seat, None):
                return self.said(f"event.{event.name}.covered", seat)
            case events.GotOrder(seat, int(order)) | events.DroppedOrder(seat, int(order)):
                fields = {"order": self.order(order), "asks": self.order(order, "asks")}
                return self.said(f"event.{event.name}.seen", seat, **fields)
            case events.Income(seat, gold):
                return self.said("event.Income", seat, gold=self.gold(gold))
            case events.BidsRevealed(bids):
                told = [(seat, self.bid(bid)) for seat, bid in enumerate(bids) if bid != NONE]
                return self.texts("event.BidsRevealed", bids=sentence(self.things(told)))
            case events.Ranked(order, worth):
                places = [self.texts("with_worth", who=self.who(seat), bid=self.bid(worth[seat])) for seat in order]
                return self.texts("event.Ranked", order=", ".join(places))
            case events.Cleared(cardinals, politics, actions):
                return self.texts("event.Cleared", cards=self.texts.listed(self._left(cardinals, politics, actions)))
            case events.NobodyDied():
                return self.texts("event.NobodyDied")
            case events.Counted(orders, scores):
                shown = self.things((seat, self.order(order)) for seat, order in enumerate(orders))
                votes = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(scores)]
                return self.texts("event.Counted", orders=shown, scores=self.texts.listed(votes))
            case TookBack(seat):
                return self.said("event.TookBack", seat)
        return self._deed(event)

    def _left(self, cardinals: int, politics: int, actions: int) -> list[str]:
        """The cards that nobody took."""
        told = [self.described(int(person)) for person in members(cardinals)]
        return [*told, *map(self.politics, each(politics)), *map(self.action, each(actions))]

    def _deed(self, event: Event) -> str:
        """What a player did, perhaps to another."""
        match event:
            case events.ActionsRevealed(cards):
                placed = [(seat, self.action(card)) for seat, card in enumerate(cards) if card != NONE]
                return self.texts("event.ActionsRevealed", cards=sentence(self.things(placed)))
            case events.Stole(seat, victim, gold):
                key = f"event.Stole.{'some' if gold else 'nothing'}"
                return self._against(key, seat, victim, **({"gold": self.gold(gold)} if gold else {}))
            case events.CardWentBack(seat, card) | events.TookAction(seat, card):
                return self.said(f"event.{event.name}", seat, card=self.action(card))
            case events.Bribed(seat, victim, person) | events.Excluded(seat, victim, person):
                return self._against(f"event.{event.name}", seat, victim, person=self.person(person))
            case events.Swapped(seat, first, second, one, other):
                people = {"first": self.person(first), "second": self.person(second)}
                return self.said("event.Swapped", seat, one=self.who(one), other=self.who(other), **people)
            case events.TookCardinal(seat, person):
                return self.said("event.TookCardinal", seat, card=self.described(person))
            case events.TookPolitics(seat, card):
                return self.said("event.TookPolitics", seat, card=self.politics(card))
            case events.TookCamerlengo(seat, gems):
                return self.said("event.TookCamerlengo", seat, things=self.camerlengo_brings(gems))
            case events.Died(_, victim, person) if victim == self.reader:
                return self.texts("event.Died.yours", person=self.person(person))
            case events.Died(_, victim, person):
                return self.texts("event.Died.theirs", person=self.person(person), victim=self.who(victim))
            case (
                events.BecameCamerlengo(seat)
                | events.TenGold(seat)
                | events.DidNotSwap(seat)
                | events.FoundNothing(seat)
                | events.Spared(seat)
                | events.PaidSquadrone(seat)
                | events.SquadroneGone(seat)
            ):
                return self.said(f"event.{event.name}", seat)
        raise core_texts.MissingText(f"1655 – Habemus Papam has no sentence for {event!r}")

    def _against(self, key: str, seat: int, victim: int, **fields: object) -> str:
        """A sentence about what a seat does to another, who may be the reader."""
        if self.reader == victim:
            return sentence(self.texts(f"{key}.against_you", who=self.name(seat), **fields))
        return self.said(key, seat, victim=self.who(victim), **fields)

    # -- the count --------------------------------------------------------------------------------------------------

    def part(self, line: CountLine) -> str:
        """All parts of the count are votes, and each is one line."""
        return self.texts("count.votes")

    def tally(self, tally: Tally) -> str:
        facts, reason = tally.facts, tally.reason
        match reason:
            case "order" | "order_missed":
                return self.texts(f"count.reason.{reason}", order=self.order(facts["order"]))
            case "people" if facts["leaders"]:
                return self.texts("count.reason.people_leaders", all=facts["n"], n=facts["leaders"])
            case "people" | "louis" if facts["n"]:
                return self.texts(f"count.reason.{reason}", n=facts["n"])
            case "gold":
                return self._gold_line(facts["gold"], facts["gems"], facts["felipes"], facts["all"], facts["mazarins"])
            case "pairs" if facts["n"]:
                return self.texts(
                    "count.reason.pairs", friends=self.texts("between").join(self._friends(facts["friends"]))
                )
            case "squadrone":
                return self.texts("count.reason.squadrone")
        return self.texts("count.reason.none")

    def _gold_line(self, gold: int, gems: int, felipes: int, together: int, mazarins: int) -> str:
        """Where the gold comes from, and what a vote costs."""
        parts = [self.gold(gold)]
        if gems:
            parts.append(self.texts("gems", n=gems))
        if felipes:
            paid = self.gold(int(FELIPE_GOLD[felipes]))
            parts.append(self.texts("count.reason.felipes", n=felipes, gold=paid))
        fields = {
            "all": self.gold(together),
            "rate": int(RATE[mazarins]),
            "mazarins": self.texts("count.reason.mazarins", n=mazarins)
            if mazarins
            else self.texts("count.reason.no_mazarin"),
        }
        if len(parts) == 1:
            return self.texts("count.reason.gold", **fields)
        return self.texts("count.reason.gold_sum", parts=self.texts.listed(parts), **fields)

    def _friends(self, friends: int) -> list[str]:
        """Old friends in one court, by their bits in the count."""
        told = []
        for number in members(friends):
            if number < len(PAIRS):
                pair = [self.person(int(person), "short") for person in members(PAIRS[number])]
                told.append(self.texts.listed(pair))
            else:
                who, key = (BARBERINI, "barberini") if number == len(PAIRS) else (SACCHETTI, "sacchetti")
                told.append(self.texts(f"count.reason.{key}", person=self.person(who, "short")))
        return told

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        best = max(scores)
        tied = [seat for seat, votes in enumerate(scores) if votes == best]
        if len(tied) < 2:
            return None
        for person in map(int, BY_AGE):
            owner = owner_of(view, person)
            if owner in tied:
                fields = {"person": self.person(person), "age": int(AGES[person]), "owner": self.who(owner)}
                return self.texts("count.tie", **fields)
        return self.texts("count.tie_shared")
