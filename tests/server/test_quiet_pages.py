"""The switch at the table, and the page of somebody who is answered for: without a script, in three languages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from eminence.core.texts import LANGUAGES, Texts
from eminence.server import drawing
from tests.server.driving import Person, ServerHere, until
from tests.server.vetoes import Moment, moment
from tests.server.worlds import put

PAUSE = 600.0
"""Longer than all tests here take, on however slow a machine: they share a table."""
SWITCH = re.compile(r'<form class="keep-quiet".*?</form>', re.DOTALL)
OWN = Texts("en", "eminence.core", "eminence.games.caesar_cleopatra")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    server = ServerHere(tmp_path_factory.mktemp("pages"), quiet_pause=PAUSE)
    yield server
    server.close()


@pytest.fixture(scope="module")
def known(here: ServerHere) -> Moment:
    return moment(here, 3)


@pytest.fixture
def other(known: Moment) -> Iterator[Person]:
    with known.table.person(known.other) as person:
        yield person


def page_of(person: Person, at: Moment, language: str = "en") -> str:
    response = person.get(at.table.path, headers={"accept-language": language})
    assert response.status_code == 200
    return html.unescape(response.text)


def buttons(page: str) -> list[str]:
    return re.findall(r'<button name="choice" value="([^"]+)"', page)


def asked(at: Moment, holds: bool, quiet: bool) -> None:
    put(at.table.server.path, at.table.id, at.rows(holds, quiet))
    at.table.answer(at.player, at.play)


def test_the_switch_is_a_plain_form_that_says_what_it_does(known: Moment, other: Person) -> None:
    put(known.table.server.path, known.table.id, known.rows(True, False))
    for pressed, then in (("false", "yes"), ("true", "no"), ("false", "yes")):
        (switch,) = SWITCH.findall(page_of(other, known))
        assert f'aria-pressed="{pressed}"' in switch
        assert f'name="on" value="{then}"' in switch
        assert OWN("discreet.name") in switch
        assert OWN("discreet.text", n=int(PAUSE)) in switch
        sent = other.post(f"{known.table.path}/quiet", on=then)
        assert (sent.status_code, sent.headers["location"]) == (303, known.table.path)


def test_it_is_there_for_players_of_games_that_have_something_to_answer(here: ServerHere, known: Moment) -> None:
    put(here.path, known.table.id, known.rows(True, True))
    richelieu = here.room()
    with (
        known.table.spectator() as gallery,
        known.table.person(known.player) as player,
        richelieu.person(0) as cardinal,
    ):
        assert not SWITCH.search(page_of(gallery, known))
        assert 'aria-pressed="false"' in page_of(player, known), "his own, and not the other's"
        assert not SWITCH.search(cardinal.get(richelieu.path).text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_holds_a_veto_is_asked_for_it_alone(known: Moment, other: Person, language: str) -> None:
    asked(known, True, True)
    page = page_of(other, known, language)
    assert buttons(page) == ["veto"]
    own = Texts(language, "eminence.core", "eminence.games.caesar_cleopatra")
    assert drawing.texts(language)("ask.by_itself", n=int(PAUSE), label=own("label.let")) in page
    assert 'data-turn="yes"' in page
    assert "http-equiv" in page, "without a script it is looked at again, since it goes on by itself"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_holds_none_is_told_what_was_played_and_that_it_goes_on(
    known: Moment, other: Person, language: str
) -> None:
    asked(known, False, True)
    page = page_of(other, known, language)
    assert buttons(page) == []
    assert 'id="answer"' not in page
    own = Texts(language, "eminence.core", "eminence.games.caesar_cleopatra")
    card = own(f"card.a.{known.play.removeprefix('play ')}")
    who = known.table.opened().room.names[known.player]
    assert own("prompt.veto_none", who=who, card=card) in page
    assert drawing.texts(language)("ask.goes_on") in page
    assert 'data-turn="no"' in page


@pytest.mark.parametrize("holds", [True, False])
def test_who_answers_himself_is_asked_as_ever(known: Moment, other: Person, holds: bool) -> None:
    asked(known, holds, False)
    assert buttons(page_of(other, known)) == (["let", "veto"] if holds else ["let"])


def test_switching_shows_on_ones_own_other_devices_at_once(known: Moment, other: Person) -> None:
    asked(known, True, False)
    with other.stream(f"{known.table.path}/stream") as pages:
        pages.until(lambda got: got[-1:] != [] and got[-1].name == "table")
        with known.table.person(known.other) as phone:
            piece = phone.post(f"{known.table.path}/quiet", fragment="scene", on="yes")
            assert buttons(piece.text) == ["veto"]
        pages.until(lambda got: 'aria-pressed="true"' in got[-1].data and buttons(got[-1].data) == ["veto"])
    until(lambda: known.table.opened().room.seats[known.other].quiet)
