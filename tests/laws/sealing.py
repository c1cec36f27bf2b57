"""Law 6: sealed answers."""

from __future__ import annotations

import itertools
import random

from eminence.core.ask import Choice
from eminence.core.match import Match
from eminence.core.state import SEVERAL, State
from tests.laws.table import Table, broken, changed, on_wire, pick, require, seats_asked, who


def check_sealed_answers(table: Table, state: State, chance: random.Random, orders: int = 6) -> None:
    """Law 6: in whichever order sealed answers arrive, the same follows; while they are awaited nobody sees more than
    who has answered, and the face of the answer; a sealed answer taken back leaves the state as it was."""
    waiting = seats_asked(state)
    answers = {seat: _whole_answer(table, state, seat, chance) for seat in waiting}
    seats = [[seat] * len(codes) for seat, codes in answers.items()]
    mixed = list(itertools.chain(*seats))
    arrivals = [list(itertools.chain(*order)) for order in itertools.permutations(seats)]
    arrivals = chance.sample(arrivals, min(orders, len(arrivals)))
    arrivals += [chance.sample(mixed, len(mixed)) for _ in range(4)]
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
    before, asks = table.game.hash(match._state), match.asks()
    views = {viewer: match.view(viewer) for viewer in table.viewers}
    stories = {viewer: on_wire(match.story(viewer)) for viewer in table.viewers}
    match.choose(seat, code)
    for viewer in table.viewers:
        if viewer == seat:
            continue
        now = match.view(viewer)
        seen = changed(views[viewer].fields, now.fields)
        faces = zip(views[viewer]["faces"], now["faces"], strict=True)
        others = [other for other, (face, after) in enumerate(faces) if face != after and other != seat]
        require(6, table, not others, f"{who(seat)} seals an answer, and the faces of {others} change")
        sealing = f"while {who(seat)} seals {table.game.text(code)!r}"
        require(6, table, {*seen} <= {"asked", "faces"}, f"{who(viewer)} sees {seen} change {sealing}")
        require(6, table, on_wire(match.story(viewer)) == stories[viewer], f"{who(viewer)} is told something {sealing}")
        same = viewer not in asks or match.asks()[viewer].texts == asks[viewer].texts
        require(6, table, same, f"{who(viewer)} is asked something else {sealing}")
    able, composing = match.can_take_back(seat), match._state.is_asked(seat)
    require(6, table, able, f"{who(seat)} cannot take a sealed answer back while others are awaited")
    match.take_back(seat)
    back = f"a sealed answer of {who(seat)} taken back leaves"
    require(6, table, table.game.hash(match._state) == before, f"{back} another state than before")
    for viewer in table.viewers:
        require(6, table, on_wire(match.view(viewer)) == on_wire(views[viewer]), f"{back} {who(viewer)} another view")
        same = viewer == seat or not composing or on_wire(match.story(viewer)) == stories[viewer]
        require(6, table, same, f"{who(viewer)} is told how {who(seat)} composes its answer")


def check_last_sealed_answer_is_final(table: Table, state: State, chance: random.Random) -> None:
    """The take-back law for sealed steps: the answer that settles the step says beforehand that it is final."""
    match = table.match(state)
    for _ in range(100):
        seat = chance.choice(sorted(match.asks()))
        choice = chance.choice(match.asks()[seat].choices)
        final = match.is_final(seat, choice)
        match.choose(seat, choice)
        check_final_as_said(table, match, seat, choice, final)
        if match._state.asked != SEVERAL or not any(match._state.sealed):
            return


def check_final_as_said(table: Table, match: Match, seat: int, choice: Choice, final: bool) -> None:
    """An answer that was given can be taken back, unless it was said to be final. Where nobody is seen to have
    answered, it may be said to be final and not be."""
    if final and match.is_held:
        return
    if match.can_take_back(seat) == final:
        told = "final, and can" if final else "not final, and cannot"
        broken("take back", f"{table}: {choice.text!r} by {who(seat)} was said to be {told} be taken back")
