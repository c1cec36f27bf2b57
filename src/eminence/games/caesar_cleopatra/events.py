"""What can happen in a game of Caesar & Cleopatra."""

from collections.abc import Mapping
from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner


class GotBonus(Event):
    """A player got an influence bonus, in secret."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"group": "bonus"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    group: int | None


class LaidDown(Event):
    """A player laid influence face down."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"face": "down"}
    seat: int
    group: int
    face: int | None


class LaidUp(Event):
    """A player laid influence face up."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    group: int
    face: int


class Played(Event):
    """A player played an action card."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    kind: int


class Vetoed(Event):
    """A player forbade an action with a veto."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    kind: int


class Looked(Event):
    """A player's spy looked at the other's hand."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"hand": "seen"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    hand: int | None
    """A bag."""


class Snatched(Event):
    """A player's spy took a card out of the other's hand."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    kind: int


class Castled(Event):
    """A player redistributed his cards between two groups, face down."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    first: int
    second: int
    at_first: int
    at_second: int


class TurnedUp(Event):
    """A covered card of a player was turned up."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    group: int
    face: int


class Drew(Event):
    """A player drew from a shuffled pile."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"kind": "hand"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    is_action: bool
    kind: int | None


class TookUp(Event):
    """A player took the top card of the action pile that he ordered."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"kind": "hand"}
    seat: int
    is_action: bool
    kind: int | None


class Discarded(Event):
    """A passive player discarded cards, perhaps none."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
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
    cards: tuple[int, int]
    """The bags of influence that lay there, of Cleopatra and of Caesar."""


class Voted(Event):
    """A player won a patrician."""

    seat: int
    group: int
    cleopatra: int
    caesar: int
    cards: tuple[int, int]
    """The bags of influence that lay there, of Cleopatra and of Caesar."""


class Lost(Event):
    """An open influence card of a player was discarded."""

    seat: int
    group: int
    face: int


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
