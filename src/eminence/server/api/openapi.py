"""The OpenAPI document, written from the list of operations and their types."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

from eminence.server.api import types
from eminence.server.problems import STATUS

ALWAYS = ("wrong_host", "two_lengths", "too_slow", "too_many", "fault")
"""What can go wrong anywhere."""
REFERENCE = "#/components/schemas/{name}"


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that can be asked of the API: what it takes, what it gives, what can go wrong."""

    method: str
    path: str
    act: Callable[[Any], Awaitable[Response]]
    gives: type[Any]
    takes: type[Any] | None = None
    status: int = 200
    token: bool = True
    since: bool = False
    problems: tuple[str, ...] = ()


@cache
def document(operations: tuple[Operation, ...]) -> dict[str, Any]:
    """The whole document."""
    kinds: set[type[Any]] = {types.Problem}
    kinds |= {kind for operation in operations for kind in (operation.gives, operation.takes) if kind}
    kinds -= {dict, str}
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    for kind in kinds:
        if names := getattr(kind, "ONE_OF", ()):  # exactly one of these fields, which a type cannot say by itself
            schemas[kind.__name__]["oneOf"] = [{"required": [name]} for name in names]
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Éminence",
            "version": "1",
            "description": "Make a room, take a seat with an invitation, and play. The token that joining gives is the "
            "seat's: send it as `Authorization: Bearer …`. Spectators send the room's watch_token.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation) -> dict[str, Any]:
    told = (operation.act.__doc__ or "").strip()
    made: dict[str, Any] = {
        "operationId": operation.act.__name__,
        "summary": told.partition("\n")[0],
        "parameters": _parameters(operation),
        "responses": {str(operation.status): _response(operation), **_problems(operation)},
    }
    if operation.token:
        made["security"] = [{"token": []}, {}] if operation.method == "GET" else [{"token": []}]
    if operation.takes is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(operation.takes)}}}
    return made


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if "{room}" in operation.path:
        found.append({"name": "room", "in": "path", "required": True, "schema": {"type": "string"}})
    if operation.since:
        schema = {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0}
        found.append({"name": "since", "in": "query", "required": False, "schema": schema})
    return found


def _schema(kind: type[Any]) -> dict[str, Any]:
    if kind is dict:
        return {"type": "object"}
    return {"$ref": REFERENCE.format(name=kind.__name__)}


def _response(operation: Operation) -> dict[str, Any]:
    if operation.gives is str:
        return {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {"description": "Done.", "content": {"application/json": {"schema": _schema(operation.gives)}}}


def _problems(operation: Operation) -> dict[str, Any]:
    keys: dict[int, list[str]] = {}
    since = ("bad_number",) if operation.since else ()
    for key in (*operation.problems, *since, *ALWAYS):
        keys.setdefault(STATUS[key], []).append(key)
    content = {"application/json": {"schema": _schema(types.Problem)}}
    return {
        str(status): {"description": ", ".join(sorted(found)), "content": content}
        for status, found in sorted(keys.items())
    }
