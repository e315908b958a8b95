# SPDX-License-Identifier: Apache-2.0
"""What the tests share: people that are made up here, and the program."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np
import pandas as pd
import pytest

from privet import _calls

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def people():
    """400 people; nobody of them exists."""
    draw = np.random.default_rng(5)
    count = 400
    return pd.DataFrame(
        {
            "age": draw.integers(18, 90, count),
            "sex": draw.choice(["female", "male"], count),
            "income": np.round(draw.normal(3000, 800, count), 2),
            "illness": draw.choice(["asthma", "flu", "migraine", "none"], count),
        }
    )


@pytest.fixture
def roles():
    """Of the columns of people."""
    return {"quasi": ["age", "sex", "income"], "sensitive": "illness", "k": 5}


@pytest.fixture
def program():
    """Runs the program with these words; returns its status, standard output and error."""

    def run(*words):
        done = subprocess.run([_calls.program(), *map(str, words)], capture_output=True, check=False, timeout=240)
        return done.returncode, done.stdout, done.stderr.decode()

    return run


@pytest.fixture
def data_folder():
    """The real data sets, where they are."""
    folder = pathlib.Path(os.environ.get("PRIVET_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("the real data sets are not here; PRIVET_DATA says where they are")
    return folder


@pytest.fixture
def postgres():
    """The address of a database of a PostgreSQL server of the test's own, on a socket and no port. The
    server refuses to run as root: there it runs as the user that the package made."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("there is no PostgreSQL server")
    folder = pathlib.Path(tempfile.mkdtemp())
    root = os.geteuid() == 0
    user = "postgres" if root else "tester"
    as_user = ["runuser", "-u", user, "--"] if root else []
    if root:
        shutil.chown(folder, user)

    def run(name, *words):
        return subprocess.run(
            [*as_user, found[-1].with_name(name), "-D", folder / "data", *words], cwd="/", capture_output=True, check=True, timeout=120
        )

    try:
        run("initdb", "-U", user, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        run("pg_ctl", "-w", "-t", "60", "-l", folder / "log", "-o", f"-c listen_addresses='' -c fsync=off -k {folder}", "start")
        try:
            yield f"postgresql://{user}@{str(folder).replace('/', '%2F')}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
