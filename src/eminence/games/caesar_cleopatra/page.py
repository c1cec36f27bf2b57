"""How Caesar & Cleopatra looks in the browser: what the templates in `look` draw, from a View, an Ask and events only.

Five columns stand between the two courts, one for each group of patricians: above each what the other side has beside
it, below it what the reader has. A card of the hand is picked, and each column then offers to lay it there, face down
or face up; everything else that may be chosen is a button where it lies. What may not be chosen says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from eminence.core.ask import Ask
from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.page_kit import Button, TablePage
from eminence.core.showing import Lately
from eminence.core.texts import Texts
from eminence.core.texts.telling import Telling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes, events, knowledge, page_compose, page_court, page_vote
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.cards import cards_at
from eminence.games.caesar_cleopatra.page_parts import Card, Part
from eminence.games.caesar_cleopatra.telling import sum_of

LAYING: Final = ("act", "second_up")
TARGETS: Final = {"scout": codes.REVEAL, "wrath": codes.SMITE}
"""The steps at which a group is chosen, and the first of their codes."""


class Side(NamedTuple):
    """What one side has beside a group."""

    seat: int
    cards: tuple[Card, ...]
    sum: str
    won: int
    told: str
    just_won: bool
    strikes: tuple[tuple[Card, Button], ...] = ()
    """While a Coup is asked for: the open cards, each a button; and one for what is covered, which is safe."""


class Column(NamedTuple):
    """A group of patricians, between the two sides."""

    t: Texts
    group: int
    name: str
    what: str  # its sheet
    told: str
    vote: str  # where its vote card is: `to_come`, `turned_up`, or nothing once it has left the game
    left: int
    gone: int
    far: Side
    near: Side
    counts: tuple[str, str]  # the own cards and all cards there, against their limits
    counts_told: str
    tight: bool  # whether one more card calls for an extraordinary vote
    target: Button | None  # the button that the group itself is, while a group is asked for
    lays: tuple[tuple[int, tuple[tuple[str, Button], ...]], ...]
    """The faces of the hand that may be laid there, each with its buttons: `down` and `up`, as far as offered."""
    blocked: Button | None
    first: bool | None  # for a Castling: whether it may be the first of the two groups, and whether it is so at first
    with_first: tuple[tuple[int, Button], ...]
    """For a Castling: the buttons that make this the second group, by the first."""


class Scene(NamedTuple):
    """The whole table for one reader."""

    t: Texts
    columns: list[Column]
    far: page_court.Court
    near: page_court.Court
    votes: list[page_vote.Vote]
    heaps: list[page_vote.VoteHeap]
    played: tuple[Card, str, str] | None  # an action card that waits for its veto, who played it, and what it does
    composer: page_compose.Composer | None
    passive: Button | None


class Page(TablePage):
    """The table in the browser."""

    LATELY: ClassVar[int] = 60  # enough for all votes since the reader's last move
    PART = Part
    IN_THE_BAR: ClassVar[Sequence[int]] = (codes.NO_ACTION, codes.LET, codes.FORBID)

    def scene(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> Scene:
        columns, courts = Columns(view, ask, telling, lately), page_court.Courts(view, ask, telling)
        votes = page_vote.Votes(view, ask, telling)
        return Scene(
            t=telling.texts,
            columns=[columns.column(group) for group in range(box.GROUPS)],
            far=courts.court(courts.far),
            near=courts.court(courts.near),
            votes=votes.votes(lately.events),
            heaps=votes.heaps(lately.events),
            played=columns.played(),
            composer=page_compose.Composing(view, ask, telling).composer(),
            passive=columns.button(codes.PASSIVE) if codes.PASSIVE in columns.offered else None,
        )


class Columns(Part):
    """The five groups, and what lies beside them."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        self.just = lately.by_others(self.reader)

    def just_laid(self, seat: int, group: int) -> Iterator[int | None]:
        """The faces that a seat has just laid beside a group, or had turned up there; None for what lies face down."""
        for event in self.just:
            match event:
                case events.LaidUp(by, at, face) | events.TurnedUp(by, at, face) if (by, at) == (seat, group):
                    yield face
                case events.LaidDown(by, at, _) if (by, at) == (seat, group):
                    yield None
                case events.Castled(by, first, second, at_first, at_second) if by == seat and group in (first, second):
                    yield from [None] * (at_first if group == first else at_second)

    def played(self) -> tuple[Card, str, str] | None:
        """The action card that was just played."""
        kind, seat = int(self.s.playing), int(self.s.turn)
        if kind == box.NONE:
            return None
        told = self.telling.said("event.Played", seat, card=self.telling.card(kind))
        return self.card(seat, kind), told, self.t(f"page.effect.{box.KIND_NAMES[kind]}")

    def column(self, group: int) -> Column:
        own, others = int(cards_at(self.s, self.near, group)), int(cards_at(self.s, self.far, group))
        left, name = int(self.s.patricians[group]), self.group_name(group)
        to_come = how_many(self.s.vote_pile, group)
        lays = self.lays(group) if self.step in LAYING else ()
        near, far = self.side(self.near, group), self.side(self.far, group)
        counts = {"own": own, "all": own + others, "limit": box.OWN_LIMIT, "full": box.FULL}
        return Column(
            t=self.t,
            group=group,
            name=name,
            what=box.GROUP_NAMES[group],
            told=self.t("page.group", n=left, group=name, sides=f"{near.told}; {far.told}"),
            vote="to_come" if to_come else "turned_up" if how_many(self.s.vote_discards, group) else "",
            left=left,
            gone=int(box.PATRICIANS[group]) - left,
            far=far,
            near=near,
            counts=(f"{own}/{box.OWN_LIMIT}", f"{own + others}/{box.FULL}"),
            counts_told=self.t("page.counts" if self.reader is not None else "page.counts_all", **counts),
            tight=own + others == box.FULL - 1,
            target=self.button(TARGETS[self.step] + group, name) if self.step in TARGETS else None,
            lays=lays,
            blocked=None if lays else self.blocked(group),
            first=self.may_be_first(group),
            with_first=tuple(
                (sum(box.PAIRS[pair]) - group, self.button(codes.CASTLE + pair))
                for pair in self.pairs()
                if group in box.PAIRS[pair]
            ),
        )

    def lays(self, group: int) -> tuple[tuple[int, tuple[tuple[str, Button], ...]], ...]:
        found = []
        for face in kinds(self.s.hand[self.near] & box.INFLUENCE_MASK):
            at = {word: first + group * box.FACES + face for word, first in (("down", codes.DOWN), ("up", codes.UP))}
            buttons = tuple((word, self.button(code)) for word, code in at.items() if code in self.offered)
            if buttons:
                found.append((int(face), buttons))
        return tuple(found)

    def blocked(self, group: int) -> Button | None:
        """What says why nothing can be laid there, while it can be elsewhere."""
        if self.step not in LAYING or not any(code in self.offered for code in range(codes.DOWN, codes.PASSIVE)):
            return None
        told = self.t("page.no_room", beside=self.telling.group(group, "beside"))
        return self.button(codes.UP + group * box.FACES + int(kinds(self.s.hand[self.near])[0]), told)

    def pairs(self) -> list[int]:
        """The pairs of groups that a Castling may choose now."""
        return [code - codes.CASTLE for code in self.offered] if self.step == "castle_pair" else []

    def may_be_first(self, group: int) -> bool | None:
        firsts = [first for pair in self.pairs() for first in box.PAIRS[pair]]
        if group not in firsts:
            return None
        return group == max(dict.fromkeys(firsts), key=lambda first: cards_at(self.s, self.near, first))

    def side(self, seat: int, group: int) -> Side:
        """What a side has beside a group: open cards, then covered ones, with the faces that the reader knows."""
        there = self.telling.beside(self.view, seat, group)
        covered = there.covered or self.known_beside(seat, group, there.hidden)
        hidden = 0 if covered else there.hidden
        cards = [
            self.card(seat, face, f"{seat}{group}u{face}-{there.open[: n + 1].count(face)}")
            for n, face in enumerate(there.open)
        ]
        for n, face_down in enumerate(covered or [None] * hidden):
            cards.append(self.card(seat, face_down, f"{seat}{group}d{n}", covered=True))
        for laid in self.just_laid(seat, group):  # of those that are alike the last ones
            alike = [
                n for n, card in enumerate(cards) if not card.just and (None if card.covered else card.kind) == laid
            ]
            if alike:
                cards[alike[-1]] = cards[alike[-1]]._replace(just=True)
        seen = [*there.open, *covered]
        total = "" if not cards else "?" if not seen else f"{sum_of(seen)} + ?" if hidden else f"{sum_of(seen)}"
        won = int(how_many(self.s.won[seat], group))
        told = self.side_told(seat, seen, hidden, len(covered), won)
        strikes = self.strikes(group, there.open) if seat == self.far and self.step == "coup" else ()
        just_won = any(
            isinstance(event, events.Voted) and (event.seat, event.group) == (seat, group) for event in self.just
        )
        return Side(seat, tuple(cards), total, won, told, just_won, strikes)

    def known_beside(self, seat: int, group: int, lying: int) -> list[int]:
        """What covers nothing for the reader: the other side's covered cards beside a group, if he knows them all."""
        pieces = self.s.known[seat] if self.reader is None else self.s.seen[self.reader]
        for missing, bag, places in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
            there = missing == knowledge.IN and places == knowledge.places_at(group, lying)
            if lying and there and contents(bag) == lying:
                return [int(face) for face in each(bag)]
        return []

    def side_told(self, seat: int, seen: list[int], hidden: int, known: int, won: int) -> str:
        """The same in words."""
        told = []
        if seen:
            told.append(self.t("page.side.seen", cards=self.telling.cards(seen), sum=sum_of(seen)))
        if known:
            told.append(self.t("page.side.known", n=known))
        if hidden:
            told.append(self.t("page.side.hidden", n=hidden))
        cards = ", ".join(told) or self.t("look.nothing")
        return self.t("page.side.told", who=self.telling.who(seat), cards=cards, n=won)

    def strikes(self, group: int, face_up: list[int]) -> tuple[tuple[Card, Button], ...]:
        first = codes.STRIKE + group * box.FACES
        found = [
            (self.card(self.far, face, f"{self.far}{group}u{face}-1"), self.button(first + face))
            for face in dict.fromkeys(face_up)
        ]
        lying = int(self.s.lying[box.side(self.far, group)])
        if lying:
            unseen = next(face for face in range(box.FACES) if face not in face_up)
            safe = self.t("page.safe", n=lying, beside=self.telling.group(group, "beside"))
            found.append((self.card(self.far, None, f"{self.far}{group}d0"), self.button(first + unseen, safe)))
        return tuple(found)


PAGE: Final = Page()
assert box.ORGY == box.GROUPS, "the drawings number the groups from 0 and the orgies after them"
