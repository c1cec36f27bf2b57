"""The way of an answer as `docs/architecture.md` draws it is the way it goes: hop by hop, in that order."""

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import eminence
from tests.server.driving import ServerHere

SOURCES = Path(eminence.__file__).resolve().parent
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"
HOP = re.compile(r"^\| (\d+) \| `([\w/.]+)` \| `([\w.]+)` \|", re.MULTILINE)
MOST = 15


def test_an_answer_goes_the_way_that_is_drawn(tmp_path: Path) -> None:
    hops = HOP.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert [int(number) for number, *_ in hops] == list(range(1, len(hops) + 1))
    assert 0 < len(hops) <= MOST
    drawn = [(file, function.rpartition(".")[2]) for _, file, function in hops]
    came: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCES):
            file = path.relative_to(SOURCES).as_posix().removeprefix("server/")
            came.append((file, frame.f_code.co_name))

    threading.setprofile(watch)  # before the server begins: its threads are watched from their start
    try:
        sys.setprofile(watch)
        server = ServerHere(tmp_path)
        sys.setprofile(None)
        table = server.room(2)
        with table.person(0) as one, table.person(1) as two, two.stream(f"{table.path}/stream") as stream:
            told = len(stream.until_told())
            came[:] = [hop for hop in came if hop == drawn[0]]
            assert one.answer(table.path).status_code == 303
            stream.until(lambda events: len(events) > told)
        server.close()
    finally:
        threading.setprofile(None)
    at = 0
    for hop in drawn:
        assert hop in came[at:], f"after {drawn[drawn.index(hop) - 1]} it does not come by {hop}"
        at = came.index(hop, at) + 1
