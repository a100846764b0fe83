"""Check documents: score their numbers, find contradictions, and turn both into findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf, log
from pathlib import Path
from typing import TYPE_CHECKING

from numerate.checking.arithmetic import arithmetic_evidence, determined
from numerate.checking.collector import rare_collection
from numerate.checking.precision import Precision
from numerate.checking.score import ScoredNumbers, Suspect, flags_by_probability, judge, score_document
from numerate.consistency import RULES, Inconsistency, contradictions, relations
from numerate.consistency.tables import RULES as TABLE_RULES
from numerate.consistency.tables import TableCoverage, table_inconsistencies
from numerate.documents import Document, DocumentError, find, is_address, read
from numerate.errors import InputError
from numerate.io.streams import standard_input
from numerate.model import Predictor, load
from numerate.model.prediction import batch_distributions
from numerate.report.finding import Expected, Finding, Suggestion
from numerate.report.options import FALSE_ALARMS, LIKELY, UNLIKELY, CheckOptions, RunOptions
from numerate.report.report import CheckedNumber, Report, Run
from numerate.report.rules import check_comments
from numerate.text import Number, extract, render_range
from numerate.text.ranges import rounded_range
from numerate.typos.typos import UNWRITTEN, TypoPosterior, describe, typo_posteriors

if TYPE_CHECKING:
    from numerate.consistency.learned.network import ClaimModel
    from numerate.consistency.sources.index import SourceIndex

NO_MODEL = "no model was used"

Span = tuple[int, int]

_DEFAULTS = CheckOptions()


def check_files(
    names: Sequence[str],
    options: RunOptions,
    *,
    device: str = "cpu",
    stdin_name: str = "standard input",
    against: Sequence[str] = (),
    on_problem: Callable[[DocumentError], None] = lambda problem: None,
    on_progress: Callable[[float, int], None] = lambda done, total: None,
) -> Run:
    """Check the documents that file names, folders, patterns and addresses stand for; "-" is standard input.

    against: file names, folders and patterns of the sources that the numbers must follow from.
    on_problem: called with each document that cannot be read; the others are checked.
    on_progress: called with the number of documents done, and the number of all. A long document counts by
        the share of it that is done.
    """
    left_out: list[str] = []
    index = _read_index(names, against, left_out) if against else None
    model = load(options.model, device=device) if options.needs_model else None
    addresses = [name for name in names if is_address(name)]
    discovery = find(name for name in names if name != "-" and name not in addresses)
    files = [file for file in discovery.files if not options.exclude or not options.excludes(file)]
    sources: list[Path | str | None] = [*([None] if "-" in names else []), *files, *addresses]
    if options.together and len(sources) < 2:
        raise InputError("--together: compares documents with each other; give at least two")
    problems = list(discovery.problems)
    for problem in problems:
        on_problem(problem)
    reports: list[Report] = []
    for done, source in enumerate(sources):
        if len(sources) > 1:
            on_progress(done, len(sources))
        try:
            document = _read(source, stdin_name)
            scored = _scored(document, model, partial(_report_part, on_progress, done, len(sources)))
            reports.append(check_document(document, model, options, scored=scored, sources=index))
        except DocumentError as problem:
            problems.append(problem)
            on_problem(problem)
    if len(sources) > 1:
        on_progress(len(sources), len(sources))
    if options.together and options.looks_for("repeated"):
        from numerate.checking.together import compare_reports

        reports = list(compare_reports(reports))
    return Run(
        tuple(reports),
        tuple(problems),
        excluded=len(discovery.files) - len(files),
        left_out=(*map(str, discovery.left_out), *left_out),
    )


def _read_index(names: Sequence[str], against: Sequence[str], left_out: list[str]) -> SourceIndex:
    """Read the sources first: without one of them, every number that it has would seem wrong."""
    from numerate.checking.against import read_sources, with_text
    from numerate.consistency.sources.tracing import index_sources

    if "-" in names and "-" in against:
        raise InputError("-: standard input is either checked or a source; give one of them as a file")
    return index_sources(with_text(read_sources(against, left_out)))


def _read(source: Path | str | None, stdin_name: str) -> Document:
    """Read a file, what is at an address, or standard input."""
    if isinstance(source, str):
        from numerate.documents.fetching import fetch

        return fetch(source)
    return read(source) if source else read(standard_input(), name=stdin_name)


def _scored(
    document: Document, model: Predictor | None, on_part: Callable[[float], None]
) -> Iterator[ScoredNumbers] | None:
    """Score a document; call `on_part` with the share that is done after each part of a long one."""
    if model is None:
        return None

    def parts() -> Iterator[ScoredNumbers]:
        for part in score_document(document, model):
            yield part
            if part.numbers:
                on_part(part.numbers[-1].end / len(document.text))

    return parts()


def _report_part(on_progress: Callable[[float, int], None], done: int, total: int, share: float) -> None:
    if share < 1 and (total > 1 or share < _LAST_PART):
        on_progress(done + share, total)


_LAST_PART = 0.9
"""Share of a document after which no bar appears: most are done in one part."""


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
    with_model = model is not None and options.needs_model
    reader = _claim_reader(model) if model is not None and with_model and rules else None
    stated = relations(document.text, document.headings, rules, reader, checkpoint) if rules else []
    if model is not None and with_model:
        checkpoint()
        numbers, suspects = judge(document, model, options, scored, arithmetic_evidence(stated))
        checkpoint()
        if flags_by_probability(options, model.calibration):  # a rate is of all numbers, confirmed or not
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


EXPECTED_SHARE = 0.9
"""Share of correct numbers that lie in the range reported as usual."""
_MOST_SUGGESTIONS = 3
_MIN_PROBABILITY = 0.01
"""Posterior probability below which nothing is suggested."""
_MIN_RELATIVE_PROBABILITY = 0.1
"""The same, relative to the most probable suggestion."""


def unlikely_findings(suspects: Sequence[Suspect], document: Document) -> list[Finding]:
    """Return a finding for each suspect; in one batch they take hardly longer than one."""
    if not suspects:
        return []
    numbers = [suspect.number for suspect in suspects]
    predictions = [suspect.prediction for suspect in suspects]
    distributions = batch_distributions(predictions)
    kinds = [number.kind for number in numbers]
    lows, highs = predictions[0].calibration.interval(distributions, EXPECTED_SHARE, kinds)
    posteriors = typo_posteriors(numbers, document.text, distributions, _MOST_SUGGESTIONS)
    precision = Precision(extract(document.text))
    findings = []
    for suspect, low, high, posterior in zip(
        suspects, lows.tolist(), highs.tolist(), posteriors, strict=True
    ):
        number = suspect.number
        expected = _expected(low, high, number)
        suggestions = _suggestions(posterior, number, precision)
        finding = Finding(
            UNLIKELY,
            number.start,
            number.end,
            number.text,
            number.value,
            _message(number, expected, suggestions, document.text),
            suspect.p_value,
            expected,
            suggestions,
            error_probability=suspect.error_probability,
            document=document,
        )
        findings.append(finding)
    return findings


def _expected(low: float, high: float, number: Number) -> Expected | None:
    """Return the usual range; None where the number lies in it, and is unlikely not by its size."""
    first, last = map(float, rounded_range(low, high, like=number))
    if min(low, first) <= number.value <= max(high, last):
        return None
    return Expected(low, high, EXPECTED_SHARE, render_range(low, high, like=number))


def _suggestions(posterior: TypoPosterior, number: Number, precision: Precision) -> tuple[Suggestion, ...]:
    """Return the typos worth suggesting, the most probable first."""
    if not posterior.typos:
        return ()
    least = max(_MIN_PROBABILITY, _MIN_RELATIVE_PROBABILITY * posterior.probabilities[0])
    return tuple(
        Suggestion(typo.value, typo.text, describe(typo, number), probability)
        for typo, probability in zip(posterior.typos, posterior.probabilities, strict=True)
        if probability >= least and typo.kind not in UNWRITTEN and precision.allows(typo.text, number)
    )


def _message(number: Number, expected: Expected | None, suggestions: Sequence[Suggestion], text: str) -> str:
    unit = _unit_after(number, text)
    written = f"{number.text}{unit}"
    if expected is not None:
        return f"{written} is unlikely here: usually {expected.text}{unit}"
    if suggestions:
        return f"{written} is unlikely here: {suggestions[0].text}{unit} would be likelier"
    return f"{written} is unlikely here, though not by its size"


_LONGEST_UNIT = 20
"""Characters of a unit that a message repeats."""


def _unit_after(number: Number, text: str) -> str:
    """Return the unit that follows a number, with the space before it: " °C"."""
    unit = number.unit
    if unit is None or not 0 <= unit.start - number.end <= 1 or unit.end - unit.start > _LONGEST_UNIT:
        return ""
    return text[number.end : unit.end]


_MIN_P_VALUE = 1e-4
"""Floor on the p-values that decide which number of a contradiction is wrong."""


def add_contradictions(
    document: Document,
    unlikely: Sequence[Finding],
    inconsistencies: Iterable[Inconsistency],
    probabilities: Mapping[int, float | None],
    checkpoint: Callable[[], None] = lambda: None,
    possible: bool = False,
) -> list[Finding]:
    """Return the contradictions, and the unlikely findings that none of them explains.

    probabilities: the probability that each number is wrong, by its start.
    possible: whether to return contradictions too that may be misreadings.

    Arithmetic and the model together decide which of the numbers is wrong. A number that was judged next to a
    wrong one is unlikely because of it, so an unlikely number of a contradiction is part of that finding.
    """
    by_span = {(finding.start, finding.end): finding for finding in unlikely}
    findings = []
    for inconsistency in inconsistencies:
        checkpoint()
        if inconsistency.level == "possible" and (not possible or _says_less(inconsistency, by_span)):
            continue
        finding = _contradiction(inconsistency, by_span, document)
        findings.append(replace(finding, error_probability=probabilities.get(finding.start)))
    findings = [finding for finding in findings if not _is_ignored(finding, document)]
    explained = {span for finding in findings for span in ((finding.start, finding.end), *finding.related)}
    return [*findings, *(finding for span, finding in by_span.items() if span not in explained)]


def _says_less(inconsistency: Inconsistency, unlikely: Mapping[Span, Finding]) -> bool:
    """Return whether it is about one number only, of which the model says what would be usual."""
    spans = [(number.start, number.end) for number in inconsistency.numbers]
    return len(spans) == 1 and spans[0] in unlikely


def _is_ignored(finding: Finding, document: Document) -> bool:
    """Return whether an ignore comment covers any number of a contradiction."""
    spans = ((finding.start, finding.end), *finding.related)
    return any(document.is_ignored(start, end, finding.rule) for start, end in spans)


def _contradiction(
    inconsistency: Inconsistency, unlikely: Mapping[Span, Finding], document: Document
) -> Finding:
    number = inconsistency.suspect or _likeliest_error(inconsistency, unlikely)
    # A suspect is named where one typo in it is far likelier than any other explanation.
    suggestions = [
        Suggestion(c.value, c.text, c.reason, certain=inconsistency.suspect is not None)
        for c in inconsistency.suggestions
        if c.number == number
    ]
    finding = Finding(
        inconsistency.kind,
        number.start,
        number.end,
        number.text,
        number.value,
        inconsistency.message,
        suggestions=tuple(suggestions),
        related=tuple((other.start, other.end) for other in inconsistency.numbers if other != number),
        certain=inconsistency.level == "error",
        document=document,
    )
    by_model = unlikely.get((number.start, number.end))
    if by_model is None:
        return finding
    values = {suggestion.value for suggestion in suggestions}
    more = (suggestion for suggestion in by_model.suggestions if suggestion.value not in values)
    suggestions = [*suggestions, *more][:_MOST_SUGGESTIONS]
    return replace(finding, expected=by_model.expected, suggestions=tuple(suggestions))


def _likeliest_error(inconsistency: Inconsistency, unlikely: Mapping[Span, Finding]) -> Number:
    """Return the number whose error explains a contradiction best; of equal ones the last, the derived one.

    An error is likelier the more common its typo is, and the less likely the number, provided that its
    correction is known and itself likely: where thousands are usual, 277 is as unlikely as 240. Otherwise the
    number may be unlikely only because it is next to the wrong one.
    """
    corrections = {correction.number: correction.value for correction in inconsistency.suggestions}
    best, likeliest = inf, inconsistency.numbers[-1]
    candidates = zip(reversed(inconsistency.numbers), reversed(inconsistency.error_costs), strict=True)
    for number, cost in candidates:
        finding = unlikely.get((number.start, number.end))
        if finding is not None and number in corrections and _is_usual(corrections[number], finding):
            cost += log(max(finding.p_value or 0.0, _MIN_P_VALUE))
        if cost < best:
            best, likeliest = cost, number
    return likeliest


def _is_usual(value: float, finding: Finding) -> bool:
    expected = finding.expected
    return expected is None or expected.low <= value <= expected.high
