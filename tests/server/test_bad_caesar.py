"""Bad input at tables of Caesar & Cleopatra: what the rules forbid is refused with the rule that forbids it, in the
reader's language, over the page's form and over the API. The match is untouched."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from eminence.core.bags import how_many
from eminence.core.texts import LANGUAGES
from eminence.core.view import View
from eminence.games import game
from eminence.games.caesar_cleopatra import refusals
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, KINDS, VETO
from eminence.games.caesar_cleopatra.notation import GROUP_CODES, KIND_TEXTS, TEXTS
from eminence.games.caesar_cleopatra.refusals import cards_at
from eminence.server import log
from eminence.server.log import Opened
from tests.server.driving import Server, Table
from tests.server.refusing import page, piece, refused_with, told

SECRET = b"cards for whoever breaks the rules"
Find = Callable[[View, int], list[str]]


def held(view: View, seat: int) -> list[str]:
    return [KIND_TEXTS[face] for face in range(FACES) if how_many(view["hand"][seat], face)]


def missing(view: View, seat: int) -> list[str]:
    return [KIND_TEXTS[face] for face in range(FACES) if not how_many(view["hand"][seat], face)]


def actions(view: View, seat: int) -> list[str]:
    return [KIND_TEXTS[kind] for kind in range(FACES, VETO) if how_many(view["hand"][seat], kind)]


def groups(view: View, suits: Callable[[int], bool]) -> list[str]:
    """Groups of which patricians are left and that are as wanted."""
    return [GROUP_CODES[group] for group in range(GROUPS) if view["patricians"][group] and suits(group)]


def five_lie_there(view: View, seat: int) -> list[str]:
    full = groups(view, lambda group: cards_at(view, seat, group) == 5)
    return [f"{way} {face} {group}" for way in ("down", "up") for face in held(view, seat) for group in full]


def eight_lie_there(view: View, seat: int) -> list[str]:
    full = groups(
        view,
        lambda group: (
            cards_at(view, seat, group) < 5 and cards_at(view, 1 - seat, group) + cards_at(view, seat, group) == 8
        ),
    )
    return [f"up {face} {group}" for face in held(view, seat) for group in full]


def nothing_left_there(view: View, seat: int) -> list[str]:
    gone = [GROUP_CODES[group] for group in range(GROUPS) if not view["patricians"][group]]
    return [f"down {face} {group}" for face in held(view, seat) for group in gone]


def not_held(view: View, seat: int) -> list[str]:
    room = groups(view, lambda group: refusals.has_room(view, seat, group))
    return [
        f"{way} {face} {group}"
        for way in ("down", "up")
        for face in missing(view, seat)
        for group in room
        if held(view, seat)
    ]


def covered_cards(view: View, seat: int) -> list[str]:
    """Cards of the other side where something lies face down and none of that face lies open."""
    other = (1 - seat) * GROUPS
    return [
        f"strike {KIND_TEXTS[face]} {GROUP_CODES[group]}"
        for group in range(GROUPS)
        for face in range(FACES)
        if view["lying"][other + group] and not how_many(view["up"][other + group], face)
    ]


def a_second_action(view: View, seat: int) -> list[str]:
    return [f"play {action}" for action in actions(view, seat)] if view["acted"] else []


def an_action_not_held(view: View, seat: int) -> list[str]:
    return (
        []
        if view["acted"]
        else [f"play {KIND_TEXTS[kind]}" for kind in range(FACES, VETO) if KIND_TEXTS[kind] not in actions(view, seat)]
    )


def after_an_action(view: View, seat: int) -> list[str]:
    return ["passive"] if view["acted"] and held(view, seat) else []


def a_veto(view: View, seat: int) -> list[str]:
    """The Veto that is in hand, laid like any other action card."""
    return ["veto"] if how_many(view["hand"][seat], VETO) else []


def a_veto_not_held(view: View, seat: int) -> list[str]:
    return [] if how_many(view["hand"][seat], VETO) else ["veto"]


def sealed(view: View, seat: int) -> list[str]:
    return [TEXTS[code] for code in view["sealed"][seat]]


def laid_already(view: View, seat: int) -> list[str]:
    return sealed(view, seat)


def the_only_wrath(view: View, seat: int) -> list[str]:
    return [text for text in sealed(view, seat) if text == "next wrath"]


def too_many_of_a_face(view: View, seat: int) -> list[str]:
    return ["first 5"]


def past_the_limits(view: View, seat: int) -> list[str]:
    whys = {text: refusals.why_not(view, code) for code, text in TEXTS.items() if text.startswith("first")}
    return [text for text, why in whys.items() if why and why.key == "castle_limits"]


def seen_elsewhere(view: View, seat: int) -> list[str]:
    """What a spy would like to find in a hand, and has not found there."""
    there = refusals.known_in_hand(view)
    return [f"snatch {KIND_TEXTS[kind]}" for kind in range(KINDS) if not how_many(there, kind)]


def lower_than_the_last(view: View, seat: int) -> list[str]:
    """A card that could have been named before the last one."""
    return [
        f"drop {face}" for face in held(view, seat) if sealed(view, seat) and f"drop {face}" < sealed(view, seat)[-1]
    ]


def of_the_dealer(view: View, seat: int) -> list[str]:
    return ["draw 5", "vote SEN", "bonus SEN", "look", "turn up"]


@dataclass(frozen=True)
class Case:
    """Something that the rules forbid: at which step, how it is said, and by which rule it is refused."""

    step: str
    find: Find
    key: str
    seed: int = 1

    def choice(self, opened: Opened) -> tuple[int, str] | None:
        """Who may not do it here, and what; None where there is nothing of that sort."""
        match = opened.playing
        view = match.view(None)
        if view.over or view["steps"][-1] != self.step:
            return None
        seat = view.asked[-1]
        found = self.find(match.view(seat), seat)
        return (seat, found[0]) if found else None


CASES = {
    "a sixth card beside a group": Case("act", five_lie_there, "own_limit", 18),
    "a ninth card beside a group": Case("act", eight_lie_there, "full", 17),
    "a card beside a group that is gone": Case("act", nothing_left_there, "no_patrician", 11),
    "a card that one does not hold": Case("act", not_held, "not_in_hand"),
    "an action card that one does not hold": Case("act", an_action_not_held, "not_in_hand"),
    "a covered card as the target of a Coup": Case("coup", covered_cards, "covered", 16),
    "a second action card": Case("act", a_second_action, "second_action", 24),
    "being passive after an action": Case("act", after_an_action, "active", 16),
    "a Veto as an action": Case("act", a_veto, "veto_alone", 17),
    "a Veto after laying": Case("late_action", a_veto, "veto_alone", 17),
    "a Veto that one does not hold": Case("veto", a_veto_not_held, "not_in_hand", 9),
    "a second card face down": Case("second_up", lambda view, seat: [f"down {held(view, seat)[0]} SEN"], "second_up"),
    "the same opening card twice": Case("opening", laid_already, "already_laid", 3),
    "more of a kind than there are in the pile": Case("order_pile", the_only_wrath, "all_placed", 9),
    "more castled cards than there are": Case("castle", too_many_of_a_face, "too_many", 17),
    "castling past the limits": Case("castle", past_the_limits, "castle_limits", 71),
    "a card that the spy has not found": Case("spy_pick", seen_elsewhere, "not_in_that_hand", 9),
    "discards out of order": Case("discard", lower_than_the_last, "ascending", 14),
    "what the dealer does": Case("act", of_the_dealer, "dealer"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_the_rules_forbid_is_refused_with_its_rule(server: Server, case: Case) -> None:
    table = server.room(of="caesar_cleopatra", secret=SECRET)
    opened = table.play(random.Random(case.seed), stop=lambda opened: case.choice(opened) is not None)
    found = case.choice(opened)
    assert found, "by this seed we do not come to where it could be tried"
    seat, choice = found
    assert choice not in opened.playing.asks()[seat].texts
    rule = refusals.why_not(opened.playing.view(seat), game("caesar_cleopatra").code(choice))
    assert rule
    assert rule.key == case.key
    before = table.rows()
    reasons = {refused_with(table, seat, choice, language) for language in LANGUAGES}
    assert len(reasons) == len(LANGUAGES)
    assert table.rows() == before


def test_a_veto_is_not_vetoed(server: Server) -> None:
    table = server.room(of="caesar_cleopatra", secret=SECRET)
    chance = random.Random(8)
    opened = table.play(chance, stop=lambda opened: any(event.name == "Vetoed" for event in opened.playing.new_events))
    opened = table.opened()
    turn, (vetoer,) = int(opened.playing.view(None)["turn"]), opened.room.asked
    assert vetoer == 1 - turn, "who draws a card for the veto that was played"
    before = table.rows()
    for language in LANGUAGES:
        out_of_turn(table, turn, "veto", language)
        refused_with(table, vetoer, "veto", language)
    assert table.rows() == before
    table.answer(vetoer, "influence")
    table.play(chance, stop=lambda opened: turn in opened.room.asked)
    refused_with(table, turn, "veto", "en")


def out_of_turn(table: Table, seat: int, choice: str, language: str) -> None:
    """Whatever somebody tries who is not asked: it is not his turn."""
    answer = {"ask": log.ask_id(table.opened().playing, seat), "choice": choice}
    with table.person(seat, language) as person, table.program(seat, language) as program:
        page(person.post(f"{table.path}/answer", **answer), "not_asked", language)
        piece(person.post(f"{table.path}/answer", "scene", **answer), "not_asked", language)
        told(program.post("answers", **answer), "not_asked", language)


@pytest.fixture(scope="module")
def midst(server: Server) -> Table:
    """A match well under way; somebody is to act."""
    table = server.room(of="caesar_cleopatra", secret=SECRET)
    table.play(random.Random(5), stop=lambda o: o.playing.length > 90 and o.playing.view(None)["steps"][-1] == "act")
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_seat_does_nothing_out_of_turn(midst: Table, language: str) -> None:
    (asked,) = midst.opened().room.asked
    before = midst.rows()
    for choice in ("passive", midst.opened().playing.asks()[asked].texts[0], "let", "veto", "no action", "nonsense"):
        out_of_turn(midst, 1 - asked, choice, language)
    assert midst.rows() == before


UNKNOWN = [
    "play veto",
    "strike",
    "down 6 SEN",
    "down 1",
    "castle SEN SEN",
    "first -1",
    "take 1L",
    "",
    "\x00",
    "passive passive",
]


@pytest.mark.parametrize("choice", UNKNOWN)
def test_words_that_are_no_choice(midst: Table, choice: str) -> None:
    (seat,) = midst.opened().room.asked
    before = midst.rows()
    for language in LANGUAGES:
        answer = {"ask": log.ask_id(midst.opened().playing, seat), "choice": choice}
        with midst.person(seat, language) as person, midst.program(seat, language) as program:
            page(person.post(f"{midst.path}/answer", **answer), "bad_choice", language)
            piece(person.post(f"{midst.path}/answer", "scene", **answer), "bad_choice", language)
            told(program.post("answers", **answer), "bad_choice", language)
    assert midst.rows() == before


def test_a_choice_that_is_much_too_long(midst: Table) -> None:
    (seat,) = midst.opened().room.asked
    before = midst.rows()
    with midst.person(seat) as person, midst.program(seat) as program:
        for choice in ("down 1 SEN " * 500, "x" * 20_000):
            answer = {"ask": log.ask_id(midst.opened().playing, seat), "choice": choice}
            page(person.post(f"{midst.path}/answer", **answer), "bad_choice")
            piece(person.post(f"{midst.path}/answer", "scene", **answer), "bad_choice")
            told(program.post("answers", **answer), "bad_body")
    assert midst.rows() == before
