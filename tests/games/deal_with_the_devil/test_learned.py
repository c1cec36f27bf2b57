"""What was learned from self-play: where it is used, that it says what its file says, and that it can be left aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from eminence.bots import GreedyBot, bot
from eminence.bots.playout import draw, first_waiting
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games.deal_with_the_devil import codes, evaluation, learned
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.state import DevilState
from tests.games.deal_with_the_devil.tables import GAME, RED, YELLOW, Position, state


def test_it_is_asked_at_its_moments_and_only_there() -> None:
    """Played through by habit: at the beginning of rounds 2 to 5, before their cards are dealt, and after the
    reputation of rounds 2 and 3."""
    s = GAME.start(4, GAME.checked_options(None))
    assert isinstance(s, DevilState)
    rng, dealer = Rng(5), Rng("deal 5")
    seen: list[str] = []
    while s.asked != NOBODY:
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, dealer))
            continue
        moment = learned.moment_of(s)
        if moment == box.NONE:
            assert s.round in (1, 4, 5) or s.phase <= box.ACTIONS
            assert s.steps[-1] not in (codes.KEEP_ONE, codes.CHOOSE_GOODS) or s.round == 1 or s.phase > box.CARDS
        elif not seen or seen[-1] != learned.MOMENTS[moment]:
            seen.append(learned.MOMENTS[moment])
        seat = first_waiting(s) if s.asked == SEVERAL else s.asked
        s.answer(seat, s.habit(seat, s.choices(seat), rng))
    assert seen == list(learned.MOMENTS)


def between(number: int) -> DevilState:
    return state(
        Position(number).built(RED, "farm sawmill").goods(RED, "2W 1G 7c").souls("3", "2", "0+2", "1").at("keep_one")
    )


def test_every_feature_has_its_name_and_its_weights() -> None:
    s = between(3)
    values = dict(zip(learned.NAMES, learned.features(s, RED, 0.0), strict=True))
    assert [len(column) for column in learned.WEIGHTS] == [len(learned.NAMES)] * 2 * len(learned.MOMENTS)
    assert values["always"] == 1
    assert (values["wood"], values["glass"], values["coins"], values["five_coins"]) == (2, 1, 7, 5)
    assert (values["rural"], values["built"], values["printed"], values["pure"], values["devils"]) == (2, 2, 2, 3, 1)
    assert (values["minor_lacks_1"], values["minor_lacks_3"], values["major_lacks_3"]) == (1, 2, 1)


def test_it_is_the_sum_of_weighed_features_and_the_devil_has_weights_of_his_own() -> None:
    s = between(4)
    for seat in (RED, YELLOW):
        column = learned.WEIGHTS[2 * learned.MOMENTS.index("4") + (s.role[seat] == box.HORNS)]
        values = learned.features(s, seat, evaluation.promised(s, seat))
        total = sum(weight * value for weight, value in zip(column, values, strict=True))
        assert evaluation.expected(s, seat) == pytest.approx(total)
    assert learned.WEIGHTS[8] != learned.WEIGHTS[9]


def test_it_can_be_left_aside() -> None:
    s = between(4)
    before = evaluation.expected(s, RED)
    s.learned = False
    assert evaluation.expected(s, RED) != before
    assert s.clone().learned is False
    worlds = GAME.worlds(GAME.view(between(4), GAME.checked_options(None), RED))
    worlds.judge_by_hand()
    imagined = worlds.imagine(Rng(1))
    assert isinstance(imagined, DevilState)
    assert not imagined.learned
    by_hand, experienced = bot("greedy"), bot("greedy:by=learned")
    assert isinstance(by_hand, GreedyBot)
    assert isinstance(experienced, GreedyBot)
    assert by_hand.by_hand
    assert not experienced.by_hand


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_points_that_are_certain_count_as_such(number: int) -> None:
    s = between(number)
    before = evaluation.expected(s, RED)
    s.points = [points + 2 for points in s.points]
    assert evaluation.expected(s, RED) - before == pytest.approx(2)


def test_a_file_for_other_features_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "learned.txt"
    path.write_text("# nothing\nsouls 1 2 3 4 5 6 7 8 9 10 11 12\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"learned\.txt has weights for other features"):
        learned.read(path)
