"""The rules page of 1655 – Habemus Papam: every ruling pointed to, the whole cast, the cards' names."""

import re

import pytest

from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.games.habemus_papam.components import AGES, PAIRS, PEOPLE, SENIORITY
from tests.games.habemus_papam.tables import ACTION, ORDER, PACKAGE, POLITICS, told_to


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def first_cells(page: RulesPage, paragraph: str) -> list[str]:
    return [cells(row)[0] for row in page.paragraph(paragraph).splitlines() if row.startswith("|")][2:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_the_cast_and_cards_on_the_rules_page(language: str) -> None:
    told, page, texts = told_to(None, language), RulesPage(PACKAGE, language), Texts(language, PACKAGE)
    # Every ruling is pointed to, and five are the rulebooks'.
    assert re.findall(r"^\| HP-(\w+) \|", page.paragraph("rulebooks"), re.MULTILINE) == ["1", "2", "3", "4a", "4"]
    assert set(re.findall(r"\(HP-(\w+)\)", page.text)) == {"4a", *map(str, range(1, 25))}
    # The whole cast.
    rows = [cells(row) for row in page.paragraph("components").splitlines() if row[:1] == "|"]
    cast = {row[0]: row[1:] for row in rows if len(row) == 5}
    shorts = {told.person(person, "short"): person for person in range(PEOPLE)}
    friends = 0
    for person in range(PEOPLE):
        faction, age, rank, pair = cast[told.person(person)]
        assert (faction, int(age), int(rank)) == (told.faction(person), AGES[person], SENIORITY[person])
        if pair in shorts:
            assert (1 << person | 1 << shorts[pair]) in PAIRS, "whoever is named as an old friend is one"
            friends += 1
    assert friends == 2 * len(PAIRS)
    box = [row for row in rows if len(row) == 3]
    numbers = [re.findall(r"\d+", row[1])[0] for row in box if re.search(r"\d", row[1])]
    assert numbers == ["18", "18", "18", "8", "52", "54"]
    # Cards have their names, and the short ones stand beside the printed ones.
    assert first_cells(page, "cards") == [texts(f"action.name.{name}") for name in list(ACTION)[:6]]
    assert first_cells(page, "actions")[:6] == [texts(f"action.name.{name}") for name in list(ACTION)[:6]]
    assert first_cells(page, "count") == [texts(f"order.name.{name}") for name in ORDER]
    assert first_cells(page, "take")[:5] == [texts(f"politics.name.{name}") for name in list(POLITICS)[:5]]
