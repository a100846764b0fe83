"""Heads on a frozen encoder, on a small prepared corpus and a tiny model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from experiments.frozen import HiddenStates, main
from experiments.questions import ONE_ENCODER
from experiments.table9 import EXPERIMENTS

from numerate.model import load
from numerate.model.network import Window
from tests.experiments.numbers_prepared import write_prepared


@pytest.fixture(scope="module")
def prepared(tmp_path_factory, tiny_folder: Path) -> Path:
    return write_prepared(tmp_path_factory.mktemp("prepared"), load(tiny_folder).network.number_id)


def test_states_do_not_depend_on_a_numbers_own_value(tiny_folder: Path) -> None:
    number = load(tiny_folder).network.number_id
    ids = np.array([2, 7, number, 8, number])
    encoder = HiddenStates(tiny_folder)
    first, second = (encoder.of([Window(ids, np.array([value, 5.0]))]) for value in (3.0, 4000.0))
    np.testing.assert_allclose(first[0], second[0], atol=1e-6)
    assert np.abs(first[1] - second[1]).max() > 1e-4


def test_a_head_is_trained_and_tested_on_states(prepared: Path, tiny_folder: Path, tmp_path: Path) -> None:
    states = tmp_path / "states.npz"
    main(["states", str(prepared), str(states), "--model", str(tiny_folder), "--cases", "30"])
    names = ["table9/dexp-scaled-seed0", "table9/gmm255-published-seed1", "table9/digits-seed2"]
    main(["train", str(prepared), str(states), *names, "--cases", "30", "--results", str(tmp_path)])
    for name in names:
        result = json.loads((tmp_path / f"{name}.json").read_text())
        assert result["evaluation"]["cases"] == 30
        assert result["training"]["best_epoch"] >= 1
        assert len(result["replicates"]["lmae.median"]) == 400


def test_heads_that_claims_rest_on_have_three_seeds() -> None:
    claimed = {comparison.better for claim in ONE_ENCODER.claims for comparison in claim.comparisons}
    assert claimed <= set(EXPERIMENTS)
    assert all(len(experiment.seeds) == 3 for experiment in claimed)
