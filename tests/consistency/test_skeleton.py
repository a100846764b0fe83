"""What rules read of a text."""

from __future__ import annotations

import pytest

from numerate.consistency.skeleton import Skeleton
from numerate.text import extract


def skeleton(text: str) -> Skeleton:
    return Skeleton(text, extract(text))


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("Sales\n\n5\n\n6", []),  # cells of a table
        ("Nobody came. Of 5 people, 6 came.", ["of N people, N came."]),
        ("130%\n\n$5", ["P", "M"]),
        ("", []),
    ],
)
def test_statements_have_quantities_and_are_no_cells(text: str, statements: list[str]) -> None:
    assert [sentence.line.strip() for sentence in skeleton(text).statements] == statements


def test_each_part_is_read_once() -> None:
    read = skeleton("Of 5 people, 6 came.")
    assert read.sentences is read.sentences
    assert read.statements is read.statements
    assert read.statements[0] is read.sentences[0]
    assert read.compact is read.compact
