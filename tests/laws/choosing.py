"""Laws 4 and 5: choices, endings and components; what is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from eminence.core.ask import Choice
from eminence.core.errors import (
    AlreadyAnswered,
    CannotTakeBack,
    EminenceError,
    MatchOver,
    NotAsked,
    NotOffered,
    NotOver,
    UnknownChoice,
    UnknownSeat,
)
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER, NOBODY, SEVERAL, State
from tests.laws.keeping import snapshot
from tests.laws.table import Table, broken, seats_asked, weights_of, who


def check_asks(table: Table, state: State) -> None:
    """Law 4: whoever is asked has a choice; no choice comes twice; every choice has its text; dealer's weights fit."""
    asked = seats_asked(state)
    if not asked:
        if state.asked != NOBODY or state.steps:
            broken(4, f"{table}: nobody is awaited, yet the game is not over: {state.step().name!r}")
        return
    if state.asked != SEVERAL and state.asked not in (DEALER, *range(table.seats)):
        broken(4, f"{table}: there is no seat {state.asked} to ask")
    step = state.step()
    for seat in asked:
        codes = list(step.choices(state, seat))
        if not codes:
            broken(4, f"{table}: {who(seat)} is asked {step.name!r} and has no choice")
        if len(set(codes)) != len(codes):
            broken(4, f"{table}: {who(seat)} is offered the same choice twice at {step.name!r}")
        for code in codes:
            if not 0 <= code < table.game.codes:
                broken(4, f"{table}: code {code} at {step.name!r} is not below {table.game.codes}")
            table.game.text(code)
        if seat == DEALER:
            weights_of(state, codes)


def check_order_of_draws(table: Table, state: State, chance: random.Random) -> None:
    """Law 4: two draws of the dealer, one after the other, are as likely the other way round: cards of which there are
    more copies are drawn more often, and no draw knows what comes next."""
    if state.asked != DEALER:
        return
    codes = [int(code) for code in state.choices(DEALER)]
    for _ in range(8):
        pair = chance.sample(codes, min(2, len(codes)))
        likely = [_likely(state, draws) for draws in (pair, pair[::-1])]
        if likely[0] and likely[1] and likely[0] != likely[1]:
            one, two = (table.game.text(code) for code in pair)
            told = f"{one!r} before {two!r} in {likely[0]} of all cases, and after it in {likely[1]}"
            broken(4, f"{table}: the dealer draws {told}")


def _likely(state: State, draws: list[int]) -> Fraction:
    """How likely the dealer is to make these draws, in this order and at this step; 0 if he cannot."""
    likely, after = Fraction(1), state.clone()
    for code in draws:
        codes = [int(choice) for choice in after.choices(DEALER)] if after.asked == DEALER else []
        if code not in codes or after.steps != state.steps:
            return Fraction(0)
        weights = weights_of(after, codes)
        likely *= Fraction(weights[codes.index(code)], sum(weights))
        after.answer(DEALER, code)
    return likely


def components(table: Table, state: State) -> dict[str, list[int]]:
    return {kind: list(things) for kind, things in table.game.components(state).items()}


def check_components(table: Table, state: State, box: Mapping[str, list[int]], when: str = "") -> None:
    """Law 4: no component appears or vanishes."""
    now = components(table, state)
    for kind in (*box, *now):
        before, after = box.get(kind, []), now.get(kind, [])
        if before != after:
            gone, come = list(before), list(after)
            for thing in before:
                if thing in come:
                    come.remove(thing)
                    gone.remove(thing)
            broken(4, f"{table}: of the {kind}, {gone} vanished and {come} appeared{when}")


def check_end(table: Table, state: State) -> None:
    """Law 4: once over, a game has its scores, its winners, a reason, and a count whose lines add up to the scores."""
    game = table.game
    if state.steps or seats_asked(state):
        broken(4, f"{table}: the game is over, but something is still to be done")
    scores, winners = list(state.scores()), list(state.winners())
    if len(scores) != table.seats:
        broken(4, f"{table}: {len(scores)} scores for {table.seats} seats")
    if not winners or len(set(winners)) != len(winners) or not set(winners) <= set(range(table.seats)):
        broken(4, f"{table}: the winners cannot be {winners}")
    if not game.reason(state):
        broken(4, f"{table}: the game ended for no reason")
    sums = [0] * table.seats
    for line in game.count(state):
        for seat, tally in enumerate(line.tallies):
            sums[seat] += tally.points
    if sums != scores:
        broken(4, f"{table}: the lines of the count add up to {sums}, the scores are {scores}")
    if not game.describe(table.view(state, None)):
        broken(4, f"{table}: the end cannot be described")


def check_notation(game: Game) -> None:
    """Law 4: text and code of a choice stand for each other; numbers that are no code have no text."""
    texts: dict[str, int] = {}
    for code in range(game.codes):
        try:
            text = game.text(code)
        except LookupError:
            continue
        if game.code(text) != code or game.text(game.code(text)) != text or game.choice(code).text != text:
            broken(4, f"{game}: {text!r} is the text of code {code}, but reads as code {game.code(text)}")
        if texts.setdefault(text.casefold(), code) != code:
            broken(4, f"{game}: codes {code} and {texts[text.casefold()]} have the same text {text!r}")
        if text != " ".join(text.split()) or text.casefold() == BACK:
            broken(4, f"{game}: {text!r} cannot be the text of a choice")
    if not texts:
        broken(4, f"{game}: no code has a text")
    for code in (-1, game.codes, game.codes + 1000):
        try:
            text = game.text(code)
        except LookupError:
            continue
        broken(4, f"{game}: the number {code} is no choice, but has the text {text!r}")


def refused(match: Match, wanted: type[EminenceError], what: str, call: Any, *arguments: Any) -> None:
    """That a call is refused with exactly this error, and changes nothing."""
    before = snapshot(match)
    try:
        call(*arguments)
    except EminenceError as error:
        if type(error) is not wanted:
            broken(5, f"{match}: {what} should be refused as {wanted.__name__}, not as {type(error).__name__}: {error}")
        if not str(error):
            broken(5, f"{match}: {what} was refused without a word")
    except Exception as error:
        broken(5, f"{match}: {what} should be refused as {wanted.__name__}, but broke down: {error!r}")
    else:
        broken(5, f"{match}: {what} was not refused")
    after = snapshot(match)
    for part in before:
        if before[part] != after[part]:
            broken(5, f"{match}: {what} was refused, but changed {part}")


def check_refusals(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: whatever may not be answered now is refused with its own error, and the match is exactly as before."""
    game = table.game
    asks = match.asks()
    some = [code for code in range(game.codes) if _has_text(game, code)]
    for seat in (table.seats, table.seats + 7, -7, None, "0", True, 0.0):
        refused(match, UnknownSeat, f"an answer of seat {seat!r}", match.choose, seat, game.text(some[0]))
        refused(match, UnknownSeat, f"a taking back by seat {seat!r}", match.take_back, seat)
    for seat in (table.seats, -7, "0", True):
        refused(match, UnknownSeat, f"a look from seat {seat!r}", match.view, seat)
    if not match.by_hand:
        refused(match, UnknownSeat, "an answer of the dealer", match.choose, DEALER, game.text(some[0]))
    for seat in range(table.seats):
        if not match.can_take_back(seat):
            refused(match, CannotTakeBack, f"a taking back by seat {seat}", match.take_back, seat)
        if match.over:
            refused(
                match, MatchOver, f"a late answer of seat {seat}", match.choose, seat, game.text(chance.choice(some))
            )
        elif seat not in asks:
            sealed = match._state.asked == SEVERAL and bool(match._state.sealed[seat])
            wanted = AlreadyAnswered if sealed else NotAsked
            text = chance.choice(chance.choice(list(asks.values())).texts)
            refused(match, wanted, f"an answer of seat {seat}, which is not asked", match.choose, seat, text)
    for seat, ask in asks.items():
        offered = {choice.code for choice in ask}
        others = [code for code in some if code not in offered]
        for code in chance.sample(others, min(3, len(others))):
            for form in (game.text(code), code, Choice(game.text(code), code)):
                refused(match, NotOffered, f"{form!r}, not offered to {who(seat)}", match.choose, seat, form)
        for unknown in (
            "",
            "no such choice",
            "take 9Z",
            BACK,
            game.codes,
            -1,
            10**30,
            None,
            0.5,
            Choice("x", game.codes),
        ):
            refused(match, UnknownChoice, f"the unknown choice {unknown!r}", match.choose, seat, unknown)
    if not match.over:
        for what, call in {
            "the scores": lambda: match.scores,
            "the winners": lambda: match.winners,
            "the reason": lambda: match.reason,
            "the secret": lambda: match.secret,
            "the count": match.count,
            "the export": match.export,
            "what was hidden": match.open_view,
            "the open story": match.open_story,
        }.items():
            refused(match, NotOver, f"{what}, asked before the end,", call)


def _has_text(game: Game, code: int) -> bool:
    try:
        game.text(code)
    except LookupError:
        return False
    return True


def check_answer_given_twice(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: an answer that arrives a second time is refused once the seat is no longer asked. Plays one answer."""
    asks = match.asks()
    seat = chance.choice(sorted(asks))
    text = chance.choice(asks[seat].texts)
    match.choose(seat, text)
    if match.over:
        refused(match, MatchOver, f"{text!r} given twice", match.choose, seat, text)
    elif seat not in match.asks() and seat != DEALER:
        sealed = match._state.asked == SEVERAL and bool(match._state.sealed[seat])
        refused(match, AlreadyAnswered if sealed else NotAsked, f"{text!r} given twice", match.choose, seat, text)
