"""The stable texts of Deal with the Devil, views as names and lists, a position as text, and what is no choice."""

import pytest

from eminence.core.errors import UnknownChoice
from eminence.games.deal_with_the_devil import card_file, codes, notation
from tests.games.deal_with_the_devil.tables import BLUE, GAME, GREEN, RED, YELLOW, Position, seal, state
from tests.games.playing import curious

SAMPLES = {
    0: "turn 0", 4: "roles dove lamb eye horns", 27: "roles horns eye lamb dove", 75: "schedule 47",
    76: "inquisitor debt_collector", 80: "deal farm", 160: "draw forest", 180: "carry", 181: "open", 182: "reckon",
    185: "want devil", 186: "any mortal", 190: "avoid cultist", 192: "sell wood 1", 207: "sell stone 1",
    269: "borrow 3",
    322: "buy glass 1", 361: "repay 10", 362: "done", 363: "keep farm", 460: "pass mill", 523: "price 2",
    528: "price 7", 529: "price 1 soul", 530: "price 2 souls", 532: "put wood 2", 606: "put indulgence 1",
    621: "put jester 1", 636: "put coins 1", 665: "put coins 30", 666: "seal", 667: "add jester", 668: "leave",
    669: "accept", 671: "accept 2 tainted", 679: "discard fever", 692: "event none", 693: "event left",
    694: "event right", 695: "stables use", 696: "stables rest", 701: "use market", 777: "use none",
    858: "build none", 859: "action yes", 860: "action no", 864: "recruit alchemist", 865: "recruit none",
    866: "fund loan", 868: "fund ask", 869: "later", 870: "gain wood", 879: "give marble", 880: "enough",
    884: "take alchemist", 888: "minor mixed", 889: "slot 1", 893: "remove rural", 901: "tuck market",
    977: "claim minor rural", 984: "claim major mixed", 985: "with rural", 989: "claim none", 991: "vote blue",
    994: "vote nobody", 995: "prove", 996: "confess", 997: "wings 1", 1009: "bribe 0", 1040: "bribe wood 1",
    1115: "lay 0 pure", 1124: "lay 2 tainted", 1125: "devil red", 1134: "cultist nobody", 1143: "show 8",
    1144: "spend 0", 1157: "suffer orator", 1166: "tribute none", 1167: "hand over", 1168: "refuse",
    1248: "lose great_fair", 1251: "ship wheat",
}  # fmt: skip


def test_texts_that_matches_are_saved_with() -> None:
    """These never change: matches and action spaces are made of them."""
    assert {code: GAME.text(code) for code in SAMPLES} == SAMPLES
    assert GAME.codes == codes.CODES == len(notation.TEXTS) == 1252
    # The first word tells the kind of answer: no word is used by players and by the dealer.
    dealers = {notation.TEXTS[code].split()[0] for code in range(codes.WANT)}
    assert dealers == {"turn", "roles", "schedule", "inquisitor", "deal", "draw", "carry", "open", "reckon"}
    assert not dealers & {notation.TEXTS[code].split()[0] for code in range(codes.WANT, codes.CODES)}
    # A card file does not change them.
    swapped = card_file.parse('[[buildings]]\nid = "farm"\nname = "Mas"\n')
    assert [card.id for card in swapped.buildings] == list(notation.BUILDING_TEXTS)


UNKNOWN = {
    "put soul 1": "never offered",
    "put 2 souls": "never offered",
    "price 9": "2 to 7 coins",
    "price 3 souls": "1 or 2 soul fragments",
    "put wood 40": "at most 15",
    "put coins 31": "at most 30",
    "bribe 99": "at most 30",
    "borrow 12": "exceed 10",
}


def test_what_cannot_be_a_choice_says_why() -> None:
    for typed, why in UNKNOWN.items():
        with pytest.raises(UnknownChoice, match=why):
            GAME.code(typed)
    for typed in ("", "put", "price", "dance", "vote purple", "borrow"):
        assert GAME.why_unknown(typed) is None


def test_what_is_read_says_what_the_numbers_hold() -> None:
    table = Position(4).goods(RED, "2W 3c").souls("2+1", "3+0", "1+1", "0+0").hand(RED, "farm chapel")
    table.built(RED, "bank market stable", tucked="market").minors(RED, rural=2, mixed=7).majors(RED, "urban")
    table.courtiers(RED, rural="court", urban="three")
    match = seal(
        table.dealing(), "price 4; put wood 1; seal", "price 2; seal", "price 1 soul; seal", "price 2 souls; seal"
    )
    seen = GAME.read(match.view(RED))
    assert (seen["goods"][RED], seen["souls"][RED]) == ({"wood": 1, "coins": 3}, {"pure": 2, "tainted": 1})
    assert (seen["hand"][RED], seen["built"][RED]) == (["farm", "chapel"], ["bank", "market", "stable"])
    assert seen["tucked"] == ["market", None, None, None]
    assert (seen["minors"][RED], seen["majors"][RED]) == ({"rural": "slot 2", "mixed": "removed"}, ["urban"])
    places = {"rural": "at_court", "urban": "for_three", "religious": "for_two", "alchemist": "away"}
    assert seen["courtiers"][RED] == places
    assert (seen["offer"][RED], seen["price"]) == ({"wood": 1}, [{"coins": 4}, None, None, None])
    assert GAME.read(match.view(YELLOW))["price"][YELLOW] == {"souls": 2}
    assert seen["goods"][BLUE] is seen["role"][GREEN] is seen["held"][BLUE] is None
    assert seen["reds"] == ["debt_collector", "orator", "squanderer"]


def test_every_choice_made_ahead_and_every_task_has_its_words() -> None:
    asked: set[str] = set()
    for number, match in enumerate(curious(GAME, "readings")):
        if number > 3000:
            break
        for name in ("todo", "ahead", "plan", "mass", "chests", "offers", "poor", "bounds", "proofs", "accusations"):
            if getattr(state(match), name):
                asked.add(name)
        for seat in (None, 0, 2) if number % 5 == 0 else ():
            seen = GAME.read(match.view(seat))
            assert all(isinstance(task, str) for task in seen["todo"])
    assert asked >= {"todo", "ahead", "plan", "mass", "chests", "offers", "poor", "bounds", "proofs"}


def test_describe() -> None:
    match = Position(3).goods(RED, "2W 5c").hand(RED, "chapel").at("voting")
    own, other = GAME.describe(match.view(RED)), GAME.describe(match.view(BLUE))
    assert "dove; goods: wood 2, coins 5; souls: pure 3, tainted 0; hand: chapel" in own
    assert "chapel" not in other
    assert "?; 1 buildings and 0 events in hand" in other
    assert own.startswith("round 3, witch_hunt; A ascetic in_force, B fundamentalist face_down")
