"""Bad input at tables of 1655 – Habemus Papam: what the rules forbid is refused with the rule that forbids it, in the
reader's language, over the page's form, the script's piece and the API. The match is untouched."""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from eminence.core.bags import how_many
from eminence.core.bits import ONE, members
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.core.view import View
from eminence.games import game
from eminence.games.habemus_papam import refusals
from eminence.games.habemus_papam.components import (
    ACTIONS,
    ALL_LEADERS,
    BIDS,
    CHIGI,
    GEMS,
    LAST,
    MORTAL,
    MOVABLE,
    NAMES,
    ORDER_NAMES,
    ORDERS,
    RUBIES,
    TWICE,
)
from eminence.games.habemus_papam.notation import (
    ACTION_TEXTS,
    BID_TEXTS,
    POLITICS_TEXTS,
    TEXTS,
)
from eminence.games.habemus_papam.refusals import owner_of
from eminence.server import log
from eminence.server.log import Opened
from tests.server.driving import Person, Program, Server, Table
from tests.server.refusing import page, piece, refused_with, told

SECRET = b"gems for whoever breaks the rules"
Find = Callable[[View, int], list[str]]


# -- what somebody might try -------------------------------------------------------------------------------------------


def gems_not_owned(view: View, seat: int) -> list[str]:
    """Bids of three gems at most, or of two where that is the limit, for which a gem is missing."""
    own, most = view["gems"][seat], 2 if view["played"][seat] == TWICE else 3
    return [
        f"bid {text}"
        for text, bid in zip(BID_TEXTS, BIDS, strict=True)
        if len(text) <= most and any(how_many(bid, gem) > how_many(own, gem) for gem in range(GEMS))
    ]


def a_third_gem(view: View, seat: int) -> list[str]:
    return ["bid AAA", "bid RRR"] if view["played"][seat] == TWICE else []


def in_courts(view: View, seat: int, people: int, *, own: bool) -> list[int]:
    """Those of these people who are in the own court, or in the others'."""
    courts = [court for other, court in enumerate(view["court"]) if (other == seat) is own]
    return [int(person) for court in courts for person in members(court & people)]


def of_another(word: str, people: int) -> Find:
    return lambda view, seat: [f"{word} {NAMES[person]}" for person in in_courts(view, seat, people, own=False)]


def of_ones_own(word: str, people: int) -> Find:
    return lambda view, seat: [f"{word} {NAMES[person]}" for person in in_courts(view, seat, people, own=True)]


def in_no_court(word: str) -> Find:
    def find(view: View, seat: int) -> list[str]:
        return [f"{word} {name}" for person, name in enumerate(NAMES) if owner_of(view, person) is None]

    return find


def within_one_court(view: View, seat: int) -> list[str]:
    """Others of the same court as the first of a swap, who could be swapped otherwise."""
    first = view["swapping"]
    court = view["court"][owner_of(view, first)] & MOVABLE & ~(ONE << first)
    return [f"with {NAMES[person]}" for person in members(court)]


def of_a_third(people: int) -> Find:
    """Those of these people who are neither in one's own court nor in that of the first of a swap."""

    def find(view: View, seat: int) -> list[str]:
        court = view["court"][owner_of(view, view["swapping"])]
        others = in_courts(view, seat, people & ~court, own=False)
        return [f"with {NAMES[person]}" for person in others]

    return find


def himself(view: View, seat: int) -> list[str]:
    return [f"with {NAMES[view['swapping']]}"]


def order_not_held(view: View, seat: int) -> list[str]:
    own = view["orders"][seat]
    return [f"drop {ORDER_NAMES[order]}" for order in range(ORDERS) if not how_many(own, order)]


def action_not_held(view: View, seat: int) -> list[str]:
    own = view["hand"][seat]
    return [f"place {ACTION_TEXTS[card]}" for card in range(ACTIONS) if not how_many(own, card)]


def action_in_the_first_round(view: View, seat: int) -> list[str]:
    return ["place ten", "refuse"] if view["round"] == 1 else []


def action_too_late(view: View, seat: int) -> list[str]:
    return ["place ten", "refuse"] if view["round"] > 1 else []


def not_on_offer(view: View, seat: int) -> list[str]:
    """A cardinal, politics and an action that are not there."""
    found = [
        f"take {name}" for person, name in enumerate(NAMES[:18]) if not view["offered_cardinals"] & (ONE << person)
    ]
    found += [f"take {t}" for card, t in enumerate(POLITICS_TEXTS) if not how_many(view["offered_politics"], card)]
    return found + [f"take {t}" for card, t in enumerate(ACTION_TEXTS) if not how_many(view["offered_actions"], card)]


def the_keys_again(view: View, seat: int) -> list[str]:
    return [] if view["camerlengo_free"] else ["take camerlengo"]


def whom_felipe_loves(view: View, seat: int) -> list[str]:
    """Cardinals of others who have a Felipe themselves."""
    whys = {text: refusals.why_not(view, code) for code, text in TEXTS.items() if text.startswith("exclude")}
    return [text for text, why in whys.items() if why and why.key == "favour"]


def nobody_to_die(view: View, seat: int) -> list[str]:
    others = [other for other in range(view.seats) if other != seat]
    return [f"death {other}" for other in others if not view["court"][other] & MORTAL]


def says(*choices: str) -> Find:
    return lambda view, seat: list(choices)


ITALIAN = {"rulebook": "italian"}


@dataclass(frozen=True)
class Case:
    """Something that the rules forbid: at which step, how it is said, and by which rule it is refused."""

    step: str
    find: Find
    key: str
    seed: int = 1
    seats: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)

    def choice(self, opened: Opened) -> tuple[int, str] | None:
        """Who may not do it here, and what; None where there is nothing of that sort."""
        match = opened.playing
        view = match.view(None)
        if view.over or view["steps"][-1] != self.step:
            return None
        for seat in view.asked:
            found = self.find(match.view(seat), seat)
            if found:
                return seat, found[-1]
        return None


CHIGI_ALONE = int(ONE << CHIGI)
CASES = {
    "gems that one does not have": Case("bidding", gems_not_owned, "gems_missing"),
    "gems that one does not have, bidding last": Case("bid_last", gems_not_owned, "gems_missing", 5),
    "a third gem with the doubling card": Case("bidding", a_third_gem, "two_at_most", 7),
    "a bribe on Chigi": Case("bribe", of_another("bribe", CHIGI_ALONE), "chigi", 11),
    "a bribe on a leader": Case("bribe", of_another("bribe", ALL_LEADERS), "leader", 6),
    "a bribe on one's own": Case("bribe", of_ones_own("bribe", MOVABLE), "own", 6),
    "a bribe on somebody in no court": Case("bribe", in_no_court("bribe"), "nowhere", 6),
    "a swap within one court": Case("swap_with", within_one_court, "same_court", 11),
    "a swap with himself": Case("swap_with", himself, "himself", 2),
    "a swap of Chigi from another court": Case("swap", of_another("swap", CHIGI_ALONE), "chigi_swap", 10),
    "a swap that ends with Chigi of another": Case("swap_with", of_a_third(CHIGI_ALONE), "chigi_swap", 2),
    "a swap of a leader": Case("swap", of_another("swap", ALL_LEADERS), "leader", 8),
    "a swap with a leader": Case("swap_with", of_a_third(ALL_LEADERS), "leader", 8),
    "the second of a swap first": Case("swap", of_another("with", MOVABLE), "first_of_two", 2),
    "no swap after the first": Case("swap_with", says("no swap"), "second_of_two", 2),
    "an order that one does not hold": Case("drop_order", order_not_held, "not_your_order", 5),
    "an action that one does not hold": Case("place_action", action_not_held, "not_in_hand"),
    "an action in the first round": Case("bidding", action_in_the_first_round, "first_round"),
    "an action after the bids": Case("take", action_too_late, "no_placing"),
    "a bid before its phase": Case("place_action", says("bid D"), "no_bidding"),
    "a card that is not on offer": Case("take", not_on_offer, "not_on_offer"),
    "the Camerlengo card twice": Case("take", the_keys_again, "camerlengo_taken"),
    "a card before the bids": Case("bidding", says("take camerlengo"), "no_taking"),
    "excluding whom Felipe loves": Case("exclude", whom_felipe_loves, "favour", 5),
    "excluding Chigi": Case("exclude", of_another("exclude", CHIGI_ALONE), "chigi", 11),
    "excluding a leader": Case("exclude", of_another("exclude", ALL_LEADERS), "leader", 11),
    "excluding one's own": Case("exclude", of_ones_own("exclude", MOVABLE), "own_excluded", 11),
    "sparing by the French rulebook": Case("exclude", says("spare"), "must_exclude", 11),
    "paying before there is anything to pay": Case("bidding", says("pay"), "no_squadrone"),
    "death to one's own court": Case("death", lambda view, seat: [f"death {seat}"], "own_death", 2),
    "death where nobody can die": Case("death", nobody_to_die, "nobody_mortal", 6),
    "death to nobody at all": Case("death", says("death 3"), "no_seat", 6, seats=3),
    "a bribe that nobody placed": Case("squadrone", says("bribe Lugo"), "no_bribe", 3, options=ITALIAN),
    "what the dealer does": Case("bidding", says("turn Lugo", "smoke", "order leaders", "camerlengo 0"), "dealer"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_the_rules_forbid_is_refused_with_its_rule(server: Server, case: Case) -> None:
    table = server.room(case.seats, of="habemus_papam", options=case.options, secret=SECRET)
    opened = table.play(random.Random(case.seed), stop=lambda opened: case.choice(opened) is not None)
    found = case.choice(opened)
    assert found, "by this seed we do not come to where it could be tried"
    seat, choice = found
    assert choice not in opened.playing.asks()[seat].texts
    rule = refusals.why_not(opened.playing.view(seat), game("habemus_papam").code(choice))
    assert rule
    assert rule.key == case.key
    before = table.rows()
    reasons = {refused_with(table, seat, choice, language) for language in LANGUAGES}
    assert len(reasons) == len(LANGUAGES)
    assert table.rows() == before


def everywhere(person: Person, program: Program, table: Table, answer: dict[str, str], key: str, language: str) -> None:
    """Refused with a key by the form, by the script's piece and by the API."""
    page(person.post(f"{table.path}/answer", **answer), key, language)
    piece(person.post(f"{table.path}/answer", "scene", **answer), key, language)
    told(program.post("answers", **answer), key, language)


# -- what is no choice at all ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bidding(server: Server) -> Table:
    """A match well under way: everybody is to bid."""
    table = server.room(4, of="habemus_papam", secret=SECRET)
    table.play(random.Random(5), stop=lambda o: o.playing.length > 60 and len(o.room.asked) == 4 and at(o) == "bidding")
    assert at(table.opened()) == "bidding"
    return table


def at(opened: Opened) -> str:
    return str(opened.playing.view(None)["steps"][-1])


@pytest.fixture
def untouched_bids(bidding: Table) -> Iterator[None]:
    before = bidding.rows()
    yield
    assert bidding.rows() == before


@pytest.mark.parametrize(
    ("choice", "key"),
    [("bid DDDD", "too_many_gems"), ("bid ADRSA", "too_many_gems"), ("bid AD", "gem_order"), ("bid SRD", "gem_order")],
)
@pytest.mark.usefixtures("untouched_bids")
def test_a_fourth_gem_is_refused_with_its_rule(bidding: Table, choice: str, key: str) -> None:
    reasons = set()
    for language in LANGUAGES:
        opened = bidding.opened()
        reason = telling(opened.room.game, language, 0, opened.room.names).why_unknown(choice)
        assert reason
        reasons.add(reason)
        answer = {"ask": log.ask_id(opened.playing, 0), "choice": choice}
        with bidding.person(0, language) as person, bidding.program(0, language) as program:
            everywhere(person, program, bidding, answer, "bad_choice", language)
            assert reason in html.unescape(person.post(f"{bidding.path}/answer", **answer).text)
            assert reason in person.post(f"{bidding.path}/answer", "scene", **answer).text
            assert reason in program.post("answers", **answer).json()["message"]
    assert len(reasons) == len(LANGUAGES)
    assert refusals.why_unknown(choice) == (key, "" if key == "too_many_gems" else f"bid {''.join(ordered(choice))}")


def ordered(choice: str) -> list[str]:
    return sorted(choice.removeprefix("bid "), key="DRSA".index)


UNKNOWN = ["bid", "bid X", "bid D D", "bid nothing nothing", "bid 3", "place Medici", "bribe", "take 1L", "", "\x00"]


@pytest.mark.parametrize("choice", UNKNOWN)
@pytest.mark.usefixtures("untouched_bids")
def test_words_that_are_no_choice(bidding: Table, choice: str) -> None:
    for language in LANGUAGES:
        answer = {"ask": log.ask_id(bidding.opened().playing, 2), "choice": choice}
        with bidding.person(2, language) as person, bidding.program(2, language) as program:
            everywhere(person, program, bidding, answer, "bad_choice", language)


@pytest.mark.usefixtures("untouched_bids")
def test_two_bids_at_once(bidding: Table) -> None:
    """A bid is one answer: a second one beside it is refused, and the first is not kept."""
    fields = {"ask": log.ask_id(bidding.opened().playing, 1), "choice": ["bid nothing", "bid nothing"]}
    with bidding.person(1) as person, bidding.program(1) as program:
        tried = person.http.post(f"{bidding.path}/answer", data={"csrf": person.csrf, **fields})
        page(tried, "answer_complete")
        tried = program.post("answers", ask=fields["ask"], choices=fields["choice"])
        told(tried, "answer_complete")


# -- out of turn -------------------------------------------------------------------------------------------------------


def someone_waits(card: int) -> Callable[[Opened], bool]:
    """Whether others bid, and somebody does not, since he has played this card."""

    def holds(opened: Opened) -> bool:
        return at(opened) == "bidding" and any(played == card for played in opened.playing.view(None)["played"])

    return holds


@pytest.mark.parametrize(("card", "key", "seed"), [(LAST, "bids_last", 5), (RUBIES, "card_bids", 1)])
def test_whoever_does_not_bid_now_is_not_asked(server: Server, card: int, key: str, seed: int) -> None:
    table = server.room(4, of="habemus_papam", secret=SECRET)
    opened = table.play(random.Random(seed), stop=someone_waits(card))
    assert someone_waits(card)(opened), "by this seed we do not come to where it could be tried"
    view = opened.playing.view(None)
    seat = list(view["played"]).index(card)
    assert seat not in view.asked
    before = table.rows()
    for language in LANGUAGES:
        answer = {"ask": log.ask_id(opened.playing, seat), "choice": "bid nothing"}
        with table.person(seat, language) as person, table.program(seat, language) as program:
            everywhere(person, program, table, answer, "not_asked", language)
        rule = refusals.why_not(opened.playing.view(seat), opened.room.game.code("bid nothing"))
        assert rule
        assert rule.key == key
    assert table.rows() == before


def test_others_do_nothing_while_one_takes_a_card(server: Server) -> None:
    table = server.room(3, of="habemus_papam", secret=SECRET)
    opened = table.play(random.Random(2), stop=lambda opened: at(opened) == "take")
    (asked,) = opened.room.asked
    offered = opened.playing.asks()[asked].texts
    before = table.rows()
    for seat in {0, 1, 2} - {asked}:
        with table.person(seat) as person, table.program(seat) as program:
            for choice in (offered[0], "take camerlengo", "bid D", "nonsense"):
                answer = {"ask": log.ask_id(opened.playing, seat), "choice": choice}
                everywhere(person, program, table, answer, "not_asked", "en")
    assert table.rows() == before


@pytest.mark.usefixtures("untouched_bids")
def test_a_choice_that_is_much_too_long(bidding: Table) -> None:
    with bidding.person(3) as person, bidding.program(3) as program:
        for choice in ("bid " + "D" * 5_000, "x" * 20_000):
            answer = {"ask": log.ask_id(bidding.opened().playing, 3), "choice": choice}
            page(person.post(f"{bidding.path}/answer", **answer), "bad_choice")
            piece(person.post(f"{bidding.path}/answer", "scene", **answer), "bad_choice")
            told(program.post("answers", **answer), "bad_body")
