"""Bad answers at tables of every game: what the rules forbid is refused with the rule that forbids it, in the reader's
language, over the page's form, the script's piece and the API alike. The match is untouched."""

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games import all_games
from tests.games.situations import Forbidden, situations
from tests.games.trying import reason, reasons
from tests.laws.table import has_sealed_steps, some, tables
from tests.server.driving import Server, Table
from tests.server.finding import Position, by_first_word, first_where, walk, walks
from tests.server.refusing import asked, everywhere, page, piece, sentence, told
from tests.server.worlds import to_the_last
from tests.thorough import THOROUGH

SEALING = [game for game in all_games() if has_sealed_steps(tables(game)[0])]
NO_CHOICE_ANYWHERE = ("", "\x00", "nonsense", "💣", "castle kingside")


def languages() -> Iterator[list[str]]:
    """The languages that take turns, one at a time; all of them each time, if one is thorough."""
    return itertools.cycle([list(LANGUAGES)] if THOROUGH else [[language] for language in LANGUAGES])


def tries(game: Game, name: str, case: Forbidden, match: Match) -> tuple[int, str] | None:
    """Who may not do it here, and what. Whoever is asked is told by that rule, wherever it is tried."""
    asked = match.asked
    for seat in [*asked, *(seat for seat in range(match.seats) if seat not in asked)]:
        view = match.view(seat)
        found = case.find(view, seat)
        given = {choice: reason(view, choice) for choice in found}
        if seat in asked:
            for choice, key in given.items():
                assert key == case.rule, f"{game.title}, {name}: {choice!r} is refused by {key!r}, not {case.rule!r}"
        if found and given[found[-1]] == case.rule:
            return seat, found[-1]
    return None


@cache
def tried(game: Game) -> dict[str, tuple[Position, int, str]]:
    """Where each of the forbidden things can be tried, by whom, and how it is said."""
    cases, found = situations(game).FORBIDDEN, dict[str, tuple[Position, int, str]]()
    for agreed, secret in walks(game):
        fits = {name: case for name, case in cases.items() if case.seats in (None, agreed.seats)}
        able = {name: case for name, case in fits.items() if case.options.items() <= agreed.options.items()}
        for match, answers in walk(agreed, secret, take_backs=0) if able.keys() - found else ():
            step = match._state.step().name
            for name in [name for name, case in able.items() if case.step == step and name not in found]:
                if here := tries(game, name, able[name], match):
                    found[name] = (Position(agreed, secret, tuple(answers)), *here)
    missing = cases.keys() - found
    assert not missing, f"{game.title}: no match at random comes to where this could be tried: {', '.join(missing)}"
    return found


def test_every_reason_is_given_somewhere(any_game: Game) -> None:
    known = situations(any_game)
    given, seldom = {case.rule for case in known.FORBIDDEN.values()}, set(getattr(known, "SELDOM", ()))
    assert not seldom & given
    assert given | seldom == reasons(any_game), f"in FORBIDDEN and SELDOM of {any_game.title}, or not"


def test_what_the_rules_forbid_is_refused_with_its_rule(server: Server, any_game: Game) -> None:
    """By default, of a large game, every second case; each can be tried, though."""
    cases = some(any_game, list(tried(any_game).items()), 2)
    for (name, (position, seat, choice)), tongues in zip(cases, languages(), strict=False):
        print(f"{name}: {choice!r}, {position}")
        table = server.table_at(position)
        before, opened = table.rows(), table.opened()
        view, known = opened.playing.view(seat), choice in any_game.codes_by_text
        given = {}
        for language in LANGUAGES:
            teller = telling(any_game, language, seat, opened.room.names)
            given[language] = teller.why_not(view, any_game.code(choice)) if known else teller.why_unknown(choice)
        assert len(set(given.values())) == len(LANGUAGES), given
        for language in tongues:
            if seat not in view.asked:
                everywhere(table, seat, choice, "not_asked", language)
            else:
                assert choice not in opened.playing.asks()[seat].texts
                key, why = "not_offered" if known else "bad_choice", given[language] or ""
                everywhere(table, seat, choice, key, language, why)
        assert table.rows() == before


def well_under_way(match: Match) -> bool:
    """one is asked who has a choice, and whose answer is whole with it."""
    if match.length < 90 or match._state.asked < 0:
        return False
    (ask,) = match.asks().values()
    return len(ask) > 1 and all(match.is_final(ask.seat, choice) for choice in ask)


def sealed_by_several(match: Match) -> bool:
    """several are to seal an answer."""
    return len(match.asked) > 1


def test_what_is_no_choice_or_too_much_or_out_of_turn(server: Server, any_game: Game) -> None:
    """A match well under way, and somebody who is asked for a single answer; it stays as it is."""
    table = server.table_at(first_where(any_game, well_under_way, seats=max(any_game.seats)))
    before, opened = table.rows(), table.opened()
    seat = opened.room.asked[-1]
    foreign = [text for game in all_games() if game is not any_game for text in sorted(game.codes_by_text)[:2]]
    words = (*situations(any_game).UNKNOWN, *NO_CHOICE_ANYWHERE, *foreign)
    for choice, tongues in zip(words, languages(), strict=False):
        for language in tongues:
            everywhere(table, seat, choice, "bad_choice", language)
    offered = opened.playing.asks()[seat].texts[0]
    with table.person(seat) as person, table.program(seat) as program:
        problem = told(program.post("answers", ask=asked(table, seat), choice="nonsense"), "bad_choice")
        assert problem["message"] == sentence("bad_choice"), "what no rule speaks of is refused without one"
        for choice in (f"{offered} " * 900, "x" * 20_000):
            answer = {"ask": asked(table, seat), "choice": choice}
            page(person.post(f"{table.path}/answer", **answer), "bad_choice")
            piece(person.post(f"{table.path}/answer", "scene", **answer), "bad_choice")
            told(program.post("answers", **answer), "bad_body")
    one_too_many(table, seat, [offered])
    others = [other for other in range(opened.playing.seats) if other not in opened.room.asked]
    kinds = [texts[0] for texts in by_first_word(any_game.codes_by_text).values()][-3:]
    for other, tongues in zip(others, languages(), strict=False):
        for choice, language in itertools.product((offered, *kinds, "nonsense"), tongues):
            everywhere(table, other, choice, "not_asked", language)
    assert table.rows() == before


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_one_small_answer_more_than_is_asked(server: Server, game: Game) -> None:
    table = server.table_at(first_where(game, sealed_by_several))
    seat = table.opened().room.asked[0]
    one_too_many(table, seat, to_the_last(table.opened().playing, seat, random.Random(1)))


def one_too_many(table: Table, seat: int, whole: list[str]) -> None:
    """One beside a whole answer is refused, and nothing of it is kept."""
    before, ask, choices = table.rows(), asked(table, seat), [*whole, whole[-1]]
    with table.person(seat) as person, table.program(seat) as program:
        data = {"csrf": person.csrf, "ask": ask, "choice": choices}
        page(person.http.post(f"{table.path}/answer", data=data), "answer_complete")
        told(program.post("answers", ask=ask, choices=choices), "answer_complete")
    assert table.rows() == before
