"""Matches over HTTP in which nothing that was acknowledged may be lost, whatever becomes of the server meanwhile.

Seats are a program's, a person's who has pages and forms and nothing else, or a bot's, in turn. What is sent is sent
again, the same, until there is an answer. Whoever was told that something is taken remembers it.
"""

from __future__ import annotations

import hashlib
import html
import http.client
import json
import math
import random
import re
import sqlite3
import threading
import time
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from eminence.core import matchfile
from eminence.games import all_games, game
from tests.laws.table import Table as Agreed
from tests.laws.table import is_large, tables
from tests.server.driving import CSRF, PATIENCE
from tests.thorough import THOROUGH

AT_ONCE = 6
"""Matches that are played at the same time."""
TABLES = [
    agreed for game in all_games() for agreed in (tables(game)[0], tables(game)[-1])[is_large(game) and not THOROUGH :]
]
"""Of every game the first table, where all is as usual, and the last, where nothing is; of a large one the last."""
LEVEL = "page"
TOO_LATE = 409
"""The status of whatever does not fit what has happened by now; or not yet."""
LOST = (OSError, http.client.HTTPException)
ASK = re.compile(r'name="ask" value="([^"]+)"')
CHOICE = re.compile(r'name="choice" value="([^"]+)"')
SEAT_LINK = re.compile(r"/s/\w+/([\w-]+)")
WATCH_LINK = re.compile(r"/watch/\w+/([\w-]+)")


class Refused(Exception):
    """The server has answered, and it said no: with which status, and with which key or words."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(status, key)
        self.status, self.key = status, key


class Said(NamedTuple):
    """What the server has said."""

    status: int
    text: str
    location: str
    cookie: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Line:
    """The line to a server, which may be away for a while."""

    def __init__(self, port: int, give_up: threading.Event) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.give_up = give_up
        self.lost = 0

    def send(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> Said:
        """Send, and send the same again until there is an answer."""
        while True:
            assert not self.give_up.is_set(), "given up"
            try:
                self.connection.request(method, path, body, dict(headers))
                response = self.connection.getresponse()
                text = response.read().decode()
                break
            except LOST:
                self.connection.close()
                self.lost += 1
                self.give_up.wait(0.1)
        location, cookie = response.headers.get("location", ""), response.headers.get("set-cookie", "")
        if response.status >= 400:
            key = json.loads(text)["error"] if path.startswith("/api") else text
            raise Refused(response.status, key)
        return Said(response.status, text, location, cookie)


class Player:
    """Somebody at a seat, who has a nonce of his own; it may be bound before it is opened."""

    seat: int

    def __init__(self, driver: Driver, sealed: bool) -> None:
        self.driver, self.sealed = driver, sealed
        self.number = 0

    @property
    def nonce(self) -> str:
        return f"words of {self.driver.number}, the {self.number}th time"

    @property
    def added(self) -> dict[str, str]:
        """What he brings to the shuffle as he sits down, or binds himself anew."""
        bound = hashlib.sha256(self.nonce.encode()).hexdigest()
        return {"nonce_commitment": bound} if self.sealed else {"nonce": self.nonce}

    @abstractmethod
    def sit_down(self, room: str, invitation: str) -> None:
        """Take the seat of an invitation."""

    @abstractmethod
    def shuffle(self, what: str, fields: dict[str, str]) -> None:
        """Open one's nonce, or bind oneself to a new one."""

    @abstractmethod
    def act(self) -> bool:
        """Answer what one is asked; whether one was."""

    @abstractmethod
    def file(self) -> dict[str, Any]:
        """The match file."""

    @abstractmethod
    def check_place(self) -> None:
        """The seat is still one's own."""


class Program(Player):
    """Plays over the API, with the token that it got when it joined."""

    token = ""

    def call(self, method: str, path: str, token: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        return self.driver.line.send(method, path, None if body is None else json.dumps(body), headers).json

    def join(self) -> Any:
        body = {"name": "Program", "key": f"a secret of program {self.driver.number}", **self.first}
        return self.call("POST", f"/api/rooms/{self.room}/join", self.invitation, body)

    def sit_down(self, room: str, invitation: str) -> None:
        self.room, self.invitation, self.first = room, invitation, self.added
        joined = self.join()
        self.seat, self.token = joined["seat"], joined["token"]

    def shuffle(self, what: str, fields: dict[str, str]) -> None:
        self.call("POST", f"/api/rooms/{self.room}/{what}", self.token, fields)

    def act(self) -> bool:
        table = self.call("GET", f"/api/rooms/{self.room}/table", self.token)
        if table["can_take_back"] and self.driver.chance.random() < 0.03:
            return self.take_back(table["back"])
        if table["ask"] is None:
            return False
        choice = self.driver.chance.choice(table["ask"]["choices"])["text"]
        self.call("POST", f"/api/rooms/{self.room}/answers", self.token, {"ask": table["ask"]["id"], "choice": choice})
        self.driver.acknowledge(self.seat, choice)
        return True

    def take_back(self, ask: str) -> bool:
        try:
            self.call("POST", f"/api/rooms/{self.room}/back", self.token, {"ask": ask})
        except Refused as refused:
            if refused.key not in ("too_late", "cannot_take_back") or not self.driver.bots:
                raise
            return False  # the bot was quicker (with an answer of which nothing is told, it may be)
        self.driver.acknowledge(self.seat, "back")
        return True

    def file(self) -> dict[str, Any]:
        return dict(self.call("GET", f"/api/rooms/{self.room}/match", self.token))

    def check_place(self) -> None:
        """Joining once more, as at first, gives the same token."""
        assert self.join()["token"] == self.token


class Person(Player):
    """A browser without a script: a cookie, pages and forms."""

    cookie = csrf = ""

    def send(self, method: str, path: str, **fields: str) -> Said:
        """A page, or a form of which whoever sends it is known."""
        if not self.cookie:
            said = self.driver.line.send("GET", "/", None, {})
            found = CSRF.search(said.text)
            assert found
            self.cookie, self.csrf = said.cookie.partition(";")[0], found[1]
        headers = {"cookie": self.cookie, "content-type": "application/x-www-form-urlencoded"}
        body = urlencode({"csrf": self.csrf, **fields}) if method == "POST" else None
        return self.driver.line.send(method, path, body, headers)

    def make(self, agreed: Agreed, kinds: Sequence[str]) -> tuple[str, list[str], str]:
        """Make a room and sit down in it: the room, invitations for the others, and the spectators' token."""
        options = {
            f"option.{option.name}": str(option.values.index(agreed.options[option.name]))
            for option in agreed.game.options
            if option.name in agreed.options
        }
        places = {f"seat.{seat}": kind for seat, kind in enumerate(kinds)}
        fields = {"seats": str(agreed.seats), "name": "Host", **options, **places, **self.added}
        path = self.send("POST", f"/new/{agreed.game.id}", **fields).location
        self.room, self.seat = path.rpartition("/")[2], 0
        page = self.send("GET", f"/room/{self.room}")
        if page.status != 200:  # dealt already
            return self.room, [], ""
        watch = WATCH_LINK.search(page.text)
        assert watch
        return self.room, list(dict.fromkeys(SEAT_LINK.findall(page.text))), watch[1]

    def sit_down(self, room: str, invitation: str) -> None:
        self.room = room
        self.send("POST", f"/s/{room}/{invitation}", name="Person", **self.added)

    def shuffle(self, what: str, fields: dict[str, str]) -> None:
        self.send("POST", f"/room/{self.room}/{what}", **fields)

    def act(self) -> bool:
        page = self.send("GET", f"/table/{self.room}").text
        asked, choices = ASK.search(page), CHOICE.findall(page)
        if asked is None or not choices:
            return False
        choice = html.unescape(self.driver.chance.choice(choices))
        self.send("POST", f"/table/{self.room}/answer", ask=asked[1], choice=choice)
        self.driver.acknowledge(self.seat, choice)
        return True

    def file(self) -> dict[str, Any]:
        return dict(self.send("GET", f"/table/{self.room}/match.json").json)

    def check_place(self) -> None:
        """The table is there, and so is the person's own line in the list."""
        assert self.send("GET", f"/table/{self.room}").status == 200
        assert f"/table/{self.room}" in self.send("GET", "/mine").text


class Driver:
    """Plays one match for its seats, and remembers every answer that was acknowledged, in order."""

    KINDS: ClassVar[Sequence[type[Player] | None]] = (Program, Person, None)

    def __init__(self, port: int, number: int, seed: str, give_up: threading.Event) -> None:
        self.line = Line(port, give_up)
        self.number = number
        self.chance = random.Random(f"{seed}/{number}")
        self.agreed = TABLES[number % len(TABLES)]
        turn = number + number // len(TABLES)
        self.kinds = [self.KINDS[(turn + seat) % len(self.KINDS)] for seat in range(self.agreed.seats)]
        self.bots = self.kinds.count(None)
        self.players: list[Player] = []
        self.room = ""
        self.done = 0
        self.acknowledged: list[tuple[int, str]] = []
        self.file: dict[str, Any] = {}

    def acknowledge(self, seat: int, choice: str) -> None:
        self.acknowledged.append((seat, choice))
        self.done += 1

    def gather(self) -> None:
        """Make a room and take its seats."""
        sealed = [self.chance.random() < 0.7 for _ in self.kinds]
        taken = [(seat, kind(self, sealed[seat])) for seat, kind in enumerate(self.kinds) if kind is not None]
        self.players = [player for _, player in taken]
        host = self.players[0]
        if isinstance(host, Person) and taken[0][0] == 0:
            kinds = ["me", *("friend" if kind else LEVEL for kind in self.kinds[1:])]
            self.room, invitations, watch = host.make(self.agreed, kinds)
            taken = taken[1:]
            self.done += 1
        else:
            places = [{"level": "" if kind else LEVEL} for kind in self.kinds]
            wish = {"game": self.agreed.game.id, "places": places, "options": dict(self.agreed.options)}
            made = Program(self, False).call("POST", "/api/rooms", "none", wish)
            self.room, watch = made["id"], made["watch_token"]
            invitations = [place["invitation"] for place in made["invitations"]]
        for (seat, player), invitation in zip(taken, invitations, strict=True):
            player.seat = seat
            player.sit_down(self.room, invitation)
            assert player.seat == seat
            self.done += 1
        if watch:
            self.open(watch)

    def open(self, watch: str) -> None:
        """All who are bound open their nonces; should the server have gone on without somebody, they begin again."""
        looker = Program(self, False)
        while (room := looker.call("GET", f"/api/rooms/{self.room}", watch))["phase"] == "gathering":
            waited_for = [player for player in self.players if player.seat in room["waited_for"]]
            for player in waited_for:
                if room["stage"] == "binding":
                    player.number += 1
                    what, fields = "bind", player.added
                else:
                    what, fields = "open", {"nonce": player.nonce}
                try:
                    player.shuffle(what, fields)
                    self.done += 1
                except Refused as refused:
                    if refused.status != TOO_LATE:  # then it is looked at again how far it is
                        raise

    def play(self) -> None:
        with closing(self.line.connection):
            self.gather()
            while not self.file:
                acted = [player.act() for player in self.players]
                if not any(acted):
                    self.file = self.finished() or {}

    def finished(self) -> dict[str, Any] | None:
        try:
            return self.players[0].file()
        except Refused as refused:
            if refused.status != TOO_LATE:
                raise
        time.sleep(0.03)  # for the bot to answer
        return None

    def check(self) -> None:
        """Every answer that was acknowledged is in the match, once, and nothing else of those seats, but for what the
        server says for somebody among bots who has nothing else to say."""
        own = {player.seat for player in self.players}
        said_for = set(self.agreed.game.discreet.values()) if len(own) == 1 else set()
        logged = [(seat, choice) for seat, choice, _ in self.file["entries"] if seat in own and choice not in said_for]
        assert logged == [(seat, choice) for seat, choice in self.acknowledged if choice not in said_for]
        assert matchfile.loads(json.dumps(self.file), game).over

    def check_places(self) -> None:
        with closing(self.line.connection):
            for player in self.players:
                player.check_place()


class Matches:
    """Some matches, played in a few threads."""

    def __init__(self, port: int, numbers: Iterable[int], seed: str) -> None:
        self.give_up = threading.Event()
        self.drivers = [Driver(port, number, seed, self.give_up) for number in numbers]
        self.threads = ThreadPoolExecutor(AT_ONCE)
        self.played = [self.threads.submit(driver.play) for driver in self.drivers]

    def close(self) -> None:
        """However it went: leave no thread behind."""
        self.give_up.set()
        self.threads.shutdown(cancel_futures=True)

    @property
    def over(self) -> bool:
        """Whether all are; or what was wrong with one that is."""
        return len([match.result() for match in self.played if match.done()]) == len(self.drivers)

    @property
    def done(self) -> int:
        """How many things were acknowledged so far: seats, nonces, answers."""
        return sum(driver.done for driver in self.drivers)

    @property
    def lost(self) -> int:
        """How many requests were lost."""
        return sum(driver.line.lost for driver in self.drivers)

    def go_on(self, enough: float = math.inf) -> None:
        """Wait until so much was done, or to the end, as long as there is something now and then."""
        done, deadline = -1, 0.0
        while not self.over and self.done < enough:
            if self.done > done:
                done, deadline = self.done, time.monotonic() + PATIENCE
            assert time.monotonic() < deadline, "no match goes on"
            time.sleep(0.01)
        assert self.done >= enough or enough == math.inf, "they were over too soon"

    def check(self, path: Path) -> None:
        """All that was acknowledged is there, the file of the database is sound, and none of the matches is stuck."""
        for driver in self.drivers:
            driver.check()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            over = {room for (room,) in connection.execute("SELECT id FROM rooms WHERE phase = 'over'")}
        assert {driver.room for driver in self.drivers} <= over

    def check_places(self) -> None:
        """Whoever sat down still has his seat."""
        self.give_up.clear()
        for driver in self.drivers:
            driver.check_places()
