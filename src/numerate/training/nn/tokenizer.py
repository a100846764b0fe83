"""A checkpoint's word pieces, extended by the symbols that stand for numbers.

The number symbol stands in the text where a number stood. The mask symbol asks what a number may be: it is
the query of the leave-one-out model.
"""

from __future__ import annotations

from tokenizers import Tokenizer
from transformers import AutoTokenizer

from numerate.text.wordpieces import MASK, NUMBER


def load_tokenizer(checkpoint: str) -> Tokenizer:
    """Load the tokenizer of a folder or hub id and add the symbols to it."""
    tokenizer: Tokenizer = AutoTokenizer.from_pretrained(checkpoint).backend_tokenizer
    return add_symbols(tokenizer)


def add_symbols(tokenizer: Tokenizer) -> Tokenizer:
    """Add the symbols where they are not there yet, and see that no text is ever cut off or filled up."""
    tokenizer.add_special_tokens([NUMBER, MASK])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def hidden_word_id(tokenizer: Tokenizer) -> int | None:
    """The id that the checkpoint's own pretraining hid words behind, where it has one of the usual names."""
    found = (tokenizer.token_to_id(name) for name in ("[MASK]", "<mask>"))
    return next((number for number in found if number is not None), None)


def symbol_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """The ids of the number symbol and of the mask symbol."""
    number_id, mask_id = tokenizer.token_to_id(NUMBER), tokenizer.token_to_id(MASK)
    if number_id is None or mask_id is None:
        raise ValueError(f"the tokenizer lacks {NUMBER} or {MASK}; give it to add_symbols first")
    return number_id, mask_id
