"""One road through a document: numbers, what each may be, what is odd, what contradicts itself."""

from __future__ import annotations

from numerate.check.consistency import Inconsistency, inconsistencies
from numerate.check.documents import Document
from numerate.check.slips import describe, slips
from numerate.checking.report import UNLIKELY, Checked, Expected, Finding, Report, Suggestion
from numerate.checking.settings import Settings
from numerate.model import Model, Prediction
from numerate.text import Number, extract, render_range

_SETTINGS = Settings()
_SHARE = 0.9


def check_document(document: Document, model: Model | None, settings: Settings = _SETTINGS) -> Report:
    """Judge every number of a document; without a model only contradictions are looked for."""
    text = document.text
    numbers: list[Checked] = []
    findings: list[Finding] = []
    if model is not None and settings.unlikely:
        for judged in model.stream(text):
            predictions = {int(i): p for i, p in zip(judged.index, judged.predictions(), strict=True)}
            for i, number in enumerate(judged.numbers):
                prediction = predictions.get(i)
                if prediction is None:
                    numbers.append(Checked(number, None, judged.reason(i)))
                    continue
                p_value = prediction.tail(number.value)
                numbers.append(Checked(number, p_value, None, prediction if settings.keep else None))
                if p_value <= settings.false_alarms:
                    findings.append(_unlikely(text, number, p_value, prediction))
    else:
        numbers = [Checked(number, None, "no model judges it") for number in extract(text)]
    if settings.consistency:
        headings = [(b.start, b.end) for b in document.blocks if b.kind in ("title", "heading")]
        findings += [_contradiction(text, found) for found in inconsistencies(text, headings)]
    findings = [finding for finding in findings if not document.is_ignored(finding.start, finding.end)]
    findings.sort(key=lambda finding: (finding.p_value or 0.0, finding.start))
    return Report(text, tuple(numbers), tuple(findings), settings.false_alarms, document)


def _unlikely(text: str, number: Number, p_value: float, prediction: Prediction) -> Finding:
    low, high = prediction.interval(_SHARE)
    expected = Expected(low, high, _SHARE, render_range(low, high, like=number))
    suggestions = tuple(
        Suggestion(slip.value, slip.text, describe(slip, number)) for slip in slips(number, text)[:3]
    )
    message = f"{number.text} is unlikely here: usually {expected.text}"
    return Finding(
        UNLIKELY, number.start, number.end, number.text, number.value, message, p_value, expected, suggestions
    )


def _contradiction(text: str, found: Inconsistency) -> Finding:
    number = found.suspect or found.numbers[-1]
    suggestions = tuple(
        Suggestion(s.value, s.text, describe(s.slip, number) if s.slip else "would agree with the others")
        for s in found.suggestions
        if s.number == number
    )
    related = tuple((other.start, other.end) for other in found.numbers if other != number)
    return Finding(
        found.kind,
        number.start,
        number.end,
        number.text,
        number.value,
        found.message,
        None,
        None,
        suggestions,
        related,
    )
