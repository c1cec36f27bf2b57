"""The rules: an index of the games; of each a page that begins with a summary, and one for what is looked up in them.

A page is the game's Markdown (`core.texts.page`) with pictures: a macro of its `look/rules.html` draws the one of the
paragraph that it is named after (`example`), or of a point in it (`example_2`), with the game's own cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, Final

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.core.game import Game
from eminence.core.lesson import lesson_of
from eminence.core.page_kit import Part, TablePage
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of, telling
from eminence.games import all_games
from eminence.server.http.visit import Visit
from eminence.server.pages import phrases, preview, rendering
from eminence.server.storage import rooms

SUMMARY: Final = "summary"
EXAMPLE: Final = "example"
RULING: Final = re.compile(r"(<tr>\n<td>)?\b([A-Z]{2}-\d+[a-z]?)\b(</td>)?")
"""The code of a ruling, and whether it begins a row."""
SECRET: Final = b"the table in the pictures of the rules"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rules, as it is shown."""

    name: str
    title: str
    body: Markup
    apart: bool
    """Whether it is looked up, on the page with the components."""


@cache
def paragraphs(game: Game, language: str) -> tuple[Paragraph, ...]:
    """All paragraphs of a game's rules, with pictures; what names a ruling leads to it."""
    page, draw = rendering.rules(game, language), _pictures(game, language)
    apart = set(page.apart)
    rulings = (found for name in apart for found in RULING.findall(rendering.as_html(page.paragraph(name))))
    rows = {code for before, code, _ in rulings if before}
    shown = []
    for name, text in page.paragraphs.items():
        heading, _, rest = text.partition("\n")
        body = _illustrated(name, rendering.as_html(rest), draw)
        body = _with_links(body, rows, "" if name in apart else _box_url(game))
        shown.append(Paragraph(name, heading.lstrip("# "), Markup(body), name in apart))
    return tuple(shown)


def _box_url(game: Game) -> str:
    return f"/rules/{game.id}/components"


def _with_links(html: str, rows: set[str], elsewhere: str) -> str:
    """A page on which a code leads to the row of its ruling, elsewhere or, where there is no elsewhere, here."""

    def link(found: re.Match[str]) -> str:
        before, code, after = found.groups(default="")
        if before and not elsewhere:
            return f'<tr id="{code}">\n<td><span class="ruling">{code}</span>{after}'
        return f'{before}<a class="ruling" href="{elsewhere}#{code}">{code}</a>{after}' if code in rows else found[0]

    return RULING.sub(link, html)


def _illustrated(name: str, html: str, draw: Callable[[str], Markup]) -> str:
    """A paragraph with its picture in front, and those of its points in these."""
    number = count(1)

    def point(found: re.Match[str]) -> str:
        picture = draw(f"{name}_{next(number)}")
        return f"<li>{picture}<div>{found[1]}</div></li>" if picture else found[0]

    return draw(name) + Markup(re.sub(r"<li>(.*?)</li>", point, html, flags=re.DOTALL))


def _pictures(game: Game, language: str) -> Callable[[str], Markup]:
    """Draws the picture of that name; nothing where a game brings none. The words beside it say what it shows."""
    if not (rendering.look_of(game) / "rules.html").is_file():
        return lambda _: Markup()
    macros = rendering.environment().get_template(f"{game.id}/rules.html").module
    match = game.new(min(game.seats), secret=SECRET)
    part = game.page.PART if isinstance(game.page, TablePage) else Part
    table = part(game.in_sight(match.view(None)), None, telling(game, language, None))

    def draw(name: str) -> Markup:
        macro: Any = getattr(macros, name, None)
        return Markup('<div class="picture" aria-hidden="true">{}</div>').format(macro(table)) if macro else Markup()

    return draw


# -- the pages ---------------------------------------------------------------------------------------------------------


def _told(game: Game, visit: Visit) -> dict[str, Any]:
    """A game as its rules name it, which may have a name of its own in a language."""
    page = rendering.rules(game, visit.language)
    return {
        "id": game.id,
        "title": page.title,
        "facts": phrases.facts(game, visit.texts),
        "summary": phrases.game_texts(game, visit.language)("summary"),
        "plate": rendering.plate(package_of(game), page.title),
        "taught": lesson_of(game) is not None,
        "box_url": _box_url(game) if page.apart else "",
    }


async def index(request: Request) -> Response:
    """The rules of all games."""
    visit = Visit(request)
    games = [_told(game, visit) for game in all_games()]
    house = preview.house(visit.texts, kept=True)
    shows = replace(house, title=visit.texts("rules.index_title"), text=visit.texts("rules.index_lead"))
    return visit.page("rules_index", {"games": games}, shows=shows)


async def rules(request: Request) -> Response:
    """A game in short, a worked example, its rules."""
    visit, game, page, known = _asked(request)
    parts = {part.name: part for part in paragraphs(game, visit.language)}
    read = [part for part in parts.values() if not part.apart and part.name not in (SUMMARY, EXAMPLE)]
    summary = parts.get(SUMMARY)
    lead, end, points = summary.body.partition("</p>") if summary else (escape(known["game"]["summary"]), "", "")
    context = {
        **known,
        "summary": summary,
        "lead": Markup(lead + end),
        "points": Markup(points),
        "example": parts.get(EXAMPLE),
        "rules": read,
        "apart": [part for part in parts.values() if part.apart],
        "facts": Markup(rendering.as_html(page.facts)),
        "preface": Markup(rendering.as_html(page.preface)),
        "drawings": rendering.drawings(game),
    }
    return _page(visit, game, "rules", context, "preview.rules")


async def components(request: Request) -> Response:
    """What is in the box and where each number comes from, and the rulings."""
    visit, game, page, known = _asked(request)
    if not page.apart:
        return visit.go(f"/rules/{game.id}#components")
    apart = [part for part in paragraphs(game, visit.language) if part.apart]
    return _page(visit, game, "components", {**known, "apart": apart}, "rules.box_title")


def _asked(request: Request) -> tuple[Visit, Game, RulesPage, dict[str, Any]]:
    visit = Visit(request)
    game = rooms.known_game(request.path_params["game"])
    others = [_told(other, visit) for other in all_games() if other.id != game.id]
    return visit, game, rendering.rules(game, visit.language), {"game": _told(game, visit), "others": others}


def _page(visit: Visit, game: Game, name: str, context: dict[str, Any], title: str) -> Response:
    told = visit.texts(title, game=context["game"]["title"])
    return visit.page(name, context, shows=preview.game(game, told, visit.texts, kept=True))


ROUTES = [
    Route("/rules", index),
    Route("/rules/{game}", rules),
    Route("/rules/{game}/components", components),
]
