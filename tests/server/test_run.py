"""The server as a process: it ends at once, whatever is open, and says nothing it should not."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from eminence.server.http.run import CannotListen, listen, network_address
from tests.cli.driving import environment

ENDLESS = Path(__file__).with_name("endless.py")
PATIENCE = 120.0
AT_ONCE = 30.0  # seconds within which a server is gone


def interrupts_count() -> None:
    """In the new process: a test that runs in the background of a shell, or by nohup, inherits them ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Server:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        assert process.stderr
        self.process, self.stdout, self.stderr = process, process.stdout, process.stderr
        self.port = int(self.stdout.readline() or 0)
        self.url = f"http://127.0.0.1:{self.port}"

    def connect(self, path: str) -> socket.socket:
        """A connection on which a request was sent, and nothing read."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        return connection

    def stop(self, number: signal.Signals = signal.SIGINT) -> float:
        """Send a signal, and return the seconds until the process was gone."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def log(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.stderr.read().splitlines()]

    def ended_well(self) -> None:
        assert (self.process.returncode, self.stdout.read()) == (0, "ended\nreturned\n")
        assert [line["event"] for line in self.log()] == ["server.start", "server.stop"]


@contextmanager
def running(home: Path, *words: str) -> Iterator[Server]:
    with subprocess.Popen(
        [sys.executable, str(ENDLESS), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
        preexec_fn=interrupts_count,  # noqa: PLW1509 (nothing but a system call)
    ) as process:
        try:
            yield Server(process)
        finally:
            process.kill()


def until(connection: socket.socket, awaited: bytes) -> bytes:
    read = b""
    while awaited not in read:
        piece = connection.recv(4096)
        assert piece, read
        read += piece
    return read


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_with_open_streams_it_stops_at_once_and_well(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as server:
        watchers = [server.connect("/stream") for _ in range(20)]
        for watcher in watchers:
            until(watcher, b"hello")
        assert server.stop(number) < AT_ONCE
        for watcher in watchers:
            assert until(watcher, b"0\r\n\r\n").endswith(b"0\r\n\r\n"), "a stream ends as a stream does, not torn off"
            watcher.close()
        server.ended_well()


@pytest.mark.parametrize("path", ["/stubborn", "/slow"])
def test_who_does_not_listen_or_takes_too_long_is_cut_off(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as server, server.connect(path) as deaf:
        if path == "/stubborn":
            until(deaf, b"data")  # and then nothing more is read
        time.sleep(0.2)
        assert server.stop() < AT_ONCE
        server.ended_well()


@pytest.mark.parametrize(("words", "code"), [("--long-end", 0), ("--stuck-end", 1)])
def test_a_second_interrupt_waits_for_nothing_and_a_third_not_even(tmp_path: Path, words: str, code: int) -> None:
    with running(tmp_path, words) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.stdout.readline() == "ended\n"
        if words == "--stuck-end":
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert server.process.poll() is None
        assert server.stop() < AT_ONCE
        assert server.process.returncode == code


def test_an_app_that_cannot_begin_is_told_as_what_it_raised(tmp_path: Path) -> None:
    with running(tmp_path, "--broken") as server:
        log = server.stderr.read()
        assert server.process.wait(PATIENCE) == 1
        assert server.port == 0, "it was never ready"
        assert log.count("Traceback") == 1, "raised to whoever called, and not logged besides"
        assert log.rstrip().endswith("RuntimeError: broken")


def test_a_proxy_is_believed_only_if_told_so_and_an_idle_connection_holds_nothing(tmp_path: Path) -> None:
    told = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for words, seen in (((), "127.0.0.1 http"), (("--proxies",), "203.0.113.9 https")):
        with running(tmp_path, *words) as server, httpx.Client(base_url=server.url) as browser:
            assert browser.get("/client").text == "127.0.0.1 http"
            assert browser.get("/client", headers=told).text == seen
            assert server.stop() < AT_ONCE
            assert server.process.returncode == 0


def test_nothing_is_logged_of_a_request_but_by_us_and_no_server_is_named(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert "server" not in httpx.get(f"{server.url}/client?secret=1").headers
        assert httpx.get(f"{server.url}/failing?a_secret").status_code == 500
        server.stop()
        _, failed, _ = log = server.log()
        assert [line["event"] for line in log] == ["server.start", "uvicorn.error", "server.stop"]
        assert failed["message"] == "Exception in ASGI application"
        assert str(failed["traceback"]).endswith("RuntimeError")
        assert "a_secret" not in json.dumps(log)


def test_a_socket_is_taken_as_soon_as_it_is_ours() -> None:
    with listen("127.0.0.1", 0) as ours:
        port = ours.getsockname()[1]
        with pytest.raises(CannotListen) as refused:
            listen("127.0.0.1", port)
        assert refused.value.taken
    listen("127.0.0.1", port).close()


def test_a_host_that_is_not_here() -> None:
    for host in ("203.0.113.9", "no.such.host.invalid", "a" * 300, "ä" * 70):
        with pytest.raises(CannotListen) as refused:
            listen(host, 0)
        assert not refused.value.taken, host
        assert refused.value.reason, host


def test_the_address_in_the_network_is_one_that_others_can_use() -> None:
    found = network_address()
    assert found is None or not found.startswith(("127.", "0."))
