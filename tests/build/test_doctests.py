"""The examples in the docstrings hold for the compiled engine too.

Compiled functions have no docstrings to look into, so the examples are read from the sources beside the extensions.
"""

import ast
import doctest
import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def examples() -> Iterator[Any]:
    """Every docstring with an example in it, with the name of its module."""
    folder = Path(os.environ["EMINENCE_COMPILED_PATH"])
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if text and ">>> " in text:
                yield pytest.param(module, text, id=f"{module}.{getattr(node, 'name', '')}".rstrip("."))


@pytest.mark.parametrize(("module", "text"), list(examples()))
def test_examples_hold_in_compiled_form(module: str, text: str) -> None:
    names = dict(vars(importlib.import_module(module)))
    test = doctest.DocTestParser().get_doctest(text, names, module, None, None)
    told: list[str] = []
    if doctest.DocTestRunner().run(test, out=told.append).failed:
        pytest.fail("".join(told), pytrace=False)
