"""What is imagined of the discs."""

from collections import Counter

from eminence.core.bits import members
from eminence.core.rng import Rng
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import play
from tests.games.richelieu.situations import crowded
from tests.games.richelieu.tables import CARD, DISC, GAME, cards, deal, position

SAMPLES = 3000


def test_law_7_each_unseen_disc_turns_up_wherever_one_is_hidden() -> None:
    """All orders of the unseen discs are equally likely: a chi-square test over where each of them lies."""
    # Seat 0 has seen two discs it holds, seat 1 holds two, three lie face down, one was given up, the rest boxed.
    match = position(
        {"1.5": "BOU2a BRE2a CHA2a NOR2a", "3.3": "BOUs BREs", "4.11": "LAN2a"},
        held={0: "back NOR AUV", 1: "sword BRE"},
        face_down={"1.5": "CHA", "3.3": "tower", "4.11": "back"},
        lost={0: 1},
    )
    play(match, "regain")
    unseen = [disc for text, disc in DISC.items() if text not in ("back", "NOR", "AUV")]
    worlds, rng, found = GAME.worlds(match.view(0)), Rng(7), Counter[tuple[str, int]]()
    for _ in range(SAMPLES):
        world = worlds.imagine(rng)
        assert isinstance(world, RichelieuState)
        assert world.discs[0] == match.view(0)["discs"][0]
        lie = {"seat 1": members(world.discs[1]), "box": world.disc_box}
        lie |= {f"spot {spot}": [world.disc_at[spot]] for spot in (0, 4, 7)}
        found.update((place, disc) for place, discs in lie.items() for disc in discs)
    hidden = len(unseen) + 1  # and one of the two discs that bring a marker back: the other one was given up
    sizes = {"spot 0": 1, "spot 4": 1, "spot 7": 1, "seat 1": 2, "box": hidden - 5}
    for disc in unseen:
        assert sum(found[place, disc] for place in sizes) == SAMPLES
        expected = {place: SAMPLES * size / hidden for place, size in sizes.items()}
        square = sum((found[place, disc] - expected[place]) ** 2 / expected[place] for place in sizes)
        assert square < 30  # with 4 degrees of freedom, by chance once in 200,000


def test_the_helpers_tell_the_truth() -> None:
    """The positions of these tests have all components, and the layout that was asked for."""
    box = GAME.components(GAME.start(4, {"short": False}))
    assert (GAME.components(crowded()._state), cards("BOUs BOUc")) == (box, 0b11)
    dealt = deal("BOUs ... BOUc", face_down={"1.5": "back"})
    assert (dealt.view(None)["layout"][0], dealt.view(None)["layout"][11]) == (CARD["BOUs"], CARD["BOUc"])
    assert GAME.to_json(dealt._state)["disc_at"][0] == DISC["back"]
