"""What every page does: find out who is there and which language to speak, read forms, draw, say what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from eminence.core.texts import LANGUAGES, Texts
from eminence.server.actions import Guest
from eminence.server.http.addresses import address_of
from eminence.server.http.cookies import COOKIE, GALLERY_COOKIE, HOST_ONLY, YEAR, cookie_in
from eminence.server.pages import preview, rendering
from eminence.server.pages.preview import Preview
from eminence.server.problems import Problem
from eminence.server.services import Services
from eminence.server.storage import people, rooms
from eminence.server.storage.rooms import Room

LANGUAGE_COOKIE: Final = "language"
LIGHT_COOKIE: Final = "light"
ON_THE_DEVICE: Final = {LIGHT_COOKIE: ("auto", "day", "candle"), "sound": ("off", "on"), "vibration": ("off", "on")}
"""What is chosen for a device and kept in its cookies: by name, the values, the first of which is the default."""
FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 100
FRAGMENT: Final = "x-fragment"


class Form(dict[str, str]):
    """The fields of a form, by name. Of one that came several times it is the last; `every` has them all, in order."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__(pairs)
        self._pairs = pairs

    def every(self, name: str) -> list[str]:
        """All values of a field, in the order in which they were sent."""
        return [value for field, value in self._pairs if field == name]


class Visit:
    """A request, and who makes it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        known = self.services.identities.read(cookie_in(request.cookies, COOKIE))
        self.needs_cookie = known is None or self.cookie_name(COOKIE) not in request.cookies
        self.person = known or self.services.identities.new()
        self.language = language_of(request)
        self.texts = rendering.texts(self.language)
        self.fragment = FRAGMENT in request.headers

    @property
    def csrf(self) -> str:
        return self.services.identities.form_token(self.person)

    @property
    def link_base(self) -> str:
        """What the links that people send to one another begin with."""
        return self.services.settings.link_base(str(self.request.base_url))

    @property
    def address(self) -> str:
        """Where this person comes from, as far as limits go."""
        return address_of(self.request.scope)

    @property
    def room(self) -> str:
        """The room that the path names."""
        return str(self.request.path_params["room"])

    @property
    def galleries(self) -> list[str]:
        """The rooms to which spectators' links have led this browser, the latest first."""
        return self.services.identities.galleries(cookie_in(self.request.cookies, GALLERY_COOKIE))

    def name(self, connection: Connection) -> str:
        """The name this person goes by, or none."""
        known = people.find(connection, self.person)
        return known.name if known else ""

    def settings(self, connection: Connection) -> dict[str, Any]:
        """All that this person can choose, besides the language: for the page of settings, and for tables."""
        known = people.find(connection, self.person)
        return {
            **{name: chosen(self.request, name) for name in ON_THE_DEVICE},
            "speed": known.speed if known else people.USUAL,
            "speeds": tuple(people.SPEEDS),
        }

    def guest(self, connection: Connection, room: Room) -> Guest:
        """From where this person looks at a room. Problem if it is private and no link led here."""
        seat = room.seat_of(self.person)
        if seat is not None:
            return Guest(seat.seat, self.person)
        if room.id not in self.galleries and not rooms.may_watch(connection, room, self.person):
            raise Problem("not_invited")
        self.services.looked_on(room)
        return Guest(None, self.person)

    # -- what comes in ------------------------------------------------------------------------------------------------

    async def form(self, unread: str = "") -> Form:
        """The fields of a form that came from one of our own pages. Problem if it did not.

        A field that may be large can be left unread, as it came: decoding it takes a while, and is done elsewhere.
        """
        fields = await read_form(self.request, unread)
        self.services.identities.check_form(self.person, fields.get("csrf", ""))
        return fields

    # -- what goes out ------------------------------------------------------------------------------------------------

    def context(self, page: str, person_name: str) -> dict[str, Any]:
        """What every template needs."""
        path = self.request.url.path
        return {
            "t": self.texts,
            "lang": self.language,
            "languages": rendering.LANGUAGE_NAMES,
            "light": chosen(self.request, LIGHT_COOKIE),
            "path": path,
            "csrf": self.csrf,
            "person_name": person_name,
            "page": page,
            "bare": False,
        }

    def page(
        self,
        name: str,
        context: Mapping[str, Any],
        *,
        person_name: str = "",
        status: int = 200,
        shows: Preview | None = None,
    ) -> Response:
        """A whole page, and what is shown of it where somebody sends its link: of most, the house."""
        told = {"preview": shows or preview.house(self.texts), "link_base": self.link_base}
        body = rendering.draw(f"{name}.html", {**self.context(name, person_name), **told, **context})
        return self.signed(HTMLResponse(body, status, {"cache-control": "no-store"}))

    def piece(self, html: str) -> Response:
        """A piece of a page, for the script."""
        return self.signed(HTMLResponse(html, headers={"cache-control": "no-store"}))

    def go(self, path: str) -> Response:
        """Another page instead of this one."""
        return self.signed(RedirectResponse(path, 303, {"cache-control": "no-store"}))

    def signed(self, response: Response) -> Response:
        """The response with a cookie for whoever has none, or none of those that this host alone can give."""
        if self.needs_cookie:
            self.give_cookie(response, COOKIE, self.services.identities.write(self.person))
        return response

    def give_cookie(self, response: Response, name: str, value: str) -> None:
        """A cookie that no script and no other site can use."""
        secure = self.services.settings.secure_cookies
        name = self.cookie_name(name)
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")

    def take_cookies(self, response: Response, *names: str) -> None:
        """Take cookies back, by whatever name they were given."""
        for name in names:
            for known in (name, HOST_ONLY + name):
                if known in self.request.cookies:
                    response.delete_cookie(known, path="/", secure=known.startswith(HOST_ONLY))

    def cookie_name(self, name: str) -> str:
        """What a cookie is called here: under HTTPS, so that no neighbour can give one of that name."""
        return HOST_ONLY + name if self.services.settings.secure_cookies else name

    def problem(self, problem: Problem) -> Response:
        """What went wrong, for people: a sentence for the script, a page for everyone else."""
        return problem_page(self.request, self.texts, problem)


async def read_form(request: Request, unread: str = "") -> Form:
    """The fields of a form, one of them perhaps left as it came. Problem if it is none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FORM:
        raise Problem("wrong_type")
    try:
        text = (await request.body()).decode("ascii")
        pieces = text.split("&", MOST_FIELDS)
        left = [piece for piece in pieces if unread and piece.startswith(f"{unread}=")]
        rest = "&".join(piece for piece in pieces if not piece.startswith(f"{unread}=")) if left else text
        pairs = parse_qsl(rest, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Problem("bad_form") from None
    return Form([*pairs, *((unread, piece.partition("=")[2]) for piece in left)])


def language_of(request: Request) -> str:
    """The language chosen here, else the best that the browser asks for, else English."""
    chosen = cookie_in(request.cookies, LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return preferred(request.headers.get("accept-language", ""))


def preferred(wishes: str) -> str:
    """The best of our languages for a header Accept-Language.

    >>> preferred("de-CH, fr;q=0.7, it;q=0.9"), preferred("ru"), preferred("")
    ('it', 'en', 'en')
    """
    best, most = LANGUAGES[0], 0.0
    for wish in wishes.split(","):
        name, _, parameters = wish.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        weight = parameters.strip().removeprefix("q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        if language in LANGUAGES and quality > most:
            best, most = language, quality
    return best


def chosen(request: Request, name: str) -> str:
    """What was chosen for this device, else the default."""
    value, values = cookie_in(request.cookies, name), ON_THE_DEVICE[name]
    return value if value in values else values[0]


def local(path: str) -> str:
    """A path of ours to go back to: never another site."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isascii() and path.isprintable()
    return path if fine else "/"


def problem_page(request: Request, texts: Texts, problem: Problem) -> Response:
    """A problem as a sentence for the script, or as a page."""
    message = texts(f"problem.{problem.key}", **problem.fields).strip()
    headers = {"cache-control": "no-store"}
    if FRAGMENT in request.headers:
        return PlainTextResponse(message, problem.status, headers)
    key = f"error.{problem.status}"
    context = {
        "status": problem.status,
        "title": texts(f"{key}.title"),
        "message": message,
        "todo": texts(f"{key}.todo"),
        "t": texts,
        "lang": texts.language,
        "languages": rendering.LANGUAGE_NAMES,
        "light": chosen(request, LIGHT_COOKIE),
        "path": "/",
        "csrf": "",
        "person_name": "",
        "page": "error",
        "bare": True,
    }
    return HTMLResponse(rendering.draw("error.html", context), problem.status, headers)
