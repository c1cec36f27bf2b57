"""Plays the same games every time, in whichever form of the engine is on the path, and prints what happened.

    python play_games.py NUMBER [thorough]

That many games in all, shared out among the games of the house: of a game with many ways to set the table each way
once, and what it is worth, and what its bots say, who think long, is asked less often; or, if one is thorough, that
many of each game.

The output is JSON: which modules were compiled, and for every game a SHA-256 over all that was asked and answered, over
states on the way, over the end, and over what bots thought of it.
"""

import hashlib
import json
import sys
from itertools import product
from typing import Any

import eminence
from eminence.bots import bot
from eminence.bots.playout import draw, first_waiting
from eminence.core.state import DEALER, NOBODY, SEVERAL

STATE_EVERY = 5  # answers from one look at the whole state to the next
BOTS_EVERY = 20  # games from one where bots are asked for their opinion to the next
BOTS = ("greedy", "search:iterations=20")
ADVICE_EVERY = 15  # answers from one question to the bots to the next, in such a game
RARELY = 4  # times as many answers are given in a large game until something that takes long is asked again
A_HANDFUL = 8  # of so many ways to set the table, all are played as often as there is time for


def tables(game: eminence.Game) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with every value of every option."""
    names = [option.name for option in game.options]
    values = product(*(option.values for option in game.options))
    return [(seats, dict(zip(names, chosen, strict=True))) for chosen in values for seats in game.seats]


def play(game: eminence.Game, seats: int, options: dict[str, Any], number: int, rarely: int) -> tuple[str, int]:
    """One game at random: its hash, and how many answers it took. What takes long is asked so many times as rarely."""
    digest = hashlib.sha256()

    def note(*things: object) -> None:
        digest.update(repr(things).encode())

    rng = eminence.Rng(number)
    bots = [bot(name, seed=number) for name in BOTS] if number % BOTS_EVERY == 0 else []
    state = game.start(seats, options)
    answers = 0
    while state.asked != NOBODY:
        if answers % STATE_EVERY == 0:
            note(game.hash(state))
        if state.asked == DEALER:
            seat, code = DEALER, int(draw(state, rng))
        else:
            seat = int(first_waiting(state) if state.asked == SEVERAL else state.asked)
            choices = [int(code) for code in state.choices(seat)]
            code = choices[rng.below(len(choices))]
            note(choices)
            if answers % rarely == 0:
                note(state.evaluate(seat))
            if answers % (ADVICE_EVERY * rarely) == 0:
                for adviser in bots:
                    choice = adviser.choose(game.view(state, options, seat), game.ask(state, seat))
                    note(adviser.name, choice.text, int(adviser.rng.x))
        note(seat, code)
        state.answer(seat, code)
        answers += 1
    note(game.hash(state), [int(n) for n in state.scores()], [int(n) for n in state.winners()], game.reason(state))
    return digest.hexdigest(), answers


def main(number: int, thorough: bool) -> None:
    """So many games, spread over all ways to set the table."""
    settings = {game: tables(game) for game in eminence.all_games()}
    large = {game: len(ways) for game, ways in settings.items() if len(ways) > A_HANDFUL and not thorough}
    each = number if thorough else 1 + (number - sum(large.values())) // (len(settings) - len(large))
    total, games = 0, {}
    for game, ways in settings.items():
        for i in range(large.get(game, each)):
            seats, options = ways[i % len(ways)]
            digest, answers = play(game, seats, options, i, RARELY if game in large else 1)
            games[f"{game.id} {seats} {options} {i}"] = digest
            total += answers
    engine = {name: str(module.__file__) for name, module in sys.modules.items() if name.split(".")[0] == "eminence"}
    json.dump({"engine": engine, "answers": total, "games": games}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), "thorough" in sys.argv[2:])
