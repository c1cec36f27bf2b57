"""What is imagined of the discs."""

import random

from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import play
from tests.games.richelieu.tables import CARD, DISC, GAME, cards, deal, position


# == Imagining =======================================================================================================
def middle_of_a_game() -> Match:
    """Seat 0 has seen two discs it holds, seat 1 holds two, three lie face down, one was given up, the rest boxed."""
    match = position(
        {"1.5": "BOU2a BRE2a CHA2a NOR2a", "3.3": "BOUs BREs", "4.11": "LAN2a"},
        turn=0,
        held={0: "back NOR AUV", 1: "sword BRE"},
        face_down={"1.5": "CHA", "3.3": "tower", "4.11": "back"},
        lost={0: 1},
    )
    play(match, "regain")
    return match


def test_law_7_each_unseen_disc_turns_up_wherever_one_is_hidden() -> None:
    """All orders of the unseen discs are equally likely: a chi-square test over where each of them lies."""
    match = middle_of_a_game()
    unseen = [disc for text, disc in DISC.items() if text not in ("back", "NOR", "AUV")]
    samples = 3000
    worlds = GAME.worlds(match.view(0))
    rng = Rng(7)
    found = {disc: dict.fromkeys(("1.5", "3.3", "4.11", "seat 1", "box"), 0) for disc in unseen}
    for _ in range(samples):
        world = worlds.imagine(rng)
        assert isinstance(world, RichelieuState)
        for spot, place in ((0, "1.5"), (4, "3.3"), (7, "4.11")):
            if world.disc_at[spot] in found:
                found[world.disc_at[spot]][place] += 1
        for disc in unseen:
            found[disc]["seat 1"] += world.discs[1] >> disc & 1
            found[disc]["box"] += disc in world.disc_box
        assert world.discs[0] == match.view(0)["discs"][0]
    hidden = len(unseen) + 1  # and one of the two discs that bring a marker back: the other one was given up
    sizes = {"1.5": 1, "3.3": 1, "4.11": 1, "seat 1": 2, "box": hidden - 5}
    for disc in unseen:
        expected = {place: samples * size / hidden for place, size in sizes.items()}
        assert sum(found[disc].values()) == samples
        square = sum((found[disc][place] - expected[place]) ** 2 / expected[place] for place in sizes)
        assert square < 30  # with 4 degrees of freedom, by chance once in 200,000


def test_law_7_at_every_moment_of_the_deal() -> None:
    """Also while the table lays out its cards and discs, what a seat imagines can be played to the end."""
    match = GAME.new(by_hand=True)
    chance = random.Random(1)
    while -1 in match.asks():
        for seat in (0, None):
            world = GAME.worlds(match.view(seat)).imagine(Rng(1))
            assert GAME.view(world, match.options, seat).to_json() == match.view(seat).to_json()
            for _ in range(2000):
                if not world.steps:
                    break
                world.answer(world.asked, chance.choice(list(world.choices(world.asked))))
            assert not world.steps
        match.choose(-1, chance.choice(match.asks()[-1].choices))


def test_the_helpers_tell_the_truth() -> None:
    """The positions above have all components, and the layout that was asked for."""
    match = middle_of_a_game()
    box = GAME.components(GAME.start(2, {"short": False}))
    assert (GAME.components(match._state), cards("BOUs BOUc")) == (box, 0b11)
    dealt = deal("BOUs ... BOUc", face_down={"1.5": "back"})
    assert (dealt.view(None)["layout"][0], dealt.view(None)["layout"][11]) == (CARD["BOUs"], CARD["BOUc"])
    assert GAME.to_json(dealt._state)["disc_at"][0] == DISC["back"]
