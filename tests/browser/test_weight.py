"""What the first table page weighs on the wire, all included, and where it comes from."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

import eminence
from eminence.core.game import Game
from eminence.core.match import Match
from tests.browser.conftest import Come
from tests.browser.guests import Guest, Table
from tests.browser.laying import Company
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.positions import first_asked, positions

MOST = 150_000
"""Bytes."""


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_a_table_page_is_light_and_of_one_origin(sit_down: Come, company: Company, game: Game) -> None:
    """The first page of a match, and the heaviest of all positions: there is more to see than at the beginning, and
    more to choose from. For a browser that has seen nothing yet."""
    matches = {name: situation.match() for name, situation in positions(game).items()}
    first = game.new(min(game.seats), secret=b"a first page")
    heaviest = max(matches.values(), key=lambda match: weight(company, match))
    for screen, match in ((PHONE, first), (DESK, first), (PHONE, heaviest)):
        table = company.lay_out(match)
        assert_light(sit_down(**screen), company.guest(first_asked(match)), table)


def weight(company: Company, match: Match) -> int:
    """How long the page is, before anything is packed."""
    return len(company.guest(first_asked(match)).get(company.lay_out(match).path))


def assert_light(person: Person, anne: Guest, table: Table) -> None:
    """What comes over the wire for the first page that a new browser opens."""
    person.be(anne)
    wire = person.context.new_cdp_session(person.page)
    asked: dict[str, str] = {}
    weights: dict[str, int] = {}
    streams: set[str] = set()

    def ask(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["request"]["url"]

    def begin(event: dict[str, Any]) -> None:
        if event["response"]["mimeType"] == "text/event-stream":
            streams.add(event["requestId"])

    def receive(event: dict[str, Any]) -> None:
        """A stream does not end, so it is weighed while it runs. Nothing packs it: it weighs what it says."""
        if event["requestId"] in streams:
            weigh(event["requestId"], event["dataLength"])

    def finish(event: dict[str, Any]) -> None:
        weigh(event["requestId"], event["encodedDataLength"])

    def weigh(request: str, weight: int) -> None:
        weights[asked[request]] = weights.get(asked[request], 0) + weight

    wire.on("Network.requestWillBeSent", ask)
    wire.on("Network.responseReceived", begin)
    wire.on("Network.dataReceived", receive)
    wire.on("Network.loadingFinished", finish)
    wire.send("Network.enable")
    person.page.goto(table.path, wait_until="load")
    person.page.evaluate("() => { fetch(document.querySelector('link[rel~=icon]').href) }")  # not all browsers want it
    stream = f"{person.server.url}{table.path}/stream"
    until(lambda: person.page.evaluate("1") and any(url.startswith(stream) for url in weights), "no stream began")
    until(lambda: person.page.evaluate("1") and set(asked.values()) == set(weights), f"not all came: {asked} {weights}")

    origins = {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, weights)}
    assert origins == {person.server.url}
    kinds = [suffix for suffix in (".css", ".js", ".svg") if not any(url.endswith(suffix) for url in weights)]
    assert not kinds, f"no {kinds} was seen: {weights}"
    total = sum(weights.values())
    told = "\n".join(f"{weight:7} {url}" for url, weight in weights.items())
    assert total < MOST, f"{total} bytes:\n{told}"
    assert total > 10_000, told
    person.leave()
