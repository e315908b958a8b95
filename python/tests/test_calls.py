# SPDX-License-Identifier: Apache-2.0
"""Every command is a function, every option a keyword, every error a privet.Error."""

import inspect
import json
import os
import pathlib
import pickle
import subprocess
import warnings

import numpy as np
import pandas as pd
import pytest

import privet
from privet import _calls, _privet

PATHS = sorted(_calls.COMMANDS)


def function_at(path):
    place = privet
    for word in path.split(" "):
        place = getattr(place, word.replace("-", "_"))
    return place


@pytest.mark.parametrize("path", PATHS)
def test_every_option_is_a_keyword(path):
    function = function_at(path)
    command = _calls.COMMANDS[path]
    known = inspect.signature(function).parameters
    for parameter in command["positionals"] + command["options"]:
        assert _calls.keyword_of(parameter["name"]) in known
        assert parameter["summary"] in function.__doc__
    assert command["summary"] in function.__doc__


def test_only_what_serves_until_stopped_is_left_out():
    paths = {command["path"] for command in _privet.commands()}
    assert paths - set(PATHS) == {"help", "version", "party serve", "profile serve", "studio"}


def test_an_unknown_keyword_says_which_exist(people):
    with pytest.raises(privet.Error) as caught:
        privet.anonymize(people, quasy=["age"])
    assert caught.value.code == "usage"
    assert "Did you mean quasi?" in str(caught.value)
    assert "max_suppression" in str(caught.value)
    with pytest.raises(privet.Error) as caught:
        privet.mine.tree(people, clas="illness")
    assert "class_" in str(caught.value)


def test_values_are_checked_as_the_catalog_says(people, roles):
    for keywords, parameter, text in [
        ({"k": 0}, "k", "at least 1"),
        ({"k": "five"}, "k", "five"),
        ({"max_suppression": 2}, "max_suppression", ""),
        ({"method": "magic"}, "method", "magic"),
        ({"keep_order": "yes"}, "keep_order", "True or False"),
        ({"quasi": ["a,b"]}, "quasi", "comma"),
        ({"delimiter": ";"}, "delimiter", "not a file"),
    ]:
        with pytest.raises(privet.Error) as caught:
            privet.anonymize(people, **{**roles, **keywords})
        assert caught.value.code == "usage"
        assert caught.value.place.parameter == parameter
        assert text in caught.value.message


def test_what_is_missing_is_named(people):
    with pytest.raises(privet.Error) as caught:
        privet.anonymize()
    assert "file is missing" in str(caught.value)
    with pytest.raises(privet.Error) as caught:
        privet.mine.tree(people)
    assert "--class" in str(caught.value)


def test_an_error_says_where(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("a,b\n1,2\n3\n")
    with pytest.raises(privet.Error) as caught:
        privet.inspect(path)
    error = caught.value
    assert (error.code, error.place.file, error.place.line) == ("input", str(path), 3)
    assert str(error).startswith(f"{path}:3")
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.message, again.place, str(again)) == (error.code, error.message, error.place, str(error))


def test_an_answer_is_the_json_of_the_program(people, tmp_path, program):
    path = tmp_path / "people.csv"
    people.to_csv(path, index=False)
    for function, words, keywords in [
        (privet.inspect, ["inspect"], {}),
        (privet.risk, ["risk", "--quasi", "age,sex"], {"quasi": ["age", "sex"]}),
        (privet.quasi.find, ["quasi", "find"], {}),
        (privet.quasi.measure, ["quasi", "measure", "--columns", "age,sex"], {"columns": ["age", "sex"]}),
        (privet.mine.tree, ["mine", "tree", "--class", "illness"], {"class_": "illness"}),
        (privet.mine.rules, ["mine", "rules", "--min-support", "0.2"], {"min_support": 0.2}),
        (privet.mine.kmeans, ["mine", "kmeans", "--k", "3", "--columns", "age,income"], {"k": 3, "columns": "age,income"}),
    ]:
        status, out, err = program(*words[: 2 if words[0] in ("quasi", "mine") else 1], path, *words[2 if words[0] in ("quasi", "mine") else 1 :], "--json")
        assert status == 0, err
        wanted = json.loads(out)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = function(people, **keywords)
        told = json.loads(json.dumps(found.json).replace("<DataFrame>", str(path)))
        for answer in (wanted, told):
            answer.pop("seconds", None)
        assert told == wanted, words


def test_text_and_dictionaries_and_frames_are_values(people, tmp_path):
    hierarchy = b"female;*\nmale;*\n"
    release = privet.anonymize(
        people, quasi="age,sex", plain="income", sensitive=["illness"], k=5, hierarchy={"sex": hierarchy}, type={"age": "numeric"}, accept_unchanged="income"
    )
    assert release.guard["min_class"] >= 5
    again = privet.anonymize(people, quasi=["age"], sensitive="illness", plain=["sex", "income"], k_map=2, population=people, accept_unchanged=["income", "sex"])
    assert again.guard["guarantees"][0]["model"] == "k-map"


def test_numbers_of_numpy_are_values(people, roles):
    release = privet.anonymize(people, **{**roles, "k": np.int64(4), "max_suppression": np.float64(0.1), "keep_order": np.bool_(True)})
    assert release.guard["guarantees"][0]["parameters"]["k"] == 4
    assert not release.json["shuffled"]


def test_a_model_in_memory_predicts(people):
    model = privet.mine.tree(people, class_="illness", save="-")
    answer = privet.mine.predict(model.bytes, people)
    assert len(answer.data) == len(people)
    assert "predicted illness" in answer.data.columns


def test_warnings_are_those_of_python(people):
    with pytest.warns(privet.Warning, match="places") as caught:
        told = privet.anonymize(people, quasi=["age", "sex"], sensitive="illness", plain="income", accept_unchanged="income", k=2, keep_order=True)
    assert str(caught[0].message) in told.warnings
    assert caught[0].filename == __file__


def test_baskets_prepare_and_protect(tmp_path):
    baskets = "".join("bread milk\nbread milk beer\nmilk beer\nbread beer\nbread milk\n" for _ in range(20)).encode()
    moles = privet.baskets.moles(baskets, private="beer", h=0.9, k=2, p=1)
    assert moles.json
    lists = [line.split() for line in baskets.decode().splitlines()]
    again = privet.baskets.moles(lists, private="beer", h=0.9, k=2, p=1)
    assert {**again, "seconds": 0} == {**moles, "seconds": 0}
    release = privet.baskets.anonymize(lists, private="beer", h=0.9, k=2, p=1)
    assert release.bytes
    for wrong in (["bread milk"], [["fresh bread"]]):
        with pytest.raises(privet.Error):
            privet.baskets.moles(wrong, private="beer", h=0.9, k=2)


def test_a_table_is_mined_for_itemsets_in_every_way(people, tmp_path):
    path = tmp_path / "people.csv"
    people[["sex", "illness"]].to_csv(path, index=False)
    file = privet.mine.itemsets(path, min_support=0.1, format="table")
    assert privet.mine.itemsets(people[["sex", "illness"]], min_support=0.1)["itemsets"] == file["itemsets"]
    pairs = pd.DataFrame({"who": [1, 1, 2, 2, 3], "what": ["a", "b", "a", "b", "c"]})
    merged = privet.mine.itemsets(pairs, merge_by="who", item_column="what", min_support=0.5)
    assert {tuple(each["items"]) for each in merged["itemsets"]} >= {("a",), ("a", "b")}


def test_custody_decodes_what_it_encoded(people, tmp_path):
    table = people[["age", "illness"]]
    key = {"key": tmp_path / "people.key", "passphrase_file": b"a long passphrase\n"}
    encoded = privet.custody.encode(table, class_="illness", keep_order=True, **key)
    decoded = privet.custody.decode_values(encoded.bytes, columns="age", data=table, **key)
    assert list(decoded.data["age"].astype(int)) == list(table["age"])


def test_what_is_made_in_memory_can_be_named():
    for path in _calls.MADE_IN_MEMORY:
        assert "output" in _calls.options_of(_calls.COMMANDS[path]), path


def test_data_is_read_as_it_was_written(people, tmp_path):
    key = {"key": tmp_path / "people.key", "passphrase_file": b"a long passphrase\n"}
    rows = people[["age", "illness"]].to_csv(index=False, header=False).encode()
    encoded = privet.custody.encode(rows, class_="c2", no_header=True, keep_order=True, **key)
    assert len(encoded.data) == len(people)
    diet = pd.DataFrame({"diet": ["bread;milk;beer", "bread;milk;tea"] * 10, "kind": ["a", "b"] * 10})
    model = privet.mine.tree(diet, class_="kind", save="-")
    assert list(privet.mine.predict(model.bytes, diet).data.columns) == ["diet", "kind", "predicted kind"]
    with pytest.raises(AttributeError):
        model.data  # pylint: disable=pointless-statement


def test_baskets_come_back_as_lists():
    lists = [["bread", "milk"], ["bread", "milk", "beer"], ["milk", "beer"], ["bread", "beer"], ["bread", "milk"]] * 20
    made = privet.baskets.anonymize(lists, private="beer", h=0.9, k=2, p=1, keep_order=True)
    assert [sorted(each) for each in made.data] == [sorted(each) for each in lists]


FILES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "files"


@pytest.mark.parametrize("name", ["xlsx/pandas.xlsx", "stats/haven.sav", "stats/haven.zsav", "stats/haven.dta", "stats/haven.sas7bdat"])
def test_bytes_of_a_file_are_the_table_of_the_file(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file = privet.inspect(FILES / name)
        held = privet.inspect((FILES / name).read_bytes())
    assert held["columns"] == file["columns"] and held["rows"] == file["rows"]


def test_bytes_that_are_no_text_are_shown_in_messages(tmp_path):
    broken = (FILES / "stats/haven.dta").read_bytes().replace(b"ten or more", b"ten or mo\xff\xff")
    with pytest.warns(privet.Warning, match=r"ten or mo\\xff\\xff"):
        assert privet.inspect(broken)["rows"] == 6
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")
    with open(path, "wb") as file:
        file.write(b"a,b\n1\n")
    with pytest.raises(privet.Error) as caught:
        privet.inspect(path)
    assert caught.value.place.file == path
    with pytest.raises(privet.Error) as caught:
        privet.risk(pd.DataFrame({"a": [1, 2]}), quasi=["x" * 59 + "é and more"])
    assert "é" not in str(caught.value) and "..." in str(caught.value)


def test_custody_goes_there_and_back(people, tmp_path):
    key = tmp_path / "people.key"
    encoded = privet.custody.encode(people, class_="illness", key=key, passphrase_file=b"a long passphrase\n", output="-")
    assert key.exists()
    frame = encoded.data
    assert len(frame) == len(people)
    assert not set(frame["age"]) <= set(people["age"])
    with pytest.raises(privet.Error) as caught:
        privet.custody.encode(people, class_="illness", key=tmp_path / "other.key")
    assert caught.value.place.parameter == "passphrase_file"


def test_a_rehearsal_is_the_plain_result(people):
    answer = privet.rehearse(people[["sex", "illness"]], "mine rules", parties=2, min_support=0.1)
    assert answer.ok
    assert "identical" in answer.text
    with pytest.raises(privet.Error):
        privet.rehearse(people, "mine rules", parties=2, min_suport=0.1)


def test_a_party_is_asked_through_its_folder(tmp_path):
    folder = tmp_path / "hospital"
    privet.party.init(folder=folder, name="hospital", listen="127.0.0.1:0")
    with pytest.raises(privet.Error) as caught:
        privet.job.list(folder=folder)
    assert "hospital" in str(caught.value)
    daemon = subprocess.Popen([_calls.program(), "party", "serve", "--folder", folder, "--json", "--quiet"], stdout=subprocess.PIPE)
    try:
        # It says where it listens once it does; a daemon that ends instead closes the pipe.
        assert b"{" in daemon.stdout.readline()
        assert privet.party.status(folder=folder)["name"] == "hospital"
        assert privet.job.list(folder=folder)["jobs"] == []
        with pytest.raises(privet.Error):
            privet.job.show("nothing", folder=folder)
        assert privet.party.audit.verify(folder=folder).ok
    finally:
        daemon.terminate()
        daemon.communicate(timeout=60)


def test_frames_read_only_are_unchanged(people):
    before = people.copy(deep=True)
    privet.inspect(people)
    pd.testing.assert_frame_equal(people, before)
