"""`register` names all that a game lacks, with the file it is missing from; nothing of it becomes known."""

from __future__ import annotations

import importlib
import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from eminence.cli import stub
from eminence.core.checking import BadGame, check
from eminence.core.game import Game
from eminence.games import REGISTRY, register
from tests.games.playing import every_version

STUB = Path(stub.__file__).parent
NUMBERS = count()
DAMAGES = (
    ("texts/fr.toml", "", r"texts/fr\.toml is missing"),
    ("rules/it.md", "", r"rules/it\.md is missing"),
    ("rules/en.md", '<a id="turn"></a>', r'rules/en\.md has no paragraph <a id="turn"></a>'),
    ("texts/en.toml", "summary = .*", r"texts/en\.toml has no text `summary`"),
    ("texts/it.toml", "3.name = .*", r"texts/it\.toml has no text `seat\.3\.name`"),
    ("texts/fr.toml", "^turn = .*", r"texts/fr\.toml has no text `prompt\.turn`"),
    ("texts/fr.toml", "Swapped = .*", r"texts/fr\.toml has no text `event\.Swapped`"),
    ("texts/it.toml", "all.card = .*", r"texts/it\.toml has no text `count\.all\.card`"),
    ("texts/en.toml", r"^\[seat\]$", r"texts/en\.toml has no text `seat\.0\.name`"),
    ("texts/en.toml", "summary = ", r"texts/en\.toml: .*line 3"),
    ("texts/it.toml", "^unseen", r"texts in 'it' has a note `never` that would never be shown; notes are aim"),
    ("texts/fr.toml", "^lasts", r"texts in 'fr' has no text `hint\.turn\.good`"),
    ("texts/en.toml", "^summary", r"texts in 'en' has `hint\.nowhere`, and there is no such step"),
    ("game.py", "    title: .*", r"game\.py: the class has no `title`"),
    ("rules.py", '"card": "hand"', r"rules\.py: Drew says that `card` lies in `nowhere`, and there is no such field"),
    (
        "rules.py",
        '"hand": owner',
        r"game\.py: `hand` is for the seats in `saw`, which must be a field that everyone sees",
    ),
    ("rules.py", "= owner$", r"rules\.py: Drew has no `saw`, but it REVEALS something, known to the seats in saw"),
    ("game.py", "return SimpleTelling", r"game\.py: `telling` is not a subclass of .*Telling"),
    ("game.py", "    @property\n    def telling", r"look/table\.html is missing\n.*look/table\.css is missing"),
)
INSTEAD = {
    '"card": "hand"': '"card": "nowhere"',
    '"hand": owner': '"hand": Sees("the seats in saw", seats="saw")',
    "^unseen": 'note.never = "?"\nunseen',
    "^lasts": 'hint.turn.decides = "?"\nlasts',
    "^summary": 'hint.nowhere.good = "?"\nsummary',
    "= owner$": '= Sees("the seats in saw", seats="saw")',
    "return SimpleTelling": "return dict  # type: ignore",
    "    @property\n    def telling": "    page = object()  # type: ignore\n\n    @property\n    def telling",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the stub, in a package of its own name: texts are read once a package."""
    package = f"game_{next(NUMBERS)}"
    shutil.copytree(STUB, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / package
    REGISTRY.pop("new_game", None)


def made(folder: Path) -> Game:
    game = importlib.import_module(f"{folder.name}.game").NewGame()
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize(("file", "gone", "says"), DAMAGES, ids=[f"{file} {gone}" for file, gone, _ in DAMAGES])
def test_what_is_missing_is_named_with_its_file(folder: Path, file: str, gone: str, says: str) -> None:
    path = folder / file
    if gone:
        path.write_text(re.sub(gone, INSTEAD.get(gone, ""), path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    else:
        path.unlink()
    with pytest.raises(BadGame, match=rf"NewGame is not complete:\n(.*\n)*.*{folder.name}/{says}"):
        register(made(folder))
    assert "new_game" not in REGISTRY


def test_nothing_is_missing_from_a_copy(folder: Path) -> None:
    register(made(folder))
    assert "new_game" in REGISTRY


@every_version
def test_nothing_is_missing_from_a_game_of_the_house(game: Game) -> None:
    check(game)
