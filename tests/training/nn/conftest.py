import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from numerate.training.nn import add_symbols

from .tiny import WORDS


@pytest.fixture
def tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return add_symbols(tokenizer)
