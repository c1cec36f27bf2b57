"""Reading the words of a command line: a mistake gets one sentence that says what was wrong and what would be right."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

from eminence import all_games
from eminence.bots import LEVELS, NAMES, SETTINGS, UnknownBot, bot
from eminence.core.errors import EminenceError
from eminence.core.texts import Texts

ONE_WORD_MISSING = re.compile(r"^argument (.+?): expected (?:one|at least one) argument$")
WORDS_MISSING = re.compile(r"^the following arguments are required: (.+)$")
NOT_TOGETHER = re.compile(r"^argument (.+?): not allowed with argument (.+)$")
ABOUT = re.compile(r"^argument (.+?): (.+)$", re.DOTALL)
"""What argparse itself has to say, for us to say it in our words."""

T = TypeVar("T")


class WrongWords(EminenceError):
    """The words of a command cannot be understood."""


def find_language(words: Sequence[str]) -> str | None:
    """The language asked for, read before anything else: errors and help speak it too."""
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None


def did_you_mean(texts: Texts, word: str, known: Iterable[str]) -> str:
    """A word that was probably meant, as a sentence to append; or nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return " " + texts("wrong.meant", word=close[0]) if close else ""


class Parser(argparse.ArgumentParser):
    """argparse with the manners of the house: our language, suggestions, and errors raised as WrongWords."""

    def __init__(self, texts: Texts, **settings: Any) -> None:
        self.texts = texts
        super().__init__(
            add_help=False, allow_abbrev=False, formatter_class=partial(_Formatter, texts=texts), **settings
        )
        self._positionals.title = texts("main.words")
        self._optionals.title = texts("main.options")
        self.add_argument("-h", "--help", action="help", help=texts("main.help"))

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The words, understood. Raises WrongWords."""
        known, unknown = self.parse_known_args(words)
        if unknown:
            said = [word.partition("=")[0] for word in unknown if word.startswith("-")] or unknown
            meant = did_you_mean(self.texts, said[0], self._options_of(getattr(known, "command", None)))
            raise WrongWords(self.texts("wrong.unknown", word=said[0]) + meant)
        return known

    def _options_of(self, command: str | None) -> list[str]:
        options = [option for action in self._actions for option in action.option_strings]
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction) and command in action.choices:
                options += [option for own in action.choices[command]._actions for option in own.option_strings]
        return options

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            meant = did_you_mean(self.texts, str(value), known)
            raise WrongWords(self.texts("wrong.choice", word=value, known=", ".join(known)) + meant)

    def error(self, message: str) -> NoReturn:
        texts = self.texts
        if found := ONE_WORD_MISSING.match(message):
            message = texts("wrong.word_missing", option=found[1])
        elif found := WORDS_MISSING.match(message):
            message = texts("wrong.words_missing", words=found[1])
        elif found := NOT_TOGETHER.match(message):
            message = texts("wrong.not_together", option=found[1], other=found[2])
        elif found := ABOUT.match(message):
            message = texts("wrong.about", option=found[1], message=found[2])
        raise WrongWords(f"{message} {texts('wrong.help', command=self.prog)}")


class _Formatter(argparse.HelpFormatter):
    """Help in the language of the parser."""

    def __init__(self, prog: str, texts: Texts) -> None:
        super().__init__(prog, max_help_position=30)
        self._texts = texts

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self._texts("main.usage") if prefix is None else prefix)


# -- the kinds of words --------------------------------------------------------------------------------------------


def kind(texts: Texts, read: Callable[[Texts, str], T]) -> Callable[[str], T]:
    """A kind of word for argparse, whose complaints come through in full."""

    def reader(word: str) -> T:
        return read(texts, word)

    return reader


def game_name(texts: Texts, word: str) -> str:
    """The name of a game."""
    known = [game.id for game in all_games()]
    if word not in known:
        meant = did_you_mean(texts, word, known)
        raise WrongWords(texts("wrong.game", word=word, known=", ".join(known)) + meant)
    return word


def bot_name(texts: Texts, word: str) -> str:
    """The name of a bot, or a level for people."""
    word = "eminence" if word == "éminence" else word
    try:
        bot(word)
    except UnknownBot:
        known = [*LEVELS, *NAMES, *SETTINGS]
        meant = did_you_mean(texts, word, known)
        raise WrongWords(texts("wrong.bot", word=word, known=", ".join(known)) + meant) from None
    return word


def bot_names(texts: Texts, word: str) -> list[str]:
    """Several bots, with commas between them."""
    return [bot_name(texts, name.strip()) for name in word.split(",")]


def whole_number(texts: Texts, word: str, least: int) -> int:
    """A whole number, at least so much."""
    if not word.isascii() or not word.isdecimal() or int(word) < least:
        raise argparse.ArgumentTypeError(texts("wrong.number", word=word, least=least))
    return int(word)


def positive(texts: Texts, word: str) -> int:
    """A number from 1."""
    return whole_number(texts, word, 1)


def number(texts: Texts, word: str) -> int:
    """A number from 0."""
    return whole_number(texts, word, 0)


def seconds(texts: Texts, word: str) -> float:
    """Some seconds, at most a minute."""
    if not re.fullmatch(r"[0-9]+([.,][0-9]+)?", word, re.ASCII) or (found := float(word.replace(",", "."))) > 60:
        raise argparse.ArgumentTypeError(texts("wrong.seconds", word=word))
    return found


def port(texts: Texts, word: str) -> int | None:
    """A port, 0 for any free one; None for "auto"."""
    if word == "auto":
        return None
    if not word.isascii() or not word.isdecimal() or int(word) > 65535:
        raise argparse.ArgumentTypeError(texts("wrong.port", word=word))
    return int(word)


def web_address(texts: Texts, word: str) -> str:
    """The address of a site: http or https, a host, perhaps a port, and nothing after it."""
    try:
        parts = urlsplit(word)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = False
    if not fine or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise argparse.ArgumentTypeError(texts("wrong.web_address", word=word))
    return f"{parts.scheme}://{parts.netloc}"


def host_names(texts: Texts, word: str) -> tuple[str, ...]:
    """Names of hosts, with commas between; no ports, no addresses of pages."""
    names = tuple(name.strip() for name in word.split(",") if name.strip())
    if not all(re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", name) for name in names):
        raise argparse.ArgumentTypeError(texts("wrong.hosts", word=word))
    return names


def networks(texts: Texts, word: str) -> tuple[str, ...]:
    """Addresses or networks of machines, with commas between; * for all."""
    from eminence.server.http.addresses import Networks, listed

    named = listed(word)
    try:
        Networks(named)
    except ValueError:
        raise argparse.ArgumentTypeError(texts("wrong.networks", word=word)) from None
    return named
