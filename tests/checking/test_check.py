"""From a document to a report, with a stub model of known expectations."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.check import (
    EXPECTED_SHARE,
    NO_MODEL,
    add_contradictions,
    check_document,
    check_files,
    unlikely_findings,
)
from numerate.checking.score import IGNORED, OPEN, Suspect, judge, score_document, score_documents
from numerate.consistency import inconsistencies
from numerate.documents import Document, DocumentError, read
from numerate.model import Predictor, load
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.report.finding import Expected, Finding
from numerate.report.options import UNLIKELY, CheckOptions, RunOptions
from numerate.report.report import Report
from numerate.text import extract
from tests.checking.stub import StubModel
from tests.models.make_tiny import TINY

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


# -- unlikely numbers ---------------------------------------------------------------------------------------


def suspects(text: str, model: StubModel | None = None) -> list[Suspect]:
    """Return every number of the text as a suspect."""
    return judge(Document.from_text(text), model or StubModel(), CheckOptions(false_alarms=1.0))[1]


def findings(*values: object, model: StubModel | None = None) -> list[Finding]:
    text = SENTENCE.format(*values)
    return unlikely_findings(suspects(text, model), Document.from_text(text))


def test_an_unlikely_finding_has_the_span_and_p_value_of_its_number() -> None:
    text = SENTENCE.format(3000, 2014, 8)
    for finding, suspect in zip(findings(3000, 2014, 8), suspects(text), strict=True):
        assert finding.rule == UNLIKELY
        assert text[finding.start : finding.end] == finding.text == suspect.number.text
        assert (finding.value, finding.p_value) == (suspect.number.value, suspect.p_value)
        assert finding.related == ()


def test_the_usual_range_is_written_in_the_style_of_the_number() -> None:
    money, year, percent = findings(3000, 2014, 800)
    assert money.message == "$3000 billion is unlikely here: usually $1.7–$5.3 billion"
    assert percent.message == "800% is unlikely here: usually 4–14%"
    assert year.message == "2014 is unlikely here, though not by its size"
    assert year.expected is None
    assert money.expected.low < 3e9 < money.expected.high
    assert money.expected.share == EXPECTED_SHARE == 0.9


def test_the_usual_range_is_that_of_the_calibration() -> None:
    narrow = Calibration(IntervalCalibration(LevelTable((0.0, 1.0), (0.0, 0.5))))
    wide, own = (findings(90, 2014, 8, model=StubModel(calibration=c))[0] for c in (Calibration(), narrow))
    assert wide.expected.low < own.expected.low < 3e9 < own.expected.high < wide.expected.high


@given(st.integers(1, 10**6), st.integers(1, 9999), st.decimals("0.01", "9999", places=2, allow_nan=False))
def test_no_finding_lies_in_its_own_range(money: int, year: int, percent: object) -> None:
    for finding in findings(money, year, percent):
        if finding.expected is not None:
            assert not finding.expected.low <= finding.value <= finding.expected.high
            ends = [number.value for number in extract(finding.expected.text)]
            assert not ends[0] <= finding.value <= ends[-1]


def test_the_most_probable_suggestion_comes_first() -> None:
    _, year, _ = findings(3, 2041, 8)
    assert (year.suggestions[0].text, year.suggestions[0].reason) == ("2014", "two digits were swapped")
    assert year.suggestions[0].value == 2014
    assert year.suggestions[0].probability > 0.9


def test_usual_numbers_have_no_suggestions() -> None:
    assert [finding.suggestions for finding in findings(3, 2014, 8)] == [(), (), ()]


@given(st.integers(1, 10**6), st.integers(1, 9999), st.decimals("0.01", "9999", places=2, allow_nan=False))
def test_suggestions_are_at_most_three_probable_and_new(money: int, year: int, percent: object) -> None:
    for finding in findings(money, year, percent):
        probabilities = [suggestion.probability for suggestion in finding.suggestions]
        assert len(probabilities) <= 3
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(p >= max(0.01, 0.1 * probabilities[0]) for p in probabilities)
        assert sum(probabilities) <= 1 + 1e-9
        values = {suggestion.value for suggestion in finding.suggestions} | {finding.value}
        assert len(values) == 1 + len(probabilities)


def test_findings_are_the_same_in_a_batch_as_alone() -> None:
    text = SENTENCE.format(3000, 2041, 800)
    document, batch = Document.from_text(text), suspects(text)
    alone = [unlikely_findings([suspect], document)[0] for suspect in batch]
    for finding, other in zip(unlikely_findings(batch, document), alone, strict=True):
        assert finding.message == other.message
        assert [s.text for s in finding.suggestions] == [s.text for s in other.suggestions]
        assert [s.probability for s in finding.suggestions] == pytest.approx(
            [s.probability for s in other.suggestions]
        )


def test_without_suspects_there_are_no_findings() -> None:
    assert unlikely_findings([], Document.from_text("All is usual.")) == []


# -- contradictions -----------------------------------------------------------------------------------------


def unlikely(written: str, low: float, high: float, p_value: float = 0.005) -> Finding:
    start = SURVEY.index(written)
    expected = Expected(low, high, 0.9, f"{low}–{high}")
    span = (start, start + len(written))
    return Finding(UNLIKELY, *span, written, 0.0, "", p_value, expected, document=Document.from_text(SURVEY))


def blamed(*findings: Finding) -> str:
    [finding] = add_contradictions(Document.from_text(SURVEY), findings, inconsistencies(SURVEY), {})
    assert finding.rule == "share"
    assert len(finding.related) == 2
    return finding.text


def test_without_a_model_the_likeliest_error_is_blamed() -> None:
    assert blamed() == "65%"


@pytest.mark.parametrize("p_value", [0.01, 0.005, 0.0])
def test_an_unlikely_number_is_not_blamed_if_its_correction_is_unlikely_too(p_value: float) -> None:
    assert blamed(unlikely("240", 1_000, 50_000, p_value)) == "65%"


def test_an_unlikely_number_is_blamed_if_its_correction_is_usual() -> None:
    assert blamed(unlikely("180", 100, 170, p_value=0.0001)) == "180"
    assert blamed(unlikely("65%", 70, 90), unlikely("240", 1_000, 50_000)) == "65%"


def test_an_unlikely_number_is_not_blamed_if_its_correction_is_not_known() -> None:
    """A t of 2.20 is unlikely next to a p of 0.29, which lacks a digit."""
    document = Document.from_text("Pain was rated lower in the other group (t(219) = 2.20, p = 0.29).")
    start = document.text.index("2.20")
    expected = Expected(0.9, 1.4, 0.9, "0.9–1.4")
    statistic = Finding(UNLIKELY, start, start + 4, "2.20", 2.2, "", 0.0001, expected, document=document)
    [finding] = add_contradictions(document, [statistic], inconsistencies(document.text), {})
    assert (finding.rule, finding.text) == ("significance", "0.29")


# -- many files ----------------------------------------------------------------------------------------------


def test_files_are_checked_in_order_and_problems_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "b.md", "skip/c.txt", "table.dat"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SURVEY)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SURVEY.encode())))
    options = RunOptions(unlikely=False, exclude=("skip",), file=tmp_path / "numerate.toml")
    problems: list[DocumentError] = []
    progress: list[tuple[int, int]] = []
    run = check_files(
        [str(tmp_path), "-", str(tmp_path / "missing.txt")],
        options,
        stdin_name="memo.md",
        on_problem=problems.append,
        on_progress=lambda done, total: progress.append((done, total)),
    )
    assert [Path(report.name).name for report in run.reports] == ["memo.md", "a.txt", "b.md"]
    assert [report.document.format for report in run.reports] == ["markdown", "text", "markdown"]
    assert {finding.rule for report in run.reports for finding in report.findings} == {"share"}
    assert run.problems == tuple(problems)
    assert [problem.problem for problem in problems] == ["no such file or folder"]
    assert (run.excluded, run.left_out) == (1, (str(tmp_path / "table.dat"),))
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_files_are_checked_with_the_model_of_the_options(tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "a.txt").write_text(PROSE)
    [report] = check_files([str(tmp_path / "a.txt")], RunOptions(model=str(tiny_folder))).reports
    assert all(number.p_value is not None for number in report.numbers)


def test_a_long_document_reports_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numerate.model.predictor.BATCH_WINDOWS", 2)
    lines = [f"The group of {n} ships sold {n + 7} of them for {n * 3} dollars." for n in range(120)]
    (tmp_path / "a.txt").write_text("\n\n".join(lines))
    calls: list[tuple[float, int]] = []
    options = RunOptions(model=str(TINY))
    check_files([str(tmp_path / "a.txt")], options, on_progress=lambda *call: calls.append(call))
    shares = [done for done, _ in calls]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert all(0 < share < 1 for share in shares)
    assert {total for _, total in calls} == {1}
