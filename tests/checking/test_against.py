import json
from pathlib import Path

import pytest

import numerate
from numerate.documents import read
from numerate.errors import DocumentError, InputError
from numerate.report.outputs import FORMATS, PLAIN, write
from numerate.report.report import Run

SOURCE = (
    "The council approved the budget by 30 votes to 12 on Monday. It sets aside 18,400,000 euros for parks."
)
DRAFT = "The council approved the budget by 30 votes to 13. Parks get 18.4 million euros. The mayor is 61."


def test_every_number_has_its_support_and_findings_quote_both_sides() -> None:
    report = numerate.trace(DRAFT, SOURCE)
    assert [checked.support and checked.support.verdict for checked in report.numbers] == [
        "same", "contradicted", "rescaled", "absent",
    ]  # fmt: skip
    assert [(finding.rule, finding.level, finding.text) for finding in report.findings] == [
        ("contradicted", "error", "13"),
        ("absent", "warning", "61"),
    ]
    [wrong, _] = report.findings
    assert [suggestion.text for suggestion in wrong.suggestions] == ["12"]
    assert "30 votes to 12" in wrong.evidence[0].quote
    assert str(report.coverage) == (
        "2 of 4 numbers supported by the sources (1 same, 1 rescaled, 1 contradicted, 1 absent)"
    )


def test_texts_are_named_by_their_number() -> None:
    report = numerate.trace(DRAFT, ["The mayor is 61.", SOURCE])
    assert [finding.evidence[0].source for finding in report.findings] == ["source 2"]
    assert report.document.name != "source 1"


@pytest.mark.parametrize("form", FORMATS)
def test_every_output_has_the_source(form: str) -> None:
    content = write(Run((numerate.trace(DRAFT, SOURCE),)), form, PLAIN)
    assert "votes to 12 on Monday" in content


def test_json_has_the_support_of_every_number() -> None:
    record = json.loads(json.dumps(numerate.trace(DRAFT, SOURCE).to_dict()))
    assert record["coverage"]["supported"] == 2
    assert record["numbers"][0]["support"]["verdict"] == "same"
    assert record["findings"][0]["evidence"][0]["text"] == "12"


def test_a_check_takes_sources_with_its_other_options() -> None:
    report = numerate.check(DRAFT, unlikely=False, against=[SOURCE])
    assert [finding.rule for finding in report.findings] == ["contradicted", "absent"]
    report = numerate.check(DRAFT, unlikely=False, against=SOURCE, ignore="absent")
    assert [finding.rule for finding in report.findings] == ["contradicted"]


def test_sources_are_texts_files_folders_and_documents(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("The mayor is 61.\n")
    (tmp_path / "b.txt").write_text(SOURCE)
    report = numerate.trace(DRAFT, [tmp_path])
    assert [finding.text for finding in report.findings] == ["13"]
    assert report.findings[0].evidence[0].source == str(tmp_path / "b.txt")


def test_a_source_that_cannot_be_read_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"nope\.txt: no such file"):
        numerate.trace(DRAFT, [tmp_path / "nope.txt"])
    with pytest.raises(InputError, match="no source"):
        numerate.trace(DRAFT, [])
    with pytest.raises(TypeError, match="a source is"):
        numerate.trace(DRAFT, [5])  # type: ignore[list-item]
    with pytest.raises(InputError, match="false_alarms"):
        numerate.trace(DRAFT, SOURCE, false_alarms=3)


def test_ignored_numbers_are_not_reported() -> None:
    document = numerate.documents.read(
        b"The mayor is 61. <!-- numerate: ignore absent -->\n", format="markdown"
    )
    report = numerate.trace(document, SOURCE)
    assert not report.findings


def test_a_table_is_quoted_by_its_row_and_a_suggestion_groups_thousands() -> None:
    table = (
        "| Item | 2024 | 2025 |\n|---|---|---|\n| Rents | 11,640 | 12,905 |\n| Repairs | 3,120 | 7,850 |\n"
    )
    source = read(table.encode(), format="markdown")
    [finding, *_] = numerate.trace("Repairs cost £785.", [source]).findings
    assert finding.evidence[0].quote.startswith("Repairs | 3,120")
    assert finding.suggestions[0].text in ("£3,120", "£7,850")


def test_a_draft_may_contradict_itself_about_what_no_source_has() -> None:
    report = numerate.trace("Sales rose from 340 tonnes to 250 tonnes.", ["The mill has 12 shops."])
    assert [finding.rule for finding in report.findings] == ["contradicted", "absent"]
    message = report.findings[0].message
    assert message == "340 does not fit: the draft's own numbers go in the opposite direction"


def test_a_share_that_is_no_simple_fraction_is_suggested_as_it_stands() -> None:
    draft, source = "Of the staff, one quarter are in a union.", "Of the staff, 41% are in a union."
    [finding] = numerate.trace(draft, source).findings
    assert [suggestion.text for suggestion in finding.suggestions] == ["41%"]
