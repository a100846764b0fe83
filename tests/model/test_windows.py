from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.model import windows as module
from numerate.model.windows import WindowSentence, pack_windows, read, segments
from numerate.text import extract
from numerate.text.wordpieces import WordPieces, to_ids, token

SIZE = 40


def sentences_of(shapes: list[list[bool]], pieces: WordPieces) -> list[WindowSentence]:
    """Return sentences of words and numbers, with consecutive integers in place of numbers."""
    word, number = pieces.encode("bank"), token(pieces.number)
    result, count = [], 0
    for shape in shapes:
        numbers = list(range(count, count + sum(shape)))
        result.append(WindowSentence("".join(number if is_number else word for is_number in shape), numbers))
        count += len(numbers)
    return result


texts = st.lists(st.lists(st.booleans(), min_size=1, max_size=70), max_size=20)


@settings(max_examples=200)
@given(texts)
def test_each_number_is_predicted_once_in_the_window_with_most_context(
    tokenizer: Path, shapes: list[list[bool]]
) -> None:
    pieces = WordPieces(tokenizer)
    packed = list(pack_windows(sentences_of(shapes, pieces), SIZE, pieces))
    predicted = [number for window in packed for number in window.numbers[window.predicted]]
    assert predicted == list(range(sum(map(sum, shapes))))
    seen: dict[int, list[tuple[int, bool]]] = {}
    for window in packed:
        assert len(window.tokens) <= SIZE
        places = [i for i, t in enumerate(window.tokens) if t == token(pieces.number)]
        here = set(window.numbers[window.predicted])
        for number, place in zip(window.numbers, places, strict=True):
            context = min(place, len(window.tokens) - 1 - place)
            seen.setdefault(number, []).append((context, number in here))
    first, last = (packed[0].numbers, packed[-1].numbers) if packed else ([], [])
    for number, contexts in seen.items():
        # At the ends of the text no window has more context.
        if number not in first and number not in last:
            best = max(context for context, _ in contexts)
            [chosen] = [context for context, is_predicted in contexts if is_predicted]
            assert chosen >= best - 1


def test_windows_consist_of_sentences_and_repeat_the_last_one(tokenizer: Path) -> None:
    pieces = WordPieces(tokenizer)
    sentences = sentences_of([[False] * 9 + [True]] * 12, pieces)
    packed = list(pack_windows(sentences, SIZE, pieces))
    assert [len(window.tokens) for window in packed] == [40, 40, 40, 30]
    assert [window.numbers for window in packed] == [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9], [9, 10, 11]]
    # The number of the repeated sentence is in its second half, so the next window predicts it.
    assert [window.numbers[window.predicted] for window in packed] == [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10, 11],
    ]


def test_windows_without_numbers_to_predict_are_dropped(tokenizer: Path) -> None:
    pieces = WordPieces(tokenizer)
    shapes = [[False] * 30] * 5 + [[True] + [False] * 9] + [[False] * 30] * 5
    [window] = pack_windows(sentences_of(shapes, pieces), SIZE, pieces)
    assert window.numbers[window.predicted] == [0]


@pytest.mark.parametrize("length", [41, 90, 400])
def test_a_long_sentence_is_cut_with_overlap(tokenizer: Path, length: int) -> None:
    pieces = WordPieces(tokenizer)
    packed = list(pack_windows(sentences_of([[True] * length], pieces), SIZE, pieces))
    assert sum(len(to_ids(window.tokens)) for window in packed) > length
    assert [n for window in packed for n in window.numbers[window.predicted]] == list(range(length))


# -- Reading -----------------------------------------------------------------------------------------------

WORDS = [
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
    "6 ft 2 in",
    "45 out of 60",
    "£30m",
    "5.2 ± 0.3 km",
]


@settings(max_examples=150)
@given(st.lists(st.sampled_from(WORDS), min_size=5, max_size=120), st.sampled_from([200, 333, 1000]))
def test_segments_have_the_numbers_of_the_whole_text(tokenizer: Path, words: list[str], size: int) -> None:
    text, pieces = " ".join(words), WordPieces(tokenizer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_SEGMENT", size)
        parts = list(segments(text, pieces, lambda _: True))
    assert [number for segment in parts for number in segment.numbers] == extract(text)
    for segment in parts:
        for sentence in segment.sentences:
            assert sentence.tokens.count(token(pieces.number)) == len(sentence.numbers)


@pytest.mark.parametrize(
    "text", ["5" * 3000, "word " * 600, "x" * 3000, "5 " * 1500, "(" * 3000, "[#MASK]" * 400]
)
def test_texts_without_sentence_ends_are_read_completely(
    tokenizer: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(module, "_SEGMENT", 500)
    numbers = [n for s in segments(text, WordPieces(tokenizer), lambda _: True) for n in s.numbers]
    starts = [number.start for number in numbers]
    assert starts == sorted(set(starts))
    assert len(numbers) == {"5 ": 1500, "[#": 400}.get(text[:2], len(numbers))


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
def test_a_mask_is_a_number_with_its_affixes(text: str, written: str, numeral: str) -> None:
    [number] = read(text)
    assert number.text == written == text[number.start : number.end]
    assert text[slice(*number.numeral)] == numeral
    assert math.isnan(number.value)


def test_masks_among_numbers_stay_in_order() -> None:
    text = "Of 12 people [#MASK] were there, and [#MASK] of 5 were not, like A380."
    numbers = read(text)
    assert [n.text for n in numbers] == ["12", "[#MASK]", "[#MASK]", "5"]
    assert [n for n in numbers if not math.isnan(n.value)] == extract(text)
