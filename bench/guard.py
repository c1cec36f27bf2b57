"""A guard against slow changes that does not look at the clock: it counts instructions.

Runs fixed workloads of the compiled form under callgrind, in two sizes each, so that starting up cancels out in the
difference, and compares instructions per unit with those kept in each game's `instructions.toml` for this environment
(Python, C compiler, processor). The same sources and the same environment give the same count to a few in a thousand,
on a busy machine too.

    python bench/guard.py               compare: exit 0 if nothing grew by more than the tolerance, 1 if something did,
                                        2 if it cannot tell (no valgrind, no compiler, no reference for here)
    python bench/guard.py --update      keep what was counted as the reference for this environment
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent / "src" / "eminence" / "games"
TOLERANCE = 0.05
HEADING = """\
# Instructions of the compiled engine, counted by bench/guard.py: per player's decision in random playouts, per clone
# of a state before the first turn, per iteration of a search there. Rewritten by `python bench/guard.py --update`.
"""
SETTING = """
import gc, json, sys
from eminence.bots import bot
from eminence.bots.playout import draw, play_out
from eminence.core import rng
from eminence.core.state import DEALER
from eminence.games import game

assert not rng.__file__.endswith(".py"), "not compiled"
gc.disable()
size = int(sys.argv[1])
chance = rng.Rng("guard")
played = game(sys.argv[2])
seats = played.checked_seats(None)
options = played.checked_options(json.loads(sys.argv[3]))
state = played.start(seats, options)
while state.asked == DEALER:
    state.answer(DEALER, draw(state, chance))
asked = next(seat for seat in range(seats) if state.is_asked(seat))
view, ask = played.view(state, options, asked), played.ask(state, asked)
"""
WORKLOADS = {
    "decision": (100, 300, "print(sum(play_out(played.start(seats, options), chance) for _ in range(size)))"),
    "clone": (1000, 11_000, "for _ in range(size): state.clone()\nprint(size)"),
    "iteration": (100, 700, "bot(f'search:iterations={size}', 'guard').choose(view, ask)\nprint(size)"),
}
"""By what is counted: two sizes, and code that does so much and prints how many units it did."""


class CannotTell(Exception):
    """Instructions cannot be counted, or not compared, here."""


def environment() -> str:
    """What a count depends on besides the sources."""
    compiler = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise CannotTell("there is no C compiler")
    told = subprocess.run([*compiler.split(), "-dumpfullversion"], capture_output=True, text=True, check=False)
    kind = "clang" if "clang" in compiler else "gcc"
    return f"cpython {platform.python_version()}, {kind} {told.stdout.strip()}, {platform.machine()}"


def instructions(game: str, options: dict[str, Any], code: str, size: int, path: Path, folder: Path) -> tuple[int, int]:
    """How many instructions a workload takes, with all its starting up, and how many units it did."""
    python = [sys.executable, "-c", SETTING + code, str(size), game, json.dumps(options)]
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    env = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": str(folder / "cache")}
    where = folder / "empty"  # nothing must come before the compiled form on the path
    where.mkdir(exist_ok=True)
    subprocess.run(python, env=env, cwd=where, capture_output=True, check=False)  # so that all bytecode is there
    told = subprocess.run([*valgrind, *python], env=env, cwd=where, capture_output=True, text=True, check=False)
    count = re.search(r"Collected\s*:\s*(\d+)", told.stderr)
    if told.returncode or count is None:
        raise CannotTell(f"the workload failed under valgrind:\n{told.stderr.strip()}")
    return int(count[1]), int(told.stdout)


def count_all() -> dict[str, float]:
    """Instructions per unit of every workload."""
    if shutil.which("valgrind") is None:
        raise CannotTell("there is no valgrind (apt-get install valgrind)")
    sys.path.insert(0, str(HERE.parent / "src"))
    from eminence.cli.bench_bars import workload
    from eminence.cli.bench_build import NotCompiled, compiled_form
    from eminence.games import all_games

    try:
        path = compiled_form(print)
    except NotCompiled as why:
        raise CannotTell(f"there is no compiled form: {why}") from None
    counted = {}
    with tempfile.TemporaryDirectory(prefix="eminence-guard-") as folder:
        for game in all_games():
            for what, (small, large, code) in WORKLOADS.items():
                less, few = instructions(game.id, workload(game), code, small, path, Path(folder))
                more, many = instructions(game.id, workload(game), code, large, path, Path(folder))
                counted[f"{game.id}_{what}"] = (more - less) / (many - few)
    return counted


def read() -> dict[str, dict[str, float]]:
    """The references of all games, by environment."""
    found: dict[str, dict[str, float]] = {}
    for file in sorted(GAMES.glob("*/instructions.toml")):
        for where, counts in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found.setdefault(where, {}).update({f"{file.parent.name}_{what}": n for what, n in counts.items()})
    return found


def write(references: dict[str, dict[str, float]]) -> None:
    """Keep the references, each game's in its own folder."""
    games: dict[str, list[str]] = {}
    for where, counts in sorted(references.items()):
        began = set()
        for name, count in counts.items():
            game, _, what = name.rpartition("_")
            lines = games.setdefault(game, [HEADING])
            lines += [] if game in began else [f'["{where}"]']
            lines.append(f"{what} = {count:.0f}")
            began.add(game)
        for game in began:
            games[game].append("")
    for game, lines in games.items():
        (GAMES / game / "instructions.toml").write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    """Count, and compare or keep."""
    parser = argparse.ArgumentParser(
        description="Compare instruction counts of the compiled engine with the reference."
    )
    parser.add_argument("--update", action="store_true", help="keep what is counted as the new reference for here")
    parser.add_argument("--tolerance", type=float, default=TOLERANCE, help=f"how much more is too much ({TOLERANCE})")
    arguments = parser.parse_args()
    try:
        where = environment()
        counted = count_all()
    except CannotTell as why:
        print(why, file=sys.stderr)
        return 2
    references = read()
    reference = references.get(where, {})
    grown = False
    print(where)
    for what, count in counted.items():
        line = f"  {count:12,.0f} instructions: {what}"
        if what in reference:
            change = count / reference[what] - 1
            slow = change > arguments.tolerance
            grown = grown or slow
            line += f"   reference {reference[what]:,.0f}, {change:+.1%}{'   TOO MANY' if slow else ''}"
        print(line)
    if arguments.update:
        write({**references, where: counted})
        print(f"kept in {GAMES}/*/instructions.toml")
        return 0
    if not reference:
        known = "; ".join(sorted(references)) or "none"
        print(f"no reference for this environment (there are: {known}); make one with --update", file=sys.stderr)
        return 2
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
