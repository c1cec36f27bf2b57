"""`eminence serve` as a process: what it says, where it listens, what it opens, and how it ends."""

import re
import shlex
import signal
import socket
import stat
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import segno

from eminence.cli import serve
from eminence.cli.files import own_command
from eminence.cli.serve import PORT, QUIET_ZONE, Addresses, has_screen, qr_code
from eminence.cli.terminal import Terminal as Screen
from eminence.core.texts import LANGUAGES, Texts
from eminence.server.http.run import listen
from tests.cli.conftest import Program
from tests.cli.driving import PATIENCE, Terminal, run, start, well, wrong

ADDRESS = re.compile(r"http://localhost:(\d+)")


class Server:
    """A server in a process of its own, its words read line by line."""

    def __init__(self, home: Path, *words: str, **more: str) -> None:
        self.process = start(home, "serve", "--port", "0", *words, **more)
        assert self.process.stdout
        self.said = ""
        while not (found := ADDRESS.search(self.said)):
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.said += line
        self.url, self.port = found[0], int(found[1])

    def stop(self) -> tuple[str, str]:
        """Press Ctrl-C: what was said, what was logged. It waits for nobody, and so it ends."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stdout
        assert self.process.stderr
        return self.said + self.process.stdout.read(), self.process.stderr.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *how: Any) -> None:
        self.process.kill()
        self.process.__exit__(*how)


def answers(url: str) -> bool:
    return httpx.get(url, follow_redirects=True, timeout=PATIENCE).status_code == 200


def test_it_serves_says_where_keeps_everything_in_a_file_and_stops(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert answers(server.url)
        file = tmp_path / "data" / "eminence" / "eminence.db"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, "only its owner reads it"
        said, log = server.stop()
        assert "Only this machine can reach it. --host 0.0.0.0 lets phones in" in said
        assert "Ctrl-C stops it." in said
        assert said.endswith("Stopped. Every match is kept.\n")
        assert all(line.startswith('{"time"') for line in log.splitlines())
        assert "Traceback" not in log


def test_with_a_table_and_its_streams_open_it_stops_and_the_log_tells_nothing_of_them(tmp_path: Path) -> None:
    with Server(tmp_path, "--log", "debug") as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as person:
        token = found_in(r'name="csrf" value="([^"]+)"', person.get("/").text)
        form = {"csrf": token, "game": "richelieu", "level": "page", "nonce": "my own words"}
        path = person.post("/play", data=form).headers["location"]
        stream = found_in(r'data-stream="([^"]+)"', person.get(path).text)
        with person.stream("GET", stream) as first, person.stream("GET", stream) as second:
            lines = [first.iter_lines(), second.iter_lines()]
            assert [next(watched) for watched in lines] == ["retry: 1000", "retry: 1000"]
            _, log = server.stop()
            for watched in lines:
                list(watched)  # to its end, which is no error
        assert "/table/{room}/stream" in log
        for secret in (path.split("/")[2], token, "my own words", *person.cookies.values()):
            assert secret not in log


def test_a_second_server_over_the_same_file_leads_to_the_first_and_a_killed_one_leaves_no_claim(tmp_path: Path) -> None:
    own = tmp_path / "own.db"
    words = ["--database", f"sqlite:///{own}"]
    with Server(tmp_path, *words) as server:
        assert own.is_file()
        assert server.url in well(run(tmp_path, "serve", "--port", "0", "--no-open", *words))
        server.process.kill()
        server.process.wait()
        with Server(tmp_path, *words) as another:
            assert answers(another.url)


def found_in(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, pattern
    return found[1]


def test_phones_in_the_network_find_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        said, _ = server.stop()
    network = Addresses.of("0.0.0.0", server.port, None).network
    assert (network or "is in no network") in said
    assert "▀" not in said, "no drawing where nobody looks on"


def test_on_a_terminal_there_is_a_code_to_scan_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    words = ["serve", "--host", "0.0.0.0", "--port", "0", "--base-url", "https://cards.example", "--lang", "fr"]
    with Terminal(tmp_path, *words) as terminal:
        seen = terminal.until("Ctrl-C l’arrête")
        for told in (
            "Sur cette machine\N{NO-BREAK SPACE}:",
            "https://cards.example",
            *qr_code("https://cards.example"),
        ):
            assert told.strip() in seen
        terminal.press(b"\x03")
        assert terminal.end() == 0
        assert "Arrêté." in terminal.seen
        assert "Traceback" not in terminal.seen


def test_no_code_is_drawn_where_it_would_break(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--base-url", "https://cards.example"]
    with Terminal(tmp_path / "narrow", *words, columns=24) as terminal:
        assert "▀" not in terminal.until("Ctrl-C")
    with Terminal(tmp_path, *words, NO_COLOR="1") as terminal:
        assert "▀" not in terminal.until("Ctrl-C"), "light on dark, a phone may not read it"


@pytest.mark.parametrize(("words", "patience"), [(["--open"], PATIENCE), (["--open", "--no-open"], 1.0)])
def test_the_browser_opens_once_there_is_something_to_see(tmp_path: Path, words: list[str], patience: float) -> None:
    browser, looks, opened = (tmp_path / name for name in ("browser", "looks.py", "opened"))
    browser.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(looks))} "$1"\n')
    browser.chmod(0o700)
    looks.write_text(
        "import sys, urllib.request\n"
        "found = urllib.request.urlopen(sys.argv[1]).status\n"
        f"open({str(opened)!r}, 'w').write(f'{{sys.argv[1]}} {{found}}')\n"
    )
    with Server(tmp_path, *words, BROWSER=f"{browser} %s") as server:
        deadline = time.monotonic() + patience
        while not (opened.exists() and opened.read_text()) and time.monotonic() < deadline:
            time.sleep(0.05)
        found = opened.read_text() if opened.exists() else None
        assert found == (None if "--no-open" in words else f"{server.url} 200")
        server.stop()


def test_where_there_is_no_browser_it_goes_on_quietly_and_without_a_screen_there_is_none(tmp_path: Path) -> None:
    with Server(tmp_path, "--open", BROWSER="/no/such/browser") as server:
        time.sleep(0.3)
        assert answers(server.url)
        assert "browser" not in server.stop()[1]
    assert has_screen({"DISPLAY": ":0"}, "linux")
    assert has_screen({}, "darwin")
    assert not has_screen({"TERM": "xterm"}, "linux"), "a browser in the terminal would take it over"


# -- where ------------------------------------------------------------------------------------------------------------
def test_a_port_that_is_taken_is_told_and_auto_is_the_usual_or_any_free_one(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen("127.0.0.1", 0) as ours:
        port = ours.getsockname()[1]
        sentence = wrong(program("serve", "--port", str(port)))
        assert f"Port {port} is taken" in sentence
        assert f"--port {port + 1}, or --port auto" in sentence
    texts = Texts("en", "eminence.core", "eminence.cli")
    monkeypatch.setattr(serve, "PORT", port)  # free again
    with serve.listener_for(texts, "127.0.0.1", None) as first, serve.listener_for(texts, "127.0.0.1", None) as second:
        assert first.getsockname()[1] == port != second.getsockname()[1]
    assert PORT == 8655


def test_a_data_folder_that_cannot_be_written_and_a_file_that_is_no_database(tmp_path: Path, program: Program) -> None:
    (tmp_path / "data").write_text("a file, not a folder")
    for language in LANGUAGES:
        sentence = wrong(program("serve", "--port", "0", "--lang", language))
        assert all(told in sentence for told in ("--database", str(tmp_path / "data" / "eminence"))), sentence
    (tmp_path / "x.db").write_text("not a database at all " * 100)
    assert "not a database" in wrong(program("serve", "--port", "0", "--database", "sqlite:///x.db"))
    assert (tmp_path / "x.db").read_text().startswith("not a database")


def test_names_and_networks_that_are_none_are_told(program: Program) -> None:
    for option, word, example in (
        ("--hosts", "https://cards.club", "cards.club,games.local"),
        ("--hosts", "cards.club:8655", "cards.club,games.local"),
        ("--monitors", "localhost", "127.0.0.1,10.0.0.0/8"),
        ("--proxies", "10.0.0.1/8", "127.0.0.1,10.0.0.0/8"),
    ):
        sentence = wrong(program("serve", "--port", "0", option, word))
        assert word in sentence
        assert example in sentence


def test_addresses() -> None:
    local, lan, public = "http://localhost:8655", "http://192.168.1.20:8655", "https://cards.example"
    assert Addresses.of("127.0.0.1", 8655, None) == Addresses(local, None, None, True)
    assert Addresses.of("::1", 80, None).machine == "http://[::1]:80"
    assert Addresses.of("192.168.1.20", 8655, None) == Addresses(lan, lan, None, False)
    everywhere = Addresses.of("::", 8655, public)
    assert (everywhere.machine, everywhere.public) == (local, public)


def test_a_socket_for_every_address_takes_both_kinds() -> None:
    if not socket.has_dualstack_ipv6():
        return
    with listen("::", 0) as listener, socket.create_connection(("127.0.0.1", listener.getsockname()[1])):
        pass


# -- what a person sees -----------------------------------------------------------------------------------------------
def test_the_code_is_that_of_the_address() -> None:
    address = "http://192.168.100.100:8655"
    rows: list[list[bool]] = []
    for line in qr_code(address):
        assert set(line) <= set(" ▀▄█")
        rows += [[half in "▀█" for half in line], [half in "▄█" for half in line]]
    code = segno.make(address, error="l", micro=False)
    rightful = [[bool(dark) for dark in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    assert rows[: len(rightful)] == rightful
    assert not any(any(row) for row in rows[len(rightful) :])


def test_it_is_said_in_every_language() -> None:
    machine, network, public = "http://localhost:1", "http://10.0.0.1:1", "https://cards.example"
    for language in LANGUAGES:
        for known in ((None, None, True), (None, None, False), (network, None, False), (network, public, False)):
            screen = Screen()
            screen.console.file = StringIO()
            serve.announce(screen, Texts(language, "eminence.core", "eminence.cli"), Addresses(machine, *known))
            said = screen.console.file.getvalue()
            assert all(part in said for part in (machine, known[1] or known[0] or "", "Ctrl-C")), (language, known)
            plain = bool(known[0]) and not known[1]
            assert ("docs/running.md" in said) is plain, "what plain http means is said where others are let in by it"


def test_the_program_says_its_own_name_as_it_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "eminence"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    for path, called, name in (
        ("/nowhere", str(program), str(program)),
        ("/nowhere", "my games/.venv/bin/eminence", "'my games/.venv/bin/eminence'"),
        ("/nowhere", "/x/eminence/__main__.py", "eminence"),
        (str(tmp_path), str(program), "eminence"),
    ):
        monkeypatch.setenv("PATH", path)
        assert own_command(called) == name
