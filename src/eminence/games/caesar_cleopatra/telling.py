"""Caesar & Cleopatra told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from eminence.core import form
from eminence.core import texts as core_texts
from eminence.core.ask import Ask, Choice
from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import sentence, telling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes, events, rules
from eminence.games.caesar_cleopatra.actions import all_at
from eminence.games.caesar_cleopatra.cards import cards_at
from eminence.games.caesar_cleopatra.components import FACES, GROUP_NAMES, GROUPS, KIND_NAMES, ORGY, PAIRS, SHUFFLE
from eminence.games.caesar_cleopatra.knowledge import in_hand
from eminence.games.caesar_cleopatra.state import ALL_ORGIES, VISIBLE, CaesarState

PLAIN: Final = {
    codes.PASSIVE: "label.passive",
    codes.NO_ACTION: "label.no_action",
    codes.LET: "label.let",
    codes.FORBID: "label.forbid",
    codes.LOOK: "label.look",
    codes.TURN_THEM: "label.turn_them",
    codes.FROM_INFLUENCE: "label.from_influence",
    codes.FROM_ACTIONS: "label.from_actions",
}
"""The choices that say all by themselves."""
BESIDE: Final = {codes.DOWN: "down", codes.UP: "up", codes.STRIKE: "strike"}
"""The choices of a face and a group, by their first codes."""
OF_A_CARD: Final = {codes.SNATCH: "snatch", codes.DRAW: "draw", codes.DROP: "drop"}
"""The choices of a kind of card, by their first codes."""


def known(view: View) -> CaesarState:
    """A state with all that a view tells, so that the rules can be asked about it. What is hidden is not in it."""
    s = rules.start(view.seats, False, ALL_ORGIES)
    form.fill(s, view.fields, VISIBLE)
    return s


def known_in_hand(view: View) -> int:
    """What the reader of a view knows to be in the other hand for certain, as a bag."""
    return 0 if view.seat is None else int(in_hand(view["seen"][view.seat]))


def castled(view: View, seat: int) -> tuple[int, int]:
    """The face that a Castling asks about now, and how many of it there are beside the two groups together."""
    s = known(view)
    first, second = PAIRS[s.pair]
    bag = all_at(s, seat, first) + all_at(s, seat, second)
    face = int(kinds(bag)[len(view["sealed"][seat])])
    return face, int(how_many(bag, face))


class Telling(telling.Telling):
    """Caesar & Cleopatra in sentences."""

    # -- things -----------------------------------------------------------------------------------------------------

    def group(self, group: int, form: str = "the") -> str:
        """A group in one of the forms that sentences need: `name`, `the`, `beside`, `to`, or `one` of it."""
        return self.texts(f"group.{form}.{GROUP_NAMES[group]}")

    def card(self, kind: int, form: str = "a") -> str:
        """A card of a side in one of the forms that sentences need: `name`, `a`, `many`, or `the` for actions."""
        return self.texts(f"card.{form}.{KIND_NAMES[kind]}")

    def cards(self, cards: Iterable[int]) -> str:
        """Several cards, one after the other."""
        return self.texts.listed([self.card(kind) for kind in cards]) or self.texts("look.nothing")

    def vote(self, card: int) -> str:
        """A vote card in a word or two."""
        return self.group(card, "name") if card < ORGY else self.texts(f"look.{_sort_of_vote(card)}")

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        key, fields = ask.step, self._prompt_fields(view, ask)
        offered = {choice.code for choice in ask}
        if ask.step == "order_pile" and fields["n"] == 1:
            key = "order_pile_top"
        elif ask.step == "act" and offered == {codes.PASSIVE}:
            key = "act_no_room" if view["hand_influence"][ask.seat] else "act_no_influence"
        elif ask.step == "act" and view["acted"]:
            key = "act_acted"
        elif ask.step == "late_action" and offered == {codes.NO_ACTION}:
            key = "late_action_none"
        elif ask.step == "veto" and codes.FORBID not in offered:
            key = "veto_none"
        elif ask.step == "discard" and fields["cards"]:
            key = "discard_more"
        return sentence(self.texts(f"prompt.{key}", **fields))

    def _prompt_fields(self, view: View, ask: Ask) -> dict[str, Any]:
        """What the sentence of a prompt needs to know."""
        seat = ask.seat
        match ask.step:
            case "order_pile":
                return {"n": len(view["sealed"][seat]) + 1}
            case "opening":
                return {"beside": self.group(len(view["sealed"][seat]), "beside")}
            case "veto":
                return {"who": self.name(1 - seat), "card": self.card(view["playing"])}
            case "spy_pick":
                return {"cards": self.cards(each(known_in_hand(view)))}  # all of it, just seen
            case "castle":
                face, n = castled(view, seat)
                first, second = (self.group(group, "to") for group in PAIRS[view["pair"]])
                named = {"card": self.card(face, "name"), "cards": self.card(face, "many")}
                return {"n": n, "first": first, "second": second, **named}
            case "turn_up":
                return {"beside": self.group(view["group"], "beside")}
            case "refill":
                return {"n": view["owed"][seat]}
            case "discard":
                dropped = [code - codes.DROP for code in view["sealed"][seat]]
                return {"cards": self.cards(dropped) if dropped else ""}
        return {}

    def label(self, view: View, choice: Choice) -> str:
        code = choice.code
        if code in PLAIN:
            return self.texts(PLAIN[code])
        for first, word in BESIDE.items():
            if first <= code < first + GROUPS * FACES:
                group, face = divmod(code - first, FACES)
                return self.texts(f"label.{word}", card=self.card(face), beside=self.group(group, "beside"))
        for first, word in OF_A_CARD.items():
            if first <= code < first + len(KIND_NAMES):
                return self.texts(f"label.{word}", card=self.card(code - first))
        if code < codes.NEXT:
            return self.texts("label.bonus", group=self.group(code - codes.BONUS))
        if code < codes.LAY:
            return self.texts("label.next", card=self.card(code - codes.NEXT + FACES, "the"))
        if code < codes.PLAY:
            beside = self.group(len(_sealed(view)), "beside")
            return self.texts("label.lay", card=self.card(code - codes.LAY, "name"), beside=beside)
        if code < codes.DOWN:
            return self.texts("label.play", card=self.card(code - codes.PLAY + FACES, "the"))
        if codes.CASTLE <= code < codes.TURN_THEM:
            return self._effect(view, code)
        if code == codes.ENOUGH:
            return self.texts("label.enough" if _sealed(view) else "label.drop_nothing")
        card = code - codes.VOTE
        if card < ORGY:
            return self.texts("label.vote.group", group=self.group(card))
        return self.texts(f"label.vote.{_sort_of_vote(card)}")

    def _effect(self, view: View, code: int) -> str:
        """What a Castling, a Scout or the Wrath of the Gods does, for whoever's turn it is."""
        seat = view["turn"]
        if code < codes.FIRST:
            first, second = (self.group(group) for group in PAIRS[code - codes.CASTLE])
            return self.texts("label.castle", first=first, second=second)
        if code < codes.REVEAL:
            return self._first(view, seat, code - codes.FIRST)
        group = code - (codes.REVEAL if code < codes.SMITE else codes.SMITE)
        beside = self.group(group, "beside")
        if code < codes.SMITE:
            return self.texts("label.reveal", n=view["lying"][(1 - seat) * GROUPS + group], beside=beside)
        own, others = (cards_at(known(view), side, group) for side in (seat, 1 - seat))
        return self.texts("label.smite", beside=beside, own=own, others=others)

    def _first(self, view: View, seat: int, n: int) -> str:
        """So many of the face in question go to the first group of a Castling, the others to the second."""
        face, total = castled(view, seat)
        first, second = (self.group(group, "to") for group in PAIRS[view["pair"]])
        if total == 1:
            return self.texts("label.first.single", card=self.card(face, "name"), to=first if n else second)
        cards = self.card(face, "many")
        if n in (0, total):
            return self.texts("label.first.all", cards=cards, to=first if n else second)
        number, all_of_them = (self.texts(f"number.{number}") for number in (n, total))
        some = self.texts("label.first.some", n=n, number=number, total=all_of_them, cards=cards, to=first)
        return sentence(some) + self.texts("label.first.rest", n=total - n, to=second)

    def facts(self, why: Why) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, fact in why.facts.items():
            match name:
                case "card":
                    found[name] = self.card(fact, "name")
                case "a_card":
                    found[name] = self.card(fact, "a")
                case "group":
                    found |= {"beside": self.group(fact, "beside"), "group": self.group(fact)}
        return found

    # -- what happened ----------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        match event:
            case events.GotBonus(seat, None):
                return self.said("event.GotBonus.covered", seat)
            case events.GotBonus(seat, int(group)):
                return self.said("event.GotBonus.seen", seat, group=self.group(group))
            case events.LaidDown(seat, group, None):
                return self.said("event.LaidDown.covered", seat, beside=self.group(group, "beside"))
            case events.LaidDown(seat, group, int(face)):
                return self._beside("event.LaidDown.seen", seat, group, face)
            case events.LaidUp(seat, group, face) | events.TurnedUp(seat, group, face) | events.Lost(seat, group, face):
                return self._beside(f"event.{event.name}", seat, group, face)
            case events.Played(seat, kind):
                return self.said("event.Played", seat, card=self.card(kind))
            case events.Vetoed(seat, kind):
                return self.said("event.Vetoed", seat, card=self.card(kind, "the"))
            case events.Looked(seat, int(hand)):
                return self.said("event.Looked.seen", seat, cards=self.cards(each(hand)))
            case events.Looked(seat, None):
                return self._against("event.Looked.covered", seat)
            case events.Snatched(seat, kind):
                return self._against("event.Snatched", seat, card=self.card(kind))
            case events.Castled(seat, first, second, n, m):
                sides = {"first": self.group(first, "beside"), "second": self.group(second, "beside")}
                return self.said("event.Castled", seat, n=n, m=m, **sides)
            case events.Drew(seat, is_action, None) | events.TookUp(seat, is_action, None):
                return self.said(f"event.{event.name}.{'action' if is_action else 'influence'}", seat)
            case events.Drew(seat, _, int(kind)) | events.TookUp(seat, _, int(kind)):
                return self.said(f"event.{event.name}.seen", seat, card=self.card(kind))
            case events.Discarded(seat, ()):
                return self.said("event.Discarded.none", seat)
            case events.Discarded(seat, dropped):
                return self.said("event.Discarded.some", seat, cards=self.cards(dropped))
            case TookBack(seat):
                return self.said("event.TookBack", seat)
        return self._vote_event(event)

    def _vote_event(self, event: Event) -> str:
        """What happened in a vote, or at the end."""
        match event:
            case events.ExtraordinaryVote(group) | events.Swept(group):
                return self.texts(f"event.{event.name}", beside=self.group(group, "beside"))
            case events.VoteCard(card) if card < ORGY:
                return self.texts("event.VoteCard.group", group=self.group(card))
            case events.VoteCard(card):
                return self.texts(f"event.VoteCard.{_sort_of_vote(card)}")
            case events.VoteCardGone(group):
                return self.texts("event.VoteCardGone", group=self.group(group))
            case events.Postponed(group, cleopatra, caesar, _):
                sums = self._by_seat((cleopatra, caesar))
                return self.texts("event.Postponed", group=self.group(group), sums=sums)
            case events.Voted(seat, group, cleopatra, caesar, _):
                own, other = (cleopatra, caesar) if seat == 0 else (caesar, cleopatra)
                key = "event.Voted.higher" if own > other else "event.Voted.lower"
                return self.said(key, seat, patrician=self.group(group, "one"), own=own, other=other)
            case events.Counted(bonuses, scores):
                told = [
                    self.texts("seat_bonus", who=self.who(seat), group=self.group(group, "name"))
                    for seat, group in enumerate(bonuses)
                ]
                return self.texts("event.Counted", bonuses=", ".join(told), scores=self._by_seat(scores))
        raise core_texts.MissingText(f"Caesar & Cleopatra has no sentence for {event!r}")

    def _beside(self, key: str, seat: int, group: int, face: int) -> str:
        """A sentence about a card of a seat beside a group."""
        return self.said(key, seat, card=self.card(face), beside=self.group(group, "beside"))

    def _against(self, key: str, seat: int, **fields: object) -> str:
        """A sentence about what a seat does to the other, who may be the reader."""
        if self.reader == 1 - seat:
            return sentence(self.texts(f"{key}.against_you", who=self.name(seat), **fields))
        return self.said(key, seat, **fields)

    def _by_seat(self, numbers: Sequence[int]) -> str:
        """A number of each seat."""
        told = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(numbers)]
        return self.texts.listed(told)

    # -- the count --------------------------------------------------------------------------------------------------

    def tally(self, tally: Tally) -> str:
        fields: dict[str, object] = {"n": tally.facts["won"]}
        if "group" in tally.facts:
            fields["group"] = self.group(tally.facts["group"])
        return self.texts(f"count.reason.{tally.reason}", **fields)

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        if scores[0] != scores[1]:
            return None
        return self.texts("count.tie", patricians=self._by_seat([int(contents(won)) for won in view["won"]]))


def _sealed(view: View) -> Sequence[int]:
    """What the reader has answered so far to a question of several parts."""
    return () if view.seat is None else tuple(view["sealed"][view.seat])


def _sort_of_vote(card: int) -> str:
    """The name of an orgy in the texts."""
    return "shuffle" if card == SHUFFLE else "orgy"
