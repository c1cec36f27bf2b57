"""How Caesar & Cleopatra looks in a terminal: both sides aligned, and nothing shown that the view does not know."""

from rich.cells import cell_len

from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from tests.games.caesar_cleopatra.tables import GAME, opened
from tests.games.playing import curious
from tests.games.terminals import picture, text


def test_it_is_aligned_and_covered_cards_are_shown_to_their_owner_only() -> None:
    for number, match in enumerate(curious(GAME, "look")):
        if number % 60 or match.over or match.view(None)["turn"] < 0 or DEALER in match.asks():
            continue
        lying = match.view(None)["lying"]
        for seat, hidden in ((0, sum(lying[5:])), (1, sum(lying[:5])), (None, sum(lying))):
            lines = picture(match, seat, 80, low=True)
            assert [row[24:27] for row in lines[1:6]] == ["SEN", "PRA", "QUA", "CEN", "AED"]
            assert "\n".join(lines).count("[?]") == hidden
            assert len(lines) <= 12, "a low screen gets few lines"
            for language in LANGUAGES:
                assert max(map(cell_len, picture(match, seat, 70, language))) <= 70


def test_the_other_hand_is_shown_by_its_backs() -> None:
    shown = text(opened(), 0, 80)
    assert (shown.count("hand: "), shown.split("Caesar hand: ")[1].split()[1]) == (2, "influence,")


def test_what_is_chosen_for_the_opening_already_lies_there() -> None:
    match = GAME.new(2, {"action_pile": "shuffled"}, secret=b"opening")
    match.choose(0, "lay 4", "lay 2")
    own, other = ("\n".join(picture(match, seat, 80)) for seat in (0, 1))
    assert "[4]   4 SEN" in own
    assert "hand: 1 1 2 3 3 4 5 5" in own
    assert "[4]   4 SEN" not in other
    assert "[?]" not in other.split("face down")[0]


def test_the_pile_put_in_order_so_far_is_shown_to_its_owner() -> None:
    match = GAME.new(2, secret=b"order")
    match.choose(0, "next veto", "next coup")
    assert "pile so far, from the top: Veto, Coup" in text(match, 0, 80)
    assert all("from the top" not in text(match, seat, 80) for seat in (1, None))
