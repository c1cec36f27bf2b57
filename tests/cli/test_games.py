"""Every game in the terminal: whole matches in three languages, verified and replayed, and bots among themselves."""

import json
import re
from itertools import cycle
from pathlib import Path

import eminence
from eminence.core.game import Game
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from tests.cli.conftest import Program
from tests.cli.driving import finished, ones, run, running, well
from tests.games.playing import every_game
from tests.laws.table import is_large
from tests.thorough import THOROUGH


def in_one_line(said: str) -> str:
    """What was said, however the lines were broken."""
    return " ".join(said.split())


@every_game
def test_a_whole_match_is_played_told_counted_verified_and_replayed_in_every_language(
    tmp_path: Path, program: Program, game: Game
) -> None:
    """By default of a large game a match in one language."""
    english: list[str] = []
    languages = LANGUAGES if THOROUGH or not is_large(game) else LANGUAGES[-1:]
    for language, seats in zip(languages, cycle(sorted(game.seats, reverse=True)), strict=False):
        home = tmp_path / language
        words = ["--seats", str(seats), "--quick", "--level", "random", "--seed", "whole", "--lang", language]
        said = in_one_line(well(run(home, "play", game.id, *words, typed=ones(600))))
        (path,) = finished(home)
        match = eminence.load(path)
        assert (match.over, running(home)) == (True, [])
        told = telling(game, language, 0)
        assert not re.search(r"\b(prompt|event|label|ask|play)\.[a-z]", said)
        assert in_one_line(told.end(match.reason)) in said
        counted = [text for line in match.count() for text in (told.subject(line), told.part(line))]
        assert [text for text in counted if in_one_line(text) not in said] == []
        story = told.story(match.story(0))
        assert sum(in_one_line(line) in said for line in story) > len(story) / 2, "what happened is told"
        assert not set(story) & set(english), "in its own words"
        english = english or story
        if language == LANGUAGES[-1]:
            assert str(path) in well(program("verify", str(path)))
            replayed = in_one_line(well(program("replay", str(path), "--lang", language)))
            assert in_one_line(told.end(match.reason)) in replayed


@every_game
def test_bots_play_a_game_among_themselves_and_it_is_shown_with_its_options(program: Program, game: Game) -> None:
    bots = ",".join(["random"] * min(game.seats))
    report = json.loads(well(program("simulate", game.id, "--games", "2", "--bots", bots, "--json")))
    assert (report["game"], report["games"], report["options"]) == (game.id, 2, game.checked_options(None))
    games = in_one_line(well(program("games")))
    told = [telling(game, "en", None).texts(f"option.{option.name}.text") for option in game.options]
    assert [text for text in (f"eminence play {game.id}", *told) if text not in games] == []
    assert well(program("deck", game.id))
