"""Whatever lies beside the code goes with it: a template that is not packed is a page that does not open."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import eminence

SOURCES = Path(__file__).resolve().parents[2] / "src" / "eminence"
LEFT = {".py", ".pyc", ".so"}


def test_every_file_that_is_no_code_is_packed() -> None:
    project = tomllib.loads((SOURCES.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["eminence"]
    beside = {path for path in SOURCES.rglob("*") if path.is_file() and path.suffix not in LEFT}
    packed = {path for pattern in patterns for path in SOURCES.glob(pattern)}
    assert beside - packed == set()
    assert all(any(SOURCES.glob(pattern)) for pattern in patterns), "and no pattern stands for nothing"


def test_everything_needed_is_pinned() -> None:
    root = SOURCES.parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {_name(line) for line in lines if not line.startswith("#")}
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["server"], *extras["companion"], *extras["test"]]
    assert {_name(need) for need in needed} - pinned == set()
    assert eminence.__version__ == project["version"]


def test_what_is_installed_has_the_hashes_of_what_is_pinned() -> None:
    root = SOURCES.parents[1]
    pinned = dict(_pins((root / "constraints.txt").read_text(encoding="utf-8").splitlines()))
    for purpose in ("play", "test"):
        whole = (root / "pins" / f"{purpose}.txt").read_text(encoding="utf-8").replace("\\\n", "")
        hashed = dict(_pins(whole.splitlines()))
        elsewhere = {name for name in hashed if "; sys_platform" in hashed[name]}
        assert {name: line.split()[0] for name, line in hashed.items() if name not in elsewhere} == {
            name: line for name, line in pinned.items() if name in hashed
        }
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", line) for line in hashed.values())
        assert purpose == "play" or pinned.keys() <= hashed.keys()


def _pins(lines: list[str]) -> Iterator[tuple[str, str]]:
    """What each line pins, by name: the version, and whatever follows it."""
    for line in lines:
        if "==" in line and not line.startswith("#"):
            yield _name(line), line.partition("==")[2]


def _name(requirement: str) -> str:
    return re.split(r"[=<>~![; ]", requirement)[0].lower().replace("_", "-")
