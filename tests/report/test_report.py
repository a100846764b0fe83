from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import Document, DocumentError
from numerate.report.finding import Finding, Suggestion
from numerate.report.report import CheckedNumber, Counts, Report, Run, plural
from numerate.text import extract
from tests.report.samples import TEXT, report, run


def test_a_checked_number_has_the_fields_of_its_number() -> None:
    sample = report()
    for checked in sample.numbers:
        assert sample.text[checked.start : checked.end] == checked.text == checked.number.text
        assert (checked.value, checked.kind) == (checked.number.value, checked.number.kind)


def test_places_are_those_of_a_finding_a_number_or_a_span() -> None:
    sample = report()
    [unlikely, _] = sample.findings
    place = sample.locate(unlikely)
    assert TEXT[place.start : place.end] == "$3.4** trillion"
    assert sample.locate(sample.numbers[1]) == sample.locate(unlikely.start, unlikely.end) == place
    with pytest.raises(TypeError, match="the start and the end"):
        sample.locate(3)  # type: ignore[call-overload]


def test_a_text_that_comes_from_no_file_has_lines_of_its_own() -> None:
    sample = report("One 1.\n\nTwo 2.", None)
    assert (sample.name, sample.text) == ("the text", "One 1.\n\nTwo 2.")
    assert sample.locate(12, 13).where == "line 3, column 5"


def test_likely_suggestions_are_applied_by_default() -> None:
    sample = report()
    assert sample.corrected() == sample.text.replace("$3.4 trillion", "$3.4 billion")
    assert sample.corrected(lambda finding: None) == sample.text
    everything = sample.corrected(lambda finding: finding.suggestions[0])
    assert everything == sample.text.replace("$3.4 trillion", "$3.4 billion").replace("12%", "21%")


def test_of_overlapping_findings_the_worse_is_corrected() -> None:
    sample = report()
    [unlikely, _] = sample.findings
    worse = replace(unlikely, start=unlikely.start + 1, suggestions=(Suggestion(1, "ONE", "", 0.9),))
    assert replace(sample, findings=(worse, unlikely)).corrected() == sample.text.replace(
        "3.4 trillion", "ONE"
    )


@given(st.text("a 1.", max_size=60), st.data())
def test_a_correction_changes_the_chosen_numbers_and_nothing_else(text: str, data: st.DataObject) -> None:
    document = Document.from_text(text)
    findings = [
        Finding("total", n.start, n.end, n.text, n.value, "", document=document) for n in extract(text)
    ]
    chosen = data.draw(st.lists(st.sampled_from(findings), unique=True) if findings else st.just([]))
    sample = Report(document, (), tuple(data.draw(st.permutations(findings))), 0.01)
    corrected = sample.corrected(lambda f: Suggestion(0, "<new>", "") if f in chosen else None)
    kept = [f for f in findings if f not in chosen]
    assert corrected.count("<new>") == len(chosen)
    assert len(corrected) == len(text) + sum(5 - (f.end - f.start) for f in chosen)
    expected = text
    for finding in sorted(chosen, key=lambda f: -f.start):
        expected = f"{expected[: finding.start]}<new>{expected[finding.end :]}"
    assert corrected == expected
    assert sample.text == text
    assert len(kept) + len(chosen) == len(findings)


def test_a_report_as_a_dict_is_valid_json_with_or_without_numbers() -> None:
    sample = report()
    record = json.loads(json.dumps(sample.to_dict(), allow_nan=False))
    assert (record["file"], record["format"], record["false_alarms"]) == ("notes/a b.md", "markdown", 0.01)
    assert [finding["rule"] for finding in record["findings"]] == ["unlikely", "change"]
    assert [number["start"] for number in record["numbers"]] == [checked.start for checked in sample.numbers]
    assert record["numbers"][-1]["reason"] == "7 is a name"
    assert record["numbers"][1]["place"] == record["findings"][0]["place"]
    assert "numbers" not in sample.to_dict(numbers=False)


def test_numbers_that_were_not_judged_are_counted_by_their_reason() -> None:
    assert report().counts == Counts(1, 4, 3, {"7 is a name": 1}, 2)
    assert run().counts == report().counts


def test_the_summary_says_what_was_not_judged() -> None:
    document = Document.from_text("1 2 3 4 5")
    reasons = ["a", "b", "b", "c", "d"]
    numbers = tuple(CheckedNumber(n, None, r) for n, r in zip(extract(document.text), reasons, strict=True))
    sample = Report(document, numbers, (), 0.01)
    assert sample.counts.summary == (
        "No findings among 5 numbers of 1 document; "
        "0 of 5 numbers judged, 5 (100%) not judged (2: b, 1: a, 1: c, …)."
    )
    assert replace(sample, numbers=numbers[:1]).counts.summary.endswith(", 1 (100%) not judged (a).")
    whole = Run((sample,), (DocumentError("a", "b"),), left_out=("c", "d"), accepted=1)
    assert whole.summary.endswith(
        " The baseline accepts 1 more finding. 1 document could not be read. "
        "2 files left out: no known format."
    )


def test_counts_have_a_noun_in_the_plural() -> None:
    assert (plural(1, "finding"), plural(0, "finding"), plural(2310, "file")) == (
        "1 finding",
        "0 findings",
        "2,310 files",
    )
