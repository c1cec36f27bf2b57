"""Fair dealing: the commitment, nonces, draws that favour nobody, and a second implementation that agrees."""

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Iterable, Sequence

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


def test_a_second_implementation_agrees_and_deals_the_whole_match_alike() -> None:
    chance = random.Random(1)
    for number in range(400):
        secret = chance.randbytes(chance.choice([0, 1, 32, 64, 65, 100]))
        nonces = [chance.randbytes(chance.randrange(40)) for _ in range(chance.randrange(5))]
        weights = [chance.choice([1, 1, 2, 5, 2**40, 0]) for _ in range(chance.randrange(1, 9))] + [1]
        label = f"eminence 1/toy é/{number}/step"
        assert dealing.draw(weights, secret, nonces, label) == second_implementation(weights, secret, nonces, label)
    for seats in (2, 3):
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
    assert [dealing.number_below(bound, *known) for bound in (48, 1000, 1)] == [34, 642, 0]
    match = GAME.new(secret=b"secret", nonces={0: b"me"})
    assert match.entries[0].choice == GAME.text(34)


def test_the_secret_is_committed_to_and_drawn_where_none_is_given() -> None:
    assert dealing.commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    match = GAME.new(secret=b"abc")
    assert match.commitment == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert match.secret_in_keeping == b"abc"
    drawn = {GAME.new().secret_in_keeping for _ in range(2)}
    assert [len(secret or b"") for secret in drawn] == [dealing.SECRET_BYTES] * 2 == [32, 32]


def test_every_seat_can_change_the_deal() -> None:
    """And nobody's nonce can be moved to another seat, nor a byte from one to the next."""
    nonces = [{}, {0: b"x"}, {1: b"x"}, {0: b"x", 1: b"y"}, {0: b"xy"}, {1: b"xy"}, {0: b"\0"}]
    matches = [GAME.new(secret=b"t"), *(GAME.new(secret=b"s", nonces=added) for added in nonces * 2)]
    deals = [tuple(match.view(None)["layout"]) for match in matches]
    assert len(set(deals)) == 1 + len(nonces), "the same secret and nonces deal the same, others something else"


def test_the_first_draw_does_not_fix_the_next() -> None:
    """Each draw has its own label: otherwise cards would follow each other in the same way."""
    numbers = [dealing.number_below(48, b"s", [], f"eminence 1/richelieu/{n}/deal_cards") for n in range(48)]
    assert len(set(numbers)) > 20


# == Draws that favour nobody =========================================================================================
def unevenness(found: Sequence[int], expected: Iterable[float]) -> float:
    """Chi-square: about as much as there are classes, if chance alone is at work."""
    return sum((n - e) ** 2 / e for n, e in zip(found, expected, strict=True))


def in_classes(numbers: Iterable[int], bound: int, classes: int) -> list[int]:
    found = [0] * classes
    for number in numbers:
        found[number * classes // bound] += 1
    return found


@pytest.mark.parametrize("bound", [3, 7, 48, 3 * 2**61, 2**63 + 1, 5 * 2**61])
def test_draws_are_even(bound: int) -> None:
    """Also for bounds of which 2**64 is far from a multiple, where the remainder alone would come out small half as
    often again, or twice as often, as large. Chi-square over up to eight classes."""
    classes = min(bound, 8)
    numbers = (dealing.number_below(bound, b"even", [b"a"], str(number)) for number in range(4000))
    sizes = [len(range(-(-c * bound // classes), -(-(c + 1) * bound // classes))) for c in range(classes)]
    # With at most 7 degrees of freedom, by chance once in 800,000:
    assert unevenness(in_classes(numbers, bound, classes), (4000 * size / bound for size in sizes)) < 40


def test_the_remainder_alone_would_not_pass() -> None:
    """The test above can fail: the same numbers without rejection are uneven."""
    bound = 5 * 2**61
    numbers = (dealing.number_below(2**64, b"even", [b"a"], str(number)) % bound for number in range(4000))
    assert unevenness(in_classes(numbers, bound, 8), [500] * 8) > 100


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
    monkeypatch.setattr(hmac, "digest", lambda *_: (2**64 - 7).to_bytes(8, "big") * 4)
    assert dealing.number_below(10, b"", [], "") == 9


def test_draws_follow_their_weights() -> None:
    found = Counter(dealing.draw([3, 0, 1, 2], b"w", [], str(number)) for number in range(6000))
    assert set(found) == {0, 2, 3}
    assert unevenness([found[0], found[2], found[3]], [3000, 1000, 2000]) < 30
    game = Auction()  # (Richelieu's draws are all alike; the toy's are not.)
    matches = (Match(game, 2, None, secret=str(number).encode()) for number in range(1800))
    held = Counter(game.to_json(match._state)["hand"][0] for match in matches)
    assert unevenness([held[card] for card in range(5)], (100 * copies for copies in COPIES)) < 30


def test_no_number_can_be_drawn_below_that() -> None:
    for bound in (0, -1, 2**64 + 1):
        with pytest.raises(ValueError, match="below"):
            dealing.number_below(bound, b"secret", [], "label")
