"""1655 – Habemus Papam in the terminal: whole games in three languages, replayed, verified, simulated."""

import json
from pathlib import Path

import pytest

import eminence
from eminence.cli.answers import Question
from eminence.core.ask import Choice
from eminence.core.texts import Texts
from eminence.core.texts.telling import telling
from tests.cli.driving import finished, ones, run, running, well


@pytest.mark.parametrize(
    ("language", "seats", "said_of"),
    [
        ("en", 3, ["How do you bid?", "Black smoke rises.", "White smoke has risen", "Old friends", "Votes"]),
        ("fr", 4, ["Que misez-vous", "La fumée noire s'élève.", "La fumée blanche s'est élevée", "Vieux amis", "Voix"]),
        (
            "it",
            4,
            ["Che cosa offri?", "Si alza la fumata nera.", "Si è alzata la fumata bianca", "Vecchi amici", "Voti"],
        ),
    ],
)
def test_a_whole_game_is_played_told_and_counted(tmp_path: Path, language: str, seats: int, said_of: list[str]) -> None:
    words = ["--seats", str(seats), "--quick", "--level", "random", "--seed", "whole", "--lang", language]
    said = well(run(tmp_path, "play", "habemus_papam", *words, typed=ones(400)))
    assert all(words in said for words in said_of)
    match = eminence.read_match(finished(tmp_path)[-1])
    assert match.over
    assert running(tmp_path) == []
    told = telling(match.game, language, 0)
    for line in match.count():
        assert told.subject(line) in said
    path = str(finished(tmp_path)[-1])
    assert path in well(run(tmp_path, "verify", path))
    replayed = well(run(tmp_path, "replay", path, "--lang", language))
    assert said_of[1] in replayed
    assert said_of[2] in replayed


def test_an_option_is_given_by_its_name(tmp_path: Path) -> None:
    said = well(run(tmp_path, "play", "habemus_papam", "--rulebook", "italian", "--open_screens", typed="quit\n"))
    assert said.count("actions: nothing") == 3, "all screens are open"
    games = well(run(tmp_path, "games"))
    assert "eminence play habemus_papam" in games
    assert "The French and the Italian rulebook differ in four points" in games


def test_bots_play_among_themselves(tmp_path: Path) -> None:
    words = ["--games", "4", "--bots", "random,random,greedy", "--seed", "s", "--json"]
    report = json.loads(well(run(tmp_path, "simulate", "habemus_papam", *words)))
    assert (report["game"], report["games"]) == ("habemus_papam", 4)


def test_words_at_the_bidding() -> None:
    match = eminence.game("habemus_papam").new(3, secret=b"words")
    for language, rule in {
        "en": "at most three gems",
        "fr": "trois gemmes au plus",
        "it": "al massimo tre gemme",
    }.items():
        told = telling(match.game, language, 0)
        asked = Question(match.view(0), match.asks()[0], told, Texts(language, "eminence.cli"))
        for words in ("bid DDDD", "ddda"):
            answer = asked.understand(words)
            assert isinstance(answer, str)
            assert rule in answer
        for words in ("DA", "bid da", "Bid  DA"):
            answer = asked.understand(words)
            assert isinstance(answer, Choice)
            assert answer.text == "bid DA"
        answer = asked.understand("RR")
        assert isinstance(answer, str)
        assert "2" in answer
