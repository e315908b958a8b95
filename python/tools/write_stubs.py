#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the type stubs of privet, privet/__init__.pyi, from the catalog that the module carries.

Usage: PYTHONPATH=build/release/python python/tools/write_stubs.py [FILE]     without a file: to standard output
"""

import inspect
import sys

from privet import _calls, _estimators

HEAD = '''# Generated from the catalog by python/tools/write_stubs.py; a test compares.
# SPDX-License-Identifier: Apache-2.0
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Union

import numpy
import pandas

Table = Union[pandas.DataFrame, pandas.Series, str, os.PathLike[str], bytes, "Release", Sequence[Sequence[Any]]]
Columns = Union[str, Sequence[str]]
Values = Union[str, Sequence[Any], Mapping[str, Any]]

__version__: str

class Place(NamedTuple):
    file: str = ...
    line: int = ...
    column: int = ...
    parameter: str = ...

class Error(Exception):
    code: Literal["usage", "input", "output", "infeasible", "interrupted", "peer", "policy", "internal"]
    message: str
    place: Place

class Warning(UserWarning): ...

class Result(Mapping[str, Any]):
    json: dict[str, Any]
    text: str
    bytes: bytes
    ok: bool
    warnings: list[str]
    @property
    def data(self) -> pandas.DataFrame: ...
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Any: ...
    def __len__(self) -> int: ...

class Release:
    @property
    def data(self) -> pandas.DataFrame: ...
    @property
    def bytes(self) -> bytes: ...
    @property
    def risk(self) -> dict[str, Any]: ...
    @property
    def quality(self) -> dict[str, Any]: ...
    @property
    def guard(self) -> dict[str, Any]: ...
    @property
    def json(self) -> dict[str, Any]: ...
    @property
    def text(self) -> str: ...
    @property
    def warnings(self) -> list[str]: ...
    def save(self, path: str) -> None: ...
    def save_report(self, path: str) -> None: ...
    def save_summary(self, path: str) -> None: ...

def run(path: str, *arguments: Any, **keywords: Any) -> Result: ...
def show_progress(wanted: bool | None = None) -> None: ...
'''

KINDS = {"flag": "bool", "count": "int", "real": "float", "text": "str", "column": "str", "columns": "Columns", "file": "Table"}


def type_of(parameter: dict) -> str:
    """What a keyword takes."""
    if parameter["kind"] == "choice":
        shown = "Literal[" + ", ".join(f'"{choice}"' for choice in parameter["choices"]) + "]"
        return shown + (" | bool" if {"yes", "no"} <= set(parameter["choices"]) else "")
    if parameter["repeatable"]:
        return "Values"
    return KINDS[parameter["kind"]]


def keyword_text(keyword: str, parameter: dict, default) -> str:
    """A parameter of a function."""
    kind = type_of(parameter)
    if default is inspect.Parameter.empty:
        return f"{keyword}: {kind}"
    if default is None:
        kind += " | None"
    return f"{keyword}: {kind} = {default!r}"


def function_text(path: str, indent: str, called: str = "") -> str:
    """The function that stands for a command; `called` where it stands under another name."""
    command = _calls.COMMANDS[path]
    known = {_calls.keyword_of(each["name"]): each for each in command["positionals"]}
    known |= {keyword: each for keyword, each in _calls.options_of(command).items() if keyword not in known}
    parts = []
    kinds = inspect.Parameter
    for name, parameter in _calls.signature_of(command).parameters.items():
        if parameter.kind is kinds.VAR_KEYWORD:
            parts.append("**options: Any")
            continue
        if parameter.kind is kinds.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if parameter.kind is kinds.POSITIONAL_OR_KEYWORD and known[name]["repeatable"]:
            parts.append(f"{name}: Any" if parameter.default is kinds.empty else f"{name}: Any = None")
        else:
            parts.append(keyword_text(name, known[name], parameter.default))
    result = "Release" if path == "anonymize" else "Result"
    name = called or path.split(" ")[-1].replace("-", "_")
    if called:
        parts.insert(0, "cls")
    # A class that is called as a function and makes something else: checkers of types take that for a mistake.
    lines = [f"{indent}def {name}(" + ("  # type: ignore[misc]" if called else "")]
    lines += [f"{indent}    {part}," for part in parts]
    lines += [f"{indent}) -> {result}:", f'{indent}    """{command["summary"]}"""']
    return "\n".join(lines) + "\n"


def group_text(group: str, paths: list) -> str:
    """The functions of one group, such as mine."""
    functions = [
        # A command that has others below it, such as reproduce: called as a function.
        function_text(path, "    ", "__new__") if path == group else f"    @staticmethod\n{function_text(path, '    ')}"
        for path in paths
    ]
    return f"\nclass {group}:\n" + "\n".join(functions)


def estimator_text(made) -> str:
    """A learner as an estimator."""
    parts = [
        keyword_text(name, made.PARAMETERS[name], parameter.default)
        for name, parameter in inspect.signature(made.__init__).parameters.items()
        if name != "self"
    ]
    arguments = "".join(f"        {part},\n" for part in parts)
    star = "        *,\n" if parts else ""
    needs_y = "y: Any" if hasattr(made, "classes_") or made.__name__ != "KMeans" else "y: Any = None"
    text = f"\nclass {made.__name__}:\n    def __init__(\n        self,\n{star}{arguments}    ) -> None: ...\n"
    text += f'    def fit(self, X: Any, {needs_y}) -> "{made.__name__}": ...\n'
    text += "    def predict(self, X: Any) -> numpy.ndarray: ...\n"
    if hasattr(made, "predict_proba"):
        text += "    def predict_proba(self, X: Any) -> numpy.ndarray: ...\n"
    text += "    def get_params(self, deep: bool = True) -> dict[str, Any]: ...\n"
    return text + f'    def set_params(self, **params: Any) -> "{made.__name__}": ...\n'


def stubs() -> str:
    """The whole file."""
    out = HEAD
    groups: dict = {}
    has_others = {path.split(" ")[0] for path in _calls.COMMANDS if " " in path}
    for path in _calls.COMMANDS:
        words = path.split(" ")
        if len(words) == 1 and path not in has_others:
            out += "\n" + function_text(path, "")
        else:
            groups.setdefault(words[0], []).append(path)
    for group, paths in groups.items():
        single = [path for path in paths if len(path.split(" ")) <= 2]
        out += group_text(group, single)
        # Groups inside a group: party audit verify.
        for path in paths:
            if path not in single:
                inner = path.split(" ")[1]
                text = group_text(inner, [path])
                out += "\n" + "\n".join("    " + line if line else line for line in text.strip("\n").split("\n")) + "\n"
    return out + "".join(estimator_text(made) for made in _estimators.ESTIMATORS)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(stubs())
    else:
        sys.stdout.write(stubs())
