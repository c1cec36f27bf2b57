"""What is said at the table of Deal with the Devil, and what bots of each character say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from eminence.core.rng import Rng
from eminence.core.talk import CHARACTERS, EVASIVE, HONEST, LIAR, Talk, UnknownPhrase, character
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.core.view import View
from eminence.games import game
from eminence.games.deal_with_the_devil import card_file
from eminence.games.deal_with_the_devil.components import HORNS
from eminence.games.deal_with_the_devil.goods import COIN, EACH, STONE, WOOD, how_many
from eminence.games.deal_with_the_devil.hands import cards_in, hand_of

GAME = game("deal_with_the_devil")
ME, OTHER = 1, 2


@pytest.fixture(scope="module")
def talk() -> Talk:
    assert GAME.talk
    return GAME.talk


def behind_the_wall(goods: int, hand: int | None = None, role: int | None = None) -> View:
    """What a seat knows that has these goods."""
    view = GAME.new(secret=b"for the tests").view(ME)
    fields = dict(view.fields)
    for name, value in (("goods", goods), ("hand", hand), ("role", role)):
        if value is not None:
            fields[name] = [value if seat == ME else None for seat in range(4)]
    return replace(view, fields=fields)


def answers(talk: Talk, view: View, heard: str, kind: str) -> set[str]:
    saying = talk.read(heard, OTHER, 4)
    return {talk.answer(view, saying, OTHER, kind, Rng(seed)) for seed in range(40)}


def test_every_phrase_has_its_words_in_every_language(talk: Talk) -> None:
    for language, phrase in product(LANGUAGES, talk.phrases):
        teller = telling(GAME, language, None, {2: "Anna"})
        for values in product(*(blank.values_for(ME, 4) for blank in phrase.blanks)):
            told = teller.phrase(talk.read(" ".join((phrase.key, *values)), ME, 4))
            assert told[-1] == "."
            assert "{" not in told
    teller = telling(GAME, "it", None, {2: "Anna"})
    assert teller.phrase(talk.read("need wood 2", ME, 4)) == "Cerco 2 legni."
    assert teller.phrase(talk.read("no 2", ME, 4)) == "Non ho niente per Anna."


@pytest.mark.parametrize(
    "text", ["", "need", "need wood", "need wood 9", "need 2 wood", "see you", "accuse 1", "x" * 500]
)
def test_what_is_no_phrase_is_refused_with_a_reason(talk: Talk, text: str) -> None:
    with pytest.raises(UnknownPhrase, match=r"is no phrase|not complete|is one of"):
        talk.read(text, ME, 4)


def test_the_honest_tell_the_truth_liars_do_not_and_others_keep_it_to_themselves(talk: Talk) -> None:
    rich, poor = behind_the_wall(3 * EACH[WOOD]), behind_the_wall(0)
    assert answers(talk, rich, "need wood 3", HONEST) == answers(talk, poor, "need wood 1", LIAR) == {f"yes {OTHER}"}
    assert answers(talk, poor, "need wood 1", HONEST) == answers(talk, rich, "need wood 3", LIAR) == {f"no {OTHER}"}
    assert answers(talk, poor, "offer wood 1", HONEST) == {f"yes {OTHER}"}, "who has none takes some"
    assert answers(talk, rich, "need coin 1", HONEST) == {f"no {OTHER}"}
    assert answers(talk, behind_the_wall(5 * COIN), "need coin 4", HONEST) == {f"yes {OTHER}"}
    for view in (rich, poor):
        assert answers(talk, view, "need wood 2", EVASIVE) == {"see"}


def test_of_souls_and_roles_nobody_says_what_follows_from_what_he_is(talk: Talk) -> None:
    for heard, kind in product(("buy", "sell", f"accuse {ME}"), CHARACTERS):
        said = {frozenset(answers(talk, behind_the_wall(0, role=role), heard, kind)) for role in range(4)}
        assert len(said) == 1, heard
        assert len(next(iter(said))) == (1 if heard.startswith("accuse") else 3)


def test_bots_ask_for_what_they_lack_or_for_what_they_have_or_for_anything(talk: Talk) -> None:
    buildings = card_file.house().cards.buildings
    card = next(number for number, one in enumerate(buildings) if how_many(one.cost, STONE) > how_many(one.cost, WOOD))
    view = behind_the_wall(5 * EACH[WOOD], hand_of([card]))
    assert cards_in(view["hand"][ME]) == [card]
    asked = {kind: Counter(talk.remark(view, kind, Rng(seed)).split()[1] for seed in range(200)) for kind in CHARACTERS}
    short = max(int(how_many(buildings[card].cost, good)) for good in range(5))
    coins = {kind: found.pop("coin", 0) for kind, found in asked.items()}
    assert coins[HONEST] > 10
    assert coins[EVASIVE] > 10
    assert not coins[LIAR], "he has none, so why should he beg"
    assert all(how_many(buildings[card].cost, ("wood", "stone", "wheat", "glass", "marble").index(name)) == short
               for name in asked[HONEST])  # fmt: skip
    assert set(asked[LIAR]) == {"wood"}, "of which it has most"
    assert len(asked[EVASIVE]) == 5
    rich = behind_the_wall(8 * COIN, hand_of([card]), HORNS)
    begs = {kind: sum("coin" in talk.remark(rich, kind, Rng(seed)) for seed in range(200)) for kind in CHARACTERS}
    assert begs[LIAR] > 10, "a devil may beg"
    assert not begs[HONEST]
    for kind, seed in product(CHARACTERS, range(20)):
        talk.read(talk.remark(view, kind, Rng(seed)), ME, 4)


def test_every_character_is_found_and_none_knows_its_role() -> None:
    found = Counter(character(f"seed {number}") for number in range(300))
    assert set(found) == set(CHARACTERS)
    assert min(found.values()) > 60


def test_whether_a_bot_answers_is_asked_without_its_view(talk: Talk) -> None:
    wants = {text: talk.wants_to_answer(talk.read(text, OTHER, 4), OTHER, ME) for text in ("need wood 1", "see", "buy")}
    assert wants == {"need wood 1": True, "see": False, "buy": True}
    assert talk.wants_to_answer(talk.read(f"accuse {ME}", OTHER, 4), OTHER, ME)
    assert not talk.wants_to_answer(talk.read("accuse 3", OTHER, 4), OTHER, ME)
