"""A match as text: every seat's view at chosen moments, what it is asked, and what it is told.

As OpenSpiel keeps them. The text is committed; a change of the rules, of the dealing or of who sees what shows in its
diff. What a viewer may not know is `null`: a leak is a number where `null` was. Of a match that is long, a text shows a
part, and how all of it ended.
"""

import hashlib
import json
import re
from collections.abc import Mapping

import eminence
from eminence.core.ask import Ask, Choice
from eminence.core.view import View

HEADING = re.compile(
    r"(?P<game>\w+), rules (?P<rules>\d+), (?P<seats>\d+) seats\noptions (?P<options>.*)\n"
    r"secret '(?P<secret>.*)', commitment .*\n(moments are shown for (?P<shows>.*)\n)?"
    r"(shown are the decisions (?P<first>\d+) to (?P<last>\d+), with a moment after every (?P<every>\d+)\n)?"
)
EVERY = 12
"""A moment is shown after so many decisions; and whenever something hidden was revealed to somebody."""
MOST = 2000
"""No match has so many decisions."""


def someones_choice(secret: str, number: int, ask: Ask) -> Choice:
    """A choice that looks random, and is the same in every version of Python: first its kind, then one of it."""
    digest = hashlib.sha256(f"{secret} {number}".encode()).digest()
    kinds: dict[str, list[Choice]] = {}
    for choice in ask:
        kinds.setdefault(choice.text.split()[0], []).append(choice)
    kind = kinds[sorted(kinds)[int.from_bytes(digest[:4], "big") % len(kinds)]]
    return kind[int.from_bytes(digest[4:8], "big") % len(kind)]


class Playthrough:
    """A match played to its end, and the text of it. Which match it is, the first lines of the text say."""

    def __init__(self, heading: str) -> None:
        found = HEADING.match(heading)
        assert found, f"these are not the first lines of a playthrough: {heading[:200]!r}"
        game = eminence.game(found["game"], int(found["rules"]))
        seats, self.secret = int(found["seats"]), found["secret"]
        options, secret = json.loads(found["options"]), self.secret.encode()
        self.match = game.new(seats, options, secret=secret, nonces={0: b"nonce of seat 0"})
        self.shows = found["shows"].split(", ") if found["shows"] else []
        """The events that are worth showing a moment for; by default all that reveal something: in some games most."""
        self.part = range(int(found["first"]), int(found["last"]) + 1) if found["first"] else range(MOST)
        """Which decisions are shown, and what they lead to."""
        self.every = int(found["every"] or EVERY)
        self.viewers: list[int | None] = [None, *range(seats)]
        self.told = 0  # events so far
        self.logged = 0  # entries so far
        self.lines = [
            f"{game.id}, rules {game.rules}, {seats} seats",
            f"options {json.dumps(self.match.options)}",
            f"secret {self.secret!r}, commitment {self.match.commitment}",
            *([f"moments are shown for {', '.join(self.shows)}"] if self.shows else []),
            *([self.part_told()] if found["first"] else []),
            "A choice marked ! is final. What a viewer may not know is null.",
        ]
        self.play()
        self.text = "\n".join(self.lines) + "\n"

    def part_told(self) -> str:
        first, last = self.part[0], self.part[-1]
        return f"shown are the decisions {first} to {last}, with a moment after every {self.every}"

    def play(self) -> None:
        match = self.match
        decisions = 0
        if decisions in self.part:
            self.moment("after the deal")
        while not match.over:
            assert decisions < MOST, "the match does not end"
            before = len(match._story)
            seat, ask = min(match.asks().items())
            match.choose(seat, someones_choice(self.secret, decisions, ask))
            decisions += 1
            events = match._story[before:]
            revealed = any(event.name in self.shows if self.shows else event.is_new for event in events)
            if decisions not in self.part:
                self.told, self.logged = len(match._story), len(match.entries)
            elif match.over:
                self.moment(f"the end, after {decisions} decisions")
            elif revealed:
                self.moment(f"after {decisions} decisions: something was revealed")
            elif decisions % self.every == 0 or decisions == self.part[-1]:
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
                choices = ", ".join(choice.text + "!" * self.match.is_final(ask.seat, choice) for choice in ask)
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
        if len(self.part) < MOST:
            self.lines.append(f"hash: {match.game.hash(match._state)}")
        for line in match.count():
            tallies = [f"{tally.points:+} {tally.reason} {json.dumps(dict(tally.facts))}" for tally in line.tallies]
            self.lines.append(f"{line.part} {line.subject}: " + " | ".join(tallies))
        self.lines.append(f"scores {match.scores}, winners {match.winners}, reason {match.reason}")

    def name(self, viewer: int | None) -> str:
        return "a spectator" if viewer is None else f"seat {viewer}"
