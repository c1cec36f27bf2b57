"""Law 6: sealed answers."""

from __future__ import annotations

import itertools
import random

from eminence.core.match import Match
from eminence.core.state import SEVERAL, State
from tests.laws.table import Table, broken, on_wire, pick, seats_asked, who


def check_sealed_answers(table: Table, state: State, chance: random.Random, orders: int = 6) -> None:
    """Law 6: in whichever order sealed answers arrive, the same follows; while they are awaited nobody sees more than
    who has answered, and the face of the answer where it has one; a sealed answer taken back leaves the state as it
    was."""
    if state.asked != SEVERAL:
        return
    waiting = seats_asked(state)
    answers = {seat: _whole_answer(table, state, seat, chance) for seat in waiting}
    arrivals = [
        list(itertools.chain(*([seat] * len(answers[seat]) for seat in order)))
        for order in itertools.permutations(waiting)
    ]
    chance.shuffle(arrivals)
    arrivals = arrivals[:orders]
    mixed = list(itertools.chain(*([seat] * len(answers[seat]) for seat in waiting)))
    for _ in range(4):
        chance.shuffle(mixed)
        arrivals.append(mixed[:])
    outcomes: dict[tuple[str, bytes], list[int]] = {}
    for arrival in arrivals:
        match = table.match(state)
        given = dict.fromkeys(waiting, 0)
        for number, seat in enumerate(arrival):
            code = answers[seat][given[seat]]
            given[seat] += 1
            if code not in match._state.choices(seat):
                broken(6, f"{table}: what others sealed decides what {who(seat)} may answer")
            if number < len(arrival) - 1:
                _check_waiting(table, table.match(match._state), seat, code)
            match.choose(seat, code)
        told = b"".join(on_wire(match.story(seat)) for seat in table.viewers)
        outcomes.setdefault((table.game.hash(match._state), told), arrival)
    if len(outcomes) > 1:
        texts = {seat: [table.game.text(code) for code in codes] for seat, codes in answers.items()}
        broken(6, f"{table}: the order in which sealed answers arrive matters: {list(outcomes.values())} of {texts}")


def _whole_answer(table: Table, state: State, seat: int, chance: random.Random) -> list[int]:
    """All the small answers of one seat to a sealed step: with somebody else awaited, so that nothing is resolved."""
    trial = state.clone()
    codes: list[int] = []
    while trial.asked == SEVERAL and trial.is_asked(seat) and len(codes) < 100:
        code = pick(table, trial, seat, chance, curious=True)
        codes.append(code)
        before = trial.sealed[seat]
        trial.answer(seat, code)
        if trial.sealed[seat] == before or not trial.sealed[seat]:
            break  # it was the last one awaited, and the step was resolved
    return codes


def _check_waiting(table: Table, match: Match, seat: int, code: int) -> None:
    """While sealed answers are awaited: nobody else learns more than who has answered, and it can be taken back."""
    before, views, stories = table.game.hash(match._state), {}, {}
    for viewer in table.viewers:
        views[viewer] = match.view(viewer)
        stories[viewer] = on_wire(match.story(viewer))
    asks = match.asks()
    match.choose(seat, code)
    for viewer in table.viewers:
        if viewer == seat:
            continue
        now = match.view(viewer)
        changed = [name for name in now.fields if now.fields[name] != views[viewer].fields[name]]
        faces = zip(views[viewer]["faces"], now["faces"], strict=True)
        others = [other for other, (face, after) in enumerate(faces) if face != after and other != seat]
        if others:
            broken(6, f"{table}: {who(seat)} seals an answer, and the faces of {others} change")
        if not {*changed} <= {"waiting", "faces"}:
            broken(6, f"{table}: {who(viewer)} sees {changed} change while {who(seat)} seals {table.game.text(code)!r}")
        if on_wire(match.story(viewer)) != stories[viewer]:
            broken(6, f"{table}: {who(viewer)} is told something while {who(seat)} seals an answer")
        if viewer in asks and [choice.text for choice in match.asks()[viewer]] != asks[viewer].texts:
            broken(6, f"{table}: {who(viewer)} is asked something else once {who(seat)} has sealed an answer")
    if not match.can_take_back(seat):
        broken(6, f"{table}: {who(seat)} cannot take a sealed answer back while others are awaited")
    composing = match._state.is_asked(seat)
    match.take_back(seat)
    if table.game.hash(match._state) != before:
        broken(6, f"{table}: a sealed answer of {who(seat)} taken back leaves another state than before")
    for viewer in table.viewers:
        if on_wire(match.view(viewer)) != on_wire(views[viewer]):
            broken(6, f"{table}: {who(viewer)} has another view once {who(seat)} has taken a sealed answer back")
        if viewer != seat and composing and on_wire(match.story(viewer)) != stories[viewer]:
            broken(6, f"{table}: {who(viewer)} is told how {who(seat)} composes its answer")


def check_last_sealed_answer_is_final(table: Table, state: State, chance: random.Random) -> None:
    """The take-back law for sealed steps: the answer that settles the step says beforehand that it is final."""
    if state.asked != SEVERAL:
        return
    match = table.match(state)
    step = state.step().name
    for _ in range(100):
        seat = chance.choice(sorted(match.asks()))
        ask = match.asks()[seat]
        choice = chance.choice(ask.choices)
        match.choose(seat, choice)
        settled = match._state.asked != SEVERAL or not any(match._state.sealed)
        if match.can_take_back(seat) == choice.final:
            told = "final" if choice.final else "not final"
            able = "can" if choice.final else "cannot"
            broken("take back", f"{table}: {choice.text!r} at {step!r} was said to be {told}, and {able} be taken back")
        if settled:
            return
