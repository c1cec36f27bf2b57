"""State and Worlds for games that are not compiled: cloned, copied and pickled field by field, in both forms.

A class in plain Python below a compiled one would be pickled without the fields of its own. Games whose modules are
`hot` derive from State and Worlds themselves, and write a `clone` that copies no more than it must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Self

from eminence.core.state import State, Worlds

FLOW: Final = ("asked", "book", "rules", "sealed", "seats", "steps", "story", "waiting")

Reduced = tuple[Callable[[type[Any], dict[str, Any]], Any], tuple[type[Any], dict[str, Any]]]


class PlainState(State):
    """A state whose fields are its `__slots__`: numbers, texts, and lists of them, however deep."""

    __slots__ = ()

    def clone(self) -> Self:
        copy = type(self)(self.seats, self.book)
        copy.copy_flow(self)
        for name in _own(type(self)):
            setattr(copy, name, _fresh(getattr(self, name)))
        return copy

    def winners(self) -> list[int]:
        """Whoever has the most points, until a game says otherwise."""
        scores = self.scores()
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def __reduce__(self) -> Reduced:
        names = (*FLOW, *_own(type(self)))
        return _again, (type(self), {name: getattr(self, name) for name in names if hasattr(self, name)})


class PlainWorlds(Worlds):
    """Worlds with whatever fields a game gives them."""

    def __reduce__(self) -> Reduced:
        return _again, (type(self), {"seat": self.seat, "faces": self.faces, **vars(self)})


def _own(kind: type[State]) -> Iterator[str]:
    """The fields that a game adds."""
    for one in kind.__mro__[: kind.__mro__.index(PlainState)]:
        yield from one.__dict__.get("__slots__", ())


def _fresh(value: Any) -> Any:
    return [_fresh(item) for item in value] if isinstance(value, list) else value


def _again(kind: Any, fields: dict[str, Any]) -> Any:
    made = kind.__new__(kind)
    for name, value in fields.items():
        setattr(made, name, value)
    return made
