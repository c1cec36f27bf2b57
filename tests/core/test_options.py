"""Options with further values, each of which stands for a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from eminence.core.checking import keys_of
from eminence.core.errors import BadFile, BadOptions
from eminence.core.game import Loaded, Option
from eminence.games.richelieu.game import Richelieu


def even(value: Any) -> str | None:
    """Whether a value is one of the further ones."""
    return None if isinstance(value, int) and value % 2 == 0 else f"{value!r} is odd; name an even one"


def read(path: Path) -> Loaded:
    """A number from a file."""
    return Loaded(int(path.read_text(encoding="utf-8")), 1, ())


class Toy(Richelieu):
    """A game with such an option."""

    options: ClassVar[tuple[Option, ...]] = (
        *Richelieu.options,
        Option("number", ("few", "many"), more=even, load=read),
    )


def test_a_value_is_listed_or_one_of_the_further_ones_or_refused_with_the_reason() -> None:
    game = Toy()
    assert game.checked_options(None) == {"short": False, "number": "few"}
    assert game.checked_options({"number": "many"})["number"] == "many"
    assert game.checked_options({"number": 4})["number"] == 4
    with pytest.raises(BadOptions, match=r"^3 is odd; name an even one$"):
        game.checked_options({"number": 3})


def test_an_option_without_further_values_has_those_it_lists() -> None:
    with pytest.raises(BadOptions, match="option 'short' of Richelieu cannot be 4; it can be False, True"):
        Richelieu().checked_options({"short": 4})


def test_such_an_option_needs_a_text_for_its_further_values() -> None:
    assert "option.number.more" in keys_of(Toy())
    assert not [key for key in keys_of(Richelieu()) if key.endswith(".more")]


def test_a_bad_file_tells_all_its_faults() -> None:
    error = BadFile("a.toml", iter(["one", "two"]))
    assert (error.file, error.faults) == ("a.toml", ("one", "two"))
    assert str(error) == "a.toml cannot be played with:\n  one\n  two"
    assert str(BadFile("a.toml", ["one"])) == "a.toml cannot be played with: one"
