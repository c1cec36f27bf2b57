"""What is worth looking at in Caesar & Cleopatra.

Cleopatra has the first seat and begins. Vote piles of one card say which vote comes; a pile that is empty is not asked
for when hands are filled up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.match import Match
from tests.games.caesar_cleopatra.refused import FORBIDDEN, SELDOM, UNKNOWN, near_the_end
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, go_on
from tests.games.playing import play
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "SELDOM", "UNKNOWN", "near_the_end"]


def piled(cards: str) -> tuple[str, ...]:
    """The small answers that put a pile in this order."""
    return tuple(f"next {card}" for card in cards.split())


ORDER: Final = piled("coup veto spy castling scout wrath veto spy castling scout")
"""An action pile in which everything comes soon; the three cards that are left are Coups."""

DIVIDED: Final = ("first 1", "first 1", "first 0", "first 1")
"""How 2, 3, 5 and a philosopher are castled: one each to the first group, but for the 5; a 3 and the 5 to the other."""


def ordering(*given: str) -> Match:
    """Both are to put their action piles in order; Cleopatra has begun with these cards."""
    match = GAME.new(2, {"action_pile": "ordered"}, by_hand=True)
    if given:
        match.choose(CLEOPATRA, *given)
    return match


def opening(*given: str) -> Match:
    """Both are to lay their first cards; Cleopatra has laid these."""
    match = ordering()
    for seat in (CLEOPATRA, CAESAR):
        match.choose(seat, *ORDER)
    play(match, "bonus SEN", "bonus PRA")
    if given:
        match.choose(CLEOPATRA, *given)
    return match


def crowded(hers: str = "2 5 P coup castling", his: str = "1 3 4 veto spy") -> Position:
    """A table in the middle of a game, with Cleopatra to act: all sorts of cards, and groups with all sorts of room."""
    position = Position().won(CLEOPATRA, "SEN CEN").won(CAESAR, "PRA PRA QUA").exhausted("AED")
    position.up(CLEOPATRA, "SEN", "2 3").down(CLEOPATRA, "SEN", "5").up(CAESAR, "SEN", "4 P").down(CAESAR, "SEN", "1 2")
    position.up(CLEOPATRA, "PRA", "1 1 4 4 5").down(CAESAR, "PRA", "3")
    position.down(CLEOPATRA, "QUA", "P 3").up(CAESAR, "QUA", "5 5")
    position.down(CLEOPATRA, "CEN", "2").up(CAESAR, "CEN", "1")
    position.hand(CLEOPATRA, hers).piles(CLEOPATRA, "1 2 3 4 5 1 2 3", "coup scout veto")
    position.hand(CAESAR, his).piles(CAESAR, "1 2 3 4 5 5 4", "coup wrath")
    return position.vote_pile("SEN QUA CEN orgy shuffle", out="AED")


def at(*moves: str, hers: str = "2 5 P coup castling", his: str = "1 3 4 veto spy") -> Match:
    """The crowded table after some answers of both and of the dealer."""
    return play(crowded(hers, his).match(), *moves)


def before_a_vote(group: str = "SEN", *, ends: bool = False) -> Match:
    """Cleopatra has two cards to lay face up; then a group is voted on: hers 2 + 3 + 5, his 4 + 4 and a covered 1.

    With `ends`, nobody has another card after that, and the match is over.
    """
    position = Position().won(CLEOPATRA, "SEN SEN QUA").won(CAESAR, "PRA PRA PRA CEN").vote_pile(group)
    position.up(CLEOPATRA, group, "2").down(CLEOPATRA, group, "3 5").hand(CLEOPATRA, "1 1").piles(CLEOPATRA)
    position.up(CAESAR, group, "4").down(CAESAR, group, "1 4").piles(CAESAR)
    return (position.hand(CAESAR, "coup") if ends else position).match()


def no_place(*moves: str) -> Match:
    """Cleopatra has influence, but five of her cards lie beside the last group already; after some answers."""
    position = Position().exhausted("PRA", "QUA", "CEN", "AED").hand(CLEOPATRA, "1 2 3 scout scout")
    position.up(CLEOPATRA, "SEN", "1 1 2 3 3").up(CAESAR, "SEN", "4 5").down(CAESAR, "SEN", "1")
    return play(position.match(), *moves)


def over() -> Match:
    match = play(before_a_vote(ends=True), "up 1 SEN", "up 1 AED")
    return go_on(match, until="nothing more", vote_card="vote SEN")


POSITIONS: Final[Mapping[str, Situation]] = {
    "ordering": Situation(ordering, piled("spy coup scout coup coup coup spy castling castling scout wrath")),
    "ordering, half of it given": Situation(
        lambda: ordering(*ORDER[:3]), piled("castling coup coup coup spy castling scout scout wrath")
    ),
    "opening": Situation(opening, ("lay 4", "lay 2", "lay 5", "lay 1")),
    "opening, half of it given": Situation(lambda: opening("lay 3"), ("lay 5", "lay 1", "lay 2")),
    "crowded": Situation(at, ("down 5 QUA", "no action", "influence")),
    "playing a card": Situation(at, ("play coup",)),
    "laying two": Situation(at, ("up 2 SEN", "up P CEN")),
    "second card": Situation(lambda: at("up 2 SEN"), ("up 5 QUA", "play castling")),
    "late action": Situation(lambda: at("down P SEN"), ("no action",)),
    "veto": Situation(lambda: at("play coup"), ("veto",)),
    "veto, without one": Situation(lambda: at("play coup", his="1 2 3 4 5"), ("let",)),
    "coup": Situation(lambda: at("play coup", "let"), ("strike 4 SEN",)),
    "spy": Situation(lambda: at("play spy", "let", "look", hers="2 5 P spy veto"), ("snatch 3",)),
    "scout": Situation(lambda: at("play scout", "let", hers="2 5 P scout veto"), ("scout SEN",)),
    "wrath": Situation(lambda: at("play wrath", "let", hers="2 5 P wrath veto"), ("wrath CEN",)),
    "castling": Situation(lambda: at("play castling", "let"), ("castle SEN QUA", *DIVIDED)),
    "castling, which cards": Situation(lambda: at("play castling", "let", "castle SEN QUA"), DIVIDED),
    "refilling": Situation(lambda: crowded(hers="2 5 P").refilling(), ("action",)),
    "passive": Situation(at, ("passive", "drop 5", "drop coup", "enough")),
    "discarding": Situation(lambda: at("passive"), ("drop 2", "drop P", "enough")),
    "no place for influence": Situation(no_place, ("play scout",)),
    "discarding after an action in vain": Situation(
        lambda: no_place("play scout", "let", "scout SEN", "turn up", "passive"), ("drop 1", "enough")
    ),
    "before a vote": Situation(before_a_vote, ("up 1 SEN", "up 1 AED")),
    "the last vote": Situation(lambda: before_a_vote(ends=True), ("up 1 SEN", "up 1 AED")),
    "over": Situation(over),
}
