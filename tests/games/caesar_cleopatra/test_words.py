"""Everything that Caesar & Cleopatra says, in three languages: complete, distinct, and silent about what is covered."""

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import eminence
from eminence.core.ask import Ask
from eminence.core.bags import EACH, bag_of
from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import telling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import events, notation
from eminence.games.caesar_cleopatra.components import CASTLING, COUP, SCOUT, VETO, WRATH
from eminence.games.caesar_cleopatra.state import CaesarState, side
from eminence.games.caesar_cleopatra.telling import Telling
from tests.games.stories import check_told, sensible

GAME = eminence.game("caesar_cleopatra")
PACKAGE = "eminence.games.caesar_cleopatra"
OPTIONS = [
    {"action_pile": pile, "orgies": orgies} for pile in ("ordered", "shuffled") for orgies in ("all", "retire", "two")
]
SEN, PRA, QUA, CEN, AED = range(5)


def told_to(reader: int | None, language: str = "en", names: dict[int, str] | None = None) -> Telling:
    found = telling(GAME, language, reader, names)
    assert isinstance(found, Telling)
    return found


def begun(options: dict[str, Any]) -> eminence.Match:
    return GAME.new(2, options, by_hand=True)


def asks(match: eminence.Match, seed: int) -> Iterator[tuple[View, Ask]]:
    """A random match to its end, chance included: every question, with what the asked one sees."""
    chance = random.Random(seed)
    while not match.over:
        for seat, ask in match.asks().items():
            yield match.view(None if seat == DEALER else seat), ask
        seat, ask = chance.choice(list(match.asks().items()))
        # Passive turns are many and say little: they are taken less often, so that everything is met.
        choices = [choice for choice in ask if choice.text not in ("passive", "enough")] or list(ask)
        match.choose(seat, chance.choice(choices if chance.random() < 0.8 else list(ask)))


# -- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_every_question_and_every_answer_is_told_and_all_answers_differ(options: dict[str, Any]) -> None:
    for seed in range(2):
        for view, ask in asks(begun(options), seed):
            for language in LANGUAGES:
                told = told_to(view.seat, language)
                assert sensible(told.prompt(view, ask)), ask
                labels = [told.label(view, choice) for choice in ask]
                assert all(map(sensible, labels)), labels
                assert len(set(labels)) == len(labels), labels
                assert all(label[0].isupper() for label in labels), labels


def test_random_matches_meet_every_step_every_code_and_every_event() -> None:
    asked_of_nobody = {"turn", "extra_votes", "settle_vote", "count"}
    rare = {GAME.code(f"first {n}") for n in (4, 5)}
    steps = {step.name for step in GAME.start(2, OPTIONS[0]).book} - asked_of_nobody
    codes, kinds = set(notation.TEXTS) - rare, set(events.ALL)
    for seed, options in enumerate(OPTIONS * 8):
        match = begun(options)
        for _, ask in asks(match, 100 + seed):
            steps.discard(ask.step)
            codes -= {choice.code for choice in ask}
        kinds -= {type(event) for event in match.story(None)}
        if not steps and not codes and not kinds:
            break
    assert (steps, codes, kinds) == (set(), set(), set()), "never met"


def test_a_choice_that_is_not_offered_has_its_reason_and_one_that_is_has_none() -> None:
    for options in OPTIONS[::2]:
        for view, ask in asks(begun(options), 7):
            if view.seat is None:
                continue
            offered = {choice.code for choice in ask}
            told = told_to(view.seat)
            for code in notation.TEXTS:
                why = told.why_not(view, code)
                assert why is None if code in offered else sensible(why), (ask, notation.TEXTS[code])


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_stories_ends_and_counts_are_told_to_every_reader(language: str) -> None:
    for seed, options in enumerate(OPTIONS):
        match = begun(options)
        for _ in asks(match, 50 + seed):
            pass
        for reader in (None, 0, 1):
            check_told(told_to(reader, language), match)


# -- the texts one by one ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_ends_and_reasons_have_texts(language: str) -> None:
    texts = Texts(language, "eminence.core", PACKAGE)
    for option in GAME.options:
        assert all(sensible(texts(f"option.{option.name}.{part}")) for part in ("name", "text"))
        values = [texts(f"option.{option.name}.value.{value}") for value in option.values]
        assert len(set(values)) == len(values)
    told = told_to(None, language)
    for reason in ("all_patricians_won", "no_influence_left", "nothing_happens"):
        assert sensible(told.end(reason))
    for reason, won in (("none", 0), ("patricians", 1), ("patricians", 2), ("majority", 3), ("whole_group", 5)):
        assert sensible(told.tally(Tally(won, reason, {"won": won})))
    for reason in ("bonus", "bonus_missed"):
        assert sensible(told.tally(Tally(0, reason, {"group": QUA, "won": 2})))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_card_typed_in_many_has_a_hint(language: str) -> None:
    """Where a screen is low, a kind of choice with more than three of it is not listed but explained."""
    texts = Texts(language, PACKAGE)
    words: dict[str, int] = {}
    for text in notation.TEXTS.values():
        words[text.partition(" ")[0]] = words.get(text.partition(" ")[0], 0) + 1
    the_dealers = {"bonus", "draw", "vote"}
    for word in {word for word, n in words.items() if n > 3} - the_dealers:
        hint = texts(f"many.{word}")
        assert re.search(rf"\b{word} \S+", hint), hint
        example = hint[hint.rindex(f"{word} ") :]
        assert example in notation.TEXTS.values(), hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_subjects_or_stand_alone(language: str) -> None:
    """Nothing before a name can bend it, and it is said as it is."""
    texts = Texts(language, PACKAGE)
    for key in texts:
        template = texts.template(key)
        for form in [template] if isinstance(template, str) else template.values():
            for found in re.finditer(r"\{who\}", form):
                before, after = form[: found.start()], form[found.end() :]
                assert before == "" or before.endswith((": ", " : ")), key
                assert not after.startswith("'"), key
    odd = "Zoë <b>{x}</b> d'Ô"
    told = told_to(1, language, {0: odd})
    assert odd in told.event(events.Played(0, COUP))
    assert odd in told.event(events.Looked(0, None))
    assert odd in told.event(events.Discarded(0, ()))
    assert odd in told.event(events.Counted((0, 1), (3, 4)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_is_told_with_what_decides_it(language: str) -> None:
    state = opened()
    state.won = [bag_of([SEN, SEN, CEN]), bag_of([PRA])]
    told = told_to(0, language)
    assert told.tie(seen(state, None), (4, 5)) is None
    tie = told.tie(seen(state, None), (5, 5))
    assert re.search(r"\b3\b.*\b1\b", tie or "")


# -- what is covered stays covered ------------------------------------------------------------------------------------

SECRETS: list[tuple[list[Event], str]] = [
    ([events.LaidDown(0, SEN, face) for face in range(6)], "lays a card face down beside the senators."),
    ([events.Drew(0, False, kind) for kind in range(6)], "draws an influence card."),
    ([events.Drew(0, True, kind) for kind in range(6, 12)], "draws an action card."),
    ([events.TookUp(0, True, kind) for kind in range(6, 12)], "draws an action card."),
    ([events.Looked(0, int(bag_of([a, b]))) for a, b in ((1, 2), (5, 11))], "looks at "),
    ([events.GotBonus(0, group) for group in range(3)], "gets an influence bonus, in secret."),
]


@pytest.mark.parametrize(("told_of", "sentence"), SECRETS, ids=lambda value: "")
def test_what_the_other_side_may_not_know_is_told_all_the_same(told_of: list[Event], sentence: str) -> None:
    for reader, language in product((None, 1), LANGUAGES):
        redacted = [as_known_to(event, GAME.visible, reader) for event in told_of]
        said = {told_to(reader, language).event(event) for event in redacted}
        assert len(said) == 1
        if language == "en":
            assert sentence in said.pop()
    own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
    assert len(own) == len(told_of)


def test_a_victim_is_addressed() -> None:
    assert told_to(1).event(events.Looked(0, None)) == "Cleopatra looks at your hand."
    assert told_to(1).event(events.Snatched(0, VETO)) == "Cleopatra has a Veto discarded from your hand."
    assert told_to(0, "fr").event(events.Looked(1, None)) == "César regarde votre main."
    assert told_to(0, "it").event(TookBack(1)).startswith("Cesare")


def test_a_vote_is_told_with_both_sums_and_with_the_philosopher_that_turned_it() -> None:
    assert told_to(0).event(events.Voted(0, AED, 8, 7, (0, 0))) == "You win an aedile: 8 against 7."
    assert (
        told_to(0)
        .event(events.Voted(1, CEN, 9, 3, (0, 0)))
        .startswith("Caesar wins a censor with 3 against 9: a philosopher")
    )
    assert "you 7 and Caesar 7" in told_to(0).event(events.Postponed(SEN, 7, 7, (0, 0)))


# -- positions as one wants them --------------------------------------------------------------------------------------


def opened(seat: int = 0) -> CaesarState:
    """After the opening, a 1 to 5 of both sides covered beside the groups in order; Cleopatra is to act."""
    state = GAME.start(2, {"action_pile": "shuffled", "orgies": "all"})
    assert isinstance(state, CaesarState)
    for text in ("bonus SEN", "bonus PRA"):
        state.answer(DEALER, GAME.code(text))
    for asked, face in product(range(2), (1, 2, 3, 4)):
        state.answer(asked, GAME.code(f"lay {face}"))
    return state


def seen(state: CaesarState, seat: int | None) -> View:
    return GAME.view(state, {"action_pile": "shuffled", "orgies": "all"}, seat)


def take(state: CaesarState, seat: int, kind: int) -> None:
    """An action card comes into a hand."""
    state.hand[seat] += EACH[kind]
    state.actions[seat] -= EACH[kind]
    state.hand_actions[seat] += 1
    state.action_count[seat] -= 1


def answer(state: CaesarState, *texts: str) -> CaesarState:
    for text in texts:
        state.answer(state.asked if state.asked != -2 else state.turn, GAME.code(text))
    return state


def why(state: CaesarState, seat: int, text: str, language: str = "en") -> str:
    found = told_to(seat, language).why_not(seen(state, seat), GAME.code(text))
    assert found is not None
    return found


def test_the_sixth_own_card_is_refused_with_its_rule() -> None:
    state = opened()
    state.up[side(0, SEN)] = bag_of([0, 1, 2, 3])
    assert why(state, 0, "down 1 SEN") == "Five cards of yours lie beside the senators already: a sixth is not allowed."


def test_the_ninth_card_in_all_is_refused_with_its_rule() -> None:
    state = opened()
    state.up[side(0, SEN)] = bag_of([0, 1, 2])
    state.up[side(1, SEN)] = bag_of([0, 1, 2])
    assert why(state, 0, "up 1 SEN") == "Eight cards in all lie beside the senators already: a ninth is not allowed."


def test_a_group_without_patricians_takes_no_influence() -> None:
    state = opened()
    state.patricians[CEN] = 0
    assert why(state, 0, "down 1 CEN").startswith("No patrician is left of the censors")


def test_without_influence_or_without_the_card_nothing_is_laid() -> None:
    state = opened()
    assert why(state, 0, "up P SEN") == "You do not have a philosopher in hand."
    state.hand[0] = 0
    state.hand_influence[0] = 0
    assert why(state, 0, "up 1 SEN") == "You have no influence in hand: you can only be passive."


def test_a_covered_card_is_no_target_of_a_coup() -> None:
    state = opened()
    take(state, 0, COUP)
    assert why(state, 0, "play coup").startswith("The other side has no open card")
    state.up[side(1, PRA)] = bag_of([3])
    answer(state, "play coup", "let")
    assert "is safe from it" in why(state, 0, "strike 1 SEN")
    state.lying[side(1, AED)] = 0
    assert why(state, 0, "strike 5 AED") == "The other side has no such card open beside the aediles (5)."


def test_a_veto_answers_an_action_and_nothing_else() -> None:
    state = opened()
    take(state, 0, SCOUT)
    take(state, 0, VETO)
    take(state, 1, VETO)
    rule = "A Veto answers an action card that the other side has just played: nothing else, and never another Veto."
    assert why(state, 0, "veto") == rule
    assert why(state, 1, "veto") == rule
    answer(state, "play scout", "veto")
    assert why(state, 0, "veto") == rule, "against a veto"
    assert "second one is not allowed" in why(answer(state, "influence", "draw 1"), 0, "play scout")


def test_a_veto_that_is_not_in_hand_is_not_offered() -> None:
    state = opened()
    take(state, 0, SCOUT)
    assert why(answer(state, "play scout"), 1, "veto") == "You do not have a Veto in hand."


def test_whoever_has_played_an_action_card_is_active() -> None:
    state = opened()
    take(state, 0, WRATH)
    answer(state, "play wrath", "let", "wrath SEN", "turn up")
    assert why(state, 0, "passive").startswith("You have played an action card, so you are active")
    assert why(state, 1, "down 1 SEN") == "You are not asked for anything now."


def to_both(what: str) -> list[str]:
    return [f"{what} to the praetors", f"{what} to the senators"]


def test_a_castling_says_how_many_go_where() -> None:
    state = opened()
    take(state, 0, CASTLING)
    state.up[side(0, SEN)] = bag_of([3, 3])
    state.up[side(0, PRA)] = bag_of([3, 5])
    answer(state, "play castling", "let", "castle SEN PRA")
    asked = []
    while state.step().name == "castle":
        view, ask = seen(state, 0), GAME.ask(state, 0)
        asked.append([told_to(0).prompt(view, ask), *(told_to(0).label(view, choice) for choice in ask)])
        answer(state, ask.choices[-1].text)
    assert asked == [
        ["Castling: does your 1 go to the senators or to the praetors?", *to_both("Your 1 goes")],
        ["Castling: does your 2 go to the senators or to the praetors?", *to_both("Your 2 goes")],
        [
            "Castling: how many of your 3 fours go to the senators? The others go to the praetors.",
            "All your fours go to the praetors",
            "One of your three fours goes to the senators, the others to the praetors",
            "Two of your three fours go to the senators, the other to the praetors",
            "All your fours go to the senators",
        ],
        [
            "Castling: does your philosopher go to the senators or to the praetors?",
            "Your philosopher goes to the praetors",
        ],
    ]


def test_labels_say_what_they_do() -> None:
    state = opened()
    take(state, 0, COUP)
    state.up[side(1, SEN)] = bag_of([3])
    told, view = told_to(0), seen(state, 0)
    labels = {choice.text: told.label(view, choice) for choice in GAME.ask(state, 0)}
    assert labels["down 3 SEN"] == "Lay a 3 face down beside the senators"
    assert labels["play coup"] == "Play the Coup"
    assert (
        told_to(0, "fr").label(view, GAME.choice(GAME.code("down 3 AED"))) == "Poser un 3 face cachée auprès des édiles"
    )
    assert (
        told_to(0, "it").label(view, GAME.choice(GAME.code("up P AED")))
        == "Posare un filosofo scoperto presso gli edili"
    )
    assert told.label(view, GAME.choice(GAME.code("drop 4"))) == "Discard a 4"
    assert told.label(view, GAME.choice(GAME.code("next spy"))) == "Put the Spy next"


# -- the rules page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_paragraph_and_all_rulings(language: str) -> None:
    page = RulesPage(PACKAGE, language)
    rules = {step.rule for step in GAME.start(2, OPTIONS[0]).book}
    assert rules | {"aim", "cards", "philosopher", "orgy", "end", "components", "rulings"} <= set(page.paragraphs)
    numbered = [
        int(number)
        for name in ("rulings", "decisions")
        for number in re.findall(r"^\| CC-(\d+) \|", page.paragraph(name), re.MULTILINE)
    ]
    assert numbered == list(range(1, 25))
    named = {int(number) for number in re.findall(r"\(.*?CC-(\d+)", page.text)}
    assert named <= set(numbered)
    numbers = [
        re.findall(r"\d+", row)[0] for row in page.paragraph("components").splitlines() if re.match(r"\| \w+.*\d", row)
    ]
    assert numbers == ["37", "13", "21", "8", "6"]
