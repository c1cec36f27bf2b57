"""Mistakes planted in the rules and the core, one at a time: does any test notice?

    python bench/mutants.py --sample 400 --jobs 15 --out caught.json
    python bench/mutants.py --again caught.json --jobs 15     # the same mistakes later: which are no longer caught?
    python bench/mutants.py --by-hand --jobs 15 --minutes 10  # those written by hand, by the game's own tests alone

A mistake is a small change of one expression or statement: a comparison turned round, a number one off, `and` for `or`,
a condition negated, a statement left out. Others were written by hand, in `tests/games/NAME/mistakes.toml`: a wrong
price, a wrong order, a bound or a penalty that is missing, something that others may not see. Each is planted in a copy
of the tree, and the tests that should know are run there until the first that fails. One that hangs counts as caught.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src/eminence/games"
BY_HAND = "tests/games/*/mistakes.toml"
UNRULY = {"page", "telling", "terminal", "evaluation", "prospects", "refusals"}
"""Modules of a game, or beginnings of their names, that are about words, pictures and guesses."""
CORE = ("ask", "bags", "bits", "dealing", "event", "form", "game", "match", "matchfile", "state", "view", "visibility")
LEFT_OUT = shutil.ignore_patterns(".git", ".build", ".venv*", "__pycache__", ".*_cache")
COMPARE = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """A planted mistake: in which file and function, what stood there, and what stands there instead."""

    path: str
    where: str
    before: str
    after: str
    number: int
    """Which of the places that read like this, from the top of the function."""


def files() -> list[Path]:
    """The rules and the core."""
    rules = [path for path in GAMES.glob("*/*.py") if not any(path.stem.startswith(word) for word in UNRULY)]
    return sorted([*rules, *(ROOT / f"src/eminence/core/{name}.py" for name in CORE)])


def changed(node: ast.AST) -> Iterator[ast.AST | None]:
    """What might stand in the place of a node; None to leave it out."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        yield ast.Compare(node.left, [COMPARE[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Expr | ast.AugAssign) and not isinstance(getattr(node, "value", None), ast.Constant):
        yield None


def mutants(path: Path) -> Iterator[tuple[Mutant, str]]:
    """Every mistake that can be planted in a file, with the text of the file that has it."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    seen: dict[tuple[str, str, str], int] = {}
    for where, node in _inside(tree):
        for instead in changed(node):
            one = node.body[0] if isinstance(node, ast.If) else None
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]
            if one is not None:  # of a condition, only its head is written anew
                assert isinstance(node, ast.If)
                begin = starts[node.test.lineno - 1] + node.test.col_offset
                end = starts[node.test.end_lineno - 1] + node.test.end_col_offset  # type: ignore[operator]
                assert isinstance(instead, ast.If)
                instead = instead.test
            raw = source.encode()
            before = raw[begin:end].decode()
            after = "pass" if instead is None else f"({ast.unparse(ast.fix_missing_locations(instead))})"
            text = (raw[:begin] + after.encode() + raw[end:]).decode()
            try:
                compile(text, str(path), "exec")
            except SyntaxError:
                continue
            key = (where, before, after)
            seen[key] = seen.get(key, -1) + 1
            yield Mutant(str(path.relative_to(ROOT)), where, before, after, seen[key]), text


def by_hand() -> Iterator[tuple[Mutant, str]]:
    """The mistakes that were written by hand, each with the text of the file that has it."""
    for written in sorted(ROOT.glob(BY_HAND)):
        for module, mistakes in tomllib.loads(written.read_text(encoding="utf-8")).items():
            path = GAMES / written.parent.name / f"{module}.py"
            source = path.read_text(encoding="utf-8")
            for what, (before, after) in mistakes.items():
                if source.count(before) != 1:
                    raise ValueError(f"{path.name}, {what}: {before!r} stands there {source.count(before)} times")
                yield Mutant(str(path.relative_to(ROOT)), what, before, after, 0), source.replace(before, after)


def _inside(tree: ast.AST, where: str = "") -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Every expression and statement within functions, with the function's name."""
    for node in ast.iter_child_nodes(tree):
        name = where
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{where}.{node.name}".lstrip(".")
        if isinstance(node, ast.Assert | ast.Raise | ast.arguments):
            continue  # what is asserted or said when something is wrong is not a rule
        if isinstance(node, ast.expr | ast.stmt) and where:
            yield where, node
        yield from _inside(node, name)


def tests_for(path: str, own: bool) -> list[str]:
    """What pytest is told to run: the tests of the game, or of the core, and the laws. Or, of a game, its own tests
    alone, its golden matches and playthroughs among them."""
    games = sorted(folder.name for folder in GAMES.iterdir() if (folder / "game.py").is_file())
    shared = sorted(str(found.relative_to(ROOT)) for found in (ROOT / "tests/games").glob("test_*.py"))
    of = next((game for game in games if f"/games/{game}/" in path), None)
    if of is None:
        return ["tests/core", "tests/laws", "tests/bots/test_search.py"]
    others = " and ".join(f"not {game}" for game in games if game != of)
    if own:
        return ["tests/games/test_golden.py", f"tests/games/{of}", "tests/playthroughs", "-k", others]
    return [f"tests/games/{of}", "tests/laws", *shared, "-k", others]


def is_caught(mutant: Mutant, text: str, tree: Path, patience: float, own: bool = False) -> bool:
    """Plant it in a copy of the tree, and run the tests there."""
    target = tree / mutant.path
    honest = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    setting = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *tests_for(mutant.path, own)],
            cwd=tree,
            env=setting,
            capture_output=True,
            timeout=patience,
            check=False,
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(honest, encoding="utf-8")


def main() -> None:
    """Plant, run, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=100, help="so many mistakes, spread over all files")
    parser.add_argument("--again", type=Path, help="the mistakes that an earlier run caught")
    parser.add_argument("--by-hand", action="store_true", help="those of mistakes.toml, by the game's own tests")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=1e9, help="after so many, no more mistakes are planted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=600, help="seconds after which a run counts as hanging")
    parser.add_argument("--out", type=Path, help="where to write what was caught and what was not")
    arguments = parser.parse_args()
    known = list(by_hand()) if arguments.by_hand else [found for path in files() for found in mutants(path)]
    if arguments.by_hand:
        chosen = known
        print(f"{len(chosen)} mistakes")
    elif arguments.again:
        wanted = {Mutant(**fields) for fields in json.loads(arguments.again.read_text())["caught"]}
        chosen = [found for found in known if found[0] in wanted]
        print(f"{len(wanted)} were caught before; {len(chosen)} of them can still be planted")
    else:
        chosen = random.Random(arguments.seed).sample(known, min(arguments.sample, len(known)))
        print(f"{len(chosen)} of {len(known)} mistakes")
    found: dict[str, list[dict[str, object]]] = {"caught": [], "unseen": [], "left": []}
    end = time.monotonic() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory() as folder:
        trees: Queue[Path] = Queue()
        for job in range(arguments.jobs):
            tree = Path(folder) / str(job)
            shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
            trees.put(tree)

        def plant(one: tuple[Mutant, str]) -> None:
            if time.monotonic() > end:
                found["left"].append(asdict(one[0]))
                return
            tree = trees.get()
            caught = is_caught(*one, tree, arguments.patience, arguments.by_hand)
            trees.put(tree)
            found["caught" if caught else "unseen"].append(asdict(one[0]))
            if arguments.out:
                arguments.out.write_text(json.dumps(found, indent=1))
            if not caught:
                print(f"unseen: {one[0]}", flush=True)

        with ThreadPoolExecutor(arguments.jobs) as pool:
            list(pool.map(plant, chosen))
    print(", ".join(f"{len(mistakes)} {what}" for what, mistakes in found.items() if mistakes or what != "left"))


if __name__ == "__main__":
    main()
