"""The table of Richelieu in the browser: what may be chosen, what may not and says why, and what is hidden."""

from eminence.core.showing import Lately
from eminence.core.state import DEALER
from eminence.core.texts.telling import telling
from eminence.games.richelieu.components import CARDS
from eminence.games.richelieu.page import PAGE
from tests.games.elements import Elements
from tests.games.pages import drawn, looked_through, seen, values, whole
from tests.games.playing import curious, play
from tests.games.richelieu.tables import GAME, PLACE, counted, deal, finish, position

TOLD = telling(GAME, "en", 0)


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
        elements = Elements("".join(parts.values())).found
        cards = sorted(str(attributes["data-card"]) for _, attributes in elements if "data-card" in attributes)
        assert cards == sorted(f"c{card}" for card in range(CARDS)), "each card once in the page"


def test_which_choices_the_board_draws() -> None:
    on_table = {text for text, code in GAME.codes_by_text.items() if PAGE.on_table(code)}
    places = {f"{word} {place}" for word in ("mark", "lift", "pay") for place in PLACE}
    asked = {text for text in on_table if not text.startswith(("deal", "disc"))}
    assert asked == places | {f"take {row}{side}" for row in range(1, 5) for side in "LR"}
    # A card within a row says that only ends are taken.
    match = deal("BOUs BOUc ... BRE2a")
    assert 'value="mark 1.2"' in seen(match, 0)["board"]
    within = TOLD.texts("why.within")
    assert TOLD.why_not(match.view(0), GAME.code("mark 1.2")) == within
    assert TOLD.why_not(play(match, "take 1L").view(0), GAME.code("mark 1.3")) != within


def test_single_cards_and_what_lies_on_them() -> None:
    # The last card of a row is one button.
    match = position({"2.4": "BOUs", "3.1": "BREs CHAs"})
    assert values(match, 0, piece="board") == ["take 2L", "take 3L", "take 3R"]
    assert "r-both" in str(Elements(seen(match, 0)["board"]).buttons("answer")[0]["class"])
    # A card says what lies on it.
    match = position({"1.4": "BOUs BREs CHAs"}, marks={1: "1.5"}, face_down={"1.5": "sword"})
    elements = Elements(seen(match, 0)["board"])
    (middle,) = [button for button in elements.buttons("why") if button["value"] == "mark 1.5"]
    assert middle["aria-label"] == "Bretagne (one shield, a sword), row 1, column 5, with a disc; marker: the Queen"
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


def test_own_discs_are_open_to_their_owner_only_and_to_all_after_the_count() -> None:
    match = position({"1.1": "BOUs"}, held={0: "BRE back", 1: "sword CHA"}, taken={0: "BREs", 1: "CHAs"})
    own = seen(match, 0)["own"]
    assert all(drawing in own for drawing in ('#r-x1"', '#r-x12"', "<small>+1</small>"))
    assert '#r-x1"' not in whole(match, 1)
    parts = seen(play(match, "take 1L"), 0)
    assert match.over
    assert "#r-x9" in parts["others"]
    assert "#r-x2" in parts["others"]
    assert "#r-b" not in parts["others"]
    assert TOLD.texts("page.empty") in parts["board"]


def test_who_leads_alone_is_told_by_what_is_open_to_all() -> None:
    def standing(held: dict[int, str]) -> list[list[tuple[int, bool, bool, str]]]:
        view = GAME.view(counted("BOU2a BREs", "BOUc BOUs NOR2a", held=held), {"short": False}, 0)
        scene = PAGE.scene(view, None, TOLD, Lately())
        assert scene.own is not None
        courts = (scene.own, *scene.others)
        return [[(one.held, one.disc, one.leads, one.told) for one in court.holdings] for court in courts]

    own, other = standing({})
    assert own[0] == (2, False, False, "Bourgogne: 2, level with the best opponent")
    assert own[1] == (1, False, True, "Bretagne: 1, leads against 0")
    assert own[2] == (0, False, False, "Champagne: 0, the best opponent has 0")
    assert other[3] == (2, False, True, "Normandie: 2, leads against 0")
    assert (own[9][2], other[9][2]) == (False, False), "a sword each"
    own, other = standing({1: "BOU"})
    assert own[0] == (2, False, False, "Bourgogne: 2, the best opponent has 3")
    assert other[0] == (2, True, True, "Bourgogne: 2 and the disc, leads against 2")


# -- after the end ----------------------------------------------------------------------------------------------------
def test_after_the_end_what_was_left_is_shown() -> None:
    rows = {"1.4": "BOUs BREs", "2.1": "CHAs"}
    match = finish(play(position(rows, face_down={"1.5": "sword"}, short=True), "take 2L"))
    assert len(Elements(seen(match, 0)["board"]).of("li")) == match.view(None)["left"] == 2
    # Discs left on the table can be shown.
    board = drawn(GAME, PAGE.scene(match.open_view(), None, telling(GAME, "en", None), Lately()))["board"]
    assert "with a disc: a sword" in board
    assert "#r-x9" in board
    assert "#r-x9" not in seen(match, None)["board"]
