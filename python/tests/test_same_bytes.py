# SPDX-License-Identifier: Apache-2.0
"""The module and the program make the same releases, byte by byte, of every real table."""

import json
import pathlib
import warnings

import pandas as pd
import pytest

import privet

# What stands beside the tables and is none.
NOT_TABLES = ("hierarch", "taxonom", "reference_", "items_hierarchy")
MOST_ROWS = 5000


def tables(folder):
    """The files of the data sets that are delimited text with a header and more than one column."""
    for path in sorted([*folder.rglob("*.csv"), *folder.rglob("*.csv.gz")]):
        if not any(word in str(path.relative_to(folder)) for word in NOT_TABLES):
            yield path


def roles(frame):
    """Two columns of few values are the quasi-identifiers, all others stay."""
    counts = frame.nunique().sort_values()
    quasi = [name for name in counts.index if counts[name] > 1][:2]
    return quasi, [name for name in frame.columns if name not in quasi]


def from_program(program, table, out, quasi, plain):
    status, _, error = program(
        "anonymize", table, "--quasi", ",".join(quasi), "--plain", ",".join(plain),
        "--accept-unchanged", ",".join(plain), "--k", 2, "--max-suppression", 1, "--keep-order",
        "--rows-are-persons", "-o", out,
    )
    return out.read_bytes() if status == 0 else error.splitlines()[-1].replace(str(table), "TABLE")


def from_module(table, quasi, plain):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return privet.anonymize(
                table, quasi=quasi, plain=plain, accept_unchanged=plain, k=2, max_suppression=1, keep_order=True,
                rows_are_persons=True,
            ).bytes
        except privet.Error as error:
            return error.message.replace(str(table), "TABLE").replace("<DataFrame>", "TABLE")


def same(one, other):
    """The same bytes, or the same refusal."""
    if isinstance(one, bytes) or isinstance(other, bytes):
        return one == other
    return other in one


def test_every_real_table(data_folder, program, tmp_path):
    released = 0
    for path in tables(data_folder):
        try:
            frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        except (pd.errors.ParserError, UnicodeDecodeError):
            continue
        if any("," in name for name in frame.columns) or len(frame.columns) < 3 or len(frame) < 10:
            continue
        quasi, plain = roles(frame)
        table = tmp_path / "table.csv"
        frame.to_csv(table, index=False)
        out = tmp_path / "out.csv"
        wanted = from_program(program, table, out, quasi, plain)
        assert same(wanted, from_module(frame, quasi, plain)), path
        assert same(wanted, from_module(table, quasi, plain)), path
        # As pandas understands the table: its own kinds instead of texts, of the first records.
        kinds = pd.read_csv(path, nrows=MOST_ROWS)
        kinds.to_csv(table, index=False)
        wanted = from_program(program, table, out, quasi, plain)
        assert same(wanted, from_module(kinds, quasi, plain)), path
        released += isinstance(wanted, bytes)
    assert released >= 40


def test_the_example_table(program, tmp_path):
    examples = pathlib.Path(__file__).resolve().parents[2] / "examples"
    out = tmp_path / "out.csv"
    status, _, error = program("anonymize", examples / "patients.csv", "--policy", examples / "patients.toml", "--keep-order", "-o", out)
    assert status == 0, error
    with pytest.warns(privet.Warning):
        release = privet.anonymize(pd.read_csv(examples / "patients.csv"), policy=examples / "patients.toml", keep_order=True)
    assert release.bytes == out.read_bytes()
    assert privet.anonymize(examples / "patients.csv", policy=examples / "patients.toml", keep_order=True).bytes == out.read_bytes()


def test_every_real_set_of_baskets(data_folder, program):
    paths = sorted([*data_folder.rglob("*.dat"), *data_folder.rglob("*.dat.gz")])
    assert len(paths) >= 5
    for path in paths:
        dense = any(word in path.name for word in ("chess", "connect", "mushroom", "accidents"))
        support = 0.9 if dense else 0.003 if "foodmart" in path.name else 0.05
        status, out, error = program("mine", "itemsets", path, "--min-support", support, "--json")
        assert status == 0, error
        wanted = json.loads(out)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for baskets in (path, path.read_bytes()):
                found = dict(privet.mine.itemsets(baskets, min_support=support))
                assert found.pop("itemsets") == wanted["itemsets"], path
        assert wanted["itemsets"], path.name


def test_baskets_are_released_as_the_program_releases_them(program, tmp_path):
    shop = pathlib.Path(__file__).resolve().parents[2] / "examples" / "shop.dat"
    out = tmp_path / "release.dat"
    status, _, error = program("baskets", "anonymize", shop, "--private", "toy", "--h", 0.5, "--k", 20, "--p", 3, "--keep-order", "-o", out)
    assert status == 0, error
    lists = [line.split() for line in shop.read_text(encoding="utf-8").splitlines()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for baskets in (shop, shop.read_bytes(), lists):
            found = privet.baskets.anonymize(baskets, private="toy", h=0.5, k=20, p=3, keep_order=True)
            assert found.bytes == out.read_bytes()
