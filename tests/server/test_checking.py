"""Checking match files that anybody may hand in: no table waits for it, there is a limit to everything, and whoever
waits sees how far it has come."""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path

import httpx
import pytest

import eminence
from eminence.core import matchfile
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from eminence.server import checking
from eminence.server.http.limits import BUDGETS, FILE_BYTES
from eminence.server.pages import check as check_page
from eminence.server.pages import rendering
from tests.server.driving import Person, Server, ServerHere, children_of, running, until
from tests.server.refusing import told

JSON = {"content-type": "application/json"}
REFRESH = '<meta http-equiv="refresh"'


@cache
def _beginning() -> dict[str, object]:
    match = eminence.game("richelieu").new(seats=2, secret=b"for the attack")
    before = match.length
    match.choose(0, "take 1L")
    match.take_back(0)
    return {**matchfile.to_json(match), "before": before}


def worst(entries: int, nonce: str = "") -> str:
    """A match in which somebody takes a card and takes that back, for as long as you please; with a nonce, one of many.

    (Another nonce deals other cards; then it fails once it has been read, and at the first draw.)
    """
    data = dict(_beginning())
    before, log = data.pop("before"), data["entries"]
    assert isinstance(before, int)
    assert isinstance(log, list)
    data["entries"] = [*log[:before], *(log[before:] * (entries // 2))][:entries]
    data["nonces"] = [nonce, ""]
    return json.dumps(data, separators=(",", ":"))


def verdict_in(page: httpx.Response) -> str:
    found = re.search(r'id="verdict">([^<]+)', page.text)
    return html.unescape(found[1]) if found else ""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    with closing(ServerHere(tmp_path_factory.mktemp("checks"))) as server:
        yield server


@contextmanager
def nothing_is_checked(server: ServerHere) -> Iterator[None]:
    """Somebody has the worker, and keeps it for as long as this lasts. Afterwards all that waited is done with."""
    services = server.app.state.services
    until(lambda: not services.checks._tasks)
    loop = services._loop
    release, held = asyncio.Event(), threading.Event()

    async def hold() -> None:
        async with services.checks.workers.turn("somebody else", ""):
            held.set()
            await release.wait()

    holding = asyncio.run_coroutine_threadsafe(hold(), loop)
    assert held.wait(60)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(release.set)
        holding.result(60)
        until(lambda: not services.checks._tasks)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is kept waiting for a page."""
    monkeypatch.setattr(check_page, "SOON", 0.05)
    monkeypatch.setattr("eminence.server.pages.table.SOON", 0.05)


def test_while_the_worst_files_are_checked_a_table_goes_on(tmp_path: Path) -> None:
    """They are computed by another process, which steps back for tables, and not by the server."""
    with running(tmp_path, "--pace", "0", "--no-limits") as server, server.person() as attacker:
        table = server.room(2)
        sent = attacker.post("/verify", file=worst(checking.MOST_ENTRIES))
        answers = 0
        with table.person(table.opened().room.asked[0]) as person:
            while sent.status_code == 303 and REFRESH in attacker.get(sent.headers["location"]).text:
                if answers < 2:
                    assert person.answer(table.path, ("take 1L", None)[answers]).status_code == 303
                    answers += 1
        shown = attacker.get(sent.headers["location"]) if sent.status_code == 303 else sent
        assert verdict_in(shown) == rendering.texts("en")("verdict.running")
        spent = {pid: cpu_and_nice(pid) for pid in (server.process.pid, *children_of(server.process.pid))}
        cpu, nice = max((spent[pid] for pid in spent if pid != server.process.pid), default=(0, 0))
        assert nice > spent[server.process.pid][1]
        assert cpu > 0


def cpu_and_nice(pid: int) -> tuple[int, int]:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]), int(fields[16])


def test_what_is_too_large_is_told_so_in_every_language_and_what_else_can_be_done(here: ServerHere) -> None:
    larger = worst(checking.MOST_ENTRIES + 2)
    assert len(larger) < FILE_BYTES
    for language in LANGUAGES:
        t = rendering.texts(language)
        with here.person(language=language) as person:
            page = html.unescape(person.check(larger).text)
            sent = person.http.post("/api/verify", content=larger, headers=JSON)
        for sentence in (t("verdict.too_many_entries", most=checking.MOST_ENTRIES), t("verdict.elsewhere")):
            assert sentence in page
            assert sentence in sent.json()["message"]
        assert "eminence verify match.json" in page
        assert sent.json()["holds"] is False


def test_a_check_has_so_many_seconds_and_those_at_fault_are_not_quoted_at_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert checking.check(worst(100).encode(), False).outcome == "running"
    monkeypatch.setattr(checking, "MOST_SECONDS", -1.0)
    assert checking.check(worst(100).encode(), False).outcome == checking.TOO_LONG
    monkeypatch.undo()
    data = json.loads(worst(100))
    data["entries"][-2][1] = "x" * 1_000_000
    found = checking.check(json.dumps(data).encode(), False)
    assert (found.outcome, len(found.detail)) == ("fails", checking.LONGEST_DETAIL)


@pytest.mark.usefixtures("at_once")
def test_who_waits_sees_that_he_does_and_then_what_was_found_without_a_script(here: ServerHere) -> None:
    with ExitStack() as stack:
        people = [stack.enter_context(here.person(language=language)) for language in LANGUAGES]
        with nothing_is_checked(here):
            sent = [person.post("/verify", file=worst(200, f"{n:02x}")) for n, person in enumerate(people)]
            assert [answer.status_code for answer in sent] == [303] * len(people)
            for person, answer, language in zip(people, sent, LANGUAGES, strict=True):
                page = person.get(answer.headers["location"])
                assert REFRESH in page.text
                assert rendering.texts(language)("verify.in_line", n=len(people)) in html.unescape(page.text)
                assert not verdict_in(page)
        for person, answer, language in zip(people, sent, LANGUAGES, strict=True):
            found = until(partial(verdict_of, person, answer))
            assert found == rendering.texts(language)("verdict.fails")


def verdict_of(person: Person, sent: httpx.Response) -> str:
    page = person.get(sent.headers["location"])
    assert (REFRESH in page.text) is not bool(verdict_in(page))
    return verdict_in(page)


@pytest.mark.usefixtures("at_once")
def test_how_far_it_has_come_is_shown(here: ServerHere) -> None:
    with here.person() as person:
        sent = person.post("/verify", file=worst(checking.MOST_ENTRIES))
        shown = set[int]()
        while not (page := person.get(sent.headers["location"])).text.count('id="verdict"'):
            shown |= {int(value) for value in re.findall(r'<progress max="10000" value="(\d+)"', page.text)}
        assert len(shown) > 1


def is_told(response: httpx.Response, status: int, key: str) -> None:
    assert response.status_code == status
    assert rendering.texts("en")(f"problem.{key}") in html.unescape(response.text)


@pytest.mark.usefixtures("at_once")
def test_an_address_has_so_many_checks_at_a_time_and_the_same_match_is_checked_once(here: ServerHere) -> None:
    with here.person() as person, nothing_is_checked(here):
        files = [worst(200, f"a{number}") for number in range(checking.MOST_EACH + 1)]
        places = [person.post("/verify", file=file).headers["location"] for file in files[:-1]]
        assert [person.post("/verify", file=file).headers["location"] for file in files[:-1]] == places
        is_told(person.post("/verify", file=files[-1]), 503, "busy")
        is_told(person.http.post("/api/verify", content=files[-1], headers=JSON), 503, "busy")
        assert here.app.state.services.checks.workers.waiting == len(places)


@pytest.mark.usefixtures("at_once")
def test_only_so_many_checks_wait_from_wherever_they_come(here: ServerHere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_EACH", checking.MOST_WAITING + 1)
    with here.person() as person, nothing_is_checked(here):
        for number in range(checking.MOST_WAITING):
            assert person.post("/verify", file=worst(200, f"b{number:03}")).status_code == 303
        is_told(person.post("/verify", file=worst(200, "b999")), 503, "busy")


@pytest.mark.usefixtures("at_once")
def test_what_nobody_waits_for_is_not_begun_and_a_check_that_is_gone_is_told_so(
    here: ServerHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here.person() as person:
        with nothing_is_checked(here):
            sent = person.post("/verify", file=worst(200, "1ef7"))
            monkeypatch.setattr(checking, "LEFT_AFTER", -1.0)
        until(lambda: person.get(sent.headers["location"]).status_code == 404)
        is_told(person.get(sent.headers["location"]), 404, "no_check")
        is_told(person.get("/verify/nonsense"), 404, "no_check")


def test_checks_are_remembered_for_a_while_and_not_for_ever(here: ServerHere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_KEPT", 3)
    checks = here.app.state.services.checks
    with here.person() as person:
        for number in range(6):
            assert verdict_in(person.check(f"nonsense {number}"))
            assert len(checks._kept) == len(checks._by_key) <= 3 + 1


@pytest.mark.usefixtures("at_once")
def test_the_draws_of_a_match_are_computed_there_too(here: ServerHere, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its page of fairness nor its file has the server itself repeat a log."""
    table = here.room(2, options={"short": True})
    assert table.play(random.Random(1)).playing.over

    def repeat(self: Match, entry: object) -> None:
        raise AssertionError("in the server itself")

    monkeypatch.setattr(Match, "repeat", repeat)
    t = rendering.texts("en")
    with table.person(0) as person:
        with nothing_is_checked(here):
            page = person.get(f"{table.path}/fair").text
            assert REFRESH in page
            assert t("fair.checking") in page
            assert t("fair.holds") not in page
        page = html.unescape(person.checked(f"{table.path}/fair").text)
        assert t("fair.holds") in page
        draws = page.count('class="draw-number"')
        file = person.get(f"{table.path}/match.json").text
    monkeypatch.undo()
    match = matchfile.loads(file, eminence.game)
    assert draws == sum(entry.seat == eminence.DEALER for entry in match.entries) > 0


def test_checks_have_a_budget_of_their_own_which_made_up_tokens_do_not_lift(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        for kind, path, body in (
            ("checks", "/api/verify", {}),
            ("rooms", "/api/rooms", {"game": "richelieu", "places": [{}, {}]}),
        ):
            most = int(BUDGETS[kind].burst)
            answers = [
                client.post(path, json=body, headers={"authorization": f"Bearer made up {number}"})
                for number in range(most + 3)
            ]
            through = sum(answer.status_code < 300 for answer in answers)
            assert most <= through < most + 3, "but for what has been filled up again meanwhile"
            told(answers[-1], "too_many")
        good(server, client)


def good(server: Server, client: httpx.Client) -> None:
    """A program with a token that is good has a budget of its own, whatever others do who have none."""
    table = server.room(2)
    with table.program(0) as program:
        assert program.get("table").status_code == 200
        path = program.path("chat")
        for number in range(int(BUDGETS["chat"].burst) + 3):
            made_up = client.post(path, json={"text": "x"}, headers={"authorization": f"Bearer {number}"})
        told(made_up, "too_many")
        assert program.post("chat", text="Good evening").status_code == 201
