"""Sentences with their quantities masked."""

from __future__ import annotations

import pytest

from numerate.consistency.slots import read_sentences
from numerate.text import extract


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Sales\n\n5\n\n6", [False, True, True]),
        ("5,120", [True]),
        ("130%\n\n$5", [False, False]),  # a share of more than all, an amount
        ("5 apples", [False]),
        ("It has 5.\n6", [False, False]),  # one paragraph
    ],
)
def test_a_bare_sentence_is_a_plain_number_alone_in_its_paragraph(text: str, bare: list[bool]) -> None:
    assert [sentence.is_bare for sentence in read_sentences(text, extract(text))] == bare
