"""What bots think of a position of Caesar & Cleopatra, and that they do nothing silly with it."""

import pytest

from eminence.bots import bot
from eminence.bots.tree import Search
from eminence.core.rng import Rng
from eminence.core.state import DEALER, State
from eminence.games.caesar_cleopatra.components import GROUPS
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position
from tests.games.playing import asked, curious, play


def value(position: Position, seat: int = CLEOPATRA) -> float:
    return float(position.match()._state.evaluate(seat))


def even() -> Position:
    """A position that is the same for both: after a passive turn neither is favoured by what he has laid."""
    return Position().bonus("QUA", "QUA").set(turn=-1)


def mirrored(state: State) -> State:
    """The same state with the two players in each other's place."""
    form = GAME.to_json(state)
    for name in ("up", "lying"):
        form[name] = form[name][GROUPS:] + form[name][:GROUPS]
    counts = ("hand_influence", "hand_actions", "pile_count", "action_count", "owed", "sealed")
    for name in (*counts, "won", "bonus", "down", "hand", "pile", "actions", "order", "discards", "known", "seen"):
        form[name] = form[name][::-1]
    for name in ("turn", "alone"):
        form[name] = form[name] if form[name] < 0 else 1 - form[name]
    return GAME.from_json(2, GAME.checked_options(None), form)


# == What it says ======================================================================================================
def test_a_position_that_is_the_same_for_both_is_even() -> None:
    assert value(even()) == pytest.approx(0.5)
    both = even()
    for seat in (CLEOPATRA, CAESAR):
        both.up(seat, "SEN", "4 5").down(seat, "PRA", "P 2").won(seat, "QUA CEN").hand(seat, "3 3 coup veto 1")
    assert value(both) == pytest.approx(0.5)


def test_it_favours_neither_cleopatra_nor_caesar() -> None:
    for number, match in enumerate(curious(GAME, "mirrored")):
        if number % 9 == 0 and match.view(None)["turn"] >= 0 and not match.over:
            assert mirrored(match._state).evaluate(1) == pytest.approx(match._state.evaluate(0))


def test_a_patrician_more_is_better() -> None:
    for group in ("SEN", "PRA", "QUA", "CEN", "AED"):
        assert value(even().won(CLEOPATRA, group)) > 0.5 > value(even().won(CAESAR, group)), group


def gain(won: str, group: str, bonus: str = "QUA") -> float:
    """How much better it gets with one patrician more of a group, with so little to come that only points count."""
    position = even().bonus(bonus, "QUA" if bonus != "QUA" else "PRA").won(CLEOPATRA, won)
    position.hand(CLEOPATRA, "").piles(CLEOPATRA).hand(CAESAR, "").piles(CAESAR)
    before = value(position)
    return value(position.won(CLEOPATRA, group)) - before


def test_majorities_whole_groups_and_the_third_patrician_of_the_own_bonus_count() -> None:
    rivals = "QUA"  # a patrician elsewhere instead, from the same position
    assert gain("CEN", "CEN") > gain("CEN", rivals)
    assert gain("SEN SEN", "SEN", bonus="PRA") > gain("SEN SEN", rivals, bonus="PRA")
    assert gain("CEN CEN", "CEN") > gain("CEN CEN", "SEN")
    assert gain("SEN SEN", "SEN", bonus="SEN") > gain("SEN SEN", "SEN", bonus="PRA")


def test_influence_hands_and_turns_are_judged_by_what_they_bring() -> None:
    # More influence beside a group is better and a philosopher turns that round.
    assert value(even().up(CLEOPATRA, "SEN", "5").up(CAESAR, "SEN", "2")) > 0.5
    plain = even().up(CLEOPATRA, "SEN", "1 1").up(CAESAR, "SEN", "5 5").vote_pile("SEN shuffle")
    wise = even().up(CLEOPATRA, "SEN", "1 P").up(CAESAR, "SEN", "5 5").vote_pile("SEN shuffle")
    assert value(wise) > 0.5 > value(plain)
    # Covered influence counts like open influence.
    assert value(even().down(CLEOPATRA, "SEN", "4 2")) == pytest.approx(value(even().up(CLEOPATRA, "SEN", "4 2")))
    # A hand of action cards only is bad.
    clogged = even().hand(CLEOPATRA, "scout scout spy spy veto")
    assert value(clogged) < value(even().hand(CLEOPATRA, "3 3 3 spy veto"))
    # Being the next to lay is worth something.
    assert value(even().set(turn=CLEOPATRA)) > 0.5 > value(even().set(turn=CAESAR, asked=CAESAR))
    # A group that will be put to the vote matters more.
    ahead = even().up(CLEOPATRA, "SEN", "5 5").up(CAESAR, "PRA", "5 5")
    assert value(ahead.vote_pile("SEN shuffle")) > value(ahead.vote_pile("PRA shuffle"))


# == What bots do with it ==============================================================================================
def test_the_card_that_costs_most_is_struck_and_wrath_on_a_strong_side_vetoed() -> None:
    position = Position().hand(CLEOPATRA, "1 2 3 4 coup").up(CAESAR, "CEN", "5 1 1").up(CAESAR, "SEN", "1")
    coup = play(position.up(CLEOPATRA, "CEN", "4 2 1 1").match(), "play coup", "let")
    position = Position(turn=CAESAR).hand(CAESAR, "1 2 3 4 wrath").hand(CLEOPATRA, "1 2 3 4 veto")
    wrath = play(position.up(CLEOPATRA, "SEN", "5 5 5").up(CLEOPATRA, "PRA", "5 5").match(), "play wrath")
    for match, name, choice in (
        (coup, "greedy", "strike 5 CEN"),
        (coup, "search:iterations=200", "strike 5 CEN"),
        (wrath, "greedy", "veto"),
        (wrath, "search:iterations=300", "veto"),
    ):
        assert bot(name, 1).choose(match.view(0), match.asks()[0]).text == choice, name


@pytest.mark.parametrize("name", ["greedy", "search:iterations=200"])
def test_a_hand_without_influence_is_exchanged(name: str) -> None:
    """Neither bot sits on five action cards: it discards some of them and draws influence."""
    match = Position().hand(CLEOPATRA, "scout scout castling castling spy").match()
    player, steps = bot(name, 3), []
    while asked(match)[0] != CAESAR:
        seat, step = asked(match)
        ask = match.asks()[seat]
        choice = ask.choices[0] if seat == DEALER else player.choose(match.view(seat), ask)
        steps.append((step, choice.text))
        play(match, choice.text)
    assert any(step == "discard" and text != "enough" for step, text in steps), steps
    assert ("refill", "influence") in steps, steps


def test_search_looks_at_every_choice_that_is_offered_in_some_world() -> None:
    """The other's choices differ from world to world: each is judged before it is weighed against the others, and those
    of places that are met often are judged in several worlds."""
    match = Position().down(CAESAR, "SEN", "3").match()
    search = Search(GAME.worlds(match.view(0)), 2, 0, Rng(1))
    search.run(400)
    nodes = [node for tree in search.trees for node in tree.values() if any(node.tries) and len(node.codes) > 1]
    assert len(nodes) > 20
    for node in nodes:
        assert all(looks > 0 for looks, offered in zip(node.looks, node.offered, strict=True) if offered)
    assert min(search.trees[0][0].looks) == 1 + len((8, 16, 32, 64, 128, 256))


def test_in_imagined_worlds_the_other_cannot_tell_covered_cards_apart() -> None:
    """So a low card laid face down can be worth as much as a high one: the other plans for either."""
    match = Position().hand(CLEOPATRA, "1 2 3 4 5").match()
    search = Search(GAME.worlds(match.view(0)), 2, 0, Rng(1))

    def observed(text: str) -> list[int]:
        seen = [0, 0]
        search.answer(search.worlds.imagine(Rng(2)), CLEOPATRA, GAME.code(text), seen)
        return seen

    low, high = observed("down 1 SEN"), observed("down 5 SEN")
    assert low[CAESAR] == high[CAESAR]
    assert low[CLEOPATRA] != high[CLEOPATRA]
    assert observed("down 1 PRA")[CAESAR] != low[CAESAR]
    assert observed("up 1 SEN")[CAESAR] != observed("up 5 SEN")[CAESAR]
