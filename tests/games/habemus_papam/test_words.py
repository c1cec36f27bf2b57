"""What 1655 – Habemus Papam alone says: its cards, bids and count, and why something cannot be chosen now."""

import re
from itertools import product

import pytest

import eminence
from eminence.core.errors import NotOffered, UnknownChoice
from eminence.core.event import Event, as_known_to
from eminence.core.game import Tally
from eminence.core.match import Match, TookBack
from eminence.core.texts import LANGUAGES, Texts
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import NAMES, ORDER_NAMES
from tests.games.habemus_papam.tables import BID, GAME, PACKAGE, PERSON, Position, bid, gems, told_to
from tests.games.playing import play, refused
from tests.games.stories import sensible


def test_no_two_people_and_no_two_orders_have_the_same_name() -> None:
    forms = [("person.name", NAMES), ("person.short", NAMES), ("order.name", ORDER_NAMES), ("order.asks", ORDER_NAMES)]
    for language, (form, names) in product(LANGUAGES, forms):
        texts = Texts(language, PACKAGE)
        assert len({texts(f"{form}.{name}") for name in names}) == len(names), form


LUGO = PERSON["Lugo"]
BIDS = (BID["DDA"], BID["nothing"], -1, BID["S"])
RANKED = events.Ranked((2, 0, 3, 1), (BID["DDA"], BID["nothing"], BID["RRR"], BID["SS"]))
HANDS = "Bids are revealed. You: 2 diamonds and 1 amber; the Legate: nothing; the Protector: 1 sapphire."
TAKEN = "The Nuncio: 3 rubies; you: 2 diamonds and 1 amber; the Protector: 2 sapphires; the Legate: nothing."
SENTENCES: list[tuple[int, str, Event, str]] = [
    (1, "en", events.Stole(0, 1, 2), "The Dean takes 2 gold from you."),
    (1, "en", events.Stole(0, 1, 0), "The Dean finds no gold to take from you."),
    (2, "en", events.Stole(0, 1, 2), "The Dean takes 2 gold from the Legate."),
    (1, "fr", events.Stole(0, 1, 1), "Le Doyen vous prend 1 pièce d’or."),
    (1, "en", events.Bribed(0, 1, LUGO), "The Dean bribes Juan de Lugo away from you for 5 gold."),
    (1, "en", events.Died(0, 1, LUGO), "You lose Juan de Lugo, who dies."),
    (0, "it", events.Excluded(1, 0, LUGO), "Con Felipe IV, il Legato esclude Juan de Lugo dalla tua"),
    (0, "it", TookBack(1), "Il Legato"),
    (0, "en", events.BidsRevealed(BIDS), HANDS),
    (0, "en", RANKED, f"Cards are taken in this order. {TAKEN}"),
    (1, "it", events.TookCamerlengo(1, gems("RA")), "Diventi Camerlengo e ricevi 1 rubino, 1 ambra e 1 moneta d’oro."),
]
SECRETS: list[tuple[list[Event], str]] = [
    ([events.GotOrder(0, order) for order in range(7)], "The Dean is given an order, in secret."),
    ([events.DroppedOrder(0, order) for order in range(7)], "The Dean gives up an order without showing it."),
]


def test_what_happened_is_told_to_its_reader() -> None:
    for reader, language, event, sentence in SENTENCES:
        said = told_to(reader, language).event(event)
        assert said == sentence if sentence.endswith(".") else said.startswith(sentence), said
    # What others may not know is told all the same.
    for told_of, sentence in SECRETS:
        for other, language in product((None, 1, 2), LANGUAGES):
            redacted = [as_known_to(event, GAME.visible, other) for event in told_of]
            (said,) = {told_to(other, language).event(event) for event in redacted}
            assert language != "en" or said == sentence
        own = {told_to(0).event(as_known_to(event, GAME.visible, 0)) for event in told_of}
        assert len(own) == len(told_of), sentence


GOLD = (
    "27 pièces d’or, 5 gemmes et 5 pièces d’or pour 1 Felipe IV\u00a0: 37 pièces d’or en tout, à 8 la voix (2 Mazarin)"
)
FRIENDS = "Hessen and Harrach; Bichi and Grimaldi; Azzolini and Retz; Colonna and Orsini; G. Spada and B. Spada"


def test_the_count_is_explained_line_by_line() -> None:
    # The rulebook's example.
    table = Position(3).orders(0, "france").orders(1, "four-arms").orders(2, "leaders")
    table.court(0, "Este Barberini Sacchetti Lugo Chigi Ginetti Carpegna")
    table.favours(0, "louis louis mazarin mazarin felipe").gold(27, 0, 0).gems(0, "RSSAA").gems(1, "").gems(2, "")
    match = table.counted()
    assert match.scores[0] == 18
    lines = {line.subject: line.tallies for line in match.count()}
    assert {subject: told_to(0).tally(tallies[0]) for subject, tallies in lines.items()} == {
        "order": "France: fulfilled",
        "people": "7 in the court, 1 leader among them",
        "louis": "2 cards",
        "gold": "27 gold, 5 gems and 5 gold from 1 Felipe IV: 37 gold in all, at 8 a vote (2 Mazarin)",
        "pairs": "A. Barberini with two Louis XIV; Sacchetti with two Mazarin",
        "squadrone": "none",
    }
    assert told_to(0).tally(lines["gold"][1]) == "0 gold, at 15 a vote (without Mazarin)"
    assert told_to(0, "fr").tally(lines["gold"][0]) == GOLD
    facts = {"gold": 62, "gems": 0, "felipes": 0, "all": 62, "mazarins": 3}
    assert told_to(None, "it").tally(Tally(8, "gold", facts)) == "62 monete d’oro, a 7 il voto (3 Mazarin)"
    # Every pair of old friends is named.
    table = Position(3).court(0, "Hessen Harrach Bichi Grimaldi Azzolini Retz Colonna Orsini GSpada BSpada")
    line = next(line for line in table.counted().count() if line.subject == "pairs")
    assert line.tallies[0].points == 5
    assert [told_to(0).tally(tally) for tally in line.tallies] == [FRIENDS, "none", "none"]


def test_a_tie_is_told_with_what_decides_it() -> None:
    view = Position(3).court(0, "Bichi").court(1, "Lugo").court(2, "Sforza").counted().view(None)
    for told in (told_to(0, language) for language in LANGUAGES):
        assert told.tie(view, (4, 5, 3)) is None
        assert re.search(r"Juan de Lugo, 71 .*|Juan de Lugo, 71 \(", told.tie(view, (5, 5, 3)) or "")
        assert "Bichi, 58" in (told.tie(view, (5, 4, 5)) or "")
        assert sensible(told.tie(Position(3).counted().view(None), (2, 2, 2)))


# -- prompts and labels -----------------------------------------------------------------------------------------------
def prompt(match: Match, seat: int) -> str:
    return told_to(seat).prompt(match.view(seat), match.asks()[seat])


def labels(match: Match, *texts: str, seat: int = 0) -> list[str]:
    return [told_to(seat).label(match.view(seat), GAME.choice(GAME.code(text))) for text in texts]


TAKING = {
    "Lugo": "Take Juan de Lugo (Spain, 71)",
    "Medici": "Take Carlo de’ Medici (leader, Spain, 59)",
    "mazarin": "Take Mazarin: at the end, a vote costs you 8 gold instead of 10",
    "louis": "Take Louis XIV: 4 votes at the end instead of 2",
    "bribe": "Take the card “Bribe”: a cardinal from another court, for 5 gold to its owner",
    "camerlengo": "Become Camerlengo: 1 ruby, 1 sapphire, 1 amber and 1 gold",
}


def test_taking_says_what_it_brings_and_people_are_told_with_their_courts() -> None:
    table = Position().favours(0, "mazarin louis louis felipe").offer("Lugo mazarin louis felipe Medici bribe")
    match = table.taking()
    assert prompt(match, 0) == "You choose first: which card do you take?"
    assert labels(match, *(f"take {card}" for card in TAKING)) == [*TAKING.values()]
    assert labels(match, "take felipe") == ["Take Felipe IV: 5 gold now, and 15 gold at the end instead of 5"]
    match = Position().favours(0, "felipe").court(1, "Sforza").offer("felipe squadrone death").taking()
    assert labels(match, "take felipe")[0].endswith("15 gold at the end instead of 5, and a cardinal is excluded")
    assert labels(match, "take squadrone") == ["Take the Squadrone Volante: three votes for 20 gold"]
    assert labels(match, "take death") == ["Take the Case of Death: 5 gold, and the oldest in another court dies"]
    # Nothing is promised that will not happen: not those who are safe, nor what one cannot pay for.
    position = Position().gold(19, 20, 20, 20).favours(0, "felipe").favours(1, "felipe").court(0, "Ginetti")
    match = position.court(1, "Chigi").offer("felipe squadrone death").taking()
    assert labels(match, "take felipe", "take squadrone", "take death") == [
        "Take Felipe IV: 5 gold now, and 15 gold at the end instead of 5",
        "Take the Squadrone Volante: without 20 gold the card leaves the game",
        "Take the Case of Death: 5 gold, and there is nobody who could die",
    ]
    match = play(table.taking(), "take Lugo")
    assert prompt(match, 1) == "You choose second: which card do you take?"
    match = Position().court(1, "Lugo Retz").court(0, "Chigi").playing("swap - - -")
    told = ["Swap Juan de Lugo (Spain, 71; the Legate’s court)", "Swap Fabio Chigi (Innocent X, 55; your court)"]
    assert labels(match, "swap Lugo", "swap Chigi") == told
    play(match, "swap Chigi")
    assert prompt(match, 0) == "Your Swap: with whom does Fabio Chigi change places?"
    swapped = "The Dean swaps Fabio Chigi (the Dean’s court) and Jean-François-Paul de Retz (your court)."
    assert told_to(1).story(play(match, "with Retz").story(1))[-1] == swapped


def test_what_bids_felipe_the_squadrone_death_and_the_black_smoke_ask() -> None:
    # A bid is asked for as the card played wants it.
    match = Position().bidding("twice last rubies -")
    assert prompt(match, 0) == "What do you bid? Up to two gems, the best of which counts twice."
    assert prompt(match, 3) == "What do you bid? Up to three gems, in your closed hand."
    bid(match, "DD", "-", "-", "")
    open_bids = "The Dean: 2 diamonds; the Nuncio: 3 rubies; the Protector: nothing."
    assert prompt(match, 1) == f"You have the last word. {open_bids} What do you bid?"
    poor = Position().gems(0, "").bidding("- last - -")
    assert prompt(poor, 0) == "You have no gems left: you can only bid nothing."
    # By the French rulebook Felipe's second card must exclude somebody, by the Italian one it may.
    asked = {"french": "cardinal must leave the conclave?", "italian": "a cardinal leave the conclave, and which one?"}
    for rulebook, asks in asked.items():
        table = Position(rulebook=rulebook).favours(0, "felipe").court(1, "Lugo").offer("felipe")
        assert prompt(play(table.taking(), "take felipe"), 0).endswith(asks)
    # And so it is with a bribe.
    asked = {"french": "which cardinal do you take for 5 gold?", "italian": "a cardinal for 5 gold, and which one?"}
    for rulebook, asks in asked.items():
        match = Position(rulebook=rulebook).court(1, "Lugo").playing("bribe - - -")
        assert prompt(match, 0).endswith(asks)
    assert labels(match, "keep bribe") == ["Bribe nobody: the card goes back behind your screen"]
    match = play(Position(rulebook="italian").offer("squadrone Lugo").taking(), "take squadrone")
    assert prompt(match, 0).startswith("Do you pay 20 gold")
    match = play(Position(3).court(1, "Lugo").court(2, "Sforza").offer("death").taking(), "take death")
    assert labels(match, "death 1") == ["Juan de Lugo (Spain, 71; the Legate’s court) dies"]
    # Two equal orders need no choosing.
    match = Position(3).orders(0, "four-arms four-arms").set(black_now=True)._at("black_smoke")
    assert prompt(match, 0).endswith("your two orders are the same: you give up one of them.")
    assert prompt(match, 1).endswith("which of your two orders do you give up?")
    told = "Give up “Innocent X and Urban VIII”: two crests of Innocent X and two of Urban VIII (2 votes)"
    assert labels(match, "drop innocent-urban", seat=1) == [told]


# -- why not ----------------------------------------------------------------------------------------------------------
WHY = [
    ("bidding", "bid DDD", "You do not have 3 diamonds. Behind your screen: 2 diamonds and 1 amber."),
    ("placing", "place ten", "You do not have the card “Ten Gold” behind your screen."),
    ("bribing", "bribe Chigi", "Fabio Chigi is safe: he cannot be bribed, swapped or excluded."),
    ("bribing", "bribe Medici", "Carlo de’ Medici is the leader of a faction, not a cardinal"),
    ("bribing", "bribe Sforza", "Federico Sforza is in your own court already."),
    ("bribing", "bribe Retz", "Jean-François-Paul de Retz is in nobody’s court."),
    ("bribing", "no swap", "No Swap of yours is being carried out."),
    ("bribing", "keep bribe", "If a Bribe can be carried out, it must be."),
    ("swapping", "keep bribe", "No Bribe of yours is being carried out."),
    ("swapping", "swap Chigi", "Fabio Chigi can only be swapped by the player whose court he is in."),
    ("swapping", "swap Retz", "Jean-François-Paul de Retz is in nobody’s court."),
    (
        "swapping Sforza",
        "with Bichi",
        "Alessandro Bichi and Federico Sforza are in the same court: a swap is between two",
    ),
    ("swapping Sforza", "with Sforza", "Federico Sforza cannot change places with himself."),
    ("swapping Sforza", "no swap", "The first of the two is chosen: Federico Sforza."),
    ("swapping Sforza", "swap Bichi", "The first of the two is chosen: Federico Sforza."),
    ("taking", "take Sforza", "Not on offer now: Federico Sforza."),
    ("taking", "take louis", "Not on offer now: Louis XIV."),
    ("taking", "take swap", "Not on offer now: the card “Swap”."),
    ("taking", "take Medici", "Not on offer now: Carlo de’ Medici"),
    ("taking", "place ten", "Action cards are played in the second phase"),
    ("excluding", "exclude Lugo", "Juan de Lugo is safe: the player he supports has the favour of Felipe IV."),
    ("excluding", "exclude Retz", "Jean-François-Paul de Retz is in nobody’s court."),
    ("dropping", "drop france", "You do not hold this order: France."),
]
"""Where the first seat is, what it might try, and how the reason begins. (By which rules all else is refused: see
`refused.py`.)"""


def in_courts() -> Position:
    return Position().court(0, "Sforza Bichi").court(1, "Chigi Medici Lugo")


def test_why_something_cannot_be_chosen_now() -> None:
    felipe = in_courts().favours(0, "felipe").favours(1, "felipe").court(2, "Hessen").offer("felipe")
    matches = {
        "bidding": Position().gems(0, "DDA").bidding(),
        "placing": Position().hand(0, "bribe").placing(),
        "bribing": in_courts().playing("bribe - - -"),
        "swapping": in_courts().playing("swap - - -"),
        "swapping Sforza": play(in_courts().playing("swap - - -"), "swap Sforza"),
        "taking": Position().offer("Lugo mazarin bribe").taking(),
        "excluding": play(felipe.taking(), "take felipe"),
        "dropping": Position(3).set(black_now=True)._at("black_smoke"),
    }
    for where, text, reason in WHY:
        said = told_to(0).why_not(matches[where].view(0), GAME.code(text))
        assert said is not None, (where, text)
        assert said.startswith(reason), (where, text, said)


def test_chigi_may_be_swapped_away_by_his_own_court() -> None:
    match = Position().court(0, "Chigi").court(1, "Lugo").playing("swap - - -")
    assert told_to(0).why_not(match.view(0), GAME.code("swap Chigi")) is None


def test_what_is_no_bid_at_all_says_why() -> None:
    match = Position().gems(0, "DDA").bidding()
    assert "rule 'bids'" in refused(match, 0, "bid R", NotOffered)
    rule = "A bid has at most three gems."
    assert refused(match, 0, "bid DDDD", UnknownChoice).endswith(f"is not a choice of 1655 – Habemus Papam: {rule}")
    assert GAME.why_unknown("BID d d r a") == GAME.why_unknown("dddd") == rule
    assert GAME.why_unknown("bid ad") == "Name the gems of a bid starting with the most precious: bid DA."
    for text in ("bid", "bid DX", "take DDDD", "", "bid nothing at all", "bid da", "ad"):
        assert GAME.why_unknown(text) is None, text
    # Games without such a rule say nothing of it.
    richelieu = eminence.game("richelieu")
    assert richelieu.why_unknown("bid DDDD") is None
    with pytest.raises(UnknownChoice, match=r"is not a choice of Richelieu$"):
        richelieu.code("bid DDDD")
