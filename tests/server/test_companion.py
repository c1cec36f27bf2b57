"""The companion's pages at the server: the count, pictures that are read, sheets, and what is refused."""

from __future__ import annotations

import random
import re
from html import unescape
from pathlib import Path

import pytest

import eminence
from eminence.companion import codes, reading
from eminence.core.texts import LANGUAGES
from eminence.games.deal_with_the_devil import scoring
from eminence.games.deal_with_the_devil.companion import BOX, ENTRIES
from eminence.games.deal_with_the_devil.scoring import Position
from eminence.server.pages import companion, rendering
from tests.companion.pictures import SIGHTS, seen, sent
from tests.server.driving import Server

BASE = "/companion/deal_with_the_devil"
DEVIL = eminence.game("deal_with_the_devil")


def entered(chance: random.Random) -> dict[str, str]:
    given = {"devil": str(chance.randrange(4))}
    for entry in ENTRIES:
        if not entry.one_of_all:
            given |= {
                f"{entry.key}.{seat}": str(chance.randint(max(entry.least, -9), min(entry.most, 40)))
                for seat in range(4)
            }
    return given


def test_a_table_with_the_box_is_counted_as_the_game_of_the_house_counts() -> None:
    chance = random.Random(1)
    for _ in range(50):
        given = entered(chance)
        result = companion.count_context(DEVIL, "en", given)["result"]
        realms = []
        for seat in range(4):
            has = Position()
            for entry in ENTRIES:
                one = given["devil"] == str(seat) if entry.one_of_all else int(given[f"{entry.key}.{seat}"])
                setattr(has, entry.key, one)
            realms.append(has)
        assert [score["points"] for score in result["scores"]] == [scoring.total(has) for has in realms]
        assert [score["seat"] for score in result["scores"] if score["won"]] == scoring.best(realms)
        assert all(tally["reason"] for part in result["parts"] for line in part["lines"] for tally in line["tallies"])


def test_every_number_of_a_position_is_asked_for() -> None:
    assert {entry.key for entry in ENTRIES} == set(Position.__slots__)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_number_is_told_by_name_and_kept_in_its_field(server: Server, language: str) -> None:
    wrong = {"debt.1": "11", "points.0": "many", "angels.2": "-1", "loose.3": "12"}
    with server.client() as client:
        page = unescape(client.get(f"{BASE}/{language}/count", params=wrong).text)
        assert page.count('class="problem"') == 3
        assert 'value="11"' in page
        assert 'value="12"' in page
        assert 'class="ledger"' not in page
        assert 'class="ledger"' in client.get(f"{BASE}/{language}/count", params={"points.0": "−3"}).text


def test_pictures_are_read_and_whatever_is_none_is_refused(server: Server) -> None:
    kind = {"content-type": "application/octet-stream"}
    code = codes.fresh(2, 4, random.Random(1).randrange)
    picture = sent(seen(code, SIGHTS[1], random.Random(1)))
    with server.client() as client:
        found = client.post(companion.READS, content=picture, headers=kind)
        assert set(found.json()) == {codes.PREFIX + code}
        assert found.headers["cache-control"] == "no-store"
        assert client.post(companion.READS, content=picture[:-1], headers=kind).status_code == 400
        assert client.post(companion.READS, content=picture).status_code == 415
        assert client.post(companion.READS, content=b"x" * (reading.MOST_BYTES + 1), headers=kind).status_code == 413
        assert client.get(companion.READS).status_code in (404, 405)
    assert code not in server.log


def test_the_script_says_nothing_that_is_not_written_and_all_that_is() -> None:
    look = Path(rendering.__file__).parents[1] / "look"
    script = (look / "companion.js").read_text(encoding="utf-8")
    reader = (look / "companion_read.js").read_text(encoding="utf-8")
    said = set(re.findall(r'say\("(\w+)"', script)) | set(re.findall(r'"(no_\w+|insecure)"', script + reader))
    said |= {"two", "unknown"}  # by `come`, as what troubles it
    for language in LANGUAGES:
        told = companion.told(DEVIL, language)
        assert said == set(told["say"])
        assert set(re.findall(r"told\.words\.(\w+)", script)) == set(told["words"])


def test_the_rules_say_what_remains_visible_and_what_remains_without_a_server(server: Server) -> None:
    """In every language, in the part that is about it."""
    with server.client() as client:
        for language, curtain, digits in (
            ("en", "But it is a curtain and no lock.", "only the digits remain"),
            ("fr", "Mais c'est un rideau, pas une serrure.", "il ne reste que les chiffres"),
            ("it", "Ma è una tenda, non una serratura.", "restano solo le cifre"),
        ):
            page = unescape(client.get(f"{BASE}/{language}/help").text).replace("’", "'")
            without, secret = page.index('id="without"'), page.index('id="secret"')
            assert digits in page[without:secret]
            assert curtain in page[secret:]


def test_a_sheet_is_the_same_in_every_form(server: Server) -> None:
    with server.client() as client:
        page = client.get(f"{BASE}/fr/sheet").text
        (query,) = set(re.findall(r"codes=([\d,]+)", page))
        assert query not in client.get(f"{BASE}/fr/sheet").text, "new ones every time"
        for kind, media in (("pdf", "application/pdf"), ("svg", "image/svg+xml")):
            answer = client.get(f"{BASE}/fr/sheet.{kind}", params={"codes": query})
            assert answer.headers["content-type"].startswith(media)
            assert all(code.encode() in answer.content for code in query.split(","))
        assert client.get(f"{BASE}/fr/sheet.pdf", params={"codes": query[::-1]}).status_code == 400
        assert client.get(f"{BASE}/fr/sheet.exe").status_code == 404
        for missing in (f"{BASE}/de", "/companion/chess/en", "/companion/richelieu/en", "/companion/richelieu"):
            assert client.get(missing).status_code == 404, missing
        for language in LANGUAGES:
            manifest = client.get(f"{BASE}/{language}/manifest.webmanifest").json()
            assert manifest["start_url"] == f"{BASE}/{language}"
    assert BOX.scans == 68
