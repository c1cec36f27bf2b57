"""Checking matches: every shuffle and every answer computed again, in a worker process, one match after the other.

Anybody may hand in a file, so there is a limit to everything: to its entries, to the seconds it may take, to how many
may wait and how many of them from one address. Who waits can see how far it has come.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote_to_bytes

from eminence.core import dealing, matchfile
from eminence.core.errors import EminenceError, MatchDoesNotHold
from eminence.core.match import Entry, Match
from eminence.core.state import DEALER
from eminence.games import game
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.workers import TookTooLong, Worker, Workers, report

MOST_ENTRIES: Final = 10_000
"""What a match may have to be checked here: twenty times what any of ours has. For more there is `eminence verify`."""
MOST_SECONDS: Final = 15.0
"""So long a worker may compute. Its process is ended a while later, should it not notice by itself."""
STUCK_SECONDS: Final = 90.0
MOST_WAITING: Final = 24
MOST_EACH: Final = 4
"""So many checks may wait or be at work, in all and from one address."""
MOST_KEPT: Final = 200
"""So many checks are remembered, those that are done the longest forgotten first."""
LEFT_AFTER: Final = 30.0
"""Seconds after which a check for which nobody waits any more is not begun."""
NICE: Final = 10
"""How far the worker steps back for tables and bots."""
LONGEST_DETAIL: Final = 500
TOO_LONG: Final = "too_long"
TOO_MANY_ENTRIES: Final = "too_many_entries"


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of the dealer, with its label and the digest it follows from."""

    number: int
    label: str
    choice: str
    digest: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found."""

    outcome: str
    """The key of its sentence, under `verdict`: holds, running, fails, not_a_match, too_many_entries, too_long."""
    detail: str = ""
    entry: int | None = None
    """The first entry at fault."""
    entries: int = 0
    game: str = ""
    rules: int = 0
    scores: tuple[int, ...] = ()
    draws: tuple[Draw, ...] = ()
    by_hand: bool = False
    """Whether there was no secret to check the draws against."""

    @property
    def holds(self) -> bool:
        return self.outcome in ("holds", "running")

    @property
    def is_too_much(self) -> bool:
        """Whether nothing was found, because it would have taken too long."""
        return self.outcome in (TOO_MANY_ENTRIES, TOO_LONG)


# -- in the worker -----------------------------------------------------------------------------------------------------


class _Stopped(EminenceError):
    """A match is larger than what is checked here."""


def check(file: bytes | str, with_draws: bool) -> Verdict:
    """Check a match file, as bytes or as a field of a form has it. Runs in a worker."""
    text = file if isinstance(file, bytes) else unquote_to_bytes(file.replace("+", " "))
    began = time.process_time()
    done = 0
    draws: list[Draw] = []

    def before_each(match: Match, entry: Entry, entries: int) -> None:
        nonlocal done
        if entries > MOST_ENTRIES:
            raise _Stopped(TOO_MANY_ENTRIES)
        if time.process_time() - began > MOST_SECONDS:
            raise _Stopped(TOO_LONG)
        report(done, entries)
        done += 1
        if with_draws and entry.seat == DEALER and match.owes_a_draw and match.secret_in_keeping is not None:
            label = match.draw_label
            digest = dealing.block(0, match.secret_in_keeping, match.nonces, label).hex()
            draws.append(Draw(len(draws) + 1, label, entry.choice, digest))

    try:
        match = matchfile.loads(text, game, before_each=before_each)
    except _Stopped as stopped:
        return Verdict(str(stopped))
    except MatchDoesNotHold as error:
        return Verdict("fails", str(error)[:LONGEST_DETAIL], error.entry)
    except EminenceError as error:
        return Verdict("not_a_match", str(error)[:LONGEST_DETAIL])
    scores = tuple(match.scores) if match.over else ()
    outcome = "holds" if match.over else "running"
    about = (match.length, match.game.id, match.game.rules)
    return Verdict(outcome, "", None, *about, scores, tuple(draws), match.by_hand)


# -- in the server -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Check:
    """A match that is checked, waits for it, or was."""

    id: str
    key: bytes
    address: str
    looked: float
    """When somebody last asked for it."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    verdict: Verdict | None = None
    worker: Worker | None = None
    waiting: int = 0
    """How many requests wait for it right now."""

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many entries are done, and of how many; None as long as it waits for its turn."""
        return None if self.worker is None else self.worker.progress


class Checks:
    """All checks, each remembered for a while: the same match is not checked twice."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.workers = Workers(1, NICE) if workers is None else workers
        self._kept: OrderedDict[str, Check] = OrderedDict()
        self._by_key: dict[bytes, Check] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, address: str, file: bytes | str, *, with_draws: bool = False) -> Check:
        """Have a match file checked for somebody at an address. Problem if too many wait already."""
        form = b"bytes" if isinstance(file, bytes) else b"field"
        whole = file if isinstance(file, bytes) else file.encode()
        key = hashlib.sha256(form + bytes([with_draws]) + whole).digest()
        if (known := self._by_key.get(key)) is not None:
            known.looked = time.monotonic()
            return known
        unfinished = [one for one in self._kept.values() if not one.done.is_set()]
        if len(unfinished) >= MOST_WAITING or sum(one.address == address for one in unfinished) >= MOST_EACH:
            raise Problem("busy")
        made = Check(secrets.token_urlsafe(12), key, address, time.monotonic())
        self._kept[made.id] = self._by_key[key] = made
        for old in [one for one in self._kept.values() if one.done.is_set()][: max(0, len(self._kept) - MOST_KEPT)]:
            self._forget(old)
        task = asyncio.get_running_loop().create_task(self._run(made, file, with_draws))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return made

    def find(self, name: str) -> Check:
        """A check by its name; Problem if it is not remembered."""
        found = self._kept.get(name)
        if found is None:
            raise Problem("no_check")
        found.looked = time.monotonic()
        return found

    async def wait(self, check: Check, seconds: float) -> Verdict | None:
        """The verdict, if it comes within so many seconds."""
        check.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                await check.done.wait()
        except TimeoutError:
            pass
        finally:
            check.waiting -= 1
            check.looked = time.monotonic()
        if check.done.is_set() and check.verdict is None:
            raise Problem("no_check")
        return check.verdict

    async def _run(self, made: Check, file: bytes | str, with_draws: bool) -> None:
        try:
            async with self.workers.turn(made.address, made.id) as worker:
                if not made.waiting and time.monotonic() - made.looked > LEFT_AFTER:
                    return
                made.worker = worker
                made.verdict = await worker.do(check, file, with_draws, seconds=STUCK_SECONDS)
        except TookTooLong:
            made.verdict = Verdict(TOO_LONG)
        except Exception as error:
            log("check_failed", logging.ERROR, error)
        finally:
            made.worker = None
            made.done.set()
            if made.verdict is None:
                self._forget(made)
            elif made.verdict.outcome == TOO_LONG:  # it may have been the machine: the next time it is tried again
                self._by_key.pop(made.key, None)

    def _forget(self, old: Check) -> None:
        self._kept.pop(old.id, None)
        if self._by_key.get(old.key) is old:
            del self._by_key[old.key]

    async def close(self) -> None:
        """Stop: whoever waits may hand the match in again."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.workers.close()
