"""Caesar & Cleopatra for people with browsers: tables in its rarer situations, and how its questions are answered.

Cleopatra has the first seat and begins. Vote piles of one card say which vote comes; a pile that is empty is not asked
for when hands are filled up.
"""

from __future__ import annotations

from eminence.core.match import Match
from tests.browser.people import Person
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GROUP, KIND, Position, play

SOON = ("coup", "veto", "spy", "castling", "scout", "wrath", "veto", "spy", "castling", "scout")
ORDER = tuple(f"next {card}" for card in SOON)
"""An action pile in which everything comes soon; the three cards that are left are Coups."""


def crowded(hers: str = "2 5 P coup castling", his: str = "1 3 4 veto spy") -> Position:
    """A table in the middle of a game, with Cleopatra to act: all sorts of cards, and groups with all sorts of room."""
    return (
        Position(CLEOPATRA)
        .won(CLEOPATRA, "SEN CEN")
        .won(CAESAR, "PRA PRA QUA")
        .exhausted("AED")
        .up(CLEOPATRA, "SEN", "2 3")
        .down(CLEOPATRA, "SEN", "5")
        .up(CAESAR, "SEN", "4 P")
        .down(CAESAR, "SEN", "1 2")
        .up(CLEOPATRA, "PRA", "1 1 4 4 5")
        .down(CAESAR, "PRA", "3")
        .down(CLEOPATRA, "QUA", "P 3")
        .up(CAESAR, "QUA", "5 5")
        .down(CLEOPATRA, "CEN", "2")
        .up(CAESAR, "CEN", "1")
        .hand(CLEOPATRA, hers)
        .hand(CAESAR, his)
        .piles(CLEOPATRA, "1 2 3 4 5 1 2 3", "coup scout veto")
        .piles(CAESAR, "1 2 3 4 5 5 4", "coup wrath")
        .vote_pile("SEN QUA CEN orgy shuffle", out="AED")
    )


def at(*moves: str, hers: str = "2 5 P coup castling", his: str = "1 3 4 veto spy") -> Match:
    """The crowded table after some answers of both and of the dealer."""
    match = crowded(hers, his).match()
    play(match, *moves)
    return match


def before_a_vote(group: str = "SEN", *, ends: bool = False) -> Match:
    """Cleopatra has two cards to lay face up; then a group is voted on: hers 2 + 3 + 5, his 4 + 4 and a covered 1.

    With `ends`, nobody has another card after that, and the match is over.
    """
    position = (
        Position(CLEOPATRA)
        .won(CLEOPATRA, "SEN SEN QUA")
        .won(CAESAR, "PRA PRA PRA CEN")
        .up(CLEOPATRA, group, "2")
        .down(CLEOPATRA, group, "3 5")
        .up(CAESAR, group, "4")
        .down(CAESAR, group, "1 4")
        .vote_pile(group)
        .hand(CLEOPATRA, "1 1")
        .piles(CLEOPATRA)
        .piles(CAESAR)
    )
    if ends:
        position.hand(CAESAR, "coup").piles(CAESAR)
    return position.match()


# -- how people answer -------------------------------------------------------------------------------------------------


def choose(person: Person, choice: str) -> None:
    """Tap or click what the table offers."""
    pick(person, choice)
    person.choose(choice)


def pick(person: Person, choice: str) -> None:
    """Before a card is laid it is picked; of two groups to castle one is."""
    word, *rest = choice.split()
    if word in ("up", "down"):
        _pick(person, f".cc-hand .cc-pick{KIND[rest[0]]}")
    elif word == "castle":
        _pick(person, f".cc-first{GROUP[rest[0]]}")


def _pick(person: Person, label: str) -> None:
    chosen = person.page.locator(f"{label} input")
    if not any(chosen.nth(n).is_checked() for n in range(chosen.count())):
        person.press(person.page.locator(label).first)


# -- what people see ---------------------------------------------------------------------------------------------------

FACES = """([group, side]) => {
  const column = document.querySelectorAll(".cc-columns > li")[group];
  const face = (number) => (number ? "12345P"[Number(number.getAttribute("href").slice(5))] : "?");
  const cards = [...column.querySelectorAll(`.cc-${side} .cc-card`)];
  return cards.map((card) => face(card.querySelector("[href^='#cc-t']"))).join("");
}"""


def faces(person: Person, group: str, side: str = "near") -> str:
    """The cards beside a group as somebody sees them, the own ones or the other side's: `35P`, with `?` for a back."""
    found: str = person.page.evaluate(FACES, [GROUP[group], side])
    return found
