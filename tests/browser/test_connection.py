"""The connection is lost and found again, without a reload and without losing an answer."""

from __future__ import annotations

from tests.browser.composing import Composer
from tests.browser.conftest import Come
from tests.browser.laying import answer, begun, laid_out
from tests.browser.people import Person, until
from tests.browser.wire import Wire
from tests.games.caesar_cleopatra.situations import ORDER, ordering
from tests.server.driving import Server, Table

UNREACHABLE = ("net::ERR_", "a status of 409")
LOST = "Connection lost. Reconnecting; nothing you did is lost."
FAILED = "Your answer did not get through. Sending it again."
OTHERWISE = "Another answer has already been given, perhaps in another window."


def says(person: Person, sign: str, text: str) -> None:
    until(lambda: person.page.locator(sign).inner_text() == text, f"{sign} does not say: {text}")


def no_sign_is_left(person: Person) -> None:
    until(lambda: person.page.locator("#connection").inner_text() != LOST, "the sign did not go")


def test_a_connection_lost_and_found_shows_what_happened_meanwhile(sit_down: Come, table: Table, wire: Wire) -> None:
    person = sit_down(by=wire).sit(table, 1)
    person.expect(*UNREACHABLE)
    before = person.lines("#story")
    wire.cut()
    says(person, "#connection", LOST)
    with table.person(0) as other:
        for choice in ("take 1L", "no marker"):
            assert other.answer(table.path, choice).status_code < 400
    assert person.lines("#story") == before
    assert not person.state()["turn"]
    wire.mend()
    assert person.wait_for(lambda state: state["turn"])["choices"]
    until(lambda: len(person.lines("#story")) > len(before), "the story does not tell what happened meanwhile")
    told = person.lines("#story")
    assert told[: len(before)] == before
    assert len(set(told)) == len(told), "nothing is told twice"
    no_sign_is_left(person)
    person.assert_undisturbed()


def test_an_answer_sent_while_the_server_is_down_arrives_once_when_it_is_back(
    sit_down: Come, own_server: Server
) -> None:
    table = begun(own_server)
    person, other = sit_down(own_server).sit(table), sit_down(own_server).sit(table, 1)
    before = person.lines("#story")
    asked = person.state()["ask"]
    for one in (person, other):
        one.expect(*UNREACHABLE)

    own_server.kill()
    person.page.locator('button[value="take 2R"]').click()
    says(person, "#notice", FAILED)
    for one in (person, other):
        says(one, "#connection", LOST)
    assert person.state()["ask"] == asked, "what is asked still stands there"
    person.page.locator('button[value="take 3R"]').click()  # of two answers the first counts

    own_server.again()
    now = person.wait_for(lambda state: state["ask"] != asked and not state["busy"])
    assert now["turn"]
    assert "no marker" in now["choices"], "the answer was taken once, not twice"
    for one in (person, other):
        until(lambda: len(one.lines("#story")) == len(before) + 1, "the story did not grow by one")  # noqa: B023
        assert "row 2" in one.lines("#story")[-1]
        no_sign_is_left(one)
        one.assert_undisturbed()
    says(person, "#notice", "")

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


FINGER_DOWN = """() => {
  const real = window.fetch;
  const late = new Promise((go) => { window.letAnswersCome = go; });
  window.fetch = async (...words) => {
    const answer = await real(...words);
    await late;
    return answer;
  };
  const down = () => dispatchEvent(new PointerEvent("pointerdown"));
  const pressing = setInterval(down, 100);
  window.letGo = () => {
    clearInterval(pressing);
    dispatchEvent(new PointerEvent("pointerup"));
  };
  down();
}"""
"""Scenes wait while a finger is down; and what is said to an answer comes late."""


def test_what_others_did_while_an_answer_was_on_its_way_is_not_lost(sit_down: Come, table: Table) -> None:
    """Their scene, which waits, is newer than the one that comes for the answer, and nobody sends it again."""
    person = sit_down().sit(table)
    person.choose("take 1L")
    person.page.evaluate(FINGER_DOWN)
    person.page.evaluate("document.querySelector('button[value=\"no marker\"]').click()")
    until(lambda: table.opened().room.asked == (1,), "the answer does not arrive")
    answer(table, 1, "take 4R", "no marker")
    with table.person(1) as other:
        assert other.post(f"{table.path}/say", text="Your turn.").status_code == 303
    until(lambda: "Your turn." in person.page.locator("#chat").inner_text(), "the stream does not tell")
    person.page.evaluate("letAnswersCome()")
    person.wait_for(lambda state: not state["busy"])
    person.page.evaluate("letGo()")
    assert person.wait_for(lambda state: state["turn"], "their scene is lost")["choices"]
    person.assert_undisturbed()


def test_a_scene_that_comes_while_the_space_bar_is_down_swallows_no_press(sit_down: Come, table: Table) -> None:
    """A button is pressed when the bar is let go, by whatever button has the focus then: the one it was pressed on."""
    person = sit_down().sit(table)
    person.page.locator('button[value="take 1L"]').focus()
    person.page.keyboard.down("Space")
    before = person.page.locator("#scene > .scene").element_handle()
    sit_down().sit(table, 1)  # who is there is part of the scene
    with table.person(1) as other:
        assert other.post(f"{table.path}/say", text="Here I am.").status_code == 303
    until(lambda: "Here I am." in person.page.locator("#chat").inner_text(), "the stream does not tell")
    assert before is not None
    assert before.evaluate("scene => scene.isConnected"), "it waits"
    person.page.keyboard.up("Space")
    person.wait_for(lambda state: "no marker" in state["choices"], "the press is lost")
    person.assert_undisturbed()


def test_answers_that_come_too_late_change_nothing_and_say_so(sit_down: Come, own_server: Server) -> None:
    """The same person has answered otherwise meanwhile, on another device: by a button at one table, and by several
    cards put in order at another."""
    tables = begun(own_server), laid_out(own_server, ordering())
    pressing, ordered = people = [sit_down(own_server).sit(table) for table in tables]
    pile = Composer(ordered, "order")
    pile.tap_to(pile.nth(12), pile.nth(0))
    own_server.kill()
    for table, choices in zip(tables, (["take 4L"], ORDER), strict=True):
        for choice in choices:
            table.answer(0, choice)
    for person, button in zip(people, (pressing.page.locator('button[value="take 4R"]'), pile.sender), strict=True):
        person.expect(*UNREACHABLE)
        button.click()
        says(person, "#notice", FAILED)
    own_server.again()
    pressing.wait_for(lambda state: "no marker" in state["choices"])
    assert pressing.page.locator('button[name="choice"][value="take 4R"]').count() == 0
    for person in people:
        says(person, "#notice", OTHERWISE)
    now = ordered.state()
    assert (now["turn"], now["composing"]) == (False, "")
    answer(tables[1], 1, *ORDER)
    ordered.wait_for(lambda state: state["composing"] == "place", "the table does not go on")
    for person in people:
        person.assert_undisturbed()


def test_a_device_that_knows_it_is_offline_says_so_at_once(sit_down: Come, table: Table) -> None:
    person = sit_down().sit(table)
    person.expect(*UNREACHABLE)
    person.context.set_offline(True)
    says(person, "#connection", LOST)
    person.page.locator('button[value="take 1L"]').click()
    says(person, "#notice", FAILED)
    person.context.set_offline(False)
    person.wait_for(lambda state: "no marker" in state["choices"])
    no_sign_is_left(person)
    person.assert_undisturbed()
