"""The table of Richelieu in the browser: what may be chosen, what may not and says why, and what is hidden."""

import random

from eminence.core.state import DEALER
from eminence.core.texts.telling import telling
from eminence.games.richelieu import page
from eminence.games.richelieu.components import CARDS
from tests.games.elements import Elements
from tests.games.pages import drawn, looked_through, seen, values, whole
from tests.games.playing import curious, play
from tests.games.richelieu.tables import GAME, counted, deal, finish_at_random, position


# -- what may be chosen, and what may not ---------------------------------------------------------------------------
def test_every_card_is_one_button_on_the_board_to_choose_it_or_to_ask_why_not() -> None:
    looked = looked_through(GAME)
    assert (looked.twice, looked.composed) == (set(), set())
    for number, match in enumerate(curious(GAME, "buttons")):
        if number % 5 or match.over or DEALER in match.asks():
            continue
        (seat,) = match.asks()
        parts = seen(match, seat)
        board = Elements(parts["board"])
        assert len(board.buttons("why") + board.buttons("answer")) == match.view(None)["left"]
        assert 'form="answer"' not in parts["others"] + parts["own"]
        cards = [
            attributes["data-card"]
            for _, attributes in Elements("".join(parts.values())).found
            if "data-card" in attributes
        ]
        assert sorted(map(str, cards)) == sorted(f"c{card}" for card in range(CARDS)), "each card once in the page"


def test_a_card_within_a_row_says_that_only_ends_are_taken() -> None:
    match = deal("BOUs BOUc ... BRE2a")
    told = telling(GAME, "en", 0)
    within = told.texts("page.within")
    assert page.why_not(match.view(0), GAME.code("mark 1.2"), told) == within
    assert 'value="mark 1.2"' in seen(match, 0)["board"]
    play(match, "take 1L")
    assert page.why_not(match.view(0), GAME.code("mark 1.3"), told) != within


def test_which_choices_the_board_draws() -> None:
    drawn = {text for text, code in GAME._codes_by_text().items() if page.on_table(code)}
    drawn -= {text for text in drawn if text.startswith(("deal", "disc"))}
    assert {text.split()[0] for text in drawn} == {"take", "mark", "lift", "pay"}
    assert "pay hand" not in drawn
    assert len(drawn) == 8 + 3 * CARDS


def test_single_cards_and_what_lies_on_them() -> None:
    # The last card of a row is one button.
    match = position({"2.4": "BOUs", "3.1": "BREs CHAs"})
    assert values(match, 0, piece="board") == ["take 2L", "take 3L", "take 3R"]
    assert "r-both" in str(Elements(seen(match, 0)["board"]).buttons("answer")[0]["class"])
    # A card says what lies on it.
    match = position(
        {"1.4": "BOUs BREs CHAs"}, marks={1: "1.5"}, face_down={"1.5": "sword"}, taken={0: "BOUc", 1: "BREc"}
    )
    elements = Elements(seen(match, 0)["board"])
    (middle,) = [button for button in elements.buttons("why") if button["value"] == "mark 1.5"]
    assert middle["aria-label"] == "Bretagne, one shield and a sword, row 1, column 5, with a disc; marker: the Queen"
    used = [attributes["href"] for attributes in elements.of("use")]
    assert (used.count("#r-kb"), used.count("#r-q1")) == (1, 1)


def test_who_waits_may_ask_why_and_a_spectator_sees_every_court() -> None:
    match = deal("BOUs ...", seats=3)
    assert len(values(match, 1, "why", "board")) == CARDS
    parts = seen(match, None)
    assert (parts["own"], parts["others"].count("<h2")) == ("", 3)
    labels = [attributes for tag, attributes in Elements(parts["board"]).found if attributes.get("role") == "img"]
    assert len(labels) == CARDS
    assert all(attributes["aria-label"] for attributes in labels)


# -- what is hidden ---------------------------------------------------------------------------------------------------
def test_a_covered_disc_of_another_seat_leaves_no_trace() -> None:
    rows = {"1.3": "BOUs BREs CHAs", "4.1": "NORs ANJs"}
    one = position(rows, held={1: "BOU sword"}, face_down={"1.5": "cross"})
    other = position(rows, held={1: "back AUV"}, face_down={"1.5": "PRO"})
    for seat in (0, None):
        assert seen(one, seat) == seen(other, seat)
        used = [str(attributes["href"]) for attributes in Elements(seen(one, seat)["others"]).of("use")]
        assert used.count("#r-b") == 2
        assert not [href for href in used if href.startswith("#r-x")]
        assert "+1" not in seen(one, seat)["others"]


def test_own_discs_are_open_to_their_owner_only() -> None:
    match = position({"1.3": "BOUs BREs"}, held={0: "BOU back", 1: "sword"}, taken={0: "BOUc"})
    own = seen(match, 0)["own"]
    assert "#r-x0" in own
    assert "#r-x12" in own
    assert "<small>+1</small>" in own
    assert "#r-x0" not in whole(match, 1)


def test_after_the_count_every_disc_is_open_and_counted() -> None:
    match = play(position({"1.1": "BOUs"}, held={0: "BRE", 1: "sword CHA"}, taken={0: "BREs", 1: "CHAs"}), "take 1L")
    assert match.over
    parts = seen(match, 0)
    assert "#r-x9" in parts["others"]
    assert "#r-x2" in parts["others"]
    assert "#r-b" not in parts["others"]
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


# -- after the end ----------------------------------------------------------------------------------------------------
def test_after_the_end_what_was_left_is_shown() -> None:
    # The pages of a finished game show what was left.
    match = GAME.new(2, {"short": True}, secret=b"what was left")
    finish_at_random(match, random.Random(5))
    assert match.view(None)["left"] > 0
    board = Elements(seen(match, 0)["board"])
    assert len([tag for tag, _ in board.found if tag == "li"]) == match.view(None)["left"]
    # After the end discs left on the table can be shown.
    match = play(position({"1.4": "BOUs BREs", "2.1": "CHAs"}, face_down={"1.5": "sword"}, short=True), "take 2L")
    while not match.over:
        play(match, "enough" if "enough" in next(iter(match.asks().values())).texts else "no marker")
    parts = drawn(GAME, page.scene(match.open_view(), None, telling(GAME, "en", None), []))
    assert "with a disc: a sword" in parts["board"]
    assert "#r-x9" in parts["board"]
    assert "#r-x9" not in seen(match, None)["board"]
