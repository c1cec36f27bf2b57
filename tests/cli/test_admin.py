"""`eminence admin`: what an operator may do while the server runs, and what he is told of what is damaged."""

from __future__ import annotations

import json
import random
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import eminence
from eminence.server.storage import rooms
from tests.cli.conftest import Program as Words
from tests.cli.driving import Terminal, run, well, wrong
from tests.server.driving import ROWS, RoomsOnly, Table, running

COPIES = 40
"""Enough for several processes to share the work."""
GAMES = [game.id for game in eminence.all_games()]


class House:
    """A database, and tables in it: a finished one of each game, one in play, one that gathers."""

    def __init__(self, home: Path) -> None:
        self.home, self.path = home, home / "eminence.db"
        self.database = f"sqlite:///{self.path}"
        reached = RoomsOnly(self.path)
        self.over = [reached.room(eminence.game(name).seats[0], of=name) for name in GAMES]
        for table in self.over:
            assert table.play(random.Random(7)).playing.over
        self.running = reached.room(2)
        self.running.play(random.Random(7), 9)
        with reached.store.writing() as connection:
            self.gathering = rooms.make(connection, "", rooms.known_game(GAMES[0]), {}, ["", "page"]).id
        reached.store.close()

    def words(self, *words: str) -> list[str]:
        return ["admin", *words, "--database", self.database]

    def sql(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(statement, values)

    def copied(self, table: Table, times: int) -> list[str]:
        """The same match in other rooms."""
        names = [f"copy{number:06}" for number in range(times)]
        with closing(sqlite3.connect(self.path)) as connection, connection:
            for part in ROWS:
                key = "id" if part == "rooms" else "room"
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({part})")]
                others = ", ".join(f'"{column}"' for column in columns if column != key)
                query = f"INSERT INTO {part} ({key}, {others}) SELECT ?, {others} FROM {part} WHERE {key} = ?"
                connection.executemany(query, [(name, table.id) for name in names])
        return names


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house that nobody changes."""
    return House(tmp_path_factory.mktemp("made"))


@pytest.fixture
def house(made: House, tmp_path: Path) -> Iterator[House]:
    """The same, for a test to change."""
    before = made.path, made.database
    made.path = tmp_path / "eminence.db"
    made.database = f"sqlite:///{made.path}"
    made.path.write_bytes(before[0].read_bytes())
    yield made
    made.path, made.database = before


def test_what_there_is(program: Words, made: House) -> None:
    said = well(program(*made.words("list")))
    assert all(name in said for name in (made.running.id, made.gathering, "Anna", f"{len(GAMES) + 2} in all"))
    found = json.loads(well(program(*made.words("list", "--json", "--phase", "over"))))
    assert [room["id"] for room in found] == [table.id for table in made.over]
    assert found[0]["seats"][:2] == ["Anna", "Béatrice"]
    assert json.loads(well(program(*made.words("list", "--json", "--older", "1")))) == []
    people = json.loads(well(program(*made.words("list", "--people", "--json"))))
    assert {person["id"]: person["tables"] for person in people}[made.running.people[1]] == 1


def test_what_cannot_be_done_is_told_in_a_sentence(program: Words, made: House, tmp_path: Path) -> None:
    sentences = {
        ("delete",): "Name either tables to delete, or a person",
        ("delete", made.running.id, "--person", "x"): "Name either tables to delete, or a person",
        ("delete", "nothere", "--yes"): "There is no table nothere.",
        ("delete", "--person", "nobody", "--yes"): "There is no person nobody.",
        ("backup", str(made.path)): "is there already",
        ("backup", str(tmp_path / "no" / "folder")): "cannot write",
        ("backup",): "Something is missing",
        ("chekc",): "Did you mean “check”?",
        ("check", "--jobs", "0"): "at least 1",
    }
    before = made.path.read_bytes()
    for words, sentence in sentences.items():
        assert sentence in wrong(program(*made.words(*words))), words
    assert "Something is missing: ACTION" in wrong(program("admin"))
    assert "There is no database" in wrong(program("admin", "check"))
    assert not (tmp_path / "data").exists(), "looking for a database makes none"
    assert "“mysql” is no database" in wrong(program("admin", "check", "--database", "mysql://x"))
    other = tmp_path / "letter.db"
    other.write_text("Dear Cardinal, " * 100)
    assert "not a database" in wrong(program("admin", "check", "--database", f"sqlite:///{other}"))
    other.write_bytes(b"")
    assert "no tables of Éminence" in wrong(program("admin", "check", "--database", f"sqlite:///{other}"))
    assert made.path.read_bytes() == before


def test_a_database_of_another_version_is_left_to_the_server(program: Words, house: House) -> None:
    house.sql("UPDATE alembic_version SET version_num = '0001'")
    assert "another version" in wrong(program(*house.words("list")))


def test_tables_and_people_are_deleted_once_it_is_meant(program: Words, house: House) -> None:
    done = run(house.home, *house.words("delete", house.running.id), typed="no\n")
    assert done.returncode == 1
    assert "Nothing was deleted." in done.stdout
    done = run(house.home, *house.words("delete", house.running.id, house.over[0].id), typed="yes\n")
    assert "2 tables deleted." in well(done)
    person = house.over[1].people[0]
    assert "is deleted" in well(program(*house.words("delete", "--person", person, "--yes")))
    with closing(sqlite3.connect(house.path)) as connection:
        kept = "\n".join(connection.iterdump())
    assert not [gone for gone in (house.running.id, house.over[0].id, person) if gone in kept]
    assert house.over[1].id in kept, "others sat there too"
    assert "All is well" in well(program(*house.words("check")))


def test_finished_matches_are_written_as_files_that_hold(program: Words, house: House, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    assert f"{len(GAMES)} matches written" in well(program(*house.words("export", str(folder))))
    for table in house.over:
        assert "holds" in well(program("verify", str(folder / f"eminence-{table.id}.json")))
    house.sql("UPDATE entries SET hash = 'x' WHERE room = ? AND number = 5", house.over[0].id)
    named = [house.over[0].id, house.running.id, "nothere", house.over[1].id]
    some = program(*house.words("export", str(tmp_path / "some"), *named))
    assert some.returncode == 1
    assert some.stderr.splitlines() == [
        f"{named[0]} cannot be read; “eminence admin check” says why.",
        f"{named[1]} is not over: its file would show what is hidden. A backup contains it.",
        "There is no table nothere.",
    ]
    assert [path.name for path in (tmp_path / "some").iterdir()] == [f"eminence-{named[3]}.json"]


def test_a_backup_is_taken_while_the_server_runs_and_holds_what_was_acknowledged(tmp_path: Path) -> None:
    with running(tmp_path / "home", "--no-limits", "--pace", "0") as server:
        table = server.room(2)
        gone = server.room(2)
        with table.person(table.opened().room.asked[0]) as person:
            assert person.answer(table.path).status_code == 303
            deleted = run(server.home, "admin", "delete", gone.id, "--yes", "--database", server.database)
            assert "1 table deleted." in well(deleted)
            copy = tmp_path / "copy.db"
            said = well(run(server.home, "admin", "backup", str(copy), "--database", server.database))
            assert str(copy) in said
            assert person.get(table.path).status_code == 200
            assert person.get(gone.path).status_code == 404
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert gone.id.encode() not in copy.read_bytes(), "what was deleted leaves no trace in a copy"
        reached = RoomsOnly(copy)
        assert Table(reached, table.id, table.people, table.keys).opened().room == table.opened().room
        reached.store.close()


DAMAGES = {
    "UPDATE entries SET choice = 'pass' WHERE room = ? AND number = 5": "the log does not hold. entry 5",
    "UPDATE entries SET hash = 'x' WHERE room = ? AND number = 6": "the log does not hold. entry 6",
    "DELETE FROM entries WHERE room = ? AND number = 7": "entries of the log are missing",
    "UPDATE rooms SET secret = '00' || substr(secret, 3) WHERE id = ?": "the secret does not fit the commitment",
    "UPDATE rooms SET options = '{' WHERE id = ?": "what the table is cannot be read",
    "UPDATE rooms SET game = 'chess' WHERE id = ?": "what the table is cannot be read",
    "UPDATE rooms SET phase = 'playing' WHERE id = ?": "whose turn it is",
    "UPDATE rooms SET asked = '[0]' WHERE id = ?": "whose turn it is",
    "UPDATE events SET event = '{}' WHERE room = ? AND number = 2": "what was told does not follow",
    "UPDATE snapshots SET data = '{}' WHERE room = ?": "the snapshot does not follow",
    "DELETE FROM snapshots WHERE room = ?": "the snapshot does not follow",
    "UPDATE seats SET nonce = '00' WHERE room = ? AND seat = 0": "the log does not hold",
}


def test_a_check_names_every_damaged_table_and_says_what_is_wrong(house: House) -> None:
    names = house.copied(house.over[GAMES.index("richelieu")], COPIES)
    all_of_them = len(house.over) + 2 + COPIES
    assert f"All is well: {all_of_them} tables" in well(run(house.home, *house.words("check", "--jobs", "2")))
    damaged = dict(zip(names[3:], DAMAGES.items(), strict=False))
    for name, (statement, _) in damaged.items():
        house.sql(statement, name)
    done = run(house.home, *house.words("check", "--jobs", "2"))
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(damaged)
    for line, (name, (statement, why)) in zip(lines, damaged.items(), strict=True):
        assert line.startswith(f"{name}: {why}"), statement
    assert f"Damaged: {len(DAMAGES)} of {all_of_them} tables." in done.stdout


def test_a_check_shows_how_far_it_has_come(house: House) -> None:
    names = house.copied(house.over[GAMES.index("richelieu")], COPIES)
    house.sql("UPDATE entries SET hash = 'x' WHERE room = ?", names[11])
    with Terminal(house.home, *house.words("check", "--jobs", "1")) as terminal:
        assert terminal.end() == 1
        assert "Checking" in terminal.seen
        assert "━" in terminal.seen
        assert "100%" in terminal.seen
        assert names[11] in terminal.seen


def test_a_file_that_is_damaged_is_told(house: House, program: Words) -> None:
    house.sql("PRAGMA foreign_keys = OFF")
    house.sql("INSERT INTO watchers VALUES ('nothere', 'nobody')")
    done = program(*house.words("check"))
    assert done.returncode == 1
    assert "The file is damaged: watchers" in done.stderr
