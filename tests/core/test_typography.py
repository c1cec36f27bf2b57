"""Every text that people read has the spaces and apostrophes of its language, whoever wrote it and however plainly."""

import pytest

import eminence
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of
from eminence.core.texts.typography import set_in_type
from tests.laws.printed import forms, misprints

GAMES = [package_of(game) for game in eminence.all_games()]
WITH_RULES = [*GAMES, "eminence.cli.stub", "tests.laws"]
WITH_TEXTS = ["eminence.core", "eminence.cli", "eminence.server", *WITH_RULES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_misprinted(language: str) -> None:
    found = []
    for package in WITH_TEXTS:
        texts = Texts(language, package)
        for key in texts:
            faults = [fault for text in forms(texts.template(key)) for fault in misprints(text, language)]
            found += [f"{package} {key}: {fault}" for fault in faults]
    for package in WITH_RULES:
        found += [f"{package}, rules: {fault}" for fault in misprints(RulesPage(package, language).text, language)]
    assert not found, "\n".join(found)


FAULTS = {
    "fr": [
        "Vous n'avez rien.",
        "Pourquoi ?",
        "Pourquoi\u00a0?",
        "Pourquoi?",
        "Attendez\u00a0; puis jouez.",
        "La carte : un 3.",
        "La carte\u202f: un 3.",
        "La carte: un 3.",
        "La carte « Trois rubis ».",
        "La carte «\u00a0Trois rubis\u00a0».",
        "La carte «Trois rubis».",
        "La carte “Trois rubis”.",
        "Deux \u202f! fois.",
        "{who} : {n}",
    ],
    "en": ["You can't.", "Really ?", "One ; two", "The card «\u202fBribe\u202f»."],
    "it": ["Un po' troppo", "Davvero ?", "La carta « Scambio ».", "{who} : {n}", "La carta “Scambio”."],
}
"""What the test above finds if a text has it when it is shown."""
RIGHT = {
    "fr": "«\u202fQuoi\u202f?\u202f» dit l’un\u202f; {who}\u00a0: `a : b`, 12:30, https://a.example?b, pip 'x[y]'.",
    "en": "“Why?” It is {who}’s: `it's`, sqlite:////srv/a, pip install 'eminence[server]'.",
    "it": "«Perché?» Un po’ piano: l’altro; {who}: `l'altro`.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_misprint_is_found_and_nothing_else(language: str) -> None:
    for text in FAULTS[language]:
        assert misprints(text, language), text
    assert misprints(RIGHT[language], language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_plainly_comes_out_right(language: str) -> None:
    plain = RIGHT[language].replace("\u202f", " ").replace("\u00a0", " ")
    apart, code, typed = plain.partition("`")
    for text in (plain, apart.replace("’", "'") + code + typed, RIGHT[language]):
        assert set_in_type(text, language) == RIGHT[language]
    if language == "fr":  # spaces forgotten altogether, or a line that breaks before its mark
        assert (
            set_in_type("dans cet ordre\n: un,\n« deux\n»", language) == "dans cet ordre\u00a0: un,\n«\u202fdeux\u202f»"
        )
        assert set_in_type("Quoi? Non! «Rien»: l'un; l'autre", language) == (
            "Quoi\u202f? Non\u202f! «\u202fRien\u202f»\u00a0: l’un\u202f; l’autre"
        )


def test_what_is_not_prose_stays_as_it_is() -> None:
    for text in (
        "`pourquoi ? l'un : non`",
        "```\na : 'b' ;\n```",
        '<a id="take"></a>',
        "[Règles](https://a.example/?a='b';c)",
        "| a | b |\n|:---|---:|",
        "eminence play --resume 'x.json'",
        "{who}{n}",
    ):
        for language in LANGUAGES:
            assert set_in_type(text, language) == text
