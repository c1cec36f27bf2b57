"""The example bot plays whole matches through the API, over connections that break."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tests.server.driving import PATIENCE, Server
from tests.server.test_api import make

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"


def play(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, BOT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(bot: subprocess.Popen[str]) -> list[str]:
    """What a bot said that went well, line by line."""
    try:
        said, wrong = bot.communicate(timeout=2 * PATIENCE)
    finally:
        bot.kill()
    assert (bot.returncode, wrong) == (0, "")
    return said.splitlines()


def test_it_plays_whole_matches_of_any_game_against_a_bot_of_the_house(server: Server) -> None:
    for words, end in (
        (["--short", "--seed", "1"], "The discs are turned face up and the points are counted. "),
        (["--game", "caesar_cleopatra", "--seed", "2"], "The bonuses are turned up. "),
    ):
        *story, result = ended(play(server.url, "--against", "page", *words))
        assert story[-1].startswith(end)
        assert result.endswith("this was seat 0.")
        assert result.startswith(("Won: [", "Lost: ["))


class Cutting:
    """Stands between a client and the server, and cuts every connection after so many bytes from the server."""

    def __init__(self, port: int, after: int) -> None:
        self.to, self.after, self.cuts = port, after, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def pass_on(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self.to)) as server:
            threading.Thread(target=self.ask, args=(client, server), daemon=True).start()
            left = self.after
            while left > 0 and (data := server.recv(min(left, 4096))):
                client.sendall(data)
                left -= len(data)
            self.cuts += left == 0
            for end in (client, server):
                end.shutdown(socket.SHUT_RDWR)

    def ask(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):  # until it is cut
            while data := client.recv(4096):
                server.sendall(data)


def test_it_misses_nothing_when_its_connections_break(server: Server) -> None:
    room = make(server, options={"short": True})
    cutting = Cutting(server.port, after=20_000)
    bots = []
    for port, place, seed in zip((server.port, cutting.port), room["invitations"], "12", strict=True):
        bots.append(play(f"http://127.0.0.1:{port}/s/{room['id']}/{place['invitation']}", "--seed", seed))
    told = [ended(bot) for bot in bots]
    cutting.listener.close()
    assert cutting.cuts > 3
    assert [result.split(":")[0] for *_, result in told].count("Won") >= 1
    with server.program(room["id"], room["watch_token"]) as spectator:
        lines = [event for event in spectator.get("story").json()["events"] if event["text"]]
    assert [len(said) - 1 for said in told] == [len(lines), len(lines)]


def test_it_says_what_went_wrong(server: Server) -> None:
    for words in (("/s/nowhere/nothing",), ("", "--against", "cardinal")):
        bot = play(server.url + words[0], *words[1:])
        said, wrong = bot.communicate(timeout=PATIENCE)
        assert (bot.returncode, said) == (1, "")
        assert "Traceback" not in wrong
        assert wrong.count("\n") == 1
