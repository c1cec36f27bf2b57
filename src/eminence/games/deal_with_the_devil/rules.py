"""The rules of Deal with the Devil, in the order of the rulebook. DP-… are the rulings of the rules page.

Preparation        in `preparation`: TurnBoard, Wishes, DealRoles, DrawSchedule, PlaceInquisitors
A round            Round
  1 Production     in `production`: Production, ChooseGoods
  2 Cards          KeepOne, DealBuildings, DealEvents, PassTwo, OpenMarket
  3 Deals          in `deals`: Offer, Carry, AnswerChest, Carry, AnswerChest, CarryHome
  4 Actions        in `planning`: Plan; in `action_phase`: ActionPhase; in `action_choices`: choices;
                   in `payment`: Reckoning, Fund
  5 Interest       in `upkeep`: Interest
  6 Reputation     Reputation, ChooseGoods, Forgetting
  7 Witch hunt     in `witch_hunt`: Voting, Interrogation (rounds 2 and 3)
  8 Inquisition    in `black_mass`: Prepare, Load, OpenChests; in `inquisition`: the rest (rounds 3 and 5)
The end            TradeRoute, Count, then `scoring`
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from eminence.core.state import GO_ON, Step
from eminence.games.deal_with_the_devil import (
    action_choices,
    action_phase,
    black_mass,
    codes,
    deals,
    events,
    inquisition,
    payment,
    planning,
    preparation,
    production,
    upkeep,
    witch_hunt,
)
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import Cards
from eminence.games.deal_with_the_devil.components import ROUNDS, SEATS
from eminence.games.deal_with_the_devil.goods import told
from eminence.games.deal_with_the_devil.state import DevilState

DRAFT: Final[list[i64]] = [
    codes.KEEP_ONE,
    codes.DEAL_BUILDINGS,
    codes.DEAL_EVENTS,
    codes.PASS_TWO,
    codes.LAST_REPAYMENT,
]
FIRST_CARDS: Final[list[i64]] = [codes.DEAL_BUILDINGS, codes.DEAL_EVENTS]
DEALS: Final[list[i64]] = [
    codes.OFFER,
    codes.CARRY_FIRST,
    codes.ANSWER_FIRST,
    codes.CARRY_SECOND,
    codes.ANSWER_SECOND,
    codes.CARRY_HOME,
]
THEN: Final[list[i64]] = [codes.PLAN, codes.ACTION_PHASE, codes.INTEREST, codes.REPUTATION]
HUNT: Final[list[i64]] = [codes.VOTING, codes.INTERROGATION]
INQUISITION: Final[list[i64]] = [
    codes.PREPARE,
    codes.LOAD,
    codes.OPEN_CHESTS,
    codes.APPEASE,
    codes.PENALTIES,
    codes.LAST_TRADES,
    codes.END_OF_INQUISITION,
]


def phases(number: i64) -> list[i64]:
    """The steps of a round."""
    found: list[i64] = [codes.PRODUCTION, *(DRAFT if number > 1 else FIRST_CARDS), *DEALS, *THEN]
    if number == 2 or number == 3:
        found += HUNT
    if number == 3 or number == 5:
        found += INQUISITION
    return found


@final
class Round(Step[DevilState]):
    """Five rounds, each with its phases; then all is counted."""

    def begin(self, s: DevilState) -> i64:
        if s.round == ROUNDS:
            s.instead(codes.COUNT)
            s.then(codes.TRADE_ROUTE)
            return GO_ON
        if s.round:
            s.first = (s.first + 1) % SEATS
        s.round += 1
        if s.story is not None:
            s.tell(events.RoundBegan(int(s.round)))
        s.then_all(phases(s.round))
        return GO_ON


@final
class Count(Step[DevilState]):
    """What lies behind the walls is shown and counted."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        s.phase = box.COUNTING
        s.shown_goods = s.goods
        s.shown_souls = s.souls
        if s.story is not None:
            goods = tuple([told(heap) for heap in s.goods])
            souls = tuple([int(soul) for soul in s.souls])
            s.tell(events.Counted(goods, souls, tuple([int(points) for points in s.scores()])))
        return GO_ON


BOOK: Final[list[Step[Any]]] = [
    preparation.TurnBoard("turn_board", "preparation"),
    preparation.Wishes("wishes", "roles"),
    preparation.DealRoles("deal_roles", "roles"),
    preparation.DrawSchedule("draw_schedule", "deals"),
    preparation.PlaceInquisitors("place_inquisitors", "preparation"),
    Round("round", "round"),
    production.Production("production", "production"),
    production.ChooseGoods("choose_goods", "production"),
    production.KeepOne("keep_one", "cards"),
    production.DealBuildings("deal_buildings", "cards"),
    production.DealEvents("deal_events", "cards"),
    production.PassTwo("pass_two", "cards"),
    production.OpenMarket("last_repayment", "market", False),
    deals.Offer("offer", "offer"),
    deals.Carry("carry_first", "deals", 1),
    deals.AnswerChest("answer_first", "chest", 1),
    deals.Carry("carry_second", "deals", 2),
    deals.AnswerChest("answer_second", "chest", 2),
    deals.CarryHome("carry_home", "deals"),
    planning.Plan("plan", "plan"),
    action_phase.ActionPhase("action_phase", "actions"),
    payment.Reckoning("reckoning", "payment"),
    payment.Fund("fund", "payment"),
    action_choices.ChooseGain("choose_gain", "effects"),
    action_choices.ChooseGift("choose_gift", "effects"),
    action_choices.ChooseCourtier("choose_courtier", "effects"),
    action_choices.ChooseMinor("choose_minor", "achievements"),
    action_choices.ChooseSlot("choose_slot", "achievements"),
    action_choices.RemoveMinor("remove_minor", "effects"),
    action_choices.TuckOne("tuck_one", "effects"),
    action_choices.UseTucked("use_tucked", "effects"),
    action_phase.RecruitOther("recruit_other", "actions"),
    action_choices.ClaimOne("claim_one", "achievements"),
    action_choices.ClaimWith("claim_with", "achievements"),
    upkeep.Interest("interest", "interest"),
    upkeep.Reputation("reputation", "reputation"),
    upkeep.Forgetting("forgetting", "reputation"),
    witch_hunt.Voting("voting", "witch_hunt"),
    witch_hunt.Interrogation("interrogation", "witch_hunt"),
    black_mass.Prepare("prepare", "inquisition"),
    black_mass.Load("load", "mass"),
    black_mass.OpenChests("open_chests", "mass"),
    inquisition.Appease("appease", "inquisition"),
    inquisition.Penalties("penalties", "penalties"),
    inquisition.Penalty("penalty", "penalties"),
    inquisition.AppeaseGuest("appease_guest", "penalties"),
    production.OpenMarket("last_trades", "market", True),
    inquisition.EndOfInquisition("end_of_inquisition", "inquisition"),
    inquisition.TradeRoute("trade_route", "count"),
    Count("count", "count"),
]


def start(cards: Cards, jesters: bool, indulgences: bool, bribes: bool, lenient: bool, preferences: bool) -> DevilState:
    """A game about to be prepared, with these cards and options."""
    s = DevilState(SEATS, BOOK, cards)
    s.prepare()
    s.jesters = jesters
    s.indulgences_offered = indulgences
    s.goods_as_bribes = bribes
    s.lenient = lenient
    s.start_flow(codes.ROUND)
    setting_up: list[i64] = [codes.TURN_BOARD, codes.DEAL_ROLES, codes.DRAW_SCHEDULE, codes.PLACE_INQUISITORS]
    if preferences:
        setting_up.insert(1, codes.WISHES)
    s.then_all(setting_up)
    s.go_on()
    return s
