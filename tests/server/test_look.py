"""The pages as the server draws them: complete in every language, safe, and usable without a script."""

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

from jinja2 import nodes
from markupsafe import Markup, escape

import eminence
from eminence.bots import bot
from eminence.companion import sheet
from eminence.core import lesson
from eminence.core.game import Game
from eminence.core.lesson import Going
from eminence.core.match import Match
from eminence.core.showing import Lately
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.learning import Thing
from eminence.core.texts.telling import telling
from eminence.games import REGISTRY, register
from eminence.server.pages import companion, rendering, scene
from eminence.server.pages.preview import Preview
from eminence.server.problems import STATUS
from eminence.server.storage import rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.people import SPEEDS
from tests.laws.auction import Auction

SOURCES = Path(eminence.__file__).parent
LOOK = SOURCES / "server" / "look"
TEMPLATES = sorted(path.name for path in LOOK.glob("*.html"))
PARTS = {"base.html", "parts.html", "plain.html", "ledger.html"}
"""Drawn only as part of other templates."""
HOSTILE = '<img src=x onerror="alert(1)"> & "Zoé" \'<b>'
"""A name as nobody should have."""
PUT_TOGETHER = (
    "error.",
    "problem.",
    "settings.",
    "speed.",
    "option.",
    "compose.",
    "verdict.",
    "stage.",
    "origin.",
    "remains.",
    "kept.",
    "keeping.",
    "companion.say.",
    "companion.wishes.",
    "companion.menu.",
)
"""The beginnings of keys that are put together, by the server or in a template."""

ENVIRONMENT = rendering.environment()


def every_page(language: str) -> dict[str, Any]:
    own: dict[str, Any] = {
        "light": "auto",
        "path": "/somewhere",
        "csrf": "the-token",
        "page": "somewhere",
        "bare": False,
        "sound": "on",
        "vibration": "off",
        "speed": "calm",
        "speeds": tuple(SPEEDS),
    }
    texts = Texts(language, "eminence.core", "eminence.server")
    languages = [(code, Texts(code, "eminence.core")("language")) for code in LANGUAGES]
    shown = Preview(HOSTILE, HOSTILE, alt=HOSTILE)
    own |= {"preview": shown, "link_base": "https://example.org"}
    return own | {"t": texts, "lang": language, "languages": languages, "person_name": HOSTILE}


def drawn(name: str, context: dict[str, Any], language: str = "en") -> str:
    return ENVIRONMENT.get_template(name).render(every_page(language) | context)


# -- plausible contexts -----------------------------------------------------------------------------------------------

SVG = Markup('<svg viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>')
LINE = {"url": "/table/t1", "title": "Richelieu", "names": [HOSTILE], "my_turn": True, "status": "…", "when": "…"}
LINE |= {"won": True, "score": "37 : 24"}
LEVELS = [{"id": level, "label": level, "usual": level == "page"} for level in ("page", "courtier", "eminence")]
ROOM = {
    "id": "r1", "title": "Richelieu", "game": "richelieu", "options_text": ["Short game"], "listed": True,
    "facts": ["2–4 players", "about 30 minutes"],
    "commitment": "ab" * 32, "watch_link": "https://example.org/w/1", "watch_qr": SVG, "url": "/room/r1",
    "you_are_host": True, "you": 0, "over": False,
}  # fmt: skip
BARE = {"name": "", "level": "", "is_you": False, "link": "", "qr": ""}
SEATS = [
    BARE | {"seat": 0, "role": "the Cardinal", "kind": "person", "name": HOSTILE, "is_you": True},
    BARE | {"seat": 1, "role": "the Queen", "kind": "open", "link": "https://example.org/s/r1/token", "qr": SVG},
    BARE | {"seat": 2, "role": "Monsieur", "kind": "bot", "level": "a page"},
]


@cache
def played(game: Game, moves: int) -> Match:
    """A match, so and so many answers old."""
    match = game.new(secret=b"look")
    players = [bot("random", str(seat)) for seat in range(match.seats)]
    for _ in range(moves):
        if match.over:
            break
        seat, ask = next(iter(match.asks().items()))
        match.choose(seat, players[seat].choose(match.view(seat), ask))
    return match


RICHELIEU = eminence.game("richelieu")
DEVIL = eminence.game("deal_with_the_devil")
RUNNING, FINISHED = played(RICHELIEU, 9), played(RICHELIEU, 1000)


def table(language: str, match: Match, seat: int | None, learned: str = "") -> dict[str, Any]:
    """The table of a real match as the server tells it to one seat, with all that may stand there besides; where a part
    of a lesson is taught, when it begins."""
    names = {number: f"Anne {number}" if number else HOSTILE for number in range(match.seats)}
    seats = [SimpleNamespace(seat=number, level="courtier" if number == 1 else "", discreet=True) for number in names]
    phase = rooms.OVER if match.over else rooms.PLAYING
    room: Any = SimpleNamespace(id="r1", game=match.game, listed=True, phase=phase, seats=seats, names=names)
    room.lesson = learned
    room.alone_with_bots = lambda seat: match.seats == 2 and seat == 0
    lately = Lately(match.story(seat)[-1:], match.story(seat)[-3:])
    more: dict[str, Any] = {"here": [0], "csrf": "", "pause": 8, "watched": False, "why": HOSTILE}
    more["going"] = Going(lesson.taught(match.game).part(learned.partition(".")[2])) if learned else None
    told = scene.context(OpenRoom(room, match), seat, language, lately=lately, **more)
    story = scene.story_lines(scene.teller_for(room, language, seat), list(enumerate(match.story(seat))), 4)
    chat = [
        {"number": n, "name": HOSTILE, "text": HOSTILE, "card": bool(n), "is_you": False, "when": "12:01"}
        for n in (0, 1)
    ]
    picks = {"name": "Whom", "is_number": False, "options": [("1", HOSTILE, ""), ("2", HOSTILE, "dp-wood")]}
    count = {"name": "How many", "is_number": True, "options": [("1", "1", ""), ("2", "2", "")]}
    phrases = [{"key": "a", "text": HOSTILE, "steps": ""}, {"key": "b", "text": HOSTILE, "steps": "plan"}]
    talk = [{"blanks": [picks, count], "phrases": phrases[:1]}, {"blanks": [], "phrases": phrases}]
    told["room"]["watch_link"] = "https://example.org/w/1"
    told |= {"csrf": "the-token", "can_take_back": True, "back_id": "9.1", "notice": HOSTILE, "news": [HOSTILE]}
    told |= {
        "story": story,
        "chat": chat,
        "talk": talk,
        "can_chat": True,
        "chat_for": "table",
        "last": "9.1",
        "drawn": "",
    }
    rematch = {"offered_by": [HOSTILE], "you_offered": False, "url": ""} if match.over else None
    return told | {"drawings": rendering.drawings(match.game), "rematch": rematch}


def contexts(language: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every template, each way its page can be."""
    a_game = {"id": "richelieu", "title": "Richelieu", "built": True, "summary": "…", "players": "2–4"}
    a_game |= {"counts": (2, 3, 4), "taught": False}
    a_game["plate"] = rendering.plate("eminence.games.richelieu", "Richelieu")
    open_room = LINE | {"free": 1, "seats": 2, "phase": "gathering"}
    plain = rendering.plate("eminence.server", f"No plate {HOSTILE}")
    games = [a_game, a_game | {"id": "deal_with_the_devil", "built": False, "plate": plain, "taught": True}]
    front = {"games": games, "levels": LEVELS, "mine": [], "open_rooms": []}
    front |= {"companions": [{"title": HOSTILE, "url": "/companion/deal_with_the_devil/en"}]}
    yield "front.html", front | {"mine": [LINE], "open_rooms": [open_room, open_room | {"phase": "playing"}]}
    yield "front.html", front
    yield "settings.html", {}
    yield from ((name, {"bare": True} | context) for name, context in companions(language))
    values = [{"value": str(i), "label": "…", "default": i == 0} for i in range(2)]
    option = {"name": "short", "title": "Short", "text": "…", "values": values}
    new = {"game": a_game, "seat_counts": [2, 3, 4], "options": [option], "levels": LEVELS, "seat_roles": SEATS}
    yield "new.html", new | {"error": "", "form": {}}
    filled_in = {"name": HOSTILE, "seats": "3", "option.short": "1", "listed": "yes"}
    yield "new.html", new | {"game": games[1], "error": HOSTILE, "form": filled_in}
    roles = [{"id": role, "name": HOSTILE, "text": HOSTILE} for role in ("mortal", "devil")]
    yield "learn.html", {"game": games[1], "roles": roles}
    shuffle = {"stage": "", "own": 0, "bound": '["ab"]', "yours_is_missing": False, "waited_for": "", "times": 0}
    gathers = shuffle | {"began_again": []}
    room = {"room": ROOM, "seats": SEATS, "can_leave": True, "levels": LEVELS, "shuffle": gathers}
    guest = room | {"room": ROOM | {"you_are_host": False}, "can_leave": False}
    full = guest | {"seats": SEATS[:1]}
    again = {"yours_is_missing": True, "waited_for": HOSTILE, "began_again": [HOSTILE], "times": 1}
    stages = [full | {"shuffle": shuffle | again | {"stage": stage}} for stage in ("binding", "opening")]
    for name, context in product(("room.html", "room_inner.html"), (room, guest, full, *stages)):
        yield name, context
    link = {"link": "https://example.org/s/r1/token", "link_qr": SVG}
    join = link | {
        "room": ROOM,
        "game": a_game,
        "seat": SEATS[1],
        "seats": SEATS,
        "yours": "",
        "error": "",
        "taken_by": "",
    }
    yield "join.html", join | {"inviter": HOSTILE, "error": HOSTILE}
    yield "join.html", join | {"inviter": "", "taken_by": HOSTILE}
    yield "join.html", join | {"inviter": "", "yours": "/room/r1"}
    yield "watch.html", {"room": ROOM}
    matches = [played(game, moves) for game in eminence.all_games() for moves in (9, 1000)]
    for match, seat in product(matches, (0, 1, None)):
        context = table(language, match, seat)
        yield "table.html", context
        yield (
            "table.html",
            context | {"chat_for": "gallery", "can_chat": False, "talk": [], "chat": [], "news": [], "drawings": ""},
        )
        yield "scene.html", {key: context[key] for key in context.keys() - {"story", "chat", "talk", "last", "number"}}
    again = table(language, FINISHED, 0)
    yield "scene.html", again | {"rematch": {"offered_by": [], "you_offered": True, "url": ""}}
    yield "scene.html", again | {"rematch": {"offered_by": [], "you_offered": True, "url": "/room/r2"}}
    parts = {"parts": ENVIRONMENT.get_template("parts.html").make_module(every_page(language))}
    yield "count.html", again | parts
    running = table(language, RUNNING, 0)
    asked = table(language, RUNNING, next(iter(RUNNING.asks())))
    quiet = {"on": True, "name": HOSTILE, "text": HOSTILE}
    yield "table.html", asked | {"quiet": quiet, "ask": asked["ask"] | {"by_itself": HOSTILE}}
    yield "scene.html", asked | {"quiet": quiet | {"on": False}}
    yield "ask_bar.html", running | parts
    yield "story_lines.html", {"story": running["story"]}
    yield "chat_lines.html", {"t": running["t"], "chat": running["chat"]}
    script = lesson.taught(DEVIL)
    for role, (number, taught) in product(script.roles, enumerate(script.taught)):
        learner = table(language, lesson.begun(DEVIL, taught.name), script.roles[role], f"{role}.{taught.name}")
        yield "table.html", learner
        yield "scene.html", learner
        yield "coach.html", learner | parts | {"coach": learner["coach"] | {"first": HOSTILE, "over": number > 0}}
        yield "coach.html", learner | parts | {"coach": learner["coach"] | {"first": "", "choices": "", "advised": ""}}
    mine: dict[str, Any] = {"personal_link": "https://example.org/me/1", "personal_qr": SVG, "periods": []}
    mine |= {"older": [], "won": 1}
    finished = LINE | {"my_turn": False}
    yield "mine.html", mine | {"running": [LINE], "finished": [finished], "older": [finished]}
    yield "mine.html", mine | {"running": [], "finished": [], "periods": ["…"]}
    yield "mine.html", mine | {"running": [], "finished": [], "personal_link": ""}
    facts = {"facts": ["2–4 players", "about 30 minutes"]}
    yield "about.html", {"games": [a_game | facts], "periods": ["…"]}
    yield "offline.html", {"bare": True}
    yield "new_link.html", {"fresh": "ab"}
    yield "me.html", {"name": HOSTILE, "games": 1}
    yield "me.html", {"name": "", "games": 3}
    part = {"name": "aim", "title": HOSTILE, "body": Markup("<p>…</p>")}
    known: dict[str, Any] = {"game": a_game | facts | {"box_url": "/rules/richelieu/components"}, "others": [a_game]}
    rules = known | {"facts": "", "lead": Markup("<p>…</p>"), "preface": "", "drawings": SVG, "rules": [part]}
    yield (
        "rules.html",
        rules | {"summary": part, "points": part["body"], "example": part, "apart": [part | {"name": "rulings"}]},
    )
    yield "rules.html", rules | {"summary": None, "points": "", "example": None, "apart": []}
    yield "components.html", known | {"apart": [part]}
    yield "rules_index.html", {"games": [known["game"], known["game"] | {"id": "other", "box_url": "", "plate": plain}]}
    things = {"game": a_game, "things": [Thing("key", HOSTILE, HOSTILE, HOSTILE), Thing("other", "…", "", "…")]}
    yield from ((name, things) for name in ("things.html", "thing_list.html"))
    fair = {"room": ROOM, "commitment": "ab" * 32, "problem": "", "export_url": "/table/r1/match.json",
            "nonces": [{"name": HOSTILE, "nonce": "ab", "commitment": "cd", "text": HOSTILE, "origin": "…"}],
            "own": 0, "every_nonce": '["ab", ""]', "times": 1, "began_again": [HOSTILE], "remains": ["…"],
            "scripted": False}  # fmt: skip
    unchecked: dict[str, object] = {"checking": False, "too_much": None}
    draw = {"number": 0, "label": "deal 0", "choice": "…", "digest": "ab" * 32}
    over = fair | unchecked | {"over": True, "secret": "cd" * 32, "draws": [draw], "holds": True}
    yield "fair.html", over
    yield "fair.html", over | {"draws": [], "commitment": "", "secret": "", "own": "", "scripted": True}
    yield "fair.html", over | {"draws": [draw] * 20, "holds": False, "problem": HOSTILE}
    running_yet = unchecked | {"over": False, "secret": "", "draws": [], "holds": None}
    yield "fair.html", fair | running_yet | {"nonces": [], "own": "", "remains": [], "began_again": []}
    nothing = {"holds": False, "title": "…", "message": "…", "detail": "", "entries": 0, "scores": [], "command": ""}
    verdict = nothing | {"holds": True, "entries": 12, "scores": [(HOSTILE, 3)]}
    fault = nothing | {"message": HOSTILE, "detail": HOSTILE}
    too_much = nothing | {"command": "eminence verify match.json"}
    for result in (None, verdict, fault, too_much):
        yield "verify.html", {"result": result, "progress": None}
    for progress in ({"done": 0, "of": 0, "waiting": 3}, {"done": 5, "of": 12, "waiting": 0}):
        yield "verify.html", {"result": None, "progress": progress}
    yield "fair.html", over | {"draws": [], "holds": None, "checking": True}
    yield "fair.html", over | {"draws": [], "holds": None, "too_much": too_much}
    yield "error.html", {"status": 404, "title": "…", "message": "…", "todo": "…"}


def companions(language: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The companion's pages, as the server draws them."""
    for game, box in companion.boxed():
        known = {"id": game.id, "title": HOSTILE, "plate": rendering.plate("eminence.server", "No plate")}
        base = {"game": known, "base": f"/companion/{game.id}/{language}"}
        yield "companion.html", base | companion.device_context(game, language)
        yield "companion_help.html", base | {"title": HOSTILE, "body": Markup("<p>…</p>")}
        labels = sheet.draw(len(box.marks), random.Random(1).randrange)
        yield "companion_sheet.html", base | companion.sheet_context(game, language, labels)
        for given in ({}, {"points.0": "3"}, {"points.1": HOSTILE, "devil": "1"}):
            yield "companion_count.html", base | companion.count_context(game, language, given)


@cache
def everything() -> list[tuple[str, str, str]]:
    """All pages, drawn: language, template, HTML."""
    return [(lang, name, drawn(name, context, lang)) for lang in LANGUAGES for name, context in contexts(lang)]


def keys_in(name: str) -> Iterator[tuple[str, frozenset[str] | None]]:
    """The keys that a template asks for, each with its fields; of one that is put together, its beginning and None."""
    tree = ENVIRONMENT.parse((LOOK / name).read_text(encoding="utf-8"))
    for call in tree.find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name != "t":
            continue
        key = call.args[0]
        if isinstance(key, nodes.Const):
            yield key.value, frozenset(field.key for field in call.kwargs)
        else:
            assert isinstance(key, nodes.Concat)
            assert isinstance(key.nodes[0], nodes.Const)
            yield key.nodes[0].value, None


def words_of(path: Path) -> set[str]:
    """Every text that stands in a source file as such."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_key_of_the_templates_has_a_text_with_its_fields_and_every_text_is_used() -> None:
    """In English: the other languages have the same, as a test of all texts says."""
    texts = Texts("en", "eminence.core", "eminence.server")
    used = set[str]().union(*map(words_of, (SOURCES / "server").rglob("*.py")))
    for name in TEMPLATES:
        for key, fields in keys_in(name):
            used.add(key)
            if fields is None:
                assert any(known.startswith(key) for known in texts), key
                continue
            assert key in texts, f"{key} in {name}"
            plural = frozenset() if isinstance(texts.template(key), str) else frozenset({"n"})
            assert texts.fields(key) | plural == fields, f"{key} in {name}"
    unused = set(Texts("en", "eminence.server")) - used
    assert {key for key in unused if not key.startswith(PUT_TOGETHER)} == set()


def test_every_problem_has_a_sentence_and_every_status_a_page() -> None:
    texts = Texts("en", "eminence.server")
    assert {key.removeprefix("problem.") for key in texts if key.startswith("problem.")} == set(STATUS)
    for status in {*map(str, STATUS.values()), "503", "any"}:
        assert {f"error.{status}.{part}" for part in ("title", "message", "todo")} <= set(texts)


class Guarded(HTMLParser):
    """Reads a page in which there is nothing that the content security policy forbids."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert tag != "style"
        assert tag != "script" or attributes.get("src")
        assert not {name for name in attributes if name.startswith("on") or name == "style"}
        assert not (attributes.get("href") or "").startswith("javascript:")


def test_nothing_that_the_content_security_policy_forbids_and_what_people_write_is_escaped() -> None:
    for language, name, html in everything():
        print(language, name)
        Guarded().feed(html)
        assert "<img" not in html
        assert "<b>'" not in html
    assert sum("&lt;img src=x" in html for _, _, html in everything()) > 45
    assert {name for _, name, _ in everything()} == set(TEMPLATES) - PARTS, "every template is drawn"


def test_every_form_that_changes_something_is_signed() -> None:
    forms = [form for _, _, html in everything() for form in re.findall(r"<form\b.*?</form>", html, re.DOTALL)]
    posted = [form for form in forms if 'method="post"' in form]
    assert [form for form in posted if form.count('name="csrf" value="the-token"') != 1] == []
    assert len(posted) > 150


def test_ids_stand_once_labels_lead_somewhere_and_whole_pages_have_one_title_one_main_and_their_language() -> None:
    for language, name, html in everything():
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), (name, sorted(ids))
        wanted = re.findall(r'\s(?:for|aria-labelledby|aria-describedby|aria-controls|form)="([^"]+)"', html)
        assert set(" ".join(wanted).split()) <= set(ids), name
        if html.lstrip().startswith("<!doctype"):
            assert html.count("<main") == html.count("<h1") == html.count("<title>") == 1, name
            assert f'<html lang="{language}"' in html
            assert 'href="#main"' in html


def test_without_a_script_the_table_is_asked_for_again_only_while_others_choose() -> None:
    asked = next(iter(RUNNING.asks()))
    looks = [(RUNNING, asked), (RUNNING, 1 - asked), (RUNNING, None), (FINISHED, 0)]
    again = ["http-equiv" in drawn("table.html", table("en", match, seat)) for match, seat in looks]
    assert again == [False, True, True, False]
    by_itself = table("en", RUNNING, asked)
    by_itself["ask"]["by_itself"] = "If you do nothing, …"
    assert "http-equiv" in drawn("table.html", by_itself), "or it would go on showing what was answered for its reader"


def test_the_ask_bar_offers_what_the_board_does_not() -> None:
    seat, ask = next(iter(RUNNING.asks().items()))
    html = drawn("scene.html", table("en", RUNNING, seat))
    for choice in ask:
        assert html.count(f'name="choice" value="{choice.text}"') == 1, choice.text


def test_a_game_without_page_terminal_look_or_plate_is_shown_as_text_with_every_choice_a_button() -> None:
    toy = Auction()
    register(toy)
    try:
        assert (toy.page, toy.terminal, str(rendering.drawings(toy))) == (None, None, "")
        for moves, language in product((0, 1, 3, 1000), LANGUAGES):
            match = played(toy, moves)
            for seat in (None, *range(match.seats)):
                html = drawn("table.html", table(language, match, seat), language)
                Guarded().feed(html)
                view, ask = match.view(seat), match.asks().get(-1 if seat is None else seat)
                assert str(escape(toy.describe(view))) in html
                for choice in ask or ():
                    label = escape(telling(toy, language, seat).label(view, choice))
                    assert re.search(rf'<button name="choice" value="{choice.text}"[^>]*>{label}</button>', html)
        plate = str(rendering.plate("tests.laws", "Toy auction & <co>"))
        assert "&lt;co&gt;" in plate
        assert ET.fromstring(plate).tag.endswith("svg")
        assert '[data-game="toy_auction"] .print' in rendering.plates_css()
    finally:
        del REGISTRY[toy.id]
