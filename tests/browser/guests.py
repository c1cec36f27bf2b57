"""People who sit at a table without a browser, by plain forms: to bring a match quickly to where a test wants it."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import httpx

from tests.browser.serving import Server

CSRF = re.compile(r'name="csrf" value="([^"]+)"')
ASK = re.compile(r'name="ask" value="([^"]+)"')
CHOICE = re.compile(r'name="choice" value="([^"]+)"')
SEAT_LINK = re.compile(r'value="(http[^"]+/s/[^"]+)"')
WATCH_LINK = re.compile(r'value="(http[^"]+/watch/[^"]+)"')
PERSONAL_LINK = re.compile(r'value="(http[^"]+/me/[^"]+)"')


@dataclass(frozen=True)
class Playing:
    """A game, and how it is played where that is not said otherwise."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """What is marked on the page for a new game, where it is not what stands there already."""


RICHELIEU: Final = Playing("richelieu", {"short": "1"})


class Guest:
    """Somebody with a cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.name = name
        self.client = httpx.Client(base_url=server.url, follow_redirects=True, timeout=30)
        self.csrf = CSRF.findall(self.client.get("/").text)[0]

    def come_as(self, cookie: str) -> None:
        """Be somebody who has a browser: with the cookie from there."""
        self.client.cookies.clear()
        self.client.cookies.set("eminence", cookie)
        self.csrf = CSRF.findall(self.client.get("/").text)[0]

    @property
    def cookie(self) -> str:
        return self.client.cookies["eminence"]

    def get(self, path: str) -> str:
        return self.client.get(path).raise_for_status().text

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(path, data={"csrf": self.csrf, **fields}).raise_for_status()

    def make_room(self, playing: Playing = RICHELIEU, *, listed: bool = False, seats: int = 2) -> str:
        """The path of a new room, in which this person has the first seat and friends are to have the others."""
        fields = {"name": self.name, "seats": str(seats), "seat.0": "me", "nonce": ""}
        fields |= {f"seat.{seat}": "friend" for seat in range(1, seats)}
        fields |= {f"option.{name}": value for name, value in playing.options.items()}
        if listed:
            fields["listed"] = "yes"
        return self.post(f"/new/{playing.game}", **fields).url.path

    def sit(self, link: str) -> str:
        """Take the seat of a link; the path of where that leads."""
        return self.post(httpx.URL(link).path, name=self.name, nonce="").url.path

    def choices(self, table: str) -> tuple[str, list[str]]:
        """What is asked, and every choice; nothing if it is not this person's turn."""
        return self._asked(self.client.get(table, headers={"X-Fragment": "scene"}).raise_for_status().text)

    def answer(self, table: str, ask: str, *choices: str) -> tuple[str, list[str]]:
        """Give an answer, of one choice or of several small ones; what is asked then, as in `choices`."""
        fields = {"csrf": self.csrf, "ask": ask, "choice": list(choices)}
        answer = self.client.post(f"{table}/answer", data=fields, headers={"X-Fragment": "scene"})
        return self._asked(answer.raise_for_status().text)

    def choose(self, table: str, *choices: str) -> tuple[str, list[str]]:
        """Answer whatever is asked now; what is asked then, as in `choices`."""
        return self.answer(table, self.choices(table)[0], *choices)

    def _asked(self, piece: str) -> tuple[str, list[str]]:
        choices = [html.unescape(choice) for choice in CHOICE.findall(piece)]
        return (ASK.findall(piece)[0], choices) if choices else ("", [])

    def close(self) -> None:
        self.client.close()


@dataclass(frozen=True)
class Table:
    """People at a table that has been dealt."""

    path: str
    watch_link: str
    people: tuple[Guest, ...]


def dealt(host: Guest, *guests: Guest, playing: Playing = RICHELIEU, listed: bool = False) -> Table:
    """A table at which all of them sit, and which has been dealt."""
    room = host.make_room(playing, listed=listed, seats=1 + len(guests))
    page = host.get(room)
    path = ""
    for guest, link in zip(guests, SEAT_LINK.findall(page), strict=True):
        path = guest.sit(link)
    return Table(path, WATCH_LINK.findall(page)[0], (host, *guests))


def quick_answer(choices: list[str], turn: int) -> str:
    """What a quick player of Richelieu answers: takes what there is, from the first rows; places a marker now and
    then."""
    takes = [choice for choice in choices if choice.startswith("take")]
    if takes:
        near = [choice for choice in takes if not choice.startswith("take 4")] or takes
        return near[turn % len(near)]
    if "no marker" in choices and turn % 3:
        return "no marker"
    return choices[turn * 7 % len(choices)]
