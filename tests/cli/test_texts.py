"""Every text is there in every language, and every step, event, reason and option of every game has one."""

import ast
import importlib
import inspect
import re
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import eminence
from eminence.bots import bot
from eminence.cli.answers import COMMANDS
from eminence.core.event import Event
from eminence.core.match import TookBack
from eminence.core.texts import LANGUAGES, MissingText, Texts, UnknownLanguage, language_for
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of, telling

GAMES = eminence.all_games()
PACKAGES = ["eminence.core", "eminence.cli", *(package_of(game) for game in GAMES)]
SOURCES = Path(eminence.__file__).parent


def of_game(game: eminence.Game, language: str) -> Texts:
    return Texts(language, "eminence.core", package_of(game))


# -- the files themselves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_texts_with_the_same_fields(package: str) -> None:
    english = Texts("en", package)
    for language in LANGUAGES[1:]:
        other = Texts(language, package)
        assert set(english) - set(other) == set(), f"missing in {language}"
        assert set(other) - set(english) == set(), f"only in {language}"
        for key in english:
            assert english.fields(key) == other.fields(key), f"{key} in {language}"
            assert isinstance(english.template(key), str) == isinstance(other.template(key), str), key


@pytest.mark.parametrize(("package", "language"), list(product(PACKAGES, LANGUAGES)))
def test_every_text_says_something_and_has_only_named_fields(package: str, language: str) -> None:
    texts = Texts(language, package)
    for key in texts:
        template = texts.template(key)
        for form in [template] if isinstance(template, str) else template.values():
            assert form.strip(), key
            for _, field, spec, conversion in Formatter().parse(form):
                assert field is None or field.isidentifier(), key
                assert not spec, key
                assert conversion is None, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files_that_are_read_together(language: str) -> None:
    Texts(language, "eminence.core", "eminence.cli")
    for game in GAMES:
        of_game(game, language)


def keys_in(path: Path) -> set[str]:
    """The keys that a source file asks for by name: the first words of calls to `texts`, `said`, `own`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        keys = [node.args[0]]
        if isinstance(keys[0], ast.IfExp):
            keys = [keys[0].body, keys[0].orelse]
        for key in keys:
            if name in ("texts", "said", "own") and isinstance(key, ast.Constant) and isinstance(key.value, str):
                found.add(key.value)
    return found


def test_every_key_in_the_sources_has_a_text() -> None:
    together: set[str] = set()
    for package in PACKAGES:
        together |= set(Texts("en", package))
    told_in_two = {key.rpartition(".")[0] for key in together if key.endswith((".you", ".they"))}
    folders = [SOURCES / "cli", SOURCES / "core" / "texts", *((SOURCES / "games" / game.id) for game in GAMES)]
    asked = {key for folder in folders for path in folder.glob("*.py") for key in keys_in(path)}
    assert len(asked) > 100
    assert {key for key in asked if "{" not in key} - together - told_in_two == set()


# -- every game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), list(product(GAMES, LANGUAGES)))
def test_every_step_event_and_option_of_every_game_has_a_text(game: eminence.Game, language: str) -> None:
    texts = of_game(game, language)
    book = game.start(game.seats[0], game.checked_options(None)).book
    for step in book:
        assert f"prompt.{step.name}" in texts, step.name
    for option in game.options:
        assert f"option.{option.name}.name" in texts
        assert f"option.{option.name}.text" in texts
    for seat in range(max(game.seats)):
        assert f"seat.{seat}.name" in texts
    assert "summary" in texts
    keys = list(texts)
    for event in [*events_of(game), TookBack]:
        named = [key for key in keys if key == f"event.{event.__name__}" or key.startswith(f"event.{event.__name__}.")]
        assert named, event.__name__


def events_of(game: eminence.Game) -> list[type[Event]]:
    module = importlib.import_module(f"{package_of(game)}.events")
    kinds = [kind for _, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, Event)]
    return [kind for kind in kinds if kind is not Event]


def played_out(game: eminence.Game, seats: int, options: dict[str, Any], seed: int) -> list[tuple[int, str]]:
    """A random game, all of it told in every language on the way. Returns the choices."""
    match = game.new(seats, options, secret=f"texts {seed}".encode())
    players = [bot("random", f"{seed}/{seat}") for seat in range(seats)]
    done = []
    while not match.over:
        for seat, ask in match.asks().items():
            view = match.view(seat)
            for language in LANGUAGES:
                told = telling(game, language, seat)
                assert sensible(told.prompt(view, ask))
                labels = [told.label(view, choice) for choice in ask]
                assert all(map(sensible, labels))
                assert len(set(labels)) == len(labels)
                reasons = (told.why_not(view, code) for code in range(game.codes))
                assert all(sensible(reason) for reason in reasons if reason)
        choice = players[seat].choose(view, ask)
        done.append((seat, choice.text))
        match.choose(seat, choice)
    for language, reader in product(LANGUAGES, (None, *range(seats))):
        told = telling(game, language, reader)
        assert all(map(sensible, told.story(match.story(reader))))
        assert sensible(told.end(match.reason))
        told.tie(match.view(None), match.scores)
        for line in match.count():
            assert sensible(told.subject(line))
            assert sensible(told.part(line))
            assert all(sensible(told.tally(tally)) for tally in line.tallies)
    return done


def sensible(text: str) -> bool:
    """Whether a text is one for people: not empty, no key, no field left open."""
    return bool(text.strip()) and not re.search(r"[{}]|None|\b[a-z]+\.[a-z_]+\.[a-z_]+", text)


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told_in_every_language(game: eminence.Game) -> None:
    values = [[(option.name, value) for value in option.values] for option in game.options]
    for number, (seats, options) in enumerate(product(game.seats, product(*values))):
        played_out(game, seats, dict(options), number)


def test_of_many_games_every_reason_has_a_text() -> None:
    for game in GAMES:
        values = [[(option.name, value) for value in option.values] for option in game.options]
        for number, (seats, options) in enumerate(list(product(game.seats, product(*values))) * 4):
            match = game.new(seats, dict(options), secret=f"reasons {number}".encode())
            players = [bot("random", f"{number}/{seat}") for seat in range(seats)]
            while not match.over:
                seat, ask = next(iter(match.asks().items()))
                match.choose(seat, players[seat].choose(match.view(seat), ask))
            for language in LANGUAGES:
                told = telling(game, language, None)
                assert told.end(match.reason)
                assert all(told.tally(tally) for line in match.count() for tally in line.tallies)


def test_two_languages_never_share_a_command_that_means_something_else() -> None:
    for language in LANGUAGES:
        spoken = [Texts(language, "eminence.cli")(f"command.{name}") for name in COMMANDS]
        assert len(set(spoken)) == len(spoken)
        for name, word in zip(COMMANDS, spoken, strict=True):
            assert word == name or word not in COMMANDS


# -- the rules page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_has_a_paragraph_for_every_step_in_every_language(game: eminence.Game) -> None:
    book = game.start(game.seats[0], game.checked_options(None)).book
    pages = [RulesPage(package_of(game), language) for language in LANGUAGES]
    for page in pages:
        assert list(page.paragraphs) == list(pages[0].paragraphs)
        assert {step.rule for step in book} <= set(page.paragraphs)
        assert all(text.startswith("## ") for text in page.paragraphs.values())
        assert "<a " not in page.whole()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_of_richelieu_has_its_numbers_and_all_rulings(language: str) -> None:
    from eminence.games.richelieu import components

    page = RulesPage("eminence.games.richelieu", language)
    rows = {row.split("|")[1].strip(): row for row in page.paragraph("components").splitlines() if row.startswith("|")}
    for region, name in enumerate(components.REGIONS):
        numbers = [int(cell) for cell in rows[name].split("|") if cell.strip().isdecimal()]
        cards = [card for card in range(components.CARDS) if components.REGION_OF[card] == region]
        expected = [components.SHIELD_TOTAL[region], len(cards), components.DOUBLE_CARDS[region], 1, 1, 1]
        assert numbers == [*expected, components.PLAIN_CARDS[region]]
    for spot in components.SPOTS:
        assert re.search(rf"\b{spot % components.COLUMNS + 1}\b", page.paragraph("preparation"))
    rulings = re.findall(r"^\| RI-(\d+) \|", page.paragraph("rulings"), re.MULTILINE)
    decisions = re.findall(r"^\| RI-(\d+) \|", page.paragraph("decisions"), re.MULTILINE)
    assert [int(number) for number in rulings + decisions] == list(range(1, 19))


def test_english_french_and_italian_pages_have_tables_of_the_same_size() -> None:
    counts = {
        tuple(
            (text.count("\n|"), text.count("\n- "))
            for text in RulesPage(package_of(game), language).paragraphs.values()
        )
        for game in GAMES
        for language in LANGUAGES
    }
    assert len(counts) == len(GAMES)


# -- the loader -------------------------------------------------------------------------------------------------------


def test_nothing_missing_passes_in_silence() -> None:
    texts = Texts("en", "eminence.core")
    with pytest.raises(MissingText, match="'nothing'"):
        texts("nothing")
    with pytest.raises(MissingText, match="needs 'last'"):
        texts("list", before="a")
    with pytest.raises(MissingText, match="needs the number n"):
        texts("points")
    with pytest.raises(UnknownLanguage, match="en, fr, it"):
        Texts("de", "eminence.core")


def test_numbers_take_the_form_of_their_language() -> None:
    told = {
        language: [Texts(language, "eminence.core")("points", n=n) for n in (-5, 0, 1, 2)] for language in LANGUAGES
    }
    assert told["en"] == ["−5 points", "0 points", "1 point", "2 points"]
    assert told["fr"] == ["−5 points", "0 point", "1 point", "2 points"]
    assert told["it"] == ["−5 punti", "0 punti", "1 punto", "2 punti"]


@pytest.mark.parametrize(
    ("wish", "environment", "language"),
    [
        (None, {}, "en"),
        ("fr", {"EMINENCE_LANG": "it"}, "fr"),
        ("FR-ca", {}, "fr"),
        (None, {"EMINENCE_LANG": "it", "LC_ALL": "fr_FR.UTF-8"}, "it"),
        (None, {"LC_ALL": "fr_FR.UTF-8", "LANG": "it_IT"}, "fr"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "it"),
        (None, {"LANG": "fr"}, "fr"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_as_wished_or_as_the_machine_is_set_up(
    wish: str | None, environment: dict[str, str], language: str
) -> None:
    assert language_for(wish, environment) == language


def test_a_wish_for_another_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match=r"'de'.*en, fr, it"):
        language_for("de", {})
    with pytest.raises(UnknownLanguage, match="'de'"):
        language_for(None, {"EMINENCE_LANG": "de"})
