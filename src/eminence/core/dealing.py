"""Fair dealing: every shuffle can be checked by anyone, afterwards.

Before the first card the table's secret is fixed and its SHA-256, the commitment, is shown. Every seat may add a nonce.
Each answer of the dealer is then derived from the secret, the nonces and a label that says which draw it is. After the
match the secret is disclosed: whoever has the match file can check that the secret fits the commitment and recompute
every draw. Nobody could choose the shuffle, provided that at least one nonce could not be guessed and was still unknown
to all others when everything else was fixed. How a table of people sees to that stands in `docs/fairness.md`.

The derivation, for writing a second implementation:

    nonces    for each seat in order: the nonce's length as 4 bytes, big-endian, then its bytes
    label     "eminence 1/<game>/<number of the draw, from 0>/<name of the step>" in UTF-8
    block i   HMAC-SHA256(key = secret, message = label + 0x00 + nonces + i as 4 bytes), i = 0, 1, 2, ...
    number    each block is four unsigned 64-bit numbers, big-endian. With W the sum of the weights, the first number
              below the largest multiple of W that is at most 2**64, taken modulo W: no choice is favoured
    choice    the choices in the order offered, each as wide as its weight: the one in which the number falls
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import count

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """What is shown before the first card: the SHA-256 of the secret, as hex."""
    return hashlib.sha256(secret).hexdigest()


def block(number: int, secret: bytes, nonces: Sequence[bytes], label: str) -> bytes:
    """Block `number` of the digests that a draw is derived from."""
    added = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
    return hmac.digest(secret, label.encode() + b"\0" + added + number.to_bytes(4, "big"), "sha256")


def number_below(bound: int, secret: bytes, nonces: Sequence[bytes], label: str) -> int:
    """A number from 0 to bound - 1, each equally likely, fixed by the secret, the nonces and the label.

    >>> [number_below(6, b"secret", [b"", b"me"], f"roll {i}") for i in range(6)]
    [4, 3, 0, 1, 4, 0]
    """
    if not 0 < bound <= 2**64:
        raise ValueError(f"a number can be drawn below 1 to 2**64, not below {bound}")
    limit = 2**64 // bound * bound
    for i in count():
        digest = block(i, secret, nonces, label)
        for start in range(0, len(digest), 8):
            number = int.from_bytes(digest[start : start + 8], "big")
            if number < limit:
                return number % bound
    raise AssertionError("blocks have no end")


def draw(weights: Sequence[int], secret: bytes, nonces: Sequence[bytes], label: str) -> int:
    """The position of the choice drawn, each as likely as its weight."""
    rest = number_below(sum(weights), secret, nonces, label)
    for position, weight in enumerate(weights):
        if rest < weight:
            return position
        rest -= weight
    raise AssertionError("the weights do not add up")
