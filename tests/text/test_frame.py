from __future__ import annotations

import pytest

import numerate

TEXTS = ["Profit rose 12% to $3.4 billion.", None, "No number.", "He lost \u22125 kg on an A380."]
VALUES = [12.0, 3.4e9, 5.0]


def test_a_pandas_series_gives_a_row_for_each_number() -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.Series(TEXTS, index=["a", "b", "c", "d"])
    frame = numerate.extract_frame(texts)
    assert isinstance(frame, pandas.DataFrame)
    assert frame["row"].tolist() == ["a", "a", "d"]
    assert frame["value"].tolist() == VALUES
    assert frame["kind"].tolist() == ["percent", "money", "cardinal"]
    assert frame["sign"].tolist() == [0, 0, -1]
    assert frame["unit"].tolist()[1:] == ["USD", "kg"]
    joined = frame.join(texts.rename("document"), on="row")
    assert all(text[a:b] == t for text, a, b, t in joined[["document", "start", "end", "text"]].values)
    assert len(numerate.extract_frame(texts, identifiers=True)) == 4
    assert list(numerate.extract_frame(texts[:0])) == list(frame)


def test_a_polars_series_gives_a_polars_frame() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = numerate.extract_frame(polars.Series("text", TEXTS))
    assert isinstance(frame, polars.DataFrame)
    assert frame["row"].to_list() == [0, 0, 3]
    assert frame["value"].to_list() == VALUES
    empty = numerate.extract_frame(polars.Series("text", [], dtype=polars.String))
    assert empty.schema["value"] == polars.Float64


def test_what_is_no_text_is_refused() -> None:
    pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="row 1: a text was expected, not 5"):
        numerate.extract_frame(["Twelve.", 5])
    assert len(numerate.extract_frame(["Twelve.", float("nan")])) == 1
