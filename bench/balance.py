"""How Deal with the Devil comes out when greedy bots play it: seats, roles, deals, souls, buildings, debts, scores.

    python docs/deal_with_the_devil_balance.py --matches 2000

plays that many matches on all processors and writes `deal_with_the_devil_balance.md` with its plots beside this file.
Match n follows from the seed and n alone. What was played is kept in a file of lines (`--kept`): broken off and called
again, it goes on where it was, and `--matches 0` only writes the page anew.
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
from xml.sax.saxutils import escape

from eminence.bots import bot
from eminence.bots.playout import draw, first_waiting
from eminence.cli.plot import HATCHINGS, SERIF, lozenge, text, ticks
from eminence.core import rng as rng_module
from eminence.core.bits import size
from eminence.core.palette import Palette, palettes
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games import game
from eminence.games.deal_with_the_devil import cards, codes, scoring
from eminence.games.deal_with_the_devil.components import MARKS, ROLE_NAMES, ROLE_OF, SEATS, SOUL_PRICE
from eminence.games.deal_with_the_devil.goods import contents
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState

GAME: Final = "deal_with_the_devil"
HERE: Final = Path(__file__).resolve().parent
WIDTH: Final = 760
ROLES: Final = range(len(ROLE_NAMES))
Record = dict[str, Any]
"""What is kept of a match. Lists go by seat."""


# == Playing =======================================================================================================


def play(number: int, seed: str, bots: Sequence[str]) -> Record:
    """Match n: the bots sit at the table in the order given, turned by n."""
    played = game(GAME)
    options = played.checked_options(None)
    began = time.perf_counter()
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
    while s.asked != NOBODY:
        step = s.steps[-1]
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
        start = time.perf_counter()
        code = players[seat].choose(played.view(s, options, seat), played.ask(s, seat)).code
        longest = max(longest, time.perf_counter() - start)
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
    return {
        "match": number,
        "bots": names,
        "sides": [int((seat + s.turned) % SEATS) for seat in range(SEATS)],
        "marks": [int(mark) for mark in s.role],
        "scores": [int(points) for points in s.scores()],
        "wins": [1 / len(winners) if seat in winners else 0.0 for seat in range(SEATS)],
        "parts": [[int(scoring.part(s, seat, part)) for part in range(len(scoring.PARTS))] for seat in range(SEATS)],
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
        "answers": answers,
        "seconds": round(time.perf_counter() - began, 3),
        "longest": round(longest, 4),
        "compiled": not str(rng_module.__file__).endswith(".py"),
    }


def task(given: tuple[int, str, tuple[str, ...]]) -> Record:
    """A match, for a pool."""
    return play(*given)


def play_all(matches: int, seed: str, bots: tuple[str, ...], jobs: int, kept: Path) -> list[Record]:
    """The matches that are kept already, and those that are missing, which are kept as soon as they are over."""
    heading = {"seed": seed, "bots": list(bots)}
    found: dict[int, Record] = {}
    if kept.exists():
        with kept.open(encoding="utf-8") as lines:
            if json.loads(next(lines)) != heading:
                raise SystemExit(f"{kept} has matches of another seed, or other bots: name another file, or remove it")
            for line in lines:
                if line.endswith("\n"):  # else it was broken off
                    record = json.loads(line)
                    found[record["match"]] = record
    missing = [number for number in range(matches) if number not in found]
    with kept.open("w", encoding="utf-8") as file:
        for kept_line in (heading, *found.values()):
            file.write(json.dumps(kept_line) + "\n")
        file.flush()
        if missing:
            context = multiprocessing.get_context("spawn")
            with context.Pool(jobs) as pool:
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


def of(field: str, value: int) -> Callable[[Record, int], bool]:
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


def frame(title: str, subtitle: str, told: str, height: int, palette: Palette, parts: Sequence[str]) -> str:
    """A plate: a double frame, a title, and what is drawn."""
    patterns = [
        f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" fill="none" stroke="{palette.ink}" '
        f'stroke-width=".8">{lines}</pattern>'
        for name, lines in HATCHINGS.items()
    ]
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
                f'height="{height}" role="img" aria-labelledby="title told" font-family="{SERIF}" fill="{palette.ink}">'
            ),
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="told">{escape(told)}</desc>',
            "<defs>",
            *patterns,
            "</defs>",
            f'<rect width="{WIDTH}" height="{height}" fill="{palette.paper}"/>',
            f'<g fill="none" stroke="{palette.ink}">',
            f'<rect x="12" y="12" width="{WIDTH - 24}" height="{height - 24}" rx="10" stroke-width="1.8"/>',
            f'<rect x="18" y="18" width="{WIDTH - 36}" height="{height - 36}" rx="6" stroke-width=".6"/>',
            "</g>",
            text(WIDTH / 2, 54, title, 22, ' text-anchor="middle" letter-spacing="3"'),
            text(WIDTH / 2, 78, subtitle, 14, ' text-anchor="middle" font-style="italic"'),
            *parts,
            "</svg>",
            "",
        ]
    )


def shares_plot(
    title: str, subtitle: str, rows: Sequence[tuple[str, str, Sequence[float]]], fair: float, palette: Palette
) -> str:
    """Shares of wins with their intervals; a dotted line is the fair share."""
    left, right, top, row = 216, 700, 104, 50
    bottom = top + row * len(rows) + 6
    found = [(name, remark, *share(shares)) for name, remark, shares in rows]
    marks = ticks(min(100 * low for *_, low, _ in found), max(100 * high for *_, high in found), 7)

    def x(value: float) -> float:
        return left + (right - left) * (value - marks[0]) / (marks[-1] - marks[0])

    parts = [
        f'<g stroke="{palette.ink}" stroke-width=".7">',
        *(f'<path d="M{x(mark):.1f} {top}V{bottom}" stroke-dasharray="1 4" opacity=".7"/>' for mark in marks),
        f'<path d="M{left} {bottom}H{right}" stroke-width="1.4"/>',
        (
            f'<path d="M{x(100 * fair):.1f} {top}V{bottom}" stroke="{palette.accent}" stroke-width="1.4" '
            'stroke-dasharray="5 4"/>'
        ),
        "</g>",
        '<g text-anchor="middle">',
        *(text(x(mark), bottom + 19, f"{mark:g} %", 12) for mark in marks),
        "</g>",
    ]
    for number, (name, remark, p, low, high) in enumerate(found):
        y = top + row * number + row / 2
        hatching = list(HATCHINGS)[number % len(HATCHINGS)]
        start, end = x(100 * low), x(100 * high)
        bar = f'x="{start:.1f}" y="{y - 8:.1f}" width="{max(end - start, 1.5):.1f}" height="16"'
        parts += [
            text(left - 20, y + 1, name, 16, ' text-anchor="end"'),
            text(left - 20, y + 16, remark, 12, ' text-anchor="end" font-style="italic" opacity=".8"'),
            f'<rect {bar} fill="{palette.paper}"/>',
            f'<rect {bar} fill="url(#{hatching})" stroke="{palette.ink}" stroke-width="1.2"/>',
            f'<path d="{lozenge(x(100 * p), y, 7)}" fill="{palette.accent}" stroke="{palette.paper}"/>',
            text(x(100 * p), y - 13, f"{100 * p:.1f}", 12, ' text-anchor="middle"'),
        ]
    told = "; ".join(f"{name} {percent(p)} ({percent(low)} to {percent(high)})" for name, _, p, low, high in found)
    return frame(title, subtitle, f"{subtitle}. {told}.", bottom + 52, palette, parts)


def histogram(
    title: str, subtitle: str, groups: Sequence[tuple[str, Sequence[int]]], step: int, word: str, palette: Palette
) -> str:
    """How often what came out: bars, one row a group, over one scale."""
    left, right, top, row = 120, 710, 104, 92
    everything = [value for _, values in groups for value in values]
    first, last = min(everything) // step * step, max(everything) // step * step
    bins = list(range(first, last + step, step))
    width = (right - left) / len(bins)
    bottom = top + row * len(groups)
    parts: list[str] = []
    told = []
    for number, (name, values) in enumerate(groups):
        counted = Counter(value // step * step for value in values)
        most = max(counted.values(), default=1) / max(len(values), 1)
        base = top + row * (number + 1) - 14
        hatching = list(HATCHINGS)[number % len(HATCHINGS)]
        average = mean(values)
        told.append(f"{name}: mean {average:.1f}, {min(values)} to {max(values)}")
        parts += [
            text(left - 14, base - 26, name, 15, ' text-anchor="end"'),
            text(left - 14, base - 10, f"ø {average:.1f}", 12, ' text-anchor="end" font-style="italic" opacity=".8"'),
        ]
        for place, value in enumerate(bins):
            high = (row - 26) * counted[value] / max(len(values), 1) / most
            if high > 0:
                parts.append(
                    f'<rect x="{left + width * place + 0.5:.1f}" y="{base - high:.1f}" width="{width - 1:.1f}" '
                    f'height="{high:.1f}" fill="url(#{hatching})" stroke="{palette.ink}" stroke-width="1"/>'
                )
        at = left + width * (average - first + step / 2) / step
        parts += [
            f'<path d="M{left} {base}H{right}" stroke="{palette.ink}" stroke-width="1"/>',
            f'<path d="{lozenge(at, base, 5)}" fill="{palette.accent}" stroke="{palette.paper}"/>',
        ]
    every = max(1, len(bins) // 12)
    for place, value in enumerate(bins):
        if place % every == 0:
            label = f"{value}".replace("-", "−")
            parts.append(text(left + width * (place + 0.5), bottom + 6, label, 11, ' text-anchor="middle"'))
    parts.append(text((left + right) / 2, bottom + 28, word, 13, ' text-anchor="middle" font-style="italic"'))
    return frame(title, subtitle, f"{subtitle}. {'; '.join(told)}.", bottom + 52, palette, parts)


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

## Buildings and debts

![Buildings and debts](pictures/devil_balance_buildings.svg)

{kinds} of the 80 buildings were built at least once: the most common in {common} of the matches, the rarest in {rare}.

## Time

{answers} answers a match; {milliseconds} ms an answer on average, {longest} s at most, {seconds} s a match, on the
{form} engine.
"""


# == The page ======================================================================================================


def page(records: Sequence[Record], seed: str, bots: tuple[str, ...], out: Path) -> str:
    """The page, and its plots."""
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
    plots = {
        "seats": shares_plot("WHO WINS, BY SEAT", subtitle, [*seats, *sides], 0.25, palette),
        "roles": shares_plot("WHO WINS, BY ROLE", subtitle, marks, 0.25, palette),
        "scores": histogram(
            "SCORES", subtitle,
            [*((ROLE_NAMES[role], by_seat(records, "scores", of_role(role))) for role in ROLES),
             ("winners", [max(record["scores"]) for record in records])],
            2, "points, two to a bar", palette,
        ),
        "souls": histogram(
            "FRAGMENTS SOLD", subtitle,
            [*((ROLE_NAMES[role], by_seat(records, "sold", of_role(role))) for role in ROLES[:2]),
             ("the devil got", by_seat(records, "souls_got", of_role(2)))],
            1, "fragments in a match (fewer than none: bought)", palette,
        ),
        "buildings": histogram(
            "BUILDINGS AND DEBTS", subtitle,
            [("buildings", by_seat(records, "built", everybody)), ("debts left", by_seat(records, "debts", everybody))],
            1, "a realm, at the end", palette,
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
        answers=each(lambda record: record["answers"]),
        milliseconds=f"{1000 * sum(r['seconds'] for r in records) / sum(r['answers'] for r in records):.1f}",
        longest=f"{max(r['longest'] for r in records):.2f}",
        seconds=each(lambda record: record["seconds"]),
        form="compiled" if all(record["compiled"] for record in records) else "plain",
    )


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
    parser.add_argument("--out", type=Path, default=HERE, help="where the page goes (beside this file)")
    given = parser.parse_args()
    bots = tuple((given.bots.split(",") * SEATS)[:SEATS])
    records = play_all(given.matches, given.seed, bots, given.jobs, given.kept)
    if not records:
        raise SystemExit("nothing was played")
    words = page(records, given.seed, bots, given.out)
    (given.out / f"{GAME}_balance.md").write_text(words, encoding="utf-8")
    for name in sorted(set(bots)):
        wins = [r["wins"][seat] for r in records for seat in range(SEATS) if r["bots"][seat] == name]
        print(f"{name}: {interval(wins)} of {len(wins)} seats")


if __name__ == "__main__":
    main()
