"""Tables of Richelieu as one wants them: dealt by hand from a wanted layout, or in the middle of a game."""

import random
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Final

import eminence
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER, NOBODY
from eminence.games.richelieu import notation
from eminence.games.richelieu.components import CARDS, COLUMNS, DISC_BOX, MARKERS, NONE, ROWS, SPOTS, with_disc
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import offered, play

GAME = eminence.game("richelieu")
FIRST_RULES = eminence.game("richelieu", 1)
CARD = {text: card for card, text in enumerate(notation.CARD_TEXTS)}
DISC = {notation.DISC_TEXTS[disc]: disc for disc in DISC_BOX}
PLACE = {text: place for place, text in enumerate(notation.PLACE_TEXTS)}
NOTHING: Final[Mapping[Any, Any]] = {}


def bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def cards(texts: str) -> int:
    """A set of cards: `BOUs BOUc`."""
    return bits(CARD[text] for text in texts.split())


def places(texts: str) -> int:
    """A set of places: `1.5 4.11`."""
    return bits(PLACE[text] for text in texts.split())


def discs(texts: str) -> int:
    """A set of discs: `BOU back back`."""
    return int(reduce(with_disc, (DISC[text] for text in texts.split()), 0))


def box_without(*used: str) -> list[int]:
    """The discs that are not used: of the two that bring a marker back there may be one left."""
    box = [int(disc) for disc in DISC_BOX]
    for text in " ".join(used).split():
        box.remove(DISC[text])
    return box


def deal(*rows: str, face_down: Mapping[str, str] = NOTHING, seats: int = 2) -> Match:
    """A match dealt by hand. Of each row the cards that matter: `BOUs BOUc ... BRE2a`; `...` and missing rows are
    filled up with the cards left over: at the ends with doubles, as far as they go, for they are never one of a pair.
    Discs are given by their place."""
    layout: list[str] = []
    for row in (*rows, *["..."] * (ROWS - len(rows))):
        before, gap, after = (part.split() for part in row.partition("..."))
        missing = COLUMNS - len(before) - len(after)
        assert gap or not missing, row
        layout += [*before, *[""] * missing, *after]
    spare = sorted((text for text in CARD if text not in layout), key=lambda text: ("2" not in text, CARD[text]))
    to_fill = [place for place, text in enumerate(layout) if not text]
    for place in sorted(to_fill, key=lambda place: min(place % COLUMNS, COLUMNS - 1 - place % COLUMNS)):
        layout[place] = spare.pop(0)
    left = [notation.DISC_TEXTS[disc] for disc in box_without(*face_down.values())]
    match = GAME.new(seats, by_hand=True)
    for text in layout:
        match.choose(DEALER, f"deal {text}")
    for spot in SPOTS:
        match.choose(DEALER, f"disc {face_down.get(notation.PLACE_TEXTS[spot]) or left.pop(0)}")
    return match


def position(
    rows: Mapping[str, str],
    *,
    seats: int = 2,
    turn: int = 0,
    short: bool = False,
    taken: Mapping[int, str] = NOTHING,
    marks: Mapping[int, str] = NOTHING,
    lost: Mapping[int, int] = NOTHING,
    held: Mapping[int, str] = NOTHING,
    face_down: Mapping[str, str] = NOTHING,
) -> Match:
    """A match in the middle of a game, a seat about to take a card.

    `rows` are the cards still there, by the place of the leftmost: `{"3.5": "BOUs BREc"}`; rows not named are empty.
    `taken` are cards that matter before a seat; those not named were taken in turn. `marks` are places under markers,
    `lost` markers in the box, `held` discs before a seat, `face_down` discs on the table by place.
    """
    layout = [NONE] * CARDS
    ends = [end for row in range(ROWS) for end in (row * COLUMNS + 1, row * COLUMNS)]
    for start, texts in rows.items():
        left, row = PLACE[start], [CARD[text] for text in texts.split()]
        layout[left : left + len(row)] = row
        ends[left // COLUMNS * 2 : left // COLUMNS * 2 + 2] = [left, left + len(row) - 1]
    gone = [card for card in range(CARDS) if card not in layout]
    before = [cards(taken.get(seat, "")) for seat in range(seats)]
    for number, card in enumerate(gone):
        if not sum(before) >> card & 1:
            before[number % seats] |= 1 << card
    disc_at = [NONE] * len(SPOTS)
    for place, text in face_down.items():
        disc_at[SPOTS.index(PLACE[place])] = DISC[text]
    own_discs, box = [held.get(seat, "") for seat in range(seats)], [lost.get(seat, 0) for seat in range(seats)]
    own_marks = [places(marks.get(seat, "")) for seat in range(seats)]
    form: dict[str, Any] = GAME.to_json(GAME.start(seats, {"short": short}))
    form |= {
        "steps": ["turn", "take_card"],
        "asked": turn,
        "turn": turn,
        "deck": [],
        "layout": [gone.pop(0) if card == NONE else card for card in layout],
        "ends": ends,
        "left": CARDS - layout.count(NONE),
        "disc_box": box_without(*face_down.values(), *own_discs),
        "disc_at": disc_at,
        "disc_spots": places(" ".join(face_down)),
        "cards": before,
        "discs": [discs(texts) for texts in own_discs],
        "disc_count": [len(texts.split()) for texts in own_discs],
        "in_hand": [MARKERS - own_marks[seat].bit_count() - box[seat] for seat in range(seats)],
        "marks": own_marks,
        "marked": sum(own_marks),
        "lost": box,
    }
    match = Match(GAME, seats, {"short": short}, by_hand=True, deal=False)
    match._state = GAME.from_json(seats, {"short": short}, form)
    return match


def counted(*before: str, held: Mapping[int, str] = NOTHING, game: Game = GAME) -> RichelieuState:
    """A state in which only the cards and the discs before the players matter: for the count."""
    seats = len(before)
    form = game.to_json(game.start(seats, {"short": False})) | {"steps": [], "asked": NOBODY}
    form |= {"cards": list(map(cards, before)), "shown_discs": [discs(held.get(seat, "")) for seat in range(seats)]}
    state = game.from_json(seats, {"short": False}, form)
    assert isinstance(state, RichelieuState)
    return state


def finish(match: Match) -> Match:
    """Play on to the end: always the first card offered, never a second, never a marker."""
    while not match.over:
        assert match.length < 1000, "the match does not end"
        choices = offered(match)
        play(match, "enough" if "enough" in choices else "no marker" if "no marker" in choices else choices[0])
    return match


def finish_at_random(match: Match, chance: random.Random) -> Match:
    while not match.over:
        assert match.length < 1000, "the match does not end"
        (ask,) = match.asks().values()
        match.choose(ask.seat, chance.choice(ask.choices))
    return match


def markers(match: Match, seat: int) -> tuple[int, str, int]:
    """The markers of a seat: how many in hand, the places of those on the table, how many in the box."""
    view = match.view(None)
    placed = [text for text, place in PLACE.items() if view["marks"][seat] >> place & 1]
    return view["in_hand"][seat], " ".join(placed), view["lost"][seat]


def has(match: Match, seat: int, texts: str) -> bool:
    """Whether all these cards lie before a seat."""
    return bool(match.view(None)["cards"][seat] & cards(texts) == cards(texts))
