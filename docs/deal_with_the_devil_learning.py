"""What realms are worth between two rounds of Deal with the Devil: learned from matches that the bots play alone.

    python docs/deal_with_the_devil_learning.py --matches 2000 --out learned.txt

plays that many matches on all processors and writes a line a feature, a column for each moment and for the devil and
the others, as `games/deal_with_the_devil/learned.txt` has them. All follow from `--seed`, and from what is learned
already: players answer by habit, but plan what looks best one answer ahead. Called again with what it has written, it
learns from better players; `--by-hand` begins anew.

Points are learned as they are counted at the end, but for those of the track and tainted fragments: what souls,
inquisitors and guesses bring is reckoned (`worth_of_souls`), and nobody sells a soul in these matches. Weights are a
ridge regression, in units of each feature's spread; how strongly it is held back is found out on every fifth match.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from math import sqrt
from pathlib import Path
from typing import Final

from eminence.bots.lookahead import others_seal, settle
from eminence.bots.playout import draw, first_waiting
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games import game
from eminence.games.deal_with_the_devil import codes, deals, evaluation, learned, scoring
from eminence.games.deal_with_the_devil.components import HORNS, NONE, SEATS, SOUL_PRICE
from eminence.games.deal_with_the_devil.state import DevilState

GAME: Final = "deal_with_the_devil"
FIXED: Final = {"points": 1.0, "souls_worth": 1.0, "pure": 0.0, "tainted": 0.0, "devils": 0.0, "bribed": 0.0,
                "pot": 0.0, "red": 0.0}  # fmt: skip
"""What is not learned: it says what souls are worth, which nobody sells here."""
HABIT: Final = 0.05  # points that another plan must look better by than the usual one
HELD_BACK: Final = (10.0, 30.0, 100.0, 300.0)
CHECKED: Final = 5  # every fifth match is for finding out how strongly
Row = tuple[int, list[float], float]
"""Which column it is for; the features of a realm; and the points that it had in the end."""


# == Playing =======================================================================================================


def play(given: tuple[int, str, bool]) -> list[Row]:
    """Match n: all realms at all moments."""
    number, seed, by_hand = given
    played = game(GAME)
    s = played.start(SEATS, played.checked_options(None))
    assert isinstance(s, DevilState)
    s.learned = not by_hand
    dealer, rng = Rng(f"deal {seed} {number}"), Rng(f"habit {seed} {number}")
    seen: list[tuple[int, int, list[float]]] = []
    before = NONE
    while s.asked != NOBODY:
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, dealer))
            continue
        moment = learned.moment_of(s)
        if moment not in (NONE, before):
            before = moment
            seen += [
                (int(moment), seat, learned.features(s, seat, evaluation.promised(s, seat))) for seat in range(SEATS)
            ]
        seat = first_waiting(s) if s.asked == SEVERAL else s.asked
        s.answer(seat, answer(s, int(seat), rng))
    final = [points(s, seat) for seat in range(SEATS)]
    return [(2 * moment + (s.role[seat] == HORNS), row, final[seat]) for moment, seat, row in seen]


def answer(s: DevilState, seat: int, rng: Rng) -> int:
    """What somebody answers in these matches."""
    step = s.steps[-1]
    if step in (codes.ANSWER_FIRST, codes.ANSWER_SECOND) and s.held[seat][deals.ASKED] > SOUL_PRICE:
        return codes.LEAVE
    choices = s.choices(seat)
    usual = s.habit(seat, choices, rng)
    if step != codes.PLAN or len(choices) == 1:
        return usual
    world = s.clone()
    others_seal(world, seat, rng)
    luck = rng.x
    best, most = usual, -1000.0
    for code in choices:
        rng.x = luck
        after = world.clone()
        after.answer(seat, code)
        settle(after, rng)
        value = evaluation.expected(after, seat) + (HABIT if code == usual else 0.0)
        if value > most:
            best, most = code, value
    return best


def points(s: DevilState, seat: int) -> float:
    """The points that are learned."""
    realm = scoring.position(s, seat)
    parts = [scoring.part(realm, part) for part in range(len(scoring.PARTS))]
    return float(sum(parts) - parts[scoring.DURING] - parts[scoring.TAINTED_SOULS])


# == Learning ======================================================================================================


def regression(rows: list[Row], held_back: float) -> list[float]:
    """The weights that fit best, held back towards nothing."""
    n = len(learned.NAMES)
    free = [at for at in range(1, n) if learned.NAMES[at] not in FIXED]
    mean = [sum(row[at] for _, row, _ in rows) / len(rows) for at in range(n)]
    spread = [sqrt(sum((row[at] - mean[at]) ** 2 for _, row, _ in rows) / len(rows)) for at in range(n)]
    free = [at for at in free if spread[at] > 1e-6]
    goal = sum(point for *_, point in rows) / len(rows)
    matrix = [[held_back if i == j else 0.0 for j in range(len(free))] for i in range(len(free))]
    right = [0.0] * len(free)
    for _, row, point in rows:
        units = [(row[at] - mean[at]) / spread[at] for at in free]
        for i, unit in enumerate(units):
            if unit:
                line = matrix[i]
                for j in range(i + 1):
                    line[j] += unit * units[j]
                right[i] += unit * (point - goal)
    weights = [0.0] * n
    for at, value in zip(free, solved(matrix, right), strict=True):
        weights[at] = value / spread[at]
    weights[0] = goal - sum(weight * middle for weight, middle in zip(weights, mean, strict=True))
    for name, fixed in FIXED.items():
        weights[learned.NAMES.index(name)] = fixed
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Linear equations of a symmetric matrix, of which the lower half is given (Cholesky's way)."""
    n = len(right)
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(matrix[i][k] * matrix[j][k] for k in range(j))
            matrix[i][j] = sqrt(rest) if i == j else rest / matrix[j][j]
    found = right[:]
    for i in range(n):
        found[i] = (found[i] - sum(matrix[i][k] * found[k] for k in range(i))) / matrix[i][i]
    for i in reversed(range(n)):
        found[i] = (found[i] - sum(matrix[k][i] * found[k] for k in range(i + 1, n))) / matrix[i][i]
    return found


def error(weights: list[float], rows: list[Row]) -> float:
    """How far off the weights are, squared, on average."""
    off = 0.0
    for _, row, point in rows:
        reckoned = sum(w * x for w, x, name in zip(weights, row, learned.NAMES, strict=True) if name not in FIXED)
        off += (reckoned - point) ** 2
    return off / max(len(rows), 1)


def learn(given: tuple[int, list[Row], list[Row]]) -> tuple[list[float], str]:
    """A column, and what is to be said of it."""
    column, rows, checked = given
    moment = f"{learned.MOMENTS[column // 2]}, {'the devil' if column % 2 else 'others'}"
    held_back = min(HELD_BACK, key=lambda much: error(regression(rows, much), checked))
    left = error(regression(rows, held_back), checked)
    mean = sum(point for *_, point in checked) / len(checked)
    spread = sum((point - mean) ** 2 for *_, point in checked) / len(checked)
    told = f"{moment}: {len(rows) + len(checked)} realms, {1 - left / spread:.3f} of the variance told, {held_back:.0f}"
    return regression(rows + checked, held_back), told


def main() -> None:
    """Play, learn, and write it down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--by-hand", action="store_true", help="begin anew: players judge as the game was first written"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    tasks = [(number, asked.seed, asked.by_hand) for number in range(asked.matches)]
    columns: list[tuple[int, list[Row], list[Row]]] = [(at, [], []) for at in range(2 * len(learned.MOMENTS))]
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        for number, rows in enumerate(pool.imap(play, tasks, chunksize=8)):
            for row in rows:
                _, learnt, checked = columns[row[0]]
                (learnt if number % CHECKED else checked).append(row)
        weights = []
        for found, told in pool.imap(learn, columns):
            weights.append(found)
            print(told, flush=True)
    first = "players who judge by hand" if asked.by_hand else "players who judge by the weights before"
    lines = [f"# {asked.matches} matches of {first}, seed {asked.seed}: docs/deal_with_the_devil_learning.py"]
    lines += [f"# {', '.join(learned.MOMENTS)}: others, devil"]
    for at, name in enumerate(learned.NAMES):
        lines.append(" ".join([name, *(f"{column[at]:.4f}" for column in weights)]))
    asked.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
