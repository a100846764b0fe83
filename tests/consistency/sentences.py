"""Sentences with their quantities masked, for the tests that look at single quantities."""

from numerate.consistency.masking import read_sentences
from numerate.consistency.slots import Sentence, Slot
from numerate.text import extract


def read(text: str) -> list[Sentence]:
    """Return the sentences of a text."""
    return read_sentences(text, extract(text, identifiers=True))


def read_one(text: str) -> Sentence:
    """Return the only sentence of a text."""
    [sentence] = read(text)
    return sentence


def quantity(sentence: Sentence, written: str) -> Slot:
    """Return the quantity of a sentence that is written so."""
    [slot] = [slot for slot in sentence.slots if slot.written == written]
    return slot
