"""Connections that ask for nothing, or too slowly, or too many at once: they hold up nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from eminence.server.http import connections, limits
from eminence.server.monitoring.logs import OFTEN
from tests.server.driving import PATIENCE, Server, ServerHere, Table, until
from tests.server.test_run import running as endless
from tests.server.test_run import until as until_heard

DESCRIPTORS = 512


class Modest(Server):
    """A server that may have more descriptors than it was given."""

    before = ("sh", "-c", f'ulimit -Sn {DESCRIPTORS}; ulimit -Hn {4 * DESCRIPTORS}; exec "$@"', "sh")


class Poor(Server):
    """A server that may have few descriptors, and cannot have more."""

    before = ("sh", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "sh")


def connected(port: int, source: str = "127.0.0.1") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))
    made.settimeout(PATIENCE)
    return made


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def answered(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    read = b""
    while piece := connection.recv(65536):
        read += piece
    return read


# -- too many ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("addresses", [1, 4])
def test_more_idle_connections_than_descriptors_stop_nobody_and_fill_no_log(tmp_path: Path, addresses: int) -> None:
    with closing(Poor(tmp_path)) as server, ExitStack() as held:
        assert '"event": "server.few_descriptors", "descriptors": 512' in server.log
        table = server.room(2)
        one = held.enter_context(table.person(0))
        stream = held.enter_context(one.stream(f"{table.path}/stream"))
        stream.until_told()
        for number in range(DESCRIPTORS + 200):
            held.enter_context(connected(server.port, f"127.0.0.{1 + number % addresses}"))
        with table.person(1) as two:  # from the same address, over a connection of its own
            assert two.get(table.path).status_code == 200
            assert two.post(f"{table.path}/say", text="I am in").status_code == 303
        stream.until(lambda events: any("I am in" in event.data for event in events))
        assert not stream.ended, "who is using a connection keeps it"
        assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < DESCRIPTORS
        assert "out of system resource" not in server.log
        assert len(server.log) < 100_000


def test_a_server_takes_as_many_descriptors_as_it_may_have(tmp_path: Path) -> None:
    with closing(Modest(tmp_path)) as server:
        assert f'"connections": {4 * DESCRIPTORS - connections.RESERVED}' in server.log
        assert "few_descriptors" not in server.log


def test_where_all_are_in_use_whoever_comes_is_told(tmp_path: Path) -> None:
    with endless(tmp_path) as server, ExitStack() as held:
        source = "127.0.0.3"
        for _ in range(connections.MOST_OF_ADDRESS):
            busy = held.enter_context(connected(server.port, source))
            busy.sendall(b"GET /stream HTTP/1.1\r\nHost: here\r\n\r\n")
            until_heard(busy, b"hello")
        with connected(server.port, source) as late:
            told = answered(late)
        assert told.startswith(b"HTTP/1.1 503 ")
        assert told.endswith(b"Try again in a while")
        with connected(server.port, "127.0.0.4") as other:
            other.sendall(b"GET /client HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            assert answered(other).endswith(b"127.0.0.4 http"), "others come in"


def test_one_address_has_so_many_and_the_one_idle_the_longest_makes_room(tmp_path: Path) -> None:
    with endless(tmp_path) as server, ExitStack() as held:
        more = 20
        ours = [
            held.enter_context(connected(server.port, "127.0.0.2")) for _ in range(connections.MOST_OF_ADDRESS + more)
        ]
        others = [held.enter_context(connected(server.port)) for _ in range(more)]
        until(lambda: all(map(is_closed, ours[:more])))
        assert not any(map(is_closed, (*ours[more:], *others)))


def test_what_breaks_at_will_is_told_so_often_and_no_more(tmp_path: Path) -> None:
    with closing(Server(tmp_path)) as server:
        for _ in range(OFTEN + 150):
            with connected(server.port) as garbage:
                garbage.sendall(b"\x16\x03\x01 this is no request\r\n\r\n")
                assert answered(garbage).startswith(b"HTTP/1.1 400 ")
        with server.client() as client:
            assert client.get("/health").status_code == 200
        until(lambda: '"route": "/health"' in server.log)  # what was answered is told all the same
        assert server.log.count("Invalid HTTP request") == OFTEN


def test_a_person_has_so_many_streams(tmp_path: Path) -> None:
    with closing(Server(tmp_path)) as server, ExitStack() as held:
        table = server.room(2)
        one, two = (held.enter_context(table.person(seat)) for seat in range(2))
        path = f"{table.path}/stream"
        streams = [one.stream(path) for _ in range(limits.STREAMS)]
        for stream in streams:
            stream.until_told()
        with one.http.stream("GET", path) as refused:
            assert refused.status_code == 429
            assert "too many tables open" in refused.read().decode()
        with two.stream(path) as other:
            other.until_told()
        for stream in streams:
            stream.__exit__()
        until(lambda: "eminence_open_streams 0.0" in server.measures)
        with one.stream(path) as again:
            again.until_told()


# -- too slow ----------------------------------------------------------------------------------------------------------


def test_who_says_nothing_or_never_comes_to_an_end_is_cut_off_and_who_waits_for_us_is_not(tmp_path: Path) -> None:
    with endless(tmp_path, "--hasty") as server, ExitStack() as held:
        waiting = held.enter_context(connected(server.port))
        waiting.sendall(b"GET /stream HTTP/1.1\r\nHost: here\r\n\r\n")
        until_heard(waiting, b"hello")
        with connected(server.port) as silent:
            assert answered(silent) == b""
        with connected(server.port) as slow:
            slow.sendall(b"GET /client HTTP/1.1\r\nHost: here\r\nX-Slow: ")
            assert answered(slow) == b""
        with connected(server.port) as second:  # the first request was in time, the next one is not
            second.sendall(b"GET /client HTTP/1.1\r\nHost: here\r\n\r\n")
            until_heard(second, b"127.0.0.1 http")
            second.sendall(b"GET /cli")
            assert b"HTTP/1.1" not in answered(second)
        assert not is_closed(waiting)


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerHere]:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(limits, "DRAINED_SECONDS", 0.3)
    server = ServerHere(tmp_path)
    yield server
    server.close()


def test_a_body_that_does_not_come_is_not_waited_for(impatient: ServerHere) -> None:
    port = impatient.listener.getsockname()[1]
    for more in (b"Content-Length: 100", b"Transfer-Encoding: chunked"):
        with connected(port) as slow:
            slow.sendall(b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\n" + more + b"\r\n\r\n1\r\n{")
            told = answered(slow)
        assert told.startswith(b"HTTP/1.1 408 "), more
        assert b'"error":"too_slow"' in told
        assert b"connection: close" in told


def test_a_body_that_is_too_large_and_does_not_come_is_not_waited_for(impatient: ServerHere) -> None:
    with connected(impatient.listener.getsockname()[1]) as slow:
        slow.sendall(b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n{")
        told = answered(slow)
    assert told.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in told


# -- two lengths -------------------------------------------------------------------------------------------------------


def test_a_length_told_in_two_ways_is_refused_and_nothing_behind_it_is_read(server: Server, table: Table) -> None:
    rest = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    both = (
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    )
    for lengths in both:
        with connected(server.port) as smuggler:
            smuggler.sendall(head + lengths + b"\r\n0\r\n\r\n" + rest)
            told = answered(smuggler)
        assert told.startswith(b"HTTP/1.1 400 ")
        assert b'"error":"two_lengths"' in told
        assert told.count(b"HTTP/1.1") == 1, "the rest is nobody's request"
    for lengths in (
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5, 6\r\n",
        b"Content-Length: -1\r\n",
    ):
        with connected(server.port) as smuggler:
            smuggler.sendall(head + lengths + b"\r\n{}" + rest)
            told = answered(smuggler)
        assert told.startswith(b"HTTP/1.1 400 "), lengths
        assert told.count(b"HTTP/1.1") == 1
