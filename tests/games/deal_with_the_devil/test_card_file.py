"""The card file: what the house's has, what is wrong with one, and how a file of somebody's own is played with."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import pytest

import eminence
from eminence.core.errors import BadFile, BadOptions, EminenceError
from eminence.core.game import Option
from eminence.core.texts import LANGUAGES, Texts
from eminence.games.deal_with_the_devil import card_file, cards, goods
from eminence.games.deal_with_the_devil.card_file import BadCards, by_hash, house, load, option, parse
from eminence.games.deal_with_the_devil.card_reading import FIELDS
from eminence.games.deal_with_the_devil.cards import Building
from eminence.games.richelieu.game import Richelieu
from eminence.server.pages.phrases import option_told

PACKAGE = "eminence.games.deal_with_the_devil"
TOML = (files(PACKAGE) / "cards.toml").read_text(encoding="utf-8")


def building(name: str, among: card_file.CardFile | None = None) -> Building:
    """A building by its id."""
    found = among or house()
    return found.cards.buildings[[card.id for card in found.buildings].index(name)]


def faults(text: str) -> list[str]:
    """All that is wrong with a file."""
    with pytest.raises(BadCards) as caught:
        parse(text)
    return list(caught.value.faults)


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with the house's cards alone."""
    monkeypatch.setattr(card_file, "_KNOWN", {})
    monkeypatch.setattr(card_file, "_FROM_ENVIRONMENT", set())
    monkeypatch.delenv(card_file.ENVIRONMENT, raising=False)


# -- the house's -------------------------------------------------------------------------------------------------------
def test_the_box_has_its_80_buildings_20_events_and_8_kinds_of_inquisitors() -> None:
    found = house()
    for number, card in enumerate(found.cards.buildings):
        assert (card.number, card.round) == (number, number // cards.A_ROUND + 1)
        assert number >= cards.A_ROUND or card.pile == number // 4
    assert [len(found.buildings), len(found.events), len(found.inquisitors)] == [80, 20, 8]
    assert [len(found.cards.buildings), len(found.cards.events), len(found.cards.inquisitors)] == [80, 20, 8]
    types = Counter(tuple(i for i in range(4) if card.is_of(i)) for card in found.cards.buildings)
    assert types == {(0,): 20, (1,): 20, (2,): 20, (3,): 10, (0, 1): 4, (0, 2): 3, (1, 2): 3}
    kinds = Counter(cards.KINDS[card.kind] for card in found.cards.buildings)
    assert kinds == {"immediate": 28, "permanent": 25, "action": 13, "scoring": 9, "none": 5}
    spent = [sum(goods.numbers_of(card.cost)[kind] for card in found.cards.buildings) for kind in (0, 1, 2, 3, 4, 7)]
    assert spent == [111, 115, 18, 26, 28, 114]
    assert [card.id for card in found.inquisitors] == [
        "ascetic", "fundamentalist", "plebeian", "debt_collector", "orator", "squanderer", "vandal", "guest",
    ]  # fmt: skip


def test_every_card_has_an_id_of_its_own_a_name_in_each_language_and_says_where_it_comes_from() -> None:
    every = house().all
    assert len({card.id for card in every}) == len(every) == 108
    for language in LANGUAGES:
        names = Counter(card.name(language) for card in every)
        assert [name for name, times in names.items() if times > 1] == []
    assert {card.origin for card in every} == {"rulebook", "inferred", "reconstructed"}
    assert {card.id for card in every if card.origin == "rulebook"} == {"vandal", "guest"}
    assert all(card.note for card in every if card.origin == "inferred")


def test_what_the_rules_read_of_some_cards() -> None:
    bank, market, great_fair = building("bank"), building("market"), building("great_fair")
    assert (bank.kind, bank.phase, bank.rep_cost, bank.points) == (cards.PERMANENT, cards.INTEREST, 0, 1)
    assert [(e.op, e.which, e.n) for e in bank.effects] == [(cards.FLAG, cards.INTEREST_HOLD, 6)]
    assert bank.cost == goods.EACH[goods.STONE] + goods.EACH[goods.MARBLE] + 2 * goods.COIN
    assert [(e.op, e.basics, e.heap, e.times) for e in market.effects] == [
        (cards.PAY, 1, 0, 2),
        (cards.GAIN, 0, 4 * goods.COIN, 2),
    ]
    assert [(e.op, e.per) for e in great_fair.effects] == [(cards.GAIN, cards.OWN_ANY)]
    assert [(e.op, e.n) for e in building("town_hall").effects] == [(cards.MINOR, 1), (cards.TOKENS, -1)]
    assert [(e.op, e.which) for e in building("school").effects] == [(cards.COURTIER, cards.ANY)]
    assert [(e.op, e.n, e.m) for e in building("penitents_chapel").effects] == [(cards.WINGS, 0, -2)]
    collector, vandal = house().cards.inquisitors[cards.DEBT_COLLECTOR], house().cards.inquisitors[cards.VANDAL]
    assert [(e.op, e.n, e.per, e.div, e.up) for e in collector] == [
        (cards.DEBT, 3, cards.ONCE, 1, False),
        (cards.POINTS, -1, cards.BY_DEBT, 2, True),
    ]
    assert [(e.op, e.n) for e in vandal] == [(cards.DESTROY, 2)]
    forest = house().cards.events[0]
    assert [(e.op, e.which) for e in forest.right] == [(cards.PAY_COURTIER, cards.RURAL), (cards.REP, cards.ANY)]


def test_a_card_and_its_effects_read_in_one_line() -> None:
    for line in TOML.splitlines():
        assert len(line) <= 120, line
    assert "text =" not in TOML


# -- a file of somebody's own ------------------------------------------------------------------------------------------
OWN = """
[[buildings]]
id = "bank"
points = 3
cost = { marble = 2 }

[[buildings]]
id = "farm"
name = "Ferme fortifiée"
kind = "none"

[[events]]
id = "tithe"
right = [{ op = "pay", coins = 4 }, { op = "rep", n = 3 }]

[[inquisitors]]
id = "guest"
"""


def test_a_file_changes_what_it_says_and_nothing_else() -> None:
    own = parse(OWN)
    bank, farm = building("bank", own), building("farm", own)
    assert (bank.points, goods.numbers_of(bank.cost)[goods.MARBLE], goods.coins(bank.cost)) == (3, 2, 0)
    assert [(e.op, e.n) for e in bank.effects] == [(cards.FLAG, 6)]
    assert (farm.kind, farm.phase, farm.effects) == (cards.NO_EFFECT, cards.ANY_PHASE, [])
    assert {own.buildings[0].name(language) for language in LANGUAGES} == {"Ferme fortifiée"}
    assert own.named == ("bank", "farm", "tithe", "guest")
    assert own.differing() == ["farm", "bank", "tithe"]
    printed = {card.id: card.note for card in own.all if card.origin == "printed"}
    assert printed == dict.fromkeys(own.named, "")
    assert [card for card in own.all if card.id not in own.named] == [
        card for card in house().all if card.id not in own.named
    ]


def test_an_origin_a_note_and_the_name_in_one_language_may_be_given() -> None:
    own = parse('[[buildings]]\nid = "mill"\nname = { fr = "Minoterie" }\norigin = "inferred"\nnote = "Seen once."')
    card = next(card for card in own.buildings if card.id == "mill")
    assert (card.name("en"), card.name("fr"), card.name("it")) == ("Mill", "Minoterie", "Mulino")
    assert (card.origin, card.note) == ("inferred", "Seen once.")


def test_the_hash_is_of_what_matters_to_play_however_it_is_written() -> None:
    written = [
        OWN,
        "# a remark\n" + "\n\n".join(reversed(OWN.strip().split("\n\n"))),
        OWN.replace("cost = { marble = 2 }", "cost.marble = 2\nrep_cost = 0\ntypes = ['urban']"),
        OWN.replace("Ferme fortifiée", "Ferme forte").replace('id = "bank"', 'id = "bank"\nnote = "Mine."'),
    ]
    assert len({parse(text).hash for text in written}) == 1
    others = [
        OWN.replace("points = 3", "points = 4"),
        OWN.replace("coins = 4", "coins = 3"),
        "",
        OWN.replace("= 2", "= 1"),
    ]
    assert len({parse(text).hash for text in [OWN, *others]}) == 5
    assert parse("").hash == parse(TOML).hash == house().hash
    assert (parse("").value, parse(OWN).value) == ("house", parse(OWN).hash)


def test_the_hash_does_not_hang_on_our_numbers() -> None:
    bank, tithe = house().content["buildings"][5], house().content["events"][4]
    assert bank == {
        "id": "bank", "round": 1, "pile": 1, "types": ["urban"], "cost": {"stone": 1, "marble": 1, "coin": 2},
        "rep_cost": 0, "points": 1, "kind": "permanent", "phase": "interest",
        "effects": [{"op": "flag", "n": 6, "which": "interest_hold"}],
    }  # fmt: skip
    assert tithe["right"] == [{"op": "pay", "heap": {"coin": 5}}, {"op": "rep", "n": 3}]


def test_cards_change_places_by_exchanging_all_that_they_say() -> None:
    """The rulebook speaks of cards by their names, and a name may stand on another card of the house."""
    tables = {card["id"]: card for card in tomllib.loads(TOML)["buildings"]}

    def as_other(name: str, place: str) -> str:
        card = tables[name]
        lines = [f'[[buildings]]\nid = "{place}"', f'name.fr = "{card["name"]["fr"]}"', f'kind = "{card["kind"]}"']
        lines += [f'phase = "{card["phase"]}"', f"effects = {toml(card['effects'])}"]
        return "\n".join(lines)

    exchanged = parse(as_other("bank", "vineyard") + "\n" + as_other("vineyard", "bank"))
    assert building("vineyard", exchanged).phase == cards.INTEREST
    (fault,) = faults(as_other("vineyard", "bank").replace("own:rural", "achievements"))
    assert fault.startswith(
        "bank, effects: does not hold to the rulebook: it gives coins for each building of one type"
    )


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


# -- what is wrong -----------------------------------------------------------------------------------------------------
def card(name: str, *lines: str, group: str = "buildings") -> str:
    """A file with one card."""
    return "\n".join([f"[[{group}]]", f'id = "{name}"', *lines])


def effects(name: str, *said: str) -> str:
    """A file with the effects of one building, each written as in TOML."""
    return card(name, f"effects = [{', '.join('{ ' + one + ' }' for one in said)}]")


def event(name: str, **halves: str) -> str:
    """A file with the halves of one event."""
    return card(name, *(f"{half} = [{said}]" for half, said in halves.items()), group="events")


WRONG: list[tuple[str, str]] = [
    ("buildings = 3", "buildings: should be a list of tables, each begun by [[buildings]]"),
    ("[[building]]\nid = 'bank'", "building: there is no such list (did you mean 'buildings'?)"),
    ("[[buildings]]\npoints = 1", "building 1, id: is missing"),
    (card("bnak"), "building 1, id: there is no 'bnak' (did you mean 'bank'"),
    (card("Hôtel des monnaies"), "(did you mean 'mint'"),
    (card("xylophone"), "building 1, id: there is no 'xylophone'; a file changes cards of the house"),
    (card("forest"), "building 1, id: there is no 'forest' among the buildings; it is one of the events"),
    (card("bank") + "\n" + card("bank"), "bank, id: stands twice in this file"),
    (card("bank", "colour = 1"), "bank, colour: there is no such field; there are id, name, origin, note, round"),
    (card("bank", "point = 1"), "bank, point: there is no such field (did you mean 'points'?)"),
    (card("bank", "round = 2"), "bank, round: stays 1; to bring a card elsewhere, let two cards exchange"),
    (card("bank", "pile = 'A'"), "bank, pile: stays 'B'"),
    (card("mint", "pile = 'A'"), "mint, pile: only the buildings of round 1 lie in piles"),
    (card("tithe", "deck = 'B'", group="events"), "tithe, deck: stays 'A'"),
    (card("bank", "name = 7"), "bank, name: should have a line of at most 40 letters for 'en', not None"),
    (card("bank", "name = { de = 'Bank' }"), "bank, name: there is no language 'de'; there are en, fr, it"),
    (card("bank", "name.it = ''"), "bank, name: should have a line of at most 40 letters for 'it', not ''"),
    (card("bank", "note = 'a\tb'"), "bank, note: should be a line of text"),
    (card("bank", "origin = 'guessed'"), "bank, origin: cannot be 'guessed'; it can be 'rulebook', 'inferred'"),
    (card("bank", "points = 21"), "bank, points: should be a whole number from 0 to 20, not 21"),
    (card("bank", "points = true"), "bank, points: should be a whole number from 0 to 20, not True"),
    (card("bank", "points = 1.5"), "not 1.5"),
    (card("bank", "rep_cost = -1"), "bank, rep_cost: should be a whole number from 0 to 14"),
    (card("bank", "types = []"), "bank, types: should be a list of one or two different types"),
    (card("bank", "types = ['urban', 'urban']"), "bank, types: should be a list of one or two different types"),
    (card("bank", "types = ['urben']"), "bank, types: there is no 'urben' (did you mean 'urban'"),
    (card("bank", "cost = 3"), "bank, cost: should be a table, as { wood = 2, coins = 1 }, not 3"),
    (card("bank", "cost = {}"), "bank, cost: names no goods"),
    (card("bank", "cost = { iron = 1 }"), "bank, cost, iron: there is no such field; there are wood, stone"),
    (card("bank", "cost = { wood = 64 }"), "bank, cost, wood: should be a whole number from 1 to 9, not 64"),
    (card("bank", "cost = { coins = 0 }"), "bank, cost, coins: should be a whole number from 1 to 30, not 0"),
    (card("farm", "kind = 'actoin'"), "farm, kind: cannot be 'actoin' (did you mean 'action'?)"),
    (card("farm", "phase = 'noon'"), "farm, phase: cannot be 'noon'; it can be 'any', 'production'"),
    (card("chapel", "phase = 'actions'"), "chapel, phase: only permanent buildings have one, and this one is of kind"),
    (card("manor", "kind = 'permanent'"), "manor, phase: is missing"),
    (card("manor", "kind = 'action'"), "manor, effects: a building of kind 'action' needs some"),
    (card("farm", "kind = 'none'", "effects = [{ op = 'rep', n = 1 }]"), "farm, effects: a building of kind 'none'"),
    (card("farm", "effects = 'gain'"), "farm, effects: should be a list of tables, as [{ op = ... }"),
    (effects("farm", *["op = 'gain', wheat = 1"] * 5), "farm, effects: has 5 effects; a card has at most 4"),
    (effects("farm", "n = 1"), "farm, effects 1, op: is missing"),
    (effects("farm", "op = 'gian', wheat = 1"), "farm, effects 1, op: cannot be 'gian' (did you mean 'gain'"),
    (effects("farm", "op = 'gain', wheet = 1"), "farm, effects 1, wheet: there is no such field (did you mean 'wheat'"),
    (effects("farm", "op = 'gain'"), "farm, effects 1: names no goods to gain; there are wood"),
    (effects("farm", "op = 'gain', wheat = 'two'"), "farm, effects 1, wheat: should be a whole number from 1 to 9"),
    (effects("farm", "op = 'gain', basic = 4"), "farm, effects 1, basic: should be a whole number from 1 to 3"),
    (effects("farm", "op = 'tribute', n = 2, miss = -2"), "'tribute' does not belong on a permanent building"),
    (effects("farm", "op = 'gain', coins = 1, per = 'own:all'"), "effects 1, per: cannot be 'own:all'"),
    (effects("market", "op = 'gain', coins = 1, per = 'players_below'"), "effects 1, per: cannot be 'players_below'"),
    (effects("farm", "op = 'gain', basic = 1, per = 'own:any'"), "per: goods of the owner's choice are not counted"),
    (effects("farm", "op = 'gain', coins = 1, div = 2"), "div: divides what an effect is counted by: it needs `per`"),
    (effects("farm", "op = 'gain', coins = 1, per = 'debt', round = 'off'"), "round: cannot be 'off'"),
    (effects("farm", "op = 'gain', coins = 1, cond = 'sunny'"), "effects 1, cond: cannot be 'sunny'; it can be"),
    (effects("farm", "op = 'gain', coins = 1, cond = 'recruited'"), "effects 1, cond: cannot be 'recruited'"),
    (effects("exchange", "op = 'points', n = 1, per = 'debt', round = 'up'"), "round: what a scoring building counts"),
    (effects("inn", "op = 'gain', coins = 1"), "inn, effects 1, on: is missing"),
    (effects("inn", "op = 'gain', coins = 1, on = 'noon'"), "on: cannot be 'noon'; it can be 'recruit', 'achievement'"),
    (effects("inn", "op = 'gain', basic = 1, on = 'recruit'"), "leaves no choice of goods; name them"),
    (effects("inn", "op = 'gain', coins = 1, per = 'debt', on = 'recruit'"), "per: an effect on a permanent building"),
    (effects("inn", "op = 'rep', n = 1, on = 'recruit', cond = 'debt==0'"), "of the action phase depends on nothing"),
    (effects("farm", "op = 'gain', coins = 1, on = 'recruit'"), "on: an effect on a permanent building"),
    (effects("chapel", "op = 'rep', n = 0"), "effects 1, n: should be a whole number from -14 to 14, but not 0, not 0"),
    (effects("chapel", "op = 'rep', n = 15"), "effects 1, n: should be a whole number from -14 to 14"),
    (effects("chapel", "op = 'rep'"), "chapel, effects 1, n: is missing"),
    (effects("chapel", "op = 'wings'"), "effects 1: gives no wings; say how many"),
    (effects("chapel", "op = 'wings', angel = -1"), "effects 1, angel: should be a whole number from 1 to 9"),
    (effects("chapel", "op = 'debt', n = 11"), "effects 1, n: should be a whole number from -10 to 10"),
    (effects("chapel", "op = 'minor', n = 2"), "effects 1, n: should be a whole number from -1 to 1"),
    (effects("chapel", "op = 'tokens', n = -2"), "effects 1, n: should be -1, not -2"),
    (effects("chapel", "op = 'courtier', which = 'alchemist'"), "which: cannot be 'alchemist'; it can be 'rural'"),
    (effects("merchants_house", "op = 'price', n = 3"), "effects 1, n: should be a whole number from 1 to 2"),
    (effects("chapel", "op = 'flag', which = 'trade_route'"), "which: 'trade_route' does not belong on an immediate"),
    (effects("chapel", "op = 'flag', which = 'stabel'"), "which: cannot be 'stabel' (did you mean 'stable'?)"),
    (effects("stable", "op = 'flag', which = 'stable', n = 1"), "effects 1, n: 'stable' has no number"),
    (effects("bank", "op = 'flag', which = 'interest_hold'"), "bank, effects 1, n: is missing"),
    (effects("farm", "op = 'pay', wood = 1", "op = 'gain', coins = 1"), "'pay' does not belong on a"),
    (effects("market", "op = 'gain', coins = 1", "op = 'pay', wood = 1"), "market, effects: `pay` stands once"),
    (effects("market", "op = 'pay', wood = 1"), "and pays for something"),
    (effects("market", "op = 'pay', wood = 1, times = 4", "op = 'rep', n = 1"), "times: should be a whole number"),
    (effects("market", "op = 'pay', wood = 2, times = 2", "op = 'rep', n = 1"), "several `times` costs one good"),
    (effects("market", "op = 'pay', wood = 1, times = 2", "op = 'gain', basic = 1"), "and leaves no choice"),
    (event("tithe", left="{ op = 'gain', coins = 9 }"), "tithe, left: gains something and loses reputation"),
    (event("tithe", left="{ op = 'rep', n = -2 }"), "tithe, left: gains something and loses reputation"),
    (event("tithe", left="{ op = 'gain', wood = 1 }, { op = 'rep', n = 2 }"), "tithe, left: gains something and loses"),
    (event("tithe", left="{ op = 'minor', n = 1 }, { op = 'rep', n = -2 }"), "'minor' does not belong on the"),
    (event("tithe", right="{ op = 'pay', coins = 5 }"), "tithe, right: gains reputation: its last effect"),
    (event("tithe", right="{ op = 'pay', coins = 5 }, { op = 'rep', n = -1 }"), "tithe, right: gains reputation"),
    (event("tithe", right="{ op = 'rep', n = 3 }, { op = 'pay', coins = 5 }"), "tithe, right: gains reputation"),
    (event("tithe", right="{ op = 'rep', n = 3 }"), "tithe, right: costs something or has a condition"),
    (event("tithe", right="{ op = 'pay', wood = 1, times = 2 }, { op = 'rep', n = 3 }"), "right: is paid once, in one"),
    (event("forest", right="{ op = 'pay_courtier', which = 'science' }, { op = 'rep', n = 3 }"), "cannot be 'science'"),
    (event("tithe", right="{ op = 'require', cond = 'rich' }, { op = 'rep', n = 3 }"), "cond: cannot be 'rich'"),
    (card("guest", "effects = []", group="inquisitors"), "guest, effects: an inquisitor needs some"),
    (card("guest", "effects = [{ op = 'rep', n = -1 }]", group="inquisitors"), "'rep' does not belong on"),
    (card("ascetic", "effects = [{ op = 'tribute', n = 6, miss = -2 }]", group="inquisitors"), "n: should be a whole"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_each_fault_names_the_card_and_the_field_and_what_is_allowed(text: str, message: str) -> None:
    found = faults(text)
    assert any(message in fault for fault in found), found
    assert len(found) == 1, "a fault is told once"


BROKEN: list[tuple[str, str]] = [
    (effects("bank", "op = 'flag', which = 'interest_hold', n = 5"), "bank, effects"),
    (card("rectory", "kind = 'immediate'"), "rectory, kind"),
    (effects("vineyard", "op = 'gain', coins = 1, per = 'own:science'"), "vineyard, effects"),
    (effects("port", "op = 'gain', coins = 1"), "port, effects"),
    (effects("catacombs", "op = 'gain', wheat = 1, per = 'own:rural'"), "catacombs, effects"),
    (card("gambling_house", "phase = 'production'", "effects = [{ op = 'gain', coins = 1 }]"), "gambling_house, phase"),
    (card("abbey_church", "phase = 'production'"), "abbey_church, phase"),
    (card("reliquary", "phase = 'production'"), "reliquary, phase"),
    (effects("reliquary", "op = 'gain', wheat = 1, per = 'players_below'"), "reliquary, effects"),
    (effects("bell_tower", "op = 'rep', n = 3, cond = 'all_others_above'"), "bell_tower, effects"),
    (effects("bell_tower", "op = 'rep', n = 2, cond = 'rep<start'"), "bell_tower, effects"),
    (effects("university", "op = 'points', n = 1, on = 'recruit'"), "university, effects"),
    (effects("fort", "op = 'minor', n = -1"), "fort, effects"),
    (card("stable", "points = 2"), "stable, points"),
    (card("stable", "types = ['urban']"), "stable, types"),
    (effects("stable", "op = 'gain', wheat = 1"), "stable, effects"),
    (effects("town_hall", "op = 'minor', n = 1"), "town_hall, effects"),
    (effects("dam", "op = 'minor', n = 1"), "dam, effects"),
    (card("diocese", "kind = 'action'"), "diocese, kind"),
    (effects("diocese", "op = 'gain', coins = 4"), "diocese, effects"),
    (effects("trade_route", "op = 'points', n = 1, per = 'debt'"), "trade_route, effects"),
    (card("observatory", "rep_cost = 3"), "observatory, rep_cost"),
    (card("farm", "types = ['rural', 'science']"), "farm, rep_cost"),
    (event("education", right="{ op = 'require', cond = 'debt==0' }, { op = 'rep', n = 3 }"), "education, right"),
    (event("forest", right="{ op = 'pay', wood = 1 }, { op = 'rep', n = 3 }"), "forest, right"),
    (event("new_world", right="{ op = 'pay', wood = 1 }, { op = 'rep', n = 3 }"), "new_world, right"),
    (event("popular_theatre", right="{ op = 'pay', wood = 1 }, { op = 'rep', n = 3 }"), "popular_theatre, right"),
    (event("prosperity", right="{ op = 'pay', wood = 1 }, { op = 'rep', n = 3 }"), "prosperity, right"),
    (event("slow_economy", right="{ op = 'pay', wood = 1 }, { op = 'rep', n = 3 }"), "slow_economy, right"),
    *(
        (card(name, f"effects = [{said}]", group="inquisitors"), f"{name}, effects")
        for name, said in {
            "ascetic": "{ op = 'tribute', n = 2, miss = -1 }",
            "fundamentalist": "{ op = 'points', n = -1, per = 'majors' }",
            "plebeian": "{ op = 'points', n = -1, per = 'own:any', div = 2, round = 'up' }",
            "debt_collector": "{ op = 'points', n = -1, per = 'debt' }, { op = 'debt', n = 1 }",
            "orator": "{ op = 'points', n = -2 }",
            "squanderer": "{ op = 'points', n = -4 }",
            "vandal": "{ op = 'destroy', rank = 1 }",
            "guest": "{ op = 'points', n = -3 }",
        }.items()
    ),
]


@pytest.mark.parametrize(("text", "where"), BROKEN, ids=[f"{where}, {i}" for i, (_, where) in enumerate(BROKEN)])
def test_what_the_rulebook_says_of_a_card_holds_in_every_file(text: str, where: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(f"{where}: does not hold to the rulebook: ")


def test_what_the_rulebook_leaves_open_may_be_otherwise() -> None:
    """A box whose values are not ours, but as the rulebook has them, is fine."""
    printed = [
        card("vineyard", "effects = [{ op = 'gain', coins = 2, per = 'own:urban' }]", "types = ['urban']"),
        card("bank", "types = ['rural']", "cost = { glass = 3 }", "points = 0"),
        effects("university", "op = 'gain', coins = 3, on = 'achievement'"),
        effects("diocese", "op = 'debt', n = -6", "op = 'rep', n = 1"),
        effects("cult_lair", "op = 'gain', coins = 2"),
        *(card(name, "phase = 'production'") for name in ("reliquary", "abbey_church")),
        card("bell_tower", "points = 5"),
        event("forest", right="{ op = 'pay_courtier', which = 'urban' }, { op = 'rep', n = 6 }"),
        card("ascetic", "effects = [{ op = 'tribute', n = 3, miss = -2 }]", group="inquisitors"),
        card("squanderer", "effects = [{ op = 'choice', wheat = 2, coins = 3, points = -5 }]", group="inquisitors"),
    ]  # fmt: skip
    text = "\n".join(printed)
    with pytest.raises(BadCards):
        parse(text)  # the Bell Tower is resolved together with those two, but cannot be in the production phase
    own = parse("\n".join(one for one in printed if "phase =" not in one))
    assert len(own.differing()) == len(printed) - 2


def test_a_flag_stands_on_one_card() -> None:
    assert faults(effects("chapel", "op = 'flag', which = 'stable'")) == [
        "stable, effects: the flag 'stable' is on chapel already, and stands on one card"
    ]


def test_all_faults_are_told_together() -> None:
    text = "\n".join(
        [card("bank", "points = -1", "kind = 'action'"), card("nowhere"), event("tithe", left=""), "[lists]"]
    )
    with pytest.raises(BadCards) as caught:
        parse(text, "mine.toml")
    assert len(caught.value.faults) == 5
    assert str(caught.value).splitlines()[0] == "mine.toml cannot be played with:"
    assert all(f"  {fault}" in str(caught.value).splitlines() for fault in caught.value.faults)
    assert isinstance(caught.value, EminenceError | ValueError | BadFile)


def test_what_is_no_card_file_at_all(tmp_path: Path) -> None:
    for text, message in (
        ("points = ", "it is not TOML: "),
        ("a = " + "9" * 5000, "it is not TOML: "),
        ("a = " + "[" * 5000, "nested far too deep"),
    ):
        assert message in faults(text)[0]
    picture = tmp_path / "cards.toml"
    picture.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(BadCards, match=r"cards\.toml cannot be played with: it is not text: a card file is TOML"):
        load(picture)
    with pytest.raises(BadCards, match=r"nowhere\.toml cannot be played with: it cannot be read: No such file"):
        load(tmp_path / "nowhere.toml")


def test_the_houses_own_file_is_checked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tomllib.loads(TOML)
    for group in FIELDS:
        for change in (lambda cards: cards[1:], lambda cards: [*cards[1:], cards[0]]):
            tables = {**whole, group: change(whole[group])}
            monkeypatch.setattr(card_file, "_house_tables", lambda tables=tables: tables)
            with pytest.raises(BadCards, match=group):
                card_file._cards_of(tables, "the house's")


# -- how it is played with ---------------------------------------------------------------------------------------------
class Toy(Richelieu):
    """A game with the option."""

    options: ClassVar[tuple[Option, ...]] = (option(),)


def test_a_file_is_known_by_its_hash_once_it_was_read(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    unknown = parse(OWN).hash
    told = f"not known here (its hash begins with {unknown[:8]}…); name the file with --cards FILE or EMINENCE_CARDS"
    with pytest.raises(BadOptions) as caught:
        by_hash(unknown)
    assert told in str(caught.value)
    with pytest.raises(BadOptions) as caught:
        Toy().checked_options({"cards": unknown})
    assert told in str(caught.value)
    found = load(file)
    assert by_hash(unknown) is found is load(file)
    assert Toy().checked_options({"cards": unknown}) == {"cards": unknown}
    assert by_hash("house") is by_hash(house().hash) is house()
    assert Toy().checked_options(None) == {"cards": "house"}


@pytest.mark.parametrize("value", ["home", "", 3, None, True, ["house"], "A" * 64, "a" * 63])
def test_what_is_no_value_of_the_option(value: object) -> None:
    with pytest.raises(BadOptions, match="it can be 'house', or the hash of a card file"):
        Toy().checked_options({"cards": value})


def test_the_option_lists_the_houses_cards_alone() -> None:
    assert (option().values, option().default) == (("house",), "house")


def test_a_file_that_was_loaded_is_known_to_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text(OWN, encoding="utf-8")
    second.write_text(card("mill", "points = 2"), encoding="utf-8")
    monkeypatch.setenv(card_file.ENVIRONMENT, "")
    reader = option().load
    assert reader
    for file in (first, second, first):
        reader(file)
    assert os.environ[card_file.ENVIRONMENT] == os.pathsep.join(map(str, (first, second)))
    wanted = [load(file).hash for file in (first, second)]
    code = f"from {PACKAGE}.card_file import by_hash; print([by_hash(one).title for one in {wanted}])"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(eminence.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.stdout.strip(), told.stderr) == (str([str(first), str(second)]), "")


def test_a_bad_file_in_the_environment_is_told_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(card("bnak"), encoding="utf-8")
    monkeypatch.setenv(card_file.ENVIRONMENT, str(bad))
    for _ in range(2):
        with pytest.raises(BadCards, match="bnak"):
            by_hash("0" * 64)
        with pytest.raises(BadOptions, match="bnak"):
            Toy().checked_options({"cards": "0" * 64})
    assert by_hash("house") is house()


def test_what_a_file_changes_is_summed_up(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    reader = option().load
    assert reader
    found = reader(file)
    assert (found.value, found.named, found.changed) == (parse(OWN).hash, 4, ("farm", "bank", "tithe"))
    file.write_text(TOML, encoding="utf-8")
    found = reader(file)
    assert (found.value, found.named, found.changed) == ("house", 108, ())


def test_tables_say_which_cards_they_play_with() -> None:
    for language in LANGUAGES:
        texts = Texts(language, "eminence.core", PACKAGE)
        assert "1a2b3c4d…" in option_told(texts, option(), "1a2b3c4d" * 8)
        assert option_told(texts, option(), "house") == texts("option.cards.value.house")
