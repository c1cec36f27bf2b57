"""How texts are printed: what a careful printer would mark, found without the help of what sets them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

NARROW, NO_BREAK = "\u202f", "\u00a0"
NOT_PROSE = re.compile(r"```.*?```|`[^`\n]*`|<[a-zA-Z/!][^<>\n]*>|\w[\w+.-]*://\S*|(?<![\w}])'\S+'(?!\w)", re.DOTALL)
ALWAYS: Mapping[str, str] = {
    r"'": "a straight apostrophe",
    r" [\u00a0\u202f]|[\u00a0\u202f] |[\u00a0\u202f]{2}": "two spaces",
    r"(?<![\w-])-\d": "a hyphen for a minus",
}
IN: Mapping[str, Mapping[str, str]] = {
    "fr": {
        rf"(?<!^)(?<![{NARROW}?!;])[;!?](?!\w)": "no narrow no-break space before the mark",
        rf"(?<!^)(?<!{NARROW})»": "no narrow no-break space before »",
        rf"«(?!{NARROW})": "no narrow no-break space after «",
        rf"(?<!^)(?<!{NO_BREAK}):(?![-\w])(?<![-|]:)": "no no-break space before :",
        rf"{NARROW}(?![;!?»])(?<!«{NARROW})": "a narrow space where none belongs",
        r"“|”": "English quotation marks",
    },
    "en": {r"[\s\u00a0\u202f][;:!?](?!-)": "a space before the mark", r"«|»": "French quotation marks"},
    "it": {
        r"[\s\u00a0\u202f][;:!?](?!-)": "a space before the mark",
        r"«[\s\u00a0\u202f]|[\s\u00a0\u202f]»": "a space inside the quotation marks",
        r"“|”": "English quotation marks",
    },
}


def misprints(text: str, language: str) -> list[str]:
    """What is wrong with the spaces, apostrophes and quotation marks of a text; code and addresses are no prose."""
    prose = NOT_PROSE.sub("x", text)
    faults = {**ALWAYS, **IN[language]}
    return [
        f"{fault}: …{prose[max(0, found.start() - 20) : found.end() + 20]!r}"
        for pattern, fault in faults.items()
        for found in re.finditer(pattern, prose)
    ]


def forms(template: str | Mapping[str, str]) -> Sequence[str]:
    """A text as it stands, or all its numbers."""
    return [template] if isinstance(template, str) else [*template.values()]
