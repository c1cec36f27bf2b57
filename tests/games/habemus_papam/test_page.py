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
from eminence.games.habemus_papam import notation, page
from eminence.games.habemus_papam.page_lately import Happenings
from eminence.games.habemus_papam.telling import Telling
from tests.games.elements import Elements, check_drawings, check_page
from tests.games.habemus_papam.pages import positions, scene_of, seen, whole
from tests.games.habemus_papam.tables import GAME, RULEBOOKS, Position, bid, place, play

LOOK = Path(page.__file__).parent / "look"
ASKED = {
    "drop_order", "place_action", "bribe", "swap", "swap_with", "bidding", "bid_last", "take",
    "exclude", "squadrone", "death",
}  # fmt: skip
ENOUGH = 12
"""So many positions of each step are looked at: most questions are bids."""


def asks_met(seeds: range) -> Iterator[tuple[Match, Ask]]:
    for seed in seeds:
        for match in positions(seed, 3 + seed % 2, rulebook=RULEBOOKS[seed % 4 // 2]):
            for ask in match.asks().values():
                yield match, ask


# -- what may be chosen, and what may not -----------------------------------------------------------------------------


def test_every_choice_on_the_table_is_one_button_with_its_value_and_its_label() -> None:
    met: Counter[str] = Counter()
    for match, ask in asks_met(range(12)):
        met[ask.step] += 1
        if met[ask.step] > ENOUGH:
            continue
        told, view = telling(GAME, "en", ask.seat), match.view(ask.seat)
        elements = Elements(whole(match, ask.seat))
        buttons = elements.buttons("answer", "choice")
        drawn = {str(button["value"]): button.get("aria-label") for button in buttons}
        assert drawn == {choice.text: told.label(view, choice) for choice in ask if page.on_table(choice.code)}
        assert len(drawn) == len(buttons), "each is there once"
        for button in buttons:
            assert button.get("type", "submit") == "submit"
            assert "disabled" not in button
            assert "tabindex" not in button, "what may be chosen is in the order of the tabulator"
        composed = elements.buttons("answer", "compose")
        assert len(composed) == (ask.step in ("bidding", "bid_last"))
    assert set(met) == ASKED


def test_what_asks_why_gets_a_reason() -> None:
    met = set()
    for number, (match, ask) in enumerate(asks_met(range(3))):
        readers = range(match.view(None).seats) if number % 20 == 0 else [ask.seat] if ask.step != "bidding" else []
        for seat in readers:
            told = telling(GAME, "en", seat)
            for button in Elements(whole(match, seat)).buttons("why", "why"):
                assert button["tabindex"] == "-1"
                assert button["aria-label"]
                value = str(button["value"])
                met.add(value.split(maxsplit=1)[0])
                assert page.why_not(match.view(seat), GAME.code(value), told), value
    assert met >= {"take", "place", "bribe", "swap"}


def test_the_ask_bar_has_only_what_has_no_place_on_the_table() -> None:
    left = {text for code, text in notation.TEXTS.items() if not page.on_table(code)}
    assert left == {"refuse", "no swap", "spare", "pay", "decline"}


def test_a_bribe_is_offered_on_the_medallions_and_those_who_are_safe_say_so() -> None:
    position = Position().court(1, "Lugo Chigi Medici").court(2, "Retz").court(0, "Sforza").hand(0, "bribe")
    match = position.placing()
    place(match, "bribe", "-", "-", "-")
    pieces = seen(match, 0)
    others, own = Elements(pieces["others"]), Elements(pieces["own"])
    assert {button["value"] for button in others.buttons("answer")} == {"bribe Lugo", "bribe Retz"}
    assert {button["value"] for button in others.buttons("why")} == {"bribe Chigi", "bribe Medici"}
    assert not own.buttons("answer")
    assert [court.needed for court in scene_of(match, 0).others] == [True, True, False]


def test_a_swap_is_two_taps_and_the_first_is_marked() -> None:
    match = Position().court(1, "Lugo").court(2, "Bichi").court(0, "Sforza Chigi").hand(0, "swap").placing()
    place(match, "swap", "-", "-", "-")
    assert len(Elements(whole(match, 0)).buttons("answer")) == 4
    play(match, "swap Lugo")
    scene = scene_of(match, 0)
    assert [(person.mark, person.button) for person in scene.others[0].people] == [("first", None)]
    assert scene.others[0].needed, "the court of the first stays open"
    values = {button["value"] for button in Elements(whole(match, 0)).buttons("answer", "choice")}
    assert values == {"with Bichi", "with Sforza", "with Chigi"}


def test_death_comes_to_the_oldest_of_each_court() -> None:
    position = Position().court(1, "Lugo Retz").court(2, "Chigi Este").court(3, "Azzolini")
    match = position.offer("death").taking(0, 1, 2, 3)
    play(match, "take death")
    scene = scene_of(match, 0)
    struck = {
        person.name: person.button.value
        for court in scene.others
        for person in court.people
        if person.button is not None and person.button.form == "answer"
    }
    assert struck == {"Lugo": "death 1", "Este": "death 2", "Azzolini": "death 3"}


def test_who_waits_answers_nothing_and_a_spectator_has_no_buttons_at_all() -> None:
    match = Position().offer("Lugo mazarin bribe").hand(1, "swap").taking(0, 1, 2, 3)
    waiting = Elements(whole(match, 1))
    assert waiting.buttons("answer") == []
    assert {button["value"] for button in waiting.buttons("why")} == {
        "take Lugo", "take mazarin", "take bribe", "take camerlengo", "place swap",
    }  # fmt: skip
    assert "<button" not in whole(match, None)


def test_what_was_taken_is_gone() -> None:
    match = Position().offer("Lugo mazarin bribe").taking(0, 1, 2, 3)
    play(match, "take Lugo", "take camerlengo")
    offer = scene_of(match, 2).offer
    assert offer.people == ()
    assert [card.name for card in offer.cards] == ["Mazarin", "Bribe"]
    assert offer.camerlengo is None


# -- the page as a whole ----------------------------------------------------------------------------------------------


def test_html_in_names_is_only_text() -> None:
    names = {0: '<b>"Bold" & co</b>', 1: "</h2><script>alert(1)</script>", 2: "Z", 3: "Y"}
    match = Position().court(1, "Lugo").offer("Sforza").bidding()
    bid(match, "D", "A", "", "")
    for seat in (0, 1, None):
        html = whole(match, seat, names=names)
        assert "<script" not in html
        elements = Elements(html)
        assert "script" not in [tag for tag, _ in elements.found]
    assert "&lt;script&gt;" in whole(match, 0, names=names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_is_drawn_at_every_position_in_every_language(language: str, seats: int) -> None:
    met = 0
    for number, match in enumerate(positions(7, seats, open_screens=seats == 4)):
        if number % 8 and not match.over:
            continue
        met += 1
        for seat in (None, *range(seats)):
            html = whole(match, seat, language)
            assert html == whole(match, seat, language), "the same page twice has the same bytes"
            assert len(html.encode()) < 60_000
            check_page(html)
    assert met > 10
    assert match.over


def test_every_drawing_that_is_used_exists_once() -> None:
    pages = []
    for seed in range(4):
        for number, match in enumerate(positions(seed)):
            if number % 4 == 0 or match.over or any(ask.step == "bid_last" for ask in match.asks().values()):
                pages.append(whole(match, number % 8 // 4))
    check_drawings(LOOK, "hp-", "".join(pages))


def test_lately_is_long_enough_for_all_that_happens_between_two_decisions() -> None:
    longest = 0
    for seed in range(6):
        match = [*positions(seed)][-1]
        for reader in range(4):
            told = telling(GAME, "en", reader)
            assert isinstance(told, Telling)
            happenings = Happenings(match.view(reader), None, told)
            since = 0
            for event in match.story(reader):
                since = 0 if happenings.decided(event) else since + 1
                longest = max(longest, since)
    assert longest <= page.LATELY
