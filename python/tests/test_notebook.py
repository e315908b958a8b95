# SPDX-License-Identifier: Apache-2.0
"""The cells of the example notebook run, in order and in one namespace, as a notebook runs them."""

import ast
import json
import pathlib

import privet

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
NOTEBOOK = EXAMPLES / "privet.ipynb"


def run_cell(source, names):
    """Runs a cell; returns the value of its last expression, which a notebook would show."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), NOTEBOOK.name, "exec"), names)  # pylint: disable=exec-used
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names) if last else None  # pylint: disable=eval-used


def test_every_cell_runs(monkeypatch, capsys):
    monkeypatch.chdir(EXAMPLES)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names = {}
    shown = [run_cell("".join(cell["source"]), names) for cell in cells]
    releases = [value for value in shown if isinstance(value, privet.Release)]
    assert len(releases) == 1
    assert "<svg" in releases[0]._repr_html_()
    printed = capsys.readouterr().out
    assert "usage | quasi | there is no column 'agee'; did you mean 'age'?" in printed
    assert "identical to the plain result" in printed


def test_it_is_committed_without_answers():
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
