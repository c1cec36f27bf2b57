"""The rules page of every game: a paragraph for every step, all rulings, and the same in three languages."""

import re

from eminence.core.game import Game
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of
from tests.games.playing import every_game

RULING = r"\b[A-Z]{2}-(\d+)\b"


def numbers(page: RulesPage) -> list[int]:
    """The numbers at the beginning of the rows of the tables of rulings."""
    text = page.paragraph("rulings") + "\n" + page.paragraph("decisions")
    return [int(number) for number in re.findall(rf"^\| {RULING} \|", text, re.MULTILINE)]


@every_game
def test_the_rules_page_is_whole_and_alike_in_every_language(game: Game) -> None:
    rules = {step.rule for step in game.start(game.seats[0], game.checked_options(None)).book}
    pages = [RulesPage(package_of(game), language) for language in LANGUAGES]
    for page, language in zip(pages, LANGUAGES, strict=True):
        assert Texts(language, package_of(game))("lasts") in page.facts, "as everywhere else"
        assert list(page.paragraphs) == list(pages[0].paragraphs)
        assert rules | {"summary", "example", "aim", "components", "rulings", "decisions"} <= set(page.paragraphs)
        assert all((page.title, page.facts, page.preface))
        assert all(text.startswith("## ") for text in page.paragraphs.values())
        assert "<a " not in page.whole()
        rulings = numbers(page)
        assert rulings == list(range(1, len(rulings) + 1)), "rulings are numbered without a gap"
        assert rulings == numbers(pages[0])
        assert len({prefix for prefix, _ in re.findall(r"\b([A-Z]{2})-(\d+)\b", page.text)}) == 1
        assert {int(number) for number in re.findall(RULING, page.text)} == set(rulings), "what is pointed to is there"
    for name in pages[0].paragraphs:
        marks = (r"\n\|", r"\n- ", r"\n\d\. ")
        shapes = {tuple(len(re.findall(mark, page.paragraph(name))) for mark in marks) for page in pages}
        assert len(shapes) == 1, f"{name}: tables and lists are of the same size"
