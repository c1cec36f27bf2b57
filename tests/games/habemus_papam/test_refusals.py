"""Why something cannot be chosen now at 1655 – Habemus Papam: each refusal by its rule."""

import re

import pytest

import eminence
from eminence.core.errors import NotOffered, UnknownChoice
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES, Texts
from eminence.games.habemus_papam import refusals
from tests.games.habemus_papam.tables import GAME, Position, place
from tests.games.habemus_papam.words import PACKAGE, label, prompt, told_to
from tests.games.playing import play, refused


def why(match: Match, seat: int, text: str, language: str = "en") -> str:
    found = told_to(seat, language).why_not(match.view(seat), GAME.code(text))
    assert found is not None
    return found


def test_what_cannot_be_bid_says_why() -> None:
    # Gems one does not have cannot be bid.
    match = Position().gems(0, "DDA").bidding()
    assert why(match, 0, "bid DDD") == "You do not have that: 3 diamonds. Behind your screen: 2 diamonds and 1 amber."
    assert "rule 'bids'" in refused(match, 0, "bid R", NotOffered)
    # A third gem does not go with a double gem.
    assert why(Position().bidding("twice - - -"), 0, "bid DDD") == "A Double Gem goes with two gems at most."
    # A fourth gem is no choice at all and says why.
    match = Position().bidding()
    rule = "A bid has at most three gems."
    assert refused(match, 0, "bid DDDD", UnknownChoice).endswith(f"is not a choice of 1655 – Habemus Papam: {rule}")
    assert GAME.why_unknown("BID d d r a") == GAME.why_unknown("dddd") == rule
    assert GAME.why_unknown("bid ad") == "Name the gems of a bid from the most precious on: bid DA."
    for text in ("bid", "bid DX", "take DDDD", "", "bid nothing at all", "bid da", "ad"):
        assert GAME.why_unknown(text) is None, text
    said = {told_to(None, language).why_unknown("bid AAAA") for language in LANGUAGES}
    assert len(said) == 3


def test_games_without_such_a_rule_say_nothing_of_it() -> None:
    richelieu = eminence.game("richelieu")
    assert richelieu.why_unknown("bid DDDD") is None
    with pytest.raises(UnknownChoice, match=r"is not a choice of Richelieu$"):
        richelieu.code("bid DDDD")


def test_cards_that_bid_for_one_or_later() -> None:
    match = Position().bidding("last rubies - -")
    assert why(match, 0, "bid D") == "You have the last word: you bid once the others' bids are open."
    assert why(match, 1, "bid D") == "Your Three Rubies are your bid: you bid no gems in this round."
    assert why(match, 2, "take Lugo").startswith("Cards are taken in the fourth phase")


def test_nobody_bribes_chigi_a_leader_or_his_own() -> None:
    match = Position().court(0, "Sforza").court(1, "Chigi Medici Lugo").hand(0, "bribe").placing()
    place(match, "bribe", "-", "-", "-")
    assert why(match, 0, "bribe Chigi") == "Fabio Chigi is safe: nobody bribes, swaps or excludes him."
    assert why(match, 0, "bribe Medici").startswith("Carlo de' Medici is a leader of a faction, not a cardinal")
    assert why(match, 0, "bribe Sforza") == "Federico Sforza is in your own court already."
    assert why(match, 0, "bribe Retz") == "Jean-François-Paul de Retz is in nobody's court."
    assert why(match, 1, "bribe Sforza") == "You are not asked for anything now."
    assert why(match, 0, "swap Lugo") == why(match, 0, "no swap") == "No Swap of yours is being carried out."


def test_a_swap_is_between_two_courts_and_leaves_anothers_chigi_alone() -> None:
    match = Position().court(0, "Sforza Bichi").court(1, "Chigi Medici Lugo").hand(0, "swap").placing()
    place(match, "swap", "-", "-", "-")
    assert why(match, 0, "swap Chigi") == "Fabio Chigi can be swapped away only by the court that has him."
    assert "is a leader" in why(match, 0, "swap Medici")
    assert "in nobody's court" in why(match, 0, "swap Retz")
    assert why(match, 0, "with Lugo") == "Name the first of the two before the second."
    assert why(match, 0, "bribe Lugo") == "No Bribe of yours is being carried out."
    play(match, "swap Sforza")
    assert why(match, 0, "with Bichi") == (
        "Alessandro Bichi is in the same court as Federico Sforza: a swap is between two courts."
    )
    assert why(match, 0, "with Sforza") == "Federico Sforza cannot change places with himself."
    assert "only by the court that has him" in why(match, 0, "with Chigi")
    assert why(match, 0, "no swap").startswith("The first of the two is chosen: Federico Sforza.")
    assert why(match, 0, "swap Bichi") == why(match, 0, "no swap")
    # One's own Chigi may be swapped away.
    match = place(Position().court(0, "Chigi").court(1, "Lugo").hand(0, "swap").placing(), "swap", "-", "-", "-")
    assert told_to(0).why_not(match.view(0), GAME.code("swap Chigi")) is None


def test_what_is_not_on_offer_or_out_of_phase() -> None:
    # What is not on offer cannot be taken.
    match = Position().offer("Lugo mazarin bribe", camerlengo=False).taking(0, 1)
    assert why(match, 0, "take Sforza") == "Not on offer now: Federico Sforza."
    assert why(match, 0, "take louis") == "Not on offer now: Louis XIV."
    assert why(match, 0, "take swap") == "Not on offer now: a Swap."
    assert why(match, 0, "take Medici").startswith("Not on offer now: Carlo de' Medici")
    assert why(match, 0, "take camerlengo") == "The Camerlengo card has been taken in this round already."
    assert why(match, 1, "take Lugo") == "You are not asked for anything now."
    assert why(match, 0, "bid D") == "Gems are bid in the third phase of a round."
    # Action cards are placed in their phase and not in the first round.
    match = Position().hand(0, "bribe").placing()
    assert why(match, 0, "place ten") == "You do not have Ten Gold behind your screen."
    assert why(match, 1, "refuse") == "You are not asked for anything now."
    match = Position().bidding()
    assert why(match, 0, "refuse") == why(match, 0, "place ten")
    assert why(match, 0, "refuse").startswith("Action cards are placed in the second phase")
    first = Position().set(round=1).bidding()
    assert why(first, 0, "place ten") == "No action cards are placed in the first round."


def excluding(rulebook: str) -> Match:
    table = Position(rulebook=rulebook).favours(0, "felipe").favours(1, "felipe")
    table.court(0, "Bichi").court(1, "Lugo").court(2, "Chigi Sforza Medici").offer("felipe")
    return play(table.taking(0, 1, 2, 3), "take felipe")


def test_felipes_favour_protects_a_court() -> None:
    match = excluding("french")
    assert why(match, 0, "exclude Lugo") == "Juan de Lugo is safe: his court has the favour of Felipe IV."
    assert why(match, 0, "exclude Bichi") == "Felipe IV excludes nobody of your own court."
    assert why(match, 0, "exclude Chigi").startswith("Fabio Chigi is safe")
    assert "is a leader" in why(match, 0, "exclude Medici")
    assert "nobody's court" in why(match, 0, "exclude Retz")
    assert why(match, 0, "spare") == "By the French rulebook you must exclude somebody."
    assert told_to(0).why_not(excluding("italian").view(0), GAME.code("spare")) is None
    assert prompt(match, 0).endswith("which cardinal must leave the conclave?")
    assert prompt(excluding("italian"), 0).endswith("does a cardinal leave the conclave, and which?")
    play(match, "exclude Sforza")
    assert why(match, 1, "exclude Sforza").startswith("A cardinal is excluded only when")
    assert why(match, 1, "spare").startswith("A cardinal is excluded only when")


def test_death_the_squadrone_and_orders_have_their_moment() -> None:
    # Death comes to an opponent who has somebody.
    table = Position(3).court(1, "Lugo").court(2, "Sforza").offer("death")
    match = play(table.taking(0, 1, 2), "take death")
    assert label(match, 0, "death 1") == "Let Juan de Lugo (Spain, 71; the Legate) die"
    assert why(match, 0, "death 0") == "Death comes to an opponent, not to your own court."
    assert why(match, 0, "death 3") == "Nobody sits there."
    table = Position().court(1, "Lugo").court(2, "Sforza").court(3, "Chigi").offer("death")
    match = play(table.taking(0, 1, 2, 3), "take death")
    assert why(match, 0, "death 3") == "There is nobody in that court who could die."
    # The squadrone is paid for when it is taken.
    match = Position(rulebook="italian").offer("squadrone Lugo").taking(0, 1, 2, 3)
    assert why(match, 0, "pay") == why(match, 0, "decline") == "There is no Squadrone Volante for you to pay now."
    play(match, "take squadrone")
    assert prompt(match, 0).startswith("Do you pay 20 gold")
    assert why(match, 0, "death 1") == "No Case of Death is being carried out."
    # Orders and the dealer's answers.
    match = Position(3).set(black_now=True)._at("black_smoke")
    assert why(match, 0, "drop france") == "You do not hold this order: France."
    assert why(match, 0, "smoke") == why(match, 0, "turn Lugo") == "That is the dealer's to do."
    assert why(Position(3).bidding(), 0, "drop france") == "Orders are given up at the black smoke, and only then."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reason_stands_in_the_texts_in_vain(language: str) -> None:
    """None stands there in vain: the refusals name each of them."""
    source = (refusals.__file__ or "").replace(".pyc", ".py")
    with open(source, encoding="utf-8") as file:
        named = set(re.findall(r'"([a-z_]+)"', file.read()))
    texts = Texts(language, PACKAGE)
    keys = {key.removeprefix("why.") for key in texts if key.startswith("why.")}
    assert keys <= named
