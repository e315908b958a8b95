# SPDX-License-Identifier: Apache-2.0
"""The learners as estimators of scikit-learn."""

import json
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import privet
from privet import _estimators

pytest.importorskip("sklearn")
from sklearn.model_selection import cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402

# KMeans has no number of clusters unless somebody says one.
CHECKED = [privet.KMeans(k=3) if made is privet.KMeans else made() for made in _estimators.ESTIMATORS]


def checks():
    """Every check of scikit-learn for each estimator, none left out. What check_estimator itself skips
    for the tags: classes beyond two for Svm and Logistic, which have two."""
    for estimator in CHECKED:
        for number, (given, check) in enumerate(check_estimator(estimator, generate_only=True)):
            yield pytest.param(given, check, id=f"{type(estimator).__name__}-{number}-{check.func.__name__}")


@pytest.mark.parametrize("estimator, check", checks())
def test_scikit_learn_accepts_it(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


def test_get_and_set_params():
    tree = privet.Tree(min_leaf=7)
    assert tree.get_params()["min_leaf"] == 7
    assert tree.set_params(max_depth=3).max_depth == 3
    with pytest.raises(TypeError):
        privet.Tree(min_leav=1)
    with pytest.raises(ValueError):
        tree.set_params(min_leav=1)
    with pytest.raises(privet.Error) as caught:
        privet.Tree(min_leaf=0).fit([[1.0], [2.0]], [0, 1])
    assert caught.value.place.parameter == "min_leaf"


def test_the_parameters_are_those_of_the_catalog():
    assert set(privet.Boost().get_params()) == {"rounds", "rate", "max_depth", "min_leaf", "sample", "seed"}
    assert privet.Boost().rate == 0.1


def weather():
    """Which days were good for a walk: a rule of two columns that no single one says."""
    rows = [(sky, wind, heat) for sky in ("sun", "rain") for wind in ("calm", "storm") for heat in (10, 20, 30)] * 8
    frame = pd.DataFrame(rows, columns=["sky", "wind", "heat"])
    walk = np.where((frame["sky"] == "sun") & (frame["wind"] == "calm"), "yes", "no")
    return frame, walk


def test_columns_of_texts_are_nominal():
    frame, walk = weather()
    tree = privet.Tree().fit(frame, walk)
    assert list(tree.classes_) == ["no", "yes"]
    assert (tree.predict(frame) == walk).all()
    assert list(tree.feature_names_in_) == ["sky", "wind", "heat"]
    shares = tree.predict_proba(frame)
    assert shares.shape == (len(frame), 2)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    with pytest.raises(ValueError):
        tree.predict(frame[["sky"]])


def test_predictions_are_those_of_the_program(tmp_path, program):
    frame, walk = weather()
    frame.assign(walk=walk).to_csv(tmp_path / "days.csv", index=False)
    assert program("mine", "forest", tmp_path / "days.csv", "--class", "walk", "--save", tmp_path / "model.json")[0] == 0
    status, out, _ = program("mine", "predict", tmp_path / "model.json", tmp_path / "days.csv", "-o", tmp_path / "out.csv", "--json")
    assert status == 0 and json.loads(out)["rows"] == len(frame)
    wanted = pd.read_csv(tmp_path / "out.csv")["predicted walk"]
    assert list(privet.Forest().fit(frame, walk).predict(frame)) == list(wanted)


def test_it_works_in_pipelines_and_is_pickled():
    draw = np.random.default_rng(4)
    values = draw.normal(size=(200, 3))
    target = values @ [1.0, -2.0, 0.5] + 3
    line = make_pipeline(StandardScaler(), privet.Linear())
    assert cross_val_score(line, values, target, cv=3).min() > 0.999
    line.fit(values, target)
    again = pickle.loads(pickle.dumps(line))
    np.testing.assert_allclose(again.predict(values), target, atol=1e-6)


WITHOUT = """
import sys
sys.modules["sklearn"] = None
import numpy, pandas, privet
frame = pandas.DataFrame({"sky": ["sun", "rain"] * 20, "heat": [10.0, 20.0] * 20})
walk = ["yes", "no"] * 20
assert (privet.Tree(min_leaf=1).fit(frame, walk).predict(frame) == walk).all()
values = numpy.arange(40.0).reshape(20, 2)
assert abs(privet.Linear().fit(values[:, :1], values[:, 1]).predict(values[:, :1]) - values[:, 1]).max() < 1e-6
assert set(privet.KMeans(k=2).fit(values).labels_) == {0, 1}
assert privet.Tree(min_leaf=4).set_params(min_leaf=3).get_params()["min_leaf"] == 3
try:
    privet.Tree().predict(frame)
except ValueError as error:
    print(type(error).__name__)
"""


def test_it_works_without_scikit_learn():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == "NotFittedError\n", done.stderr


def test_clusters_are_found():
    draw = np.random.default_rng(4)
    values = np.concatenate([draw.normal(place, 0.1, size=(50, 2)) for place in (0, 5, 10)])
    found = privet.KMeans(k=3).fit(values)
    assert len({tuple(sorted(set(found.labels_[i : i + 50]))) for i in (0, 50, 100)}) == 3
    assert set(found.labels_) == {0, 1, 2}
    assert (found.predict(values) == found.labels_).all()
