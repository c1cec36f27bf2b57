"""The build: the engine's hot modules compiled by mypyc where a C compiler is at hand, plain Python where none is.

One source, two forms. EMINENCE_COMPILE=0 asks for the plain form, 1 insists on the compiled one (the build fails if it
cannot be had), auto (the default) takes what the machine can give. Everything else about the project is said in
pyproject.toml, which also names this file as the build's back end: it is setuptools, and asks for mypy only where there
is something to compile with.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Extension, build_meta, setup
from setuptools.build_meta import *  # noqa: F403 (the back end, but for what is defined below)
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PACKAGE = Path("src/eminence")
HOT = (
    "core/rng.py",
    "core/bits.py",
    "core/bags.py",
    "core/state.py",
    "bots/playout.py",
    "bots/lookahead.py",
    "bots/tree.py",
)
"""What is compiled besides the games, all together in one group, so that bots call rules as directly as C does. A game
names its hot modules in its `speed.toml`."""
MYPY = "mypy>=2.4,<2.5"
BUILDING = {"bdist_wheel", "build", "build_ext", "install"}
"""The commands that make extensions. An editable install is not among them: its extensions would hide later edits."""


def wanted() -> str:
    """What EMINENCE_COMPILE asks for: "0", "1" or "auto"."""
    value = os.environ.get("EMINENCE_COMPILE", "").strip() or "auto"
    if value not in ("0", "1", "auto"):
        raise SystemExit(f"EMINENCE_COMPILE is 0, 1 or auto, not {value!r}")
    return value


def compiler() -> str | None:
    """The C compiler to use, or None where there is none, or no header files of Python to compile against."""
    if sys.platform == "win32":
        return "msvc"  # the build finds out by itself
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return None
    known = (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang")
    return next((command for command in known if command and shutil.which(command.split()[0])), None)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What an installer must bring before `build_wheel`. (A hook of the back end.)"""
    needs: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needs, MYPY] if wanted() != "0" and compiler() else needs


def hot_files() -> list[str]:
    """The files to compile: HOT, and what each game's `speed.toml` calls hot."""
    found = [ROOT / PACKAGE / name for name in HOT]
    for speed in (ROOT / PACKAGE / "games").glob("*/speed.toml"):
        hot = tomllib.loads(speed.read_text(encoding="utf-8")).get("hot", [])
        if missing := [name for name in hot if not speed.with_name(f"{name}.py").is_file()]:
            raise SystemExit(f"{speed.relative_to(ROOT)} calls hot what is not there: {', '.join(missing)}")
        found += [speed.with_name(f"{name}.py") for name in hot]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def level() -> str:
    """How much the C compiler is to optimise: as CFLAGS say with -O, and all that it can if they say nothing."""
    asked = [flag[2:] or "1" for flag in os.environ.get("CFLAGS", "").split() if flag.startswith("-O")]
    return asked[-1] if asked else "3"


def is_gcc(command: str) -> bool:
    """Whether a C compiler is GCC, whatever name it goes by."""
    told = subprocess.run([*command.split(), "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in told.stdout


def generate(command: str, into: str) -> list[Extension]:
    """The hot modules as C, written below `into`. Raises ImportError without mypyc, SystemExit if mypyc refuses."""
    from mypyc.build import mypycify

    # Our mypy settings are for people who write code: a stricter mypy must not keep anybody from a compiled engine. Nor
    # must what is not there while an installer builds: terminals, which no hot module knows, are drawn with `rich`.
    paths = ["--config-file=", f"--cache-dir={os.devnull}", "--ignore-missing-imports", *hot_files()]
    extensions: list[Extension] = mypycify(
        paths, opt_level=level(), debug_level="0", group_name="eminence", target_dir=into
    )
    if command != "msvc":
        flags = ["-Wno-error", "-ffp-contract=off"]  # a warning is no error; floats as plain Python has them
        if is_gcc(command):
            flags.append("-fno-semantic-interposition")  # calls within the group need no detour
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    return extensions


class AllOrNothing(build_ext):
    """Compiles every extension, or leaves none: half of a group would hide sources that work."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if wanted() == "1":
                raise
            print(f"the engine stays plain Python: it did not compile ({error})", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def extensions(into: str) -> list[Extension]:
    """What to compile here and now: nothing where it is not wanted, not possible, or not yet the moment."""
    if wanted() == "0" or not BUILDING & set(sys.argv):
        return []
    command = compiler()
    trouble = "there is no C compiler, or no header files of Python"
    if command:
        os.environ.setdefault("CC", command)
        try:
            return generate(command, into)
        except (Exception, SystemExit) as error:
            trouble = f"mypyc failed ({error if str(error) not in ('', '1', '2') else 'see above'})"
    if wanted() == "1":
        raise SystemExit(f"EMINENCE_COMPILE=1, but {trouble}")
    print(f"the engine stays plain Python: {trouble}", file=sys.stderr)
    return []


if __name__ == "__main__":
    os.chdir(ROOT)
    # Built in a place of its own: what an earlier build left behind can never slip into a later one.
    with tempfile.TemporaryDirectory(prefix="eminence-build-") as place:
        setup(
            ext_modules=extensions(str(Path(place, "c"))),
            cmdclass={"build_ext": AllOrNothing},
            options={"build": {"build_base": place}, "egg_info": {"egg_base": place}},
        )
