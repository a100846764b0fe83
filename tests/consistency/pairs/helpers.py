"""The figure that a pair belongs to, as the tests of pairs need it."""

from numerate.consistency.slots import Slot
from tests.consistency.sentences import quantity, read


def anchor(text: str, words: str, written: str) -> tuple[Slot, int, int]:
    """Return the quantity of a text that is calculated, and where its words begin and end in the line."""
    [sentence] = [each for each in read(text) if any(slot.written == written for slot in each.slots)]
    slot = quantity(sentence, written)
    masked = words.lower().replace(written.lower(), slot.mark)
    start = sentence.line.index(masked)
    return slot, start, start + len(masked)
