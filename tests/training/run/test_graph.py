"""A recorded step does what the step itself does. Only a GPU records: elsewhere these are skipped."""

import numpy as np
import pytest
import torch

from numerate.training.nn import NumberModel
from numerate.training.run.engine import Engine
from numerate.training.run.processes import Processes
from tests.training.runs import QUICK, small_config

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")


def losses(corpus, config, monkeypatch, recorded):
    if not recorded:
        monkeypatch.setattr("numerate.training.run.engine.Recorded", lambda step: step)
    torch.manual_seed(0)
    device = torch.device("cuda")
    engine = Engine(NumberModel.from_config(config), QUICK, Processes(device), corpus.train.values)
    loader = engine.loader(corpus.train, engine.layout([corpus.train.sizes]))
    batches = [batch for _ in range(3) for batch in loader.epoch()]
    steps = (engine.step(batch, i, 0.5 + 0.01 * i) for i, batch in enumerate(batches))
    return [loss.mean.item() for loss in steps], engine.model.state_dict()


@pytest.mark.parametrize("objective", ["masked", "leave-one-out"])
def test_recorded_or_not_the_losses_and_weights_are_the_same(corpus, objective, monkeypatch):
    config = small_config(objective=objective)
    recorded, weights = losses(corpus, config, monkeypatch, recorded=True)
    plain, expected = losses(corpus, config, monkeypatch, recorded=False)
    assert len(set(recorded)) == len(recorded) > 10
    np.testing.assert_allclose(recorded, plain, rtol=2e-2, atol=2e-3)  # of bf16; losses pass through 0
    for name, tensor in weights.items():
        if not name.endswith("key.bias"):  # attention is the same whatever all keys share: it learns rounding
            torch.testing.assert_close(tensor, expected[name], rtol=5e-2, atol=5e-3)
