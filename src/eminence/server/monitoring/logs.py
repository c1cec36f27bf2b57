"""Logs: one JSON object a line, or a line for people where a person looks on.

A log is read by many and kept for long, so nothing of a match or a person is ever in it: no path (paths carry tokens),
no body, no cookie, no name, no talk. What is logged is the name of an event and fields that whoever logs chooses.
Exceptions are told by kind and place; what they say may quote what was being worked on, and is left out unless it
comes from the system or the database itself.

>>> log("table.opened", seats=3)  # to standard error, once `set_up` was called
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, TextIO

ERROR: Final = logging.ERROR
WARNING: Final = logging.WARNING
LEVELS: Final = ("debug", "info", "warning", "error")
OWN: Final = "eminence.server"
CROWDED: Final = "connections.full"
"""The event of somebody who was sent away at the door."""
TOLD: Final = "_eminence_told"
"""Set on an exception that has been logged, so that whoever meets it further out does not log it again."""

_SAID_BETTER: Final = ("Traceback", "Application startup failed", "Application shutdown failed")

_logger = logging.getLogger(OWN)
_logger.addHandler(logging.NullHandler())  # before `set_up`, and in commands that are no server, nothing is logged


def log(event: str, level: int = logging.INFO, error: BaseException | None = None, **fields: Any) -> None:
    """Log an event. Fields are numbers and short words of our own, never what a person typed or holds secret."""
    if _logger.isEnabledFor(level):
        _logger.log(level, event, extra={"fields": fields}, exc_info=error)
    if error is not None:
        setattr(error, TOLD, True)


def set_up(level: str | None = None, stream: TextIO | None = None, human: bool | None = None) -> None:
    """Send all logs, our own and those of libraries, to a stream (standard error) in the form that fits it.

    Where a person looks on (a terminal), only what needs them is told unless they ask for more.
    """
    stream = sys.stderr if stream is None else stream
    human = stream.isatty() if human is None else human
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_ForPeople() if human else _AsJson())
    handler.addFilter(_worth_telling)
    handler.addFilter(NotTooOften())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    _logger.setLevel((level or ("warning" if human else "info")).upper())


def _worth_telling(record: logging.LogRecord) -> bool:
    """Not what was told before, nor what uvicorn says of an app that fails to begin or end: `run` tells that better."""
    if record.name.startswith(OWN):
        return True
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, asyncio.CancelledError):  # at the end, requests are cut
        return False
    return not getattr(error, TOLD, False) and not str(record.msg).startswith(_SAID_BETTER)


OFTEN: Final = 100
WHILE: Final = 60.0
"""The same is told so many times in so many seconds; then how often it was left out."""


class NotTooOften(logging.Filter):
    """Leaves out what others can make us say without end: a request that is refused, a connection that breaks.

    What happened here, and every request that was answered, is always told.
    """

    def __init__(self, most: int = OFTEN, seconds: float = WHILE, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._told: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key = _at_will(record)
        if key is None:
            return True
        began, told = self._told.get(key, (self.clock(), 0))
        left_out = max(0, told - self.most)
        if self.clock() - began >= self.seconds:
            began, told = self.clock(), 0
            if left_out:
                record.__dict__["left_out"] = left_out
        self._told[key] = began, told + 1
        return told < self.most


def _at_will(record: logging.LogRecord) -> object:
    """What a stranger makes us say, by its kind; None for anything else. There are few kinds."""
    if not record.name.startswith(OWN):
        return record.name, record.levelno
    status = getattr(record, "fields", {}).get("status", 0)
    if isinstance(status, int) and 400 <= status < 500:
        return status
    return record.msg if record.msg == CROWDED else None


def traceback_of(error: BaseException) -> str:
    """Where an exception came from, and what led to it, without what it says.

    >>> def divide(by: int) -> float:
    ...     return 1 / by
    >>> try:
    ...     divide(0)
    ... except ZeroDivisionError as error:
    ...     traceback_of(error).splitlines()[-1]
    'ZeroDivisionError'
    """
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        kind = type(current)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        said = _said(current)
        frames = traceback.format_tb(current.__traceback__)
        parts.append("".join(frames) + (f"{name}: {said}" if said else name))
        if isinstance(current, BaseExceptionGroup):
            parts[-1] += "".join(f"\n{traceback_of(inner)}" for inner in current.exceptions)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\nwhich led to\n".join(reversed(parts))


def _said(error: BaseException) -> str:
    """What an exception says, where that can only be about the machine."""
    if isinstance(error, OSError):
        return error.strerror or ""
    return str(error) if isinstance(error, sqlite3.Error) else ""


def _parts(record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
    """The name of the event and its fields. Of what a library says, the first line: the rest may quote."""
    left_out = getattr(record, "left_out", 0)
    more = {"left_out": left_out} if left_out else {}
    if record.name.startswith(OWN):
        return record.getMessage(), {**getattr(record, "fields", {}), **more}
    return record.name, {"message": record.getMessage().strip().partition("\n")[0][:200], **more}


class _AsJson(logging.Formatter):
    """For machines."""

    def format(self, record: logging.LogRecord) -> str:
        event, fields = _parts(record)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": event,
            **fields,
        }
        if record.exc_info and record.exc_info[1]:
            line["traceback"] = traceback_of(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


class _ForPeople(logging.Formatter):
    """For a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        event, fields = _parts(record)
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        told = " ".join(f"{name}={field}" for name, field in fields.items())
        line = f"{moment} {record.levelname.lower():7} {event} {told}".rstrip()
        if record.exc_info and record.exc_info[1]:
            line += "\n" + traceback_of(record.exc_info[1])
        return line
