"""The positions of a game: those of its situations that are worth looking at, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.games.situations import Situation, situations
from tests.thorough import THOROUGH

EVERY = 6


def positions(game: Game) -> Mapping[str, Situation]:
    """By name; says what to write where there are none."""
    return situations(game).POSITIONS


def seen_in_browsers(game: Game) -> Mapping[str, Situation]:
    """The positions that browsers are shown. Where every choice is a button below a text, one is much like another:
    then one in so many is shown."""
    items = list(positions(game).items())
    return dict(items if THOROUGH or game.page is not None else items[::-EVERY])


def questions(game: Game) -> Iterator[tuple[str, Situation]]:
    """The positions at which something is asked, or answered, that was not in those before: by step and kind of answer.
    With EMINENCE_THOROUGH=1 all of them."""
    met: set[tuple[str, str]] = set()
    for name, situation in seen_in_browsers(game).items():
        kinds = set(zip(answered(situation)[1], (text.split()[0] for text in situation.answers), strict=True))
        if THOROUGH or kinds - met:
            met |= kinds
            yield name, situation


def first_asked(match: Match) -> int:
    """The seat that answers first; the first seat where nobody is asked any more."""
    return next(iter(match.asks()), 0)


def deal_on(match: Match) -> None:
    """The dealer gives the first answer that he has, as long as he is asked."""
    while DEALER in (asks := match.asks()):
        match.choose(DEALER, asks[DEALER].texts[0])


def answered(situation: Situation) -> tuple[Match, list[str]]:
    """The position after its answers, and the steps at which they were given."""
    match = situation.match()
    seat = first_asked(match)
    assert seat != DEALER, "the dealer is asked: somebody at the table should be"
    steps = []
    for choice in situation.answers:
        deal_on(match)
        steps.append(match.asks()[seat].step)
        match.choose(seat, choice)
    deal_on(match)
    return match, steps
