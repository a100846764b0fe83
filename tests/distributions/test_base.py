import numpy as np
import pytest
import torch

from numerate.distributions import FAMILIES, PAPER, SHIPPED, DExp, FlowLP, LogLP, Support

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


def test_the_predefined_supports():
    assert (PAPER.lower, PAPER.upper, PAPER.classes, PAPER.zero) == (0.1, 1e16, 17, False)
    assert (SHIPPED.lower, SHIPPED.upper, SHIPPED.classes, SHIPPED.zero) == (1e-6, 1e16, 23, True)


def test_classes_are_exponents_in_order_after_zero():
    y = np.asarray([0.0, 1e-6, 0.5, 1.0, 9.99, 10.0, 9.9e15, 1e16, 9e-7, -1.0])
    np.testing.assert_array_equal(SHIPPED.class_of(y), [0, 1, 6, 7, 7, 8, 22, -1, -1, -1])
    np.testing.assert_array_equal(PAPER.class_of(y), [-1, -1, 0, 1, 1, 2, 16, -1, -1, -1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_mantissa_and_exponent_reconstruct_the_value(dtype):
    y = np.asarray([0.1, 0.99, 1, 2016, 999.9999, 1e15, 9.99e15], dtype=dtype)
    located = PAPER.locate(y)
    assert np.all((located.mantissa >= dtype(0.1)) & (located.mantissa <= 1))
    again = PAPER.value(located.mantissa, located.exponent)
    np.testing.assert_allclose(again, y, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rounding_does_not_move_values_to_another_exponent(dtype):
    exponent = np.arange(-6, 16)
    for mantissa in (0.1, 1.0):
        y = SHIPPED.value(np.full(22, mantissa, dtype=dtype), exponent)
        np.testing.assert_array_equal(SHIPPED.locate(y).exponent, exponent)


def test_values_outside_are_replaced_by_the_lower_end():
    located = PAPER.locate(np.asarray([1e300, -5.0, 0.0, np.nan, np.inf]))
    assert not np.any(located.inside)
    np.testing.assert_array_equal(located.value, 0.1)
    np.testing.assert_array_equal(located.mantissa, 0.1)


def test_a_reversed_range_is_rejected():
    with pytest.raises(ValueError, match="min_exponent=3 and max_exponent=1"):
        Support(3, 1)
