"""HTTP on bare asyncio, as little of it as a load tool needs: what measures must not be busy with itself."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable, Mapping


class Refused(Exception):
    """An answer that is not a good one."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body[:300].decode(errors='replace')}")


def request(method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in headers.items())]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


class Client:
    """Somebody with one connection, which stays open as long as the server lets it, as a browser's does."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self.port = port
        self.headers = {**headers, "Accept-Encoding": "gzip"}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """What the server says. Raises Refused."""
        sent = request(method, path, {**self.headers, **headers}, body)
        if self._reader is not None and not self._reader.at_eof():
            try:
                return await self._said(sent)
            except (ConnectionError, asyncio.IncompleteReadError):
                pass  # the server has closed it this very moment: like a browser, once more over a new one
        self.close()
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        return await self._said(sent)

    async def _said(self, sent: bytes) -> bytes:
        assert self._reader is not None
        assert self._writer is not None
        self._writer.write(sent)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        length = int(head.partition("content-length:")[2].partition("\r\n")[0] or 0)
        said = await self._reader.readexactly(length)
        if "content-encoding: gzip" in head:
            said = gzip.decompress(said)
        if status >= 400:
            raise Refused(status, said)
        return said

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._reader = self._writer = None


class Stream(asyncio.Protocol):
    """An event stream. Every event is given to `told`: its name, its id, its data, and when its last byte arrived."""

    def __init__(self, sent: bytes, told: Callable[[str, str, bytes, float], None]) -> None:
        self.sent = sent
        self.told = told
        self.closed = False
        self.bytes = 0
        self._began = False
        self._raw = bytearray()
        self._events = bytearray()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(
        cls, port: int, path: str, headers: Mapping[str, str], told: Callable[[str, str, bytes, float], None]
    ) -> Stream:
        sent = request("GET", path, {**headers, "Accept": "text/event-stream"})
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: cls(sent, told), "127.0.0.1", port)
        return stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self.sent)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self.bytes += len(data)
        self._raw += data
        if not self._began and not self._begin():
            return
        while (end := self._raw.find(b"\r\n")) >= 0:
            size = int(self._raw[:end], 16)
            if len(self._raw) < end + size + 4:
                break
            self._events += self._raw[end + 2 : end + 2 + size]
            del self._raw[: end + size + 4]
        while (end := self._events.find(b"\n\n")) >= 0:
            self._event(bytes(self._events[:end]), at)
            del self._events[: end + 2]

    def _begin(self) -> bool:
        end = self._raw.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._raw[:end]).lower()
        if not head.startswith(b"http/1.1 200 ") or b"transfer-encoding: chunked" not in head:
            raise Refused(int(head.split(b" ", 2)[1]), bytes(self._raw))
        del self._raw[: end + 4]
        self._began = True
        return True

    def _event(self, block: bytes, at: float) -> None:
        name = number = ""
        data = []
        for line in block.split(b"\n"):
            field, _, value = line.partition(b": ")
            if field == b"data":
                data.append(value)
            elif field == b"event":
                name = value.decode()
            elif field == b"id":
                number = value.decode()
        if name:
            self.told(name, number, b"\n".join(data), at)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()
