"""What the front page and the first table page weigh on the wire, all included, and where it comes from; and when the
largest part of them is painted."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest

import eminence
from eminence.core.game import Game
from eminence.core.match import Match
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.positions import first_asked, positions
from tests.server.driving import Server

TABLE, FRONT, COMPANION = 90_000, 60_000, 90_000
"""Bytes."""
PAINTED = 2.5
"""Seconds until the largest part of a page is painted: what people call good; a quiet machine needs a tenth of it."""
MOST_LOOKS = 12
PAINTS = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const { startTime, url, element } = list.getEntries().at(-1);
    const first = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    done({ at: startTime / 1000, after: startTime - first, url, element: element?.outerHTML.slice(0, 80) });
  }).observe({ type: "largest-contentful-paint", buffered: true });
})"""


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_a_table_page_is_light_and_of_one_origin(sit_down: Come, lay: Lay, game: Game) -> None:
    """The first page of a match, and the heaviest of all positions: there is more to see than at the beginning, and
    more to choose from. For a browser that has seen nothing yet."""

    def weight(match: Match) -> int:
        """How long the page is, before anything is packed."""
        table = lay(match)
        with table.person(first_asked(match)) as person:
            return len(person.get(table.path).text)

    first = game.new(min(game.seats), secret=b"a first page")
    heaviest = max((situation.match() for situation in positions(game).values()), key=weight)
    for screen, match in ((PHONE, first), (DESK, first), (PHONE, heaviest)):
        assert_light(sit_down, lay, screen, match)


def test_the_front_page_is_light_and_of_one_origin(sit_down: Come) -> None:
    """All plates, by somebody who has never been here; and by somebody at home, with a list of games."""
    for screen in (PHONE, DESK):
        weigh(sit_down(**screen), "/", FRONT)


def test_a_companion_is_light_and_of_one_origin(sit_down: Come) -> None:
    """All that it needs to work without a server from then on, by a phone that has never been here."""
    weigh(sit_down(**PHONE), "/companion/deal_with_the_devil/en", COMPANION)


def test_an_invitation_is_light(sit_down: Come, server: Server) -> None:
    """Whoever opens a friend's link has never been here, and is on a phone."""
    with server.person() as anne:
        room = anne.post("/new/habemus_papam", seats="3", name="Anne", nonce="").headers["location"]
        link = re.search(r"/s/\w+/[\w-]+", anne.get(room).text)
        assert link
    weigh(sit_down(**PHONE), link[0], FRONT)


@pytest.mark.parametrize("game", [None, *eminence.all_games()], ids=lambda game: game.id if game else "front")
def test_the_largest_part_of_a_page_is_painted_soon(sit_down: Come, lay: Lay, game: Game | None) -> None:
    """By a new browser on a phone. It is in the page itself: nothing more is fetched for it. Of some looks the best
    counts, and there are more where it is not good yet, since others use the machine too."""
    table = lay(game.new(min(game.seats), secret=b"a first page")) if game else None
    looks = list[dict[str, Any]]()
    while len(looks) < 3 or (len(looks) < MOST_LOOKS and min(look["after"] for look in looks)):
        person = sit_down(**PHONE)
        if table:
            person.be(table.people[0])
        person.page.goto(table.path if table else "/", wait_until="load")
        looks.append(person.page.evaluate(PAINTS))
    print(looks)
    assert not any(look["url"] for look in looks), looks
    assert min(look["after"] for look in looks) == 0, f"it does not come with the first paint: {looks}"
    assert min(look["at"] for look in looks) < PAINTED, looks


def assert_light(sit_down: Come, lay: Lay, screen: dict[str, Any], match: Match) -> None:
    """What comes over the wire for the first page of a table that a new browser opens, its stream included."""
    person, table = sit_down(**screen), lay(match)
    person.be(table.people[first_asked(match)])
    weigh(person, table.path, TABLE, f"{person.server.url}{table.path}/stream")


def weigh(person: Person, path: str, most: int, stream: str = "") -> None:
    """Everything that comes over the wire for a page, until nothing is on its way any more."""
    wire = person.context.new_cdp_session(person.page)
    asked: dict[str, str] = {}
    weights: Counter[str] = Counter()
    streams: set[str] = set()

    def ask(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["request"]["url"]

    def begin(event: dict[str, Any]) -> None:
        if event["response"]["mimeType"] == "text/event-stream":
            streams.add(event["requestId"])

    def receive(event: dict[str, Any]) -> None:
        """A stream does not end, so it is weighed while it runs. Nothing packs it: it weighs what it says."""
        if event["requestId"] in streams:
            weights[asked[event["requestId"]]] += event["dataLength"]

    def finish(event: dict[str, Any]) -> None:
        weights[asked[event["requestId"]]] += event["encodedDataLength"]

    wire.on("Network.requestWillBeSent", ask)
    wire.on("Network.responseReceived", begin)
    wire.on("Network.dataReceived", receive)
    wire.on("Network.loadingFinished", finish)
    wire.send("Network.enable")
    person.page.goto(path, wait_until="load")
    person.page.evaluate("() => { fetch(document.querySelector('link[rel~=icon]').href) }")  # not all browsers want it
    if stream:
        until(lambda: person.page.evaluate("1") and any(url.startswith(stream) for url in weights), "no stream began")
    until(lambda: person.page.evaluate("1") and set(asked.values()) == set(weights), f"not all came: {asked} {weights}")

    assert {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, weights)} == {person.server.url}
    kinds = [suffix for suffix in (".css", ".js", ".svg") if not any(url.endswith(suffix) for url in weights)]
    assert not kinds, f"no {kinds} was seen: {weights}"
    total = weights.total()
    told = "\n".join(f"{weight:7} {url}" for url, weight in weights.items())
    print(f"{total} bytes:\n{told}")
    assert 10_000 < total < most, f"{total} bytes:\n{told}"
