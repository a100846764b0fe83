"""A checkpoint's word pieces, extended by the symbols that stand for numbers."""

from __future__ import annotations

from tokenizers import Tokenizer
from transformers import AutoTokenizer

NUMBER_SYMBOL = "[#NUM]"
"""Stands in the text where a number stood."""

MASK_SYMBOL = "[#MASK]"
"""Asks what a number may be: the query of the leave-one-out model, and how users write an open number."""


def load_tokenizer(checkpoint: str) -> Tokenizer:
    """Load the tokenizer of a folder or hub id and add the symbols to it."""
    tokenizer: Tokenizer = AutoTokenizer.from_pretrained(checkpoint).backend_tokenizer
    return add_symbols(tokenizer)


def add_symbols(tokenizer: Tokenizer) -> Tokenizer:
    """Add the symbols where they are not there yet, and see that no text is ever cut off or filled up."""
    tokenizer.add_special_tokens([NUMBER_SYMBOL, MASK_SYMBOL])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def symbol_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """The ids of the number symbol and of the mask symbol."""
    number_id, mask_id = tokenizer.token_to_id(NUMBER_SYMBOL), tokenizer.token_to_id(MASK_SYMBOL)
    if number_id is None or mask_id is None:
        raise ValueError(
            f"the tokenizer lacks {NUMBER_SYMBOL} or {MASK_SYMBOL}; give it to add_symbols first"
        )
    return number_id, mask_id
