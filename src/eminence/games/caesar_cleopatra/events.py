"""What can happen in a game of Caesar & Cleopatra."""

from collections.abc import Mapping
from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner


class Deed(Event):
    """What a player did, or what befell him: no event by itself, but what most of them are."""

    seat: int


class Beside(Deed):
    """The same of an influence card beside a group."""

    group: int
    face: int


class GotBonus(Deed):
    """A player got an influence bonus, in secret."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"group": "bonus"}
    REVEALS: ClassVar[Sees] = owner
    group: int | None


class LaidDown(Deed):
    """A player laid influence face down."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"face": "down"}
    group: int
    face: int | None


class LaidUp(Beside):
    """A player laid influence face up."""

    REVEALS: ClassVar[Sees] = everyone


class Played(Deed):
    """A player played an action card."""

    REVEALS: ClassVar[Sees] = everyone
    kind: int


class Vetoed(Deed):
    """A player forbade an action with a veto."""

    REVEALS: ClassVar[Sees] = everyone
    kind: int


class Looked(Deed):
    """A player's spy looked at the other's hand."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"hand": "seen"}
    REVEALS: ClassVar[Sees] = owner
    hand: int | None  # a bag


class Snatched(Deed):
    """A player's spy took a card out of the other's hand."""

    REVEALS: ClassVar[Sees] = everyone
    kind: int


class Castled(Deed):
    """A player redistributed his cards between two groups, face down."""

    REVEALS: ClassVar[Sees] = everyone
    first: int
    second: int
    at_first: int
    at_second: int


class TurnedUp(Beside):
    """A covered card of a player was turned up."""

    REVEALS: ClassVar[Sees] = everyone


class Drew(Deed):
    """A player drew from a shuffled pile."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"kind": "hand"}
    REVEALS: ClassVar[Sees] = owner
    is_action: bool
    kind: int | None


class TookUp(Deed):
    """A player took the top card of the action pile that he ordered."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"kind": "hand"}
    is_action: bool
    kind: int | None


class Discarded(Deed):
    """A passive player discarded cards, perhaps none."""

    REVEALS: ClassVar[Sees] = everyone
    kinds: tuple[int, ...]


class ExtraordinaryVote(Event):
    """Eight cards lie beside a group: it is put to the vote."""

    group: int


class VoteCard(Event):
    """A vote card was turned up: a group, an orgy, or the orgy that orders a reshuffle."""

    REVEALS: ClassVar[Sees] = everyone
    card: int


class VoteCardGone(Event):
    """A vote card was turned up for a group of which no patrician is left: it leaves the game."""

    REVEALS: ClassVar[Sees] = everyone
    group: int


class Postponed(Event):
    """A vote was not decided; the cards stay, face up."""

    group: int
    cleopatra: int
    caesar: int
    cards: tuple[int, int]  # the bags of influence that lay there, of Cleopatra and of Caesar


class Voted(Deed):
    """A player won a patrician."""

    group: int
    cleopatra: int
    caesar: int
    cards: tuple[int, int]  # the bags of influence that lay there, of Cleopatra and of Caesar


class Lost(Beside):
    """An open influence card of a player was discarded."""


class Swept(Event):
    """All influence beside a group was discarded."""

    group: int


class Counted(Event):
    """The bonuses were turned up and the points counted."""

    REVEALS: ClassVar[Sees] = everyone
    bonuses: tuple[int, ...]
    scores: tuple[int, ...]


ALL: Final = (
    *(GotBonus, LaidDown, LaidUp, Played, Vetoed, Looked, Snatched, Castled, TurnedUp, Drew, TookUp, Discarded),
    *(ExtraordinaryVote, VoteCard, VoteCardGone, Postponed, Voted, Lost, Swept, Counted),
)
