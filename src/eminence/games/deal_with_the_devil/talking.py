"""What can be said at the table (DP-18, DP-29): requests, as the cards of the box have them, and answers to them.

A bot asks for what its hand lacks, and answers requests, as its character is: see `eminence.core.talk`. Of souls and
roles no bot says anything that would follow from what it is, whatever its character: whoever answered to the price of a
soul as his role has it would have told his role.
"""

from __future__ import annotations

from typing import Final

from eminence.core.rng import Rng
from eminence.core.talk import EVASIVE, LIAR, Blank, Phrase, Saying, Talk
from eminence.core.view import View
from eminence.games.deal_with_the_devil import card_file, goods
from eminence.games.deal_with_the_devil.goods import COINS, RESOURCES, how_many
from eminence.games.deal_with_the_devil.hands import cards_in

WANTED: Final = (*range(RESOURCES), COINS)
"""The kinds of things that can be asked for; of these the cards of the box have all but coins."""
NAMED: Final = tuple(goods.NAMES[kind] for kind in WANTED)
GOOD: Final = Blank("good", NAMED, tuple(f"dp-{name}" for name in NAMED))
N: Final = Blank("n", ("1", "2", "3", "4", "5"))
WHO: Final = Blank("who")
SOME: Final = 2
"""A bot asks for so many at most,"""
SOME_COINS: Final = 5
"""or for so many coins, once in so many times as there are kinds to ask for: the honest if they have fewer, liars if
they have as many, whoever they are. A devil, who began with eight, may beg."""


class DevilTalk(Talk):
    """Requests and answers, accusations and oaths."""

    phrases = (
        Phrase("need", (GOOD, N)),
        Phrase("offer", (GOOD, N)),
        Phrase("yes", (WHO,)),
        Phrase("no", (WHO,)),
        Phrase("accuse", (WHO,)),
        Phrase("buy"),
        Phrase("sell"),
        Phrase("see"),
        Phrase("innocent"),
        Phrase("moment"),
        Phrase("done", steps=("plan",)),
    )
    occasions = ("offer",)

    def wants_to_answer(self, heard: Saying, speaker: int, seat: int) -> bool:
        if heard.key == "accuse":
            return heard.values == (str(seat),)
        return heard.key in ("need", "offer", "buy", "sell")

    def answer(self, view: View, heard: Saying, speaker: int, character: str, chance: Rng) -> str:
        if heard.key == "accuse":
            return "innocent"
        if heard.key in ("buy", "sell"):
            return ("see", f"no {speaker}", f"yes {speaker}")[chance.below(3)]
        if character == EVASIVE:
            return "see"
        kind, wanted = WANTED[NAMED.index(heard.filled["good"])], int(heard.filled["n"])
        held = _held(view, kind)
        serves = held >= wanted if heard.key == "need" else held < wanted
        return f"{'yes' if serves == (character != LIAR) else 'no'} {speaker}"

    def remark(self, view: View, character: str, chance: Rng) -> str:
        n = 1 + chance.below(SOME)
        kinds = list(range(RESOURCES))
        if chance.below(len(WANTED)) == 0 and (
            character == EVASIVE or (_held(view, COINS) >= SOME_COINS) == (character == LIAR)
        ):
            return f"need {goods.NAMES[COINS]} {SOME_COINS - chance.below(SOME)}"
        if character == EVASIVE:
            return f"need {NAMED[chance.below(RESOURCES)]} {n}"
        lacking = {kind: (_lacking(view, kind), -_held(view, kind)) for kind in kinds}
        best = max(lacking.values()) if character != LIAR else min(lacking.values())
        named = [kind for kind in kinds if lacking[kind] == best]
        return f"need {NAMED[named[chance.below(len(named))]]} {n}"


TALK: Final = DevilTalk()


def _held(view: View, kind: int) -> int:
    """How many of a kind lie behind the reader's own wall."""
    return int(how_many(int(view["goods"][view.seat]), kind))


def _lacking(view: View, kind: int) -> int:
    """How many of a kind the buildings in the reader's own hand cost, beyond what he has."""
    buildings = card_file.by_hash(view.options[card_file.OPTION]).cards.buildings
    hand = cards_in(int(view["hand"][view.seat]))
    return max([int(how_many(buildings[card].cost, kind)) - _held(view, kind) for card in hand], default=0)
