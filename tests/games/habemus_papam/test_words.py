"""What 1655 – Habemus Papam alone says: what its cards and bids are worth, its count, silent about what is covered."""

import re
from itertools import product

from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES, Texts
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import NAMES, ORDER_NAMES, PEOPLE
from tests.games.habemus_papam.tables import BID, GAME, PERSON, Position, bid, gems, place
from tests.games.habemus_papam.words import PACKAGE, label, prompt, told_to
from tests.games.playing import curious, play
from tests.games.stories import check_reasons, sensible


def test_whatever_is_not_offered_has_its_reason_and_what_is_has_none() -> None:
    for number, match in enumerate(curious(GAME, "reasons")):
        for seat, ask in match.asks().items():
            if seat != DEALER and (number % 6 == 0 or ask.step not in ("bidding", "take")):
                check_reasons(told_to(seat), match.view(seat), ask, strictly=True)


def test_no_two_people_and_no_two_orders_have_the_same_name() -> None:
    for language in LANGUAGES:
        texts = Texts(language, PACKAGE)
        for form in ("name", "short"):
            assert len({texts(f"person.{form}.{name}") for name in NAMES}) == PEOPLE
        for form in ("name", "asks"):
            assert len({texts(f"order.{form}.{name}") for name in ORDER_NAMES}) == len(ORDER_NAMES)


LUGO = PERSON["Lugo"]
BIDS = (BID["DDA"], BID["nothing"], -1, BID["S"])
RANKED = events.Ranked((2, 0, 3, 1), (BID["DDA"], BID["nothing"], BID["RRR"], BID["SS"]))
HANDS = "The hands open. You: 2 diamonds and 1 amber; the Legate: nothing; the Protector: 1 sapphire."
ORDER = (
    "Cards are taken in this order: the Nuncio (3 rubies), you (2 diamonds and 1 amber),"
    " the Protector (2 sapphires), the Legate (nothing)."
)
SENTENCES: list[tuple[int, str, Event, str]] = [
    (1, "en", events.Stole(0, 1, 2), "The Dean takes 2 gold from you."),
    (1, "en", events.Stole(0, 1, 0), "The Dean finds no gold to take from you."),
    (2, "en", events.Stole(0, 1, 2), "The Dean takes 2 gold (the Legate)."),
    (1, "fr", events.Stole(0, 1, 1), "Le Doyen vous prend 1 pièce d'or."),
    (1, "en", events.Bribed(0, 1, LUGO), "The Dean bribes Juan de Lugo away from you, for 5 gold."),
    (1, "en", events.Died(0, 1, LUGO), "Juan de Lugo of your court dies."),
    (0, "it", events.Excluded(1, 0, LUGO), "Il Legato fa escludere Juan de Lugo, della"),
    (0, "it", TookBack(1), "Il Legato"),
    (0, "en", events.BidsRevealed(BIDS), HANDS),
    (0, "en", RANKED, ORDER),
    (1, "it", events.TookCamerlengo(1, gems("RA")), "Sei Camerlengo, e ricevi 1 rubino, 1 ambra e 1 moneta d'oro."),
]


def test_what_happened_is_told_to_its_reader() -> None:
    for reader, language, event, sentence in SENTENCES:
        said = told_to(reader, language).event(event)
        assert said == sentence if sentence.endswith(".") else said.startswith(sentence), said


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


def test_sums_and_friends_of_the_count_are_named() -> None:
    # Sixty-two gold and three Mazarin.
    facts = {"gold": 62, "gems": 0, "felipes": 0, "all": 62, "mazarins": 3}
    assert told_to(None, "it").tally(Tally(8, "gold", facts)) == "62 monete d'oro, a 7 il voto (3 Mazarin)"
    # Every pair of old friends is named.
    table = Position(3).court(0, "Hessen Harrach Bichi Grimaldi Azzolini Retz Colonna Orsini GSpada BSpada")
    line = next(line for line in table.counted().count() if line.subject == "pairs")
    assert line.tallies[0].points == 5
    assert told_to(0).tally(line.tallies[0]) == (
        "Hessen and Harrach; Bichi and Grimaldi; Azzolini and Retz; Colonna and Orsini; G. Spada and B. Spada"
    )
    assert [told_to(0).tally(tally) for tally in line.tallies[1:]] == ["none", "none"]


def test_a_tie_is_told_with_what_decides_it() -> None:
    view = Position(3).court(0, "Bichi").court(1, "Lugo").court(2, "Sforza").counted().view(None)
    for told in (told_to(0, language) for language in LANGUAGES):
        assert told.tie(view, (4, 5, 3)) is None
        assert re.search(r"Juan de Lugo, 71 .*|Juan de Lugo, 71 \(", told.tie(view, (5, 5, 3)) or "")
        assert "Bichi, 58" in (told.tie(view, (5, 4, 5)) or "")
        assert sensible(told.tie(Position(3).counted().view(None), (2, 2, 2)))


# -- what is covered stays covered ------------------------------------------------------------------------------------

SECRETS: list[tuple[list[Event], str]] = [
    ([events.GotOrder(0, order) for order in range(7)], "The Dean is given an order, in secret."),
    ([events.DroppedOrder(0, order) for order in range(7)], "The Dean gives up an order, unseen."),
]


def test_what_others_may_not_know_is_told_all_the_same() -> None:
    for told_of, sentence in SECRETS:
        for reader, language in product((None, 1, 2), LANGUAGES):
            redacted = [as_known_to(event, GAME.visible, reader) for event in told_of]
            (said,) = {told_to(reader, language).event(event) for event in redacted}
            assert language != "en" or said == sentence
        own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
        assert len(own) == len(told_of), sentence


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


TAKING = {
    "Lugo": "Take Juan de Lugo (Spain, 71)",
    "Medici": "Take Carlo de' Medici (leader, Spain, 59)",
    "mazarin": "Take Mazarin: at the end a vote costs you 8 gold instead of 10",
    "louis": "Take Louis XIV: 4 votes at the end instead of 2 votes",
    "bribe": "Take a Bribe: a cardinal of another court, for 5 gold to its owner",
    "camerlengo": "Take the Camerlengo: 1 ruby, 1 sapphire, 1 amber and 1 gold",
}


def test_taking_says_what_it_brings() -> None:
    table = Position().favours(0, "mazarin louis louis felipe").offer("Lugo mazarin louis felipe Medici bribe")
    match = table.taking(0, 1, 2, 3)
    assert prompt(match, 0) == "You choose first: which card do you take?"
    assert {card: label(match, 0, f"take {card}") for card in TAKING} == TAKING
    assert label(match, 0, "take felipe").endswith("15 gold at the end instead of 5, and a cardinal is excluded")
    play(match, "take Lugo")
    assert prompt(match, 1) == "You choose as number 2: which card do you take?"


def test_people_are_told_with_their_courts() -> None:
    match = place(Position().court(1, "Lugo Retz").court(0, "Chigi").hand(0, "swap").placing(), "swap", "-", "-", "-")
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
