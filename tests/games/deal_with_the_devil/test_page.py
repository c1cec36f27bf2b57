"""The table of Deal with the Devil in the browser: what its forms foretell, what follows from what one knows, and what
is told when all is over."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts.telling import telling
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, goods
from eminence.games.deal_with_the_devil.page import PAGE, form_for
from eminence.games.deal_with_the_devil.page_fields import Form
from eminence.games.deal_with_the_devil.page_forecast import Forecast
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.telling import Telling
from eminence.server.pages.scene import in_sight
from tests.games.deal_with_the_devil.situations import POSITIONS
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.golden import moments, names, replayed
from tests.games.pages import scene_of
from tests.games.positions import first_asked
from tests.games.situations import Situation

FORETOLD = (
    events.Paid, events.Gained, events.Traded, events.Built, events.CouldNotPay, events.Moved, events.TookCourtier,
)  # fmt: skip
PLANS = {name: one for name, one in POSITIONS.items() if name.startswith("plan")}
IDLE = ("event none", "stables rest", "use none", "build none", "recruit none", "fund loan")


def foretold(match: Match, seat: int, *answers: str) -> Forecast:
    """What somebody is told would come of these answers."""
    codes = [GAME.code(answer) for answer in answers]
    found = PAGE.forecast(in_sight(match, seat), match.asks()[seat], telling(GAME, "en", seat), codes)
    assert found is not None
    return found


def state(match: Match) -> DevilState:
    assert isinstance(match._state, DevilState)
    return match._state


def ask_at(step: str, kind: str = "") -> tuple[Match, int]:
    """A position at a step, with an answer of a kind in it, and who is asked there."""
    name = next(name for name in POSITIONS if name.startswith(step) and kind in name)
    match = POSITIONS[name].match()
    return match, first_asked(match)


# == What would come of it ============================================================================================
def planned_alone(match: Match, seat: int, answers: tuple[str, ...]) -> None:
    """One realm plans; the others do nothing. What is asked on the way is answered as a forecast does."""
    match.choose(seat, *answers)
    while True:
        other, ask = next(iter(match.asks().items()))
        step = str(state(match).step().name)
        if other == DEALER and step == "reckoning":
            match.choose(DEALER, ask.texts[0])
        elif step == "plan":
            match.choose(other, next((text for text in IDLE if text in ask.texts), ask.texts[0]))
        elif step == "claim_one" or state(match).actor != seat:
            return
        else:
            match.choose(other, ask.texts[-1 if step == "fund" else 0])


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_plan_does_what_its_forecast_said(plan: Situation) -> None:
    match = plan.match()
    seat = first_asked(match)
    told = telling(GAME, "en", seat)
    said = [line.told for line in foretold(match, seat, *plan.answers).lines]
    before = match.told
    state(match).first = seat  # so that nobody has done anything before
    planned_alone(match, seat, plan.answers)
    happened = [event for event in match.story(seat, before) if getattr(event, "seat", None) == seat]
    real = [told.event(event) for event in happened if isinstance(event, FORETOLD)]
    assert real
    assert [line for line in said if line in real] == real


def test_what_will_fail_is_said_and_asked_back() -> None:
    """City walls eat up what the courtier would cost."""
    match, seat = ask_at("plan", "stables")
    answers = next(one.answers for name, one in PLANS.items() if "stables" in name)
    cast = foretold(match, seat, *answers)
    assert cast.sure == "Sure? Seal it with 1 failure"
    assert [line.told for line in cast.lines if line.kind == "loss"] == [
        "You cannot do what you planned, and skip it: the courtier."
    ]
    assert foretold(match, seat, "event none").bad, "what is not finished cannot be sealed"


def test_an_offer_is_compared_with_the_shop() -> None:
    match, seat = ask_at("offer")
    empty = foretold(match, seat, "price 2", "seal")
    assert (empty.label, empty.sure) == ("Offer nothing", "Sure? Close the chest empty")
    cast = foretold(match, seat, "price 7", "put stone 1", "seal")
    assert cast.label == "Close the chest: 1 stone for 7 coins"
    assert [line.told for line in cast.lines] == [
        "The shop asks 3 coins for this. You ask 7 coins.",
        "That is not cheaper than the shop.",
    ]
    assert foretold(match, seat, "price 2", "put marble 3", "seal").bad.startswith("You do not have that")


def test_whoever_is_short_of_coins_can_borrow_them_at_a_tap() -> None:
    """Where the price cannot be paid as it is, that button may not be pressed; the one that borrows may."""
    found = 0
    for name in names(GAME):
        for match, _ in moments(GAME, name):
            for seat in match.asked:
                scene: Any = scene_of(match, seat) if seat != DEALER and state(match).held[seat] else None
                if scene is None or scene.form is None:
                    continue
                lasts = {"|".join(sender.last) for sender in scene.form.senders}
                for last in lasts:
                    if last.startswith("borrow"):
                        found += 1
                        assert last in scene.forecast.may
                        assert "accept" not in scene.forecast.may
                assert set(scene.forecast.may) <= lasts | {"accept 1 tainted", "accept 2 tainted", "add jester"}
    assert found


def test_what_a_sale_brings_may_be_repaid_at_once() -> None:
    """Also by whoever has no coin yet."""
    found = set()
    for match, _ in chain.from_iterable(moments(GAME, name) for name in names(GAME)[::3]):
        for seat in match.asked if not match.over else ():
            texts = match.asks()[seat].texts if seat != DEALER and state(match).debt[seat] else ()
            sale = next((text for text in texts if text.startswith("sell")), None)
            if sale is None or "repay 1" in texts or match.step in found or match._state.sealed[seat]:
                continue
            trial = match.clone()
            trial.choose(seat, sale)
            if seat in trial.asked and "repay 1" in trial.asks()[seat].texts:
                scene: Any = scene_of(match, seat)
                assert any(one.q == "repay" for group in scene.form.groups for one in group.questions), match.step
                found.add(match.step)
    assert {"prepare", "last_trades"} <= found


def test_what_an_inquisitor_wants_may_be_bought_for_him() -> None:
    """The button is there for whoever does not have it yet, and may be pressed once it is bought."""
    name = next(name for name in POSITIONS if name.startswith("penalty: refuse"))
    match = POSITIONS[name].match()
    (seat,) = match.asked
    wanted = int(state(match).bill)
    match._state = poor = state(match).clone()
    poor.goods[seat] = 30 * int(goods.COIN)
    scene: Any = scene_of(match, seat)
    assert [sender.last for sender in scene.form.senders] == [("hand over",), ("refuse",)]
    assert scene.forecast.may == ("refuse",)
    buys = [f"buy {goods.NAMES[kind]} {n}" for kind, n in enumerate(goods.numbers_of(wanted)) if n]
    assert foretold(match, seat, *buys[:-1]).may == ("refuse",)
    assert foretold(match, seat, *buys).may == ("hand over", "refuse")


# == What follows =====================================================================================================
def watched() -> Iterator[Match]:
    """Golden matches now and then."""
    for name in names(GAME)[::3]:
        for number, (match, _) in enumerate(moments(GAME, name)):
            if number % 40 == 0 and state(match).role[0] != box.NONE and not match.over:
                yield match


def test_what_is_derived_is_true_and_grows_no_weaker() -> None:
    """Nobody is said not to be what he is; one's own role is never shared with another; in the end some are known."""
    known = 0
    for match in watched():
        for seat in range(match.seats):
            scene: Any = scene_of(match, seat)
            for suspect in scene.reasoning.suspects:
                assert suspect.may[box.ROLE_OF[state(match).role[suspect.seat]]]
                known += sum(suspect.may) == 1
            mine = box.ROLE_OF[state(match).role[seat]]
            assert mine == 0 or not any(suspect.may[mine] for suspect in scene.reasoning.suspects)
    assert known


def test_the_chests_that_come_are_among_those_that_can_come() -> None:
    for match in watched():
        for seat in range(match.seats):
            lines = scene_of(match, seat).reasoning.coming
            assert len(lines) <= 2
            assert all("chest" in line for line in lines)


# == After the match ==================================================================================================
def test_every_chest_is_told_when_all_is_over() -> None:
    """Four in each round; each went to two realms, neither of them its owner, and at most one of them took it."""
    match = replayed(GAME, "plain_1")
    for reader in (None, *range(match.seats)):
        reveal = scene_of(match, reader).reveal
        for _, voyages in reveal.rounds:
            assert len(voyages) == box.SEATS
            for voyage in voyages:
                first, second = voyage.stops
                assert len({voyage.seat, first.seat, second.seat}) == 3
                assert [first.word, second.word].count("taken") <= 1
                assert second.word == "paid" if first.word == "taken" else second.word != "paid"
    assert scene_of(replayed(GAME, "plain_1"), 0).form is None


def test_nothing_is_revealed_before() -> None:
    for match in watched():
        assert scene_of(match, None).reveal is None
        assert scene_of(match, 0).reveal is None


# == What is sent, and what buttons say ================================================================================
def asked_at(step: str) -> Iterator[tuple[Match, int]]:
    """Wherever a golden match puts a question, whoever is asked first and has not begun to answer."""
    for name in names(GAME):
        for match, _ in moments(GAME, name):
            if not match.over and match.step == step and min(match.asked) != DEALER:
                seat = min(match.asked)
                if not state(match).sealed[seat]:
                    yield match, seat


def form_of(match: Match, seat: int) -> Form:
    teller = telling(GAME, "en", seat)
    assert isinstance(teller, Telling)
    found = form_for(match.view(seat), match.asks()[seat], teller)
    assert found is not None
    return found


def tiles_of(form: Form) -> list[str]:
    """The achievements that can be marked."""
    return [one.options[0].value for one in form.groups[0].questions if one.q.startswith("claim-")]


def presets(form: Form) -> list[str]:
    return [GAME.text(code) for code in form.preset]


def drawn(form: Form) -> list[str]:
    """What the form sends as it is drawn: of what is marked, what hangs on it, too."""
    found, last = list[str](), False
    for one in form.groups[0].questions:
        marked = [option.value for option in one.options if option.checked]
        last = bool(marked) if not one.when else last
        found += marked if last else []
    return found


def test_achievements_are_claimed_as_the_form_says_and_all_of_it_is_one_answer() -> None:
    """As it is drawn, and with each tile alone: what is sent is taken, and what was foretold is what happens."""
    claimed = set()
    for match, seat in asked_at("claim_one"):
        form = form_of(match, seat)
        tiles = tiles_of(form)
        assert foretold(match, seat, *drawn(form)).sends == foretold(match, seat, *presets(form)).sends
        for wishes in (presets(form), *([tile] for tile in tiles), []):
            cast = foretold(match, seat, *wishes)
            if cast.bad:
                assert len(wishes) == 1, "what is marked from the beginning can be claimed"
                continue
            real = match.clone()
            real.choose(seat, *cast.sends)
            told = telling(GAME, "en", seat)
            happened = [event for event in real.story(seat, match.told) if getattr(event, "seat", None) == seat]
            said = [line.told for line in cast.lines if "No production follows" not in line.told]
            assert [told.event(event) for event in happened][: len(said)] == said[: len(happened)]
            claimed |= {choice for choice in cast.sends if choice.startswith("claim")}
    assert len(claimed) == 9, "all eight, and nothing"


def test_what_can_be_claimed_with_the_alchemist_alone_is_there_once_he_is_won() -> None:
    """He comes with a major achievement, and helps at once (DP-4)."""
    for match, seat in asked_at("claim_one"):
        before = {choice.text for choice in match.asks()[seat]}
        if "claim major mixed" not in before:
            continue
        if more := set(tiles_of(form_of(match, seat))) - before:
            cast = foretold(match, seat, "claim major mixed", more.pop())
            assert cast.bad or "with alchemist" in cast.sends
            return
    pytest.fail("no golden match has that")


@pytest.mark.parametrize("step", ["last_repayment", "last_trades", "prepare"])
def test_to_do_nothing_is_never_the_loud_button(step: str) -> None:
    for match, seat in asked_at(step):
        idle = foretold(match, seat)
        assert idle.quiet, idle
        assert "nothing" in idle.label.lower() or idle.label == "Buy no wings"


def test_a_repayment_says_what_interest_it_saves() -> None:
    told = {foretold(match, seat, "repay 4").lines[-1].told for match, seat in asked_at("last_repayment")
            if "repay 4" in match.asks()[seat].texts}  # fmt: skip
    assert "Interest this round: 1 instead of 2." in told


def test_what_a_penalty_wanted_is_not_told_of_what_is_asked_later() -> None:
    """A tribute leaves its mark in the state; the cards after it know nothing of it."""
    after = 0
    for match, seat in asked_at("keep_one"):
        after += bool(state(match).bill_for)
        cast = foretold(match, seat)
        assert not [line for line in cast.lines if line.kind == "loss"]
        assert set(cast.may) == {one.text for one in match.asks()[seat] if one.kind == "keep"} or not cast.may
    assert after


def test_a_tribute_says_what_it_costs_to_give_nothing() -> None:
    for match, seat in asked_at("penalty"):
        if "tribute none" in match.asks()[seat].texts and len(match.asks()[seat].texts) > 3:
            cast = foretold(match, seat, "tribute none")
            assert cast.label == "Give up nothing: −4 points"
            assert cast.sure == "Sure? −4 points" or not any(text.startswith("tribute") for text in cast.may)
            return
    pytest.fail("nobody is asked for a tribute")


def test_the_story_beside_a_card_that_lies_face_down_does_not_say_the_role_aloud() -> None:
    match = replayed(GAME, "plain_1")
    for seat in range(box.SEATS):
        told = telling(GAME, "en", seat)
        own = [
            told.event(event) for event in match.story(seat) if isinstance(event, events.GotRole) and event.seat == seat
        ]
        assert own == ["You look into your chest."]


def test_just_now_begins_with_what_the_reader_got_and_leaves_out_what_is_told_of_everybody() -> None:
    for match, seat in asked_at("keep_one"):
        told = telling(GAME, "en", seat)
        news = told.news(match.story(seat, match.answered_at(seat)))
        assert "produce" in news[-1], news
        assert not any("in secret" in one or (one.endswith(".") and one.startswith("Cards")) for one in news)
        return


# == The black mass and the end ========================================================================================
def test_a_mass_is_told_guess_by_guess() -> None:
    verdicts = set()
    for match, seat in asked_at("appease"):
        middle = scene_of(match, seat).middle
        named = [one for chest in middle.mass for one in (chest.devil, chest.cultist) if one >= 0]
        assert {one.seat for one in middle.guesses} >= set(named)
        verdicts |= {one.verdict for one in middle.guesses}
        for one in middle.guesses:
            if not middle.by_mark:
                role = box.EYE if one.cultist else box.HORNS
                assert one.holds == (state(match).role[one.seat] == role)
    assert len(verdicts) >= 4, verdicts


def test_after_the_match_it_is_told_who_gave_his_soul_to_whom() -> None:
    told = []
    for name in names(GAME):
        match = replayed(GAME, name)
        souls = scene_of(match, None).reveal.souls
        given = [event for event in match.open_story() if isinstance(event, events.AnsweredChest) and event.accepted]
        assert len(souls) <= len(given)
        assert all("soul fragment" in one and one.startswith("Round ") for one in souls)
        told += souls
    assert told
