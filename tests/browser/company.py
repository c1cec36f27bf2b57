"""People who sit at a table of every game, and stay there: positions are laid out before them, one after the other."""

from __future__ import annotations

from eminence.core.game import Game
from eminence.core.match import Match
from tests.browser.guests import Guest, Playing, Table, dealt
from tests.browser.laying import lay_out
from tests.browser.people import until
from tests.browser.serving import Server

LONG_NAME = "Anne-Marie d’Orléans-Montpens."
UNBROKEN_NAME = "Wolframwilhelmmaximilianwoland"
"""Names as long as they may be: one that can be broken and one that cannot."""
NAMES = (LONG_NAME, UNBROKEN_NAME, "Marie", "Joseph")


class Company:
    """As many people as a game needs, with a table for each number of them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.guests: list[Guest] = []
        self.tables: dict[tuple[str, int], Table] = {}

    def guest(self, number: int) -> Guest:
        while len(self.guests) <= number:
            at = len(self.guests)
            self.guests.append(Guest(self.server, NAMES[at] if at < len(NAMES) else f"Guest {at}"))
        return self.guests[number]

    def table(self, game: Game, seats: int) -> Table:
        """The table at which so many of them play; the first guest has the first seat, and everybody may watch."""
        if (game.id, seats) not in self.tables:
            people = [self.guest(number) for number in range(seats)]
            self.tables[game.id, seats] = dealt(*people, playing=Playing(game.id), listed=True)
        return self.tables[game.id, seats]

    def lay_out(self, match: Match) -> Table:
        """Their table of that game and size, which now stands as this match does. Everybody has left it before."""
        until(lambda: self.server.watched_tables() == 0, "somebody still looks at a table")
        table = self.table(match.game, match.seats)
        lay_out(self.server, table, match)
        return table

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
