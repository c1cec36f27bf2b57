"""A wire between a browser and the server, which can be cut while the server lives on."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from tests.server.driving import Server


class Wire:
    """Passes everything on, both ways, until it is cut; then connections break, and new ones are refused."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.port = 0
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self.mend()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def mend(self) -> None:
        """Let everything through."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        """Break every connection."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self._lock:
            broken, self._open = self._open, []
        for end in broken:
            self._close(end)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", urlsplit(self.server.url).port or 0))
            with self._lock:
                self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            self._close(end)

    def _close(self, end: socket.socket) -> None:
        with suppress(OSError):  # the other side was first
            end.shutdown(socket.SHUT_RDWR)
        end.close()
