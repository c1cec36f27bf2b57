"""The final count line by line, each with its reason: of a match, and of a table with the real box."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.core.game import CountLine, Tally
from eminence.games.deal_with_the_devil import scoring
from eminence.games.deal_with_the_devil.scoring import Position


def count_of(realms: Sequence[Position]) -> list[CountLine]:
    """What each realm gets for each part of the count."""
    return [
        CountLine(part, part, tuple(_tally(has, number) for has in realms)) for number, part in enumerate(scoring.PARTS)
    ]


def _tally(has: Position, number: int) -> Tally:
    points = int(scoring.part(has, number))
    facts: dict[str, int] = {"n": abs(points)}
    reason = scoring.PARTS[number]
    if number == scoring.BUILDINGS:
        facts = {"n": int(has.buildings)}
    elif number == scoring.DEBT:
        facts = {"n": int(has.debt)}
    elif number == scoring.MAJORS:
        facts = {"n": int(has.majors)}
        if has.devil:
            reason = "majors_of_the_devil"
    elif number == scoring.INDULGENCES:
        facts = {"n": int(has.indulgences)}
    elif number == scoring.REST:
        facts = {"n": int(has.loose), "left": int(scoring.left_over(has))}
    return Tally(points, reason, facts)
