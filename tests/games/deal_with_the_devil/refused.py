"""What is refused in Deal with the Devil: what somebody might try, and the rule by which he may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from eminence.core.bits import members
from eminence.core.view import View
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import notation
from eminence.games.deal_with_the_devil.black_mass import cultist_of, devil_of
from eminence.games.deal_with_the_devil.card_file import house
from eminence.games.deal_with_the_devil.codes import MOST_AT_ONCE
from eminence.games.deal_with_the_devil.components import EYE, HORNS, NOBODY_GUESSED, SOUL_PRICE
from eminence.games.deal_with_the_devil.effects import recruitable
from eminence.games.deal_with_the_devil.goods import BASICS, RESOURCES, coins, how_many
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.inquisition import faced_by, second_highest
from eminence.games.deal_with_the_devil.notation import BUILDING_TEXTS, GOOD_TEXTS, INQUISITOR_TEXTS, SEAT_TEXTS
from eminence.games.deal_with_the_devil.standing import fragments, indulgences, pure, tainted
from tests.games.deal_with_the_devil.tables import GAME, state_of
from tests.games.situations import Forbidden
from tests.games.trying import Find, at_anothers_turn, says

TRADES: Final = ("sell", "borrow", "buy", "repay")
BUILDINGS: Final = house().cards.buildings


# == What one has said so far =========================================================================================
def said(view: View, seat: int) -> list[str]:
    """The small answers that somebody has given to what he is asked."""
    return [notation.TEXTS[code] for code in view["sealed"][seat] or ()]


def traded_only(view: View, seat: int) -> bool:
    """Whether there are only trades among them, if any."""
    return all(text.startswith(TRADES) for text in said(view, seat))


def asked(find: Find) -> Find:
    """Whoever is asked tries this."""
    return lambda view, seat: find(view, seat) if seat in view.asked else []


def first_of_all(*choices: str) -> Find:
    """Somebody begins with this."""
    return asked(lambda view, seat: [] if said(view, seat) else list(choices))


def after(word: str, *choices: str) -> Find:
    """Somebody tries this just after an answer that begins with a word."""
    return asked(lambda view, seat: list(choices) if ends(view, seat, word) else [])


def ends(view: View, seat: int, word: str) -> bool:
    return bool(said(view, seat)) and said(view, seat)[-1].split()[0] == word


def by_rule(word: str, key: str) -> Find:
    """One of those that begin with a word, refused for a reason: where it takes the whole rule to say which. Read from
    what the view shows, so that it costs little."""

    def find(view: View, seat: int) -> list[str]:
        state = state_of(view)
        for text, code in GAME.codes_by_text.items():
            if text.split()[0] == word:
                why = state.step().why_not(state, seat, code)
                if why is not None and why.key == key:
                    return [text]
        return []

    return asked(find)


# == Cards ============================================================================================================
def not_held(word: str) -> Find:
    """Buildings that are not in one's hand, where all else would be well: one has given no other answer."""

    def find(view: View, seat: int) -> list[str]:
        held = cards_in(view["hand"][seat])
        return [f"{word} {name}" for card, name in enumerate(BUILDING_TEXTS[:3]) if card not in held]

    return asked(find)


def of_an_earlier_round(view: View, seat: int) -> list[str]:
    old = [card for card in cards_in(view["hand"][seat]) if card < deck.A_ROUND * (view["round"] - 1)]
    return [f"pass {BUILDING_TEXTS[card]}" for card in old]


def the_last_of_them(view: View, seat: int) -> list[str]:
    """Of the two to pass, the one that stands last in the hand cannot be the first."""
    return [] if said(view, seat) else [f"pass {BUILDING_TEXTS[cards_in(view['hand'][seat])[-1]]}"]


# == The market =======================================================================================================
def more_than_there_is(word: str, most: int = RESOURCES) -> Find:
    """So many of a good as one does not have, at the beginning of an answer."""

    def find(view: View, seat: int) -> list[str]:
        if said(view, seat):
            return []
        have = [how_many(view["goods"][seat], kind) for kind in range(most)]
        return [f"{word} {GOOD_TEXTS[kind]} {n + 1}" for kind, n in enumerate(have) if n < MOST_AT_ONCE][:2]

    return asked(find)


def goods_missing(view: View, seat: int) -> list[str]:
    """More of a good than lies behind the wall, once the price is named."""
    if not ends(view, seat, "price") or any(text.startswith(TRADES) for text in said(view, seat)):
        return []
    have = [how_many(view["goods"][seat], kind) for kind in range(RESOURCES)]
    return [f"put {GOOD_TEXTS[kind]} {n + 1}" for kind, n in enumerate(have) if n < MOST_AT_ONCE][:2]


def a_loan_beyond_ten(view: View, seat: int) -> list[str]:
    return [] if said(view, seat) or not view["debt"][seat] else ["borrow 10"]


def too_dear(*choices: str) -> Find:
    """What costs more than anybody has."""
    return asked(lambda view, seat: [] if said(view, seat) or coins(view["goods"][seat]) >= 45 else list(choices))


def back_in_the_order(view: View, seat: int) -> list[str]:
    """Selling when one has borrowed, or bought."""
    return ["sell wood 1"] if said(view, seat) and said(view, seat)[-1].split()[0] in ("borrow", "buy") else []


# == Deals ============================================================================================================
def a_price_of_others(view: View, seat: int) -> list[str]:
    """Fragments by a mortal, two of them by the cultist, coins by the devil."""
    role = view["role"][seat]
    asks = "price 5" if role == HORNS else "price 2 souls" if role == EYE else "price 1 soul"
    return [asks] if traded_only(view, seat) else []


def put_before(view: View, seat: int) -> list[str]:
    """A good that stands before the one that was put last, and that one has."""
    if not ends(view, seat, "put") or any(text.startswith(TRADES) for text in said(view, seat)):
        return []
    last = GOOD_TEXTS.index(said(view, seat)[-1].split()[1])
    earlier = [kind for kind in range(min(last, RESOURCES)) if how_many(view["goods"][seat], kind)]
    return [f"put {GOOD_TEXTS[kind]} 1" for kind in earlier]


def at_a_chest(holds: Callable[[Sequence[int], View, int], bool], *choices: str) -> Find:
    """What somebody may not answer to a chest, before he has said anything: by its mark, price, whether it is paid."""

    def find(view: View, seat: int) -> list[str]:
        return list(choices) if not said(view, seat) and holds(view["held"][seat], view, seat) else []

    return asked(find)


def _paid(chest: Sequence[int], view: View, seat: int) -> bool:
    return bool(chest[2])


def _too_few_souls(chest: Sequence[int], view: View, seat: int) -> bool:
    return not chest[2] and chest[1] > SOUL_PRICE + fragments(view["souls"][seat])


# == The plan =========================================================================================================
def third_building(view: View, seat: int) -> list[str]:
    planned = [text.split()[1] for text in said(view, seat) if text.startswith("build ")]
    left = [card for card in cards_in(view["hand"][seat]) if BUILDING_TEXTS[card] not in planned]
    return [f"build {BUILDING_TEXTS[card]}" for card in left] if len(planned) == 2 and "none" not in planned else []


def no_action(view: View, seat: int) -> list[str]:
    """Using a building that is none of an action, or not there."""
    wrong = [card for card in range(deck.BUILDINGS) if BUILDINGS[card].kind != deck.ACTION]
    return [f"use {BUILDING_TEXTS[card]}" for card in wrong[:2]]


def under_the_stables(view: View, seat: int) -> list[str]:
    tucked = view["tucked"][seat]
    return [] if tucked == box.NONE else [f"use {BUILDING_TEXTS[tucked]}"]


def alchemist_away(word: str) -> Find:
    def find(view: View, seat: int) -> list[str]:
        return [] if deck.ALCHEMIST in recruitable(state_of(view), seat) else [f"{word} alchemist"]

    return asked(find)


# == Effects ==========================================================================================================
def other_kind(word: str) -> Find:
    """A good of the kind that is not wanted: precious ones for basic ones, or the other way round."""

    def find(view: View, seat: int) -> list[str]:
        state = state_of(view)
        basic = any(code - GAME.code(f"{word} wood") < BASICS for code in state.choices(seat))
        return [f"{word} {GOOD_TEXTS[kind]}" for kind in (range(BASICS, RESOURCES) if basic else range(BASICS))]

    return asked(find)


# == The hunt, and the mass ===========================================================================================
def who_confessed(view: View, seat: int) -> list[str]:
    return [f"vote {SEAT_TEXTS[other]}" for other in members(view["mob"]) if other != seat]


def oneself(word: str) -> Find:
    return asked(lambda view, seat: [f"{word} {SEAT_TEXTS[seat]}"])


def souls_to_lay(view: View, seat: int) -> list[str]:
    """Fragments by somebody who is not the devil; or more of them than the devil has."""
    if view["role"][seat] != HORNS:
        return ["lay 1 pure", "lay 0 tainted"]
    have = pure(view["souls"][seat])
    return [f"lay {have + 1} pure"] if have < box.ALL_PURE else []


def fewer_tainted(view: View, seat: int) -> list[str]:
    """In round 3 the devil keeps a tainted fragment back."""
    devil = view["role"][seat] == HORNS and view["round"] == 3
    return [f"lay {n} tainted" for n in range(tainted(view["souls"][seat]))] if devil else []


def guess_of_others(view: View, seat: int) -> list[str]:
    role = view["role"][seat]
    guesses = ["devil nobody", "cultist nobody"] if role == HORNS else ["cultist nobody"] if role == EYE else []
    return guesses if traded_only(view, seat) else []


def guessing(view: View, seat: int, word: str) -> bool:
    """Whether a guess at the devil, or at the cultist, comes next."""
    given = said(view, seat)
    if view["role"][seat] == HORNS or not given:
        return False
    last = given[-1].split()[0]
    return last == "bribe" if word == "devil" else last == "devil" and view["role"][seat] != EYE


def others(seat: int) -> Iterable[int]:
    return (other for other in range(box.SEATS) if other != seat)


def a_known_devil(view: View, seat: int) -> list[str]:
    known = HORNS in view["shown_role"] and guessing(view, seat, "devil")
    return [f"devil {SEAT_TEXTS[other]}" for other in others(seat)] if known else []


def guessed_before(view: View, seat: int) -> list[str]:
    """A guess at a role about which one has been locked."""
    locked = view["locked"][view["role"][seat]]
    words = {"devil": devil_of(locked), "cultist": cultist_of(locked)}
    open_still = {word for word in words if word == "cultist" or HORNS not in view["shown_role"]}
    able = [word for word in open_still if words[word] != NOBODY_GUESSED and guessing(view, seat, word)]
    return [f"{word} {SEAT_TEXTS[other]}" for word in able for other in others(seat)]


def a_locked_ring(view: View, seat: int) -> list[str]:
    """Somebody for whom the ring is locked, as the other of the two."""
    locked = view["locked"][view["role"][seat]]
    devil, cultist = devil_of(locked), cultist_of(locked)
    found = []
    if cultist != NOBODY_GUESSED and devil == NOBODY_GUESSED and HORNS not in view["shown_role"]:
        found = [f"devil {SEAT_TEXTS[cultist]}"] if guessing(view, seat, "devil") else []
    if devil != NOBODY_GUESSED and cultist == NOBODY_GUESSED and guessing(view, seat, "cultist"):
        found = [f"cultist {SEAT_TEXTS[devil]}"]
    return found


def the_same_ring(view: View, seat: int) -> list[str]:
    if not guessing(view, seat, "cultist") or cultist_of(view["locked"][view["role"][seat]]) != NOBODY_GUESSED:
        return []
    named = said(view, seat)[-1].split()[1]
    return [] if named == "nobody" else [f"cultist {named}"]


# == The inquisition ==================================================================================================
def more_than_faced(view: View, seat: int) -> list[str]:
    return [f"show {n}" for n in range(len(faced_by(state_of(view), seat)) + 1, 9)] if not said(view, seat) else []


def more_than_held(view: View, seat: int) -> list[str]:
    have = fragments(view["souls"][seat])
    return [f"show {have + 1}"] if not said(view, seat) and have < len(faced_by(state_of(view), seat)) else []


def no_indulgence(view: View, seat: int) -> list[str]:
    have = indulgences(state_of(view), seat)
    return [f"spend {have + 1}"] if len(said(view, seat)) == 1 and have < 8 else []


def not_faced(view: View, seat: int) -> list[str]:
    faced = faced_by(state_of(view), seat)
    away = [number for number in range(deck.INQUISITORS) if number not in faced]
    return [f"suffer {INQUISITOR_TEXTS[number]}" for number in away] if len(said(view, seat)) >= 2 else []


def same_tribute(view: View, seat: int) -> list[str]:
    """A second good of the same kind."""
    given = said(view, seat)
    if not ends(view, seat, "tribute"):
        return []
    kind = GOOD_TEXTS.index(given[-1].split()[1])
    traded = any(text.startswith(TRADES) for text in given)
    return [given[-1]] if not traded and how_many(view["goods"][seat], kind) else []


def other_building(view: View, seat: int) -> list[str]:
    if view["bill_for"] != deck.DESTROY:
        return []
    falls = second_highest(state_of(view), seat, view["bill_any"])
    return [f"lose {BUILDING_TEXTS[card]}" for card in range(deck.BUILDINGS) if card not in falls][:2]


JESTERS: Final = {"jesters": True}
NO_JESTERS: Final = {"jesters": False}
FORBIDDEN: Final[Mapping[str, Forbidden]] = {
    # the market
    "selling what one does not have": Forbidden("offer", more_than_there_is("sell"), "not_yours"),
    "borrowing beyond ten": Forbidden("offer", asked(a_loan_beyond_ten), "too_much_debt"),
    "buying without coins": Forbidden("offer", too_dear("buy marble 15"), "not_enough_coins"),
    "repaying among the deals": Forbidden("offer", first_of_all("repay 1"), "repay_when"),
    "selling after a loan": Forbidden("offer", asked(back_in_the_order), "order_of_trades"),
    "a trade after the price": Forbidden("offer", after("price", "borrow 1"), "order_of_trades"),
    "a loan that nobody could repay": Forbidden("offer", says("borrow 11"), "most_debt"),
    "more than goes into one answer": Forbidden("offer", says("sell wood 16", "put coins 31"), "too_much_at_once"),
    "a bribe beyond all bounds": Forbidden("load", says("bribe 31"), "too_much_at_once"),
    # cards
    "keeping what one does not hold": Forbidden("keep_one", not_held("keep"), "not_in_hand"),
    "passing what one does not hold": Forbidden("pass_two", not_held("pass"), "not_in_hand"),
    "passing an old building": Forbidden("pass_two", asked(of_an_earlier_round), "not_new"),
    "passing the last one first": Forbidden("pass_two", asked(the_last_of_them), "order_of_cards"),
    # deals
    "a price that another role may ask": Forbidden("offer", asked(a_price_of_others), "not_your_price"),
    "a price beyond all bounds": Forbidden("offer", says("price 8", "price 1", "price 3 souls"), "price_range"),
    "a second price": Forbidden("offer", after("put", "price 2"), "priced_already"),
    "an offer before its price": Forbidden("offer", first_of_all("put wood 1", "put coins 2", "seal"), "price_first"),
    "putting what one does not have": Forbidden("offer", asked(goods_missing), "not_yours"),
    "putting goods out of order": Forbidden("offer", asked(put_before), "order_of_goods"),
    "offering a soul": Forbidden("offer", says("put soul 1", "put fragment"), "souls_never_offered"),
    "a jester without the option": Forbidden(
        "offer", after("price", "put jester 1"), "not_by_these_rules", options=NO_JESTERS
    ),
    "an indulgence without the option": Forbidden(
        "offer", after("price", "put indulgence 1"), "not_by_these_rules", options={"indulgences": False}
    ),
    "adding a jester without the option": Forbidden(
        "answer_first", first_of_all("add jester"), "not_by_these_rules", options=NO_JESTERS
    ),
    "adding a jester to a paid chest": Forbidden(
        "answer_second", at_a_chest(_paid, "add jester"), "chest_paid", options=JESTERS
    ),
    "accepting what is paid": Forbidden("answer_second", at_a_chest(_paid, "accept"), "chest_paid"),
    "souls that one does not have": Forbidden(
        "answer_first", at_a_chest(_too_few_souls, "accept", "accept 1 tainted", "accept 2 tainted"), "no_souls_to_pay"
    ),
    "a price that is not raised yet": Forbidden(
        "answer_first", by_rule("accept", "cannot_pay_price"), "cannot_pay_price"
    ),
    "leaving what has been sold": Forbidden("answer_first", by_rule("leave", "contents_sold"), "contents_sold"),
    # the plan
    "building what one does not hold": Forbidden("plan", not_held("build"), "not_in_hand"),
    "a third building": Forbidden("plan", asked(third_building), "two_builds"),
    "using what has no action": Forbidden("plan", asked(no_action), "not_an_action"),
    "using what lies under the Stables": Forbidden("plan", asked(under_the_stables), "under_the_stables"),
    "recruiting who is away": Forbidden("plan", alchemist_away("recruit"), "courtier_away"),
    "recruiting without a token": Forbidden("plan", by_rule("recruit", "no_token"), "no_token"),
    "the end of a plan at first": Forbidden("plan", first_of_all("fund loan"), "order_of_plan"),
    # effects
    "a precious good for a basic one": Forbidden("choose_goods", other_kind("gain"), "not_this_kind"),
    "a basic good for a precious one": Forbidden("choose_gain", other_kind("gain"), "not_this_kind"),
    "giving what leaves too little": Forbidden("choose_gift", by_rule("give", "cannot_give"), "cannot_give"),
    "a courtier who is away": Forbidden("choose_courtier", alchemist_away("take"), "courtier_away"),
    "another who is away": Forbidden("recruit_other", alchemist_away("recruit"), "courtier_away"),
    "a slot that is taken": Forbidden("choose_slot", by_rule("slot", "slot_taken"), "slot_taken"),
    "an achievement out of reach": Forbidden("claim_one", by_rule("claim", "not_claimable"), "not_claimable"),
    "a courtier of no help": Forbidden("claim_with", by_rule("with", "courtier_no_help"), "courtier_no_help"),
    "tucking what has no action": Forbidden("tuck_one", by_rule("tuck", "not_an_action"), "not_an_action"),
    "selling what cannot be spared": Forbidden("fund", asked(says("sell wood 15", "sell marble 15")), "cannot_spare"),
    "buying where money is to be raised": Forbidden("fund", asked(says("buy wood 1", "repay 1")), "raise_money"),
    # the witch hunt
    "a vote for oneself": Forbidden("voting", oneself("vote"), "oneself"),
    "a vote for who has confessed": Forbidden("voting", asked(who_confessed), "confessed"),
    "a proof without three fragments": Forbidden(
        "interrogation", by_rule("prove", "not_three_souls"), "not_three_souls"
    ),
    # the black mass
    "wings without coins": Forbidden("prepare", too_dear("wings 12"), "not_enough_coins"),
    "a bribe without coins": Forbidden("load", by_rule("bribe", "not_enough_coins"), "not_enough_coins"),
    "goods as a bribe without the option": Forbidden(
        "load", asked(says("bribe wood 1")), "not_by_these_rules", options={"bribes": False}
    ),
    "fragments that one may not lay": Forbidden("load", asked(souls_to_lay), "no_such_souls"),
    "a tainted fragment kept back": Forbidden("load", asked(fewer_tainted), "must_show_tainted"),
    "a guess of another role": Forbidden("load", asked(guess_of_others), "not_your_guess"),
    "a guess before the bribe": Forbidden("load", by_rule("devil", "order_of_loading"), "order_of_loading"),
    "oneself as the devil": Forbidden("load", by_rule("devil", "oneself"), "oneself"),
    "a devil whom all know": Forbidden("load", asked(a_known_devil), "devil_known"),
    "a guess that is locked": Forbidden("load", asked(guessed_before), "locked_guess"),
    "a ring that is locked": Forbidden("load", asked(a_locked_ring), "locked"),
    "a ring for two guesses": Forbidden("load", asked(the_same_ring), "one_ring"),
    # the inquisition
    "more than is asked for": Forbidden("appease", asked(more_than_faced), "too_many_shown"),
    "fragments that one does not have": Forbidden("appease", asked(more_than_held), "no_such_souls"),
    "an indulgence that one does not have": Forbidden("appease", asked(no_indulgence), "no_indulgence"),
    "indulgences before fragments": Forbidden(
        "appease", first_of_all("spend 0", "suffer ascetic"), "order_of_appeasing"
    ),
    "an inquisitor who is not there": Forbidden("appease", asked(not_faced), "not_faced"),
    "another than the Guest": Forbidden("appease_guest", asked(says("suffer ascetic")), "not_faced"),
    "goods that one cannot hand over": Forbidden("penalty", by_rule("hand", "cannot_hand_over"), "cannot_hand_over"),
    "the same good twice": Forbidden("penalty", asked(same_tribute), "different_kinds"),
    "a building that does not fall": Forbidden("penalty", asked(other_building), "not_that_building"),
    # now, and whose turn
    "a vote among the deals": Forbidden("offer", asked(says("vote red", "prove", "ship wood")), "not_now"),
    "an offer among the plans": Forbidden("plan", asked(says("price 2", "accept", "show 1")), "not_now"),
    "what the dealer does": Forbidden("voting", asked(says("carry", "turn 1", "reckon", "deal farm")), "not_now"),
    "whatever another is asked": Forbidden("claim_one", at_anothers_turn("claim none"), "not_asked"),
}
SELDOM: Final[Mapping[str, str]] = {
    "minor_taken": "hardly anybody has one of four achievements when a building brings him another",
    "minor_gone": "a single dam removes an achievement, so that none is ever removed already",
}
"""Reasons that are not met by playing at random, and why."""
UNKNOWN: Final[Sequence[str]] = (
    "put", "price", "price red", "build", "build cathedrals", "vote", "vote 1", "devil", "suffer guests", "claim minor",
    "roles dove", "sell wood", "borrow", "lay 9 pure", "accept 3 tainted",
)  # fmt: skip


def near_the_end(view: View) -> bool:
    """The second inquisition has come."""
    return bool(view["round"] == box.ROUNDS and view["phase"] == box.INQUISITION)
