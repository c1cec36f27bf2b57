"""The ladder: mirrored deals, intervals against known values, ratings, the command."""

from __future__ import annotations

import json
from contextlib import closing
from math import log
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from eminence.bots import UnknownBot
from eminence.bots.ladder import (
    ELO,
    BadLadder,
    Interval,
    Plan,
    Played,
    effective_games,
    inverse,
    play_all,
    play_deal,
    standings,
    strengths,
    wilson,
)
from eminence.cli import main
from eminence.core.errors import BadOptions, UnknownGame

# == Playing ===========================================================================================================


def test_greedy_beats_random_on_ten_mirrored_deals() -> None:
    plan = Plan("richelieu", ("random", "greedy"), games=20, seed=1655)
    found = standings(plan, play_all(plan))
    (score,) = found.scores
    assert (score.games, score.deals) == (20, 10)
    assert score.share < 0.2
    assert score.turned().share == 1 - score.share
    assert [plan.labels[rating.bot] for rating in found.ratings] == ["greedy", "random"]
    assert found.ratings[0].interval.low > found.ratings[1].interval.high


def test_a_mirrored_deal_is_the_same_deal_with_the_bots_changing_places(monkeypatch: pytest.MonkeyPatch) -> None:
    from eminence.bots import arena, ladder

    seen = []
    true_play = arena.play

    def play(game, bots, deal, options):  # type: ignore[no-untyped-def]
        seen.append(([bot.name for bot in bots], [bot.rng.x for bot in bots], deal))
        return true_play(game, bots, deal, options)

    monkeypatch.setattr(ladder, "play", play)
    plan = Plan("richelieu", ("random", "greedy"), games=4, seed=7, options={"short": True})
    played = [play_deal(plan, 0, deal) for deal in range(plan.deals)]
    assert [names for names, _, _ in seen] == [["random", "greedy"], ["greedy", "random"]] * 2
    deals = [deal for _, _, deal in seen]
    assert deals[0] == deals[1] != deals[2] == deals[3]
    seeds = [tuple(seeds) for _, seeds, _ in seen]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert len(set(seeds[0])) == 2
    assert [len(deal.shares) for deal in played] == [2, 2]


@pytest.mark.parametrize(("name", "seats"), [("random", 2), ("greedy", 2), ("random", 3), ("random", 4)])
def test_two_copies_of_a_bot_share_every_deal_evenly(name: str, seats: int) -> None:
    plan = Plan("richelieu", (name, name), games=2 * seats, seed=5, seats=seats, options={"short": True})
    found = standings(plan, play_all(plan))
    assert plan.labels == (name, f"{name} (2)")
    for score in found.scores:
        assert score.share == pytest.approx(1 / seats, abs=1e-12)
        assert 1 / seats in score.interval
        assert 1 / seats in score.plain
    first, second = found.ratings
    assert first.rating == pytest.approx(second.rating)


def test_with_more_seats_each_bot_is_once_alone_among_the_others() -> None:
    plan = Plan("richelieu", ("random", "greedy"), games=3, seats=3, options={"short": True})
    assert plan.pairings == ((0, 1), (1, 0))
    found = standings(plan, play_all(plan))
    assert [(score.first, score.second, score.games) for score in found.scores] == [(0, 1, 3), (1, 0, 3)]
    assert found.share(0, 1) == found.scores[0].share
    assert found.share(1, 0) == found.scores[1].share


def test_a_field_of_copies_of_the_last_bot() -> None:
    bots = ("greedy", "greedy:slips=50", "random")
    plan = Plan("habemus_papam", bots, games=3, seats=3, among_last=True)
    assert plan.pairings == ((0, 2), (1, 2))
    found = standings(plan, play_all(plan))
    assert [(score.first, score.second, score.games) for score in found.scores] == [(0, 2, 3), (1, 2, 3)]
    assert found.share(2, 0) is None
    assert found.share(0, 2) == found.scores[0].share > 1 / 3
    assert Plan("richelieu", bots, games=6, among_last=True).pairings == ((0, 2), (1, 2))


def test_the_seed_decides_everything() -> None:
    def shares(seed: int | str, bots: tuple[str, ...]) -> list[tuple[float, ...]]:
        plan = Plan("richelieu", bots, games=8, seed=seed, options={"short": True})
        return [deal.shares for deal in play_all(plan) if plan.labels[plan.pairings[deal.pairing][0]] == "random"]

    bots = ("random", "search:iterations=5")
    assert shares(1, bots) == shares(1, bots)
    longer = Plan("richelieu", ("random", "search:iterations=5", "random"), games=8, seed=1)
    assert longer.pairings[0] == (0, 1)
    assert longer.reproducible
    assert not Plan("richelieu", ("random", "search:ms=5"), games=8).reproducible


def test_more_processes_play_the_same_games() -> None:
    plan = Plan("richelieu", ("random", "random", "greedy"), games=4, seed=3, options={"short": True})
    alone = standings(plan, play_all(plan))
    together = standings(plan, play_all(plan, jobs=2))
    assert alone == together


def test_a_ladder_can_be_broken_off_at_any_time() -> None:
    plan = Plan("richelieu", ("random", "greedy", "random"), games=400, options={"short": True})
    with closing(play_all(plan, jobs=2)) as deals:
        some = [next(deals) for _ in range(2)]
    found = standings(plan, some)
    assert sum(score.deals for score in found.scores) == 2
    assert standings(plan, []).ratings == ()
    # Deals are played pairing by pairing, so that what was played is balanced.
    first = [(deal.pairing, deal.deal) for deal, _ in zip(play_all(plan), range(4), strict=False)]
    assert first == [(0, 0), (1, 0), (2, 0), (0, 1)]


def test_a_ladder_that_cannot_be_played_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadLadder, match="two bots"):
        Plan("richelieu", ("random",), games=10)
    with pytest.raises(BadLadder, match="a game or more"):
        Plan("richelieu", ("random", "greedy"), games=0)
    with pytest.raises(UnknownBot):
        Plan("richelieu", ("random", "deep blue"), games=10)
    with pytest.raises(UnknownGame):
        Plan("chess", ("random", "greedy"), games=10)
    with pytest.raises(BadOptions):
        Plan("richelieu", ("random", "greedy"), games=10, seats=7)
    with pytest.raises(BadOptions):
        Plan("richelieu", ("random", "greedy"), games=10, options={"long": True})


# == Intervals =========================================================================================================


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_published_values(wins: float, games: float, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_is_symmetric_and_knows_nothing_without_games() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)
    mine, theirs = wilson(3, 20), wilson(17, 20)
    assert mine.low == pytest.approx(1 - theirs.high)
    assert mine.high == pytest.approx(1 - theirs.low)


def test_effective_games_between_one_a_deal_and_all() -> None:
    won, lost, split = 1.0, 0.0, 0.5
    # The deal decides both games: they tell about as much as one.
    assert effective_games([won, lost] * 50, 200) == pytest.approx(99)
    # As many split deals as independent games would give.
    assert effective_games([won, split, split, lost] * 25, 200) == pytest.approx(198)
    # Mirroring cancels luck out: still no more than were played.
    assert effective_games([split] * 99 + [won], 200) == 200
    # Nothing differs, so nothing can be measured.
    assert effective_games([won] * 100, 200) == 200
    assert effective_games([won], 2) == 1
    assert effective_games([], 0) == 0


def test_the_interval_by_deals_is_never_narrower_than_wilsons() -> None:
    plan = Plan("richelieu", ("random", "greedy"), games=40)
    deals = [(1.0, 1.0)] * 10 + [(0.0, 0.0)] * 6 + [(1.0, 0.0)] * 4
    (score,) = standings(plan, [Played(0, number, shares, 100) for number, shares in enumerate(deals)]).scores
    assert score.share == pytest.approx(0.6)
    assert score.interval.low < score.plain.low
    assert score.interval.high > score.plain.high


# == Ratings ===========================================================================================================


def test_the_inverse_of_a_matrix() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]
    product = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in inverse(matrix)] for row in matrix]
    for i, row in enumerate(product):
        for j, value in enumerate(row):
            assert value == pytest.approx(float(i == j), abs=1e-12)


def test_ratings_of_two_follow_the_odds() -> None:
    # With 10,000 games the supposed one hardly counts: odds of ten to one are 400 points.
    found, deviations = strengths(2, [(0, 1, 10 / 11, 10_000)])
    assert ELO * (found[0] - found[1]) == pytest.approx(400, abs=1)
    # The difference has the deviation of a logit; each of the two has half of it.
    logit = (1 / (10_000 * 10 / 121)) ** 0.5
    assert deviations[0] == pytest.approx(logit / 2, rel=0.01)


def test_ratings_agree_with_chances_they_were_made_from() -> None:
    true = [0.8, 0.1, -0.9]
    results = []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        chance = 1 / (1 + 2.718281828459045 ** (true[b] - true[a]))
        results.append((a, b, chance, 1_000_000.0))
    found, _ = strengths(3, results)
    assert found == pytest.approx(true, abs=1e-4)


def test_ratings_among_several_take_the_even_share_as_even() -> None:
    found, _ = strengths(2, [(0, 1, 1 / 4, 500), (1, 0, 1 / 4, 500)], seats=4)
    assert found == pytest.approx([0, 0], abs=1e-9)
    found, _ = strengths(2, [(0, 1, 0.5, 1e9), (1, 0, 0.1, 1e9)], seats=4)
    assert found[0] - found[1] == pytest.approx(log(3))  # 1 : 3 at even strength, 1 : 1 at three times that; 1 : 9


def test_a_bot_that_never_lost_has_a_rating_with_a_wide_interval() -> None:
    found, deviations = strengths(2, [(0, 1, 1.0, 500)])
    assert found[0] - found[1] == pytest.approx(log(500.5 / 0.5))
    assert deviations[0] > 0.5


# == The command =======================================================================================================


def test_the_command_prints_json_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "ladder.svg"
    words = ["ladder", "richelieu", "--bots", "random,greedy", "--games", "4", "--seed", "S", "--short", "--json"]
    assert main([*words, "--plot", str(plot)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bots"] == ["random", "greedy"]
    assert told["complete"] is True
    assert told["pairings"][0]["games"] == 4
    assert {"share", "interval", "wilson", "effective_games"} <= set(told["pairings"][0])
    assert [rating["bot"] for rating in told["ratings"]] == ["greedy", "random"]
    drawn = ET.parse(plot).getroot()
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"RICHELIEU", "random", "greedy"} <= set(texts)


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "richelieu", "--bots", "random,greedy", "--games", "2", "--short"]) == 0
    told = capsys.readouterr().out
    assert "rating" in told
    assert "The pairings" in told


def test_the_command_tells_shares_of_a_field_in_even_shares(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "habemus_papam", "--bots", "greedy,random", "--field", "--games", "3", "--seats", "3"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "even shares" in told
    assert "33.3 % is even" in " ".join(told.split())
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["even_share"] == pytest.approx(1 / 3)
    assert [(pairing["first"], pairing["second"]) for pairing in told["pairings"]] == [("greedy", "random")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "random"], "two bots"),
        (["--bots", "random,gredy"], "greedy"),
        (["--plot", "ladder.jpg"], ".svg"),
        (["--plot", "/nowhere/at/all/ladder.svg"], "no folder"),
        (["--games", "0"], "0"),
    ],
)
def test_wrong_words(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "richelieu", *words]) == 2
    assert message in capsys.readouterr().err


def test_breaking_off_tells_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from eminence.cli import ladder

    def broken_off(plan: Plan, jobs: int):  # type: ignore[no-untyped-def]
        yield play_deal(plan, 0, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_all", broken_off)
    words = ["ladder", "richelieu", "--bots", "random,greedy", "--games", "50", "--short", "--json"]
    assert main(words) == 130
    told = json.loads(capsys.readouterr().out)
    assert told["complete"] is False
    assert told["pairings"][0]["deals"] == 1
