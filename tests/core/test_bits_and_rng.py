"""Sets of cards as bits, and the small source of chance."""

import random

import pytest

from eminence.core import bits
from eminence.core.rng import Rng


def test_every_single_member() -> None:
    """`1 << n` is what mypyc once miscompiled, silently: look at each of them."""
    for n in range(48):
        one = bits.ONE << n
        assert (one, bits.size(one), bits.lowest(one), bits.members(one)) == (2**n, 1, n, [n])
    assert [bits.lowest(2**n) for n in range(58)] == list(range(58))


def test_sets_agree_with_python_sets() -> None:
    for seed in range(200):
        members = sorted(random.Random(seed).sample(range(48), seed % 49))  # the empty and the full set among them
        number = sum(2**n for n in members)
        assert (bits.size(number), bits.members(number)) == (len(members), members)
        if members:
            assert bits.lowest(number) == members[0]
            assert bits.members(number & (number - 1)) == members[1:]


# == Chance ===========================================================================================================
def test_the_same_seed_gives_the_same_numbers_and_others_give_others() -> None:
    for seed in (0, 1, -5, 2**70, "text", ""):
        one, two = Rng(seed), Rng(seed)
        assert [one.below(1000) for _ in range(50)] == [two.below(1000) for _ in range(50)]
    sequences = {tuple(rng.below(2**31) for _ in range(4)) for rng in map(Rng, range(500))}
    assert len(sequences) == 500


def test_numbers_written_down() -> None:
    """Games played from a seed stay the same, in plain and in compiled form: the sequence reckoned once more."""
    rng = Rng(1655)
    x = rng.x
    for bound in [6] * 20 + [2**31] * 20 + [48] * 20:
        x = (x * 0x369DEA0F31A53F85 + 1) % 2**62
        assert rng.below(bound) == (x // 2**30) * bound // 2**32


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 14, 48, 1000, 2**31])
def test_numbers_are_in_range_and_roughly_even(bound: int) -> None:
    rng = Rng("even")
    classes = min(bound, 16)
    found = [0] * classes
    samples = 16_000
    for _ in range(samples):
        number = rng.below(bound)
        assert 0 <= number < bound
        found[number * classes // bound] += 1
    sizes = [len(range(-(-c * bound // classes), -(-(c + 1) * bound // classes))) for c in range(classes)]
    square = sum((n - samples * s / bound) ** 2 / (samples * s / bound) for n, s in zip(found, sizes, strict=True))
    assert square < 55  # with at most 15 degrees of freedom, by chance once in 500,000


def test_neighbouring_numbers_are_independent() -> None:
    rng = Rng("pairs")
    found = [[0] * 6 for _ in range(6)]
    for _ in range(18_000):
        found[rng.below(6)][rng.below(6)] += 1
    assert sum((n - 500) ** 2 / 500 for row in found for n in row) < 90  # 35 degrees of freedom


def test_numbers_between_0_and_1() -> None:
    rng = Rng(3)
    numbers = [rng.unit() for _ in range(4000)]
    assert all(0 <= number < 1 for number in numbers)
    assert abs(sum(numbers) / 4000 - 0.5) < 0.03


def test_shuffling_keeps_everything_and_favours_no_order() -> None:
    rng = Rng(4)
    found: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        items = [0, 1, 2]
        rng.shuffle(items)
        found[tuple(items)] = found.get(tuple(items), 0) + 1
    assert len(found) == 6
    assert all(sorted(order) == [0, 1, 2] for order in found)
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 30
    rng.shuffle([])
