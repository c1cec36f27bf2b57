"""All that 1655 – Habemus Papam says, in three languages: complete, distinct, and silent about what is covered."""

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest

from eminence.core.ask import Ask
from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import Match, TookBack
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES, MissingText, Texts
from eminence.core.view import View
from eminence.games.habemus_papam import events, notation
from eminence.games.habemus_papam.components import NAMES, ORDER_NAMES, PEOPLE
from tests.games.habemus_papam.tables import (
    BID,
    GAME,
    PERSON,
    RULEBOOKS,
    Position,
    bid,
    gems,
    place,
    play,
)
from tests.games.habemus_papam.words import PACKAGE, label, prompt, told_to
from tests.games.stories import check_told, sensible


def begun(seats: int, rulebook: str) -> Match:
    return GAME.new(seats, {"rulebook": rulebook}, by_hand=True)


def asks(match: Match, seed: int) -> Iterator[tuple[View, Ask]]:
    """A random match to its end, chance included: every question, with what the asked one sees."""
    chance = random.Random(seed)
    while not match.over:
        for seat, ask in match.asks().items():
            yield match.view(None if seat == DEALER else seat), ask
        seat, ask = chance.choice(list(match.asks().items()))
        # High bids leave nobody any gems, and refused cards are never seen: both are chosen less often.
        choices = [choice for choice in ask if choice.text != "refuse"] or list(ask)
        match.choose(seat, choices[0] if ask.step == "bidding" and chance.random() < 0.5 else chance.choice(choices))


TABLES = list(product((3, 4), RULEBOOKS))

# -- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rulebook"), TABLES)
def test_every_question_and_every_answer_is_told_and_all_answers_differ(seats: int, rulebook: str) -> None:
    for seed in range(2):
        for view, ask in asks(begun(seats, rulebook), seed):
            for language in LANGUAGES:
                told = told_to(view.seat, language)
                assert sensible(told.prompt(view, ask)), ask
                labels = [told.label(view, choice) for choice in ask]
                assert all(map(sensible, labels)), labels
                assert len(set(labels)) == len(labels), labels
                assert all(label[0].isupper() for label in labels), labels


def test_random_matches_meet_every_step_every_code_and_every_event() -> None:
    asked_of_nobody = {"round", "black_smoke", "resolve_actions", "rank", "clear", "count"}
    never = {GAME.code(f"{word} {leader}") for word in ("bribe", "swap", "with", "exclude") for leader in NAMES[18:22]}
    never |= {GAME.code("bribe Chigi"), GAME.code("exclude Chigi")}
    steps = {step.name for step in GAME.start(3, GAME.checked_options(None)).book} - asked_of_nobody
    codes, kinds = set(notation.TEXTS) - never, set(events.ALL)
    for seed, (seats, rulebook) in enumerate(TABLES * 60):
        match = begun(seats, rulebook)
        for _, ask in asks(match, 100 + seed):
            steps.discard(ask.step)
            codes -= {choice.code for choice in ask}
        kinds -= {type(event) for event in match.story(None)}
        if not steps and not kinds and len(codes) <= 4:
            break
    assert (steps, kinds) == (set(), set()), "never met"
    rare = {notation.TEXTS[code] for code in codes}
    assert len(rare) <= 4, rare


def test_a_choice_that_is_not_offered_has_its_reason_and_one_that_is_has_none() -> None:
    for seed, (seats, rulebook) in enumerate(TABLES):
        for view, ask in asks(begun(seats, rulebook), 7 + seed):
            if view.seat is None:
                continue
            offered = {choice.code for choice in ask}
            told = told_to(view.seat)
            for code in notation.TEXTS:
                why = told.why_not(view, code)
                assert why is None if code in offered else sensible(why), (ask, notation.TEXTS[code])


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_stories_ends_and_counts_are_told_to_every_reader(language: str) -> None:
    for seed, (seats, rulebook) in enumerate(TABLES * 2):
        match = begun(seats, rulebook)
        for _ in asks(match, 50 + seed):
            pass
        for reader in (None, *range(seats)):
            check_told(told_to(reader, language), match)


# -- the texts one by one ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_have_texts_and_names_differ(language: str) -> None:
    texts = Texts(language, "eminence.core", PACKAGE)
    for option in GAME.options:
        assert all(sensible(texts(f"option.{option.name}.{part}")) for part in ("name", "text"))
    assert texts("option.rulebook.value.french") != texts("option.rulebook.value.italian")
    for form in ("name", "short"):
        assert len({texts(f"person.{form}.{name}") for name in NAMES}) == PEOPLE
    for form in ("name", "asks"):
        assert len({texts(f"order.{form}.{name}") for name in ORDER_NAMES}) == len(ORDER_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_choice_that_is_many_has_a_hint(language: str) -> None:
    """Where a screen is low, a kind of choice with more than three of it is not listed but explained."""
    texts = Texts(language, PACKAGE)
    words: dict[str, int] = {}
    for text in notation.TEXTS.values():
        words[text.partition(" ")[0]] = words.get(text.partition(" ")[0], 0) + 1
    the_dealers = {"camerlengo", "order", "turn"}
    for word in {word for word, n in words.items() if n > 3} - the_dealers:
        hint = texts(f"many.{word}")
        example = hint[hint.rindex(f"{word} ") :]
        assert example in notation.TEXTS.values(), hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_subjects_or_stand_alone(language: str) -> None:
    """Nothing before a name can bend it, and it is said as it is."""
    texts = Texts(language, PACKAGE)
    for key in texts:
        template = texts.template(key)
        for form in [template] if isinstance(template, str) else template.values():
            for found in re.finditer(r"\{(who|victim|owner|one|other)\}", form):
                before, after = form[: found.start()], form[found.end() :]
                assert before == "" or before.endswith((": ", " : ", "(", "; ", " ; ")), key
                assert not after.startswith("'"), key
    odd = "Zoë <b>{x}</b> d'Ô"
    told = told_to(1, language, {0: odd})
    assert odd in told.event(events.Bribed(0, 2, 0))
    assert odd in told.event(events.Bribed(2, 0, 0))
    assert odd in told.event(events.Stole(0, 1, 2))
    assert odd in told.event(events.Swapped(2, 0, 1, 0, 1))
    assert odd in told.event(events.Counted((0, 1, 2), (3, 4, 5)))


def test_a_victim_is_addressed() -> None:
    lugo = PERSON["Lugo"]
    assert told_to(1).event(events.Stole(0, 1, 2)) == "The Dean takes 2 gold from you."
    assert told_to(1).event(events.Stole(0, 1, 0)) == "The Dean finds no gold to take from you."
    assert told_to(2).event(events.Stole(0, 1, 2)) == "The Dean takes 2 gold (the Legate)."
    assert told_to(1, "fr").event(events.Stole(0, 1, 1)) == "Le Doyen vous prend 1 pièce d'or."
    assert told_to(1).event(events.Bribed(0, 1, lugo)) == "The Dean bribes Juan de Lugo away from you, for 5 gold."
    assert told_to(1).event(events.Died(0, 1, lugo)) == "Juan de Lugo of your court dies."
    assert told_to(0, "it").event(events.Excluded(1, 0, lugo)).startswith("Il Legato fa escludere Juan de Lugo, della")
    assert told_to(0, "it").event(TookBack(1)).startswith("Il Legato")


def test_bids_are_told_with_what_they_are_worth() -> None:
    told = told_to(0)
    bids = (BID["DDA"], BID["nothing"], -1, BID["S"])
    assert told.event(events.BidsRevealed(bids)) == (
        "The hands open. You: 2 diamonds and 1 amber; the Legate: nothing; the Protector: 1 sapphire."
    )
    ranked = events.Ranked((2, 0, 3, 1), (BID["DDA"], BID["nothing"], BID["RRR"], BID["SS"]))
    assert told.event(ranked) == (
        "Cards are taken in this order: the Nuncio (3 rubies), you (2 diamonds and 1 amber),"
        " the Protector (2 sapphires), the Legate (nothing)."
    )
    assert told_to(1, "it").event(events.TookCamerlengo(1, gems("RA"))) == (
        "Sei Camerlengo, e ricevi 1 rubino, 1 ambra e 1 moneta d'oro."
    )


# -- the count --------------------------------------------------------------------------------------------------------


def test_the_count_of_the_rulebooks_example_is_explained_line_by_line() -> None:
    table = Position(3).orders(0, "france").orders(1, "four-arms").orders(2, "leaders")
    table.court(0, "Este Barberini Sacchetti Lugo Chigi Ginetti Carpegna")
    table.favours(0, "louis louis mazarin mazarin felipe").gold(27, 0, 0).gems(0, "RSSAA").gems(1, "").gems(2, "")
    match = table.counted()
    assert match.scores[0] == 18
    lines = {line.subject: line.tallies for line in match.count()}
    told = {subject: told_to(0).tally(tallies[0]) for subject, tallies in lines.items()}
    assert told == {
        "order": "France: fulfilled",
        "people": "7 in the court, 1 leader among them",
        "louis": "2 cards",
        "gold": "27 gold, 5 gems and 5 gold of 1 Felipe IV: 37 gold in all, at 8 a vote (2 Mazarin)",
        "pairs": "A. Barberini with two Louis XIV; Sacchetti with two Mazarin",
        "squadrone": "none",
    }
    assert told_to(0).tally(lines["gold"][1]) == "0 gold, at 15 a vote (without Mazarin)"
    assert told_to(0, "fr").tally(lines["gold"][0]) == (
        "27 pièces d'or, 5 gemmes et 5 pièces d'or de 1 Felipe IV\u00a0: 37 pièces d'or en tout,"
        " à 8 la voix (2 Mazarin)"
    )


def test_sixty_two_gold_and_three_mazarins() -> None:
    facts = {"gold": 62, "gems": 0, "felipes": 0, "all": 62, "mazarins": 3}
    assert told_to(None, "it").tally(Tally(8, "gold", facts)) == "62 monete d'oro, a 7 il voto (3 Mazarin)"


def test_every_pair_of_old_friends_is_named() -> None:
    table = Position(3).court(0, "Hessen Harrach Bichi Grimaldi Azzolini Retz Colonna Orsini GSpada BSpada")
    line = next(line for line in table.counted().count() if line.subject == "pairs")
    assert line.tallies[0].points == 5
    assert told_to(0).tally(line.tallies[0]) == (
        "Hessen and Harrach; Bichi and Grimaldi; Azzolini and Retz; Colonna and Orsini; G. Spada and B. Spada"
    )
    assert [told_to(0).tally(tally) for tally in line.tallies[1:]] == ["none", "none"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_is_told_with_what_decides_it(language: str) -> None:
    match = Position(3).court(0, "Bichi").court(1, "Lugo").court(2, "Sforza").counted()
    told = told_to(0, language)
    view = match.view(None)
    assert told.tie(view, (4, 5, 3)) is None
    assert re.search(r"Juan de Lugo, 71 .*|Juan de Lugo, 71 \(", told.tie(view, (5, 5, 3)) or "")
    assert "Bichi, 58" in (told.tie(view, (5, 4, 5)) or "")
    assert sensible(told.tie(Position(3).counted().view(None), (2, 2, 2)))


# -- what is covered stays covered ------------------------------------------------------------------------------------

SECRETS: list[tuple[list[Event], str]] = [
    ([events.GotOrder(0, order) for order in range(7)], "The Dean is given an order, in secret."),
    ([events.DroppedOrder(0, order) for order in range(7)], "The Dean gives up an order, unseen."),
]


@pytest.mark.parametrize(("told_of", "sentence"), SECRETS, ids=lambda value: "")
def test_what_others_may_not_know_is_told_all_the_same(told_of: list[Event], sentence: str) -> None:
    for reader, language in product((None, 1, 2), LANGUAGES):
        redacted = [as_known_to(event, GAME.visible, reader) for event in told_of]
        said = {told_to(reader, language).event(event) for event in redacted}
        assert len(said) == 1
        if language == "en":
            assert said == {sentence}
    own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
    assert len(own) == len(told_of)


# -- prompts and labels -----------------------------------------------------------------------------------------------


def test_a_bid_is_asked_for_as_the_card_played_wants_it() -> None:
    match = Position().bidding("twice last rubies -")
    assert prompt(match, 0) == "How do you bid? Up to two gems, the best of which counts twice."
    assert prompt(match, 3) == "How do you bid? Up to three gems, in a closed hand."
    bid(match, "DD", "-", "-", "")
    assert prompt(match, 1) == (
        "You have the last word. The Dean: 2 diamonds; the Nuncio: 3 rubies; the Protector: nothing. How do you bid?"
    )
    poor = Position().gems(0, "").bidding("- last - -")
    assert prompt(poor, 0) == "You have no gems left: you can only bid nothing."


def test_taking_says_what_it_brings() -> None:
    table = Position().favours(0, "mazarin louis louis felipe").offer("Lugo mazarin louis felipe Medici bribe")
    match = table.taking(0, 1, 2, 3)
    assert prompt(match, 0) == "You choose first: which card do you take?"
    assert label(match, 0, "take Lugo") == "Take Juan de Lugo (Spain, 71)"
    assert label(match, 0, "take Medici") == "Take Carlo de' Medici (leader, Spain, 59)"
    assert label(match, 0, "take mazarin") == "Take Mazarin: at the end a vote costs you 8 gold instead of 10"
    assert label(match, 0, "take louis") == "Take Louis XIV: 4 votes at the end instead of 2 votes"
    assert label(match, 0, "take felipe").endswith("15 gold at the end instead of 5, and a cardinal is excluded")
    assert label(match, 0, "take bribe") == "Take a Bribe: a cardinal of another court, for 5 gold to its owner"
    assert label(match, 0, "take camerlengo") == "Take the Camerlengo: 1 ruby, 1 sapphire, 1 amber and 1 gold"
    play(match, "take Lugo")
    assert prompt(match, 1) == "You choose as number 2: which card do you take?"


def test_people_are_told_with_their_courts() -> None:
    match = Position().court(1, "Lugo Retz").court(0, "Chigi").hand(0, "swap").placing()
    place(match, "swap", "-", "-", "-")
    assert label(match, 0, "swap Lugo") == "Swap Juan de Lugo (Spain, 71; the Legate)"
    assert label(match, 0, "swap Chigi") == "Swap Fabio Chigi (Innocent X, 55; you)"
    play(match, "swap Chigi")
    assert prompt(match, 0) == "Your Swap: with whom does Fabio Chigi change places?"
    play(match, "with Retz")
    assert told_to(1).story(match.story(1))[-1] == (
        "The Dean has Fabio Chigi (the Dean) and Jean-François-Paul de Retz (you) change places."
    )


def test_two_equal_orders_need_no_choosing() -> None:
    match = Position(3).orders(0, "four-arms four-arms").set(black_now=True)._at("black_smoke")
    assert prompt(match, 0).endswith("your two orders are alike: you give one of them up.")
    assert prompt(match, 1).endswith("which of your two orders do you give up?")
    assert label(match, 1, "drop innocent-urban") == (
        "Give up “Innocent X and Urban VIII” (two arms of Innocent X and two of Urban VIII: 2 votes)"
    )


def test_an_unknown_event_is_an_error() -> None:
    class Odd(Event):
        pass

    with pytest.raises(MissingText, match="no sentence"):
        told_to(0).event(Odd())


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_and_seats(language: str) -> None:
    texts = Texts(language, PACKAGE)
    assert sensible(texts("summary"))
    assert len({texts(f"seat.{seat}.initial") for seat in range(4)}) == 4
