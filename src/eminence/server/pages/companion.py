"""The companion: a device on a table with a real box, which deals the roles and says whom each chest goes to.

Its page is the same for everybody and kept by the browser; what is played is drawn on the device, and never comes here.
The server reads pictures for browsers that cannot, prints codes, and counts the points.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from eminence.companion import device, reading, sheet
from eminence.core.companion import Box, Entry
from eminence.core.errors import UnknownGame
from eminence.core.game import Game
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.telling import package_of, telling, title_in
from eminence.games import all_games
from eminence.games import game as game_called
from eminence.server.http.visit import LIGHT_COOKIE, chosen, language_of
from eminence.server.pages import phrases, preview, rendering, tally
from eminence.server.pages.app import A_DAY, installed
from eminence.server.problems import Problem

CAMERA: Final = {"permissions-policy": "camera=(self), geolocation=(), microphone=()"}
"""The one page that may ask for a camera."""
ASKED_FOR: Final = {"cache-control": "no-cache"}
"""Kept, but asked for each time: a new version must come through at once."""
SCRIPTS: Final = {"model": "companion_model.js", "read": "companion_read.js"}
READS: Final = "/companion/read"
SAID: Final = "companion.say."
"""The beginning of the keys of what the script says."""
SOUNDS: Final = ("silent", "beep", "speech")
WISHES: Final = ("none", "wanted", "unwanted")
MINUTES: Final = (1, 2, 3, 5, 10)


def boxed() -> list[tuple[Game, Box]]:
    """The games that bring a companion."""
    return [(game, game.companion) for game in all_games() if game.companion]


def box_of(game: Game) -> Box:
    """The box of a game that brings a companion. Problem for any other."""
    if game.companion is None:
        raise Problem("no_page")
    return game.companion


def _asked(request: Request) -> tuple[Game, Box, str]:
    """The game and the language that an address names."""
    try:
        game = game_called(request.path_params["game"])
    except UnknownGame:
        raise Problem("no_game") from None
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise Problem("no_language")
    return game, box_of(game), language


async def lead(request: Request) -> Response:
    """To the companion of the game that is named, or of the first that has one, in the visitor's language."""
    named = request.path_params.get("game")
    for game, _ in boxed():
        if named in (None, game.id):
            return RedirectResponse(f"/companion/{game.id}/{language_of(request)}", 303, {"cache-control": "no-store"})
    raise Problem("no_page")


# -- the device --------------------------------------------------------------------------------------------------------


def told(game: Game, language: str) -> dict[str, Any]:
    """All that the script is told: tables, words and addresses; the same for everybody, and nothing of any game."""
    box = box_of(game)
    own, texts, statics = phrases.game_texts(game, language), rendering.texts(language), rendering.statics()
    base = f"/companion/{game.id}/{language}"
    files = ["house.css", "house.js", "shuffle.js", "plates.css", "icon.svg", "companion.css", "companion.js"]
    files += [*SCRIPTS.values(), f"{game.id}/table.css", f"{game.id}/companion.css"]
    return {
        "game": game.id,
        "tables": device.tables(box),
        "names": [own(f"seat.{colour}.name") for colour in range(len(box.emblems))],
        "emblems": box.emblems,
        "chests": [own(f"companion.chest.{mark}") for mark in box.marks],
        "roles": [own(f"companion.role.{role}") for role in box.role_names],
        "stops": [
            {
                "round": stop.round,
                "phase": own(f"phase.{stop.phase}"),
                "title": own(f"companion.stop.{stop.key}.title"),
                "todo": own(f"companion.stop.{stop.key}.todo").strip().splitlines(),
                "scan": stop.scan,
            }
            for stop in box.course
        ],
        "words": {
            "next": texts("companion.bar.next"),
            "count": texts("companion.count"),
            "wait": texts("companion.scan.wait"),
            "waitPlain": texts("companion.scan.wait_plain"),
            "own": texts("companion.teach.own"),
            "taught": texts("companion.teach.done"),
            "forget": texts("companion.teach.forget"),
            "timeUp": texts("companion.timer.up"),
        },
        "say": {key.removeprefix(SAID): _unfilled(texts, key) for key in texts if key.startswith(SAID)},
        "scripts": {name: statics[file].url for name, file in SCRIPTS.items()},
        "reads": READS if reading.CAN_READ else "",
        "count": f"{base}/count",
        "files": [base, f"{base}/help", *(statics[name].url for name in files if name in statics)],
    }


def _unfilled(texts: Texts, key: str) -> str:
    """A text as it stands, its fields for the script to fill in."""
    template = texts.template(key)
    assert isinstance(template, str)
    return template


async def companion(request: Request) -> Response:
    """The page of the device."""
    game, _, language = _asked(request)
    return _page(request, game, language, "companion", device_context(game, language), CAMERA)


def device_context(game: Game, language: str) -> dict[str, Any]:
    """What the page of the device shows; the same for everybody."""
    box, own, texts = box_of(game), phrases.game_texts(game, language), rendering.texts(language)
    data = json.dumps(told(game, language), ensure_ascii=False, separators=(",", ":"))
    return {
        "drawings": rendering.drawings(game),
        "told": data,
        "rounds": [number for number, _ in groupby(stop.round for stop in box.course)],
        "chest": box.chest,
        "chests": [
            {"name": own(f"companion.chest.{mark}"), "sign": sign}
            for mark, sign in zip(box.marks, box.signs, strict=True)
        ],
        "roles": [own(f"companion.role.{role}") for role in box.role_names],
        "wishes": [(value, texts(f"companion.wishes.{word}")) for value, word in enumerate(WISHES)],
        "sounds": [(sound, texts(f"companion.menu.{sound}")) for sound in SOUNDS],
        "minutes": MINUTES,
    }


def _page(
    request: Request,
    game: Game,
    language: str,
    name: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A page that knows nobody: no cookie, no form that could be signed."""
    texts = rendering.texts(language)
    known = {"id": game.id, "title": title_in(game, language)}
    known["plate"] = rendering.plate(package_of(game), known["title"])
    shows = preview.game(game, texts("companion.page_title", game=known["title"]), texts, kept=True)
    whole = {
        "t": texts,
        "lang": language,
        "languages": rendering.LANGUAGE_NAMES,
        "light": chosen(request, LIGHT_COOKIE),
        "path": request.url.path,
        "csrf": "",
        "person_name": "",
        "page": name,
        "bare": True,
        "game": known,
        "base": f"/companion/{game.id}/{language}",
        "preview": shows,
        "link_base": request.app.state.services.settings.link_base(str(request.base_url)),
        **context,
    }
    return HTMLResponse(rendering.draw(f"{name}.html", whole), headers={**ASKED_FOR, **(headers or {})})


async def manifest(request: Request) -> Response:
    """The companion as an app of its own, which begins with its page."""
    game, _, language = _asked(request)
    texts = rendering.texts(language)
    made = installed(language, texts("companion.name"), texts("companion.lead"), f"/companion/{game.id}/{language}")
    return Response(made, headers=A_DAY, media_type="application/manifest+json")


async def read(request: Request) -> Response:
    """The codes in a picture that a device sees, which comes as brightness. Nothing of it is kept."""
    if request.headers.get("content-type") != "application/octet-stream":
        raise Problem("wrong_type")
    picture = await request.body()
    try:
        found = await run_in_threadpool(reading.codes_in, picture)
    except reading.BadPicture:
        raise Problem("bad_form") from None
    return JSONResponse(found, headers={"cache-control": "no-store"})


# -- how it is used, and what is printed -----------------------------------------------------------------------------


@cache
def _help(game: Game, language: str) -> tuple[str, Markup]:
    page = rendering.companion_help(game, language)
    head = rendering.as_html(page.head.partition("\n")[2])
    parts = (f'<section id="{name}">{rendering.as_html(text)}</section>' for name, text in page.paragraphs.items())
    return page.title, Markup("".join([head, *parts]))


async def how(request: Request) -> Response:
    """How the companion is used: its own rules."""
    game, _, language = _asked(request)
    title, body = _help(game, language)
    return _page(request, game, language, "companion_help", {"title": title, "body": body})


async def codes(request: Request) -> Response:
    """A sheet of new codes, to print."""
    game, box, language = _asked(request)
    labels = sheet.draw(len(box.marks), secrets.randbelow)
    return _page(request, game, language, "companion_sheet", sheet_context(game, language, labels))


def sheet_context(game: Game, language: str, labels: Sequence[sheet.Label]) -> dict[str, Any]:
    """What a printed sheet shows."""
    box, own = box_of(game), phrases.game_texts(game, language)
    return {
        "drawings": rendering.drawings(game),
        "labels": [
            {
                "name": own(f"companion.chest.{mark}"),
                "sign": sign,
                "svg": Markup(sheet.drawing(label)),
                "codes": label.codes,
            }
            for mark, sign, label in zip(box.marks, box.signs, labels, strict=True)
        ],
        "query": ",".join(code for label in labels for code in label.codes),
    }


async def codes_file(request: Request) -> Response:
    """The same sheet as a picture or a document: the codes are those that the address names, or new ones."""
    game, box, language = _asked(request)
    texts, own = rendering.texts(language), phrases.game_texts(game, language)
    try:
        labels = sheet.named(len(box.marks), request.query_params.get("codes", ""), secrets.randbelow)
    except ValueError:
        raise Problem("bad_form") from None
    words = [
        (texts("companion.print.glue", chest=own(f"companion.chest.{mark}")), texts("companion.print.type"))
        for mark in box.marks
    ]
    kind = request.path_params["kind"]
    if kind == "pdf":
        body, media = sheet.pdf(texts("companion.print.title"), labels, words), "application/pdf"
    elif kind == "svg":
        body, media = sheet.svg(texts("companion.print.title"), labels, words).encode(), "image/svg+xml"
    else:
        raise Problem("no_page")
    headers = {"cache-control": "no-store", "content-disposition": f'inline; filename="eminence-codes.{kind}"'}
    return Response(body, headers=headers, media_type=media)


# -- the count ---------------------------------------------------------------------------------------------------------


async def count(request: Request) -> Response:
    """What each has at the end, as it is entered; then the count, by the game's own code. Nothing of it is kept."""
    game, _, language = _asked(request)
    return _page(request, game, language, "companion_count", count_context(game, language, request.query_params))


def count_context(game: Game, language: str, given: Mapping[str, str]) -> dict[str, Any]:
    """What the page of the count shows, by what was entered."""
    counting, teller = box_of(game).counting, telling(game, language, None)
    seats = range(len(box_of(game).emblems))
    entered, problems = _entered(counting.entries, given, len(seats), rendering.texts(language), teller.texts)
    result = None
    if given and not problems:
        result = tally.result(counting.lines(entered), counting.best(entered), teller)
    return {
        "drawings": rendering.drawings(game),
        "seats": [{"name": teller.name(seat), "emblem": box_of(game).emblems[seat]} for seat in seats],
        "entries": [
            {
                "key": entry.key,
                "name": teller.texts(f"companion.count.{entry.key}"),
                "least": entry.least,
                "most": entry.most,
                "one": entry.one_of_all,
            }
            for entry in counting.entries
        ],
        "given": {name: str(value)[:8] for name, value in given.items()},
        "problems": problems,
        "result": result,
    }


def _entered(
    entries: Sequence[Entry], given: Mapping[str, str], seats: int, texts: Texts, own: Texts
) -> tuple[list[dict[str, int]], list[str]]:
    """What was entered for each, and what is wrong with it."""
    found: list[dict[str, int]] = [{} for _ in range(seats)]
    problems = []
    for entry in entries:
        if entry.one_of_all:
            for seat in range(seats):
                found[seat][entry.key] = int(given.get(entry.key) == str(seat))
            continue
        for seat in range(seats):
            word = given.get(f"{entry.key}.{seat}", "").strip().replace("\N{MINUS SIGN}", "-") or "0"
            digits = word.removeprefix("-")
            number = int(word) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else None
            if number is None or not entry.least <= number <= entry.most:
                what = f"{own(f'seat.{seat}.name')}, {own(f'companion.count.{entry.key}')}"
                problems.append(texts("companion.tally.bad", what=what, least=entry.least, most=entry.most))
                number = 0
            found[seat][entry.key] = number
    return found, problems


ROUTES = [
    Route("/companion", lead),
    Route(READS, read, methods=["POST"]),
    Route("/companion/{game}", lead),
    Route("/companion/{game}/{language}", companion),
    Route("/companion/{game}/{language}/help", how),
    Route("/companion/{game}/{language}/manifest.webmanifest", manifest),
    Route("/companion/{game}/{language}/sheet", codes),
    Route("/companion/{game}/{language}/sheet.{kind}", codes_file),
    Route("/companion/{game}/{language}/count", count),
]
