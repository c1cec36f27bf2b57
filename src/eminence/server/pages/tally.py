"""The final count for a page: part by part, line by line, each with its reason; and the score, the winner's first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eminence.core.game import CountLine
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling
from eminence.server.pages import phrases


def won(winners: Sequence[int], teller: Telling) -> str:
    """Who won, in a sentence."""
    if len(winners) == 1:
        return teller.said("winner", winners[0])
    return sentence(teller.texts("winner.shared", who=teller.texts.listed([teller.who(seat) for seat in winners])))


def result(count: Sequence[CountLine], winners: Sequence[int], teller: Telling) -> dict[str, Any]:
    """What the ledger shows of a count."""
    parts: list[dict[str, Any]] = []
    for line in count:
        if not parts or parts[-1]["title"] != teller.part(line):
            parts.append({"title": teller.part(line), "lines": []})
        best = max(tally.points for tally in line.tallies)
        parts[-1]["lines"].append(
            {
                "subject": sentence(teller.subject(line)),
                "tallies": [
                    {
                        "points": tally.points,
                        "reason": teller.tally(tally),
                        "best": tally.points == best and tally.points > 0,
                    }
                    for tally in line.tallies
                ],
            }
        )
    points = [sum(line.tallies[seat].points for line in count) for seat in range(len(count[0].tallies))]
    scores: list[dict[str, Any]] = [
        {"seat": seat, "name": sentence(teller.who(seat)), "points": n, "won": seat in winners}
        for seat, n in enumerate(points)
    ]
    ranking = sorted(scores, key=lambda score: (not score["won"], -score["points"]))
    return {
        "winners": won(winners, teller),
        "score": phrases.as_score(score["points"] for score in ranking),
        "ranking": ranking,
        "reason": "",
        "tie": "",
        "scores": scores,
        "parts": parts,
    }
