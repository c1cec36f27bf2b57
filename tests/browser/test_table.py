"""What a table offers besides the answers themselves, as people use it in their browsers."""

from __future__ import annotations

import random

from playwright.sync_api import Locator

from eminence.core.texts.telling import telling
from eminence.games import game
from tests.browser.answering import Pointing
from tests.browser.conftest import Come, Lay
from tests.browser.laying import answer, watch_path
from tests.browser.people import DESK, PHONE, Person, all_here, until
from tests.games.caesar_cleopatra.situations import at
from tests.server.driving import Table

HEARD = """
  window.signals = [];
  const drawn = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { signals.push("tone"); return drawn.call(this); };
  Navigator.prototype.vibrate = () => { signals.push("stir"); return true; };
"""
"""Writes down what sounds and what stirs."""
SCORE = telling(game("richelieu"), "en", None).texts("note.score")
WITHIN = "Only the card at the left or right end of a row can be taken."


# -- answers -----------------------------------------------------------------------------------------------------------


IN_SIGHT = """(place) => {
  const found = document.querySelector(place);
  const { top } = found.getBoundingClientRect();
  return found === document.activeElement && top > -50 && top < innerHeight;
}"""


def test_an_answer_is_taken_back_on_both_pages(sit_down: Come, table: Table) -> None:
    person, other = sit_down(**PHONE).sit(table), sit_down().sit(table, 1)
    before = person.state()
    assert person.page.locator("#back").count() == 0
    person.choose("take 1L")
    for reader in (person, other):
        reader.wait_for(lambda state: state["happened"] > before["happened"] and state["lines"] > before["lines"])
    assert other.page.locator("#back").count() == 0, "only whoever answered may take it back"

    person.page.locator("#back button").tap()
    now = person.wait_for(lambda state: "take 1L" in state["choices"])
    assert now["choices"] == before["choices"]
    assert person.page.locator("#back").count() == 0
    other.wait_for(lambda state: state["told"] == person.state()["told"], "the other was not told")
    assert len(other.lines("#story")) == len(person.lines("#story"))
    cards = '[data-part="own"] [data-card], [data-part="others"] [data-card]'
    assert other.page.locator(cards).count() == 0, "the card is back on the table"


def test_what_may_not_be_taken_says_why_and_what_it_is_when_tapped(sit_down: Come, table: Table) -> None:
    """On one sheet: first why not, then what it is."""
    person = sit_down(**PHONE).sit(table)
    sheet, because = person.page.locator("#sheet"), person.page.locator(".because")
    ask, pressed = person.state()["ask"], person.page.locator('button[name="why"]').nth(4)
    pressed.tap()
    until(lambda: because.all_inner_texts() == [WITHIN], "nobody says why, or it is said twice")
    assert sheet.inner_text().startswith(WITHIN)
    assert sheet.get_attribute("aria-describedby") == because.get_attribute("id")
    name = sheet.locator("h2").first.inner_text()
    assert name in (pressed.get_attribute("aria-label") or "")
    assert sheet.locator(".thing-count").count()
    assert person.state()["ask"] == ask

    waiting = sit_down(**PHONE).sit(table, 1)
    all_here(person)
    assert because.all_inner_texts() == [WITHIN], "it still stands there when somebody comes"
    person.page.locator("#sheet-close").tap()
    person.choose("take 1L")
    waiting.page.locator('button[name="why"]').first.tap()
    because = waiting.page.locator("#sheet[open] .because")
    until(lambda: because.all_inner_texts() == ["It is not your turn just now."], "nobody says that it is not his turn")
    waiting.keys("Escape", "?")
    waiting.page.locator("#sheet[open] .thing").first.wait_for()
    assert waiting.page.locator(".because").count() == 0, "whoever asks what it is is not told why not"
    for reader in (person, waiting):
        assert reader.page.url.endswith(table.path), "the page stays"


def test_the_rule_behind_a_prompt_is_one_tap_away(sit_down: Come, table: Table) -> None:
    person = sit_down(**PHONE).sit(table)
    person.page.locator("#rule summary").tap()
    rule = person.page.locator("#rule .rule-text")
    assert rule.is_visible()
    path, _, paragraph = (rule.locator("a").last.get_attribute("href") or "").partition("#")
    assert path == "/rules/richelieu"
    person.page.goto(path)
    assert person.page.locator(f"#{paragraph}").is_visible(), "the rules have that paragraph"


def test_whatever_is_pressed_says_what_it_is_and_nothing_is_answered(sit_down: Come, table: Table) -> None:
    """With a finger: held on a card that may be taken, or a tap on what is no button. With a mouse: its other button.
    By keyboard: a question mark. All of it comes with the first sheet."""
    finger, mouse = sit_down(**PHONE).sit(table), sit_down(**DESK).sit(table, 1)
    ask, title = finger.state()["ask"], "#sheet h2"
    hold(finger, finger.page.locator('button[value="take 1L"]'))
    finger.page.locator(title).first.wait_for()
    name = finger.page.locator(title).first.inner_text()
    assert name in finger.page.locator('button[value="take 1L"]').get_attribute("aria-label")  # type: ignore[operator]
    assert finger.page.locator("#sheet svg").count(), "as it looks on the table"
    finger.page.locator("#sheet-close").tap()
    finger.page.locator(".r-markers").first.tap()
    until(lambda: finger.page.locator(title).all_inner_texts() == ["Marker"], "a marker does not say what it is")
    finger.keys("Escape")
    assert not finger.page.locator("#sheet").is_visible()
    assert finger.state()["ask"] == ask, "nothing was answered"

    mouse.page.locator('button[name="why"]').first.click(button="right")
    mouse.page.locator(title).first.wait_for()
    mouse.keys("Escape", "?")
    mouse.page.locator(title).first.wait_for()
    mouse.keys("Escape")
    mouse.page.locator("a[data-things]").last.evaluate("(link) => link.click()")
    until(lambda: mouse.page.locator(title).count() > 10, "not everything is explained")
    for person in (finger, mouse):
        person.assert_undisturbed()
        assert person.page.url.endswith(table.path)


def hold(person: Person, place: Locator) -> None:
    """A finger laid on something for a while, and lifted."""
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    wire = person.context.new_cdp_session(person.page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    person.page.locator("#sheet[open]").wait_for()
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_note_goes_with_a_tap_and_stays_away(sit_down: Come, table: Table) -> None:
    person = sit_down(**PHONE).sit(table)
    note = person.page.locator("#note")
    assert note.is_visible()
    note.locator("button").tap()
    until(lambda: note.count() == 0, "the note stays")
    person.assert_undisturbed()
    person.page.reload()
    assert note.count() == 0
    person.choose("take 1L")
    until(lambda: note.count() == 1, "the next note does not come")
    person.choose("no marker")
    until(lambda: note.locator("p").all_inner_texts() == [SCORE], "an answer reads the note beside it")


def test_what_happened_meanwhile_is_told_until_it_was_read(sit_down: Come, table: Table) -> None:
    table.answer(0, "take 1L")
    person = sit_down().sit(table, 1)
    news = person.page.locator("#news")
    assert any(line.startswith("Anne takes") for line in person.lines("#news"))
    news.locator("button").click()
    until(lambda: news.count() == 0, "the news stay")
    person.assert_undisturbed()
    person.page.reload()
    assert news.count() == 0


# -- motion ------------------------------------------------------------------------------------------------------------

NOTE_MOTION = """
  window.moves = [];
  const start = Document.prototype.startViewTransition;
  Document.prototype.startViewTransition = function (...given) {
    const before = [...document.querySelectorAll("[data-card]")].filter((card) => card.style.viewTransitionName);
    const move = { names: before.map((card) => card.style.viewTransitionName), lengths: [], finished: false };
    window.moves.push(move);
    const transition = start.apply(this, given);
    transition.ready.then(() => {
      move.lengths = document.getAnimations().filter((one) => one.effect.pseudoElement?.includes("(card-"))
        .map((one) => one.effect.getComputedTiming().endTime);
    }, () => {}); // one that an answer of one's own has cut short
    transition.finished.finally(() => { move.finished = true; });
    return transition;
  };
"""


def test_cards_travel_and_nothing_moves_for_whoever_wants_no_motion(sit_down: Come, table: Table) -> None:
    moving, still = sit_down(motion=True), sit_down()
    for seat, person in enumerate((moving, still)):
        person.context.add_init_script(NOTE_MOTION)
        person.sit(table, seat)
    card = moving.page.locator('button[value="take 1L"]').get_attribute("data-card")
    moving.page.locator('button[value="take 1L"]').press("Enter")
    moved = f"moves.filter((move) => move.finished && move.names.includes('card-{card}'))"
    move = until(lambda: moving.page.evaluate(moved), "the card does not travel")[0]
    assert move["lengths"]
    assert all(250 <= length <= 400 for length in move["lengths"]), move
    left = "[...document.querySelectorAll('[data-card]')].filter((card) => card.style.viewTransitionName).length"
    until(lambda: moving.page.evaluate(left) == 0, "names are left on cards")
    still.wait_for(lambda state: state["happened"] == moving.state()["happened"])
    assert still.page.evaluate("moves") == []
    assert moving.watched()["lost"] == [], "the focus goes along"


# -- talk --------------------------------------------------------------------------------------------------------------


def test_players_talk_to_each_other_and_spectators_among_themselves(sit_down: Come, table: Table) -> None:
    players = sit_down().sit(table), sit_down(**PHONE).sit(table, 1)
    gallery = sit_down(), sit_down()
    for spectator in gallery:
        spectator.page.goto(watch_path(table))
        spectator.page.wait_for_url(f"**{table.path}")
        assert spectator.page.locator('button[name="choice"]').count() == 0
    assert players[0].page.locator("#chat-title").inner_text() != gallery[0].page.locator("#chat-title").inner_text()
    for speaker, text, hearers, heard in (
        (players[0], "<img src=x onerror=alert(1)> Your Eminence?", players, 1),
        (gallery[0], "What a hand!", gallery, 1),
        (players[1], "My queen.", players, 2),
    ):
        speaker.page.locator("#say-text").fill(text)
        speaker.page.locator("#say button").click()
        for hearer in hearers:
            until(lambda: len(hearer.lines("#chat")) == heard, f"this was not heard: {text}")  # noqa: B023
            assert hearer.lines("#chat")[-1].endswith(text)
            assert hearer.page.locator("#chat img").count() == 0
        until(lambda: not speaker.page.locator("#say-text").input_value(), "it still stands there")  # noqa: B023
    assert [len(spectator.lines("#chat")) for spectator in gallery] == [1, 1]
    for person, heard in ((players[0], 2), (gallery[1], 1)):  # and as before after a reload
        person.page.reload()
        assert len(person.lines("#chat")) == heard


def test_the_way_to_the_chat_and_back_leaves_no_trace_in_the_address(sit_down: Come, table: Table) -> None:
    person = sit_down(**PHONE).sit(table)
    person.read_notes()
    for way, place in ((".to-aside", "#chat-title"), (".to-table a", "#main"), ("#just-now a", "#story-title")):
        if way.startswith("#just-now"):
            person.press(person.page.locator("#just-now summary"))
        person.press(person.page.locator(way))
        until(lambda: person.page.evaluate(IN_SIGHT, place), f"{way} does not lead to {place}")  # noqa: B023
        assert person.page.url.endswith(table.path)


# -- people and their devices ------------------------------------------------------------------------------------------


def test_the_personal_link_carries_the_seat_to_a_second_device(sit_down: Come, table: Table) -> None:
    first, second = sit_down().sit(table), sit_down(**PHONE)
    first.page.goto("/mine")
    link = first.page.locator('input[value*="/me/"]').input_value()
    first.page.goto(table.path)

    second.page.goto(link)
    assert "Anne" in second.page.locator("h1").inner_text()
    second.page.locator("button.first").tap()
    second.page.wait_for_url("**/mine")
    second.page.locator(f'a[href="{table.path}"]').tap()
    second.page.wait_for_url(f"**{table.path}")
    second.choose("take 1L")
    assert "no marker" in first.wait_for(lambda state: "no marker" in state["choices"])["choices"]
    first.choose("no marker")
    assert not second.wait_for(lambda state: not state["turn"])["turn"]


def test_rematch_by_both_leads_both_to_the_new_table(sit_down: Come, table: Table) -> None:
    table.play(random.Random(1))
    one, other = sit_down().sit(table), sit_down(**PHONE).sit(table, 1)
    one.page.locator("#rematch button").click()
    until(lambda: "Anne" in other.page.locator(".rematch").inner_text(), "the other does not see the offer")
    other.page.locator("#rematch button").tap()
    following = other.arrive(f"/table/(?!{table.path.rpartition('/')[2]}).*")
    assert one.arrive(following) == following
    assert other.wait_for(lambda state: state["turn"])["choices"], "whoever was second begins"
    assert not one.state()["turn"]


def test_the_gathering_fills_before_the_eyes_of_the_host(sit_down: Come) -> None:
    host, friend = sit_down(), sit_down(**PHONE)
    host.make_a_game("richelieu", "Marie", "friend", "friend")
    room = host.arrive("/room/.*")
    host.mark()
    friend.come_by(host.page.locator('input[value*="/s/"]').first.input_value(), "Gaston")
    friend.page.wait_for_url(f"**{room}")
    until(lambda: "Gaston" in host.page.locator("#room").inner_text(), "the host does not see who came")
    assert host.page.evaluate("window.mark") == "never reloaded"
    host.page.locator("#bot-2").select_option("page")
    host.page.locator("form:has(#bot-2) button").click()
    for person in (host, friend):
        person.arrive("/table/.*")
        assert person.page.locator(".seats li").count() == 3


# -- whose turn it is --------------------------------------------------------------------------------------------------

AWAY = """
  let away = false;
  Object.defineProperty(document, "hidden", { get: () => away });
  Object.defineProperty(document, "visibilityState", { get: () => (away ? "hidden" : "visible") });
  window.goAway = (gone) => { away = gone; document.dispatchEvent(new Event("visibilitychange")); };
  window.rung = [];
  window.requests = 0;
  let permission = "default";
  window.Notification = class extends EventTarget {
    static get permission() { return permission; }
    static async requestPermission() { window.requests += 1; permission = "granted"; return permission; }
    constructor(title, options) { super(); window.rung.push([title, options.body]); }
    close() {}
  };
"""


def test_title_and_icon_show_the_turn(sit_down: Come, table: Table) -> None:
    person, other = sit_down().sit(table), sit_down().sit(table, 1)

    def shown(reader: Person) -> tuple[str, bool]:
        icon = reader.page.locator('link[rel="icon"]').get_attribute("href") or ""
        return reader.page.title(), "turn" in icon

    until(lambda: shown(person) == ("Your turn: Richelieu", True), "the tab does not show the turn")
    assert shown(other) == ("Richelieu · Éminence", False)
    person.choose("take 1L", "no marker")
    until(lambda: shown(other) == ("Your turn: Richelieu", True), "the other's tab does not show the turn")
    until(lambda: shown(person) == ("Richelieu · Éminence", False), "the tab still shows the turn")


def test_a_notification_comes_only_to_whoever_asked_for_it_and_looks_away(sit_down: Come, table: Table) -> None:
    person = sit_down()
    person.context.add_init_script(AWAY)
    person.sit(table, 1)
    turns = iter(("take 1L", "take 1R", "take 1R", "take 2L", "take 3R"))

    def anne_plays(away: bool) -> None:
        person.page.evaluate(f"goAway({str(away).lower()})")
        answer(table, 0, next(turns), "no marker")
        person.wait_for(lambda state: state["turn"])

    assert person.page.evaluate("requests") == 0, "asked unprompted"
    anne_plays(away=True)
    assert person.page.evaluate("rung") == [], "nobody asked for it"
    person.page.evaluate("goAway(false)")
    person.page.locator("#set").click()
    person.page.locator("#notify").click()
    until(lambda: person.page.evaluate("requests") == 1, "it was not asked for")
    person.choose(next(turns), "no marker")
    anne_plays(away=True)
    until(lambda: person.page.evaluate("rung"), "nothing rang")
    assert person.page.evaluate("rung") == [["It is your turn.", "Your turn: Richelieu"]]
    person.page.evaluate("goAway(false)")
    person.choose(next(turns), "no marker")
    anne_plays(away=False)
    assert len(person.page.evaluate("rung")) == 1, "whoever looks needs no bell"


def test_whoever_wants_that_is_answered_for(sit_down: Come, lay: Lay) -> None:
    """The switch for answers that tell nothing, switched with a finger."""
    table = lay(at())
    her, him = sit_down(**DESK).sit(table), sit_down(**PHONE).sit(table, 1)
    all_here(her, him)
    switched = '#quiet-switch[aria-pressed="true"]'
    assert him.page.locator(switched).count() == 0
    him.press(him.page.locator("#set"))
    him.press(him.page.locator("#quiet-switch"))
    him.page.locator(switched).wait_for()
    assert her.page.locator(switched).count() == 0, "it is his own affair"
    Pointing(her).answer("play coup")
    her.wait_for(lambda state: state["turn"], "nobody answers for him")
    him.assert_undisturbed()


# -- settings ----------------------------------------------------------------------------------------------------------


def test_the_language_is_switched_on_every_page_and_keeps_the_page(sit_down: Come, table: Table) -> None:
    person = sit_down().sit(table)
    person.make_a_game("richelieu", "Anne", "friend")
    room = person.arrive("/room/.*")
    pages = ["/", "/new/richelieu", room, "/mine", "/rules/richelieu", "/verify", table.path, f"{table.path}/fair"]
    languages = ["fr", "it", "en"]
    for number, path in enumerate(pages):
        person.page.goto(path)
        before = person.page.locator("html").get_attribute("lang")
        language = next(other for other in languages[number % 3 :] + languages if other != before)
        if path == table.path:
            person.page.locator("#set").click()
        person.page.locator(f'button[name="language"][value="{language}"]').click()
        person.page.locator(f'html[lang="{language}"]').wait_for()
        assert person.page.url == person.server.url + path
        pressed = person.page.locator('button[name="language"][aria-pressed="true"]')
        assert pressed.get_attribute("value") == language


def test_candlelight_is_chosen_at_the_table_and_remembered(sit_down: Come, table: Table) -> None:
    person = sit_down(**PHONE).sit(table)
    ground = "getComputedStyle(document.body).backgroundColor"
    day = person.page.evaluate(ground)
    person.page.locator("#set").click()
    person.page.locator('button[name="light"][value="candle"]').click()
    person.page.locator('html[data-light="candle"]').wait_for()
    assert person.page.url.endswith(table.path)
    assert person.page.evaluate(ground) != day
    person.page.goto("/")
    assert person.page.locator("html").get_attribute("data-light") == "candle"
    person.page.locator('button[name="light"][value="day"]').click()
    person.page.locator('html[data-light="day"]').wait_for()


def test_signals_come_to_whoever_wants_them_and_settings_are_remembered(sit_down: Come, table: Table) -> None:
    person = sit_down(**PHONE, motion=True)
    person.context.add_init_script(HEARD)
    person.sit(table, 1)
    turns = iter(("take 1L", "take 1R", "take 1R", "take 2L", "take 3R"))

    def signals_at_ones_turn() -> set[str]:
        before = len(person.page.evaluate("signals"))
        answer(table, 0, next(turns), "no marker")
        person.wait_for(lambda state: state["turn"])
        return set(person.page.evaluate("signals")[before:])

    assert signals_at_ones_turn() == set(), "nobody asked for them"
    person.press(person.page.locator("#set"))
    for name, value in (("sound", "on"), ("vibration", "on"), ("speed", "calm")):
        button = person.page.locator(f'#settings [name="{name}"][value="{value}"]')
        assert button.get_attribute("aria-pressed") == "false"
        with person.page.expect_response("**/settings"):
            person.press(button)
        assert button.get_attribute("aria-pressed") == "true"
    person.keys("Escape")
    assert set(person.page.evaluate("signals")) == {"tone", "stir"}, "each shows itself when it is chosen"
    person.choose(next(turns), "no marker")
    assert signals_at_ones_turn() == {"tone", "stir"}
    person.page.emulate_media(reduced_motion="reduce")
    person.choose(next(turns), "no marker")
    assert signals_at_ones_turn() == {"tone"}, "whoever wants no motion is not stirred"
    person.assert_undisturbed()
    person.page.reload()
    chosen = person.page.locator('#settings [aria-pressed="true"]').evaluate_all("all => all.map((one) => one.value)")
    assert chosen[2:] == ["calm", "on", "on"]


def test_the_column_of_story_and_chat_folds_away_and_stays_so(sit_down: Come, table: Table) -> None:
    person = sit_down(**DESK).sit(table)
    story = person.page.locator("#story")
    assert story.is_visible()
    person.page.locator("#fold").click()
    until(lambda: not story.is_visible(), "the column stays")
    person.page.reload()
    until(lambda: not story.is_visible(), "the column came back")
    person.page.locator("#fold").click()
    until(story.is_visible, "the column does not come back")
