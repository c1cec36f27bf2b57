"""Friends: what an invitation tells whoever opens it, what its host is told, how a rematch is asked for and accepted,
and what one's own games say of themselves."""

from __future__ import annotations

import html
import random
import re

import pytest

from eminence.core.texts import LANGUAGES
from eminence.games import all_games
from eminence.server.pages import phrases, rendering
from tests.server.driving import Person, Server

SEAT = re.compile(r"/s/\w+/[\w-]+")


def words(page: str) -> str:
    """What a page says, without its head and its marks; whatever its spaces."""
    body = re.sub(r"<(svg|script|noscript)\b.*?</\1>", " ", page.partition("<main")[2], flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def invite(host: Person, game: str = "richelieu", **more: str) -> tuple[str, list[str]]:
    """A table with one free seat more than a bot and whoever made it: the room, and the links of free seats."""
    fields = {"seats": "3", "seat.0": "me", "seat.1": "page", "seat.2": "friend", "name": "Anne", "nonce": "", **more}
    room = host.post(f"/new/{game}", **fields).headers["location"]
    return room, list(dict.fromkeys(SEAT.findall(host.get(room).text)))


def test_an_invitation_says_who_invites_to_what_and_who_sits_there(server: Server) -> None:
    for language in LANGUAGES:
        with server.person() as anne, server.person(language=language) as friend:
            _, (link,) = invite(anne)
            page = friend.get(link).text
            told, texts = words(page), rendering.texts(language)
            richelieu = next(game for game in all_games() if game.id == "richelieu")
            assert texts("invite.title", who="Anne", game="Richelieu") in told
            for fact in phrases.facts(richelieu, texts):
                assert fact in told
            assert " ".join(phrases.game_texts(richelieu, language)("summary").split()) in told
            assert "Anne" in told.partition(texts("invite.sits"))[2]
            assert texts("invite.yours") in told
            assert 'class="print"' in page, "the plate of the game"
            assert "/richelieu/table.css" in page, "its paper and inks"
            assert "/s/" not in page.replace(link, ""), "no other link is given away"


def test_an_invitation_of_somebody_without_a_name_invites_all_the_same(server: Server) -> None:
    with server.person() as nameless, server.person() as friend:
        _, (link,) = invite(nameless, name="")
        assert "You are invited: Richelieu" in words(friend.get(link).text)


def test_whoever_has_a_seat_and_opens_a_friends_link_is_told_so(server: Server) -> None:
    with server.person() as anne, server.person() as other:
        room, (link,) = invite(anne)
        page = anne.get(link)
        assert page.status_code == 200
        assert "This link is for a friend: you already have a seat at this table." in words(page.text)
        assert 'id="sit"' not in page.text, "nobody takes a second seat"
        assert f'href="{room}"' in page.text
        assert f'data-share="{server.url}{link}"' in page.text
        _, links = invite(other, **{"seat.0": "friend", "seat.1": "friend"})
        assert len(links) == 3
        told = other.get(links[0]).text
        assert "You made this table, and this link is meant for a friend." in words(told)
        assert 'id="sit"' in told, "who made it without a seat may still take one"


def test_links_for_others_can_be_shared_and_the_personal_one_only_copied(server: Server) -> None:
    with server.person() as anne:
        room, (link,) = invite(anne)
        page = anne.get(room).text
        shared = re.findall(r'data-share="([^"]+)" data-words="([^"]+)"', page)
        assert [url.removeprefix(server.url).split("/")[1] for url, _ in shared] == ["s", "watch"]
        assert shared[0] == (f"{server.url}{link}", "Come and play Richelieu with me:")
        assert page.count("data-shown") == 1, "one code to scan lies open"
        mine = anne.get("/mine").text
        assert "data-copy" in mine
        assert "data-share" not in mine


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rematch_is_asked_for_by_name_and_accepted_and_ones_games_say_so(server: Server, language: str) -> None:
    table = server.room(2, names=("Anne", "Gaston"))
    table.play(random.Random(1))
    texts = rendering.texts(language)
    wanted = texts("encore.wanted", n=1, who="Anne")
    with table.person(0, language) as anne, table.person(1, language) as gaston:
        assert wanted not in words(gaston.get(table.path).text)
        assert wanted not in words(gaston.get("/mine").text)
        following = anne.post(f"{table.path}/rematch").headers["location"]
        for path in (table.path, "/mine", "/"):
            assert wanted in words(gaston.get(path).text), path
            assert wanted not in words(anne.get(path).text), "she knows"
        assert texts("encore.accept") in words(gaston.get(table.path).text)
        assert (
            gaston.post(f"{table.path}/rematch").headers["location"].rpartition("/")[2] == following.rpartition("/")[2]
        )
        assert wanted not in words(gaston.get("/mine").text)


def test_ones_games_have_their_scores_ones_own_first(server: Server) -> None:
    for game in all_games():
        table = server.room(max(game.seats), of=game.id)
        match = table.play(random.Random(3)).playing
        assert match.over
        for seat in range(match.seats):
            others = [points for other, points in enumerate(match.scores) if other != seat]
            score = " : ".join(str(points).replace("-", "−") for points in (match.scores[seat], *others))
            with table.person(seat) as person:
                told = words(person.get("/mine").text)
                assert f"Score: {score}" in told
                assert ("1 game, 1 won" if seat in match.winners else "1 game, 0 won") in told


def test_many_finished_games_are_folded(server: Server) -> None:
    with server.person(known_as=server.identities.new()) as anne:
        finished = []
        for number in range(12):
            table = server.room(2)
            table.play(random.Random(number))
            finished.append(table.id)
        with server.store.writing() as connection:
            connection.exec_driver_sql(
                f"UPDATE seats SET person = ? WHERE seat = 0 AND room IN ({','.join('?' * 12)})", (anne.id, *finished)
            )
        page = anne.get("/mine").text
        assert page.count('<li class="line') == 12
        folded = re.search(r'<details id="older">.*?</details>', page, re.DOTALL)
        assert folded
        assert folded[0].count("<li") == 2
        assert "2 older games" in folded[0]
