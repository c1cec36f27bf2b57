"""What is written on the cards: made from their effects, in three languages."""

from __future__ import annotations

import re
from itertools import product

import pytest

from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.typography import set_in_type
from eminence.games.deal_with_the_devil import cards, goods
from eminence.games.deal_with_the_devil.card_file import CardFile, house, parse
from eminence.games.deal_with_the_devil.card_reading import ORIGINS
from eminence.games.deal_with_the_devil.card_words import CONDITION_TEXTS, PER_TEXTS, CardWords
from eminence.games.deal_with_the_devil.cards import Effect

PACKAGE = "eminence.games.deal_with_the_devil"
WORDS = {language: CardWords(Texts(language, "eminence.core", PACKAGE)) for language in LANGUAGES}
SHORT = 160
"""More letters than this do not go on a card."""


def told(name: str, language: str, among: CardFile | None = None) -> str:
    """What a card says: of an event, its halves."""
    found, words = among or house(), WORDS[language]
    for card, building in zip(found.buildings, found.cards.buildings, strict=True):
        if card.id == name:
            return words.building(building)
    for card, event in zip(found.events, found.cards.events, strict=True):
        if card.id == name:
            return f"{words.left(event)} | {words.right(event)}"
    number = [card.id for card in found.inquisitors].index(name)
    return words.inquisitor(found.cards.inquisitors[number])


SAID: dict[str, tuple[str, str, str]] = {
    "farm": ("Gain 1 wheat.", "Gagnez 1 blé.", "Ottieni 1 grano."),
    "manor": ("No effect.", "Sans effet.", "Nessun effetto."),
    "market": (
        "Up to twice: give 1 basic resource, gain 4 coins.",
        "Jusqu'à deux fois : donnez 1 ressource basique, gagnez 4 pièces.",
        "Fino a due volte: dai 1 risorsa di base, ottieni 4 monete.",
    ),
    "bell_tower": (
        "If every other realm is above you when the phase begins: move up 2.",
        "Si tous les autres royaumes sont au-dessus de vous au début de la phase : montez de 2 cases.",
        "Se tutti gli altri regni sono sopra di te all'inizio della fase: sali di 2 caselle.",
    ),
    "monastery": (
        ("If you are on the start space or above it: gain 1 basic resource of your choice."
         " If you are below the start space: move up 1."),
        ("Si vous êtes sur la case de départ ou au-dessus : gagnez 1 ressource basique au choix."
         " Si vous êtes au-dessous de la case de départ : montez de 1 case."),
        ("Se sei sulla casella di partenza o più in alto: ottieni 1 risorsa di base a scelta."
         " Se sei sotto la casella di partenza: sali di 1 casella."),
    ),
    "reliquary": (
        "Gain 1 coin for each realm below you when the phase begins.",
        "Gagnez 1 pièce pour chaque royaume au-dessous de vous au début de la phase.",
        "Ottieni 1 moneta per ogni regno sotto di te all'inizio della fase.",
    ),
    "scriptorium": (
        "Gain 1 point for every 2 of your religious buildings.",
        "Gagnez 1 point par tranche de 2 bâtiments religieux.",
        "Ottieni 1 punto ogni 2 edifici religiosi che hai.",
    ),
    "university": (
        "Each time you gain an achievement: gain 1 point.",
        "Chaque fois que vous gagnez un haut fait : gagnez 1 point.",
        "Ogni volta che ottieni un'impresa: ottieni 1 punto.",
    ),
    "town_hall": (
        ("Gain a minor achievement of your choice."
         " From the next round on you have one action token fewer, and one fewer is free."),
        ("Gagnez un haut fait mineur au choix."
         " Dès la manche suivante, vous avez un jeton Action de moins, et un de moins est gratuit."),
        ("Ottieni un'impresa minore a scelta."
         " Dal prossimo round hai un gettone azione in meno, e uno in meno è gratuito."),
    ),
    "bank": (
        "With debts of 6 or less, your interest marker does not move.",
        "Avec 6 dettes ou moins, votre marqueur Intérêts ne bouge pas.",
        "Con 6 debiti o meno, il tuo segnalino interessi non si muove.",
    ),
    "diocese": (
        "Reduce your debt by up to 4.",
        "Réduisez votre dette de 4 au plus.",
        "Riduci il tuo debito di 4 al massimo.",
    ),
    "basilica": (
        "Gain 2 pairs of angel wings.",
        "Gagnez 2 paires d'ailes d'ange.",
        "Ottieni 2 paia d'ali d'angelo.",
    ),
    "fever": (
        "Gain 1 wood, 1 stone and 1 wheat, move down 3. | Give 1 wheat and 2 coins, move up 3.",
        "Gagnez 1 bois, 1 pierre et 1 blé, descendez de 3 cases. | Donnez 1 blé et 2 pièces, montez de 3 cases.",
        "Ottieni 1 legno, 1 pietra e 1 grano, scendi di 3 caselle. | Dai 1 grano e 2 monete, sali di 3 caselle.",
    ),
    "forest": (
        "Gain 2 wood, move down 2. | Give up your rural courtier, move up 4.",
        "Gagnez 2 bois, descendez de 2 cases. | Renoncez à votre courtisan rural, montez de 4 cases.",
        "Ottieni 2 legni, scendi di 2 caselle. | Rinuncia al tuo cortigiano rurale, sali di 4 caselle.",
    ),
    "prosperity": (
        "Gain 5 coins, move down 2. | If you used at least 3 action tokens in this phase: move up 3.",
        ("Gagnez 5 pièces, descendez de 2 cases."
         " | Si vous avez utilisé au moins 3 jetons Action pendant cette phase : montez de 3 cases."),
        ("Ottieni 5 monete, scendi di 2 caselle."
         " | Se hai usato almeno 3 gettoni azione in questa fase: sali di 3 caselle."),
    ),
    "ascetic": (
        "Give up 2 resources of different kinds; lose 2 points for each that is missing.",
        "Renoncez à 2 ressources différentes ; perdez 2 points pour chacune qui manque.",
        "Rinuncia a 2 risorse diverse; perdi 2 punti per ognuna che manca.",
    ),
    "debt_collector": (
        "Your debt grows by 3. Lose 1 point for every 2 of your debts, rounded up.",
        "Votre dette augmente de 3. Perdez 1 point par tranche de 2 dettes, arrondi au supérieur.",
        "Il tuo debito cresce di 3. Perdi 1 punto ogni 2 debiti che hai, arrotondando per eccesso.",
    ),
    "orator": (
        "Lose 2 points. Unless every other realm is below you: lose 2 points more.",
        "Perdez 2 points. Sauf si tous les autres royaumes sont au-dessous de vous : perdez encore 2 points.",
        "Perdi 2 punti. A meno che tutti gli altri regni siano sotto di te: perdi ancora 2 punti.",
    ),
    "squanderer": (
        "Give 1 glass and 1 marble, or lose 4 points.",
        "Donnez 1 verre et 1 marbre, ou perdez 4 points.",
        "Dai 1 vetro e 1 marmo, oppure perdi 4 punti.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "language"), list(product(SAID, LANGUAGES)))
def test_a_card_says_what_it_does(name: str, language: str) -> None:
    assert told(name, language) == set_in_type(SAID[name][LANGUAGES.index(language)], language)


def test_plurals_follow_the_numbers() -> None:
    effects = {
        "basilica": "{ op = 'wings', angel = 1, demon = -1 }",
        "bridge": "{ op = 'gain', basic = 1, precious = 2 }",
        "orchard": "{ op = 'pay', wheat = 1, times = 3 }, { op = 'rep', n = -1 }",
        "merchants_house": "{ op = 'price', n = 1 }",
    }
    text = "\n".join(f"[[buildings]]\nid = '{name}'\neffects = [{one}]" for name, one in effects.items())
    text += "\n[[inquisitors]]\nid = 'ascetic'\neffects = [{ op = 'tribute', n = 1, miss = -2 }]"
    own = parse(text)
    said = {
        "basilica": "Gain 1 pair of angel wings, discard 1 pair of demon wings.",
        "bridge": "Gain 1 basic resource of your choice and 2 precious resources of your choice.",
        "orchard": "Up to 3 times: give 1 wheat, move down 1.",
        "merchants_house": "You buy basic resources for 1 coin each.",
        "ascetic": "Give up 1 resource; if you do not, lose 2 points.",
    }
    assert {name: told(name, "en", own) for name in said} == said
    assert told("orchard", "fr", own) == set_in_type("Jusqu'à 3 fois : donnez 1 blé, descendez de 1 case.", "fr")
    assert told("merchants_house", "it", own) == set_in_type("Compri le risorse di base a 1 moneta l'una.", "it")


COSTS = {
    "bank": ("1 stone, 1 marble, 2 coins", "1 pierre, 1 marbre, 2 pièces", "1 pietra, 1 marmo, 2 monete"),
    "observatory": (
        "1 stone, 1 glass; 4 reputation",
        "1 pierre, 1 verre\N{NARROW NO-BREAK SPACE}; 4 de réputation",
        "1 pietra, 1 vetro; 4 di reputazione",
    ),
}


def test_what_a_building_costs_its_types_and_when_it_acts() -> None:
    names = [card.id for card in house().buildings]
    for name, said in COSTS.items():
        building = house().cards.buildings[names.index(name)]
        assert tuple(WORDS[language].cost(building) for language in LANGUAGES) == said
    fort, bank, palace = (house().cards.buildings[names.index(name)] for name in ("fort", "bank", "palace"))
    assert [words.types(fort) for words in WORDS.values()] == ["rural and urban", "rural et urbain", "rurale e urbano"]
    assert [WORDS["en"].kind(one) for one in (fort, bank, palace)] == [
        "immediate, when it is built", "permanent, in the interest phase", "no effect",
    ]  # fmt: skip
    assert WORDS["fr"].heap(2 * goods.EACH[goods.STONE] + goods.COIN) == "2 pierres et 1 pièce"


def check_sentence(said: str, language: str) -> None:
    """Whole sentences, as the house writes them."""
    assert re.fullmatch(r"[A-ZÀÉ].*\.", said), said
    assert not re.search(r"[{}_]|  |\.\.|None| [.,;:]| $", said), said
    if language == "fr":
        assert not re.search(r"(?<!\N{NO-BREAK SPACE})(?<!\N{NARROW NO-BREAK SPACE})[;:?!]", said), said
    else:
        assert "\N{NO-BREAK SPACE}" not in said, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_are_told_in_short_sentences(language: str) -> None:
    words, found = WORDS[language], house()
    said = [words.building(building) for building in found.cards.buildings]
    said += [half for event in found.cards.events for half in (words.left(event), words.right(event))]
    said += [words.inquisitor(effects) for effects in found.cards.inquisitors]
    assert len(said) == 80 + 2 * 20 + 8
    for one in said:
        check_sentence(one, language)
        assert len(one) <= SHORT, one
    for card in found.all:
        check_sentence(words.origin(card), language)
    for building in found.cards.buildings:
        for part in (words.cost(building), words.types(building), words.kind(building)):
            assert part, building.number
            assert not re.search(r"[{}]|  ", part), part


def test_no_two_languages_say_the_same() -> None:
    for name in [card.id for card in house().all]:
        assert len({told(name, language) for language in LANGUAGES}) == 3, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_file_may_say_can_be_told(language: str) -> None:
    """Every condition, everything that counts, every operation with small and large numbers, met or not."""
    words = WORDS[language]
    for cond, per, n, snapshot in product(range(len(cards.CONDITIONS)), range(len(cards.PER)), (-2, -1, 1, 2), (0, 1)):
        effect = Effect(cards.POINTS)
        effect.n, effect.cond, effect.per, effect.div, effect.up = n, cond, per, abs(n), n == -2
        check_sentence(words.effects([effect], bool(snapshot)), language)
    for op, n, m, which, on in product(
        range(len(cards.OPERATIONS)), (-2, -1, 1, 2), (-2, -1, 1, 2), range(3), range(3)
    ):
        effect, other = Effect(op), Effect(cards.REP)
        effect.n, effect.m, effect.which, effect.on, effect.basics, effect.precious = n, m, which, on, abs(n), abs(m)
        effect.heap, effect.cond, other.n = goods.heap_of([abs(n)] * 5 + [0, 0, abs(m)]), int(m == 2), n
        check_sentence(words.effects([effect, other]), language)


def test_there_are_words_for_all_origins_conditions_and_counts() -> None:
    assert len(CONDITION_TEXTS) == len(cards.CONDITIONS)
    assert len(PER_TEXTS) == len(cards.PER)
    for words in WORDS.values():
        assert {key.rpartition(".")[2] for key in words.texts if key.startswith("card.origin.")} == set(ORIGINS)
