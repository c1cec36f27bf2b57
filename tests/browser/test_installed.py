"""The house as an app: a browser finds nothing wrong with it, keeps nothing of anybody, and says when it is offline."""

from __future__ import annotations

from eminence.core.texts import LANGUAGES
from eminence.server.pages import rendering
from tests.browser.conftest import Come
from tests.browser.people import Person, until
from tests.browser.wire import Wire
from tests.server.driving import Table

READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


def installed(person: Person, path: str = "/") -> None:
    """Come to a page, and stay until the worker works."""
    person.page.goto(path)
    until(lambda: person.page.evaluate(READY) == "activated", "the worker does not work")


def test_a_browser_would_install_it(sit_down: Come) -> None:
    person = sit_down(service_workers="allow")
    installed(person)
    told = person.context.new_cdp_session(person.page)
    manifest = told.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest/en.webmanifest")
    assert manifest["errors"] == []


def test_nothing_of_a_table_or_a_person_is_kept(sit_down: Come, table: Table) -> None:
    person = sit_down(service_workers="allow")
    installed(person)
    person.sit(table)
    person.page.goto("/companion/deal_with_the_devil/en")
    until(lambda: person.page.evaluate("document.body.dataset.kept") == "yes", "the companion does not keep itself")
    for path in ("/mine", "/about", f"{table.path}/fair", table.path, "/api/games", "/manifest/en.webmanifest"):
        person.page.goto(path)
    person.page.goto(table.path)
    person.page.wait_for_selector("[data-live][data-connection=open]")
    kept = person.page.evaluate(KEPT)
    known = {file.url for file in rendering.statics().values()}
    companion = "/companion/deal_with_the_devil/en"  # the same for everybody
    assert set(kept) - known == {"/offline/en", companion, f"{companion}/help"}
    assert len(kept) > 10, "the files of the table are kept as they are used"


def test_who_is_offline_is_told_so_in_his_language_and_comes_back_to_where_he_was(
    sit_down: Come, wire: Wire, table: Table
) -> None:
    for language, light in zip(LANGUAGES, ("auto", "day", "candle"), strict=True):
        person = sit_down(by=wire, service_workers="allow")
        person.cookie("language", language)
        person.cookie("light", light)
        person.be(table.people[0])
        installed(person, "/mine")
        person.page.goto("/rules/richelieu")  # a page that the worker has in its care
        person.expect("ERR_", "Failed to")
        wire.cut()
        person.page.goto(table.path)
        assert person.page.locator("h1").inner_text() == rendering.texts(language)("offline.title")
        assert person.page.locator("html").get_attribute("lang") == language
        until(lambda: person.page.locator("html").get_attribute("data-light") == light, "in another light")  # noqa: B023
        assert person.page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", (
            "in its dress"
        )
        wire.mend()
        if language == LANGUAGES[0]:
            person.page.evaluate("dispatchEvent(new Event('online'))")
        else:
            person.page.locator("a.first").click()
        person.page.wait_for_selector("#table[data-connection=open]")
