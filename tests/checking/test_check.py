"""From a document to a report, with a stub model of known expectations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from numerate.checking.check import NO_MODEL, check_document
from numerate.checking.score import IGNORED, OPEN, score_document, score_documents
from numerate.documents import Document, read
from numerate.model import Predictor, load
from numerate.report.options import UNLIKELY, CheckOptions
from numerate.report.report import Report
from tests.checking.stub import StubModel

PROSE = (
    "The bank said on Tuesday that its profit was $3.1 billion in 2014 and that it had risen by 8 percent. "
    "It expects to open 480 of its branches in the cities of the north and to close none of the others."
)
SENTENCE = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."
SURVEY = "In a survey, 180 of 240 people (65%) said so."
SENSITIVE = CheckOptions(false_alarms=0.05)


def check(text: str, options: CheckOptions = SENSITIVE) -> Report:
    return check_document(Document.from_text(text), StubModel(), options)


def test_usual_numbers_have_p_values_and_are_not_flagged() -> None:
    report = check(PROSE)
    assert [checked.text for checked in report.numbers] == ["$3.1 billion", "2014", "8 percent", "480"]
    assert all(checked.p_value > 0.05 and checked.reason is None for checked in report.numbers)
    assert all(checked.prediction is None for checked in report.numbers)
    assert report.findings == ()
    assert (report.text, report.false_alarms) == (PROSE, 0.05)


def test_a_finding_has_its_place_the_usual_range_and_suggestions() -> None:
    text = PROSE.replace("$3.1 billion", "$3.1 trillion")
    [finding] = check(text).findings
    assert text[finding.start : finding.end] == finding.text == "$3.1 trillion"
    assert (finding.rule, finding.value) == (UNLIKELY, 3.1e12)
    assert finding.p_value == next(n.p_value for n in check(text).numbers) <= 0.05
    assert finding.expected.text == "$1.7–$5.3 billion"
    assert finding.expected.low < 3e9 < finding.expected.high
    assert finding.message == "$3.1 trillion is unlikely here: usually $1.7–$5.3 billion"
    first, *others = finding.suggestions
    assert (first.text, first.value, first.reason) == ("$3.1 billion", 3.1e9, "trillion for billion?")
    assert 0.5 < first.probability < 1
    assert len(others) <= 2
    assert all(other.probability < first.probability for other in others)


def test_contradictions_come_first_and_then_the_least_likely_numbers() -> None:
    text = f"{PROSE} Sales rose to 90 percent in 1914. The shop is open on 31 June of the year."
    rules = [(finding.rule, finding.text) for finding in check(text).findings]
    assert rules == [("date", "31"), (UNLIKELY, "1914"), (UNLIKELY, "90 percent")]


def test_a_contradiction_includes_the_unlikely_number_it_explains() -> None:
    text = PROSE + " Costs rose 8 percent to $3.24 billion from $30 billion in the year before it."
    alone = check(text, CheckOptions(false_alarms=0.05, consistency=False)).findings
    assert [finding.text for finding in alone] == ["$30 billion"]
    [finding] = check(text).findings
    assert (finding.rule, finding.text, finding.p_value) == ("change", "$30 billion", None)
    assert finding.suggestions[0].text == "$3 billion"
    assert finding.expected == alone[0].expected
    assert len({suggestion.value for suggestion in finding.suggestions}) == len(finding.suggestions) <= 3
    assert {text[start:end] for start, end in finding.related} == {"8 percent", "$3.24 billion"}


def test_without_a_model_contradictions_are_found() -> None:
    document = Document.from_text("Profit rose 12% to $3.4 billion from $2.1 billion.")
    for report in (
        check_document(document, None),
        check_document(document, StubModel(), CheckOptions(unlikely=False)),
    ):
        assert [finding.rule for finding in report.findings] == ["change"]
        assert [(n.p_value, n.reason) for n in report.numbers] == [(None, NO_MODEL)] * 3
    quiet = check_document(document, None, CheckOptions(consistency=False))
    assert quiet.findings == ()


def test_a_check_can_be_abandoned_between_its_steps() -> None:
    steps: list[int] = []

    def checkpoint() -> None:
        steps.append(1)
        if len(steps) == 3:
            raise TimeoutError

    text = "In a survey, 180 of 240 people (65%) said so. " * 50
    with pytest.raises(TimeoutError):
        check_document(Document.from_text(text), None, checkpoint=checkpoint)
    assert len(steps) == 3


def test_numbers_with_an_ignore_comment_are_never_flagged() -> None:
    text = f"{PROSE}\n\nIts costs were $9 trillion on 31 June of the year. <!-- numerate: ignore -->\n"
    report = check_document(read(text.encode(), format="markdown"), StubModel(), SENSITIVE)
    assert report.findings == ()
    assert [n.text for n in report.numbers if n.reason == IGNORED] == ["$9 trillion", "31"]


@pytest.fixture(scope="module")
def tiny(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)


def test_a_trained_model_judges_every_number_once(tiny: Predictor) -> None:
    text = "".join(f"{PROSE} That was {n} years ago.\n\n" for n in range(40))
    report = check_document(Document.from_text(text), tiny, CheckOptions(false_alarms=1.0))
    assert [n.start for n in report.numbers] == sorted({n.start for n in report.numbers})
    assert len(report.numbers) == 200
    assert all(0 < n.p_value <= 1 for n in report.numbers)
    assert len(report.findings) == 200
    for finding in report.findings:
        assert text[finding.start : finding.end] == finding.text
    values = [finding.p_value for finding in report.findings]
    assert values == sorted(values)


def test_documents_score_the_same_in_a_batch_as_alone(tiny: Predictor) -> None:
    texts = [PROSE, "No number here.", f"{PROSE} It is [#MASK] of the rest, and 1e-30 of it.", PROSE * 30, ""]
    documents = [Document.from_text(text) for text in texts]
    assert score_documents([], tiny) == []
    for document, scored in zip(documents, score_documents(documents, tiny), strict=True):
        alone = list(score_document(document, tiny))
        for part, other in zip(scored, alone, strict=True):
            assert part.numbers == other.numbers
            assert part.reasons == other.reasons
            np.testing.assert_array_equal(part.positions, other.positions)
            np.testing.assert_allclose(part.scores, other.scores, atol=1e-3)
        report = check_document(document, tiny, CheckOptions(false_alarms=1.0), scored=scored)
        starts = [number.start for part in alone for number in part.judged.numbers]
        assert [checked.start for checked in report.numbers] == starts


def test_masks_and_numbers_out_of_range_have_a_reason(tiny: Predictor) -> None:
    report = check_document(
        Document.from_text(f"{PROSE} It is [#MASK] of the rest, and 1e-30 of it."), tiny, CheckOptions()
    )
    reasons = {n.text: n.reason for n in report.numbers}
    assert reasons["[#MASK]"] == OPEN
    assert "out of the range" in reasons["1e-30"]


@pytest.mark.parametrize("text", ["", " \n\n ", "No number here."])
def test_a_text_without_numbers_has_an_empty_report(tiny: Predictor, text: str) -> None:
    report = check_document(Document.from_text(text), tiny)
    assert (report.text, report.numbers, report.findings) == (text, (), ())
