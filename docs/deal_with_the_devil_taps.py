"""How long a person sits over Deal with the Devil: how often they are asked in a match, and how often they tap.

    python docs/deal_with_the_devil_taps.py                20 matches of greedy players; a line a seat with --each
    python docs/deal_with_the_devil_taps.py --matches 5 --bots page

Each seat's answers are filled into the forms of the page (`page_forms`) as a person on a phone would do it: what stands
there already is left, a line that is folded is opened, what may not be meant is confirmed. `tests/browser` has fingers
do the same, and compares. All follow from `--seed`. Exits with 1 if the bar is missed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean

from eminence.bots import bot
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts.telling import telling
from eminence.games import game
from eminence.games.deal_with_the_devil.page import form_for
from eminence.games.deal_with_the_devil.page_claims import CLAIMING
from eminence.games.deal_with_the_devil.page_fields import Form, Group, Question
from eminence.games.deal_with_the_devil.page_forecast import forecast
from eminence.games.deal_with_the_devil.telling import Telling

GAME = game("deal_with_the_devil")
BAR = 45.0
"""Minutes of a person's time for a match."""
A_FORM, A_TAP = 20.0, 2.0
"""Seconds: to read a question and think it over, and to find a place with the thumb."""
A_SELECT = 2
"""A list is opened, and something is picked in it."""
SEATS = ("Anne", "Gaston", "Marie", "Joseph")
FOLDED = ("sell", "borrow", "buy", "repay")
"""What single buttons are folded away by these words, but where it is just them that are asked for."""


class Hand:
    """Somebody who fills in a form, and counts."""

    def __init__(self, match: Match, seat: int, answers: Sequence[str]) -> None:
        self.view, self.ask = match.view(seat), match.asks()[seat]
        told = telling(GAME, "en", seat, dict(enumerate(SEATS)))
        assert isinstance(told, Telling)
        self.telling = told
        self.form = form_for(self.view, self.ask, told)
        self.answers = list(answers)
        self.taps = 0
        self.open: Group | None = None
        """The line, or the shop, that is unfolded."""

    def count(self) -> int:
        form = self.form
        if form is None:
            (answer,) = self.answers
            return 1 + (answer.split()[0] in FOLDED and self.ask.step != "fund")
        rest = self.answers[:]
        last = max((s.last for s in form.senders if not s.last or rest[-len(s.last) :] == list(s.last)), key=len)
        del rest[len(rest) - len(last) :]
        again = json.loads(form.again[1]) if form.again else None
        if again == rest:
            self.taps = 1
        elif any(q.kind == "rows" for _, q in parts(form)):
            self.taps = 1 + self.rows(form, rest)  # what happened is looked at first
        else:
            self.fill(form, rest)
        return self.taps + 1 + self.is_asked_back(form, last, rest)

    def is_asked_back(self, form: Form, last: Sequence[str], rest: Sequence[str]) -> bool:
        sender = next(one for one in form.senders if one.last == last)
        foreseen = forecast(self.view, self.ask, self.telling, [GAME.code(text) for text in rest])
        return bool(sender.sure or (foreseen and foreseen.sure))

    # -- one part after the other ----------------------------------------------------------------------------------

    def fill(self, form: Form, rest: Sequence[str]) -> None:
        now = {question.q: preset(question) for _, question in parts(form)}
        done, before = set[str](), ""
        for group, question in parts(form):  # what is marked and not meant
            for option in question.options if question.kind == "boxes" else ():
                if option.checked and option.value not in rest:
                    self.tap(group, question, 1)
                    now[question.q].remove(option.value)
        claims = {question.q for _, question in parts(form) if question.kind == "boxes"}
        for answer in rest:
            there = [(g, q) for g, q in parts(form) if q.q not in done and is_asked(q, form, now)]
            there = [(g, q) for g, q in there if q.when not in claims or q.when == before]
            there.sort(key=lambda one: not before or one[1].when != before)
            for group, question in there:
                taps = says(question, answer)
                if taps is None:
                    continue
                if question.kind in ("boxes", "radio"):
                    before = question.when or question.q
                if question.kind == "boxes":
                    now[question.q] = [*(one for one in now[question.q] if one != answer), answer]
                else:
                    now[question.q] = [answer]
                    done.add(question.q)
                self.tap(group, question, taps)
                asked = [q for q in group.questions if is_asked(q, form, now)]
                if taps and group.line and question.kind == "radio" and asked[-1] is question:
                    self.open = None  # a line folds when something was picked in it
                break

    def tap(self, group: Group, question: Question, taps: int) -> None:
        folds = bool(group.line) or group.name == "shop"
        if taps and folds and self.open is not group:
            self.taps += 1
            self.open = group
        self.taps += taps

    # -- the rows of the inquisition -------------------------------------------------------------------------------

    def rows(self, form: Form, rest: Sequence[str]) -> int:
        """Each inquisitor's answer; the order in which penalties are suffered is that of the rows, or is changed."""
        show, spend, *suffers = rest
        counted = ["+show"] * int(show.split()[1]) + ["+spend"] * int(spend.split()[1])
        taps, order = 0, []
        for _, row in parts(form):
            if row.kind != "rows":
                continue
            own = next(option.value for option in row.options if option.value.startswith("suffer"))
            wanted = own if own in suffers else counted.pop(0)
            order += [own] if wanted == own else []
            taps += not next(option.checked for option in row.options if option.value == wanted)
        wrong = sum(suffers.index(one) > suffers.index(two) for one, two in combinations(order, 2))
        return taps + (wrong + 1 if wrong else 0)


def parts(form: Form) -> list[tuple[Group, Question]]:
    """Its questions in the order in which they are sent."""
    found = [(group, question) for group in form.groups for question in group.questions]
    return sorted(found, key=lambda one: one[1].at)


def preset(question: Question) -> list[str]:
    """What a part of a form says as it is drawn."""
    if question.kind == "number":
        return [question.sends.replace("{n}", str(question.least))] if question.least else [question.zero]
    return [option.value for option in question.options if option.checked]


def is_asked(question: Question, form: Form, now: dict[str, list[str]]) -> bool:
    """Whether a part is asked, by what others say now."""
    if not question.when:
        return True
    name, _, values = question.when.partition("=")
    other = next(one for _, one in parts(form) if one.q == name)
    if not is_asked(other, form, now):
        return False
    if values:
        return any(value in now[name] for value in values.split("|"))
    return not all(value in other.idle.split("|") for value in now[name])


def says(question: Question, answer: str) -> int | None:
    """With how many taps a part says this; None if it cannot."""
    if question.kind == "hidden":
        return 0 if question.sends == answer else None
    if question.kind == "number":
        if answer == question.zero:
            return 0
        n = re.fullmatch(re.escape(question.sends).replace(r"\{n\}", r"(\d+)"), answer)
        if n is None:
            return None
        return 1 if question.to and int(n[1]) == question.to[1] else int(n[1]) - question.least
    chosen = next((option for option in question.options if option.value == answer), None)
    if chosen is None or chosen.why is not None:
        return None
    return 0 if chosen.checked else A_SELECT if question.kind == "select" else 1


# -- matches -----------------------------------------------------------------------------------------------------------


def questions(level: str, deal: str) -> Iterator[tuple[Match, int, list[str]]]:
    """A match, question by question as the page puts them: as it stood, who was asked, all small answers."""
    match = GAME.new(len(SEATS), secret=deal.encode())
    players = [bot(level, seed=f"{deal} {seat}") for seat in range(len(SEATS))]
    stood, asked, answers = match, DEALER, list[str]()
    while not match.over:
        seat = min(match.asked)
        state = match._state
        if seat != asked or not (state.sealed[seat] or is_claiming(stood, match)):
            if answers:
                yield stood, asked, answers
            stood, asked, answers = match.clone(), seat, []
        answers.append(players[seat].choose(match.view(seat), match.asks()[seat]).text)
        match.choose(seat, answers[-1])
    yield stood, asked, answers


def is_claiming(stood: Match, match: Match) -> bool:
    """Whether it still belongs to the form in which achievements are claimed."""
    return stood.step == CLAIMING[0] and match.step in CLAIMING


def main() -> int:
    """Count, and say whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--bots", default="greedy", help="who answers, as in `eminence ladder`")
    parser.add_argument("--seed", default="taps")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    forms, taps = list[int](), list[int]()
    for number in range(given.matches):
        counted = [[0, 0] for _ in SEATS]
        for stood, seat, answers in questions(given.bots, f"{given.seed} {number}"):
            counted[seat][0] += 1
            counted[seat][1] += Hand(stood, seat, answers).count()
        forms += [one[0] for one in counted]
        taps += [one[1] for one in counted]
        if given.each:
            print(f"match {number + 1}: " + ", ".join(f"{one} forms {two} taps" for one, two in counted), flush=True)
    minutes = [(one * A_FORM + two * A_TAP) / 60 for one, two in zip(forms, taps, strict=True)]
    for name, found in (("forms", forms), ("taps", taps), ("minutes", minutes)):
        print(f"{name}: {fmean(found):.1f} ({min(found):.0f}–{max(found):.0f})")
    return int(max(minutes) > BAR)


if __name__ == "__main__":
    sys.exit(main())
