import numpy as np
import pytest
import torch

from numerate.training.nn import NumberModel
from numerate.training.run.engine import Engine
from numerate.training.run.processes import Processes
from tests.training.runs import QUICK, small_config

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="CUDA graphs need a GPU")


def losses(corpus, config, monkeypatch, graphed):
    if not graphed:
        monkeypatch.setattr("numerate.training.run.engine.GraphedStep", lambda step: step)
    torch.manual_seed(0)
    device = torch.device("cuda")
    engine = Engine(NumberModel.from_config(config), QUICK, Processes(device), corpus.train.values)
    loader = engine.loader(corpus.train, engine.layout([corpus.train.sizes]))
    batches = [batch for _ in range(3) for batch in loader.epoch()]
    steps = (engine.step(batch, i, 0.5 + 0.01 * i) for i, batch in enumerate(batches))
    return [loss.mean.item() for loss in steps], engine.model.state_dict()


@pytest.mark.parametrize("objective", ["masked", "leave-one-out"])
def test_a_graphed_step_gives_the_same_losses_and_weights(corpus, objective, monkeypatch):
    config = small_config(objective=objective)
    graphed, weights = losses(corpus, config, monkeypatch, graphed=True)
    plain, expected = losses(corpus, config, monkeypatch, graphed=False)
    assert len(set(graphed)) == len(graphed) > 10
    np.testing.assert_allclose(graphed, plain, rtol=2e-2, atol=2e-3)  # bf16; losses pass through 0
    for name, tensor in weights.items():
        # A bias of all keys cancels out in the softmax: its gradient is rounding error.
        if not name.endswith("key.bias"):
            torch.testing.assert_close(tensor, expected[name], rtol=5e-2, atol=5e-3)
