# SPDX-License-Identifier: Apache-2.0
"""The learners of `privet mine` as estimators: fit, predict, get_params, as scikit-learn expects them.

The parameters are the learner's options of the catalog. Columns of a DataFrame keep their meaning (a
column of texts is nominal where the learner knows nominal columns); the columns of an array are
numbers. Without scikit-learn the classes work the same, only not in its pipelines.
"""

from __future__ import annotations

import inspect

import numpy as np
import pandas as pd

from . import _calls, _frames, _privet
from ._errors import Error, keyword_of
from ._progress import Bar

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, ClusterMixin, RegressorMixin
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d
except ImportError:
    check_array = None

    class ClassifierMixin:  # pylint: disable=too-few-public-methods
        """Stands for that of scikit-learn."""

    class ClusterMixin:  # pylint: disable=too-few-public-methods
        """Stands for that of scikit-learn."""

    class RegressorMixin:  # pylint: disable=too-few-public-methods
        """Stands for that of scikit-learn."""

    class NotFittedError(ValueError, AttributeError):
        """fit was not called."""

    class BaseEstimator:  # pylint: disable=missing-class-docstring
        def get_params(self, deep=True):  # pylint: disable=unused-argument,missing-function-docstring
            return {name: getattr(self, name) for name in type(self).PARAMETERS}

        def set_params(self, **params):  # pylint: disable=missing-function-docstring
            for name, value in params.items():
                if name not in type(self).PARAMETERS:
                    raise ValueError(f"{type(self).__name__} has no parameter {name}")
                setattr(self, name, value)
            return self


_TARGET = "(target)"
# About the file, the answer and the measuring, which are fit's own affair.
_NOT_OF_LEARNERS = {
    "tables", "join", "explain-join", "predict", "view", "save", "report", "class", "target", "columns",
    "cross-validate", "folds", "repeats", "level", "picture", "centers", "positive", "factors",
    "delimiter", "no-header", "encoding", "skip-lines", "skip-last-lines", "type", "decimal",
    "date-format", "missing-mark", "table", "sheet", "labels", "missing-codes", "probabilities", "plot",
}


def _options(path: str) -> dict:
    return {
        keyword_of(option["name"]): option
        for option in _calls.COMMANDS[path]["options"]
        if option["name"] not in _NOT_OF_LEARNERS
    }


class _Estimator(BaseEstimator):
    """What the learners share: the table of X, the model, what it says of rows."""

    PATH = ""
    PARAMETERS: dict = {}

    def _frame(self, X, reset: bool):
        """X as a DataFrame; numbers are checked as scikit-learn checks them."""
        frame = X if isinstance(X, pd.DataFrame) else None
        texts = frame is not None and any(not pd.api.types.is_numeric_dtype(d) for d in frame.dtypes)
        if texts:
            names = [str(name) for name in frame.columns]
            if reset:
                self.n_features_in_ = len(names)
                self.feature_names_in_ = np.asarray(names, dtype=object)
        elif check_array is not None:
            if hasattr(self, "_validate_data"):
                values = self._validate_data(X, reset=reset, dtype=np.float64, accept_sparse=False)
            else:
                values = check_array(X, dtype=np.float64)
            names = self._names(frame, values.shape[1])
            frame = pd.DataFrame(values, columns=names)
        else:
            values = np.asarray(X, dtype=np.float64)
            if values.ndim != 2:
                raise ValueError("X has rows and columns: expected 2D array")
            if reset:
                self.n_features_in_ = values.shape[1]
            names = self._names(frame, values.shape[1])
            frame = pd.DataFrame(values, columns=names)
        if not reset and len(names) != self.n_features_in_:
            raise ValueError(f"X has {len(names)} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input")
        return frame

    @staticmethod
    def _names(frame, count: int) -> list:
        return [str(name) for name in frame.columns] if frame is not None else [f"x{i}" for i in range(count)]

    def _types(self, frame) -> list:
        """Columns of numbers are numbers, whatever their names say."""
        return [f"--type={name}=numeric" for name, dtype in zip(frame.columns, frame.dtypes) if pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_bool_dtype(dtype)]

    def _learn(self, frame, more: list):
        said = _calls.Words()
        for name, option in type(self).PARAMETERS.items():
            value = getattr(self, name)
            if value is not None:
                said.add(option, value)
        words = type(self).PATH.split(" ") + said.words + more + self._types(frame)
        self.model_ = None
        loan = _privet.Loan(_frames.to_table(frame), "X")
        self.model_ = self._call(words + ["--save=-", "--", loan.name])
        return self

    def _call(self, words: list) -> bytes:
        bar = Bar()
        try:
            *_, data, warned = _privet.call(words, bar)
        finally:
            bar.close()
        _calls.tell(warned)
        return data

    def _check_fitted(self):
        if getattr(self, "model_", None) is None:
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet; call fit first.")

    def _answers(self, X, more=()):
        """The columns that the model adds to the rows of X."""
        self._check_fitted()
        frame = self._frame(X, reset=False)
        rows = _privet.Loan(_frames.to_table(frame), "X")
        model = _privet.Loan(self.model_, "model")
        words = ["mine", "predict", "--output=-", *more, *self._types(frame), "--", model.name, rows.name]
        columns = _privet.columns_of_text(self._call(words), ",", True)
        return [(name, np.asarray(texts, dtype=object), codes) for name, texts, codes, _ in columns[frame.shape[1]:]]


class _Classifier(ClassifierMixin, _Estimator):
    def fit(self, X, y):
        """Learns from rows and their classes."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        frame = self._frame(X, reset=True)
        if check_array is not None:
            y = column_or_1d(y, warn=True)
            check_consistent_length(frame, y)
            check_classification_targets(y)
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y has one class only; a classifier needs at least two")
        frame = frame.assign(**{_TARGET: pd.Categorical.from_codes(codes, [f"c{i}" for i in range(len(self.classes_))])})
        return self._learn(frame, [f"--class={_TARGET}", *self._probable()])

    def _probable(self) -> list:
        return []

    def predict(self, X):
        """The class of each row."""
        _, texts, codes = self._answers(X)[0]
        numbers = np.array([int(text[1:]) if text.startswith("c") else -1 for text in texts])
        if (numbers[codes] < 0).any():
            raise Error("input", "the model has no answer for some rows")
        return self.classes_[numbers[codes]]


class _Probabilities:
    """Of classifiers that know how probable each class is."""

    def predict_proba(self, X):
        """The probability of each class of classes_, row by row."""
        self._check_fitted()
        answers = self._answers(X, ["--probabilities"])
        out = np.zeros((len(answers[0][2]), len(self.classes_)))
        for name, texts, codes in answers:
            if name.startswith("probability of c"):
                out[:, int(name[len("probability of c"):])] = texts.astype(float)[codes]
        return out


class _Regressor(RegressorMixin, _Estimator):
    def fit(self, X, y):
        """Learns from rows and their numbers."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        frame = self._frame(X, reset=True)
        if check_array is not None:
            y = column_or_1d(y, warn=True)
            y = check_array(y, ensure_2d=False, dtype=np.float64)
            check_consistent_length(frame, y)
        if len(frame) < 2:
            raise ValueError("a line needs at least two rows, and there is one: n_samples=1")
        return self._learn(frame.assign(**{_TARGET: np.asarray(y, dtype=np.float64)}), [f"--target={_TARGET}"])

    def predict(self, X):
        """The number of each row."""
        _, texts, codes = self._answers(X)[0]
        return texts.astype(float)[codes]


class _Clusterer(ClusterMixin, _Estimator):
    def fit(self, X, y=None):  # pylint: disable=unused-argument
        """Finds clusters of rows."""
        frame = self._frame(X, reset=True)
        if self.k is not None and len(frame) < self.k:
            raise ValueError(f"there are fewer rows than clusters: n_samples={len(frame)}, k={self.k}")
        self._learn(frame, [])
        self.labels_ = self.predict(X)
        return self

    def predict(self, X):
        """The cluster of each row, from 0."""
        _, texts, codes = self._answers(X)[0]
        return texts.astype(np.int32)[codes]


def _made(name: str, path: str, *bases, **members):
    """The class of a learner; its parameters are those of the catalog."""
    options = _options(path)
    kinds = inspect.Parameter
    signature = inspect.Signature(
        [kinds("self", kinds.POSITIONAL_OR_KEYWORD)]
        + [kinds(each, kinds.KEYWORD_ONLY, default=_calls.default_of(option)) for each, option in options.items()]
    )

    def __init__(self, **params):
        bound = signature.bind(self, **params)
        bound.apply_defaults()
        for each in options:
            setattr(self, each, bound.arguments[each])

    __init__.__signature__ = signature
    summary = _calls.COMMANDS[path]["summary"]
    lines = [f"{keyword}: {option['summary']}" for keyword, option in options.items()]
    return type(
        name,
        bases,
        {
            "__init__": __init__,
            "__doc__": "\n".join([summary, "", *lines]),
            "__module__": "privet",
            "PATH": path,
            "PARAMETERS": options,
            **members,
        },
    )


Tree = _made("Tree", "mine tree", _Probabilities, _Classifier)
Forest = _made("Forest", "mine forest", _Probabilities, _Classifier)
Boost = _made("Boost", "mine boost", _Probabilities, _Classifier)
Bayes = _made("Bayes", "mine bayes", _Probabilities, _Classifier)
Svm = _made("Svm", "mine svm", _Classifier, _more_tags=lambda self: {"binary_only": True})
Logistic = _made("Logistic", "mine logistic", _Probabilities, _Classifier, _more_tags=lambda self: {"binary_only": True})
Linear = _made("Linear", "mine linear", _Regressor)
KMeans = _made("KMeans", "mine kmeans", _Clusterer)

ESTIMATORS = (Tree, Forest, Boost, Bayes, Svm, Logistic, Linear, KMeans)
