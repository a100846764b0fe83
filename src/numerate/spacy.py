"""A component for spaCy: `nlp.add_pipe("numerate")` finds the numbers of a text and, if wanted, checks them.

Importing this module registers it; spaCy does so by itself where numerate is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from numerate.text import Number, extract

if TYPE_CHECKING:
    from numerate.checking.model import Model

GROUP = "numerate"
"""The key of `doc.spans` with every number."""


def _extend() -> None:
    """Declare the extensions; `force` lets the module be imported again, as notebooks do."""
    for name in ("number", "finding"):
        Span.set_extension(name, default=None, force=True)
    Doc.set_extension("numerate_report", default=None, force=True)


_extend()


@Language.factory(  # type: ignore[untyped-decorator]
    "numerate", default_config={"check": False, "entities": True}, retokenizes=False
)
def make_component(nlp: Language, name: str, check: bool, entities: bool) -> NumerateComponent:
    """Make the component.

    check: also look for numbers that look wrong.
    entities: replace overlapping entities by numbers, with their kind as the label.
    """
    return NumerateComponent(check, entities)


class NumerateComponent:
    """Adds the numbers of a text to its spans and entities."""

    def __init__(self, check: bool, entities: bool) -> None:
        self._check = check
        self._entities = entities
        self._model: Model | None = None

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a text: `doc.spans["numerate"]`, `span._.number`, and with a check `span._.finding`."""
        spans = [span for number in extract(doc.text) if (span := _span(doc, number))]
        if self._check:
            self._add_findings(doc, spans)
        doc.spans[GROUP] = spans
        if self._entities:
            taken = {token.i for span in spans for token in span}
            others = [entity for entity in doc.ents if not taken & set(range(entity.start, entity.end))]
            doc.set_ents([*others, *_disjoint(spans)])
        return doc

    def _add_findings(self, doc: Doc, spans: list[Span]) -> None:
        if self._model is None:
            from numerate.checking.model import load

            self._model = load()
        from numerate.documents import Document

        report = self._model.check(Document.from_text(doc.text))
        doc._.numerate_report = report
        findings = {finding.start: finding for finding in report.findings}
        for span in spans:
            span._.finding = findings.get(span._.number.start)


def _span(doc: Doc, number: Number) -> Span | None:
    """Return the tokens of a number; they may hold more than it, as "12-year-old" does."""
    span: Any = doc.char_span(number.start, number.end, label=number.kind.upper(), alignment_mode="expand")
    if span is not None:
        span._.number = number
    return span if isinstance(span, Span) else None


def _disjoint(spans: list[Span]) -> list[Span]:
    """Return the spans that share no token with one before them: entities may not overlap."""
    end, chosen = 0, []
    for span in spans:
        if span.start >= end:
            chosen.append(span)
            end = span.end
    return chosen
