"""The rules of every game: an index, a page to read that begins with a summary and a button, one to look things up."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from eminence.core.game import Game
from eminence.core.texts import LANGUAGES
from eminence.core.texts.page import APART
from eminence.games import all_games
from eminence.server.pages import pictures, rendering
from tests.games.playing import every_game
from tests.server.driving import Server


class Read(HTMLParser):
    """What a page has names for, where its links lead, what can be played there, and how many pictures it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.plays: list[str] = []
        self.pictures = 0
        self.drawn: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.ids += [has["id"]] if "id" in has else []
        self.links += [has["href"]] if tag == "a" else []
        self.plays += [has["value"]] if has.get("name") == "game" else []
        self.pictures += "picture" in has.get("class", "").split()
        self.drawn |= {has["href"][1:]} if tag == "use" else set()


def page(server: Server, path: str, language: str) -> Read:
    with server.client(headers={"accept-language": language}) as client:
        answer = client.get(path)
        assert answer.status_code == 200, path
        return Read(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_page_to_read_and_one_to_look_up_in(server: Server, game: Game, language: str) -> None:
    told = rendering.rules(game, language)
    path, box = f"/rules/{game.id}", f"/rules/{game.id}/components"
    read, found = page(server, path, language), page(server, box, language)
    assert set(read.plays) == {game.id}
    assert {"/rules", f"/new/{game.id}"} <= set(read.links)
    assert {"/rules", path} <= set(found.links)
    for shown in (read, found):
        assert len(set(shown.ids)) == len(shown.ids), "every name once"
        assert shown.drawn <= set(shown.ids), "whatever is drawn is there"
    # Every paragraph is where the links of the table, and those of old, lead; what moved leads on.
    assert set(told.paragraphs) <= set(read.ids)
    assert set(APART) <= set(found.ids)
    assert {f"{box}#{name}" for name in APART} <= set(read.links)
    # A ruling that is named leads to its row.
    codes = re.findall(r"^\| ([A-Z]{2}-\w+) \|", "".join(map(told.paragraph, APART)), re.MULTILINE)
    assert codes
    assert set(codes) <= set(found.ids)
    named = {link.removeprefix(f"{box}#") for link in read.links if link.startswith(f"{box}#")} - set(APART)
    assert {"1", "2"} <= {code.partition("-")[2] for code in named} <= {code.partition("-")[2] for code in codes}


@every_game
def test_pictures_are_those_of_paragraphs_and_their_points(server: Server, game: Game) -> None:
    """None is left over, and a game that brings any has one for each point of its summary."""
    if not (rendering.look_of(game) / "rules.html").is_file():
        assert not page(server, f"/rules/{game.id}", "en").pictures
        return
    macros = vars(rendering.environment().get_template(f"{game.id}/rules.html").module)
    drawn = {name for name in macros if not name.startswith("_")}
    paragraphs = rendering.rules(game, "en").paragraphs
    points = {
        f"{name}_{number}"
        for name, text in paragraphs.items()
        for number in range(1, 1 + len(re.findall(r"^(?:-|\d\.) ", text, re.MULTILINE)))
    }
    assert drawn <= points | set(paragraphs)
    assert {point for point in points if point.startswith("summary_")} <= drawn
    assert {page(server, f"/rules/{game.id}", language).pictures for language in LANGUAGES} == {len(drawn)}


def test_a_game_with_a_palette_and_no_sheet_has_its_pages_in_its_inks() -> None:
    css = rendering.plates_css()
    for package in pictures.engraved():
        own = (files(package) / "look" / "table.css").is_file()
        assert (f'body[data-game="{package.rpartition(".")[2]}"]' in css) != own, package


def test_the_index_leads_to_all_of_them(server: Server) -> None:
    links = page(server, "/rules", "fr").links
    assert {f"/rules/{game.id}" for game in all_games()} <= set(links)
    assert {f"/rules/{game.id}/components" for game in all_games()} <= set(links)
    assert "/rules" in page(server, "/", "fr").links
