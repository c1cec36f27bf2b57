"""`eminence new-game`: a small game that can be played at once and obeys the laws, to be made into another one.

It is the package `eminence.cli.stub` under another name. `docs/adding_a_game.md` leads through it.
"""

from __future__ import annotations

import argparse
import shlex
from importlib.resources import as_file, files
from keyword import iskeyword
from pathlib import Path
from typing import Final

from eminence.cli.parser import Parser, WrongWords
from eminence.cli.terminal import Terminal
from eminence.games import ELSEWHERE, REGISTRY

KINDS: Final = (".py", ".toml", ".md")


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    parser.add_argument("name", metavar=texts("new_game.name"), help=texts("new_game.name_help"))
    parser.add_argument("--into", type=Path, default=Path(), metavar=texts("main.folder"), help=texts("new_game.into"))
    parser.add_argument("--title", default="", metavar=texts("new_game.name"), help=texts("new_game.title"))


def class_name(name: str) -> str:
    """The name of the class of a game.

    >>> class_name("three_lanterns")
    'ThreeLanterns'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def write(name: str, title: str, into: Path) -> list[Path]:
    """Write the game into a folder of its own below `into`; returns its files."""
    written = []
    words = (("NewGame", class_name(name)), ("new_game", name), ("New game", title))
    with as_file(files("eminence.cli") / "stub") as stub:
        for source in sorted(path for path in stub.rglob("*") if path.suffix in KINDS):
            text = source.read_text(encoding="utf-8")
            for old, new in words:
                text = text.replace(old, new)
            path = into / name / source.relative_to(stub)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def run(arguments: argparse.Namespace) -> int:
    """Write the game and say how to play it."""
    texts, name, into = arguments.texts, arguments.name, arguments.into
    title = arguments.title or name.replace("_", " ").capitalize()
    if not (name.isascii() and name.isidentifier() and name == name.lower() and name[0].isalpha()) or iskeyword(name):
        raise WrongWords(texts("new_game.bad_name", word=name))
    if any(letter in title for letter in '"\\{}\n'):
        raise WrongWords(texts("new_game.bad_title", word=title))
    if name in REGISTRY:
        raise WrongWords(texts("new_game.known", word=name))
    if (into / name).exists():
        raise WrongWords(texts("new_game.exists", folder=into / name))
    try:
        written = write(name, title, into)
    except OSError as error:
        raise WrongWords(texts("new_game.cannot_write", folder=into / name, reason=error.strerror)) from None
    terminal = Terminal()
    terminal.say(texts("new_game.written", n=len(written), folder=into / name))
    setting = f"PYTHONPATH={shlex.quote(str(into))} {ELSEWHERE}={name}.game:{class_name(name)}"
    terminal.say(texts("new_game.play"))
    terminal.whole(f"  {setting} eminence play {name}\n  {setting} eminence serve --open")
    terminal.say(texts("new_game.keep", line=f"register({class_name(name)}())"))
    return 0
