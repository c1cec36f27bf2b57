"""Where a long name may be broken on a small card: soft hyphens, which show only where a line ends at them.

Browsers break words by dictionaries that not every device has. The names of our games are French, Italian, Latin or
English; what these agree on is enough: a syllable begins with a consonant, or with a pair that is never parted, before
a vowel. About an `s` before a consonant they do not agree, so there is no break beside it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

LONG: Final = 7
"""Letters from which on a word may be broken, with three of them at least before and after the break (an apostrophe
before them counts), and no silent syllable alone."""
SOFT: Final = "\u00ad"
_VOWEL: Final = "[aeiouyàâäèéêëìîïòôöùûü]"
_CONSONANT: Final = "[bcdfghjklmnpqrstvwxzç]"
_PAIR: Final = "[bcdfgptv][lr]|[cpst]h|gn|qu"
_BREAK: Final = re.compile(
    rf"(?<=[\w’]\w\w)(?<!s)(?!s{_CONSONANT})(?=(?:{_PAIR}|{_CONSONANT}){_VOWEL})(?=\w\w\w)(?!\w\wes?\b)"
    rf"(?<!(?=[cpst]h|gn|qu).)(?<!(?=[bcdfgptv][lr]).)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(rf"’?\w{{{LONG},}}")


@lru_cache(2000)
def soft(text: str) -> str:
    """The text, with a soft hyphen wherever a long word of it may be broken.

    >>> [soft(name).replace(SOFT, "-") for name in ("Sacchetti", "A. Barberini", "Permutation", "Mazarin", "Lugo")]
    ['Sac-chetti', 'A. Bar-be-rini', 'Per-mu-ta-tion', 'Maza-rin', 'Lugo']
    >>> [soft(name).replace(SOFT, "-") for name in ("Camerlingue", "philosophe", "Questeurs", "Carpegna", "Squadrone")]
    ['Camer-lingue', 'phi-lo-sophe', 'Questeurs', 'Car-pe-gna', 'Squa-drone']
    >>> soft("d’Orléans").replace(SOFT, "-")
    'd’Or-léans'
    """
    return _WORD.sub(lambda word: _BREAK.sub(SOFT, word[0]), text)
