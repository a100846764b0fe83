from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.training.prepare import Instances
from numerate.training.prepare.preparation import PrepareOptions, prepare
from numerate.training.prepare.statistics import (
    LN_EDGES,
    Statistics,
    as_json,
    leading_digits,
    measure,
    plot,
    quantile,
    table,
    write_statistics,
)

from .conftest import write_stories


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tokenizer: Path) -> Path:
    here = tmp_path_factory.mktemp("measured")
    source = write_stories(here / "stories.jsonl", 100)
    prepare([source], here / "out", PrepareOptions(tokenizer=tokenizer, shard_bytes=20_000), processes=1)
    return here / "out"


@pytest.fixture(scope="module")
def measured(folder: Path) -> dict[str, Statistics]:
    return measure(folder)


def test_statistics_match_the_instances(folder: Path, measured: dict[str, Statistics]) -> None:
    for split, figures in measured.items():
        instances = list(Instances(folder, split))
        values = np.concatenate([instance.values for instance in instances])
        tokens = sum(len(instance.ids) for instance in instances)
        assert figures.instances == len(instances)
        assert figures.average_length == pytest.approx(tokens / len(instances))
        assert figures.percent_numbers == pytest.approx(100 * len(values) / tokens)
        assert (figures.minimum, figures.maximum) == (values.min(), values.max())
        for q, value in [(0.5, figures.median), (0.75, figures.percentile_75), (0.9, figures.percentile_90)]:
            assert value == np.quantile(values, q, method="inverted_cdf")
        assert sum(figures.ln_histogram) == sum(figures.leading_digits) == np.count_nonzero(values)
        assert sum(figures.kinds.values()) == len(values)


@given(st.lists(st.lists(st.floats(0, 1e300)), min_size=1), st.floats(0, 1))
def test_quantiles_are_exact(parts: list[list[float]], q: float) -> None:
    arrays = [np.array(part, dtype=np.float64) + 0.0 for part in parts]
    values = np.concatenate(arrays)
    assume(len(values))
    expected = np.quantile(values, q, method="inverted_cdf")
    assert quantile(lambda: iter(arrays), len(values), q) == expected


@given(st.integers(1, 9), st.integers(-6, 15))
def test_the_leading_digit_is_found_at_any_magnitude(digit: int, exponent: int) -> None:
    for rest in ("", "0", "999"):
        assert leading_digits(np.array([float(f"{digit}.{rest or 0}e{exponent}")]))[0] == digit


def test_the_table_has_the_papers_rows(measured: dict[str, Statistics]) -> None:
    lines = table(measured).splitlines()
    assert [line.split("|")[1].strip() for line in lines] == [
        "", "-" * 25, "documents", "#instances", "avg-length (tokens)", "avg-length (characters)",
        "%numbers", "min", "median 50", "median 75", "median 90", "max",
    ]  # fmt: skip
    assert len({len(line) for line in lines}) == 1


def test_json_has_all_splits_and_the_bin_edges(measured: dict[str, Statistics]) -> None:
    figures = json.loads(json.dumps(as_json(measured)))
    assert set(figures["splits"]) == {"train", "valid", "test"}
    assert len(figures["ln_edges"]) == len(LN_EDGES) == len(figures["splits"]["train"]["ln_histogram"]) + 1
    assert sum(figures["benford"]) == pytest.approx(1)


def test_table_figures_and_plot_are_written_into_the_folder(
    folder: Path, measured: dict[str, Statistics]
) -> None:
    assert write_statistics(folder) == measured
    assert (folder / "statistics.md").read_text() == table(measured) + "\n"
    assert json.loads((folder / "statistics.json").read_text()) == json.loads(json.dumps(as_json(measured)))
    assert (folder / "statistics.png").read_bytes().startswith(b"\x89PNG")


FILLED = Statistics(
    documents=5,
    instances=9,
    average_length=20.0,
    average_characters=90.0,
    percent_numbers=10.0,
    minimum=0.0,
    median=7.0,
    percentile_75=20.0,
    percentile_90=2012.0,
    maximum=1e9,
    zeros=1,
    ln_histogram=tuple(int(-2 < edge < 20) * (i % 7) for i, edge in enumerate(LN_EDGES[:-1])),
    leading_digits=(30, 18, 12, 10, 8, 7, 6, 5, 4),
    kinds={"cardinal": 100},
)
EMPTY = Statistics(0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, (0,) * (len(LN_EDGES) - 1), (0,) * 9, {})


def test_plots_are_reproducible(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        plot({"train": FILLED, "test": EMPTY}, tmp_path / name, "A title")
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert data == (tmp_path / "b.png").read_bytes()
