"""What can happen in a game of 1655 – Habemus Papam."""

from collections.abc import Mapping
from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner


class Deed(Event):
    """Something that a player did, or that befell him: no event by itself, but what most of them are."""

    seat: int


class Move(Deed):
    """What a player does of his own accord, by himself."""


class BecameCamerlengo(Deed):
    """A player is the Camerlengo from now on."""

    REVEALS: ClassVar[Sees] = everyone


class GotOrder(Deed):
    """A player was dealt an order, in secret."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"order": "orders"}
    REVEALS: ClassVar[Sees] = owner
    order: int | None


class RoundBegan(Event):
    """A round began."""

    number: int


class SmokeRose(Event):
    """Smoke rose, black or white."""

    REVEALS: ClassVar[Sees] = everyone
    white: bool


class TurnedUpCardinal(Event):
    """A cardinal was turned up."""

    REVEALS: ClassVar[Sees] = everyone
    person: int


class TurnedUpPolitics(Event):
    """A card of politics was turned up."""

    REVEALS: ClassVar[Sees] = everyone
    card: int


class TurnedUpAction(Event):
    """An action card, or a leader, was turned up."""

    REVEALS: ClassVar[Sees] = everyone
    card: int


class Income(Deed):
    """A player's cardinals brought gold, at the black smoke."""

    gold: int


class DroppedOrder(Move):
    """A player gave up an order, unseen."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"order": "dropped"}
    order: int | None


class ActionsRevealed(Event):
    """The action cards placed in this round were turned up: by player, a card or -1."""

    REVEALS: ClassVar[Sees] = everyone
    cards: tuple[int, ...]


class TenGold(Deed):
    """A player got ten gold."""


class Stole(Deed):
    """A player took gold from another."""

    victim: int
    gold: int


class CardWentBack(Deed):
    """A player could not use his action card, and has it again."""

    card: int


class Bribed(Move):
    """A player paid another for one of his cardinals."""

    victim: int
    person: int


class DidNotBribe(Move):
    """A player bribed nobody, though he might have, and has his card again."""


class Swapped(Move):
    """A player had two cardinals change places."""

    first: int
    second: int
    owner_of_first: int
    owner_of_second: int


class DidNotSwap(Move):
    """A player used his card for nothing."""


class BidsRevealed(Event):
    """Bids were opened: by player, the number of a bid, or -1 for whoever did not bid now."""

    REVEALS: ClassVar[Sees] = everyone
    bids: tuple[int, ...]


class Ranked(Event):
    """In which order the players take cards, and what their bids were worth, by player."""

    order: tuple[int, ...]
    worth: tuple[int, ...]


class TookCardinal(Move):
    """A player took a cardinal."""

    person: int


class TookPolitics(Move):
    """A player took a card of politics; what follows from it is told next."""

    card: int


class TookAction(Move):
    """A player took an action card, or a leader."""

    card: int


class TookCamerlengo(Move):
    """A player took the Camerlengo card, and got gems: a bag."""

    gems: int


class FoundNothing(Deed):
    """Nothing was left for a player to take."""


class Excluded(Move):
    """Felipe excluded a cardinal."""

    victim: int
    person: int


class Spared(Move):
    """A player excluded nobody, though he might have."""


class PaidSquadrone(Deed):
    """A player paid for the Squadrone and has its votes."""


class SquadroneGone(Deed):
    """Nobody paid for the Squadrone: the card leaves the game."""


class Died(Deed):
    """A cardinal or leader of a player died; `seat` is who took the card."""

    victim: int
    person: int


class NobodyDied(Deed):
    """There was nobody who could die."""


class Cleared(Event):
    """Cards that nobody took left the game: a set of people, a bag of politics, a bag of actions."""

    cardinals: int
    politics: int
    actions: int


class Counted(Event):
    """The orders were turned up and the votes counted."""

    REVEALS: ClassVar[Sees] = everyone
    orders: tuple[int, ...]
    scores: tuple[int, ...]


ALL: Final = tuple(
    kind
    for kind in vars().values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, Deed, Move)
)
"""Every kind of event."""
