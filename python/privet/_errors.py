# SPDX-License-Identifier: Apache-2.0
"""The one exception of privet."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where an error lies. Lines and columns count from 1, records of a DataFrame too; 0: not known."""

    file: str = ""
    line: int = 0
    column: int = 0
    parameter: str = ""


class Error(Exception):
    """What went wrong, where, and what to do.

    code: "usage", "input", "output", "infeasible", "interrupted", "peer", "policy" or "internal".
    message: without the place; it names options as the command line does (--max-suppression is the
    keyword max_suppression).
    place: a Place; its parameter is the keyword.
    """

    def __init__(
        self,
        code: str,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
        parameter: str = "",
        shown: str = "",
    ):
        keyword = parameter
        if parameter.startswith("--"):
            keyword = keyword_of(parameter[2:])
            shown = f"{keyword}: {message}"
        super().__init__(shown or message)
        self.code = code
        self.message = message
        self.place = Place(file, line, column, keyword)

    def __reduce__(self):
        place = self.place
        return (
            Error,
            (self.code, self.message, place.file, place.line, place.column, place.parameter, str(self)),
        )


class Warning(UserWarning):  # pylint: disable=redefined-builtin
    """What should be known and stopped nothing."""


def keyword_of(name: str) -> str:
    """The keyword of an option of the catalog: "max-suppression" is max_suppression, "class" class_."""
    import keyword

    word = name.replace("-", "_")
    return word + "_" if keyword.iskeyword(word) else word
