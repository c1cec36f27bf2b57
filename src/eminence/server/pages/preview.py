"""What a chat program shows of a link before anybody opens it: a title, a sentence, a picture.

Such programs read a page as a stranger does, keep what they read, and show it to everybody in the chat. So nothing of a
table stands here but what its link is for: the game, how many seats are free, and who invites.
"""

from __future__ import annotations

from dataclasses import dataclass

from eminence.core.game import Game
from eminence.core.texts import Texts
from eminence.core.texts.telling import title_in
from eminence.server.pages import phrases, pictures, rendering
from eminence.server.storage.rooms import GATHERING, Room


@dataclass(frozen=True, slots=True)
class Preview:
    """A title, a sentence, a picture, and whether search engines may keep the page."""

    title: str
    text: str
    picture: str = pictures.PREVIEW
    alt: str = ""
    kept: bool = False


def house(texts: Texts, *, kept: bool = False) -> Preview:
    """The house: for all pages that are nobody's and no game's, and for those that are somebody's alone."""
    return Preview(texts("front.page_title"), texts("front.lead"), alt=texts("preview.picture_house"), kept=kept)


def game(known: Game, title: str, texts: Texts, *more: str, kept: bool = False) -> Preview:
    """Something of a game, under a title of its own."""
    own = phrases.game_texts(known, texts.language)
    told = f"{' · '.join(phrases.facts(known, texts))}. {own('summary')}"
    picture = f"{known.id}/{pictures.PREVIEW}"
    if picture not in rendering.statics():
        return Preview(title, " ".join([*more, told]), alt=texts("preview.picture_house"), kept=kept)
    return Preview(
        title, " ".join([*more, told]), picture, texts("preview.picture", game=title_in(known, texts.language)), kept
    )


def invitation(room: Room, inviter: str, texts: Texts) -> Preview:
    """A seat at a table: who invites, where that is known."""
    name = title_in(room.game, texts.language)
    title = texts("preview.invite", who=inviter, game=name) if inviter else texts("preview.invite_nameless", game=name)
    return game(room.game, title, texts, *_free(room, texts))


def table(room: Room, texts: Texts) -> Preview:
    """A table, for those who look on or find it on the front page. Nobody is named: that is not the link's affair."""
    key = "preview.gathering" if room.phase == GATHERING else "preview.watch"
    return game(room.game, texts(key, game=title_in(room.game, texts.language)), texts, *_free(room, texts))


def _free(room: Room, texts: Texts) -> list[str]:
    free = sum(seat.is_open for seat in room.seats)
    return [texts("preview.free", n=free)] if free and room.phase == GATHERING else []
