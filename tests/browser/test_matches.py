"""Whole matches in several browsers at once: a desk, a phone and whatever else people have, each in its language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

import eminence
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.server.http.cookies import COOKIE
from eminence.server.storage import match_log
from tests.browser.answering import Pointing
from tests.browser.conftest import Come
from tests.browser.people import DESK, SMALL_PHONE, Person, all_here, counted
from tests.server.driving import Table, until
from tests.thorough import THOROUGH

TABLET = {"viewport": {"width": 768, "height": 1024}, "locale": "it"}
LAPTOP = {"viewport": {"width": 1024, "height": 700}}
DEVICES: tuple[dict[str, Any], ...] = (DESK, {**SMALL_PHONE, "locale": "fr"}, TABLET, LAPTOP)
MATCHES = 12
"""So many ways in which a match may go on are tried; the shortest is played."""

KEPT_UP = 12
"""So many turns follow one another before everybody's eyes."""

Turn = tuple[int, list[str]]
"""A seat, and the answers that it gives one after the other."""


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_a_match_in_several_browsers_to_the_final_count(sit_down: Come, game: Game) -> None:
    """Drawing all pages anew after each answer is what takes the time. So everybody answers a few times in his browser
    at the beginning and at the end; in between all answer past their pages, which have to keep up; of a long match most
    past the server, too. With EMINENCE_THOROUGH=1 every answer is given in its browser, and all seats are taken."""
    seats = max(game.seats) if THOROUGH else min(game.seats)
    people = [sit_down(**DEVICES[seat % len(DEVICES)]) for seat in range(seats)]
    table = sit_down_together(game, *people)
    match, turns = table.opened().playing, shortest(table.opened())
    some = seats + 1
    hurried = range(some, 0 if THOROUGH else len(turns) - some)
    unseen = hurried[:-KEPT_UP]
    for number, (seat, choices) in enumerate(turns):
        if number in unseen:
            table.follow((seat, choice) for choice in choices)
        if number not in hurried:
            people[seat].wait_for(lambda now: now["turn"] and not now["busy"], "he is not asked")
            Pointing(people[seat]).answer(*choices)
        for choice in choices:
            if number in hurried and number not in unseen:
                with table.person(seat) as person:
                    sent = person.post(f"{table.path}/answer", ask=match_log.ask_id(match, seat), choice=choice)
                    assert sent.status_code == 303, sent.text
            match.choose(seat, choice)
        until(lambda: not table.opened().room.laid)  # what is held has been opened
        for follower in people if number + 1 not in hurried else []:  # with a story up to the last event
            happened = table.opened().playing.told  # a form may send what belongs together in another order
            shown = {"happened": happened, "told": happened - 1}
            follower.wait_for(lambda now: now.items() >= shown.items(), "the page did not follow")  # noqa: B023
    assert_counted(people)


def sit_down_together(game: Game, host: Person, *friends: Person) -> Table:
    """From the front page to the table: the one makes a game, the others come by their links."""
    host.make_a_game(game.id, "Anne", *["friend"] * len(friends))
    host.arrive("/room/.*")
    links = [link.input_value() for link in host.page.locator('input[value*="/s/"]').all()]
    for number, (friend, link) in enumerate(zip(friends, links, strict=True), 1):
        friend.come_by(link, f"Friend {number}")
    for person in (*friends, host):
        path = person.arrive("/table/.*")
        person.mark()
    all_here(host, *friends)
    cookies = [{one["name"]: one["value"] for one in person.context.cookies()} for person in (host, *friends)]
    known = [host.server.identities.read(cookie[COOKIE]) or "" for cookie in cookies]
    return Table(host.server, path.rpartition("/")[2], known, [])


def shortest(opened: match_log.OpenRoom) -> list[Turn]:
    """Of some random ways in which a match goes on to its end, the shortest: who answers, and what."""
    way = min((list(at_random(opened.playing.clone(), random.Random(number))) for number in range(MATCHES)), key=len)
    turns = groupby(way, key=lambda answer: answer[0])
    return [(seat, [choice for _, choice in answers]) for seat, answers in turns]


def at_random(match: Match, chance: random.Random) -> Iterator[tuple[int, str]]:
    """Of what a sensible person thinks of: a page need not let one borrow a coin to repay it in one answer."""
    while not match.over:
        seat, ask = next(iter(match.asks().items()))
        sensible = match._state.sensible(seat, [choice.code for choice in ask])
        choice = chance.choice([choice.text for choice in ask if choice.code in sensible])
        match.choose(seat, choice)
        yield seat, choice


def assert_counted(people: list[Person]) -> None:
    """All show the same final count, each in its language; the sums are right, and nothing went wrong on the way."""
    for person in people:
        person.wait_for(lambda now: now["over"])
    totals = [counted(person) for person in people]
    assert all(total == totals[0] for total in totals)
    assert len(totals[0]) == len(people)
    for seat, person in enumerate(people):
        language = DEVICES[seat % len(DEVICES)].get("locale", "en")
        assert person.page.locator("html").get_attribute("lang") == language
        person.assert_undisturbed()
        person.assert_fits()
