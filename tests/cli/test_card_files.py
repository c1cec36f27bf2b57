"""Files with other cards: checked, played with, and needed to read the matches again."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import eminence
from eminence.cli.options import file_options
from eminence.core.texts import LANGUAGES
from eminence.games.deal_with_the_devil import card_file
from tests.cli.conftest import Program
from tests.cli.driving import well, wrong

GAME = "deal_with_the_devil"
OWN = '[[buildings]]\nid = "bank"\npoints = 3\n[[buildings]]\nid = "mill"\n'


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with the house's cards alone."""
    monkeypatch.setattr(card_file, "_KNOWN", {})
    monkeypatch.setattr(card_file, "_FROM_ENVIRONMENT", set())
    monkeypatch.setenv(card_file.ENVIRONMENT, "")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with other cards."""
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    return file


def in_one_line(said: str) -> str:
    """What was said, however the lines were broken."""
    return " ".join(said.split())


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that was started afterwards, and not by this one."""
    card_file._KNOWN.clear()
    card_file._FROM_ENVIRONMENT.clear()
    monkeypatch.setenv(card_file.ENVIRONMENT, "")


# -- eminence deck check -----------------------------------------------------------------------------------------------
def test_a_file_that_is_fine_is_summed_up(program: Program, own: Path) -> None:
    said = well(program("deck", "check", str(own)))
    assert re.sub(r"\s+", " ", said).strip() == (
        f"{own} can be played with (Deal with the Devil). It names 2 cards. 1 plays otherwise than the house’s: bank."
        f" Matches will record it as: {card_file.parse(OWN).hash}"
    )
    own.write_text("", encoding="utf-8")
    said = in_one_line(well(program("deck", "check", str(own), "--game", GAME)))
    assert said.endswith("It names 0 cards. All of them play as the house’s do. Matches will record it as: house")


def test_every_fault_of_a_file_is_told(program: Program, own: Path) -> None:
    own.write_text(OWN.replace("points = 3", "points = 99") + "[[buildings]]\nid = 'mlil'", encoding="utf-8")
    done = program("deck", "check", str(own))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        f"{own} cannot be played with (Deal with the Devil); there are 2 faults:",
        "  building 3, id: there is no 'mlil' (did you mean 'mill'?)",
        "  bank, points: should be a whole number from 0 to 20, not 99",
    ]
    missing = program("deck", "check", "nowhere.toml", "--lang", "fr")
    assert missing.returncode == 1
    assert "On ne peut pas jouer avec nowhere.toml" in missing.stderr


def test_it_is_said_in_every_language(program: Program, own: Path) -> None:
    said = {well(program("deck", "check", str(own), "--lang", language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


WRONG = [
    ("deck check", "Something is missing: FILE."),
    ("deck check own.toml more", "“more” is not understood here."),
    ("deck richelieu own.toml", "“own.toml” is not understood here."),
    ("deck check own.toml --game richelieu", "Richelieu reads no file with other cards."),
    ("deck check own.toml --game chess", "There is no game “chess”"),
    (f"play {GAME} --cards nowhere.toml", "nowhere.toml cannot be played with: it cannot be read"),
    ("play richelieu --cards own.toml", "Richelieu has no option --cards; its options: short."),
    ("verify match.json --cards nowhere.toml", "it cannot be read: No such file"),
    ("serve --cards nowhere.toml --port 0", "it cannot be read: No such file"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[words for words, _ in WRONG])
def test_wrong_words_are_told(program: Program, own: Path, words: str, message: str) -> None:
    assert message in wrong(program(*words.split()))


# -- playing with a file -----------------------------------------------------------------------------------------------
def test_only_the_listed_values_are_listed() -> None:
    ((game, option),) = file_options()
    assert (game.id, option.name, option.values) == (GAME, "cards", ("house",))


def test_bots_play_with_a_file_in_this_process_and_in_others(program: Program, own: Path) -> None:
    bots = ",".join(["random"] * 4)
    words = ["simulate", GAME, "--games", "2", "--bots", bots, "--json", "--cards"]
    alone, together = (json.loads(well(program(*words, str(own), "--jobs", jobs))) for jobs in ("1", "2"))
    assert alone["options"]["cards"] == together["options"]["cards"] == card_file.parse(OWN).hash
    assert alone["scores"] == together["scores"]
    assert str(own) in os.environ[card_file.ENVIRONMENT]
    assert json.loads(well(program(*words, "house")))["options"]["cards"] == "house"


def test_a_match_played_with_a_file_can_only_be_read_with_it(
    tmp_path: Path, program: Program, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = card_file.load(own).value
    match = eminence.game(GAME).new(options={"cards": value}, secret=b"cards")
    while asks := match.asks():
        seat = min(asks)
        match.choose(seat, asks[seat].texts[-1])
    path = tmp_path / "match.json"
    path.write_text(match.export(), encoding="utf-8")
    forget(monkeypatch)
    assert json.loads(path.read_text(encoding="utf-8"))["options"]["cards"] == value
    for command in ("verify", "replay"):
        said = in_one_line(wrong(program(command, str(path))))
        assert f"a card file that is not known here (its hash begins with {value[:8]}…)" in said
        assert "name the file with --cards FILE or EMINENCE_CARDS" in said
        assert well(program(command, str(path), "--cards", str(own)))
        forget(monkeypatch)
    monkeypatch.setenv(card_file.ENVIRONMENT, str(own))
    assert well(program("verify", str(path)))
    assert eminence.load(path).options["cards"] == value
