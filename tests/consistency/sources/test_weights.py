from itertools import pairwise

import pytest

from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.decision import ODDS_SIGNALS, SIGNALS
from numerate.consistency.sources.derivations import FITNESS
from numerate.consistency.sources.weights import bias, fitted, threshold


@pytest.mark.parametrize(
    ("part", "names"),
    [("alignment", FEATURES), ("alarm", SIGNALS), ("odds", ODDS_SIGNALS), ("derivation", FITNESS)],
)
def test_every_feature_was_fitted(part: str, names: tuple[str, ...]) -> None:
    assert len(fitted(part, names)) == len(names)
    assert any(fitted(part, names))
    assert fitted(part, ("no such feature",)) == [0.0]


def test_biases() -> None:
    assert all(-10 < bias(part) < 10 for part in ("alarm", "odds", "derivation"))


@pytest.mark.parametrize("scores", ["words", "odds"])
def test_the_more_false_alarms_the_lower_the_threshold(scores: str) -> None:
    limits = [threshold(share, scores) for share in (0, 0.001, 0.01, 0.02, 0.05, 0.5, 1)]
    assert all(first >= second for first, second in pairwise(limits))
    assert 0 < limits[-1] < limits[0] < 1
