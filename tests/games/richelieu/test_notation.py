"""The stable texts of Richelieu, a position as text, and reasons why something is not offered."""

import pytest

from eminence.core.errors import NotOffered, UnknownChoice
from eminence.games.richelieu import codes, notation
from tests.games.playing import play
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
    for text in ("take", "take 5L", "take 3", "mark 3.13", "mark 0.1", "tаke 3R"):
        with pytest.raises(UnknownChoice, match="is not a choice of Richelieu"):
            GAME.code(text)


def test_card_texts_say_what_is_on_the_card() -> None:
    assert len(set(notation.CARD_TEXTS)) == 48
    normandie = [text for text in notation.CARD_TEXTS if text.startswith("NOR")]
    assert normandie == ["NORs", "NORc", "NORt", "NOR1", "NOR2a", "NOR2b"]


def test_describe() -> None:
    match = play(deal("BOU2a BRE2a ...", face_down={"1.5": "back"}), "take 1L", "mark 1.2")
    text = GAME.describe(match.view(1))
    rows = text.splitlines()
    assert (rows[0].split()[:3], rows[0].count("*")) == (["row", "1", "BRE2a:0"], 2)
    assert "seat 0  cards: BOU2a" in text
    assert "markers: hand 2, table 1, box 0" in text


def test_describe_shows_discs_to_their_owner_only() -> None:
    match = position({"1.1": "BOU2a"}, held={0: "tower"})
    assert "discs: tower" in GAME.describe(match.view(0))
    for seat in (1, None):
        assert "tower" not in GAME.describe(match.view(seat))
        assert "1 face down" in GAME.describe(match.view(seat))
    play(match, "take 1L")
    assert "discs: tower" in GAME.describe(match.view(1))


def test_describe_while_the_cards_are_laid_out() -> None:
    match = GAME.new(by_hand=True)
    match.choose(-1, "deal BOU2a")
    assert "BOU2a" in GAME.describe(match.view(None))


def test_refusals_say_what_is_offered_and_which_rule() -> None:
    match = deal()
    with pytest.raises(NotOffered) as refusal:
        match.choose(0, "no marker")
    assert "'no marker' is not offered to seat 0 now (rule 'take'); offered: take 1L, take 1R" in str(refusal.value)
    with pytest.raises(NotOffered, match=r"(?i)no card is to be taken now"):
        play(match, "take 1L", "take 1L")
    by_hand = GAME.new(by_hand=True)
    by_hand.choose(-1, "deal BOU2a")
    with pytest.raises(NotOffered, match="'deal BOU2a' is not offered to the dealer now"):
        by_hand.choose(-1, "deal BOU2a")
