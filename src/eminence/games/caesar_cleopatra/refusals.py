"""Why a choice of Caesar & Cleopatra that exists is not offered now: the rule that forbids it, from a View alone.

What it says is in the texts under `why`. Nothing here depends on more than the reader of the View may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.bags import EACH, contents, how_many, kinds
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.components import (
    CASTLING,
    COUP,
    FACES,
    FULL,
    GROUPS,
    KIND_NAMES,
    KINDS,
    NUMBER_OF,
    OWN_LIMIT,
    PAIRS,
    SCOUT,
    SPY,
    VETO,
)
from eminence.games.caesar_cleopatra.knowledge import HAND_BIT, IN


@dataclass(frozen=True, slots=True)
class Why:
    """A rule that forbids something: its text, and the card and the group that it speaks of."""

    key: str
    kind: int | None = None
    group: int | None = None
    form: str = "name"


def cards_at(view: View, seat: int, group: int) -> int:
    """How many cards of a seat lie beside a group."""
    at = seat * GROUPS + group
    return int(contents(view["up"][at])) + int(view["lying"][at])


def own_at(view: View, seat: int, group: int) -> int:
    """All cards beside a group of the seat whose view this is, open and covered, as a bag."""
    at = seat * GROUPS + group
    row = view["down"][seat][group]
    return int(view["up"][at]) + sum(int(EACH[row >> 3 * n & 7]) for n in range(view["lying"][at]))


def known_in_hand(view: View) -> int:
    """What the reader of a view knows to be in the other hand for certain, as a bag: seen there and not gone since."""
    known = 0
    if view.seat is None:
        return known
    seen = view["seen"][view.seat]
    for sort, bag, places in zip(seen[::3], seen[1::3], seen[2::3], strict=True):
        if sort == IN and places == HAND_BIT:
            known += sum(max(0, int(how_many(bag, kind) - how_many(known, kind))) * EACH[kind] for kind in kinds(bag))
    return int(known)


def has_room(view: View, seat: int, group: int) -> bool:
    """Whether a seat may lay a card beside a group."""
    own = cards_at(view, seat, group)
    return bool(view["patricians"][group]) and own < OWN_LIMIT and own + cards_at(view, 1 - seat, group) < FULL


def can_castle(view: View, seat: int, first: int, second: int) -> bool:
    """Whether a seat has cards to redistribute between two groups that both have patricians."""
    patricians = view["patricians"]
    both = patricians[first] and patricians[second]
    return bool(both and cards_at(view, seat, first) + cards_at(view, seat, second))


def has_target(view: View, seat: int, kind: int) -> bool:
    """Whether an action card could do something now."""
    theirs = slice((1 - seat) * GROUPS, (2 - seat) * GROUPS)
    if kind == COUP:
        return any(view["up"][theirs])
    if kind == SPY:
        return bool(view["hand_influence"][1 - seat] + view["hand_actions"][1 - seat])
    if kind == CASTLING:
        return any(can_castle(view, seat, *pair) for pair in PAIRS)
    if kind == SCOUT:
        return any(view["lying"][theirs])
    return any(view["up"]) or any(view["lying"])


def why_not(view: View, code: int) -> Why | None:
    """Why the reader of a view may not choose that now; None where he may."""
    step = view["steps"][-1] if view["steps"] else ""
    seat = view.seat
    asked = seat is not None and seat in view.asked
    if code == codes.FORBID and not (asked and step == "veto"):
        return Why("veto_alone")
    if seat is None or not asked:
        return Why("not_asked")
    for first, past, check in SORTS:
        if first <= code < past:
            return check(view, seat, step, code - first)
    return Why("dealer")


# -- the sorts of choices, in the order of their codes ---------------------------------------------------------------


def _next(view: View, seat: int, step: str, action: int) -> Why | None:
    if step != "order_pile":
        return Why("order_only")
    placed = list(view["sealed"][seat]).count(codes.NEXT + action)
    return None if placed < NUMBER_OF[action + FACES] else Why("all_placed", action + FACES)


def _lay(view: View, seat: int, step: str, face: int) -> Why | None:
    if step != "opening":
        return Why("opening_only")
    laid = list(view["sealed"][seat])
    return Why("already_laid", face, laid.index(codes.LAY + face)) if codes.LAY + face in laid else None


def _play(view: View, seat: int, step: str, action: int) -> Why | None:
    kind = action + FACES
    if kind == VETO:
        return Why("veto_alone")
    if step not in ("act", "late_action"):
        return Why("no_action_now")
    if view["acted"]:
        return Why("second_action")
    if not how_many(view["hand"][seat], kind):
        return Why("not_in_hand", kind, form="a")
    if step == "act" and not _can_lay(view, seat):
        return Why("must_lay")
    return None if has_target(view, seat, kind) else Why(f"no_target.{KIND_NAMES[kind]}")


def _can_lay(view: View, seat: int) -> bool:
    return view["hand_influence"][seat] > 0 and any(has_room(view, seat, group) for group in range(GROUPS))


def _down(view: View, seat: int, step: str, place: int) -> Why | None:
    return Why("second_up") if step == "second_up" else _up(view, seat, step, place)


def _up(view: View, seat: int, step: str, place: int) -> Why | None:
    group, face = divmod(place, FACES)
    if step not in ("act", "second_up"):
        return Why("no_laying_now")
    if not view["hand_influence"][seat]:
        return Why("no_influence")
    if not view["patricians"][group]:
        return Why("no_patrician", group=group)
    if cards_at(view, seat, group) >= OWN_LIMIT:
        return Why("own_limit", group=group)
    if not has_room(view, seat, group):
        return Why("full", group=group)
    return None if how_many(view["hand"][seat], face) else Why("not_in_hand", face, form="a")


def _passive(view: View, seat: int, step: str, _: int) -> Why | None:
    if step != "act":
        return Why("no_passive_now")
    return Why("active") if view["acted"] and _can_lay(view, seat) else None


def _no_action(view: View, seat: int, step: str, _: int) -> Why | None:
    return None if step == "late_action" else Why("no_need")


def _let(view: View, seat: int, step: str, _: int) -> Why | None:
    return None if step == "veto" else Why("nothing_played")


def _forbid(view: View, seat: int, step: str, _: int) -> Why | None:
    return None if how_many(view["hand"][seat], VETO) else Why("not_in_hand", VETO, form="a")


def _strike(view: View, seat: int, step: str, place: int) -> Why | None:
    group, face = divmod(place, FACES)
    at = (1 - seat) * GROUPS + group
    if step != "coup":
        return Why("no_coup")
    if how_many(view["up"][at], face):
        return None
    return Why("covered", group=group) if view["lying"][at] else Why("not_open", face, group)


def _snatch(view: View, seat: int, step: str, kind: int) -> Why | None:
    if step != "spy_pick":
        return Why("no_spy")
    return None if how_many(known_in_hand(view), kind) else Why("not_in_that_hand", kind)


def _castle(view: View, seat: int, step: str, pair: int) -> Why | None:
    if step != "castle_pair":
        return Why("no_castling")
    for group in PAIRS[pair]:
        if not view["patricians"][group]:
            return Why("no_patrician", group=group)
    return None if can_castle(view, seat, *PAIRS[pair]) else Why("nothing_to_castle")


def _first(view: View, seat: int, step: str, n: int) -> Why | None:
    if step != "castle":
        return Why("no_castling")
    pair = PAIRS[view["pair"]]
    bag = sum(own_at(view, seat, group) for group in pair)
    room = [min(OWN_LIMIT, FULL - cards_at(view, 1 - seat, group)) for group in pair]
    faces = kinds(bag)
    for face, code in zip(faces, [*view["sealed"][seat], codes.FIRST + n], strict=False):
        room[0] -= code - codes.FIRST
        room[1] -= int(how_many(bag, face)) - (code - codes.FIRST)
    face = int(faces[len(view["sealed"][seat])])
    if n > how_many(bag, face):
        return Why("too_many", face)
    return Why("castle_limits") if min(room) < 0 else None


def _reveal(view: View, seat: int, step: str, group: int) -> Why | None:
    if step != "scout":
        return Why("no_scout")
    return None if view["lying"][(1 - seat) * GROUPS + group] else Why("nothing_covered", group=group)


def _smite(view: View, seat: int, step: str, group: int) -> Why | None:
    if step != "wrath":
        return Why("no_wrath")
    return None if cards_at(view, 0, group) + cards_at(view, 1, group) else Why("nothing_there", group=group)


def _draw_from(view: View, seat: int, step: str, actions: int) -> Why | None:
    if step != "refill":
        return Why("no_drawing")
    return None if view["action_count" if actions else "pile_count"][seat] else Why("pile_empty")


def _drop(view: View, seat: int, step: str, kind: int) -> Why | None:
    if step != "discard":
        return Why("no_discarding")
    dropped = list(view["sealed"][seat])
    if how_many(view["hand"][seat], kind) <= dropped.count(codes.DROP + kind):
        return Why("not_in_hand", kind, form="a")
    return Why("ascending", kind) if dropped and kind < dropped[-1] - codes.DROP else None


def _enough(view: View, seat: int, step: str, _: int) -> Why | None:
    return None if step == "discard" else Why("no_discarding")


SORTS: Final = (
    (codes.NEXT, codes.LAY, _next),
    (codes.LAY, codes.PLAY, _lay),
    (codes.PLAY, codes.DOWN, _play),
    (codes.DOWN, codes.UP, _down),
    (codes.UP, codes.PASSIVE, _up),
    (codes.PASSIVE, codes.NO_ACTION, _passive),
    (codes.NO_ACTION, codes.LET, _no_action),
    (codes.LET, codes.FORBID, _let),
    (codes.FORBID, codes.STRIKE, _forbid),
    (codes.STRIKE, codes.LOOK, _strike),
    (codes.SNATCH, codes.SNATCH + KINDS, _snatch),
    (codes.CASTLE, codes.FIRST, _castle),
    (codes.FIRST, codes.REVEAL, _first),
    (codes.REVEAL, codes.SMITE, _reveal),
    (codes.SMITE, codes.TURN_THEM, _smite),
    (codes.FROM_INFLUENCE, codes.DRAW, _draw_from),
    (codes.DROP, codes.ENOUGH, _drop),
    (codes.ENOUGH, codes.VOTE, _enough),
)
"""The sorts of choices by their codes, and what says why one is not offered. All others are the dealer's."""
