# SPDX-License-Identifier: Apache-2.0
"""DataFrames to tables in memory, and back.

A DataFrame means what the CSV file means that to_csv(index=False) writes of it: the same texts, and
None, NaN, NA and NaT are missing. Nothing is written to a file on the way. The index is not data.
"""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from . import _privet
from ._errors import Error

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_REAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")


def to_table(frame):
    """The table that jobs read."""
    if isinstance(frame, pd.Series):
        frame = frame.to_frame()
    if isinstance(frame.columns, pd.MultiIndex):
        raise Error(
            "input", "the columns have several levels; give each one name", file="<DataFrame>"
        )
    builder = _privet.FrameBuilder(len(frame))
    for position, name in enumerate(frame.columns):
        _add(builder, str(name), frame.iloc[:, position])
    return builder.finish()


def kinds_of(frame) -> dict:
    """The dtypes by the columns' names, for to_frame."""
    return {str(name): dtype for name, dtype in zip(frame.columns, frame.dtypes)}


def _add(builder, name: str, series) -> None:
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        codes = series.cat.codes.to_numpy(np.int64)
        builder.add_codes(name, codes, _texts(series.cat.categories))
    elif pd.api.types.is_bool_dtype(dtype) and dtype != object:
        missing = series.isna().to_numpy()
        codes = series.to_numpy(dtype=np.int8, na_value=0).astype(np.int64)
        codes[missing] = -1
        builder.add_codes(name, codes, ["False", "True"])
    elif pd.api.types.is_integer_dtype(dtype):
        _add_whole(builder, name, series)
    elif pd.api.types.is_float_dtype(dtype):
        _add_real(builder, name, series)
    elif pd.api.types.is_datetime64_any_dtype(dtype) or pd.api.types.is_timedelta64_dtype(dtype):
        codes, values = pd.factorize(series)
        text = pd.Series(values).to_csv(index=False, header=False, lineterminator="\n")
        texts = text.split("\n")[: len(values)]
        builder.add_codes(name, codes.astype(np.int64), texts)
    elif dtype == object or isinstance(dtype, pd.StringDtype):
        builder.add_objects(name, series.to_numpy(dtype=object))
    else:
        codes, values = pd.factorize(series)
        builder.add_codes(name, codes.astype(np.int64), [str(value) for value in values])


def _texts(values) -> list:
    """The texts of categories, as to_csv writes them."""
    if pd.api.types.is_object_dtype(values.dtype):
        return [str(value) for value in values]
    return pd.Series(values).to_csv(index=False, header=False, lineterminator="\n").split("\n")[: len(values)]


def _add_whole(builder, name: str, series) -> None:
    nullable = not isinstance(series.dtype, np.dtype)
    missing = series.isna().to_numpy() if nullable else None
    if series.dtype.kind == "u" and series.dtype.itemsize == 8:
        known = series.dropna() if nullable else series
        if len(known) and int(known.max()) > np.iinfo(np.int64).max:
            builder.add_objects(name, series.astype(object).to_numpy(dtype=object))
            return
    if nullable:
        builder.add_whole(name, series.to_numpy(dtype=np.int64, na_value=0), missing)
    else:
        builder.add_whole(name, series.to_numpy().astype(np.int64, copy=False), None)


def _add_real(builder, name: str, series) -> None:
    size = series.dtype.itemsize
    if not isinstance(series.dtype, np.dtype):
        kind = np.float32 if size == 4 else np.float64
        values = series.to_numpy(dtype=kind, na_value=np.nan)
    else:
        values = series.to_numpy()
    if size == 8:
        builder.add_real(name, values)
    elif size == 4:
        builder.add_single(name, values)
    else:
        builder.add_objects(name, series.astype(str).where(series.notna(), None).to_numpy(dtype=object))


def to_frame(columns, kinds=None):
    """The DataFrame of what a job wrote: columns whose cells all still fit it keep the original's
    dtype, the others are texts. Categories are those that the cells have. The index is new.

    kinds: dtypes by name; None: numbers are numbers, all else is text.
    """
    out = {}
    for name, texts, codes, _ in columns:
        out[name] = _column(texts, codes.astype(np.intp), None if kinds is None else kinds.get(name, object), kinds)
    return pd.DataFrame(out, copy=False)


def _column(texts: list, codes, dtype, kinds):
    known = [text for text in texts if text != ""]
    if kinds is None:
        dtype = _guess(known, len(known) < len(texts))
    whole = len(known) == len(texts)
    if isinstance(dtype, pd.CategoricalDtype):
        number, of_code = 0, np.empty(len(texts), np.intp)
        for position, text in enumerate(texts):
            of_code[position] = -1 if text == "" else number
            number += text != ""
        return pd.Categorical.from_codes(of_code[codes], categories=known)
    values = _converted(texts, known, whole, dtype) if dtype != object else None
    if values is None:
        values = np.empty(len(texts), dtype=object)
        values[:] = [None if text == "" else text for text in texts]
    return values.take(codes)


def _guess(known: list, missing: bool):
    if known and not missing and all(_WHOLE.match(text) and len(text) < 19 for text in known):
        return np.dtype(np.int64)
    if known and all(_REAL.match(text) and (_WHOLE.match(text) or not text.lstrip("-")[:1] == "0" or "." in text) for text in known):
        return np.dtype(np.float64)
    return np.dtype(object)


def _converted(texts: list, known: list, whole: bool, dtype):
    """The distinct values as the dtype has them; None if one does not fit."""
    nullable = not isinstance(dtype, np.dtype)
    if pd.api.types.is_bool_dtype(dtype):
        if not set(known) <= {"True", "False"} or (not whole and not nullable):
            return None
        return pd.array([None if text == "" else text == "True" for text in texts], dtype=dtype) if nullable else np.array([text == "True" for text in texts])
    if pd.api.types.is_integer_dtype(dtype):
        if not all(_WHOLE.match(text) for text in known) or (not whole and not nullable):
            return None
        values = [None if text == "" else int(text) for text in texts]
    elif pd.api.types.is_float_dtype(dtype):
        if not all(_REAL.match(text) or text in ("inf", "-inf") for text in known):
            return None
        values = [None if text == "" and nullable else float(text or "nan") for text in texts]
    elif isinstance(dtype, pd.StringDtype):
        values = [pd.NA if text == "" else text for text in texts]
    elif pd.api.types.is_datetime64_any_dtype(dtype) or pd.api.types.is_timedelta64_dtype(dtype):
        values = [None if text == "" else text for text in texts]
        try:
            return pd.Series(values, dtype=object).astype(dtype).array
        except (ValueError, TypeError):
            return None
    else:
        return None
    try:
        return pd.array(values, dtype=dtype) if nullable else np.array(values, dtype=dtype)
    except (OverflowError, ValueError, TypeError):
        return None
