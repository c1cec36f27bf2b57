"""Laws 4 and 5: choices, endings and components; what is refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from eminence.core import errors
from eminence.core.ask import Choice
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER, NOBODY, SEVERAL, State
from tests.laws.keeping import snapshot
from tests.laws.table import Table, broken, changed, offered, require, seats_asked, weights_of, who


def check_asks(table: Table, state: State) -> None:
    """Law 4: whoever is asked has a choice; no choice comes twice; every choice has its text; dealer's weights fit."""
    asked = seats_asked(state)
    if not asked:
        if state.asked != NOBODY or state.steps:
            broken(4, f"{table}: nobody is awaited, yet the game is not over: {state.step().name!r}")
        return
    require(4, table, state.asked in (SEVERAL, DEALER, *range(table.seats)), f"there is no seat {state.asked} to ask")
    step = state.step()
    for seat in asked:
        codes = offered(table, state, seat)
        require(4, table, len(set(codes)) == len(codes), f"{who(seat)} has the same choice twice at {step.name!r}")
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
            gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
            told = f"{[*gone.elements()]} vanished and {[*come.elements()]} appeared{when}"
            broken(4, f"{table}: of the {kind}, {told}")


def check_end(table: Table, state: State) -> None:
    """Law 4: once over, a game has its scores, its winners, a reason, and a count whose lines add up to the scores."""
    game = table.game
    require(4, table, not (state.steps or seats_asked(state)), "the game is over, but something is still to be done")
    scores, winners = list(state.scores()), list(state.winners())
    require(4, table, len(scores) == table.seats, f"{len(scores)} scores for {table.seats} seats")
    able = {*winners} & {*range(table.seats)}
    require(4, table, 0 < len(winners) == len(able), f"the winners cannot be {winners}")
    require(4, table, game.reason(state), "the game ended for no reason")
    columns = zip(*(line.tallies for line in game.count(state)), strict=True)
    sums = [sum(tally.points for tally in column) for column in columns]
    require(4, table, sums == scores, f"the lines of the count add up to {sums}, the scores are {scores}")
    require(4, table, game.describe(table.view(state, None)), "the end cannot be described")


def check_notation(game: Game) -> None:
    """Law 4: text and code of a choice stand for each other; numbers that are no code have no text."""
    codes: dict[str, int] = {}
    for code in range(game.codes):
        text = _text(game, code)
        if text is None:
            continue
        same = game.code(text) == code and game.choice(code).text == text
        require(4, game, same, f"{text!r} is the text of code {code}, but reads as code {game.code(text)}")
        first = codes.setdefault(text.casefold(), code)
        require(4, game, first == code, f"codes {code} and {first} have the same text {text!r}")
        possible = text == " ".join(text.split()) and text.casefold() != BACK
        require(4, game, possible, f"{text!r} cannot be the text of a choice")
    require(4, game, codes, "no code has a text")
    for code in (-1, game.codes, game.codes + 1000):
        require(4, game, _text(game, code) is None, f"the number {code} is no choice, but has a text")


def _text(game: Game, code: int) -> str | None:
    try:
        return game.text(code)
    except LookupError:
        return None


def refused(match: Match, wanted: type[errors.EminenceError], what: str, call: Any, *arguments: Any) -> None:
    """That a call is refused with exactly this error, and changes nothing."""
    before = snapshot(match)
    should = f"{what} should be refused as {wanted.__name__}"
    try:
        call(*arguments)
    except errors.EminenceError as error:
        require(5, match, type(error) is wanted, f"{should}, not as {type(error).__name__}: {error}")
        require(5, match, str(error), f"{what} was refused without a word")
    except Exception as error:
        broken(5, f"{match}: {should}, but broke down: {error!r}")
    else:
        broken(5, f"{match}: {what} was not refused")
    for part in changed(before, snapshot(match)):
        broken(5, f"{match}: {what} was refused, but changed {part}")


def check_refusals(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: whatever may not be answered now is refused with its own error, and the match is exactly as before."""
    game, asks = table.game, match.asks()
    texts = list(game.codes_by_text)
    for seat in (table.seats, table.seats + 7, -7, None, "0", True, 0.0):
        refused(match, errors.UnknownSeat, f"an answer of seat {seat!r}", match.choose, seat, texts[0])
        refused(match, errors.UnknownSeat, f"a taking back by seat {seat!r}", match.take_back, seat)
    for seat in (table.seats, -7, "0", True):
        refused(match, errors.UnknownSeat, f"a look from seat {seat!r}", match.view, seat)
    if not match.by_hand:
        refused(match, errors.UnknownSeat, "an answer of the dealer", match.choose, DEALER, texts[0])
    asked_now = [text for ask in asks.values() for text in ask.texts] or texts
    for seat in range(table.seats):
        if not match.can_take_back(seat):
            refused(match, errors.CannotTakeBack, f"a taking back by seat {seat}", match.take_back, seat)
        if seat not in asks:
            check_not_asked(match, seat, chance.choice(asked_now))
    unknown = ("", "no such choice", "take 9Z", BACK, game.codes, -1, 10**30, None, 0.5, Choice("x", game.codes))
    for seat, ask in asks.items():
        others = [text for text in texts if text not in ask.texts]
        for text in chance.sample(others, min(3, len(others))):
            for form in (text, game.code(text), Choice(text, game.code(text))):
                refused(match, errors.NotOffered, f"{form!r}, not offered to {who(seat)}", match.choose, seat, form)
        for no_choice in unknown:
            refused(match, errors.UnknownChoice, f"{no_choice!r}, which is unknown,", match.choose, seat, no_choice)
    if not match.over:
        for name in ("scores", "winners", "reason", "secret"):
            refused(match, errors.NotOver, f"a look at {name} before the end", getattr, match, name)
        for call in (match.count, match.export, match.open_view, match.open_story):
            refused(match, errors.NotOver, f"{call.__name__} before the end", call)


def check_not_asked(match: Match, seat: int, text: str) -> None:
    """Law 5: a seat that is not asked learns why: it has answered, the game is over, or others are asked."""
    state = match._state
    sealed = state.asked == SEVERAL and bool(state.sealed[seat])
    wanted = errors.MatchOver if match.over else errors.AlreadyAnswered if sealed else errors.NotAsked
    refused(match, wanted, f"{text!r} by seat {seat}, which is not asked,", match.choose, seat, text)


def check_answer_given_twice(table: Table, match: Match, chance: random.Random) -> None:
    """Law 5: an answer that arrives a second time is refused once the seat is no longer asked. Plays one answer."""
    asks = match.asks()
    seat = chance.choice(sorted(asks))
    text = chance.choice(asks[seat].texts)
    match.choose(seat, text)
    if match.over or (seat not in match.asks() and seat != DEALER):
        check_not_asked(match, seat, text)
