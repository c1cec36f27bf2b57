"""How 1655 – Habemus Papam looks in a terminal: what is on offer, and nothing shown that a table would not show."""

from rich.cells import cell_len

from eminence.core.texts import LANGUAGES
from tests.games.habemus_papam.tables import Position, bid, place
from tests.games.terminals import picture, text


def test_it_fits_a_narrow_terminal_too() -> None:
    match = Position().court(1, "Sforza Medici Retz").offer("Lugo death swap").taking(0, 1, 2, 3)
    for language in LANGUAGES:
        for seat in (0, 1, None):
            assert max(map(cell_len, picture(match, seat, 60, language))) <= 60


def test_what_is_on_offer_and_in_the_courts_is_named() -> None:
    # What is on offer is named by what one types.
    match = Position().offer("Lugo death Medici swap Retz").taking(0, 1, 2, 3)
    lines = [line.split(maxsplit=1) for line in picture(match, 0)]
    offered = {line[0]: line[1].strip() for line in lines if len(line) == 2}
    assert (offered["Lugo"], offered["death"]) == ("Juan de Lugo (Spain, 71)", "Case of Death")
    assert offered["Medici"] == "Carlo de' Medici (leader, Spain, 59)"
    assert offered["swap"].startswith("Swap (two cardinals of different courts")
    assert offered["Retz"] == "Jean-François-Paul de Retz (late arrival, 41)"
    assert offered["camerlengo"] == "the Camerlengo: 1 ruby, 1 sapphire, 1 amber and 1 gold"
    low = text(match, 0, low=True)
    assert "on offer: Lugo, death, Retz, swap, Medici, camerlengo" in low
    # Courts show arms and ages.
    match = Position().court(1, "Lugo Medici Retz").favours(1, "mazarin mazarin louis").bidding()
    assert "The Legate court: Lugo S71, Medici SS59, Retz 41" in text(match, 0)
    assert "favours: 2×Mazarin, Louis XIV" in text(match, 0)
    assert "Lugo E71, Medici EE59, Retz 41" in text(match, 0, language="fr")


def test_screens_and_orders_are_hidden_until_they_are_open() -> None:
    # Screens hide what is behind them unless they are open.
    closed, opened = (
        Position(3, open_screens=shown).gold(11, 22, 33).gems(1, "DDDRR").hand(1, "bribe").bidding()
        for shown in (False, True)
    )
    own = text(closed, 0)
    assert "11 gold" in own
    assert not any(hidden in own for hidden in ("22 gold", "33 gold", "actions: Bribe", "DDD RR"))
    nobody = text(closed, None)
    assert not any(hidden in nobody for hidden in ("11 gold", "22 gold", "actions: "))
    for seat in (0, 2, None):
        seen = text(opened, seat)
        assert all(shown in seen for shown in ("11 gold", "22 gold", "33 gold", "DDD RR", "actions: Bribe"))
    # Orders are seen by their owner until the end.
    match = Position(3).bidding()
    assert "orders: Four factions, Spain and Innocent X" in text(match, 0)
    assert (text(match, 0).count("2 orders"), text(match, None).count("2 orders")) == (2, 3)
    over = Position(3).orders(0, "france").orders(1, "leaders").orders(2, "four-arms").counted()
    for order in ("France", "Leaders", "Four factions"):
        assert f"orders: {order}" in text(over, None)
    assert "gold" in text(over, None), "the count turns everything up"


def test_cards_bids_and_the_smoke_are_told() -> None:
    # A placed card is seen face down and a refusal at once.
    match = Position(3).hand(0, "ten").hand(1, "bribe").hand(2, "swap").placing()
    match.choose(1, "place bribe")
    match.choose(2, "refuse")
    seen = text(match, 0)
    assert "a card lies face down" in seen
    assert "refuses" in seen
    assert "Bribe" not in seen
    match.choose(0, "place ten")
    assert "played: Ten Gold" in text(match, 1)
    # Bids are shown once they are open.
    match = bid(Position().bidding("last - - -"), "-", "DDA", "", "S")
    seen = text(match, 0)
    assert all(shown in seen for shown in ("bid: DDA", "bid: nothing", "bid: S"))
    # The smoke is told.
    assert "no smoke yet" in text(Position().bidding(), 0)
    assert "white smoke: the last round" in text(Position(3).counted(), 0)
    # A card that was turned up is named.
    match = place(Position().court(1, "Lugo").hand(0, "bribe").placing(), "bribe", "-", "-", "-")
    assert "played: Bribe" in text(match, 0)
