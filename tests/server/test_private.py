"""The file of a database: only its owner reads it, one server has it, and a sentence says if it cannot be written."""

import os
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from eminence.core.texts import LANGUAGES
from eminence.server.storage import database_file
from eminence.server.storage.database_file import OpenToOthers, make_private
from eminence.server.storage.server_lock import only_server
from eminence.server.storage.store import CannotOpen, Store
from tests.cli.driving import PATIENCE, eminence_command, environment, well
from tests.server.anybody import like_anybody
from tests.server.driving import running


def serve(home: Path, database: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to end by itself."""
    command = eminence_command("serve", "--port", "0", "--no-open", "--database", f"sqlite:///{database}", *words)
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        cwd=home,
        timeout=PATIENCE,
        check=False,
        preexec_fn=like_anybody,
    )


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if "eminence.db" in file.name}


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    """As a shell has it: new files are for everybody to read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_database_and_what_lies_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.person() as person:
        person.post("/play", game="richelieu", level="page")
        found = modes(tmp_path)
        assert set(found) == {f"eminence.db{ending}" for ending in ("", "-wal", "-shm", ".server")}
        assert set(found.values()) == {0o600}, found


def test_a_new_database_is_not_open_to_others_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever had opened it then could go on reading."""
    monkeypatch.setattr(database_file, "_close_to_others", lambda path: None)
    make_private(tmp_path / "eminence.db")
    with only_server(tmp_path / "eminence.db", "here"):
        assert set(modes(tmp_path).values()) == {0o600}


def test_an_existing_file_that_others_may_read_is_tightened_and_all_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "eminence.db"
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as held:  # as long as it is open, the log beside it stays
        held.execute("SELECT * FROM keys").fetchall()
        (tmp_path / "eminence.db.server").touch()
        for name in modes(tmp_path):
            (tmp_path / name).chmod(0o644)
        with running(tmp_path):
            found = modes(tmp_path)
    assert len(found) == 4
    assert set(found.values()) == {0o600}, found


def test_one_that_is_not_ours_to_tighten_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "eminence.db"
    Store(f"sqlite:///{path}").close()
    path.chmod(0o644)
    if os.geteuid() == 0:
        os.chown(path, 65534, -1)
        for language in LANGUAGES:
            done = serve(tmp_path, path, "--lang", language)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
            assert str(path) in done.stderr
            assert "--database" in done.stderr

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    with pytest.raises(OpenToOthers, match=str(path)):
        make_private(path)
    with pytest.raises(CannotOpen, match="Operation not permitted"):
        Store(f"sqlite:///{path}")


@pytest.mark.parametrize("there", [False, True], ids=["no file yet", "with its file"])
def test_a_read_only_folder_is_told_in_a_sentence(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    path = folder / "eminence.db"
    if there:
        Store(f"sqlite:///{path}").close()
    folder.chmod(0o500)
    try:
        for language in LANGUAGES:
            done = serve(tmp_path, path, "--lang", language)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
            assert str(folder) in done.stderr
            assert "Permission denied" in done.stderr
    finally:
        folder.chmod(0o700)


def test_a_read_only_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "eminence.db"
    Store(f"sqlite:///{path}").close()
    path.chmod(0o400)
    done = serve(tmp_path, path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert f"cannot be written in {tmp_path}: Permission denied" in done.stderr


def test_a_link_to_a_database_is_the_same_claim(tmp_path: Path) -> None:
    """Two servers over one file would not hear of each other's answers, whatever they call it."""
    link, folder = tmp_path / "link.db", tmp_path / "linked"
    folder.symlink_to(tmp_path)
    with running(tmp_path) as server:
        link.symlink_to(server.path)
        for other in (link, folder / "eminence.db", folder / "link.db"):
            assert f"http://localhost:{server.port}" in well(serve(tmp_path, other)), other


def test_an_address_that_hides_its_file_is_refused(tmp_path: Path) -> None:
    for url in (f"sqlite:///file:{tmp_path}/x.db?uri=true", "sqlite:///file::memory:?uri=true"):
        with pytest.raises(CannotOpen, match="path of its file"):
            Store(url)
    assert list(tmp_path.iterdir()) == []
