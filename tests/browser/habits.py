"""What people answer whom a test lets play: quickly, and so that everything comes to pass that it wants to see."""

from __future__ import annotations

from typing import Final


def richelieu(choices: list[str], turn: int) -> str:
    """What a quick player answers: takes what there is, from the first rows, and places a marker now and then."""
    takes = [choice for choice in choices if choice.startswith("take")]
    if takes:
        near = [choice for choice in takes if not choice.startswith("take 4")] or takes
        return near[turn % len(near)]
    if "no marker" in choices and turn % 3:
        return "no marker"
    return choices[turn * 7 % len(choices)]


class Caesar:
    """What a player of Caesar & Cleopatra answers who wants to have met every question, and then to be done.

    He lays two cards face up in a turn, plays each sort of action card until he was asked for its target, and draws one
    in each turn as long as some are missing. When all that he wants has been met he is passive from then on, and may
    discard his whole hand, turn by turn, until he has no influence left; or, with `then="down"`, he lays one card in a
    turn.
    """

    TARGETS: Final = {"coup": "strike", "spy": "snatch", "castling": "castle", "scout": "scout", "wrath": "wrath"}

    def __init__(self, *wanted: str, met: set[str], late: bool = False, then: str = "passive") -> None:
        self.wanted = wanted
        self.met = met
        """The first words of all answers that were given at the table, by whomever."""
        self.late = late
        """Whether action cards are played after laying."""
        self.then = then
        self.last = ""

    @property
    def done(self) -> bool:
        return self.met.issuperset(self.wanted)

    def __call__(self, choices: list[str]) -> str:
        choice = self.last = self._choose(choices)
        self.met.add(choice.split()[0])
        return choice

    def _choose(self, choices: list[str]) -> str:
        way = "down" if self.done and self.then == "down" else "up"
        laying = [choice for choice in choices if choice.startswith(way)]
        acting = [choice for choice in choices if choice.startswith("play") and self._is_missing(choice.split()[1])]
        if "let" in choices:
            return "veto" if "veto" in choices and "veto" not in self.met else "let"
        if "passive" in choices and (not laying or (self.done and self.then == "passive")):
            return "passive"
        if acting and not (self.late and laying):
            return acting[0]
        if laying:
            return laying[len(self.met) % len(laying)]
        if "influence" in choices:
            return "influence" if self.done or self.last in ("influence", "action") else "action"
        return "no action" if "no action" in choices else choices[0]

    def _is_missing(self, card: str) -> bool:
        return self.TARGETS[card] not in self.met


class Papam:
    """What a player of 1655 – Habemus Papam answers who wants much to happen: he takes actions and politics before
    cardinals, plays whatever he has, and bids more in some rounds than in others."""

    TAKES: Final = ("bribe", "swap", "felipe", "last", "twice", "death", "squadrone", "rubies", "ten")

    def __init__(self, met: set[str], turn: int = 0) -> None:
        self.met = met
        """The first words of all answers that were given at the table, by whomever."""
        self.turn = turn

    def bid(self, purse: list[str], limit: int) -> str:
        """So many of his gems, the cheapest first."""
        self.turn += 1
        gems = sorted(purse, key="ASRD".index)[: min(limit, self.turn % 4)]
        self.met.add("bid")
        return f"bid {''.join(sorted(gems, key='DRSA'.index)) or 'nothing'}"

    def __call__(self, choices: list[str]) -> str:
        self.turn += 1
        choice = self._choose(choices)
        self.met.add(choice.split()[0])
        return choice

    def _choose(self, choices: list[str]) -> str:
        wanted = [f"take {card}" for card in self.TAKES]
        takes = [choice for choice in wanted if choice in choices]
        if takes:
            return takes[0]
        if "take camerlengo" in choices and self.turn % 3 == 0:
            return "take camerlengo"
        some = [choice for choice in choices if choice not in ("refuse", "no swap", "spare", "decline")] or choices
        return some[self.turn % len(some)]
