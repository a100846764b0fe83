"""Events that are recognised by place and day."""

import pytest

from numerate.consistency import inconsistencies


def wrong(text, title=""):
    """Return the figures reported in a text below a title."""
    whole = f"{title}\n\n{text}" if title else text
    headings = [(0, len(title))] if title else []
    return [finding.numbers[0].text for finding in inconsistencies(whole, headings, rules=["known"])]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "San Francisco was destroyed by the earthquake of 18 April 1926."),
        ("Lisbon in a long weekend", "On the morning of 1 November 1926 an earthquake destroyed the city."),
        ("Lisbon: a profile", "- 1926: on 1 November an earthquake destroys the city."),
    ],
)
def test_the_day_tells_the_event(title, text):
    assert any("1926" in figure for figure in wrong(text, title))
    assert not wrong(text.replace("1926", "1906" if not title else "1755"), title)


@pytest.mark.parametrize(
    "text",
    [
        "On 18 April 1926 San Francisco elected a mayor.",
        "On 18 April 1956, 50 years after the earthquake, San Francisco remembered it.",
        "On 19 April 1926 San Francisco felt an earthquake.",
    ],
)
def test_another_day_or_subject_is_no_such_event(text):
    assert not wrong(text)
