"""The command line: `eminence serve`, `play`, `simulate`, `replay`, `verify`, `deck`, `games`, `bench`, `ladder`,
`new-game`, `admin`.

Each command is a module with `add_arguments(parser)` and `run(arguments) -> int`, imported only when it is asked for.
Wrong words get one helpful sentence and exit code 2, never a traceback.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Final

from eminence.cli.files import in_words
from eminence.cli.parser import Parser, WrongWords, find_language
from eminence.cli.terminal import Left, plain_letters_if_need_be
from eminence.core.errors import EminenceError
from eminence.core.texts import ENVIRONMENT, LANGUAGES, Texts, language_for
from eminence.games import all_games

EXTRAS: Final = {"serve": "server", "admin": "server"}
"""The commands that need more than the library does, and the extra that brings it."""
COMMANDS: Final = (
    "serve",
    "play",
    "simulate",
    "replay",
    "verify",
    "deck",
    "games",
    "bench",
    "ladder",
    "new-game",
    "admin",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 for well, 2 for wrong words, 130 when interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    plain_letters_if_need_be()
    texts = Texts("en", "eminence.core", "eminence.cli")
    try:
        texts = Texts(language_for(find_language(words), os.environ), "eminence.core", "eminence.cli")
        return _run(words, texts)
    except EminenceError as error:
        print(texts("error", message=in_words(texts, error)), file=sys.stderr)
        return 2
    except Left as left:
        return left.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has had enough. Nothing is left to flush at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _run(words: Sequence[str], texts: Texts) -> int:
    parser = Parser(
        texts, prog="eminence", description=texts("main.about"), epilog=texts("main.epilog", game=all_games()[0].id)
    )
    parser.add_argument("--version", action="store_true", help=texts("main.version"))
    _add_language(parser)
    commands = parser.add_subparsers(dest="command", metavar=texts("main.command"))
    asked_for = next((word for word in words if word in COMMANDS), None)
    for name in COMMANDS:
        command = commands.add_parser(name, texts=texts, help=texts(f"main.{name}"), description=texts(f"main.{name}"))
        _add_language(command, default=argparse.SUPPRESS)
        if name == asked_for:
            _module(name, texts).add_arguments(command)
    known = parser.parse(words)
    if known.version:
        print(_version(texts))
        return 0
    if known.command is None:
        parser.print_help()
        return 0
    known.texts = texts
    with _extra_named(known.command, texts):
        return int(_module(known.command, texts).run(known))


def _add_language(parser: Parser, default: str | None = None) -> None:
    about = parser.texts("main.lang", variable=ENVIRONMENT)
    parser.add_argument("--lang", metavar="|".join(LANGUAGES), default=default, help=about)


def _module(name: str, texts: Texts) -> ModuleType:
    """The module of a command. Some are being written: then it is said."""
    path = f"eminence.cli.{name.replace('-', '_')}"
    try:
        with _extra_named(name, texts):
            return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise WrongWords(texts("main.not_yet", command=name)) from None


@contextmanager
def _extra_named(command: str, texts: Texts) -> Iterator[None]:
    """Where a command lacks something that its extra would bring, say what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if command not in EXTRAS or (error.name or "").startswith("eminence"):
            raise
        told = texts("main.extra", command=command, extra=EXTRAS[command], missing=error.name)
        raise WrongWords(told) from None


def _version(texts: Texts) -> str:
    import platform

    import eminence
    from eminence.core.build import is_compiled

    form = "main.compiled" if is_compiled() else "main.plain"
    return f"eminence {eminence.__version__}, {texts(form)}, Python {platform.python_version()}"
