"""The golden matches of Deal with the Devil: the plain game, each expert option alone, and all of them. Of many that
were played at random, they are those in which most happens (see `find_golden`, which finds them anew)."""

from functools import cache

from eminence.core.match import TookBack
from eminence.core.state import Step
from tests.games.deal_with_the_devil.find_golden import TABLES
from tests.games.deal_with_the_devil.happenings import ALL_OVER, happened
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.golden import moments, names, replayed

ONLY_DEALT = {
    "turn", "roles", "schedule", "inquisitor", "deal", "draw", "carry", "open", "reckon",
}  # fmt: skip
"""The kinds of answers that are the dealer's."""


@cache
def answered() -> set[tuple[str, str]]:
    """The steps of all golden matches that asked somebody, and the kinds of the answers."""
    found = set()
    for name in names(GAME):
        for match, answer in moments(GAME, name):
            if not match.over:
                found.add((match.asks()[min(match.asks())].step, answer.split()[0]))
    return found


def test_there_is_one_of_each_table() -> None:
    assert names(GAME) == sorted(TABLES)
    for name, options in TABLES.items():
        match = replayed(GAME, name)
        assert {option: value for option, value in match.options.items() if value is True} == options, name
        assert match.reason == "five_rounds"


def test_everything_happens_in_some_match() -> None:
    found = set().union(*(happened(replayed(GAME, name)) for name in TABLES))
    assert not ALL_OVER - found
    assert not {event.__name__ for event in GAME.events if event is not TookBack} - found


def test_every_step_asks_and_every_kind_of_answer_is_given_in_some_match() -> None:
    steps = {step.name for step in replayed(GAME, "plain_1")._state.book if type(step).choices is not Step.choices}
    dealt = {step for step in steps if step.startswith(("deal_", "draw_", "carry_", "open_", "turn_", "place_"))}
    assert steps - dealt - {"reckoning"} == {step for step, _ in answered()}
    assert {text.split()[0] for text in GAME.codes_by_text} - ONLY_DEALT == {kind for _, kind in answered()}
