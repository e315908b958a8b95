# SPDX-License-Identifier: Apache-2.0
"""Functions made of the commands of the catalog: a parameter of a command is a keyword of its function."""

from __future__ import annotations

import difflib
import inspect
import json
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Mapping

import numpy as np
import pandas as pd

from . import _frames, _privet
from ._errors import Error, Warning, keyword_of  # pylint: disable=redefined-builtin
from ._progress import Bar

# What is about a terminal, or serves until it is stopped: for the program.
LEFT_OUT = {"help", "version", "party serve", "profile serve", "studio"}
# Whose output is a table, which Python gets unless a file is named.
MADE_IN_MEMORY = {
    "anonymize", "baskets anonymize", "baskets prepare", "custody decode-values", "custody encode", "mine predict",
    "pseudonyms reverse",
}
COMMANDS = {entry["path"]: entry for entry in _privet.commands() if entry["path"] not in LEFT_OUT}

_HERE = os.path.dirname(os.path.abspath(__file__))
_THREADS = {
    "name": "threads",
    "kind": "count",
    "summary": "Use this many threads; 0 means one per core.",
    "placeholder": "N",
    "default": "0",
    "repeatable": False,
    "required": False,
    "formerly": "",
    "choices": [],
}


class Result(Mapping):
    """What a call answered: the JSON object of the command (docs/cli.md) as a mapping, and
    text: what the program would have printed, where it prints a text of its own;
    bytes: the file that was made, unless it was named; data: that file as a DataFrame, or as a list
    of lists of items where it is baskets;
    ok: whether the answer is yes; warnings: what should be known."""

    def __init__(self, status, answer, text, data, warned, read=None):
        self._read = read
        self.json = json.loads(answer) if answer else {}
        self.text = text
        self.bytes = data
        self.ok = status == 0
        self.warnings = warned

    @property
    def data(self):
        """The table that was made, as a new DataFrame; of baskets a list of lists of items."""
        if not self.bytes or self._read is None:
            raise AttributeError("this call made no table; see json, text and bytes")
        return self._read(self.bytes)

    def __getitem__(self, key):
        return self.json[key]

    def __iter__(self):
        return iter(self.json)

    def __len__(self):
        return len(self.json)

    def __repr__(self):
        return self.text or json.dumps(self.json, indent=2)

    def _repr_html_(self):
        from html import escape

        if self.text:
            return f"<pre>{escape(self.text)}</pre>"
        rows = "".join(
            f"<tr><th>{escape(str(key))}</th><td>{escape(_short(value))}</td></tr>"
            for key, value in self.json.items()
        )
        return f"<table>{rows}</table>"


def _short(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 200 else text[:200] + " ..."


class Words:
    """The words of a command line, and the tables and texts in memory that they name."""

    def __init__(self):
        self.words = []
        self.loans = []  # must live until the call is over

    def name_of(self, value) -> str:
        """What stands for a file: a path, or what lies in memory."""
        from . import Release

        if isinstance(value, (pd.DataFrame, pd.Series)):
            loan = _privet.Loan(_frames.to_table(value), "DataFrame")
        elif isinstance(value, Release):
            loan = _privet.Loan(value._delimited, "Release")
        elif isinstance(value, (bytes, bytearray)):
            loan = _privet.Loan(bytes(value), "bytes")
        elif isinstance(value, (list, tuple)):
            loan = _privet.Loan(baskets_bytes(value), "baskets")
        else:
            return os.fspath(value)
        self.loans.append(loan)
        return loan.name

    def add(self, parameter: dict, value) -> None:
        """An option with its value, as --name=value."""
        flag = "--" + parameter["name"]
        if value is None:
            return
        if parameter["kind"] == "flag":
            if not isinstance(value, (bool, np.bool_)):
                raise Error("usage", f"is True or False, not {value!r}", parameter=flag)
            if value:
                self.words.append(flag)
        elif parameter["repeatable"]:
            for text in self._texts(parameter, value):
                self.words.append(f"{flag}={text}")
        elif parameter["kind"] == "columns":
            self.words.append(f"{flag}={columns_text(value, flag)}")
        else:
            self.words.append(f"{flag}={self.text(parameter, value)}")

    def _texts(self, parameter: dict, value) -> list:
        if isinstance(value, Mapping):
            pairs = ((key, each if isinstance(each, (list, tuple)) else [each]) for key, each in value.items())
            return [f"{key}={self.text(parameter, one)}" for key, each in pairs for one in each]
        if parameter["kind"] == "columns":
            return [columns_text(value, parameter["name"])]
        if isinstance(value, (list, tuple, set, pd.Index)):
            return [self.text(parameter, each) for each in value]
        return [self.text(parameter, value)]

    def text(self, parameter: dict, value) -> str:
        """One value as a word."""
        if isinstance(value, (bool, np.bool_)) and {"yes", "no"} <= set(parameter["choices"]):
            return "yes" if value else "no"
        if isinstance(value, (pd.DataFrame, pd.Series, bytes, bytearray, os.PathLike)) or type(value).__name__ == "Release":
            return self.name_of(value)
        if isinstance(value, (list, tuple)):
            return ",".join(str(each) for each in value)
        return str(value)


def reader_of(path: str, arguments: tuple, keywords: dict):
    """What makes data of the bytes that a call leaves; None where these are no table."""
    if path not in MADE_IN_MEMORY:
        return None
    if path.startswith("baskets "):
        return lambda made: [line.split() for line in made.decode("utf-8", "surrogateescape").splitlines()]
    tables = [*arguments, *keywords.values()]
    in_memory = any(isinstance(table, (pd.DataFrame, pd.Series)) for table in tables)
    said = keywords.get("delimiter")
    delimiter = "\t" if said == "tab" else said or ("," if in_memory else None)
    header = not keywords.get("no_header", False)
    return lambda made: _frames.to_frame(_privet.columns_of_text(made, delimiter, header))


def name_of_function(path: str) -> str:
    """As it is called in Python: "quasi mask" is quasi.mask."""
    return path.replace(" ", ".").replace("-", "_")


def baskets_bytes(baskets) -> bytes:
    """Lists of items as a text of baskets, one per line."""
    lines = []
    for basket in baskets:
        if isinstance(basket, (str, bytes)):
            raise Error("usage", f"a basket is a list of items, not {basket!r}")
        items = [str(item) for item in basket]
        for item in items:
            if not item or item.split() != [item]:
                raise Error("input", f"an item has no blanks here: {item!r}", file="<baskets>", line=len(lines) + 1)
        lines.append(" ".join(items))
    return ("\n".join(lines) + "\n").encode()


def columns_text(value, flag: str) -> str:
    """Names of columns with commas between them."""
    if isinstance(value, str):
        return value
    try:
        names = [str(name) for name in value]
    except TypeError:
        names = [str(value)]
    for name in names:
        if "," in name:
            raise Error(
                "usage",
                f"a name with a comma cannot be said here: {name!r}; rename the column",
                parameter=flag if flag.startswith("--") else "--" + flag,
            )
    return ",".join(names)


def options_of(command: dict, words=()) -> dict:
    """Keyword -> parameter, of a command; with those that depend on the words of a call."""
    options = list(command["options"]) + [_THREADS]
    if command["further"] and words:
        options += _privet.further_options(command["path"], list(words))
    return {keyword_of(option["name"]): option for option in options}


def _find(options: dict, path: str, word: str) -> dict:
    # class_ and class, max_suppression and max-suppression
    for spelt in (word, keyword_of(word)):
        if spelt in options:
            return options[spelt]
    for option in options.values():
        if option["formerly"] and keyword_of(option["formerly"]) == word:
            raise Error("usage", f"{word} is now called {keyword_of(option['name'])}")
    near = difflib.get_close_matches(word, options, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise Error(
        "usage",
        f"privet.{name_of_function(path)} has no keyword {word}.{hint} There are: {', '.join(sorted(options))}.",
        parameter=word,
    )


def words_of(path: str, arguments: tuple, keywords: dict) -> Words:
    """The command line that a call of Python stands for."""
    command = COMMANDS[path]
    positionals = command["positionals"]
    said = Words()
    places = {}
    for number, value in enumerate(arguments):
        if number >= len(positionals):
            raise Error("usage", f"privet.{name_of_function(path)} takes at most {len(positionals)} arguments before the keywords")
        places[positionals[number]["name"]] = value
    names = {keyword_of(positional["name"]): positional["name"] for positional in positionals}
    for word in [word for word in keywords if word in names]:
        places[names[word]] = keywords.pop(word)
    behind = []
    for positional in positionals:
        value = places.get(positional["name"])
        if value is None:
            if positional["required"]:
                raise Error("usage", f"{keyword_of(positional['name'])} is missing: {positional['summary']}")
            continue
        behind += _positional_words(said, positional, value)
    options = options_of(command, behind + _bare_words(keywords))
    if path in MADE_IN_MEMORY and keywords.get("output") is None:
        keywords["output"] = "-"
    for word, value in keywords.items():
        said.add(_find(options, path, word), value)
    said.words = path.split(" ") + said.words + ["--"] + behind
    return said


def _bare_words(keywords: dict) -> list:
    """Options that choose further options: of a task's split."""
    return [f"--{word}={value}" for word, value in keywords.items() if isinstance(value, str)]


def _positional_words(said: Words, positional: dict, value) -> list:
    if positional["repeatable"]:
        if isinstance(value, str) and positional["kind"] != "file":
            return value.split(" ")
        if isinstance(value, (list, tuple)):
            return [said.name_of(each) if not isinstance(each, str) else each for each in value]
    if positional["kind"] == "file" or not isinstance(value, str):
        try:
            return [said.name_of(value)]
        except TypeError:
            return [str(value)]
    return [value]


def tell(warned: list) -> None:
    """Warnings of a call as those of Python."""
    if not warned:
        return
    frame, level = sys._getframe(1), 2  # pylint: disable=protected-access
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    for message in warned:
        warnings.warn(message, Warning, stacklevel=level)


def encoded(words: list) -> list:
    """The words as bytes: names of files may hold some that are not UTF-8."""
    return [os.fsencode(word) for word in words]


def program() -> str:
    """The privet program that belongs to this module: beside it in a build, or of the same prefix."""
    for up in ("../..", "../../../.."):
        path = os.path.normpath(os.path.join(_HERE, up, "bin", "privet"))
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("privet")
    if found:
        said = subprocess.run([found, "version"], capture_output=True, text=True, check=False).stdout
        if said.strip() == f"privet {_privet.version}":
            return found
    raise Error(
        "usage",
        f"a rehearsal starts the program privet {_privet.version}, and it is not beside this module nor on the path",
    )


def run(path: str, *arguments, **keywords) -> Result:
    """Runs the command of this path, such as "mine tree"."""
    reader = reader_of(path, arguments, keywords)
    said = words_of(path, arguments, keywords)
    if path == "rehearse":
        _privet.set_program(program())
    bar = Bar()
    try:
        out = Result(*_privet.call(encoded(said.words), bar), reader)
    finally:
        bar.close()
    tell(out.warnings)
    return out


def default_of(parameter: dict):
    text = parameter["default"]
    if parameter["kind"] == "flag":
        return False
    if text == "":
        return None
    if parameter["kind"] == "count":
        return int(text)
    if parameter["kind"] == "real":
        return float(text)
    return text


def signature_of(command: dict) -> inspect.Signature:
    """As the stubs have it: positionals, then every option as a keyword."""
    kinds = inspect.Parameter
    parameters = [
        kinds(
            keyword_of(each["name"]),
            kinds.POSITIONAL_OR_KEYWORD,
            default=kinds.empty if each["required"] else None,
        )
        for each in command["positionals"]
    ]
    names = {each.name for each in parameters}
    for keyword, option in options_of(command).items():
        if keyword in names:
            continue
        required = option["required"] and not (option["name"] == "output" and command["path"] in MADE_IN_MEMORY)
        parameters.append(
            kinds(keyword, kinds.KEYWORD_ONLY, default=kinds.empty if required else default_of(option))
        )
    if command["further"]:
        parameters.append(kinds("options", kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


def doc_of(command: dict) -> str:
    """The help of a command for Python."""
    lines = [command["summary"], ""]
    for each in command["positionals"] + list(options_of(command).values()):
        accepted = f" ({'|'.join(each['choices'])})" if each["choices"] else ""
        default = f" Default: {each['default']}." if each["default"] else ""
        lines.append(f"{keyword_of(each['name'])}: {each['summary']}{accepted}{default}")
    return "\n".join(lines)


def function_of(path: str):
    """The function that stands for a command."""
    command = COMMANDS[path]

    def function(*arguments, **keywords):
        return run(path, *arguments, **keywords)

    function.__name__ = function.__qualname__ = path.split(" ")[-1].replace("-", "_")
    function.__doc__ = doc_of(command)
    function.__signature__ = signature_of(command)
    return function
