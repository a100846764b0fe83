from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.model.windows import WindowSentence, lay
from numerate.text.wordpieces import WordPieces, to_ids, token

ROOM = 40


def sentences_of(shapes: list[list[bool]], pieces: WordPieces) -> list[WindowSentence]:
    """Sentences of words and numbers; the numbers are counted through, in place of real ones."""
    word, number = pieces.encode("bank"), token(pieces.number)
    made, count = [], 0
    for shape in shapes:
        numbers = list(range(count, count + sum(shape)))
        made.append(WindowSentence("".join(number if is_number else word for is_number in shape), numbers))
        count += len(numbers)
    return made


texts = st.lists(st.lists(st.booleans(), min_size=1, max_size=70), max_size=20)


@settings(max_examples=200)
@given(texts)
def test_every_number_is_judged_once_and_where_it_has_most_context(
    tokenizer: Path, shapes: list[list[bool]]
) -> None:
    pieces = WordPieces(tokenizer)
    laid = list(lay(sentences_of(shapes, pieces), ROOM, pieces))
    judged = [number for window in laid for number in window.numbers[window.judged]]
    assert judged == list(range(sum(map(sum, shapes))))
    seen: dict[int, list[tuple[int, bool]]] = {}
    for window in laid:
        assert len(window.tokens) <= ROOM
        places = [i for i, t in enumerate(window.tokens) if t == token(pieces.number)]
        here = set(window.numbers[window.judged])
        for number, place in zip(window.numbers, places, strict=True):
            context = min(place, len(window.tokens) - 1 - place)
            seen.setdefault(number, []).append((context, number in here))
    first, last = (laid[0].numbers, laid[-1].numbers) if laid else ([], [])
    for number, contexts in seen.items():
        # At an end of the text there is no more context to be had, so either window will do.
        if number not in first and number not in last:
            best = max(context for context, _ in contexts)
            [chosen] = [context for context, is_judged in contexts if is_judged]
            assert chosen >= best - 1


def test_windows_begin_with_sentences_and_repeat_the_last_one(tokenizer: Path) -> None:
    pieces = WordPieces(tokenizer)
    sentences = sentences_of([[False] * 9 + [True]] * 12, pieces)
    laid = list(lay(sentences, ROOM, pieces))
    assert [len(window.tokens) for window in laid] == [40, 40, 40, 30]
    assert [window.numbers for window in laid] == [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9], [9, 10, 11]]
    # The repeated sentence's number stands in its second half: the next window judges it.
    assert [window.numbers[window.judged] for window in laid] == [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10, 11],
    ]


def test_windows_without_numbers_to_judge_are_left_out(tokenizer: Path) -> None:
    pieces = WordPieces(tokenizer)
    shapes = [[False] * 30] * 5 + [[True] + [False] * 9] + [[False] * 30] * 5
    [window] = lay(sentences_of(shapes, pieces), ROOM, pieces)
    assert window.numbers[window.judged] == [0]


@pytest.mark.parametrize("length", [41, 90, 400])
def test_a_long_sentence_is_cut_with_overlap(tokenizer: Path, length: int) -> None:
    pieces = WordPieces(tokenizer)
    laid = list(lay(sentences_of([[True] * length], pieces), ROOM, pieces))
    assert sum(len(to_ids(window.tokens)) for window in laid) > length
    assert [n for window in laid for n in window.numbers[window.judged]] == list(range(length))
