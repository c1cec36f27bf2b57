"""Where matches are kept: the running ones, so that nothing is ever lost, and the finished ones.

Every match has a file of its own, written anew, whole or not at all, after each answer. Beside it stands a small file
that says who sits where; together they are enough to go on after a crash.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from eminence.core import matchfile
from eminence.core.errors import EminenceError, MatchFileError
from eminence.core.match import Match
from eminence.core.texts import Texts

TABLE = ".table"
"""How the name of the file ends that says who sits where."""


class CannotWrite(EminenceError, OSError):
    """A file cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"cannot write {path}: {error.strerror}")
        self.path, self.error = path, error

    def __str__(self) -> str:
        return str(self.args[0])


REASONS: Final = {
    FileNotFoundError: "missing",
    IsADirectoryError: "folder",
    NotADirectoryError: "missing",
    PermissionError: "forbidden",
}
"""Why a file cannot be read or written, by the keys of our words for it; for all else there are the system's."""


def in_words(texts: Texts, error: Exception) -> str:
    """An error in the language that is spoken, where it is about a file; every other says itself."""
    key, path, fault = "", None, error.__context__
    if isinstance(error, CannotWrite):
        key, path, fault = "wrong.cannot_write", error.path, error.error
    elif isinstance(error, MatchFileError) and isinstance(fault, OSError):
        key, path = "wrong.cannot_read", fault.filename
    if not key or not isinstance(fault, OSError):
        return str(error)
    reason = REASONS.get(type(fault))
    said = fault.strerror if reason is None else texts(f"reason.{reason}")
    return texts(key, file=path, reason=said)


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's own place for the data of programs, by the custom of the platform."""
    home = Path(environment.get("HOME") or Path.home())
    if environment.get("XDG_DATA_HOME"):
        base = Path(environment["XDG_DATA_HOME"])
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    elif platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = home / ".local" / "share"
    return base / "eminence"


def own_command(called: str | None = None) -> str:
    """How this program was called, for a person to call it again: by its name alone where the shell would find it.

    >>> own_command(".venv/bin/eminence")
    '.venv/bin/eminence'
    """
    path = Path(sys.argv[0] if called is None else called)
    if path.stem != "eminence":  # as `python -m eminence`, or from another program
        return "eminence"
    found = shutil.which("eminence")
    return "eminence" if found and path.exists() and os.path.samefile(found, path) else shlex.quote(str(path))


def resume_command() -> str:
    """What to type to go on with a match in the terminal."""
    return f"{own_command()} play --resume"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: the seats of people, and the bot that has all the others."""

    people: tuple[int, ...]
    level: str

    @classmethod
    def from_json(cls, data: Any, seats: int) -> Seating:
        """The seating that was written down. Raises MatchFileError."""
        match data:
            case {"people": [*people], "level": str() as level} if people and all(
                seat in range(seats) for seat in people
            ):
                return cls(tuple(people), level)
        raise MatchFileError(f"the file beside the match does not say who sits where: {data!r:.80}")


class Keeper:
    """Keeps one match in its file, from the deal to the end."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def begin(cls, game: str) -> Keeper:
        """A keeper for a new match of a game, under a name nobody else has."""
        name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.json"
        return cls(data_folder() / "running" / name)

    @classmethod
    def latest(cls, game: str | None = None) -> Keeper | None:
        """The keeper of the match played last and not finished, of a game or of any, if there is one."""
        running = [path for path in (data_folder() / "running").glob(f"{game or ''}*.json") if path.is_file()]
        return cls(max(running, key=lambda path: path.stat().st_mtime_ns)) if running else None

    @property
    def beside(self) -> Path:
        """The file that says who sits where."""
        return self.path.with_suffix(TABLE)

    def seating(self, seats: int) -> Seating | None:
        """Who sits where, if it was written down."""
        try:
            data = json.loads(self.beside.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise MatchFileError(f"{self.beside} cannot be read") from None
        return Seating.from_json(data, seats)

    def seat(self, seating: Seating) -> None:
        """Write down who sits where."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.beside.write_text(json.dumps(asdict(seating)) + "\n", encoding="utf-8")
        except OSError as error:
            raise CannotWrite(self.beside, error) from None

    def keep(self, match: Match) -> None:
        """Write the match as it stands."""
        write(match, self.path)

    def finish(self) -> Path:
        """The match is over: its file goes to the finished ones."""
        finished = data_folder() / "finished" / self.path.name
        try:
            finished.parent.mkdir(parents=True, exist_ok=True)
            self.path.replace(finished)
        except OSError as error:
            raise CannotWrite(finished, error) from None
        self.beside.unlink(missing_ok=True)
        return finished


def write(match: Match, path: Path) -> None:
    """Write a match to a file, whole or not at all. Raises CannotWrite."""
    try:
        matchfile.save(match, path)
    except OSError as error:
        raise CannotWrite(path, error) from None
