"""The table in the browser: what may be chosen is a button, what may not says why, and what is hidden is not there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from eminence.core.ask import Ask
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import Telling, telling
from eminence.core.view import View
from eminence.games.richelieu import codes, page
from eminence.games.richelieu.components import CARDS
from eminence.server import drawing
from tests.games.elements import Elements, check_drawings
from tests.games.richelieu.tables import GAME, counted, deal, finish_at_random, play, position

LOOK = Path(page.__file__).parent / "look"
MACROS = drawing.game_look(GAME)


def pieces(view: View, ask: Ask | None, told: Telling) -> dict[str, str]:
    """The three pieces of the page."""
    scene = page.scene(view, ask, told, [])
    return {name: str(getattr(MACROS, name)(scene)) for name in ("others", "board", "own")}


def seen(match: Match, seat: int | None, language: str = "en", names: dict[int, str] | None = None) -> dict[str, str]:
    ask = match.asks().get(seat) if seat is not None else None
    return pieces(match.view(seat), ask, telling(GAME, language, seat, names))


def whole(parts: dict[str, str]) -> str:
    return parts["others"] + parts["board"] + parts["own"]


def positions(seats: int, seed: int, short: bool = False) -> Iterator[Match]:
    """A random game, stopped at every question and once it is over. Markers are placed more often than not."""
    chance = random.Random(seed)
    match = GAME.new(seats, {"short": short}, secret=b"a page %d" % seed)
    while not match.over:
        yield match
        (ask,) = match.asks().values()
        eager = [choice for choice in ask if choice.code >= codes.MARK]
        match.choose(ask.seat, chance.choice(eager if eager and chance.random() < 0.7 else ask.choices))
    yield match


def steps_met(games: list[tuple[int, int]]) -> Iterator[tuple[Match, Ask]]:
    for seats, seed in games:
        for match in positions(seats, seed):
            for ask in match.asks().values():
                yield match, ask


GAMES = [(2, 1), (3, 2), (4, 3)]


# -- what may be chosen, and what may not ---------------------------------------------------------------------------


def test_every_choice_on_the_table_is_one_button_with_its_value_and_its_label() -> None:
    met = set()
    for match, ask in steps_met(GAMES):
        met.add(ask.step)
        view, told = match.view(ask.seat), telling(GAME, "en", ask.seat)
        parts = pieces(view, ask, told)
        drawn = [
            (button["name"], button["value"], button["aria-label"])
            for button in Elements(parts["board"]).buttons("answer")
        ]
        offered = [("choice", choice.text, told.label(view, choice)) for choice in ask if page.on_table(choice.code)]
        assert Counter(drawn) == Counter(offered)
        assert 'form="answer"' not in parts["others"] + parts["own"]
    assert met == {"take_card", "second_card", "pay_marker", "place_marker", "set_down"}


def test_a_submit_button_is_never_made_harmless() -> None:
    for match, ask in steps_met(GAMES[:1]):
        for button in Elements(seen(match, ask.seat)["board"]).buttons("answer"):
            assert button.get("type", "submit") == "submit"
            assert "disabled" not in button
            assert "tabindex" not in button, "what may be chosen is in the order of the tabulator"


def test_every_other_card_is_a_button_that_gets_a_reason() -> None:
    for match, ask in steps_met(GAMES):
        view, told = match.view(ask.seat), telling(GAME, "en", ask.seat)
        elements = Elements(seen(match, ask.seat)["board"])
        asking = elements.buttons("why")
        assert len(asking) + len(elements.buttons("answer")) == view["left"]
        for button in asking:
            assert (button["name"], button["tabindex"]) == ("why", "-1")
            assert button["aria-label"]
            assert page.why_not(view, GAME.code(button["value"] or ""), told)


def test_a_card_within_a_row_says_that_only_ends_are_taken() -> None:
    match = deal("BOUs BOUc ... BRE2a")
    told = telling(GAME, "en", 0)
    within = told.texts("page.within")
    assert page.why_not(match.view(0), GAME.code("mark 1.2"), told) == within
    assert 'value="mark 1.2"' in seen(match, 0)["board"]
    play(match, "take 1L")
    assert page.why_not(match.view(0), GAME.code("mark 1.3"), told) != within


def test_which_choices_the_board_draws() -> None:
    drawn = {text for code in range(codes.TAKE, codes.CODES) if (text := text_of(code)) and page.on_table(code)}
    assert {text.split()[0] for text in drawn} == {"take", "mark", "lift", "pay"}
    assert "pay hand" not in drawn
    assert len(drawn) == 8 + 3 * CARDS


def text_of(code: int) -> str:
    try:
        return GAME.text(code)
    except LookupError:
        return ""


def test_the_last_card_of_a_row_is_one_button() -> None:
    match = position({"2.4": "BOUs", "3.1": "BREs CHAs"})
    buttons = Elements(seen(match, 0)["board"]).buttons("answer")
    assert [button["value"] for button in buttons] == ["take 2L", "take 3L", "take 3R"]
    assert "r-both" in (buttons[0]["class"] or "")


def test_a_card_says_what_lies_on_it() -> None:
    match = position(
        {"1.4": "BOUs BREs CHAs"}, marks={1: "1.5"}, face_down={"1.5": "sword"}, taken={0: "BOUc", 1: "BREc"}
    )
    elements = Elements(seen(match, 0)["board"])
    (middle,) = [button for button in elements.buttons("why") if button["value"] == "mark 1.5"]
    assert middle["aria-label"] == "Bretagne, one shield and a sword, row 1, column 5, with a disc; marker: the Queen"
    drawn = [attributes["href"] for tag, attributes in elements.found if tag == "use"]
    assert drawn.count("#r-kb") == 1
    assert drawn.count("#r-q1") == 1


def test_who_waits_may_ask_why_and_answer_nothing() -> None:
    match = deal("BOUs ...")
    elements = Elements(seen(match, 1)["board"])
    assert len(elements.buttons("why")) == CARDS
    assert elements.buttons("answer") == []


def test_a_spectator_has_no_buttons_and_sees_every_court() -> None:
    match = deal("BOUs ...", seats=3)
    parts = seen(match, None)
    assert parts["own"] == ""
    assert parts["others"].count("<h2") == 3
    assert "<button" not in whole(parts)
    labels = [attributes for tag, attributes in Elements(parts["board"]).found if attributes.get("role") == "img"]
    assert len(labels) == CARDS
    assert all(attributes["aria-label"] for attributes in labels)


# -- what is hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, None])
def test_a_covered_disc_of_another_seat_leaves_no_trace(seat: int | None) -> None:
    rows = {"1.3": "BOUs BREs CHAs", "4.1": "NORs ANJs"}
    one = position(rows, held={1: "BOU sword"}, face_down={"1.5": "cross"})
    other = position(rows, held={1: "back AUV"}, face_down={"1.5": "PRO"})
    assert seen(one, seat) == seen(other, seat)
    court = Elements(seen(one, seat)["others"])
    drawn = [str(attributes["href"]) for tag, attributes in court.found if tag == "use"]
    assert drawn.count("#r-b") == 2
    assert not [href for href in drawn if href.startswith("#r-x")]
    assert "+1" not in seen(one, seat)["others"]


def test_own_discs_are_open_to_their_owner_only() -> None:
    match = position({"1.3": "BOUs BREs"}, held={0: "BOU back", 1: "sword"}, taken={0: "BOUc"})
    own = seen(match, 0)["own"]
    assert "#r-x0" in own
    assert "#r-x12" in own
    assert "<small>+1</small>" in own
    assert "#r-x0" not in whole(seen(match, 1))


def test_after_the_count_every_disc_is_open_and_counted() -> None:
    match = position({"1.1": "BOUs"}, held={0: "BRE", 1: "sword CHA"}, taken={0: "BREs", 1: "CHAs"})
    play(match, "take 1L")
    assert match.over
    parts = seen(match, 0)
    assert "#r-x9" in parts["others"]
    assert "#r-x2" in parts["others"]
    assert "#r-b" not in parts["others"]
    assert "<button" not in whole(parts)
    assert telling(GAME, "en", 0).texts("page.empty") in parts["board"]


def test_who_leads_alone_is_told_by_what_is_open_to_all() -> None:
    before = {0: "BOU2a BREs", 1: "BOUc BOUs NOR2a"}
    standing = {}
    for discs in ({}, {1: "BOU"}):
        view = GAME.view(counted(before, discs), {"short": False}, 0)
        scene = page.scene(view, None, telling(GAME, "en", 0), [])
        assert scene.own is not None
        standing[bool(discs)] = [
            [(holding.held, holding.disc, holding.leads, holding.told) for holding in court.holdings]
            for court in (scene.own, *scene.others)
        ]
    own, other = standing[False]
    assert own[0] == (2, False, False, "Bourgogne: 2, level with the best other")
    assert own[1] == (1, False, True, "Bretagne: 1, leads against 0")
    assert own[2] == (0, False, False, "Champagne: 0, the best other has 0")
    assert other[3] == (2, False, True, "Normandie: 2, leads against 0")
    assert (own[9][2], other[9][2]) == (False, False), "a sword each"
    own, other = standing[True]
    assert own[0] == (2, False, False, "Bourgogne: 2, the best other has 3")
    assert other[0] == (2, True, True, "Bourgogne: 2 and the disc, leads against 2")


# -- the page as a whole ----------------------------------------------------------------------------------------------


def test_html_in_names_is_only_text() -> None:
    names = {0: '<b>"Bold" & co</b>', 1: "</h2><script>alert(1)</script>"}
    match = position({"1.3": "BOUs BREs CHAs"}, marks={0: "1.4", 1: "1.5"})
    for seat in (0, 1, None):
        html = whole(seen(match, seat, names=names))
        assert "<b>&" not in html
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        elements = Elements(html)
        assert '<b>"Bold" & co</b>' in elements.text
        assert "script" not in [tag for tag, _ in elements.found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "short"), [(2, True), (3, True), (4, True), (2, False)])
def test_it_is_drawn_at_every_position_in_every_language(language: str, seats: int, short: bool) -> None:
    met = 0
    for number, match in enumerate(positions(seats, 7 + seats, short)):
        if number % 5 and not match.over:
            continue
        met += 1
        readers = [None, *range(seats)]
        for seat in readers[number % 2 :: 2] if not match.over else readers:
            parts = seen(match, seat, language)
            assert parts == seen(match, seat, language), "the same page twice has the same bytes"
            assert len(parts["board"].encode()) < 30_000
            elements = Elements(whole(parts))
            cards = [attributes["data-card"] for _, attributes in elements.found if "data-card" in attributes]
            assert sorted(map(str, cards)) == sorted(f"c{card}" for card in range(CARDS)), "each card once in the page"
            for tag, attributes in elements.found:
                assert "style" not in attributes
                assert not any(name.startswith("on") or name == "id" for name in attributes), tag
    assert met > 8
    assert match.over


def test_every_drawing_that_is_used_exists_once() -> None:
    pages = [
        whole(seen(match, reader)) for seats, seed in GAMES for match in positions(seats, seed) for reader in (None, 0)
    ]
    match = position({"1.3": "BOUs"}, held={0: "BOU BRE CHA NOR LAN PRO ANJ BBN AUV sword cross tower back"})
    check_drawings(LOOK, "r-", "".join([*pages, whole(seen(match, 0))]))


def test_the_pages_of_a_finished_game_show_what_was_left() -> None:
    match = GAME.new(2, {"short": True}, secret=b"what was left")
    finish_at_random(match, random.Random(5))
    assert match.view(None)["left"] > 0
    board = Elements(seen(match, 0)["board"])
    assert len([tag for tag, _ in board.found if tag == "li"]) == match.view(None)["left"]


def test_after_the_end_discs_left_on_the_table_can_be_shown() -> None:
    match = position({"1.4": "BOUs BREs", "2.1": "CHAs"}, face_down={"1.5": "sword"}, short=True)
    play(match, "take 2L")
    while not match.over:
        play(match, "enough" if "enough" in next(iter(match.asks().values())).texts else "no marker")
    parts = pieces(match.open_view(), None, telling(GAME, "en", None))
    assert "with a disc: a sword" in parts["board"]
    assert "#r-x9" in parts["board"]
    assert "#r-x9" not in seen(match, None)["board"]
