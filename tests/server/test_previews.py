"""What chat programs show of our links: read back as they read it, by strangers who bring no cookie and follow nothing
but what a page says of itself; and that it gives nothing away that the link is not for."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import eminence
from eminence.core.lesson import lesson_of
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import package_of
from eminence.games import all_games
from eminence.server.pages import (
    app,
    check,
    forecast,
    front,
    gathering,
    lessons,
    pictures,
    preview,
    rendering,
    rules,
    table,
)
from eminence.server.storage import people
from tests.server.driving import Server, running

HOUSE = Path(eminence.__file__).parent / "server" / "look"
MOST_BYTES = 40 * 1024
"""What a picture may weigh: some programs give up on more than 300 kB, and all of it is kept in the repository."""
LONGEST_TITLE, LONGEST_TEXT = 90, 300
WHOLE = re.compile(r"https?://[^/]+/\S*")
ANNE, GASTON, NOTHING = "Anne of Austria", "Gaston d'Orléans", ""


class Card(HTMLParser):
    """Reads the head of a page for what is meant to be shown of it, as a chat program does: by name or property."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.twice: list[str] = []
        self.title = ""
        self._in_title = False
        self.feed(page[: 64 * 1024])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name")
        self._in_title = tag == "title"
        if tag == "meta" and name:
            if name in self.told:
                self.twice.append(name)
            self.told[name] = found.get("content") or ""

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False


@dataclass(frozen=True)
class Links:
    """One of each kind of link that somebody might send."""

    join: str
    taken: str
    watch: str
    listed_room: str
    listed_table: str
    tables_of_games: dict[str, str]
    """A listed table of each game, in play."""
    private_room: str
    personal: str
    secrets: tuple[str, ...]
    """Tokens, names and the like, none of which a preview may have but the link's own."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a public address, as a club has it."""
    with running(tmp_path_factory.mktemp("links"), "--no-limits", "--base-url", "https://cards.example") as server:
        yield server


@pytest.fixture(scope="module")
def links(house: Server) -> Links:
    seats = {"seats": "3", "seat.0": "me", "seat.1": "friend", "seat.2": "friend"}
    known = [house.identities.new() for _ in range(2)]  # a cookie that is secure would not come back over plain HTTP
    with house.person(known_as=known[0]) as anne, house.person(known_as=known[1]) as gaston:
        private = anne.post("/new/richelieu", name=ANNE, nonce="", **seats).headers["location"]
        page = anne.get(private).text
        taken, free = re.findall(r'value="https://cards.example(/s/[^"]+)"', page)
        (watch,) = re.findall(r'value="https://cards.example(/watch/[^"]+)"', page)
        assert gaston.post(taken, name=GASTON, nonce="").status_code == 303
        listed = anne.post("/new/habemus_papam", name=ANNE, nonce="", listed="yes", **seats).headers["location"]
        running_table = house.room(2, listed=True, names=(ANNE, GASTON))
        seated = (ANNE, GASTON, ANNE, GASTON)
        tables = {
            game.id: house.room(min(game.seats), of=game.id, listed=True, names=seated).path for game in all_games()
        }
        with house.store.reading() as connection:
            person = people.find(connection, known[0])
            assert person
        tokens = [part for link in (taken, free, watch) for part in link.split("/")[3:]]
        secrets = (*tokens, person.link, person.token, *known, ANNE, GASTON)
        return Links(free, taken, watch, listed, running_table.path, tables, private, f"/me/{person.link}", secrets)


def read(server: Server, path: str, language: str = "en") -> tuple[httpx.Response, Card]:
    """What a program that has never been here gets: no cookie is sent, none is kept, no redirect is followed."""
    headers = {"accept-language": language, "user-agent": "a chat program", "host": "cards.example"}
    with server.client(headers=headers) as client:
        answer = client.get(path)
        return answer, Card(answer.text)


def shared(links: Links) -> dict[str, str]:
    rules = {f"rules of {game.id}": f"/rules/{game.id}" for game in all_games()}
    rules |= {f"rules, components of {game.id}": f"/rules/{game.id}/components" for game in all_games()}
    rules |= {f"things of {game.id}": f"/things/{game.id}" for game in all_games()}
    new = {f"new {game.id}": f"/new/{game.id}" for game in all_games()}
    new |= {f"lesson of {game.id}": f"/learn/{game.id}" for game in all_games() if lesson_of(game)}
    new |= {f"table of {game}": path for game, path in links.tables_of_games.items()}
    rooms = {
        "listed room": links.listed_room,
        "listed table": links.listed_table,
        "fair": f"{links.listed_table}/fair",
        "watch": links.watch,
    }
    seats = {"join": links.join, "taken": links.taken, "personal": links.personal}
    return {"front": "/", "about": "/about", "check": "/verify", "rules": "/rules", **rules, **new, **rooms, **seats}


def test_every_link_has_a_card_with_a_picture_that_can_be_fetched(house: Server, links: Links) -> None:
    for language in LANGUAGES:
        for name, path in shared(links).items():
            answer, card = read(house, path, language)
            assert answer.status_code == 200, name
            told = card.told
            assert set(card.twice) <= {"theme-color"}, f"{name} says twice: {card.twice}"
            assert told["og:type"] == "website"
            assert told["og:site_name"] == "Éminence"
            assert told["og:locale"].startswith(language)
            assert told["twitter:card"] == "summary_large_image"
            assert 5 < len(told["og:title"]) < LONGEST_TITLE, told["og:title"]
            assert 20 < len(told["og:description"]) < LONGEST_TEXT, told["og:description"]
            assert told["description"] == told["og:description"]
            assert told["og:url"] == f"https://cards.example{path}"
            assert told["og:image:alt"]
            assert card.title
            picture = told["og:image"]
            assert WHOLE.fullmatch(picture)
            assert picture.startswith("https://cards.example/static/")
            fetched, _ = read(house, urlsplit(picture).path)
            assert (fetched.status_code, fetched.headers["content-type"]) == (200, told["og:image:type"]), name
            assert "set-cookie" not in fetched.headers
            wanted = (int(told["og:image:width"]), int(told["og:image:height"]))
            assert pictures.size(fetched.content) == wanted == (pictures.WIDTH, pictures.HEIGHT)
            assert len(fetched.content) <= MOST_BYTES


NOT_SENT = {
    *("/mine", "/me/link", "/settings", "/verify/{check}", "/offline/{language}"),
    *("/room/{room}/stream", "/table/{room}/stream", "/table/{room}/match.json", "/manifest/{language}.webmanifest"),
    "/worker.js",
}
"""What shows everybody something else, or is no page."""


def test_no_page_that_somebody_might_send_is_forgotten(links: Links) -> None:
    parts = (front, rules, lessons, gathering, table, forecast, check, app)
    pages = {route.path: route for part in parts for route in part.ROUTES if "GET" in (route.methods or ())}
    sent = [urlsplit(path).path for path in shared(links).values()]
    found = {path for path, page in pages.items() if any(map(page.path_regex.match, sent))}
    assert pages.keys() - found == NOT_SENT


def test_the_languages_say_it_in_their_own_words(house: Server, links: Links) -> None:
    for name, path in shared(links).items():
        cards = [read(house, path, language)[1].told for language in LANGUAGES]
        assert len({card["og:description"] for card in cards}) == len(LANGUAGES), name
        assert len({card["og:title"] for card in cards}) == len(LANGUAGES), name


def test_a_friends_link_says_who_invites_to_what_and_nothing_else_of_anybody(house: Server, links: Links) -> None:
    _, card = read(house, links.join)
    assert card.told["og:title"] == f"{ANNE} invites you to a game of Richelieu"
    assert card.told["og:description"].startswith("1 seat is still free. 2–4 players · about 30 minutes. ")
    assert "/richelieu/preview.png" in card.told["og:image"]
    for name, path in shared(links).items():
        told = " ".join(value for key, value in read(house, path)[1].told.items() if key != "og:url")
        meant = {ANNE} if name == "join" else set()
        assert [secret for secret in links.secrets if secret in told and secret not in meant] == [], name
        own = urlsplit(read(house, path)[1].told["og:url"]).path
        assert own == path


def test_a_private_table_shows_strangers_nothing_and_a_spectators_link_leads_on(house: Server, links: Links) -> None:
    for path in (links.private_room, links.private_room.replace("/room/", "/table/")):
        answer, card = read(house, path)
        assert answer.status_code == 403
        assert not any(name.startswith("og:") for name in card.told)
        assert "Richelieu" not in answer.text
    answer, card = read(house, links.watch)
    assert card.told["og:title"] == "Richelieu: a table is waiting for players"
    room = links.private_room
    assert f'content="0; url={room}"' in answer.text
    with house.client(headers={"host": "cards.example"}) as browser:
        first = browser.get(links.watch)
        cookies = "; ".join(cookie.partition(";")[0] for cookie in first.headers.get_list("set-cookie"))
        assert browser.get(room, headers={"cookie": cookies}).status_code == 200, "by what the page gave it"
        again = browser.get(links.watch, headers={"cookie": cookies})
        assert (again.status_code, again.headers["location"]) == (303, room), "who has been here is led on at once"


def test_tables_are_not_for_search_engines_and_programs_that_show_links_may_read_them(
    house: Server, links: Links
) -> None:
    for name, path in shared(links).items():
        kept = name in ("front", "about") or name.startswith(("rules", "things", "lesson"))
        assert (read(house, path)[1].told.get("robots") != "noindex") == kept, name
    told = read(house, "/robots.txt")[0].text
    everybody, showing = told.split("\n\n")
    assert everybody.startswith("User-agent: *\n")
    assert {"Disallow: /s/", "Disallow: /watch/", "Disallow: /me/"} <= set(everybody.splitlines())
    assert "User-agent: Twitterbot" in showing
    assert "Disallow: /me/" in showing
    assert "Disallow: /s/" not in showing


def test_links_begin_as_each_request_came_where_nobody_gave_an_address(server: Server) -> None:
    with server.client() as client:
        card = Card(client.get("/").text).told
        assert card["og:url"] == f"{server.url}/"
        assert card["og:image"].startswith(f"{server.url}/static/")
        elsewhere = Card(client.get("/", headers={"host": "192.168.1.20:8655"}).text).told
        assert elsewhere["og:image"].startswith("http://192.168.1.20:8655/static/")
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400


# -- the pictures themselves -------------------------------------------------------------------------------------------


def chunks(png: bytes) -> dict[bytes, bytes]:
    assert png.startswith(pictures.SIGNATURE)
    found, at = {}, len(pictures.SIGNATURE)
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        found[kind] = png[at + 8 : at + 8 + length]
        at += 12 + length
    return found


def drawn_from(png: bytes) -> str:
    word, _, digest = chunks(png)[b"tEXt"].partition(b"\0")
    assert word.decode() == pictures.DRAWN_FROM
    return digest.decode()


def test_pictures_are_drawn_from_what_lies_beside_them() -> None:
    """Or else: run .ci/pictures."""
    for game in all_games():
        source = pictures.source(package_of(game))
        if source and package_of(game).startswith("eminence."):
            png = (rendering.look_of(game) / pictures.PREVIEW).read_bytes()
            assert drawn_from(png) == source[1], game.id
            assert pictures.size(png) == (pictures.WIDTH, pictures.HEIGHT)
            assert len(png) <= MOST_BYTES, game.id
    house = (HOUSE / pictures.PREVIEW).read_bytes()
    assert drawn_from(house) == pictures.house_digest()
    assert len(house) <= MOST_BYTES
    icon = pictures.digest_of((HOUSE / "icon.svg").read_text(encoding="utf-8"))
    for name, size, *_ in pictures.ICONS:
        png = (HOUSE / name).read_bytes()
        assert (drawn_from(png), pictures.size(png)) == (icon, (size, size)), name
        assert len(png) < 8 * 1024


def test_a_game_that_brings_no_picture_is_shown_by_that_of_the_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    known = eminence.game("richelieu")
    found = {name: file for name, file in rendering.statics().items() if name != f"richelieu/{pictures.PREVIEW}"}
    monkeypatch.setattr(rendering, "statics", lambda: found)
    shown = preview.game(known, "Richelieu", rendering.texts("en"))
    assert shown.picture == pictures.PREVIEW
