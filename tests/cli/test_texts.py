"""Every text is there in every language, with the same fields; and the right one is found."""

import ast
import re
from itertools import combinations
from pathlib import Path
from string import Formatter

import pytest

import eminence
from eminence.cli.answers import COMMANDS
from eminence.core.texts import LANGUAGES, MissingText, Texts, UnknownLanguage, language_for
from eminence.core.texts.telling import package_of

GAMES = eminence.all_games()
PACKAGES = [
    "eminence.core",
    "eminence.cli",
    "eminence.server",
    "eminence.cli.stub",
    *(package_of(game) for game in GAMES),
]
SOURCES = Path(eminence.__file__).parent


# -- the files themselves ---------------------------------------------------------------------------------------------
def forms(texts: Texts, key: str) -> list[str]:
    """A text as it stands, or all its numbers."""
    template = texts.template(key)
    return [template] if isinstance(template, str) else [*template.values()]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_texts_with_the_same_fields_in_its_own_words(package: str) -> None:
    english, french, italian = (Texts(language, package) for language in LANGUAGES)
    assert set(english) == set(french) == set(italian)
    for key in english:
        assert english.fields(key) == french.fields(key) == italian.fields(key), key
        kinds = {isinstance(texts.template(key), str) for texts in (english, french, italian)}
        assert len(kinds) == 1, key
        for one, other in combinations((english, french, italian), 2):
            for same in set(forms(one, key)) & set(forms(other, key)):
                words = re.findall(r"\b[a-zà-ÿ]{2,}\b", re.sub(r"\{.*?\}", "", same))
                assert len(words) < 2, f"{key} is the same in two languages: {same}"


def test_every_text_says_something_has_only_named_fields_and_stands_in_one_file() -> None:
    for language in LANGUAGES:
        for package in ["eminence.cli", *PACKAGES[2:]]:
            texts = Texts(language, "eminence.core", package)
            for key, form in [(name, form) for name in texts for form in forms(texts, name)]:
                assert form.strip(), key
                for _, field, spec, conversion in Formatter().parse(form):
                    assert field is None or field.isidentifier(), key
                    assert (spec or None, conversion) == (None, None), key


def keys_in(path: Path) -> set[str]:
    """The keys that a source file asks for by name: the first words of calls to `texts`, `said`, `own`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            key = node.args[0]
            keys = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
            if name in ("texts", "said", "own"):
                found |= {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    return found


def test_every_key_in_the_sources_has_a_text() -> None:
    together = {key for package in PACKAGES for key in Texts("en", package)}
    told_in_two = {key.rpartition(".")[0] for key in together if key.endswith((".you", ".they"))}
    folders = [SOURCES / "cli", SOURCES / "core" / "texts", *((SOURCES / "games" / game.id) for game in GAMES)]
    asked = {key for folder in folders for path in folder.glob("*.py") for key in keys_in(path)}
    assert len(asked) > 100
    assert {key for key in asked if "{" not in key} - together - told_in_two == set()


def test_two_languages_never_share_a_command_that_means_something_else() -> None:
    for language in LANGUAGES:
        spoken = [Texts(language, "eminence.cli")(f"command.{name}") for name in COMMANDS]
        assert len(set(spoken)) == len(spoken)
        for name, word in zip(COMMANDS, spoken, strict=True):
            assert word == name or word not in COMMANDS


# -- the loader -------------------------------------------------------------------------------------------------------
def test_nothing_missing_passes_in_silence() -> None:
    texts = Texts("en", "eminence.core")
    for key, fields, message in (
        ("nothing", {}, "'nothing'"),
        ("list", {"before": "a"}, "needs 'last'"),
        ("points", {}, "needs the number n"),
    ):
        with pytest.raises(MissingText, match=message):
            texts(key, **fields)
    with pytest.raises(UnknownLanguage, match="en, fr, it"):
        Texts("de", "eminence.core")


def test_numbers_take_the_form_of_their_language() -> None:
    for language, told in {
        "en": ["−5 points", "0 points", "1 point", "2 points"],
        "fr": ["−5 points", "0 point", "1 point", "2 points"],
        "it": ["−5 punti", "0 punti", "1 punto", "2 punti"],
    }.items():
        assert [Texts(language, "eminence.core")("points", n=n) for n in (-5, 0, 1, 2)] == told


LANGUAGE_OF: list[tuple[str | None, dict[str, str], str]] = [
    (None, {}, "en"),
    ("fr", {"EMINENCE_LANG": "it"}, "fr"),
    ("FR-ca", {}, "fr"),
    (None, {"EMINENCE_LANG": "it", "LC_ALL": "fr_FR.UTF-8"}, "it"),
    (None, {"LC_ALL": "fr_FR.UTF-8", "LANG": "it_IT"}, "fr"),
    (None, {"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "it"),
    (None, {"LANG": "fr"}, "fr"),
    (None, {"LANG": "C.UTF-8"}, "en"),
    (None, {"LANG": "de_DE.UTF-8"}, "en"),
]


def test_the_language_is_as_wished_or_as_the_machine_is_set_up() -> None:
    for wish, environment, language in LANGUAGE_OF:
        assert language_for(wish, environment) == language, (wish, environment)
    for wish, environment in (("de", {}), (None, {"EMINENCE_LANG": "de"})):
        with pytest.raises(UnknownLanguage, match=r"'de'.*en, fr, it"):
            language_for(wish, environment)
