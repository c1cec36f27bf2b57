"""What Caesar & Cleopatra alone says: silent about what is covered, with its reasons and its sums."""

import re
from itertools import product

import eminence
from eminence.core.bags import EACH, bag_of
from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import Telling, package_of, telling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import CASTLING, COUP, SCOUT, VETO, WRATH
from eminence.games.caesar_cleopatra.state import CaesarState, side
from tests.games.playing import curious
from tests.games.stories import check_reasons, sensible

GAME = eminence.game("caesar_cleopatra")
SEN, PRA, QUA, CEN, AED = range(5)


def told_to(reader: int | None, language: str = "en") -> Telling:
    return telling(GAME, language, reader)


def test_whatever_is_not_offered_has_its_reason_and_what_is_has_none() -> None:
    for number, match in enumerate(curious(GAME, "reasons")):
        for seat, ask in match.asks().items():
            if seat != DEALER and number % 3 == 0:
                check_reasons(told_to(seat), match.view(seat), ask, strictly=True)


def test_every_end_every_reason_of_the_count_and_a_tie_are_told() -> None:
    counted = [("none", 0), ("patricians", 1), ("patricians", 2), ("majority", 3), ("whole_group", 5)]
    state = opened()
    state.won = [bag_of([SEN, SEN, CEN]), bag_of([PRA])]
    for language in LANGUAGES:
        told = told_to(0, language)
        for reason in ("all_patricians_won", "no_influence_left", "nothing_happens"):
            assert sensible(told.end(reason))
        for reason, won in counted:
            assert sensible(told.tally(Tally(won, reason, {"won": won})))
        for reason in ("bonus", "bonus_missed"):
            assert sensible(told.tally(Tally(0, reason, {"group": QUA, "won": 2})))
        assert told.tie(seen(state, None), (4, 5)) is None
        assert re.search(r"\b3\b.*\b1\b", told.tie(seen(state, None), (5, 5)) or "")


def test_the_numbers_of_the_box_stand_on_the_rules_page() -> None:
    for language in LANGUAGES:
        page = RulesPage(package_of(GAME), language)
        assert {"cards", "philosopher", "orgy", "end"} <= set(page.paragraphs)
        rows = page.paragraph("components").splitlines()
        numbers = [re.findall(r"\d+", row)[0] for row in rows if re.match(r"\| \w+.*\d", row)]
        assert numbers == ["37", "13", "21", "8", "6"]


# -- what is covered stays covered ------------------------------------------------------------------------------------

SECRETS: list[tuple[list[Event], str]] = [
    ([events.LaidDown(0, SEN, face) for face in range(6)], "lays a card face down beside the senators."),
    ([events.Drew(0, False, kind) for kind in range(6)], "draws an influence card."),
    ([events.Drew(0, True, kind) for kind in range(6, 12)], "draws an action card."),
    ([events.TookUp(0, True, kind) for kind in range(6, 12)], "draws an action card."),
    ([events.Looked(0, int(bag_of([a, b]))) for a, b in ((1, 2), (5, 11))], "looks at "),
    ([events.GotBonus(0, group) for group in range(3)], "gets an influence bonus, in secret."),
]


def test_what_the_other_side_may_not_know_is_told_all_the_same() -> None:
    for told_of, sentence in SECRETS:
        for reader, language in product((None, 1), LANGUAGES):
            redacted = [as_known_to(event, GAME.visible, reader) for event in told_of]
            (said,) = {told_to(reader, language).event(event) for event in redacted}
            assert language != "en" or sentence in said
        own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
        assert len(own) == len(told_of), sentence


SENTENCES: list[tuple[int, str, Event, str]] = [
    (1, "en", events.Looked(0, None), "Cleopatra looks at your hand."),
    (1, "en", events.Snatched(0, VETO), "Cleopatra has a Veto discarded from your hand."),
    (0, "fr", events.Looked(1, None), "César regarde votre main."),
    (0, "it", TookBack(1), "Cesare"),
    (0, "en", events.Voted(0, AED, 8, 7, (0, 0)), "You win an aedile: 8 against 7."),
    (0, "en", events.Voted(1, CEN, 9, 3, (0, 0)), "Caesar wins a censor with 3 against 9: a philosopher"),
    (0, "en", events.Postponed(SEN, 7, 7, (0, 0)), "you 7 and Caesar 7"),
]


def test_what_happened_is_told_to_its_reader() -> None:
    for reader, language, event, sentence in SENTENCES:
        said = told_to(reader, language).event(event)
        assert said == sentence if sentence.endswith(".") else sentence in said, said


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


def test_what_cannot_be_laid_says_its_rule() -> None:
    state = opened()
    state.up[side(0, SEN)] = bag_of([0, 1, 2, 3])
    assert why(state, 0, "down 1 SEN") == "Five cards of yours lie beside the senators already: a sixth is not allowed."
    state.up[side(0, SEN)] = state.up[side(1, SEN)] = bag_of([0, 1, 2])
    assert why(state, 0, "up 1 SEN") == "Eight cards in all lie beside the senators already: a ninth is not allowed."
    state.patricians[CEN] = 0
    assert why(state, 0, "down 1 CEN").startswith("No patrician is left of the censors")
    state = opened()
    assert why(state, 0, "up P SEN") == "You do not have a philosopher in hand."
    state.hand[0] = state.hand_influence[0] = 0
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
    assert (why(state, 0, "veto"), why(state, 1, "veto")) == (rule, rule)
    answer(state, "play scout", "veto")
    assert why(state, 0, "veto") == rule, "against a veto"
    assert "second one is not allowed" in why(answer(state, "influence", "draw 1"), 0, "play scout")
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


LABELS = [
    ("en", "down 3 SEN", "Lay a 3 face down beside the senators"),
    ("en", "play coup", "Play the Coup"),
    ("fr", "down 3 AED", "Poser un 3 face cachée auprès des édiles"),
    ("it", "up P AED", "Posare un filosofo scoperto presso gli edili"),
    ("en", "drop 4", "Discard a 4"),
    ("en", "next spy", "Put the Spy next"),
]


def test_labels_say_what_they_do() -> None:
    state = opened()
    take(state, 0, COUP)
    state.up[side(1, SEN)] = bag_of([3])
    for language, text, label in LABELS:
        assert told_to(0, language).label(seen(state, 0), GAME.choice(GAME.code(text))) == label
