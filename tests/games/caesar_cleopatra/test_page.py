"""The table of Caesar & Cleopatra in the browser: what may be chosen where, and what says why it may not."""

import re

from eminence.core.match import Match
from eminence.games.caesar_cleopatra import notation
from eminence.games.caesar_cleopatra.page import PAGE
from eminence.games.caesar_cleopatra.page_vote import MOVES
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, opened
from tests.games.elements import Elements
from tests.games.pages import looked_through, scene_of, seen, values, whole
from tests.games.playing import curious, play


def test_what_is_composed_and_what_is_drawn_more_than_once() -> None:
    looked = looked_through(GAME)
    assert looked.composed == {"order_pile", "opening", "castle"}
    assert looked.twice == {"castle", "play", "snatch"}, "cards held twice, and pairs of groups"
    assert looked.asked_why >= {"up", "play", "veto", "strike", "scout"}


def test_the_ask_bar_has_only_what_has_no_place_on_the_table() -> None:
    left = {text for code, text in notation.TEXTS.items() if not PAGE.on_table(code)}
    assert left == {"no action", "let", "veto"}


def test_a_picked_card_offers_its_places_and_the_first_is_picked_at_once() -> None:
    match = Position().hand(CLEOPATRA, "2 2 5 coup veto").up(CAESAR, "SEN", "1").match()
    elements = Elements(whole(match, CLEOPATRA))
    radios = [box for box in elements.of("input") if box["type"] == "radio"]
    assert ["checked" in radio for radio in radios] == [True, False, False]
    assert len({radio["id"] for radio in radios}) == 3
    assert all("form" not in radio for radio in radios), "what is picked is not sent"
    answers = values(match, CLEOPATRA)
    for group in notation.GROUP_CODES:
        there = [value for value in answers if value.endswith(group)]
        assert there == [f"{way} {face} {group}" for face in (2, 5) for way in ("down", "up")]
    assert values(match, CLEOPATRA, "why") == ["veto"]
    assert "play coup" in answers


def words_of_blocked(match: Match) -> list[str]:
    """What stands where nothing can be laid."""
    return re.findall(r'<button class="cc-put cc-blocked[^>]*>([^<]*)<', seen(match, CLEOPATRA)["board"])


def test_who_is_offered_what_and_why_not() -> None:
    # A full group says so instead of offering a place.
    position = Position().up(CLEOPATRA, "SEN", "1 1 2 2 3").up(CLEOPATRA, "PRA", "4 4 4").up(CAESAR, "PRA", "1 1 1 1 2")
    scene = scene_of(position.match(), CLEOPATRA)
    there = [(column.blocked is not None, column.counts) for column in scene.columns[:3]]
    assert there == [(True, ("5/5", "5/8")), (True, ("3/5", "8/8")), (False, ("0/5", "0/8"))]
    assert not scene.columns[0].lays
    assert words_of_blocked(position.match()) == ["full", "full"]
    assert words_of_blocked(Position().exhausted("AED").match()) == ["all won"]
    # A coup takes open cards only and covered ones say that they are safe.
    match = Position().hand(0, "1 2 3 4 coup").up(CAESAR, "SEN", "2 2 5").down(CAESAR, "SEN", "3").match()
    play(match, "play coup", "let")
    assert values(match, CLEOPATRA, piece="board") == ["strike 2 SEN", "strike 5 SEN"]
    (safe,) = Elements(seen(match, CLEOPATRA)["board"]).buttons("why")
    assert safe["aria-label"] == "1 face-down card beside the senators: safe from a Coup"


def test_a_castling_asks_for_the_second_group_once_the_first_is_picked() -> None:
    match = Position().hand(0, "1 2 3 4 castling").up(0, "SEN", "2").up(0, "QUA", "1 3").exhausted("AED").match()
    play(match, "play castling", "let")
    scene = scene_of(match, CLEOPATRA)
    assert [column.first for column in scene.columns] == [False, False, True, False, None]
    assert [first for first, _ in scene.columns[0].with_first] == [1, 2, 3]
    assert {button.value for column in scene.columns for _, button in column.with_first} == set(match.asks()[0].texts)


def test_who_waits_may_ask_why_and_a_spectator_sees_both_sides() -> None:
    match = opened()
    assert values(match, CAESAR) == []
    assert values(match, CAESAR, "why")
    assert whole(match, None).count("<h2") == 2


def test_lately_is_long_enough_for_all_votes_since_a_readers_move() -> None:
    longest = 0
    for match in curious(GAME, "lately"):
        for reader in (0, 1) if match.over else ():
            since = 0
            for event in match.story(reader):
                since = 0 if getattr(event, "seat", None) == reader and isinstance(event, MOVES) else since + 1
                longest = max(longest, since)
    assert longest <= PAGE.LATELY
