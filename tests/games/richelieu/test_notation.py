"""The stable texts of Richelieu, a position as text, and reasons why something is not offered."""

import re

import pytest

from eminence.core.errors import NotOffered
from eminence.core.state import DEALER
from eminence.games.richelieu import codes, notation
from tests.games.playing import play, refused
from tests.games.richelieu.tables import GAME, deal, position

SAMPLES = {
    0: "deal BOUs", 3: "deal BOU1", 4: "deal BOU2a", 6: "deal BOU2c", 7: "deal BREs", 47: "deal AUV2a",
    48: "disc BOU", 57: "disc sword", 59: "disc tower", 60: "disc back", 62: "take 1L", 67: "take 3R", 69: "take 4R",
    70: "enough", 71: "regain", 72: "no marker", 73: "sit out", 74: "pay hand", 80: "mark 1.1", 127: "mark 4.12",
    128: "lift 1.1", 162: "lift 3.11", 176: "pay 1.1", 223: "pay 4.12",
}  # fmt: skip


def test_texts_that_matches_are_saved_with() -> None:
    """These never change: matches and action spaces are made of them."""
    assert {code: GAME.text(code) for code in SAMPLES} == SAMPLES
    assert GAME.codes == codes.CODES == 224
    for between in (61, 75, 79):
        with pytest.raises(LookupError):
            GAME.text(between)
    normandie = [text for text in notation.CARD_TEXTS if text.startswith("NOR")]
    assert normandie == ["NORs", "NORc", "NORt", "NOR1", "NOR2a", "NOR2b"]


def test_describe() -> None:
    match = GAME.new(by_hand=True)
    match.choose(DEALER, "deal BOU2a")  # also while the cards are laid out
    assert "BOU2a" in GAME.describe(match.view(None))
    match = play(deal("BOU2a BRE2a ...", face_down={"1.5": "back"}), "take 1L", "mark 1.2")
    text = GAME.describe(match.view(1))
    row = text.splitlines()[0]
    assert (row.split()[:3], row.count("*")) == (["row", "1", "BRE2a:0"], 2)
    assert "seat 0  cards: BOU2a" in text
    assert "markers: hand 2, table 1, box 0" in text
    # Discs are shown to their owner only, and at the end.
    match = position({"1.1": "BOU2a"}, held={0: "tower"})
    assert "discs: tower" in GAME.describe(match.view(0))
    for seat in (1, None):
        assert "tower" not in GAME.describe(match.view(seat))
        assert "1 face down" in GAME.describe(match.view(seat))
    assert "discs: tower" in GAME.describe(play(match, "take 1L").view(1))


def test_refusals_say_where_and_why() -> None:
    """That each has its reason is looked at for every game (`refused`); here, what is said of this very card."""
    rows = {"1.4": "BOU2a", "2.1": "BRE2a CHA2a"}
    poor = position(rows, turn=1, marks={0: "2.1"}, lost={1: 3})
    second = play(deal("BOUs BRE2a ...", "BOU2a ...", "BOUc ..."), "take 4R", "no marker", "take 1L")
    by_hand = play(GAME.new(by_hand=True), "deal BOU2a")
    for match, seat, move, why in (
        (
            deal(),
            0,
            "no marker",
            r"^'no marker' is not offered to seat 0 now: .*\(rule 'take'\); offered: take 1L, take",
        ),
        (by_hand, DEALER, "deal BOU2a", "'deal BOU2a' is not offered to the dealer now"),
        (play(deal(), "take 1L"), 0, "take 1L", "you cannot take a card now"),
        (position(rows), 0, "take 1R", "the last card of row 1 .*1L"),
        (position(rows), 0, "take 3L", "row 3 is empty"),
        (second, 1, "take 2L", "a second card must also be of Bourgogne, .*single shield"),
        (poor, 1, "take 2L", "under another player’s marker, .* no marker left to pay with"),
        (play(deal(), "take 1L", "mark 2.1", "take 1R"), 1, "mark 2.1", "row 2, column 1 already has a marker"),
        (play(deal(), "take 1L"), 0, "mark 1.1", "there is no card at row 1, column 1 any more"),
    ):
        said = refused(match, seat, move, NotOffered)
        assert re.search(why, said, re.IGNORECASE), said
