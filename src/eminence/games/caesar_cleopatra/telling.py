"""Caesar & Cleopatra told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from eminence.core.ask import Ask, Choice
from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import MissingText, sentence, telling
from eminence.core.texts.learning import Thing
from eminence.core.view import View
from eminence.games.caesar_cleopatra import actions, cards, codes, events, knowledge
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.components import FACES, GROUP_NAMES, KIND_NAMES, ORGY, PAIRS, SHUFFLE, VALUE, side
from eminence.games.caesar_cleopatra.notation import FIRST_CODES
from eminence.games.caesar_cleopatra.state import CaesarState


class Beside(NamedTuple):
    """What a side has beside a group, as a view shows it: open faces, covered ones, and how many are hidden."""

    open: list[int]
    covered: list[int]
    hidden: int


def sum_of(faces: Iterable[int]) -> int:
    """What influence cards count together."""
    return sum(int(VALUE[face]) for face in faces)


def sheet_of(kind: int) -> str:
    """On which sheet a kind of card is explained: all numbers are on one."""
    return "influence" if kind < box.PHILOSOPHER else box.KIND_NAMES[kind]


class Telling(telling.Telling):
    """Caesar & Cleopatra in sentences."""

    def known(self, view: View) -> CaesarState:
        s = super().known(view)
        assert isinstance(s, CaesarState)
        return s

    def known_in_hand(self, view: View, seat: int) -> list[int]:
        """What the reader of a view knows for certain to be in a hand that he does not see."""
        if view.seat is None or view.shows("hand", seat):
            return []
        return [int(kind) for kind in each(knowledge.in_hand(self.known(view).seen[view.seat]))]

    def beside(self, view: View, seat: int, group: int) -> Beside:
        """What a seat has beside a group."""
        s = self.known(view)
        face_up = [int(face) for face in each(s.up[side(seat, group)])]
        if view.shows("down", seat):
            return Beside(face_up, [int(face) for face in cards.covered(s, seat, group)], 0)
        return Beside(face_up, [], int(s.lying[side(seat, group)]))

    def sheets(self) -> list[Thing]:
        groups = [self._group_sheet(group) for group in range(box.GROUPS)]
        return [*groups, *super().sheets(), *map(self._action_sheet, range(box.COUP, box.KINDS))]

    def _group_sheet(self, group: int) -> Thing:
        t, name = self.texts, box.GROUP_NAMES[group]
        text = t("group.text", n=int(box.MAJORITY[group]))
        return Thing(name, t(f"count.groups.{name}"), t("group.count", n=int(box.PATRICIANS[group])), text)

    def _action_sheet(self, kind: int) -> Thing:
        t, name = self.texts, box.KIND_NAMES[kind]
        return Thing(
            name, t(f"card.name.{name}"), t("action.count", n=int(box.NUMBER_OF[kind])), t(f"page.effect.{name}")
        )

    def group(self, group: int, form: str = "the") -> str:
        """A group in one of the forms that sentences need: `name`, `the`, `beside`, `to`, or `one` of it."""
        return self.texts(f"group.{form}.{GROUP_NAMES[group]}")

    def card(self, kind: int, form: str = "a") -> str:
        """A card of a side in one of the forms that sentences need: `name`, `a`, `many`, or `the` for actions."""
        return self.texts(f"card.{form}.{KIND_NAMES[kind]}")

    def cards(self, cards: Iterable[int]) -> str:
        """Several cards, one kind after the other, as "a Spy and two Scouts"."""
        kinds = Counter(cards)
        told = (
            self.card(kind) if n == 1 else f"{self.texts(f'number.{n}')} {self.card(kind, 'many')}"
            for kind, n in kinds.items()
        )
        return self.texts.listed([*told]) or self.texts("look.nothing")

    def vote(self, card: int) -> str:
        """A vote card in a word or two."""
        return self.group(card, "name") if card < ORGY else self.texts(f"look.{_sort_of_vote(card)}")

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        s, seat, key = self.known(view), ask.seat, ask.step
        sealed, offered = s.sealed[seat], {choice.code for choice in ask}
        fields: dict[str, Any] = {}
        match ask.step:
            case "order_pile":
                key, fields = key if sealed else "order_pile_top", {"n": len(sealed) + 1}
            case "opening":
                fields = {"beside": self.group(len(sealed), "beside")}
            case "act" if offered == {codes.PASSIVE}:
                key = "act_no_room" if s.hand_influence[seat] else "act_no_influence"
            case "act" if s.acted:
                key = "act_acted"
            case "act" if not cards.any_open(s, seat):
                key = "act_no_room_yet"
            case "late_action" if offered == {codes.NO_ACTION}:
                key = "late_action_none"
            case "veto":
                key = key if codes.FORBID in offered else "veto_none"
                fields = {"who": self.name(1 - seat), "card": self.card(s.playing)}
            case "spy_pick":
                fields = {"cards": self.cards(each(knowledge.in_hand(s.seen[seat])))}  # all of it, just seen
            case "castle":
                face, n = _castled(s, seat)
                first, second = (self.group(group, "to") for group in PAIRS[s.pair])
                fields = {"card": self.card(face, "name"), "cards": self.card(face, "many"), "n": n}
                fields |= {"first": first, "second": second}
            case "turn_up":
                fields = {"beside": self.group(s.group, "beside")}
            case "refill":
                fields = {"n": int(s.owed[seat])}
            case "discard":
                key = "discard_more" if sealed else "discard_acted" if cards.action_to_refill(s) else key
                fields = {"cards": self.cards(code - codes.DROP for code in sealed)}
        return sentence(self.texts(f"prompt.{key}", **fields))

    def label(self, view: View, choice: Choice) -> str:
        s = self.known(view)
        sealed = s.sealed[view.seat] if view.seat is not None else ()
        key = word = choice.kind
        n = choice.code - FIRST_CODES[word]
        fields: dict[str, Any] = {}
        match word:
            case "down" | "up" | "strike":
                fields = {"card": self.card(n % FACES), "beside": self.group(n // FACES, "beside")}
            case "snatch" | "draw" | "drop":
                fields = {"card": self.card(n)}
            case "next" | "play":
                key = "next_top" if word == "next" and not sealed else word
                fields = {"card": self.card(n + FACES, "the")}
            case "lay":
                fields = {"card": self.card(n, "name"), "beside": self.group(len(sealed), "beside")}
            case "scout":
                fields = {"n": int(s.lying[side(1 - s.turn, n)]), "beside": self.group(n, "beside")}
            case "wrath":
                own, others = (int(cards.cards_at(s, seat, n)) for seat in (s.turn, 1 - s.turn))
                fields = {"beside": self.group(n, "beside"), "own": own, "others": others}
            case "castle":
                first, second = (self.group(group) for group in PAIRS[n])
                fields = {"first": first, "second": second}
            case "first":
                return self._first(s, n)
            case "enough":
                key = "enough" if sealed else "drop_nothing"
            case "passive" if cards.action_to_refill(s):
                key = "passive_acted"
            case "vote":
                key = f"vote.{_sort_of_vote(n)}"
                fields = {"group": self.group(n)} if n < ORGY else {}
            case "bonus":
                fields = {"group": self.group(n)}
        return self.texts(f"label.{key}", **fields)

    def _first(self, s: CaesarState, n: int) -> str:
        """So many of the face in question go to the first group of a Castling, the others to the second."""
        face, total = _castled(s, s.turn)
        first, second = (self.group(group, "to") for group in PAIRS[s.pair])
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
            if name == "group":
                found |= {"beside": self.group(fact, "beside"), "group": self.group(fact)}
            else:
                found[name] = self.card(fact, "a" if name == "a_card" else "name")
        return found

    # -- what happened ----------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        if not isinstance(event, (*events.ALL, TookBack)):
            raise MissingText(f"Caesar & Cleopatra has no sentence for {event!r}")
        key, words = f"event.{event.name}", self._words(event)
        match event:
            case events.GotBonus(_, hidden) | events.LaidDown(_, _, hidden):
                key += ".covered" if hidden is None else ".seen"
            case events.Looked(_, hand):
                key += ".covered" if hand is None else ".seen"
                words = {"cards": self.cards(each(hand or 0))}
            case events.Drew(_, is_action, kind) | events.TookUp(_, is_action, kind):
                key += ".seen" if kind is not None else ".action" if is_action else ".influence"
            case events.Discarded(_, dropped):
                key += ".some" if dropped else ".none"
                words = {"cards": self.cards(dropped)}
            case events.Vetoed(_, kind):
                words = {"card": self.card(kind, "the")}
            case events.Castled(_, first, second, n, m):
                words = {"first": self.group(first, "beside"), "second": self.group(second, "beside")}
                words |= {
                    name: self.texts("castled.some" if k else "castled.none", n=k) for name, k in (("n", n), ("m", m))
                }
            case events.VoteCard(card):
                key += f".{_sort_of_vote(card)}"
                words = {"group": self.group(card)} if card < ORGY else {}
            case events.Voted(seat, _, cleopatra, caesar, _):
                own, other = (cleopatra, caesar) if seat == 0 else (caesar, cleopatra)
                key += ".higher" if own > other else ".lower"
                words |= {"own": own, "other": other}
            case events.Postponed(_, cleopatra, caesar, cards):
                key += ".tied" if any(cards) else ".empty"
                words |= {"sums": self._by_seat((cleopatra, caesar))}
            case events.Counted(bonuses, scores):
                told = [
                    self.texts("seat_bonus", who=self.who(seat), group=self.group(group, "name"))
                    for seat, group in enumerate(bonuses)
                ]
                words = {"bonuses": sentence(self.texts.apart(told)), "scores": self._by_seat(scores)}
        if not isinstance(event, events.Deed | TookBack):
            return self.texts(key, **words)
        if self.reader == 1 - event.seat and f"{key}.against_you" in self.texts:
            return sentence(self.texts(f"{key}.against_you", who=self.name(event.seat), **words))
        return self.said(key, event.seat, **words)

    def _words(self, event: Event) -> dict[str, Any]:
        """What the sentence of an event may speak of: its group and its card, where they are known."""
        words = {}
        group, kind = getattr(event, "group", None), getattr(event, "face", getattr(event, "kind", None))
        if group is not None:
            named = {"group": "the", "beside": "beside", "patrician": "one"}
            words = {word: self.group(group, form) for word, form in named.items()}
        if kind is not None:
            words["card"] = self.card(kind)
        return words

    def _by_seat(self, numbers: Sequence[int]) -> str:
        """A number of each seat, as a sentence."""
        told = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(numbers)]
        return sentence(self.texts.apart(told))

    def tally(self, tally: Tally) -> str:
        group = self.group(tally.facts["group"]) if "group" in tally.facts else ""
        return self.texts(f"count.reason.{tally.reason}", n=tally.facts["won"], group=group)

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        if scores[0] != scores[1]:
            return None
        return self.texts("count.tie", patricians=self._by_seat([int(contents(won)) for won in self.known(view).won]))


def _castled(s: CaesarState, seat: int) -> tuple[int, int]:
    """The face that a Castling asks about now, and how many of it there are beside the two groups together."""
    bag = actions.castled(s, seat)
    face = int(kinds(bag)[len(s.sealed[seat])])
    return face, int(how_many(bag, face))


def _sort_of_vote(card: int) -> str:
    """What a vote card is, as the texts call it."""
    return "group" if card < ORGY else "shuffle" if card == SHUFFLE else "orgy"
