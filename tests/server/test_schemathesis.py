"""The OpenAPI document and the API say the same: schemathesis asks what the document allows, and what it forbids."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from eminence.core.game import Game
from eminence.games import all_games
from eminence.server.api.operations import OPERATIONS
from eminence.server.problems import STATUS
from eminence.server.storage import people, rooms
from tests.cli.driving import environment
from tests.server.driving import Server
from tests.thorough import THOROUGH

SEED = 1655
RUN = "from schemathesis.cli import schemathesis; schemathesis()"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,negative_data_rejection,missing_required_header,unsupported_method,"
    "allow_header_conformance,ignored_auth"
)
"""All that schemathesis knows and that means something here; that every request which fits the schema is accepted does
not: whether an answer can be given is decided by the rules of a game."""


EXAMPLES = 20 if THOROUGH else 2  # are asked of each operation
NO_STREAM = ("--exclude-operation-id", "stream")  # one that opens does not end: tested on its own
ALL = len(OPERATIONS) - 1  # it does not ask for the document itself once more


def ask(
    server: Server, home: Path, *words: str, room: str = "", token: str = "", personal: str = "", document: str = ""
) -> subprocess.CompletedProcess[str]:
    """Let schemathesis ask the server, for a room and with a token that exist or without."""
    lines = [f'parameters = {{ "path.room" = "{room}" }}'] if room else []
    if personal:
        lines += ["[[operations]]", 'include-path = "/api/me/rooms"']
        lines += [f'headers = {{ Authorization = "Bearer {personal}" }}']
    config = home / "schemathesis.toml"
    config.write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-c", RUN, "--no-color", "--config-file", str(config), "run"]
    command += [document or f"{server.url}/api/openapi.json", "--url", server.url, "--checks", CHECKS]
    command += f"--seed {SEED} --phases examples,coverage,fuzzing --max-examples {EXAMPLES}".split()
    command += ["--generation-database", "none", "--continue-on-failure", "--no-shrink", "--request-timeout", "60"]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    command, env = [*command, *words], environment(home)
    return subprocess.run(command, capture_output=True, text=True, cwd=home, env=env, timeout=600, check=False)


def assert_well(done: subprocess.CompletedProcess[str], operations: int = ALL - 1) -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Tested: {operations}" in done.stdout, done.stdout


def taking_turns(turn: int) -> list[Game]:
    """The games that come to one of three tests: all, if one is thorough; otherwise each game comes to one of them."""
    return [game for number, game in enumerate(all_games()) if THOROUGH or number % 3 == turn]


@pytest.mark.parametrize("game", taking_turns(0), ids=lambda game: game.id)
def test_at_a_table_in_play(server: Server, tmp_path: Path, game: Game) -> None:
    table = server.room(max(game.seats), of=game.id)
    table.play(random.Random(1), 10)
    with server.store.writing() as connection:
        personal = people.meet(connection, table.people[0]).link
    done = ask(server, tmp_path, *NO_STREAM, room=table.id, token=table.keys[0], personal=personal)
    assert_well(done)
    assert "Authentication failed" not in done.stdout


@pytest.mark.parametrize("game", taking_turns(1), ids=lambda game: game.id)
def test_after_the_end(server: Server, tmp_path: Path, game: Game) -> None:
    table = server.room(min(game.seats), of=game.id)
    assert table.play(random.Random(1)).playing.over
    assert_well(ask(server, tmp_path, *NO_STREAM, room=table.id, token=table.keys[1]))


@pytest.mark.parametrize("game", taking_turns(2), ids=lambda game: game.id)
def test_where_people_gather(server: Server, tmp_path: Path, game: Game) -> None:
    with server.store.writing() as connection:
        room = rooms.make(connection, "host", game, {}, [""] * (max(game.seats) - 1) + ["page"])
    assert_well(ask(server, tmp_path, *NO_STREAM, room=room.id, token=room.seats[0].token))
    with server.store.reading() as connection:
        assert rooms.read(connection, room.id).seats[0].key, "somebody has joined"


def test_where_there_is_nothing(server: Server, tmp_path: Path) -> None:
    assert_well(ask(server, tmp_path, "--phases", "fuzzing"), ALL)


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    with server.client() as client:
        return dict(client.get("/api/openapi.json").json())


def test_a_document_that_lies_is_found_out(server: Server, tmp_path: Path, document: Any) -> None:
    told = json.loads(json.dumps(document))
    del told["paths"]["/api/rooms/{room}/table"]["get"]["responses"]["404"]
    told["components"]["schemas"]["Games"]["properties"]["levels"] = {"type": "string"}
    path = tmp_path / "lying.json"
    path.write_text(json.dumps(told))
    these = ("--include-operation-id", "table", "--include-operation-id", "games", "--phases", "fuzzing")
    done = ask(server, tmp_path, *these, "--max-examples", "3", document=str(path))
    assert done.returncode == 1, done.stdout
    assert "2 failed" in done.stdout


def test_the_document_is_whole(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert document["info"].keys() >= {"title", "version"}
    schemas = document["components"]["schemas"]
    references = set(re.findall(r'"\$ref": "(.*?)"', json.dumps(document)))
    assert references
    assert references <= {f"#/components/schemas/{name}" for name in schemas}
    for schema in schemas.values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(set(names)) == len(names) == len(OPERATIONS)
    for operation in OPERATIONS:
        found = document["paths"][operation.path][operation.method.lower()]
        declared = {parameter["name"] for parameter in found["parameters"] if parameter["in"] == "path"}
        assert declared == ({"room"} if "{room}" in operation.path else set())
        assert found["summary"]
        assert all(response["description"] for response in found["responses"].values())
        statuses = {str(STATUS[key]) for key in operation.problems} | {"429", "500", str(operation.status)}
        assert statuses <= found["responses"].keys(), "every problem has a status, and every status is declared"
