"""What is in the box: the table of the rules page, the discs, and where they lie."""

import re

from eminence.core.texts import LANGUAGES
from eminence.core.texts.page import RulesPage
from eminence.games.richelieu import components
from eminence.games.richelieu.components import NONE, REGION_OF, REGIONS, SHIELDS_OF, SYMBOL_OF, SYMBOLS
from tests.games.richelieu.tables import PLACE, bits, deal, discs, places

TABLE = {  # number, cards, double, sword, cross, tower, plain single
    "Bourgogne": (10, 7, 3, 1, 1, 1, 1),
    "Bretagne": (9, 6, 3, 1, 1, 1, 0),
    "Champagne": (9, 6, 3, 1, 1, 1, 0),
    "Normandie": (8, 6, 2, 1, 1, 1, 1),
    "Languedoc": (7, 5, 2, 1, 1, 1, 0),
    "Provence": (7, 5, 2, 1, 1, 1, 0),
    "Anjou": (6, 5, 1, 1, 1, 1, 1),
    "Bourbon": (5, 4, 1, 1, 1, 1, 0),
    "Auvergne": (5, 4, 1, 1, 1, 1, 0),
}


def test_regions_in_the_order_of_the_count_with_their_cards() -> None:
    assert list(REGIONS) == list(TABLE)
    for region, row in enumerate(TABLE.values()):
        cards = [(SHIELDS_OF[card], SYMBOL_OF[card]) for card in range(48) if REGION_OF[card] == region]
        shields, kinds = sum(number for number, _ in cards), [(2, NONE), (1, 9), (1, 10), (1, 11), (1, NONE)]
        # A double card shows no symbol.
        assert (shields, len(cards), *map(cards.count, kinds)) == row, REGIONS[region]
        assert components.SUBJECT_TOTAL[region] == shields
    assert [sum(column) for column in zip(*TABLE.values(), strict=True)] == [66, 48, 18, 9, 9, 9, 3]


def test_the_discs_and_their_spots() -> None:
    # A shield of each region, one of each symbol, and two, which look alike, that bring a marker back.
    assert list(components.DISC_BOX) == [*range(len(REGIONS) + len(SYMBOLS)), 12, 12]
    assert (components.FIRST_SYMBOL, components.MARKER_BACK) == (9, 12)
    # Sets of discs.
    assert discs("BOU sword") == bits([0, 9])
    one, two = discs("tower back"), discs("tower back back")
    assert one != two
    assert (components.without_marker_back(two), components.without_marker_back(one)) == (one, discs("tower"))
    # Spots of the discs.
    spots = "1.5 1.8 2.4 2.9 3.3 3.10 4.2 4.11"
    assert [PLACE[spot] for spot in spots.split()] == list(components.SPOTS)
    at = {place: spot for place, spot in enumerate(components.SPOT_AT) if spot != NONE}
    assert at == {place: spot for spot, place in enumerate(components.SPOTS)}
    # The start.
    for seats in (2, 3, 4):
        view = deal(seats=seats).view(None)
        assert (sorted(view["layout"]), view["ends"]) == (list(range(48)), [0, 11, 12, 23, 24, 35, 36, 47])
        assert (view["disc_spots"], view["in_hand"], view.asked) == (places(spots), [3] * seats, [0])
        assert view["cards"] == view["marks"] == view["lost"] == view["disc_count"] == [0] * seats


def test_the_rules_page_has_these_numbers() -> None:
    for language in LANGUAGES:
        page = RulesPage("eminence.games.richelieu", language)
        lines = [line for line in page.paragraph("components").splitlines() if line.startswith("|")]
        rows = {line.split("|")[1].strip(): line for line in lines}
        for name, numbers in TABLE.items():
            assert tuple(int(cell) for cell in rows[name].split("|") if cell.strip().isdecimal()) == numbers
        for spot in components.SPOTS:
            assert re.search(rf"\b{spot % components.COLUMNS + 1}\b", page.paragraph("preparation"))
