"""What an installation needs: the library and the terminal need what they say, and the server what its extra says."""

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement

from eminence.cli import COMMANDS, EXTRAS
from eminence.core.texts import LANGUAGES
from tests.cli.driving import PATIENCE, SOURCES, environment, ones, well, wrong

PROJECT: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]


def needed(requirements: Iterable[str]) -> set[str]:
    """The names of all packages that these bring, what they need themselves included."""
    found: set[str] = set()
    waiting = [Requirement(need) for need in requirements]
    while waiting:
        need = waiting.pop()
        if (need.marker is None or need.marker.evaluate({"extra": ""})) and need.name.lower() not in found:
            found.add(need.name.lower())
            waiting += map(Requirement, distribution(need.name).requires or ())
    return found


def installed(folder: Path, *requirements: str) -> Path:
    """A folder with these packages, with what they need, and with nothing else."""
    for name in needed(requirements):
        package = distribution(name)
        tops = {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}
        for top in tops:
            if not (folder / top).exists():
                (folder / top).symlink_to(str(package.locate_file(top)))
    return folder


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("bare"), *PROJECT["dependencies"])


def run(folder: Path, home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Python with these packages only (-S: none of those that the tests have)."""
    own = environment(home, PYTHONPATH=f"{folder}:{SOURCES}", PYTHONDONTWRITEBYTECODE="1")
    command = [sys.executable, "-S", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, encoding="utf-8", env=own, cwd=home, timeout=PATIENCE, check=False
    )


def test_the_library_and_the_terminal_need_nothing_of_the_server(bare: Path, tmp_path: Path) -> None:
    own = needed(PROJECT["optional-dependencies"]["server"]) - needed(PROJECT["dependencies"])
    assert {"starlette", "sqlalchemy", "uvicorn", "jinja2"} <= own
    well(run(bare, tmp_path, "-c", "import eminence, eminence.bots; eminence.game('richelieu').new(2)"))
    game = ("play", "richelieu", "--quick", "--level", "random", "--seed", "a")
    assert "eminence verify" in well(run(bare, tmp_path, "-m", "eminence", *game, typed=ones(200)))
    for command in COMMANDS:
        if command not in EXTRAS:
            assert f"eminence {command}" in well(run(bare, tmp_path, "-m", "eminence", command, "--help"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_server_says_what_to_install(bare: Path, tmp_path: Path, language: str) -> None:
    for words in ((), ("--help",), ("--port", "0", "--no-open")):
        said = wrong(run(bare, tmp_path, "-m", "eminence", "serve", "--lang", language, *words))
        assert "pip install 'eminence[server]'" in said


def test_the_extra_is_all_that_the_server_needs(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("server")
    installed(folder, *PROJECT["dependencies"], *PROJECT["optional-dependencies"]["server"])
    begin = "from eminence.server.http.app import create_app; from eminence.server.settings import Settings; "
    well(run(folder, tmp_path, "-c", begin + "create_app(Settings(database='sqlite:///own.db')).state.services"))
    assert (tmp_path / "own.db").is_file()
    assert "--port" in well(run(folder, tmp_path, "-m", "eminence", "serve", "--help"))
