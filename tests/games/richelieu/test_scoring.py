"""The count: the rulebook's own examples, RI-9 and RI-10, and the lines that explain it."""

import random
from typing import Any

import pytest

from eminence.core.game import CountLine, Tally
from eminence.games.richelieu.components import REGIONS, SYMBOLS
from tests.games.richelieu.tables import GAME, counted, finish, finish_at_random, position

CROSSES = ["BOUc", "BREc", "CHAc", "NORc", "LANc", "PROc", "ANJc", "BBNc", "AUVc"]


def line(state: Any, subject: str) -> CountLine:
    (found,) = [line for line in GAME.count(state) if line.subject == subject]
    return found


def points(state: Any, subject: str) -> list[int]:
    return [tally.points for tally in line(state, subject).tallies]


def reasons(state: Any, subject: str) -> list[str]:
    return [tally.reason for tally in line(state, subject).tallies]


# == The rulebook's examples (law 8). Seat 0 is Richelieu, seat 1 the Queen. =========================================
def test_score_examples() -> None:
    # Richelieu has 5 shields on his Bourgogne cards and the disc, the Queen 5 shields: 6 points to 0.
    state = counted({0: "BOU2a BOU2b BOUs", 1: "BOU2c BOUc BOUt BOU1"}, {0: "BOU"})
    assert (points(state, "Bourgogne"), reasons(state, "Bourgogne")) == ([6, 0], ["most", "fewer"])
    assert line(state, "Bourgogne").tallies[0].facts == {"on_cards": 5, "disc": 1}
    # Both have four shields of Normandie: nobody scores.
    state = counted({0: "NOR2a NORs NORc", 1: "NOR2b NORt NOR1"})
    assert (points(state, "Normandie"), reasons(state, "Normandie")) == ([0, 0], ["tied", "tied"])
    # The Queen has seven shields on her Provence cards, Richelieu only the disc: she scores 7, he loses five.
    state = counted({1: "PROs PROc PROt PRO2a PRO2b"}, {0: "PRO"})
    assert (points(state, "Provence"), reasons(state, "Provence")) == ([-5, 7], ["without_a_card", "most"])
    assert line(state, "Provence").tallies[0].facts == {"on_cards": 0, "disc": 1}
    # Richelieu has 5 crosses, the Queen the other 4, the disc is not in play: 5 to 0.
    assert points(counted({0: " ".join(CROSSES[:5]), 1: " ".join(CROSSES[5:])}), "cross") == [5, 0]
    # Had the Queen had the disc, nobody would have scored.
    state = counted({0: " ".join(CROSSES[:5]), 1: " ".join(CROSSES[5:])}, {1: "cross"})
    assert (points(state, "cross"), reasons(state, "cross")) == ([0, 0], ["tied", "tied"])


# == RI-9 ============================================================================================================
def test_ri_9_what_counts() -> None:
    # A double card counts two shields.
    assert points(counted({0: "BRE2a", 1: "BREs"}), "Bretagne") == [2, 0]
    # Each shield or symbol counts one and the matching disc one more.
    state = counted({0: "BOUs BREs CHAs", 1: "NORs"}, {0: "sword", 1: "tower"})
    assert line(state, "sword").tallies == (
        Tally(4, "most", {"on_cards": 3, "disc": 1}),
        Tally(0, "fewer", {"on_cards": 1, "disc": 0}),
    )
    assert points(state, "tower") == [-5, -5]  # a disc alone saves nobody
    # A disc of another region does not count.
    assert points(counted({0: "BOUs", 1: "BOUc"}, {0: "BRE"}), "Bourgogne") == [0, 0]


def test_ri_9_discs_alone_and_regions_that_nobody_has() -> None:
    # One shield against a lone disc is one against one: a tie, and five lost for who has no card.
    state = counted({0: "AUVs"}, {1: "AUV"})
    assert (points(state, "Auvergne"), reasons(state, "Auvergne")) == ([0, -5], ["tied", "without_a_card"])
    # A marker back disc scores nothing.
    before = {0: "BOUs BREc", 1: "NORt AUV2a"}
    assert counted(before, {0: "back", 1: "back"}).scores() == counted(before).scores()
    # Possible in the short variant: all lose five.
    assert points(counted({0: "BOUs", 1: "BOUc"}), "Anjou") == [-5, -5]


def test_ri_12_more_than_two_players() -> None:
    # Only a sole leader scores among three.
    state = counted({0: "BOU2a", 1: "BOU2b", 2: "BOUs"}, seats=3)
    assert (points(state, "Bourgogne"), reasons(state, "Bourgogne")) == ([0, 0, 0], ["tied", "tied", "fewer"])
    # Everyone without a card loses five.
    assert points(counted({0: "BOU2a BOU2b", 1: "BOUs"}, {2: "BOU"}, seats=4), "Bourgogne") == [4, 0, -5, -5]


# == The lines =======================================================================================================
def test_lines_follow_the_order_of_the_rulebook() -> None:
    lines = GAME.count(counted({}))
    assert [line.subject for line in lines] == [*REGIONS, *SYMBOLS]
    assert [line.part for line in lines] == ["regions"] * 9 + ["symbols"] * 3
    assert {tally.points for line in lines for tally in line.tallies} == {-5}
    assert counted({}).scores() == [-60, -60]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_lines_add_up_and_every_reason_fits(seats: int, seed: int) -> None:
    chance = random.Random(f"{seats} {seed}")
    match = GAME.new(seats, secret=chance.randbytes(8))
    finish_at_random(match, chance)
    sums = [0] * seats
    for line in match.count():
        counts = [tally.facts["on_cards"] + tally.facts["disc"] for tally in line.tallies]
        for seat, tally in enumerate(line.tallies):
            sums[seat] += tally.points
            alone = counts.count(max(counts)) == 1
            expected = {
                "without_a_card": (tally.facts["on_cards"] == 0, -5),
                "most": (counts[seat] == max(counts) and alone, counts[seat]),
                "tied": (counts[seat] == max(counts) and not alone, 0),
                "fewer": (counts[seat] < max(counts), 0),
            }[tally.reason]
            assert (True, tally.points) == expected
    assert sums == match.scores
    assert match.winners == [seat for seat in match.winners if match.scores[seat] == max(match.scores)]


# == RI-10 ===========================================================================================================
def test_ri_10_most_points_then_fewer_cards_win() -> None:
    state = counted({0: "BOU2a", 1: "BOU2b"}, {1: "BOU"})
    assert (state.scores(), state.winners()) == ([-55, -55 + 3], [1])
    # On a tie, fewer cards win.
    state = counted({0: "NOR1 NOR2a", 1: "BOU2a"}, {1: "BOU"})
    assert (state.scores(), state.winners()) == ([-55 + 3, -55 + 3], [1])
    # No cards at all do not help who has fewer points.
    state = counted({0: "NOR1 NOR2a", 1: "BOU2a"}, {1: "BOU"}, seats=3)
    assert (state.scores(), state.winners()) == ([-52, -52, -60], [1])
    # Still equal is a shared win.
    state = counted({0: "BOU2a", 1: "BRE2a", 2: "BRE2b"}, {1: "BRE", 0: "BOU"}, seats=3)
    assert (state.scores(), state.winners()) == ([-52, -52, -55], [0, 1])
    # Winners of a match that was played.
    match = finish(position({"1.1": "BOU2a"}))
    best = max(match.scores)
    assert match.winners
    assert all(match.scores[seat] == best for seat in match.winners)
