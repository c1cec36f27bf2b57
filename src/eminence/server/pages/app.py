"""The house as an app: the manifest by which it is installed, the service worker, and the page for when one is offline;
and the page that says what all this is. None of them knows who asks."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import title_in
from eminence.games import all_games
from eminence.server.http.visit import Visit
from eminence.server.pages import phrases, pictures, preview, rendering
from eminence.server.problems import Problem

SHELL: Final = ("house.css", "house.js", "shuffle.js", "icon.svg")
"""What the page for when one is offline needs."""
A_DAY: Final = {"cache-control": "public, max-age=86400"}
ASKED_FOR: Final = {"cache-control": "no-cache"}
"""Kept, but asked for each time: a new version must come through at once."""


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise Problem("no_language")
    return language


async def manifest(request: Request) -> Response:
    """What the house is called, how it looks on a home screen and where it begins."""
    made = _manifest(_known(request.path_params["language"]))
    return Response(made, headers=A_DAY, media_type="application/manifest+json")


@cache
def _manifest(language: str) -> bytes:
    texts = rendering.texts(language)
    shortcuts = [{"name": texts("nav.mine"), "url": "/mine"}, {"name": texts("nav.rules"), "url": "/rules"}]
    if any(game.companion for game in all_games()):
        shortcuts.append({"name": texts("companion.name"), "url": "/companion"})
    return installed(language, texts("app.name"), texts("front.lead"), "/", shortcuts)


def installed(
    language: str, name: str, description: str, start: str, shortcuts: list[dict[str, str]] | None = None
) -> bytes:
    """The manifest of something that begins at an address."""
    statics = rendering.statics()
    icons: list[dict[str, str]] = [
        {"src": statics[name].url, "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}
        for name, size, purpose in (
            ("icon-192.png", 192, "any"),
            ("icon-512.png", 512, "any"),
            ("icon-mask.png", 512, "maskable"),
        )
    ]
    icons.append({"src": statics["icon.svg"].url, "type": "image/svg+xml", "sizes": "any", "purpose": "any"})
    told: dict[str, Any] = {
        "id": start,
        "name": name,
        "short_name": name if start != "/" else "Éminence",
        "description": description,
        "lang": language,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": pictures.PAPER,
        "theme_color": pictures.PAPER,
        "categories": ["games", "entertainment"],
        "icons": icons,
        "shortcuts": shortcuts or [],
    }
    return json.dumps(told, ensure_ascii=False).encode()


async def worker(request: Request) -> Response:
    """The service worker, for a browser that speaks a language. A new version of the house is a new worker."""
    made = _worker(_known(request.query_params.get("language", LANGUAGES[0])))
    return Response(made, headers=ASKED_FOR, media_type="text/javascript")


@cache
def _worker(language: str) -> bytes:
    statics = rendering.statics()
    known: dict[str, Any] = {
        "OFFLINE": f"/offline/{language}",
        "SHELL": [statics[name].url for name in SHELL],
        "FILES": sorted(file.url for file in statics.values()),
    }
    page = _offline(language).encode()
    known["VERSION"] = hashlib.sha256(json.dumps(known).encode() + page).hexdigest()[:12]
    told = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return told.encode() + (rendering.LOOK / "worker.js").read_bytes()


async def offline(request: Request) -> Response:
    """What is shown while nothing can be reached. The same for everybody: it gives no cookie and has no form."""
    return HTMLResponse(_offline(_known(request.path_params["language"])), headers=ASKED_FOR)


@cache
def _offline(language: str) -> str:
    context = {
        "t": rendering.texts(language),
        "lang": language,
        "languages": rendering.LANGUAGE_NAMES,
        "light": "auto",
        "path": "/",
        "csrf": "",
        "person_name": "",
        "page": "offline",
        "bare": True,
    }
    return rendering.draw("offline.html", context)


async def about(request: Request) -> Response:
    """What this is, who makes it, how it is fair, and what is known of whoever plays."""
    visit = Visit(request)
    games = [
        {
            "id": game.id,
            "title": title_in(game, visit.language),
            "summary": phrases.game_texts(game, visit.language)("summary"),
            "facts": phrases.facts(game, visit.texts),
        }
        for game in all_games()
    ]
    periods = phrases.kept(visit.texts, visit.services.settings.keeping)
    shows = preview.house(visit.texts, kept=True)
    return visit.page("about", {"games": games, "periods": periods}, shows=shows)


ROUTES = [
    Route("/about", about),
    Route("/manifest/{language}.webmanifest", manifest),
    Route("/worker.js", worker),
    Route("/offline/{language}", offline),
]
