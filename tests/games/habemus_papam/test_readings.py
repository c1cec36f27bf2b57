"""Views of 1655 – Habemus Papam as names and lists: nothing packed is left, and nothing is lost."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.games.habemus_papam.tables import ACTION, BID, GAME, ORDER, POLITICS, bag, gems, people
from tests.games.playing import curious

PLAIN = {"asked", "gold", "diamonds", "order_count", "round", "camerlengo", "resolved", "acting", "ranking", "taken"}
"""What is a number or a seat by itself."""
ON_THE_TABLE: dict[str, Callable[[Any], int]] = {
    **dict.fromkeys(("cardinals", "offered_cardinals", "out"), lambda names: people(" ".join(names))),
    **dict.fromkeys(("politics", "offered_politics", "out_politics"), lambda names: bag(" ".join(names), POLITICS)),
    **dict.fromkeys(("actions", "offered_actions", "out_actions"), lambda names: bag(" ".join(names), ACTION)),
    "bank": lambda letters: gems("".join(letters)),
}
BY_SEAT: dict[str, Callable[[Any], Any]] = {
    "court": lambda names: people(" ".join(names)),
    "favours": lambda names: bag(" ".join(names), POLITICS),
    "hand": lambda names: bag(" ".join(names), ACTION),
    "gems": lambda letters: gems("".join(letters)),
    "orders": lambda names: bag(" ".join(names), ORDER),
    "orders_shown": lambda names: bag(" ".join(names), ORDER),
    "dropped": lambda name: ORDER.get(name, -1),
    "played": lambda name: ACTION.get(name, -1),
    "bids": lambda name: BID.get(name, -1),
    "sealed": lambda texts: [GAME.code(text) for text in texts],
}
"""How what was read becomes what it was."""


def parts(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from parts(item)
    else:
        yield value


def test_nothing_packed_is_left_and_nothing_is_lost() -> None:
    for number, match in enumerate(curious(GAME, "readings")):
        for view in [match.view(seat) for seat in (None, *range(match.seats))] if number % 7 == 0 or match.over else []:
            read = GAME.read(view)
            assert set(read) == set(view.fields)
            for name, value in read.items():
                kind = int if name in PLAIN else bool
                assert all(part is None or isinstance(part, str | kind) for part in parts(value)), (name, value)
            for name, written in ON_THE_TABLE.items():
                assert written(read[name]) == view[name], name
            for name, written in BY_SEAT.items():
                pairs = zip(view[name], read[name], strict=True)
                assert [None if kept is None else written(told) for kept, told in pairs] == view[name], name
