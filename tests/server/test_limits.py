"""How much and how often: what is refused, with what words, and that honest use never meets a limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from eminence.server.http import addresses, limits
from eminence.server.http.cookies import MOST_TOKENS, Identities
from eminence.server.http.limits import BODY_BYTES, BUDGETS, FILE_BYTES, BodyLimit, Buckets, Budget, RateLimit
from tests.server.refusing import answers_of


def problem(scope: Scope, status: int, key: str) -> Response:
    return PlainTextResponse(f"{scope['path']} {key}", status)


async def echo(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


SIZED = Starlette(
    routes=[Route("/say", echo, methods=["GET", "POST"]), Route("/verify", echo, methods=["POST"])],
    middleware=[Middleware(BodyLimit, problem=problem)],
)


def post(path: str, content: bytes | AsyncIterator[bytes]) -> httpx.Request:
    return httpx.Request("POST", f"http://here{path}", content=content)


async def pieces(size: int, piece: int = 10_000) -> AsyncIterator[bytes]:
    for start in range(0, size, piece):
        yield b"x" * min(piece, size - start)


@pytest.mark.parametrize(("path", "limit"), [("/say", BODY_BYTES), ("/verify", FILE_BYTES)])
def test_a_body_up_to_the_limit_arrives_whole_and_a_larger_one_is_refused(path: str, limit: int) -> None:
    nothing = post(path, b""), httpx.Request("GET", "http://here/say")
    taken = answers_of(SIZED, post(path, b"x" * limit), post(path, pieces(limit)), *nothing)
    assert [(answer.status_code, answer.text) for answer in taken] == [(200, str(limit))] * 2 + [(200, "0")] * 2
    for refused in answers_of(SIZED, post(path, b"x" * (limit + 1)), post(path, pieces(limit + 1))):
        assert (refused.status_code, refused.text) == (413, f"{path} too_large")
        assert refused.headers["connection"] == "close"


def sent_by(app: BodyLimit, headers: list[tuple[bytes, bytes]], messages: Iterator[Message]) -> list[Message]:
    """What an app answers to messages given one by one."""
    sent: list[Message] = []

    async def receive() -> Message:
        return next(messages)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app({**scope_of("POST /say"), "headers": headers}, receive, send))
    return sent


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the app was asked")


LENGTH = (b"content-length", b"99999999")


def test_who_asks_before_sending_is_refused_unread_and_no_more_is_thrown_away_than_is_reasonable() -> None:
    sent = sent_by(BodyLimit(never, problem), [LENGTH, (b"expect", b"100-continue")], iter(()))
    assert sent[0]["status"] == 413
    piece: Message = {"type": "http.request", "body": b"x" * (1024 * 1024), "more_body": True}
    messages = iter([piece] * (limits.DRAINED_BYTES // 1024 // 1024 + 1))
    assert sent_by(BodyLimit(never, problem), [LENGTH], messages)[0]["status"] == 413
    assert list(messages) == []


def test_who_leaves_in_the_middle_is_not_answered_and_the_app_hears_who_leaves_after_the_body() -> None:
    body: Message = {"type": "http.request", "body": b"x", "more_body": True}
    leaves: Message = {"type": "http.disconnect"}
    for header in (LENGTH, (b"content-length", b"10"), (b"transfer-encoding", b"chunked")):
        assert sent_by(BodyLimit(never, problem), [header], iter([body, leaves])) == []
    heard: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    whole = {"type": "http.request", "body": b"x"}
    sent_by(BodyLimit(app, problem), [(b"content-length", b"1")], iter([whole, leaves]))
    assert heard == ["http.request", "http.disconnect"]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills() -> None:
    clock = Clock()
    buckets = Buckets(clock=clock)

    def waits(requests: int = 1) -> list[float]:
        return [buckets.wait(("reading", "a"), Budget(3, 0.5)) for _ in range(requests)]

    assert waits(4) == [0, 0, 0, 2.0]
    clock.now += 1
    assert waits() == [pytest.approx(1.0)], "what is refused costs nothing"
    clock.now += 1
    assert waits() == [0]
    clock.now += 1000
    assert waits(4) == [0, 0, 0, 2.0], "and is never more than full"


def test_buckets_take_bounded_room_and_the_longest_unused_goes_first() -> None:
    buckets = Buckets(most=10, clock=Clock())
    budget = Budget(1, 0.01)
    assert buckets.wait(("x", "first"), budget) == 0
    for number in range(100):
        assert buckets.wait(("x", "first"), budget) > 0, "one that is used is kept"
        assert buckets.wait(("x", str(number)), budget) == 0
        assert len(buckets) <= 10


def scope_of(request: str = "GET /", client: str = "10.0.0.1", person: str = "") -> Scope:
    method, path = request.split()
    return {"type": "http", "method": method, "path": path, "headers": [], "client": (client, 1), "person": person}


def limiter(clock: Clock) -> RateLimit:
    return RateLimit(never, problem, person_of=lambda scope: scope["person"] or None, buckets=Buckets(clock=clock))


def granted(limit: RateLimit, scope: Scope, most: int = 10_000) -> int:
    """How many requests go through at once."""
    return next(number for number in range(most) if limit.wait(scope))


def test_every_kind_of_request_has_its_own_budget_and_so_have_people_at_one_address() -> None:
    limit = limiter(Clock())
    kinds = {"reading": "GET /table/x", "answering": "POST /table/x/answer", "rooms": "POST /play"}
    for who in ({"person": ""}, {"person": "anna"}, {"person": "bruno"}, {"client": "10.0.0.2"}):
        for name, request in {**kinds, "chat": "POST /table/x/say"}.items():
            assert granted(limit, scope_of(request, **who)) == BUDGETS[name].burst, (who, name)


def test_a_new_name_for_every_request_gains_nothing() -> None:
    limit = limiter(Clock())
    through = sum(not limit.wait(scope_of(person=f"p{number}")) for number in range(5000))
    assert through == BUDGETS["reading"].burst * limits.CROWD
    addresses = (f"2001:db8:0:1::{number:x}" for number in range(500))
    through = sum(not limit.wait(scope_of("POST /play", client=address)) for address in addresses)
    assert through == BUDGETS["rooms"].burst, "an address of one's own for every request neither"


def test_a_token_that_is_made_up_is_nobodys_and_one_that_was_good_is_a_programs() -> None:
    identities = Identities("key")

    def who(authorization: str) -> str | None:
        headers = [(b"authorization", authorization.encode())]
        return identities.of_scope({"type": "http", "headers": headers})

    assert who("Bearer made-up") is who("Bearer") is who("") is None
    identities.remember_token("good")
    assert who("Bearer good") == who("bearer  good ") is not None
    assert who("Bearer made-up") is None
    for number in range(MOST_TOKENS):
        assert who("Bearer good")
        identities.remember_token(str(number))
    assert len(identities._good_tokens) == MOST_TOKENS
    assert who("Bearer good"), "what is used is kept"
    assert who("Bearer 0") is None
    assert identities.origin("10.0.0.1") != identities.origin("10.0.0.2")
    assert "10.0.0.1" not in identities.origin("10.0.0.1")


def test_the_load_of_a_quick_player_goes_through_and_static_files_health_and_metrics_are_free() -> None:
    clock = Clock()
    limit = limiter(clock)
    for _ in range(600):
        clock.now += 0.5
        assert not limit.wait(scope_of("POST /table/x/answer", person="anna"))
        assert not limit.wait(scope_of("GET /table/x", person="anna"))
    for path in ("/static/house.css", "/health", "/metrics"):
        assert not any(limit.wait(scope_of(f"GET {path}")) for _ in range(2000)), "these are free"


def test_who_is_too_fast_is_told_how_long_to_wait() -> None:
    clock = Clock()
    app = Starlette(
        routes=[Route("/say", echo, methods=["POST"])],
        middleware=[Middleware(RateLimit, problem=problem, buckets=Buckets(clock=clock))],
    )
    answers = answers_of(app, *(post("/say", b"x") for _ in range(9)))
    assert [answer.status_code for answer in answers] == [200] * 8 + [429]
    assert answers[-1].text == "/say too_fast"
    assert answers[-1].headers["retry-after"] == "2"
    clock.now += 2
    assert answers_of(app, post("/say", b"x"))[0].status_code == 200


def test_which_budget_and_whose() -> None:
    requests: dict[str | None, list[str]] = {
        None: ["GET /static/table.js"],
        "reading": ["GET /", "HEAD /table/x"],
        "answering": ["POST /", "POST /static/table.js", "DELETE /api/table/x"],
        "rooms": ["POST /new/richelieu", "POST /api/rooms", "POST /table/x/rematch"],
        "chat": ["POST /api/table/x/say"],
        "checks": ["POST /verify", "POST /api/verify"],
    }
    for budget, kinds in requests.items():
        assert [limits.budget_of(scope_of(request)) for request in kinds] == [budget] * len(kinds), budget
    for client, address in (("10.0.0.1",) * 2, ("fe80::1%eth0", "fe80::"), ("not an address",) * 2, ("", "")):
        assert addresses.address_of({"client": (client, 1)}) == address
    assert addresses.address_of({"client": None}) == ""
