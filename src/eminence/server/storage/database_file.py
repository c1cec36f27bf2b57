"""The file of a database: which one it really is, and that nobody but its owner reads it.

It holds the key that cookies are signed with and the secrets of running matches. SQLite gives the files beside it, its
write-ahead log among them, the permissions of the file itself.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

OWN: Final = 0o600
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
BESIDE: Final = ("-wal", "-shm", "-journal", ".server")
"""What the names of the files end with that lie beside a database."""


class OpenToOthers(OSError):
    """Others may read a file, and we may not change that: it belongs to somebody else."""


def file_of(url: str) -> Path | None:
    """The file of a database that is one: not a link that leads there, but the file itself."""
    from sqlalchemy.engine import make_url  # takes its time, and the command line may not need it

    known = make_url(url)
    return Path(known.database).resolve() if known.get_backend_name() == "sqlite" and known.database else None


def make_private(path: Path) -> None:
    """Make sure that there is a file that we may write and its owner alone may read; what lies beside it too.

    Raises OSError if it cannot be made, OpenToOthers if it cannot be closed. An existing file is not opened: closing it
    again would take away the locks that SQLite holds on it for this process.
    """
    if not path.exists():
        with suppress(FileExistsError):  # another process was quicker
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))
    if os.name == "posix":  # elsewhere the folder of the user is what keeps others out
        _close_to_others(path)
    if not os.access(path, os.R_OK | os.W_OK):  # SQLite would open it all the same, and fail at the first answer
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _close_to_others(path: Path) -> None:
    for beside in (path, *(path.with_name(path.name + ending) for ending in BESIDE)):
        try:
            mode = stat.S_IMODE(beside.stat().st_mode)
            if mode & OTHERS:
                beside.chmod(mode & ~OTHERS)
        except FileNotFoundError:
            continue  # there is no such file, or SQLite has just tidied it away
        except PermissionError as error:
            raise OpenToOthers(error.errno, error.strerror, str(beside)) from None
