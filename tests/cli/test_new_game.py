"""`eminence new-game` writes a game that can be played at once; the game in examples/ was made from one. That both
obey every law is tested with the laws, and that they can be played in a browser with the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.antechamber.game import Antechamber

from eminence.core.texts import LANGUAGES
from tests.cli.conftest import Program
from tests.cli.driving import SOURCES, finished, ones, run, well, wrong

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PATH = "PYTHONPATH"


def lines_of(folder: Path) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in folder.rglob("*.py"))


def test_a_game_is_written_and_played_in_every_language(tmp_path: Path, program: Program) -> None:
    said = well(program("new-game", "three_lanterns", "--into", "games", "--title", "Three Lanterns"))
    folder = tmp_path / "games" / "three_lanterns"
    assert "EMINENCE_GAMES=three_lanterns.game:ThreeLanterns eminence play three_lanterns" in said
    assert 100 < lines_of(folder) <= 250
    assert not [file for file in folder.rglob("*.*") if "new_game" in file.read_text(encoding="utf-8").casefold()]
    where = {PATH: f"{SOURCES}:{folder.parent}", "EMINENCE_GAMES": "three_lanterns.game:ThreeLanterns"}
    for language, said in zip(
        LANGUAGES, ("Everyone had a turn.", "Tout le monde a joué.", "Tutti hanno giocato."), strict=True
    ):
        home = tmp_path / language
        words = ["--quick", "--level", "courtier", "--seed", "1", "--lang", language]
        told = well(run(home, "play", "three_lanterns", *words, typed=ones(9), **where))
        assert all(word in told for word in ("Three Lanterns", "seat 1: covered", "laid aside", said))
        well(run(home, "verify", str(finished(home)[0]), **where))
    assert "Three Lanterns" in well(run(tmp_path, "games", **where))
    assert "from 1 to 18" in well(run(tmp_path, "deck", "three_lanterns", **where))


def test_the_example_is_small_and_has_no_look_and_is_played_in_the_terminal(tmp_path: Path) -> None:
    game = Antechamber()
    assert lines_of(EXAMPLES / "antechamber") <= 450
    assert (game.page, game.terminal, (EXAMPLES / "antechamber" / "look").exists()) == (None, None, False)
    where = {PATH: f"{SOURCES}:{EXAMPLES}", "EMINENCE_GAMES": "antechamber.game:Antechamber"}
    for seats in game.seats:
        words = ["--seats", str(seats), "--quick", "--level", "random", "--seed", "1"]
        told = well(run(tmp_path / str(seats), "play", game.id, *words, typed=ones(30), **where))
        assert "All five favours are granted." in told
        assert "Speak with" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Lanterns", "“Lanterns” cannot be a game’s name"),
        ("3_lanterns", "cannot be a game’s name"),
        ("class", "cannot be a game’s name"),
        ("lanterns --title {", "“{” cannot be a title"),
        ("richelieu", "There is a game “richelieu” already."),
        ("data", "There is something at data already."),
        ("lanterns --into file", "file/lanterns cannot be written: Not a directory."),
    ],
)
def test_what_cannot_be_written_is_said(tmp_path: Path, program: Program, words: str, says: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "file").touch()
    assert says in wrong(program("new-game", *words.split()))
    assert not list(tmp_path.rglob("*.py"))


@pytest.mark.parametrize(
    "name", ["nowhere:Game", "antechamber.game", "antechamber.game:Telling", "antechamber.game:start"]
)
def test_a_name_of_a_game_that_is_none_is_said(tmp_path: Path, name: str) -> None:
    where = {PATH: f"{SOURCES}:{EXAMPLES}", "EMINENCE_GAMES": name}
    assert f"EMINENCE_GAMES names '{name}', which should be package.module:Class" in wrong(
        run(tmp_path, "games", **where)
    )
