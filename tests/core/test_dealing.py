"""Fair dealing: the commitment, nonces, draws that favour nobody, and a second implementation that agrees."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import Any

import pytest

import eminence
from eminence.core import dealing
from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.laws.auction import COPIES, Auction

GAME = eminence.game("richelieu")


def second_implementation(weights: Sequence[int], secret: bytes, nonces: Sequence[bytes], label: str) -> int:
    """Written from the docstring of `eminence.core.dealing`, not from its code: HMAC spelt out, and whole numbers."""
    key = (hashlib.sha256(secret).digest() if len(secret) > 64 else secret).ljust(64, b"\0")
    tail = b"".join(bytes([len(n) >> 24, len(n) >> 16 & 255, len(n) >> 8 & 255, len(n) & 255]) + n for n in nonces)
    total = sum(weights)
    for block in range(1000):
        message = label.encode("utf-8") + bytes(1) + tail + bytes([0, 0, block >> 8, block & 255])
        inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
        digest = hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).hexdigest()
        for part in range(4):
            number = int(digest[16 * part : 16 * part + 16], 16)
            if number < 2**64 - 2**64 % total:
                point = number % total
                return next(i for i in range(len(weights)) if sum(weights[: i + 1]) > point)
    raise AssertionError


def test_a_second_implementation_agrees() -> None:
    chance = random.Random(1)
    for number in range(400):
        secret = chance.randbytes(chance.choice([0, 1, 32, 64, 65, 100]))
        nonces = [chance.randbytes(chance.randrange(40)) for _ in range(chance.randrange(5))]
        weights = [chance.choice([1, 1, 2, 5, 2**40, 0]) for _ in range(chance.randrange(1, 9))] + [1]
        label = f"eminence 1/toy é/{number}/step"
        assert dealing.draw(weights, secret, nonces, label) == second_implementation(weights, secret, nonces, label)


@pytest.mark.parametrize("seats", [2, 3])
def test_it_deals_the_whole_match_alike(seats: int) -> None:
    secret, nonces = b"a secret of the table", [b"one", b"", b"three"][:seats]
    match = GAME.new(seats, secret=secret, nonces=dict(enumerate(nonces)))
    by_hand = GAME.new(seats, by_hand=True)
    for number in range(56):
        ask = by_hand.asks()[DEALER]
        label = f"eminence 1/richelieu/{number}/{ask.step}"
        drawn = second_implementation(ask.weights or [1] * len(ask), secret, nonces, label)
        by_hand.choose(DEALER, ask.choices[drawn])
    assert [entry.choice for entry in by_hand.entries] == [entry.choice for entry in match.entries]


def test_known_answers() -> None:
    """Were the derivation to change, every match ever saved would no longer hold. Worked out with the openssl command:

    printf 'eminence 1/richelieu/0/deal_cards\\0\\0\\0\\0\\2me\\0\\0\\0\\0\\0\\0\\0\\0' \\
        | openssl dgst -sha256 -mac HMAC -macopt key:secret
    """
    block = "c773a406a14e7282 16da5651f84587b3 4f5554532153ea83 340589ffe6d9f4f7"
    first = int(block.split(maxsplit=1)[0], 16)
    known = (b"secret", [b"me", b""], "eminence 1/richelieu/0/deal_cards")
    assert dealing.number_below(2**64, *known) == first == 14372011184252416642
    assert dealing.number_below(48, *known) == 34
    assert dealing.number_below(1000, *known) == 642
    assert dealing.number_below(1, *known) == 0
    match = GAME.new(secret=b"secret", nonces={0: b"me"})
    assert match.entries[0].choice == GAME.text(34)


def test_commitment() -> None:
    assert dealing.commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    match = GAME.new(secret=b"abc")
    assert match.commitment == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert match.secret_in_keeping == b"abc"


def test_a_secret_is_drawn_where_none_is_given() -> None:
    one, two = GAME.new().secret_in_keeping, GAME.new().secret_in_keeping
    assert one is not None
    assert two is not None
    assert len(one) == dealing.SECRET_BYTES == 32
    assert one != two


def layout(secret: bytes = b"s", nonces: dict[int, bytes] | None = None, seats: int = 2) -> Any:
    return GAME.new(seats, secret=secret, nonces=nonces).view(None)["layout"]


def test_the_same_secret_and_nonces_deal_the_same() -> None:
    assert layout(b"s", {0: b"x"}) == layout(b"s", {0: b"x"})


def test_every_seat_can_change_the_deal() -> None:
    """And nobody's nonce can be moved to another seat, nor a byte from one to the next."""
    deals = [
        layout(b"s"),
        layout(b"t"),
        layout(b"s", {0: b"x"}),
        layout(b"s", {1: b"x"}),
        layout(b"s", {0: b"x", 1: b"y"}),
        layout(b"s", {0: b"xy"}),
        layout(b"s", {1: b"xy"}),
        layout(b"s", {0: b"\0"}),
    ]
    assert len({tuple(deal) for deal in deals}) == len(deals)


def test_the_first_draw_does_not_fix_the_next() -> None:
    """Each draw has its own label: otherwise cards would follow each other in the same way."""
    numbers = [dealing.number_below(48, b"s", [], f"eminence 1/richelieu/{n}/deal_cards") for n in range(48)]
    assert len(set(numbers)) > 20


@pytest.mark.parametrize("bound", [3, 7, 48, 3 * 2**61, 2**63 + 1, 5 * 2**61])
def test_draws_are_even(bound: int) -> None:
    """Also for bounds of which 2**64 is far from a multiple, where the remainder alone would come out small half as
    often again, or twice as often, as large. Chi-square over up to eight classes."""
    classes = min(bound, 8)
    found = [0] * classes
    samples = 4000
    for number in range(samples):
        found[dealing.number_below(bound, b"even", [b"a"], str(number)) * classes // bound] += 1
    sizes = [len(range(-(-c * bound // classes), -(-(c + 1) * bound // classes))) for c in range(classes)]
    square = sum(
        (n - samples * size / bound) ** 2 / (samples * size / bound) for n, size in zip(found, sizes, strict=True)
    )
    assert square < 40  # with at most 7 degrees of freedom, by chance once in 800,000


def test_the_remainder_alone_would_not_pass() -> None:
    """The test above can fail: the same numbers without rejection are uneven."""
    bound, classes, samples = 5 * 2**61, 8, 4000
    found = [0] * classes
    for number in range(samples):
        whole = dealing.number_below(2**64, b"even", [b"a"], str(number))
        found[whole % bound * classes // bound] += 1
    assert sum((n - samples / classes) ** 2 / (samples / classes) for n in found) > 100


def test_numbers_beyond_the_last_multiple_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks: list[int] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        block = int.from_bytes(message[-4:], "big")
        blocks.append(block)
        numbers = [2**64 - 1] * 4 if block < 2 else [2**64 - 1, 2**64 - 6, 17, 0]
        return b"".join(number.to_bytes(8, "big") for number in numbers)

    monkeypatch.setattr(hmac, "digest", digest)
    # 2**64 = 10 * 1844674407370955161 + 6: the last six numbers are rejected, 2**64 - 7 is the last one taken.
    assert dealing.number_below(10, b"", [], "") == 17 % 10
    assert blocks == [0, 1, 2]
    assert dealing.number_below(2**64, b"", [], "") == 2**64 - 1


def test_the_last_number_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hmac, "digest", lambda *_: (2**64 - 7).to_bytes(8, "big") * 4)
    assert dealing.number_below(10, b"", [], "") == 9


def test_weights() -> None:
    found = [0, 0, 0, 0]
    for number in range(6000):
        found[dealing.draw([3, 0, 1, 2], b"w", [], str(number))] += 1
    assert found[1] == 0
    square = sum((n - 1000 * weight) ** 2 / (1000 * weight) for n, weight in zip(found, [3, 1, 1, 2], strict=True) if n)
    assert square < 30


def test_a_match_draws_by_weight() -> None:
    """(Richelieu's draws are all alike; the toy's are not.)"""
    game = Auction()
    found = [0] * 5
    for number in range(1800):
        match = Match(game, 2, None, secret=str(number).encode())
        found[game.to_json(match._state)["hand"][0]] += 1
    expected = [100 * copies for copies in COPIES]
    assert sum((n - e) ** 2 / e for n, e in zip(found, expected, strict=True)) < 30


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_no_number_can_be_drawn_below_that(bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        dealing.number_below(bound, b"secret", [], "label")
