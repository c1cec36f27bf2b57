"""What is refused in Caesar & Cleopatra: what somebody might try, and the rule by which he may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import eminence
from eminence.core.bags import how_many
from eminence.core.view import View
from eminence.games.caesar_cleopatra import cards, knowledge
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, KINDS, VETO
from eminence.games.caesar_cleopatra.notation import GROUP_CODES, KIND_TEXTS, TEXTS
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.situations import Forbidden
from tests.games.trying import Find, at_anothers_turn, refused_by, says

INFLUENCE, ACTIONS = range(FACES), range(FACES, VETO)


def known(view: View) -> CaesarState:
    s = eminence.game(view.game, view.rules).from_view(view)
    assert isinstance(s, CaesarState)
    return s


def in_hand(view: View, seat: int, kinds: Iterable[int], held: bool = True) -> list[str]:
    """The cards of these kinds that are in a hand; or those that are not."""
    return [KIND_TEXTS[kind] for kind in kinds if bool(how_many(view["hand"][seat], kind)) == held]


def laying(suits: Callable[[View, int, int], bool], held: bool = True) -> Find:
    """Laying influence that one holds, or does not hold, beside a group that is as wanted."""

    def find(view: View, seat: int) -> list[str]:
        groups = [GROUP_CODES[group] for group in range(GROUPS) if suits(view, seat, group)]
        faces = in_hand(view, seat, INFLUENCE, held) if view["hand_influence"][seat] else []
        return [f"{way} {face} {group}" for way in ("down", "up") for face in faces for group in groups]

    return find


def cards_at(view: View, seat: int, group: int) -> int:
    return int(cards.cards_at(known(view), seat, group))


def has_room(view: View, seat: int, group: int) -> bool:
    return bool(cards.open_groups(known(view), seat) >> group & 1)


def none_left(view: View, seat: int, group: int) -> bool:
    return not view["patricians"][group]


def five_lie_there(view: View, seat: int, group: int) -> bool:
    return bool(view["patricians"][group] and cards_at(view, seat, group) == 5)


def eight_lie_there(view: View, seat: int, group: int) -> bool:
    own, others = cards_at(view, seat, group), cards_at(view, 1 - seat, group)
    return bool(view["patricians"][group] and own < 5 and own + others == 8)


def striking(covered: bool) -> Find:
    """Cards of the other side that do not lie open there, where something lies covered, or where nothing does."""

    def find(view: View, seat: int) -> list[str]:
        theirs = slice((1 - seat) * GROUPS, (2 - seat) * GROUPS)
        sides = zip(GROUP_CODES, view["up"][theirs], view["lying"][theirs], strict=True)
        there = [(group, up) for group, up, lying in sides if bool(lying) == covered]
        return [
            f"strike {KIND_TEXTS[face]} {group}" for group, up in there for face in INFLUENCE if not how_many(up, face)
        ]

    return find


def playing(second: bool) -> Find:
    """A second action card, that one holds; or a first one that one does not hold."""

    def find(view: View, seat: int) -> list[str]:
        cards = in_hand(view, seat, ACTIONS, held=second)
        return [f"play {card}" for card in cards] if view["acted"] == second else []

    return find


def vetoing(held: bool) -> Find:
    """The Veto that is in hand, laid like any other action card; or one that is not."""
    return lambda view, seat: ["veto"] if in_hand(view, seat, [VETO], held) else []


def after_an_action(view: View, seat: int) -> list[str]:
    return ["passive"] if view["acted"] and view["hand_influence"][seat] else []


def sealed(view: View, seat: int) -> list[str]:
    return [TEXTS[code] for code in view["sealed"][seat]]


def the_only_wrath(view: View, seat: int) -> list[str]:
    return [text for text in sealed(view, seat) if text == "next wrath"]


def seen_elsewhere(view: View, seat: int) -> list[str]:
    """What a spy would like to find in a hand, and has not found there."""
    there = knowledge.in_hand(known(view).seen[seat])
    return [f"snatch {KIND_TEXTS[kind]}" for kind in range(KINDS) if not how_many(there, kind)]


def lower_than_the_last(view: View, seat: int) -> list[str]:
    """A card that could have been named before the last one."""
    last = sealed(view, seat)[-1:]
    return [f"drop {face}" for face in in_hand(view, seat, INFLUENCE) if last and f"drop {face}" < last[0]]


def no_influence(view: View, seat: int) -> list[str]:
    return [] if view["hand_influence"][seat] else ["down 1 SEN", "up 1 SEN"]


def after_a_veto(view: View, seat: int) -> list[str]:
    """What the player whose card was forbidden would like to say, while the other draws a card for his Veto."""
    return ["veto"] if view["acted"] and view["turn"] not in view.asked else []


def down_again(view: View, seat: int) -> list[str]:
    return [f"down {face} SEN" for face in in_hand(view, seat, INFLUENCE)]


FORBIDDEN: Final[Mapping[str, Forbidden]] = {
    "a sixth card beside a group": Forbidden("act", laying(five_lie_there), "own_limit"),
    "a ninth card beside a group": Forbidden("act", laying(eight_lie_there), "full"),
    "a card beside a group that is gone": Forbidden("act", laying(none_left), "no_patrician"),
    "a card that one does not hold": Forbidden("act", laying(has_room, held=False), "not_in_hand"),
    "an action card that one does not hold": Forbidden("act", playing(second=False), "not_in_hand"),
    "influence where there is none in hand": Forbidden("act", no_influence, "no_influence"),
    "a covered card as the target of a Coup": Forbidden("coup", striking(covered=True), "covered"),
    "a card that does not lie there as the target of a Coup": Forbidden("coup", striking(covered=False), "not_open"),
    "a second action card": Forbidden("act", playing(second=True), "second_action"),
    "an action where nothing can be laid": Forbidden("act", refused_by("play", "must_lay"), "must_lay"),
    "being passive after an action": Forbidden("act", after_an_action, "active"),
    "being passive after laying": Forbidden("late_action", says("passive"), "not_now"),
    "a Veto as an action": Forbidden("act", vetoing(held=True), "not_now"),
    "a Veto after laying": Forbidden("late_action", vetoing(held=True), "not_now"),
    "a Veto that one does not hold": Forbidden("veto", vetoing(held=False), "not_in_hand"),
    "a Veto of a Veto": Forbidden("refill", after_a_veto, "not_now"),
    "letting happen what nobody has played": Forbidden("act", says("let"), "not_now"),
    "a second card face down": Forbidden("second_up", down_again, "second_up"),
    "playing nothing instead of laying": Forbidden("act", says("no action"), "not_now"),
    "the same opening card twice": Forbidden("opening", sealed, "already_laid"),
    "laying before the opening": Forbidden("order_pile", says("down 1 SEN"), "not_now"),
    "an opening card later": Forbidden("act", says("lay 1"), "not_now"),
    "more of a kind than there are in the pile": Forbidden("order_pile", the_only_wrath, "all_placed"),
    "putting the pile in order later": Forbidden("act", says("next coup"), "not_now"),
    "an action card while drawing": Forbidden("refill", says("play coup"), "not_now"),
    "a Coup without its card": Forbidden("act", says("strike 1 SEN"), "not_now"),
    "a Coup that finds nothing": Forbidden("act", refused_by("play", "no_target.coup"), "no_target.coup"),
    "a Spy who finds nobody": Forbidden("act", refused_by("play", "no_target.spy"), "no_target.spy"),
    "a Spy without his card": Forbidden("act", says("snatch 1"), "not_now"),
    "a card that the Spy has not found": Forbidden("spy_pick", seen_elsewhere, "not_in_that_hand"),
    "Castling without its card": Forbidden("act", says("castle SEN QUA"), "not_now"),
    "Castling with nothing to castle": Forbidden("act", refused_by("play", "no_target.castling"), "no_target.castling"),
    "Castling nothing": Forbidden("castle_pair", refused_by("castle", "nothing_to_castle"), "nothing_to_castle"),
    "more castled cards than there are": Forbidden("castle", says("first 5"), "too_many"),
    "castling past the limits": Forbidden("castle", refused_by("first", "castle_limits"), "castle_limits"),
    "a Scout without his card": Forbidden("act", says("scout SEN"), "not_now"),
    "a Scout who finds nothing": Forbidden("act", refused_by("play", "no_target.scout"), "no_target.scout"),
    "a Scout where nothing is covered": Forbidden("scout", refused_by("scout", "nothing_covered"), "nothing_covered"),
    "wrath without its card": Forbidden("act", says("wrath SEN"), "not_now"),
    "wrath where nothing lies": Forbidden("wrath", refused_by("wrath", "nothing_there"), "nothing_there"),
    "drawing before one has laid": Forbidden("act", says("influence"), "not_now"),
    "discarding in an active turn": Forbidden("act", says("drop 1", "enough"), "not_now"),
    "discards out of order": Forbidden("discard", lower_than_the_last, "ascending"),
    "what the dealer does": Forbidden("act", says("draw 5", "vote SEN", "bonus SEN", "look", "turn up"), "not_now"),
    "whatever the other side is asked": Forbidden("refill", at_anothers_turn("influence"), "not_asked"),
}
SELDOM: Final[Mapping[str, str]] = {
    "no_target.wrath": "hardly a match comes to where no influence lies on the table at all",
}
"""Reasons that are not met by playing at random, and why."""
UNKNOWN: Final = ("play veto", "strike", "down 6 SEN", "down 1", "castle SEN SEN", "first -1", "passive passive")


def near_the_end(view: View) -> bool:
    """One plays on alone, with no more than a card of influence."""
    return bool(view["alone"] >= 0 and view["hand_influence"][view["alone"]] <= 1)
