"""How Deal with the Devil comes out when greedy bots play it: seats, roles, deals, souls, buildings, debts, scores.

    python docs/deal_with_the_devil_balance.py --matches 2000

plays that many matches on all processors and writes `docs/deal_with_the_devil_balance.md` with its plots.
Match n follows from the seed and n alone. What was played is kept in a file of lines (`--kept`): broken off and called
again, it goes on where it was, and `--matches 0` only writes the page anew. With `--bots greedy,random,random,random`
and another file nothing is written but who won how often; `--among` takes that file into the page.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

from eminence.bots import Bot, bot
from eminence.bots.bot import ThinkingBot
from eminence.bots.playout import draw, first_waiting
from eminence.cli.plot import Row, plot
from eminence.core import rng as rng_module
from eminence.core import tidying
from eminence.core.bits import size
from eminence.core.palette import palettes
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games import game
from eminence.games.deal_with_the_devil import cards, codes, scoring
from eminence.games.deal_with_the_devil.components import (
    INQUISITION,
    MARKS,
    ROLE_NAMES,
    ROLE_OF,
    ROUNDS,
    SEATS,
    SOUL_PRICE,
)
from eminence.games.deal_with_the_devil.goods import contents
from eminence.games.deal_with_the_devil.page_reasoning import without_books
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState

GAME: Final = "deal_with_the_devil"
HERE: Final = Path(__file__).resolve().parent
ROLES: Final = range(len(ROLE_NAMES))
IMAGINED: Final = 40  # so many worlds tell what somebody believes
Record = dict[str, Any]
"""What is kept of a match. Lists go by seat."""


# == Playing =======================================================================================================


def play(number: int, seed: str, bots: Sequence[str]) -> Record:
    """Match n: the bots sit at the table in the order given, turned by n."""
    played = game(GAME)
    options = played.checked_options(None)
    began = time.process_time()
    s = played.start(SEATS, options)
    assert isinstance(s, DevilState)
    names = [bots[(seat + number) % len(bots)] for seat in range(SEATS)]
    players = [bot(name, f"{seed} {number} {seat}") for seat, name in enumerate(names)]
    dealer = Rng(f"deal {seed} {number}")
    answers = 0
    longest = 0.0
    deals = {kind: [0] * SEATS for kind in ("offers", "accepted", "soul_offers", "soul_accepted", "souls_got")}
    souls_before: list[int] = []
    sold = [0] * SEATS
    votes = confessed = proved = bribes = 0
    guesses = [0, 0]
    beliefs: list[list[Record]] = []
    while s.asked != NOBODY:
        step = s.steps[-1]
        if s.asked != DEALER and is_over(s, len(beliefs) + 1):
            start = time.process_time()
            beliefs.append([belief(s, options, seat, players[seat]) for seat in range(SEATS)])
            began += time.process_time() - start
        if s.asked == DEALER:
            if step == codes.CARRY_FIRST:
                souls_before = [int(fragments(soul)) for soul in s.souls]
            elif step == codes.CARRY_HOME:
                for seat in range(SEATS):
                    sold[seat] += souls_before[seat] - int(fragments(s.souls[seat]))
                    soul = s.price[seat] > SOUL_PRICE
                    made, taken = bool(contents(s.offer[seat])), bool(s.taken[seat])
                    deals["soul_offers" if soul else "offers"][seat] += made
                    deals["soul_accepted" if soul else "accepted"][seat] += made and taken
                    deals["souls_got"][seat] += int(fragments(s.soul_payment[seat]))
            s.answer(DEALER, draw(s, dealer))
            continue
        seat = int(first_waiting(s) if s.asked == SEVERAL else s.asked)
        start = time.process_time()
        code = players[seat].choose(played.view(s, options, seat), played.ask(s, seat)).code
        longest = max(longest, time.process_time() - start)
        answers += 1
        votes += codes.VOTE <= code < codes.NO_VOTE
        confessed += code == codes.CONFESS
        proved += code == codes.PROVE
        bribes += code - codes.BRIBE if codes.BRIBE < code < codes.BRIBE_GOODS else 0
        if codes.DEVIL_IS <= code < codes.NO_DEVIL or codes.CULTIST_IS <= code < codes.NO_CULTIST:
            devil = code < codes.NO_DEVIL
            named = code - (codes.DEVIL_IS if devil else codes.CULTIST_IS)
            guesses[ROLE_NAMES[ROLE_OF[s.role[named]]] == ("devil" if devil else "cultist")] += 1
        s.answer(seat, code)
    winners = [int(seat) for seat in s.winners()]
    realms = [scoring.position(s, seat) for seat in range(SEATS)]
    return {
        "match": number,
        "bots": names,
        "sides": [int((seat + s.turned) % SEATS) for seat in range(SEATS)],
        "marks": [int(mark) for mark in s.role],
        "scores": [int(points) for points in s.scores()],
        "wins": [1 / len(winners) if seat in winners else 0.0 for seat in range(SEATS)],
        "parts": [[int(scoring.part(has, part)) for part in range(len(scoring.PARTS))] for has in realms],
        "built": [len(built) for built in s.built],
        "majors": [int(size(majors)) for majors in s.majors],
        "minors": [int(scoring.counted(s, seat, cards.ACHIEVEMENTS) - size(s.majors[seat])) for seat in range(SEATS)],
        "debts": [int(debt) for debt in s.debt],
        "souls": [int(fragments(soul)) for soul in s.souls],
        "sold": sold,
        **deals,
        "buildings": sorted(int(number) for built in s.built for number in built),
        "votes": votes,
        "confessed": confessed,
        "proved": proved,
        "bribes": int(bribes),
        "wrong_guesses": guesses[0],
        "right_guesses": guesses[1],
        "beliefs": beliefs,
        "answers": answers,
        "seconds": round(time.process_time() - began, 3),
        "longest": round(longest, 4),
        "compiled": not str(rng_module.__file__).endswith(".py"),
    }


def is_over(s: DevilState, number: int) -> bool:
    """Whether a round is over; the last one as soon as everybody is asked who is who."""
    return s.round > number or (s.round == number == ROUNDS and s.phase == INQUISITION)


def belief(s: DevilState, options: dict[str, Any], seat: int, player: Bot) -> Record:
    """What a seat believes of the others' roles, in two ways: by how often they are so in worlds that its bot imagines,
    as far as it remembers; and as the notebook's helper derives it, each distribution of roles that is possible being
    as likely as any other. Of both the Brier score: from 0, sure and right, to 2, sure and wrong."""
    played = game(GAME)
    view = played.view(s, options, seat)
    worlds = player.worlds(view) if isinstance(player, ThinkingBot) else played.worlds(view)
    rng = Rng(f"belief {seat}")
    imagined = [worlds.imagine(rng) for _ in range(IMAGINED)]
    roles = [[ROLE_OF[mark] for mark in world.role] for world in imagined if isinstance(world, DevilState)]
    known = played.from_view(view)
    assert isinstance(known, DevilState)
    derived = [[ROLE_OF[mark] for mark in marks] for marks in without_books(known, seat).roles]
    return {"imagined": brier(s, seat, roles), "derived": brier(s, seat, derived), "devil": suspects(s, seat, roles)}


def brier(s: DevilState, seat: int, roles: list[list[int]]) -> float:
    """The Brier score of what a seat believes of each other seat, on average."""
    total = 0.0
    for other in range(SEATS):
        if other != seat:
            for role in ROLES:
                believed = sum(line[other] == role for line in roles) / len(roles)
                total += (believed - (ROLE_OF[s.role[other]] == role)) ** 2
    return round(total / (SEATS - 1), 4)


def suspects(s: DevilState, seat: int, roles: list[list[int]]) -> bool:
    """Whether a seat would name the right devil."""
    devils = Counter(line.index(ROLE_NAMES.index("devil")) for line in roles)
    return ROLE_NAMES[ROLE_OF[s.role[devils.most_common(1)[0][0]]]] == "devil"


def task(given: tuple[int, str, tuple[str, ...]]) -> Record:
    """A match, for a pool."""
    return play(*given)


def read(kept: Path) -> tuple[Record, dict[int, Record]]:
    """By which seed and which bots matches were played that are kept; and these, by their numbers."""
    found: dict[int, Record] = {}
    with kept.open(encoding="utf-8") as lines:
        heading: Record = json.loads(next(lines))
        for line in lines:
            if line.endswith("\n"):  # else it was broken off
                record = json.loads(line)
                found[record["match"]] = record
    return heading, found


def play_all(matches: int, seed: str, bots: tuple[str, ...], jobs: int, kept: Path) -> list[Record]:
    """The matches that are kept already, and those that are missing, which are kept as soon as they are over."""
    heading = {"seed": seed, "bots": list(bots)}
    found: dict[int, Record] = {}
    if kept.exists():
        played, found = read(kept)
        if played != heading:
            raise SystemExit(f"{kept} has matches of another seed, or other bots: name another file, or remove it")
    missing = [number for number in range(matches) if number not in found]
    with kept.open("w", encoding="utf-8") as file:
        for kept_line in (heading, *found.values()):
            file.write(json.dumps(kept_line) + "\n")
        file.flush()
        if missing:
            context = multiprocessing.get_context("spawn")
            with context.Pool(jobs, tidying.look_seldom) as pool:
                for record in pool.imap_unordered(task, [(number, seed, bots) for number in missing]):
                    found[record["match"]] = record
                    file.write(json.dumps(record) + "\n")
                    file.flush()
                    if sys.stderr.isatty() or len(found) % 50 == 0:
                        print(f"\r{len(found)} of {max(matches, len(found))}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
    return [found[number] for number in sorted(found)][: matches or None]


# == Counting ======================================================================================================


def share(shares: Sequence[float]) -> tuple[float, float, float]:
    """A mean of shares of wins, and the interval in which the true one lies, 19 times out of 20 (Wilson's)."""
    n, z = len(shares), 1.96
    if not n:
        return 0.0, 0.0, 1.0
    p = sum(shares) / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return p, middle - half, middle + half


def mean(values: Iterable[float]) -> float:
    """A mean, or nothing of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def by_seat(records: Sequence[Record], field: str, wanted: Callable[[Record, int], bool]) -> list[Any]:
    """A field of all seats that are wanted."""
    return [record[field][seat] for record in records for seat in range(SEATS) if wanted(record, seat)]


def of(field: str, value: int | str) -> Callable[[Record, int], bool]:
    """Whoever has this in a field of the record."""
    return lambda record, seat: record[field][seat] == value


def of_role(role: int) -> Callable[[Record, int], bool]:
    """Whoever plays a role."""
    return lambda record, seat: ROLE_OF[record["marks"][seat]] == role


def percent(value: float) -> str:
    """A share as people read it."""
    return f"{100 * value:.1f} %"


def interval(shares: Sequence[float]) -> str:
    """A share with its interval, in words."""
    p, low, high = share(shares)
    return f"{percent(p)} ({100 * low:.1f}–{100 * high:.1f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# == Drawing =======================================================================================================


def of_wins(name: str, remark: str, shares: Sequence[float]) -> Row:
    """A line of a plot: a share of wins, in percent, with its interval."""
    p, low, high = share(shares)
    return Row(name, remark, 100 * p, 100 * low, 100 * high)


def of_most(name: str, values: Sequence[float]) -> Row:
    """A line of a plot: a mean, and between what eight of ten values lie."""
    ordered = sorted(values)
    return Row(name, "", mean(values), ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10])


COLUMNS: Final = (
    "", "wins", "score", "offers for coins, accepted", "offers for souls, accepted", "fragments sold",
    "held at the end", "buildings", "achievements, minor + major", "debt left",
)  # fmt: skip
PAGE: Final = """\
# How Deal with the Devil comes out

{matches} matches of {bots} bots, seed `{seed}`, with the house's cards (most of them reconstructed: see the rules page)
and without expert options. Made by `python docs/deal_with_the_devil_balance.py --matches {n}`: each match follows from
the seed and its number. Intervals are 95 % (Wilson). Bots do not talk; people do, and may well come out otherwise.

## Seats

![Who wins, by seat](pictures/devil_balance_seats.svg)

{seats}

{sides}

A side of the board has its own first goods and its own wheel; the board is turned at random, so no seat has its own.

## Roles

![Who wins, by role](pictures/devil_balance_roles.svg)

{roles}

Numbers are those of one player in one match. An offer is a chest with something in it.

## Scores

![Scores](pictures/devil_balance_scores.svg)

Winners have {winners} points on average, from {lowest} to {highest}. (The only score of people that is published is a
reviewer's best: 29.) Where points come from, on average:

{parts}

## Deals and souls

![Fragments sold](pictures/devil_balance_souls.svg)

In a match {chests} chests have something in them, and {accepted} of these are accepted; {fragments} fragments change
hands. At witch hunts {votes} votes are cast, {confessed} players confess, and {proved} prove their innocence. Bribes
come to {bribes} coins. Of {guesses} guesses in all matches {right} were right: bots keep perfect books of
what passes before everybody's eyes, and whoever spends what he cannot have got openly, or is seen to run out of
something, has told what he is. People do not count so well.

## Beliefs

{beliefs}

Brier scores of what one player believes of the others' roles: 0 is sure and right, 2 sure and wrong. Derived is what
the notebook's helper concludes from the marks in chests and the ways they travel; imagined is how often a role is whose
in {worlds} worlds that fit all that was seen, books included. The last column: mortals who would name the right devil.

## Buildings and debts

![Buildings and debts](pictures/devil_balance_buildings.svg)

{kinds} of the 80 buildings were built at least once: the most common in {common} of the matches, the rarest in {rare}.

{among}## Time

{answers} answers a match; {milliseconds} ms of a processor an answer on average, {longest} s at most, {seconds} s a
match, on the {form} engine.
"""


# == The page ======================================================================================================


AMONG: Final = """\
## Among others

In {n} other matches one {name} bot sat among three {others} ones, in every seat in turn. It won {wins}, where a fair
share would be 25 %; by role:

{roles}

"""


def among(records: Sequence[Record]) -> str:
    """How a bot comes out that sits alone among others."""
    if not records:
        return ""
    names: Counter[str] = Counter(records[0]["bots"])
    name, others = sorted(names, key=lambda name: names[name])
    alone = by_seat(records, "wins", lambda record, seat: record["bots"][seat] == name)

    def of_one(role: int) -> str:
        is_role = of_role(role)
        found = by_seat(records, "wins", lambda r, seat: r["bots"][seat] == name and is_role(r, seat))
        return f"{interval(found)} of {len(found)}"

    roles = table(["", *ROLE_NAMES], [["wins", *(of_one(role) for role in ROLES)]])
    return AMONG.format(n=len(records), name=name, others=others, wins=interval(alone), roles=roles)


def page(records: Sequence[Record], others: Sequence[Record], seed: str, bots: tuple[str, ...], out: Path) -> str:
    """The page, and its plots. In other matches one bot may have played among others."""
    palette = palettes(f"eminence.games.{GAME}")["day"]
    pictures = out / "pictures"
    pictures.mkdir(exist_ok=True)
    n = len(records)
    everybody = lambda record, seat: True  # noqa: E731 (a name for what it means)
    seats = [(f"seat {seat + 1}", "", [record["wins"][seat] for record in records]) for seat in range(SEATS)]
    sides = [(f"side {side + 1}", "of the board", by_seat(records, "wins", of("sides", side))) for side in range(SEATS)]
    marks = [
        (ROLE_NAMES[ROLE_OF[mark]], f"the {MARKS[mark]}", by_seat(records, "wins", of("marks", mark)))
        for mark in range(SEATS)
    ]
    subtitle = f"{n:,} matches of four {' and '.join(sorted(set(bots)))} bots"

    def drawn(title: str, caption: str, rows: Sequence[Row], word: str) -> str:
        return plot(title, subtitle, [caption], rows, palette, word=word, digits=1)

    shares, most = "Intervals of 95 %; a fair share is 25 %.", "Means; eight of ten lie within the bars."
    plots = {
        "seats": drawn("WHO WINS, BY SEAT", shares, [of_wins(*row) for row in [*seats, *sides]], "% of wins"),
        "roles": drawn("WHO WINS, BY ROLE", shares, [of_wins(*row) for row in marks], "% of wins"),
        "scores": drawn(
            "SCORES", most,
            [*(of_most(ROLE_NAMES[role], by_seat(records, "scores", of_role(role))) for role in ROLES),
             of_most("winners", [max(record["scores"]) for record in records])],
            "points",
        ),
        "souls": drawn(
            "FRAGMENTS SOLD", most,
            [*(of_most(ROLE_NAMES[role], by_seat(records, "sold", of_role(role))) for role in ROLES[:2]),
             of_most("the devil got", by_seat(records, "souls_got", of_role(2)))],
            "fragments in a match (fewer than none: bought)",
        ),
        "buildings": drawn(
            "BUILDINGS AND DEBTS", most,
            [of_most("buildings", by_seat(records, "built", everybody)),
             of_most("debts left", by_seat(records, "debts", everybody))],
            "a realm, at the end",
        ),
    }  # fmt: skip
    for name, svg in plots.items():
        (pictures / f"devil_balance_{name}.svg").write_text(svg, encoding="utf-8")

    def role_row(role: int) -> list[str]:
        wanted = of_role(role)

        def each(field: str) -> float:
            return mean(by_seat(records, field, wanted))

        offers, accepted = each("offers"), each("accepted")
        soul_offers, soul_accepted = each("soul_offers"), each("soul_accepted")
        scores = by_seat(records, "scores", wanted)
        return [
            ROLE_NAMES[role] + (" (each of two)" if role == 0 else ""),
            interval(by_seat(records, "wins", wanted)),
            f"{mean(scores):.1f} ({min(scores)} to {max(scores)})",
            f"{offers:.2f}, {accepted:.2f}",
            f"{soul_offers:.2f}, {soul_accepted:.2f}",
            f"{each('sold'):.2f}",
            f"{each('souls'):.2f}",
            f"{each('built'):.1f}",
            f"{each('minors'):.1f} + {each('majors'):.1f}",
            f"{each('debts'):.1f}",
        ]

    def belief_row(number: int) -> list[str]:
        seen = [(record, seat, record["beliefs"][number][seat]) for record in records for seat in range(SEATS)]
        named = [float(found["devil"]) for record, seat, found in seen if of_role(0)(record, seat)]
        means = [f"{mean(found[way] for _, _, found in seen):.3f}" for way in ("derived", "imagined")]
        return [str(number + 1), *means, interval(named)]

    parts = [
        [part, *(f"{mean([p[number] for p in by_seat(records, 'parts', of_role(role))]):.1f}" for role in ROLES)]
        for number, part in enumerate(scoring.PARTS)
    ]
    winners = [max(record["scores"]) for record in records]
    built = Counter(number for record in records for number in record["buildings"])
    right, wrong = (sum(record[kind] for record in records) for kind in ("right_guesses", "wrong_guesses"))

    def each(count: Callable[[Record], float]) -> str:
        return f"{mean(map(count, records)):.1f}"

    return PAGE.format(
        n=n,
        matches=f"{n:,}",
        bots=" and ".join(sorted(set(bots))),
        seed=seed,
        seats=table(["", *(name for name, *_ in seats)], [["wins", *(interval(shares) for *_, shares in seats)]]),
        sides=table(["", *(name for name, *_ in sides)], [["wins", *(interval(shares) for *_, shares in sides)]]),
        roles=table(COLUMNS, [role_row(role) for role in ROLES]),
        winners=f"{mean(winners):.1f}",
        lowest=min(winners),
        highest=max(winners),
        parts=table(["", *ROLE_NAMES], parts),
        chests=each(lambda record: sum(record["offers"]) + sum(record["soul_offers"])),
        accepted=each(lambda record: sum(record["accepted"]) + sum(record["soul_accepted"])),
        fragments=each(lambda record: sum(max(sold, 0) for sold in record["sold"])),
        votes=each(lambda record: record["votes"]),
        confessed=each(lambda record: record["confessed"]),
        proved=each(lambda record: record["proved"]),
        bribes=each(lambda record: record["bribes"]),
        guesses=f"{right + wrong:,}",
        right=percent(right / max(right + wrong, 1)),
        kinds=len(built),
        common=percent(max(built.values()) / n),
        rare=percent(min(built.values()) / n),
        beliefs=table(["after round", "derived", "imagined", "devil named"], [belief_row(r) for r in range(ROUNDS)]),
        worlds=IMAGINED,
        among=among(others),
        answers=each(lambda record: record["answers"]),
        milliseconds=f"{1000 * sum(r['seconds'] for r in records) / sum(r['answers'] for r in records):.1f}",
        longest=f"{max(r['longest'] for r in records):.2f}",
        seconds=each(lambda record: record["seconds"]),
        form="compiled" if all(record["compiled"] for record in records) else "plain",
    )


def told(records: Sequence[Record], name: str) -> str:
    """How a bot came out, as each role too; and how often, as a mortal, it would have named the right devil."""
    is_it = of("bots", name)
    wins = by_seat(records, "wins", is_it)
    lines = [f"{name}: {interval(wins)} of {len(wins)} seats"]
    for role, word in enumerate(ROLE_NAMES):
        is_role = of_role(role)
        seats = [(r, seat) for r in records for seat in range(SEATS) if is_it(r, seat) and is_role(r, seat)]
        fields = [[record[field][seat] for record, seat in seats] for field in ("wins", "scores", "souls")]
        line = f"  {word}: {interval(fields[0])} of {len(fields[0])}"
        lines.append(f"{line}, {mean(fields[1]):.1f} points, {mean(fields[2]):.2f} fragments at the end")
    for number in range(ROUNDS):
        named = [
            float(record["beliefs"][number][seat]["devil"])
            for record in records
            for seat in range(SEATS)
            if is_it(record, seat) and of_role(0)(record, seat)
        ]
        lines.append(f"  right devil after round {number + 1}: {interval(named)}")
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--bots", default="greedy", help="one for all seats, or four: greedy,random,random,random")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="matches at once (all processors)"
    )
    parser.add_argument("--kept", type=Path, default=Path("balance.jsonl"), help="what was played (balance.jsonl)")
    parser.add_argument(
        "--among", type=Path, help="what was played with --bots greedy,random,random,random: goes in, too"
    )
    parser.add_argument("--out", type=Path, default=HERE, help="where the page goes (beside this file)")
    given = parser.parse_args()
    bots = tuple((given.bots.split(",") * SEATS)[:SEATS])
    records = play_all(given.matches, given.seed, bots, given.jobs, given.kept)
    if not records:
        raise SystemExit("nothing was played")
    if len(set(bots)) == 1:
        others = [*read(given.among)[1].values()] if given.among else []
        words = page(records, others, given.seed, bots, given.out)
        (given.out / f"{GAME}_balance.md").write_text(words, encoding="utf-8")
    for name in sorted(set(bots)):
        print(told(records, name))


if __name__ == "__main__":
    main()
