"""What a game must bring to be registered: each thing that is missing is named, with the file it is missing from.

The laws look at how a game behaves; this looks at whether all of it is there, so that nothing is found missing in the
middle of a match, or on a page that shows all games.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from importlib.resources import files

from eminence.core import lesson
from eminence.core.errors import BadOptions, EminenceError
from eminence.core.game import Game
from eminence.core.match import TookBack
from eminence.core.texts import LANGUAGES, Texts, learning
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import Telling, package_of
from eminence.core.visibility import everyone

EXPORTS = ("id", "title", "rules", "seats", "visible", "events", "codes")
LOOK = ("table.html", "table.css")
"""What a game brings that draws its own page."""


class BadGame(EminenceError, ValueError):
    """A game lacks something that every game has."""


def check(game: Game) -> None:
    """Raises BadGame with all that a game lacks, a line each."""
    missing = [*_exports(game)]
    if not missing:
        missing = [*_words(game), *_look(game)]
    if missing:
        raise BadGame("\n".join([f"{type(game).__name__} is not complete:", *(f"  {line}" for line in missing)]))


def _exports(game: Game) -> Iterator[str]:
    file = inspect.getfile(type(game))
    for name in EXPORTS:
        if not hasattr(game, name):
            yield f"{file}: the class has no `{name}`"
    try:
        game.checked_options(game.for_beginners)
    except BadOptions as error:
        yield f"{file}: `for_beginners`: {error}"
    fields = getattr(game, "visible", {})
    for name, sees in fields.items():
        if sees.seats and fields.get(sees.seats) is not everyone:
            yield f"{file}: `{name}` is for the seats in `{sees.seats}`, which must be a field that everyone sees"
    for event in getattr(game, "events", ()):
        places = [(f"`{name}` lies in `{place}`", place) for name, place in event.LIES_IN.items()]
        for what, place in places:
            if place not in fields:
                yield f"{inspect.getfile(event)}: {event.__name__} says that {what}, and there is no such field"
        whose = [(what, fields[place]) for what, place in places if place in fields]
        for what, sees in [*whose, ("it REVEALS something", event.REVEALS)]:
            needs = sees.seats or ("seat" if sees.by_seat else "")
            if needs and needs not in event.__dataclass_fields__:
                yield f"{inspect.getfile(event)}: {event.__name__} has no `{needs}`, but {what}, known to {sees.words}"
    if not (inspect.isclass(game.telling) and issubclass(game.telling, Telling)):
        yield f"{file}: `telling` is not a subclass of eminence.core.texts.telling.Telling"


def keys_of(game: Game) -> list[str]:
    """The texts that a game must have, whatever its telling says besides: each a key, or the beginning of some."""
    steps = game.start(game.seats[0], game.checked_options(None)).book
    keys = ["summary", *(f"seat.{seat}.name" for seat in range(max(game.seats)))]
    keys += [f"prompt.{step.name}" for step in steps]
    for option in game.options:
        keys += [f"option.{option.name}.{part}" for part in ("name", "text")]
        keys += [f"option.{option.name}.value.{value}" for value in option.values if isinstance(value, str)]
        keys += [f"option.{option.name}.more"] if option.more else []
    keys += [f"event.{event.__name__}" for event in (*game.events, TookBack)]
    for phrase in game.talk.phrases if game.talk else ():
        keys += [f"say.{phrase.key}", *([f"say.card.{phrase.key}"] if phrase.blanks else [])]
        keys += [f"say.blank.{blank.name}" for blank in phrase.blanks]
    return keys + (["discreet.name", "discreet.text"] if game.discreet else [])


def _words(game: Game) -> Iterator[str]:
    """Texts and rules: in every language, the same keys and a paragraph for each step."""
    folder = files(package_of(game))
    steps = game.start(game.seats[0], game.checked_options(None)).book
    names = {step.name for step in steps}
    paragraphs = dict.fromkeys(["components", *(step.rule for step in steps)])
    told: dict[str, Texts] = {}
    for language in LANGUAGES:
        file, page = folder / "texts" / f"{language}.toml", folder / "rules" / f"{language}.md"
        if not file.is_file():
            yield f"{file} is missing"
        else:
            try:
                told[language] = Texts(language, "eminence.core", package_of(game))
            except tomllib.TOMLDecodeError as error:
                yield f"{file}: {error}"
        if not page.is_file():
            yield f"{page} is missing"
        else:
            known = RulesPage(package_of(game), language).paragraphs
            yield from (f'{page} has no paragraph <a id="{name}"></a>' for name in paragraphs if name not in known)
    everything = set().union(*told.values())
    wanted = dict.fromkeys([*keys_of(game), *sorted(everything)])
    for language, keys in told.items():
        faults = [*learning.faults(keys, names), *lesson.faults(game, keys)]
        yield from (f"{folder / 'texts'} in {language!r} {fault}" for fault in faults)
        tables = {key[:end] for key in keys for end in range(len(key)) if key[end] == "."}
        for key in wanted:
            if key not in keys and key not in tables:
                yield f"{folder / 'texts' / f'{language}.toml'} has no text `{key}`"


def _look(game: Game) -> Iterator[str]:
    """A page that the game draws itself needs its macros and its styles. (It is not imported here.)"""
    if type(game).page is not Game.page:
        look = files(package_of(game)) / "look"
        yield from (f"{look / name} is missing" for name in LOOK if not (look / name).is_file())
