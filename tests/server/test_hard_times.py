"""Whatever befalls a server, nothing that it acknowledged is lost, and it goes on as soon as it can.

The disk is full, the database is locked or may not be written any more, the clock is set back, workers are killed, it
is told to stop. (For kill -9 see `test_kill`, for damaged rows `test_damaged`, for earlier versions `test_upgrades`.)
"""

from __future__ import annotations

import html
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from eminence.core import matchfile
from eminence.games import game
from eminence.games.richelieu import page
from eminence.server import checking
from eminence.server.pages import rendering
from eminence.server.settings import DAY
from eminence.server.storage import match_log, rooms, store
from eminence.server.storage.store import READERS
from tests.cli.driving import SOURCES, environment
from tests.server.driving import Program, Reached, Server, ServerHere, Table, children_of, running, until
from tests.server.players import TABLES, Matches
from tests.server.read_only import permit
from tests.server.sealing import Gathering
from tests.server.test_checking import worst
from tests.thorough import THOROUGH

SHORT = {"short": True}
FULL = 4096
"""Bytes that a file may have where the disk is full: fewer than the database needs for a single page more."""


@dataclass
class Play:
    """Two programs at a table, who remember what was acknowledged."""

    table: Table
    seats: list[Program]
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    last: tuple[int, str, str] = (0, "", "")

    def wish(self) -> tuple[int, str, str]:
        """What somebody who is asked would answer: seat, ask and choice."""
        shown = [(seat, program.table()["ask"]) for seat, program in enumerate(self.seats)]
        seat, ask = next((seat, ask) for seat, ask in shown if ask is not None)
        return seat, ask["id"], self.chance.choice(ask["choices"])["text"]

    def send(self, wish: tuple[int, str, str]) -> int:
        """Send an answer, once; the status that came back."""
        seat, ask, choice = wish
        status = self.seats[seat].post("answers", ask=ask, choice=choice).status_code
        if status == 200 and wish != self.last:
            self.acknowledged.append((seat, choice))
            self.last = wish
        return status

    def go_on(self, answers: int = 3) -> None:
        for _ in range(answers):
            assert self.send(self.wish()) == 200

    def to_the_end(self) -> None:
        while self.table.opened().room.phase == rooms.PLAYING:
            self.go_on(1)

    def check(self) -> None:
        """What was acknowledged is in the log, once and in order, and the log holds."""
        opened = self.table.opened()
        with self.table.server.store.reading() as connection:
            log = match_log._log(connection, opened.room)
            assert match_log.repeat(connection, opened.room).length == len(log)
        assert [(entry.seat, entry.choice) for entry in log if entry.seat >= 0] == self.acknowledged


@contextmanager
def play_at(server: Reached) -> Iterator[Play]:
    table = server.room(2, options=SHORT)
    with table.program(0) as one, table.program(1) as two:
        yield Play(table, [one, two])


# -- the disk ----------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Nothing more can be written by this process, but for a few words to its log."""
    os.truncate(server.log_path, 0)
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (FULL, before[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("killed", [False, True], ids=["goes on", "is killed"])
def test_a_full_disk_takes_no_answer_and_loses_none(tmp_path: Path, killed: bool) -> None:
    with running(tmp_path, "--pace", "0", "--no-limits") as server, play_at(server) as play:
        Path(cache_from_source(page.__file__)).unlink(missing_ok=True)  # Python reads the source, and could keep half
        play.go_on()
        wish = play.wish()
        with full_disk(server):
            for _ in range(3):
                assert play.send(wish) == 500
            with play.table.person(wish[0]) as person:
                assert person.get(play.table.path).status_code == 200, "what is there can be looked at"
                refused = person.post(f"{play.table.path}/answer", ask=wish[1], choice=wish[2])
                assert refused.status_code == 500
                assert rendering.texts("en")("problem.fault").strip() in html.unescape(refused.text)
            assert server.process.poll() is None
            play.check()
            if killed:
                server.kill()
                server.again()
                play.check()
        server.kill()
        server.again()
        with play.table.person(wish[0]) as person:
            assert person.get(play.table.path).status_code == 200, "what was first needed on a full disk is whole"
        assert play.wish()[:2] == wish[:2], "the same is asked still"
        assert play.send(wish) == 200
        assert play.send(wish) == 200, "sent once more it is the same answer"
        play.to_the_end()
        play.check()


def test_once_there_is_room_again_bots_go_on_by_themselves(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "1", "--no-limits") as server:
        table = server.room(2, options=SHORT, bots={1: "page"})
        with table.person(0) as person:
            tried = False
            while not tried:
                until(lambda: table.opened().room.asked == (0,))
                assert person.answer(table.path).status_code == 303
                with full_disk(server):
                    if tried := table.opened().room.asked == (1,):  # else the bot was quicker
                        until(lambda: "bot_failed" in server.log)
                        before = table.rows()
            assert table.rows() == before
            until(lambda: table.opened().room.asked == (0,))


# -- the database ------------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody else writes, and takes his time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


def test_while_the_database_is_locked_answers_wait_and_pages_do_not(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0", "--no-limits") as server, play_at(server) as play:
        play.go_on()
        wish = play.wish()
        with ThreadPoolExecutor(1) as pool:
            with locked(server.path):
                answer = pool.submit(play.send, wish)
                with play.table.person(1) as person:
                    for path in ("/", "/mine", play.table.path, "/health"):
                        assert person.get(path).status_code == 200
                assert not answer.done()
                play.check()
            assert answer.result() == 200
        play.check()
        play.to_the_end()
        play.check()


def test_locked_for_too_long_an_answer_is_refused_and_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)
    with closing(ServerHere(tmp_path)) as server, play_at(server) as play:
        play.go_on()
        wish = play.wish()
        with locked(server.path):
            assert [play.send(wish), play.send(wish)] == [500, 500]
            play.check()
        assert play.send(wish) == 200
        play.to_the_end()
        play.check()


ANYBODY = (sys.executable, str(Path(__file__).with_name("anybody.py")))


class Anybody(Server):
    """A server for which permissions hold."""

    before = ANYBODY


def test_a_database_that_may_only_be_read_for_a_while_is_written_again_afterwards(tmp_path: Path) -> None:
    """What SQLite opens meanwhile it opens for reading, and for good: the server must not keep that."""
    with closing(Anybody(tmp_path, "--pace", "0", "--no-limits")) as server, play_at(server) as play:
        play.go_on()
        permit(server.path, 0o400)
        with ThreadPoolExecutor(12) as pool, ExitStack() as stack:
            readers = [stack.enter_context(server.person()) for _ in range(12)]
            for _ in range(3):
                statuses = [answer.status_code for answer in pool.map(lambda reader: reader.get("/"), readers)]
                assert set(statuses) == {200}, "what is there can be looked at"
        for _ in range(4):  # as long as one that was opened before is left, it may be written
            assert play.send(play.wish()) in (200, 500)
        play.check()
        permit(server.path, 0o600)
        play.send(play.wish())  # one more may be refused
        for _ in range(8):
            play.go_on(1)
        play.to_the_end()
        play.check()


def test_while_it_may_only_be_read_nothing_is_written_and_afterwards_everything(tmp_path: Path) -> None:
    found = os.pathsep.join((str(SOURCES), str(Path(__file__).resolve().parents[2])))
    words = [*ANYBODY, sys.executable, "-m", "tests.server.read_only", str(tmp_path / "eminence.db")]
    taken = subprocess.run(
        words, env=environment(tmp_path, PYTHONPATH=found), capture_output=True, text=True, check=False
    )
    assert taken.stdout.split("] ") == ["[True", f"{[False] * READERS}"[:-1], f"{[True] * 2 * READERS}\n"], taken.stderr


# -- the clock ---------------------------------------------------------------------------------------------------------

CLOCK = """
import os, time

real, path = time.time, os.environ["CLOCK"]
time.time = lambda: real() + float(open(path).read())
"""


class Clock:
    """The clock of a server that runs in a process of its own, to be set."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(CLOCK)
        self.path = folder / "clock"
        self.set(0)

    def set(self, seconds: float) -> None:
        """So much later than it is, or earlier."""
        beside = self.path.with_name("next")
        beside.write_text(str(seconds))
        beside.replace(self.path)

    @property
    def environment(self) -> dict[str, str]:
        return {"PYTHONPATH": f"{self.path.parent}{os.pathsep}{SOURCES}", "CLOCK": str(self.path)}


def test_a_clock_set_back_loses_nothing_and_nobody_waits_for_it(tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    clock.set(400 * DAY)
    words = ("--pace", "0.05", "--no-limits")
    with closing(Server(tmp_path / "home", *words, **clock.environment)) as server, ExitStack() as stack:
        gathering = Gathering(server, stack, 2)
        one, two = gathering.full()
        assert one.open().status_code == 200
        with_bot = stack.enter_context(server.person("Anna"))
        table = with_bot.post("/play", game="richelieu", level="page").headers["location"]
        room = Table(server, table.rpartition("/")[2], [], [])
        assert with_bot.post(f"{table}/say", text="before").status_code == 303
        assert room.opened().room.moved > time.time() + 399 * DAY, "the server has its own clock"
        clock.set(0)
        assert two.open().json()["phase"] == rooms.PLAYING
        for times in range(2):  # while it runs, and after another start
            given = room.opened().playing.given(1)
            while room.opened().playing.given(1) == given:  # until the bot has answered as well
                until(lambda: room.opened().room.asked == (0,))
                assert with_bot.answer(table).status_code == 303
            until(lambda: room.opened().room.asked == (0,))
            assert with_bot.post(f"{table}/say", text=f"after {times}").status_code == 303
            said = with_bot.get(table).text
            assert said.index("before") < said.index("after 0")
            shown = with_bot.get("/mine")
            assert (shown.status_code, table in shown.text) == (200, True)
            server.kill()
            server.again()
        assert matchfile.loads(gathering.over(), game).nonces[0] == one.nonce.encode()
        assert room.opened().room.phase == rooms.PLAYING
        assert '"forgotten"' not in server.log


def test_a_table_waits_for_nonces_no_longer_because_the_clock_was_set_back(tmp_path: Path) -> None:
    with closing(ServerHere(tmp_path, opening_pause=3600.0)) as first, ExitStack() as stack:
        waiting = Gathering(first, stack, 2)
        waiting.full()
        with first.store.writing() as connection:
            connection.exec_driver_sql("UPDATE rooms SET opening_since = opening_since + 86400.0")
    with closing(ServerHere(tmp_path, opening_pause=0.05)) as waiting.server:
        until(lambda: waiting.room.phase == rooms.PLAYING)


# -- processes ---------------------------------------------------------------------------------------------------------


def kill_workers(server: Server) -> int:
    """Kill those in which a server has things computed; how many there were."""
    workers = [child for child in children_of(server.process.pid) if b"spawn_main" in command_of(child)]
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    return len(workers)


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_a_bot_whose_worker_is_killed_answers_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0.05", "--workers", "1", "--no-limits") as server:
        table = server.room(2, options=SHORT, bots={1: "page"})
        killed = 0
        with table.person(0) as person:
            for _ in range(12):
                until(lambda: table.opened().room.asked == (0,))
                assert person.answer(table.path).status_code == 303
                killed += kill_workers(server)
            until(lambda: table.opened().room.asked == (0,))
        assert killed
        opened = table.opened()
        with server.store.reading() as connection:
            log = match_log._log(connection, opened.room)
            assert match_log.repeat(connection, opened.room).length == len(log)
        assert [entry.seat for entry in log].count(0) == 12
        assert [entry.seat for entry in log].count(1) >= 3, "turns of the bot"


def test_a_check_whose_worker_is_killed_is_done_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path, "--no-limits") as server, server.person() as person:
        with ThreadPoolExecutor(1) as pool:
            found = pool.submit(person.check, worst(checking.MOST_ENTRIES))
            until(lambda: kill_workers(server))
        assert rendering.texts("en")("verdict.running") in html.unescape(found.result().text)


def test_a_server_that_is_told_to_stop_has_every_answer_that_it_acknowledged(tmp_path: Path) -> None:
    chance, numbers = random.Random("stop"), range(len(TABLES) if THOROUGH else 2)
    with running(tmp_path, "--pace", "0", "--no-limits") as server:
        with closing(Matches(server.port, numbers, "stop")) as matches:
            for moment in sorted(chance.uniform(0, 20 * len(numbers)) for _ in range(3)):
                matches.go_on(moment)
                assert server.stop() == 0
                server.again()
            matches.go_on()
        assert matches.lost >= 3
        matches.check(server.path)
        matches.check_places()
