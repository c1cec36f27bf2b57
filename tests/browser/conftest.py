"""A real server and a real Chromium: one of each a worker, and a fresh context for every person."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, sync_playwright

from tests.browser import places
from tests.browser.laying import begun, laid_out
from tests.browser.people import PATIENCE, Person
from tests.browser.places import Place
from tests.browser.wire import Wire
from tests.server.driving import Reached, Server, Table

AXE = find_spec("axe_playwright_python")
Come = Callable[..., Person]
Lay = Callable[..., Table]
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --renderer-process-limit=1 --disable-site-isolation-trials"
)
ROOMY = 2**30
"""Bytes of shared memory with which Chromium has enough; without, it makes files of every picture that it draws."""


def serving(home: Path, pace: float = 0.02, **environment: str) -> Iterator[Server]:
    """A server whose bots nobody has to follow with the eye, unless that is the subject."""
    server = Server(home, "--pace", str(pace), "--no-limits", **environment)
    yield server
    server.process.terminate()  # politely, so that what it has reached is counted
    server.process.wait(PATIENCE)
    server.kill()
    server.close()


@pytest.fixture(scope="session")
def axe() -> str:
    assert AXE
    assert AXE.origin
    return Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def launched(kind: BrowserType, *more: str) -> Browser:
    """The Chromium of this machine, or else playwright's own."""
    chromium = os.environ.get("EMINENCE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    memory = Path("/dev/shm")  # Playwright keeps Chromium away from it, since in a container it may be too small
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOMY
    unwanted = ["--disable-dev-shm-usage"] if roomy else []
    return kind.launch(executable_path=chromium, args=[*ARGUMENTS.split(), *more], ignore_default_args=unwanted)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share: what they do at their own tables is nothing to the others."""
    yield from serving(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests may stop, to start it again."""
    yield from serving(tmp_path_factory.mktemp("house"))


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A wire to the server that most tests share, which can be cut."""
    wire = Wire(server)
    yield wire
    wire.cut()


@pytest.fixture
def sit_down(browser: Browser, server: Server) -> Iterator[Come]:
    """Somebody with a browser, as the settings of a context say; after the test nothing has gone wrong for anybody."""
    people: list[Person] = []

    def come(at: Reached = server, **how: Any) -> Person:
        people.append(Person(at, browser, **how))
        return people[-1]

    yield come
    troubles = [person.trouble() for person in people]
    for person in people:
        person.context.close()
    assert not any(troubles), troubles


@pytest.fixture
def table(server: Server) -> Table:
    return begun(server)


@pytest.fixture(scope="session")
def lay(server: Server) -> Lay:
    """A new table at which people sit, and which stands as a match does."""
    return partial(laid_out, server)


@pytest.fixture(scope="session")
def every_place(server: Server) -> dict[str, list[Place]]:
    """The places of the house, and those of each game."""
    return places.every_place(server)
