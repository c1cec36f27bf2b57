"""What is told: every step, answer, event, option, reason and line of the count has its words, in each language."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import cycle

from eminence.core.ask import Ask
from eminence.core.checking import keys_of
from eminence.core.event import as_known_to
from eminence.core.game import Game
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOT_NOW, State, Why
from eminence.core.texts import LANGUAGES, MissingText, Texts
from eminence.core.texts.telling import Telling, package_of
from eminence.core.view import View
from eminence.core.visibility import memory, own_memory
from eminence.games import REGISTRY
from tests.laws.gathering import Gathered, Moment
from tests.laws.printed import forms, misprints
from tests.laws.table import Table, answered, broken, require, seats_asked, who

MARKS: Mapping[str, str] = {
    "en": "the of you your and this that is are his has from their they nobody",
    "fr": "les des vous votre vos est une dans avec pour et qui aux du",
    "it": "gli della delle dei del che sono una con di tuo tua tue tuoi",
}
"""Words by which a language is known: none of the others has them."""
SAME = frozenset({"point", "points", "six", "von"})
"""Words that are spelled alike in two languages, where no other sentence shows it."""

Spoken = Mapping[str, Texts]


def spoken(game: Game) -> Spoken:
    """The texts of a game by language; of a toy, with its misprints."""
    found = {language: Texts(language, "eminence.core", package_of(game)) for language in LANGUAGES}
    for (language, key), text in getattr(game, "misprints", {}).items():
        found[language]._templates[key] = text
        if not text:
            del found[language]._templates[key]
    return found


MOST = 999
"""A number above this holds several things."""


def check_readings(table: Table, gathered: Gathered, chance: random.Random) -> None:
    """Whoever writes a program reads names and lists: no number that holds several things, and nothing that is hidden
    from him; what is for memory is hidden on the table, and what is not is there as it is."""
    game = table.game
    for state in [*(moment.state for moment in gathered), gathered.last[0]]:
        for viewer in table.viewers:
            view = table.view(state, viewer)
            for name, told in game.read(view).items():
                packed = [value for value in leaves(told) if isinstance(value, int) and not -MOST <= value <= MOST]
                require("told", table, not packed, f"{name} is read as {packed[:3]}: give it a reading")
                hidden, unread = (leaves(value).count(None) for value in (view[name], told))
                require(
                    "told", table, hidden <= unread, f"{name} is hidden from {who(viewer)}, but it can be read: {told}"
                )
            check_sight(table, view)


def check_sight(table: Table, view: View) -> None:
    """What is in sight is what the view has, but for what is to be remembered: others' things, or all of it."""
    sight, kept = table.game.in_sight(view), view.over or table.game.memory_is_open(view.options)
    for name, sees in table.game.visible.items():
        wanted = view[name]
        if not kept and sees is own_memory:
            wanted = None
        elif not kept and sees is memory:
            wanted = [item if seat == view.seat else None for seat, item in enumerate(wanted)]
        require("told", table, sight[name] == wanted, f"of {name}, {who(view.seat)} has {sight[name]} in sight")


def leaves(value: object) -> list[object]:
    """All that is in a list, however deep."""
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]


def check_texts(game: Game) -> None:
    """The same texts with the same fields in each language, and one for all that a game has; each in its language."""
    texts = spoken(game)
    english = texts["en"]
    for language, other in texts.items():
        if odd := set(english) ^ set(other):
            broken("told", f"{game}: not told both in English and in {language!r}: {sorted(odd)}")
        for key in english:
            if english.fields(key) != other.fields(key):
                broken("told", f"{game}: {key!r} has other fields in {language!r} than in English")
            if isinstance(english.template(key), str) != isinstance(other.template(key), str):
                broken("told", f"{game}: {key!r} minds numbers in only one of English and {language!r}")
    for key in keys_of(game):
        if not any(known == key or known.startswith(f"{key}.") for known in english):
            broken("told", f"{game}: there are no words for {key!r}")
    versions = REGISTRY.get(game.id, {}).values()  # they share their texts
    first_words = {text.partition(" ")[0] for version in (game, *versions) for text in version.codes_by_text}
    for key in (key for key in english if key.startswith(f"why.{NOT_NOW}.")):
        if key.rpartition(".")[2] not in first_words:
            broken("told", f"{game}: no answer begins with the last word of {key!r}, so it is never said")
    check_languages(game, texts)


def check_languages(game: Game, texts: Spoken) -> None:
    """No text is left in another language, and each is printed as its own wants it."""
    for language, own in texts.items():
        for key in own:
            if faults := [fault for form in forms(own.template(key)) for fault in misprints(form, language)]:
                broken("told", f"{game}: {key!r} in {language!r} is misprinted: {faults[0]}")
        foreign = {word for other, words in MARKS.items() if other != language for word in words.split()}
        for key in own:
            if left := sorted(set(_words(own, key)) & foreign):
                broken("told", f"{game}: {key!r} in {language!r} has words of another language: {left}")
        if language == "en":
            continue
        same = [key for key in own if own.template(key) == texts["en"].template(key)]
        words = {word.casefold() for key in own if key not in same for word in _words(own, key)}
        english = {word for key in texts["en"] if key not in same for word in _words(texts["en"], key)}
        for key in same:
            for word in _words(own, key):
                is_name = word[0].isupper() and word.casefold() not in english
                if len(word) > 2 and not is_name and word.casefold() not in words | SAME:
                    broken("told", f"{game}: {key!r} is the same in English and in {language!r}: {word!r}")


def _words(texts: Texts, key: str) -> Iterator[str]:
    template = texts.template(key)
    for form in forms(template):
        yield from re.findall(r"[^\W\d_]+", re.sub(r"{\w*}", " ", form))


def check_telling(table: Table, gathered: Gathered, chance: random.Random, explained: Collection[Moment]) -> None:
    """At every step the question, every answer and all that follows can be told, to each reader in each language; and
    at some moments why everything else that there is may not be answered."""
    game, texts = table.game, spoken(table.game)
    kind = game.telling
    for moment, language in zip(gathered, cycle(LANGUAGES), strict=False):
        story = answered(moment.state, moment.seat, moment.code).story or []
        for reader in table.viewers:
            told = kind(game, texts[language], reader)
            events = [as_known_to(event, game.visible, reader) for event in story]
            try:
                _check_sensible(table, language, told.story(events))
            except MissingText as error:
                broken("told", f"{table}: there are no words for {events}: {error}")
        for seat in seats_asked(moment.state):
            if seat != DEALER:
                ask, told = game.ask(moment.state, seat), kind(game, texts[language], seat)
                _check_question(table, moment.state, ask, told, moment in explained)
    for state, language in zip(gathered.last[:6], cycle(LANGUAGES), strict=False):
        told = kind(game, texts[language], chance.choice(table.viewers))
        lines = game.count(state)
        said = [told.end(game.reason(state)), *map(told.subject, lines), *map(told.part, lines)]
        said += [told.tally(tally) for line in lines for tally in line.tallies]
        _check_sensible(table, language, said)
        told.tie(table.view(state, None), state.scores())


def _check_question(table: Table, state: State, ask: Ask, told: Telling, explained: bool) -> None:
    view = table.view(state, ask.seat)
    labels = [told.label(view, choice) for choice in ask]
    against = _check_reasons(table, state, ask.seat, view) if explained else []
    reasons = [told.because(why) or "" for why in against]
    _check_sensible(table, told.texts.language, [told.prompt(view, ask), *labels, *reasons])
    if len(set(labels)) != len(labels):
        twice = sorted({label for label in labels if labels.count(label) > 1})
        broken("told", f"{table}: two answers to {ask.step!r} are called {twice} in {told.texts.language!r}")


def _check_reasons(table: Table, state: State, seat: int, view: View) -> list[Why]:
    """There is a reason against a choice if and only if it is not offered, and it tells nothing that is hidden: it is
    the same in whichever world. All reasons that there are."""
    game, found = table.game, []
    world = game.worlds(view).imagine(Rng(view.game))
    offered = set(state.choices(seat))
    for number, (text, code) in enumerate(game.codes_by_text.items()):
        here, there = (one.step().why_not(one, seat, code) for one in (state, world))
        fits = (here is None) == (code in offered)
        require("told", table, fits, f"{text!r} is offered, or not, but the reason against is {here}")
        require("told", table, repr(here) == repr(there), f"why {text!r} is refused tells {who(seat)} what is hidden")
        if here is not None and (here.key != NOT_NOW or number % 11 == 0):
            why = game.why_not(view, code)
            assert why
            same = why.key.partition(".")[0] == here.key if here.key == NOT_NOW else repr(why) == repr(here)
            require("told", table, same, f"why {text!r} is refused is told as {why}, and is {here}")
            found.append(why)
    return found


def _check_sensible(table: Table, language: str, said: Sequence[str]) -> None:
    """Sentences for people: not empty, no key, no field left open."""
    for text in said:
        if not text.strip() or re.search(r"[{}]|None|\b[a-z]+\.[a-z_]+\.[a-z_]+", text):
            broken("told", f"{table}: {text!r} is no sentence in {language!r}")
