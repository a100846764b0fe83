"""Orders of magnitude as classes, on a small prepared corpus."""

from __future__ import annotations

import json

import numpy as np
import pytest
from experiments.magnitude import (
    CLASSES,
    CORPORA,
    FACTORS,
    MODELS,
    examples,
    f1_scores,
    magnitude,
    main,
    names,
)
from experiments.magnitude_report import table8

from tests.experiments.numbers_prepared import write_prepared
from tests.experiments.test_run import encoder as encoder


def test_classes_are_digits_before_the_decimal_point() -> None:
    values = np.array([0.5, 1.0, 9.9, 10.0, 2010.0, 999_999.0, 1e6, 3e12])
    assert magnitude(values).tolist() == [0, 1, 1, 2, 4, 6, 7, 7]
    assert magnitude(values).max() == CLASSES - 1


def test_one_number_of_each_instance_is_hidden(tmp_path) -> None:
    of = examples(write_prepared(tmp_path), "test", 1)
    assert len(of.values) == 40
    assert (of.ids[np.arange(40), of.places] == 1).all()
    assert np.isnan(of.others[np.arange(40), of.places]).all()
    assert np.isfinite(of.others).any(1).all()


def test_scores_are_those_of_scikit_learn() -> None:
    true, predicted = np.array([0, 0, 1, 1, 2, 2, 2]), np.array([0, 1, 1, 1, 2, 0, 2])
    micro, macro = f1_scores(true, predicted, np.ones(7))
    assert micro == pytest.approx(5 / 7)
    assert macro == pytest.approx(np.mean([0.5, 0.8, 0.8]))


@pytest.mark.parametrize("model", ["majority", "crnn", "transformer", "ours"])
def test_a_model_is_trained_and_tested(model, tmp_path, encoder) -> None:
    write_prepared(tmp_path / "titles")
    shared = ["--data", str(tmp_path), "--encoder", encoder, "--results", str(tmp_path / "out")]
    main([f"table8/titles-{model}-seed0", *shared, "--recipe", '{"epochs": 1}'])
    result = json.loads((tmp_path / "out" / "table8" / f"titles-{model}-seed0.json").read_text())
    assert 0 <= result["figures"]["micro"][0] <= 1
    ways = {name.split(".")[2] for name in result["figures"] if name.startswith("exaggerated")}
    assert ways == ({"class", "tail"} if model == "ours" else {"class"})
    page = table8(tmp_path / "out")
    assert "titles, 60 to train on, 40 to test on" in page or model != "majority"
    assert page.count("| –") >= len(FACTORS)


def test_every_model_has_a_run_on_every_corpus() -> None:
    assert set(names()) >= {f"table8/{c}-{m}-seed0" for c in CORPORA for m in MODELS}
