import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "The mean number of siblings was 1.53 (n = 31).",
            "The mean of 31 whole numbers may be 1.52 or 1.55, not 1.53.",
        ),
        (
            "Mean number of visits: 3.57 (SD = 1.61; N = 14).",
            "No 14 whole numbers have a mean of 3.57 and a standard deviation of 1.61.",
        ),
        (
            "Choices were scored 0/1 (M = 0.70, SD = 0.74, n = 30).",
            "Zeros and ones with a mean of 0.70 have a standard deviation of 0.47, not 0.74.",
        ),
    ],
)
def test_messages(text, message):
    assert only(text).message == message


@given(st.lists(st.integers(1, 7), min_size=2, max_size=99))
def test_whole_numbers_are_never_reported(values):
    n = len(values)
    mean = sum(values) / n
    deviation = (sum((value - mean) ** 2 for value in values) / (n - 1)) ** 0.5
    text = f"On a single 7-point item the mean rating was {mean:.2f} (SD = {deviation:.2f}, n = {n})."
    assert kinds(text) == []


@given(st.lists(st.integers(0, 1), min_size=2, max_size=99))
def test_zeros_and_ones_are_never_reported(values):
    n = len(values)
    mean = sum(values) / n
    deviation = (sum((value - mean) ** 2 for value in values) / (n - 1)) ** 0.5
    assert kinds(f"The outcome was binary (M = {mean:.2f}, SD = {deviation:.2f}, n = {n}).") == []


@pytest.mark.parametrize(
    "text",
    [
        "Mean weight was 3.47 kg (n = 17).",
        "The mean rating was 3.47 (n = 240).",
        "The mean rating over twelve items was 3.47 (n = 17).",
        "The mean rating was 3.47 in one group (n = 17) and 4.1 in the other (n = 18).",
    ],
)
def test_means_of_other_numbers_and_of_several_samples_are_left_alone(text):
    assert kinds(text) == []


def test_means_that_whole_numbers_can_have_hold():
    assert holds("The mean number of siblings was 1.55 (n = 31).", "grim")
    assert holds("Mean (SD) number of siblings was 2.27 (1.10), n = 11.", "grimmer")
