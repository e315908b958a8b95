# SPDX-License-Identifier: Apache-2.0
"""The pieces of Python in the guide run, one after the other."""

import pathlib
import re
import shutil
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_guide_runs(tmp_path, monkeypatch, capsys):
    pieces = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8"), re.M | re.S)
    assert len(pieces) == 4
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for piece in pieces:
            exec(compile(piece, "python.md", "exec"), names)  # pylint: disable=exec-used
    for file in ("report.html", "release.csv", "patients.key"):
        assert (tmp_path / file).exists()
    assert capsys.readouterr().out == "quasi: there is no column 'agee'; did you mean 'age'?\n"
