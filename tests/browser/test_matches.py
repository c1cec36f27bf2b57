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
from eminence.server import log
from tests.browser.answering import Pointing
from tests.browser.conftest import Come, Guests
from tests.browser.guests import Playing
from tests.browser.laying import log_of
from tests.browser.people import DESK, LAPTOP, SMALL_PHONE, TABLET, Person, all_here, counted
from tests.thorough import THOROUGH

DEVICES = (DESK, {**SMALL_PHONE, "locale": "fr"}, {**TABLET, "locale": "it"}, LAPTOP)
MATCHES = 12
"""So many ways in which a match may go on are tried; the shortest is played."""

Turn = tuple[int, list[str]]
"""A seat, and the answers that it gives one after the other."""


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_a_match_in_several_browsers_to_the_final_count(sit_down: Come, guest: Guests, game: Game) -> None:
    """Drawing all pages anew after each answer is what takes the time. So everybody answers a few times in his browser
    at the beginning and at the end; in between all answer past their pages, which have to keep up. With
    EMINENCE_THOROUGH=1 every answer is given in its browser, and all seats are taken."""
    seats = max(game.seats) if THOROUGH else min(game.seats)
    people = [sit_down(**DEVICES[seat % len(DEVICES)]) for seat in range(seats)]
    guests = [guest(f"Guest {seat}") for seat in range(seats)]
    sit_down_together(game, *people)
    table = people[0].page.url.removeprefix(people[0].server.url)
    with log_of(people[0].server, table) as (_, opened):
        match, turns = log.copy(opened), shortest(opened)
    some = seats + 1
    hurried = range(some, 0 if THOROUGH else len(turns) - some)
    for person, other in zip(people, guests, strict=True):
        (cookie,) = [one["value"] for one in person.context.cookies() if one["name"] == "eminence"]
        other.come_as(cookie)
    for number, (seat, choices) in enumerate(turns):
        if number not in hurried:
            people[seat].wait_for(lambda now: bool(now["turn"] and not now["busy"]), "he is not asked")
            Pointing(people[seat]).answer(*choices)
        for choice in choices:
            if number in hurried:
                guests[seat].answer(table, log.ask_id(match, seat), choice)
            match.choose(seat, choice)
        for person in people if number + 1 not in hurried else []:
            person.wait_for(lambda now: told_all(now, match.told), "the page did not follow")
    assert_counted(people)


def sit_down_together(game: Game, host: Person, *friends: Person) -> None:
    """From the front page to the table: the one makes a game, the others come by their links."""
    host.make_a_game(Playing(game.id), "Anne", *["friend"] * len(friends))
    host.arrive("/room/.*")
    links = [link.input_value() for link in host.page.locator('input[value*="/s/"]').all()]
    for number, (friend, link) in enumerate(zip(friends, links, strict=True), 1):
        friend.page.goto(link)
        friend.page.locator("#name").fill(f"Friend {number}")
        friend.press(friend.page.locator("button.first"))
    for person in (*friends, host):
        person.arrive("/table/.*")
        person.page.evaluate("window.mark = 'never reloaded'")
    all_here(host, *friends)


def shortest(opened: log.Opened) -> list[Turn]:
    """Of some random ways in which a match goes on to its end, the shortest: who answers, and what."""
    ways = [list(at_random(log.copy(opened), random.Random(number))) for number in range(MATCHES)]
    way = sorted(ways, key=len)[0]
    turns = groupby(way, key=lambda answer: answer[0])
    return [(seat, [choice for _, choice in answers]) for seat, answers in turns]


def at_random(match: Match, chance: random.Random) -> Iterator[tuple[int, str]]:
    while not match.over:
        seat, ask = next(iter(match.asks().items()))
        choice = chance.choice(ask.texts)
        match.choose(seat, choice)
        yield seat, choice


def told_all(state: dict[str, Any], happened: int) -> bool:
    """Whether a page shows the table after so many events, with a story up to the last of them."""
    return bool(state["happened"] == happened and state["told"] == happened - 1)


def assert_counted(people: list[Person]) -> None:
    """All show the same final count, each in its language; the sums are right, and nothing went wrong on the way."""
    for person in people:
        person.wait_for(lambda now: bool(now["over"]))
    totals = [counted(person) for person in people]
    assert all(total == totals[0] for total in totals)
    assert len(totals[0]) == len(people)
    languages = [person.page.locator("html").get_attribute("lang") for person in people]
    assert languages == [DEVICES[seat % len(DEVICES)].get("locale", "en") for seat in range(len(people))]
    for person in people:
        assert person.page.evaluate("window.mark") == "never reloaded"
        assert person.watched()["lost"] == []
        person.assert_fits()
