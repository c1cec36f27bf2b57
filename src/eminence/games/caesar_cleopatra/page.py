"""How Caesar & Cleopatra looks in the browser: what the templates in `look` draw, from a View, an Ask and events only.

Five columns stand between the two courts, one for each group of patricians: above each what the other side has beside
it, below it what the reader has. A card of the hand is picked, and each column then offers to lay it there, face down
or face up; everything else that may be chosen is a button where it lies. What may not be chosen says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask
from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.event import Event
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.cards import cards_at
from eminence.games.caesar_cleopatra.components import (
    FACES,
    FULL,
    GROUPS,
    INFLUENCE_MASK,
    KIND_NAMES,
    NONE,
    ORGY,
    OWN_LIMIT,
    PAIRS,
    PATRICIANS,
)
from eminence.games.caesar_cleopatra.knowledge import IN, places_at
from eminence.games.caesar_cleopatra.page_compose import Composer, Composing
from eminence.games.caesar_cleopatra.page_court import Court, Courts
from eminence.games.caesar_cleopatra.page_parts import ANSWER, Button, Card, Part, sum_of
from eminence.games.caesar_cleopatra.page_vote import Vote, VoteHeap, Votes
from eminence.games.caesar_cleopatra.telling import Telling, known

LATELY: Final = 60
"""How many of the last events the page is told: enough for all votes since the reader's last move."""
IN_THE_BAR: Final = (codes.NO_ACTION, codes.LET, codes.FORBID)
"""The choices that have no place on the table: the ask bar draws their buttons."""
LAYING: Final = ("act", "second_up")
TARGETS: Final = {"scout": codes.REVEAL, "wrath": codes.SMITE}
"""The steps at which a group is chosen, and the first of their codes."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one side has beside a group."""

    seat: int
    cards: tuple[Card, ...]
    sum: str
    won: int
    told: str
    strikes: tuple[tuple[Card, Button], ...] = ()
    """While a Coup is asked for: the open cards, each a button; and one for what is covered, which is safe."""


@dataclass(frozen=True, slots=True)
class Laying:
    """Laying a card of the hand beside a group."""

    face: int
    buttons: tuple[tuple[str, Button], ...]
    """Face down and face up, as far as they are offered: what the button shows, and the button."""


@dataclass(frozen=True, slots=True)
class Column:
    """A group of patricians, between the two sides."""

    group: int
    name: str
    told: str
    vote: str
    """Where its vote card is: `to_come`, `turned_up`, or nothing once it has left the game."""
    vote_told: str
    left: int
    gone: int
    far: Side
    near: Side
    counts: tuple[str, str]
    """The own cards and all cards there, against their limits."""
    counts_told: str
    tight: bool
    """Whether one more card calls for an extraordinary vote."""
    target: Button | None
    """The button that the group itself is, while a group is asked for."""
    lays: tuple[Laying, ...]
    blocked: Button | None
    blocked_word: str
    first: bool | None
    """For a Castling: whether it may be the first of the two groups, and whether it is so at first."""
    first_word: str
    with_first: tuple[tuple[int, Button], ...]
    """For a Castling: the buttons that make this the second group, by the first."""
    second_word: str


@dataclass(frozen=True, slots=True)
class Played:
    """An action card that waits for its veto: who played it, and what it does."""

    card: Card
    title: str
    effect: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table for one reader."""

    columns: tuple[Column, ...]
    columns_told: str
    far: Court
    near: Court
    votes: tuple[Vote, ...]
    votes_title: str
    heaps: tuple[VoteHeap, ...]
    played: Played | None
    composer: Composer | None
    passive: Button | None
    passive_word: str


def on_table(code: int) -> bool:
    """Whether the board itself draws the button of this choice."""
    return code not in IN_THE_BAR


def why_not(view: View, code: int, telling: AnyTelling) -> str | None:
    """Why what was tapped on the board may not be chosen."""
    return telling.why_not(view, code)


def scene(view: View, ask: Ask | None, telling: AnyTelling, lately: Sequence[Event]) -> Scene:
    """The table as the reader of the telling sees it, with what he is asked and what happened lately."""
    assert isinstance(telling, Telling)
    return _Table(view, ask, telling).scene(lately)


class _Table(Part):
    """The table, piece by piece."""

    def scene(self, lately: Sequence[Event]) -> Scene:
        courts = Courts(self.view, self.ask, self.telling)
        votes = Votes(self.view, self.ask, self.telling)
        return Scene(
            columns=tuple(self.column(group) for group in range(GROUPS)),
            columns_told=self.texts("page.columns"),
            far=courts.court(self.far),
            near=courts.court(self.near),
            votes=votes.votes(lately),
            votes_title=self.texts("page.vote.label"),
            heaps=votes.heaps(lately),
            played=self.played(),
            composer=Composing(self.view, self.ask, self.telling).composer(),
            passive=self.button(codes.PASSIVE, "") if codes.PASSIVE in self.offered else None,
            passive_word=self.texts("page.word.passive"),
        )

    def played(self) -> Played | None:
        """The action card that was just played."""
        kind, seat = int(self.view["playing"]), int(self.view["turn"])
        if kind == NONE:
            return None
        told = self.telling.said("event.Played", seat, card=self.telling.card(kind))
        return Played(self.card(seat, kind), told, self.texts(f"page.effect.{KIND_NAMES[kind]}"))

    # -- the five columns -------------------------------------------------------------------------------------------

    def column(self, group: int) -> Column:
        view = self.view
        s = known(view)
        own, others = int(cards_at(s, self.near, group)), int(cards_at(s, self.far, group))
        left, vote = int(view["patricians"][group]), self.vote_card(group)
        lays = self.lays(group) if self.step in LAYING else ()
        near, far = self.side(self.near, group), self.side(self.far, group)
        name = self.group_name(group)
        counts = {"own": own, "all": own + others, "limit": OWN_LIMIT, "full": FULL}
        blocked = None
        if self.step in LAYING and not lays and any(code in self.offered for code in range(codes.DOWN, codes.PASSIVE)):
            face = int(kinds(view["hand"][self.near])[0])
            told = self.texts("page.no_room", beside=self.telling.group(group, "beside"))
            blocked = self.button(codes.UP + group * FACES + face, told)
        return Column(
            group=group,
            name=name,
            told=self.texts("page.group", n=left, group=name, sides=f"{near.told}; {far.told}"),
            vote=vote,
            vote_told=self.texts(f"page.ballot.{vote}") if vote else "",
            left=left,
            gone=int(PATRICIANS[group]) - left,
            far=far,
            near=near,
            counts=(f"{own}/{OWN_LIMIT}", f"{own + others}/{FULL}"),
            counts_told=self.texts("page.counts" if self.reader is not None else "page.counts_all", **counts),
            tight=own + others == FULL - 1,
            target=self.target(group, name),
            lays=lays,
            blocked=blocked,
            blocked_word=self.texts("page.word.full" if left else "page.word.won"),
            first=self.may_be_first(group),
            first_word=self.texts("page.word.first"),
            with_first=self.with_first(group),
            second_word=self.texts("page.word.second"),
        )

    def vote_card(self, group: int) -> str:
        """Where the vote card of a group is."""
        if how_many(self.view["vote_pile"], group):
            return "to_come"
        return "turned_up" if how_many(self.view["vote_discards"], group) else ""

    def target(self, group: int, name: str) -> Button | None:
        first = TARGETS.get(self.step)
        return None if first is None else self.button(first + group, name)

    def lays(self, group: int) -> tuple[Laying, ...]:
        found = []
        for face in kinds(self.view["hand"][self.near] & INFLUENCE_MASK):
            buttons = tuple(
                (self.texts(f"page.word.{word}"), self.button(first + group * FACES + face, ""))
                for word, first in (("down", codes.DOWN), ("up", codes.UP))
                if first + group * FACES + face in self.offered
            )
            if buttons:
                found.append(Laying(int(face), buttons))
        return tuple(found)

    def pairs(self) -> list[int]:
        """The pairs of groups that a Castling may choose now."""
        return [code - codes.CASTLE for code in self.offered] if self.step == "castle_pair" else []

    def may_be_first(self, group: int) -> bool | None:
        firsts = [first for pair in self.pairs() for first in PAIRS[pair]]
        if group not in firsts:
            return None
        s = known(self.view)
        return group == max(dict.fromkeys(firsts), key=lambda first: cards_at(s, self.near, first))

    def with_first(self, group: int) -> tuple[tuple[int, Button], ...]:
        return tuple(
            (next(first for first in PAIRS[pair] if first != group), self.button(codes.CASTLE + pair, ""))
            for pair in self.pairs()
            if group in PAIRS[pair]
        )

    def side(self, seat: int, group: int) -> Side:
        """What a side has beside a group: open cards, then covered ones, with the faces that the reader knows."""
        at = seat * GROUPS + group
        lying, down = int(self.view["lying"][at]), self.view["down"][seat]
        face_up = [int(face) for face in each(self.view["up"][at])]
        if down is None:
            covered = known_beside(self.view, seat, group)
        else:
            covered = [down[group] >> 3 * n & 7 for n in range(lying)]
        counts: dict[int, int] = {}
        cards = []
        for face in face_up:
            counts[face] = counts.get(face, 0) + 1
            cards.append(self.card(seat, face, f"{seat}{group}u{face}-{counts[face]}"))
        for n in range(lying):
            face_down = covered[n] if covered else None
            cards.append(self.card(seat, face_down, f"{seat}{group}d{n}", covered=True))
        seen = [*face_up, *covered]
        hidden = lying if not covered else 0
        total = "" if not cards else "?" if not seen else f"{sum_of(seen)} + ?" if hidden else f"{sum_of(seen)}"
        won = int(how_many(self.view["won"][seat], group))
        told = self.side_told(seat, seen, hidden, lying - hidden, won)
        strikes = self.strikes(group, face_up, lying) if seat == self.far and self.step == "coup" else ()
        return Side(seat, tuple(cards), total, won, told, strikes)

    def side_told(self, seat: int, seen: list[int], hidden: int, known: int, won: int) -> str:
        """The same in words."""
        told = []
        if seen:
            told.append(self.texts("page.side.seen", cards=self.telling.cards(seen), sum=sum_of(seen)))
        if known:
            told.append(self.texts("page.side.known", n=known))
        if hidden:
            told.append(self.texts("page.side.hidden", n=hidden))
        if not told:
            told.append(self.texts("look.nothing"))
        return self.texts("page.side.told", who=self.telling.who(seat), cards=", ".join(told), n=won)

    def strikes(self, group: int, face_up: list[int], lying: int) -> tuple[tuple[Card, Button], ...]:
        found = []
        for face in dict.fromkeys(face_up):
            code = codes.STRIKE + group * FACES + face
            found.append((self.card(self.far, face, f"{self.far}{group}u{face}-1"), self.button(code, "")))
        if lying:
            unseen = next(face for face in range(FACES) if face not in face_up)
            safe = self.texts("page.safe", n=lying, beside=self.telling.group(group, "beside"))
            code = codes.STRIKE + group * FACES + unseen
            found.append((self.card(self.far, None, f"{self.far}{group}d0"), self.button(code, safe)))
        return tuple(found)


def known_beside(view: View, seat: int, group: int) -> list[int]:
    """What covers nothing for the reader: the other side's covered cards beside a group, if he knows them all."""
    lying = int(view["lying"][seat * GROUPS + group])
    pieces = view["known"][seat] if view.seat is None else view["seen"][view.seat]
    for missing, bag, places in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        if lying and missing == IN and places == places_at(group, lying) and contents(bag) == lying:
            return [int(face) for face in each(bag)]
    return []


assert ORGY == GROUPS, "the drawings number the groups from 0 and the orgies after them"
assert ANSWER == "answer", "the shell's form"
