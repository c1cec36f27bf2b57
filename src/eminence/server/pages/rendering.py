"""Drawing pages: the templates, the files that go with them, the texts and the rules, each read once."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import segno
from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from eminence.core.game import Game
from eminence.core.palette import Palette, palettes
from eminence.core.showing import Page
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of
from eminence.games import all_games
from eminence.server.pages import plain
from eminence.server.pages.syllables import soft

LOOK: Final = files("eminence.server") / "look"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
RULING_ROW: Final = re.compile(r"<tr>\n<td>([A-Z]{2}-\d+[a-z]?)</td>\n<td[^>]*>(.*?)</td>")
"""A row of a table of rulings: its code, and what it says."""
RULINGS: Final = re.compile(r"\s?\(([A-Z]{2}-\d+[a-z]?(?:, [A-Z]{2}-\d+[a-z]?)*)\)")
"""Codes of rulings, as the rules name them."""
DRAWN: Final = ("drawings.svg", "plate.svg", "worker.js")
"""What stands in pages themselves, or has an address that never changes."""


# -- texts and rules ---------------------------------------------------------------------------------------------------


@cache
def texts(language: str) -> Texts:
    """The texts of the pages."""
    return Texts(language, "eminence.core", "eminence.server")


LANGUAGE_NAMES: Final = tuple((language, texts(language)("language")) for language in LANGUAGES)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def as_html(markdown: str) -> str:
    """Markdown as HTML that our pages may contain: no style in an attribute, no heading without words."""
    html: str = _markdown().render(markdown)
    html = html.replace(' style="text-align:right"', ' class="right"').replace(' style="text-align:left"', "")
    html = re.sub(r"<table>.*?</table>", lambda table: _labelled(table[0]), html, flags=re.DOTALL)
    return re.sub(r"<th( class=\"right\")?></th>", "<td></td>", html)


def _labelled(table: str) -> str:
    """A table whose cells, but for the first of each row, know the title of their column: where there is no room for
    columns, a row is read as a line."""
    head, end, body = table.partition("</thead>")
    titles = re.findall(r"<th[^>]*>(.*?)</th>", head)

    def row(found: re.Match[str]) -> str:
        first, *cells = found[0].split("<td")
        labelled = (f' data-label="{title}"{cell}' for title, cell in zip(titles[1:], cells[1:], strict=True))
        return "<td".join([first, *cells[:1], *labelled])

    return head + end + re.sub(r"<tr>.*?</tr>", row, body, flags=re.DOTALL)


@cache
def rules(game: Game, language: str) -> RulesPage:
    """A game's rules page."""
    return RulesPage(package_of(game), language)


@cache
def companion_help(game: Game, language: str) -> RulesPage:
    """How a game's companion is used."""
    return RulesPage(package_of(game), language, "companion")


@cache
def paragraph(game: Game, language: str, name: str) -> Markup:
    """One paragraph of a game's rules, without its heading."""
    _, _, text = rules(game, language).paragraph(name).partition("\n")
    return Markup(_with_footnotes(as_html(text), _rulings(game, language)))


@cache
def _rulings(game: Game, language: str) -> Mapping[str, str]:
    """What each ruling of a game says, by its code."""
    page = rules(game, language)
    return dict(RULING_ROW.findall("".join(as_html(page.paragraph(name)) for name in page.apart)))


def _with_footnotes(html: str, rulings: Mapping[str, str]) -> str:
    """A rule whose rulings are not named within it but told at its foot.

    >>> _with_footnotes("<p>Take it (RI-2), or not (RI-5, RI-2).</p>", {"RI-2": "One card.", "RI-5": "Or none."})
    ... # doctest: +NORMALIZE_WHITESPACE
    '<p>Take it<sup>1</sup>, or not<sup>2, 1</sup>.</p><ol class="rulings"><li>One card. <small>RI-2</small></li><li>Or
    none. <small>RI-5</small></li></ol>'
    """
    numbers: dict[str, int] = {}

    def note(found: re.Match[str]) -> str:
        codes = found[1].split(", ")
        if not rulings.keys() >= set(codes):
            return found[0]
        return f"<sup>{', '.join(str(numbers.setdefault(code, len(numbers) + 1)) for code in codes)}</sup>"

    html = RULINGS.sub(note, html)
    listed = "".join(f"<li>{rulings[code]} <small>{code}</small></li>" for code in numbers)
    return html + (f'<ol class="rulings">{listed}</ol>' if numbers else "")


# -- files -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Static:
    """A file that goes with the pages, as it is sent."""

    url: str
    kind: str
    body: bytes
    packed: bytes


def look_of(game: Game) -> Traversable:
    """The folder in which a game keeps its look."""
    return files(package_of(game)) / "look"


@cache
def statics() -> Mapping[str, Static]:
    """All files that go with the pages, by name. Their address changes with their content: they are kept for good."""
    folders = {"": LOOK, **{f"{game.id}/": look_of(game) for game in all_games() if look_of(game).is_dir()}}
    found = {}
    for before, folder in folders.items():
        for file in folder.iterdir():
            kind = TYPES.get(file.name[file.name.rfind(".") :])
            if kind is not None and file.name not in DRAWN:
                found[before + file.name] = _static(before + file.name, kind, file.read_bytes())
    found["plates.css"] = _static("plates.css", TYPES[".css"], plates_css().encode())
    return found


def _static(name: str, kind: str, body: bytes) -> Static:
    digest = hashlib.sha256(body).hexdigest()[:12]
    return Static(f"/static/{digest}/{name}", kind, body, gzip.compress(body, 9, mtime=0))


@cache
def drawings(game: Game) -> Markup:
    """A game's drawings, to be put into its table page once; nothing where it has none."""
    file = look_of(game) / "drawings.svg"
    return Markup(file.read_text(encoding="utf-8") if file.is_file() else "")


@cache
def plate(package: str, title: str) -> Markup:
    """The engraved plate of the game in a package; of one that brings none, its title within a frame."""
    own = files(package) / "look" / "plate.svg"
    if own.is_file():
        return Markup(own.read_text(encoding="utf-8"))
    lines = textwrap.wrap(title, 14)
    size = min(48, 600 // max(map(len, lines)), 220 // len(lines))
    key = re.sub(r"\W", "-", package)
    return Markup(environment().get_template("plate.svg").render(lines=lines, size=size, key=key))


PAGE_INKS: Final = {
    "paper": "var(--plate-paper)",
    "paper-2": "color-mix(in oklab, var(--plate-paper) 93%, var(--plate-ink))",
    "ink": "var(--plate-ink)",
    "ink-2": "color-mix(in oklab, var(--plate-ink) 78%, var(--plate-paper))",
    "line": "color-mix(in oklab, var(--plate-ink) 35%, var(--plate-paper))",
    "accent": "color-mix(in oklab, var(--plate-accent) 68%, var(--plate-ink))",
    "accent-ink": "var(--plate-paper)",
}
"""What the pages of a game that brings a palette, and no sheet of its own, are printed with: an accent is darker there,
since it has to be read."""


def plates_css() -> str:
    """The inks of all plates, by day and by candlelight, as a sheet."""
    packages = {game.id: package_of(game) for game in all_games()}
    rules = []
    for name, package in packages.items():
        day, candle = palettes(package)["day"], palettes(package)["candle"]
        inks = [(field, getattr(day, field), getattr(candle, field)) for field in Palette.__slots__]
        told = " ".join(f"--plate-{name.replace('_', '-')}: light-dark({a}, {b});" for name, a, b in inks if a and b)
        rules.append(f'[data-game="{name}"] .print {{ {told} }}\n')
        look = files(package) / "look"
        if (look / "palette.toml").is_file() and not (look / "table.css").is_file():
            of_the_page = " ".join(f"--{token}: {ink};" for token, ink in PAGE_INKS.items())
            rules.append(f'body[data-game="{name}"] {{ {told} {of_the_page} }}\n')
    return "".join(rules)


@lru_cache(1000)
def qr(text: str) -> Markup:
    """A link as a QR code."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#1b1b1b", light="#ffffff", nl=False
    )
    return Markup(out.getvalue().decode())


# -- templates ---------------------------------------------------------------------------------------------------------


class _Folders(BaseLoader):
    """The house's templates by name, a game's by `<game>/<name>`."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Any]:
        game, _, name = template.rpartition("/")
        known = {game.id: game for game in all_games()}
        folder = LOOK if not game else look_of(known[game]) if game in known else None
        if folder is None or not (folder / name).is_file():
            raise TemplateNotFound(template)
        return (folder / name).read_text(encoding="utf-8"), None, lambda: True


@cache
def environment() -> Environment:
    """Templates that escape everything and leave nothing undefined."""
    made = Environment(
        loader=_Folders(), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals["static"] = lambda name: statics()[name].url
    made.globals["has_static"] = lambda name: name in statics()
    made.globals["kept"] = kept
    made.filters["soft"] = soft
    made.filters["lit"] = lit
    return made


def lit(html: Markup, choice: str) -> Markup:
    """A scene in which the button of a choice that is advised is marked, wherever it stands; none if none is.

    >>> str(lit(Markup('<button name="choice" value="pass"><button name="choice" value="bid 2">'), "bid 2"))
    '<button name="choice" value="pass"><button data-advised name="choice" value="bid 2">'
    """
    if not choice:
        return html
    button = rf'<button(?=[^>]* name="choice")(?=[^>]* value="{re.escape(str(escape(choice)))}")'
    return Markup(re.sub(button, "<button data-advised", str(html), count=1))


@lru_cache(10_000)
def kept(macro: Any, thing: Any) -> Any:
    """What a macro draws of a thing that never changes, a frozen dataclass: from scene to scene, most are equal."""
    return macro(thing)


def draw(template: str, context: Mapping[str, Any]) -> str:
    """A page, or a piece of one."""
    return environment().get_template(template).render(context)


@cache
def game_look(game: Game) -> Any:
    """The macros with which a game draws its table."""
    return environment().get_template(plain.LOOK if game.page is None else f"{game.id}/table.html").module


def game_page(game: Game) -> Page:
    """What a game's table shows: as the game says, or in plain text."""
    return game.page or plain
