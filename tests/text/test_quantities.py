"""The cases of `benchmarks/quantities` that the reader was developed with."""

import pytest
from benchmarks.quantities import run


def test_at_least_97_in_100_cases_are_read_with_units_and_nouns():
    result = run.measure("seen")
    assert result["full"] >= 0.97 * result["cases"]


@pytest.mark.parametrize("name", sorted(run.measure("seen")["classes"]))
def test_no_class_of_cases_is_left_behind(name):
    counts = run.measure("seen")["classes"][name]
    assert counts["values"] >= 0.85 * counts["cases"]
