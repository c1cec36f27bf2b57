"""Phase 4: taking cards in the order of the bids, and what happens at once."""

from collections.abc import Mapping
from itertools import product

import pytest

from eminence.core.errors import NotAsked, NotOffered
from eminence.core.match import Match
from eminence.games.habemus_papam import events
from tests.games.habemus_papam import tables
from tests.games.habemus_papam.tables import RULEBOOKS, Position, bank, court, favours, gems_of, gold, hand, out
from tests.games.playing import asked, offered, play, refused, told


def test_everyone_takes_a_card_in_the_order_of_the_bids() -> None:
    match = Position().offer("Lugo louis swap").taking(2, 0, 3, 1)
    assert offered(match, "take") == ["Lugo", "louis", "swap", "camerlengo"]
    refused(match, 0, "take Lugo", NotAsked)
    for seat, card in ((2, "louis"), (0, "Lugo"), (3, "camerlengo"), (1, "swap")):
        assert asked(match)[0] == seat
        play(match, f"take {card}")
    assert (court(match, 0), favours(match, 2), hand(match, 1)) == ("Lugo", "louis", "swap")
    assert (match.view(None)["camerlengo"], asked(match), match.view(None)["round"]) == (3, (-1, "reveal"), 3)
    # Late cardinals join the court from the politics, and leaders from the actions.
    match = play(Position().offer("Lugo Harrach Medici").taking(), "take Harrach", "take Medici", "take Lugo")
    assert (court(match, 0), favours(match, 0)) == ("Harrach", "")
    assert (court(match, 1), hand(match, 1), gold(match)) == ("Medici", "", [20, 20, 20, 20])
    # Mazarin and Louis do nothing at once.
    for rulebook in RULEBOOKS:
        match = play(Position(rulebook=rulebook).offer("Lugo mazarin swap").taking(), "take mazarin")
        assert (favours(match, 0), gold(match), asked(match)) == ("mazarin", [20] * 4, (1, "take"))
        assert tables.state(match).taken == 1


def test_the_camerlengo_card_gives_a_ruby_a_sapphire_an_amber_and_a_piece_of_gold() -> None:
    match = Position(camerlengo=0).offer("Lugo louis swap").taking(3, 0, 1, 2)
    before = bank(match)
    play(match, "take camerlengo")
    assert (gems_of(match, 3), gold(match)) == ("DDDDRRSSSAAAA", [20, 20, 20, 21])
    assert (before, bank(match)) == ("RRRRRRSSSAAA", "RRRRRSSAA")
    assert told(match, events.TookCamerlengo) == [events.TookCamerlengo(3, tables.gems("RSA"))]
    # HP-12: a card is taken once, and where nothing is left nothing.
    match = play(Position().offer("Lugo louis swap").taking(), "take camerlengo")
    assert offered(match, "take") == ["Lugo", "louis", "swap"]
    refused(match, 1, "take camerlengo", NotOffered)
    match = play(Position().offer("Lugo").taking(), "take camerlengo", "take Lugo")
    assert told(match, events.FoundNothing) == [events.FoundNothing(2), events.FoundNothing(3)]
    assert asked(match) == (-1, "reveal")


def test_hp_13_a_colour_the_bank_has_run_out_of_is_not_received() -> None:
    def hoarded(gems: str) -> Position:
        """Seat 1 has these gems, and nobody else any."""
        return Position().gems(0, "").gems(1, gems).gems(2, "").gems(3, "").offer("Lugo louis swap")

    reds, blues, ambers = "R" * 10, "S" * 11, "A" * 15
    for gems, got in {reds: "SA", blues: "RA", ambers: "RS", reds + blues + ambers: "-"}.items():
        match = play(hoarded(gems).taking(), "take camerlengo")
        assert gems_of(match, 0) == got
        assert (gold(match), match.view(None)["camerlengo"]) == ([21, 20, 20, 20], 0)
    # Gems bid in this round are in the bank already.
    match = tables.bid(hoarded(reds).bidding(), "", "R", "", "")
    assert gems_of(play(match, "take Lugo", "take camerlengo"), 0) == "RSA"


def test_hp_14_with_three_players_the_untaken_card_leaves_the_game_but_the_camerlengo_card_stays() -> None:
    for card in ("Lugo", "louis", "swap"):
        others = [other for other in ("Lugo", "louis", "swap", "camerlengo") if other != card]
        match = play(Position(3).offer("Lugo louis swap").taking(), *(f"take {other}" for other in others))
        assert (out(match), tables.on_offer(match)) == (card, "camerlengo")  # of the next round
        assert len(told(match, events.Cleared)) == 1
    # Late cardinals and leaders are then out as all people are; by the first rules they were out as cards.
    for game, places in ((tables.GAME, ("Medici Harrach", "", "")), (tables.FIRST_RULES, ("", "Harrach", "Medici"))):
        position = Position(3, game=game).offer("Lugo Harrach Medici louis swap")
        match = play(position.taking(), "take Lugo", "take louis", "take swap")
        view = match.game.read(match.view(None))
        assert tuple(" ".join(view[name]) for name in ("out", "out_politics", "out_actions")) == places
    match = Position(3, camerlengo=1).offer("Lugo louis swap").taking()
    play(match, "take Lugo", "take louis", "take swap", "turn Bichi", "turn louis", "turn ten")
    assert (match.view(None)["camerlengo"], tables.on_offer(match)) == (1, "Bichi louis ten camerlengo")
    assert (out(match), told(match, events.Cleared)) == ("", [])


def felipe(had: str, rulebook: str = "french") -> Match:
    """Seat 0 takes a Felipe; seats 1 and 2 have cardinals, seat 2 with Felipe's favour."""
    position = Position(rulebook=rulebook).court(0, "Sforza").court(1, "Lugo Chigi Medici Retz").court(2, "Bichi")
    if had != "felipe felipe":
        position.favours(2, "felipe")
    return play(position.favours(0, had).offer("Ginetti felipe swap").taking(), "take felipe")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_felipe_brings_five_gold_at_once_and_only_the_second_excludes(rulebook: str) -> None:
    for had, asks in (("", (1, "take")), ("felipe", (0, "exclude")), ("felipe felipe", (1, "take"))):
        match = felipe(had, rulebook)
        assert (gold(match), asked(match)) == ([25, 20, 20, 20], asks), had


def test_hp_3_the_second_felipe_must_or_may_exclude_a_cardinal() -> None:
    match = felipe("felipe")
    assert offered(match) == ["exclude Lugo", "exclude Retz"]
    refused(match, 0, "spare", NotOffered)
    play(match, "exclude Lugo")
    assert (out(match), court(match, 1)) == ("Lugo", "Chigi Medici Retz")
    assert told(match, events.Excluded) == [events.Excluded(0, 1, tables.PERSON["Lugo"])]
    assert asked(match) == (1, "take")  # only now the next one takes a card
    # By the Italian rulebook he may.
    match = felipe("felipe", "italian")
    assert offered(match) == ["exclude Lugo", "exclude Retz", "spare"]
    play(match, "spare")
    assert (court(match, 1), out(match)) == ("Lugo Chigi Medici Retz", "")
    assert told(match, events.Spared) == [events.Spared(0)]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_5_hp_6_hp_7_felipe_excludes_late_cardinals_but_neither_chigi_nor_leaders(rulebook: str) -> None:
    """Nor those whose court has his favour, one's own either: one has it oneself."""
    match = felipe("felipe", rulebook)
    for name in ("Chigi", "Medici", "Bichi", "Sforza"):
        refused(match, 0, f"exclude {name}", NotOffered)
    play(match, "exclude Retz")
    assert (out(match), court(match, 1)) == ("Retz", "Lugo Chigi Medici")
    # Nobody is excluded where all have it.
    position = Position(rulebook=rulebook).court(0, "Sforza").court(1, "Chigi Medici").court(2, "Bichi")
    match = play(position.favours(0, "felipe").favours(2, "felipe").offer("Lugo felipe swap").taking(), "take felipe")
    assert (asked(match), out(match), gold(match)[0]) == ((1, "take"), "", 25)


SQUADRONE = [
    ("french", 20, None, 0),  # the taker pays if able
    ("french", 21, None, 1),
    ("french", 19, None, None),  # if unable, the card leaves the game
    ("italian", 19, None, None),
    ("italian", 20, "pay", 0),  # the taker may pay
    ("italian", 30, "decline", None),
]
"""The rulebook, the gold, the answer if there is a question, and what is left if the card is paid for."""


def test_hp_2_the_squadrone_is_paid_for_or_leaves_the_game() -> None:
    for rulebook, pieces, answer, left in SQUADRONE:
        position = Position(rulebook=rulebook).gold(pieces, 20, 20, 20).offer("Lugo squadrone swap")
        match = play(position.taking(), "take squadrone")
        if answer is not None:
            assert (asked(match), offered(match)) == ((0, "squadrone"), ["pay", "decline"])
            play(match, answer)
        has = ("squadrone", "", left) if left is not None else ("", "squadrone", pieces)
        assert (favours(match, 0), out(match), gold(match)[0]) == has, (rulebook, pieces)
        assert (gold(match)[1:], asked(match)) == ([20, 20, 20], (1, "take"))
        paid, gone = told(match, events.PaidSquadrone), told(match, events.SquadroneGone)
        assert (paid, gone) == (
            ([events.PaidSquadrone(0)], []) if left is not None else ([], [events.SquadroneGone(0)])
        )


def death(courts: Mapping[int, str], rulebook: str = "french") -> Match:
    """Seat 0 takes the Case of Death."""
    position = Position(rulebook=rulebook).offer("Ottoboni death swap")
    for seat, there in courts.items():
        position.court(seat, there)
    return play(position.taking(), "take death")


def test_hp_1_french_the_taker_names_an_opponent_whose_oldest_dies() -> None:
    match = death({0: "Lugo", 1: "Ginetti Hessen", 2: "Sacchetti Bichi", 3: "Orsini Este"})
    assert (asked(match), offered(match)) == ((0, "death"), ["death 1", "death 2", "death 3"])
    assert gold(match) == [25, 20, 20, 20]
    play(match, "death 2")
    assert told(match, events.Died) == [events.Died(0, 2, tables.PERSON["Sacchetti"])]
    assert (court(match, 2), out(match), asked(match)) == ("Bichi", "Sacchetti death", (1, "take"))


BY_AGE = {0: "Lugo", 1: "Ginetti Hessen", 2: "Sacchetti", 3: "Orsini"}
DEATHS = [
    ("italian", BY_AGE, 1, "Hessen"),  # the oldest of all opponents
    ("italian", {1: "Carpegna", 2: "Medici"}, 2, ""),  # both are 59, and Medici is the older one
    ("italian", {1: "GSpada", 2: "FBarberini", 3: "Grimaldi Trivulzio"}, 3, "Grimaldi"),  # of those who are 57
    ("french", {0: "Lugo", 2: "Sacchetti Bichi"}, 2, "Bichi"),  # the only opponent who has somebody is named
    ("both", {1: "Chigi Hessen Azzolini"}, 1, "Chigi Azzolini"),  # HP-5: the next oldest
    ("both", {1: "Medici Hessen"}, 1, "Hessen"),  # HP-6: leaders
    ("both", {1: "Harrach Hessen"}, 1, "Hessen"),  # HP-7: late cardinals
    ("both", {0: "Lugo"}, 1, ""),  # HP-15: nobody
    ("both", {0: "Lugo", 1: "Chigi"}, 1, "Chigi"),
]
"""A rulebook, courts, and what is left of one of them; the others stay as they are."""


def test_hp_1_hp_5_hp_6_hp_7_hp_15_who_dies() -> None:
    for rulebook, (rulebooks, courts, seat, left) in product(RULEBOOKS, DEATHS):
        if rulebooks not in (rulebook, "both"):
            continue
        match = death(courts, rulebook)
        assert [court(match, n) for n in range(4)] == [{**courts, seat: left}.get(n, "") for n in range(4)], courts
        died = [name for name in courts.get(seat, "").split() if name not in left.split()]
        assert (gold(match), out(match).split()) == ([25, 20, 20, 20], [*died, "death"]), courts
        assert told(match, events.NobodyDied) == ([] if died else [events.NobodyDied(0)])
        assert asked(match) == (1, "take")
    # Felipe's favour does not protect from it.
    position = Position(rulebook="italian").court(1, "Lugo").favours(1, "felipe").offer("Bichi death swap")
    assert court(play(position.taking(), "take death"), 1) == ""
