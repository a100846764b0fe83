import numpy as np
import pytest

from numerate.training.evaluation import draw_cases
from numerate.training.evaluation.cases import TESTED
from numerate.training.prepare import Instances

from .tiny import make_columns, write_corpus


def test_cases_depend_on_the_folder_and_the_seed_only(prepared):
    first, again, other = draw_cases(prepared), draw_cases(prepared), draw_cases(prepared, seed=1)
    assert np.array_equal(first.places, again.places)
    assert all(np.array_equal(first.anomalies[a], again.anomalies[a], equal_nan=True) for a in TESTED)
    assert not np.array_equal(first.places, other.places)
    assert not np.array_equal(first.anomalies["random"], other.anomalies["random"])


def test_one_number_is_drawn_of_each_instance_with_several(prepared, cases):
    instances = Instances(prepared, "test")
    several = [instance for instance in instances if len(instance.values) > 1]
    assert len(cases) == len(several) < len(instances)
    assert np.array_equal(cases.values, [i.values[k] for i, k in zip(several, cases.places, strict=True)])
    kinds = [instances.kinds[i.kinds[k]] for i, k in zip(several, cases.places, strict=True)]
    assert cases.kinds.tolist() == kinds
    assert cases.documents.tolist() == [instance.document for instance in several]


def test_numbers_are_drawn_uniformly(tmp_path):
    test = make_columns([[1.0, 2.0, 3.0]] * 600)
    counts = np.bincount(draw_cases(write_corpus(tmp_path, test)).places)
    assert counts.min() > 160


def test_only_positive_targets_are_drawn(tmp_path):
    test = make_columns(
        [[5.0, 6.0, 7.0], [0.0, 8.0], [0.0, 9.0], [3.0, 4.0]], [[0, 1, 0], [1, 1], [1, 0], [0, 0]]
    )
    cases = draw_cases(write_corpus(tmp_path, test))
    assert cases.values.tolist() == [6.0, 8.0]


def test_a_limit_draws_a_subset_of_the_cases(prepared, cases):
    few = draw_cases(prepared, limit=20)
    assert len(few) == 20
    drawn = {
        (instance.ids.tobytes(), int(k)) for instance, k in zip(cases.instances, cases.places, strict=True)
    }
    assert {(i.ids.tobytes(), int(k)) for i, k in zip(few.instances, few.places, strict=True)} <= drawn
    assert len(draw_cases(prepared, limit=10_000)) == len(cases)


def test_anomalies_differ_from_the_values_and_are_in_range(cases):
    for name, altered in cases.anomalies.items():
        known = ~np.isnan(altered)
        assert known.any(), name
        assert (altered[known] != cases.values[known]).all(), name
        assert ((altered[known] >= 0.1) & (altered[known] < 1e16)).all(), name
    assert np.isin(cases.anomalies["random"], cases.training_numbers).all()
    for anomaly, instance in zip(cases.anomalies["exchanged"], cases.instances, strict=True):
        assert anomaly in instance.values or np.isnan(anomaly)


def test_a_corpus_without_cases_is_an_error(tmp_path):
    folder = write_corpus(tmp_path, make_columns([[1.0], [2.0]]))
    with pytest.raises(ValueError, match=f"{folder}: no instance of test has two numbers"):
        draw_cases(folder)
    with pytest.raises(ValueError, match="no split 'dev'"):
        draw_cases(folder, split="dev")
