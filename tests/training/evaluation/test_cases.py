import numpy as np
import pytest

from numerate.training.evaluation import draw_cases
from numerate.training.evaluation.cases import TESTED
from numerate.training.prepare import Instances

from .tiny import make_columns, write_corpus


def test_every_model_meets_the_same_cases(prepared):
    one, again, other = draw_cases(prepared), draw_cases(prepared), draw_cases(prepared, seed=1)
    assert np.array_equal(one.places, again.places)
    assert all(np.array_equal(one.anomalies[a], again.anomalies[a], equal_nan=True) for a in TESTED)
    assert not np.array_equal(one.places, other.places)
    assert not np.array_equal(one.anomalies["random"], other.anomalies["random"])


def test_one_number_of_each_instance_with_two(prepared, cases):
    instances = Instances(prepared, "test")
    several = [instance for instance in instances if len(instance.values) > 1]
    assert len(cases) == len(several) < len(instances)
    assert np.array_equal(cases.values, [i.values[k] for i, k in zip(several, cases.places, strict=True)])
    kinds = [instances.kinds[i.kinds[k]] for i, k in zip(several, cases.places, strict=True)]
    assert cases.kinds.tolist() == kinds
    assert cases.documents.tolist() == [instance.document for instance in several]


def test_places_are_drawn_evenly(tmp_path):
    test = make_columns([[1.0, 2.0, 3.0]] * 600)
    counts = np.bincount(draw_cases(write_corpus(tmp_path, test)).places)
    assert counts.min() > 160


def test_only_targets_and_no_zeros_are_predicted(tmp_path):
    test = make_columns(
        [[5.0, 6.0, 7.0], [0.0, 8.0], [0.0, 9.0], [3.0, 4.0]], [[0, 1, 0], [1, 1], [1, 0], [0, 0]]
    )
    cases = draw_cases(write_corpus(tmp_path, test))
    assert cases.values.tolist() == [6.0, 8.0]


def test_a_limit_draws_some_of_the_same_cases(prepared, cases):
    few = draw_cases(prepared, limit=20)
    assert len(few) == 20
    every = {
        (instance.ids.tobytes(), int(k)) for instance, k in zip(cases.instances, cases.places, strict=True)
    }
    assert {(i.ids.tobytes(), int(k)) for i, k in zip(few.instances, few.places, strict=True)} <= every
    assert len(draw_cases(prepared, limit=10_000)) == len(cases)


def test_anomalies_are_wrong_and_possible(cases):
    for name, altered in cases.anomalies.items():
        there = ~np.isnan(altered)
        assert there.any(), name
        assert (altered[there] != cases.values[there]).all(), name
        assert ((altered[there] >= 0.1) & (altered[there] < 1e16)).all(), name
    assert np.isin(cases.anomalies["random"], cases.training_numbers).all()
    beside = [
        np.isin(a, i.values) for a, i in zip(cases.anomalies["exchanged"], cases.instances, strict=True)
    ]
    assert all(found or np.isnan(a) for found, a in zip(beside, cases.anomalies["exchanged"], strict=True))


def test_a_corpus_without_cases_is_named(tmp_path):
    folder = write_corpus(tmp_path, make_columns([[1.0], [2.0]]))
    with pytest.raises(ValueError, match=f"{folder}: no instance of test has two numbers"):
        draw_cases(folder)
    with pytest.raises(ValueError, match="no split 'dev'"):
        draw_cases(folder, split="dev")
