"""bench/load.py and bench/open.py on a small scale: they run and find nothing lost. Their bars are not for here."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driving import environment

BENCH = Path(__file__).resolve().parents[2] / "bench"
MET_OR_MISSED = (0, 2)


def run(home: Path, script: str, *words: str) -> str:
    place: dict[str, Any] = {"cwd": home, "env": environment(home)}
    command = [sys.executable, str(BENCH / script), *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False, **place)
    assert done.returncode in MET_OR_MISSED, done.stdout + done.stderr
    assert done.stderr == ""
    return str(done.stdout)


@pytest.mark.parametrize("stream", ["page", "api"])
def test_under_load_every_answer_reaches_the_log_and_all_who_look(tmp_path: Path, stream: str) -> None:
    words = ["--matches", "6", "--rate", "20", "--seconds", "2", "--stream", stream, "--json"]
    found = json.loads(run(tmp_path, "load.py", *words))
    assert (found["lost"], found["without_event"]) == ([], 0)
    assert found["answers"] > 0
    assert 0 < found["acknowledged_ms"]["p50"] <= found["acknowledged_ms"]["p99"] <= found["acknowledged_ms"]["max"]
    assert found["last_event_ms"]["p50"] > 0
    assert found["memory_after"] > 10_000_000


def test_a_long_match_opens(tmp_path: Path) -> None:
    told = run(tmp_path, "open.py", "--backs", "1", "--times", "3")
    lines = told.splitlines()
    assert [line.split(":")[0].strip() for line in lines[:5]] == ["just dealt", "open_room", "page", "piece", "api"]
    dealt, long, over = map(int, re.findall(r"(\d+) entries", told))
    assert dealt < 100 < long < over + 50
