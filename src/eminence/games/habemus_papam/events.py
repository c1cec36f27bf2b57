"""What can happen in a game of 1655 – Habemus Papam."""

from collections.abc import Mapping
from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner


class BecameCamerlengo(Event):
    """A player is the Camerlengo from now on."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int


class GotOrder(Event):
    """A player was dealt an order, in secret."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"order": "orders"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
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


class Income(Event):
    """A player's cardinals brought gold, at the black smoke."""

    seat: int
    gold: int


class DroppedOrder(Event):
    """A player gave up an order, unseen."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"order": "dropped"}
    seat: int
    order: int | None


class ActionsRevealed(Event):
    """The action cards placed in this round were turned up: by player, a card or -1."""

    REVEALS: ClassVar[Sees] = everyone
    cards: tuple[int, ...]


class TenGold(Event):
    """A player got ten gold."""

    seat: int


class Stole(Event):
    """A player took gold from another."""

    seat: int
    victim: int
    gold: int


class CardWentBack(Event):
    """A player could not use his action card, and has it again."""

    seat: int
    card: int


class Bribed(Event):
    """A player paid another for one of his cardinals."""

    seat: int
    victim: int
    person: int


class Swapped(Event):
    """A player had two cardinals change places."""

    seat: int
    first: int
    second: int
    owner_of_first: int
    owner_of_second: int


class DidNotSwap(Event):
    """A player used his card for nothing."""

    seat: int


class BidsRevealed(Event):
    """Bids were opened: by player, the number of a bid, or -1 for whoever did not bid now."""

    REVEALS: ClassVar[Sees] = everyone
    bids: tuple[int, ...]


class Ranked(Event):
    """In which order the players take cards, and what their bids were worth, by player."""

    order: tuple[int, ...]
    worth: tuple[int, ...]


class TookCardinal(Event):
    """A player took a cardinal."""

    seat: int
    person: int


class TookPolitics(Event):
    """A player took a card of politics; what follows from it is told next."""

    seat: int
    card: int


class TookAction(Event):
    """A player took an action card, or a leader."""

    seat: int
    card: int


class TookCamerlengo(Event):
    """A player took the Camerlengo card, and got gems: a bag."""

    seat: int
    gems: int


class FoundNothing(Event):
    """Nothing was left for a player to take."""

    seat: int


class Excluded(Event):
    """Felipe excluded a cardinal."""

    seat: int
    victim: int
    person: int


class Spared(Event):
    """A player excluded nobody, though he might have."""

    seat: int


class PaidSquadrone(Event):
    """A player paid for the Squadrone and has its votes."""

    seat: int


class SquadroneGone(Event):
    """Nobody paid for the Squadrone: the card leaves the game."""

    seat: int


class Died(Event):
    """A cardinal or leader of a player died; `seat` is who took the card."""

    seat: int
    victim: int
    person: int


class NobodyDied(Event):
    """There was nobody who could die."""

    seat: int


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


ALL: Final = (
    BecameCamerlengo,
    GotOrder,
    RoundBegan,
    SmokeRose,
    TurnedUpCardinal,
    TurnedUpPolitics,
    TurnedUpAction,
    Income,
    DroppedOrder,
    ActionsRevealed,
    TenGold,
    Stole,
    CardWentBack,
    Bribed,
    Swapped,
    DidNotSwap,
    BidsRevealed,
    Ranked,
    TookCardinal,
    TookPolitics,
    TookAction,
    TookCamerlengo,
    FoundNothing,
    Excluded,
    Spared,
    PaidSquadrone,
    SquadroneGone,
    Died,
    NobodyDied,
    Cleared,
    Counted,
)
