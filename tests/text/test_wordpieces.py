from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from numerate.errors import InputError
from numerate.text import wordpieces
from numerate.text.wordpieces import (
    DEFAULT,
    EDGE,
    EDGE_MARK,
    NUMBER_MARK,
    WordPieces,
    to_ids,
    token,
    tokenizer_file,
)

PIECES = WordPieces(DEFAULT)


def ids(text: str, pieces: WordPieces = PIECES) -> list[int]:
    return to_ids(pieces.encode(text)).tolist()


REFERENCE = Tokenizer.from_file(str(DEFAULT))
REFERENCE.encode_special_tokens = True
# BERT drops the first as control characters, where Python sees white space; the last are marks.
CONTROL = "\x0b\x0c\x1c\x1d\x1e\x1f\x85" + NUMBER_MARK + EDGE_MARK


@given(st.text(alphabet=st.characters(exclude_characters=CONTROL, exclude_categories=["Cs"])))
def test_ids_are_the_tokenizers_own(text: str) -> None:
    assert ids(text) == REFERENCE.encode(text, add_special_tokens=False).ids


def test_ids_of_ordinary_text() -> None:
    text = 'the company\'s "third-quarter" profit (before tax) rose to u.s. $ , or % — naïve 日本'
    assert ids(text) == REFERENCE.encode(text, add_special_tokens=False).ids


def test_a_text_cannot_spell_a_symbol() -> None:
    symbols = {PIECES.number, PIECES.cls, REFERENCE.token_to_id("[#MASK]"), REFERENCE.token_to_id("[MASK]")}
    assert not symbols & set(ids("[#NUM] [CLS] [MASK] [#MASK] [SEP] [#num]"))


def test_marks_are_words() -> None:
    marked = f"rose {NUMBER_MARK} percent {EDGE_MARK} in {NUMBER_MARK}"
    rose, percent, within = map(PIECES.encode, ("rose", "percent", "in"))
    number = token(PIECES.number)
    assert PIECES.encode(marked) == f"{rose}{number}{percent}{EDGE}{within}{number}"


def test_memory_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordpieces, "_REMEMBERED", 3)
    forgetful = WordPieces(DEFAULT)
    text = "one two three four five six seven one two three nine ten " * 3
    assert forgetful.encode(text) == PIECES.encode(text)
    assert len(forgetful._known) <= len(forgetful._marks) + 2


def test_the_default_has_the_symbols_after_berts_own() -> None:
    assert (PIECES.number, REFERENCE.token_to_id("[#MASK]"), PIECES.size) == (30522, 30523, 30524)


def test_symbols_are_added_to_a_tokenizer_without_them(tokenizer: Path) -> None:
    assert Tokenizer.from_file(str(tokenizer)).token_to_id("[#NUM]") is None
    pieces = WordPieces(tokenizer)
    assert pieces.number == pieces.size - 2


def test_a_folder_or_a_file(tokenizer: Path) -> None:
    assert tokenizer_file(tokenizer.parent) == tokenizer_file(tokenizer) == tokenizer


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        tokenizer_file(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(InputError, match=r"a\.json: not a tokenizer"):
        WordPieces(tmp_path / "a.json")
    other = REFERENCE.to_str().replace('"BertPreTokenizer"', '"Whitespace"')
    (tmp_path / "b.json").write_text(other)
    with pytest.raises(InputError, match=r"b\.json: a tokenizer of the BERT family"):
        WordPieces(tmp_path / "b.json")


def test_a_broken_byte_of_a_file_is_read_as_a_question_mark() -> None:
    assert ids("profit \udcff rose \udcffx") == ids("profit ? rose ?x")
