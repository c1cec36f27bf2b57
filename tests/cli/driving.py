"""Driving the real program in a process of its own: through pipes, or through a terminal that is none."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import eminence
from eminence.games import ELSEWHERE

SOURCES = Path(eminence.__file__).resolve().parents[1]
PATIENCE = 120.0
"""Seconds before a program that says nothing is given up: many, since the machine may have much else to do."""
KEPT = ("PATH", "TMPDIR", "LD_LIBRARY_PATH", ELSEWHERE)
"""What a program takes over from whoever runs the tests, besides what measures which lines are reached."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the program finds around it: a place of its own for its data, and no language but English."""
    kept = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith("COVERAGE_")}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"}
    return kept | own | {"COLUMNS": "80", **more}


def eminence_command(*words: str) -> list[str]:
    return [sys.executable, "-m", "eminence", *words]


def start(home: Path, *words: str, **more: str) -> subprocess.Popen[str]:
    """Start a command that is written to and read through pipes."""
    home.mkdir(parents=True, exist_ok=True)
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    place: dict[str, Any] = {"cwd": home, "env": environment(home, **more), "preexec_fn": _interrupts_are_not_ignored}
    return subprocess.Popen(eminence_command(*words), encoding="utf-8", **pipes, **place)


def run(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with all that is typed given at once."""
    with start(home, *words, **more) as process:
        try:
            said = process.communicate(typed, PATIENCE)
        finally:
            process.kill()
    return subprocess.CompletedProcess(words, process.returncode, *said)


def well(done: subprocess.CompletedProcess[str]) -> str:
    """What a command said that went well."""
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def wrong(done: subprocess.CompletedProcess[str], code: int = 2) -> str:
    """The one sentence of a command that did not go well."""
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def _interrupts_are_not_ignored() -> None:
    """In the new process: a test in the background of a shell inherits that they are; at a terminal nobody does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _own_this_terminal() -> None:
    """In the new process: the pseudo-terminal is where its interrupts come from."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _interrupts_are_not_ignored()


class Terminal:
    """A pseudo-terminal with the program in it, and a person who reads before typing."""

    def __init__(self, home: Path, *words: str, rows: int = 50, columns: int = 80, **more: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.master, slave = pty.openpty()
        settings = environment(home, TERM="xterm-256color", COLUMNS=str(columns), LINES=str(rows), **more)
        place: dict[str, Any] = {
            "cwd": home,
            "env": settings,
            "preexec_fn": _own_this_terminal,
            "start_new_session": True,
        }
        self.process = subprocess.Popen(eminence_command(*words), stdin=slave, stdout=slave, stderr=slave, **place)
        os.close(slave)
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def read(self, deadline: float) -> str:
        """What the program says next; nothing once it has ended."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing more came; last seen: {self.seen[-2000:]}"
        try:
            chunk = os.read(self.master, 65536).decode("utf-8", errors="replace")
        except OSError:
            return ""
        self.seen += chunk
        return chunk

    def until(self, *awaited: str) -> str:
        """Read until one of these texts has come, and return everything read since the last time."""
        fresh = ""
        deadline = time.monotonic() + PATIENCE
        while not any(text in fresh for text in awaited):
            chunk = self.read(deadline)
            assert chunk, f"the program ended; last seen: {self.seen[-2000:]}"
            fresh += chunk
        return fresh

    def type(self, line: str, *awaited: str) -> str:
        """Type a line; and read until one of these texts has come."""
        self.press(f"{line}\n".encode())
        return self.until(*awaited) if awaited else ""

    def press(self, key: bytes) -> None:
        os.write(self.master, key)

    def interrupt(self) -> int:
        """Press Ctrl-C as a person does: again, if it came in the instant before Python read and nothing happened."""
        for _ in range(10):
            self.press(b"\x03")
            try:
                self.process.wait(2)
                break
            except subprocess.TimeoutExpired:
                continue
        return self.end()

    def end(self) -> int:
        """Read on until the program ends, and return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.read(deadline):
            pass
        return self.process.wait(PATIENCE)


def running(home: Path) -> list[Path]:
    return sorted((home / "data" / "eminence" / "running").glob("*.json"))


def finished(home: Path) -> list[Path]:
    return sorted((home / "data" / "eminence" / "finished").glob("*.json"))


def ones(times: int) -> str:
    """The first choice, again and again."""
    return "1\n" * times


def whole_game(home: Path, *words: str, **more: str) -> tuple[str, Path]:
    """A whole game played with the first choice always: what was said, and the match file."""
    said = well(run(home, "play", "richelieu", "--quick", "--level", "random", *words, typed=ones(200), **more))
    return said, finished(home)[-1]
