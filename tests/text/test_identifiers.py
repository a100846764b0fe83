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
        "Toyota (7203.T)",
        "(601600.SS)(2600.HK)",
        "case No. 10-00302",
        "08-cv-01234",
        "abc1,200",
        "社員は1,200人",
    ],
)
def test_what_is_no_number(text):
    assert extract(text) == []


@pytest.mark.parametrize(
    "text", ["in 2008.The", "sold 2600. T", "10-12 000", "2008-2013", "35-12,000", "350.Tokyo"]
)
def test_what_is_a_number_all_the_same(text):
    assert extract(text)


def test_identifiers_only_on_request_and_whole():
    text = "SARS-CoV-2, A380, version 2.0.1, me5@example.org, Figure 3B"
    assert extract(text) == []
    names = [n.text for n in extract(text, identifiers=True)]
    assert names == ["SARS-CoV-2", "A380", "2.0.1", "me5@example.org", "3B"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Turn to page 87.", 87),
        ("Apollo 11 landed.", 11),
        ("See section 4.2 for it.", 4.2),
        ("We saw Ocean's Eleven.", 11),
    ],
)
def test_a_name_that_ends_in_a_number_has_its_value(text, value):
    assert extract(text) == []
    (name,) = extract(text, identifiers=True)
    assert (name.kind, name.value) == ("identifier", value)


@pytest.mark.parametrize(
    "text",
    ["version 2.0.1", "the A380", "flat 2B", "ISBN 978-0-306-40615-7", "SKU 0045-118", "arXiv 2103.14030"],
)
def test_a_code_has_no_value(text):
    (code,) = extract(text, identifiers=True)
    assert code.value != code.value
