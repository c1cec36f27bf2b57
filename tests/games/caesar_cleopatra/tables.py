"""Tables of Caesar & Cleopatra as one wants them: opened card by card, or set up in the middle of a game.

Influence is written `1 2 3 4 5 P`, action cards by their names, groups `SEN PRA QUA CEN AED`. Seat 0 is Cleopatra. All
matches are dealt by hand: the dealer's answers are given like any other.
"""

from collections.abc import Callable, Iterable
from typing import Any, Self

import eminence
from eminence.core.bags import bag_of, each
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import notation
from eminence.games.caesar_cleopatra.components import ACTIONS, GROUPS, INFLUENCE, INFLUENCE_MASK, VOTE_PILE
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.playing import asked, offered, play

GAME = eminence.game("caesar_cleopatra")
FIRST_RULES = eminence.game("caesar_cleopatra", 1)
CLEOPATRA, CAESAR = 0, 1
KIND = {text: kind for kind, text in enumerate(notation.KIND_TEXTS)}
GROUP = {text: group for group, text in enumerate(notation.GROUP_CODES)}
CARD = {text: card for card, text in enumerate(notation.VOTE_TEXTS)}


def bag(texts: str) -> int:
    """A bag of cards of a side: `3 3 P veto`."""
    return int(bag_of([KIND[text] for text in texts.split()]))


def votes(texts: str) -> int:
    """A bag of vote cards: `SEN orgy shuffle`."""
    return int(bag_of([CARD[text] for text in texts.split()]))


class Position:
    """A position in the middle of a game. Whatever is not said lies in the piles; hands hold 1 to 5."""

    def __init__(self, turn: int = CLEOPATRA, game: Game = GAME, **options: str) -> None:
        self.game = game
        self.options = game.checked_options({"action_pile": "shuffled", **options})
        self.form: dict[str, Any] = game.to_json(game.start(2, self.options))
        self.form |= {"steps": ["turn", "act"], "asked": turn, "turn": turn, "busy": False, "hand": [0, 0]}
        self.form |= {"bonus": [0, 1], "bonus_count": 2, "bonus_box": int(bag_of([0, 1, 2, 2]))}
        self.thrown_away = [False, False]
        self.hand(CLEOPATRA, "1 2 3 4 5").hand(CAESAR, "1 2 3 4 5")

    def hand(self, seat: int, cards: str) -> Self:
        self.form["hand"][seat] = bag(cards)
        return self

    def up(self, seat: int, group: str, cards: str) -> Self:
        """Open influence beside a group."""
        self.form["up"][seat * GROUPS + GROUP[group]] = bag(cards)
        return self

    def down(self, seat: int, group: str, cards: str) -> Self:
        """Covered influence beside a group, in the order in which it was laid."""
        faces = [KIND[text] for text in cards.split()]
        self.form["down"][seat][GROUP[group]] = sum(face << 3 * n for n, face in enumerate(faces))
        self.form["lying"][seat * GROUPS + GROUP[group]] = len(faces)
        return self

    def won(self, seat: int, groups: str) -> Self:
        """Patricians already won: `SEN SEN QUA`."""
        for text in groups.split():
            self.form["won"][seat] += int(bag_of([GROUP[text]]))
            self.form["patricians"][GROUP[text]] -= 1
        return self

    def exhausted(self, *groups: str) -> Self:
        """Groups of which Caesar has won all that were left."""
        for text in groups:
            self.won(CAESAR, " ".join([text] * self.form["patricians"][GROUP[text]]))
        return self

    def bonus(self, first: str, second: str) -> Self:
        box = [0, 0, 1, 1, 2, 2]
        for text in (first, second):
            box.remove(GROUP[text])
        self.form |= {"bonus": [GROUP[first], GROUP[second]], "bonus_box": int(bag_of(box))}
        return self

    def vote_pile(self, cards: str, out: str = "") -> Self:
        """The vote cards to come, and those that left the game; the others have been turned up."""
        self.form["vote_pile"] = votes(cards)
        whole = int(VOTE_PILE) - (votes("orgy") if self.options["orgies"] == "two" else 0)
        self.form["vote_discards"] = whole - votes(cards) - votes(out)
        return self

    def piles(self, seat: int, influence: str = "", actions: str = "") -> Self:
        """What is left of a player's two piles; what lies nowhere else has been discarded."""
        self.thrown_away[seat] = True
        self.form["pile"][seat] = bag(influence)
        self.form["actions"][seat] = bag(actions)
        return self

    def set(self, **fields: Any) -> Self:
        """Set fields of the state as they are."""
        self.form |= fields
        return self

    def voting(self) -> Match:
        """The match, with the turn's vote card about to be turned up."""
        return self.set(steps=["turn", "vote_card"], asked=DEALER).match()

    def refilling(self) -> Match:
        """The match, with everything laid: what follows is refilling, extraordinary votes, the vote card."""
        self.set(steps=["turn", "vote_card", "extra_votes", "refill", "late_action"], acted=True, busy=True)
        match = self.set(asked=self.form["turn"]).match()
        match._state.go_on()
        return match

    def match(self) -> Match:
        self._put_the_rest_away(CLEOPATRA)
        self._put_the_rest_away(CAESAR)
        game = self.game
        match = Match(game, 2, self.options, by_hand=True, deal=False)
        match._state = game.from_json(2, self.options, self.form)
        assert game.components(match._state) == game.components(game.start(2, self.options))
        return match

    def _put_the_rest_away(self, seat: int) -> None:
        """Cards that were not named go to the piles, or to the discards; then everything is counted."""
        form = self.form
        laid = sum(form["up"][seat * GROUPS + group] for group in range(GROUPS))
        for group in range(GROUPS):
            row, n = form["down"][seat][group], form["lying"][seat * GROUPS + group]
            laid += bag_of([row >> 3 * card & 7 for card in range(n)])
        rest = int(INFLUENCE + ACTIONS - laid - form["hand"][seat])
        if self.thrown_away[seat]:
            form["discards"][seat] = rest - form["pile"][seat] - form["actions"][seat]
        else:
            form["pile"][seat], form["actions"][seat] = rest & INFLUENCE_MASK, rest & ~INFLUENCE_MASK
        form["hand_influence"][seat] = len(each(form["hand"][seat] & INFLUENCE_MASK))
        form["hand_actions"][seat] = len(each(form["hand"][seat] & ~INFLUENCE_MASK))
        form["pile_count"][seat] = len(each(form["pile"][seat]))
        form["action_count"][seat] = len(each(form["actions"][seat]))
        if self.options["action_pile"] == "ordered":
            form["order"][seat] = [int(kind) for kind in each(form["actions"][seat])]


def opened(first: str = "1 2 3 4 5", second: str = "1 2 3 4 5", **options: str) -> Match:
    """A match whose opening cards lie beside SEN, PRA, QUA, CEN and AED in this order; Cleopatra is to act."""
    match = Match(GAME, 2, {"action_pile": "shuffled", **options}, by_hand=True)
    play(match, "bonus SEN", "bonus PRA")
    for seat, row in enumerate((first, second)):
        match.choose(seat, *(f"lay {text}" for text in row.split()[:4]))
    return match


# == Playing ==========================================================================================================
HABITS = {"late_action": "no action", "refill": "influence", "vote_card": "vote orgy", "veto": "let"}


def go_on(match: Match, until: str = "act", **habits: str) -> Match:
    """Go on until a step is asked: nothing more is played, hands are refilled with influence, there is an orgy.

    Habits are given by step: `vote_card="vote SEN"`.
    """
    for _ in range(100):
        if match.over or asked(match)[1] == until:
            return match
        wanted = {**HABITS, **habits}.get(asked(match)[1])
        play(match, wanted if wanted in offered(match) else offered(match)[0])
    raise AssertionError(f"{until!r} does not come")


# == Looking ==========================================================================================================
def texts(cards: Iterable[int]) -> str:
    return " ".join(notation.KIND_TEXTS[kind] for kind in cards)


def state(match: Match) -> CaesarState:
    assert isinstance(match._state, CaesarState)
    return match._state


def hand(match: Match, seat: int) -> str:
    return texts(each(state(match).hand[seat]))


def up(match: Match, seat: int, group: str) -> str:
    return texts(each(match.view(None)["up"][seat * GROUPS + GROUP[group]]))


def down(match: Match, seat: int, group: str) -> str:
    """The faces that lie covered there, as their owner sees them."""
    row = match.view(seat)["down"][seat][GROUP[group]]
    return " ".join(notation.row_texts(row, match.view(seat)["lying"][seat * GROUPS + GROUP[group]]))


def discards(match: Match, seat: int) -> str:
    return texts(each(match.view(None)["discards"][seat]))


def won(match: Match, seat: int) -> str:
    return " ".join(notation.GROUP_CODES[group] for group in each(match.view(None)["won"][seat]))


def both(look: Callable[..., str], match: Match, *where: str) -> tuple[str, str]:
    """What Cleopatra has there, and what Caesar has: `both(up, match, "SEN")`."""
    return look(match, CLEOPATRA, *where), look(match, CAESAR, *where)


def left(match: Match, group: str) -> int:
    return int(match.view(None)["patricians"][GROUP[group]])
