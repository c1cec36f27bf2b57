"""The connection is lost and found again, without a reload and without losing an answer."""

from __future__ import annotations

from tests.browser.conftest import Come, Guests
from tests.browser.guests import Table, dealt
from tests.browser.people import Person, until
from tests.browser.serving import Server
from tests.browser.wire import Wire

UNREACHABLE = ("net::ERR_", "a status of 409")
LOST = "The connection is lost. It is being looked for; nothing you did is lost."
FAILED = "The answer did not get through. It is being sent again."


def story(person: Person) -> list[str]:
    return person.page.locator("#story li").all_inner_texts()


def says(person: Person, sign: str, text: str) -> None:
    until(lambda: person.page.locator(sign).inner_text() == text, f"{sign} does not say: {text}")


def test_a_connection_lost_and_found_shows_what_happened_meanwhile(sit_down: Come, table: Table, wire: Wire) -> None:
    anne = table.people[0]
    person = sit_down(wire).sit(table, 1)
    before = story(person)
    person.expect(*UNREACHABLE)
    wire.cut()
    says(person, "#connection", LOST)

    for choice in ("take 1L", "no marker"):
        anne.choose(table.path, choice)
    assert story(person) == before
    assert not person.state()["turn"]

    wire.mend()
    now = person.wait_for(lambda state: state["turn"])
    assert now["choices"]
    until(lambda: len(story(person)) > len(before), "the story does not tell what happened meanwhile")
    assert story(person)[: len(before)] == before
    assert len(set(story(person))) == len(story(person)), "nothing is told twice"
    until(lambda: person.page.locator("#connection").inner_text() != LOST, "the sign did not go")
    assert person.page.evaluate("window.mark") == "never reloaded"


def test_an_answer_sent_while_the_server_is_down_arrives_once_when_it_is_back(
    sit_down: Come, guest: Guests, own_server: Server
) -> None:
    table = dealt(guest("Anne", own_server), guest("Gaston", own_server))
    person, other = sit_down(own_server).sit(table), sit_down(own_server).sit(table, 1)
    for one in (person, other):
        one.expect(*UNREACHABLE)
    before = story(person)
    asked = person.state()

    own_server.kill()
    person.page.locator('button[value="take 2R"]').click()
    says(person, "#notice", FAILED)
    says(person, "#connection", LOST)
    says(other, "#connection", LOST)
    assert person.state()["ask"] == asked["ask"], "what is asked still stands there"
    person.page.locator('button[value="take 3R"]').click()  # of two answers the first counts

    own_server.start()
    now = person.wait_for(lambda state: state["ask"] != asked["ask"] and not state["busy"])
    assert now["turn"]
    assert "no marker" in now["choices"], "the answer was taken once, not twice"
    for reader in (person, other):
        until(lambda: len(story(reader)) == len(before) + 1, "the story did not grow by one")  # noqa: B023
        assert "row 2" in story(reader)[-1]
        until(lambda: reader.page.locator("#connection").inner_text() != LOST, "the sign did not go")  # noqa: B023
        assert reader.page.evaluate("window.mark") == "never reloaded"
    assert person.page.locator("#notice").inner_text() == ""

    # And it goes on live: the stream has come back on its own.
    person.choose("no marker")
    assert other.wait_for(lambda state: state["turn"])["choices"]


def test_a_double_tap_sends_once(sit_down: Come, table: Table) -> None:
    person = sit_down().sit(table)
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.post_data or ""))
    person.page.locator('button[value="take 1L"]').dblclick()
    person.wait_for(lambda state: "no marker" in state["choices"])
    assert len([post for post in sent if "take" in post]) == 1


def test_an_answer_that_comes_too_late_changes_nothing_and_says_so(sit_down: Come, table: Table, wire: Wire) -> None:
    """The same person has answered otherwise meanwhile, on another device."""
    anne = table.people[0]
    person = sit_down(wire).sit(table)
    person.expect(*UNREACHABLE)
    wire.cut()
    anne.answer(table.path, anne.choices(table.path)[0], "take 4L")
    person.page.locator('button[value="take 4R"]').click()
    says(person, "#notice", FAILED)
    wire.mend()
    person.wait_for(lambda state: "no marker" in state["choices"])
    told = "This was already answered otherwise, perhaps in another window."
    says(person, "#notice", told)
    assert person.page.locator('button[name="choice"][value="take 4R"]').count() == 0
    assert person.page.evaluate("window.mark") == "never reloaded"


def test_a_device_that_knows_it_is_offline_says_so_at_once(sit_down: Come, table: Table) -> None:
    person = sit_down().sit(table)
    person.expect(*UNREACHABLE)
    person.context.set_offline(True)
    says(person, "#connection", LOST)
    person.page.locator('button[value="take 1L"]').click()
    says(person, "#notice", FAILED)
    person.context.set_offline(False)
    person.wait_for(lambda state: "no marker" in state["choices"])
    until(lambda: person.page.locator("#connection").inner_text() != LOST, "the sign did not go")
    assert person.page.evaluate("window.mark") == "never reloaded"
