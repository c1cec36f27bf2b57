"""1655 – Habemus Papam for people with browsers: tables at each of its questions, and how they are answered.

Whoever has the first seat, Anne, is asked. The others have what the question needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from eminence.core.match import Match
from eminence.games.habemus_papam.components import BLACK, WHITE
from tests.browser.composing import Composer
from tests.browser.people import Person
from tests.games.habemus_papam.tables import Position, play

NAMES: Final = ("Anne", "Gaston", "Marie", "Joseph")


def crowded(rulebook: str = "french", **options: Any) -> Position:
    """A table of four in the middle of a game: leaders, friends, Chigi, favours, something behind each screen."""
    return (
        Position(4, camerlengo=1, rulebook=rulebook, **options)
        .court(0, "Ginetti Retz Azzolini Medici")
        .court(1, "Chigi Colonna Orsini Este")
        .court(2, "Lugo Hessen Harrach Sacchetti")
        .court(3, "Bichi Barberini")
        .favours(0, "felipe mazarin")
        .favours(1, "louis louis")
        .favours(2, "mazarin mazarin")
        .favours(3, "felipe")
        .hand(1, "ten")
        .gems(0, "DDDRSSAA")
        .gems(1, "DDDSSA")
        .gems(2, "DRSAA")
        .gems(3, "DDRSA")
        .gold(27, 14, 3, 40)
    )


def bidding(played: str = "", **options: Any) -> Match:
    return crowded(**options).offer("Sforza louis swap").bidding(played)


def bidding_last() -> Match:
    """Anne has the last word; two diamonds and a sapphire with an amber lie open, and three rubies count."""
    match = bidding("last - rubies -")
    match.choose(1, "bid DD")
    match.choose(3, "bid SA")
    return match


def placing() -> Match:
    return crowded().hand(0, "bribe swap last").offer("Sforza louis swap").placing()


def after_placing(card: str) -> Match:
    """Anne's action card is turned up; nobody else has played one."""
    match = crowded().hand(0, card).offer("Sforza louis ten").placing()
    match.choose(0, f"place {card}")
    match.choose(1, "refuse")
    return match


def taking(*first: str, offer: str = "Sforza louis felipe swap", rulebook: str = "french", **options: Any) -> Match:
    """Anne takes the first card, and may have taken it already."""
    match = crowded(rulebook, **options).offer(offer).taking(0, 3, 1, 2)
    play(match, *first)
    return match


def dropping() -> Match:
    return crowded().offer("Sforza louis swap").set(black_now=True, smoke=BLACK)._at("black_smoke")


def last_card(rulebook: str = "french") -> Match:
    """The last card of all is Anne's to take."""
    position = crowded(rulebook).offer("Sforza").set(smoke=WHITE)
    for seat, order in enumerate(("four-arms", "spain-urban", "leaders", "felipe-mazarin")):
        position.orders(seat, order)
    return position.taking(0)


@dataclass(frozen=True)
class Question:
    """A question of the game, as it is put to Anne: how it comes about, and what she answers."""

    match: Callable[[], Match]
    answers: Sequence[str]


QUESTIONS: Final = {
    "bidding": Question(bidding, ("bid DDA",)),
    "bid_last": Question(bidding_last, ("bid R",)),
    "drop_order": Question(dropping, ("drop spain-innocent",)),
    "place_action": Question(placing, ("place bribe",)),
    "refuse": Question(placing, ("refuse",)),
    "bribe": Question(lambda: after_placing("bribe"), ("bribe Lugo",)),
    "swap": Question(lambda: after_placing("swap"), ("swap Lugo", "with Bichi")),
    "no_swap": Question(lambda: after_placing("swap"), ("no swap",)),
    "take": Question(taking, ("take Sforza",)),
    "camerlengo": Question(taking, ("take camerlengo",)),
    "exclude": Question(lambda: taking("take felipe"), ("exclude Lugo",)),
    "spare": Question(lambda: taking("take felipe", rulebook="italian"), ("spare",)),
    "squadrone": Question(lambda: taking("take squadrone", offer="Sforza squadrone", rulebook="italian"), ("pay",)),
    "death": Question(lambda: taking("take death", offer="Sforza death"), ("death 2",)),
}


# -- how people answer -------------------------------------------------------------------------------------------------


def compose(person: Person, choice: str) -> Composer:
    """Tap gems into the hand until it holds this bid, and those out of it that do not belong there."""
    composer = Composer(person, "bag")
    wanted = [gem for gem in choice.removeprefix("bid ") if gem in "DRSA"]
    hand, purse = composer.box.locator("[data-side]").first, composer.box.locator("[data-side]").last
    for gem in composer.sides()[0]:
        if gem in wanted:
            wanted.remove(gem)
        else:
            person.press(hand.locator(f'[data-face="{gem}"]').first)
    for gem in wanted:
        person.press(purse.locator(f'[data-face="{gem}"]').first)
    return composer


def bid(person: Person, choice: str) -> None:
    """Put a bid together and send it."""
    assert compose(person, choice).send() == [choice]


def answer(person: Person, choice: str) -> None:
    """Tap or click whatever a choice asks for."""
    if choice.startswith("bid"):
        bid(person, choice)
    else:
        person.choose(choice)


# -- what people see ---------------------------------------------------------------------------------------------------

OPENED = """() => [...document.querySelectorAll(".hp-turn .hp-does")].map(
  (turn) => [...turn.querySelectorAll(".hp-bidden .hp-gem:not(.hp-ghost) small")].map((gem) => gem.textContent).join("")
)"""


def opened_bids(person: Person) -> list[str]:
    """The gems that somebody sees beside each player of a round, in the order of the list."""
    found: list[str] = person.page.evaluate(OPENED)
    return found


def explained(composer: Composer) -> str:
    """What the form says of the bid that is in the hand."""
    found = composer.box.locator("[data-answer]:not([hidden])")
    assert found.count() == 1
    return str(found.inner_text())
