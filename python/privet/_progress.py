# SPDX-License-Identifier: Apache-2.0
"""How far a call is: a bar of tqdm after a second, where tqdm is installed and somebody can see it."""

from __future__ import annotations

import sys
import time

_SHOWN_AFTER = 1.0

# True: always; False: never; None: on a terminal and in a notebook.
shown: bool | None = None


def show_progress(wanted: bool | None = None) -> None:
    """Whether calls that take over a second show a bar: True, False, or None to decide by whether
    standard error is a terminal or a notebook runs."""
    global shown  # pylint: disable=global-statement
    shown = wanted


def _somebody_looks() -> bool:
    if shown is not None:
        return shown
    ipython = sys.modules.get("IPython")
    in_notebook = ipython is not None and ipython.get_ipython() is not None
    return in_notebook or (sys.stderr is not None and sys.stderr.isatty())


class Bar:
    """Takes (stage, fraction); a negative fraction is one that nobody knows."""

    def __init__(self):
        self._began = time.monotonic()
        self._bar = None
        self._wanted = _somebody_looks()

    def __call__(self, stage: str, fraction: float) -> None:
        if not self._wanted or time.monotonic() - self._began < _SHOWN_AFTER:
            return
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._wanted = False
                return
            self._bar = tqdm(total=100, leave=False, bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}")
        self._bar.set_description_str(stage, refresh=False)
        self._bar.n = round(100 * max(fraction, 0.0))
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
