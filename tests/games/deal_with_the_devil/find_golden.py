"""Finds the golden matches of Deal with the Devil anew, and writes them:

    PYTHONPATH=src python -m tests.games.deal_with_the_devil.find_golden

Many matches are played at random for each of TABLES. Of these one is kept for each, so that together as much as
possible happens in them: all of `happenings.ALL_OVER`, every event, every kind of answer at every step.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Mapping
from typing import NamedTuple

from eminence.core.ask import Ask, Choice
from eminence.core.match import Match
from eminence.games.deal_with_the_devil.game import DealWithTheDevil
from tests.games.deal_with_the_devil.happenings import ALL_OVER, OPTIONS, happened
from tests.games.golden import folder, names

GAME = DealWithTheDevil()
EVERYTHING = dict.fromkeys(OPTIONS, True)
TABLES: Mapping[str, Mapping[str, bool]] = {
    **{f"plain_{number}": {} for number in (1, 2, 3)},
    **{option: {option: True} for option in OPTIONS},
    **{f"everything_{number}": EVERYTHING for number in (1, 2)},
}
"""By the name of the file, the options that are not as by default."""
TRIES = 20
"""So many matches are played for each table, and again as many as long as something is missing;"""
MOST = 200
"""but not more than this."""
SELDOM = {"sell", "borrow", "buy", "repay"}
"""What is open all the time, and would be done all the time by whoever is only curious."""


class Found(NamedTuple):
    """A match that might be kept."""

    secret: str
    happened: frozenset[object]


def choose(ask: Ask, chance: random.Random) -> Choice:
    """A choice at random: first its kind, then one of it."""
    kinds: dict[str, list[Choice]] = {}
    for choice in ask:
        kinds.setdefault(choice.text.split()[0], []).append(choice)
    words = sorted(kinds)
    return chance.choice(kinds[chance.choices(words, [1 if word in SELDOM else 8 for word in words])[0]])


def played(secret: str, options: Mapping[str, bool]) -> tuple[Match, list[str], set[tuple[str, str]]]:
    """A whole match at random, always answered by the first who is asked; the answers; and their steps and kinds."""
    match, chance, answers = GAME.new(4, options, secret=secret.encode()), random.Random(secret), list[str]()
    asked = set()
    while not match.over:
        seat, ask = min(match.asks().items())
        answers.append(choose(ask, chance).text)
        asked.add((ask.step, answers[-1].split()[0]))
        match.choose(seat, answers[-1])
    return match, answers, asked


def search() -> dict[str, str]:
    """The secrets of the matches to keep, by their files."""
    there: dict[str, list[Found]] = {name: [] for name in TABLES}
    missing: set[object] = set()
    for first in range(0, MOST, TRIES):
        for name, options in TABLES.items():
            for number in range(first, first + TRIES):
                secret = f"deal with the devil, {name}, {number}"
                match, _, asked = played(secret, options)
                there[name].append(Found(secret, frozenset(happened(match) | asked)))
        kept, missing = cover(there)
        if not missing:
            return kept
        print(
            f"after {first + TRIES} matches of each table there is none with {', '.join(map(str, missing))}", flush=True
        )
    raise SystemExit("it could not be found")


def cover(there: Mapping[str, list[Found]]) -> tuple[dict[str, str], set[object]]:
    """One match of each table, in which together as much happens as possible; and what does not."""
    missing: set[object] = {*ALL_OVER, *(event.__name__ for event in GAME.events)}
    missing |= {what for found in there.values() for one in found for what in one.happened if isinstance(what, tuple)}
    kept: dict[str, str] = {}
    while len(kept) < len(TABLES):
        left = [(name, one) for name in TABLES if name not in kept for one in there[name]]
        name, best = max(left, key=lambda pair: len(pair[1].happened & missing))
        kept[name] = best.secret
        missing -= best.happened
    return kept, missing


def text_of(match: Match, secret: str, answers: list[str]) -> str:
    """A match as `tests.games.golden` reads it."""
    told = {name: str(value).lower() for name, value in match.options.items()}
    told |= {"secret": secret, "reason": match.reason}
    told |= {"scores": " ".join(map(str, match.scores)), "winners": " ".join(map(str, match.winners))}
    told["hash"] = match.entries[-1].hash
    # a line is broken behind a comma, and never within an answer
    lines = textwrap.wrap(", ".join(answer.replace(" ", "\0") for answer in answers), 118, break_long_words=False)
    return (
        "\n".join(f"{name}: {value}" for name, value in told.items())
        + "\n\n"
        + "\n".join(lines).replace("\0", " ")
        + "\n"
    )


def main() -> None:
    """Search, and write what was found in the place of what is there."""
    kept = search()
    for name in names(GAME):
        (folder(GAME) / f"{name}.txt").unlink()
    for name, secret in kept.items():
        match, answers, _ = played(secret, TABLES[name])
        (folder(GAME) / f"{name}.txt").write_text(text_of(match, secret, answers), encoding="utf-8")
        print(f"{name}: {len(answers)} answers, {match.scores}")


if __name__ == "__main__":
    main()
