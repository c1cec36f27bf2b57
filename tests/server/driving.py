"""Driving the server as people and programs do: a process of its own, browsers without a screen, seats with a token."""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
import secrets
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import httpx
import uvicorn
from sqlalchemy import update

from eminence.core.dealing import commitment
from eminence.games import game
from eminence.server.http.app import create_app
from eminence.server.http.cookies import COOKIE, Identities
from eminence.server.http.run import listen
from eminence.server.settings import Settings
from eminence.server.storage import match_log, rooms, tables
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.people import meet as meet_person
from eminence.server.storage.store import Store
from tests.cli.driving import eminence_command, environment
from tests.server.finding import Answer, Position, give

PATIENCE = 120.0  # seconds before something awaited is given up
ADDRESS = re.compile(r"(https?)://\S+:(\d+)")
CSRF = re.compile(r'name="csrf" value="(\w+)"')
CHECKING = 'class="checking"'
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # httpx would read the certificates of the world for each browser
T = TypeVar("T")


def until(look: Callable[[], T], patience: float = PATIENCE) -> T:
    deadline = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.01)
    return found


class Reached:
    """A server that runs somewhere: its database, and those who come to it."""

    path: Path
    url: str
    store: Store
    identities: Identities

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, verify=NO_TLS, timeout=PATIENCE, **more)

    def person(self, name: str = "", language: str = "en", known_as: str = "") -> Person:
        """A browser; with `known_as`, of somebody whom the database knows already."""
        return Person(self, name, language, known_as)

    def program(self, room: str, token: str = "", language: str = "en") -> Program:
        return Program(self, room, token, language)

    def room(
        self,
        seats: int = 2,
        *,
        of: str = "richelieu",
        names: Sequence[str] = ("Anna", "Béatrice", "Carlo", "Dora"),
        options: Mapping[str, Any] | None = None,
        listed: bool = False,
        bots: Mapping[int, str] | None = None,
        secret: bytes | None = None,
    ) -> Table:
        """A room, dealt; with a secret of the test's own, the same each time. All seats have tokens for programs."""
        people = [secrets.token_hex(12) for _ in range(seats)]
        levels = [(bots or {}).get(seat, "") for seat in range(seats)]
        keys = [rooms.new_token() for _ in range(seats)]
        with self.store.writing() as connection:
            room = rooms.make(connection, people[0], game(of), options or {}, levels, listed=listed)
            if secret is not None:
                keep = {"secret": secret.hex(), "commitment": commitment(secret)}
                connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(keep))
                room = rooms.read(connection, room.id)
            for seat, (person, name) in enumerate(zip(people, names, strict=False)):
                if not levels[seat]:
                    meet_person(connection, person, name)
                    room = rooms.sit(
                        connection, room, seat, rooms.Newcomer(person, name, f"nonce of {seat}", key=keys[seat])
                    )
            match_log.begin_if_full(connection, room)
        return Table(self, room.id, people, keys)

    def table_at(self, position: Position, bots: Mapping[int, str] | None = None) -> Table:
        """A room of people that has come to a position; bots may take seats of theirs there."""
        agreed = position.agreed
        table = self.room(agreed.seats, of=agreed.game.id, options=agreed.options, secret=position.secret)
        table.follow(position.answers)
        with self.store.writing() as connection:
            for seat, level in (bots or {}).items():
                where = (tables.seats.c.room == table.id) & (tables.seats.c.seat == seat)
                connection.execute(update(tables.seats).where(where).values(level=level))
        return table

    def rows(self, room: str) -> str:
        """A digest of all that the database says of a room. Two that are the same: nothing has changed."""
        with closing(sqlite3.connect(self.path)) as connection:
            connection.execute("BEGIN")
            rows = {table: connection.execute(query, (room,)).fetchall() for table, query in ROWS.items()}
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    @property
    def measures(self) -> str:
        with self.client() as client:
            return client.get("/metrics").text

    def nobody_listens(self) -> bool:
        return "eminence_live_matches 0.0" in self.measures


class RoomsOnly(Reached):
    """No server at all: a database, and rooms in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store(f"sqlite:///{path}")


class Server(Reached):
    """`eminence serve`, running in a process of its own."""

    before: Sequence[str] = ()
    """What the command stands behind: a program that runs it in straitened circumstances."""

    def __init__(self, home: Path, *words: str, **environment: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.words, self.environment = home, words, environment
        self.path, self.log_path = home / "eminence.db", home / "log"
        self.database = f"sqlite:///{self.path}"
        self.start()
        self.store = Store(self.database)
        self.identities = Identities(self.store.key)

    def start(self, port: int = 0) -> None:
        usual = f"serve --port {port} --no-open --log debug --monitors 127.0.0.1 --database".split()
        command = [*self.before, *eminence_command(*usual, self.database, *self.words)]
        env, pipe, nothing = environment(self.home, **self.environment), subprocess.PIPE, subprocess.DEVNULL
        with self.log_path.open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                command, stdin=nothing, stdout=pipe, stderr=errors, encoding="utf-8", env=env, cwd=self.home
            )
        assert self.process.stdout
        announced = next(filter(None, map(ADDRESS.search, self.process.stdout)), None)
        assert announced, f"the server did not start: {self.log}"
        self.port = int(announced[2])
        self.url = f"{announced[1]}://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Tell it to end: the code with which it does."""
        self.process.terminate()
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def again(self) -> None:
        self.start(self.port)

    def close(self) -> None:
        self.store.close()
        if self.process.poll() is None:
            self.kill()


class ServerHere(Reached):
    """The same in a thread of this process, so that a test can break it on purpose. No bots: they would need more."""

    def __init__(self, home: Path, **settings: Any) -> None:
        self.path = home / "eminence.db"
        known: dict[str, Any] = {"pace": 0, "limits": False, "monitors": ("127.0.0.1",), **settings}
        self.app = create_app(Settings(database=f"sqlite:///{self.path}", **known))
        self.store = self.app.state.services.store
        self.identities = self.app.state.services.identities
        self.listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self._uvicorn = uvicorn.Server(uvicorn.Config(self.app, log_config=None, access_log=False, lifespan="on"))
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self.listener],), daemon=True)
        self._thread.start()
        until(lambda: self._uvicorn.started)

    def close(self) -> None:
        self.app.state.services.close_streams()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self.listener.close()


ROWS = {
    table: f"SELECT * FROM {table} WHERE {'id' if table == 'rooms' else 'room'} = ? ORDER BY 1, 2"
    for table in ("rooms", "seats", "entries", "events", "snapshots", "chat", "watchers")
}


class Table:
    """A room in play, and everybody at it."""

    def __init__(self, server: Reached, room: str, people: Sequence[str], keys: Sequence[str]) -> None:
        self.server, self.id, self.path = server, room, f"/table/{room}"
        self.people, self.keys = people, keys

    def opened(self) -> OpenRoom:
        with self.server.store.reading() as connection:
            return match_log.open_room(connection, self.id)

    def answer(self, seat: int, choice: str, ask: str | None = None) -> OpenRoom:
        """An answer given past the pages."""
        with self.server.store.writing() as connection:
            match = match_log.open_room(connection, self.id).playing
            return match_log.answer(connection, self.id, seat, ask or match_log.ask_id(match, seat), [choice])

    def follow(self, answers: Iterable[Answer]) -> None:
        """Answers given past the pages, all in one go: as if each had been sent with the one before it."""
        with self.server.store.writing() as connection:
            opened = match_log.open_room(connection, self.id, to_change=True)
            for seat, text in answers:
                give(opened.playing, seat, text)
            match_log._append(connection, opened.room, opened.playing, None)

    def play(
        self, chance: random.Random, answers: int = 1000, stop: Callable[[OpenRoom], bool] | None = None
    ) -> OpenRoom:
        """So many answers at random, given past the pages; fewer if the match ends, or where `stop` says so."""
        with self.server.store.writing() as connection:
            opened = match_log.open_room(connection, self.id)
            for _ in range(answers):
                match, asked = opened.playing, opened.playing.asked
                if match.over or (stop and stop(opened)):
                    break
                seat = asked[0] if len(asked) == 1 else chance.choice(asked)
                choice = chance.choice(match.asks()[seat].texts)
                opened = match_log.answer(connection, self.id, seat, match_log.ask_id(match, seat), [choice])
                if opened.room.laid:  # nobody sees a clock here
                    opened = match_log.open_laid(connection, self.id)
        return self.opened()

    def person(self, seat: int, language: str = "en") -> Person:
        return self.server.person(language=language, known_as=self.people[seat])

    def program(self, seat: int, language: str = "en") -> Program:
        return self.server.program(self.id, self.keys[seat], language)

    def spectator(self, language: str = "en") -> Person:
        """The browser of somebody who came by the spectators' link."""
        person = self.server.person(language=language)
        assert not person.get(f"/watch/{self.id}/{self.opened().room.watch_token}").is_error
        return person

    def watching_program(self) -> Program:
        return self.server.program(self.id, self.opened().room.watch_token)

    def rows(self) -> str:
        return self.server.rows(self.id)


class Visitor:
    http: httpx.Client

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class Person(Visitor):
    """A browser without a screen and without scripts: cookies, links and forms."""

    def __init__(self, server: Reached, name: str, language: str, known_as: str) -> None:
        self.server, self.name = server, name
        self.http = server.client(headers={"accept-language": language})
        self._csrf = ""
        if known_as:
            self.http.cookies.set(COOKIE, server.identities.write(known_as))
            self._csrf = server.identities.form_token(known_as)

    @property
    def id(self) -> str:
        found = self.server.identities.read(self.http.cookies.get(COOKIE))
        assert found
        return found

    @property
    def csrf(self) -> str:
        """The token that the forms of a page carry."""
        if not self._csrf:
            found = CSRF.search(self.get("/").text)
            assert found
            self._csrf = found[1]
        return self._csrf

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, /, fragment: str = "", **fields: str) -> httpx.Response:
        headers = {"x-fragment": fragment} if fragment else {}
        return self.http.post(path, data={"csrf": self.csrf, **fields}, headers=headers)

    def check(self, file: str) -> httpx.Response:
        """Have a match file checked: the page that says what was found, however long that took."""
        sent = self.post("/verify", file=file)
        return sent if sent.status_code != 303 else self.checked(sent.headers["location"])

    def checked(self, path: str) -> httpx.Response:
        """A page about a match, once its check is done."""
        until(lambda: CHECKING not in self.get(path).text)
        return self.get(path)

    def stream(self, path: str, **more: Any) -> Stream:
        return Stream(self.http, path, **more)

    def answer(self, table: str, choice: str | None = None) -> httpx.Response:
        """Answer what the page asks, with its first choice if none is named."""
        page = self.get(table).text
        asked = re.search(r'name="ask" value="([^"]+)"', page)
        assert asked, page[-3000:]
        chosen = choice or html.unescape(re.findall(r'name="choice" value="([^"]+)"', page)[0])
        return self.post(f"{table}/answer", ask=asked[1], choice=chosen)


class Program(Visitor):
    """Something that plays over the API with a seat's token."""

    def __init__(self, server: Reached, room: str, token: str, language: str) -> None:
        self.room = room
        own = {"authorization": f"Bearer {token}"} if token else {}
        self.http = server.client(headers={"accept-language": language, **own})

    def path(self, name: str) -> str:
        return f"/api/rooms/{self.room}/{name}".rstrip("/")

    def get(self, name: str = "", /, **query: Any) -> httpx.Response:
        return self.http.get(self.path(name), params=query)

    def post(self, name: str, /, **body: Any) -> httpx.Response:
        return self.http.post(self.path(name), json=body)

    def table(self) -> dict[str, Any]:
        answer = self.get("table")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def stream(self, **more: Any) -> Stream:
        return Stream(self.http, self.path("stream"), **more)


class Stream:
    """A stream of events, read as it comes, by a thread, so that one can wait for what one expects."""

    def __init__(self, http: httpx.Client, path: str, *, last: str | None = None, query: Any = None) -> None:
        headers = {} if last is None else {"last-event-id": last}
        self._response = http.stream("GET", path, headers=headers, params=query)
        self.response = self._response.__enter__()
        self.raw, self.ended = b"", False
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            for piece in self.response.iter_raw():
                with self._changed:
                    self.raw += piece
                    self._changed.notify_all()
        except (httpx.HTTPError, httpx.StreamError, OSError, ValueError):
            pass  # cut: by us or by the server
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    @property
    def events(self) -> list[Event]:
        """The events that are whole."""
        return list(parsed(self.raw))

    def until(self, here: Callable[[list[Event]], bool]) -> list[Event]:
        with self._changed:
            self._changed.wait_for(lambda: here(self.events) or self.ended, PATIENCE)
            came = self.events
        assert here(came), f"it did not come (ended: {self.ended}): {[(event.name, event.id) for event in came]}"
        return came

    def until_told(self, told: int = 0) -> list[Event]:
        """Wait until the table was shown as it stands after so many events."""
        return self.until(lambda events: any(event.name == "table" and event.told >= told for event in events))

    def wait(self, seconds: float) -> bool:
        """Listen for a while; whether it ended."""
        with self._changed:
            return self._changed.wait_for(lambda: self.ended, seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        sock = self.response.extensions["network_stream"].get_extra_info("socket")
        if sock is not None and sock.fileno() >= 0:
            with suppress(OSError):  # the other side was quicker
                sock.shutdown(socket.SHUT_RDWR)
        self._reader.join(PATIENCE)
        self._response.__exit__(None, None, None)


class Event(NamedTuple):
    name: str
    id: str | None
    data: str

    @property
    def json(self) -> Any:
        return json.loads(self.data)

    @property
    def told(self) -> int:
        """How many events have happened, according to this one."""
        return int(self.id.partition(".")[0]) if self.id else int(self.json["told"])

    @property
    def numbers(self) -> list[int]:
        return [int(number) for number in re.findall(r'<li data-number="(\d+)"', self.data)]


def parsed(raw: bytes) -> Iterator[Event]:
    """The events in what came over a stream, as a browser reads them; the last one may still be on its way."""
    for block in raw.decode().split("\n\n")[:-1]:
        fields: dict[str, list[str]] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
        if "data" in fields:
            name, number = fields.get("event", ["message"])[-1], fields.get("id", [None])[-1]
            yield Event(name, number, "\n".join(fields["data"]))


def running(home: Path, *words: str) -> closing[Server]:
    return closing(Server(home, *words))


def children_of(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]
