"""What a person types when asked, and why it cannot be taken."""

from collections.abc import Callable

import eminence
from eminence.bots import bot
from eminence.cli.answers import Question
from eminence.core.ask import Ask, Choice
from eminence.core.texts import Texts
from eminence.core.texts.telling import telling


def question(match: eminence.Match, language: str = "en") -> Question:
    """The question now open."""
    seat, ask = next(iter(match.asks().items()))
    told = telling(match.game, language, seat)
    return Question(match.view(seat), ask, told, Texts(language, "eminence.core", "eminence.cli"))


def reached(wanted: Callable[[eminence.View, Ask], bool]) -> eminence.Match:
    """A match played at random until something wanted is asked."""
    for deal in range(200):
        match = eminence.game("richelieu").new(secret=f"answers {deal}".encode())
        player = bot("random", deal)
        while not match.over:
            seat, ask = next(iter(match.asks().items()))
            if wanted(match.view(seat), ask):
                return match
            match.choose(seat, player.choose(match.view(seat), ask))
    raise AssertionError("never came")


def at(place: int) -> str:
    return f"{place // 12 + 1}.{place % 12 + 1}"


def test_a_card_with_a_marker_and_a_place_without_a_card() -> None:
    match = reached(lambda view, ask: ask.step == "place_marker" and view["marked"] and view["in_hand"][ask.seat] > 0)
    asked = question(match)
    view = asked.view
    place = int(view["marked"]).bit_length() - 1
    row, column = at(place).split(".")
    assert asked.understand(at(place)) == f"The card at row {row}, column {column} already has a marker."
    end = next(end for end in range(8) if view["ends"][end] % 12 not in (0, 11))
    gone = view["ends"][end] + (1 if end % 2 else -1)
    assert "There is no card at" in str(asked.understand(f"mark {at(gone)}"))
    assert asked.understand("1L") == "You cannot take a card now."


def test_an_empty_row_and_a_last_card() -> None:
    empty = reached(lambda view, ask: ask.step == "take_card" and view["ends"][0] > view["ends"][1])
    assert question(empty).understand("1L") == "Row 1 is empty."
    assert question(empty, "fr").understand("1L") == "La rangée 1 est vide."
    last = reached(lambda view, ask: ask.step == "take_card" and view["ends"][2] == view["ends"][3])
    assert question(last).understand("take 2R") == "The last card of row 2 counts as its left end: 2L."


def test_a_second_card_that_does_not_match() -> None:
    asked = question(reached(lambda _, ask: ask.step == "second_card" and len(ask) == 2))
    offered = {choice.text for choice in asked.choices}
    answers = [asked.understand(text) for text in ("1L", "2L", "3L") if f"take {text}" not in offered]
    assert any("A second card must also be of" in str(answer) for answer in answers)


def test_moving_a_marker_begins_with_the_marker() -> None:
    match = reached(lambda view, ask: ask.step == "place_marker" and any(c.text.startswith("lift") for c in ask))
    asked = question(match)
    ends, marked = asked.view["ends"], asked.view["marked"]
    on_table = (place for row in range(4) for place in range(ends[2 * row], ends[2 * row + 1] + 1))
    free = next(place for place in on_table if not marked >> place & 1)
    row, column = at(free).split(".")
    assert asked.understand(at(free)) == f"You have no marker at row {row}, column {column}."
    answer = asked.understand(f"mark {at(free)}")
    assert answer == "You have no marker in hand: first choose one of yours to move."
    lifted = next(choice for choice in asked.choices if choice.text.startswith("lift"))
    assert asked.understand(lifted.text.split()[1]) == lifted
    match.choose(asked.view.seat or 0, lifted)
    assert "it must go to another card" in str(question(match).understand(lifted.text.split()[1]))


def test_the_only_choice_needs_no_words() -> None:
    asked = question(reached(lambda _, ask: len(ask) == 1))
    assert asked.understand("") == asked.choices[0]


def test_commands_in_the_language_spoken_and_in_english() -> None:
    match = eminence.game("richelieu").new(secret=b"commands")
    for language, words in {"en": "quit", "fr": "Quitter", "it": "ESCI"}.items():
        for word in (words, "quit"):
            answer = question(match, language).understand(word)
            assert not isinstance(answer, str | Choice)
            assert answer.name == "quit"


def test_what_is_suggested_is_understood() -> None:
    """However short the notation is told: `3` alone would be the third choice, and `3 SEN` lies up or down."""
    match = eminence.game("caesar_cleopatra").new(secret=b"told in brief", options={"action_pile": "shuffled"})
    for card in (1, 2, 3, 4, 1, 2, 3, 4, None):
        asked = question(match)
        assert all(asked.understand(asked.brief(choice)) == choice for choice in asked.choices)
        if card is not None:
            match.choose(asked.view.seat or 0, f"lay {card}")
    assert "down 3 SEN" in [asked.brief(choice) for choice in asked.choices]
    final = asked.final(lambda choice: match.is_final(asked.view.seat or 0, choice))
    assert final == ["up …"], "what is many of a kind is told by its kind"


def test_gems_are_typed_as_one_likes_and_too_many_say_why() -> None:
    match = eminence.game("habemus_papam").new(3, secret=b"words")
    rules = {"en": "at most three gems", "fr": "trois gemmes au plus", "it": "al massimo tre gemme"}
    for language, rule in rules.items():
        asked = question(match, language)
        for words in ("bid DDDD", "ddda"):
            assert rule in str(asked.understand(words))
        for words in ("DA", "bid da", "Bid  DA"):
            assert asked.understand(words) == match.asks()[0]["bid DA"]
        assert "2" in str(asked.understand("RR"))
