"""The numbers of a column of texts as a data frame, in pandas or polars."""

from __future__ import annotations

from typing import Any

from numerate.text.extract import extract

_COLUMNS = ("row", "start", "end", "text", "value", "kind", "unit", "currency", "noun", "sign")


def extract_frame(series: Any, identifiers: bool = False) -> Any:
    """Return the numbers of a pandas or polars series of texts: a data frame with a row for each number.

    The column `row` is the index of the text in pandas, and its position in polars; joined on it, numbers get
    the other columns of their text. Missing texts have no numbers. Other sequences of strings give a pandas
    data frame, if pandas is installed, else one of polars.

    identifiers: also list identifiers, which only look like numbers: A380, version 2.0.1.
    """
    is_polars = type(series).__module__.partition(".")[0] == "polars"
    labels = list(series.index) if hasattr(series, "index") and not callable(series.index) else None
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    for position, text in enumerate(series):
        if not isinstance(text, str):
            if text is not None and text == text:  # NaN and NA are missing texts
                raise TypeError(
                    f"row {position}: a text was expected, not {text!r}; pass a column of strings"
                )
            continue
        row = position if labels is None else labels[position]
        for number in extract(text, identifiers=identifiers):
            unit = number.unit.symbol if number.unit is not None else None
            values = (number.value, number.kind, unit, number.currency, number.noun, number.sign)
            for name, value in zip(
                _COLUMNS, (row, number.start, number.end, number.text, *values), strict=True
            ):
                columns[name].append(value)
    return _frame(columns, is_polars)


def _frame(columns: dict[str, list[Any]], is_polars: bool) -> Any:
    if not is_polars:
        try:
            from pandas import DataFrame
        except ModuleNotFoundError:
            is_polars = True
        else:
            return DataFrame(columns)
    from polars import DataFrame as PolarsFrame
    from polars import Float64, Int64, String

    strings = dict.fromkeys(("text", "kind", "unit", "currency", "noun"), String)
    integers = dict.fromkeys(("start", "end", "sign"), Int64)
    return PolarsFrame(columns, schema_overrides={**strings, **integers, "value": Float64})
