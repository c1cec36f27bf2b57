"""How 1655 – Habemus Papam looks in a terminal: what is on offer, and nothing shown that a table would not show."""

from itertools import product

from rich.cells import cell_len

from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from tests.games.habemus_papam.tables import Position, bid
from tests.games.terminals import picture, text


def check(match: Match, seat: int | None, *shown: str, hidden: tuple[str, ...] = ()) -> None:
    seen = text(match, seat)
    for words in (*shown, *hidden):
        assert (words in seen) == (words in shown), (seat, words, seen)


OFFERED = {
    "Lugo": "Juan de Lugo (Spain, 71)",
    "death": "Case of Death",
    "Medici": "Carlo de’ Medici (leader, Spain, 59)",
    "swap": "Swap (two cardinals of different courts",
    "Retz": "Jean-François-Paul de Retz (late arrival, 41)",
    "camerlengo": "the Camerlengo: 1 ruby, 1 sapphire, 1 amber and 1 gold",
}


def test_what_is_on_offer_and_in_the_courts_is_named() -> None:
    # What is on offer is named by what one types.
    match = Position().court(1, "Sforza Este").offer("Lugo death Medici swap Retz").taking()
    lines = [line.split(maxsplit=1) for line in picture(match, 0)]
    offered = {line[0]: line[1].strip() for line in lines if len(line) == 2}
    for typed, name in OFFERED.items():
        assert offered[typed] == name or (typed == "swap" and offered[typed].startswith(name))
    assert "on offer: Lugo, death, Retz, swap, Medici, camerlengo" in text(match, 0, low=True)
    for language, seat in product(LANGUAGES, (0, 1, None)):  # narrow terminals too
        assert max(map(cell_len, picture(match, seat, 60, language))) <= 60
    # Courts show arms and ages.
    match = Position().court(1, "Lugo Medici Retz").favours(1, "mazarin mazarin louis").bidding()
    check(match, 0, "The Legate court: Lugo S71, Medici SS59, Retz 41", "favours: 2×Mazarin, Louis XIV")
    assert "Lugo E71, Medici EE59, Retz 41" in text(match, 0, language="fr")


def test_screens_and_orders_are_hidden_until_they_are_open() -> None:
    closed, opened = (
        Position(3, open_screens=shown).gold(11, 22, 33).gems(1, "DDDRR").hand(1, "bribe").bidding()
        for shown in (False, True)
    )
    check(closed, 0, "11 gold", hidden=("22 gold", "33 gold", "actions: Bribe", "DDD RR"))
    check(closed, None, hidden=("11 gold", "22 gold", "actions: "))
    for seat in (0, 2, None):
        check(opened, seat, "11 gold", "22 gold", "33 gold", "DDD RR", "actions: Bribe")
    # Orders are seen by their owner until the end.
    match = Position(3).bidding()
    check(match, 0, "orders: Four factions, Spain and Innocent X")
    assert (text(match, 0).count("2 orders"), text(match, None).count("2 orders")) == (2, 3)
    over = Position(3).orders(0, "france").orders(1, "leaders").orders(2, "four-arms").counted()
    check(over, None, "orders: France", "orders: Leaders", "orders: Four factions", "gold")  # all is turned up


def test_cards_bids_and_the_smoke_are_told() -> None:
    # A placed card is seen face down and a refusal at once.
    match = Position(3).hand(0, "ten").hand(1, "bribe").hand(2, "swap").placing()
    match.choose(1, "place bribe")
    match.choose(2, "refuse")
    check(match, 0, "a card lies face down", "plays no card", hidden=("Bribe",))
    match.choose(0, "place ten")
    check(match, 1, "played: Ten Gold")
    check(Position().court(1, "Lugo").playing("bribe - - -"), 0, "played: Bribe")
    # Bids are shown once they are open.
    check(bid(Position().bidding("last - - -"), "-", "DDA", "", "S"), 0, "bid: DDA", "bid: nothing", "bid: S")
    # The smoke is told.
    check(Position().bidding(), 0, "no smoke yet")
    check(Position(3).counted(), 0, "white smoke: the last round")
