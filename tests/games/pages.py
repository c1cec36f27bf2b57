"""The tables of games in the browser as tests read them: drawn for a reader; and looked through, match after match."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from eminence.core.ask import Ask
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.showing import Lately
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.server.pages import rendering
from eminence.server.pages.scene import in_sight, since
from tests.games.elements import Elements, check_page
from tests.games.playing import curious, looks_like
from tests.laws.table import is_large
from tests.thorough import THOROUGH

Names = Mapping[int, str] | None
PIECES = ("others", "board", "own", "bar")
ENOUGH = 2
"""So often a question with the same kinds of answers is looked at, of each table: most questions are alike. By default
of a large game once."""

TWICE = 4
"""Of so many pages, one is drawn twice."""


def scene_of(match: Match, seat: int | None, language: str = "en", names: Names = None) -> Any:
    """What the macros of a game get."""
    page = rendering.game_page(match.game)
    ask = match.asks().get(seat) if seat is not None else None
    return page.scene(in_sight(match, seat), ask, telling(match.game, language, seat, names), lately(match, seat))


def lately(match: Match, seat: int | None) -> Lately:
    """What a reader is shown of what happened last."""
    happened, most = match.story(seat), max(rendering.game_page(match.game).LATELY, 1)
    return Lately(happened[-most:], happened[since(match, seat) :])


def drawn(game: Game, scene: Any) -> dict[str, str]:
    """The pieces of the page; not every game has something of its own in the ask bar."""
    macros = {name: getattr(rendering.game_look(game), name, None) for name in PIECES}
    return {name: str(macro(scene)) if macro else "" for name, macro in macros.items()}


def seen(match: Match, seat: int | None, language: str = "en", names: Names = None) -> dict[str, str]:
    return drawn(match.game, scene_of(match, seat, language, names))


def whole(match: Match, seat: int | None, language: str = "en", names: Names = None) -> str:
    return "".join(seen(match, seat, language, names).values())


def values(match: Match, seat: int | None, form: str = "answer", piece: str = "") -> list[str]:
    """What the buttons of a form say, on the whole page or on a piece of it."""
    html = seen(match, seat)[piece] if piece else whole(match, seat)
    return [str(button["value"]) for button in Elements(html).buttons(form)]


# == Match after match ================================================================================================
@dataclass
class Looked:
    """What was met on the pages of a game."""

    steps: set[str] = field(default_factory=set)
    composed: set[str] = field(default_factory=set)
    """The steps that are answered by a composer."""
    twice: set[str] = field(default_factory=set)
    """The kinds of choices that have more than one button."""
    asked_why: set[str] = field(default_factory=set)
    """The kinds of choices that are there to be asked about."""
    drawings: set[str] = field(default_factory=set)
    marked: Counter[bool] = field(default_factory=Counter)
    """On how many pages something is marked that others have just done, and on how many nothing."""
    things: set[str] = field(default_factory=set)
    """What can be asked what it is."""
    pages: int = 0

    def page(self, match: Match, seat: int | None, language: str) -> None:
        """A page, drawn, now and then twice, and looked through."""
        html = whole(match, seat, language)
        if self.pages % TWICE == 0:
            assert html == whole(match, seat, language), "the same page twice has the same bytes"
        assert len(html.encode()) < 66_000, "so large a game's part of the page may be: a tenth of it over the wire"
        elements = check_page(html)
        self.pages += 1
        marks = [one for _, one in elements.found if "just" in (one.get("class") or "").split()]
        assert not marks or lately(match, seat).by_others(seat), "what was done before the reader's answer is not new"
        self.marked[bool(marks)] += 1
        self.drawings |= {str(one["href"])[1:] for one in elements.of("use")}
        self.things |= {key for _, one in elements.found for key in str(one.get("data-what", "")).split()}
        ask = match.asks().get(seat) if seat is not None else None
        if ask is not None:
            self.question(match, ask, language, elements)
        assert ask or elements.buttons("answer") == [], "who waits answers nothing"
        assert (seat is not None and not match.over) or elements.of("button") == [], "who only looks has no buttons"

    def question(self, match: Match, ask: Ask, language: str, elements: Elements) -> None:
        """What may be chosen on the table is a button, or a box, with its value and its label; what is there to ask why
        has a reason."""
        page, told, view = (
            rendering.game_page(match.game),
            telling(match.game, language, ask.seat),
            match.view(ask.seat),
        )
        offered = {choice.text: told.label(view, choice) for choice in ask if page.on_table(choice.code)}
        buttons = elements.buttons("answer", "choice")
        boxes = {box["value"] for box in elements.of("input") if box.get("name") == "choice"}
        answers = {button["value"]: button.get("aria-label") or offered[str(button["value"])] for button in buttons}
        assert set(answers) | boxes == set(offered), ask.step
        assert answers.items() <= offered.items(), ask.step
        for button in buttons:
            assert button.get("type", "submit") == "submit"
            assert "disabled" not in button
            assert "tabindex" not in button, "what may be chosen is in the order of the tabulator"
        often = Counter(str(button["value"]) for button in buttons)
        self.twice |= {value.partition(" ")[0] for value, n in often.items() if n > 1}
        assert max(often.values(), default=0) <= 5
        self.steps.add(ask.step)
        composers = elements.buttons("answer", "compose")
        assert len({button["value"] for button in composers}) <= 1, "one composer, which several buttons may send"
        self.composed |= {ask.step} if composers else set()
        for button in elements.buttons("why"):
            value = str(button["value"])
            assert (button["name"], button["tabindex"]) == ("why", "-1")
            assert button["aria-label"]
            assert told.why_not(match.view(view.seat), match.game.code(value)), value
            self.asked_why.add(value.partition(" ")[0])


@cache
def looked_through(game: Game) -> Looked:
    """Curious matches of every table, looked at by everybody in turn, in every language."""
    looked, met = Looked(), Counter[tuple[object, ...]]()
    enough = ENOUGH if THOROUGH or not is_large(game) else 1
    for match in curious(game, "pages"):
        readers = [None, *range(match.seats)]
        if match.over:
            for number, seat in enumerate(readers):
                looked.page(match, seat, LANGUAGES[number % len(LANGUAGES)])
        for ask in match.asks().values():
            alike = looks_like(match, ask)
            met[alike] += 1
            if ask.seat != DEALER and met[alike] <= enough:
                other = readers[looked.pages % len(readers)]
                for seat in {ask.seat, other}:
                    looked.page(match, seat, LANGUAGES[looked.pages // 2 % len(LANGUAGES)])
    return looked
