from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.training.prepare import Instances
from numerate.training.prepare.preparation import PrepareOptions, prepare
from numerate.training.prepare.statistics import (
    LN_EDGES,
    Statistics,
    as_json,
    leading_digits,
    measure,
    quantile,
    table,
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


def test_every_figure_is_that_of_the_instances(folder: Path, measured: dict[str, Statistics]) -> None:
    for split, found in measured.items():
        instances = list(Instances(folder, split))
        values = np.concatenate([instance.values for instance in instances])
        tokens = sum(len(instance.ids) for instance in instances)
        assert found.instances == len(instances)
        assert found.average_length == pytest.approx(tokens / len(instances))
        assert found.percent_numbers == pytest.approx(100 * len(values) / tokens)
        assert (found.minimum, found.maximum) == (values.min(), values.max())
        for q, figure in [(0.5, found.median), (0.75, found.percentile_75), (0.9, found.percentile_90)]:
            assert figure == np.quantile(values, q, method="inverted_cdf")
        assert sum(found.ln_histogram) == sum(found.leading_digits) == np.count_nonzero(values)
        assert sum(found.kinds.values()) == len(values)


@given(st.lists(st.lists(st.floats(0, 1e300)), min_size=1), st.floats(0, 1))
def test_quantiles_are_exact(parts: list[list[float]], q: float) -> None:
    everything = np.concatenate([np.empty(0), *parts])
    if not len(everything):
        return

    def values() -> list[npt.NDArray[np.float64]]:
        return [np.array(part, dtype=np.float64) + 0.0 for part in parts]

    expected = np.quantile(everything, q, method="inverted_cdf")
    assert quantile(lambda: iter(values()), len(everything), q) == expected


@given(st.integers(1, 9), st.integers(-6, 15))
def test_leading_digits(digit: int, exponent: int) -> None:
    for rest in ("", "0", "999"):
        assert leading_digits(np.array([float(f"{digit}.{rest or 0}e{exponent}")]))[0] == digit


def test_the_table_has_the_papers_rows(measured: dict[str, Statistics]) -> None:
    lines = table(measured).splitlines()
    assert [line.split("|")[1].strip() for line in lines] == [
        "", "-" * 25, "documents", "#instances", "avg-length (tokens)", "avg-length (characters)",
        "%numbers", "min", "median 50", "median 75", "median 90", "max",
    ]  # fmt: skip
    assert len({len(line) for line in lines}) == 1


def test_json_holds_everything(measured: dict[str, Statistics]) -> None:
    figures = json.loads(json.dumps(as_json(measured)))
    assert set(figures["splits"]) == {"train", "valid", "test"}
    assert len(figures["ln_edges"]) == len(LN_EDGES) == len(figures["splits"]["train"]["ln_histogram"]) + 1
    assert sum(figures["benford"]) == pytest.approx(1)
