"""The precision of a document's numbers."""

from __future__ import annotations

import pytest

from numerate.checking.precision import Precision
from numerate.text import extract


@pytest.mark.parametrize(
    ("text", "written", "allowed"),
    [
        ("It has 340 employees.", "34", True),
        ("It has 340 employees.", "3.4", False),
        ("It has 340 employees and a margin of 3.4%.", "3.4", False),
        ("The rate was 34% in May and 2.25% in June.", "3.4%", True),
        ("The rate was 34% in May and 2.25% in June.", "3.456%", False),
        ("Sales were $3400 billion, after $3.2 billion.", "$3.4 billion", True),
        ("Sales were $3400 billion, after $3.2.", "$3.4 billion", False),
        ("It was 12.5 kg.", "1.25", False),
        ("It was 12.5 kg and 3.75 kg.", "1.25", True),
    ],
)
def test_a_suggestion_is_no_more_precise_than_the_document(text: str, written: str, allowed: bool) -> None:
    numbers = extract(text)
    assert Precision(numbers).allows(written, instead_of=numbers[0]) is allowed
