"""Body mass indices that do or do not follow from weight and height."""

import pytest

from tests.consistency.helpers import kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "At 80 kg and 1.80 m his body mass index is 27.4.",
        "She weighs 61.5 kg at 165 cm, a BMI of 25.2.",
        "Weight 92 kg, height 1.75 m, body mass index 39.0 kg/m².",
        "The patient (height 5 ft 10 in, weight 154 lb) has a BMI of 28.",
        "With 70 kg and a height of 1.7 metres the body-mass index was 22.4.",
    ],
)
def test_that_an_index_is_contradicted(text: str) -> None:
    assert only(text).kind == "body-mass"


@pytest.mark.parametrize(
    "text",
    [
        "At 80 kg and 1.80 m his body mass index is 24.7.",
        "She weighs 61.5 kg at 165 cm, a BMI of 22.6.",
        "Weight 92 kg, height 1.75 m, body mass index 30.0 kg/m².",
        "With 70 kg and a height of 1.7 metres the body-mass index was 24.",
        "He is 1.80 m tall and has a BMI of 27.4; at his ideal weight of 75 kg it would be lower.",
        "Adults of 80 kg had a mean body mass index of 27.4 and a height of 1.75 m.",
        "His body mass index is 27.4, and he has lost 4 kg.",
    ],
)
def test_that_other_figures_are_left_alone(text: str) -> None:
    assert "body-mass" not in kinds(text)


def test_the_message_has_the_index() -> None:
    finding = only("At 80 kg and 1.80 m his body mass index is 27.4.")
    assert finding.message == "80 kg at a height of 1.80 m is a body mass index of 24.7, not 27.4."
