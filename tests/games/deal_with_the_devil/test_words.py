"""What Deal with the Devil alone says: to whom it tells what, how chests, plans and penalties are put into words, and
that its rules page has the cards of the card file."""

import re
from itertools import product

import pytest

from eminence.core.event import Event, as_known_to
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import telling
from eminence.games.deal_with_the_devil import card_file, cards, events
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.card_words import CardWords
from eminence.games.deal_with_the_devil.telling import Telling
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    BUILDING,
    DOVE,
    EVENT,
    GAME,
    GREEN,
    HORNS,
    INQUISITOR,
    RED,
    YELLOW,
    Position,
    heap,
    plan,
    seal,
)

PACKAGE = "eminence.games.deal_with_the_devil"


def told_to(reader: int | None, language: str = "en") -> Telling:
    found = telling(GAME, language, reader)
    assert isinstance(found, Telling)
    return found


NO_GOODS = (0,) * 8
TWO_WOOD = (2, 0, 0, 0, 0, 0, 0, 0)
FOUR_COINS = (0, 0, 0, 0, 0, 0, 0, 4)
ABBEY, FARM, MARKET = BUILDING["abbey_church"], BUILDING["farm"], BUILDING["market"]
MASS = ((4, 0, 0, 0, BLUE, GREEN), (0, 0, 0, 0, 7, 7), (1, heap("1W"), 0, 0, 7, 7), (0, 0, 2, 1, 7, 7))
OPENED = (
    "The chests are opened, and nobody knows whose they are. The dove – 4 coins, suspected devil: you, "
    "suspected cultist: Green; the lamb – nothing; the eye – 1 wood; the horns – 2 pure soul fragments, 1 "
    "tainted soul fragment."
)
SENTENCES: list[tuple[int | None, str, Event, str]] = [
    (
        RED,
        "en",
        events.ChestCame(RED, 1, HORNS, 17, 0, TWO_WOOD),
        "the devil’s chest, with the horns: 2 wood for 1 soul",
    ),
    (RED, "en", events.ChestCame(RED, 2, DOVE, 4, 1, NO_GOODS), "the offer has been taken, and it holds 4 coins."),
    (RED, "fr", events.ChestCameHome(RED, True, FOUR_COINS, 0), "votre offre a été acceptée, et il contient 4 pièces."),
    (RED, "it", events.ChestCameHome(RED, False, TWO_WOOD, 0), "nessuno ha accettato la tua offerta."),
    (RED, "en", events.ChestCameHome(RED, True, NO_GOODS, 17), "1 pure soul fragment and 1 tainted soul fragment."),
    (BLUE, "en", events.Traded(RED, TWO_WOOD, 3, NO_GOODS, 0), "Red sells 2 wood and borrows 3 coins."),
    (RED, "fr", events.Traded(RED, NO_GOODS, 0, TWO_WOOD, 2), "Vous achetez 2 bois et remboursez 2 pièces."),
    (BLUE, "en", events.PlanRevealed(RED, EVENT["tithe"], 1, (MARKET,), (FARM, ABBEY, ABBEY), 3), "the alchemist."),
    (BLUE, "en", events.PlanRevealed(RED, -1, 0, (), (), -1), "Red lifts the roof: nothing is planned."),
    (RED, "en", events.Moved(RED, -3, -4), "Your reputation falls by 3, to −4."),
    (RED, "en", events.Moved(BLUE, 0, 7), "Blue stays at +7 in reputation."),
    (BLUE, "en", events.ChestsOpened(True, MASS), OPENED),
    (RED, "en", events.Voted((1, -1, 1, 0)), "You: Blue; Blue: nobody; Green: Blue; Yellow: you."),
    (BLUE, "en", events.AccusationAnswered(BLUE, False, True), "Two guesses name you as the devil, and it is true."),
    (
        RED,
        "en",
        events.AccusationAnswered(BLUE, True, False),
        "Blue is named as the cultist by two guesses, and it is false.",
    ),
    (
        RED,
        "fr",
        events.Appeased(RED, 2, 1, (4,)),
        "Vous montrez 2 fragments d’âme et dépensez 1 indulgence. Non apaisés",
    ),
    (RED, "en", events.Appeased(BLUE, 0, 0, (0, 7, 7)), "Blue shows nothing. Not appeased: the Ascetic and 2 Guests."),
    (RED, "en", events.Suffered(RED, cards.VANDAL), "You suffer the Vandal’s penalty."),
    (None, "en", events.Claimed(RED, 7, 0b1001, False), "helped by the rural courtier and the alchemist."),
    (None, "en", events.CouldNotPay(GREEN, 12), "Green cannot do what was planned, and skips it: the building under"),
]


def test_what_happened_is_told_to_its_reader() -> None:
    for reader, language, event, words in SENTENCES:
        assert words in told_to(reader, language).event(event), told_to(reader, language).event(event)


SECRETS: list[list[Event]] = [
    [events.GotRole(RED, mark) for mark in range(4)],
    [events.DealtBuilding(RED, card) for card in (0, 5)],
    [events.DealtEvent(RED, card) for card in (0, 5)],
    [events.Kept(RED, card) for card in (0, 5)],
    [events.Passed(RED, card) for card in (0, 5)],
    [events.Discarded(RED, card) for card in (0, 5)],
    [events.ChestCame(RED, 1, mark, 4, paid, TWO_WOOD) for mark in range(4) for paid in (0, 1)],
    [events.AnsweredChest(RED, *answer) for answer in ((True, 0), (True, 1), (False, 0))],
    [events.ChestCameHome(RED, *home) for home in ((True, FOUR_COINS, 0), (True, NO_GOODS, 1), (False, TWO_WOOD, 0))],
]


def test_what_others_may_not_know_is_told_to_them_in_the_same_words() -> None:
    for told_of in SECRETS:
        for other, language in product((None, BLUE), LANGUAGES):
            redacted = [as_known_to(event, GAME.visible, other) for event in told_of]
            assert len({told_to(other, language).event(event) for event in redacted}) == 1, redacted
        for language in LANGUAGES:
            own = {told_to(RED, language).event(as_known_to(event, GAME.visible, RED)) for event in told_of}
            lies_face_down = isinstance(told_of[0], events.GotRole)  # the story beside one's card does not say it aloud
            assert len(own) == (1 if lies_face_down else len(told_of)), own


def label(match: Match, seat: int, text: str, language: str = "en") -> str:
    return told_to(seat, language).label(match.view(seat), GAME.choice(GAME.code(text)))


def prompt(match: Match, seat: int, language: str = "en") -> str:
    return told_to(seat, language).prompt(match.view(seat), match.asks()[seat])


def test_what_others_are_dealt_and_passed_is_told_once() -> None:
    """Of sixteen buildings and four events that are dealt in a round a reader knows five."""
    match = GAME.new(4, secret=b"dealt")
    for reader, lines in ((None, 1), (RED, 6), (YELLOW, 5)):
        story = [
            event for event in match.story(reader, 0) if isinstance(event, (events.DealtBuilding, events.DealtEvent))
        ]
        told = told_to(reader).story(story)
        assert len(told) == lines, told
        assert (told[-1] == "Everybody is dealt buildings and an event.") == (reader != YELLOW), told
    passed = [events.Passed(seat, None) for seat in (BLUE, BLUE, GREEN, GREEN)]
    assert told_to(RED).story(passed) == [f"{name} gets two buildings from a neighbour." for name in ("Blue", "Green")]


def test_buttons_say_what_is_had_for_what() -> None:
    table = (
        Position(3).goods(RED, "3W 9c").goods(BLUE, "2W").souls("1+1", "3+0", "1+0", "1+1").hand(RED, "cult_lair farm")
    )
    table.built(RED, "merchants_house").one(RED, debt=4)
    match = seal(
        table.dealing(), "price 4; put wood 2; seal", "price 2; seal", "price 1 soul; seal", "price 1 soul; seal"
    )
    assert label(match, RED, "buy wood 2") == "Buy 2 wood for 4 coins"  # by the Merchant's House
    assert label(match, RED, "sell wood 1") == "Sell 1 wood for 1 coin"
    assert label(match, RED, "borrow 3") == "Borrow 3 coins: debt 7"
    souls = [seat for seat in range(4) if "soul fragment. Do you" in prompt(match, seat)]
    assert souls
    if RED in souls:
        assert label(match, RED, "accept") == "Accept, pay 1 pure soul fragment"
        assert label(match, RED, "accept 1 tainted") == "Accept, pay 1 tainted soul fragment"
    match = table.events(RED, "tithe").planning()
    assert label(match, RED, "event left") == "Play the left half. Gain 3 coins, move down 1."
    match.choose(RED, "event none")
    assert label(match, RED, "build cult_lair") == "Build the Cult Lair, for 1 wood, 1 marble; 4 reputation"
    assert label(match, RED, "build farm", "fr") == "Construire «\u202fFerme\u202f», pour 2 bois, 1 pierre, 2 pièces"


def test_a_plan_is_asked_for_by_its_parts() -> None:
    table = (
        Position(2).goods(RED, "9W 9c").hand(RED, "market warehouse").events(RED, "tithe fever").built(RED, "almshouse")
    )
    match = table.planning()
    assert prompt(match, RED) == "You hold two events: which one do you discard?"
    match.choose(RED, "discard fever")
    assert prompt(match, RED) == "Do you play your event “Tithe”, and which half of it?"
    match.choose(RED, "event none", "use almshouse")
    assert prompt(match, RED) == "Which building do you plan to build? Tokens planned so far: 1."
    match.choose(RED, "build warehouse")
    assert prompt(match, RED) == "The Warehouse. Which precious resource do you take?"
    match.choose(RED, "later", "build market")
    assert prompt(match, RED) == "Do you use its action at once, with another token: the Market?"
    match.choose(RED, "action yes")
    assert prompt(match, RED, "fr") == "«\u202fMarché\u202f». Quelle ressource donnez-vous en échange\u202f?"


def test_a_card_file_s_names_are_told() -> None:
    changed = card_file.parse(
        '[[buildings]]\nid = "farm"\nname = "Mas"\n[[inquisitors]]\nid = "guest"\nname = "Tante"\n'
    )
    for language in LANGUAGES:
        told = told_to(RED, language)
        told.cards = changed
        assert "Mas" in told.event(events.Built(RED, FARM))
        assert "Tante" in told.event(events.Suffered(RED, cards.GUEST))
        assert "Tante" in told.inquisitors([cards.GUEST])
        assert told.inquisitor(cards.ORATOR) == Texts(language, PACKAGE)("inquisitor.the.orator")


def test_points_left_over_decide_a_tie() -> None:
    table = Position(5).goods(RED, "4c").goods(BLUE, "2c 1W").set(points=[1, 1, -9, -9])
    match = plan(table.planning())
    assert match.over
    assert match.winners == [RED]
    said = told_to(RED).tie(match.view(None), match.scores)
    assert said == "On a tie, what is left over decides, in fifths of a point: you: 4 and Blue: 3."
    assert told_to(RED).tie(match.view(None), [3, 1, 0, 0]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_card_as_it_is(language: str) -> None:
    page, house = RulesPage(PACKAGE, language), card_file.house()
    words = CardWords(Texts(language, "eminence.core", PACKAGE))
    rows = [[_plain(cell) for cell in row.strip("|").split("|")] for row in page.paragraph("components").splitlines()]
    listed = {row[0]: row[1:] for row in rows if len(row) in (3, 4, 7)}
    origins: dict[str, set[str]] = {}
    for card, building in zip(house.buildings, house.cards.buildings, strict=True):
        types, cost, points, _, effect, origin = listed[_plain(card.name(language))]
        assert (types, int(points)) == (_plain(words.types(building)), building.points)
        assert cost == _plain(words.cost(building)), card.id
        assert effect == (_plain(words.building(building)) if building.effects else "–"), card.id
        origins.setdefault(card.origin, set()).add(origin)
    for card, event in zip(house.events, house.cards.events, strict=True):
        *halves, origin = listed[_plain(card.name(language))]
        assert halves == [_plain(words.left(event)), _plain(words.right(event))], card.id
        origins.setdefault(card.origin, set()).add(origin)
    for card, effects in zip(house.inquisitors, house.cards.inquisitors, strict=True):
        penalty, origin = listed[_plain(card.name(language))]
        assert penalty == _plain(words.inquisitor(effects)), card.id
        origins.setdefault(card.origin, set()).add(origin)
    assert all(len(words_for) == 1 for words_for in origins.values()), origins
    # The wheel and the starts of the sides are those of the rules.
    kinds = [[_plain(cell) for cell in row.strip("|").split("|")] for row in page.paragraph("preparation").splitlines()]
    sides = [row for row in kinds if len(row) == 7][2:]
    for side, (_, start, *rounds) in enumerate(sides):
        assert start == _plain(", ".join(told_to(None, language).good_list(int(box.START_OF_SIDE[side]))))
        for shown, slots in zip(rounds, box.WHEEL[side], strict=True):
            names = [re.sub(r"^\d+ ", "", told_to(None, language).good(int(kind))) for kind in slots]
            assert shown == _plain(", ".join(names))


def _plain(text: str) -> str:
    """A text without what typography does to it: how spaces and apostrophes are drawn."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'").strip()


@pytest.mark.parametrize("language", ["fr", "it"])
def test_apostrophes_and_spaces_are_those_of_print(language: str) -> None:
    own = Texts(language, PACKAGE)
    texts = [own.template(key) for key in own if not key.startswith(("card.", "option.cards."))]
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text.values())]
    for form in [*forms, RulesPage(PACKAGE, language).text]:
        assert "'" not in form, form
        if language == "fr":
            assert not re.search(r"[ \n][;:!?»]|«[ \n]", form), form


def test_all_inquisitors_have_a_penalty_in_words() -> None:
    for language, (name, number) in product(LANGUAGES, INQUISITOR.items()):
        assert told_to(RED, language).penalty(number) == Texts(language, PACKAGE)(f"penalty.{name}")
        assert told_to(YELLOW, language).inquisitor(number)
