from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.training.prepare.instances import clean_news


@pytest.mark.parametrize(
    ("wire", "story"),
    [
        ("SPRINGFIELD (Reuters) - Acme rose 5 percent.", "Acme rose 5 percent."),
        (
            "(Adds quote) By Jo Doe SPRINGFIELD, Oct 23 (Reuters) - Acme rose 5 percent.",
            "Acme rose 5 percent.",
        ),
        ("SPRINGFIELD, Ohio, July 31 - A judge ruled.", "A judge ruled."),
        ("June 17 - A judge ruled.", "A judge ruled."),
        ("SPRINGFIELD (Trade Reporter) - A judge ruled.", "A judge ruled."),
        (
            "Acme Inc. (ACME.N) and Bolt (0700.HK) rose, as did Cog ( COGn.DE ).",
            "Acme Inc. and Bolt rose, as did Cog .",
        ),
        ("Acme ACM.AX rose 3 percent; the index (.SPX) fell.", "Acme rose 3 percent; the index fell."),
        ("It rose. (Reporting by Jo Doe in Bonn; Editing by Al Roe )", "It rose."),
        ("It rose. (Additional reporting by Jo Doe)", "It rose."),
        ("It rose 5 percent. -- Additional reporting by Jo Doe in Bonn", "It rose 5 percent."),
        ("It rose. (c) 2007 Reuters. All rights reserved. nN123", "It rose."),
        ("It rose. Keywords: ACME/RESULTS 1", "It rose."),
        ("It rose. ((jo.doe@example.com; +1 555 123))", "It rose."),
        ("See http://example.com/a1b2 or link.example.com/3 for more.", "See or for more."),
    ],
)
def test_what_the_wire_added_is_gone(wire: str, story: str) -> None:
    assert clean_news(wire) == story


@pytest.mark.parametrize(
    "story",
    [
        "The U.S. economy (GDP) grew 2.5 percent, or $3.4 billion (2.1 billion pounds).",
        "Acme - the maker of 12 tools - said sales by region rose (5.5 percent).",
        "IBM (International Business Machines) sold 1.5 million units, a report by the bank said.",
        "Rates rose to 5.25 in A.D. 2007. The firm's No. 2 unit lost 3.5 percent.",
    ],
)
def test_the_story_stays(story: str) -> None:
    assert clean_news(story) == story


@given(st.text(max_size=300))
def test_any_text_can_be_cleaned(text: str) -> None:
    assert len(clean_news(text)) <= len(text)
