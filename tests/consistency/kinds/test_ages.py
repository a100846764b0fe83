"""Ages that do or do not fit the years of a life."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "Born in 1952, she was 57 when she died in 2019.",
            "Born in 1952, she was 67 when she died in 2019.",
        ),
        (
            "He was born on 3 May 1980 and died on 2 May 2020, aged 45.",
            "He was born on 3 May 1980 and died on 2 May 2020, aged 39.",
        ),
        (
            "Marta Lind (1931–2004) died at the age of 83.",
            "Marta Lind (1931–2004) died at the age of 73.",
        ),
        (
            "The mill was built in 1890 and burned down in 1950, when it was 80 years old.",
            "The mill was built in 1890 and burned down in 1950, when it was 60 years old.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["age"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "Born in 1952, she was 66 when she died in 2019.",
        "He was born in 1960. His brother is 34.",
        "Born around 1900, he was about 70 when he died in 1968.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
