import pytest

from numerate import extract


@pytest.mark.parametrize(
    "text",
    [
        "Sections 2.1 and 2.2",
        "Tables 3, 4 and 5",
        "Figs. 3-5",
        "020 7946 0123",
        "07700 900123",
        "Sections 7(a) and 9.3",
        "Rule 10b-5",
        "Rev. 3.1",
        "A few dozen",
    ],
)
def test_what_is_no_number(text):
    assert extract(text) == []


def test_identifiers_only_on_request_and_whole():
    text = "SARS-CoV-2, A380, version 2.0.1, me5@example.org, Figure 3B"
    assert extract(text) == []
    names = [n.text for n in extract(text, identifiers=True)]
    assert names == ["SARS-CoV-2", "A380", "2.0.1", "me5@example.org", "3B"]
