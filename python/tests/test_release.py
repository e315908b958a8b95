# SPDX-License-Identifier: Apache-2.0
"""A Release: what it says, what it is, and that nothing but the guard makes one."""

import copy
import gc
import hashlib
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pandas as pd
import pytest

import privet


def test_a_release_keeps_its_promise(people, roles):
    release = privet.anonymize(people, **roles)
    data = release.data
    assert list(data.columns) == list(people.columns)
    assert len(data) == len(people)
    # Counted by pandas, not by Privet.
    assert data.groupby(["age", "sex", "income"]).size().min() >= 5
    assert sorted(data["illness"]) == sorted(people["illness"])
    assert release.guard["sha256"] == hashlib.sha256(release.bytes).hexdigest()
    assert release.guard["guarantees"] == [{"model": "k-anonymity", "parameters": {"k": 5}, "holds": True, "value": release.guard["min_class"]}]
    assert release.risk["after"]["highest"] <= 1 / 5 < release.risk["before"]["highest"]
    assert 0 < release.quality["ncp"] < 1


def test_nothing_else_makes_a_release(people, roles):
    release = privet.anonymize(people, **roles)
    with pytest.raises(TypeError):
        privet.Release()
    with pytest.raises(TypeError):
        privet.Release.__new__(privet.Release).data
    with pytest.raises(TypeError):
        type("Mine", (privet.Release,), {})()
    for name in ("data", "bytes", "risk", "guard", "anything"):
        with pytest.raises(AttributeError):
            setattr(release, name, 1)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(release)
    # What is done to the data does nothing to the release.
    release.data.loc[:, "age"] = "40"
    assert (release.data["age"] != "40").any()


def test_what_is_refused_releases_nothing(people, roles, tmp_path):
    out = tmp_path / "out.csv"
    with pytest.raises(privet.Error) as caught:
        privet.anonymize(people, **{**roles, "k": 401}, output=out)
    assert caught.value.code == "infeasible"
    assert not out.exists()


def test_files_are_written_as_the_program_writes_them(people, roles, tmp_path, program):
    table = tmp_path / "people.csv"
    people.to_csv(table, index=False)
    words = ["--quasi", "age,sex,income", "--sensitive", "illness", "--k", 5, "--keep-order"]
    assert program("anonymize", table, *words, "-o", tmp_path / "cli.csv")[0] == 0
    release = privet.anonymize(people, **roles, keep_order=True, output=tmp_path / "own.csv")
    wanted = (tmp_path / "cli.csv").read_bytes()
    assert (tmp_path / "own.csv").read_bytes() == wanted == release.bytes
    release.save(str(tmp_path / "saved.csv"))
    assert (tmp_path / "saved.csv").read_bytes() == wanted
    release.save_report(str(tmp_path / "report.html"))
    assert "<html" in (tmp_path / "report.html").read_text()
    release.save_summary(str(tmp_path / "summary.html"))
    assert "DataFrame" not in (tmp_path / "summary.html").read_text()
    with pytest.raises(privet.Error):
        release.save(str(tmp_path / "release.sqlite"))
    with pytest.raises(privet.Error) as caught:
        release.save(str(tmp_path / "no" / "such" / "folder.csv"))
    assert caught.value.code == "output"


def test_a_release_in_another_form_has_the_same_data(people, roles, tmp_path):
    plain = privet.anonymize(people, **roles, keep_order=True).data
    for name in ("out.sqlite", "out.arff", "out.tsv", "out.csv.gz"):
        data = privet.anonymize(people, **roles, keep_order=True, output=tmp_path / name).data
        pd.testing.assert_frame_equal(data, plain)


FORMS = ("out.csv", "out.tsv", "out.csv.gz", "out.arff", "out.sqlite", "out.xlsx", "out.sav", "out.dta")


@pytest.mark.parametrize("name", FORMS)
def test_data_is_what_the_guard_approved_whatever_becomes_of_the_file(people, roles, tmp_path, name):
    people.loc[[3, 7], "illness"] = None
    plain = privet.anonymize(people, **roles, keep_order=True).data
    path = tmp_path / name
    release = privet.anonymize(people, **roles, keep_order=True, output=path)
    assert release.bytes == path.read_bytes()
    assert release.guard["sha256"] == hashlib.sha256(release.bytes).hexdigest()
    path.write_text("age,sex,income,illness\n1,2,3,4\n")
    pd.testing.assert_frame_equal(release.data, plain)
    path.unlink()
    pd.testing.assert_frame_equal(release.data, plain)
    assert privet.risk(release, quasi=roles["quasi"], k=5, rows_are_persons=True).ok


@pytest.mark.parametrize("name", ["out.sav", "out.dta"])
def test_names_and_kinds_are_those_of_the_table_in_every_form(people, tmp_path, name):
    frame = people.assign(**{"sick days": 4, "age": 30})
    with pytest.warns(privet.Warning, match="sick_days"):
        release = privet.anonymize(
            frame, quasi="age", plain=["sick days", "sex"], identifier="income", sensitive="illness",
            accept_unchanged=["sick days", "sex"], k=5, keep_order=True, output=tmp_path / name,
        )
    assert list(release.data.columns) == ["age", "sex", "illness", "sick days"]
    assert release.data["sick days"].dtype == frame["sick days"].dtype


def test_a_release_of_one_column_has_one_whatever_its_texts(tmp_path):
    frame = pd.DataFrame({"diet": ["bread;milk;beer", "bread;milk;tea"] * 10})
    release = privet.anonymize(frame, quasi="diet", k=5, keep_order=True, rows_are_persons=True)
    pd.testing.assert_frame_equal(release.data, frame)


def test_the_search_is_explained_where_that_is_asked_for(people, roles):
    plain = privet.anonymize(people, **roles, method="full-domain")
    explained = privet.anonymize(people, **roles, method="full-domain", explain=True)
    assert "combinations" in explained.text and "combinations" not in plain.text


def test_a_device_is_no_place_for_a_release(people, roles):
    with pytest.raises(privet.Error) as caught:
        privet.anonymize(people, **roles, output="/dev/null")
    assert (caught.value.code, caught.value.place.parameter) == ("usage", "output")


def test_a_release_is_a_table_of_a_database(people, roles, postgres):
    release = privet.anonymize(people, **roles, keep_order=True, output=f"{postgres}?table=release")
    plain = privet.anonymize(people, **roles, keep_order=True)
    pd.testing.assert_frame_equal(release.data, plain.data)
    assert privet.inspect(f"{postgres}?table=release")["rows"] == len(people)


def test_a_release_is_made_inside_a_database(people, postgres):
    accepted = ["sex", "income", "illness"]
    privet.anonymize(
        people, quasi="age", plain=accepted, accept_unchanged=accepted, k=1, rows_are_persons=True,
        output=f"{postgres}?table=people", type={"age": "numeric"},
    )
    said = privet.anonymize(
        f"{postgres}?table=people", engine="database", quasi=["age"], plain=accepted, accept_unchanged=accepted,
        k=5, rows_are_persons=True, type={"age": "numeric"}, output="release",
    )
    assert isinstance(said, privet.Result) and said.ok
    assert said["records"] == len(people)
    assert privet.risk(f"{postgres}?table=release", quasi=["age"], k=5, rows_are_persons=True).ok
    with pytest.raises(privet.Error) as caught:
        privet.anonymize(f"{postgres}?table=people", engine="database", quasi=["age"], k=5, rows_are_persons=True)
    assert (caught.value.code, caught.value.place.parameter) == ("usage", "output")


def test_a_notebook_shows_a_table_and_plots(people, roles):
    shown = privet.anonymize(people.rename(columns={"sex": "<b>sex"}), quasi=["age", "<b>sex", "income"], sensitive="illness", k=5)._repr_html_()
    assert "<table>" in shown and shown.count("<svg") == 2
    assert "<b>sex" not in shown


def test_a_release_can_be_an_input(people, roles):
    first = privet.anonymize(people, **roles)
    risk = privet.risk(first.data, quasi=roles["quasi"])
    assert risk["min_class"] >= 5 if "min_class" in risk else risk.ok
    again = privet.inspect(first)
    assert again["rows"] == len(people)


def test_threads_each_get_their_own_release(people):
    results = {}

    def work(k):
        results[k] = privet.anonymize(people, quasi=["age", "sex", "income"], sensitive="illness", k=k, threads=1)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(2, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    for k in range(2, 10):
        assert results[k].guard["guarantees"][0]["parameters"]["k"] == k
        assert results[k].data.groupby(["age", "sex", "income"]).size().min() >= k


def test_the_interpreter_is_free_while_a_call_works():
    draw = np.random.default_rng(2)
    big = pd.DataFrame({name: draw.integers(0, 5000, 60000) for name in "abcd"})
    turns = 0
    done = threading.Event()

    def work():
        privet.anonymize(big, quasi=list("abcd"), k=5, rows_are_persons=True, threads=1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 10


INTERRUPTED = """
import os, signal, sys, threading, numpy as np, pandas as pd, privet
draw = np.random.default_rng(2)
big = pd.DataFrame({f"c{i}": draw.integers(0, 4000, 400000) for i in range(9)})
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    privet.anonymize(big, quasi=list(big.columns), k=3, rows_are_persons=True, threads=1, output=sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
print(privet.inspect(big.head(10))["rows"])
"""


def test_ctrl_c_ends_a_call_and_leaves_no_file(tmp_path):
    out = tmp_path / "out.csv"
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, str(out)], capture_output=True, text=True, timeout=240, env=os.environ, check=False)
    assert done.stdout.splitlines() == ["interrupted", "10"], done.stderr
    assert os.listdir(tmp_path) == []


def test_progress_is_told_where_somebody_looks(monkeypatch):
    tqdm = pytest.importorskip("tqdm.auto")
    stages = []

    class Watched:
        def __init__(self, **_):
            self.n = 0

        def set_description_str(self, text, refresh):
            stages.append((text, refresh))

        def refresh(self):
            pass

        def close(self):
            stages.append("closed")

    monkeypatch.setattr(tqdm, "tqdm", Watched)
    monkeypatch.setattr("privet._progress._SHOWN_AFTER", 0.0)
    draw = np.random.default_rng(2)
    big = pd.DataFrame({f"c{i}": draw.integers(0, 4000, 100000) for i in range(6)})
    privet.show_progress(True)
    try:
        privet.anonymize(big, quasi=list(big.columns), k=3, rows_are_persons=True, threads=1)
    finally:
        privet.show_progress(None)
    assert stages[-1] == "closed" and len(stages) > 1


def resident():
    """Bytes of memory that this process has, without what the allocator keeps."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_is_flat_after_a_thousand_calls(people, roles):
    def some(count):
        for _ in range(count):
            release = privet.anonymize(people, **roles, threads=1)
            release.data  # pylint: disable=pointless-statement
            privet.inspect(people)
            with pytest.raises(privet.Error):
                privet.anonymize(people, quasi=["agee"], k=5)

    some(100)
    before = resident()
    some(334)
    grown = resident() - before
    # A table of 400 rows kept by every call would be 1,000 times over 10 kB.
    assert grown < 4_000_000, f"{grown} bytes"


def test_signals_are_those_of_python():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
