# SPDX-License-Identifier: Apache-2.0
"""The type stubs say what the catalog says now."""

import ast
import inspect
import pathlib
import runpy

import privet
from privet import _calls

FOLDER = pathlib.Path(__file__).resolve().parents[1]
STUBS = (FOLDER / "privet" / "__init__.pyi").read_text(encoding="utf-8")


def test_they_are_current():
    made = runpy.run_path(str(FOLDER / "tools" / "write_stubs.py"))["stubs"]()
    assert made == STUBS, "PYTHONPATH=build/release/python python/tools/write_stubs.py python/privet/__init__.pyi"


def functions(body, place=()):
    """Every function of the stubs with its path."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body, (*place, node.name))
        elif isinstance(node, ast.FunctionDef) and node.name == "__new__":
            node.args.args = node.args.args[1:]
            yield place, node
        elif isinstance(node, ast.FunctionDef):
            yield (*place, node.name), node


def test_they_name_the_keywords_that_there_are():
    found = {".".join(path): node for path, node in functions(ast.parse(STUBS).body)}
    for path in _calls.COMMANDS:
        name = path.replace(" ", ".").replace("-", "_")
        place = privet
        for word in name.split("."):
            place = getattr(place, word)
        arguments = found[name].args
        stubbed = [each.arg for each in arguments.args + arguments.kwonlyargs]
        wanted = [each.name for each in inspect.signature(place).parameters.values() if each.kind is not each.VAR_KEYWORD]
        assert stubbed == wanted, name


def test_everything_public_has_a_stub():
    names = {node.name for node in ast.parse(STUBS).body if hasattr(node, "name")}
    assert set(privet.__all__) <= names
