"""What Caesar & Cleopatra alone says: silent about what is covered, with its reasons and its sums."""

import re
from itertools import product

from eminence.core.bags import bag_of
from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.texts import LANGUAGES
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import Telling, package_of, telling
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import VETO
from tests.games.caesar_cleopatra.tables import GAME, Position
from tests.games.playing import asked, play
from tests.games.stories import sensible

SEN, PRA, QUA, CEN, AED = range(5)


def told_to(reader: int | None, language: str = "en") -> Telling:
    return telling(GAME, language, reader)


def assert_said(sentence: str, said: str | None) -> None:
    """The whole of it, or a part where it is no sentence."""
    assert said == sentence if sentence.endswith(".") else sentence in (said or ""), said


def test_every_end_every_reason_of_the_count_and_a_tie_are_told() -> None:
    counted = [("none", 0), ("patricians", 1), ("patricians", 2), ("majority", 3), ("whole_group", 5)]
    view = Position().won(0, "SEN SEN CEN").won(1, "PRA").match().view(None)
    for language in LANGUAGES:
        told = told_to(0, language)
        for reason in ("all_patricians_won", "no_influence_left", "nothing_happens"):
            assert sensible(told.end(reason))
        for reason, won in counted:
            assert sensible(told.tally(Tally(won, reason, {"won": won})))
        for reason in ("bonus", "bonus_missed"):
            assert sensible(told.tally(Tally(0, reason, {"group": QUA, "won": 2})))
        assert told.tie(view, (4, 5)) is None
        assert re.search(r"\b3\b.*\b1\b", told.tie(view, (5, 5)) or "")


def test_the_numbers_of_the_box_stand_on_the_rules_page() -> None:
    for language in LANGUAGES:
        page = RulesPage(package_of(GAME), language)
        assert {"cards", "philosopher", "orgy", "end"} <= set(page.paragraphs)
        rows = page.paragraph("components").splitlines()
        numbers = [re.findall(r"\d+", row)[0] for row in rows if re.match(r"\| \w+.*\d", row)]
        assert numbers == ["37", "13", "21", "8", "6"]


# -- what is covered stays covered ------------------------------------------------------------------------------------
def test_what_the_other_side_may_not_know_is_told_all_the_same() -> None:
    secrets: list[tuple[str, list[Event]]] = [
        ("lays a card face down beside the senators.", [events.LaidDown(0, SEN, face) for face in range(6)]),
        ("draws an influence card.", [events.Drew(0, False, kind) for kind in range(6)]),
        ("draws an action card.", [events.Drew(0, True, kind) for kind in range(6, 12)]),
        ("draws an action card.", [events.TookUp(0, True, kind) for kind in range(6, 12)]),
        ("looks at ", [events.Looked(0, int(bag_of([a, b]))) for a, b in ((1, 2), (5, 11))]),
        ("gets an influence bonus, in secret.", [events.GotBonus(0, group) for group in range(3)]),
    ]
    for sentence, told_of in secrets:
        for reader, language in product((None, 1), LANGUAGES):
            redacted = [as_known_to(event, GAME.visible, reader) for event in told_of]
            (said,) = {told_to(reader, language).event(event) for event in redacted}
            assert language != "en" or sentence in said
        own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
        assert len(own) == len(told_of), sentence


def test_what_happened_is_told_to_its_reader() -> None:
    for reader, language, event, sentence in (
        (1, "en", events.Looked(0, None), "Cleopatra looks at your hand."),
        (1, "en", events.Snatched(0, VETO), "Cleopatra makes you discard a Veto."),
        (0, "fr", events.Looked(1, None), "César regarde votre main."),
        (0, "it", TookBack(1), "Cesare"),
        (0, "en", events.Voted(0, AED, 8, 7, (0, 0)), "You win an aedile: 8 against 7."),
        (0, "en", events.Voted(1, CEN, 9, 3, (0, 0)), "Caesar wins a censor with 3 against 9: a philosopher"),
        (0, "en", events.Postponed(SEN, 7, 7, (1, 1)), "You: 7; Caesar: 7"),
        (0, "en", events.Postponed(SEN, 0, 0, (0, 0)), "No influence lies beside the senators: nobody wins the vote."),
    ):
        assert_said(sentence, told_to(reader, language).event(event))


# -- why not, and what is asked ---------------------------------------------------------------------------------------
def test_what_is_not_offered_says_its_rule() -> None:
    full = Position().up(0, "SEN", "1 2 3 4 5").up(0, "PRA", "1 2 3 4").up(1, "PRA", "1 2 3 4").exhausted("CEN").match()
    covered = Position().hand(0, "1 2 3 4 coup").down(1, "SEN", "1")
    safe, coup = covered.match().view(0), play(covered.up(1, "PRA", "4").match(), "play coup", "let").view(0)
    vetoes = Position().hand(0, "1 2 3 scout veto").hand(1, "1 2 3 4 veto").down(1, "SEN", "1").match()
    wrath = play(Position().hand(0, "1 2 3 4 wrath").down(0, "SEN", "1").match(), "play wrath")
    alone = "A Veto answers an action card that your opponent has just played: nothing else, and never another Veto."
    for view, text, rule in (
        (full.view(0), "down 1 SEN", "You already have five cards beside the senators: a sixth is not allowed."),
        (full.view(0), "up 1 PRA", "There are already eight cards in all beside the praetors: a ninth is not allowed."),
        (full.view(0), "down 1 CEN", "There is nobody left to win among the censors: nothing is laid there any more."),
        (full.view(0), "up P QUA", "You do not have a philosopher in hand."),
        (Position().hand(0, "").match().view(0), "up 1 SEN", "You have no influence in hand: you can only be passive."),
        (safe, "play coup", "Your opponent has no face-up card that a Coup could take away."),
        (coup, "strike 1 SEN", "those that lie face down beside the senators are safe"),
        (coup, "strike 5 AED", "Your opponent has no such card face up beside the aediles (5)."),
        (vetoes.view(0), "veto", alone),
        (vetoes.view(1), "veto", "You are not asked for anything now."),
        (play(vetoes, "play scout", "veto").view(1), "veto", alone),
        (play(vetoes, "influence", "draw 1").view(0), "play scout", "a second one is not allowed"),
        (wrath.view(1), "veto", "You do not have a Veto in hand."),
        (play(wrath, "let", "wrath SEN", "turn up").view(0), "passive", "You have played an action card, so you are"),
        (wrath.view(1), "down 1 SEN", "You are not asked for anything now."),
    ):
        assert_said(rule, told_to(view.seat).why_not(view, GAME.code(text)))


def to_both(what: str) -> list[str]:
    return [f"{what} to the praetors", f"{what} to the senators"]


def test_a_castling_says_how_many_go_where() -> None:
    position = Position().hand(0, "1 2 3 4 castling").up(0, "SEN", "4 4").down(0, "SEN", "1")
    match = position.up(0, "PRA", "4 P").down(0, "PRA", "2").match()
    play(match, "play castling", "let", "castle SEN PRA")
    said = []
    while asked(match)[1] == "castle":
        view, ask = match.view(0), match.asks()[0]
        said.append([told_to(0).prompt(view, ask), *(told_to(0).label(view, choice) for choice in ask)])
        play(match, ask.texts[-1])
    assert said == [
        ["Castling: does your 1 go to the senators or to the praetors?", *to_both("Your 1 goes")],
        ["Castling: does your 2 go to the senators or to the praetors?", *to_both("Your 2 goes")],
        [
            "Castling: how many of your 3 fours go to the senators? The others go to the praetors.",
            "All your fours go to the praetors",
            "One of your three fours goes to the senators, the others to the praetors",
            "Two of your three fours go to the senators, the other to the praetors",
            "All your fours go to the senators",
        ],
        ["Castling: does your philosopher go to the senators or to the praetors?", to_both("Your philosopher goes")[0]],
    ]


def test_labels_say_what_they_do() -> None:
    view = Position().hand(0, "1 2 3 4 coup").up(1, "SEN", "4").match().view(0)
    for language, text, label in (
        ("en", "down 3 SEN", "Lay a 3 face down beside the senators"),
        ("en", "play coup", "Play the Coup"),
        ("fr", "down 3 AED", "Poser un 3 face cachée devant les édiles"),
        ("it", "up P AED", "Posa un filosofo scoperto davanti agli edili"),
        ("en", "drop 4", "Discard a 4"),
        ("en", "next spy", "Put the Spy on top"),
    ):
        assert told_to(0, language).label(view, GAME.choice(GAME.code(text))) == label
