from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

WORDS = (
    "the a of to in and company bank shares rose fell by percent dollars million year profit sales from said "
    "on its quarter with was per cost about people tonnes index points trade"
).split()


@pytest.fixture(scope="session")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A word-piece tokenizer like BERT's, small enough to read."""
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        *WORDS,
        *"abcdefghijklmnopqrstuvwxyz0123456789.,$%()-'\"[]#",
    ]
    pieces += [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
    vocabulary = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    tiny = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tiny.normalizer = normalizers.BertNormalizer(lowercase=True)
    tiny.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tiny.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    tiny.save(str(path))
    return path
