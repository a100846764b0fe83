"""Compare the documents of one run with each other: facts that have different values in two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from numerate.consistency.fact_pairs import ConflictingFacts, conflicting_facts
from numerate.consistency.facts import read_facts
from numerate.consistency.sources.support import Evidence
from numerate.documents import Document
from numerate.report.finding import Finding, Suggestion
from numerate.report.report import Report
from numerate.text import extract

RULE = "repeated"


def compare_reports(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Add a finding to a document for every fact that has another value in one before it."""
    texts = [report.text for report in reports]
    facts = [read_facts(text, [part for n in extract(text) for part in n.split()]) for text in texts]
    added: defaultdict[int, list[Finding]] = defaultdict(list)
    for i, j, pair in conflicting_facts(texts, facts, across=True):
        if pair.certain:
            finding = _finding(pair, reports[i].document, reports[j].document)
            added[j] += [finding] if finding is not None else []
    return tuple(
        replace(report, findings=(*added[i], *report.findings)) if i in added else report
        for i, report in enumerate(reports)
    )


def _finding(pair: ConflictingFacts, earlier: Document, document: Document) -> Finding | None:
    first, second = pair.first.number, pair.second.number
    if document.is_ignored(second.start, second.end, RULE) or earlier.is_ignored(
        first.start, first.end, RULE
    ):
        return None
    return Finding(
        RULE,
        second.start,
        second.end,
        second.text,
        second.value,
        f"{second.text} here is {first.text} in {earlier.name}.",
        suggestions=(Suggestion(first.value, first.text, f"as in {earlier.name}"),),
        evidence=(Evidence(first, earlier, 1.0),),
        document=document,
    )
