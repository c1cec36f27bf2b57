"""What happens in a game of Deal with the Devil, as typed records: for stories, pages and logs.

Goods are told as eight numbers: wood, stone, wheat, glass, marble, indulgences, jesters, coins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner

Goods = tuple[int, ...]


class BoardTurned(Event):
    """Where everybody sits at the board has been drawn."""

    quarters: int
    REVEALS: ClassVar[Sees] = everyone


class InquisitorLies(Event):
    """A red inquisitor lies face down on a place (1 to 3): everybody may read it."""

    place: int
    inquisitor: int
    REVEALS: ClassVar[Sees] = everyone


class GotRole(Event):
    """A seat has opened its chest."""

    seat: int
    role: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"role": "role"}
    REVEALS: ClassVar[Sees] = owner


class RoundBegan(Event):
    """A round begins."""

    round: int


class PhaseBegan(Event):
    """A phase begins."""

    phase: int


class Produced(Event):
    """Goods of the wheel and of buildings."""

    seat: int
    goods: Goods


class Chose(Event):
    """Goods of one's choice."""

    seat: int
    goods: Goods


class Kept(Event):
    """A seat has kept one building (-1: it had none) and laid the others aside."""

    seat: int
    building: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"building": "hand"}


class DealtBuilding(Event):
    """A building is dealt."""

    seat: int
    building: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"building": "hand"}
    REVEALS: ClassVar[Sees] = owner


class DealtEvent(Event):
    """An event is dealt."""

    seat: int
    card: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "events"}
    REVEALS: ClassVar[Sees] = owner


class Passed(Event):
    """A seat has got a building from its neighbour."""

    seat: int
    building: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"building": "hand"}
    REVEALS: ClassVar[Sees] = owner


class Traded(Event):
    """What a seat sold, borrowed, bought and repaid."""

    seat: int
    sold: Goods
    borrowed: int
    bought: Goods
    repaid: int
    REVEALS: ClassVar[Sees] = everyone


class ChestsClosed(Event):
    """All offers are made."""


class ChestCame(Event):
    """A chest lies before a seat: the mark in it, its price, whether it is paid, and the goods in it."""

    seat: int
    which: int
    mark: int | None
    price: int | None
    paid: int | None
    goods: Goods | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"mark": "held", "price": "held", "paid": "held", "goods": "held"}
    REVEALS: ClassVar[Sees] = owner


class AnsweredChest(Event):
    """A seat has closed the chest before it: whether it accepted, and how many of the fragments paid were tainted."""

    seat: int
    accepted: bool | None
    tainted: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"accepted": "chests", "tainted": "chests"}


class ChestCameHome(Event):
    """A seat's own chest is back: with what was offered, or with what was paid."""

    seat: int
    accepted: bool | None
    goods: Goods | None
    souls: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"accepted": "offers", "goods": "offers", "souls": "offers"}
    REVEALS: ClassVar[Sees] = owner


class PlanRevealed(Event):
    """A roof is lifted: event (or -1) and half, buildings used, built and used at once, the courtier; -1 is nothing."""

    seat: int
    card: int
    half: int
    uses: tuple[int, ...]
    builds: tuple[int, ...]
    recruit: int
    REVEALS: ClassVar[Sees] = everyone


class Discarded(Event):
    """Of two events a seat has laid one aside."""

    seat: int
    card: int | None
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "dropped_events"}


class PlayedEvent(Event):
    """A half of an event (1 left, 2 right) is carried out."""

    seat: int
    card: int
    half: int


class UsedBuilding(Event):
    """The action of a building; free, if the Stables bring it."""

    seat: int
    building: int
    free: bool


class Built(Event):
    """A building stands."""

    seat: int
    building: int


class Paid(Event):
    """Goods go to the supply."""

    seat: int
    goods: Goods
    REVEALS: ClassVar[Sees] = everyone


class CouldNotPay(Event):
    """What was planned cannot be paid, or its condition is not met: it is passed over. `what` is the step (1 to 10)."""

    seat: int
    what: int
    REVEALS: ClassVar[Sees] = everyone


class Gained(Event):
    """Goods from the supply by an effect."""

    seat: int
    goods: Goods


class TookCourtier(Event):
    """A courtier comes to court: recruited, or by an effect."""

    seat: int
    courtier: int
    recruited: bool


class GaveUpCourtier(Event):
    """A courtier is given up for an event."""

    seat: int
    courtier: int


class DebtFell(Event):
    """A debt is reduced by an effect."""

    seat: int
    by: int


class Tucked(Event):
    """An action building goes under the Stables."""

    seat: int
    building: int


class Claimed(Event):
    """An achievement (0 to 3 minor, 4 to 7 major), with the courtiers used for it as a set."""

    seat: int
    achievement: int
    courtiers: int
    by_effect: bool


class Upgraded(Event):
    """A minor achievement lies on a production slot."""

    seat: int
    achievement: int
    slot: int


class MinorRemoved(Event):
    """A minor achievement is gone; the slot it lay on is as at first (-1: it lay on none)."""

    seat: int
    achievement: int
    slot: int


class TokenGivenUp(Event):
    """An action token is given up, from the next round on."""

    seat: int


class InterestGrew(Event):
    """The marker's new place, by how much the debt grew, and what it is now."""

    seat: int
    marker: int
    by: int
    debt: int


class Moved(Event):
    """On the reputation track: by how much, and where to."""

    seat: int
    by: int
    to: int


class GotAngels(Event):
    """Angel wings."""

    seat: int
    wings: int


class GotDemons(Event):
    """Demon wings."""

    seat: int
    wings: int


class LostDemons(Event):
    """Demon wings are taken away."""

    seat: int
    wings: int


class GotIndulgence(Event):
    """Three angel wings have become an indulgence, or a building has brought one."""

    seat: int


class GuestCame(Event):
    """Three demon wings have become a Guest."""

    seat: int


class Scored(Event):
    """Points, up or down, during the game."""

    seat: int
    points: int


class Ranked(Event):
    """Who stands highest, and who lowest, on the track: sets of seats, empty where all four are level."""

    highest: int
    lowest: int


class Drifted(Event):
    """Reputation is forgotten: where a marker stands now."""

    seat: int
    to: int


class Voted(Event):
    """All hands are opened: by seat, who is suspected, or -1."""

    votes: tuple[int, ...]
    REVEALS: ClassVar[Sees] = everyone


class Accused(Event):
    """Two votes or more: a realm is interrogated."""

    seat: int
    votes: int


class ProvedInnocence(Event):
    """Three fragments are shown."""

    seat: int
    REVEALS: ClassVar[Sees] = everyone


class Confessed(Event):
    """A realm confesses."""

    seat: int


class BoughtWings(Event):
    """Angel wings are bought."""

    seat: int
    wings: int


class ChestsOpened(Event):
    """The black mass. Four lines: what each chest held (coins that the bribe is worth, goods of it as a heap, pure and
    tainted fragments, who was taken for the devil and for the cultist, or 7): in round 3 by mark, else by seat."""

    by_mark: bool
    chests: tuple[tuple[int, ...], ...]
    REVEALS: ClassVar[Sees] = everyone


class RoleShown(Event):
    """A role comes to light, with the chests that were opened."""

    seat: int
    role: int


class InquisitorBribed(Event):
    """An inquisitor (A, B or C) looks elsewhere for five coins."""

    inquisitor: int


class PotHolds(Event):
    """Bribe coins that stay on the board."""

    coins: int


class InquisitorTurnedUp(Event):
    """An inquisitor is in force from now on."""

    inquisitor: int


class DevilRewarded(Event):
    """What was put into the chest with horns, for so many fragments."""

    fragments: int
    goods: Goods


class CultistRewarded(Event):
    """What was put into the chest with the eye, for so many tainted fragments."""

    fragments: int
    goods: Goods


class GuessesLocked(Event):
    """Two guesses agree: all are laid aside."""


class AccusationAnswered(Event):
    """Two have named the same realm, as the devil or as the cultist: is it true? (Told with the chests that were
    opened, which says already that something came to light.)"""

    seat: int
    cultist: bool
    true: bool


class GuessersRewarded(Event):
    """Coins were put into the chests with these marks (a set)."""

    marks: int
    coins: int


class SoulsScored(Event):
    """The devil's points for so many fragments."""

    seat: int
    fragments: int
    points: int


class GuessScored(Event):
    """A guess (of `guesser`, about `seat`) is counted: who gets how many points."""

    guesser: int
    seat: int
    cultist: bool
    right: bool
    points: int
    to: int


class Appeased(Event):
    """How many fragments a seat showed, how many indulgences it spent, whose penalty it suffers."""

    seat: int
    shown: int
    spent: int
    suffers: tuple[int, ...]
    REVEALS: ClassVar[Sees] = everyone


class Suffered(Event):
    """An inquisitor's penalty is looked at."""

    seat: int
    inquisitor: int


class GaveTribute(Event):
    """Goods are given up to an inquisitor."""

    seat: int
    goods: Goods
    REVEALS: ClassVar[Sees] = everyone


class DebtAdded(Event):
    """A debt that grows by an inquisitor, and what it is now."""

    seat: int
    by: int
    debt: int


class BuildingDestroyed(Event):
    """A building is lost."""

    seat: int
    building: int


class GuestsLeft(Event):
    """After round 3 all Guests go."""


class Shipped(Event):
    """All of a basic good goes along a trade route."""

    seat: int
    kind: int
    points: int
    REVEALS: ClassVar[Sees] = everyone


class Counted(Event):
    """The end: what lay behind the walls, and the points."""

    goods: tuple[Goods, ...]
    souls: tuple[int, ...]
    points: tuple[int, ...]
    REVEALS: ClassVar[Sees] = everyone


ALL: Final[tuple[type[Event], ...]] = (
    BoardTurned, InquisitorLies, GotRole, RoundBegan, PhaseBegan, Produced, Chose, Kept, DealtBuilding, DealtEvent,
    Passed, Traded, ChestsClosed, ChestCame, AnsweredChest, ChestCameHome, PlanRevealed, Discarded, PlayedEvent,
    UsedBuilding, Built, Paid, CouldNotPay, Gained, TookCourtier, GaveUpCourtier, DebtFell, Tucked, Claimed, Upgraded,
    MinorRemoved, TokenGivenUp, InterestGrew, Moved, GotAngels, GotDemons, LostDemons, GotIndulgence, GuestCame, Scored,
    Ranked, Drifted, Voted, Accused, ProvedInnocence, Confessed, BoughtWings, ChestsOpened, RoleShown, InquisitorBribed,
    PotHolds, InquisitorTurnedUp, DevilRewarded, CultistRewarded, GuessesLocked, AccusationAnswered, GuessersRewarded,
    SoulsScored, GuessScored, Appeased, Suffered, GaveTribute, DebtAdded, BuildingDestroyed, GuestsLeft, Shipped,
    Counted,
)  # fmt: skip
