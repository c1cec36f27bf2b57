"""Typography: texts as a printer would set them, however plain their sources were typed.

Whoever writes a text types ordinary spaces and straight apostrophes. When it is loaded, once, it gets typographic
apostrophes and, in French, the spaces that belong to its marks: a narrow no-break space before `;` `!` `?` `»` and
after `«`, a no-break space before `:`. What is not prose stays as it is: the fields of a template, code, addresses,
tags, and what stands in straight quotes because it is to be typed.

>>> set_in_type("Vous n'avez « rien » : pourquoi ?", "fr") == "Vous n’avez «\u202frien\u202f»\u00a0: pourquoi\u202f?"
True
>>> set_in_type("Un po' piano, {who}!", "it"), set_in_type("It is {who}'s turn.", "en")
('Un po’ piano, {who}!', 'It is {who}’s turn.')
>>> set_in_type("pip install 'eminence[server]' : `x = 'a'` ; https://a.example?b", "fr")
"pip install 'eminence[server]'\xa0: `x = 'a'`\u202f; https://a.example?b"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

APOSTROPHE: Final = "\u2019"
NO_BREAK: Final = "\u00a0"
NARROW: Final = "\u202f"

_AS_IT_IS: Final = re.compile(
    r"""
      \{\w*\}                       # the field of a template
    | ```.*?```                     # code, in paragraphs and in lines
    | `[^`\n]*`
    | <[a-zA-Z/!][^<>\n]*>          # a tag, or an address between angle brackets
    | (?<=\])\([^()\s]*\)           # where a link leads
    | \b[a-z][a-z+.-]*://[^\s»”)]*  # an address
    | (?<![\w}])'[^'\s]+'(?!\w)     # what stands in straight quotes is to be typed
    | &\#?\w+;                      # an entity
    """,
    re.VERBOSE | re.DOTALL,
)
_HELD: Final = "\ue000"
"""Stands for whatever is left as it is, while the rest is set."""
_WORD: Final = rf"[\w)\]”’»…%°*{_HELD}]"
"""What a mark may follow."""
_SPACES: Final = f"[ \n{NO_BREAK}{NARROW}]"
"""Lines of a page may break before a mark: it follows them all the same."""

Rules = Sequence[tuple[re.Pattern[str], str]]
_EVERYWHERE: Final[Rules] = ((re.compile(rf"(?<=[\w\])*”»{_HELD}])'|'(?=\d\d\b)"), APOSTROPHE),)
_FRENCH: Final[Rules] = (
    (re.compile(rf"«{_SPACES}*"), f"«{NARROW}"),
    (re.compile(rf"{_SPACES}+(?=[;!?»])|(?<={_WORD})(?=[;!?]+(?:[\s.,)”*|»]|$))|(?<=[^\s{NARROW}])(?=»)"), NARROW),
    (re.compile(rf"{_SPACES}+(?=:(?![-\w]))|(?<={_WORD})(?=:(?:[\s*]|$))"), NO_BREAK),
)
_RULES: Final[dict[str, Rules]] = {"fr": (*_EVERYWHERE, *_FRENCH)}


def set_in_type(text: str, language: str) -> str:
    """A text, or a page of Markdown, with the spaces and apostrophes of its language. Twice is the same as once."""
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(found[0])
        return _HELD

    text = _AS_IT_IS.sub(hold, text)
    for pattern, mark in _RULES.get(language, _EVERYWHERE):
        text = pattern.sub(mark, text)
    back = iter(held)
    return re.sub(_HELD, lambda _: next(back), text)
