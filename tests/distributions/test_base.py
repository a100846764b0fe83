import numpy as np
import pytest
import torch

from numerate.distributions import FAMILIES, PAPER, DExp, FlowLP, LogLP

from .families import OPTIONS


@pytest.mark.parametrize("name", FAMILIES)
def test_raw_shapes_and_shared_arrays_are_fields(name):
    family = FAMILIES[name]
    shapes = family.raw_shapes(PAPER, **OPTIONS.get(name, {}))
    fields = family.__dataclass_fields__
    assert set(shapes) <= set(fields)
    assert family.shared() <= set(fields)


def test_shared_arrays_are_those_marked_as_shared():
    assert DExp.shared() == {"std"}
    assert LogLP.shared() == frozenset()


def test_values_may_be_scalars_lists_or_arrays_of_either_library():
    for location in (np.asarray([1.0, 2.0]), torch.tensor([1.0, 2.0], dtype=torch.float64)):
        dist = LogLP(location)
        expected = [-2 - np.log(2), -2 - np.log(2)]
        for y in (1, 1.0, [1, 1], np.ones(2), np.ones(2, dtype=np.int32), torch.ones(2), np.float32(1)):
            answer = dist.log_prob(y)
            assert type(answer) is type(location)
            np.testing.assert_allclose(answer, [-1 - np.log(2), -2 - np.log(2)])
        np.testing.assert_allclose(dist.log_prob([np.e, 1]), [-1 - np.log(2), expected[1]])


def test_gradients_reach_the_values():
    y = torch.tensor([3.0, 50.0], requires_grad=True)
    LogLP(torch.tensor(2.0)).log_prob(y).sum().backward()
    np.testing.assert_allclose(y.grad, [0, -2 / 50], atol=1e-7)


def test_a_parameter_of_the_wrong_shape_is_named():
    single, three = np.ones(1), np.ones(3)
    with pytest.raises(ValueError, match=r"FlowLP: slope has shape \(1,\); expected the batch \(3,\)"):
        FlowLP(three, three, single, three)
