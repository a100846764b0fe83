"""Reports, numbers and predictions as agents get them."""

from __future__ import annotations

from numerate import extract
from numerate.checking.check import check_document
from numerate.documents import Document
from numerate.mcp.results import CheckResult, NumberResult, TraceResult
from numerate.report.options import CheckOptions

WRONG = "A total of 120 guests: 60 men and 50 women."


def test_a_finding_has_its_place_its_sentence_and_its_suggestions() -> None:
    report = check_document(Document.from_text(f"It rained. {WRONG}"), None, CheckOptions(unlikely=False))
    result = CheckResult.of(report)
    [finding] = result.findings
    assert (finding.rule, finding.level, finding.sentence) == ("total", "error", WRONG)
    assert f"It rained. {WRONG}"[finding.start : finding.end] == finding.text
    assert finding.message == "60 + 50 = 110, not 120."
    suggested = [suggestion.text for suggestion in report.findings[0].suggestions]
    assert suggested
    assert [suggestion.text for suggestion in finding.suggestions] == suggested
    assert finding.fingerprint == report.findings[0].fingerprint.digest
    assert result.numbers == 3
    assert result.summary == report.counts.summary


def test_a_report_without_findings() -> None:
    report = check_document(Document.from_text("It rained."), None, CheckOptions(unlikely=False))
    result = CheckResult.of(report)
    assert (result.findings, result.numbers) == ([], 0)
    trace = TraceResult.of(report)
    assert (trace.summary, trace.numbers, trace.findings) == ("no numbers", [], [])


def test_a_number_has_its_sign_its_unit_and_its_noun() -> None:
    cold, guests = map(NumberResult.of, extract("At -5 °C we had 12 guests."))
    assert (cold.value, cold.unit, cold.noun) == (-5, "°C", None)
    assert (guests.value, guests.unit, guests.noun) == (12, None, "guests")


def test_the_value_of_a_code_is_none() -> None:
    [code] = map(NumberResult.of, extract("an A380", identifiers=True))
    assert (code.kind, code.value) == ("identifier", None)
