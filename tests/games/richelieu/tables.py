"""Tables of Richelieu as one wants them: dealt by hand from a wanted layout, or in the middle of a game."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import eminence
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.richelieu import notation
from eminence.games.richelieu.components import CARDS, COLUMNS, DISC_BOX, MARKERS, NONE, ROWS, SPOTS, with_disc
from eminence.games.richelieu.state import RichelieuState
from tests.games import playing
from tests.games.playing import offered

GAME = eminence.game("richelieu")
CARD = {text: card for card, text in enumerate(notation.CARD_TEXTS)}
DISC = {notation.DISC_TEXTS[disc]: disc for disc in DISC_BOX}
PLACE = {text: place for place, text in enumerate(notation.PLACE_TEXTS)}


def bits(members: Sequence[int]) -> int:
    return sum(1 << member for member in members)


def cards(texts: str) -> int:
    """A set of cards: `BOUs BOUc`."""
    return bits([CARD[text] for text in texts.split()])


def discs(texts: str) -> int:
    """A set of discs: `BOU back back`."""
    found = 0
    for text in texts.split():
        found = with_disc(found, DISC[text])
    return int(found)


def box_without(used: Iterable[int]) -> list[int]:
    """The discs that are not used: of the two that bring a marker back there may be one left."""
    box = [int(disc) for disc in DISC_BOX]
    for disc in used:
        box.remove(disc)
    return box


def deal(*rows: str, face_down: Mapping[str, str] | None = None, seats: int = 2, short: bool = False) -> Match:
    """A match dealt by hand. Of each row the cards that matter: `BOUs BOUc ... BRE2a`; `...` and missing rows are
    filled up with the cards left over: at the ends with doubles, as far as they go, for they are never one of a pair.
    Discs are given by their place."""
    layout: list[str | None] = []
    for row in (*rows, *["..."] * (ROWS - len(rows))):
        before, gap, after = row.partition("...")
        named = [*before.split(), *after.split()]
        assert gap or len(named) == COLUMNS, row
        layout += [*before.split(), *[None] * (COLUMNS - len(named)), *after.split()]
    spare = sorted((text for text in CARD if text not in layout), key=lambda text: ("2" not in text, CARD[text]))
    to_fill = [place for place, text in enumerate(layout) if text is None]
    for place in sorted(to_fill, key=lambda place: min(place % COLUMNS, COLUMNS - 1 - place % COLUMNS)):
        layout[place] = spare.pop(0)
    placed = face_down or {}
    left = [notation.DISC_TEXTS[disc] for disc in box_without(DISC[text] for text in placed.values())]
    match = GAME.new(seats, {"short": short}, by_hand=True)
    for text in layout:
        match.choose(DEALER, f"deal {text}")
    for spot in SPOTS:
        match.choose(DEALER, f"disc {placed.get(notation.PLACE_TEXTS[spot]) or left.pop(0)}")
    return match


def position(
    rows: Mapping[str, str],
    *,
    seats: int = 2,
    turn: int = 0,
    short: bool = False,
    taken: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
    lost: Mapping[int, int] | None = None,
    held: Mapping[int, str] | None = None,
    face_down: Mapping[str, str] | None = None,
) -> Match:
    """A match in the middle of a game, a seat about to take a card.

    `rows` are the cards still there, by the place of the leftmost: `{"3.5": "BOUs BREc"}`; rows not named are empty.
    `taken` are cards that matter before a seat; those not named were taken in turn. `marks` are places under markers,
    `lost` markers in the box, `held` discs before a seat, `face_down` discs on the table by place.
    """
    layout = [NONE] * CARDS
    ends = [end for row in range(ROWS) for end in (row * COLUMNS + 1, row * COLUMNS)]
    there: set[int] = set()
    for start, texts in rows.items():
        left = PLACE[start]
        row = left // COLUMNS
        for offset, text in enumerate(texts.split()):
            layout[left + offset] = CARD[text]
            there.add(left + offset)
        ends[2 * row : 2 * row + 2] = [left, left + len(texts.split()) - 1]
    before = {seat: [CARD[text] for text in (taken or {}).get(seat, "").split()] for seat in range(seats)}
    gone = [card for card in range(CARDS) if card not in layout]
    for number, card in enumerate(gone):
        if not any(card in cards for cards in before.values()):
            before[number % seats].append(card)
    empty = (place for place in range(CARDS) if place not in there)
    for card in gone:
        layout[next(empty)] = card
    before_seats = {seat: (held or {}).get(seat, "") for seat in range(seats)}
    disc_at = [NONE] * len(SPOTS)
    for place, text in (face_down or {}).items():
        disc_at[SPOTS.index(PLACE[place])] = DISC[text]
    used = [disc for disc in disc_at if disc != NONE] + [DISC[text] for text in " ".join(before_seats.values()).split()]
    marked = {seat: [PLACE[text] for text in (marks or {}).get(seat, "").split()] for seat in range(seats)}
    box = [(lost or {}).get(seat, 0) for seat in range(seats)]
    form: dict[str, Any] = GAME.to_json(GAME.start(seats, {"short": short}))
    form |= {
        "steps": ["turn", "take_card"],
        "asked": turn,
        "turn": turn,
        "deck": [],
        "layout": layout,
        "ends": ends,
        "left": len(there),
        "disc_box": box_without(used),
        "disc_at": disc_at,
        "disc_spots": bits([PLACE[place] for place in face_down or {}]),
        "cards": [bits(before[seat]) for seat in range(seats)],
        "discs": [discs(before_seats[seat]) for seat in range(seats)],
        "disc_count": [len(before_seats[seat].split()) for seat in range(seats)],
        "in_hand": [MARKERS - len(marked[seat]) - box[seat] for seat in range(seats)],
        "marks": [bits(marked[seat]) for seat in range(seats)],
        "marked": bits([place for places in marked.values() for place in places]),
        "lost": box,
    }
    return at(form, seats, short)


def at(form: Mapping[str, Any], seats: int = 2, short: bool = False) -> Match:
    """A match that stands at a state given as JSON."""
    match = Match(GAME, seats, {"short": short}, by_hand=True, deal=False)
    match._state = GAME.from_json(seats, {"short": short}, form)
    return match


def counted(before: Mapping[int, str], held: Mapping[int, str] | None = None, seats: int = 2) -> RichelieuState:
    """A state in which only the cards and the discs before the players matter: for the count."""
    form = GAME.to_json(GAME.start(seats, {"short": False}))
    form |= {
        "steps": [],
        "asked": -3,
        "cards": [cards(before.get(seat, "")) for seat in range(seats)],
        "shown_discs": [discs((held or {}).get(seat, "")) for seat in range(seats)],
    }
    state = GAME.from_json(seats, {"short": False}, form)
    assert isinstance(state, RichelieuState)
    return state


play = playing.play


def finish(match: Match) -> Match:
    """Play on to the end: always the first card offered, never a second, never a marker."""
    for _ in range(500):
        if match.over:
            return match
        choices = offered(match)
        play(match, "enough" if "enough" in choices else "no marker" if "no marker" in choices else choices[0])
    raise AssertionError("the match does not end")


def finish_at_random(match: Match, chance: random.Random) -> None:
    """Play on to the end at random."""
    for _ in range(1000):
        if match.over:
            return
        (ask,) = match.asks().values()
        match.choose(ask.seat, chance.choice(ask.choices))
    raise AssertionError("the match does not end")


def in_hand(match: Match, seat: int) -> int:
    return int(match.view(None)["in_hand"][seat])


def marks(match: Match, seat: int) -> list[str]:
    return [text for text, place in PLACE.items() if match.view(None)["marks"][seat] >> place & 1]


def lost(match: Match, seat: int) -> int:
    return int(match.view(None)["lost"][seat])


def has(match: Match, seat: int, card: str) -> bool:
    return bool(match.view(None)["cards"][seat] >> CARD[card] & 1)
