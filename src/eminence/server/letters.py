"""What people write, made harmless: nothing that is not seen, nothing that turns its neighbours around or covers them.

Names stand among words of ours and beside other names. A letter without a shape makes two names look alike, marks
stacked on one another cover the lines above, and one that turns the direction of writing turns the rest of the line.
"""

from __future__ import annotations

import unicodedata
from typing import Final

BLANK: Final = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that are none to the eye, though Unicode does not count them among the invisible."""
SPACES: Final = ("Cc", "Zl", "Zp")
UNSEEN: Final = ("Cf", "Cs", "Co", "Cn", "Me")
"""Kinds of characters that are left out: those that steer, halves, private ones, unassigned ones, and what encloses."""
MARKS: Final = 2
"""How many marks one letter may carry: some scripts need two."""
RIGHT_TO_LEFT: Final = ("R", "AL")
ISOLATED: Final = "\u2068{}\u2069"
"""A text that is ordered by itself, whatever stands around it."""


def tidy(text: str) -> str:
    """A line that somebody typed, without what is not seen, towers of marks and needless spaces.

    >>> tidy("  Anna\\u202e\\u200b\\u3164  Maria "), tidy("Z" + "\\u0335" * 20 + "oe\\u0301")
    ('Anna Maria', 'Z\\u0335\\u0335oé')
    """
    kept: list[str] = []
    marks = MARKS  # a mark needs a letter to stand on
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if kind in SPACES:
            letter, kind = " ", "Zs"
        if kind in UNSEEN or letter in BLANK:
            continue
        if kind == "Mn":
            marks += 1
            if marks > MARKS:
                continue
        else:
            marks = MARKS if kind == "Zs" else 0
        kept.append(letter)
    return " ".join("".join(kept).split())


def is_seen(text: str) -> bool:
    """Whether all of a text can be seen as it is: what is to be hashed must not be changed, only refused.

    >>> is_seen("my own words"), is_seen("my\\u200bown words")
    (True, False)
    """
    return tidy(text) == " ".join(unicodedata.normalize("NFC", text).split())


def isolated(name: str) -> str:
    """A name as it stands in a sentence: one that runs from right to left leaves the rest of it in its order.

    What pages do by <bdi>, for places where there is no markup.

    >>> isolated("Anna"), isolated("\\u05d0\\u05e0\\u05d4")
    ('Anna', '\\u2068\\u05d0\\u05e0\\u05d4\\u2069')
    """
    turned = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name)
    return ISOLATED.format(name) if turned else name
