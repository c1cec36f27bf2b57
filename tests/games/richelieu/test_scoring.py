"""The count: the rulebook's own examples, RI-9 and RI-10, and the lines that explain it."""

import random
from collections.abc import Mapping

import pytest

from eminence.core.game import Game
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games.richelieu.components import REGIONS, SYMBOLS
from tests.games.golden import read, replayed
from tests.games.richelieu.tables import FIRST_RULES, GAME, NOTHING, counted, finish_at_random


def count(subject: str, *before: str, held: Mapping[int, str] = NOTHING, game: Game = GAME) -> list[str]:
    """What a line of the count says of each seat: points, why, what is on its cards and its disc."""
    (line,) = [line for line in game.count(counted(*before, held=held, game=game)) if line.subject == subject]
    return [f"{tally.points} {tally.reason} {tally.facts['on_cards']}+{tally.facts['disc']}" for tally in line.tallies]


# == The rulebook's examples (law 8). Seat 0 is Richelieu, seat 1 the Queen. =========================================
@pytest.mark.parametrize("game", [GAME, FIRST_RULES], ids=["rules 2", "rules 1"])
def test_score_examples(game: Game) -> None:
    # Richelieu has 5 shields on his Bourgogne cards and the disc, the Queen 5 shields: 6 points to 0.
    bourgogne = count("Bourgogne", "BOU2a BOU2b BOUs", "BOU2c BOUc BOUt BOU1", held={0: "BOU"}, game=game)
    assert bourgogne == ["6 most 5+1", "0 fewer 5+0"]
    # Both have four shields of Normandie: nobody scores.
    assert count("Normandie", "NOR2a NORs NORc", "NOR2b NORt NOR1", game=game) == ["0 tied 4+0", "0 tied 4+0"]
    # The Queen has seven shields on her Provence cards, Richelieu only the disc: she scores 7, he loses five.
    provence = count("Provence", "", "PROs PROc PROt PRO2a PRO2b", held={0: "PRO"}, game=game)
    assert provence == ["-5 without_a_card 0+1", "7 most 7+0"]
    # Richelieu has 5 crosses, the Queen the other 4, the disc is not in play: 5 to 0.
    five, four = "BOUc BREc CHAc NORc LANc", "PROc ANJc BBNc AUVc"
    assert count("cross", five, four, game=game) == ["5 most 5+0", "0 fewer 4+0"]
    # Had the Queen had the disc, nobody would have scored.
    assert count("cross", five, four, held={1: "cross"}, game=game) == ["0 tied 5+0", "0 tied 4+1"]


# == RI-9 ============================================================================================================
def test_ri_9_what_counts() -> None:
    # A double card counts two shields.
    assert count("Bretagne", "BRE2a", "BREs") == ["2 most 2+0", "0 fewer 1+0"]
    # Each shield or symbol counts one and the matching disc one more.
    symbols, held = ("BOUs BREs CHAs", "NORs"), {0: "sword", 1: "tower"}
    assert count("sword", *symbols, held=held) == ["4 most 3+1", "0 fewer 1+0"]
    # One shield against a lone disc is one against one: a tie, and five lost for who has no card.
    assert count("Auvergne", "AUVs", "", held={1: "AUV"}) == ["0 tied 1+0", "-5 without_a_card 0+1"]
    # A disc of another region does not count.
    assert count("Bourgogne", "BOUs", "BOUc", held={0: "BRE"}) == ["0 tied 1+0", "0 tied 1+0"]
    # A marker back disc scores nothing.
    before = ("BOUs BREc", "NORt AUV2a")
    assert counted(*before, held={0: "back", 1: "back"}).scores() == counted(*before).scores()


def test_ri_9_a_disc_alone_saves_nobody_but_may_be_the_most() -> None:
    """Then it scores its 1 besides the 5 that are lost; by the first version of the rules it scored nothing."""
    nobody, lone = ("BOUs", "NORs", "AUVc"), {1: "tower"}
    assert count("tower", *nobody[:2], held=lone) == ["-5 without_a_card 0+0", "-4 disc_leads 0+1"]
    assert count("tower", *nobody, held=lone)[1:] == ["-4 disc_leads 0+1", "-5 without_a_card 0+0"]
    assert count("tower", *nobody[:2], held=lone, game=FIRST_RULES)[1] == "-5 without_a_card 0+1"
    # Of a region too.
    assert count("Provence", *nobody[:2], held={0: "PRO"}) == ["-4 disc_leads 0+1", "-5 without_a_card 0+0"]
    # Where somebody has a card, it is not the most.
    assert count("sword", "BOUs", "BOUc", held={1: "sword"}) == ["0 tied 1+0", "-5 without_a_card 0+1"]
    state, before = (counted(*nobody[:2], held=lone, game=game) for game in (GAME, FIRST_RULES))
    assert [new - old for new, old in zip(state.scores(), before.scores(), strict=True)] == [0, 1]
    assert state.clone().scores() == state.scores()


def test_ri_9_the_same_match_is_counted_by_the_rules_it_was_played_by() -> None:
    """Two golden matches with the same answers: they have the same states, and other points for one lone disc."""
    old, new = (replayed(game, "disc_alone") for game in (FIRST_RULES, GAME))
    assert read(FIRST_RULES, "disc_alone")[1] == read(GAME, "disc_alone")[1]
    assert ([entry.hash for entry in old.entries], old.game.rules) == ([entry.hash for entry in new.entries], 1)
    changed = [
        (tally.reason, tally.points, now.reason, now.points)
        for line, other in zip(old.count(), new.count(), strict=True)
        for tally, now in zip(line.tallies, other.tallies, strict=True)
        if tally != now
    ]
    assert changed == [("without_a_card", -5, "disc_leads", -4)]
    for language in LANGUAGES:
        told = telling(GAME, language, 0)
        said = [told.tally(tally) for line in new.count() for tally in line.tallies if tally.reason == "disc_leads"]
        assert said == [told.texts("count.reason.disc_leads")]


def test_ri_12_more_than_two_players() -> None:
    # Only a sole leader scores among three.
    assert count("Bourgogne", "BOU2a", "BOU2b", "BOUs") == ["0 tied 2+0", "0 tied 2+0", "0 fewer 1+0"]
    # Everyone without a card loses five.
    bourgogne = count("Bourgogne", "BOU2a BOU2b", "BOUs", "", "", held={2: "BOU"})
    assert bourgogne == ["4 most 4+0", "0 fewer 1+0", "-5 without_a_card 0+1", "-5 without_a_card 0+0"]


# == The lines =======================================================================================================
def test_lines_follow_the_order_of_the_rulebook() -> None:
    lines = GAME.count(counted("", ""))
    assert [line.subject for line in lines] == [*REGIONS, *SYMBOLS]
    assert [line.part for line in lines] == ["regions"] * 9 + ["symbols"] * 3
    # Possible in the short variant: all lose five.
    assert {tally.points for line in lines for tally in line.tallies} == {-5}
    assert counted("", "").scores() == [-60, -60]


def test_whole_games_end_for_their_reason_and_every_line_fits() -> None:
    """That the lines add up to the scores is a law of every game."""
    for seed in range(24):
        seats, short, chance = 2 + seed % 3, seed % 2 == 1, random.Random(seed)
        match = finish_at_random(GAME.new(seats, {"short": short}, secret=chance.randbytes(8)), chance)
        three_empty = match.view(None)["left"] > 0
        assert match.reason == ("three_rows_empty" if three_empty else "all_cards_taken")
        assert short or not three_empty
        assert {match.scores[seat] for seat in match.winners} == {max(match.scores)}
        for line in match.count():
            counts = [tally.facts["on_cards"] + tally.facts["disc"] for tally in line.tallies]
            alone = counts.count(max(counts)) == 1
            for tally, n in zip(line.tallies, counts, strict=True):
                most = ("most", n) if alone else ("tied", 0)
                expected = most if n == max(counts) else ("fewer", 0)
                lone_disc = ("disc_leads", -4) if n and expected == ("most", n) else ("without_a_card", -5)
                wanted = expected if tally.facts["on_cards"] else lone_disc
                assert (tally.reason, tally.points) == wanted, line


# == RI-10 ===========================================================================================================
def test_ri_10_most_points_then_fewer_cards_win() -> None:
    for case, before, held, scores, winners in (
        ("most points", ["BOU2a", "BOU2b"], {1: "BOU"}, [-55, -55 + 3], [1]),
        ("on a tie, fewer cards", ["NOR1 NOR2a", "BOU2a"], {1: "BOU"}, [-55 + 3, -55 + 3], [1]),
        ("no cards do not help who has fewer points", ["NOR1 NOR2a", "BOU2a", ""], {1: "BOU"}, [-52, -52, -60], [1]),
        ("still equal", ["BOU2a", "BRE2a", "BRE2b"], {1: "BRE", 0: "BOU"}, [-52, -52, -55], [0, 1]),
    ):
        state = counted(*before, held=held)
        assert (state.scores(), state.winners()) == (scores, winners), case
