"""A server in a process of its own, on a database of its own: it can be stopped and started again, as machines are."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

import httpx

from tests.cli.driving import PATIENCE, eminence_command, environment

ADDRESS = re.compile(r"http://localhost:(\d+)")
LIVE = re.compile(r"^eminence_live_matches (\S+)$", re.MULTILINE)
QUICK = "0.02"
"""The pace of the bots, in seconds: nobody here has to follow them with the eye."""


class Server:
    """Where the pages come from."""

    def __init__(self, home: Path, pace: str = QUICK) -> None:
        self.home = home
        self.database = home / "house.db"
        self.words = ("--no-open", "--pace", pace, "--no-limits", "--database", f"sqlite:///{self.database}")
        self.log = home / "server.log"
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Begin to serve: the first time at a free port, from then on at the same."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                eminence_command("serve", "--port", str(self.port), *self.words),
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
                cwd=self.home,
                env=environment(self.home),
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
            )
        assert self.process.stdout
        said = ""
        while not (found := ADDRESS.search(said)):
            line = self.process.stdout.readline()
            assert line, said + self.log.read_text()
            said += line
        self.port = int(found[1])
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    def watched_tables(self) -> int:
        """At how many tables somebody looks now."""
        found = LIVE.search(httpx.get(f"{self.url}/metrics", timeout=PATIENCE).text)
        assert found
        return int(float(found[1]))

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
