"""Sentences with their quantities masked, as the tests of pairs need them."""

from numerate.consistency.slots import Sentence, Slot, read_sentences
from numerate.text import extract


def read(text: str) -> list[Sentence]:
    """Return the sentences of a text."""
    return read_sentences(text, extract(text, identifiers=True))


def quantity(sentence: Sentence, written: str) -> Slot:
    """Return the quantity of a sentence that is written so."""
    [slot] = [slot for slot in sentence.slots if slot.written == written]
    return slot


def anchor(text: str, words: str, written: str) -> tuple[Slot, int, int]:
    """Return the quantity of a text that is calculated, and where its words begin and end in the line."""
    [sentence] = [each for each in read(text) if any(slot.written == written for slot in each.slots)]
    slot = quantity(sentence, written)
    masked = words.lower().replace(written.lower(), slot.mark)
    start = sentence.line.index(masked)
    return slot, start, start + len(masked)
