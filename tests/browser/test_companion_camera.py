"""Chests before a camera, in pictures, and their digits: a Chromium whose camera shows a film of chests."""

from __future__ import annotations

import random
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from eminence.companion import codes, reading
from eminence.companion.sheet import draw
from tests.browser.conftest import Come, launched
from tests.browser.device import COLOURS, PATH, Device
from tests.browser.people import PHONE, Person, until
from tests.browser.test_companion import BOX, SCANS, expected
from tests.companion.pictures import SIGHTS, Sight, beside, film, png, seen
from tests.server.driving import Server
from tests.thorough import THOROUGH

SOON: int = 1000
"""Milliseconds within which a chest is to be recognised on a machine that does nothing else."""
WATCH = """(wanted) => {
  const [video, pips] = [document.getElementById("video"), document.getElementById("pips")];
  const paper = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = paper.getContext("2d", { willReadFrequently: true });
  window.watched = { log: [], began: 0, there: false, chests: 0 };
  let last = 0;
  const next = () => document.getElementById("next");
  const look = () => {
    if (video.videoWidth) {
      pen.drawImage(video, 4, 4, 8, 8, 0, 0, 1, 1);
      const there = pen.getImageData(0, 0, 1, 1).data[0] > 128;
      if (there && !watched.there) [watched.began, watched.chests] = [performance.now(), watched.chests + 1];
      watched.there = there;
    }
    const full = document.getElementById("stop").hidden ? 0 : pips.querySelectorAll("[data-full]").length;
    if (full > last) {
      const colour = Number(document.body.dataset.colour);
      watched.log.push([colour, Math.round(performance.now() - watched.began), watched.chests]);
    }
    last = full;
    if (full === 4 && !watched.there && watched.log.length < wanted) {
      do next().click(); while (document.getElementById("scan").hidden);
      last = 0;
    }
    if (watched.log.length < wanted) requestAnimationFrame(look);
  };
  look();
}"""
"""Looks at every frame: when a chest came into sight, and when its colour filled the screen. Goes on while none is in
sight."""

Films = Callable[..., Person]
ALLOWED = "--use-fake-ui-for-media-stream"


@pytest.fixture
def films(browser: Browser, server: Server, tmp_path: Path) -> Iterator[Films]:
    """Somebody whose camera shows pictures of chests, over and over."""
    browsers: list[Browser] = []
    people: list[Person] = []

    def come(
        pictures: list[bytearray], *more: str, at: Server = server, shown: int = 9, between: int = 3, **how: Any
    ) -> Person:
        file = tmp_path / "chests.y4m"
        film(file, pictures, shown, between)
        camera = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={file}")
        browsers.append(launched(browser.browser_type, *camera, *more))
        people.append(Person(at, browsers[-1], **PHONE, **how))
        return people[-1]

    yield come
    troubles = [person.trouble() for person in people]
    for one in browsers:
        one.close()
    assert not any(troubles), troubles


def test_a_camera_recognises_every_chest_however_it_is_held(films: Films) -> None:
    """By default the roles and a distribution, each chest in two sights; in --thorough a whole game of 68, in all, and
    each chest within a second of coming into sight. All of them in the right colour, none twice, none left out."""
    chance = random.Random(68)
    times = 8 if THOROUGH else 2
    labels = draw(4, chance.randrange)
    order = [mark for _ in range(times) for mark in range(4)]
    sights = [SIGHTS[(at + at // 8) % 8] for at in range(len(order))]
    pictures = [seen(labels[mark].codes[0], sight, chance) for mark, sight in zip(order, sights, strict=True)]
    device = Device(films(pictures, ALLOWED))
    device.begin(14, 37)
    device.on()
    wanted = 68 if THOROUGH else 8
    device.page.evaluate(WATCH, wanted)
    for scanned in range(4, wanted + 1, 4):  # each distribution in its time
        device.page.wait_for_function("(scanned) => watched.log.length >= scanned", arg=scanned)
    log = device.page.evaluate("watched.log")
    colours = expected(14, 37)
    marks = []
    for number, (colour, _, _) in enumerate(log):
        marks.append(next(mark for mark, to in colours[number // 4].items() if to == colour))
    assert all(sorted(marks[at : at + 4]) == [0, 1, 2, 3] for at in range(0, wanted, 4))
    turns = [chest for _, _, chest in log]
    came = [(mark - turn) % 4 for mark, turn in zip(marks, turns, strict=True)]
    assert len(set(came)) == 1, f"a chest was taken for another: {marks} {turns}"
    delays = sorted(delay for _, delay, _ in log)
    print(f"recognised after {delays[0]}, {delays[len(delays) // 2]}, {delays[-1]} ms (least, median, most)")
    if THOROUGH:
        assert delays[-1] < SOON, delays


def photograph(device: Device, picture: bytearray) -> None:
    device.page.locator("#photo input").set_input_files(
        {"name": "chest.png", "mimeType": "image/png", "buffer": png(picture)}
    )


def noted(device: Device, words: str) -> None:
    until(lambda: words in device.seen["note"], f"it does not say {words!r}, but {device.seen['note']!r}")


def test_pictures_are_read_where_there_is_no_live_camera(sit_down: Come) -> None:
    """Every sight, each chest; what is wrong with a picture is said, and changes nothing."""
    device = Device(sit_down(**PHONE))
    chance = random.Random(5)
    device.begin(20, 2)
    device.on()
    colours = expected(20, 2)
    noted(device, "no camera")
    scans = 2
    for scan in range(scans):
        for number, mark in enumerate(chance.sample(range(4), 4), 1):
            photograph(device, seen(device.code(mark), SIGHTS[(number + 4 * scan) % 8], chance))
            noted(device, f"{number} of 4" if number < 4 else "All chests")
            assert device.seen["colour"] == colours[scan][mark]
        if scan + 1 < scans:
            device.on_to_scan()
    before = device.page.locator("body").get_attribute("data-colour")
    photograph(device, bytearray(chance.randbytes(len(seen("", SIGHTS[0], chance, text="x")))))
    noted(device, "no code in this picture")
    photograph(device, seen("", SIGHTS[0], chance, text="https://example.org/somebody"))
    noted(device, "none of your chests")
    left = seen(device.code(0), Sight("left", side=160, at=(110, 180)), chance)
    right = seen(device.code(1), Sight("right", side=160, at=(370, 180)), chance)
    photograph(device, beside(left, right))
    noted(device, "Two chests at once")
    assert device.page.locator("body").get_attribute("data-colour") == before


def test_chests_of_another_print_are_taught_once_and_kept(sit_down: Come) -> None:
    """The codes on the real chests, whatever they say: taught, kept, played with; one that is there twice is told."""
    device = Device(sit_down(**PHONE))
    page, chance = device.page, random.Random(6)
    printed = [f"https://box.example/chest?{chance.getrandbits(80)}" for _ in range(4)]
    page.locator("#learn").click()
    for mark, text in enumerate(printed):
        photograph(device, seen("", SIGHTS[mark % 2], chance, text=text))
        page.locator(f"#chests [data-mark='{mark}'][aria-disabled=false]").click()
        until(lambda: "Learned" in device.seen["note"], "not learned")
        if mark == 1:
            page.wait_for_timeout(1600)
            photograph(device, seen("", SIGHTS[0], chance, text=printed[0]))
            noted(device, "Two chests with one code")
    assert page.locator("#pips [data-full]").count() == 4
    page.reload()
    page.locator("#known").wait_for()
    device.begin(2, 40)
    device.on()
    colours = expected(2, 40)
    for number, mark in enumerate((3, 1, 0, 2), 1):
        photograph(device, seen("", SIGHTS[1], chance, text=printed[mark]))
        noted(device, f"{number} of 4" if number < 4 else "All chests")
        assert device.seen["colour"] == colours[0][mark]


def test_whoever_teaches_during_a_game_learns_of_no_chest(sit_down: Come) -> None:
    """What a code was taught as, is not told again: during a game, that would be somebody's role."""
    device = Device(sit_down(**PHONE))
    page, chance = device.page, random.Random(7)
    printed = [f"https://box.example/chest?{mark}" for mark in range(4)]
    page.locator("#learn").click()
    for mark, text in enumerate(printed):
        photograph(device, seen("", SIGHTS[0], chance, text=text))
        page.locator(f"#chests [data-mark='{mark}'][aria-disabled=false]").click()
    page.locator("#unlearn.first").click()
    device.begin(3, 30)
    page.locator("[popovertarget=menu]").click()
    page.locator("#teach-again").click()
    told = set()
    for text in printed:
        photograph(device, seen("", SIGHTS[0], chance, text=text))
        noted(device, "known already")
        told.add(page.locator("main").inner_html())
        page.locator("#note").evaluate("(note) => { note.textContent = ''; }")
    assert len(told) == 1, "all four look alike"


def test_over_https_with_a_certificate_of_our_own_a_phone_lends_its_camera(films: Films, tmp_path: Path) -> None:
    """By a name as at home, past the warning: the camera is live, and what it sees is read."""
    server = Server(tmp_path / "house", "--no-limits", "--tls-self-signed", "--hosts", "box.test")
    try:
        assert server.url.startswith("https:")
        code = codes.fresh(1, 4, random.Random(2).randrange)
        at_home = (ALLOWED, "--host-resolver-rules=MAP box.test 127.0.0.1")
        picture = seen(code, SIGHTS[0], random.Random(1))
        person = films([picture], *at_home, at=server, ignore_https_errors=True)
        person.expect("SSL certificate error")  # no worker behind a certificate that nobody vouches for
        device = Device(person, f"https://box.test:{server.port}{PATH}")
        device.begin(4, 4)
        device.on()
        noted(device, "1 of 4")
        assert device.seen["colour"] == expected(4, 4)[0][1]
    finally:
        server.kill()
        server.close()


DETECTS = """
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect(source) {
      const [width, height] = [source.videoWidth ?? source.width, source.videoHeight ?? source.height];
      const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      pen.drawImage(source, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      let bright = "";
      for (let at = 0; at < data.length; at += 4) bright += String.fromCharCode(data[at]);
      return (await detect(width, height, btoa(bright))).map((rawValue) => ({ rawValue }));
    }
  };
"""
"""What browsers on Android and macOS have and Chromium on Linux has not, with the reader of the server inside."""


def test_where_the_browser_reads_codes_itself_no_picture_leaves_it_and_no_server_is_needed(films: Films) -> None:
    codes_shown = [codes.fresh(mark, 4, random.Random(mark).randrange) for mark in range(4)]
    pictures = [seen(code, SIGHTS[0], random.Random(1)) for code in codes_shown]
    person = films(pictures, ALLOWED, shown=12)
    asked: list[str] = []

    def detect(width: int, height: int, bright: str) -> list[str]:
        return reading.codes_in(width.to_bytes(2) + height.to_bytes(2) + b64decode(bright))

    person.context.expose_function("detect", detect)
    person.context.add_init_script(DETECTS)
    device = Device(person)
    device.page.locator("body[data-kept]").wait_for()
    person.context.set_offline(True)
    device.page.on("request", lambda request: asked.append(request.url))
    device.begin(9, 9)
    device.on()
    noted(device, "All chests")
    assert device.seen["open"]
    assert asked == []


def test_without_leave_or_over_plain_http_it_says_what_else_there_is(films: Films, tmp_path: Path) -> None:
    picture = seen("48213", SIGHTS[0], random.Random(1))
    device = Device(films([picture]))
    device.begin(0, 0)
    device.on()
    noted(device, "Allow it in the browser")
    assert device.page.locator("#camera").is_visible(), "one may change one's mind"
    server = Server(tmp_path / "house", "--no-limits", "--hosts", "box.test")
    try:
        person = films([picture], ALLOWED, "--host-resolver-rules=MAP box.test 127.0.0.1", at=server)
        person.expect("Cross-Origin-Opener-Policy")
        device = Device(person, f"http://box.test:{server.port}{PATH}")
        device.begin(0, 0)
        device.on()
        noted(device, "plain http")
        seen_colour = device.scan(2)["colour"]
        assert seen_colour == expected(0, 0)[0][2], "and all else works there too"
        assert COLOURS[seen_colour] == device.seen["name"]
    finally:
        server.kill()
        server.close()


def test_where_nothing_can_read_pictures_digits_do(films: Films) -> None:
    """The browser cannot, and the server is gone: it is said, and typed."""
    code = codes.fresh(0, 4, random.Random(2).randrange)
    person = films([seen(code, SIGHTS[0], random.Random(1))], ALLOWED, shown=30, between=0)
    device = Device(person)
    device.begin(1, 1)
    person.expect("ERR_", "Failed to")
    device.page.route("**/companion/read", lambda route: route.abort())
    device.on()
    noted(device, "the computer that reads them for it does not answer. Type the digits of our codes")
    assert device.page.locator("#note").is_visible()
    assert device.scan(0)["colour"] == expected(1, 1)[0][0]
    device.page.unroute("**/companion/read")
    assert len(SCANS) * len(BOX.marks) == BOX.scans
