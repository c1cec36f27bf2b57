"""The votes of confidence since the reader last moved, as the page shows them: card after card, with running sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from eminence.core.bags import EACH, contents, each, how_many, kinds
from eminence.core.event import Event
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import GROUPS
from eminence.games.caesar_cleopatra.page_parts import Card, Part
from eminence.games.caesar_cleopatra.telling import sum_of

MOVES = (events.LaidDown, events.LaidUp, events.Played, events.Vetoed, events.Discarded)
"""What a player does of his own accord."""


class VoteSide(NamedTuple):
    """What one side has in a vote."""

    seat: int
    told: str
    cards: tuple[tuple[Card, int], ...]
    """Those that lay open (0), then those that are turned up as the first, second, … of all that were covered."""
    sums: tuple[tuple[int, int, int], ...]
    """What they count, since which of these steps, until which; 0 where no other follows."""


class Vote(NamedTuple):
    """A vote: who had what, and what came of it, sentence by sentence. Without sides it is an orgy."""

    card: int  # the group, or the orgy
    title: str
    key: str = ""
    sides: tuple[VoteSide, ...] = ()
    verdict: str = ""
    losses: str = ""
    last: int = 0  # the step after the last card is turned up


class VoteHeap(NamedTuple):
    """Vote cards in the pile, or turned up: each with its number."""

    title: str
    cards: tuple[tuple[int, int, str], ...]
    last: int | None
    told: str


@dataclass
class _Held:
    """A vote while its events are read."""

    card: int
    opening: events.VoteCard | events.ExtraordinaryVote
    turned: list[events.TurnedUp] = field(default_factory=list)
    result: events.Voted | events.Postponed | None = None
    losses: list[Event] = field(default_factory=list)


class Votes(Part):
    """The votes that the reader should see."""

    def votes(self, lately: Sequence[Event]) -> list[Vote]:
        """The votes and orgies since the reader's last own move; for a spectator, those since anybody's."""
        held: list[_Held] = []
        for event in lately:
            if isinstance(event, MOVES) and (self.reader is None or event.seat == self.reader):
                held = []
            else:
                self._read(event, held)
        return [self._vote(vote) for vote in held if vote.result or vote.card >= GROUPS]

    def heaps(self, lately: Sequence[Event]) -> list[VoteHeap]:
        """The vote cards still in the pile, whose order nobody knows, and those turned up since the last shuffle."""
        lying = [event.card for event in lately if isinstance(event, events.VoteCard)][-1:]
        found = []
        for place, bag in (("to_come", self.s.vote_pile), ("turned_up", self.s.vote_discards)):
            cards = tuple((int(card), int(how_many(bag, card)), self.telling.vote(int(card))) for card in kinds(bag))
            last = next((card for card in lying if place == "turned_up" and how_many(bag, card)), None)
            told = ", ".join(f"{name} ×{n}" if n > 1 else name for _, n, name in cards) or self.t("look.nothing")
            found.append(VoteHeap(self.t(f"page.votes.{place}", n=int(contents(bag))), cards, last, told))
        return found

    def _read(self, event: Event, held: list[_Held]) -> None:
        match event:
            case events.VoteCard(card) | events.ExtraordinaryVote(card):
                held.append(_Held(card, event))
            case events.TurnedUp(_, group, _) if held and held[-1].card == group and held[-1].result is None:
                held[-1].turned.append(event)
            case events.Voted(_, group, _, _, _) | events.Postponed(group, _, _, _):
                if held and held[-1].card == group:  # else the beginning of it is not remembered
                    held[-1].result = event
            case events.Lost() | events.Swept() if held and held[-1].result and held[-1].card == event.group:
                held[-1].losses.append(event)

    def _vote(self, held: _Held) -> Vote:
        if held.result is None:
            return Vote(held.card, self.telling.event(held.opening))
        bags = held.result.cards
        sort = "extraordinary" if isinstance(held.opening, events.ExtraordinaryVote) else "title"
        return Vote(
            held.card,
            self.t(f"page.vote.{sort}", group=self.telling.group(held.card)),
            f"vote{held.card}-{bags[0]}-{bags[1]}",
            tuple(self._side(held, seat, bags[seat]) for seat in (self.far, self.near)),
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
                self.t("page.vote.loss", who=self.telling.who(seat), cards=self.telling.cards(faces))
                for seat, faces in lost.items()
            ]
            told.insert(0, self.t("page.vote.lost", losses=self.t.apart(sides)))
        return " ".join(told)

    def _side(self, held: _Held, seat: int, bag: int) -> VoteSide:
        """A side's cards: first those that lay open, then the others in the order in which they are turned up."""
        turned = [(number, event.face) for number, event in enumerate(held.turned, 1) if event.seat == seat]
        faces = [int(face) for face in each(bag - sum(int(EACH[face]) for _, face in turned))]
        steps = [0] * len(faces) + [number for number, _ in turned]
        sums, since = [], 0
        for number, face in turned:
            sums.append((sum_of(faces), since, number))
            faces.append(face)
            since = number
        sums.append((sum_of(faces), since, 0))
        cards = tuple((self.card(seat, face), step) for face, step in zip(faces, steps, strict=True))
        in_words = {"cards": self.telling.cards(sorted(faces)), "sum": sum_of(faces)}
        return VoteSide(seat, self.t("page.vote.side", who=self.who(seat), **in_words), cards, tuple(sums))
