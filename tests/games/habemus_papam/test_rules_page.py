"""The rules page of 1655 – Habemus Papam: every ruling pointed to, the whole cast, the cards' names."""

import re

import pytest

from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.games.habemus_papam.components import AGES, PEOPLE, SENIORITY
from tests.games.habemus_papam.tables import ACTION, ORDER, PACKAGE, POLITICS, people, told_to


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_pointed_to_and_four_are_the_rulebooks(language: str) -> None:
    page = RulesPage(PACKAGE, language)
    assert re.findall(r"^\| HP-(\d+) \|", page.paragraph("rulebooks"), re.MULTILINE) == ["1", "2", "3", "4"]
    assert {int(number) for number in re.findall(r"\(HP-(\d+)\)", page.text)} == set(range(1, 25))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_the_whole_cast(language: str) -> None:
    told = told_to(None, language)
    rows = [cells(row) for row in RulesPage(PACKAGE, language).paragraph("components").splitlines() if row[:1] == "|"]
    cast = {row[0]: row[1:] for row in rows if len(row) == 5}
    for person in range(PEOPLE):
        faction, age, rank, pair = cast[told.person(person)]
        assert (faction, int(age), int(rank)) == (told.faction(person), AGES[person], SENIORITY[person])
        pairs = {"A": "Hessen Harrach", "B": "Bichi Grimaldi", "C": "Azzolini Retz", "D": "Colonna Orsini"}
        if pair in pairs:
            assert people(pairs[pair]) >> person & 1
    box = [row for row in rows if len(row) == 3]
    numbers = [re.findall(r"\d+", row[1])[0] for row in box if re.search(r"\d", row[1])]
    assert numbers == ["18", "18", "18", "8", "52", "54"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_the_same_names_on_the_rules_page(language: str) -> None:
    page, texts = RulesPage(PACKAGE, language), Texts(language, PACKAGE)
    actions = [cells(row)[0] for row in page.paragraph("actions").splitlines() if row.startswith("|")]
    assert actions[2:8] == [texts(f"action.name.{name}") for name in list(ACTION)[:6]]
    orders = [cells(row)[0] for row in page.paragraph("count").splitlines() if row.startswith("|")]
    assert orders[2:] == [texts(f"order.name.{name}") for name in ORDER]
    politics = [cells(row)[0] for row in page.paragraph("take").splitlines() if row.startswith("|")]
    assert politics[2:7] == [texts(f"politics.name.{name}") for name in list(POLITICS)[:5]]
