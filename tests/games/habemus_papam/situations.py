"""What is worth looking at in 1655 – Habemus Papam.

Whoever has the first seat is asked, if anybody is. The others have what the question needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from eminence.core.match import Match
from eminence.games.habemus_papam.components import BLACK, WHITE
from tests.games.habemus_papam.refused import FORBIDDEN, UNKNOWN, near_the_end
from tests.games.habemus_papam.tables import GAME, Position, bid, place
from tests.games.playing import play
from tests.games.positions import deal_on
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "UNKNOWN", "near_the_end"]


def first_round() -> Match:
    """A table of three, before anybody has anything."""
    match = GAME.new(3, by_hand=True)
    deal_on(match)
    return match


CROWD = (
    ("Ginetti Retz Azzolini Medici", "felipe mazarin", "DDDRSSAA"),
    ("Chigi Colonna Orsini Este", "louis louis", "DDDSSA"),
    ("Lugo Hessen Harrach Sacchetti", "mazarin mazarin", "DRSAA"),
    ("Bichi Barberini", "felipe", "DDRSA"),
)


def crowded(rulebook: str = "french", **options: Any) -> Position:
    """A table of four in the middle of a game: leaders, friends, Chigi, favours, something behind each screen."""
    position = Position(4, camerlengo=1, rulebook=rulebook, **options).hand(1, "ten").gold(27, 14, 3, 40)
    for seat, (court, favours, gems) in enumerate(CROWD):
        position.court(seat, court).favours(seat, favours).gems(seat, gems)
    return position


def bidding(played: str = "", **options: Any) -> Match:
    return crowded(**options).offer("Sforza louis swap").bidding(played)


def bidding_last() -> Match:
    """The first seat has the last word; two diamonds and a sapphire with an amber lie open, and three rubies count."""
    return bid(bidding("last - rubies -"), "-", "DD", "-", "SA")


def placing() -> Match:
    return crowded().hand(0, "bribe swap last").offer("Sforza louis swap").placing()


def after_placing(card: str, rulebook: str = "french") -> Match:
    """The first seat's action card is turned up; nobody else has played one."""
    return place(crowded(rulebook).hand(0, card).offer("Sforza louis ten").placing(), card, "", "-", "-")


def taking(*first: str, offer: str = "Sforza louis felipe swap", rulebook: str = "french", **options: Any) -> Match:
    """The first seat takes the first card, and may have taken it already."""
    return play(crowded(rulebook, **options).offer(offer).taking(0, 3, 1, 2), *first)


def dropping() -> Match:
    return crowded().offer("Sforza louis swap").set(black_now=True, smoke=BLACK)._at("black_smoke")


def last_card(rulebook: str = "french") -> Match:
    """The last card of all is to be taken."""
    position = crowded(rulebook).offer("Sforza").set(smoke=WHITE)
    for seat, order in enumerate(("four-arms", "spain-urban", "leaders", "felipe-mazarin")):
        position.orders(seat, order)
    return position.taking(0)


POSITIONS: Final[Mapping[str, Situation]] = {
    "first round of three": Situation(first_round, ("bid nothing",)),
    "bidding": Situation(bidding, ("bid DDA",)),
    "bidding, open screens": Situation(lambda: bidding(open_screens=True), ("bid DRS",)),
    "bidding with a double gem": Situation(lambda: bidding("twice - - -"), ("bid SA",)),
    "bidding last": Situation(bidding_last, ("bid R",)),
    "giving up an order": Situation(dropping, ("drop spain-innocent",)),
    "placing a card": Situation(placing, ("place bribe",)),
    "refusing": Situation(placing, ("refuse",)),
    "bribing": Situation(lambda: after_placing("bribe"), ("bribe Lugo",)),
    "no bribe": Situation(lambda: after_placing("bribe", "italian"), ("keep bribe",)),
    "swapping": Situation(lambda: after_placing("swap"), ("swap Lugo", "with Bichi")),
    "no swap": Situation(lambda: after_placing("swap"), ("no swap",)),
    "taking": Situation(taking, ("take Sforza",)),
    "taking the Camerlengo": Situation(taking, ("take camerlengo",)),
    "excluding": Situation(lambda: taking("take felipe"), ("exclude Lugo",)),
    "taking and excluding": Situation(lambda: taking(rulebook="italian"), ("take felipe", "exclude Lugo")),
    "sparing": Situation(lambda: taking("take felipe", rulebook="italian"), ("spare",)),
    "Squadrone": Situation(lambda: taking("take squadrone", offer="Sforza squadrone", rulebook="italian"), ("pay",)),
    "death": Situation(lambda: taking("take death", offer="Sforza death"), ("death 2",)),
    "the last card": Situation(last_card, ("take Sforza",)),
    "over": Situation(lambda: play(last_card("italian"), "take Sforza")),
}
