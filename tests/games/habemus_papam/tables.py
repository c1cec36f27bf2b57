"""Tables of 1655 – Habemus Papam as one wants them: set up in the middle of a game, at any of its phases.

People, politics, actions and orders are written by their names in the notation, gems `DRSA`. All matches are dealt by
hand: the dealer's answers are given like any other.
"""

from collections import Counter
from typing import Any, Self, cast

import eminence
from eminence.core.bags import EACH, bag_of, each
from eminence.core.bits import members
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.texts.telling import telling
from eminence.games.habemus_papam import components, notation
from eminence.games.habemus_papam.components import CARDINALS, IN_THE_BOX, NAMES, NONE, WHITE
from eminence.games.habemus_papam.state import PapamState
from eminence.games.habemus_papam.telling import Telling

GAME = eminence.game("habemus_papam")
FIRST_RULES = eminence.game("habemus_papam", 1)
PACKAGE = "eminence.games.habemus_papam"
PERSON = {name: person for person, name in enumerate(NAMES)}
POLITICS = {name: card for card, name in enumerate(notation.POLITICS_TEXTS)}
ACTION = {name: card for card, name in enumerate(notation.ACTION_TEXTS)}
ORDER = {name: order for order, name in enumerate(components.ORDER_NAMES)}
BID = {text: bid for bid, text in enumerate(notation.BID_TEXTS)}
RULEBOOKS = ("french", "italian")
DEALT = ("four-arms spain-innocent", "innocent-urban spain-urban", "france leaders", "felipe-mazarin four-arms")
PHASES = ("clear", "take", "rank", "bid_last", "bidding", "resolve_actions", "place_action", "black_smoke", "reveal")
"""The steps of a round, the last one first."""


def people(names: str) -> int:
    """A set of people: `Lugo Chigi`."""
    return sum(1 << PERSON[name] for name in set(names.split()))


def bag(names: str, kinds: dict[str, int]) -> int:
    return int(bag_of([kinds[name] for name in names.split()]))


def gems(letters: str) -> int:
    """A bag of gems: `DDRA`."""
    return int(bag_of([components.GEM_LETTERS.index(letter) for letter in letters]))


class Position:
    """A position in the second round. Whatever is not named lies in the decks, and the gems in the bank."""

    def __init__(
        self, seats: int = 4, camerlengo: int = 0, rulebook: str = "french", game: Game = GAME, **options: Any
    ) -> None:
        """`game` says by which version of the rules."""
        self.game = game
        self.seats = seats
        self.options = GAME.checked_options({"rulebook": rulebook, **options})
        self.form: dict[str, Any] = GAME.to_json(GAME.start(seats, self.options))
        self.form |= {"round": 2, "camerlengo": camerlengo, "order_count": [2] * seats}
        for seat in range(seats):
            self.orders(seat, DEALT[seat])

    def _drawn(self, name: str) -> tuple[str, int]:
        """A card that leaves its deck: which deck, and the card as it lies there."""
        cardinal = PERSON.get(name, CARDINALS) < CARDINALS
        deck = "cardinals" if cardinal else "politics" if name in POLITICS else "actions"
        card = people(name) if cardinal else bag(name, POLITICS if name in POLITICS else ACTION)
        assert not cardinal or self.form[deck] & card, f"{name} is in two places"
        self.form[deck] -= card
        return deck, card

    def court(self, seat: int, names: str) -> Self:
        """People before a player; they come from their decks."""
        for name in names.split():
            self._drawn(name)
        self.form["court"][seat] |= people(names)
        return self

    def favours(self, seat: int, names: str) -> Self:
        self.form["favours"][seat] += sum(self._drawn(name)[1] for name in names.split())
        return self

    def hand(self, seat: int, names: str) -> Self:
        self.form["hand"][seat] += sum(self._drawn(name)[1] for name in names.split())
        return self

    def gold(self, *pieces: int) -> Self:
        """What each player has, by seat."""
        self.form["gold"] = [*pieces]
        return self

    def gems(self, seat: int, letters: str) -> Self:
        self.form["gems"][seat] = gems(letters)
        return self

    def orders(self, seat: int, names: str) -> Self:
        """The orders of a player; with a single one, the black smoke has risen."""
        self.form["orders"][seat] = bag(names, ORDER)
        self.form["order_count"][seat] = len(names.split())
        return self

    def offer(self, names: str, camerlengo: bool = True) -> Self:
        """The cards on offer, of any deck."""
        for deck, card in map(self._drawn, names.split()):
            self.form[f"offered_{deck}"] += card
        self.form["camerlengo_free"] = camerlengo
        return self

    def turned_up(self, cardinals: int, others: int | None = None) -> Self:
        """So many cards of each deck have been turned up so far; those who are in no court are out of the game."""
        form = self.form
        while CARDINALS - form["cardinals"].bit_count() < cardinals:
            person = form["cardinals"].bit_length() - 1
            form["cardinals"] -= 1 << person
            form["out"] |= 1 << person
        for deck in ("politics", "actions"):
            while 18 - len(each(form[deck])) < (cardinals if others is None else others):
                card = int(EACH[each(form[deck])[-1]])
                form[deck] -= card
                form[f"out_{deck}"] += card
        form["round"] = cardinals + 1
        return self

    def set(self, **fields: Any) -> Self:
        """Set fields of the state as they are."""
        self.form |= fields
        return self

    def revealing(self) -> Match:
        """About to begin the next round."""
        self.form["round"] -= 1
        return self._match(["round"])

    def placing(self) -> Match:
        return self._at("place_action")

    def playing(self, cards: str) -> Match:
        """These action cards, one more than he has of each, are placed: by seat, `-` for none."""
        for seat, card in enumerate(cards.split()):
            self.hand(seat, card.removeprefix("-"))
        return place(self.placing(), *cards.split())

    def bidding(self, played: str = "") -> Match:
        """About to bid; `played` are the action cards of this round by seat, already resolved, `-` for none."""
        cards = [NONE if name == "-" else ACTION[name] for name in played.split()] or [NONE] * self.seats
        self.form["out_actions"] += sum(self._drawn(name)[1] for name in played.split() if name != "-")
        self.form |= {"played": cards, "resolved": self.seats}
        return self._at("bidding")

    def taking(self, *ranking: int) -> Match:
        """About to take cards in this order, or by seat."""
        ranking = ranking or tuple(range(self.seats))
        before = [seat for seat in range(self.seats) if seat not in ranking]
        self.form |= {"ranking": [*before, *ranking], "resolved": self.seats, "taken": len(before)}
        return self._at("take")

    def counted(self) -> Match:
        """At the end: the votes are counted."""
        self.form["smoke"] = WHITE
        return self._match(["round"])

    def _at(self, step: str) -> Match:
        return self._match(["round", *PHASES[: PHASES.index(step) + 1]])

    def _match(self, steps: list[str]) -> Match:
        self._put_the_rest_away()
        match = Match(self.game, self.seats, self.options, by_hand=True, deal=False)
        match._state = self.game.from_json(self.seats, self.options, self.form | {"steps": steps, "asked": NONE})
        assert GAME.components(match._state) == GAME.components(GAME.start(self.seats, self.options))
        match._state.story = match._story
        match._state.go_on()
        match._state.story = None
        return match

    def _put_the_rest_away(self) -> None:
        """Gems that nobody has are in the bank, orders in the box."""
        has = Counter(gem for bag in self.form["gems"] for gem in each(bag))
        rest = [int(IN_THE_BOX[gem]) - has[gem] for gem in range(len(IN_THE_BOX))]
        self.form |= {"diamonds": rest[0], "bank": sum(n * int(EACH[gem]) for gem, n in enumerate(rest) if gem)}
        whole = Counter([0, 0, 1, 2, 3, 4, 5, 6])
        whole -= Counter(int(order) for bag in self.form["orders"] for order in each(bag))
        for seat in range(self.seats):
            if self.form["order_count"][seat] == 1:
                dropped = next(iter(whole.elements()))
                self.form["dropped"][seat] = dropped
                whole -= Counter([dropped])
        self.form["order_box"] = int(bag_of([*whole.elements()]))


# == Playing ==========================================================================================================
def seal(match: Match, *moves: str) -> Match:
    """Give sealed answers, by seat; `-` for whoever is not asked."""
    assert [seat for seat, move in enumerate(moves) if move != "-"] == sorted(match.asks())
    for seat, move in enumerate(moves):
        if move != "-":
            match.choose(seat, move)
    return match


def place(match: Match, *cards: str) -> Match:
    """Place action cards face down, by seat; an empty text refuses, `-` is for whoever has none."""
    return seal(match, *("-" if card == "-" else f"place {card}" if card else "refuse" for card in cards))


def bid(match: Match, *bids: str) -> Match:
    """Bid, by seat: `DDA`; an empty text for no gems at all, `-` for whoever is not asked."""
    return seal(match, *("-" if gems == "-" else f"bid {gems or 'nothing'}" for gems in bids))


# == Looking ==========================================================================================================
def steps(match: Match) -> set[str]:
    """At which steps somebody is asked."""
    return {ask.step for ask in match.asks().values()}


def state(match: Match) -> PapamState:
    return cast(PapamState, match._state)


def names(bits: int) -> str:
    return " ".join(NAMES[person] for person in members(bits))


def court(match: Match, seat: int) -> str:
    """Who is before a player, in the order of the components."""
    return names(match.view(None)["court"][seat])


def favours(match: Match, seat: int) -> str:
    return " ".join(components.POLITICS_NAMES[card] for card in each(match.view(None)["favours"][seat]))


def hand(match: Match, seat: int) -> str:
    return " ".join(components.ACTION_NAMES[card] for card in each(match.view(None)["hand"][seat]))


def gold(match: Match) -> list[int]:
    return [int(pieces) for pieces in match.view(None)["gold"]]


def gems_of(match: Match, seat: int) -> str:
    return notation.gems_text(match.view(None)["gems"][seat])


def bank(match: Match) -> str:
    return notation.gems_text(match.view(None)["bank"])


def _cards(match: Match, people: str, politics: str, actions: str) -> list[str]:
    """The names of cards in three places, one for each deck."""
    view = match.view(None)
    found = [NAMES[person] for person in members(view[people])]
    found += [notation.POLITICS_TEXTS[card] for card in each(view[politics])]
    return found + [notation.ACTION_TEXTS[card] for card in each(view[actions])]


def on_offer(match: Match) -> str:
    found = _cards(match, "offered_cardinals", "offered_politics", "offered_actions")
    return " ".join(found + ["camerlengo"] * match.view(None)["camerlengo_free"])


def out(match: Match) -> str:
    """All cards that are out of the game."""
    return " ".join(_cards(match, "out", "out_politics", "out_actions"))


def ranking(match: Match) -> list[int]:
    return [int(seat) for seat in match.view(None)["ranking"]]


def votes(match: Match, seat: int) -> list[int]:
    """A player's votes in the six parts of the count."""
    return [line.tallies[seat].points for line in match.count()]


def told_to(reader: int | None, language: str = "en") -> Telling:
    """What the game says to a reader."""
    return cast(Telling, telling(GAME, language, reader))
