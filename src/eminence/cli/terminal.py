"""The terminal: one place that prints, clears and reads, and that behaves when nobody is looking (pipes, no colours).

Everything works line by line through plain pipes, so that tests, scripts and screen readers drive the same program.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from rich import _wrap
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text
from rich.theme import Theme

LOW: Final = 44
"""A screen with fewer lines than this is low."""
READABLE: Final = 100
"""No line of prose is longer than this, however wide the terminal."""
SHORT: Final = 30
"""A prompt longer than this gets lines of its own."""
THEME: Final = Theme(
    {
        "quiet": "dim",
        "accent": "bold red",
        "key": "bold",
        "markdown.h1": "bold",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.code": "bold",
        "markdown.table.header": "bold",
        "markdown.table.border": "dim",
        "rule.line": "dim",
    }
)
OWN_LETTERS: Final = {
    "…": "...",
    "–": "-",
    "−": "-",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "’": "'",
    "›": ">",
    "·": "-",
}


class Left(Exception):
    """The person has left: by the end of the input (code 0) or by an interrupt (130)."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Letters a terminal cannot show, in letters it can: é as e, … as three dots."""
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end]
    decomposed = "".join(OWN_LETTERS.get(letter, unicodedata.normalize("NFKD", letter)) for letter in lost)
    return "".join(letter if letter.isascii() else "" for letter in decomposed) or "?", error.end


codecs.register_error("eminence.plain_letters", _in_plain_letters)

_wrap.re_word = re.compile(r"[ \t\n]*[^ \t\n]+[ \t\n]*")
"""Rich would break lines at no-break spaces, too, and cannot be asked not to: here it is told what a word is."""


def plain_letters_if_need_be() -> None:
    """Never fail on a letter: what the terminal's encoding lacks is written in plain letters."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="eminence.plain_letters")


class Terminal:
    """Where a person reads and types."""

    def __init__(self) -> None:
        self.console = Console(
            theme=THEME, highlight=False, markup=False, emoji=False, soft_wrap=False, legacy_windows=False
        )
        self.live = self.console.is_terminal and sys.stdin.isatty()
        """Whether a person sits here: then the screen is cleared and things move. Otherwise it is all just lines."""

    @property
    def low(self) -> bool:
        """Whether the screen has few lines: then what can be spared is."""
        return self.live and self.console.height < LOW

    def say(self, text: str | RenderableType = "", style: str = "") -> None:
        """Print something; prose is kept to a width one can read, and left whole where nobody reads."""
        if not isinstance(text, str | Text):
            self.console.print(text)
        elif self.console.is_terminal:
            self.console.print(text, style=style or None, width=min(self.console.width, READABLE))
        else:
            self.console.print(text, style=style or None, soft_wrap=True)

    def whole(self, text: str) -> None:
        """Print something to be copied: never broken by us, whatever its length."""
        self.console.print(text, soft_wrap=True)

    def heading(self, text: str) -> None:
        """Print a heading, with a line to both sides."""
        ascii_only = self.console.options.ascii_only
        self.console.print(Rule(Text(text, "bold"), characters="-" if ascii_only else "─"))

    def markdown(self, text: str) -> None:
        """Print Markdown."""
        from rich.markdown import Markdown  # takes its time, and most commands need none

        width = min(self.console.width, READABLE)
        self.console.print(Padding(Markdown(text, hyperlinks=False), (0, 1)), width=width)

    def clear(self) -> None:
        """Wipe the screen, and what was scrolled away, so that nobody can look back."""
        if self.live:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def read(self, prompt: str) -> str:
        """A line from the person. Raises Left at the end of the input or on an interrupt.

        A prompt that is a whole sentence gets lines of its own: terminals break what is typed into, and break it badly.
        """
        if len(prompt) > SHORT:
            self.say(prompt.strip())
            prompt = "> " if self.console.options.ascii_only else "› "
        try:
            if self.live:
                return input(prompt).strip()
            self.console.file.write(prompt)
            self.console.file.flush()
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        except KeyboardInterrupt:
            self.console.file.write("\n")
            raise Left(130) from None
        if not line:
            self.console.file.write("\n")
            raise Left(0)
        if not self.live:
            self.console.file.write("\n")
        return line.strip()

    def busy(self, text: str) -> AbstractContextManager[object]:
        """While something takes its time, say so, where that can be wiped away again."""
        return self.console.status(Text(text, "dim"), spinner="dots") if self.live else nullcontext()
