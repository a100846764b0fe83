"""One road through a document: its numbers, what each may be, what is odd, what contradicts itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from numerate.checking.contradictions import contradictions
from numerate.checking.documents import Document
from numerate.checking.explanation import unlikely
from numerate.checking.judgement import Seen, judge
from numerate.checking.report import Checked, Finding, Report
from numerate.checking.settings import Settings
from numerate.model import Model
from numerate.text import extract

_SETTINGS = Settings()
NO_MODEL = "no model was asked"


def check_document(
    document: Document,
    model: Model | None,
    settings: Settings = _SETTINGS,
    go_on: Callable[[], None] = lambda: None,
    seen: Iterable[Seen] | None = None,
) -> Report:
    """Judge every number of a document; without a model only contradictions are looked for.

    go_on: called before each step of what may take minutes; raises where nobody waits for it any more.
    seen: what the model has seen of it, where it was asked about several documents together.
    """
    findings: list[Finding] = []
    oddest: dict[int, float] = {}
    if model is not None and settings.unlikely:
        numbers, suspects = judge(document, model, settings, seen)
        go_on()
        findings = unlikely(suspects, document.text)
        oddest = {suspect.number.start: suspect.oddness for suspect in suspects}
    else:
        numbers = [Checked(number, None, NO_MODEL) for number in extract(document.text)]
    if settings.consistency:
        findings = contradictions(document, findings, go_on)
    # What is certain comes first. p-values have steps, and within one oddness tells the worst.
    findings.sort(key=lambda f: (f.p_value or 0.0, f.p_value and -oddest[f.start], f.start))
    return Report(document.text, tuple(numbers), tuple(findings), settings.false_alarms, document)
