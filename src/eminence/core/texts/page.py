"""The rules page of a game: one Markdown file a language in its folder `rules`, cut into its paragraphs.

A line `<a id="take"></a>` before a heading names the paragraph, by the name that a step gives as its `rule`: so every
question can show the rule it comes from. Some names are known to all: `summary` says in a few points what the game is
about, `components` what is in the box, `rulings` and `decisions` how what was open has been settled. How long a game
takes is one of its texts: `{lasts}` stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from eminence.core.texts import MissingText, Texts
from eminence.core.texts.typography import set_in_type

APART = ("components", "rulings", "decisions")
"""What is looked up rather than read."""
LASTS = "{lasts}"
ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>\n', re.MULTILINE)


class RulesPage:
    """A game's rules in one language; or another page of its folder, by the name before the language."""

    def __init__(self, package: str, language: str, name: str = "") -> None:
        file = f"{name}.{language}.md" if name else f"{language}.md"
        text = (files(package) / "rules" / file).read_text(encoding="utf-8")
        if LASTS in text:
            text = text.replace(LASTS, Texts(language, package)("lasts"))
        self.text = set_in_type(text, language)
        head, *parts = ANCHOR.split(self.text)
        self.head = head.strip()
        title, *blocks = re.split(r"\n{2,}", self.head)
        self.title = title.lstrip("# ")
        self.facts = blocks[0] if blocks else ""
        """For whom and how long it is, and who made it."""
        self.preface = "\n\n".join(blocks[1:])
        """What is to be said before the rules themselves."""
        self.paragraphs: Mapping[str, str] = {
            name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)
        }
        """The paragraphs in their order, each with its heading, by their names."""

    @property
    def apart(self) -> tuple[str, ...]:
        """The paragraphs that have a page of their own: none without rulings, where the box is a part of the rules."""
        return tuple(name for name in APART if name in self.paragraphs) if "rulings" in self.paragraphs else ()

    def paragraph(self, name: str) -> str:
        """The paragraph of that name, as Markdown."""
        try:
            return self.paragraphs[name]
        except KeyError:
            raise MissingText(f"the rules page has no paragraph {name!r}") from None

    def whole(self) -> str:
        """The whole page as Markdown, without the names of its paragraphs."""
        return "\n\n".join([self.head, *self.paragraphs.values()])
