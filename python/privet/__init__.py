# SPDX-License-Identifier: Apache-2.0
"""Privet: share what data says without sharing whom it is about.

    release = privet.anonymize(df, quasi=["age", "zip"], sensitive="diagnosis", k=5)
    release.data            # a DataFrame
    release.risk, release.quality, release.guard
    release.save_report("report.html")

Every command of the program is a function, and every option a keyword: privet.inspect, privet.risk,
privet.quasi.find, privet.mine.tree ... A table is a DataFrame, the path of a file, or bytes. The
learners are estimators too: privet.Tree().fit(X, y).
"""

from __future__ import annotations

import types as _types

from . import _calls, _frames, _privet
from ._calls import Result
from ._errors import Error, Place, Warning  # pylint: disable=redefined-builtin
from ._estimators import Bayes, Boost, Forest, KMeans, Linear, Logistic, Svm, Tree
from ._privet import Release
from ._progress import Bar as _Bar
from ._progress import show_progress

__version__ = _privet.version
__all__ = [
    "Bayes", "Boost", "Error", "Forest", "KMeans", "Linear", "Logistic", "Place", "Release", "Result",
    "Svm", "Tree", "Warning", "anonymize", "run", "show_progress",
]

run = _calls.run


def _anonymize(*arguments, **keywords):
    frame = arguments[0] if arguments else keywords.get("file")
    said = _calls.words_of("anonymize", arguments, keywords)
    kinds = _frames.kinds_of(frame) if hasattr(frame, "dtypes") and hasattr(frame, "columns") else None
    bar = _Bar()
    try:
        release = _privet.anonymize(_calls.encoded(said.words), bar, kinds)
    finally:
        bar.close()
    if isinstance(release, tuple):  # made inside a database: there are no bytes of it here
        release = Result(*release)
    _calls.tell(release.warnings)
    return release


def _install() -> None:
    """A function for each command; those of two words in a group of the first."""
    # What is both a command and a group of them ("reproduce") is a function that has the others.
    for path in sorted(_calls.COMMANDS, key=lambda path: path.count(" ")):
        function = _calls.function_of(path)
        words = [word.replace("-", "_") for word in path.split(" ")]
        if path == "anonymize":
            function = _renamed(_anonymize, function)
        place = globals()
        for word in words[:-1]:
            if word not in place:
                place[word] = _types.SimpleNamespace()
                if place is globals():
                    __all__.append(word)
            place = vars(place[word])
        place[words[-1]] = function
        if len(words) == 1 and words[0] not in __all__:
            __all__.append(words[0])


def _renamed(function, like):
    function.__name__ = function.__qualname__ = like.__name__
    function.__doc__ = like.__doc__ + "\n\nReturns a Release, which nothing else can make; with engine=\"database\" the Result of the command."
    function.__signature__ = like.__signature__
    return function


_install()
