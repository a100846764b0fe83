"""The model as a judge of numbers against sources: the odds of the written value against the sources' others.

The passages that a number may be about and the sentence of the draft make one short text. The model predicts
the number in that sentence from everything else, and so from the values of the passages, too. How much
likelier it finds the written value than the best of the others says whether the value belongs there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

import numpy as np

from numerate.consistency.sources.candidates import Aligned
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.model import Judged, Predictor

_MATCHES, _RIVALS = 2, 3
"""Places of the sources whose passages the model sees, with the value of the draft and with others."""
_LONGEST_PASSAGE, _LONGEST_SENTENCE = 320, 400
"""Characters of a passage, and of the draft's sentence, around the number: all must fit into one window."""
LARGEST = 6.0
"""Logarithm of the odds beyond which it does not matter how large they are."""


class ValueOdds:
    """Asks a model how much likelier the value of a number is than the others that it may be about."""

    def __init__(self, model: Predictor) -> None:
        self._model = model

    def __call__(
        self, aligned: Sequence[Aligned], draft: SourceText, index: SourceIndex
    ) -> list[float | None]:
        """Return the logarithm of the odds of each number, None where the model does not read it."""
        questions = [_question(entry, draft, index) for entry in aligned]
        result: list[float | None] = [None] * len(aligned)
        for parts in self._model.stream_all(text for text, _ in questions):
            for i, judged in parts:
                odds = _odds(judged, questions[i][1], aligned[i])
                result[i] = odds if odds is not None else result[i]
        return result


def _question(entry: Aligned, draft: SourceText, index: SourceIndex) -> tuple[str, int]:
    """Return the text that the model reads, and where in it the number begins."""
    candidates = (*entry.matches[:_MATCHES], *entry.rivals[:_RIVALS])
    passages = dict.fromkeys(
        _around(candidate.quantity, index.sources[candidate.quantity.document], _LONGEST_PASSAGE)
        for candidate in sorted(candidates, key=lambda c: (c.quantity.document, c.quantity.number.start))
    )
    context = "".join(f"{text}\n\n" for text, _ in passages)
    sentence, start = _around(entry.quantity, draft, _LONGEST_SENTENCE)
    return context + sentence, len(context) + start


def _around(quantity: Quantity, text: SourceText, longest: int) -> tuple[str, int]:
    """Return the passage of a quantity, cut at words if it is long, and the place of the number in it."""
    passage, number, content = text.passages[quantity.passage], quantity.number, text.document.text
    first = max(passage.start, number.start - longest // 2)
    last = min(max(passage.end, number.end), number.end + longest // 2)
    if first > passage.start:
        first = min(number.start, content.find(" ", first, number.start) + 1 or number.start)
    if last < passage.end:
        last = max(number.end, content.rfind(" ", number.end, last))
    return content[first:last], number.start - first


def _odds(judged: Judged, start: int, entry: Aligned) -> float | None:
    """Return the logarithm of the odds of the number that begins at `start`, if the model predicts it."""
    at = next((row for row, i in enumerate(judged.index) if judged.numbers[i].start == start), None)
    if at is None:
        return None
    values = np.array([abs(entry.quantity.value), *_other_values(entry)])
    if len(values) < 2 or not np.all(np.isfinite(values)) or np.any(values <= 0):
        return None
    log_probs = np.asarray(judged.distributions[at : at + 1].log_prob(values, measure="log"))
    return float(np.clip(log_probs[0] - log_probs[1:].max(), -LARGEST, LARGEST))


def _other_values(entry: Aligned) -> Iterator[float]:
    """Yield the values of the rivals, in the unit of the draft."""
    draft = entry.quantity
    factor = draft.value / draft.base if draft.base else 1.0
    for rival in entry.rivals[:_RIVALS]:
        same = rival.quantity.measure == draft.measure
        value = abs(rival.quantity.base * factor if same else rival.quantity.value)
        if isfinite(value) and value > 0 and value != abs(draft.value):
            yield value
