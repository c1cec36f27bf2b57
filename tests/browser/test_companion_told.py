"""What a companion tells besides the colours: sounds, the timer, notes; and that the screen stays awake for it."""

from __future__ import annotations

import pytest

from eminence.core.texts import LANGUAGES
from eminence.server.pages import companion
from tests.browser.conftest import Come
from tests.browser.device import COLOURS, PATH, Device
from tests.browser.fitting import begin_in_wide_fonts
from tests.browser.people import PHONE, until
from tests.thorough import THOROUGH

HEARD = """
  window.heard = { notes: [], spoken: [], awake: [] };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    heard.notes.push(this.frequency.value);
    start.apply(this, when);
  };
  const speak = speechSynthesis.speak.bind(speechSynthesis);
  speechSynthesis.speak = (said) => { heard.spoken.push([said.text, said.lang]); speak(said); };
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind);
    heard.awake.push(lock);
    return lock;
  };
"""
"""Notes what is beeped and spoken, and which locks keep the screen awake; all of it happens as it would."""
PITCHES = (392, 523, 659, 784)


def choose(device: Device, sound: str) -> None:
    device.page.locator("[popovertarget=menu]").click()
    device.page.locator(f"#sounds input[value={sound}]").check()
    device.page.keyboard.press("Escape")
    device.page.evaluate("heard.notes.length = heard.spoken.length = 0")


def test_answers_are_beeped_by_number_and_pitch_if_wanted(sit_down: Come) -> None:
    """As many notes as the colour has place among them, each at its own pitch; a choice outlives a reload."""
    person = sit_down(**PHONE)
    person.context.add_init_script(HEARD)
    device = Device(person)
    device.begin(7, 21)
    device.on()
    device.scan(0)
    assert device.page.evaluate("heard.notes") == [], "silent, unless it is wanted"
    choose(device, "beep")
    for mark in (1, 2):
        colour = device.scan(mark)["colour"]
        assert device.page.evaluate("heard.notes") == [PITCHES[colour]] * (colour + 1)
        device.page.evaluate("heard.notes.length = 0")
    device.page.reload()
    device.page.locator("#stop-title").wait_for()
    colour = device.scan(3)["colour"]
    assert device.page.evaluate("heard.notes") == [PITCHES[colour]] * (colour + 1)
    assert device.page.evaluate("heard.spoken") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_are_spoken_in_the_language_of_the_page_if_wanted(sit_down: Come, language: str) -> None:
    person = sit_down(**PHONE)
    person.context.add_init_script(HEARD)
    device = Device(person, PATH.removesuffix("en") + language)
    device.begin(7, 21)
    device.on()
    choose(device, "speech")
    names = companion.told(companion.boxed()[0][0], language)["names"]
    for mark in range(4):
        colour = device.scan(mark)["colour"]
        assert device.page.evaluate("heard.spoken.at(-1)") == [names[colour], language]


def test_the_timer_runs_through_a_reload_and_says_when_time_is_up(sit_down: Come) -> None:
    person = sit_down(**PHONE)
    page = person.page
    page.clock.install(time=0)
    device = Device(person)
    device.begin(0, 0)
    clock = page.locator("#clock")
    assert clock.inner_text() == "Timer"
    clock.click()
    page.locator("[data-minutes='2']").click()
    page.clock.pause_at(100)
    left = clock.inner_text()
    assert left.startswith("0:")
    page.reload()
    until(lambda: clock.inner_text() == left, "the timer does not outlive a reload")
    page.clock.run_for(30_000)
    assert clock.inner_text() == "Time is up"
    assert page.locator("#live").inner_text() == "Time is up."
    clock.click()
    page.locator("[data-minutes='0']").click()
    assert clock.inner_text() == "Timer"


def test_the_screen_stays_awake_while_a_game_is_on(sit_down: Come) -> None:
    person = sit_down(**PHONE)
    person.context.add_init_script(HEARD)
    person.context.grant_permissions(["screen-wake-lock"])
    device = Device(person)
    page = device.page
    assert page.evaluate("heard.awake.length") == 0
    device.begin(0, 0)
    until(lambda: page.evaluate("heard.awake.at(-1)?.released") is False, "nothing keeps the screen awake")
    assert page.evaluate("heard.awake.at(-1).type") == "screen"
    device.on()
    assert page.evaluate("heard.awake.map((lock) => lock.released)") == [False], "once is enough"
    device.end()
    until(lambda: page.evaluate("heard.awake.at(-1).released"), "it stays awake for nothing")


def test_a_browser_that_keeps_nothing_is_told_of_and_plays_all_the_same(sit_down: Come) -> None:
    person = sit_down(**PHONE)
    person.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    device = Device(person)
    assert "keeps nothing" in device.page.locator("#aside").inner_text()
    assert device.page.locator("#aside").is_visible()
    device.begin(0, 0)
    device.on()
    seen = device.scan(0)
    assert seen["name"] == COLOURS[seen["colour"]]


FITS = """(least) => {
  const size = parseFloat(getComputedStyle(document.getElementById("todo")).fontSize);
  return document.documentElement.scrollHeight <= innerHeight && size >= least;
}"""
"""Whether nothing has to be scrolled, in letters of so many pixels at least."""
LEAST = 19
"""Pixels of letters: what a phone on the table shows is read from a metre away."""


@pytest.mark.parametrize("language", LANGUAGES if THOROUGH else ["fr"])
def test_every_stop_is_seen_whole_in_letters_as_large_as_may_be(sit_down: Come, language: str) -> None:
    """On a phone upright and on its side, in wide fonts: nothing to scroll; upright, the letters are never small."""
    person = sit_down(**PHONE)
    begin_in_wide_fonts(person)
    device = Device(person, PATH.removesuffix("en") + language)
    page = device.page
    device.begin(0, 0)
    for number, stop in enumerate(device.box.course):
        for width, height, least in ((740, 360, 0), (360, 740, LEAST)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITS, arg=least)
        assert page.locator("#rounds [aria-current]").count() == 1
        assert device.seen["round"] == stop.round
        assert device.seen["phase"]
        assert device.seen["title"]
        if stop.scan:
            for mark in range(4):
                device.scan(mark)
        if number + 1 < len(device.box.course):
            device.on()
