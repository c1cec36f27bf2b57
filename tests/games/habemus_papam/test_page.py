"""The table of 1655 – Habemus Papam in the browser: what may be chosen where, and what says why it may not."""

from eminence.games.habemus_papam import notation, page
from eminence.games.habemus_papam.page_lately import Happenings
from tests.games.habemus_papam.tables import GAME, Position, told_to
from tests.games.pages import looked_through, scene_of, values
from tests.games.playing import curious, play


def test_bids_are_composed_and_every_other_choice_is_one_button() -> None:
    looked = looked_through(GAME)
    assert (looked.composed, looked.twice) == ({"bidding", "bid_last"}, set())
    assert looked.asked_why >= {"take", "place", "bribe", "swap"}


def test_the_ask_bar_has_only_what_has_no_place_on_the_table() -> None:
    left = {text for code, text in notation.TEXTS.items() if not page.on_table(code)}
    assert left == {"refuse", "no swap", "spare", "pay", "decline"}


def test_bribes_swaps_and_deaths_are_offered_on_the_medallions() -> None:
    # A bribe is offered on the medallions and those who are safe say so.
    match = Position().court(1, "Lugo Chigi Medici").court(2, "Retz").court(0, "Sforza").playing("bribe - - -")
    assert set(values(match, 0, piece="others")) == {"bribe Lugo", "bribe Retz"}
    assert set(values(match, 0, "why", "others")) == {"bribe Chigi", "bribe Medici"}
    assert not values(match, 0, piece="own")
    assert [court.needed for court in scene_of(match, 0).others] == [True, True, False]
    # A swap is two taps and the first is marked.
    match = Position().court(1, "Lugo").court(2, "Bichi").court(0, "Sforza Chigi").playing("swap - - -")
    assert len(values(match, 0)) == 4
    play(match, "swap Lugo")
    scene = scene_of(match, 0)
    assert [(person.mark, person.button) for person in scene.others[0].people] == [("first", None)]
    assert scene.others[0].needed, "the court of the first stays open"
    assert set(values(match, 0)) == {"with Bichi", "with Sforza", "with Chigi"}
    # Death comes to the oldest of each court.
    position = Position().court(1, "Lugo Retz").court(2, "Chigi Este").court(3, "Azzolini")
    match = play(position.offer("death").taking(), "take death")
    people = [person for court in scene_of(match, 0).others for person in court.people if person.button is not None]
    struck = {person.name: person.button.value for person in people if person.button.form == "answer"}
    assert struck == {"Lugo": "death 1", "Este": "death 2", "Azzolini": "death 3"}


def test_who_waits_may_ask_why_and_what_was_taken_is_gone() -> None:
    match = Position().offer("Lugo mazarin bribe").hand(1, "swap").taking()
    asking = {"take Lugo", "take mazarin", "take bribe", "take camerlengo", "place swap"}
    assert set(values(match, 1, "why")) == asking
    # What was taken is gone.
    match = play(Position().offer("Lugo mazarin bribe").taking(), "take Lugo", "take camerlengo")
    offer = scene_of(match, 2).offer
    assert (offer.people, [card.name for card in offer.cards]) == ((), ["Mazarin", "Bribe"])
    assert offer.camerlengo is None


def test_lately_is_long_enough_for_all_that_happens_between_two_decisions() -> None:
    longest = 0
    for match in curious(GAME, "lately"):
        for reader in range(match.seats) if match.over else ():
            happenings, since = Happenings(match.view(reader), None, told_to(reader)), 0
            for event in match.story(reader):
                since = 0 if happenings.decided(event) else since + 1
                longest = max(longest, since)
    assert longest <= page.LATELY
