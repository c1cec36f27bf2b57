"""The ladder: every bot against every other, and how strong each is.

The same deal is played once from every seat, so that neither the cards nor the seat favour anybody: in a game for two
each deal is played twice, with the bots changing places. With more than two seats, one bot sits among copies of the
other and goes round the table; then each of the two is once the one and once the many, and an even share of the wins is
one in so many seats.

A `Plan` says what is to be played, `play_all` plays it deal by deal, and `standings` says what follows from the deals
played so far, so a ladder can be watched and broken off at any time. All of it follows from the plan's seed, except
where a bot's budget is a time.

>>> plan = Plan("richelieu", ("greedy", "random"), games=4, seed=1655)
>>> standings(plan, play_all(plan)).scores[0].share
1.0
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from math import ceil, exp, log, sqrt
from statistics import fmean, variance
from typing import Any, Final

from eminence.bots import bot
from eminence.bots.arena import play
from eminence.core import tidying
from eminence.core.errors import EminenceError
from eminence.games import game

Z: Final = 1.959963984540054
"""Within so many standard deviations lie 95 % of a normal distribution."""
MIDDLE: Final = 1500.0
"""What the ratings of a ladder are on average."""
ELO: Final = 400.0 / log(10.0)
"""Rating points for each unit of strength: with 400 more, a bot wins ten games for one that it loses."""


class BadLadder(EminenceError, ValueError):
    """A ladder that cannot be played."""


# == What is to be played ==========================================================================================


@dataclass(frozen=True)
class Plan:
    """A ladder to be played: about `games` games for every pairing, rounded up to whole deals."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int | str = 0
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    among_last: bool = False
    """Only the pairings in which a bot plays against the last one, or alone among copies of it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before anything is."""
        rules = game(self.game)
        rules.checked_options(self.options)
        rules.checked_seats(self.seats)
        if len(self.bots) < 2:
            raise BadLadder("a ladder needs two bots or more")
        if self.games < 1:
            raise BadLadder("a ladder needs a game or more for every pairing")
        for name in self.bots:
            bot(name)

    @cached_property
    def table(self) -> int:
        """How many sit at the table: `seats`, or what is usual for the game."""
        return game(self.game).checked_seats(self.seats)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, numbered where a name comes twice."""
        earlier = [self.bots[:place].count(name) for place, name in enumerate(self.bots)]
        return tuple(f"{name} ({n + 1})" if n else name for name, n in zip(self.bots, earlier, strict=True))

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, as places in `bots`. With more than two seats the first is one among copies of the second."""
        places = range(len(self.bots))
        if self.among_last:
            return tuple((place, places[-1]) for place in places[:-1])
        return tuple(combinations(places, 2) if self.table == 2 else permutations(places, 2))

    @property
    def deals(self) -> int:
        """How many deals each pairing plays."""
        return ceil(self.games / self.table)

    @property
    def reproducible(self) -> bool:
        """Whether the seed decides everything: not if a bot thinks for a time."""
        return not any("ms=" in name for name in self.bots)


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played from every seat: what the first bot of the pairing won, when it sat in seat 0, 1, …"""

    pairing: int
    deal: int
    shares: tuple[float, ...]
    decisions: int


def play_deal(plan: Plan, pairing: int, deal: int) -> Played:
    """Play one deal of a pairing, with the first bot going round the table.

    Every deal is its own, and every game has fresh bots. A seat's seed is the same wherever the bots sit: so two bots
    that are really the same play the same game each time, and share its wins exactly.
    """
    first, second = plan.pairings[pairing]
    name = f"ladder {plan.seed}, {plan.labels[first]} and {plan.labels[second]}, {deal}"
    rules = game(plan.game)
    shares = []
    decisions = 0
    for place in range(plan.table):
        at_table = [plan.bots[first if seat == place else second] for seat in range(plan.table)]
        bots = [bot(at_table[seat], f"{name}, seat {seat}") for seat in range(plan.table)]
        outcome = play(rules, bots, name, plan.options)
        shares.append(outcome.share(place))
        decisions += outcome.decisions
    return Played(pairing, deal, tuple(shares), decisions)


def play_all(plan: Plan, jobs: int = 1) -> Generator[Played, None, None]:
    """Play the whole plan, a deal of every pairing after another, in so many processes at once.

    The deals come as they are finished. Close the iterator (`contextlib.closing`) to break off at once.
    """
    tasks = [(pairing, deal) for deal in range(plan.deals) for pairing in range(len(plan.pairings))]
    if jobs == 1:
        for pairing, deal in tasks:
            yield play_deal(plan, pairing, deal)
        return
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=context, initializer=_begin_worker)
    try:
        for future in as_completed([pool.submit(play_deal, plan, *task) for task in tasks]):
            yield future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown()


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and tidies up seldom."""
    tidying.look_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# == Intervals =====================================================================================================


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a figure lies, most probably."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(wins: float, games: float) -> Interval:
    """Wilson's 95 % interval for the chance of winning, from independent games. Shared wins count in part.

    >>> within = wilson(8, 10)
    >>> round(within.low, 4), round(within.high, 4)
    (0.4902, 0.9433)
    """
    if games <= 0:
        return Interval(0.0, 1.0)
    share = wins / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def effective_games(shares: Sequence[float], games: int) -> float:
    """How many independent games tell as much as these, of which `shares` gives the part won of each deal.

    The games of one deal are not independent: a deal may be good for a bot wherever it sits. So the deals are taken as
    the things observed. From how much the shares differ between deals follows the variance of the overall share, and so
    the number of independent games that would have the same variance (the effective sample size of survey statistics).
    Wilson's interval with that number stays sensible near 0 and 1, where bootstrapped or normal intervals shrink to
    nothing. As in the practice of surveys (Korn and Graubard 1998), never more games are claimed than were played, even
    where mirrored deals cancel luck out; and all of them where every single game was won, or lost, since then nothing
    differs that could be measured.

    >>> effective_games([1.0, 0.0, 1.0, 0.0, 1.0, 0.0], 12)        # the deal decides: a deal tells as much as a game
    5.0
    >>> effective_games([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], 12)
    12.0
    """
    if len(shares) < 2:
        return float(len(shares))
    share = fmean(shares)
    spread = variance(shares, share) / len(shares)
    return min(float(games), share * (1 - share) / spread) if spread > 0 else float(games)


# == Ratings =======================================================================================================


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix that has one.

    >>> inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]


def strengths(
    bots: int, results: Sequence[tuple[int, int, float, float]], seats: int = 2
) -> tuple[list[float], list[float]]:
    """The strength of every bot, on average 0, and the standard deviation of each.

    The model is Bradley and Terry's: a bot of strength a wins against one of strength b with odds of exp(a - b); among
    `seats - 1` copies of it, with odds so many times smaller (Plackett and Luce). `results` are the first and the
    second bot, the share that the first won, and the number of games. The fit is by maximum likelihood, with one more
    game supposed for every pairing, in which all were equal: so a bot that never lost still gets a number. The
    deviations are those of the fit's own curvature.

    >>> even, _ = strengths(2, [(0, 1, 0.5, 100)])
    >>> even
    [0.0, 0.0]
    """
    against = log(seats - 1)
    weights = [(a, b, (share * games + 1 / seats) / (games + 1), games + 1) for a, b, share, games in results]
    found = [0.0] * bots
    for _ in range(200):
        # Strengths are differences: the ones added everywhere settle their sum, which the data leave open.
        curvature = [[1.0] * bots for _ in range(bots)]
        slope = [0.0] * bots
        for a, b, share, games in weights:
            chance = 1 / (1 + exp(found[b] - found[a] + against))
            weight = games * chance * (1 - chance)
            slope[a] += games * (share - chance)
            slope[b] -= games * (share - chance)
            curvature[a][a] += weight
            curvature[b][b] += weight
            curvature[a][b] -= weight
            curvature[b][a] -= weight
        spread = inverse(curvature)
        step = [sum(x * y for x, y in zip(row, slope, strict=True)) for row in spread]
        found = [old + max(-1.0, min(1.0, change)) for old, change in zip(found, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    middle = fmean(found)
    deviations = [sqrt(max(0.0, spread[i][i] - 1 / bots**2)) for i in range(bots)]
    return [strength - middle for strength in found], deviations


# == What follows ==================================================================================================


@dataclass(frozen=True, slots=True)
class Score:
    """How the first bot of a pairing did: its share of the wins with two 95 % intervals."""

    first: int
    second: int
    deals: int
    games: int
    share: float
    interval: Interval
    """The one to trust: over the deals (see `effective_games`)."""
    plain: Interval
    """Wilson's own, as if all games were independent."""
    effective_games: float

    def turned(self) -> Score:
        """The same from the other side of a table for two."""
        interval, plain = (Interval(1 - found.high, 1 - found.low) for found in (self.interval, self.plain))
        return replace(self, first=self.second, second=self.first, share=1 - self.share, interval=interval, plain=plain)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is, on the scale of Elo, with a 95 % interval; and its share of the wins over all pairings."""

    bot: int
    rating: float
    interval: Interval
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class Standings:
    """What follows from the deals played: a score for every pairing that was played, ratings from strong to weak."""

    plan: Plan
    scores: tuple[Score, ...]
    ratings: tuple[Rating, ...]
    decisions: int

    def share(self, first: int, second: int) -> float | None:
        """What a bot won against (or among copies of) another; None if they have not met."""
        for score in self.scores:
            if (score.first, score.second) == (first, second):
                return score.share
            if self.plan.table == 2 and (score.second, score.first) == (first, second):
                return 1 - score.share
        return None


def standings(plan: Plan, played: Iterable[Played]) -> Standings:
    """What follows from the deals played so far, in whatever order they came."""
    by_pairing: list[list[Played]] = [[] for _ in plan.pairings]
    decisions = 0
    for deal in played:
        by_pairing[deal.pairing].append(deal)
        decisions += deal.decisions
    scores = []
    for (first, second), deals in zip(plan.pairings, by_pairing, strict=True):
        if not deals:
            continue
        shares = [fmean(deal.shares) for deal in sorted(deals, key=lambda deal: deal.deal)]
        games = len(shares) * plan.table
        share = fmean(shares)
        effective = effective_games(shares, games)
        interval, plain = wilson(share * effective, effective), wilson(share * games, games)
        scores.append(Score(first, second, len(shares), games, share, interval, plain, effective))
    return Standings(plan, tuple(scores), ratings(plan, scores), decisions)


def ratings(plan: Plan, scores: Sequence[Score]) -> tuple[Rating, ...]:
    """The ratings of all bots that have played, from strong to weak; every pairing counts by its effective games."""
    if not scores:
        return ()
    results = [(score.first, score.second, score.share, score.effective_games) for score in scores]
    met = {(score.first, score.second) for score in scores}
    results += [(a, b, 1 / plan.table, 0.0) for a, b in plan.pairings if (a, b) not in met]
    found, deviations = strengths(len(plan.bots), results, plan.table)
    made = []
    for place, (strength, deviation) in enumerate(zip(found, deviations, strict=True)):
        wins = [(score.games, score.share) for score in scores if score.first == place]
        if plan.table == 2:
            wins += [(score.games, 1 - score.share) for score in scores if score.second == place]
        games = sum(number for number, _ in wins)
        if games:
            rating, within = MIDDLE + ELO * strength, Z * ELO * deviation
            share = sum(number * part for number, part in wins) / games
            made.append(Rating(place, rating, Interval(rating - within, rating + within), games, share))
    return tuple(sorted(made, key=lambda rating: -rating.rating))
