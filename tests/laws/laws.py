"""The laws that every game obeys (DESIGN.md), each as it is looked at by default: for one table, at the moments that
were gathered there, or for a whole game. Each raises LawBroken with a sentence that says who learned what, or what was
lost. The tests aim them at every registered game, and at toy games that break them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, cycle, islice, zip_longest

from eminence.bots import Bot
from eminence.core.game import Game
from eminence.core.state import DEALER, NOBODY, SEVERAL, State
from eminence.core.texts.telling import package_of
from tests.laws import choosing, secrecy
from tests.laws.gathering import Gathered, Moment, check_everything_is_met, gather, what_seats_have
from tests.laws.imagining import check_imagination, check_imagining_goes_on
from tests.laws.keeping import check_clone, check_copies, check_fields, check_replay, check_resuming, check_serialising
from tests.laws.sealing import check_last_sealed_answer_is_final, check_sealed_answers
from tests.laws.table import Table, is_large, random_match, seats_asked, tables, walk
from tests.laws.taking_back import check_reveals, check_take_back
from tests.laws.told import check_readings, check_telling, check_texts
from tests.thorough import COMPILED, SLOW, THOROUGH

EXAMPLES = 4 if THOROUGH else 1
"""So many moments of each table stand for each step and kind of answer, and for each event, however many games there
are. With one the toys' faults are caught already."""
BELIEFS = 160
"""So many times a game it is compared what was imagined before an answer and after it; of examples, which are never
compiled, a third of them; of a large game a quarter of them, and in the plain form few."""
BOTS: tuple[Bot | str, ...] = ("random", "greedy", "search:iterations=8")

Law = Callable[[Table, Gathered, random.Random], None]
LAWS: dict[str, Law] = {}


def law(function: Law) -> Law:
    LAWS[function.__name__.replace("_", " ")] = function
    return function


def in_turn(table: Table, gathered: Gathered) -> Iterator[Moment]:
    """The moments of a table; of a large game those whose turn it is at this one, for imagining takes its time there.
    (In the plain form the first table stands for all.)"""
    every = tables(table.game)
    if THOROUGH or not is_large(table.game):
        return iter(gathered)
    at = every.index(table)
    return islice(gathered, at, None if COMPILED or not at else at + 1, len(every))


def hold(table: Table, name: str) -> None:
    """That a law holds at a table, as it is looked at by default."""
    LAWS[name](table, gather(table, EXAMPLES), random.Random(f"{table} {name}"))


# == Law 1 ===========================================================================================================


@law
def nobody_can_tell_worlds_apart(table: Table, gathered: Gathered, chance: random.Random) -> None:
    differ = looked = 0
    nobody: list[list[Bot | str]] = [[]] * (9 if SLOW and is_large(table.game) else 3)
    bots, viewers = cycle([*([bot] for bot in BOTS), *nobody]), cycle(table.viewers)
    for moment in in_turn(table, gathered):
        for viewer in dict.fromkeys([None if moment.seat == DEALER else moment.seat, next(viewers), next(viewers)]):
            bot = next(bots) if viewer == moment.seat else []
            differ += secrecy.check_non_interference(table, moment, viewer, chance, bot)
            looked += 1
    # If imagined worlds were always the true one, the law would hold for any game.
    assert differ > looked // 3 or looked < 9, f"{table}: of {looked} other worlds only {differ} were really others"


@law
def histories_that_look_the_same(table: Table, gathered: Gathered, chance: random.Random) -> None:
    answers = differed = 0
    while answers < 200 * EXAMPLES:
        log = chance.choice(gathered.logs)
        answers += len(log)
        for viewer in table.viewers:
            differed += secrecy.check_same_history(table, log, viewer, chance)
    assert differed, f"{table}: the two histories were one and the same"


@law
def no_way_leads_to_the_state(table: Table, gathered: Gathered, chance: random.Random) -> None:
    for moment in gathered:
        for viewer in table.viewers:
            secrecy.check_no_way_to_the_state(table.view(moment.state, viewer))
        for seat in seats_asked(moment.state):
            secrecy.check_no_way_to_the_state(table.game.ask(moment.state, seat))
    for match in (random_match(table, chance, answers=20), random_match(table, chance)):
        secrecy.check_views_are_copies(table, match)


def look_for_leaks(game: Game, *bots: Bot, of: str = "") -> None:
    """In all that was gathered; of a field first where it is not as it was at the start: there it would be seen."""
    for changed in (True, False) if of else (None,):
        for table in tables(game):
            start = table.start()
            for moment in gather(table, 1):
                if changed is None or (getattr(moment.state, of) != getattr(start, of)) == changed:
                    for viewer in table.viewers:
                        secrecy.check_non_interference(table, moment, viewer, random.Random(1), bots)


# == Laws 2 and 3 ====================================================================================================


@law
def serialising_and_cloning(table: Table, gathered: Gathered, chance: random.Random) -> None:
    for state in [*(moment.state for moment in gathered), gathered.last[0]]:
        check_fields(table.game, state)
        check_clone(table, state, chance, answers=6)
        check_serialising(table, state)


@law
def copying_and_pickling(table: Table, gathered: Gathered, chance: random.Random) -> None:
    steps = {moment.state.step().name: moment for moment in gathered if moment.seat != DEALER}
    for moment in steps.values():
        check_copies(table, table.match(moment.state), chance)
    check_copies(table, random_match(table, chance, answers=20), chance)


@law
def replaying_and_resuming(table: Table, gathered: Gathered, chance: random.Random) -> None:
    play = partial(random_match, table, chance, take_backs=0.15)
    matches = [play(), play(by_hand=True, answers=60)]
    while not any(entry.choice == "back" for match in matches for entry in match.entries):
        assert len(matches) < 20, f"{table}: in {len(matches)} matches nothing was ever taken back"
        matches.append(play())  # of short ones, some more
    for match in matches:
        check_replay(match)
        check_resuming(match, every=20)


# == Laws 4 and 5 ====================================================================================================


@law
def choices_components_and_an_end(table: Table, gathered: Gathered, chance: random.Random) -> None:
    box = choosing.components(table, table.start())
    met = (moment.state for moment in gathered)
    for state in chain(walk(table, chance, curious=True), met, gathered.last[:20]):
        choosing.check_asks(table, state)
        choosing.check_components(table, state, box)
        choosing.check_order_of_draws(table, state, chance)
    for state in gathered.last[:20]:
        choosing.check_end(table, state)


@law
def what_may_not_be_answered_is_refused(table: Table, gathered: Gathered, chance: random.Random) -> None:
    steps = [*{moment.state.step().name: moment for moment in gathered}.values()]
    for moment in chance.sample(steps, min(len(steps), 2 * EXAMPLES)):
        choosing.check_refusals(table, table.match(moment.state), chance)
        choosing.check_answer_given_twice(table, table.match(moment.state), chance)
    for match in (random_match(table, chance, answers=20), random_match(table, chance)):
        choosing.check_refusals(table, match, chance)


# == Laws 6 and 7 ====================================================================================================


@law
def sealed_answers_commute(table: Table, gathered: Gathered, chance: random.Random) -> None:
    for moment in in_turn(table, gathered):
        if moment.state.asked == SEVERAL:
            check_sealed_answers(table, moment.state, chance, orders=3)
            check_last_sealed_answer_is_final(table, moment.state, chance)


@law
def what_is_imagined_could_be(table: Table, gathered: Gathered, chance: random.Random) -> None:
    varied = dict.fromkeys(table.viewers, 0)
    moments = list(in_turn(table, gathered))
    for moment, viewer in zip(moments, cycle(table.viewers), strict=False):
        varied[viewer] = max(varied[viewer], check_imagination(table, moment.state, viewer, chance))
    few = len(moments) < 3 * len(varied)
    assert min(varied.values()) > 1 or few, f"{table}: some always imagine the same"


def what_is_imagined_goes_on(game: Game) -> None:
    """For each step and kind of answer; for who gives it, others and spectators; for who knows something or nothing."""
    chance = random.Random(game.id)
    wanted: dict[tuple[str, ...], list[tuple[Table, Moment, int | None]]] = {}
    for table in tables(game):
        start = table.start()
        for moment in gather(table, EXAMPLES):
            answer = moment.state.step().name, game.text(moment.code).split()[0]
            for viewer in table.viewers:
                role = "spectator" if viewer is None else "same" if viewer == moment.seat else "other"
                has = what_seats_have(game, moment.state, start, viewer)
                wanted.setdefault((*answer, role, has), []).append((table, moment, viewer))
    for alike in wanted.values():
        chance.shuffle(alike)
    places = [place for turn in zip_longest(*wanted.values()) for place in turn if place is not None]
    is_example = not package_of(game).startswith(("eminence.", "tests."))
    most = BELIEFS // 3 if is_example and not THOROUGH else BELIEFS
    if is_large(game) and not THOROUGH:
        most //= 4 if COMPILED else 40
    said = [check_imagining_goes_on(table, moment, viewer, chance) for table, moment, viewer in places[:most]]
    assert sum(said) > len(said) // 2, f"{game}: of {len(said)} beliefs only {sum(said)} could be compared"


# == Taking back, and the whole game =================================================================================


@law
def what_is_shown_cannot_be_taken_back(table: Table, gathered: Gathered, chance: random.Random) -> None:
    flags, moments = set(), list(in_turn(table, gathered))
    for moment in moments:
        check_take_back(table, moment, chance)
        if moment.seat != DEALER:
            match = table.match(moment.state)
            flags |= {match.is_final(seat, choice) for seat, ask in match.asks().items() for choice in ask}
    both = flags == {False, True} or len(moments) == 1
    assert both, f"{table}: there are choices that are final, and choices that are not"


@law
def everything_can_be_told(table: Table, gathered: Gathered, chance: random.Random) -> None:
    check_telling(table, gathered, chance, explained=set(in_turn(table, gathered)))


LAWS["views can be read"] = check_readings
GAME_LAWS: dict[str, Callable[[Game], None]] = {
    "what is imagined goes on": what_is_imagined_goes_on,
    "who learns is said rightly": partial(check_reveals, examples=EXAMPLES),
    "everything is met": partial(check_everything_is_met, examples=EXAMPLES),
    "all has its words in each language": check_texts,
    "text and code stand for each other": choosing.check_notation,
}


def check_game(table: Table, chance: random.Random, rate: float, curious: bool) -> int:
    """A whole game at random: what is cheap at every state, the rest at `rate` of them. Returns how many were asked."""
    box, decisions = choosing.components(table, table.start()), 0
    for state in walk(table, chance, curious):
        choosing.check_asks(table, state)
        choosing.check_components(table, state, box)
        decisions += state.asked != DEALER and state.asked != NOBODY
        if state.asked != NOBODY and chance.random() < rate:
            check_moment(table, state, chance)
    return decisions


def check_moment(table: Table, state: State, chance: random.Random) -> None:
    """Every law that is about one moment."""
    seat = chance.choice(seats_asked(state))
    moment = Moment(state.clone(), seat, int(chance.choice(state.choices(seat))))
    gathered = Gathered(1, kept={("any", "moment"): [moment]})
    viewer = chance.choice(table.viewers)
    secrecy.check_non_interference(table, moment, viewer, chance, BOTS[:2])
    check_imagination(table, moment.state, viewer, chance)
    check_imagining_goes_on(table, moment, viewer, chance)
    sealed_answers_commute(table, gathered, chance)
    check_serialising(table, moment.state)
    check_clone(table, moment.state, chance, answers=4)
    check_take_back(table, moment, chance)
