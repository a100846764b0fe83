"""Check a document: score its numbers, find contradictions, trace its sources, and rank the findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from numerate.checking.arithmetic import arithmetic_evidence, determined
from numerate.checking.collector import rare_collection
from numerate.checking.contradictions import add_contradictions
from numerate.checking.score import ScoredNumbers, flags_by_probability, judge
from numerate.checking.unlikely import unlikely_findings
from numerate.consistency import RULES, contradictions, relations
from numerate.consistency.tables import RULES as TABLE_RULES
from numerate.consistency.tables import TableCoverage, table_inconsistencies
from numerate.documents import Document
from numerate.model import Predictor
from numerate.report.finding import Finding
from numerate.report.options import FALSE_ALARMS, LIKELY, CheckOptions
from numerate.report.report import CheckedNumber, Report
from numerate.report.rules import check_comments
from numerate.text import extract

if TYPE_CHECKING:
    from numerate.consistency.learned.network import ClaimModel
    from numerate.consistency.sources.index import SourceIndex

NO_MODEL = "no model was used"

_DEFAULTS = CheckOptions()


@rare_collection()
def check_document(
    document: Document,
    model: Predictor | None,
    options: CheckOptions = _DEFAULTS,
    checkpoint: Callable[[], None] = lambda: None,
    scored: Iterable[ScoredNumbers] | None = None,
    sources: SourceIndex | None = None,
) -> Report:
    """Check a document; without a model only for contradictions.

    checkpoint: called before each step that may take long; may raise to abandon the check.
    scored: the scored numbers, if the document was scored in a batch with others.
    sources: what the numbers must follow from, if it was read already; else `options.against`.
    """
    if document.ignored_rules:
        check_comments(document)
    findings: list[Finding] = []
    scores: dict[int, float] = {}
    tables = TableCoverage()
    rules = [name for name in (*RULES, *TABLE_RULES) if options.looks_for(name)]
    judging = model if options.needs_model else None
    reader = _claim_reader(judging) if judging is not None and rules else None
    stated = relations(document.text, document.headings, rules, reader, checkpoint) if rules else []
    if judging is not None:
        checkpoint()
        numbers, suspects = judge(document, judging, options, scored, arithmetic_evidence(stated))
        checkpoint()
        if flags_by_probability(options, judging.calibration):  # a rate is of all numbers, confirmed or not
            confirmed = determined(stated)
            suspects = [suspect for suspect in suspects if suspect.number.start not in confirmed]
        findings = unlikely_findings(suspects, document)
        scores = {suspect.number.start: suspect.score for suspect in suspects}
    else:
        numbers = [CheckedNumber(number, None, NO_MODEL) for number in extract(document.text)]
    if rules:
        possible = options.rate >= FALSE_ALARMS["sensitive"]
        in_text = contradictions(document.text, stated)
        in_tables = table_inconsistencies(document, rules, tables, checkpoint)
        probabilities = {checked.start: checked.error_probability for checked in numbers}
        findings = add_contradictions(
            document, findings, chain(in_text, in_tables), probabilities, checkpoint, possible
        )
    if sources is not None or options.against:
        checkpoint()
        sources = sources or _index(options)
        numbers, findings = _trace(document, numbers, findings, sources, options, model)
    # Contradictions are certain and come first. Equal p-values are common; their scores tell them apart.
    findings.sort(key=lambda f: (f.p_value is not None, *_rank(f, scores), f.start))
    rate = options.rate
    if model is not None and flags_by_probability(options, model.calibration):
        rate = model.calibration.errors.false_alarms
    against = tuple(source.document for source in sources.sources) if sources else ()
    return Report(document, tuple(numbers), tuple(findings), rate, tables, against)


def _claim_reader(model: Predictor) -> ClaimModel:
    # Imported here: a check without a model does not load any of it.
    from numerate.consistency.learned.network import claim_model

    return claim_model(model.threads)


def _index(options: CheckOptions) -> SourceIndex:
    from numerate.checking.against import source_documents
    from numerate.consistency.sources.tracing import index_sources

    return index_sources(source_documents(options.against))


def _rank(finding: Finding, scores: Mapping[int, float]) -> tuple[float, ...]:
    """Return what unlikely numbers are sorted by: the likeliest error first."""
    if finding.p_value is None:
        return (0.0,)
    return -(finding.error_probability or 0.0), finding.p_value, -scores.get(finding.start, 0.0)


def _trace(
    document: Document,
    numbers: Sequence[CheckedNumber],
    findings: Sequence[Finding],
    sources: SourceIndex,
    options: CheckOptions,
    model: Predictor | None,
) -> tuple[list[CheckedNumber], list[Finding]]:
    """Add what sources say: a number that they state or contradict is not reported as unlikely, too."""
    # Imported here: a check without sources does not load any of it.
    from numerate.checking.against import support_numbers
    from numerate.checking.odds import ValueOdds
    from numerate.consistency.sources.rules import RULES as SOURCE_RULES
    from numerate.consistency.sources.tracing import FALSE_ALARMS as OF_STATED

    rate = OF_STATED if options.false_alarms == LIKELY else options.rate
    rules = [name for name in SOURCE_RULES if options.looks_for(name)]
    odds = None if model is None else ValueOdds(model)
    traced, unsupported = support_numbers(document, numbers, sources, rate, rules, odds)
    settled = {checked.start for checked in traced if checked.support and checked.support.is_supported}
    settled |= {finding.start for finding in unsupported}
    kept = [finding for finding in findings if finding.p_value is None or finding.start not in settled]
    return traced, [*kept, *unsupported]
