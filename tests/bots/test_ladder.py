"""The ladder: mirrored deals, intervals against known values, ratings, the command."""

import json
from collections.abc import Iterator
from contextlib import closing
from math import exp, log
from operator import mul
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from eminence.bots import UnknownBot, arena, ladder
from eminence.bots.ladder import (
    BadLadder,
    Interval,
    Plan,
    Played,
    effective_games,
    play_all,
    play_deal,
    standings,
    strengths,
)
from eminence.cli import ladder as command
from eminence.cli import main
from eminence.core.errors import BadOptions, UnknownGame

SHORT = {"short": True}


# == Playing ==========================================================================================================
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
    seen = []

    def play(game: Any, bots: Any, deal: int, options: Any) -> Any:
        seen.append(([bot.name for bot in bots], tuple(bot.rng.x for bot in bots), deal))
        return arena.play(game, bots, deal, options)

    monkeypatch.setattr(ladder, "play", play)
    plan = Plan("richelieu", ("random", "greedy"), games=4, seed=7, options=SHORT)
    played = [play_deal(plan, 0, deal) for deal in range(plan.deals)]
    names, seeds, deals = zip(*seen, strict=True)
    assert list(names) == [["random", "greedy"], ["greedy", "random"]] * 2
    assert deals[0] == deals[1] != deals[2] == deals[3]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert len(set(seeds[0])) == 2
    assert [len(deal.shares) for deal in played] == [2, 2]


@pytest.mark.parametrize(("name", "seats"), [("random", 2), ("greedy", 2), ("random", 3), ("random", 4)])
def test_two_copies_of_a_bot_share_every_deal_evenly(name: str, seats: int) -> None:
    plan = Plan("richelieu", (name, name), games=2 * seats, seed=5, seats=seats, options=SHORT)
    found = standings(plan, play_all(plan))
    assert plan.labels == (name, f"{name} (2)")
    for score in found.scores:
        assert score.share == pytest.approx(1 / seats, abs=1e-12)
        assert (1 / seats in score.interval, 1 / seats in score.plain) == (True, True)
    first, second = found.ratings
    assert first.rating == pytest.approx(second.rating)


def test_with_more_seats_each_bot_is_once_alone_among_the_others_or_in_a_field_of_the_last() -> None:
    bots = ("greedy", "greedy:slips=50", "random")
    others = Plan("richelieu", ("random", "greedy"), games=3, seats=3, options=SHORT)
    field = Plan("habemus_papam", bots, games=3, seats=3, among_last=True)
    for plan, pairings in ((others, [(0, 1), (1, 0)]), (field, [(0, 2), (1, 2)])):
        assert list(plan.pairings) == pairings
        found = standings(plan, play_all(plan))
        assert [(score.first, score.second, score.games) for score in found.scores] == [(*two, 3) for two in pairings]
        assert [found.share(*two) for two in pairings] == [score.share for score in found.scores]
    assert found.share(2, 0) is None
    assert found.scores[0].share > 1 / 3
    assert Plan("richelieu", bots, games=6, among_last=True).pairings == ((0, 2), (1, 2))


def test_the_seed_decides_everything_however_many_processes_play() -> None:
    plan = Plan("richelieu", ("random", "search:iterations=5", "random"), games=4, seed=3, options=SHORT)
    alone, together = list(play_all(plan)), list(play_all(plan, jobs=2))
    assert alone == list(play_all(plan))
    assert standings(plan, alone) == standings(plan, together)
    assert plan.pairings[0] == (0, 1)
    assert plan.reproducible
    assert not Plan("richelieu", ("random", "search:ms=5"), games=8).reproducible


def test_a_ladder_can_be_broken_off_at_any_time() -> None:
    plan = Plan("richelieu", ("random", "greedy", "random"), games=400, options=SHORT)
    with closing(play_all(plan, jobs=2)) as deals:
        some = [next(deals) for _ in range(2)]
    found = standings(plan, some)
    assert sum(score.deals for score in found.scores) == 2
    assert standings(plan, []).ratings == ()
    # Deals are played pairing by pairing, so that what was played is balanced.
    first = [(deal.pairing, deal.deal) for deal, _ in zip(play_all(plan), range(4), strict=False)]
    assert first == [(0, 0), (1, 0), (2, 0), (0, 1)]


CANNOT_BE_PLAYED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"bots": ("random",)}, BadLadder, "two bots"),
    ({"games": 0}, BadLadder, "a game or more"),
    ({"bots": ("random", "deep blue")}, UnknownBot, "deep blue"),
    ({"game": "chess"}, UnknownGame, "chess"),
    ({"seats": 7}, BadOptions, "7"),
    ({"options": {"long": True}}, BadOptions, "long"),
]


def test_a_ladder_that_cannot_be_played_is_refused_before_anything_is_played() -> None:
    for changed, error, message in CANNOT_BE_PLAYED:
        plan: dict[str, Any] = {"game": "richelieu", "bots": ("random", "greedy"), "games": 10} | changed
        with pytest.raises(error, match=message):
            Plan(**plan)


# == Intervals ========================================================================================================
def test_wilson_against_published_values() -> None:
    """Newcombe 1998, Statistics in Medicine 17, table I, method 3."""
    for wins, games, *published in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = ladder.wilson(wins, games)
        assert [found.low, found.high] == pytest.approx(published, abs=5e-5)
        turned = ladder.wilson(games - wins, games)
        assert [1 - turned.high, 1 - turned.low] == pytest.approx([found.low, found.high])
    assert ladder.wilson(0, 0) == Interval(0.0, 1.0), "without games nothing is known"


def test_effective_games_between_one_a_deal_and_all() -> None:
    won, lost, split = 1.0, 0.0, 0.5
    for why, deals, games, told in (
        ("the deal decides both games: they tell about as much as one", [won, lost] * 50, 200, 99),
        ("as many split deals as independent games would give", [won, split, split, lost] * 25, 200, 198),
        ("mirroring cancels luck out: still no more than were played", [split] * 99 + [won], 200, 200),
        ("nothing differs, so nothing can be measured", [won] * 100, 200, 200),
        ("one deal", [won], 2, 1),
        ("none", [], 0, 0),
    ):
        assert effective_games(deals, games) == pytest.approx(told), why


def test_the_interval_by_deals_is_never_narrower_than_wilsons() -> None:
    plan = Plan("richelieu", ("random", "greedy"), games=40)
    deals = [(1.0, 1.0)] * 10 + [(0.0, 0.0)] * 6 + [(1.0, 0.0)] * 4
    (score,) = standings(plan, [Played(0, number, shares, 100) for number, shares in enumerate(deals)]).scores
    assert score.share == pytest.approx(0.6)
    assert score.interval.low < score.plain.low < score.plain.high < score.interval.high


# == Ratings ==========================================================================================================
def test_the_inverse_of_a_matrix() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]
    product = [sum(map(mul, row, column)) for row in matrix for column in ladder.inverse(matrix)]
    assert product == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-12)


def test_ratings_of_two_follow_the_odds() -> None:
    # With 10,000 games the supposed one hardly counts: odds of ten to one are 400 points.
    found, deviations = strengths(2, [(0, 1, 10 / 11, 10_000)])
    assert ladder.ELO * (found[0] - found[1]) == pytest.approx(400, abs=1)
    # The difference has the deviation of a logit; each of the two has half of it.
    logit = (1 / (10_000 * 10 / 121)) ** 0.5
    assert deviations[0] == pytest.approx(logit / 2, rel=0.01)
    # A bot that never lost has a rating with a wide interval.
    found, deviations = strengths(2, [(0, 1, 1.0, 500)])
    assert found[0] - found[1] == pytest.approx(log(500.5 / 0.5))
    assert deviations[0] > 0.5


def test_ratings_of_several_agree_with_the_chances_they_were_made_from() -> None:
    true = [0.8, 0.1, -0.9]
    results = [(a, b, 1 / (1 + exp(true[b] - true[a])), 1_000_000.0) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert strengths(3, results)[0] == pytest.approx(true, abs=1e-4)
    # At four seats an even share is even; 1 : 3 at even strength, 1 : 1 at three times that; 1 : 9.
    found, _ = strengths(2, [(0, 1, 1 / 4, 500), (1, 0, 1 / 4, 500)], seats=4)
    assert found == pytest.approx([0, 0], abs=1e-9)
    found, _ = strengths(2, [(0, 1, 0.5, 1e9), (1, 0, 0.1, 1e9)], seats=4)
    assert found[0] - found[1] == pytest.approx(log(3))


# == The command ======================================================================================================
def test_the_command_prints_json_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "ladder.svg"
    words = ["ladder", "richelieu", "--bots", "random,greedy", "--games", "4", "--seed", "S", "--short", "--json"]
    assert main([*words, "--plot", str(plot)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["bots"], told["complete"], told["pairings"][0]["games"]) == (["random", "greedy"], True, 4)
    assert {"share", "interval", "wilson", "effective_games"} <= set(told["pairings"][0])
    assert [rating["bot"] for rating in told["ratings"]] == ["greedy", "random"]
    texts = {element.text for element in ET.parse(plot).getroot().iter("{http://www.w3.org/2000/svg}text")}
    assert {"RICHELIEU", "random", "greedy"} <= texts


def test_the_command_prints_tables_with_shares_of_a_field_in_even_shares(capsys: pytest.CaptureFixture[str]) -> None:
    two = ["ladder", "richelieu", "--bots", "random,greedy", "--games", "2", "--short"]
    field = ["ladder", "habemus_papam", "--bots", "greedy,random", "--field", "--games", "3", "--seats", "3"]
    for words, expected in ((two, []), (field, ["even shares", "33.3 % is even"])):
        assert main(words) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert [word for word in ("rating", "The pairings", *expected) if word not in told] == []
    assert main([*field, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["even_share"] == pytest.approx(1 / 3)
    assert [(pairing["first"], pairing["second"]) for pairing in found["pairings"]] == [("greedy", "random")]


def test_broken_off_it_tells_what_it_has(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken_off(plan: Plan, jobs: int) -> Iterator[Played]:
        yield play_deal(plan, 0, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_all", broken_off)
    assert main(["ladder", "richelieu", "--bots", "random,greedy", "--games", "50", "--short", "--json"]) == 130
    told = json.loads(capsys.readouterr().out)
    assert (told["complete"], told["pairings"][0]["deals"]) == (False, 1)
