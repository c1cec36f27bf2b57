"""What a person adds to the shuffle, and what is known of how it came to be.

A nonce is text; its bytes are those of UTF-8. What a seat is bound to is their SHA-256, the commitment.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final

from eminence.core import dealing
from eminence.server.letters import is_seen
from eminence.server.problems import Problem

SEALED: Final = "sealed"
"""Its seat was bound to it before it was opened."""
OPEN: Final = "open"
"""Its seat said it openly when it sat down."""
SERVER: Final = "server"
"""The server drew it, because the seat brought nothing: a browser without script."""
ABSENT: Final = "absent"
"""The server drew it, because the seat did not open its own in time."""
EARLIER: Final = ""
"""From before this was written down."""

LONGEST_NONCE: Final = 200
LONGEST_OPENED: Final = LONGEST_NONCE + 40
"""Words, and behind them what the browser drew by lot, so that the commitment cannot be guessed."""
_COMMITMENT: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Nonce:
    """What a seat adds: the columns of its row."""

    nonce: str
    """As hex; empty as long as it is not opened."""
    nonce_commitment: str
    nonce_origin: str


def added(words: str, commitment: str) -> Nonce:
    """What somebody brings who sits down: a commitment, or open words. For whoever brings neither it is drawn."""
    if commitment and words.strip():
        raise Problem("bad_commitment")
    if commitment:
        return bound(commitment)
    if len(words) > LONGEST_NONCE or not is_seen(words):
        raise Problem("bad_nonce", longest=LONGEST_NONCE)
    return _known(words.strip().encode("utf-8", "replace"), OPEN) if words.strip() else drawn(SERVER)


def bound(commitment: str) -> Nonce:
    """A nonce that is still closed. Problem if it is no commitment at all."""
    if not _COMMITMENT.fullmatch(commitment):
        raise Problem("bad_commitment")
    return Nonce("", commitment, SEALED)


def opened(text: str) -> Nonce:
    """The nonce behind a commitment, exactly as it is sent."""
    if not text or len(text) > LONGEST_OPENED:
        raise Problem("bad_nonce", longest=LONGEST_OPENED)
    return _known(text.encode("utf-8", "replace"), SEALED)


def drawn(origin: str) -> Nonce:
    """A nonce that the server draws, since somebody has to."""
    return _known(secrets.token_hex(16).encode(), origin)


def _known(nonce: bytes, origin: str) -> Nonce:
    return Nonce(nonce.hex(), dealing.commitment(nonce), origin)
