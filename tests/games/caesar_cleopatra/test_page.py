"""The table in the browser: what may be chosen is a button, what may not says why, and every page is whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from eminence.core.ask import Ask
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games.caesar_cleopatra import notation, page
from eminence.games.caesar_cleopatra.page_vote import MOVES
from tests.games.caesar_cleopatra.pages import positions, scene_of, seen, whole
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, opened, play
from tests.games.elements import Elements, check_drawings, check_page

LOOK = Path(page.__file__).parent / "look"


def asks_met(seeds: range) -> Iterator[tuple[Match, Ask]]:
    for seed in seeds:
        for match in positions(seed):
            for ask in match.asks().values():
                yield match, ask


# -- what may be chosen, and what may not -----------------------------------------------------------------------------


def test_every_choice_on_the_table_is_a_button_with_its_value_and_its_label() -> None:
    met = set()
    for match, ask in asks_met(range(2, 4)):
        met.add(ask.step)
        told, view = telling(GAME, "en", ask.seat), match.view(ask.seat)
        elements = Elements(whole(match, ask.seat))
        offered = {choice.text: told.label(view, choice) for choice in ask if page.on_table(choice.code)}
        drawn = {str(button["value"]): button.get("aria-label") for button in elements.buttons("answer", "choice")}
        if ask.step == "discard":
            boxes = [box["value"] for box in elements.of("input") if "value" in box]
            assert set(boxes) | set(drawn) == set(offered)
            continue
        assert drawn == offered
        for value, n in Counter(str(button["value"]) for button in elements.buttons("answer", "choice")).items():
            most = 2 if value.startswith("castle") else 5 if value.startswith(("play", "snatch")) else 1
            assert n <= most, "once, but for cards held twice and for pairs of groups"
        for button in elements.buttons("answer", "choice"):
            assert button.get("type", "submit") == "submit"
            assert "disabled" not in button
            assert "tabindex" not in button, "what may be chosen is in the order of the tabulator"
    assert met == {step.name for step in GAME.start(2, GAME.checked_options({})).book} - {
        "deal_bonus", "turn", "spy_look", "turn_up", "draw", "extra_votes", "vote_card", "settle_vote", "count"
    }  # fmt: skip


def test_what_asks_why_gets_a_reason() -> None:
    met = set()
    for match, ask in asks_met(range(2, 3)):
        for seat in (0, 1):
            told = telling(GAME, "en", seat)
            for button in Elements(whole(match, seat)).buttons("why", "why"):
                assert button["tabindex"] == "-1"
                assert button["aria-label"]
                value = str(button["value"])
                met.add(value.split(maxsplit=1)[0])
                assert page.why_not(match.view(seat), GAME.code(value), told), (ask.step, value)
    assert met >= {"up", "play", "veto", "strike", "scout"}


def test_the_ask_bar_has_only_what_has_no_place_on_the_table() -> None:
    left = {text for code, text in notation.TEXTS.items() if not page.on_table(code)}
    assert left == {"no action", "let", "veto"}


def test_a_picked_card_offers_its_places_and_the_first_is_picked_at_once() -> None:
    match = Position().hand(CLEOPATRA, "2 2 5 coup veto").up(CAESAR, "SEN", "1").match()
    elements = Elements(whole(match, CLEOPATRA))
    radios = [box for box in elements.of("input") if box["type"] == "radio"]
    assert ["checked" in radio for radio in radios] == [True, False, False]
    assert len({radio["id"] for radio in radios}) == 3
    assert all("form" not in radio for radio in radios), "what is picked is not sent"
    for group in notation.GROUP_CODES:
        values = [
            button["value"] for button in elements.buttons("answer", "choice") if str(button["value"]).endswith(group)
        ]
        assert values == [f"{way} {face} {group}" for face in (2, 5) for way in ("down", "up")]
    assert [button["value"] for button in elements.buttons("why", "why")] == ["veto"]
    assert "play coup" in [button["value"] for button in elements.buttons("answer", "choice")]


def test_a_full_group_says_so_instead_of_offering_a_place() -> None:
    match = (
        Position()
        .up(CLEOPATRA, "SEN", "1 1 2 2 3")
        .up(CLEOPATRA, "PRA", "4 4 4")
        .up(CAESAR, "PRA", "1 1 1 1 2")
        .match()
    )
    scene = scene_of(match, CLEOPATRA)
    words = [(column.blocked_word, column.blocked is not None, column.counts) for column in scene.columns[:3]]
    assert words == [("full", True, ("5/5", "5/8")), ("full", True, ("3/5", "8/8")), ("full", False, ("0/5", "0/8"))]
    assert not scene.columns[0].lays
    gone = Position().exhausted("AED").match()
    assert scene_of(gone, CLEOPATRA).columns[4].blocked_word == "all won"


def test_a_coup_takes_open_cards_only_and_covered_ones_say_that_they_are_safe() -> None:
    match = Position().hand(0, "1 2 3 4 coup").up(CAESAR, "SEN", "2 2 5").down(CAESAR, "SEN", "3").match()
    play(match, "play coup", "let")
    elements = Elements(seen(match, CLEOPATRA)["board"])
    assert [button["value"] for button in elements.buttons("answer", "choice")] == ["strike 2 SEN", "strike 5 SEN"]
    (safe,) = elements.buttons("why", "why")
    assert safe["aria-label"] == "1 covered card beside the senators: safe from a Coup"


def test_a_castling_asks_for_the_second_group_once_the_first_is_picked() -> None:
    match = Position().hand(0, "1 2 3 4 castling").up(0, "SEN", "2").up(0, "QUA", "1 3").exhausted("AED").match()
    play(match, "play castling", "let")
    scene = scene_of(match, CLEOPATRA)
    assert [column.first for column in scene.columns] == [False, False, True, False, None]
    assert [first for first, _ in scene.columns[0].with_first] == [1, 2, 3]
    values = {button.value for column in scene.columns for _, button in column.with_first}
    assert values == set(match.asks()[0].texts)


def test_who_waits_may_ask_why_and_answer_nothing_and_a_spectator_nothing_at_all() -> None:
    match = opened()
    waiting = Elements(whole(match, CAESAR))
    assert waiting.buttons("answer", "choice") == []
    assert waiting.buttons("why", "why")
    assert "<button" not in whole(match, None)
    assert whole(match, None).count("<h2") == 2


# -- the page as a whole ----------------------------------------------------------------------------------------------


def test_html_in_names_is_only_text() -> None:
    names = {0: '<b>"Bold" & co</b>', 1: "</h2><script>alert(1)</script>"}
    match = Position().up(0, "SEN", "2").down(1, "SEN", "3").match()
    play(match, "down 4 AED", "influence", "draw 4", "vote SEN", "turn up")
    for seat in (0, 1, None):
        html = whole(match, seat, names=names)
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        elements = Elements(html)
        assert '<b>"Bold" & co</b>' in elements.text
        assert "script" not in [tag for tag, _ in elements.found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_drawn_at_every_position_in_every_language(language: str) -> None:
    met = 0
    for number, match in enumerate(positions(7, orgies="retire")):
        if number % 4 and not match.over:
            continue
        met += 1
        for seat in (None, 0, 1):
            html = whole(match, seat, language)
            assert html == whole(match, seat, language), "the same page twice has the same bytes"
            assert len(html.encode()) < 45_000
            check_page(html)
    assert met > 20
    assert match.over


def test_every_drawing_that_is_used_exists_once() -> None:
    pages = [
        whole(match, reader)
        for seed in range(2, 4)
        for match in positions(seed)
        for reader in (None, CLEOPATRA, CAESAR)
    ]
    check_drawings(LOOK, "cc-", "".join(pages))


def test_lately_is_long_enough_for_all_votes_since_a_readers_move() -> None:
    longest = 0
    for seed in range(5):
        match = [*positions(seed)][-1]
        for reader in (0, 1):
            since = 0
            for event in match.story(reader):
                since += 1
                if getattr(event, "seat", None) == reader and isinstance(event, MOVES):
                    since = 0
                longest = max(longest, since)
    assert longest <= page.LATELY
