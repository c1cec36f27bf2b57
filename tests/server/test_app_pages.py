"""The house as an app: its manifest, its worker, the page that is shown offline, and what it says of itself."""

from __future__ import annotations

import json
import re

from eminence.core.texts import LANGUAGES
from eminence.server.pages import pictures, rendering
from tests.server.driving import Server

LISTS = re.compile(r"^const (\w+) = (.+);$", re.MULTILINE)


def test_a_manifest_in_every_language_has_icons_that_are_there(server: Server) -> None:
    told = []
    for language in LANGUAGES:
        with server.client() as client:
            answer = client.get(f"/manifest/{language}.webmanifest")
            assert answer.headers["content-type"].startswith("application/manifest+json")
            assert "set-cookie" not in answer.headers
            manifest = answer.json()
            assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
            assert manifest["lang"] == language
            told.append(manifest["name"] + manifest["description"])
            purposes = {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
            assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= purposes
            for icon in manifest["icons"]:
                fetched = client.get(icon["src"])
                assert (fetched.status_code, fetched.headers["content-type"]) == (200, icon["type"])
                if icon["type"] == "image/png":
                    wide, high = pictures.size(fetched.content)
                    assert icon["sizes"] == f"{wide}x{high}"
            for shortcut in manifest["shortcuts"]:
                assert not client.get(shortcut["url"]).is_error
            assert (
                f'href="/manifest/{language}.webmanifest"'
                in client.get("/", headers={"accept-language": language}).text
            )
    assert len(set(told)) == len(LANGUAGES)


def test_the_worker_keeps_files_of_the_house_and_one_page_and_nothing_else(server: Server) -> None:
    with server.client() as client:
        versions = set()
        for language in LANGUAGES:
            answer = client.get("/worker.js", params={"language": language})
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.headers["cache-control"] == "no-cache"
            assert "set-cookie" not in answer.headers
            lists = {name: json.loads(value) for name, value in LISTS.findall(answer.text)[:4]}
            assert lists["OFFLINE"] == f"/offline/{language}"
            assert set(lists["SHELL"]) < set(lists["FILES"])
            assert set(lists["FILES"]) == {file.url for file in rendering.statics().values()}
            versions.add(lists["VERSION"])
        assert len(versions) == len(LANGUAGES)
        assert client.get("/worker.js").status_code == 200
        refused = [client.get(path) for path in ("/worker.js?language=de", "/offline/de", "/manifest/de.webmanifest")]
        assert [answer.status_code for answer in refused] == [refused[0].status_code] * 3
        assert refused[0].is_client_error


def test_what_is_shown_offline_is_the_same_for_everybody(server: Server) -> None:
    table = server.room(2)
    for language in LANGUAGES:
        with server.client() as stranger, table.person(0) as anne:
            answer = stranger.get(f"/offline/{language}")
            assert answer.text == anne.get(f"/offline/{language}").text
            assert "set-cookie" not in answer.headers
            assert rendering.texts(language)("offline.title") in answer.text
            assert "<form" not in answer.text
            assert "og:" not in answer.text


def test_the_house_says_what_it_is_and_how_long_it_keeps_what(server: Server) -> None:
    for language in LANGUAGES:
        with server.client(headers={"accept-language": language}) as client:
            page = client.get("/about").text
            assert '<a href="/about">' in client.get("/").text
            for path in ("/verify", "/mine#my-data", "/rules/richelieu"):
                assert f'href="{path}"' in page
            assert "365" in page
