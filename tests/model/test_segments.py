from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.model import windows as module
from numerate.model.windows import read, segments
from numerate.text import extract
from numerate.text.wordpieces import WordPieces, token

PIECES = [
    "Profit rose 12% to $3.4 billion.",
    "It was Fig. 3, approx. 20 km off.",
    "In March",
    "5 people",
    "one hundred",
    "and twenty",
    "3.4",
    "million",
    "\n",
    "\n\n",
    "A380",
    "word",
    "Mr. Smith",
    "1,250,000",
    "12/31/2016",
]


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), min_size=5, max_size=120), st.sampled_from([200, 333, 1000]))
def test_a_text_read_piece_by_piece_has_the_same_numbers(
    tokenizer: Path, words: list[str], size: int
) -> None:
    text, pieces = " ".join(words), WordPieces(tokenizer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_SEGMENT", size)
        found = list(segments(text, pieces, lambda _: True))
    assert [number for segment in found for number in segment.numbers] == extract(text)
    for segment in found:
        for sentence in segment.sentences:
            assert sentence.tokens.count(token(pieces.number)) == len(sentence.numbers)


@pytest.mark.parametrize(
    "text", ["5" * 3000, "word " * 600, "x" * 3000, "5 " * 1500, "(" * 3000, "[#MASK]" * 400]
)
def test_a_text_without_sentences_ends(tokenizer: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(module, "_SEGMENT", 500)
    found = [n for s in segments(text, WordPieces(tokenizer), lambda _: True) for n in s.numbers]
    starts = [number.start for number in found]
    assert starts == sorted(set(starts))
    assert len(found) == {"5 ": 1500, "[#": 400}.get(text[:2], len(found))


@pytest.mark.parametrize(
    ("text", "written", "numeral"),
    [
        ("to $[#MASK] billion.", "$[#MASK] billion", "[#MASK] billion"),
        ("fell [#MASK]% on", "[#MASK]%", "[#MASK]"),
        ("in [#MASK].", "[#MASK]", "[#MASK]"),
        ("the [#MASK]th time", "[#MASK]th", "[#MASK]th"),
        ("Figure [#MASK] shows", "[#MASK]", "[#MASK]"),
        ("A[#MASK]", "[#MASK]", "[#MASK]"),
        ("-[#MASK] degrees", "-[#MASK]", "[#MASK]"),
    ],
)
def test_a_mask_is_a_number_with_what_stands_beside_it(text: str, written: str, numeral: str) -> None:
    [number] = read(text)
    assert number.text == written == text[number.start : number.end]
    assert text[slice(*number.numeral)] == numeral
    assert math.isnan(number.value)


def test_masks_among_numbers_stay_in_order() -> None:
    text = "Of 12 people [#MASK] were there, and [#MASK] of 5 were not, like A380."
    numbers = read(text)
    assert [n.text for n in numbers] == ["12", "[#MASK]", "[#MASK]", "5"]
    assert [n for n in numbers if not math.isnan(n.value)] == extract(text)
