"""The votes of confidence since the reader last moved, as the page shows them: card after card, with running sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from eminence.core.bags import EACH, contents, each, how_many, kinds
from eminence.core.event import Event
from eminence.core.texts import sentence
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.page_parts import Card, Part, sum_of

MOVES = (events.LaidDown, events.LaidUp, events.Played, events.Vetoed, events.Discarded)
"""What a player does of his own accord."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A card in a vote: it lay open (0), or is turned up as the first, second, … of those that were covered."""

    card: Card
    step: int


@dataclass(frozen=True, slots=True)
class Sum:
    """What a side has from one step of turning cards up, until another; 0 where no other follows."""

    points: int
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class VoteSide:
    """What one side has in a vote."""

    seat: int
    name: str
    cards: tuple[Turned, ...]
    sums: tuple[Sum, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote: who had what, and what came of it, sentence by sentence. Without sides it is an orgy."""

    key: str
    card: int
    """The group, or the orgy."""
    title: str
    sides: tuple[VoteSide, ...]
    verdict: str
    losses: str
    last: int
    """The step after the last card is turned up."""


@dataclass(frozen=True, slots=True)
class VoteHeap:
    """Vote cards in the pile, or turned up: each with its number."""

    title: str
    cards: tuple[tuple[int, int, str], ...]
    last: int | None
    told: str


@dataclass
class _Held:
    """A vote while its events are read."""

    card: int
    extraordinary: bool = False
    turned: list[events.TurnedUp] = field(default_factory=list)
    result: events.Voted | events.Postponed | None = None
    losses: list[Event] = field(default_factory=list)
    opening: Event | None = None


class Votes(Part):
    """The votes that the reader should see."""

    def votes(self, lately: Sequence[Event]) -> tuple[Vote, ...]:
        """The votes and orgies since the reader's last own move; for a spectator, those since anybody's."""
        held: list[_Held] = []
        for event in lately:
            if isinstance(event, MOVES) and (self.reader is None or event.seat == self.reader):
                held = []
            else:
                self._read(event, held)
        return tuple(self._vote(vote) for vote in held if vote.result or vote.card >= len(self.view["patricians"]))

    def heaps(self, lately: Sequence[Event]) -> tuple[VoteHeap, ...]:
        """The vote cards still in the pile, whose order nobody knows, and those turned up since the last shuffle."""
        last = self._last_card(lately)
        found = []
        for title, place in (("to_come", "vote_pile"), ("turned_up", "vote_discards")):
            bag = int(self.view[place])
            cards = tuple((int(card), int(how_many(bag, card)), self.telling.vote(int(card))) for card in kinds(bag))
            here = last if place == "vote_discards" and last is not None and how_many(bag, last) else None
            named = self.texts(f"page.votes.{title}", n=int(contents(bag)))
            told = ", ".join(f"{name} ×{n}" if n > 1 else name for _, n, name in cards) or self.texts("look.nothing")
            found.append(VoteHeap(named, cards, here, told))
        return tuple(found)

    def _last_card(self, lately: Sequence[Event]) -> int | None:
        """The vote card turned up last, as far as it is remembered."""
        cards = [event.card for event in lately if isinstance(event, events.VoteCard)]
        return cards[-1] if cards else None

    def _read(self, event: Event, held: list[_Held]) -> None:
        match event:
            case events.VoteCard(card):
                held.append(_Held(card, opening=event))
            case events.ExtraordinaryVote(group):
                held.append(_Held(group, True, opening=event))
            case events.TurnedUp(_, group, _) if held and held[-1].card == group and held[-1].result is None:
                held[-1].turned.append(event)
            case events.Voted(_, group, _, _, _) | events.Postponed(group, _, _, _):
                if held and held[-1].card == group:  # else the beginning of it is not remembered
                    held[-1].result = event
            case events.Lost() | events.Swept() if held and held[-1].result is not None:
                if held[-1].card == event.group:
                    held[-1].losses.append(event)

    def _vote(self, held: _Held) -> Vote:
        assert held.opening is not None
        title = self.telling.event(held.opening)
        if held.result is None:
            return Vote(f"vote{held.card}", held.card, title, (), "", "", 0)
        bags = held.result.cards
        sort = "extraordinary" if held.extraordinary else "title"
        sides = tuple(self._side(held, seat, int(bags[seat])) for seat in (self.far, self.near))
        return Vote(
            f"vote{held.card}-{bags[0]}-{bags[1]}",
            held.card,
            self.texts(f"page.vote.{sort}", group=self.telling.group(held.card)),
            sides,
            self.telling.event(held.result),
            self._losses(held),
            len(held.turned) + 1,
        )

    def _losses(self, held: _Held) -> str:
        """What is discarded after a vote, of both sides in one sentence; or everything, with the last patrician."""
        told = [self.telling.event(event) for event in held.losses if isinstance(event, events.Swept)]
        lost: dict[int, list[int]] = {}
        for event in held.losses:
            if isinstance(event, events.Lost):
                lost.setdefault(event.seat, []).append(event.face)
        if lost:
            sides = [
                self.texts("page.vote.loss", who=self.telling.who(seat), cards=self.telling.cards(faces))
                for seat, faces in lost.items()
            ]
            told.insert(0, self.texts("page.vote.lost", losses="; ".join(sides)))
        return " ".join(told)

    def _side(self, held: _Held, seat: int, bag: int) -> VoteSide:
        """A side's cards: first those that lay open, then the others in the order in which they are turned up."""
        mine = [(number, event.face) for number, event in enumerate(held.turned, 1) if event.seat == seat]
        lay_open = [int(face) for face in each(bag - sum(int(EACH[face]) for _, face in mine))]
        cards = [Turned(self.card(seat, face), 0) for face in lay_open]
        cards += [Turned(self.card(seat, face), number) for number, face in mine]
        sums = []
        faces = list(lay_open)
        since = 0
        for number, face in mine:
            sums.append(Sum(sum_of(faces), since, number))
            faces.append(face)
            since = number
        sums.append(Sum(sum_of(faces), since, 0))
        name = sentence(self.telling.who(seat))
        told = self.texts("page.vote.side", who=name, cards=self.telling.cards(sorted(faces)), sum=sum_of(faces))
        return VoteSide(seat, name, tuple(cards), tuple(sums), told)
