"""Achievements: all eight, jokers, doubles, courtiers that are spent, the alchemist at once."""

from __future__ import annotations

from typing import Final

import pytest

from eminence.core.match import Match
from tests.games.deal_with_the_devil.tables import (
    RED,
    Position,
    act,
    asked,
    courtiers,
    goods,
    majors,
    minors,
    offered,
    standing_of,
    why_not,
)
from tests.games.playing import play

RURAL: Final = ["farm", "sawmill", "quarry", "sheepfold", "mill"]
URBAN: Final = ["bank", "inn", "port", "guildhall", "gambling_house"]
RELIGIOUS: Final = ["rectory", "chapel", "hermitage", "monastery", "reliquary"]
SCIENCE: Final = ["astrologer_tower", "cult_lair", "great_library", "astronomical_clock"]


def claiming(own: str, **court: str) -> Match:
    """Red has these buildings and courtiers, and the others have nothing: the last step of the action phase."""
    return act(Position().built(RED, own).courtiers(RED, **court), "")


def claims(match: Match) -> list[str]:
    """What red can claim now; nothing if he is not asked."""
    if match.over:
        return []
    assert asked(match) == (RED, "claim_one")
    found = offered(match, "claim")
    assert found.pop() == "none"
    return found


def of(rural: int, urban: int, religious: int, science: int = 0) -> str:
    """So many buildings of each type."""
    return " ".join([*RURAL[:rural], *URBAN[:urban], *RELIGIOUS[:religious], *SCIENCE[:science]])


# == The eight ========================================================================================================
MINORS: Final = [("rural", (3, 0, 0)), ("urban", (0, 3, 0)), ("religious", (0, 0, 3)), ("mixed", (1, 1, 1))]
MAJORS: Final = [
    ("rural", (5, 0, 0), "1G 1M", {}), ("urban", (0, 5, 0), "7c", {}), ("religious", (0, 0, 5), "", {"angels": 2}),
    ("mixed", (2, 2, 2), "", {}),
]  # fmt: skip


@pytest.mark.parametrize(("sort", "needs"), MINORS)
def test_a_minor_one_needs_three_symbols_and_upgrades_a_slot(sort: str, needs: tuple[int, int, int]) -> None:
    match = claiming(of(*needs))
    assert claims(match) == [f"minor {sort}"]
    assert asked(play(match, f"claim minor {sort}")) == (RED, "choose_slot")
    assert offered(match) == ["slot 1", "slot 2", "slot 3", "slot 4"]
    play(match, "slot 3")
    assert (minors(match), match.over) == ({sort: 3}, True)
    for at in range(3):  # one fewer of any type is not enough
        fewer = [n - (at == kind) for kind, n in enumerate(needs)]
        if min(fewer) >= 0:
            assert claims(claiming(of(*fewer))) == []


@pytest.mark.parametrize(("sort", "needs", "reward", "standing"), MAJORS)
def test_a_major_one_and_its_reward(
    sort: str, needs: tuple[int, int, int], reward: str, standing: dict[str, int]
) -> None:
    position = Position().built(RED, of(*needs)).minors(RED, rural=1, urban=2, religious=3, mixed=4)
    match = act(position, "")
    assert claims(match) == [f"major {sort}"]
    play(match, f"claim major {sort}")
    assert (majors(match), goods(match), standing_of(match)) == ([sort], reward, standing)
    assert courtiers(match) == ({"alchemist": "court"} if sort == "mixed" else {})
    for at in range(3):
        fewer = [n - (at == kind) for kind, n in enumerate(needs)]
        if min(fewer) >= 0:
            position = Position().built(RED, of(*fewer)).minors(RED, rural=1, urban=2, religious=3, mixed=4)
            assert claims(act(position, "")) == []


def test_each_is_claimed_once_and_nobody_has_to() -> None:
    match = claiming(of(5, 0, 0))
    assert claims(match) == ["minor rural", "major rural"]
    play(match, "claim major rural")
    assert claims(match) == ["minor rural"]
    assert why_not(match, RED, "claim major rural") == "not_claimable"
    play(match, "claim none")
    assert (match.over, minors(match), majors(match)) == (True, {}, ["rural"])


def test_each_slot_is_upgraded_once() -> None:
    match = act(Position().built(RED, of(3, 0, 0)).minors(RED, urban=2, mixed=4), "")
    play(match, "claim minor rural")
    assert offered(match) == ["slot 1", "slot 3"]
    assert why_not(match, RED, "slot 2") == "slot_taken"
    assert minors(play(match, "slot 1")) == {"rural": 1, "urban": 2, "mixed": 4}


def test_what_a_dam_removed_cannot_be_claimed() -> None:
    assert claims(act(Position().built(RED, of(3, 0, 0)).minors(RED, rural=7), "")) == []


def test_dp_5_several_in_the_order_that_their_owner_likes() -> None:
    match = claiming(of(3, 3, 1))
    assert claims(match) == ["minor rural", "minor urban", "minor mixed"]
    play(match, "claim minor mixed", "slot 1", "claim minor rural", "slot 2", "claim minor urban", "slot 3")
    assert minors(match) == {"mixed": 1, "rural": 2, "urban": 3}


# == Science, doubles =================================================================================================
def test_science_stands_for_any_symbol_anew_for_each_achievement() -> None:
    match = claiming(of(2, 2, 0, 1))
    assert claims(match) == ["minor rural", "minor urban", "minor mixed"]
    play(match, "claim minor rural", "slot 1", "claim minor urban", "slot 2", "claim minor mixed", "slot 3")
    assert minors(match) == {"rural": 1, "urban": 2, "mixed": 3}
    assert claims(claiming(of(0, 0, 0, 2))) == []
    assert claims(claiming(of(0, 0, 0, 3))) == ["minor rural", "minor urban", "minor religious", "minor mixed"]
    assert claims(claiming(of(2, 0, 0, 4)))[-2:] == ["major rural", "major mixed"]  # 2 + 3 of 4; 2, and 4 for the rest
    assert "major mixed" not in claims(claiming(of(2, 0, 0, 3)))
    assert "major rural" not in claims(claiming(of(1, 0, 0, 3)))


def test_one_science_building_is_one_symbol_for_one_achievement() -> None:
    assert claims(claiming(of(1, 0, 0, 1))) == []  # it cannot be urban and religious at once
    assert claims(claiming(of(1, 1, 0, 1))) == ["minor mixed"]


def test_a_double_building_counts_for_both_types_at_once() -> None:
    assert claims(claiming("manor pilgrim_hostel")) == ["minor mixed"]  # R/U, R/X: one of each, and rural twice
    assert claims(claiming("manor pilgrim_hostel farm")) == ["minor rural", "minor mixed"]
    assert claims(claiming("manor school")) == ["minor mixed"]
    assert claims(claiming("manor pilgrim_hostel school")) == ["minor mixed", "major mixed"]


# == Courtiers ========================================================================================================
def test_a_courtier_lends_his_symbol_once_and_goes_to_the_space_for_three_coins() -> None:
    match = claiming(of(2, 2, 0), rural="court", urban="court", religious="three")
    assert claims(match) == ["minor rural", "minor urban"]
    play(match, "claim minor rural")
    assert asked(match) == (RED, "claim_with")
    assert offered(match) == ["with rural"]
    assert why_not(match, RED, "with urban") == "courtier_no_help"
    assert why_not(match, RED, "with religious") == "courtier_away"
    play(match, "with rural", "slot 1")
    assert courtiers(match) == {"rural": "three", "urban": "court", "religious": "three"}
    assert claims(match) == ["minor urban"]
    play(match, "claim minor urban", "with urban", "slot 2")
    assert courtiers(match) == {"rural": "three", "urban": "three", "religious": "three"}


def test_one_courtier_is_not_enough_for_two_achievements() -> None:
    match = claiming("farm sawmill bank", rural="court", religious="court")
    assert claims(match) == ["minor rural", "minor mixed"]
    play(match, "claim minor mixed", "with religious", "slot 1")
    assert claims(match) == ["minor rural"]
    match = claiming(of(4, 0, 0), rural="court")
    assert claims(match) == ["minor rural", "major rural"]
    play(match, "claim minor rural", "slot 1")  # which needs nobody
    play(match, "claim major rural", "with rural")
    assert (courtiers(match), goods(match)) == ({"rural": "three"}, "1G 1M")


def test_a_courtier_who_is_not_needed_stays() -> None:
    match = claiming(of(2, 0, 0, 1), rural="court")
    play(match, "claim minor rural", "slot 1")
    assert courtiers(match) == {"rural": "court"}


def test_who_helps_is_his_masters_choice_and_several_may() -> None:
    match = claiming(of(2, 0, 0), rural="court", alchemist="court")
    play(match, "claim minor rural")
    assert offered(match) == ["with rural", "with alchemist"]
    play(match, "with alchemist", "slot 1")
    assert courtiers(match) == {"rural": "court", "alchemist": "three"}
    match = claiming(of(1, 0, 0), urban="court", religious="court")
    play(match, "claim minor mixed", "with religious")
    assert offered(match) == ["with urban"]
    play(match, "with urban", "slot 1")
    assert courtiers(match) == {"urban": "three", "religious": "three"}


def test_a_courtier_recruited_in_the_same_phase_can_be_used_in_its_last_step() -> None:
    match = act(Position().built(RED, of(2, 0, 0)).goods(RED, "2c"), "recruit rural", "claim minor rural", "with rural")
    assert minors(play(match, "slot 2")) == {"rural": 2}


# == The alchemist ====================================================================================================
def test_dp_4_the_alchemist_helps_at_once_with_another_achievement() -> None:
    position = Position().built(RED, of(4, 2, 2)).minors(RED, rural=1, mixed=2, urban=7, religious=7)
    match = act(position, "")
    assert claims(match) == ["major mixed"]  # four rural ones are one short of the other
    play(match, "claim major mixed")
    assert courtiers(match) == {"alchemist": "court"}
    assert claims(match) == ["major rural"]
    play(match, "claim major rural", "with alchemist")
    assert (courtiers(match), majors(match), goods(match)) == ({"alchemist": "three"}, ["rural", "mixed"], "1G 1M")


def test_the_alchemist_comes_by_his_major_only_and_is_recruited_for_three_once_he_was_used() -> None:
    match = Position().goods(RED, "9c").planning()
    assert offered(match, "recruit", seat=RED) == ["rural", "urban", "religious", "none"]
    assert why_not(match, RED, "recruit alchemist") == "courtier_away"
    used = Position().goods(RED, "9c").courtiers(RED, alchemist="three", rural="three")
    match = act(used, "recruit alchemist")
    assert (goods(match), courtiers(match)) == ("6c", {"alchemist": "court", "rural": "three"})
    match = act(Position().goods(RED, "9c").courtiers(RED, rural="three"), "recruit rural")
    assert goods(match) == "6c"
    assert goods(act(Position().goods(RED, "9c"), "recruit rural")) == "7c"


# == Fort, Town Hall, Dam =============================================================================================
def test_fort_and_town_hall_gain_a_minor_one_of_any_kind_without_its_symbols() -> None:
    for name, cost in (("fort", "2W 2S"), ("town_hall", "2S 1M 2c")):
        match = act(Position().goods(RED, cost).hand(RED, name).minors(RED, rural=2), f"build {name}")
        assert offered(match) == ["minor urban", "minor religious", "minor mixed"]
        assert why_not(match, RED, "minor rural") == "minor_taken"
        play(match, "minor religious")
        assert offered(match) == ["slot 1", "slot 3", "slot 4"]
        assert minors(play(match, "slot 4")) == {"rural": 2, "religious": 4}


def test_fort_without_an_unclaimed_minor_brings_nothing() -> None:
    """DP-37. What a dam removed is not to be had either."""
    full = Position().goods(RED, "2W 2S").hand(RED, "fort").minors(RED, rural=1, urban=2, religious=3, mixed=7)
    match = act(full, "build fort")
    assert match.over
    assert minors(match) == {"rural": 1, "urban": 2, "religious": 3, "mixed": 7}


@pytest.mark.parametrize(
    ("taken", "left", "yields"),
    [("rural", {"rural": 7}, "2W 1S 1H 2c"), ("urban", {"rural": 2, "urban": 7}, "2W 2S 1H 3c")],
)
def test_a_dam_removes_one_that_is_claimed_or_not(taken: str, left: dict[str, int], yields: str) -> None:
    """A claimed one leaves its slot at 1 again: in round 2, side 1 of the wheel has W S H W."""
    match = act(Position().goods(RED, "3W 3S 1H").hand(RED, "dam").minors(RED, rural=2), "build dam")
    assert offered(match) == ["remove rural", "remove urban", "remove religious", "remove mixed"]
    play(match, f"remove {taken}")
    assert minors(match) == left
    assert goods(Position(2).minors(RED, **left).producing()) == yields


def test_a_slot_that_a_dam_has_freed_can_be_upgraded_again() -> None:
    position = Position().goods(RED, "3W 3S 1H").hand(RED, "dam").built(RED, of(2, 0, 0, 0))
    match = act(position.minors(RED, urban=1, religious=2, mixed=3), "build dam", "remove urban", "claim minor rural")
    assert offered(match) == ["slot 1", "slot 4"]
    assert minors(play(match, "slot 1")) == {"rural": 1, "urban": 7, "religious": 2, "mixed": 3}


def test_a_dam_finds_nothing_where_all_are_removed() -> None:
    everything = Position().goods(RED, "3W 3S 1H").hand(RED, "dam").minors(RED, rural=7, urban=7, religious=7, mixed=7)
    assert act(everything, "build dam").over
