"""Texts: everything people read, by language and key. What a key says lives in TOML files, never in the code.

A text is a template with named fields, `{who} takes {card}.`, or a pair of templates `{ one = …, other = … }` between
which the number `n` decides, by the rule of its language. A key that is missing, or a field that nobody fills in, is an
error and never passes in silence: what is shown is a sentence or nothing. Spaces and apostrophes are those of the
language, however the file has them: see `typography`.

>>> texts = Texts("fr", "eminence.core")
>>> texts.listed(["le Cardinal", "la Reine", "Monsieur"])
'le Cardinal, la Reine et Monsieur'
>>> texts("points", n=0), texts("points", n=2)
('0 point', '2 points')
>>> texts("no such key")
Traceback (most recent call last):
eminence.core.texts.MissingText: there is no text 'no such key' in 'fr'
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from eminence.core.errors import EminenceError
from eminence.core.texts.typography import set_in_type

LANGUAGES: Final = ("en", "fr", "it")
"""The languages of the house, the first of which is spoken where no other is asked for."""
ENVIRONMENT: Final = "EMINENCE_LANG"

Template = str | Mapping[str, str]

_IS_ONE: Final[Mapping[str, Callable[[int], bool]]] = {
    "en": lambda n: n == 1,
    "fr": lambda n: n in (-1, 0, 1),
    "it": lambda n: n == 1,
}
"""Which numbers take the form `one`; all others take `other`."""


class MissingText(EminenceError, LookupError):
    """A key or a field that a text lacks: a fault of ours, shown as such and never passed over."""


class UnknownLanguage(EminenceError, LookupError):
    """There are no texts in that language."""


class Texts:
    """The texts of some packages in one language: call it with a key and the fields of its template.

    Each package keeps its texts in a folder `texts`, one file a language; what is much and stands apart can have files
    of its own there, `cards.en.toml` beside `en.toml`.
    """

    def __init__(self, language: str, *packages: str) -> None:
        if language not in LANGUAGES:
            raise UnknownLanguage(f"there are no texts in {language!r}; languages: {', '.join(LANGUAGES)}")
        self.language = language
        self.packages = packages
        self._templates: dict[str, Template] = {}
        for package in packages:
            for key, template in _read(package, language).items():
                if key in self._templates:
                    raise MissingText(f"the text {key!r} stands in two of {', '.join(packages)}")
                self._templates[key] = template

    def __call__(self, key: str, /, **fields: object) -> str:
        template = self.template(key)
        if not isinstance(template, str):
            number = fields.get("n")
            if not isinstance(number, int):
                raise MissingText(f"the text {key!r} needs the number n")
            template = template["one" if _IS_ONE[self.language](number) else "other"]
        try:
            return template.format_map({name: _written(field) for name, field in fields.items()})
        except KeyError as error:
            raise MissingText(f"the text {key!r} needs {error.args[0]!r}") from None

    def template(self, key: str) -> Template:
        """What stands under a key, its fields not filled in."""
        try:
            return self._templates[key]
        except KeyError:
            raise MissingText(f"there is no text {key!r} in {self.language!r}") from None

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def fields(self, key: str) -> frozenset[str]:
        """The names of the fields of a text."""
        template = self.template(key)
        forms = [template] if isinstance(template, str) else template.values()
        return frozenset(name for form in forms for _, name, _, _ in Formatter().parse(form) if name)

    def listed(self, items: Sequence[str]) -> str:
        """Several things as people say them: `a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return self("list", before=", ".join(items[:-1]), last=items[-1])

    def apart(self, items: Iterable[str]) -> str:
        """Several things that have commas of their own: `a, b; c`."""
        return self("join.apart").join(items)

    def either(self, items: Sequence[object]) -> str:
        """One of several things: `2, 3 or 4`."""
        *before, last = map(str, items)
        return self("join.either", before=", ".join(before), last=last) if before else last


def _written(field: object) -> object:
    """A field as it is printed: negative numbers with a real minus."""
    return f"\N{MINUS SIGN}{-field}" if isinstance(field, int) and field < 0 else field


def sentence(text: str) -> str:
    """A text that begins with a capital, whatever was filled in at its beginning.

    >>> sentence("the Queen sits out.")
    'The Queen sits out.'
    """
    return text[:1].upper() + text[1:]


def language_for(wish: str | None, environment: Mapping[str, str]) -> str:
    """The language to speak: as wished, else as EMINENCE_LANG says, else as the machine is set up, else English.

    A wish for a language we do not have raises UnknownLanguage; a machine set up for one gets English.

    >>> language_for(None, {"LANG": "fr_CH.UTF-8"}), language_for("it", {"LANG": "fr_CH"}), language_for(None, {})
    ('fr', 'it', 'en')
    """
    wish = wish or environment.get(ENVIRONMENT)
    if wish:
        language = wish.casefold().replace("-", "_").partition("_")[0]
        if language not in LANGUAGES:
            raise UnknownLanguage(f"there are no texts in {wish!r}; languages: {', '.join(LANGUAGES)}")
        return language
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = locale.partition("_")[0].partition(".")[0]
    return language if language in LANGUAGES else LANGUAGES[0]


@cache
def _read(package: str, language: str) -> Mapping[str, Template]:
    """The texts of one package, tables within tables written as `key.key`."""
    folder = files(package) / "texts"
    found: dict[str, Template] = {}

    def flatten(table: Mapping[str, Any], before: str, source: str) -> None:
        for name, value in table.items():
            key = before + name
            if key in found:
                raise MissingText(f"{key!r} in {source} stands in another file too")
            if isinstance(value, str):
                found[key] = set_in_type(value, language)
            elif not isinstance(value, dict):
                raise MissingText(f"{key!r} in {source} is not a text")
            elif "other" in value:
                if set(value) != {"one", "other"}:
                    raise MissingText(f"{key!r} in {source} needs the forms one and other")
                found[key] = {form: set_in_type(text, language) for form, text in value.items()}
            else:
                flatten(value, f"{key}.", source)

    beside = sorted(file.name for file in folder.iterdir() if file.name.endswith(f".{language}.toml"))
    for name in (f"{language}.toml", *beside):
        flatten(tomllib.loads((folder / name).read_text(encoding="utf-8")), "", str(folder / name))
    return found
