from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.consistency.learned.kinds import candidates
from numerate.consistency.learned.network import claim_model
from tests.consistency.learned.helpers import cut

TEXT = (
    "The mill ground {} sacks in spring and {} sacks in autumn, {} sacks in all. A sack of {} kg cost £{}, "
    "or {}% more than the £{} of the year before. The cart took {} hours for the {} km."
)


def filled(values: list[int]) -> str:
    return TEXT.format(*values)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(2, 899), min_size=9, max_size=9))
def test_no_value_changes_what_the_network_says(values: list[int]) -> None:
    first, second = cut(filled([12, 30, 42, 50, 6, 20, 5, 3, 18])), cut(filled(values))
    assert [window.tokens for window in first] == [window.tokens for window in second]
    shared = []
    for a, b in zip(claim_model().read(first), claim_model().read(second), strict=True):
        np.testing.assert_array_equal(a.sizes, b.sizes)
        logits = {(each.kind, each.figures): logit for each, logit in a.equations}
        shared += [(logits[key], logit) for each, logit in b.equations if (key := each[:2]) in logits]
    assert len(shared) > 50
    # Which equations are asked for depends on values (a fall of over 100% is none); their logits do not.
    np.testing.assert_allclose(*zip(*shared, strict=True), atol=1e-4)


def test_words_change_what_the_network_says() -> None:
    [kept], [mixed] = (
        cut(f"The roll was 50 m; we {words}.")
        for words in ("used 18 m and put 32 m back", "saw 18 m of snow and a tower of 32 m")
    )
    read = claim_model().read([kept, mixed])
    total = [max(logit for each, logit in scores.equations if each.figures == (1, 2, 0)) for scores in read]
    assert total[0] > total[1] + 1


def test_each_window_has_its_own_candidates_and_sizes() -> None:
    texts = [filled([12, 30, 42, 50, 6, 20, 5, 3, 18]), "It is 3 m high.", "Of 64 singers 38 are women."]
    windows = [window for text in texts for window in cut(text)]
    Random(1).shuffle(windows)
    for window, scores in zip(windows, claim_model().read(windows), strict=True):
        assert [each for each, _ in scores.equations] == list(candidates(window.figures))
        assert len(scores.sizes) == len(window.figures)


@pytest.mark.parametrize("count", [0, 1])
def test_a_text_without_equations(count: int) -> None:
    scores = claim_model().read(cut("It is 3 m high.")[:count])
    assert [each.equations for each in scores] == [[]] * count


def test_a_window_without_figures() -> None:
    [window] = cut("It is 3 m high.")
    [scores] = claim_model().read([replace(window, figures=[], places=[])])
    assert scores.equations == []
    assert len(scores.sizes) == 0
