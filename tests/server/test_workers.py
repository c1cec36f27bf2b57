"""Worker processes and the line before them: turns are fair, and nothing that happens to a worker is lost on others."""

from __future__ import annotations

import asyncio
import operator
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from eminence.server.workers import Line, TookTooLong, Workers

LONG = 3600.0


@pytest.fixture
def workers() -> Iterator[Workers]:
    with closing(Workers(1)) as found:
        yield found


def test_who_wants_much_waits_longer_and_others_do_not_wait_for_him() -> None:
    line = Line[str]()
    for number in range(300):
        line.join("crowd", f"room {number % 100}", f"{number % 100}")
    assert line.next() == "0"
    line.join("guest", "table", "guest")
    assert [line.next(), line.next()] == ["1", "guest"], "one of the crowd was before him, and one only"
    line.join("guest", "table", "guest again")
    rest = [line.next() for _ in range(len(line))]
    assert rest.index("guest again") == 1
    assert rest[2:100] == [str(number) for number in (*range(3, 100), 0)], "nor does one room wait for another"
    assert len(rest) == 299


def test_turns_come_one_after_the_other_and_are_given_up_by_who_leaves(workers: Workers) -> None:
    came: list[str] = []

    async def come(name: str) -> None:
        async with workers.turn(name, ""):
            came.append(name)

    async def scene() -> None:
        async with workers.turn("first", ""):
            tasks = [asyncio.create_task(come(name)) for name in ("second", "leaves", "third")]
            await asyncio.sleep(0)
            assert workers.waiting == 3
            tasks[1].cancel()
            await asyncio.sleep(0)
        leaves_at_the_last_moment = asyncio.create_task(come("too late"))
        await asyncio.wait(tasks)
        await leaves_at_the_last_moment
        assert workers.waiting == 0
        async with workers.turn("holder", ""):
            task = asyncio.create_task(come("never"))
            await asyncio.sleep(0)
        task.cancel()  # the worker was just given to it
        await asyncio.wait({task})
        await come("fourth")

    asyncio.run(scene())
    assert came == ["second", "third", "too late", "fourth"]


def test_a_worker_that_dies_is_replaced_and_one_that_takes_too_long_is_ended(workers: Workers) -> None:
    async def scene() -> None:
        async with workers.turn("", "") as worker:
            first = await worker.do(os.getpid)
            working = asyncio.create_task(worker.do(time.sleep, 0.5))
            await asyncio.sleep(0.1)
            os.kill(first, 9)
            await working
            second = await worker.do(os.getpid)
            assert second not in (first, os.getpid())
            with pytest.raises(TookTooLong):
                await worker.do(time.sleep, LONG, seconds=0.1)
            assert await worker.do(os.getpid) not in (first, second)
            with pytest.raises(TookTooLong):
                await worker.do(signal.raise_signal, signal.SIGKILL)  # whatever it is, it kills every worker
            with pytest.raises(ZeroDivisionError):
                await worker.do(operator.truediv, 1, 0)
            assert await worker.do(operator.add, 1, 1) == 2

    asyncio.run(scene())


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced(workers: Workers) -> None:
    async def scene() -> None:
        async with workers.turn("", "") as worker:
            first = await worker.do(os.getpid)
            (process,) = (worker._pool._processes if worker._pool else {}).values()
            os.kill(first, 9)
            await asyncio.get_running_loop().run_in_executor(None, process.join)
            await asyncio.sleep(0.1)  # for the pool to notice
        async with workers.turn("", "") as worker:
            assert await worker.do(os.getpid) not in (first, os.getpid())

    asyncio.run(scene())


def test_a_worker_that_is_still_at_it_is_nobodys_turn(workers: Workers) -> None:
    async def scene() -> None:
        async def impatient() -> None:
            async with workers.turn("impatient", "") as worker:
                await worker.do(time.sleep, 1.0)

        task = asyncio.create_task(impatient())
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.wait({task})
        assert not workers._free
        async with workers.turn("next", "") as worker:
            assert worker.running is None

    asyncio.run(scene())
