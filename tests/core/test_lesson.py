"""Lessons: what stands in their files, and how a table stands to what is written there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eminence.core import lesson
from eminence.core.lesson import BadLesson, Going, Lesson
from eminence.core.match import BACK, Entry
from eminence.core.state import DEALER
from eminence.games import game

TOLD = '''
level = "courtier"
seed = "any"
roles = { first = 0, second = 1 }
[[part]]
script = """
dealer: deal a; deal b   # the cards
"""
[[part]]
name = "opening"
until = ["close"]
script = """
0 offer: price 4; put glass 1; seal
1 offer: seal
dealer: carry
0 answer: leave
"""
[[part]]
name = "end"
script = """
1 answer: take
"""
'''


@pytest.fixture
def script() -> Lesson:
    return lesson._read(TOLD, "lesson.toml")


def entries(*given: tuple[int, str]) -> Iterator[Entry]:
    return (Entry(seat, choice, "") for seat, choice in given)


def test_a_file_is_read_line_by_line(script: Lesson) -> None:
    assert [part.name for part in script.taught] == ["opening", "end"]
    assert [(line.seat, line.step, line.choices) for line in script.before("opening")] == [
        (DEALER, "", ("deal a", "deal b"))
    ]
    assert [(line.seat, line.step) for line in script.part("opening").lines] == [
        (0, "offer"),
        (1, "offer"),
        (DEALER, ""),
        (0, "answer"),
    ]
    following = script.after("opening")
    assert following is script.part("end")
    assert script.after("end") is None
    assert len(script.before("end")) == 5
    with pytest.raises(BadLesson, match="has no part 'middle'; there are opening, end"):
        script.part("middle")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("level = 3 3", "Expected newline"),
        ("level = 'courtier'", "'part'"),
        (TOLD.replace("1 offer: seal", "1 offer seal"), "seat step: answer"),
        (TOLD.replace("1 offer: seal", "one offer: seal"), "seat step: answer"),
        (TOLD.replace("price 4; put", "price 4;; put"), "seat step: answer"),
        (TOLD.replace("0 answer: leave", "0: leave"), "seat step: answer"),
        (TOLD.replace('seed = "any"', ""), "'seed'"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(BadLesson, match=r"^lesson\.toml cannot be read") as found:
        lesson._read(text, "lesson.toml")
    assert why in str(found.value)


def test_as_long_as_all_goes_as_it_is_written_everybody_has_a_next_line(script: Lesson) -> None:
    part = script.part("opening")
    going = Going(part)
    assert (going.as_written, going.answered(0)) == (True, 0)
    assert going.next(0) == part.lines[0]
    going.add(entries((1, "seal"), (0, "price 4")))
    begun = going.next(0)
    assert begun is not None
    assert (begun.step, begun.choices) == ("offer", ("put glass 1", "seal")), "what is left of an answer that was begun"
    assert going.next(1) is None, "nothing more is written for it"
    going.add(entries((0, "put glass 1"), (0, BACK), (0, "put glass 1"), (0, "seal"), (DEALER, "carry")))
    assert going.as_written, "what was taken back is as if it had not been"
    assert going.next(0) == part.lines[3]
    going.add(entries((0, "leave"), (1, "take")))
    assert not going.as_written, "more than is written"


@pytest.mark.parametrize("otherwise", [(0, "price 5"), (1, "price 2"), (DEALER, "deal c"), (7, "seal")])
def test_whoever_answers_otherwise_ends_it_for_all(script: Lesson, otherwise: tuple[int, str]) -> None:
    going = Going(script.part("opening"), entries(otherwise))
    assert not going.as_written
    assert [going.next(seat) for seat in (0, 1, DEALER)] == [None, None, None]


def test_what_was_answered_otherwise_and_taken_back_is_as_it_was(script: Lesson) -> None:
    going = Going(script.part("opening"), entries((0, "price 5"), (0, BACK)))
    assert going.next(0) == script.part("opening").lines[0]


def test_without_a_part_nothing_is_written() -> None:
    going = Going(None, entries((0, "price 4")))
    assert (going.as_written, going.next(0), going.answered(0)) == (False, None, 1)


def test_what_does_not_fit_the_rules_is_not_answered_and_cannot_be_begun_with() -> None:
    devil = game("deal_with_the_devil")
    part = lesson.taught(devil).part("deals")
    match = lesson.begun(devil, "deals")
    assert Going(part).answer(match, 0) == ("price 4", "put glass 1", "seal")
    other = lesson.begun(devil, "inquisition")
    assert Going(part).answer(other, 0) == (), "bots would answer that again and again"
    with pytest.raises(BadLesson, match="seat 0 should be asked offer, not voting"):
        lesson.play(other, part.lines[0])
    with pytest.raises(BadLesson, match="Richelieu has no lesson"):
        lesson.taught(game("richelieu"))


def test_a_dealer_who_goes_by_a_seed_draws_the_same_again() -> None:
    devil = game("deal_with_the_devil")
    match = devil.new(by_hand=True)
    assert match.drawn_by("a seed") == match.clone().drawn_by("a seed")
    assert {match.drawn_by(f"seed {n}") for n in range(40)} == {f"turn {n}" for n in range(4)}
