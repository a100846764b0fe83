import pytest

from numerate.checking.labels import names_something
from numerate.text import extract


@pytest.mark.parametrize(
    "text",
    [
        "They acted under title 54 of the code.",
        "Karachi's telegram 12 to Delhi was read.",
        "Item 3 starts at the margin.",
        "It was the crew of Apollo 11.",
        "It is at 12 Elm Lane, off 86th Street.",
        "The 5th Circuit agreed.",
        "The drift was corrected (Appendix 1—figure 28).",
        "It was fixed there (bug 37468).",
        "They found .380 rounds.",
        "They found 9mm casings.",
    ],
)
def test_a_number_that_names_something_is_recognised(text):
    assert names_something(text, extract(text)[-1])


@pytest.mark.parametrize(
    "text",
    [
        "In that case 30 people would come.",
        "The book 12 readers chose is out, at 12 euros.",
        "The model weighs 12 kg.",
        "He was the 5th runner.",
        "On the 5th of May they left.",
        "The 1st May parade drew crowds.",
        "There are 54 titles.",
        "He fought twelve rounds.",
    ],
)
def test_an_amount_is_none(text):
    assert not any(names_something(text, number) for number in extract(text)[-1:])
