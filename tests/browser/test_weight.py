"""What the first table page weighs on the wire, all included, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from eminence.games import game
from tests.browser import papam
from tests.browser.caesar import crowded
from tests.browser.guests import CAESAR, PAPAM, RICHELIEU, Guest, Playing, Table, dealt
from tests.browser.laying import laid_out
from tests.browser.people import DESK, PHONE, Person, until
from tests.browser.serving import Server

MOST = 150_000
"""Bytes."""


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("playing", [RICHELIEU, CAESAR, PAPAM], ids=lambda playing: playing.game)
def test_the_first_table_page_is_light_and_of_one_origin(
    sit_down: Callable[..., Person], guest: Callable[..., Guest], screen: dict[str, Any], playing: Playing
) -> None:
    anne, *others = (guest(name) for name in ("Anne", "Gaston", "Marie")[: min(game(playing.game).seats)])
    assert_light(sit_down(**screen), anne, dealt(anne, *others, playing=playing))


def test_a_crowded_table_is_light_too(
    sit_down: Callable[..., Person], guest: Callable[..., Guest], server: Server
) -> None:
    """In the middle of a game there is more to see, and more to choose from, than at its beginning."""
    anne, *others = (guest(name) for name in papam.NAMES)
    assert_light(sit_down(**PHONE), anne, laid_out(server, crowded().match(), anne, others[0]))
    opened = laid_out(server, papam.bidding(open_screens=True), anne, *others)
    assert_light(sit_down(**PHONE), anne, opened)


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
    print(f"first table page: {total} bytes\n{told}")
