"""What every game says to people, in every language: each question, each answer, each reason, all that happens."""

import re
from collections import Counter

import pytest

from eminence.core.event import Event
from eminence.core.game import Game
from eminence.core.match import TookBack
from eminence.core.state import DEALER, Step
from eminence.core.texts import LANGUAGES, MissingText, Texts, learning
from eminence.core.texts.telling import package_of, telling
from tests.games.playing import curious, every_game, looks_like, steps_that_ask, tables
from tests.games.stories import check_asked, check_told, sensible
from tests.thorough import THOROUGH

ROUNDS = 6
"""So often each table may be played until everything has happened."""
NAMES = ("who", "victim", "owner", "one", "other")
"""The fields of texts that are names of players: the last two where a text has both."""
BEFORE = {
    "en": (": ", "(", "; ", ", ", " from ", " of ", " under ", " for "),
    "fr": ("\u00a0: ", "(", "\u202f; ", ", ", "chez ", " avec ", " pour "),
    "it": (": ", "(", "; ", ", ", " con ", "; paga ", " per "),
}
"""What may stand before a name, which bends it in no language."""
ENOUGH = 8
"""So often a question with the same kinds of answers is looked at, of each table: bids are asked for all the time."""


def everything(game: Game) -> set[str]:
    """Every step that asks somebody, every kind of answer, every kind of event."""
    book = game.start(game.seats[0], game.checked_options(None)).book
    steps = {f"step {step.name}" for step in book if type(step).choices is not Step.choices}
    kinds = {f"answer {text.partition(' ')[0]}" for text in game.codes_by_text}
    return steps | kinds | {f"event {event.__name__}" for event in game.events if event is not TookBack}


@every_game
def test_everything_that_is_asked_and_answered_and_happens_is_told_in_every_language(game: Game) -> None:
    missing, over, met = everything(game), 0, Counter[tuple[object, ...]]()
    for match in curious(game, "words", ROUNDS):
        for seat, ask in match.asks().items():
            kinds, alike = {choice.kind for choice in ask}, looks_like(match, ask)
            met[alike] += 1
            if met[alike] > ENOUGH:
                continue
            view = match.view(None if seat == DEALER else seat)
            for language in LANGUAGES:
                check_asked(telling(game, language, view.seat), view, ask)
            missing -= {f"step {ask.step}", *(f"answer {kind}" for kind in kinds)}
        if match.over:
            over += 1
            for number, reader in enumerate((None, *range(match.seats)), over):
                for language in LANGUAGES if THOROUGH else [LANGUAGES[number % len(LANGUAGES)]]:
                    check_told(telling(game, language, reader), match)
            missing -= {f"event {event.name}" for event in match.story(None)}
            if over >= len(tables(game)) and not missing:
                return
    raise AssertionError(f"this never came: {missing}")


@every_game
def test_an_unknown_event_is_an_error(game: Game) -> None:
    class Odd(Event):
        pass

    with pytest.raises(MissingText, match="no sentence"):
        telling(game, "en", 0).event(Odd())


@every_game
def test_names_are_said_as_they_are_whoever_has_them(game: Game) -> None:
    """Nothing before a name can bend it, and nothing in it is taken for anything but a name."""
    plain = {seat: f"Player{seat}" for seat in range(max(game.seats))}
    odd = {seat: f"Zoë{seat} <b>{{x}}</b> d’Ô" for seat in plain}
    for match in curious(game, "names"):
        if not match.over:
            continue
        for language in LANGUAGES:
            for reader in (None, 0):
                story = match.story(reader)
                told, again = (telling(game, language, reader, names).story(story) for names in (plain, odd))
                assert any("Player" in line for line in told)
                for seat, name in plain.items():
                    told = [line.replace(name, odd[seat]) for line in told]
                assert told == again
    for language in LANGUAGES:
        texts = Texts(language, package_of(game))
        for key in texts:
            template = texts.template(key)
            for form in [template] if isinstance(template, str) else template.values():
                names = NAMES if "{one}" in form else NAMES[:3]
                before_names = BEFORE[language]
                for found in re.finditer(rf"\{{({'|'.join(names)})\}}", form):
                    before, after = form[: found.start()], form[found.end() :]
                    assert before == "" or before.endswith(before_names), key
                    assert language == "en" or not after.startswith("’"), key


@every_game
def test_a_game_its_options_and_its_seats_are_told_each_in_its_own_words(game: Game) -> None:
    """That there are words for every step, event, option and seat, the same in every language, is a law."""
    for language in LANGUAGES:
        texts = Texts(language, "eminence.core", package_of(game))
        names = [f"option.{option.name}.{part}" for option in game.options for part in ("name", "text")]
        assert all(sensible(texts(key)) for key in ("summary", *names))
        for option in game.options:
            values = [texts(f"option.{option.name}.value.{value}") for value in option.values if isinstance(value, str)]
            assert len(set(values)) == len(values), option.name
        for form in ("name", "initial"):
            seats = [texts(f"seat.{seat}.{form}") for seat in range(max(game.seats))]
            assert len(set(seats)) == len(seats), seats


@every_game
def test_a_game_of_the_house_explains_itself_to_those_who_are_new(game: Game) -> None:
    """The aim in a line, three to five notes, and for every question what it decides and what is often good. (A game
    from elsewhere may leave all of it out; what it has must fit together, which `register` looks at.)"""
    for language in LANGUAGES:
        texts = Texts(language, package_of(game))
        if package_of(game).startswith("eminence.games."):
            assert len(texts("goal")) <= 64, "a line on a phone"
            assert 3 <= len(learning.notes(texts)) <= 5
            assert all(len(texts(f"note.{name}")) <= 180 for name in learning.notes(texts))
            missing = list(learning.unexplained(texts, sorted(steps_that_ask(game))))
            assert not missing, f"{game.id} in {language!r} {missing}"


@every_game
def test_every_kind_of_answer_that_is_many_has_a_hint(game: Game) -> None:
    """Where a screen is low, a kind of choice with more than three of it is not listed but explained."""
    words: set[str] = set()
    for match in curious(game, "hints", 2):
        for seat, ask in match.asks().items():
            words |= {word for word, n in Counter(choice.kind for choice in ask).items() if n > 3 and seat != DEALER}
    for language in LANGUAGES:
        texts = Texts(language, package_of(game))
        hints = {key.partition(".")[2]: texts(key) for key in texts if key.startswith("many.")}
        assert words <= set(hints)
        for word, hint in hints.items():
            assert f"{word} " not in hint or hint[hint.rindex(f"{word} ") :] in game.codes_by_text, hint
