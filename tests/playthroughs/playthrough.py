"""A match as text: every seat's view at chosen moments, what it is asked, and what it is told.

As OpenSpiel keeps them. The text is committed; a change of the rules, of the dealing or of who sees what shows in its
diff. What a viewer may not know is `null`: a leak is a number where `null` was.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import eminence
from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.core.view import View

HEADING = re.compile(
    r"(?P<game>\w+), rules \d+, (?P<seats>\d+) seats\n"
    r"options (?P<options>.*)\n"
    r"secret '(?P<secret>.*)', commitment .*\n"
    r"(moments are shown for (?P<shows>.*)\n)?"
)
EVERY = 12
"""A moment is shown after so many decisions; and whenever something hidden was revealed to somebody."""


@dataclass(frozen=True)
class Playthrough:
    """Which match is shown: it is always the same one."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    secret: str = "playthrough"
    shows: tuple[str, ...] = ()
    """The events that are worth showing a moment for; by default all that reveal something. In some games most do."""

    def is_worth_showing(self, event: Event) -> bool:
        return event.name in self.shows if self.shows else event.is_new

    def text(self) -> str:
        return "\n".join(_Writer(self).lines) + "\n"

    @classmethod
    def read(cls, text: str) -> Playthrough:
        """Which match a text shows: its first lines say so."""
        found = HEADING.match(text)
        assert found, f"these are not the first lines of a playthrough: {text[:200]!r}"
        shows = tuple(found["shows"].split(", ")) if found["shows"] else ()
        return cls(found["game"], int(found["seats"]), json.loads(found["options"]), found["secret"], shows)


def someones_choice(secret: str, number: int, ask: Ask) -> Choice:
    """A choice that looks random, and is the same in every version of Python: first its kind, then one of it."""
    digest = hashlib.sha256(f"{secret} {number}".encode()).digest()
    kinds: dict[str, list[Choice]] = {}
    for choice in ask:
        kinds.setdefault(choice.text.split()[0], []).append(choice)
    kind = kinds[sorted(kinds)[int.from_bytes(digest[:4], "big") % len(kinds)]]
    return kind[int.from_bytes(digest[4:8], "big") % len(kind)]


def play(playthrough: Playthrough) -> Match:
    """The match alone, played to its end."""
    return _Writer(playthrough).match


class _Writer:
    def __init__(self, shown: Playthrough) -> None:
        self.shown = shown
        self.match = eminence.game(shown.game).new(
            shown.seats, shown.options, secret=shown.secret.encode(), nonces={0: b"nonce of seat 0"}
        )
        self.viewers: list[int | None] = [None, *range(shown.seats)]
        self.told = 0  # events so far
        self.logged = 0  # entries so far
        self.lines = [
            f"{shown.game}, rules {self.match.game.rules}, {shown.seats} seats",
            f"options {json.dumps(self.match.options)}",
            f"secret {shown.secret!r}, commitment {self.match.commitment}",
            *([f"moments are shown for {', '.join(shown.shows)}"] if shown.shows else []),
            "A choice marked ! is final. What a viewer may not know is null.",
        ]
        self.play()

    def play(self) -> None:
        match = self.match
        self.moment("after the deal")
        decisions = 0
        while not match.over:
            assert decisions < 2000, "the match does not end"
            before = len(match.entries), len(match._story)
            seat, ask = min(match.asks().items())
            match.choose(seat, someones_choice(self.shown.secret, decisions, ask))
            decisions += 1
            revealed = any(self.shown.is_worth_showing(event) for event in match._story[before[1] :])
            if match.over:
                self.moment(f"the end, after {decisions} decisions")
            elif revealed:
                self.moment(f"after {decisions} decisions: something was revealed")
            elif decisions % EVERY == 0:
                self.moment(f"after {decisions} decisions")
                if match.can_take_back(seat):
                    match.take_back(seat)
        self.end()

    # -- one moment ---------------------------------------------------------------------------------------------------

    def moment(self, title: str) -> None:
        self.lines += ["", f"=== {title} ".ljust(120, "=")]
        self.moves()
        self.events()
        views = {viewer: self.match.view(viewer) for viewer in self.viewers}
        self.fields(views)
        for viewer, view in views.items():
            self.lines += ["", f"--- {self.name(viewer)}"]
            self.lines += self.match.game.describe(view).splitlines()
            ask = self.match.asks().get(viewer) if viewer is not None else None
            if ask is not None:
                choices = ", ".join(choice.text + ("!" if choice.final else "") for choice in ask)
                self.lines.append(f"asked {ask.step} (rule {ask.rule}): {choices}")

    def moves(self) -> None:
        entries = self.match.entries[self.logged :]
        self.logged = len(self.match.entries)
        texts = [f"{'dealer' if entry.seat < 0 else entry.seat} {entry.choice}" for entry in entries]
        self.lines.append("moves: " + "; ".join(texts))
        self.lines.append(f"hash: {self.match.game.hash(self.match._state)}")

    def events(self) -> None:
        """What is told to a spectator; and to the seats, where they are told more."""
        stories = {viewer: self.match.story(viewer, self.told) for viewer in self.viewers}
        for number in range(len(stories[None])):
            told = {viewer: json.dumps(story[number].to_json()) for viewer, story in stories.items()}
            self.lines.append(f"event {self.told + number}: {told[None]}")
            self.lines += [f"    {self.name(v)}: {text}" for v, text in told.items() if text != told[None]]
        self.told += len(stories[None])

    def fields(self, views: Mapping[int | None, View]) -> None:
        """Every field as a spectator has it; and as the seats have it, where they have it otherwise."""
        for name in views[None].fields:
            known = {viewer: json.dumps(view[name]) for viewer, view in views.items()}
            self.lines.append(f"{name}: {known[None]}")
            self.lines += [f"    {self.name(v)}: {text}" for v, text in known.items() if text != known[None]]
        self.lines.append(f"asked now: {views[None].asked}, over: {views[None].over}")

    def end(self) -> None:
        match = self.match
        self.lines += ["", "=== the count ".ljust(120, "=")]
        for line in match.count():
            tallies = [f"{tally.points:+} {tally.reason} {json.dumps(dict(tally.facts))}" for tally in line.tallies]
            self.lines.append(f"{line.part} {line.subject}: " + " | ".join(tallies))
        self.lines.append(f"scores {match.scores}, winners {match.winners}, reason {match.reason}")

    def name(self, viewer: int | None) -> str:
        return "a spectator" if viewer is None else f"seat {viewer}"
