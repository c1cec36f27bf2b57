"""A real server and a real Chromium: one of each a worker, and a fresh context for every person."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import caesar_places, papam_places
from tests.browser.guests import Guest
from tests.browser.people import Person
from tests.browser.places import LONG_NAME, UNBROKEN_NAME, Place, places
from tests.browser.serving import Server
from tests.browser.wire import Wire

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


def chromium() -> str | None:
    """The Chromium of this machine; None for playwright's own."""
    return os.environ.get("EMINENCE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share: what they do at their own tables is nothing to the others."""
    server = Server(tmp_path_factory.mktemp("house"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test alone, which may stop it or wants an empty house."""
    server = Server(tmp_path_factory.mktemp("house"))
    yield server
    server.stop()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A wire to that server, which can be cut."""
    wire = Wire(server)
    yield wire
    wire.cut()


@pytest.fixture
def sit_down(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser, as the settings of a context say; after the test nothing has gone wrong for anybody."""
    people: list[Person] = []

    def come(at: Server = server, **how: Any) -> Person:
        people.append(Person.at(at, browser, **how))
        return people[-1]

    yield come
    for person in people:
        person.close()


@pytest.fixture
def guest(server: Server) -> Iterator[Callable[..., Guest]]:
    """Somebody without a browser."""
    guests: list[Guest] = []

    def come(name: str, at: Server = server) -> Guest:
        guests.append(Guest(at, name))
        return guests[-1]

    yield come
    for known in guests:
        known.close()


@pytest.fixture(scope="session")
def every_place(server: Server) -> Iterator[dict[str, list[Place]]]:
    """The places of the house, with those of its first game, and those of each other game."""
    guests = [Guest(server, name) for name in (LONG_NAME, UNBROKEN_NAME, "Marie", "Joseph")]
    yield {
        "house": places(*guests),
        "caesar_cleopatra": caesar_places.places(server, *guests[:2]),
        "habemus_papam": papam_places.places(server, *guests),
    }
    for known in guests:
        known.close()
