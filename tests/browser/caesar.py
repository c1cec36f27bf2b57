"""What people see of the cards of Caesar & Cleopatra."""

from __future__ import annotations

from tests.browser.people import Person
from tests.games.caesar_cleopatra.tables import GROUP

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
